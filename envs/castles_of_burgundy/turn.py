"""Die actions, free actions and costs of a player's turn (R5-R8, R10, R12.1, R13)."""

from __future__ import annotations

from envs.castles_of_burgundy import enums as E
from envs.castles_of_burgundy.depots import store, take_from_black, take_from_depot, unstore
from envs.castles_of_burgundy.effects import place
from envs.castles_of_burgundy.nodes import pop, top_arg
from envs.castles_of_burgundy.tables import COLOUR_OF, COST, HEX_DIE
from envs.castles_of_burgundy.trade import sell
from envs.core.compile import kernel


@kernel
def free_step_for(state, seat, kind):
    """R12.1: 1 where monastery 9, 10 or 11 changes the die by one for placing this tile; never for a joker."""
    colour = COLOUR_OF[kind]
    if colour == E.BUILDING:
        return state.owns[seat, E.M_DIE_BUILDING]
    if colour == E.LIVESTOCK or colour == E.SHIP:
        return state.owns[seat, E.M_DIE_SHIP_LIVESTOCK]
    if colour == E.ANY_COLOUR:
        return E.M_TOWNS * 0
    return state.owns[seat, E.M_DIE_OTHERS]


@kernel
def spend_die(state, die, wanted, free):
    """R5.1, R12.1: in MAIN a die is used and its workers are paid; elsewhere the node's free action is used up."""
    if state.decision != E.MAIN:
        pop(state)
        return
    seat = state.current_seat
    state.used[seat, die] = 1
    if wanted > 0:
        cost = COST[state.dice[seat, die], wanted, free, state.owns[seat, E.M_TWO_STEPS]]
        state.workers[seat] -= cost


@kernel
def take_tile(state, die, depot, slot):
    """R6: a tile of a depot enters the storage; also the effect of market, carpenter and church."""
    seat = state.current_seat
    spend_die(state, die, depot + 1, state.owns[seat, E.M_DIE_TAKE])
    store(state, seat, take_from_depot(state, depot, slot))


@kernel
def place_stored(state, die, position, hexagon):
    """R8: a stored tile goes into the duchy."""
    seat = state.current_seat
    kind = unstore(state, seat, position)
    spend_die(state, die, HEX_DIE[state.board[seat], hexagon], free_step_for(state, seat, kind))
    place(state, seat, hexagon, kind)


@kernel
def sell_stack(state, die, goods):
    """R7 by a die, a castle or a warehouse."""
    spend_die(state, die, goods + 1, 0)
    sell(state, state.current_seat, goods)


@kernel
def take_workers(state, die):
    """R13, monasteries 13 and 14."""
    seat = state.current_seat
    spend_die(state, die, 0, 0)
    state.workers[seat] += 4 if state.owns[seat, E.M_WORKERS_FOUR] else 2
    state.silver[seat] += state.owns[seat, E.M_WORKERS_SILVER]


@kernel
def can_buy(state, seat):
    """R10.1: two silver, and no purchase yet in this turn."""
    return not state.bought and state.silver[seat] >= 2


@kernel
def can_hire(state, seat):
    """Monastery 6: two workers, once in a turn."""
    return state.owns[seat, E.M_HIRE] == 1 and not state.hired and state.workers[seat] >= 2


@kernel
def buy(state, slot):
    """R10.1: a tile of the black depot for 2 silver."""
    seat = state.current_seat
    state.bought = 1
    state.silver[seat] -= 2
    store(state, seat, take_from_black(state, slot))


@kernel
def hire(state, depot, slot):
    """Monastery 6: a building of a numbered depot for 2 workers."""
    seat = state.current_seat
    state.hired = 1
    state.workers[seat] -= 2
    store(state, seat, take_from_depot(state, depot, slot))


@kernel
def discard(state, position):
    """R6.2: a stored tile leaves the game, the tile being taken gets its place (S9.5: the joker comes later)."""
    kind = top_arg(state)
    pop(state)
    state.storage[state.current_seat, position] = kind
