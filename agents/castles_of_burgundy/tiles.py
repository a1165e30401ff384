"""What tiles are worth: on a hex now, in storage for later."""

from __future__ import annotations

import numpy as np

from eurogym.agents.castles_of_burgundy.monasteries import monastery_worth
from eurogym.agents.castles_of_burgundy.weights import W
from eurogym.agents.castles_of_burgundy.worth import (
    ALL_TURNS,
    cover_gain,
    die_worth,
    herd,
    phase_of,
    sale_gain,
    ship_worth,
    silver_worth,
    workers_worth,
)
from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, SPECIES, M
from eurogym.envs.castles_of_burgundy.declare.tables import SCORED_BUILDING, TOWN_TYPE
from eurogym.envs.castles_of_burgundy.rules import turn
from eurogym.envs.castles_of_burgundy.rules.numbers import herd_points, monastery_number, number_of
from eurogym.envs.core.compile.bits import count_bits, lowest_bit
from eurogym.envs.core.compile.kernels import kernel

ANIMALS_OF_A_TILE = 3  # on average
HALVES = 2  # storage positions of a double tile
NO_HEXES = 0
FREE_VALUE = 0  # a die of any value


@kernel
def spaces(state, seat, kind, covered, opened):
    """Hexes of `opened` that are empty and take a tile of this kind."""
    if kind >= KIND.COUNT:  # a double tile
        return NO_HEXES
    hexes = opened & ~covered & T.COLOUR_HEXES[state.board[seat], T.COLOUR_OF[kind]]
    if kind < E.NUM_BUILDINGS and not state.owns[seat, M.TOWNS]:
        hexes &= ~state.blocked[seat, kind]
    if kind > KIND.joker:
        return free_spaces(state, seat, kind, hexes)
    return hexes


@kernel
def marginal_worker(state, seat, more, turns, w):
    """Worth of `more` workers."""
    workers = state.workers[seat]
    return workers_worth(workers + more, turns, w) - workers_worth(workers, turns, w)


@kernel
def marginal_silver(state, seat, more, turns, w):
    """Worth of `more` silver; negative amounts are a price."""
    silver = state.silver[seat]
    return silver_worth(silver + more, turns, w) - silver_worth(silver, turns, w)


# --- livestock ----------------------------------------------------------------------------------------------


@kernel
def livestock_gain(state, seat, kind, hexagon, covered, turns, w):
    """Return points of a livestock tile on a hex, and what it promises or spoils for its pasture."""
    species = T.SPECIES_OF[kind]
    same = herd(state, seat, hexagon, species)
    points = 1.0 * (number_of(state, kind) + same)
    if state.owns[seat, M.LIVESTOCK]:
        points += herd_points(state, seat) * more_of_herd(state, same)
    most = 0
    for other in range(SPECIES.COUNT):
        most = max(most, herd(state, seat, hexagon, other))
    left = count_bits(T.AREA[state.board[seat], hexagon] & ~covered)
    share = w[W.LIVESTOCK_NEXT] * turns / (turns + 5.0)
    after = max(most, number_of(state, kind) + same)
    points += share * (after * (left - 1) - most * left)
    if state.solo:
        return w[W.SOLO_POINT] * points
    if state.owns[seat, M.SPECIES] and not has_species(state, seat, species):
        points += monastery_number(state, M.SPECIES)
    return points


@kernel
def more_of_herd(state, same):
    """Monastery 7: tiles that score with a new one, itself included; in variants `herd` has counted the others."""
    return 1.0 + same // ANIMALS_OF_A_TILE if state.printed_herds else 1.0


@kernel
def has_species(state, seat, species):
    """Does a tile of the species lie in the duchy?"""
    first = E.FIRST_LIVESTOCK + species * E.SIZES_PER_SPECIES
    for kind in range(first, first + E.SIZES_PER_SPECIES):
        if state.placed_kinds[seat, kind] > 0:
            return True
    return False


# --- effects ------------------------------------------------------------------------------------------------


@kernel
def building_points(state, seat, kind):
    """Return points that monasteries 16-23 of the seat add for one more building of the kind."""
    if state.solo:
        return 0.0
    for number in range(M.FIRST_BUILDING, M.FIRST_BUILDING + E.NUM_BUILDINGS):
        if state.owns[seat, number] and T.SCORED_BUILDING[number - 1] == kind:
            return 1.0 * monastery_number(state, number)
    return 0.0


