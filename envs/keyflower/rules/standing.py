"""Workers beside and on tiles (R1.4, R4.3, R5, R6.2).

These kernels alone write `bids`, `leader`, `on_tile`, `last_use`, `uses` and `tile_colour`, and what is kept of them:
the sets `led`, `leads`, `beside`, `occupied`, `full` and `coloured`, and `colour_shown`.
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.bits import bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import COLOUR

# --- what stands there ---------------------------------------------------------------------------------------------


@kernel
def group_size(state, seat, rank):
    """Workers of a seat beside an auctioned tile."""
    size = 0
    for colour in range(COLOUR.COUNT):
        size += state.bids[seat, rank, colour]
    return size


@kernel
def group_colour(state, seat, rank):
    """Colour of a seat's group, or NONE."""
    for colour in range(COLOUR.COUNT):
        if state.bids[seat, rank, colour] > 0:
            return colour
    return E.NONE


@kernel
def losing_tiles(state, seat):
    """R1.4: the set of the tiles beside which another seat's group is larger than this seat's."""
    return state.beside[seat] & ~state.leads[seat]


@kernel
def workers_on(state, tile):
    """Workers standing on a tile."""
    count = 0
    for colour in range(COLOUR.COUNT):
        count += state.on_tile[tile, colour]
    return count


@kernel
def colour_of(state, tile):
    """R4.3: the colour that workers beside and on a tile must have, or NONE."""
    return np.int64(state.tile_colour[tile]) - 1


# --- what changes --------------------------------------------------------------------------------------------------


@kernel
def join_group(state, seat, rank, colour, count):
    """R5: workers join the seat's group beside a tile, which now leads."""
    tile = rank + E.FIRST_AUCTIONED
    if state.leader[rank] != E.NONE:
        state.leads[state.leader[rank]] &= ~bit(tile)
    state.bids[seat, rank, colour] += count
    state.leader[rank] = seat
    state.led |= bit(tile)
    state.leads[seat] |= bit(tile)
    state.beside[seat] |= bit(tile)


@kernel
def leave_group(state, seat, rank):
    """R4.1: a whole losing group leaves its tile."""
    for colour in range(COLOUR.COUNT):
        state.bids[seat, rank, colour] = 0
    state.beside[seat] &= ~bit(rank + E.FIRST_AUCTIONED)


@kernel
def stand_on(state, tile, colour, count):
    """R6.2: workers of a colour step on a tile."""
    state.on_tile[tile, colour] += count


@kernel
def note_use(state, tile, count):
    """R6.2: a tile has been used with so many workers, who stand there already."""
    state.last_use[tile] = count
    state.uses[tile] += 1
    state.occupied |= bit(tile)
    if count + 1 > E.ROOM_ON_TILE - workers_on(state, tile):
        state.full |= bit(tile)


@kernel
def give_colour(state, tile, colour):
    """R4.3, 4a: the colour that workers beside and on the tile must have."""
    old = colour_of(state, tile)
    if old != E.NONE:
        state.coloured[old] &= ~bit(tile)
        state.colour_shown[tile, old] = 0
    state.tile_colour[tile] = colour + 1
    state.coloured[colour] |= bit(tile)
    state.colour_shown[tile, colour] = 1


@kernel
def clear_standing(state):
    """R9: the season is over; who stood beside and on tiles has been taken away."""
    for rank in range(E.NUM_AUCTIONED):
        state.leader[rank] = E.NONE
    for seat in range(state.num_seats):
        for rank in range(E.NUM_AUCTIONED):
            for colour in range(COLOUR.COUNT):
                state.bids[seat, rank, colour] = 0
        state.leads[seat] = 0
        state.beside[seat] = 0
    for tile in range(E.NUM_TILES):
        for colour in range(COLOUR.COUNT):
            state.on_tile[tile, colour] = 0
            state.colour_shown[tile, colour] = 0
        state.last_use[tile] = 0
        state.uses[tile] = 0
        state.tile_colour[tile] = 0
    for colour in range(COLOUR.COUNT):
        state.coloured[colour] = 0
    state.led = 0
    state.occupied = 0
    state.full = 0
