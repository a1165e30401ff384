"""Answers to the decisions of the modules: simple rules, by what things are worth elsewhere."""

from __future__ import annotations

from eurogym.agents.castles_of_burgundy.shields import choose_name, choose_spot, plan_with_shields
from eurogym.agents.castles_of_burgundy.tiles import effect_later
from eurogym.agents.castles_of_burgundy.vines import choose_bonus, choose_given_double, plan_with_vines
from eurogym.agents.castles_of_burgundy.weights import W
from eurogym.agents.castles_of_burgundy.worth import cover_gain, goods_gain, turns_after
from eurogym.agents.framework.legal import first_legal
from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.actions import E8, SHIELDS, VINEYARDS, A
from eurogym.envs.castles_of_burgundy.declare.enums import D
from eurogym.envs.castles_of_burgundy.rules import shields
from eurogym.envs.castles_of_burgundy.rules.duchy import spaces_for
from eurogym.envs.castles_of_burgundy.rules.vineyards import group_points
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import top_arg

# --- the turn ---------------------------------------------------------------------------------------------------------


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
        return choose_spot(state, seat, w)
    if decision == D.SHIP_TYPE:
        return choose_type(state, mask, w)
    if decision == D.SHIELD_TILE:
        return choose_last_tile(state, mask, w)
    if decision == D.SHIELD_SPACE and top_arg(state) < shields.FROM_SHOP:
        return choose_last_space(state, mask, shields.kind_offered(state, top_arg(state)), w)
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
    for source in range(shields.FROM_INNS):
        action = A.take + source if source < shields.FROM_BLACK else A.buy + source - shields.FROM_BLACK
        if mask[action]:
            gain = best_space(state, shields.kind_offered(state, source), w)
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
