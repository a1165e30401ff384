"""The seven actions: the best way to carry out each, and its gain in points.

Every kernel gives (gain, action), with PASS and 0.0 where nothing gains. They serve the weighing of a cube as well as
the decision itself: `extra` (see worth.py) is the cube that would be taken, or NO_CUBE.
"""

from __future__ import annotations

from agents.village import weights as W
from agents.village.places import (
    CHURCH_FADE,
    GAIN,
    TRAINING,
    TURNS,
    church_member,
    cities_visited,
    city_points,
    council_member,
    fade,
    farm_member,
    highest_without,
    majority,
    onward,
    place_worth,
    privileges,
    survival,
)
from agents.village.worth import (
    IMPOSSIBLE,
    NO_CUBE,
    best_payment,
    church_rise,
    coin_cost,
    coin_worth,
    coins_of,
    cube_cost,
    cube_worth,
    cubes_of,
    good_cost,
    grain_change,
    time_gain,
    two_cost,
)
from envs.core.compile import kernel
from envs.village import enums as E
from envs.village.actions import (
    A_BIRTH,
    A_CHURCH,
    A_COUNCIL,
    A_ENTER,
    A_HARVEST,
    A_MILL,
    A_MOVE,
    A_PASS,
    A_PRIVILEGE_ONLY,
    A_RETURN,
    A_SEND,
    A_SERVE,
    CRAFT_ACTIONS,
)
from envs.village.market import can_serve
from envs.village.members import count_at, lowest_unborn
from envs.village.tables import (
    CHURCH_TIME,
    CITY_PRESTIGE,
    CRAFT_GOODS,
    CRAFT_PLACE,
    MILL_GRAIN,
    MILL_TIME,
    PRIVILEGE_PRESTIGE,
    PRODUCE_TIME,
    ROAD_FROM,
    ROAD_TO,
    SEND_TO,
    STABLES_GRAIN,
    TRAIN_TIME,
    TRAVEL_TIME,
)
from envs.village.turn import marker_is_there, ways_to

NUM_CRAFTS = len(CRAFT_GOODS)
RETURN_COST = 0.3  # a member home is a birth put off
OWN_MARKER = 0.8  # of the marker, for the first player


@kernel
def harvest_deed(state, seat, v, w):
    """R5: grain, worth what the farm can still use."""
    if count_at(state, seat, E.FARM) == 0:
        return 0.0, A_PASS
    grain = 2
    if state.goods[seat, E.PLOUGH] > 0:
        if state.goods[seat, E.OX] > 0:
            grain = 4
        elif state.goods[seat, E.HORSE] > 0:
            grain = 3
    return grain_change(state, seat, grain, v, w), A_HARVEST


@kernel
def family_deed(state, seat, v, w):
    """R6: a birth, or somebody home from a place where he is of little use."""
    best = 0.0
    choice = A_PASS
    gain = farm_member(count_at(state, seat, E.FARM) + 1, v, w)
    if lowest_unborn(state, seat) != E.NONE:
        best = gain
        choice = A_BIRTH
    for place in range(E.WAINWRIGHT, E.CHURCH):
        if E.COUNCIL <= place < E.CITY:
            continue
        for generation in range(E.NUM_GENERATIONS):
            if state.members[seat, generation, place] > 0:
                worth = gain - place_worth(state, seat, generation, place, v, w) - RETURN_COST
                if worth > best:
                    best = worth
                    choice = A_RETURN + 4 * (place - 1) + generation
    return best, choice


@kernel
def leaving_farm(state, seat, v, w):
    """Worth of the member that leaves the farm."""
    return farm_member(count_at(state, seat, E.FARM), v, w)


