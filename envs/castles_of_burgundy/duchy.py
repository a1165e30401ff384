"""Duchies: covering hexes, what may be placed where, and the sums kept over each duchy (R8.1-R8.5, R9).

Only these kernels write a duchy and what is kept of it: board, tile, covered, open_hexes, blocked, owns, placed_kinds,
seat_map.
"""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.duchy_map import MAP, START_MAP
from eurogym.envs.castles_of_burgundy.enums import COLOUR, SPECIES, M
from eurogym.envs.castles_of_burgundy.tables import (
    ANIMALS,
    AREA,
    AREA_SIZE,
    COLOUR_HEXES,
    COLOUR_OF,
    HEX_COLOUR,
    HEX_DIE,
    NEIGHBOURS,
    SPECIES_OF,
)
from eurogym.envs.core.compile import kernel
from eurogym.envs.core.memory import copy_bytes


@kernel
def count_bits(bits):
    """Hexes of a set."""
    count = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


@kernel
def clear_duchies(state):
    """No seat has a duchy yet."""
    for seat in range(E.MAX_SEATS):
        state.board[seat] = E.NONE
        for hexagon in range(E.NUM_HEXES):
            state.tile[seat, hexagon] = E.EMPTY


@kernel
def lay_out(state, seat, board):
    """An empty duchy in front of a seat."""
    state.board[seat] = board
    copy_bytes(state.seat_map[seat], 0, START_MAP[board], 0, MAP.STOP)


@kernel
def spaces_for(state, seat, kind):
    """R8.1, R8.2: the empty hexes next to a covered one that take this tile, whatever their number."""
    colour = COLOUR_OF[kind]
    hexes = state.open_hexes[seat] & COLOUR_HEXES[state.board[seat], colour]
    if colour == COLOUR.building and not state.owns[seat, M.TOWNS]:
        hexes &= ~state.blocked[seat, kind]
    return hexes


@kernel
def cover(state, seat, hexagon, kind):
    """R8.4a: the tile covers the hex; a monastery's standing effect begins."""
    board = state.board[seat]
    area = AREA[board, hexagon]
    state.tile[seat, hexagon] = kind
    state.placed_kinds[seat, kind] += 1
    state.covered[seat] |= 1 << hexagon
    state.open_hexes[seat] = (state.open_hexes[seat] | NEIGHBOURS[board, hexagon]) & ~state.covered[seat]
    if kind < E.NUM_BUILDINGS:
        state.blocked[seat, kind] |= area
    elif E.FIRST_MONASTERY <= kind < E.NUM_KINDS:
        state.owns[seat, kind - E.FIRST_MONASTERY + 1] = 1
    redraw(state, seat, hexagon, kind)


@kernel
def redraw(state, seat, hexagon, kind):
    """Bring the seat's map (duchy_map.py) up to date after a hex has been covered."""
    codes = state.seat_map[seat]
    area = AREA[state.board[seat], hexagon]
    left = count_bits(area & ~state.covered[seat])
    for colour in range(COLOUR.COUNT):
        codes[MAP.empty_colour + hexagon * COLOUR.COUNT + colour] = 0
    codes[MAP.tile + hexagon] = kind + 1
    codes[MAP.area_size + hexagon] = 0
    codes[MAP.area_left + hexagon] = 0
    for other in range(E.NUM_HEXES):
        codes[MAP.open + other] = (state.open_hexes[seat] >> other) & 1
        if (area & ~state.covered[seat]) >> other & 1:
            codes[MAP.area_left + other] = left
        if SPECIES_OF[kind] >= 0 and area >> other & 1:
            codes[MAP.animals + other * SPECIES.COUNT + SPECIES_OF[kind]] += ANIMALS[kind]
    count_places(state, seat)


@kernel
def count_places(state, seat):
    """Open hexes by what fits (building types, then the other colours) and by number, into the seat's map."""
    codes = state.seat_map[seat]
    board = state.board[seat]
    for place in range(E.NUM_PLACE_ROWS * E.DIE_SIDES):
        codes[MAP.places + place] = 0
    free_towns = state.owns[seat, M.TOWNS]
    for hexagon in range(E.NUM_HEXES):
        if state.open_hexes[seat] >> hexagon & 1:
            colour = HEX_COLOUR[board, hexagon]
            column = MAP.places + HEX_DIE[board, hexagon] - 1
            if colour == COLOUR.building:
                for kind in range(E.NUM_BUILDINGS):
                    if free_towns or not state.blocked[seat, kind] >> hexagon & 1:
                        codes[column + E.DIE_SIDES * kind] += 1
            else:
                codes[column + E.DIE_SIDES * (E.NUM_BUILDINGS + colour - 1)] += 1


@kernel
def area_completed(board, hexagon, covered):
    """R9.1: size of the area of this hex where a set of covered hexes fills it, else 0."""
    if AREA[board, hexagon] & ~covered == 0:
        return AREA_SIZE[board, hexagon]
    return 0


@kernel
def colour_completed(board, hexagon, covered):
    """R9.2: does a set of covered hexes hold all hexes of this hex's printed colour?"""
    return COLOUR_HEXES[board, HEX_COLOUR[board, hexagon]] & ~covered == 0


@kernel
def pasture_points(state, seat, hexagon):
    """R8.5, monastery 7: points of the livestock tile on a hex, by what lies in its pasture now."""
    board = state.board[seat]
    species = SPECIES_OF[state.tile[seat, hexagon]]
    extra = state.owns[seat, M.LIVESTOCK]
    points = 0
    for other in range(E.NUM_HEXES):
        if AREA[board, hexagon] >> other & 1 and state.covered[seat] >> other & 1:
            kind = state.tile[seat, other]
            if SPECIES_OF[kind] == species:
                points += ANIMALS[kind] + extra
    return points
