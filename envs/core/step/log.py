"""The public log of a batch: the actions since each deal as rows, played again from the deal as far as they are new."""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.envs.core.declare.things import SEATS
from eurogym.envs.core.errors import StateError

TURN, SEAT, ACTION, DECISION, CHOSEN, FIRST_COLUMN = range(
    6
)  # columns of what is kept of an action, before its row
NO_MASKS = np.zeros((0, 0), np.uint8)


class PublicLog:
    """What has been done in the games of a batch, forced decisions included.

    The games are played again beside those of the batch, one decision after the other. Nothing happens until somebody
    asks, and then only what has been done since the last time is played.

    Args:
        batch: a :class:`~eurogym.envs.core.step.batch.BatchedGame` that records actions.
        beside: one of the same game that shows forced decisions, without autoreset.
    """

    def __init__(self, batch: Any, beside: Any):
        self._batch, self._beside = batch, beside
        self._rows = batch.game.action_rows(batch.catalog)
        games = batch.num_envs
        self._known = np.zeros_like(batch.buffers.history)  # what has been played again, and how much
        self._taken, self._length = np.full(games, -1), np.zeros(games, np.int64)
        self._kept = np.zeros((games, 64, FIRST_COLUMN + len(batch.catalog.columns.names)), np.int16)

    def update(self, games: np.ndarray) -> None:
        """Play again what has been done in some games.

        Raises:
            StateError: a game was not played from its deal.
        """
        batch, beside, history = self._batch, self._beside, self._batch.buffers.history
        choices = batch.buffers.reports["choices"]
        if (choices[games] < 0).any():
            raise StateError(
                f"{batch.game.name}: game {games[choices[games] < 0][0]} was not played from its deal, so it has no log"
            )
        most = max(0, self._taken[games].max(initial=0))
        played = np.arange(most) < self._taken[games, None]
        other = ((history[games, :most] != self._known[games, :most]) & played).any(axis=1)
        other |= self._taken[games] > choices[games]
        anew = games[other | (beside.seeds[games] != batch.seeds[games]) | (self._taken[games] < 0)]
        if len(anew):
            beside.reset(batch.seeds[anew].tolist(), anew)
            self._taken[anew] = self._length[anew] = 0
        forced = bool(batch.options.auto_forced)
        while True:
            going = games[
                ~beside.dones[games].astype(bool) & (beside.buffers.reports["num_legal"][games] > 0)
            ]
            alone = (beside.buffers.reports["num_legal"][going] == 1) & forced
            going, alone = (part[alone | (self._taken[going] < choices[going])] for part in (going, alone))
            if not len(going):
                return
            actions = beside.action_masks[going].argmax(axis=1)
            chosen = going[~alone]
            actions[~alone] = history[chosen, self._taken[chosen]]
            self._known[chosen, self._taken[chosen]] = actions[~alone]
            self._taken[chosen] += 1
            self._note(going, actions.astype(np.int32), ~alone)
            beside.step(actions, going)

    def _note(self, games: np.ndarray, actions: np.ndarray, chosen: np.ndarray) -> None:
        held = self._beside.buffers
        if self._length[games].max() == self._kept.shape[1]:
            self._kept = np.concatenate([self._kept, np.zeros_like(self._kept)], axis=1)
        states = self._beside.states
        row = self._kept[games, self._length[games]]
        row[:, TURN], row[:, SEAT] = states["num_decisions"][games] + 1, self._beside.current_seat[games]
        row[:, ACTION], row[:, DECISION], row[:, CHOSEN] = actions, states["decision"][games], chosen
        row[:, FIRST_COLUMN:] = self._rows.fill(held.state_bytes, games, NO_MASKS, actions)[2]
        self._kept[games, self._length[games]] = row
        self._length[games] += 1

    def rows_for(
        self, games: np.ndarray, seats: np.ndarray, since_own: bool
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return what :meth:`~eurogym.envs.core.step.batch.BatchedGame.public_log` does, of updated games."""
        parts = [self._kept[0, :0]]
        for game, seat in zip(games.tolist(), seats.tolist(), strict=True):
            part = self._kept[game, : self._length[game]]
            own = np.flatnonzero((part[:, SEAT] == seat) & (part[:, CHOSEN] > 0))
            parts.append(part[own[-1] + 1 if since_own and len(own) else 0 :])
        counts = [len(part) for part in parts[1:]]
        starts = np.append(0, np.cumsum(counts)).astype(np.int64)
        kept, seat = np.concatenate(parts), np.repeat(seats, counts)
        others = kept[:, SEAT] != seat
        rows = self._rows.seen(kept[:, FIRST_COLUMN:], kept[:, ACTION], kept[:, DECISION], others)
        around = self._batch.table_seats
        apart = (kept[:, SEAT] - seat) % around
        if SEATS.column in self._rows.columns.place:
            column = self._rows.columns.place[SEATS.column]
            named = rows[:, column] > 0
            rows[named, column] = 1 + (rows[named, column] - 1 + apart[named]) % around
        return starts, np.stack([kept[:, TURN], 1 + apart], axis=1).astype(np.int16), rows
