"""SH: shields: taking and placing them, what they do at the end of a phase, tribute, copied monasteries."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import KIND, PHASE_END, D, M, R
from eurogym.envs.castles_of_burgundy.declare.tables import COST, SH, SHIELDS_OF_DEPOT
from eurogym.envs.castles_of_burgundy.rules.depots import begin_shrinking, take_from_black, take_from_depot
from eurogym.envs.castles_of_burgundy.rules.duchy import copy_monasteries, count_places, spaces_for
from eurogym.envs.castles_of_burgundy.rules.effects import place
from eurogym.envs.castles_of_burgundy.rules.vineyards import open_vine_spaces, place_double, take_from_shop
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.core.compile.random import shuffle
from eurogym.envs.core.declare.flow import pop, push, top_arg

ALL_SHIELDS = E.NUM_SHIELDS


@kernel
def deal_shields(state):
    """E10.1: shields on the depots, from 1 to 6; without shield 2 beside the Châteauma."""
    pile = work_array(ALL_SHIELDS)
    count = 0
    for number in range(1, ALL_SHIELDS + 1):
        if not (state.automa and number == SH.worker_when_others_gain):
            pile[count] = number
            count += 1
    shuffle(state, R.shields, pile, count)
    next_one = 0
    for depot in range(E.NUM_DEPOTS):
        for position in range(SHIELDS_OF_DEPOT[state.table_seats, depot]):
            state.depot_shield[depot, position] = pile[next_one]
            next_one += 1


# --- taking and placing -------------------------------------------------------------------------------------------


@kernel
def shield_cost(state, seat, depot):
    """E10.2: workers that make both dice show the number of a depot."""
    two = state.owns[seat, M.TWO_STEPS]
    first, second = state.dice[seat, 0], state.dice[seat, 1]
    return COST[first, depot + 1, 0, two] + COST[second, depot + 1, 0, two]


@kernel
def can_take_shields(state, seat):
    """E10.2: both dice unused."""
    return not state.used[seat, 0] and not state.used[seat, 1]


@kernel
def take_shield(state, depot, position):
    """E10.2 for both dice, or E10.7 (11) in place of a castle's action."""
    seat = state.current_seat
    if state.decision == D.MAIN:
        state.workers[seat] -= shield_cost(state, seat, depot)
        state.used[seat, 0] = 1
        state.used[seat, 1] = 1
    else:
        pop(state)
    number = np.int64(state.depot_shield[depot, position])
    state.depot_shield[depot, position] = 0
    push(state, D.SHIELD_SPOT, number)


@kernel
def place_shield(state, hexagon):
    """E10.3: the shield stands on a castle; one that stood there leaves the game."""
    seat = state.current_seat
    number = top_arg(state)
    pop(state)
    old = shield_at(state, seat, hexagon)
    state.shield[seat, number] = hexagon + 1
    if number == SH.unlimited_storage:
        state.more_spaces[seat] = state.key_space_cap - E.NUM_STORAGE
    if old > 0:
        lose_shield(state, seat, old)


@kernel
def shield_at(state, seat, hexagon):
    """Number of the shield on a hex, 0 = none."""
    for number in range(1, ALL_SHIELDS + 1):
        if state.shield[seat, number] == hexagon + 1:
            return number
    return 0


@kernel
def lose_shield(state, seat, number):
    """E10.3: a shield leaves the game, its ability ends at once."""
    state.shield[seat, number] = 0
    if number == SH.unlimited_storage:
        begin_shrinking(state, seat)
    elif number == SH.copy_monasteries and state.named[seat] > 0:
        state.named[seat] = 0
        copy_monasteries(state, state, seat)
        count_places(state, seat)


# --- shield 6 -----------------------------------------------------------------------------------------------------


@kernel
def can_name(state, seat):
    """E10.7 (6): its owner has named nobody yet."""
    return state.shields == 1 and state.shield[seat, SH.copy_monasteries] > 0 and state.named[seat] == 0


@kernel
def name_player(state, relative):
    """E10.7 (6): from now on the monasteries of another seat count here too."""
    seat = state.current_seat
    state.named[seat] = (seat + relative) % state.table_seats + 1
    copy_monasteries(state, state, seat)
    count_places(state, seat)
    if state.decision == D.NAME_PLAYER:
        pop(state)


# --- the end of a phase -------------------------------------------------------------------------------------------