@kernel
def mine_worth(state, seat, turns, w):
    """Income of a mine placed now."""
    paydays = E.NUM_PHASES - phase_of(turns)
    each = silver_worth(2 + number_of(state, KIND.mine), turns, w) - silver_worth(2, turns, w)
    if state.owns[seat, M.MINE_WORKERS]:
        workers = monastery_number(state, M.MINE_WORKERS)
        each += workers_worth(2 + workers, turns, w) - workers_worth(2, turns, w)
    return paydays * each


@kernel
def best_cargo(state, seat, turns, w):
    """Worth of the best cargo of a ship placed now."""
    best = 0.0
    for depot in range(E.NUM_DEPOTS):
        best = max(best, ship_worth(state, seat, depot, turns, w))
    return best


@kernel
def turn_order_worth(state, turns, w):
    """Worth of one space on the track."""
    if state.table_seats == 1:
        return 0.0
    return w[W.TURN_ORDER] * turns / ALL_TURNS


@kernel
def best_sale(state, seat, turns, w):
    """Gain of the best sale, at least 0."""
    best = 0.0
    for goods in range(E.NUM_GOODS):
        if state.goods[seat, goods] > 0:
            best = max(best, sale_gain(state, seat, goods, turns, w))
    return best


@kernel
def effect_later(state, seat, kind, hexagon, covered, turns, w):
    """Return what a tile will do on this hex some turns from now, as far as one can say today."""
    if kind < E.NUM_BUILDINGS:
        some = turns / (turns + 1.0)
        points = building_points(state, seat, kind)
        if kind == KIND.watchtower:
            more = number_of(state, kind)
            return more * w[W.SOLO_POINT] if state.solo else points + more
        if kind == KIND.bank:
            return points + marginal_silver(state, seat, number_of(state, kind), turns, w)
        if kind == KIND.boarding_house:
            return points + marginal_worker(state, seat, number_of(state, kind), turns, w)
        if kind == KIND.market:
            return points + some * w[W.MARKET_LATER]
        if kind == KIND.carpenter:
            return points + some * w[W.CARPENTER_LATER]
        if kind == KIND.church:
            return points + some * w[W.CHURCH_LATER]
        if kind == KIND.warehouse:
            return points + some * w[W.WAREHOUSE_LATER]
        return points + some * w[W.TOWN_HALL_LATER]
    if kind < KIND.mine:
        return livestock_gain(state, seat, kind, hexagon, covered, turns, w)
    if kind == KIND.mine:
        return mine_worth(state, seat, turns, w)
    if kind == KIND.ship:
        ready = w[W.SHIP_GOODS] * best_cargo(state, seat, turns, w)
        return ready + w[W.SHIP_LATER] * turns / (turns + 4.0) + turn_order_worth(state, turns, w)
    if kind == KIND.castle:
        return w[W.CASTLE_LATER] * (turns + 1.0) / (turns + 3.0)
    if kind == KIND.joker:
        return 0.0
    if kind > KIND.monastery_29:
        return special_worth(state, seat, kind, hexagon, turns, w)
    return monastery_worth(state, seat, T.MONASTERY_OF[kind], turns, w)


@kernel
def by_hex(kind):
    """Does what a tile does depend on its hex?"""
    return E.NUM_BUILDINGS <= kind < KIND.mine or kind == KIND.geese


@kernel
def effect_anywhere(state, seat, kind, turns, w):
    """Return what a tile does on any hex: once for all hexes that it is tried on. 0 where the hex counts
    (`effect_there`).
    """
    if kind < 0 or kind >= KIND.COUNT or by_hex(kind):
        return 0.0
    return effect_later(state, seat, kind, 0, 0, turns, w)


@kernel
def effect_there(state, seat, kind, hexagon, covered, anywhere, turns, w):
    """Return what a tile will do on this hex, as :func:`effect_later`, given `effect_anywhere`."""
    if by_hex(kind):
        return effect_later(state, seat, kind, hexagon, covered, turns, w)
    return anywhere


