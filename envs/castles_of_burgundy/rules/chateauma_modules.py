"""What the Châteauma does with the modules of the box (C5, C11)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.enums import CARD_PLACE, COLOUR, KIND
from eurogym.envs.castles_of_burgundy.declare.tables import CARD_BORDER, CARD_SHIELD, RESERVE_ORDER, SH
from eurogym.envs.castles_of_burgundy.rules.borders import take_border_tile
from eurogym.envs.castles_of_burgundy.rules.depots import first_slot_of, take_from_depot
from eurogym.envs.castles_of_burgundy.rules.duchy import copy_monasteries, count_places
from eurogym.envs.castles_of_burgundy.rules.numbers import number_of, phase_points
from eurogym.envs.castles_of_burgundy.rules.points import tile_points
from eurogym.envs.castles_of_burgundy.rules.vineyards import take_from_double_depot, take_from_shop
from eurogym.envs.core.compile.kernels import kernel

CARDS_FOR_PHASE, CARDS_FOR_TILE = 2, 3  # C11.2: cards with the symbol of a border post


@kernel
def face_up(state, kind):
    """Tiles of a kind that lie face up on its cards and in its duchy."""
    found = np.int64(state.automa_kinds[kind])
    for place in range(CARD_PLACE.COUNT):
        for space in range(E.CARD_SPACES):
            found += state.card_tile[place, space] == kind and not state.card_joker[place, space]
    return found


@kernel
def geese_points(state):
    """C5: what the geese add to other livestock."""
    return number_of(state, KIND.geese) * face_up(state, KIND.geese)


@kernel
def colour_for_white_castle(state, depot):
    """C5 WHITE_CASTLE: of the colours on a depot the one it has fewest of in reserve, or NONE on an empty depot."""
    best = E.NONE
    for rank in range(COLOUR.COUNT):
        colour = RESERVE_ORDER[rank]
        if first_slot_of(state, depot, colour) != E.NONE and (
            best == E.NONE or state.reserve_size[colour] < state.reserve_size[best]
        ):
            best = colour
    return best


@kernel
def use_white_castle(state):
    """C5 WHITE_CASTLE: the tile for the reserve, or EMPTY and 1 silver where all depots are empty."""
    for step in range(E.NUM_DEPOTS):
        depot = (state.white - 1 + step) % E.NUM_DEPOTS
        colour = colour_for_white_castle(state, depot)
        if colour != E.NONE:
            return take_from_depot(state, depot, first_slot_of(state, depot, colour))
    state.silver[state.num_seats] += 1
    return np.int64(E.EMPTY)


@kernel
def settle_symbols(state, card):
    """C11.2, C11.4: border post and shield of a card that is full."""
    seat = state.num_seats
    if state.e4 and CARD_BORDER[card]:
        state.border_cards += 1
        if state.border_cards == CARDS_FOR_PHASE:
            state.vp[seat] += phase_points(state, state.phase)
        elif state.border_cards == CARDS_FOR_TILE:
            state.vp[seat] += tile_points(state, seat, take_border_tile(state, seat))
    if state.shields and CARD_SHIELD[card]:
        take_automa_shield(state)


@kernel
def take_automa_shield(state):
    """C11.4, Q-17: a shield of the first depot clockwise from the white die that has one."""
    for step in range(E.NUM_DEPOTS):
        depot = (state.white - 1 + step) % E.NUM_DEPOTS
        best = E.NONE
        for position in range(E.SHIELDS_PER_DEPOT):
            if state.depot_shield[depot, position] > 0 and (
                best == E.NONE
                or comes_first(state, state.depot_shield[depot, position], state.depot_shield[depot, best])
            ):
                best = position
        if best != E.NONE:
            count = automa_shields(state)
            if count < E.MOST_AUTOMA_SHIELDS:
                state.automa_shield[count] = state.depot_shield[depot, best]
            state.depot_shield[depot, best] = 0
            return


@kernel
def comes_first(state, number, other):
    """Q-17: does it take this shield rather than the other?"""
    if state.lowest_number or T.SHIELD_VP[number] == T.SHIELD_VP[other]:
        return number < other
    return T.SHIELD_VP[number] < T.SHIELD_VP[other]


@kernel
def automa_shields(state):
    """Shields that it has taken."""
    count = 0
    while count < E.MOST_AUTOMA_SHIELDS and state.automa_shield[count] > 0:
        count += 1
    return count


@kernel
def take_automa_double(state):
    """C11.6 TAKE_DOUBLE: the double tile of the white die's position, or of the next one to the right."""
    size = T.DEPOT_SIZE[state.table_seats]
    for step in range(size):
        position = (T.DEPOT_POSITION[state.table_seats, state.white] + step) % size
        if state.double_depot[position] > 0:
            take_from_double_depot(state, position)
            state.automa_doubles += 1
            return


@kernel
def position_in_shop(state):
    """C11.6 BUY: position of the shop that it buys from, or NONE where the shop is empty."""
    size = T.SHOP_SIZE[state.table_seats]
    first = (state.white - 1) // 2 if size > 1 else 0
    for step in range(size):
        if state.double_shop[(first + step) % size] > 0:
            return (first + step) % size
    return E.NONE


@kernel
def take_automa_shop_tile(state, position):
    """C11.6: the double tile that it has bought."""
    take_from_shop(state, position)
    state.automa_doubles += 1


@kernel
def module_end_points(state):
    """C11.4, C11.6: shields and double tiles at the end of the game."""
    shields = min(automa_shields(state), len(T.AUTOMA_SHIELD_VP) - 1)
    doubles = min(state.automa_doubles, len(T.AUTOMA_DOUBLE_VP) - 1)
    return T.AUTOMA_SHIELD_VP[shields] + T.AUTOMA_DOUBLE_VP[doubles]


@kernel
def renew_copies(state):
    """C11.5: a player that has named it has the monasteries that it has now."""
    for seat in range(state.num_seats):
        if state.named[seat] == state.num_seats + 1 and state.shield[seat, SH.copy_monasteries] > 0:
            copy_monasteries(state, state, seat)
            count_places(state, seat)
