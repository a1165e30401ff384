"""Storage of a rollout: what the seats saw, did and were given, with the decisions that wait for their successor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import torch

from eurogym.training.learn.ppo.advantages import PENDING_NONE, seat_advantages
from eurogym.training.learn.ppo.tables import Tables
from eurogym.training.learn.states import as_tensors, check_range


@dataclass
class Step:
    """One decision in each of N games; arrays are views of the rollout, for whoever decides to write to.

    Attributes:
        codes: (N, F) on the device, what the seats to move see.
        masks: bool (N, A) on the device, their legal actions.
        seats: int64 (N,), who they are.
        actions: int64 (N,). advice: int64 (N,), what the heuristic would do, where a policy stands on it.
        log_probs, values: float32 (N,), of the learner's decisions.
        learns: bool (N,), whether the learner decided.
    """

    codes: torch.Tensor
    masks: torch.Tensor
    seats: np.ndarray
    actions: np.ndarray
    advice: np.ndarray
    log_probs: np.ndarray
    values: np.ndarray
    learns: np.ndarray


@dataclass
class Decisions:
    """m decisions to learn from, as tensors on the device of the rollout.

    Attributes:
        observations: uint8 codes or float32 (m, F), what the seat saw.
        masks: bool (m, A), what was legal.
        actions: int64 (m,), what it did. advice: int64 (m,), what the heuristic would have done; 0 without one.
        log_probs, values: float32 (m,), of the action and of the position, when it was decided.
        advantages, returns: float32 (m,), by how much more came of it than expected, and what came of it.
        standard: float32 (m,), the advantages with mean 0 and deviation 1, in minibatches.
    """

    observations: torch.Tensor
    masks: torch.Tensor
    actions: torch.Tensor
    advice: torch.Tensor
    log_probs: torch.Tensor
    values: torch.Tensor
    advantages: torch.Tensor
    standard: torch.Tensor | None = None

    @property
    def returns(self) -> torch.Tensor:
        """The advantages plus the values."""
        return self.advantages + self.values

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, rows: Any) -> Decisions:
        """Return the decisions of these rows: a slice, an index tensor or a bool tensor."""
        parts = (getattr(self, one.name) for one in fields(self))
        return Decisions(*(None if part is None else part[rows] for part in parts))


class Rollout:
    """Storage for T steps of N games, with one extra row per (game, seat) for the decision carried over.

    Rows 0 .. N*S-1 are the carried decisions, row N*S + t*N + n is step t of game n. Observations (rows, F) and packed
    masks (rows, ceil(A / 8)) are tensors on `device`; everything else is small and stays in arrays. Raises MemoryError
    where it does not fit.
    """

    KEPT = "codes", "masks", "actions", "advice", "log_probs", "values"  # go with a carried decision

    def __init__(self, num_steps: int, tables: Tables, device: str = "cpu"):
        self.num_steps, self.num_games, self.max_seats = num_steps, tables.num_games, tables.max_seats
        self.num_actions = tables.num_actions
        self.carry_rows = self.num_games * self.max_seats
        rows = self.carry_rows + num_steps * self.num_games
        kind = torch.from_numpy(np.zeros(0, tables.dtype)).dtype
        self.codes = _zeros((rows, tables.num_features), kind, device)
        self.masks = _zeros((rows, (self.num_actions + 7) // 8), torch.uint8, device)
        bits = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(bool)
        self._of_byte = torch.from_numpy(bits).to(device)
        page_locked = self.codes.device.type == "cuda"
        self._seen = torch.zeros((self.num_games, tables.num_features), dtype=kind, pin_memory=page_locked)
        self._legal = np.zeros((self.num_games, self.num_actions), bool)
        self.actions, self.advice = (np.zeros(rows, np.int64) for _ in range(2))
        self.log_probs, self.values, self.advantages = (np.zeros(rows, np.float32) for _ in range(3))
        self.carry_held = np.zeros((self.num_games, self.max_seats), bool)
        self.seats = np.zeros((num_steps, self.num_games), np.int64)
        self.learns, self.dones = (np.zeros((num_steps, self.num_games), bool) for _ in range(2))
        self.rewards = np.zeros((num_steps, self.num_games, self.max_seats), np.float32)

    def look(self, t: int, tables: Tables) -> Step:
        """Keeps what the seats to move see at step t, and returns that step."""
        first = self.carry_rows + t * self.num_games
        rows = slice(first, first + self.num_games)
        tables.look(self._seen.numpy(), self._legal, self.seats[t])
        self.codes[rows].copy_(self._seen, non_blocking=True)
        self.masks[rows] = torch.from_numpy(np.packbits(self._legal, axis=1)).to(self.masks.device)
        legal = torch.from_numpy(self._legal).to(self.masks.device)
        columns = (one[rows] for one in (self.actions, self.advice, self.log_probs, self.values))
        return Step(self.codes[rows], legal, self.seats[t], *columns, self.learns[t])

    def decisions(self, rows: np.ndarray) -> Decisions:
        """Return what is known of these rows (m,), copied."""
        columns = (self.actions, self.advice, self.log_probs, self.values, self.advantages)
        device, chosen = self.codes.device, torch.from_numpy(rows).to(self.codes.device)
        packed = self.masks.index_select(0, chosen)
        if device.type == "cpu":
            masks = torch.from_numpy(np.unpackbits(packed.numpy(), axis=1, count=self.num_actions).view(bool))
        else:
            masks = self._of_byte[packed.int()].flatten(1)[:, : self.num_actions]
        others = (torch.from_numpy(one[rows]).to(device) for one in columns)
        return Decisions(self.codes.index_select(0, chosen), masks, *others)

    def finish(self, gamma: float, lam: float) -> np.ndarray:
        """Computes advantages; returns the rows to learn from, int64 (m,)."""
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
        for name in self.KEPT:
            kept = getattr(self, name)
            kept[target] = kept[source]
        self.carry_held = self._pending != PENDING_NONE

    def snapshot(self) -> dict[str, torch.Tensor]:
        """Return the decisions carried over, copied."""
        kept = {name: getattr(self, name)[: self.carry_rows] for name in self.KEPT}
        return as_tensors(kept | {"carry_held": self.carry_held})

    def restore(self, columns: dict[str, torch.Tensor]) -> None:
        """Takes back what `snapshot` gave."""
        for name in self.KEPT:
            getattr(self, name)[: self.carry_rows] = columns[name]
        for name in ("actions", "advice"):
            check_range(name, getattr(self, name)[: self.carry_rows], 0, self.num_actions)
        self.carry_held[:] = columns["carry_held"]


def minibatches(rows: np.ndarray, parts: int, epochs: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """So many parts of the rows (m,) in every epoch, each row in one of them, in a new order."""
    for _ in range(epochs):
        yield from np.array_split(rng.permutation(rows), parts)


def _zeros(shape: Sequence[int], dtype: torch.dtype, device: str) -> torch.Tensor:
    """Return a tensor of zeros. Raises MemoryError where torch says it in words of its own."""
    try:
        return torch.zeros(tuple(shape), dtype=dtype, device=device)
    except RuntimeError as error:
        raise MemoryError(str(error)) from error
