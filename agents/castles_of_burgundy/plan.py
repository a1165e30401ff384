"""Planning a turn: both dice together, purchases, and the free action of a castle (D2: MAIN, EXTRA, TOWNHALL)."""

from __future__ import annotations

import numpy as np

from eurogym.agents.castles_of_burgundy.tiles import (
    FREE_VALUE,
    NO_HEXES,
    building_points,
    crowd_cost,
    effect_anywhere,
    effect_now,
    effect_there,
    marginal_silver,
    spaces,
    stored_tiles,
    stored_worths,
    taking_worth,
)
from eurogym.agents.castles_of_burgundy.weights import W
from eurogym.agents.castles_of_burgundy.worth import (
    cover_gain,
    die_worth,
    sale_gain,
    spending,
    turns_after,
    workers_worth,
)
from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.actions import E2, E6, NUM_PLACES, NUM_SLOTS, A
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, D, M
from eurogym.envs.castles_of_burgundy.rules import turn
from eurogym.envs.castles_of_burgundy.rules.numbers import monastery_number
from eurogym.envs.core.compile.bits import lowest_bit
from eurogym.envs.core.compile.kernels import kernel

NOTHING = -1e9
AT_ONCE = 1e9  # gain of a purchase, which comes before everything else
NO_TILES = ((NOTHING,) * E.SLOTS_PER_DEPOT,) * E.NUM_DEPOTS
NO_OFFERS = ((0.0,) * COLOUR.COUNT, (0.0,) * E.NUM_DEPOTS, (0.0,) * E.NUM_DEPOTS)
RISK = 8.0  # points of a shield that is given up for want of silver


# --- what there is to take ----------------------------------------------------------------------------------


@kernel
def least_held(holds, state, seat):
    """Worth of the stored tile that would be missed least."""
    least = 1e9
    for position in range(E.NUM_STORAGE):
        if state.storage[seat, position] >= 0:
            least = min(least, holds[position])
    return least


@kernel
def tile_worth(state, seat, depot, slot, stored, least, turns, w):
    """Worth of taking a tile from a slot; NOTHING where there is none."""
    kind = state.depot[depot, slot]
    if kind < 0:
        return NOTHING
    return taking_worth(state, seat, kind, stored, least, turns, w)


@kernel
def depot_tiles(state, seat, depot, stored, least, turns, w):
    """Return the worth of taking the tile of each slot of a depot, as a tuple."""
    return (
        tile_worth(state, seat, depot, 0, stored, least, turns, w),
        tile_worth(state, seat, depot, 1, stored, least, turns, w),
        tile_worth(state, seat, depot, 2, stored, least, turns, w),
        tile_worth(state, seat, depot, 3, stored, least, turns, w),
    )


@kernel
def all_tiles(state, seat, stored, least, turns, w):
    """Return the worth of taking each tile of all depots: computed once for a plan, which compares tiles often."""
    return (
        depot_tiles(state, seat, 0, stored, least, turns, w),
        depot_tiles(state, seat, 1, stored, least, turns, w),
        depot_tiles(state, seat, 2, stored, least, turns, w),
        depot_tiles(state, seat, 3, stored, least, turns, w),
        depot_tiles(state, seat, 4, stored, least, turns, w),
        depot_tiles(state, seat, 5, stored, least, turns, w),
    )


@kernel
def best_of_colour(state, tiles, colour):
    """Best worth of taking a tile of a colour from the depots."""
    best = NOTHING
    for depot in range(E.NUM_DEPOTS):
        for slot in range(E.SLOTS_PER_DEPOT):
            kind = state.depot[depot, slot]
            if kind >= 0 and T.COLOUR_OF[kind] == colour:
                best = max(best, tiles[depot][slot])
    return best


@kernel
def colour_offers(state, tiles):
    """Best worth of taking a tile, by colour, as a tuple."""
    return (
        best_of_colour(state, tiles, 0),
        best_of_colour(state, tiles, 1),
        best_of_colour(state, tiles, 2),
        best_of_colour(state, tiles, 3),
        best_of_colour(state, tiles, 4),
        best_of_colour(state, tiles, 5),
    )


@kernel
def best_of_depot(worths, second):
    """Return the best (or the second best) of a depot's tiles."""
    best = NOTHING
    runner_up = NOTHING
    for slot in range(E.SLOTS_PER_DEPOT):
        if worths[slot] > best:
            runner_up = best
            best = worths[slot]
        elif worths[slot] > runner_up:
            runner_up = worths[slot]
    return runner_up if second else best


