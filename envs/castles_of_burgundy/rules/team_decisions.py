"""E8: placements, storage positions and starting hexes in the team game: which are legal, what choosing one does."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.actions import NUM_PLACES, SECOND_HALF, TEAM, TEAM_PLACES, A
from eurogym.envs.castles_of_burgundy.declare.enums import KIND, D
from eurogym.envs.castles_of_burgundy.rules import turn
from eurogym.envs.castles_of_burgundy.rules.team_duchy import (
    HALVES,
    cover_in_team,
    fits_hex,
    is_start_hex,
    open_in_half,
)
from eurogym.envs.castles_of_burgundy.rules.turn import free_step_for
from eurogym.envs.core.compile.bits import bit, lowest_bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import pop, top_arg


@kernel
def place_action(state, die, position, hexagon):
    """Return the action that places what lies on a storage position on a hex."""
    if hexagon < E.NUM_HEXES and position < E.NUM_STORAGE:
        return A.place + die * NUM_PLACES + position * E.NUM_HEXES + hexagon
    first = state.actions_team + TEAM.team_places + die * TEAM_PLACES
    if position < E.NUM_STORAGE:
        return first + position * SECOND_HALF + hexagon - E.NUM_HEXES
    return first + E.NUM_STORAGE * SECOND_HALF + hexagon


@kernel
def position_of(place):
    """Return the storage position of a placement of the team's own actions, by its number among those of a die."""
    return min(E.NUM_STORAGE, place // SECOND_HALF)


@kernel
def hex_of(place):
    """Return its hex."""
    rest = place - E.NUM_STORAGE * SECOND_HALF
    return rest if rest >= 0 else E.NUM_HEXES + place % SECOND_HALF


@kernel
def mask_team_places(state, seat, mask, die, plain, changed):
    """E8.5, E8.6: PLACE from private and shared positions on both halves; numbers as in legality.py."""
    for position in range(E.TEAM_STORAGE):
        kind = state.storage[seat, position]
        if kind != E.EMPTY:
            numbers = changed if free_step_for(state, seat, kind) else plain
            for half in range(HALVES):
                hexes = open_in_half(state, seat, half)
                while hexes != 0:
                    hexagon = lowest_bit(hexes)
                    hexes ^= bit(hexagon)
                    hexagon += half * E.NUM_HEXES
                    if numbers >> (state.team_die[hexagon] - 1) & 1 and fits_hex(state, seat, hexagon, kind):
                        mask[place_action(state, die, position, hexagon)] = 1


@kernel
def mask_decision_of_teams(state, seat, mask):
    """E8.2, E8.5: the hex of the starting castle, the position of a tile taken."""
    if state.decision == D.START_SPACE:
        for hexagon in range(E.TEAM_HEXES):
            if is_start_hex(state, hexagon):
                mask[place_action(state, 0, 0, hexagon)] = 1
    else:
        for position in range(E.TEAM_STORAGE):
            mask[state.actions_team + TEAM.store + position] = state.storage[seat, position] == E.EMPTY


@kernel
def apply_team(state, action):
    """E8.2, E8.5, E8.6: the first castle, placements beyond those of the base game, where a tile is stored."""
    seat = state.current_seat
    index = action - state.actions_team
    if index < 0:
        if state.decision == D.START_SPACE:
            cover_in_team(state, seat, action - A.place, np.int64(KIND.castle))
            return True
        return False
    if index < TEAM.team_places_stop:
        hexagon = hex_of(index % TEAM_PLACES)
        if state.decision == D.START_SPACE:
            cover_in_team(state, seat, hexagon, np.int64(KIND.castle))
        else:
            turn.place_stored(state, index // TEAM_PLACES, position_of(index % TEAM_PLACES), hexagon)
    elif index < TEAM.store_stop:
        state.storage[seat, index - TEAM.store] = top_arg(state)
        pop(state)
    else:
        turn.discard(state, E.NUM_STORAGE + index - TEAM.team_discard)
    return True
