"""Deals as tasks of suites for training: three splits, each with deals of its own."""

from __future__ import annotations

from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.random import derive_seed
from eurogym.training import deals

SPLITS = {"train": deals.TRAINING, "validation": deals.TUNING, "test": deals.TESTING}
TASKS = 1_000_000  # of each split


def purpose_of(split: str) -> deals.Purpose:
    """Whose deals a split has; raises OptionError for another name."""
    if split not in SPLITS:
        raise OptionError(f"no split {str(split)[:40]!r}; there are {', '.join(SPLITS)}")
    return SPLITS[split]


def seed_of(split: str, index: int) -> int:
    """The seed of a deal of a split.

    Raises:
        OptionError: another split.
        IndexError: another index than 0 to 999,999.
    """
    purpose = purpose_of(split)
    if not 0 <= index < TASKS:
        raise IndexError(f"task {index} is not there; {split} has 0 to {TASKS - 1}")
    return derive_seed(purpose.roots.start + index, "deal")
