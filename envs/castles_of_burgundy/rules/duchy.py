"""Duchies: covering hexes, what may be placed where, and the sums kept over each duchy (R8.1-R8.5, R9).

Only these kernels write a duchy and what is kept of it: board, tile, covered, open_hexes, blocked, owns, placed_kinds,
seat_map, inn_areas, connected.
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.duchy_map import MAP, START_MAP
from eurogym.envs.castles_of_burgundy.declare.enums import CARD_PLACE, COLOUR, KIND, SPECIES, M
from eurogym.envs.castles_of_burgundy.declare.tables import SH
from eurogym.envs.castles_of_burgundy.rules.numbers import herd_points, number_of
from eurogym.envs.castles_of_burgundy.rules.team_duchy import team_pasture_points
from eurogym.envs.core.compile.bits import bit, count_bits, lowest_bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import copy_bytes


@kernel
def mark_hexes(array, first, hexes):
    """Write a set of hexes into a mask or an observation, which is zero there."""
    while hexes != 0:
        hexagon = lowest_bit(hexes)
        hexes ^= bit(hexagon)
        array[first + hexagon] = 1


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
    colour = T.COLOUR_OF[kind]
    hexes = state.open_hexes[seat]
    if state.extended:
        hexes = reachable(state, seat, kind)
    hexes &= T.COLOUR_HEXES[state.board[seat], colour]
    if colour == COLOUR.building and not state.owns[seat, M.TOWNS]:
        hexes &= ~state.blocked[seat, T.TOWN_TYPE[kind]]
    return hexes


@kernel
def reachable(state, seat, kind):
    """R8.1, E1.3, E6.3: the empty hexes next to a covered one, as modules widen and narrow them for a tile."""
    if state.shields and state.shield[seat, SH.place_anywhere] > 0:
        hexes = ~state.covered[seat]
    else:
        hexes = state.open_hexes[seat]
        if state.castle_connection and kind != KIND.castle:
            hexes &= state.connected[seat]
    if kind == KIND.inn:
        hexes &= ~state.inn_areas[seat]
    return hexes


@kernel
def cover(state, seat, hexagon, kind):
    """R8.4a: the tile covers the hex; a monastery's standing effect begins."""
    board = state.board[seat]
    area = T.AREA[board, hexagon]
    state.tile[seat, hexagon] = kind
    state.placed_kinds[seat, kind] += 1
    state.covered[seat] |= 1 << hexagon
    state.open_hexes[seat] = (state.open_hexes[seat] | T.NEIGHBOURS[board, hexagon]) & ~state.covered[seat]
    if kind < E.NUM_BUILDINGS:
        state.blocked[seat, kind] |= area
    elif E.FIRST_MONASTERY <= kind < E.NUM_KINDS:
        state.owns[seat, kind - E.FIRST_MONASTERY + 1] = 1
    if state.extended:
        cover_more(state, seat, area, kind)
        if state.shields and T.MONASTERY_OF[kind] > 0:
            share_monastery(state, seat, T.MONASTERY_OF[kind])
    redraw(state, seat, hexagon, kind)


@kernel
def cover_more(state, seat, area, kind):
    """What modules keep of a duchy, after a hex of this area has been covered."""
    if kind == KIND.inn:
        state.inn_areas[seat] |= area
    elif kind > KIND.joker:
        if T.TOWN_TYPE[kind] >= 0:
            state.blocked[seat, T.TOWN_TYPE[kind]] |= area
        if T.MONASTERY_OF[kind] > 0:
            state.owns[seat, T.MONASTERY_OF[kind]] = 1
    if state.castle_connection:
        connect(state, seat)


@kernel
def share_monastery(state, seat, number):
    """Shield 6: a monastery just placed counts for a seat that has named its owner too, but for 27."""
    for other in range(state.num_seats):
        copies = state.named[other] == seat + 1 and state.shield[other, SH.copy_monasteries] > 0
        if copies and number != M.ON_TOP:
            state.owns[other, number] = 1
            count_places(state, other)


@kernel
def copy_monasteries(state, target, seat):
    """Shield 6: the monasteries of a seat, and with the shield those of the seat that it has named, but for 27."""
    for number in range(E.MORE_MONASTERIES + 1):
        target.owns[seat, number] = 0
    for hexagon in range(E.NUM_HEXES):
        if state.tile[seat, hexagon] != E.EMPTY:
            target.owns[seat, T.MONASTERY_OF[state.tile[seat, hexagon]]] = 1
    named = state.named[seat] - 1
    if named >= 0 and state.shield[seat, SH.copy_monasteries] > 0:
        own = target.owns[seat, M.ON_TOP]
        if state.automa and named == state.num_seats:
            copy_from_automa(state, target, seat)
        else:
            for hexagon in range(E.NUM_HEXES):
                if state.tile[named, hexagon] != E.EMPTY:
                    target.owns[seat, T.MONASTERY_OF[state.tile[named, hexagon]]] = 1
        target.owns[seat, M.ON_TOP] = own
    target.owns[seat, 0] = 0  # of tiles that are no monasteries


