"""E8.2, E8.6: a team's duchy of two halves: covering hexes, what may be placed where, and the sums kept over it.

The first 37 hexes lie in the record of the team's seat 0 or 1, the others in its partner's: `tile`, `covered`,
`open_hexes`, `blocked`, `inn_areas`, `seat_map`. What is kept of the whole duchy (`owns`, `placed_kinds`) both records
hold. Hexes count through both halves here, 0 to 72, seats are any member of the team.
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.duchy_map import MAP
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, SPECIES, M
from eurogym.envs.castles_of_burgundy.declare.team_board import (
    MOST_NEIGHBOURS,
    START_NUMBERS,
    TEAM_NEIGHBOURS,
)
from eurogym.envs.castles_of_burgundy.rules.numbers import herd_points, number_of
from eurogym.envs.core.compile.bits import bit, lowest_bit
from eurogym.envs.core.compile.kernels import kernel

HALVES = 2


@kernel
def team_of(seat):
    """E8.1: the team of a seat, which is also the seat whose record holds the first half."""
    return seat % E.NUM_TEAMS


@kernel
def partner_of(seat):
    """Return the other member of the team."""
    return (seat + E.NUM_TEAMS) % E.MAX_SEATS


@kernel
def half_of(seat, hexagon):
    """Return the seat whose record holds a hex."""
    return team_of(seat) + E.NUM_TEAMS * (hexagon >= E.NUM_HEXES)


@kernel
def place_in_half(hexagon):
    """Number of a hex in its half."""
    return hexagon - E.NUM_HEXES * (hexagon >= E.NUM_HEXES)


@kernel
def shown_half(observer, seat):
    """E8.2: every observer finds the first half of a team's duchy with the member that it meets first, itself for its
    own team, and the second half with the other.
    """
    relative = (seat + E.MAX_SEATS - observer) % E.MAX_SEATS
    return team_of(seat) + E.NUM_TEAMS * (relative >= E.NUM_TEAMS)


@kernel
def is_in(sets, seat, hexagon):
    """Is a hex in a set that both halves keep their part of?"""
    return (sets[half_of(seat, hexagon)] >> place_in_half(hexagon)) & 1


@kernel
def open_in_half(state, seat, half):
    """Return the empty hexes next to a covered one in a half of the duchy, as a set counted from the first hex of the
    half.
    """
    return np.int64(state.open_hexes[team_of(seat) + half * E.NUM_TEAMS])


@kernel
def tile_at(state, seat, hexagon):
    """Return the tile on a hex, or EMPTY."""
    return state.tile[half_of(seat, hexagon), place_in_half(hexagon)]


@kernel
def lay_out_team(state, team):
    """E8.2: an empty duchy in front of a team."""
    for half in (team, team + E.NUM_TEAMS):
        state.board[half] = E.FIRST_TEAM_BOARD + state.team_advanced
    for hexagon in range(E.TEAM_HEXES):
        codes = state.seat_map[half_of(team, hexagon)]
        place = place_in_half(hexagon)
        codes[MAP.empty_colour + place * COLOUR.COUNT + state.team_colour[hexagon]] = 1
        size = area_size(state, hexagon)
        codes[MAP.area_size + place] = size
        codes[MAP.area_left + place] = size


@kernel
def same_area(state, hexagon, other):
    """Do two hexes lie in one area?"""
    return state.team_area[hexagon] == state.team_area[other]


@kernel
def area_size(state, hexagon):
    """Hexes of the area of a hex."""
    size = 0
    for other in range(E.TEAM_HEXES):
        size += same_area(state, other, hexagon)
    return size


@kernel
def empty_in_area(state, seat, hexagon):
    """Empty hexes of the area of a hex."""
    left = 0
    for other in range(E.TEAM_HEXES):
        if same_area(state, other, hexagon):
            left += not is_in(state.covered, seat, other)
    return left


@kernel
def empty_of_colour(state, seat, colour):
    """Empty hexes of a printed colour."""
    left = 0
    for hexagon in range(E.TEAM_HEXES):
        if state.team_colour[hexagon] == colour:
            left += not is_in(state.covered, seat, hexagon)
    return left


@kernel
def is_start_hex(state, hexagon):
    """E8.2, A-33: may a team choose this hex for its starting castle?"""
    number = state.team_die[hexagon]
    return state.team_colour[hexagon] == COLOUR.castle and number in START_NUMBERS


@kernel
def fits_hex(state, seat, hexagon, kind):
    """R8.1, R8.2, E6.3: may a tile be placed on a hex, whatever its number?"""
    if not is_in(state.open_hexes, seat, hexagon):
        return False
    if kind == KIND.inn:
        return not is_in(state.inn_areas, seat, hexagon)
    colour = T.COLOUR_OF[kind]
    if colour != state.team_colour[hexagon]:
        return False
    if colour != COLOUR.building or state.owns[seat, M.TOWNS]:
        return True
    return not (state.blocked[half_of(seat, hexagon), T.TOWN_TYPE[kind]] >> place_in_half(hexagon)) & 1


@kernel
def fits_somewhere(state, seat, kind):
    """May a tile be placed on some hex?"""
    for half in range(HALVES):
        hexes = open_in_half(state, seat, half)
        while hexes != 0:
            hexagon = lowest_bit(hexes)
            hexes ^= bit(hexagon)
            if fits_hex(state, seat, hexagon + half * E.NUM_HEXES, kind):
                return True
    return False


@kernel
def cover_in_team(state, seat, hexagon, kind):
    """R8.4a: the tile covers the hex; a monastery's standing effect begins, for both members (E8.6)."""
    half, place = half_of(seat, hexagon), place_in_half(hexagon)
    state.tile[half, place] = kind
    state.covered[half] |= 1 << place
    state.open_hexes[half] &= ~(1 << place)
    for edge in range(MOST_NEIGHBOURS):
        other = TEAM_NEIGHBOURS[hexagon, edge]
        if other != E.NONE and not is_in(state.covered, seat, other):
            state.open_hexes[half_of(seat, other)] |= 1 << place_in_half(other)
    for number in range(2):
        member = partner_of(seat) if number else seat  # numba's loops over tuples want one type
        state.placed_kinds[member, kind] += 1
        if T.MONASTERY_OF[kind] > 0:
            state.owns[member, T.MONASTERY_OF[kind]] = 1
    for other in range(E.TEAM_HEXES):
        if same_area(state, other, hexagon):
            here, bit = half_of(seat, other), 1 << place_in_half(other)
            if T.TOWN_TYPE[kind] >= 0:
                state.blocked[here, T.TOWN_TYPE[kind]] |= bit
            elif kind == KIND.inn:
                state.inn_areas[here] |= bit
    redraw_team(state, seat, hexagon, kind)


