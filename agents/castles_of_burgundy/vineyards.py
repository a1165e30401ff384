"""The vineyard (VY): what double tiles are worth, and when they are taken, bought and placed.

A double tile is taken or bought to be placed in the same turn, where its bonuses and vines gain more than the plan for
the dice; one that is stored waits for that.
"""

from __future__ import annotations

import numpy as np

from eurogym.agents.castles_of_burgundy import plan
from eurogym.agents.castles_of_burgundy.tiles import (
    FREE_VALUE,
    HALVES,
    NO_HEXES,
    best_placing,
    best_sale,
    crowd_cost,
    double_worth,
    marginal_silver,
    marginal_worker,
    stored_tiles,
    stored_worths,
    taking_worth,
)
from eurogym.agents.castles_of_burgundy.weights import W
from eurogym.agents.castles_of_burgundy.worth import ALL_TURNS, spending, turns_after
from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.actions import VINEYARDS, A
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, D, M
from eurogym.envs.castles_of_burgundy.declare.tables import COST, DIE_WORKERS, VINE_BONUS
from eurogym.envs.castles_of_burgundy.rules import vineyards
from eurogym.envs.castles_of_burgundy.rules.vineyards import group_points
from eurogym.envs.core.compile.bits import count_bits
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import top_arg

PLACES = E.NUM_VINE_SPACES * HALVES  # of a stored double tile: space and orientation
NONE = -1

# --- vines ----------------------------------------------------------------------------------------------------------


@kernel
def vines_of(state, seat, kind):
    """Hexes of the vineyard with vines of a kind, as bits."""
    found = 0
    for hexagon in range(E.NUM_VINE_HEXES):
        if state.vineyard[seat, hexagon] == kind + 1:
            found |= 1 << hexagon
    return found


@kernel
def vines_worth(vines, tiles, part, w):
    """Worth of the vines of a kind with so many bonus tiles, of which two count; `part` of the game is left."""
    best, second = 0, 0
    while vines != 0:
        group, before = vines & -vines, 0
        while group != before:
            before = group
            for hexagon in range(E.NUM_VINE_HEXES):
                if group >> hexagon & 1:
                    group |= T.VINE_HEX_NEIGHBOURS[hexagon] & vines
        vines &= ~group
        size = count_bits(group)
        second = max(second, min(best, size))
        best = max(best, size)
    if tiles == 0:
        return w[W.VINE_OTHER] * part * T.VINE_VP[best]
    points = T.VINE_VP[best] + (T.VINE_VP[second] if tiles > 1 else 0)
    return points * (1.0 + w[W.VINE_GROWTH] * part)


@kernel
def tile_gain(state, seat, part, w):
    """Worth of a vine bonus tile, as the vineyard stands."""
    best = 0.0
    for kind in range(E.NUM_VINES):
        if state.vine_supply[kind] > 0:
            vines, tiles = vines_of(state, seat, kind), np.int64(state.vine_tiles[seat, kind])
            gain = vines_worth(vines, tiles + 1, part, w) - vines_worth(vines, tiles, part, w)
            best = max(best, gain)
    return best + w[W.VINE_LEVEL] * part


@kernel
def level_share(covered, level, turns):
    """Share of a bonus tile that the covered double spaces of a level promise, 0 where it is full."""
    spaces = T.LEVEL_SPACES[level]
    size, done = count_bits(spaces), count_bits(spaces & covered)
    return 0.0 if done == size else (done / size) ** 2 * turns / (turns + 4.0)


@kernel
def vineyard_worth(state, seat, turns, w):
    """Worth of a vineyard: its vines, and the levels that are not full yet."""
    part = turns / ALL_TURNS
    worth = 0.0
    for kind in range(E.NUM_VINES):
        vines = vines_of(state, seat, kind)
        if vines != 0:
            worth += vines_worth(vines, np.int64(state.vine_tiles[seat, kind]), part, w)
    covered = vineyards.vine_spaces(state, seat)
    if covered != 0:
        tile = tile_gain(state, seat, part, w)
        for level in range(T.NUM_LEVELS):
            worth += tile * level_share(covered, level, turns)
    return worth


@kernel
def laying_gain(state, seat, double, space, turned, tile, turns, w):
    """Return what a double tile on a space adds to the vineyard, its bonuses apart; `tile`: worth of a bonus tile."""
    part = turns / ALL_TURNS
    first, second = T.VINES_OF[double, turned], T.VINES_OF[double, 1 - turned]
    here = 1 << (HALVES * space)
    vines, tiles = vines_of(state, seat, first), np.int64(state.vine_tiles[seat, first])
    more = vines | here | (here << 1 if second == first else 0)
    gain = vines_worth(more, tiles, part, w) - vines_worth(vines, tiles, part, w)
    if second != first:
        vines, tiles = vines_of(state, seat, second), np.int64(state.vine_tiles[seat, second])
        gain += vines_worth(vines | here << 1, tiles, part, w) - vines_worth(vines, tiles, part, w)
    covered, level = vineyards.vine_spaces(state, seat), T.VINE_LEVEL[space]
    after = covered | 1 << space
    share = 1.0 if T.LEVEL_SPACES[level] & ~after == 0 else level_share(after, level, turns)
    return gain + tile * (share - level_share(covered, level, turns))


