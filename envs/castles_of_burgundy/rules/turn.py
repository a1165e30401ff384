"""Die actions, free actions and costs of a player's turn (R5-R8, R10, R12.1, R13)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, STEP, D, M
from eurogym.envs.castles_of_burgundy.declare.tables import CASTLE_PRICE, TRADE_SILVER, TRADE_WORKERS
from eurogym.envs.castles_of_burgundy.rules import depots, vineyards
from eurogym.envs.castles_of_burgundy.rules.effects import place
from eurogym.envs.castles_of_burgundy.rules.numbers import monastery_number
from eurogym.envs.castles_of_burgundy.rules.points import gain_workers
from eurogym.envs.castles_of_burgundy.rules.trade import sell
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import pop, top_arg

# --- what a die costs -----------------------------------------------------------------------------------------


@kernel
def free_step_for(state, seat, kind):
    """R12.1: 1 where monastery 9, 10 or 11 changes the die by one for placing this tile; never for a joker."""
    colour = T.COLOUR_OF[kind]
    if colour == COLOUR.building:
        return state.owns[seat, M.DIE_BUILDING]
    if colour == COLOUR.livestock or colour == COLOUR.ship:
        return state.owns[seat, M.DIE_SHIP_LIVESTOCK]
    if colour == E.ANY_COLOUR:
        return 0
    return state.owns[seat, M.DIE_OTHERS]


@kernel
def cost_to_take(state, seat, value, depot):
    """R6, R12.1: workers that taking a tile of a depot costs with a die of this value."""
    return T.COST[value, depot + 1, state.owns[seat, M.DIE_TAKE], state.owns[seat, M.TWO_STEPS]]


@kernel
def cost_to_place(state, seat, value, kind, hexagon):
    """R8, R12.1: workers that placing a tile on a hex costs with a die of this value."""
    wanted = state.team_die[hexagon] if state.team else T.HEX_DIE[state.board[seat], hexagon]
    return T.COST[value, wanted, free_step_for(state, seat, kind), state.owns[seat, M.TWO_STEPS]]


@kernel
def cost_to_sell(state, seat, value, goods):
    """R7, R12.1: workers that selling a type of goods costs with a die of this value."""
    return T.COST[value, goods + 1, 0, state.owns[seat, M.TWO_STEPS]]


@kernel
def workers_of_die(state, seat):
    """R13, monastery 14: workers that a die fetches."""
    return monastery_number(state, M.WORKERS_FOUR) if state.owns[seat, M.WORKERS_FOUR] else T.DIE_WORKERS


@kernel
def value_of(state, seat, die):
    """Return what a die shows; in WHITE_ACTION the white die is used as one (E5.4)."""
    return state.white if state.decision == D.WHITE_ACTION else state.dice[seat, die]


@kernel
def spend_die(state, die, cost):
    """R5.1: in MAIN a die is used and its workers are paid; elsewhere the free action that pends is used up."""
    if state.decision == D.MAIN:
        state.used[state.current_seat, die] = 1
        state.workers[state.current_seat] -= cost
    else:
        if state.decision == D.WHITE_ACTION:
            state.workers[state.current_seat] -= cost
        pop(state)


# --- die actions ----------------------------------------------------------------------------------------------


@kernel
def take_tile(state, die, depot, slot):
    """R6: a tile of a depot enters the storage; also the effect of market, carpenter and church."""
    seat = state.current_seat
    spend_die(state, die, cost_to_take(state, seat, value_of(state, seat, die), depot))
    depots.store(state, seat, depots.take_from_depot(state, depot, slot))


@kernel
def place_stored(state, die, position, hexagon):
    """R8: a stored tile goes into the duchy."""
    seat = state.current_seat
    kind = depots.unstore(state, seat, position)
    spend_die(state, die, cost_to_place(state, seat, value_of(state, seat, die), kind, hexagon))
    place(state, seat, hexagon, kind)


@kernel
def sell_stack(state, die, goods):
    """R7 by a die, a castle or a warehouse."""
    seat = state.current_seat
    spend_die(state, die, cost_to_sell(state, seat, value_of(state, seat, die), goods))
    sell(state, seat, goods)


@kernel
def take_workers(state, die):
    """R13, monasteries 13 and 14."""
    seat = state.current_seat
    spend_die(state, die, 0)
    gain_workers(state, seat, workers_of_die(state, seat))
    if state.owns[seat, M.WORKERS_SILVER]:
        state.silver[seat] += monastery_number(state, M.WORKERS_SILVER)


# --- free actions ---------------------------------------------------------------------------------------------


@kernel
def can_buy(state, seat):
    """R10.1: the price, and no purchase yet in this turn."""
    return state.step == STEP.TURN and not state.bought and state.silver[seat] >= T.BLACK_PRICE


@kernel
def can_hire(state, seat):
    """Monastery 6: its price in workers, once in a turn."""
    in_turn = state.step == STEP.TURN
    return (
        in_turn and state.owns[seat, M.HIRE] == 1 and not state.hired and state.workers[seat] >= T.HIRE_PRICE
    )


@kernel
def can_trade(state, seat):
    """Monastery 28: its price in silver (E2.3)."""
    return state.extended == 1 and state.owns[seat, M.TRADE] == 1 and state.silver[seat] >= TRADE_SILVER


@kernel
def can_retrieve(state, seat):
    """E1.3c: both dice unused, points to lose, and a castle that was cleared from the board."""
    unused = not state.used[seat, 0] and not state.used[seat, 1]
    return state.castle_pile > 0 and unused and state.vp[seat] >= CASTLE_PRICE


@kernel
def pay_purchase(state):
    """R10.1, E6.2: the price of the turn's one purchase."""
    state.bought = 1
    state.silver[state.current_seat] -= T.BLACK_PRICE


