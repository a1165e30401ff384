"""How likely each seat is to win a game in the middle: the share of it that imagined worlds give, played on by the
game's heuristic in all seats."""

from __future__ import annotations

import numpy as np

from eurogym import agents
from eurogym.agents.framework.base import still_running
from eurogym.envs.core.declare.standing import first_places
from eurogym.envs.core.step.batch import BatchedGame

WORLDS = 120  # imagined worlds of a position: a standard error of at most 5 %


class Prospects:
    """Chances at one table. Worlds are those that a seat holds possible; where none is named, each seat's in turn."""

    def __init__(self, batch: BatchedGame, seat: int | None = None, worlds: int = WORLDS):
        self._agent = agents.make(agents.heuristic_name(batch.game), game=batch.game)
        self._agent.reset(0)
        self._many = batch.new_like(worlds, autoreset=False, observe=False)
        self._eyes = np.arange(worlds) % batch.num_seats if seat is None else np.full(worlds, seat)

    def of(self, batch: BatchedGame) -> list[float]:
        """Chance in [0, 1] of the first place for every seat at the table, of the only game of a batch. Ties share it.

        Where one seat plays alone against a target it is the mean outcome instead, moved to [0, 1].
        """
        if batch.states["done"][0]:
            return _shares(batch.final_placements).mean(axis=0).tolist()
        many, everywhere = self._many, np.arange(len(self._eyes))
        many.load(np.repeat(np.asarray(batch.states), len(everywhere)))
        many.determinize(everywhere, self._eyes, everywhere)
        for running in still_running(many, everywhere):
            many.step(self._agent.act(many, running), games=running)
        return _shares(many.final_placements).mean(axis=0).round(3).tolist()


def _shares(placements: np.ndarray) -> np.ndarray:
    return (placements + 1) / 2 if placements.shape[1] == 1 else first_places(placements)