# --- bonuses --------------------------------------------------------------------------------------------------------


@kernel
def bonus_worths(state, seat, stored, least, holds, offers, turns, w):
    """Worth of the bonuses, by number, as a tuple; `stored` tiles are stored then, `offers` best tiles by colour."""
    animals = max(0.0, offers[COLOUR.ship], offers[COLOUR.livestock])
    building = max(0.0, offers[COLOUR.building])
    others = max(0.0, offers[COLOUR.mine], offers[COLOUR.monastery], offers[COLOUR.castle])
    sale = best_sale(state, seat, turns, w)
    covered, opened = state.covered[seat], state.open_hexes[seat]
    placed = max(0.0, best_placing(state, seat, FREE_VALUE, covered, opened, -1, holds, turns, w))
    action = max(animals, building, others, sale, placed, marginal_worker(state, seat, DIE_WORKERS, turns, w))
    black = 0.0
    for slot in range(E.NUM_BLACK_SLOTS):
        if state.black[slot] >= 0:
            black = max(
                black, taking_worth(state, seat, np.int64(state.black[slot]), stored, least, turns, w)
            )
    double = 0.0
    if stored <= E.NUM_STORAGE - HALVES:
        double = max(0.0, double_worth(turns, w) - crowd_cost(stored + HALVES, w) + crowd_cost(stored, w))
    workers = marginal_worker(state, seat, T.BONUS_WORKERS, turns, w)
    silver = marginal_silver(state, seat, T.BONUS_SILVER, turns, w)
    return (
        animals,
        building,
        others,
        action,
        placed,
        sale,
        workers,
        silver,
        1.0 * T.BONUS_VP_POINTS,
        black,
        double,
    )


@kernel
def best_spot_of_double(state, seat, double, value, workers, bonuses, tile, turns, w):
    """Return the best place (space and orientation) of a double tile with a die (FREE_VALUE: any number): place, gain
    and workers, or (NONE, NOTHING, 0).
    """
    spaces = vineyards.open_vine_spaces(state, seat)
    choice, best, spent = NONE, plan.NOTHING, 0
    for space in range(E.NUM_VINE_SPACES):
        if spaces >> space & 1 == 0:
            continue
        cost = 0
        if value != FREE_VALUE:
            cost = COST[value, state.vine_die[space], 0, state.owns[seat, M.TWO_STEPS]]
        if cost > workers:
            continue
        given = bonuses[state.vine_bonus[space, 0]] + bonuses[state.vine_bonus[space, 1]]
        given -= spending(workers, cost, turns, w)
        for turned in range(vineyards.orientations(double)):
            gain = given + laying_gain(state, seat, double, space, turned, tile, turns, w)
            if gain > best:
                choice, best, spent = HALVES * space + turned, gain, cost
    return choice, best, spent


# --- decisions ------------------------------------------------------------------------------------------------------


@kernel
def stored_double(state, seat):
    """Return the lower storage position of a stored double tile, or NONE."""
    for position in range(E.NUM_STORAGE):
        if E.FIRST_DOUBLE <= state.storage[seat, position] < E.FIRST_BLOCKED:
            return position
    return NONE


