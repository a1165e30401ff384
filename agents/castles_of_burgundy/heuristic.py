"""The Burgundy heuristic: one kernel that answers every decision.

It gives every legal action a value in points and takes the best. A turn is planned with both dice. It reads only
what lies open: all of the state but the order of the supplies, of later goods and of the Châteauma's deck.
"""

from __future__ import annotations

from eurogym.agents.castles_of_burgundy.plan import choose_crane, choose_pick, choose_town_hall, plan_turn
from eurogym.agents.castles_of_burgundy.shields import (
    choose_last_space,
    choose_last_tile,
    choose_name,
    choose_spot,
    choose_type,
    plan_with_shields,
)
from eurogym.agents.castles_of_burgundy.solo import choose_solo
from eurogym.agents.castles_of_burgundy.team import choose_in_team
from eurogym.agents.castles_of_burgundy.tiles import stored_worths
from eurogym.agents.castles_of_burgundy.vineyards import (
    choose_bonus,
    choose_given_double,
    choose_vine,
    plan_with_vines,
)
from eurogym.agents.castles_of_burgundy.weights import IGNORING_WEIGHTS, WEIGHTS, W
from eurogym.agents.castles_of_burgundy.worth import (
    LAST_ROUND,
    area_points_then,
    area_promise,
    cargo_worth,
    goods_gain,
    sale_gain,
    ship_worth,
    turns_after,
)
from eurogym.agents.framework.legal import first_legal
from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.actions import E8, SHIELDS, A
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, D
from eurogym.envs.castles_of_burgundy.rules.shields import kind_offered
from eurogym.envs.core.compile.bits import lowest_bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import top_arg


@kernel
def choose_start(state, w):
    """START_CASTLE: the castle hex with the best hexes around."""
    seat = state.current_seat
    board = state.board[seat]
    choice = -1
    best = -1e9
    hexes = T.COLOUR_HEXES[board, COLOUR.castle]
    while hexes != 0:
        hexagon = lowest_bit(hexes)
        hexes &= hexes - 1
        size = T.AREA_SIZE[board, hexagon]
        gain = area_promise(state, COLOUR.castle, size, size - 1, LAST_ROUND, w) if size > 1 else 0.0
        numbers = 0
        nearby = T.NEIGHBOURS[board, hexagon]
        while nearby != 0:
            other = lowest_bit(nearby)
            nearby &= nearby - 1
            if numbers >> T.HEX_DIE[board, other] & 1 == 0:
                gain += w[W.START_OPEN]
            numbers |= 1 << T.HEX_DIE[board, other]
            size = T.AREA_SIZE[board, other]
            gain += w[W.START_AREA] * (
                area_points_then(state, 1, LAST_ROUND)
                if size == 1
                else area_promise(state, T.HEX_COLOUR[board, other], size, 1, LAST_ROUND, w) / size
            )
        if gain > best:
            best = gain
            choice = A.place + hexagon
    return choice


@kernel
def choose_sale(state, mask, w):
    """SALE: the stack with the best gain, or none."""
    seat = state.current_seat
    choice = A.pass_
    best = 0.0
    for goods in range(E.NUM_GOODS):
        if mask[A.sell + goods]:
            gain = sale_gain(state, seat, goods, turns_after(state), w)
            if gain > best:
                best = gain
                choice = A.sell + goods
    return choice


@kernel
def choose_depot(state, mask, w):
    """SHIP_DEPOT, SHIP_ADJ: the depot with the best cargo, with monastery 5 the better neighbour counted."""
    seat = state.current_seat
    turns = turns_after(state)
    choice = A.pass_ if mask[A.pass_] else -1
    best = -1.0
    for depot in range(E.NUM_DEPOTS):
        if mask[A.depot + depot]:
            if state.decision == D.SHIP_DEPOT:
                worth = ship_worth(state, seat, depot, turns, w)
            else:
                worth = cargo_worth(state, seat, depot, turns, w)
            if worth > best:
                best = worth
                choice = A.depot + depot
    return choice


@kernel
def choose_goods(state, mask, w):
    """GOOD: the most valuable new type."""
    seat = state.current_seat
    depot = top_arg(state)
    choice = -1
    best = -1.0
    for goods in range(E.NUM_GOODS):
        if mask[A.goods + goods]:
            gain = goods_gain(state, seat, goods, state.depot_goods[depot, goods], turns_after(state), w)
            if gain > best:
                best = gain
                choice = A.goods + goods
    return choice


@kernel
def choose_discard(state, w):
    """DISCARD: the stored tile that will be missed least."""
    holds = stored_worths(state, state.current_seat, turns_after(state), w)
    least = 0
    for position in range(1, E.NUM_STORAGE):
        if holds[position] < holds[least]:
            least = position
    return A.discard + least


