"""What a choice comes to: several actions tried in the same imagined worlds of a position, with the same luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from eurogym import agents
from eurogym.agents.framework.base import still_running
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.standing import best_rivals, first_places
from eurogym.envs.core.step.batch import BatchedGame

WORLDS = 64  # imagined worlds of a position


@dataclass(frozen=True)
class Outcomes:
    """What n actions come to in W worlds: (n, W) each.

    own: final score of the seat; other: that of the best opponent, 0 where nobody else scores; first: the seat's share
    of the first place; at_once: points that the action itself brings the seat; again: whether the seat decides next.
    """

    own: np.ndarray
    other: np.ndarray
    first: np.ndarray
    at_once: np.ndarray
    again: np.ndarray

    @property
    def ahead(self) -> np.ndarray:
        """Points ahead of the best opponent (n, W); alone the score itself."""
        return self.own - self.other

    def gain(self, better: int, other: int) -> tuple[float, float]:
        """Return how many points one action brings more than another, and the standard error: world by world."""
        difference = self.ahead[better] - self.ahead[other]
        return float(difference.mean()), float(difference.std(ddof=1) / np.sqrt(len(difference)))


class Judge:
    """Plays positions of one table on by the game's heuristic in all seats.

    Args:
        batch: the table; it is looked at alone.
        worlds: that are imagined of a position, at least 2.
        seed: of the worlds and of their luck; the same seed judges alike.
    """

    def __init__(self, batch: BatchedGame, worlds: int = WORLDS, seed: int = 0):
        self.worlds, self.seed = worlds, seed
        self._agent = agents.make(agents.heuristic_name(batch.game), game=batch.game)
        self._many: BatchedGame | None = None

    def outcomes(self, batch: BatchedGame, seat: int, actions: Sequence[int]) -> Outcomes:
        """Try actions of the seat to move in the only game of a batch, in worlds that the seat holds possible."""
        games = self.worlds * len(actions)
        if self._many is None or self._many.num_envs < games:
            self._many = batch.new_like(games, autoreset=False, observe=False)
        many, chosen = self._many, np.arange(games)
        many.load(np.repeat(np.asarray(batch.states), games), chosen)
        decision = int(batch.states["num_decisions"][0])
        worlds = [derive_seed(self.seed, "world", decision, world) for world in range(self.worlds)]
        many.determinize(chosen, np.full(games, seat), np.tile(worlds, len(actions)))
        before = many.scores(chosen)[:, seat, 0]
        many.step(np.repeat(np.asarray(actions, np.int64), self.worlds), games=chosen)
        at_once = many.scores(chosen)[:, seat, 0] - before
        again = ~many.dones[chosen] & (many.current_seat[chosen] == seat)
        self._agent.reset(self.seed)
        for running in still_running(many, chosen):
            many.step(self._agent.act(many, running), games=running)
        shape = (len(actions), self.worlds)
        own, other, first = self._ends(many, chosen, seat)
        return Outcomes(*(part.reshape(shape) for part in (own, other, first, at_once, again)))

    def _ends(self, many: BatchedGame, chosen: np.ndarray, seat: int) -> tuple[np.ndarray, ...]:
        """Of every game at its end: the score of the seat, that of the best opponent, the share of the first place."""
        scores, placements = many.final_scores[chosen], many.final_placements[chosen]
        if many.table_seats == 1:
            other, first = np.zeros(len(chosen)), (placements[:, seat] + 1) / 2
        else:
            other = best_rivals(scores, np.full(len(chosen), seat), many.options.num_teams)
            first = first_places(placements)[:, seat]
        return scores[:, seat], other, first
