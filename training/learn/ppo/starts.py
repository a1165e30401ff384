"""Games that begin with positions of earlier ones, so that late positions are met as often as early ones."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.unseen import redeal
from eurogym.training.learn.ppo.tables import Tables

MOST = 1024  # positions kept of each batch


class Starts:
    """Positions of a run's games, and new games that begin with them.

    What no seat knows there, hidden cards and luck to come, is drawn anew where a game says what that is: the
    same position leads to many games. Once there is no room a new position takes the place of any other, so that old
    ones fade away.
    """

    def __init__(self, share: float, tables: Tables, rng: np.random.Generator):
        self.share, self.tables, self.rng = share, tables, rng
        self.kept = [np.zeros(MOST, np.asarray(batch.states).dtype) for batch in tables.batches]
        self.count = 0  # of each batch

    def keep(self) -> None:
        """Keeps the position of one game of every batch."""
        place = self.count if self.count < MOST else self.rng.integers(MOST)
        for batch, kept in zip(self.tables.batches, self.kept, strict=True):
            kept[place] = np.asarray(batch.states)[self.rng.integers(batch.num_envs)]
        self.count = min(MOST, self.count + 1)

    def begin(self, games: np.ndarray) -> None:
        """Lets a share of these new games (n,) begin with positions kept, if there are any yet."""
        drawn = games[self.rng.random(len(games)) < self.share]
        for (batch, part), kept in zip(self.tables, self.kept, strict=True):
            here = drawn[(drawn >= part.start) & (drawn < part.stop)] - part.start
            if self.count and len(here):
                np.asarray(batch.states)[here] = kept[self.rng.integers(self.count, size=len(here))]
                if batch.game.unseen is None:
                    batch.refresh(here)
                else:
                    redeal(batch, here, self.rng.integers(1 << 62, size=len(here)))

    def snapshot(self) -> list[np.ndarray]:
        """The positions as bytes, uint8 (n, bytes) for each batch, copied."""
        return [kept[: self.count].view(np.uint8).reshape(self.count, -1).copy() for kept in self.kept]

    def restore(self, told: list[np.ndarray]) -> None:
        """Takes back what `snapshot` gave. Raises StateError for records that no game can be played on from."""
        self.count = len(told[0])
        for batch, kept, records in zip(self.tables.batches, self.kept, told, strict=True):
            kept[: self.count] = records.view(kept.dtype)[:, 0]
            if self.count:
                batch.new_like(self.count, observe=False).load(kept[: self.count])