@kernel
def depot_offers(tiles, second):
    """Best (or second best) worth of taking a tile, by depot, as a tuple."""
    return (
        best_of_depot(tiles[0], second),
        best_of_depot(tiles[1], second),
        best_of_depot(tiles[2], second),
        best_of_depot(tiles[3], second),
        best_of_depot(tiles[4], second),
        best_of_depot(tiles[5], second),
    )


@kernel
def all_offers(state, tiles):
    """Best worth of taking a tile by colour, by depot, and the second best by depot."""
    return colour_offers(state, tiles), depot_offers(tiles, False), depot_offers(tiles, True)


@kernel
def gain_of_sale(state, seat, goods, turns, w):
    """Gain of selling a stack; 0 where there is none."""
    return sale_gain(state, seat, goods, turns, w) if state.goods[seat, goods] > 0 else 0.0


@kernel
def all_sales(state, seat, turns, w):
    """Return the gain of selling each type of goods, as a tuple."""
    return (
        gain_of_sale(state, seat, 0, turns, w),
        gain_of_sale(state, seat, 1, turns, w),
        gain_of_sale(state, seat, 2, turns, w),
        gain_of_sale(state, seat, 3, turns, w),
        gain_of_sale(state, seat, 4, turns, w),
        gain_of_sale(state, seat, 5, turns, w),
    )


@kernel
def stored_effects(state, seat, turns, w):
    """Return what the stored tiles do wherever they lie (`effect_anywhere`), as a tuple."""
    return (
        effect_anywhere(state, seat, state.storage[seat, 0], turns, w),
        effect_anywhere(state, seat, state.storage[seat, 1], turns, w),
        effect_anywhere(state, seat, state.storage[seat, 2], turns, w),
    )


@kernel
def known_of_turn(state, seat, holds, first, second, turns, w):
    """Return what `second_best` takes as known: it is the same whatever a turn begins with.

    Worths (holds) and effects of the stored tiles, gains of sales, best and second best tiles by depot.
    """
    return holds, stored_effects(state, seat, turns, w), all_sales(state, seat, turns, w), first, second


# --- the second die -----------------------------------------------------------------------------------------


@kernel
def reach(state, seat, value, kind, workers):
    """Return numbers (bits) that a die can place a tile on."""
    if value == FREE_VALUE:
        return T.ALL_NUMBERS
    free = turn.free_step_for(state, seat, kind)
    return T.REACH[value, free, state.owns[seat, M.TWO_STEPS], min(T.MOST_WORKERS, workers)]


@kernel
def place_cost(state, seat, value, kind, hexagon):
    """Workers that placing costs with a die."""
    if value == FREE_VALUE:
        return 0
    return turn.cost_to_place(state, seat, value, kind, hexagon)


@kernel
def take_cost(state, seat, value, depot):
    """Workers that taking from a depot costs with a die."""
    if value == FREE_VALUE:
        return 0
    return turn.cost_to_take(state, seat, value, depot)


@kernel
def sell_cost(state, seat, value, goods):
    """Workers that selling costs with a die."""
    if value == FREE_VALUE:
        return 0
    return turn.cost_to_sell(state, seat, value, goods)


@kernel
def worker_gain(state, seat, workers, turns, w):
    """Worth of the WORKERS action."""
    more = turn.workers_of_die(state, seat)
    gain = workers_worth(workers + more, turns, w) - workers_worth(workers, turns, w)
    if state.owns[seat, M.WORKERS_SILVER]:
        gain += marginal_silver(state, seat, monastery_number(state, M.WORKERS_SILVER), turns, w)
    return gain


@kernel
def best_spot(state, seat, value, kind, anywhere, held, workers, covered, opened, barred, turns, w):
    """Best gain of placing a tile with a die on hexes of `opened` outside `barred`, over holding it.

    anywhere: its `effect_anywhere`.
    """
    if kind >= KIND.COUNT or (kind > KIND.joker and w[W.MODULES] == 0.0):
        return NOTHING
    hexes = spaces(state, seat, kind, covered, opened) & ~barred
    hexes &= T.NUMBER_HEXES[state.board[seat], reach(state, seat, value, kind, workers)]
    best = NOTHING
    while hexes != 0:
        hexagon = lowest_bit(hexes)
        hexes &= hexes - 1
        gain = cover_gain(state, seat, hexagon, covered, turns, w)
        gain += effect_there(state, seat, kind, hexagon, covered, anywhere, turns, w)
        gain -= spending(workers, place_cost(state, seat, value, kind, hexagon), turns, w)
        best = max(best, gain - held)
    return best


