"""The heuristic in the team game (E8): the same worths as elsewhere, over a duchy of two halves that two players fill.

Every action of a die is valued by itself, and the best is taken; a purchase comes first where it pays.
"""

from __future__ import annotations

from eurogym.agents.castles_of_burgundy.plan import place_cost, sell_cost, take_cost, worker_gain
from eurogym.agents.castles_of_burgundy.tiles import (
    best_cargo,
    effect_later,
    has_species,
    marginal_silver,
    more_of_herd,
    special_worth,
    turn_order_worth,
)
from eurogym.agents.castles_of_burgundy.weights import AREA_OF, SPACE_OF, W
from eurogym.agents.castles_of_burgundy.worth import (
    ALL_TURNS,
    LAST_ROUND,
    area_points_then,
    bonus_points,
    chance_to_finish,
    die_worth,
    herd,
    phase_promise,
    sale_gain,
    spending,
    turns_after,
)
from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.actions import E2, E6, NUM_SLOTS, TEAM, A
from eurogym.envs.castles_of_burgundy.declare.enums import BONUS, COLOUR, KIND, SPECIES, D, M
from eurogym.envs.castles_of_burgundy.declare.team_board import MOST_NEIGHBOURS, TEAM_NEIGHBOURS
from eurogym.envs.castles_of_burgundy.rules.numbers import (
    area_size_points,
    bonus_tile_points,
    herd_points,
    monastery_number,
    number_of,
)
from eurogym.envs.castles_of_burgundy.rules.team_decisions import place_action
from eurogym.envs.castles_of_burgundy.rules.team_duchy import (
    area_size,
    empty_in_area,
    empty_of_colour,
    fits_hex,
    half_of,
    is_in,
    is_start_hex,
    partner_of,
    place_in_half,
)
from eurogym.envs.castles_of_burgundy.rules.turn import free_step_for
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import top_arg

FILLERS = 2  # players that fill a duchy, each with its turns
NOTHING = -1e9


# --- areas and colours ----------------------------------------------------------------------------------------------


@kernel
def promise_of_area(state, colour, size, left, turns, w):
    """Worth of a started area, as :func:`worth.area_promise`, when two players fill it."""
    done = (size - left) / size
    need = left * w[W.PACE] / FILLERS
    points = area_size_points(state, size) + phase_promise(state, LAST_ROUND - turns + need)
    share = done * (1.0 + w[W.CONVEX] * (done - 1.0))
    return w[AREA_OF[colour]] * points * share * chance_to_finish(left, w[W.PACE] / FILLERS, turns)


@kernel
def promise_of_colour(state, seat, colour, size, left, turns, w):
    """Worth of a colour with `left` of `size` hexes empty, as :func:`worth.colour_promise`."""
    if left == 0 or left >= size:
        return 0.0
    done = (size - left) / size
    share = done * (1.0 + w[W.CONVEX_COLOUR] * (done - 1.0))
    theirs = empty_of_colour(state, seat + 1, colour)  # the next seat is of the other team
    ahead = 0.0 if theirs == 0 or theirs > left else 0.5 if theirs == left else 1.0
    large, small = (
        1.0 * bonus_tile_points(state, BONUS.large),
        1.0 * bonus_tile_points(state, BONUS.small),
    )
    tiles = state.bonus_left[colour]
    points = 0.0
    if tiles == 1:
        points = small
    elif tiles == 2:
        points = large + (small - large) * ahead
    if state.owns[seat, M.BONUS_TILES] and points > 0.0:
        points += monastery_number(state, M.BONUS_TILES)
    return w[W.COLOUR] * points * share * chance_to_finish(left, w[W.PACE_COLOUR] / FILLERS, turns)


@kernel
def hexes_of_colour(state, colour):
    """Hexes of a printed colour."""
    found = 0
    for hexagon in range(E.TEAM_HEXES):
        found += state.team_colour[hexagon] == colour
    return found


@kernel
def covering_gain(state, seat, hexagon, turns, w):
    """Return what covering a hex gains for its area, its colour and the hexes around, the tile's effect apart."""
    colour = state.team_colour[hexagon]
    size = area_size(state, hexagon)
    left = empty_in_area(state, seat, hexagon)
    gain = -promise_of_area(state, colour, size, left, turns, w) if left < size else 0.0
    if left > 1:
        gain += promise_of_area(state, colour, size, left - 1, turns, w)
    else:
        gain += area_points_then(state, size, turns)
    hexes = hexes_of_colour(state, colour)
    rest = empty_of_colour(state, seat, colour)
    gain -= promise_of_colour(state, seat, colour, hexes, rest, turns, w)
    if rest == 1:
        gain += bonus_points(state, seat, colour, w)
    else:
        gain += promise_of_colour(state, seat, colour, hexes, rest - 1, turns, w)
    return gain + w[SPACE_OF[colour]] + opening(state, seat, hexagon, turns, w)


