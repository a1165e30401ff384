"""Whose deals are whose: disjoint ranges of seeds for testing, tuning and training, and what keeps to them.

All deals of a command follow from one seed, its root. Each purpose has a range of roots of its own, so that nothing is
tested on deals that it was tuned or trained on. A command counts its `--seed` from the start of its range.
"""

from __future__ import annotations

from dataclasses import dataclass

from eurogym.common.errors import InputError


@dataclass(frozen=True)
class Purpose:
    """What deals are for: its name, its range of roots, and the commands that take their deals from there."""

    name: str
    roots: range
    commands: str


QUARTER = 1 << 61
TESTING = Purpose("testing", range(0, QUARTER), "compare, evaluate, tournament, selfplay, solo, exploit")
TUNING = Purpose("tuning", range(QUARTER, 2 * QUARTER), "tune, tune-game, exploit, improve")
TRAINING = Purpose("training", range(2 * QUARTER, 3 * QUARTER), "train, label, value, improve, exploit")
CHECKING = Purpose("checking", range(3 * QUARTER, 4 * QUARTER), "train, between its updates")
PURPOSES = (TESTING, TUNING, TRAINING, CHECKING)


def root(purpose: Purpose, seed: int) -> int:
    """Return the root that `--seed` stands for with this purpose; raises InputError for one outside of its range.

    Roots of testing are the seeds themselves.
    """
    seed, allowed = int(seed), len(purpose.roots)
    if 0 <= seed < allowed:
        return purpose.roots.start + seed
    owner = next((one for one in PURPOSES if purpose is TESTING and seed in one.roots), None)
    whose = (
        f" belongs to the deals of {owner.name} (eurogym {owner.commands})" if owner else " is out of range"
    )
    raise InputError(f"seed {seed}{whose}; seeds of {purpose.name}: 0 to {allowed - 1}")