@kernel
def buy(state, slot):
    """R10.1: a tile of the black depot is bought."""
    pay_purchase(state)
    depots.store(state, state.current_seat, depots.take_from_black(state, slot))


@kernel
def buy_inn(state):
    """E6.2: an inn is bought."""
    pay_purchase(state)
    take_inn(state)


@kernel
def take_inn(state):
    """An inn enters the storage."""
    state.inns -= 1
    depots.store(state, state.current_seat, np.int64(KIND.inn))


@kernel
def trade(state):
    """E2.3: monastery 28."""
    seat = state.current_seat
    state.silver[seat] -= TRADE_SILVER
    gain_workers(state, seat, TRADE_WORKERS)


@kernel
def buy_double(state, position):
    """E11.11: a double tile of the shop is bought."""
    pay_purchase(state)
    depots.store_double(state, state.current_seat, vineyards.take_from_shop(state, position))


@kernel
def take_double(state, die, position):
    """E11.7: a double tile of the depot enters the storage."""
    seat = state.current_seat
    spend_die(state, die, vineyards.cost_to_take_double(state, seat, value_of(state, seat, die), position))
    depots.store_double(state, seat, vineyards.take_from_double_depot(state, position))


@kernel
def place_stored_double(state, die, position, space, turned):
    """E11.8: a stored double tile goes into the vineyard."""
    seat = state.current_seat
    double = depots.unstore(state, seat, position) - E.FIRST_DOUBLE
    value = value_of(state, seat, die)
    spend_die(state, die, T.COST[value, state.vine_die[space], 0, state.owns[seat, M.TWO_STEPS]])
    vineyards.place_double(state, seat, double, space, turned)


@kernel
def retrieve_castle(state):
    """E1.3c: both dice and points for a castle tile."""
    seat = state.current_seat
    state.used[seat, 0] = 1
    state.used[seat, 1] = 1
    state.vp[seat] -= CASTLE_PRICE
    state.castle_pile -= 1
    depots.store(state, seat, np.int64(KIND.castle))


@kernel
def hire(state, depot, slot):
    """Monastery 6: a building of a numbered depot for workers."""
    seat = state.current_seat
    state.hired = 1
    state.workers[seat] -= T.HIRE_PRICE
    depots.store(state, seat, depots.take_from_depot(state, depot, slot))


@kernel
def discard(state, position):
    """R6.2: a stored tile leaves the game, the tile being taken gets its place (S9.5: the joker comes later).

    E0.11: when shield 4 is lost no tile comes, and tiles go until the rest fits.
    """
    seat = state.current_seat
    kind = top_arg(state)
    depots.unstore(state, seat, position)
    if kind == E.SHRINK:
        if depots.spaces_filled(state, seat) <= E.NUM_STORAGE:
            pop(state)
            depots.close_up(state, seat)
        return
    pop(state)
    if kind >= E.FIRST_DOUBLE:
        depots.store_double(state, seat, kind - E.FIRST_DOUBLE)
    else:
        state.storage[seat, position] = kind


@kernel
def set_die(state, die, value):
    """Shield 16: an unused die shows another number, once in a turn."""
    state.dice[state.current_seat, die] = value
    state.die_set = 1
