"""The worth of a position for a seat, in points at the end of the game."""

from __future__ import annotations

import numpy as np

from eurogym.agents.village import places
from eurogym.agents.village.weights import SOLO_WEIGHTS, TABLE_WEIGHTS, W
from eurogym.agents.village.worth import coin_worth, cube_worth, good_worth, grain_worth, time_worth, view
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare.enums import GOOD, PLACE
from eurogym.envs.village.rules.members import count_at, dies_now
from eurogym.envs.village.rules.scoring import score_of


@kernel
def hand_worth(state, seat, v, w):
    """Cubes, coins, grain and goods."""
    worth = grain_worth(state, seat, np.int64(state.grain[seat]), v, w)
    for colour in range(E.NUM_INFLUENCE):
        for number in range(1, state.cubes[seat, colour] + 1):
            worth += cube_worth(colour, number, v, w)
    for number in range(1, state.coins[seat] + 1):
        worth += coin_worth(number, v, w)
    for good in range(GOOD.COUNT):
        for number in range(1, state.goods[seat, good] + 1):
            worth += good_worth(state, seat, good, number, v, w)
    return worth


@kernel
def family_worth(state, seat, v, w):
    """Members on the farm and trained, on journeys, in the council and in the church."""
    worth = 0.0
    for number in range(1, count_at(state, seat, PLACE.farm) + 1):
        worth += places.farm_member(number, v, w)
    for place in range(PLACE.wainwright, PLACE.council):
        if count_at(state, seat, place) > 0:
            worth += (
                w[W.TRAINED] * places.TRAINING_TIME[place] * places.fade(v[places.V.TURNS], w[W.TRAINED_FADE])
            )
    for city in range(E.NUM_CITIES):
        if count_at(state, seat, PLACE.city + city) > 0:
            worth += places.onward(state, seat, city, v, w)
    for generation in range(E.NUM_GENERATIONS):
        alive = places.survival(state, seat, generation, v, w)
        for stage in range(E.NUM_CHURCH_STAGES):  # as many as in the council
            worth += (
                alive
                * state.members[seat, generation, PLACE.council + stage]
                * places.council_member(stage, v, w)
            )
            worth += (
                alive
                * state.members[seat, generation, PLACE.church + stage]
                * places.church_member(stage, v, w)
            )
        worth += (
            alive
            * w[W.BAG]
            * state.members[seat, generation, PLACE.black_bag]
            * places.church_member(0, v, w)
        )
    worth += places.privileges(places.highest_without(state, seat, E.NONE), v, w)
    return worth + places.majority(state, seat, 0.0, v, w)


@kernel
def evaluate(state, seat):
    """Return points a seat will have, roughly, seen from here; exact when the game is over."""
    if state.done:
        return 1.0 * score_of(state, seat)
    w = SOLO_WEIGHTS if state.solo else TABLE_WEIGHTS
    v = view(state, seat, w)
    worth = 1.0 * state.prestige[seat] + state.customer_points[seat]
    worth += places.city_points(places.cities_visited(state, seat), v, w)
    worth += places.remembered_worth(places.remembered(state, seat), v, w)
    worth += hand_worth(state, seat, v, w) + family_worth(state, seat, v, w)
    position = np.int64(state.time[seat])
    if state.death_due[seat] or dies_now(state, seat):
        position += E.STEPS_PER_LAP
    worth += time_worth(position, v)
    if state.marker_holder == seat:
        worth += w[W.MARKER]
    return worth