@kernel
def plan_with_vines(state, mask, choice, best, holds, offers, w):
    """MAIN, EXTRA, WHITE_ACTION: what is done with double tiles, where it gains more than `best`, the gain of `choice`.

    holds, offers: what is stored and what can be taken are worth, from `plan_turn`. (action, gain)
    """
    if best == plan.AT_ONCE:
        return choice, best
    seat, turns = state.current_seat, turns_after(state)
    position = stored_double(state, seat)
    stored = stored_tiles(state, seat)
    most = stored - (HALVES if position != NONE else 0)  # that are stored when a double tile is placed
    if most > E.NUM_STORAGE - HALVES:
        return choice, best
    best += w[W.VINE_MARGIN]
    least = plan.least_held(holds, state, seat)
    if position != NONE:
        offers = plan.all_offers(state, plan.all_tiles(state, seat, most, least, turns, w))
    colours, first, second = offers
    known = plan.known_of_turn(state, seat, holds, first, second, turns, w)
    bonuses = bonus_worths(state, seat, most, least, holds, colours, turns, w)
    tile = tile_gain(state, seat, turns / ALL_TURNS, w)
    workers = state.workers[seat]
    main = state.decision == D.MAIN
    relief = crowd_cost(stored, w) - crowd_cost(most, w)
    price = plan.price_of_purchase(state, seat, turns, w)
    start = np.int64(state.actions_vineyards)
    for die in range(E.NUM_DICE):
        if (main and state.used[seat, die]) or (not main and die > 0):
            continue
        value = FREE_VALUE
        if main:
            value = np.int64(state.dice[seat, die])
        elif state.decision == D.WHITE_ACTION:
            value = np.int64(state.white)
        other = 1 - die if main else 0
        later = 0 if state.used[seat, other] else np.int64(state.dice[seat, other])
        if not main and later == 0 and not state.used[seat, 1]:
            later = np.int64(state.dice[seat, 1])
        if position != NONE:
            double = np.int64(state.storage[seat, position]) - E.FIRST_DOUBLE
            place, gain, cost = best_spot_of_double(
                state, seat, double, value, workers, bonuses, tile, turns, w
            )
            gain += relief - double_worth(turns, w)
            if later > 0:
                gain += rest_of_turn(state, seat, later, workers - cost, known, turns, w)
            action = start + VINEYARDS.place_double + (die * E.NUM_STORAGE + position) * PLACES + place
            if place != NONE and gain > best and mask[action]:
                choice, best = action, gain
            continue
        for shelf in range(E.DOUBLE_SHOP):
            if mask[start + VINEYARDS.buy_double + shelf]:
                double = np.int64(state.double_shop[shelf]) - 1
                place, gain, cost = best_spot_of_double(
                    state, seat, double, value, workers, bonuses, tile, turns, w
                )
                if later > 0:
                    gain += rest_of_turn(state, seat, later, workers - cost, known, turns, w)
                if place != NONE and gain - price > best:
                    choice, best = start + VINEYARDS.buy_double + shelf, gain - price
        for shelf in range(E.DOUBLE_DEPOT):
            action = start + VINEYARDS.take_double + die * E.DOUBLE_DEPOT + shelf
            if later > 0 and mask[action]:
                double = np.int64(state.double_depot[shelf]) - 1
                cost = vineyards.cost_to_take_double(state, seat, value, shelf) if value != FREE_VALUE else 0
                place, gain, _ = best_spot_of_double(
                    state, seat, double, later, workers - cost, bonuses, tile, turns, w
                )
                gain -= spending(workers, cost, turns, w)
                if place != NONE and gain > best:
                    choice, best = action, gain
    return choice, best - w[W.VINE_MARGIN]


@kernel
def rest_of_turn(state, seat, value, workers, known, turns, w):
    """Best gain of the other die; known: as `known_of_turn` has it."""
    return plan.second_best(
        state, seat, value, workers, state.covered[seat], state.open_hexes[seat], known, -1, -1, -1, 0.0, -1, -1,
        NO_HEXES, turns, w,
    )  # fmt: skip


@kernel
def choose_given_double(state, mask, w):
    """DBL: the double tile that gains most, while there is room and time to place it."""
    seat, turns = state.current_seat, turns_after(state)
    stored = stored_tiles(state, seat)
    if turns < 1 or stored > E.NUM_STORAGE - HALVES or stored_double(state, seat) != NONE:
        return A.pass_
    if double_worth(turns, w) < crowd_cost(stored + HALVES, w) - crowd_cost(stored, w):
        return A.pass_
    holds = stored_worths(state, seat, turns, w)
    least = plan.least_held(holds, state, seat)
    offers = plan.colour_offers(state, plan.all_tiles(state, seat, stored, least, turns, w))
    bonuses = bonus_worths(state, seat, stored, least, holds, offers, turns, w)
    tile = tile_gain(state, seat, turns / ALL_TURNS, w)
    choice, best = A.pass_, plan.NOTHING
    for shelf in range(E.DOUBLE_DEPOT):
        action = state.actions_vineyards + VINEYARDS.take_double + shelf
        if mask[action]:
            double = np.int64(state.double_depot[shelf]) - 1
            _, gain, _ = best_spot_of_double(state, seat, double, FREE_VALUE, 0, bonuses, tile, turns, w)
            if gain > best:
                choice, best = action, gain
    return choice


@kernel
def choose_bonus(state, mask):
    """VINE_BONUS: a tile is taken before others are placed, where there is room; a double tile comes last."""
    start = state.actions_vineyards + VINEYARDS.bonus
    space = top_arg(state) >> HALVES
    stored = stored_tiles(state, state.current_seat)
    choice, best = A.pass_, NONE
    for which in range(HALVES):
        if mask[start + which]:
            bonus = state.vine_bonus[space, which]
            rank = 1
            if bonus < VINE_BONUS.action or bonus == VINE_BONUS.black:
                rank = 2 if stored < E.NUM_STORAGE else 0
            elif bonus == VINE_BONUS.double:
                rank = 0
            if rank > best:
                choice, best = start + which, rank
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
