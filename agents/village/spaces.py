"""The seven actions: the best way to carry out each, and its gain in points.

Every kernel gives (gain, action), with PASS and 0.0 where nothing gains. They serve the weighing of a cube as well as
the decision itself: `extra` (see worth.py) is the cube that would be taken, or NO_CUBE.
"""

from __future__ import annotations

from eurogym.agents.village import places
from eurogym.agents.village.weights import W
from eurogym.agents.village.worth import (
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
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare import tables as T
from eurogym.envs.village.declare.actions import CRAFT_ACTIONS, A
from eurogym.envs.village.rules.market import can_serve
from eurogym.envs.village.rules.members import count_at, lowest_unborn
from eurogym.envs.village.rules.turn import harvest_of_seat, marker_is_there

RETURN_COST = 0.3  # a member home is a birth put off
OWN_MARKER = 0.8  # of the marker, for the first player


@kernel
def best_harvest(state, seat, v, w):
    """R5: grain, worth what the farm can still use."""
    if count_at(state, seat, E.PLACE.farm) == 0:
        return 0.0, A.pass_
    return grain_change(state, seat, harvest_of_seat(state, seat), v, w), A.harvest


@kernel
def best_family(state, seat, v, w):
    """R6: a birth, or somebody home from a place where he is of little use."""
    best = 0.0
    choice = A.pass_
    gain = places.farm_member(count_at(state, seat, E.PLACE.farm) + 1, v, w)
    if lowest_unborn(state, seat) != E.NONE:
        best = gain
        choice = A.birth
    for place in range(E.PLACE.wainwright, E.PLACE.church):
        if E.PLACE.council <= place < E.PLACE.city:
            continue
        for generation in range(E.NUM_GENERATIONS):
            if state.members[seat, generation, place] > 0:
                worth = gain - places.place_worth(state, seat, generation, place, v, w) - RETURN_COST
                if worth > best:
                    best = worth
                    choice = A.return_ + E.NUM_GENERATIONS * (place - E.PLACE.wainwright) + generation
    return best, choice


@kernel
def leaving_farm(state, seat, v, w):
    """Worth of the member that leaves the farm."""
    return places.farm_member(count_at(state, seat, E.PLACE.farm), v, w)


@kernel
def best_crafts(state, seat, extra, v, w):
    """R7: the good with the best gain and the cheapest way to it, or coins at the mill."""
    best = 0.0
    choice = A.pass_
    if state.grain[seat] >= T.MILL_GRAIN:
        coins = coins_of(state, seat, extra)
        best = coin_worth(coins + 1, v, w) + coin_worth(coins + 2, v, w)
        best += grain_change(state, seat, -T.MILL_GRAIN, v, w) + time_gain(state, seat, T.MILL_TIME, extra, v)
        choice = A.mill
        if best < 0.0:
            best = 0.0
            choice = A.pass_
    for kind in range(E.CRAFT.COUNT):
        gain = v[places.GAIN + T.CRAFT_GOODS[kind]]
        if gain <= best:
            continue
        place = T.CRAFT_PLACE[kind]
        trained = count_at(state, seat, place) > 0
        if trained:
            worth = gain + time_gain(state, seat, T.PRODUCE_TIME[kind], extra, v)
            if worth > best:
                best = worth
                choice = CRAFT_ACTIONS[kind]
        else:
            worth = gain + time_gain(state, seat, T.PRODUCE_TIME[kind] + T.TRAIN_TIME[kind], extra, v)
            worth += (
                w[W.TRAINED] * places.TRAINING_TIME[place] * places.fade(v[places.V.TURNS], w[W.TRAINED_FADE])
            )
            worth -= leaving_farm(state, seat, v, w)
            if worth > best:
                for generation in range(E.NUM_GENERATIONS):
                    if state.members[seat, generation, E.PLACE.farm] > 0:
                        best = worth
                        choice = CRAFT_ACTIONS[kind] + E.TRAINING + generation
                        break
        for way in range(E.PAYING, T.CRAFT_WAYS[kind]):
            worth = gain - craft_price(state, seat, place, way, extra, v, w)
            if worth > best:
                best = worth
                choice = CRAFT_ACTIONS[kind] + way
    return best, choice


@kernel
def craft_price(state, seat, place, way, extra, v, w):
    """R7.3: cubes, grain or coins for a good; a large number where they are missing."""
    if place == E.PLACE.stables:
        if state.grain[seat] < T.STABLES_GRAIN:
            return IMPOSSIBLE
        return -grain_change(state, seat, -T.STABLES_GRAIN, v, w)
    if place == E.PLACE.office:
        if way == E.PAYING:
            if cubes_of(state, seat, E.COLOUR.pink, extra) == 0:
                return IMPOSSIBLE
            return cube_cost(state, seat, E.COLOUR.pink, extra, v, w)
        return coin_cost(state, seat, extra, v, w) if coins_of(state, seat, extra) > 0 else IMPOSSIBLE
    return two_cost(state, seat, E.COLOUR.orange, E.COLOUR.pink, way - E.PAYING, extra, v, w)


@kernel
def sale_gain(state, seat, slot, v, w):
    """Return points of a customer less what the goods are worth otherwise."""
    tile = state.slot[slot]
    gain = 1.0 * state.points[tile] + grain_change(state, seat, -state.wishes[tile, E.WISH.grain], v, w)
    for good in range(E.GOOD.COUNT):
        if state.wishes[tile, good] > 0:
            gain -= state.wishes[tile, good] * good_cost(state, seat, good, v, w)
    return gain


@kernel
def fee(state, seat, extra, v, w):
    """(gain, fee) of the cheapest fee of a sale, its time included; FEE.free: none can be paid."""
    time = time_gain(state, seat, T.FEE_TIME, extra, v)
    best = -IMPOSSIBLE
    payment = E.FEE.free
    if cubes_of(state, seat, E.COLOUR.green, extra) > 0:
        best = time - cube_cost(state, seat, E.COLOUR.green, extra, v, w)
        payment = E.FEE.green
    if coins_of(state, seat, extra) > 0:
        cost = time - coin_cost(state, seat, extra, v, w)
        if cost > best:
            best = cost
            payment = E.FEE.coin
    return best, payment


@kernel
def best_market(state, seat, v, w):
    """R8, MARKET: the customer with the best gain after the fee."""
    best = 0.0
    choice = A.pass_
    cost = 0.0
    payment = E.FEE.free
    if not state.first_sale:
        cost, payment = fee(state, seat, NO_CUBE, v, w)
        if payment == E.FEE.free:
            return best, choice
    for slot in range(state.num_slots):
        if can_serve(state, seat, slot):
            gain = sale_gain(state, seat, slot, v, w) + cost
            if gain > best:
                best = gain
                choice = A.serve + E.FEE.COUNT * slot + payment
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
    if payment != E.FEE.free and second + cost > 0.0:
        first += w[W.MORE_SALES] * (second + cost)
    harm = 0.0
    for other in range(state.num_seats):
        if other != seat and (state.cubes[other, E.COLOUR.green] > 0 or state.coins[other] > 0):
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
    visited = places.cities_visited(state, seat)
    gain = places.city_points(visited + 1, v, w) - places.city_points(visited, v, w)
    if state.rewards[city] == E.REWARD.prestige:
        return gain + T.CITY_PRESTIGE
    if state.rewards[city] == E.REWARD.cubes:
        return gain + two_cubes(state, seat, extra, v, w)
    return gain + coin_worth(coins_of(state, seat, extra) + 1, v, w)


@kernel
def best_travel(state, seat, extra, v, w):
    """R10: where to go; the traveller of the lowest generation goes."""
    best = 0.0
    choice = A.pass_
    if state.goods[seat, E.GOOD.wagon] == 0:
        return best, choice
    common = time_gain(state, seat, T.TRAVEL_TIME, extra, v) - good_cost(state, seat, E.GOOD.wagon, v, w)
    for edge in range(E.NUM_SENDS):
        if count_at(state, seat, E.PLACE.farm) == 0:
            break
        cost, mask = best_payment(
            state, seat, state.edge_cubes[edge, 0], state.edge_cubes[edge, 1], extra, v, w
        )
        gain = common - cost + arrival(state, seat, T.SEND_TO[edge], extra, v, w)
        gain += places.onward(state, seat, T.SEND_TO[edge], v, w) - leaving_farm(state, seat, v, w)
        if gain > best:
            for generation in range(E.NUM_GENERATIONS):
                if state.members[seat, generation, E.PLACE.farm] > 0:
                    best = gain
                    choice = A.send + E.NUM_SENDS * generation + edge
                    break
    for road in range(E.NUM_ROADS):
        old = E.PLACE.city + T.ROAD_FROM[road]
        if count_at(state, seat, old) == 0:
            continue
        edge = E.NUM_SENDS + road // 2
        cost, mask = best_payment(
            state, seat, state.edge_cubes[edge, 0], state.edge_cubes[edge, 1], extra, v, w
        )
        gain = common - cost + arrival(state, seat, T.ROAD_TO[road], extra, v, w)
        gain += places.onward(state, seat, T.ROAD_TO[road], v, w) - places.onward(
            state, seat, T.ROAD_FROM[road], v, w
        )
        if gain > best:
            for generation in range(E.NUM_GENERATIONS):
                if state.members[seat, generation, old] > 0:
                    best = gain
                    choice = A.move + E.NUM_ROADS * generation + road
                    break
    return best, choice


@kernel
def marker_gain(state, seat, v, w):
    """R9.5, R17.6: the next-first-player marker."""
    if not marker_is_there(state):
        return 0.0
    if not state.solo and state.first_player == seat:
        return OWN_MARKER * w[W.MARKER]
    return w[W.MARKER] * places.fade(v[places.V.TURNS], 1.0)


@kernel
def best_privilege(state, seat, stage, extra, v, w):
    """(gain, privilege or NONE) of the best privilege up to a stage (1-4)."""
    best = 0.0
    choice = E.NONE
    if stage > E.PRIVILEGE.marker:
        best = marker_gain(state, seat, v, w)
        choice = E.PRIVILEGE.marker if best > 0.0 else E.NONE
    if stage > E.PRIVILEGE.cubes:
        gain = two_cubes(state, seat, extra, v, w)
        if gain > best:
            best = gain
            choice = E.PRIVILEGE.cubes
    if stage > E.PRIVILEGE.good:
        for good in range(E.GOOD.COUNT):
            gain = v[places.GAIN + good]
            if gain > best:
                best = gain
                choice = E.PRIVILEGE.good
    if stage > E.PRIVILEGE.prestige and coins_of(state, seat, extra) > 0:
        gain = T.PRIVILEGE_PRESTIGE - coin_cost(state, seat, extra, v, w)
        if gain > best:
            best = gain
            choice = E.PRIVILEGE.prestige
    return best, choice


@kernel
def council_price(state, seat, payment, extra, v, w):
    """R9.2: a scroll, or two green cubes with coins in place of some."""
    if payment == E.COUNCIL_PAYMENT.scroll:
        return (
            good_cost(state, seat, E.GOOD.scroll, v, w)
            if state.goods[seat, E.GOOD.scroll] > 0
            else IMPOSSIBLE
        )
    coins = 0  # as a mask
    if payment == E.COUNCIL_PAYMENT.green_coin:
        coins = 1
    elif payment == E.COUNCIL_PAYMENT.two_coins:
        coins = 3
    return two_cost(state, seat, E.COLOUR.green, E.COLOUR.green, coins, extra, v, w)


@kernel
def best_council(state, seat, extra, v, w):
    """R9: enter, advance, or only use a privilege."""
    top = places.highest_without(state, seat, E.NONE)
    best = 0.0
    choice = A.pass_
    if top > 0:
        best, stage = best_privilege(state, seat, top, extra, v, w)
        if best > 0.0:
            choice = A.privilege_only
    cost = IMPOSSIBLE
    payment = E.COUNCIL_PAYMENT.scroll
    for way in range(E.COUNCIL_PAYMENT.COUNT):
        price = council_price(state, seat, way, extra, v, w)
        if price < cost:
            cost = price
            payment = way
    if cost >= IMPOSSIBLE:
        return best, choice
    for old in range(E.NUM_COUNCIL_STAGES):
        place = E.PLACE.farm if old == 0 else E.PLACE.council + old - 1
        if count_at(state, seat, place) == 0:
            continue
        base = time_gain(state, seat, state.council_time[old], extra, v) - cost
        bonus, stage = best_privilege(state, seat, old + 1, extra, v, w)
        base += bonus
        for generation in range(E.NUM_GENERATIONS):
            if state.members[seat, generation, place] > 0:
                alive = places.survival(state, seat, generation, v, w)
                gain = base + alive * places.council_member(old, v, w)
                if old == 0:
                    gain -= leaving_farm(state, seat, v, w)
                else:
                    gain -= alive * places.council_member(old - 1, v, w)
                if old + 1 > top:
                    gain += alive * (places.privileges(old + 1, v, w) - places.privileges(top, v, w))
                if gain > best:
                    best = gain
                    way = E.COUNCIL_PAYMENT.COUNT * generation + payment
                    if old == 0:
                        choice = A.enter_council + way
                    else:
                        choice = A.council + E.NUM_GENERATIONS * E.COUNCIL_PAYMENT.COUNT * (old - 1) + way
    return best, choice


@kernel
def best_church(state, seat, extra, v, w):
    """R11.1: a member into the black bag, and how it is paid."""
    best = 0.0
    choice = A.pass_
    if count_at(state, seat, E.PLACE.farm) == 0:
        return best, choice
    cost = time_gain(state, seat, T.CHURCH_TIME, extra, v)
    payment = E.CHURCH_PAYMENT.time
    if cubes_of(state, seat, E.COLOUR.brown, extra) > 0:
        price = -cube_cost(state, seat, E.COLOUR.brown, extra, v, w)
        if price > cost:
            cost = price
            payment = E.CHURCH_PAYMENT.brown
    if coins_of(state, seat, extra) > 0:
        price = -coin_cost(state, seat, extra, v, w)
        if price > cost:
            cost = price
            payment = E.CHURCH_PAYMENT.coin
    more = places.majority(state, seat, 1.0, v, w) - places.majority(state, seat, 0.0, v, w)
    joined = w[W.BAG] * (places.church_member(0, v, w) + more)
    for generation in range(E.NUM_GENERATIONS):
        if state.members[seat, generation, E.PLACE.farm] > 0:
            gain = (
                cost
                + places.survival(state, seat, generation, v, w) * joined
                - leaving_farm(state, seat, v, w)
            )
            if gain > best:
                best = gain
                choice = A.church + E.CHURCH_PAYMENT.COUNT * generation + payment
    return best, choice


@kernel
def space_gain(state, seat, space, extra, v, w):
    """Gain of the best way to carry out the action of a space."""
    if space == E.SPACE.market:
        return market_day_gain(state, seat, extra, v, w)
    if space == E.SPACE.travel:
        return best_travel(state, seat, extra, v, w)[0]
    if space == E.SPACE.council_chamber:
        return best_council(state, seat, extra, v, w)[0]
    if space == E.SPACE.grain_harvest:
        return best_harvest(state, seat, v, w)[0]
    if space == E.SPACE.family:
        return best_family(state, seat, v, w)[0]
    if space == E.SPACE.church:
        return best_church(state, seat, extra, v, w)[0]
    return best_crafts(state, seat, extra, v, w)[0]


@kernel
def advance_gain(state, seat, generation, stage, v, w):
    """R12.3: a step on the church track from stage index 0-2."""
    gain = places.survival(state, seat, generation, v, w) * church_rise(stage)
    gain += (
        w[W.CHURCH_ON]
        * places.fade(v[places.V.TURNS], places.CHURCH_FADE)
        * (-1.0 if stage + 2 == E.NUM_CHURCH_STAGES else 0.0)
    )
    return gain + grain_change(state, seat, -state.church_cost[stage + 1], v, w)