@kernel
def crafts_deed(state, seat, extra, v, w):
    """R7: the good with the best gain and the cheapest way to it, or coins at the mill."""
    best = 0.0
    choice = A_PASS
    if state.grain[seat] >= MILL_GRAIN:
        coins = coins_of(state, seat, extra)
        best = coin_worth(coins + 1, v, w) + coin_worth(coins + 2, v, w)
        best += grain_change(state, seat, -MILL_GRAIN, v, w) + time_gain(state, seat, MILL_TIME, extra, v)
        choice = A_MILL
        if best < 0.0:
            best = 0.0
            choice = A_PASS
    for kind in range(NUM_CRAFTS):
        gain = v[GAIN + CRAFT_GOODS[kind]]
        if gain <= best:
            continue
        place = CRAFT_PLACE[kind]
        trained = count_at(state, seat, place) > 0
        if trained:
            worth = gain + time_gain(state, seat, PRODUCE_TIME[kind], extra, v)
            if worth > best:
                best = worth
                choice = CRAFT_ACTIONS[kind]
        else:
            worth = gain + time_gain(state, seat, PRODUCE_TIME[kind] + TRAIN_TIME[kind], extra, v)
            worth += w[W.TRAINED] * TRAINING[place] * fade(v[TURNS], w[W.TRAINED_FADE])
            worth -= leaving_farm(state, seat, v, w)
            if worth > best:
                for generation in range(E.NUM_GENERATIONS):
                    if state.members[seat, generation, E.FARM] > 0:
                        best = worth
                        choice = CRAFT_ACTIONS[kind] + 1 + generation
                        break
        for way in range(5, ways_to(kind)):
            worth = gain - craft_price(state, seat, place, way, extra, v, w)
            if worth > best:
                best = worth
                choice = CRAFT_ACTIONS[kind] + way
    return best, choice


@kernel
def craft_price(state, seat, place, way, extra, v, w):
    """R7.3: cubes, grain or coins for a good; a large number where they are missing."""
    if place == E.STABLES:
        if state.grain[seat] < STABLES_GRAIN:
            return IMPOSSIBLE
        return -grain_change(state, seat, -STABLES_GRAIN, v, w)
    if place == E.OFFICE:
        if way == 5:
            if cubes_of(state, seat, E.PINK, extra) == 0:
                return IMPOSSIBLE
            return cube_cost(state, seat, E.PINK, extra, v, w)
        return coin_cost(state, seat, extra, v, w) if coins_of(state, seat, extra) > 0 else IMPOSSIBLE
    return two_cost(state, seat, E.ORANGE, E.PINK, way - 5, extra, v, w)


@kernel
def sale_gain(state, seat, slot, v, w):
    """Points of a customer less what the goods are worth otherwise."""
    tile = state.slot[slot]
    gain = 1.0 * state.points[tile] + grain_change(state, seat, -state.wishes[tile, E.GRAIN], v, w)
    for good in range(E.NUM_GOODS):
        if state.wishes[tile, good] > 0:
            gain -= state.wishes[tile, good] * good_cost(state, seat, good, v, w)
    return gain


@kernel
def fee(state, seat, extra, v, w):
    """(gain, payment) of the cheapest fee of a sale, its time included; payment 0: none can be paid."""
    time = time_gain(state, seat, 1, extra, v)
    best = -IMPOSSIBLE
    payment = 0
    if cubes_of(state, seat, E.GREEN, extra) > 0:
        best = time - cube_cost(state, seat, E.GREEN, extra, v, w)
        payment = 1
    if coins_of(state, seat, extra) > 0:
        cost = time - coin_cost(state, seat, extra, v, w)
        if cost > best:
            best = cost
            payment = 2
    return best, payment


@kernel
def market_deed(state, seat, v, w):
    """R8, MARKET: the customer with the best gain after the fee."""
    best = 0.0
    choice = A_PASS
    cost = 0.0
    payment = 0
    if not state.first_sale:
        cost, payment = fee(state, seat, NO_CUBE, v, w)
        if payment == 0:
            return best, choice
    for slot in range(state.num_slots):
        if can_serve(state, seat, slot):
            gain = sale_gain(state, seat, slot, v, w) + cost
            if gain > best:
                best = gain
                choice = A_SERVE + 3 * slot + payment
    return best, choice


@kernel
def market_day_gain(state, seat, extra, v, w):
    """Holding a market day: a free sale, another for the fee, less the sales of the others."""
    first = 0.0
    second = 0.0
    for slot in range(state.num_slots):
        if can_serve(state, seat, slot):
            gain = sale_gain(state, seat, slot, v, w)
            if gain > first:
                second = first
                first = gain
            elif gain > second:
                second = gain
    cost, payment = fee(state, seat, extra, v, w)
    if payment > 0 and second + cost > 0.0:
        first += w[W.MORE_SALES] * (second + cost)
    harm = 0.0
    for other in range(state.num_seats):
        if other != seat and (state.cubes[other, E.GREEN] > 0 or state.coins[other] > 0):
            most = 0
            for slot in range(state.num_slots):
                if can_serve(state, other, slot):
                    most = max(most, state.points[state.slot[slot]])
            harm += most
    return first - w[W.OTHERS_SELL] * harm / max(1, state.num_seats - 1)


