"""Where tiles are (R2, R8, R9).

These kernels alone write `place` and `owned`, and what is kept of them so that nobody has to look for it: the sets
`in_auction`, `in_villages`, `village` and `to_place`, the bytes `auction`, and the maps of the villages (`grid`,
`tile_cell`, `rotation`, `tile_q`, `tile_r`, `turned`, `open_cells`, `road_sides`, `land_sides`).
"""

from __future__ import annotations

from eurogym.envs.core.compile.bits import bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import LAND, PLACE
from eurogym.envs.keyflower.declare.tables import CELL_Q, CELL_R, EDGE, NEIGHBOUR


@kernel
def to_auction(state, tile):
    """R3.2c, R3.2d: a tile enters the auction."""
    state.place[tile] = PLACE.AUCTION
    state.auction[tile - E.FIRST_AUCTIONED] = 1
    state.in_auction |= bit(tile)


@kernel
def leave_auction(state, tile):
    """A tile that may be in the auction is so no longer."""
    if E.FIRST_AUCTIONED <= tile < E.FIRST_BOAT:
        state.auction[tile - E.FIRST_AUCTIONED] = 0
        state.in_auction &= ~bit(tile)


@kernel
def leave_game(state, tile):
    """R9.2: a tile without a bid leaves the game."""
    leave_auction(state, tile)
    state.place[tile] = PLACE.AWAY


@kernel
def take_tile(state, seat, tile):
    """R9.3, R9.6: a tile waits to be placed in the seat's village."""
    leave_auction(state, tile)
    state.owned[seat, tile] = 1
    state.place[tile] = PLACE.TO_PLACE
    state.to_place[seat] |= bit(tile)


@kernel
def set_aside(state, seat, tile):
    """R8.6, A9: a tile without a place has no ability and no points."""
    state.place[tile] = PLACE.SET_ASIDE
    state.to_place[seat] &= ~bit(tile)
    number = tile - E.FIRST_SUMMER_BOAT
    if 0 <= number < E.NUM_SUMMER_BOATS:
        state.ability[seat, 2 * number + state.side[number]] = 0


@kernel
def put_tile(state, seat, tile, cell, rotation):
    """R8: a tile of the seat lies in its village for good."""
    state.place[tile] = PLACE.VILLAGE
    state.to_place[seat] &= ~bit(tile)
    state.village[seat] |= bit(tile)
    state.in_villages |= bit(tile)
    state.grid[seat, cell] = tile + 1
    state.tile_cell[tile] = cell
    state.rotation[tile] = rotation
    state.tile_q[tile] = CELL_Q[cell]
    state.tile_r[tile] = CELL_R[cell]
    state.turned[tile] = 1 + rotation
    state.open_cells[seat, cell >> 6] &= ~bit(cell & 63)
    for side in range(E.NUM_SIDES):
        near = NEIGHBOUR[cell, side]
        if near != E.NONE:
            other = state.grid[seat, near] - 1
            if other == E.NONE:
                state.open_cells[seat, near >> 6] |= bit(near & 63)
            else:
                join_sides(state, tile, side, other, (side + 3) % E.NUM_SIDES)


@kernel
def join_sides(state, tile, side, other, other_side):
    """R7.2: what two sides that meet make: a road, where both show one; land, where neither shows water."""
    here = EDGE[tile, state.rotation[tile], side]
    there = EDGE[other, state.rotation[other], other_side]
    if here == LAND.road and there == LAND.road:
        state.road_sides[tile] |= 1 << side
        state.road_sides[other] |= 1 << other_side
    if here != LAND.water and there != LAND.water:
        state.land_sides[tile] |= 1 << side
        state.land_sides[other] |= 1 << other_side
