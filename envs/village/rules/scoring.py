"""Final scoring (R16) and ranks of the solo mode (R19.8)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare import tables as T
from eurogym.envs.village.declare.enums import CATEGORY, PLACE
from eurogym.envs.village.rules.members import count_at, count_in

GRAIN_BEFORE_LIVING = 100  # more than there are members


@kernel
def score_of(state, seat):
    """R16.1: all points of a seat if the game ended now."""
    cities = 0
    for city in range(E.NUM_CITIES):
        cities += state.disc[seat, city]
    points = state.prestige[seat] + state.customer_points[seat] + state.coins[seat] + T.CITY_POINTS[cities]
    for stage in range(E.NUM_CHURCH_STAGES):
        points += T.CHURCH_POINTS[stage] * count_at(state, seat, PLACE.church + stage)
    for stage in range(E.NUM_COUNCIL_STAGES):
        points += T.COUNCIL_POINTS[stage] * count_at(state, seat, PLACE.council + stage)
    remembered = count_in(state, seat, PLACE.chronicle, CATEGORY.COUNT)
    return points + T.CHRONICLE_POINTS[min(T.FULL_CHRONICLE, remembered)]


@kernel
def living_members(state, seat):
    """A6: members on the farm, the board and in the black bag."""
    return count_in(state, seat, PLACE.farm, PLACE.black_bag_stop)


@kernel
def scores(state, out):
    """Standing of every seat if the game ended now: points, then the tie-break of R16.2 (grain, living members)."""
    for seat in range(state.table_seats):
        out[seat, 0] = score_of(state, seat)
        out[seat, 1] = GRAIN_BEFORE_LIVING * state.grain[seat] + living_members(state, seat)
