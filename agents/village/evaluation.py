"""The worth of a position for a seat, in points at the end of the game."""

from __future__ import annotations

from agents.village import weights as W
from agents.village.places import (
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
    privileges,
    remembered,
    remembered_worth,
    survival,
)
from agents.village.weights import SOLO_WEIGHTS, TABLE_WEIGHTS
from agents.village.worth import coin_worth, cube_worth, good_worth, grain_worth, time_worth, view
from envs.core.compile import kernel
from envs.village import enums as E
from envs.village.members import count_at
from envs.village.scoring import score_of


@kernel
def hand_worth(state, seat, v, w):
    """Cubes, coins, grain and goods."""
    worth = grain_worth(state, seat, state.grain[seat] + 0, v, w)
    for colour in range(E.NUM_INFLUENCE):
        for number in range(1, state.cubes[seat, colour] + 1):
            worth += cube_worth(colour, number, v, w)
    for number in range(1, state.coins[seat] + 1):
        worth += coin_worth(number, v, w)
    for good in range(E.NUM_GOODS):
        for number in range(1, state.goods[seat, good] + 1):
            worth += good_worth(state, seat, good, number, v, w)
    return worth


@kernel
def family_worth(state, seat, v, w):
    """Members on the farm and trained, on journeys, in the council and in the church."""
    worth = 0.0
    for number in range(1, count_at(state, seat, E.FARM) + 1):
        worth += farm_member(number, v, w)
    for place in range(E.WAINWRIGHT, E.COUNCIL):
        if count_at(state, seat, place) > 0:
            worth += w[W.TRAINED] * TRAINING[place] * fade(v[TURNS], w[W.TRAINED_FADE])
    for city in range(E.NUM_CITIES):
        if count_at(state, seat, E.CITY + city) > 0:
            worth += onward(state, seat, city, v, w)
    for generation in range(E.NUM_GENERATIONS):
        alive = survival(state, seat, generation, v, w)
        for stage in range(E.NUM_STAGES):
            worth += alive * state.members[seat, generation, E.COUNCIL + stage] * council_member(stage, v, w)
            worth += alive * state.members[seat, generation, E.CHURCH + stage] * church_member(stage, v, w)
        worth += alive * w[W.BAG] * state.members[seat, generation, E.BLACK_BAG] * church_member(0, v, w)
    worth += privileges(highest_without(state, seat, E.NONE), v, w)
    return worth + majority(state, seat, 0.0, v, w)


@kernel
def evaluate(state, seat):
    """Points a seat will have, roughly, seen from here; exact when the game is over."""
    if state.done:
        return 1.0 * score_of(state, seat)
    w = SOLO_WEIGHTS if state.solo else TABLE_WEIGHTS
    v = view(state, seat, w)
    worth = 1.0 * state.prestige[seat] + state.customer_points[seat]
    worth += city_points(cities_visited(state, seat), v, w)
    worth += remembered_worth(remembered(state, seat), v, w)
    worth += hand_worth(state, seat, v, w) + family_worth(state, seat, v, w)
    position = state.time[seat] + 0
    if state.death_due[seat] or state.dying == seat:
        position += E.STEPS_PER_LAP
    worth += time_worth(position, v)
    if state.marker_holder == seat:
        worth += w[W.MARKER]
    return worth
