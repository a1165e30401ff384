"""Family members, time and death (R4, R14)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import push, top_arg
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare.enums import CATEGORY, PENDING, PLACE
from eurogym.envs.village.declare.tables import CATEGORY_OF_PLACE


@kernel
def move_member(state, seat, generation, old, new):
    """A member changes places."""
    state.members[seat, generation, old] -= 1
    state.members[seat, generation, new] += 1


@kernel
def count_at(state, seat, place):
    """Own members at a place."""
    count = 0
    for generation in range(E.NUM_GENERATIONS):
        count += state.members[seat, generation, place]
    return count


@kernel
def count_in(state, seat, first, number):
    """Own members at a row of places."""
    count = 0
    for place in range(first, first + number):
        count += count_at(state, seat, place)
    return count


@kernel
def lowest_unborn(state, seat):
    """R6.1: the lowest generation in the reserve, or NONE."""
    for generation in range(E.NUM_GENERATIONS):
        if state.members[seat, generation, PLACE.reserve] > 0:
            return generation
    return E.NONE


@kernel
def spend_time(state, seat, cost):
    """R4.1: the marker moves on. A death is due where it passes the quill: at once in a market day, else at the end
    of the turn (R4.2).
    """
    position = state.time[seat] + cost
    if position >= E.STEPS_PER_LAP:
        position -= E.STEPS_PER_LAP
        if state.market_open:
            push(state, PENDING.DEATH, seat)
        else:
            state.death_due[seat] = 1
    state.time[seat] = position


@kernel
def dies_now(state, seat):
    """Is this the seat whose death is being settled?"""
    return state.num_pending > 0 and top_arg(state) == seat


@kernel
def mortal_generation(state, seat):
    """R14.1: the lowest generation with a visible member, or NONE; A1: not with a lower one in the black bag."""
    for generation in range(E.NUM_GENERATIONS):
        for place in range(E.NUM_VISIBLE):
            if state.members[seat, generation, place] > 0:
                return generation
        if state.strict_lowest_invisible_saves and state.members[seat, generation, PLACE.black_bag] > 0:
            return E.NONE
    return E.NONE


@kernel
def bury(state, category):
    """R14.4, R15.4: the grave of somebody who dies: chronicle, else cemetery, else none (REMOVED)."""
    if category != E.NONE and state.chronicle_open[category] > 0:
        state.chronicle_open[category] -= 1
        return PLACE.chronicle + category
    if state.cemetery_open > 0:
        state.cemetery_open -= 1
        return PLACE.cemetery
    return PLACE.removed


@kernel
def graves_are_full(state):
    """R15.1: is the last open space of the chronicle, or of the cemetery, filled?"""
    if state.cemetery_open == 0:
        return True
    for category in range(CATEGORY.COUNT):
        if state.chronicle_open[category] > 0:
            return False
    return True


@kernel
def die(state, seat, place):
    """R14: a member of the lowest visible generation dies at a place; this may trigger the end."""
    generation = mortal_generation(state, seat)
    grave = bury(state, CATEGORY_OF_PLACE[place])
    move_member(state, seat, generation, place, grave)
    if not state.end_triggered and graves_are_full(state):
        state.end_triggered = 1
        give_last_turns(state, seat)


@kernel
def give_last_turns(state, seat):
    """R15.2, R15.5, R19.7: who has a last turn after this seat has triggered the end.

    In a market day, the initiator has had his last turn if he triggered the end himself; if another did, all have
    one. In the solo mode only a market day of Carla's leaves the human a last turn.
    """
    own_turn = not state.market_open or seat == state.initiator
    for other in range(state.num_seats):
        state.last_turn[other] = 1
    if own_turn:
        state.last_turn[seat] = 0
