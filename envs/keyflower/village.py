"""Villages: where tiles may go, roads between them (R7.2, R8, R9.7)."""

from __future__ import annotations

import numpy as np

from envs.core.bits import bit
from envs.core.compile import kernel
from envs.keyflower import enums as E
from envs.keyflower.enums import ABILITY, LAND, PLACE
from envs.keyflower.tables import EDGE, EDGE_CODE, NEIGHBOUR, NUM_ROTATIONS


@kernel
def tile_at(state, seat, cell):
    """The tile on a cell of a village, or NONE (also outside)."""
    return E.NONE if cell == E.NONE else state.grid[seat, cell] - 1


@kernel
def edge_of(state, tile, side):
    """What a placed tile shows on a side of its cell."""
    return EDGE[tile, state.rotation[tile], side]


@kernel
def in_village(state, seat, tile):
    """Does the tile lie in this seat's village?"""
    return state.owned[seat, tile] == 1 and state.place[tile] == PLACE.VILLAGE


@kernel
def village_tiles(state, seat):
    """The set of the tiles in a seat's village."""
    tiles = np.int64(0)
    for tile in range(E.NUM_TILES):
        if in_village(state, seat, tile):
            tiles |= bit(tile)
    return tiles


@kernel
def is_passable(state, seat, tile, side):
    """R7.2: may a resource be moved across this side? With boat 2a also over fields."""
    other = tile_at(state, seat, NEIGHBOUR[state.tile_cell[tile], side])
    if other == E.NONE:
        return False
    here = edge_of(state, tile, side)
    there = edge_of(state, other, (side + 3) % E.NUM_SIDES)
    if here == LAND.road and there == LAND.road:
        return True
    return state.ability[seat, ABILITY.boat_2a] == 1 and here != LAND.water and there != LAND.water


@kernel
def has_passable_side(state, seat, tile):
    """Is any side of the tile passable?"""
    for side in range(E.NUM_SIDES):
        if is_passable(state, seat, tile, side):
            return True
    return False


@kernel
def surroundings(state, seat, cell):
    """What the neighbours of an empty cell show, 2 bits per side, and which sides have a neighbour."""
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
    """Is there a rotation in which the tile fits on the cell?"""
    if state.grid[seat, cell] != 0:
        return False
    shown, sides = surroundings(state, seat, cell)
    if sides == 0:
        return False
    for rotation in range(NUM_ROTATIONS[tile]):
        if fits(state, seat, tile, rotation, shown, sides):
            return True
    return False


@kernel
def fits_somewhere(state, seat, tile):
    """R8.6: is there a place for the tile?"""
    for cell in range(E.NUM_CELLS):
        if fits_cell(state, seat, tile, cell):
            return True
    return False


@kernel
def put_tile(state, seat, tile, cell, rotation):
    """R8: the tile lies in the village for good."""
    state.place[tile] = PLACE.VILLAGE
    state.grid[seat, cell] = tile + 1
    state.tile_cell[tile] = cell
    state.rotation[tile] = rotation


@kernel
def set_aside(state, seat, tile):
    """R8.6, A9: a tile without a place has no ability and no points."""
    state.place[tile] = PLACE.SET_ASIDE
    number = tile - E.FIRST_SUMMER_BOAT
    if 0 <= number < E.NUM_SUMMER_BOATS:
        state.ability[seat, 2 * number + state.side[number]] = 0


@kernel
def adjacent_tiles(state, seat, tile):
    """Village tiles next to a tile."""
    count = 0
    for side in range(E.NUM_SIDES):
        if tile_at(state, seat, NEIGHBOUR[state.tile_cell[tile], side]) != E.NONE:
            count += 1
    return count