@kernel
def two_cubes(state, seat, extra, v, w):
    """Two cubes of choice."""
    first = 0.0
    second = 0.0
    for colour in range(E.NUM_INFLUENCE):
        worth = cube_worth(colour, cubes_of(state, seat, colour, extra) + 1, v, w)
        if worth > first:
            second = max(first, cube_worth(colour, cubes_of(state, seat, colour, extra) + 2, v, w))
            first = worth
        elif worth > second:
            second = worth
    return first + second


@kernel
def arrival(state, seat, city, extra, v, w):
    """R10.3: reward, points and promise of a city."""
    if state.disc[seat, city]:
        return 0.0
    visited = cities_visited(state, seat)
    gain = city_points(visited + 1, v, w) - city_points(visited, v, w)
    if state.rewards[city] == E.REWARD_PRESTIGE:
        return gain + CITY_PRESTIGE
    if state.rewards[city] == E.REWARD_CUBES:
        return gain + two_cubes(state, seat, extra, v, w)
    return gain + coin_worth(coins_of(state, seat, extra) + 1, v, w)


@kernel
def travel_deed(state, seat, extra, v, w):
    """R10: where to go; the traveller of the lowest generation goes."""
    best = 0.0
    choice = A_PASS
    if state.goods[seat, E.WAGON] == 0:
        return best, choice
    common = time_gain(state, seat, TRAVEL_TIME, extra, v) - good_cost(state, seat, E.WAGON, v, w)
    for edge in range(2):
        if count_at(state, seat, E.FARM) == 0:
            break
        cost, mask = best_payment(
            state, seat, state.edge_cubes[edge, 0], state.edge_cubes[edge, 1], extra, v, w
        )
        gain = common - cost + arrival(state, seat, SEND_TO[edge], extra, v, w)
        gain += onward(state, seat, SEND_TO[edge], v, w) - leaving_farm(state, seat, v, w)
        if gain > best:
            for generation in range(E.NUM_GENERATIONS):
                if state.members[seat, generation, E.FARM] > 0:
                    best = gain
                    choice = A_SEND + 2 * generation + edge
                    break
    for road in range(E.NUM_ROADS):
        old = E.CITY + ROAD_FROM[road]
        if count_at(state, seat, old) == 0:
            continue
        edge = 2 + road // 2
        cost, mask = best_payment(
            state, seat, state.edge_cubes[edge, 0], state.edge_cubes[edge, 1], extra, v, w
        )
        gain = common - cost + arrival(state, seat, ROAD_TO[road], extra, v, w)
        gain += onward(state, seat, ROAD_TO[road], v, w) - onward(state, seat, ROAD_FROM[road], v, w)
        if gain > best:
            for generation in range(E.NUM_GENERATIONS):
                if state.members[seat, generation, old] > 0:
                    best = gain
                    choice = A_MOVE + E.NUM_ROADS * generation + road
                    break
    return best, choice


@kernel
def marker_gain(state, seat, v, w):
    """R9.5, R17.6: the next-first-player marker."""
    if not marker_is_there(state):
        return 0.0
    if not state.solo and state.first_player == seat:
        return OWN_MARKER * w[W.MARKER]
    return w[W.MARKER] * fade(v[TURNS], 1.0)


@kernel
def privilege_deed(state, seat, stage, extra, v, w):
    """(gain, privilege 1-4 or 0) of the best privilege up to a stage."""
    best = 0.0
    choice = 0
    if stage >= 1:
        best = marker_gain(state, seat, v, w)
        choice = 1 if best > 0.0 else 0
    if stage >= 2:
        gain = two_cubes(state, seat, extra, v, w)
        if gain > best:
            best = gain
            choice = 2
    if stage >= 3:
        for good in range(E.NUM_GOODS):
            gain = v[GAIN + good]
            if gain > best:
                best = gain
                choice = 3
    if stage >= 4 and coins_of(state, seat, extra) > 0:
        gain = PRIVILEGE_PRESTIGE - coin_cost(state, seat, extra, v, w)
        if gain > best:
            best = gain
            choice = 4
    return best, choice