@kernel
def effect_now(state, seat, kind, hexagon, covered, opened, position, offers, holds, turns, w):
    """Return what a tile does when it is placed on a hex now, `position` being the place in storage that it leaves.

    `offers`: best worth of taking a tile of each colour; `holds`: worth of the stored tiles.
    """
    if kind == KIND.market:
        return building_points(state, seat, kind) + max(0.0, offers[COLOUR.ship], offers[COLOUR.livestock])
    if kind == KIND.carpenter:
        return building_points(state, seat, kind) + max(0.0, offers[COLOUR.building])
    if kind == KIND.church:
        best = max(0.0, offers[COLOUR.mine], offers[COLOUR.monastery], offers[COLOUR.castle])
        return building_points(state, seat, kind) + best
    if kind == KIND.warehouse:
        return building_points(state, seat, kind) + best_sale(state, seat, turns, w)
    if kind == KIND.town_hall:
        placed = best_placing(state, seat, FREE_VALUE, covered, opened, position, holds, turns, w)
        return building_points(state, seat, kind) + max(0.0, placed)
    if kind == KIND.castle:
        best = marginal_worker(state, seat, T.DIE_WORKERS, turns, w)
        for colour in range(COLOUR.COUNT):
            best = max(best, offers[colour])
        best = max(best, best_sale(state, seat, turns, w))
        return max(best, best_placing(state, seat, FREE_VALUE, covered, opened, position, holds, turns, w))
    if kind == KIND.ship:
        return best_cargo(state, seat, turns, w) + turn_order_worth(state, turns, w)
    if kind == KIND.white_castle:
        later = effect_later(state, seat, kind, hexagon, covered, turns, w) - w[W.WHITE_LATER] * die_worth(
            turns, w
        )
        return later + white_action(state, seat, covered, opened, position, holds, turns, w)
    return effect_later(state, seat, kind, hexagon, covered, turns, w)


@kernel
def best_placing(state, seat, value, covered, opened, position, holds, turns, w):
    """Best gain of placing another stored tile with a number, workers paid, or with FREE_VALUE on any."""
    best = -1e9
    for other in range(E.NUM_STORAGE):
        kind = state.storage[seat, other]
        if other == position or kind < 0:
            continue
        hexes = spaces(state, seat, kind, covered, opened)
        anywhere = effect_anywhere(state, seat, kind, turns, w) if hexes != 0 else 0.0
        while hexes != 0:
            hexagon = lowest_bit(hexes)
            hexes &= hexes - 1
            cost = 0 if value == FREE_VALUE else turn.cost_to_place(state, seat, value, kind, hexagon)
            if cost <= state.workers[seat]:
                gain = cover_gain(state, seat, hexagon, covered, turns, w)
                gain += effect_there(state, seat, kind, hexagon, covered, anywhere, turns, w)
                best = max(best, gain - holds[other] + marginal_worker(state, seat, -cost, turns, w))
    return best


@kernel
def white_action(state, seat, covered, opened, position, holds, turns, w):
    """E5.4: best gain of an action with the number that the white die shows; `position` has become empty."""
    value, workers = np.int64(state.white), state.workers[seat]
    best = marginal_worker(state, seat, T.DIE_WORKERS, turns, w)
    for depot in range(E.NUM_DEPOTS):
        cost = turn.cost_to_take(state, seat, value, depot)
        if cost <= workers:
            for slot in range(E.SLOTS_PER_DEPOT):
                kind = state.depot[depot, slot]
                if kind >= 0:
                    gain = taking_worth(state, seat, kind, stored_tiles(state, seat) - 1, 0.0, turns, w)
                    best = max(best, gain + marginal_worker(state, seat, -cost, turns, w))
    for goods in range(E.NUM_GOODS):
        cost = turn.cost_to_sell(state, seat, value, goods)
        if state.goods[seat, goods] > 0 and cost <= workers:
            gain = sale_gain(state, seat, goods, turns, w)
            best = max(best, gain + marginal_worker(state, seat, -cost, turns, w))
    return max(best, best_placing(state, seat, value, covered, opened, position, holds, turns, w))


# --- tiles in storage ---------------------------------------------------------------------------------------


@kernel
def same_colour_stored(state, seat, kind):
    """Stored tiles of the colour of a tile."""
    some = 0
    for position in range(E.NUM_STORAGE):
        other = state.storage[seat, position]
        if 0 <= other < KIND.COUNT and T.COLOUR_OF[other] == T.COLOUR_OF[kind]:
            some += 1
    return some


