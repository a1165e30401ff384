"""Ends of turns: the positions that legal actions lead to when the heuristic plays the rest of the turn.

After each legal action, the heuristic plays the rest of the seat's turn on a determinized copy, with the same sample
and the same chance for all actions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.agents.framework import registry as agents
from eurogym.agents.framework.base import put_copies
from eurogym.agents.framework.search.lookahead import Searcher
from eurogym.agents.framework.search.simulations import WORTH
from eurogym.envs.core.declare.standing import best_rivals

FORCED = 8  # decisions at most that the heuristic takes to end the turn
MOST_AT_ONCE = 2048  # positions on scratch tables
NUM_WORTHS = 2  # of a position: for the seat, and against the best other seat


def beside_others(worth: np.ndarray, seats: np.ndarray, teams: int) -> np.ndarray:
    """Return the points float32 (n, NUM_WORTHS) of seats (n,): their own, and against the best rival.

    `worth`, float64 (n, T), is that of every seat at the table; with a single seat, both are its own points.
    """
    own = worth[np.arange(len(seats)), seats]
    ahead = own - best_rivals(worth, seats, teams) if worth.shape[1] > 1 else own
    return np.stack([own, ahead], axis=1).astype(np.float32)


class TurnEnds:
    """A player that continues after every legal action to the end of the turn, on scratch tables."""

    def __init__(self, heuristic: str):
        self.heuristic_name = heuristic
        self._key: Any = None

    def bind(self, batch: Any) -> None:
        """Prepare for the tables of `batch`."""
        key = batch.options
        if self._key is not key:
            self._key = key
            self.heuristic = agents.make(self.heuristic_name, game=batch.game)
            self.search = Searcher().bind(batch)
            self.side = batch.new_like(1, autoreset=False, observe=False)
            self.heuristic.prepare(self.side)

    def look(
        self, batch: Any, games: np.ndarray, counts: np.ndarray, actions: np.ndarray, draws: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return what the seats to move in `games` (n,) see where play stops, and the values of these positions.

        `actions` (k,) are the legal actions of every game, `counts` (n,) of them; `draws` uint64 (n,) is a number below
        2**63 for every game, the seed of the determinization. Return codes uint8 (k, F) and points float32 (k, 2).
        """
        self.bind(batch)
        which = np.repeat(np.arange(len(games)), counts)
        codes = np.empty((len(actions), batch.layout.size), np.uint8)
        points = np.empty((len(actions), NUM_WORTHS), np.float32)
        for begin in range(0, len(actions), MOST_AT_ONCE):
            part = slice(begin, begin + MOST_AT_ONCE)
            rows = which[part]
            seats = batch.current_seat[games][rows]
            codes[part], points[part] = self._some(batch, games[rows], seats, actions[part], draws[rows])
        return codes, points

    def _some(
        self, batch: Any, games: np.ndarray, seats: np.ndarray, actions: np.ndarray, draws: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return codes and points after the actions of at most as many positions as there are scratch tables."""
        count = len(actions)
        if self.side.num_envs < count:
            self.side = batch.new_like(min(2 * count, MOST_AT_ONCE), autoreset=False, observe=False)
        side = self.side
        tables = put_copies(side, batch, games)
        side.determinize(tables, seats, draws)
        self.heuristic.reset(0)
        side.step(actions, games=tables)
        going = tables
        for _ in range(FORCED):
            going = going[~side.dones[going] & (side.current_seat[going] == seats[going])]
            if not len(going):
                break
            side.step(self.heuristic.act(side, going), games=going)
        totals = np.zeros((count, side.table_seats, 3))
        self.search.run(
            WORTH, side, side.action_masks, tables, np.zeros((side.num_envs, 2), np.uint64), totals=totals
        )
        return side.observe(tables, seats), beside_others(totals[..., 0], seats, side.options.num_teams)
