"""Answers to the decisions of the modules: simple rules, by what things are worth elsewhere."""

from __future__ import annotations

import numpy as np

from eurogym.agents.castles_of_burgundy.tiles import effect_later
from eurogym.agents.castles_of_burgundy.weights import W
from eurogym.agents.castles_of_burgundy.worth import (
    cover_gain,
    die_worth,
    goods_gain,
    turns_after,
    workers_worth,
)
from eurogym.agents.framework.legal import first_legal
from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.actions import E8, SHIELDS, VINEYARDS, A
from eurogym.envs.castles_of_burgundy.duchy import spaces_for
from eurogym.envs.castles_of_burgundy.enums import KIND, D
from eurogym.envs.castles_of_burgundy.more_tables import SH, SHIELD_VP
from eurogym.envs.castles_of_burgundy.shields import (
    FROM_BLACK,
    FROM_INNS,
    FROM_SHOP,
    kind_offered,
    shield_at,
    shield_cost,
)
from eurogym.envs.castles_of_burgundy.vineyards import group_points
from eurogym.envs.core.compile import kernel
from eurogym.envs.core.flow import top_arg

TRIBUTE = 1.3  # points that paying once for a shield costs
BOTH_DICE = 4.0  # points above what both dice fetch from which on a shield is taken


# --- MAIN: what takes the place of a plan ---------------------------------------------------------------------------


@kernel
def choose_special(state, mask, w):
    """MAIN: a name for shield 6, a shield for both dice, a double tile; -1 for a plan as ever."""
    if state.shields:
        action = choose_name(state, mask, 2)
        if action < 0:
            action = choose_shield(state, mask, w)
        if action >= 0:
            return action
    return choose_double(state, mask) if state.vineyards else -1


@kernel
def choose_name(state, mask, least):
    """Shield 6: the seat with most monasteries, if it has so many."""
    first = state.actions_shields + SHIELDS.name
    choice, best = -1, least - 1
    for relative in range(1, state.table_seats):
        if mask[first + relative - 1]:
            found = monasteries_of(state, (state.current_seat + relative) % state.table_seats)
            if found > best:
                best = found
                choice = first + relative - 1
    return choice


@kernel
def monasteries_of(state, seat):
    """Monasteries in the duchy of a seat."""
    found = 0
    for kind in range(E.FIRST_MONASTERY, E.NUM_KINDS):
        found += state.automa_kinds[kind] if seat >= state.num_seats else state.placed_kinds[seat, kind]
    return found


@kernel
def choose_shield(state, mask, w):
    """The shield with the best worth, if it is worth both dice."""
    seat = state.current_seat
    turns = turns_after(state)
    best = 2.0 * die_worth(turns, w) + BOTH_DICE
    choice = -1
    price = 1.0 * least_shield(state, seat)
    for place in range(E.NUM_DEPOTS * E.SHIELDS_PER_DEPOT):
        action = state.actions_shields + SHIELDS.shield + place
        if mask[action]:
            depot = place // E.SHIELDS_PER_DEPOT
            number = state.depot_shield[depot, place % E.SHIELDS_PER_DEPOT]
            workers = state.workers[seat]
            spent = workers - shield_cost(state, seat, depot)
            gain = SHIELD_VP[number] - TRIBUTE * (E.NUM_PHASES - state.phase) - price
            gain -= workers_worth(workers, turns, w) - workers_worth(spent, turns, w)
            gain += turns / 4.0 if number <= SH.copy_monasteries else turns / 6.0
            if gain > best:
                best = gain
                choice = action
    return choice


@kernel
def least_shield(state, seat):
    """Points of the shield that a further one would replace, 0 with a free castle."""
    least = 99
    for hexagon in range(E.NUM_HEXES):
        if state.tile[seat, hexagon] == KIND.castle:
            least = min(least, SHIELD_VP[shield_at(state, seat, hexagon)])
    return least


@kernel
def choose_double(state, mask):
    """A stored double tile is placed; one is taken while there is room and time, but not for a die: two dice and two
    storage positions cost more than its bonuses bring on average.
    """
    first = np.int64(state.actions_vineyards)
    for action in range(first + VINEYARDS.place_double, first + VINEYARDS.place_double_stop):
        if mask[action]:
            return action
    given = state.decision == D.DBL
    if given and turns_after(state) > 0 and free_positions(state) >= 2 and not has_stored_double(state):
        for action in range(first + VINEYARDS.take_double, first + VINEYARDS.take_double_stop):
            if mask[action]:
                return action
    return -1