@kernel
def kind_offered(state, source):
    """Return the kind of a hex tile that shield 14 or 15 can place, by where it lies; EMPTY where nothing lies."""
    if source < E.FROM_BLACK:
        return np.int64(state.depot[source // E.SLOTS_PER_DEPOT, source % E.SLOTS_PER_DEPOT])
    if source < E.FROM_INNS:
        return np.int64(state.black[source - E.FROM_BLACK])
    return np.int64(KIND.inn if state.inns > 0 else E.EMPTY)


@kernel
def can_place_offered(state, seat, source):
    """E10.8: is there a tile, and a legal space for it?"""
    kind = kind_offered(state, source)
    return kind != E.EMPTY and spaces_for(state, seat, kind) != 0


@kernel
def can_place_shop_tile(state, seat, position):
    """E11.11: is there a double tile, and a space of the vineyard for it?"""
    return state.double_shop[position] > 0 and open_vine_spaces(state, seat) != 0


@kernel
def has_offer(state, seat, number):
    """E10.8: is there a hex tile that shield 14 or 15 can place?"""
    if number == SH.phase_end_place_from_depot:
        for source in range(E.FROM_BLACK):
            if can_place_offered(state, seat, source):
                return True
        return False
    for source in range(E.FROM_BLACK, E.FROM_SHOP):
        if can_place_offered(state, seat, source):
            return True
    for position in range(E.DOUBLE_SHOP):
        if can_place_shop_tile(state, seat, position):
            return True
    return False


@kernel
def place_offered(state, hexagon):
    """E10.8: the chosen tile goes from where it lies into the duchy, with its effect."""
    source = top_arg(state)
    pop(state)
    kind = kind_offered(state, source)
    if source < E.FROM_BLACK:
        take_from_depot(state, source // E.SLOTS_PER_DEPOT, source % E.SLOTS_PER_DEPOT)
    elif source < E.FROM_INNS:
        take_from_black(state, source - E.FROM_BLACK)
    else:
        state.inns -= 1
    place(state, state.current_seat, hexagon, kind)


@kernel
def place_offered_double(state, space, turned):
    """E11.11: a double tile goes from the shop into the vineyard."""
    source = top_arg(state)
    pop(state)
    place_double(state, state.current_seat, take_from_shop(state, source - E.FROM_SHOP), space, turned)


@kernel
def begin_phase_end(state, step):
    """E0.7: the seats in the order that the track shows now."""
    state.step = step
    state.phase_end = 0
    state.turn = 0
    for place_in_order in range(state.table_seats):
        state.round_order[place_in_order] = state.turn_order[place_in_order]


@kernel
def next_seat_of_phase_end(state, place_in_order):
    """Return the seat with this place acts; False for the Châteauma."""
    seat = state.round_order[place_in_order]
    if seat >= state.num_seats:
        return False
    state.current_seat = seat
    state.turn = place_in_order + 1
    return True


@kernel
def next_last_tile(state):
    """E10.5: shields 14 and 15 of the next seat."""
    item = np.int64(state.phase_end)
    state.phase_end = item + 1
    number = SH.phase_end_place_from_depot + item % PHASE_END.TILES
    seat = state.round_order[item // PHASE_END.TILES]
    if state.shield[seat, number] > 0 and next_seat_of_phase_end(state, item // PHASE_END.TILES):
        push(state, D.SHIELD_TILE, number)


@kernel
def next_tribute(state):
    """E10.4: the next seat pays for each of its shields: shield 3, then by hex."""
    item = np.int64(state.phase_end)
    state.phase_end = item + 1
    if not next_seat_of_phase_end(state, item):
        return
    seat = state.current_seat
    for hexagon in range(E.NUM_HEXES - 1, -1, -1):
        number = shield_at(state, seat, hexagon)
        if number > 0 and number != SH.tribute_by_workers:
            push(state, D.TRIBUTE, number)
    if state.shield[seat, SH.tribute_by_workers] > 0:
        push(state, D.TRIBUTE, SH.tribute_by_workers)


@kernel
def can_pay_worker(state, seat):
    """E10.7 (3), A-19: a worker for a tribute, for shield 3 itself or while it is kept."""
    return state.workers[seat] > 0 and state.shield[seat, SH.tribute_by_workers] > 0


@kernel
def owner_without_name(state):
    """Place in the order of the seat that has to name somebody before final scoring, or NONE."""
    for place_in_order in range(state.table_seats):
        seat = state.round_order[place_in_order]
        if seat < state.num_seats and can_name(state, seat):
            return place_in_order
    return E.NONE


@kernel
def choose_source(state, source):
    """E10.8: the tile that shield 14 or 15 places; it stays where it lies until its space is chosen."""
    pop(state)
    push(state, D.SHIELD_SPACE, source)
