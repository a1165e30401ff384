"""What a family member is worth where he is: on the farm, trained, in the council, on a journey, in the church."""

from __future__ import annotations

import numpy as np

from eurogym.agents.village.weights import W
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.names import sequence
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare import tables as T
from eurogym.envs.village.declare.enums import CATEGORY, GOOD, PLACE
from eurogym.envs.village.rules.mass import church_front, church_members
from eurogym.envs.village.rules.members import count_at, count_in

# of a view, see worth.py; behind these, for each good, how many are asked for, and the gain of one more
V = sequence("eurogym.agents.village.view", ("TURNS", "ROUNDS", "DEATHS", "DEATH_NOW", "DEATH_NEXT", "STAGE"))
ASKED = V.COUNT
GAIN = ASKED + GOOD.COUNT
TRAINING_TIME = np.zeros(PLACE.council)  # time, by craft building
TRAINING_TIME[T.CRAFT_PLACE] = T.TRAIN_TIME
LEAST_HALF = 0.1  # so that trial weights divide by no zero
CHRONICLE_FADE = 3.0  # own turns left at which half of the even share of the chronicle counts
CHURCH_FADE = 4.0  # the same for members who can still advance in the church
IN_BAG = 0.6  # of a member on the church track, for the majority
FRONT = 0.1  # of a member, per stage of the one furthest right, for the majority


@kernel
def fade(amount, half):
    """Return how much of a worth is left: half of it when `amount` is `half`."""
    return amount / (amount + max(half, LEAST_HALF))


@kernel
def farm_member(number, v, w):
    """Return the `number`-th member on the farm (from 1)."""
    worth = w[W.FARM] / (1.0 + w[W.FARM_MORE] * (number - 1))
    if number == 1:
        worth += w[W.FARM_FIRST]
    return worth * fade(v[V.TURNS], w[W.FARM_FADE])


@kernel
def survival(state, seat, generation, v, w):
    """Chance, roughly, that a member outlives the game: as many members as deaths to come go before him."""
    before = -1.0  # himself
    for younger in range(generation + 1):
        for place in range(E.NUM_VISIBLE):
            before += state.members[seat, younger, place]
    before = max(0.0, before)
    if before >= v[V.DEATHS]:
        return 1.0
    return 1.0 - w[W.RISK] * (1.0 - before / v[V.DEATHS])


@kernel
def points_of(table, amount):
    """Return a table of points read between its entries."""
    top = table.shape[0] - 1
    if amount >= top:
        return 1.0 * table[top]
    low = int(amount)
    return table[low] + (amount - low) * (table[low + 1] - table[low])


@kernel
def remembered(state, seat):
    """Own members in the chronicle."""
    return count_in(state, seat, PLACE.chronicle, CATEGORY.COUNT)


@kernel
def remembered_worth(number, v, w):
    """Promise of `number` own members in the chronicle: the points it may come to."""
    late = fade(v[V.TURNS], CHRONICLE_FADE)
    even = late * T.CHRONICLE_POINTS[T.FULL_CHRONICLE] / T.FULL_CHRONICLE * min(T.FULL_CHRONICLE, number)
    hoped = points_of(T.CHRONICLE_POINTS, number + w[W.REMEMBERED] * v[V.DEATHS])
    return hoped + w[W.REMEMBERED_EVEN] * (even - hoped) * late


@kernel
def remembered_gain(state, seat, v, w):
    """One more own member in the chronicle."""
    number = remembered(state, seat)
    return remembered_worth(number + 1, v, w) - remembered_worth(number, v, w)


@kernel
def privileges(stage, v, w):
    """Return what the privileges of the highest own stage (0-4) will bring."""
    if stage < 2:
        return 0.0
    return w[W.PRIVILEGES_2 + stage - 2] * (v[V.ROUNDS] - 0.5)


@kernel
def council_member(stage, v, w):
    """Return a member on council stage index 0-3: points and promise."""
    worth = 1.0 * T.COUNCIL_POINTS[stage]
    if stage < E.NUM_COUNCIL_STAGES - 1:
        worth += w[W.COUNCIL_1 + stage] * fade(v[V.TURNS], w[W.COUNCIL_FADE])
    return worth