@kernel
def council_price(state, seat, payment, extra, v, w):
    """R9.2: a scroll, or two green cubes with coins in place of some."""
    if payment == 0:
        return good_cost(state, seat, E.SCROLL, v, w) if state.goods[seat, E.SCROLL] > 0 else IMPOSSIBLE
    coins = 0
    if payment == 2:
        coins = 1
    elif payment == 3:
        coins = 3
    return two_cost(state, seat, E.GREEN, E.GREEN, coins, extra, v, w)


@kernel
def council_deed(state, seat, extra, v, w):
    """R9: enter, advance, or only use a privilege."""
    top = highest_without(state, seat, E.NONE)
    best = 0.0
    choice = A_PASS
    if top > 0:
        best, stage = privilege_deed(state, seat, top, extra, v, w)
        if best > 0.0:
            choice = A_PRIVILEGE_ONLY
    cost = IMPOSSIBLE
    payment = 0
    for way in range(4):
        price = council_price(state, seat, way, extra, v, w)
        if price < cost:
            cost = price
            payment = way
    if cost >= IMPOSSIBLE:
        return best, choice
    for old in range(E.NUM_STAGES):
        place = E.FARM if old == 0 else E.COUNCIL + old - 1
        if count_at(state, seat, place) == 0:
            continue
        base = time_gain(state, seat, state.council_time[old], extra, v) - cost
        bonus, stage = privilege_deed(state, seat, old + 1, extra, v, w)
        base += bonus
        for generation in range(E.NUM_GENERATIONS):
            if state.members[seat, generation, place] > 0:
                alive = survival(state, seat, generation, v, w)
                gain = base + alive * council_member(old, v, w)
                if old == 0:
                    gain -= leaving_farm(state, seat, v, w)
                else:
                    gain -= alive * council_member(old - 1, v, w)
                if old + 1 > top:
                    gain += alive * (privileges(old + 1, v, w) - privileges(top, v, w))
                if gain > best:
                    best = gain
                    if old == 0:
                        choice = A_ENTER + 4 * generation + payment
                    else:
                        choice = A_COUNCIL + 16 * (old - 1) + 4 * generation + payment
    return best, choice


@kernel
def church_deed(state, seat, extra, v, w):
    """R11.1: a member into the black bag, and how it is paid."""
    best = 0.0
    choice = A_PASS
    if count_at(state, seat, E.FARM) == 0:
        return best, choice
    cost = time_gain(state, seat, CHURCH_TIME, extra, v)
    payment = 2
    if cubes_of(state, seat, E.BROWN, extra) > 0:
        price = -cube_cost(state, seat, E.BROWN, extra, v, w)
        if price > cost:
            cost = price
            payment = 0
    if coins_of(state, seat, extra) > 0:
        price = -coin_cost(state, seat, extra, v, w)
        if price > cost:
            cost = price
            payment = 1
    more = majority(state, seat, 1.0, v, w) - majority(state, seat, 0.0, v, w)
    joined = w[W.BAG] * (church_member(0, v, w) + more)
    for generation in range(E.NUM_GENERATIONS):
        if state.members[seat, generation, E.FARM] > 0:
            gain = cost + survival(state, seat, generation, v, w) * joined - leaving_farm(state, seat, v, w)
            if gain > best:
                best = gain
                choice = A_CHURCH + 3 * generation + payment
    return best, choice


@kernel
def deed_gain(state, seat, space, extra, v, w):
    """Gain of the best way to carry out the action of a space."""
    if space == E.MARKET_SPACE:
        return market_day_gain(state, seat, extra, v, w)
    if space == E.TRAVEL_SPACE:
        return travel_deed(state, seat, extra, v, w)[0]
    if space == E.COUNCIL_SPACE:
        return council_deed(state, seat, extra, v, w)[0]
    if space == E.HARVEST_SPACE:
        return harvest_deed(state, seat, v, w)[0]
    if space == E.FAMILY_SPACE:
        return family_deed(state, seat, v, w)[0]
    if space == E.CHURCH_SPACE:
        return church_deed(state, seat, extra, v, w)[0]
    return crafts_deed(state, seat, extra, v, w)[0]


@kernel
def advance_gain(state, seat, generation, stage, v, w):
    """R12.3: a step on the church track from stage index 0-2."""
    gain = survival(state, seat, generation, v, w) * church_rise(stage)
    gain += w[W.CHURCH_ON] * fade(v[TURNS], CHURCH_FADE) * (-1.0 if stage == 2 else 0.0)
    return gain + grain_change(state, seat, -state.church_cost[stage + 1], v, w)
