"""Shields (SH): what they are worth, when one is taken, where it is put, and the decisions that shields bring."""

from __future__ import annotations

import numpy as np

from eurogym.agents.castles_of_burgundy import plan
from eurogym.agents.castles_of_burgundy.tiles import effect_later, stored_tiles, stored_worths
from eurogym.agents.castles_of_burgundy.vineyards import rest_of_turn
from eurogym.agents.castles_of_burgundy.weights import W
from eurogym.agents.castles_of_burgundy.worth import (
    ALL_TURNS,
    cover_gain,
    goods_gain,
    turns_after,
    workers_worth,
)
from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.actions import SHIELDS, A
from eurogym.envs.castles_of_burgundy.declare.enums import KIND, D
from eurogym.envs.castles_of_burgundy.declare.tables import SH, SHIELD_VP
from eurogym.envs.castles_of_burgundy.rules.duchy import spaces_for
from eurogym.envs.castles_of_burgundy.rules.scoring import scoring_monasteries
from eurogym.envs.castles_of_burgundy.rules.shields import kind_offered, shield_at, shield_cost
from eurogym.envs.core.compile.kernels import kernel

COPIED = 2.5  # points of a monastery that shield 6 copies early in the game
SET_DIE = 1.0  # points by which another number of a die must be better


@kernel
def choose_name(state, mask, least):
    """Shield 6: the seat with most monasteries, if it has so many; else -1."""
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
def shield_worth(state, seat, number, turns, w):
    """Worth of a shield in the duchy for the rest of the game, its tribute taken off."""
    left = E.NUM_PHASES - state.phase  # ends of phases to come
    worth = SHIELD_VP[number] - w[W.TRIBUTE] * left
    if state.shield[seat, SH.double_shield_vp_end] > 0:
        worth += SHIELD_VP[number]
    if number == SH.phase_end_place_from_depot or number == SH.phase_end_place_from_black:
        return worth + w[W.SHIELD_TILES] * left
    if number == SH.double_shield_vp_end:
        for other in range(1, E.NUM_SHIELDS + 1):
            if other != number and state.shield[seat, other] > 0:
                worth += SHIELD_VP[other]
    elif number == SH.double_monastery_vp_end:
        points = 1.0 * scoring_monasteries(state, seat)
        worth += 0.5 * points if state.shield[seat, number] > 0 else points
    elif number == SH.copy_monasteries:
        most = 0
        for other in range(state.table_seats):
            if other != seat:
                most = max(most, monasteries_of(state, other))
        worth += COPIED * most * turns / (turns + 6.0)
    elif number == SH.double_mine_silver:
        worth += 1.5 * left * state.placed_kinds[seat, KIND.mine]
    return worth


@kernel
def cost_of_time(number, turns, w):
    """Return what taking a shield costs beside its dice: both build more early in the game."""
    if number == SH.phase_end_place_from_depot or number == SH.phase_end_place_from_black:
        return 0.0
    return w[W.SHIELD_EARLY] * turns / ALL_TURNS


@kernel
def shields_worth(state, seat, turns, w):
    """Worth of all shields of a seat."""
    worth = 0.0
    for number in range(1, E.NUM_SHIELDS + 1):
        if state.shield[seat, number] > 0:
            worth += shield_worth(state, seat, number, turns, w)
    return worth


@kernel
def least_shield(state, seat, free, turns, w):
    """Return the castle whose shield is worth least, one without a shield being worth `free`. (hexagon or -1, worth)"""
    found, least = -1, 1e9
    for hexagon in range(E.NUM_HEXES):
        if state.tile[seat, hexagon] == KIND.castle:
            number = shield_at(state, seat, hexagon)
            worth = shield_worth(state, seat, number, turns, w) if number > 0 else free
            if worth < least:
                found, least = hexagon, worth
    return found, least


@kernel
def plan_with_shields(state, mask, choice, best, w):
    """MAIN, EXTRA: a shield where it gains more than `best`, the gain of `choice`; shield 16 before the plan.

    (action, gain)
    """
    seat, turns = state.current_seat, turns_after(state)
    best += w[W.SHIELD_MARGIN]
    _, price = least_shield(state, seat, 0.0, turns, w)  # what a further shield would replace
    taken = False
    for place in range(E.NUM_DEPOTS * E.SHIELDS_PER_DEPOT):
        action = state.actions_shields + SHIELDS.shield + place
        if mask[action]:
            depot = place // E.SHIELDS_PER_DEPOT
            number = np.int64(state.depot_shield[depot, place % E.SHIELDS_PER_DEPOT])
            gain = shield_worth(state, seat, number, turns, w) - price - cost_of_time(number, turns, w)
            if state.decision == D.MAIN:
                workers = state.workers[seat]
                spent = workers - shield_cost(state, seat, depot)
                gain -= workers_worth(workers, turns, w) - workers_worth(spent, turns, w)
            if gain > best:
                choice, best, taken = action, gain, True
    if (
        not taken
        and state.decision == D.MAIN
        and state.shield[seat, SH.set_one_die] > 0
        and not state.die_set
    ):
        action = choose_die(state, mask, turns, w)
        if action >= 0:
            choice = action
    return choice, best - w[W.SHIELD_MARGIN]


@kernel
def choose_die(state, mask, turns, w):
    """Shield 16: another number for a die, where it fetches more; else -1."""
    seat = state.current_seat
    stored = stored_tiles(state, seat)
    holds = stored_worths(state, seat, turns, w)
    least = plan.least_held(holds, state, seat)
    tiles = plan.all_tiles(state, seat, stored, least, turns, w)
    first, second = plan.depot_offers(tiles, False), plan.depot_offers(tiles, True)
    known = plan.known_of_turn(state, seat, holds, first, second, turns, w)
    workers = state.workers[seat]
    choice, best = -1, SET_DIE
    for die in range(E.NUM_DICE):
        if state.used[seat, die]:
            continue
        before = plan.NOTHING
        for number in range(E.DIE_SIDES):
            action = state.actions_shields + SHIELDS.set_die + die * E.DIE_SIDES + number
            if mask[action]:
                if before == plan.NOTHING:
                    shown = np.int64(state.dice[seat, die])
                    before = rest_of_turn(state, seat, shown, workers, known, turns, w)
                gain = rest_of_turn(state, seat, number + 1, workers, known, turns, w) - before
                if gain > best:
                    choice, best = action, gain
    return choice


@kernel
def choose_spot(state, seat, w):
    """SHIELD_SPOT: a castle without a shield, else that of the least one."""
    hexagon, _ = least_shield(state, seat, -1e6, turns_after(state), w)
    return state.actions_shields + SHIELDS.spot + hexagon if hexagon >= 0 else -1


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
    for source in range(E.FROM_INNS):
        action = A.take + source if source < E.FROM_BLACK else A.buy + source - E.FROM_BLACK
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
