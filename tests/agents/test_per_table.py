"""Agents that play several kinds of tables in turn: what they make ready is kept, and their luck goes on."""

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents.framework import registry as names
from eurogym.agents.framework.per_table import MOST, PerTable
from tests import toy


def tables(*players, **options):
    return [toy.batch(num_envs=6, num_players=n, seed=3, autoreset=False, **options) for n in players]


def in_turn(agent, batches, turns=4):
    """The actions of an agent that is asked at all tables in turn, which then move on."""
    found = []
    for _ in range(turns):
        for batch in batches:
            found.append(agent.act(batch, np.arange(6)))
            batch.step(found[-1])
    return np.array(found)


def test_what_was_made_is_given_again_for_the_latest_tables():
    asked = []
    kept = PerTable(lambda batch: asked.append(batch) or len(asked))
    first, second = tables(2, 3)
    assert [kept(batch) for batch in (first, second, first, first.new_like(2), second)] == [1, 2, 1, 1, 2]
    assert kept.made == [1, 2] and len(asked) == 2
    others = tables(*[2] * (MOST - 1))  # options of their own, if the same ones
    for batch in others:
        kept(batch)
    assert len(kept.made) == MOST and kept(second) == 2 and kept(first) == MOST + 2


def test_what_could_not_be_made_is_tried_again():
    answers = iter([ValueError("not yet"), 5])

    def make(batch):
        if isinstance(answer := next(answers), Exception):
            raise answer
        return answer

    kept, (batch,) = PerTable(make), tables(2)
    with pytest.raises(ValueError, match="not yet"):
        kept(batch)
    assert kept(batch) == 5 and kept.made == [5]


@pytest.mark.parametrize("spec", ["best", "level:n=1", "level:n=6"])
def test_an_agent_behind_another_has_one_stream_for_a_slot(spec, monkeypatch):
    """Given an agent that draws: behind another it draws as by itself at all tables, also after a reset."""
    monkeypatch.setattr(names, "heuristic_name", lambda game: "random")
    alone, behind = agents.make("random"), agents.make(spec)
    for seed in (4, 5):
        alone.reset(seed)
        behind.reset(seed)
        wanted = in_turn(alone, tables(2, 3))
        assert (in_turn(behind, tables(2, 3)) == wanted).all()
        assert (behind.random_state == alone.random_state).all()
    assert behind.plays(tables(2)[0]) == "random"
