"""Expansions as options: in words, in files, in every face."""

import json

import gymnasium
import numpy as np
import pettingzoo
import pytest

from eurogym.agents import make
from eurogym.envs import villagers
from eurogym.envs.core import registry
from eurogym.envs.core.errors import OptionError, StateError
from eurogym.envs.core.replay import Replay, play
from eurogym.envs.villagers.options import EXPANSIONS, VillagersOptions
from eurogym.play.words import describe_options
from eurogym.training import cli
from eurogym.training.options import game_options, parse_vary


@pytest.mark.parametrize(
    ("text", "expansions"),
    [
        ("saints,profiteers", ["saints", "profiteers"]),
        ("profiteers, saints", ["saints", "profiteers"]),
        ("[developments]", ["developments"]),
        ("all", list(EXPANSIONS)),
        ("none", []),
    ],
)
def test_texts_of_the_command_line_become_expansions(text, expansions):
    values = game_options("villagers", [f"expansions={text}"], {})
    options = VillagersOptions.from_kwargs(num_players=3, **values)
    assert options.as_dict()["expansions"] == expansions
    assert VillagersOptions.from_kwargs(**json.loads(json.dumps(options.as_dict()))) == options


def test_sets_of_expansions_are_varied_with_slashes():
    assert parse_vary(["expansions=none/saints,scoundrels"]) == {"expansions": [None, "saints,scoundrels"]}


@pytest.mark.parametrize("value", ["saint", "saints,saints", ["saints", 3], "saints;profiteers", 7])
def test_unknown_and_doubled_expansions_are_refused_in_words(value):
    with pytest.raises(OptionError, match="is not allowed; allowed: any of saints, scoundrels, profiteers"):
        VillagersOptions.from_kwargs(expansions=value)


def test_what_was_played_is_described_by_its_options():
    options = VillagersOptions.from_kwargs(num_players=4, expansions="saints,profiteers")
    assert "expansions: " in describe_options(options) and "profiteers" in describe_options(options)


def test_replays_and_saved_states_hold_expansions(tmp_path, capsys):
    options = VillagersOptions.from_kwargs(num_players=3, expansions="saints,scoundrels")
    replay = play(registry.game("villagers"), options, seed=6)
    path = tmp_path / "game.jsonl"
    replay.save(path)
    assert Replay.load(path) == replay and replay.options.expansions == ("saints", "scoundrels")
    assert cli.main(["replay", str(path), "--check"]) == 0
    assert "saints" in capsys.readouterr().out
    one = villagers.batch(num_envs=1, num_players=3, expansions="saints")
    other = villagers.batch(num_envs=1, num_players=3, expansions="profiteers")
    with pytest.raises(StateError, match="options"):
        other.set_state(0, one.get_state(0))


def test_faces_of_other_libraries_take_expansions():
    env = gymnasium.make("eurogym/Villagers-v0", expansions=["saints"])
    assert env.unwrapped.options.expansions == ("saints",)
    env.reset(seed=1)
    aec = pettingzoo.make("aec", "eurogym/villagers-v0", num_players=3, expansions="all")
    aec.reset(seed=1)
    assert aec.unwrapped.options.expansions == EXPANSIONS


@pytest.mark.parametrize("spec", ["greedy", "mc:sims=2"])
def test_search_plays_with_all_expansions(spec):
    batch = villagers.batch(num_envs=2, num_players=3, expansions="all", seed=3)
    agent, everybody = make(spec, game="villagers"), np.arange(2)
    agent.reset(1)
    for _ in range(25):
        choices = agent.act(batch, everybody)
        assert batch.action_masks[everybody, choices].all()
        batch.step(choices)


def test_a_game_without_expansions_is_as_it_was():
    """Its spaces hold what they held before there were any, whatever the module sections add elsewhere."""
    base, more = VillagersOptions(), VillagersOptions.from_kwargs(expansions="all")
    game = registry.game("villagers")
    assert game.catalog(base).n == 261 and game.layout(base).size == 1263
    assert game.catalog(more).texts[:261] == game.catalog(base).texts
    assert (
        game.layout(more).global_fields[: len(game.layout(base).global_fields)]
        == game.layout(base).global_fields
    )
    assert not any(game.actions.starts(base).values())


@pytest.mark.rule("R18.3")
def test_the_decisions_of_expansions_have_as_many_options_as_the_rules_say():
    catalog = villagers.batch(num_envs=1, num_players=5, expansions="all", courier_enabled=True).catalog
    sizes = {one.name: one.size for one in catalog.ranges}
    expected = {
        "courier": 6,
        "no_courier": 1,
        "flaker": 5 * 5,
        "prophet_stack": 6,
        "prophet_card": 71,
        "next_card": 71,
        "pigeoneer_card": 6,
        "next_number": 6,
        "pay_recruiter": 1,
        "freelancer": 2,
        "noble_seat": 4,
        "noble_card": 71,
        "schemer_seat": 5,
        "schemer_card": 71,
        "thief": 4,
        "sheriff": 5 * 2,
        "church": 7,
        "tavern": 3,
        "bronze": 4,
    }
    assert {name: sizes[name] for name in expected} == expected