@kernel
def plan_with_modules(state, mask, choice, best, holds, offers, w):
    """MAIN, EXTRA, WHITE_ACTION: what the modules offer beside the plan `choice`, which gains `best` (`plan_turn`)."""
    if state.shields and state.decision == D.MAIN:
        action = choose_name(state, mask, 2)
        if action >= 0:
            return action
    if state.vineyards:
        choice, best = plan_with_vines(state, mask, choice, best, holds, offers, w)
    if state.shields:
        choice, best = plan_with_shields(state, mask, choice, best, w)
    return choice


@kernel
def free_positions(state):
    """Empty ones of the usual storage positions."""
    found = 0
    for position in range(E.NUM_STORAGE):
        found += state.storage[state.current_seat, position] == E.EMPTY
    return found


@kernel
def choose_of_module(state, mask, w):
    """Any decision of a module but CRANE_EFFECT and WHITE_ACTION; -1 where the first legal action does."""
    decision = state.decision
    seat = state.current_seat
    if w[W.MODULES] == 0.0:
        return A.pass_
    if decision == D.ROUTE_FREE:
        return state.actions_e8 + E8.free_action
    if decision == D.SHIELD_SPOT:
        return choose_spot(state, seat, w)
    if decision == D.SHIP_TYPE:
        return choose_type(state, mask, w)
    if decision == D.SHIELD_TILE:
        return choose_last_tile(state, mask, w)
    if decision == D.SHIELD_SPACE and top_arg(state) < E.FROM_SHOP:
        return choose_last_space(state, mask, kind_offered(state, top_arg(state)), w)
    if decision == D.TRIBUTE:
        return first_legal(
            mask, state.actions_shields + SHIELDS.pay_silver, state.actions_shields + SHIELDS.give_up_stop
        )
    if decision == D.NAME_PLAYER:
        return choose_name(state, mask, 0)
    if decision == D.VINE_BONUS:
        return choose_bonus(state, mask)
    if decision == D.VINE_TILE:
        return choose_vine(state, mask, seat)
    if decision == D.BLACK:
        return choose_last_tile(state, mask, w) if free_positions(state) > 0 else A.pass_
    if decision == D.DBL:
        return choose_given_double(state, mask, w)
    return -1


@kernel
def choose_weighted(state, mask, rng, w):
    """Return a legal action by the weights `w`, float64 of a column of weights.py; uses no random numbers.

    The entry of `training.learn.tuning`, which plays with weights of its own; :func:`choose` has the shipped ones.
    """
    decision = state.decision
    action = -1
    if state.team:
        action = choose_in_team(state, mask, w)
        if action >= 0:
            return action
    if decision == D.MAIN or decision == D.EXTRA or decision == D.WHITE_ACTION:
        action, gain, holds, offers = plan_turn(state, mask, w)
        if state.extended and w[W.MODULES] > 0.0:
            action = plan_with_modules(state, mask, action, gain, holds, offers, w)
    elif decision == D.TOWNHALL:
        action = choose_town_hall(state, mask, w)
    elif decision == D.PICK:
        action = choose_pick(state, mask, w)
    elif decision == D.SALE:
        action = choose_sale(state, mask, w)
    elif decision == D.SHIP_DEPOT or decision == D.SHIP_ADJ:
        action = choose_depot(state, mask, w)
    elif decision == D.GOOD:
        action = choose_goods(state, mask, w)
    elif decision == D.DISCARD:
        action = choose_discard(state, w)
    elif decision == D.START_CASTLE:
        action = choose_start(state, w)
    elif decision == D.SIDE:
        action = A.side
    elif decision == D.CRANE_EFFECT:
        action = choose_crane(state, mask, w)
    elif decision >= D.BASE:
        action = choose_of_module(state, mask, w)
    elif state.solo:
        action = choose_solo(state, mask, w)
    if action >= 0 and mask[action]:
        return action
    return first_legal(mask, 0, mask.shape[0])


@kernel
def table_row(state):
    """Row of WEIGHTS for the table that the game is played at."""
    if state.solo:
        return 4
    return 3 if state.automa else state.table_seats - 2


@kernel
def choose(state, mask, rng):
    """Return the heuristic with its shipped weights."""
    return choose_weighted(state, mask, rng, WEIGHTS[table_row(state)])


@kernel
def choose_without_modules(state, mask, rng):
    """Return the heuristic of the base game, whatever is in play: tiles of the modules are scrap, offers are
    declined.
    """
    return choose_weighted(state, mask, rng, IGNORING_WEIGHTS[table_row(state)])


VARIANTS = {"base": choose_without_modules}