@kernel
def opening(state, seat, hexagon, turns, w):
    """Worth of the hexes that become open."""
    gain = 0.0
    for edge in range(MOST_NEIGHBOURS):
        other = TEAM_NEIGHBOURS[hexagon, edge]
        if other == E.NONE or is_in(state.covered, seat, other) or is_in(state.open_hexes, seat, other):
            continue
        gain += w[W.OPEN]
        size = area_size(state, other)
        if empty_in_area(state, seat, other) == size:
            gain += w[W.OPEN_AREA] * area_points_then(state, size, turns) / size
    return gain * turns / ALL_TURNS


# --- tiles ----------------------------------------------------------------------------------------------------------


@kernel
def animals_gain(state, seat, kind, hexagon, turns, w):
    """Return points of a livestock tile on a hex, and what it promises or spoils for its pasture."""
    species = T.SPECIES_OF[kind]
    half, place = half_of(seat, hexagon), place_in_half(hexagon)
    same = herd(state, half, place, species)
    points = 1.0 * (number_of(state, kind) + same)
    if state.owns[seat, M.LIVESTOCK]:
        points += herd_points(state, seat) * more_of_herd(state, same)
    most = 0
    for other in range(SPECIES.COUNT):
        most = max(most, herd(state, half, place, other))
    left = empty_in_area(state, seat, hexagon)
    share = w[W.LIVESTOCK_NEXT] * turns / (turns + 5.0)
    points += share * (max(most, number_of(state, kind) + same) * (left - 1) - most * left)
    if state.owns[seat, M.SPECIES] and not has_species(state, seat, species):
        points += monastery_number(state, M.SPECIES)
    return points


@kernel
def effect_of(state, seat, kind, hexagon, turns, w):
    """Return what a tile does on a hex, as far as one can say."""
    if E.FIRST_LIVESTOCK <= kind < KIND.mine:
        return animals_gain(state, seat, kind, hexagon, turns, w)
    if kind > KIND.monastery_29:
        return special_worth(state, half_of(seat, hexagon), kind, place_in_half(hexagon), turns, w)
    return effect_later(state, seat, kind, 0, 0, turns, w)


@kernel
def effect_at_once(state, seat, kind, hexagon, turns, w):
    """Return what a tile that is placed on a hex now does."""
    if kind == KIND.ship:
        return best_cargo(state, seat, turns, w) + turn_order_worth(state, turns, w)
    return effect_of(state, seat, kind, hexagon, turns, w)


@kernel
def keeping_worth(state, seat, kind, turns, w):
    """Worth of a tile in storage after this turn, as :func:`tiles.hold_worth`."""
    if turns == 0 or (kind > KIND.joker and w[W.MODULES] == 0.0):
        return 0.0
    best = NOTHING
    numbers, different = 0, 0
    for hexagon in range(E.TEAM_HEXES):
        if fits_hex(state, seat, hexagon, kind):
            gain = covering_gain(state, seat, hexagon, turns - 1, w)
            best = max(best, gain + effect_of(state, seat, kind, hexagon, turns - 1, w))
            if not numbers >> state.team_die[hexagon] & 1:
                different += 1
            numbers |= 1 << state.team_die[hexagon]
    if different == 0:
        some = 0 if T.COLOUR_OF[kind] >= COLOUR.COUNT else empty_of_colour(state, seat, T.COLOUR_OF[kind])
        return 0.0 if turns < 2 else w[W.CLOSED] * min(4, some) * turns / ALL_TURNS
    hit = w[W.HIT] + w[W.HIT_NUMBER] * (different - 1)
    hit += w[W.HIT_WORKER] * min(T.MOST_WORKERS, state.workers[seat])
    if free_step_for(state, seat, kind):
        hit += w[W.HIT_FREE]
    miss = 1.0 - min(0.95, hit)
    all_missed = 1.0
    for _ in range(min(turns, 8)):
        all_missed *= miss
    worth = (1.0 - all_missed) * (best - die_worth(turns - 1, w))
    return max(0.0, worth + w[W.FLEX] * min(3, different - 1) - w[W.WAIT] * miss)


@kernel
def position_worth(state, seat, position, turns, w):
    """Worth of what lies on a storage position; 0 of an empty one."""
    kind = state.storage[seat, position]
    return 0.0 if kind == E.EMPTY else keeping_worth(state, seat, kind, turns, w)


@kernel
def room_price(state, seat, turns, w):
    """Return what a further tile costs: the least of the stored ones where no position is empty, else a little."""
    least = 1e9
    for position in range(E.TEAM_STORAGE):
        if state.storage[seat, position] == E.EMPTY:
            least = min(least, 0.0)
        else:
            least = min(least, position_worth(state, seat, position, turns, w))
    return least - w[W.CROWD_2] * 0.5