@kernel
def second_best(
    state, seat, value, workers, covered, opened, known, gone, sold, taken, taken_hold, position, placed, barred,
    turns, w,
):  # fmt: skip
    """Best gain of the other die (of this value) after a first action.

    known: as `known_of_turn` has it; gone: depot whose best tile is taken, sold: goods type sold; taken: tile taken,
    worth taken_hold in storage; position: storage place left by the tile `placed`, which bars buildings of its kind
    from the hexes `barred`.
    """
    holds, effects, sales, offers, others = known
    best = worker_gain(state, seat, workers, turns, w)
    for depot in range(E.NUM_DEPOTS):
        cost = take_cost(state, seat, value, depot)
        if cost <= workers:
            gain = others[depot] if depot == gone else offers[depot]
            best = max(best, gain - spending(workers, cost, turns, w))
    for goods in range(E.NUM_GOODS):
        if goods != sold and state.goods[seat, goods] > 0:
            cost = sell_cost(state, seat, value, goods)
            if cost <= workers:
                best = max(best, sales[goods] - spending(workers, cost, turns, w))
    for other in range(E.NUM_STORAGE):
        kind = state.storage[seat, other]
        if other != position and kind >= 0:
            closed = barred if kind == placed else NO_HEXES
            gain = best_spot(
                state, seat, value, kind, effects[other], holds[other], workers, covered, opened, closed, turns, w,
            )  # fmt: skip
            best = max(best, gain)
    if taken >= 0:
        anywhere = effect_anywhere(state, seat, taken, turns, w)
        gain = best_spot(
            state, seat, value, taken, anywhere, taken_hold, workers, covered, opened, NO_HEXES, turns, w
        )
        best = max(best, gain)
    return best


# --- the turn -----------------------------------------------------------------------------------------------


@kernel
def plan_turn(state, mask, w):
    """MAIN and EXTRA: the first action of the best pair, or of the best purchase.

    (action, gain, worths of the stored tiles, `all_offers`; these all 0 where there is nothing to plan)
    """
    seat = state.current_seat
    turns = turns_after(state)
    stored = stored_tiles(state, seat)
    holds = stored_worths(state, seat, turns, w)
    least = least_held(holds, state, seat)
    extra = state.decision == D.EXTRA or state.decision == D.WHITE_ACTION
    idle0 = not state.used[seat, 0]
    idle1 = not state.used[seat, 1]
    tiles = NO_TILES
    if extra or idle0 or idle1 or state.owns[seat, M.HIRE]:
        tiles = all_tiles(state, seat, stored, least, turns, w)
    choice, gain = choose_purchase(state, mask, stored, least, tiles, turns, w)
    if choice >= 0 and (stored < E.NUM_STORAGE or not (extra or idle0 or idle1)):
        return choice, AT_ONCE, holds, NO_OFFERS
    if not (extra or idle0 or idle1):
        return A.pass_, 0.0, holds, NO_OFFERS
    found = all_offers(state, tiles)
    offers, first, second = found
    known = known_of_turn(state, seat, holds, first, second, turns, w)
    if extra:
        value = np.int64(state.white) if state.decision == D.WHITE_ACTION else FREE_VALUE
        later = -1
        if idle0:
            later = state.dice[seat, 0]
        elif idle1:
            later = state.dice[seat, 1]
        choice, gain = best_first(state, mask, 0, value, later, stored, tiles, known, offers, turns, w)
        return choice, gain, holds, found
    if idle0 and idle1:
        shown, another = state.dice[seat, 0], state.dice[seat, 1]
        action, best = best_first(state, mask, 0, shown, another, stored, tiles, known, offers, turns, w)
        other, gain = best_first(state, mask, 1, another, shown, stored, tiles, known, offers, turns, w)
        return (other, gain, holds, found) if gain > best else (action, best, holds, found)
    die = 0 if idle0 else 1
    shown = state.dice[seat, die]
    choice, gain = best_first(state, mask, die, shown, -1, stored, tiles, known, offers, turns, w)
    return choice, gain, holds, found