@kernel
def highest_without(state, seat, place):
    """Return the highest council stage (0-4), one member at `place` not counted."""
    for stage in range(E.NUM_COUNCIL_STAGES, 0, -1):
        count = count_at(state, seat, PLACE.council + stage - 1)
        if PLACE.council + stage - 1 == place:
            count -= 1
        if count > 0:
            return stage
    return 0


@kernel
def cities_visited(state, seat):
    """Own discs."""
    count = 0
    for city in range(E.NUM_CITIES):
        count += state.disc[seat, city]
    return count


@kernel
def city_points(visited, v, w):
    """Promise of discs on a number of cities."""
    exact = 1.0 * T.CITY_POINTS[visited]
    even = visited * T.CITY_POINTS[E.NUM_CITIES] / E.NUM_CITIES
    return exact + w[W.CITY_EVEN] * max(0.0, even - exact) * fade(v[V.TURNS], w[W.CITY_FADE])


@kernel
def onward(state, seat, city, v, w):
    """Return a traveller in a city (0-5): roads to cities not yet visited."""
    left = E.NUM_CITIES - cities_visited(state, seat)
    if left == 0:
        return 0.0
    fresh = 0
    for road in range(E.NUM_ROADS):
        if T.ROAD_FROM[road] == city and not state.disc[seat, T.ROAD_TO[road]]:
            fresh = 1
    worth = w[W.CITY_ON] * fade(v[V.TURNS], w[W.CITY_FADE]) * (0.5 + 0.5 * fresh)
    return worth if left > 1 else 0.7 * worth


@kernel
def faithful(state, seat):
    """Own members on the church track and most of those in the black bag."""
    return church_members(state, seat) + IN_BAG * count_at(state, seat, PLACE.black_bag)


@kernel
def majority(state, seat, added, v, w):
    """Majorities in the masses to come with `added` more (or fewer) members on the church track."""
    own = faithful(state, seat) + added
    most = 0.0
    for other in range(state.num_seats):
        if other != seat:
            most = max(most, faithful(state, other) + FRONT * church_front(state, other))
    if state.solo:
        most = 0.0
        for stage in range(E.NUM_CHURCH_STAGES):
            if state.carla_track[stage] > 0:
                most += 1.0
        for generation in range(E.NUM_GENERATIONS):
            most += IN_BAG * state.carla_bag[generation]
    if own <= 0.0:
        return 0.0
    lead = own + FRONT * church_front(state, seat) - most
    return w[W.MAJORITY] * T.MAJORITY_PRESTIGE * v[V.ROUNDS] * min(1.0, max(0.0, 0.5 + 0.35 * lead))


@kernel
def church_member(stage, v, w):
    """Return a member on church stage index 0-3."""
    worth = 1.0 * T.CHURCH_POINTS[stage]
    if stage < E.NUM_CHURCH_STAGES - 1:
        worth += w[W.CHURCH_ON] * fade(v[V.TURNS], CHURCH_FADE)
    return worth


@kernel
def place_worth(state, seat, generation, place, v, w):
    """Return what would be lost if a member left a place."""
    if place == PLACE.farm:
        return farm_member(count_at(state, seat, PLACE.farm), v, w)
    if place < PLACE.council:
        more = count_at(state, seat, place) > 1
        worth = w[W.TRAINED] * TRAINING_TIME[place] * fade(v[V.TURNS], w[W.TRAINED_FADE])
        return 0.2 * worth if more else worth
    alive = survival(state, seat, generation, v, w)
    if place < PLACE.city:
        stage = place - PLACE.council
        worth = alive * council_member(stage, v, w)
        top = highest_without(state, seat, E.NONE)
        if top == stage + 1:
            worth += alive * (privileges(top, v, w) - privileges(highest_without(state, seat, place), v, w))
        return worth
    if place < PLACE.church:
        return onward(state, seat, place - PLACE.city, v, w)
    worth = alive * church_member(place - PLACE.church, v, w)
    return worth + alive * (majority(state, seat, 0.0, v, w) - majority(state, seat, -1.0, v, w))