@kernel
def redraw_team(state, seat, hexagon, kind):
    """Bring the maps of both halves (duchy_map.py) up to date after a hex has been covered."""
    codes = state.seat_map[half_of(seat, hexagon)]
    place = place_in_half(hexagon)
    for colour in range(COLOUR.COUNT):
        codes[MAP.empty_colour + place * COLOUR.COUNT + colour] = 0
    if kind <= KIND.joker:  # those of modules have a field of their own
        codes[MAP.tile + place] = kind + 1
    codes[MAP.area_size + place] = 0
    codes[MAP.area_left + place] = 0
    left = empty_in_area(state, seat, hexagon)
    for other in range(E.TEAM_HEXES):
        codes = state.seat_map[half_of(seat, other)]
        place = place_in_half(other)
        codes[MAP.open + place] = is_in(state.open_hexes, seat, other)
        if same_area(state, other, hexagon):
            if not is_in(state.covered, seat, other):
                codes[MAP.area_left + place] = left
            if T.SPECIES_OF[kind] >= 0:
                codes[MAP.animals + place * SPECIES.COUNT + T.SPECIES_OF[kind]] += T.ANIMALS[kind]
    count_team_places(state, seat)


@kernel
def count_team_places(state, seat):
    """Open hexes by what fits (building types, then the other colours) and by number, into the maps of both halves."""
    for half in (team_of(seat), team_of(seat) + E.NUM_TEAMS):
        for place in range(E.NUM_PLACE_ROWS * E.DIE_SIDES):
            state.seat_map[half, MAP.places + place] = 0
    for half in range(HALVES):
        codes = state.seat_map[team_of(seat) + half * E.NUM_TEAMS]
        hexes = open_in_half(state, seat, half)
        while hexes != 0:
            hexagon = lowest_bit(hexes)
            hexes ^= bit(hexagon)
            hexagon += half * E.NUM_HEXES
            column = MAP.places + state.team_die[hexagon] - 1
            colour = state.team_colour[hexagon]
            if colour != COLOUR.building:
                codes[column + E.DIE_SIDES * (E.NUM_BUILDINGS + colour - 1)] += 1
            else:
                for kind in range(E.NUM_BUILDINGS):
                    codes[column + E.DIE_SIDES * kind] += fits_hex(state, seat, hexagon, kind)


@kernel
def team_species_points(state, seat, hexagon, species):
    """Return points of all tiles of a species in the pasture of a hex, with monastery 7 one more for each."""
    points = 0
    for other in range(E.TEAM_HEXES):
        kind = tile_at(state, seat, other)
        if kind != E.EMPTY and same_area(state, other, hexagon) and T.SPECIES_OF[kind] == species:
            points += number_of(state, kind) + herd_points(state, seat)
    return points


@kernel
def team_pasture_points(state, seat, hexagon):
    """R8.5, E2.5: points of the livestock tile, or the geese, on a hex."""
    kind = tile_at(state, seat, hexagon)
    points = 0
    if kind == KIND.geese:
        for species in range(SPECIES.COUNT):
            points = max(points, team_species_points(state, seat, hexagon, species))
    else:
        points = team_species_points(state, seat, hexagon, T.SPECIES_OF[kind])
    for other in range(E.TEAM_HEXES):
        if tile_at(state, seat, other) == KIND.geese and same_area(state, other, hexagon):
            points += number_of(state, KIND.geese) + herd_points(state, seat)
    return points
