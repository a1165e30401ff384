"""E8: the team game: setup, storage, what both members hold, turn order.

Workers, silver, goods, bonus tiles and the shared key spaces stand in the records of both members, so that the rules
of a seat read them there; :func:`share` brings the partner's up to date after every answer.
"""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, R
from eurogym.envs.castles_of_burgundy.declare.team_board import CENTRE
from eurogym.envs.castles_of_burgundy.rules.team_duchy import cover_in_team, lay_out_team, partner_of, team_of
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.random import next_below

FIRST_WORKERS, SECOND_WORKERS, TEAM_SILVER = 3, 5, 2  # E8.2


@kernel
def deal_team_duchies(state):
    """E8.2: a duchy for each team."""
    for team in range(E.NUM_TEAMS):
        lay_out_team(state, team)


@kernel
def place_first_castles(state):
    """E8.2: on the beginners' board the starting castle lies in the centre."""
    if not state.team_advanced:
        for team in range(E.NUM_TEAMS):
            cover_in_team(state, team, CENTRE, KIND.castle)


@kernel
def seat_teams(state):
    """E8.1, E8.2, E8.4: the team that starts, turn order, silver and workers."""
    state.start_seat = next_below(state, R.start, E.NUM_TEAMS)
    for turn in range(E.MAX_SEATS):
        seat = (state.start_seat + turn) % E.MAX_SEATS
        state.turn_order[turn] = seat
        state.workers[seat] = FIRST_WORKERS if team_of(seat) == state.start_seat else SECOND_WORKERS
        state.silver[seat] = TEAM_SILVER
        state.more_spaces[seat] = E.TEAM_STORAGE - E.NUM_STORAGE


@kernel
def share(state):
    """E8.6: what the seat that decided holds for its team, its partner holds too."""
    seat = state.current_seat
    partner = partner_of(seat)
    state.workers[partner] = state.workers[seat]
    state.silver[partner] = state.silver[seat]
    for goods in range(E.NUM_GOODS):
        state.goods[partner, goods] = state.goods[seat, goods]
        state.sold[partner, goods] = state.sold[seat, goods]
    for colour in range(COLOUR.COUNT):
        state.bonus_owned[partner, colour] = state.bonus_owned[seat, colour]
    for position in range(E.PRIVATE_STORAGE, E.TEAM_STORAGE):
        state.storage[partner, position] = state.storage[seat, position]