@kernel
def gain_of_taking(state, seat, kind, price, turns, w):
    """Gain of a tile that enters the storage."""
    rivals = 0
    for position in range(E.TEAM_STORAGE):
        other = state.storage[seat, position]
        rivals += other != E.EMPTY and T.COLOUR_OF[other] == T.COLOUR_OF[kind]
    worth = keeping_worth(state, seat, kind, turns, w)
    if rivals > 1:
        worth *= w[W.SAME_COLOUR]
    return worth - price


# --- decisions ------------------------------------------------------------------------------------------------------


@kernel
def choose_in_team(state, mask, w):
    """Any decision of the team game that depends on its duchy or its storage; -1 for the others."""
    decision = state.decision
    if decision == D.MAIN or decision == D.EXTRA or decision == D.WHITE_ACTION or decision == D.TOWNHALL:
        return choose_action(state, mask, w)
    if decision == D.PICK:
        return choose_tile(state, mask, w)
    if decision == D.STORE_DEST:
        return choose_position(state, mask)
    if decision == D.DISCARD:
        return choose_loss(state, w)
    if decision == D.START_SPACE:
        return choose_first_hex(state, w)
    if decision == D.CRANE_EFFECT:
        return choose_effect(state, mask)
    return -1


@kernel
def choose_action(state, mask, w):
    """MAIN, EXTRA, WHITE_ACTION, TOWNHALL: a purchase that pays, else the best use of a die."""
    seat = state.current_seat
    turns = turns_after(state)
    price = room_price(state, seat, turns, w)
    choice = choose_bargain(state, mask, price, turns, w)
    if choice >= 0:
        return choice
    choice, best = -1, NOTHING
    if mask[A.pass_]:
        choice, best = A.pass_, 0.0
    for die in range(E.NUM_DICE):
        action, gain = best_of_die(state, mask, die, price, turns, w)
        if gain > best:
            choice, best = action, gain
    return choice


@kernel
def value_shown(state, seat, die):
    """Return the number that a die is used with, 0 for any."""
    if state.decision == D.MAIN:
        return state.dice[seat, die]
    return state.white if state.decision == D.WHITE_ACTION else 0


@kernel
def best_of_die(state, mask, die, price, turns, w):
    """Return the best use of a die: (action, gain); (-1, NOTHING) without any."""
    seat = state.current_seat
    value = value_shown(state, seat, die)
    workers = state.workers[seat]
    choice, best = -1, NOTHING
    if mask[A.workers + die]:
        choice, best = A.workers + die, worker_gain(state, seat, workers, turns, w)
    for goods in range(E.NUM_GOODS):
        if mask[A.sell + die * E.NUM_GOODS + goods]:
            cost = sell_cost(state, seat, value, goods)
            gain = sale_gain(state, seat, goods, turns, w) - spending(workers, cost, turns, w)
            if gain > best:
                choice, best = A.sell + die * E.NUM_GOODS + goods, gain
    for slot in range(NUM_SLOTS):
        if mask[A.take + die * NUM_SLOTS + slot]:
            depot = slot // E.SLOTS_PER_DEPOT
            kind = state.depot[depot, slot % E.SLOTS_PER_DEPOT]
            gain = gain_of_taking(state, seat, kind, price, turns, w)
            gain -= spending(workers, take_cost(state, seat, value, depot), turns, w)
            if gain > best:
                choice, best = A.take + die * NUM_SLOTS + slot, gain
    for position in range(E.TEAM_STORAGE):
        kind = state.storage[seat, position]
        if kind == E.EMPTY:
            continue
        held = keeping_worth(state, seat, kind, turns, w)
        for hexagon in range(E.TEAM_HEXES):
            action = place_action(state, die, position, hexagon)
            if mask[action]:
                gain = covering_gain(state, seat, hexagon, turns, w) - held
                gain += effect_at_once(state, seat, kind, hexagon, turns, w)
                cost = place_cost(state, seat, value, kind, hexagon)
                gain -= spending(workers, cost, turns, w)
                if gain > best:
                    choice, best = action, gain
    return choice, best