@kernel
def hold_worth(state, seat, kind, rivals, covered, opened, turns, w):
    """Worth of a tile in storage after this turn; `rivals`: other stored tiles of its colour."""
    if turns == 0 or (kind > KIND.joker and w[W.MODULES] == 0.0):
        return 0.0
    board = state.board[seat]
    hexes = spaces(state, seat, kind, covered, opened)
    if hexes == 0:
        some = spaces(state, seat, kind, covered, ~covered)
        if some == 0 or turns < 2:
            return 0.0
        return w[W.CLOSED] * min(4, count_bits(some)) * turns / ALL_TURNS
    anywhere = effect_anywhere(state, seat, kind, turns - 1, w)
    best = -1e9
    numbers = 0
    places = 0
    while hexes != 0:
        hexagon = lowest_bit(hexes)
        hexes &= hexes - 1
        gain = cover_gain(state, seat, hexagon, covered, turns - 1, w)
        gain += effect_there(state, seat, kind, hexagon, covered, anywhere, turns - 1, w)
        best = max(best, gain)
        numbers |= 1 << T.HEX_DIE[board, hexagon]
        places += 1
    different = count_bits(numbers)
    hit = (
        w[W.HIT]
        + w[W.HIT_NUMBER] * (different - 1)
        + w[W.HIT_WORKER] * min(T.MOST_WORKERS, state.workers[seat])
    )
    if turn.free_step_for(state, seat, kind):
        hit += w[W.HIT_FREE]
    miss = 1.0 - min(0.95, hit)
    all_missed = 1.0
    for _ in range(min(turns, 8)):
        all_missed *= miss
    best -= die_worth(turns - 1, w)
    worth = (1.0 - all_missed) * best + w[W.FLEX] * min(3, different - 1) - w[W.WAIT] * miss
    if places <= rivals:
        worth *= w[W.SAME_COLOUR]
    return max(0.0, worth)


@kernel
def double_worth(turns, w):
    """Worth of a stored double tile."""
    return w[W.VINE_STORED] * turns / (turns + 2.0)


@kernel
def stored_worth(state, seat, position, covered, opened, turns, w):
    """Worth of the tile on a storage position."""
    kind = state.storage[seat, position]
    if kind < 0:
        return 0.0
    if kind >= KIND.COUNT:
        return double_worth(turns, w) / HALVES
    rivals = same_colour_stored(state, seat, kind) - 1
    return hold_worth(state, seat, kind, rivals, covered, opened, turns, w)


@kernel
def stored_tiles(state, seat):
    """Places in storage that are taken."""
    some = 0
    for position in range(E.NUM_STORAGE):
        if state.storage[seat, position] >= 0:
            some += 1
    return some


@kernel
def crowd_cost(stored, w):
    """Cost of having so many places in storage taken."""
    cost = 0.0
    if stored >= 2:
        cost += w[W.CROWD_2]
    if stored >= 3:
        cost += w[W.CROWD_3]
    return cost


@kernel
def taking_worth(state, seat, kind, stored, least, turns, w):
    """Gain of a tile that enters the storage, which holds `stored` tiles, the least of them worth `least`."""
    covered = state.covered[seat]
    rivals = same_colour_stored(state, seat, kind)
    worth = hold_worth(state, seat, kind, rivals, covered, state.open_hexes[seat], turns, w)
    if stored >= E.NUM_STORAGE:
        return worth - least
    return worth - crowd_cost(stored + 1, w) + crowd_cost(stored, w)


@kernel
def stored_worths(state, seat, turns, w):
    """Worth of the three stored tiles, as a tuple."""
    covered = state.covered[seat]
    opened = state.open_hexes[seat]
    return (
        stored_worth(state, seat, 0, covered, opened, turns, w),
        stored_worth(state, seat, 1, covered, opened, turns, w),
        stored_worth(state, seat, 2, covered, opened, turns, w),
    )


@kernel
def special_worth(state, seat, kind, hexagon, turns, w):
    """Return what a tile of a module does when it is placed, its hex apart."""
    if kind == KIND.geese:
        best = 0.0
        for species in range(SPECIES.COUNT):
            best = max(best, 1.0 * herd(state, seat, hexagon, species))
        points = number_of(state, kind)
        return points + best + points * turns / (turns + 10.0)
    if kind == KIND.crane:
        return w[W.CASTLE_LATER] * 0.6 + 1.0 * most_for_building(state, seat)
    if kind == KIND.white_castle:
        points = 1.0 * monastery_number(state, M.WHITE_CASTLES) if state.owns[seat, M.WHITE_CASTLES] else 0.0
        return points + w[W.WHITE_LATER] * die_worth(turns, w)
    return 0.0


@kernel
def most_for_building(state, seat):
    """E2.4: the most points that a monastery of the seat scores for a building."""
    most = 0
    for number in range(M.FIRST_BUILDING, E.MORE_MONASTERIES + 1):
        if state.owns[seat, number] and SCORED_BUILDING[number - 1] >= 0:
            most = max(most, monastery_number(state, number))
    return most


@kernel
def free_spaces(state, seat, kind, hexes):
    """Of hexes that take a tile by their colour, those that the rules of modules leave."""
    if TOWN_TYPE[kind] >= 0 and not state.owns[seat, M.TOWNS]:
        hexes &= ~state.blocked[seat, TOWN_TYPE[kind]]
    if kind == KIND.inn:
        hexes &= ~state.inn_areas[seat]
    return hexes
