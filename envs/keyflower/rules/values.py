"""Numbers of tiles, which options replace, as the state holds them (overrides.py)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.overrides import FIRST_SKILL_BIT, UNIT_BITS
from eurogym.envs.keyflower.declare.tables import FIRST_WINTER, GAIN_RANK, UPGRADE_RANK

MOST_UNITS = (1 << UNIT_BITS) - 1


@kernel
def gained(state, tile, face, resource):
    """R6.3: resources of a type that a use of the tile brings."""
    rank = GAIN_RANK[tile]
    return np.int64(state.gains[rank, face, resource]) if rank != E.NONE else np.int64(0)


@kernel
def unit_cost(state, tile, unit):
    """R7.3: units of the upgrade's cost: wood, stone, iron, gold, any; 0 without an upgrade."""
    rank = UPGRADE_RANK[tile]
    return (np.int64(state.costs[rank]) >> (UNIT_BITS * unit)) & MOST_UNITS if rank != E.NONE else np.int64(0)


@kernel
def skill_cost(state, tile, skill):
    """R7.3: skill tiles of it: anvil, pick, saw, any."""
    rank = UPGRADE_RANK[tile]
    return (np.int64(state.costs[rank]) >> (FIRST_SKILL_BIT + skill)) & 1 if rank != E.NONE else np.int64(0)


@kernel
def total_cost(state, tile):
    """R7.3: resources of it, of all kinds."""
    total = 0
    for unit in range(5):
        total += unit_cost(state, tile, unit)
    return total


@kernel
def winter_vp(state, tile):
    """R12.4: points of a winter tile for a set, a group, or a single resource."""
    return np.int64(state.winter_vp[tile - FIRST_WINTER])