@kernel
def choose_bargain(state, mask, price, turns, w):
    """Return a tile of the black depot, an inn, or a building of monastery 6, if one is worth its price; else -1."""
    seat = state.current_seat
    choice, best = -1, w[W.BUY]
    silver = -marginal_silver(state, seat, -T.BLACK_PRICE, turns, w)
    for slot in range(E.NUM_BLACK_SLOTS):
        if mask[A.buy + slot]:
            gain = gain_of_taking(state, seat, state.black[slot], price, turns, w) - silver
            if gain > best:
                choice, best = A.buy + slot, gain
    if state.e6 and mask[state.actions_e6 + E6.buy_inn]:
        gain = gain_of_taking(state, seat, KIND.inn, price, turns, w) - silver
        if gain > best:
            choice, best = state.actions_e6 + E6.buy_inn, gain
    if state.workers[seat] >= T.HIRE_PRICE:
        workers = spending(state.workers[seat], T.HIRE_PRICE, turns, w)
        for slot in range(NUM_SLOTS):
            if mask[A.hire + slot]:
                kind = state.depot[slot // E.SLOTS_PER_DEPOT, slot % E.SLOTS_PER_DEPOT]
                gain = gain_of_taking(state, seat, kind, price, turns, w) - workers
                if gain > best:
                    choice, best = A.hire + slot, gain
    return choice


@kernel
def choose_tile(state, mask, w):
    """PICK: the best tile, or none."""
    seat = state.current_seat
    turns = turns_after(state)
    price = room_price(state, seat, turns, w)
    choice, best = A.pass_, 0.0
    for slot in range(NUM_SLOTS):
        if mask[A.take + slot]:
            kind = state.depot[slot // E.SLOTS_PER_DEPOT, slot % E.SLOTS_PER_DEPOT]
            gain = gain_of_taking(state, seat, kind, price, turns, w)
            if gain > best:
                choice, best = A.take + slot, gain
    return choice


@kernel
def choose_position(state, mask):
    """STORE_DEST: an own position while one of the own dice can place the tile, else a shared one."""
    seat = state.current_seat
    first = state.actions_team + TEAM.store
    own, shared = -1, -1
    for position in range(E.TEAM_STORAGE):
        if mask[first + position]:
            if position < E.PRIVATE_STORAGE:
                own = first + position
            else:
                shared = first + position
    unused = not (state.used[seat, 0] and state.used[seat, 1])
    if own < 0 or (shared >= 0 and not (unused and fits_own_die(state, seat, top_arg(state)))):
        return shared
    return own


@kernel
def fits_own_die(state, seat, kind):
    """Can an unused die place this tile as it is?"""
    for hexagon in range(E.TEAM_HEXES):
        if fits_hex(state, seat, hexagon, kind):
            for die in range(E.NUM_DICE):
                if not state.used[seat, die] and state.dice[seat, die] == state.team_die[hexagon]:
                    return True
    return False


@kernel
def choose_loss(state, w):
    """DISCARD: the stored tile that will be missed least."""
    seat = state.current_seat
    turns = turns_after(state)
    least, worth = 0, position_worth(state, seat, 0, turns, w)
    for position in range(1, E.TEAM_STORAGE):
        other = position_worth(state, seat, position, turns, w)
        if other < worth:
            least, worth = position, other
    if least < E.NUM_STORAGE:
        return A.discard + least
    return state.actions_team + TEAM.team_discard


@kernel
def choose_first_hex(state, w):
    """START_SPACE: the castle hex with the best hexes around."""
    seat = state.current_seat
    choice, best = -1, NOTHING
    for hexagon in range(E.TEAM_HEXES):
        if is_start_hex(state, hexagon):
            gain = opening(state, seat, hexagon, LAST_ROUND, w)
            if gain > best:
                choice, best = place_action(state, 0, 0, hexagon), gain
    return choice


@kernel
def choose_effect(state, mask):
    """CRANE_EFFECT: the first of the effects that are mostly best."""
    first = state.actions_e2 + E2.effect
    for effect in (KIND.town_hall, KIND.church, KIND.boarding_house):
        if mask[first + effect]:
            return first + effect
    return A.pass_


# --- positions ------------------------------------------------------------------------------------------------------


@kernel
def duchy_promise(state, seat, turns, w):
    """Worth of the started areas and colours of a team."""
    worth = 0.0
    for hexagon in range(E.TEAM_HEXES):
        if state.team_area[hexagon] == hexagon:
            size = area_size(state, hexagon)
            left = empty_in_area(state, seat, hexagon)
            if 0 < left < size:
                worth += promise_of_area(state, state.team_colour[hexagon], size, left, turns, w)
    for colour in range(COLOUR.COUNT):
        left = empty_of_colour(state, seat, colour)
        worth += promise_of_colour(state, seat, colour, hexes_of_colour(state, colour), left, turns, w)
    return worth


@kernel
def stored_by_team(state, seat, turns, w):
    """Worth of what both members of a team store."""
    worth = 0.0
    for position in range(E.TEAM_STORAGE):
        worth += position_worth(state, seat, position, turns, w)
    for position in range(E.PRIVATE_STORAGE):
        worth += position_worth(state, partner_of(seat), position, turns, w)
    return worth
