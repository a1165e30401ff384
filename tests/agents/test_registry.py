"""Agents by name: specs, parameters, errors in words."""

import re
from pathlib import Path

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents import AgentError
from eurogym.agents.framework import registry as names
from eurogym.agents.framework.base import Agent, AgentProtocol, Parameter
from eurogym.envs.core import registry


def test_spec_and_keywords_set_parameters():
    spec = "mc:sims=12,playout=random,blend=0.1"
    agent = agents.make(spec)
    assert (agent.sims, agent.playout, agent.blend, agent.name) == (12, "random", 0.1, spec)
    assert agents.make(spec, sims=5).sims == 5
    assert agents.make(agent, game="villagers") is agent


@pytest.mark.parametrize(
    "spec", ["mc:blend=nan", "mc:ms=inf", "mc:sims=inf", "mc:sims=1" + 30 * "0", "ppo:temperature=nan"]
)
def test_numbers_that_are_none_are_refused(spec):
    with pytest.raises(AgentError, match=spec.partition(":")[2].partition("=")[0]):
        agents.make(spec)
    with pytest.raises(AgentError, match="sims"):
        agents.make("mc", sims=float("inf"))


def test_available_lists_the_agents_of_a_game():
    ladder = {"random", "greedy", "heuristic", "mc", "ppo", "search", "best"}
    assert ladder | {"villagers"} <= set(agents.available("villagers"))
    assert "villagers" not in agents.available("keyflower")


def test_the_heuristic_and_the_games_own_name_for_it_are_one():
    batch = registry.module("villagers").batch(num_envs=5, num_players=2, seed=1)
    one, other = (agents.make(name, game="villagers") for name in ("heuristic", "villagers"))
    assert type(one) is type(other)
    assert one.act(batch, np.arange(5)).tolist() == other.act(batch, np.arange(5)).tolist()


def test_every_agent_stands_in_the_docs_describes_its_parameters_and_follows_the_protocol():
    page = (Path(__file__).parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")
    named = {name for row in re.findall(r"^\| .*", page, re.MULTILINE) for name in re.findall(r"`(\w+)", row)}
    assert named >= {*agents.available()}
    for name in agents.available():
        for parameter, default, told in agents.describe(name):
            assert parameter and told and isinstance(default, str)
    for name in ("random", "greedy", "mc", "villagers"):
        assert isinstance(agents.make(name), AgentProtocol)


def test_only_known_agents_are_described():
    with pytest.raises(AgentError, match="no agent called 'gredy'; known: random, greedy"):
        agents.describe("gredy")


@pytest.mark.parametrize(
    ("spec", "game", "words"),
    [
        ("gredy", "villagers", "did you mean 'greedy'"),
        ("villagers", "keyflower", "no agent called 'villagers' for keyflower"),
        ("mc:simz=3", None, "no parameter 'simz'; its parameters: sims"),
        ("mc:sims=many", None, "sims='many' is not of type int"),
        ("mc:sims=0", None, "must be at least 1"),
        ("mc:playout=clever", None, "allowed: auto, random, heuristic"),
        ("mc:blend=2", None, "must be between 0.0 and 1.0"),
        ("random:x", None, "not of the form parameter=value"),
        ("random:x=1", None, "its parameters: none"),
        (3, None, "not as 3"),
    ],
)
def test_errors_name_what_is_allowed(spec, game, words):
    with pytest.raises(AgentError, match=words.replace("(", r"\(")):
        agents.make(spec, game=game)


def test_a_registered_agent_is_found():
    agents.register("first", "tests.agents.test_registry:FirstAgent", "the first legal action")
    try:
        assert isinstance(agents.make("first:extra=yes"), FirstAgent)
        assert agents.make("first:extra=yes").extra is True
    finally:
        names._REGISTRY.pop("first")


class FirstAgent(Agent):
    """Plays the first legal action."""

    parameters = (Parameter("extra", bool, False, "does nothing"),)

    def act(self, batch, games):
        return batch.action_masks[games].argmax(axis=1)
