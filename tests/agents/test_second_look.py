"""What choices cost by another's word."""

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents.framework.base import Agent
from tests.agents.second_look import second_look


class Told(Agent):
    """The first legal action is worth 3 points, every other one less by its number."""

    def act(self, batch, games):
        return self.weigh(batch, games)[0]

    def weigh(self, batch, games):
        masks = batch.action_masks[games]
        points = np.where(masks, 3.0 - np.arange(masks.shape[1]), -np.inf)
        return masks.argmax(axis=1), np.where(masks.sum(axis=1, keepdims=True) > 1, points, -np.inf)


class Last(Agent):
    """The last legal action."""

    def act(self, batch, games):
        masks = batch.action_masks[games]
        self.cost = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1) - masks.argmax(axis=1)
        self.several = masks.sum(axis=1) > 1
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def test_choices_cost_what_they_are_behind_the_best(monkeypatch):
    made, make = {"told": Told("told"), "last": Last("last")}, agents.make
    monkeypatch.setattr(agents, "make", lambda name, game: made.get(name) or make(name, game=game))
    rows = list(second_look("villagers", ["told", "last"], 2, 1, 5, judge="told"))
    last = made["last"]
    assert [row["agent"] for row in rows] == ["told", "last"] and rows[0]["cost"] == 0.0
    assert rows[1]["decisions"] == last.several.sum() > 20
    assert rows[1]["cost"] == pytest.approx(last.cost[last.several].mean(), abs=1e-3)