@kernel
def best_first(state, mask, die, value, later, stored, tiles, known, offers, turns, w):
    """Return the best action with a die (FREE_VALUE: any number) when another die shows `later` (-1: none). (action,
    gain)
    """
    seat = state.current_seat
    covered = state.covered[seat]
    opened = state.open_hexes[seat]
    board = state.board[seat]
    workers = state.workers[seat]
    more = turn.workers_of_die(state, seat)
    holds, _, sales, first, _ = known
    choice = A.workers + die
    best = worker_gain(state, seat, workers, turns, w)
    if later > 0:
        best += second_best(
            state, seat, later, workers + more, covered, opened, known, -1, -1, -1, 0.0, -1, -1,
            NO_HEXES, turns, w,
        )  # fmt: skip
    for goods in range(E.NUM_GOODS):
        if mask[A.sell + die * E.NUM_GOODS + goods]:
            cost = sell_cost(state, seat, value, goods)
            gain = sales[goods] - spending(workers, cost, turns, w)
            if later > 0:
                gain += second_best(
                    state, seat, later, workers - cost, covered, opened, known, -1, goods, -1, 0.0,
                    -1, -1, NO_HEXES, turns, w,
                )  # fmt: skip
            if gain > best:
                best = gain
                choice = A.sell + die * E.NUM_GOODS + goods
    for slot in range(NUM_SLOTS):
        if mask[A.take + die * NUM_SLOTS + slot]:
            depot = slot // E.SLOTS_PER_DEPOT
            kind = state.depot[depot, slot % E.SLOTS_PER_DEPOT]
            cost = take_cost(state, seat, value, depot)
            worth = tiles[depot][slot % E.SLOTS_PER_DEPOT]
            gain = worth - spending(workers, cost, turns, w)
            if later > 0:
                gone = depot if worth >= first[depot] else -1
                gain += second_best(
                    state, seat, later, workers - cost, covered, opened, known, gone, -1, kind,
                    worth, -1, -1, NO_HEXES, turns, w,
                )  # fmt: skip
            if gain > best:
                best = gain
                choice = A.take + die * NUM_SLOTS + slot
    relief = crowd_cost(stored, w) - crowd_cost(stored - 1, w)
    for position in range(E.NUM_STORAGE):
        kind = state.storage[seat, position]
        if kind < 0:
            continue
        base = A.place + die * NUM_PLACES + position * E.NUM_HEXES
        hexes = spaces(state, seat, kind, covered, opened)
        while hexes != 0:
            hexagon = lowest_bit(hexes)
            hexes &= hexes - 1
            if not mask[base + hexagon]:
                continue
            cost = place_cost(state, seat, value, kind, hexagon)
            after = covered | (1 << hexagon)
            wider = (opened | T.NEIGHBOURS[board, hexagon]) & ~after
            gain = cover_gain(state, seat, hexagon, covered, turns, w) + relief - holds[position]
            gain += effect_now(state, seat, kind, hexagon, after, wider, position, offers, holds, turns, w)
            gain -= spending(workers, cost, turns, w)
            if later > 0:
                barred = T.AREA[board, hexagon] if kind < E.NUM_BUILDINGS else NO_HEXES
                gain += second_best(
                    state, seat, later, workers - cost, after, wider, known, -1, -1, -1, 0.0,
                    position, kind, barred, turns, w,
                )  # fmt: skip
            if gain > best:
                best = gain
                choice = base + hexagon
    return choice, best


# --- free actions -------------------------------------------------------------------------------------------


@kernel
def worth_with_dice(state, seat, kind, worth, turns, w):
    """Worth of a tile that enters the storage now, when the dice left in this turn may place it."""
    best = worth
    covered = state.covered[seat]
    opened = state.open_hexes[seat]
    workers = state.workers[seat]
    anywhere = effect_anywhere(state, seat, kind, turns, w)
    for die in range(E.NUM_DICE):
        if not state.used[seat, die]:
            value = state.dice[seat, die]
            gain = best_spot(
                state, seat, value, kind, anywhere, 0.0, workers, covered, opened, NO_HEXES, turns, w
            )
            best = max(best, gain - die_worth(turns, w))
    if state.num_pending > 0 and (state.decision == D.EXTRA or state.decision == D.TOWNHALL):
        gain = best_spot(
            state, seat, FREE_VALUE, kind, anywhere, 0.0, workers, covered, opened, NO_HEXES, turns, w
        )
        best = max(best, gain - die_worth(turns, w))
    return best


@kernel
def tribute_at_risk(state, seat):
    """Return points that shields may cost whose tribute a purchase leaves no silver for (E10.4)."""
    due = 0
    for number in range(1, E.NUM_SHIELDS + 1):
        due += state.shield[seat, number] > 0
    short = min(due, due - (state.silver[seat] - T.BLACK_PRICE))
    return RISK * max(0, short) / (E.ROUNDS_PER_PHASE - state.round_index)


@kernel
def price_of_purchase(state, seat, turns, w):
    """Return what the silver of a purchase is worth, and the shields that it puts at risk."""
    price = -marginal_silver(state, seat, -T.BLACK_PRICE, turns, w)
    if state.shields:
        price += tribute_at_risk(state, seat)
    return price


