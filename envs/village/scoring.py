"""Final scoring (R16) and ranks of the solo mode (R19.8)."""

from __future__ import annotations

from envs.core.compile import kernel
from envs.village import enums as E
from envs.village.members import count_at, count_in
from envs.village.tables import CHRONICLE_POINTS, CHURCH_POINTS, CITY_POINTS, COUNCIL_POINTS


@kernel
def score_of(state, seat):
    """R16.1: all points of a seat if the game ended now."""
    cities = 0
    for city in range(E.NUM_CITIES):
        cities += state.disc[seat, city]
    points = state.prestige[seat] + state.customer_points[seat] + state.coins[seat] + CITY_POINTS[cities]
    for stage in range(E.NUM_STAGES):
        points += CHURCH_POINTS[stage] * count_at(state, seat, E.CHURCH + stage)
        points += COUNCIL_POINTS[stage] * count_at(state, seat, E.COUNCIL + stage)
    remembered = count_in(state, seat, E.CHRONICLE, E.NUM_CATEGORIES)
    return points + CHRONICLE_POINTS[min(5, remembered)]


@kernel
def living_members(state, seat):
    """A6: members on the farm, the board and in the black bag."""
    return count_in(state, seat, E.FARM, E.NUM_VISIBLE + 1)


@kernel
def scores(state, out):
    """Standing of every seat if the game ended now: points, then the tie-break of R16.2 (grain, living members)."""
    for seat in range(state.table_seats):
        out[seat, 0] = score_of(state, seat)
        out[seat, 1] = 100 * state.grain[seat] + living_members(state, seat)
