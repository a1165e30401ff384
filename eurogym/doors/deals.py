"""Deals as tasks for training frameworks: three splits, each with its own deals."""

from __future__ import annotations

from eurogym.common import deals
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.errors import OptionError

SPLITS = {"train": deals.TRAINING, "validation": deals.TUNING, "test": deals.TESTING}
TASKS = 1_000_000  # of each split


def purpose_of(split: str) -> deals.Purpose:
    """Return the purpose whose deals a split has; raise OptionError for an unknown split."""
    if split not in SPLITS:
        raise OptionError(f"no split {str(split)[:40]!r}; allowed: {', '.join(SPLITS)}")
    return SPLITS[split]


def seed_of(split: str, index: int) -> int:
    """Return the seed of a deal of a split.

    Raises:
        OptionError: the split is unknown.
        IndexError: the index is not in 0 to 999,999.
    """
    purpose = purpose_of(split)
    if not 0 <= index < TASKS:
        raise IndexError(f"there is no task {index}; {split} has 0 to {TASKS - 1}")
    return derive_seed(purpose.roots.start + index, "deal")