@kernel
def choose_purchase(state, mask, stored, least, tiles, turns, w):
    """Return the best black tile or building of monastery 6, when one is worth its price: (action, gain), or (-1, 0).

    tiles: as `all_tiles` has them, of whoever has that monastery.
    """
    seat = state.current_seat
    choice = -1
    best = w[W.BUY]
    price = price_of_purchase(state, seat, turns, w)
    for slot in range(E.NUM_BLACK_SLOTS):
        if mask[A.buy + slot]:
            kind = state.black[slot]
            worth = taking_worth(state, seat, kind, stored, least, turns, w)
            gain = worth_with_dice(state, seat, kind, worth, turns, w) - price
            if gain > best:
                best = gain
                choice = A.buy + slot
    if state.e6 and mask[state.actions_e6 + E6.buy_inn]:
        worth = taking_worth(state, seat, KIND.inn, stored, least, turns, w)
        gain = worth_with_dice(state, seat, KIND.inn, worth, turns, w) - price
        if gain > best:
            best = gain
            choice = state.actions_e6 + E6.buy_inn
    workers = state.workers[seat]
    if workers >= T.HIRE_PRICE:
        price = spending(workers, T.HIRE_PRICE, turns, w)
        for slot in range(NUM_SLOTS):
            if mask[A.hire + slot]:
                depot, place = slot // E.SLOTS_PER_DEPOT, slot % E.SLOTS_PER_DEPOT
                kind = state.depot[depot, place]
                gain = worth_with_dice(state, seat, kind, tiles[depot][place], turns, w) - price
                if gain > best:
                    best = gain
                    choice = A.hire + slot
    return choice, best


@kernel
def choose_town_hall(state, mask, w):
    """TOWNHALL: a purchase, the best placing on any number, or none."""
    seat = state.current_seat
    turns = turns_after(state)
    stored = stored_tiles(state, seat)
    holds = stored_worths(state, seat, turns, w)
    least = least_held(holds, state, seat)
    tiles = all_tiles(state, seat, stored, least, turns, w)
    choice, gain = choose_purchase(state, mask, stored, least, tiles, turns, w)
    if choice >= 0 and stored < E.NUM_STORAGE:
        return choice
    offers = colour_offers(state, tiles)
    covered = state.covered[seat]
    opened = state.open_hexes[seat]
    board = state.board[seat]
    best = 0.0
    choice = A.pass_
    for position in range(E.NUM_STORAGE):
        kind = state.storage[seat, position]
        if kind < 0:
            continue
        base = A.place + position * E.NUM_HEXES
        hexes = spaces(state, seat, kind, covered, opened)
        while hexes != 0:
            hexagon = lowest_bit(hexes)
            hexes &= hexes - 1
            if not mask[base + hexagon]:
                continue
            after = covered | (1 << hexagon)
            wider = (opened | T.NEIGHBOURS[board, hexagon]) & ~after
            gain = cover_gain(state, seat, hexagon, covered, turns, w) - holds[position]
            gain += effect_now(state, seat, kind, hexagon, after, wider, position, offers, holds, turns, w)
            if gain > best:
                best = gain
                choice = base + hexagon
    return choice


@kernel
def choose_crane(state, mask, w):
    """CRANE_EFFECT: the effect with the best worth, or none."""
    seat = state.current_seat
    turns = turns_after(state)
    stored = stored_tiles(state, seat)
    holds = stored_worths(state, seat, turns, w)
    least = least_held(holds, state, seat)
    offers = colour_offers(state, all_tiles(state, seat, stored, least, turns, w))
    covered, opened = state.covered[seat], state.open_hexes[seat]
    choice, best = A.pass_, 0.0
    for effect in range(E.NUM_BUILDINGS):
        if mask[state.actions_e2 + E2.effect + effect]:
            gain = effect_now(state, seat, effect, 0, covered, opened, -1, offers, holds, turns, w)
            gain -= building_points(state, seat, effect)
            if gain > best:
                best = gain
                choice = state.actions_e2 + E2.effect + effect
    return choice


@kernel
def choose_pick(state, mask, w):
    """PICK: the best tile, or none."""
    seat = state.current_seat
    turns = turns_after(state)
    stored = stored_tiles(state, seat)
    least = least_held(stored_worths(state, seat, turns, w), state, seat)
    choice = A.pass_
    best = 0.0
    for slot in range(NUM_SLOTS):
        if mask[A.take + slot]:
            kind = state.depot[slot // E.SLOTS_PER_DEPOT, slot % E.SLOTS_PER_DEPOT]
            worth = taking_worth(state, seat, kind, stored, least, turns, w)
            gain = worth_with_dice(state, seat, kind, worth, turns, w)
            if gain > best:
                best = gain
                choice = A.take + slot
    return choice
