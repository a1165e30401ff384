"""Storage of a rollout: what the seats saw, did and were given, with the decisions that wait for their successor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from eurogym.training.learn.ppo.advantages import PENDING_NONE, seat_advantages
from eurogym.training.learn.ppo.network import ILLEGAL
from eurogym.training.learn.states import as_tensors, check_range


class Rollout:
    """Storage for T steps of N games, with one extra row per (game, seat) for the decision carried over.

    Rows 0 .. N*S-1 are the carried decisions, row N*S + t*N + n is step t of game n. The codes (rows, F) and the packed
    masks (rows, ceil(A / 8)), both uint8, are tensors on `device`; everything else is small and stays in arrays.
    shape: N, S, F and A. others: whether there is room for what the seats see that do not move. Raises MemoryError
    where it does not fit.
    """

    KEPT = (
        "codes",
        "masks",
        "others",
        "actions",
        "advice",
        "log_probs",
        "values",
    )  # go with a carried decision

    def __init__(self, num_steps: int, shape: Sequence[int], device: str = "cpu", others: bool = False):
        num_games, max_seats, num_features, num_actions = shape
        self.num_steps, self.num_games, self.max_seats = num_steps, num_games, max_seats
        self.num_actions = num_actions
        self.carry_rows = num_games * max_seats
        rows = self.carry_rows + num_steps * num_games
        self.codes = _zeros(rows, num_features, device)
        self.masks = _zeros(rows, (num_actions + 7) // 8, device)
        self.others = _zeros(rows if others else 0, (max_seats - 1) * num_features, device)
        bits = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1)
        self._of_bits = torch.from_numpy(np.where(bits, 0.0, ILLEGAL).astype(np.float32)).to(device)
        page_locked = self.codes.device.type == "cuda"
        self._buffer = torch.zeros((num_games, num_features), dtype=torch.uint8, pin_memory=page_locked)
        self.shown = self._buffer.numpy()  # codes (N, F) of the seats to move, written before `store`
        self.actions, self.advice = (np.zeros(rows, np.int64) for _ in range(2))  # advice: of the heuristic
        self.log_probs, self.values, self.advantages = (np.zeros(rows, np.float32) for _ in range(3))
        self.carry_held = np.zeros((num_games, max_seats), bool)
        self.seats = np.zeros((num_steps, num_games), np.int64)
        self.learns, self.dones = (np.zeros((num_steps, num_games), bool) for _ in range(2))
        self.rewards = np.zeros((num_steps, num_games, max_seats), np.float32)

    def step_rows(self, t: int) -> slice:
        """The rows of step t."""
        start = self.carry_rows + t * self.num_games
        return slice(start, start + self.num_games)

    def store(self, t: int, masks: np.ndarray) -> torch.Tensor:
        """Keeps the codes shown and the masks (N, A) bool of step t; returns the codes (N, F) on the device."""
        rows = self.step_rows(t)
        self.codes[rows].copy_(self._buffer, non_blocking=True)
        self.masks[rows] = torch.from_numpy(np.packbits(masks, axis=1)).to(self.masks.device)
        return self.codes[rows]

    def lowered(self, rows: torch.Tensor) -> torch.Tensor:
        """What the logits (n, A) of these rows (n,) are lowered by, on the device: `ILLEGAL` or 0."""
        packed = self.masks.index_select(0, rows).int()
        return functional.embedding(packed, self._of_bits).flatten(1)[:, : self.num_actions]

    def finish(self, gamma: float, lam: float) -> np.ndarray:
        """Computes advantages; returns the indices of the rows to learn from."""
        steps = slice(self.carry_rows, None)
        values = self.values[steps].reshape(self.seats.shape)
        carried = self.values[: self.carry_rows].reshape(self.carry_held.shape), self.carry_held
        played = self.learns, self.dones, self.rewards
        result = seat_advantages(self.seats, values, *played, *carried, gamma, lam)
        self.advantages[: self.carry_rows] = result.carry_advantages.ravel()
        self.advantages[steps] = result.advantages.ravel()
        self._pending = result.pending
        return np.flatnonzero(np.concatenate([result.carry_known.ravel(), result.known.ravel()]))

    def carry_over(self) -> None:
        """Keeps the decisions whose successor is not known yet: after learning, before the next rollout."""
        games, seats = np.nonzero(self._pending >= 0)
        source = self.carry_rows + self._pending[games, seats] * self.num_games + games
        target = games * self.max_seats + seats
        for kept in self._kept().values():
            kept[target] = kept[source]
        self.carry_held = self._pending != PENDING_NONE

    def _kept(self) -> dict[str, Any]:
        """Arrays and tensors of what goes with a decision, row by row."""
        return {name: one for name in self.KEPT if len(one := getattr(self, name))}

    def snapshot(self) -> dict[str, torch.Tensor]:
        """The decisions carried over, copied."""
        kept = {name: one[: self.carry_rows] for name, one in self._kept().items()}
        return as_tensors(kept | {"carry_held": self.carry_held})

    def restore(self, told: dict[str, torch.Tensor]) -> None:
        """Takes back what `snapshot` gave."""
        for name, one in self._kept().items():
            one[: self.carry_rows] = told[name]
        for name in ("actions", "advice"):
            check_range(name, getattr(self, name)[: self.carry_rows], 0, self.num_actions)
        self.carry_held[:] = told["carry_held"]


def _zeros(rows: int, columns: int, device: str) -> torch.Tensor:
    """A uint8 tensor of zeros. Raises MemoryError where torch says it in words of its own."""
    try:
        return torch.zeros((rows, columns), dtype=torch.uint8, device=device)
    except RuntimeError as error:
        raise MemoryError(str(error)) from error
