"""VY: decisions that vineyards bring, what they add to others, and what the answers do."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.actions import E6, MORE_POSITIONS, VINEYARDS, A
from eurogym.envs.castles_of_burgundy.declare.enums import D
from eurogym.envs.castles_of_burgundy.declare.tables import DEPOT_POSITION
from eurogym.envs.castles_of_burgundy.rules import shields, turn, vineyards
from eurogym.envs.castles_of_burgundy.rules.depots import store_double
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import pop, top_arg

DOUBLE_PLACES = E.NUM_VINE_SPACES * vineyards.HALVES


@kernel
def mask_shop(state, mask):
    """The double tiles of the shop."""
    for position in range(E.DOUBLE_SHOP):
        mask[state.actions_vineyards + VINEYARDS.buy_double + position] = state.double_shop[position] > 0


@kernel
def mask_doubles(state, seat, mask, die, numbers):
    """E11.7, E11.8: double tiles to be taken and placed with a set of numbers."""
    first = state.actions_vineyards + VINEYARDS.take_double + die * E.DOUBLE_DEPOT
    for number in range(E.DIE_SIDES):
        position = DEPOT_POSITION[state.table_seats, number + 1]
        if numbers >> number & 1 and state.double_depot[position] > 0:
            mask[first + position] = 1
    spaces = vineyards.open_vine_spaces(state, seat) & vineyards.vine_spaces_of(state, numbers)
    first = state.actions_vineyards + VINEYARDS.place_double + die * E.NUM_STORAGE * DOUBLE_PLACES
    for position in range(E.NUM_STORAGE):
        mark_double(state.storage[seat, position], spaces, mask, first + position * DOUBLE_PLACES)
    first = state.actions_more_doubles + die * MORE_POSITIONS * DOUBLE_PLACES
    for more in range(state.more_spaces[seat]):
        mark_double(state.storage[seat, E.NUM_STORAGE + more], spaces, mask, first + more * DOUBLE_PLACES)


@kernel
def mark_double(code, spaces, mask, first):
    """Write where what lies on a storage position can go, if it is a double tile."""
    if E.FIRST_DOUBLE <= code < E.FIRST_BLOCKED:
        ways = vineyards.orientations(code - E.FIRST_DOUBLE)
        for space in range(E.NUM_VINE_SPACES):
            if spaces >> space & 1:
                for turned in range(ways):
                    mask[first + space * vineyards.HALVES + turned] = 1


@kernel
def mask_decision_of_vineyards(state, mask):
    """E11.9-E11.11."""
    decision = state.decision
    first = np.int64(state.actions_vineyards)
    if decision == D.VINE_BONUS:
        for which in range(vineyards.HALVES):
            mask[first + VINEYARDS.bonus + which] = not top_arg(state) >> which & 1
        mask[A.pass_] = 1
    elif decision == D.BLACK:
        for slot in range(E.NUM_BLACK_SLOTS):
            mask[A.buy + slot] = state.black[slot] != E.EMPTY
        if state.inns > 0:
            mask[state.actions_e6 + E6.buy_inn] = 1
        mask_shop(state, mask)
        mask[A.pass_] = 1
    elif decision == D.DBL:
        for position in range(E.DOUBLE_DEPOT):
            mask[first + VINEYARDS.take_double + position] = state.double_depot[position] > 0
        mask[A.pass_] = 1
    else:
        for kind in range(E.NUM_VINES):
            mask[first + VINEYARDS.vine + kind] = state.vine_supply[kind] > 0


@kernel
def apply_vineyards(state, index):
    """E11: double tiles taken and placed, their bonuses."""
    if index < VINEYARDS.buy_double_stop:
        choose_shop_tile(state, index - VINEYARDS.buy_double)
    elif index < VINEYARDS.take_double_stop:
        rest = index - VINEYARDS.take_double
        if state.decision == D.DBL:
            vineyards.take_double_by_bonus(state, rest % E.DOUBLE_DEPOT)
        else:
            turn.take_double(state, rest // E.DOUBLE_DEPOT, rest % E.DOUBLE_DEPOT)
    elif index < VINEYARDS.place_double_stop:
        rest = index - VINEYARDS.place_double
        place = rest % (E.NUM_STORAGE * DOUBLE_PLACES)
        apply_double(
            state, rest // (E.NUM_STORAGE * DOUBLE_PLACES), place // DOUBLE_PLACES, place % DOUBLE_PLACES
        )
    elif index < VINEYARDS.bonus_stop:
        vineyards.carry_out_bonus(state, index - VINEYARDS.bonus)
    else:
        vineyards.take_vine_tile(state, index - VINEYARDS.vine)


@kernel
def apply_double(state, die, position, place):
    """E11.8: a stored double tile, or the one of shield 15, into the vineyard."""
    if state.decision == D.SHIELD_SPACE:
        shields.place_offered_double(state, place // vineyards.HALVES, place % vineyards.HALVES)
    else:
        turn.place_stored_double(state, die, position, place // vineyards.HALVES, place % vineyards.HALVES)


@kernel
def choose_shop_tile(state, position):
    """E11.9, E11.11: a double tile of the shop, bought, by a bonus, or by shield 15."""
    if state.decision == D.SHIELD_TILE:
        shields.choose_source(state, E.FROM_SHOP + position)
    elif state.decision == D.BLACK:
        pop(state)
        store_double(state, state.current_seat, vineyards.take_from_shop(state, position))
    else:
        turn.buy_double(state, position)
