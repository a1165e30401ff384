"""Carla, the solo opponent (R18, R19)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.random import next_below
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare.enums import SOURCE, SPACE, STEP, TILE, R
from eurogym.envs.village.declare.tables import CATEGORY_OF_SPACE
from eurogym.envs.village.rules.market import carla_serves_one, open_market
from eurogym.envs.village.rules.members import bury, graves_are_full
from eurogym.envs.village.rules.setup import hide_tiles
from eurogym.envs.village.rules.turn import board_is_empty, space_is_empty


@kernel
def find_colour(state, start, colour):
    """R18.2: the first space with the colour, from a space on clockwise, or NONE."""
    place = place_in_order(state, start)
    for step in range(SPACE.COUNT):
        space = state.order[(place + step) % SPACE.COUNT]
        if state.space[space, colour] > 0:
            return space
    return E.NONE


@kernel
def find_any(state, start):
    """R18.2: the first space with any cube, from a space on clockwise, or NONE."""
    place = place_in_order(state, start)
    for step in range(SPACE.COUNT):
        space = state.order[(place + step) % SPACE.COUNT]
        if not space_is_empty(state, space):
            return space
    return E.NONE


@kernel
def place_in_order(state, space):
    """Return where a space stands in the clockwise order."""
    for place in range(SPACE.COUNT):
        if state.order[place] == space:
            return place
    return 0


@kernel
def colour_on_board(state, colour):
    """Does a cube of the colour lie on any action space?"""
    for space in range(SPACE.COUNT):
        if state.space[space, colour] > 0:
            return True
    return False


@kernel
def influence_colours(state):
    """R18.6: influence colours on the board."""
    count = 0
    for colour in range(E.NUM_INFLUENCE):
        if colour_on_board(state, colour):
            count += 1
    return count


@kernel
def take_carla_turn(state):
    """R18.1: Carla takes a cube, or the human has to choose which (CARLA_CUBE: forced_space is set)."""
    state.step = STEP.NEXT
    if state.source != SOURCE.cube or not state.carla_takes or board_is_empty(state):
        return
    colour = state.cube_colour
    if state.die_rule:
        colour = roll_colour(state)
    space = E.NONE if colour == E.NONE else find_colour(state, state.cube_space, colour)
    if space == E.NONE:
        state.forced_space = find_any(state, state.cube_space)
        return
    carla_takes_cube(state, space, colour)


@kernel
def roll_colour(state):
    """R18.4, R18.6, A15: the colour rolled among those on the board, or NONE where the die is not rolled."""
    colours = influence_colours(state)
    if colours == 0 or (colours == 1 and not state.die_last_color_strict):
        return E.NONE
    pick = 0 if colours == 1 else next_below(state, R.die, colours)
    for colour in range(E.NUM_INFLUENCE):
        if colour_on_board(state, colour):
            if pick == 0:
                return colour
            pick -= 1
    return E.NONE


@kernel
def carla_takes_cube(state, space, colour):
    """R18.3, R18.7, R18.8: the cube goes on the next space of her loop; a fate tile may be flipped."""
    state.forced_space = E.NONE
    state.space[space, colour] -= 1
    state.carla_cubes[colour] += 1
    state.carla_last = colour
    state.carla_space = space
    position = state.loop_next
    state.loop_next = (position + 1) % state.loop_spaces
    for tile in range(E.NUM_TILES):
        if state.fate_space[tile] == position:
            flip(state, tile)
    state.step = STEP.CARLA_REACTION


@kernel
def flip(state, tile):
    """R18.8: a fate tile is turned up: blank, or the quill. With all three of a set open, they are hidden again."""
    row = tile // E.TILES_PER_SET
    has_quill = state.quill[row] == tile % E.TILES_PER_SET
    state.tile[tile] = TILE.quill if has_quill else TILE.blank
    hidden = 0
    for i in range(E.TILES_PER_SET):
        if state.tile[row * E.TILES_PER_SET + i] == TILE.hidden:
            hidden += 1
    if has_quill:
        carla_dies(state)
    if hidden == 0:
        hide_tiles(state, row)


@kernel
def carla_dies(state):
    """R18.9, R18.10: one of Carla's members dies; this may trigger the end (R19.7)."""
    if not remove_carla_member(state):
        return
    state.carla_dead += 1
    bury(state, CATEGORY_OF_SPACE[state.carla_space])
    if not state.end_triggered and graves_are_full(state):
        state.end_triggered = 1
        state.last_turn[0] = 1
        state.carla_takes = 0


@kernel
def remove_carla_member(state):
    """R18.9: beside her board, then waiting, then on the track, the lowest first; False where there is none."""
    for generation in range(E.NUM_BESIDE):
        if state.beside[generation] > 0:
            state.beside[generation] -= 1
            return True
    for generation in range(E.NUM_WAITING):
        if state.waiting[generation] > 0:
            state.waiting[generation] -= 1
            return True
    for stage in range(E.NUM_CHURCH_STAGES):
        if state.carla_track[stage] > 0:
            state.carla_track[stage] = 0
            return True
    return False


@kernel
def react(state):
    """R19.1, R19.2, R19.4: her cube came from the market, or from the church."""
    state.step = STEP.NEXT
    if state.carla_space == SPACE.church:
        for generation in range(E.NUM_WAITING):
            if state.waiting[generation] > 0:
                state.waiting[generation] -= 1
                state.carla_bag[E.NUM_BESIDE + generation] += 1
                break
    elif state.carla_space == SPACE.market:
        open_market(state, E.NONE, 0)
        carla_serves_one(state)
