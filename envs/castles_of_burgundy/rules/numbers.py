"""Numbers of tiles and boards that options may replace: kernels read them in the state (overrides.py)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare.enums import M
from eurogym.envs.castles_of_burgundy.declare.tables import MONASTERY_KIND
from eurogym.envs.core.compile.kernels import kernel


@kernel
def number_of(state, kind):
    """Return the number of a kind of tile: points, silver or workers by what it is."""
    return np.int64(state.tile_number[kind])


@kernel
def monastery_number(state, number):
    """Return the number of a monastery: points for each thing that it counts, or what it adds."""
    return np.int64(state.tile_number[MONASTERY_KIND[number]])


@kernel
def herd_points(state, seat):
    """Monastery 7: what it adds to each livestock tile that scores."""
    return state.owns[seat, M.LIVESTOCK] * monastery_number(state, M.LIVESTOCK)


@kernel
def phase_points(state, phase):
    """R9.1: points that a phase adds to a full area."""
    return np.int64(state.phase_vp[phase])


@kernel
def area_size_points(state, size):
    """R9.1: points of a full area by its size, without the phase's."""
    return np.int64(state.area_vp[size])


@kernel
def bonus_tile_points(state, size):
    """R9.2, E4.5: points of a large or a small bonus tile at this table, 0 for none."""
    return np.int64(state.bonus_vp[size])