@kernel
def copy_from_automa(state, target, seat):
    """C11.5: the face-up monasteries of the Châteauma, in its duchy and on its cards."""
    for kind in range(KIND.COUNT):
        if state.automa_kinds[kind] > 0:
            target.owns[seat, T.MONASTERY_OF[kind]] = 1
    for place in range(CARD_PLACE.COUNT):
        for space in range(E.CARD_SPACES):
            kind = state.card_tile[place, space]
            if kind != E.EMPTY and not state.card_joker[place, space]:
                target.owns[seat, T.MONASTERY_OF[kind]] = 1


@kernel
def connect(state, seat):
    """E1.4: the hexes next to a castle, and those that covered hexes of their own area link to one."""
    board = state.board[seat]
    found = np.int64(0)
    for hexagon in range(E.NUM_HEXES):
        if state.tile[seat, hexagon] == KIND.castle:
            found |= T.NEIGHBOURS[board, hexagon]
    before = np.int64(0)
    while found != before:
        before = found
        for hexagon in range(E.NUM_HEXES):
            if (found & state.covered[seat]) >> hexagon & 1:
                found |= T.NEIGHBOURS[board, hexagon] & T.AREA[board, hexagon]
    state.connected[seat] = found


@kernel
def redraw(state, seat, hexagon, kind):
    """Bring the seat's map (duchy_map.py) up to date after a hex has been covered."""
    codes = state.seat_map[seat]
    area = T.AREA[state.board[seat], hexagon]
    left = count_bits(area & ~state.covered[seat])
    for colour in range(COLOUR.COUNT):
        codes[MAP.empty_colour + hexagon * COLOUR.COUNT + colour] = 0
    if kind <= KIND.joker:  # those of modules have a field of their own
        codes[MAP.tile + hexagon] = kind + 1
    codes[MAP.area_size + hexagon] = 0
    codes[MAP.area_left + hexagon] = 0
    for other in range(E.NUM_HEXES):
        codes[MAP.open + other] = (state.open_hexes[seat] >> other) & 1
        if (area & ~state.covered[seat]) >> other & 1:
            codes[MAP.area_left + other] = left
        if T.SPECIES_OF[kind] >= 0 and area >> other & 1:
            codes[MAP.animals + other * SPECIES.COUNT + T.SPECIES_OF[kind]] += T.ANIMALS[kind]
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
            colour = T.HEX_COLOUR[board, hexagon]
            column = MAP.places + T.HEX_DIE[board, hexagon] - 1
            if colour == COLOUR.building:
                for kind in range(E.NUM_BUILDINGS):
                    if free_towns or not state.blocked[seat, kind] >> hexagon & 1:
                        codes[column + E.DIE_SIDES * kind] += 1
            else:
                codes[column + E.DIE_SIDES * (E.NUM_BUILDINGS + colour - 1)] += 1


@kernel
def area_completed(board, hexagon, covered):
    """R9.1: size of the area of this hex where a set of covered hexes fills it, else 0."""
    if T.AREA[board, hexagon] & ~covered == 0:
        return T.AREA_SIZE[board, hexagon]
    return 0


@kernel
def colour_completed(board, hexagon, covered):
    """R9.2: does a set of covered hexes hold all hexes of this hex's printed colour?"""
    return T.COLOUR_HEXES[board, T.HEX_COLOUR[board, hexagon]] & ~covered == 0


@kernel
def pasture_points(state, seat, hexagon):
    """R8.5, monastery 7: points of the livestock tile on a hex, by what lies in its pasture now."""
    if state.team:
        return team_pasture_points(state, seat, hexagon)
    kind = np.int64(state.tile[seat, hexagon])
    pasture = T.AREA[state.board[seat], hexagon]
    if state.shields and state.shield[seat, SH.one_pasture] > 0:
        pasture = T.COLOUR_HEXES[state.board[seat], COLOUR.livestock]
    if state.e2:
        return points_with_geese(state, seat, pasture, kind)
    return species_points(state, seat, pasture, T.SPECIES_OF[kind])


@kernel
def species_points(state, seat, pasture, species):
    """Return points of all tiles of a species on a set of hexes, with monastery 7 one more for each."""
    extra = herd_points(state, seat)
    points = 0
    for other in range(E.NUM_HEXES):
        if pasture >> other & 1 and state.covered[seat] >> other & 1:
            kind = state.tile[seat, other]
            if T.SPECIES_OF[kind] == species:
                points += number_of(state, kind) + extra
    return points


@kernel
def points_with_geese(state, seat, pasture, kind):
    """E2.5: the geese score with every livestock tile of their pasture, and when placed with the best species there."""
    points = 0
    if kind == KIND.geese:
        for species in range(SPECIES.COUNT):
            points = max(points, species_points(state, seat, pasture, species))
    else:
        points = species_points(state, seat, pasture, T.SPECIES_OF[kind])
    for other in range(E.NUM_HEXES):
        if pasture >> other & 1 and state.tile[seat, other] == KIND.geese:
            points += number_of(state, KIND.geese) + herd_points(state, seat)
    return points
