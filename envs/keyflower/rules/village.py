"""Villages: where tiles may go, roads between them (R7.2, R8, R9.7)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.bits import bit, has, lowest_bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import ABILITY
from eurogym.envs.keyflower.declare.tables import EDGE, EDGE_CODE, NEIGHBOUR, NUM_ROTATIONS


@kernel
def tile_at(state, seat, cell):
    """Return the tile on a cell of a village, or NONE (also outside)."""
    return E.NONE if cell == E.NONE else state.grid[seat, cell] - 1


@kernel
def edge_of(state, tile, side):
    """Return what a placed tile shows on a side of its cell."""
    return EDGE[tile, state.rotation[tile], side]


@kernel
def in_village(state, seat, tile):
    """Does the tile lie in this seat's village?"""
    return has(state.village[seat], tile)


@kernel
def passable_sides(state, seat, tile):
    """R7.2: the set of the sides across which a resource may be moved; with boat 2a also over fields."""
    if state.ability[seat, ABILITY.boat_2a] == 1:
        return np.int64(state.land_sides[tile])
    return np.int64(state.road_sides[tile])


@kernel
def surroundings(state, seat, cell):
    """Return what the neighbours of an empty cell show, 2 bits per side, and which sides have a neighbour."""
    shown = 0
    sides = 0
    for side in range(E.NUM_SIDES):
        other = tile_at(state, seat, NEIGHBOUR[cell, side])
        if other != E.NONE:
            shown |= edge_of(state, other, (side + 3) % E.NUM_SIDES) << 2 * side
            sides |= 3 << 2 * side
    return shown, sides


@kernel
def fits(state, seat, tile, rotation, shown, sides):
    """R8.2, R8.3: a neighbour, and equal edges on all common sides (boat 2a: any)."""
    if sides == 0:
        return False
    return state.ability[seat, ABILITY.boat_2a] == 1 or (EDGE_CODE[tile, rotation] ^ shown) & sides == 0


@kernel
def fits_cell(state, seat, tile, cell):
    """Is there a rotation in which the tile fits on an empty cell?"""
    shown, sides = surroundings(state, seat, cell)
    for rotation in range(NUM_ROTATIONS[tile]):
        if fits(state, seat, tile, rotation, shown, sides):
            return True
    return False


@kernel
def fits_somewhere(state, seat, tile):
    """R8.6: is there a place for the tile?"""
    for half in range(2):
        left = state.open_cells[seat, half]
        while left != 0:
            number = lowest_bit(left)
            left ^= bit(number)
            if fits_cell(state, seat, tile, 64 * half + number):
                return True
    return False


@kernel
def adjacent_tiles(state, seat, tile):
    """Village tiles next to a tile."""
    count = 0
    for side in range(E.NUM_SIDES):
        if tile_at(state, seat, NEIGHBOUR[state.tile_cell[tile], side]) != E.NONE:
            count += 1
    return count