@kernel
def free_positions(state):
    """Empty ones of the usual storage positions."""
    found = 0
    for position in range(E.NUM_STORAGE):
        found += state.storage[state.current_seat, position] == E.EMPTY
    return found


@kernel
def has_stored_double(state):
    """Is a double tile stored?"""
    for position in range(E.NUM_STORAGE):
        if state.storage[state.current_seat, position] >= E.FIRST_DOUBLE:
            return True
    return False


# --- decisions of modules ---------------------------------------------------------------------------------------------


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
        return choose_spot(state, seat)
    if decision == D.SHIP_TYPE:
        return choose_type(state, mask, w)
    if decision == D.SHIELD_TILE:
        return choose_last_tile(state, mask, w)
    if decision == D.SHIELD_SPACE and top_arg(state) < FROM_SHOP:
        return choose_last_space(state, mask, kind_offered(state, top_arg(state)), w)
    if decision == D.TRIBUTE:
        return first_legal(
            mask, state.actions_shields + SHIELDS.pay_silver, state.actions_shields + SHIELDS.give_up_stop
        )
    if decision == D.NAME_PLAYER:
        return choose_name(state, mask, 0)
    if decision == D.VINE_BONUS:
        return first_legal(
            mask, state.actions_vineyards + VINEYARDS.bonus, state.actions_vineyards + VINEYARDS.bonus_stop
        )
    if decision == D.VINE_TILE:
        return choose_vine(state, mask, seat)
    if decision == D.BLACK:
        return choose_last_tile(state, mask, w) if free_positions(state) > 0 else A.pass_
    if decision == D.DBL:
        return choose_double(state, mask) if free_positions(state) >= 2 else A.pass_
    return -1


@kernel
def choose_spot(state, seat):
    """SHIELD_SPOT: a castle without a shield, else that of the least one."""
    choice, least = -1, 99
    for hexagon in range(E.NUM_HEXES):
        if state.tile[seat, hexagon] == KIND.castle:
            points = SHIELD_VP[shield_at(state, seat, hexagon)]
            if points < least:
                least = points
                choice = state.actions_shields + SHIELDS.spot + hexagon
    return choice


@kernel
def choose_type(state, mask, w):
    """SHIP_TYPE: the goods that gain most."""
    seat = state.current_seat
    choice, best = A.pass_, 0.0
    for goods in range(E.NUM_GOODS):
        if mask[A.goods + goods]:
            number = 0
            for depot in range(E.NUM_DEPOTS):
                number += state.depot_goods[depot, goods]
            gain = goods_gain(state, seat, goods, number, turns_after(state), w)
            if gain > best:
                best = gain
                choice = A.goods + goods
    return choice


@kernel
def choose_last_tile(state, mask, w):
    """SHIELD_TILE, BLACK: the tile with the best space, or none."""
    choice, best = A.pass_, 0.0
    for source in range(FROM_INNS):
        action = A.take + source if source < FROM_BLACK else A.buy + source - FROM_BLACK
        if mask[action]:
            gain = best_space(state, kind_offered(state, source), w)
            if gain > best:
                best = gain
                choice = action
    return choice


@kernel
def space_gain(state, kind, hexagon, w):
    """Gain of a tile on a hex."""
    seat, turns = state.current_seat, turns_after(state)
    covered = state.covered[seat]
    gain = cover_gain(state, seat, hexagon, covered, turns, w)
    return gain + effect_later(state, seat, kind, hexagon, covered, turns, w)


@kernel
def best_space(state, kind, w):
    """Best gain of a tile on an open hex of its colour."""
    seat = state.current_seat
    best = 0.0
    for hexagon in range(E.NUM_HEXES):
        if (spaces_for(state, seat, kind) >> hexagon) & 1:
            best = max(best, space_gain(state, kind, hexagon, w))
    return best


@kernel
def choose_last_space(state, mask, kind, w):
    """SHIELD_SPACE: the best hex."""
    choice, best = -1, -1e9
    for hexagon in range(E.NUM_HEXES):
        if mask[A.place + hexagon]:
            gain = space_gain(state, kind, hexagon, w)
            if gain > best:
                best = gain
                choice = A.place + hexagon
    return choice


@kernel
def choose_vine(state, mask, seat):
    """VINE_TILE: the kind that adds most points as the vineyard stands."""
    choice, best = -1, -1
    for kind in range(E.NUM_VINES):
        action = state.actions_vineyards + VINEYARDS.vine + kind
        if mask[action]:
            tiles = state.vine_tiles[seat, kind]
            gain = group_points(state, seat, kind, tiles + 1) - group_points(state, seat, kind, tiles)
            if gain > best:
                best = gain
                choice = action
    return choice
