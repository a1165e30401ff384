"""Depots and storage: phase start, goods on depots, taking tiles (R3, R4.2, R6, R10).

A tile that is handed on is an int64, so that what happens to it is compiled once and not for every width.
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, SUPPLIES, D
from eurogym.envs.castles_of_burgundy.declare.tables import (
    COLOUR_OF,
    SLOT_COLOUR,
    VARIABLE_DEPOT,
    VARIABLE_SLOT,
)
from eurogym.envs.castles_of_burgundy.rules.supplies import deal_tile, next_goods, show_goods
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import push


@kernel
def slot_colour(state, depot, slot):
    """R3.2: the colour of tile that fills a slot in this phase, or NONE where the side of the board has no slot."""
    if state.table_seats == 3 and depot == VARIABLE_DEPOT and slot == VARIABLE_SLOT and state.phase % 2 == 1:
        return COLOUR.mine
    return SLOT_COLOUR[state.table_seats, depot, slot]


@kernel
def start_phase(state):
    """R3.1-R3.4: clear and fill the depots, turn up the phase's goods; E6.1: an inn comes."""
    if state.castle_connection:
        keep_castles(state)
    for depot in range(E.NUM_DEPOTS):
        for slot in range(E.SLOTS_PER_DEPOT):
            colour = slot_colour(state, depot, slot)
            state.depot[depot, slot] = E.EMPTY if colour == E.NONE else deal_tile(state, colour)
    for slot in range(E.NUM_BLACK_SLOTS):
        state.black[slot] = deal_tile(state, SUPPLIES.black) if slot < state.black_slots else E.EMPTY
    show_goods(state)
    state.inns += state.e6


@kernel
def keep_castles(state):
    """E1.3c: castles that nobody took are laid beside the board."""
    for depot in range(E.NUM_DEPOTS):
        for slot in range(E.SLOTS_PER_DEPOT):
            state.castle_pile += state.depot[depot, slot] == KIND.castle
    for slot in range(E.NUM_BLACK_SLOTS):
        state.castle_pile += state.black[slot] == KIND.castle


@kernel
def lay_goods(state):
    """R4.2: the next goods tile goes to the depot of the white die."""
    state.depot_goods[state.white - 1, next_goods(state)] += 1


@kernel
def has_black_tile(state):
    """Does a tile lie in the black depot?"""
    for slot in range(E.NUM_BLACK_SLOTS):
        if state.black[slot] != E.EMPTY:
            return True
    return False


@kernel
def first_slot_of(state, depot, colour):
    """Return the first slot of a depot, in slot order, with a tile of the colour, or NONE."""
    for slot in range(E.SLOTS_PER_DEPOT):
        kind = state.depot[depot, slot]
        if kind != E.EMPTY and COLOUR_OF[kind] == colour:
            return slot
    return E.NONE


@kernel
def take_from_depot(state, depot, slot):
    """Return the tile of a slot, which stays empty."""
    kind = np.int64(state.depot[depot, slot])
    state.depot[depot, slot] = E.EMPTY
    return kind


@kernel
def take_from_black(state, slot):
    """Return the tile of a black slot, which stays empty."""
    kind = np.int64(state.black[slot])
    state.black[slot] = E.EMPTY
    return kind


@kernel
def has_room(state, seat):
    """Is a storage position empty?"""
    for position in range(E.NUM_STORAGE + state.more_spaces[seat]):
        if state.storage[seat, position] == E.EMPTY:
            return True
    return False


@kernel
def store(state, seat, kind):
    """R6.1, R6.2, D3: a tile enters the first empty storage position; with none, a stored tile has to go first.

    E8.5: in the team game the player chooses among the empty ones.
    """
    if state.team and has_room(state, seat):
        push(state, D.STORE_DEST, kind)
        return
    for position in range(E.NUM_STORAGE + state.more_spaces[seat]):
        if state.storage[seat, position] == E.EMPTY:
            state.storage[seat, position] = kind
            return
    push(state, D.DISCARD, kind)


@kernel
def unstore(state, seat, position):
    """Return the tile of a storage position, which becomes empty; so does the other position of a double tile."""
    kind = np.int64(state.storage[seat, position])
    state.storage[seat, position] = E.EMPTY
    if kind >= E.FIRST_DOUBLE:
        for other in range(E.NUM_STORAGE + state.more_spaces[seat]):
            if state.storage[seat, other] == E.FIRST_BLOCKED + position:
                state.storage[seat, other] = E.EMPTY
    return kind


@kernel
def store_double(state, seat, double):
    """E0.11, E11.7: a double tile takes the two lowest empty positions; with too few, stored tiles have to go first."""
    spaces = E.NUM_STORAGE + state.more_spaces[seat]
    if spaces - spaces_filled(state, seat) < 2:
        push(state, D.DISCARD, E.FIRST_DOUBLE + double)
        return
    lower = E.NONE
    for position in range(spaces):
        if state.storage[seat, position] == E.EMPTY:
            if lower == E.NONE:
                lower = position
                state.storage[seat, position] = E.FIRST_DOUBLE + double
            else:
                state.storage[seat, position] = E.FIRST_BLOCKED + lower
                return


# --- shield 4 (E0.11) ---------------------------------------------------------------------------------------------


@kernel
def spaces_filled(state, seat):
    """Storage positions that hold something."""
    filled = 0
    for position in range(E.NUM_STORAGE + state.more_spaces[seat]):
        filled += state.storage[seat, position] != E.EMPTY
    return filled


@kernel
def begin_shrinking(state, seat):
    """E0.11: shield 4 is lost: tiles are discarded until the rest fits."""
    if spaces_filled(state, seat) > E.NUM_STORAGE:
        push(state, D.DISCARD, E.SHRINK)
    else:
        close_up(state, seat)


@kernel
def close_up(state, seat):
    """E0.11: the stored tiles keep their order and move to the first positions; the others are gone."""
    place = 0
    for position in range(E.NUM_STORAGE + state.more_spaces[seat]):
        code = np.int64(state.storage[seat, position])
        if code == E.EMPTY:
            continue
        state.storage[seat, position] = E.EMPTY
        state.storage[seat, place] = code
        if E.FIRST_DOUBLE <= code < E.FIRST_BLOCKED:  # its other position names the lower one
            for other in range(position + 1, E.NUM_STORAGE + state.more_spaces[seat]):
                if state.storage[seat, other] == E.FIRST_BLOCKED + position:
                    state.storage[seat, other] = E.FIRST_BLOCKED + place
        place += 1
    state.more_spaces[seat] = 0
