"""Setup (R1, R17) and the seeding of a round (R2.2, R2.3)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.core.compile.random import next_below, shuffle
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare.components import MOST_CUBES_ON_SPACE
from eurogym.envs.village.declare.enums import CATEGORY, COLOUR, PLACE, SPACE, STEP, TILE, R
from eurogym.envs.village.declare.tables import CUBES_PER_COLOUR, GENERATION_SIZE, PLAGUE_CUBES

MAX_PLACES = MOST_CUBES_ON_SPACE * SPACE.COUNT  # cubes that a setup card can place
GRAIN_SEAT, RANDOM_CUBE_SEAT, CUBE_SEAT, COIN_SEAT = 1, 2, 3, 4  # who is compensated with what (R1.12)


@kernel
def set_up(state, options, seed):
    """R1, R17.1-R17.4: the table before the first seeding."""
    players = np.int64(state.num_seats)
    clear_table(state)
    for colour in range(E.NUM_INFLUENCE):
        state.supply[colour] = CUBES_PER_COLOUR
    state.supply[COLOUR.plague] = PLAGUE_CUBES
    for category in range(CATEGORY.COUNT):
        state.chronicle_open[category] = state.chronicle_spaces[category]
    state.cemetery_open = state.cemetery_spaces
    for seat in range(players):
        state.coins[seat] = 1
        for generation in range(E.NUM_GENERATIONS):
            home = PLACE.farm if generation == 0 else PLACE.reserve
            state.members[seat, generation, home] = GENERATION_SIZE[generation]
    lay_customers(state)
    state.step = STEP.START_ROUND
    if state.solo:
        set_up_carla(state)
    elif state.start_compensation:
        compensate(state, players)


@kernel
def clear_table(state):
    """Fields whose "none" is not zero."""
    state.marker_holder = E.NONE
    state.action_space = E.NONE
    state.edge = E.NONE
    state.initiator = E.NONE
    state.cube_space = E.NONE
    state.cube_colour = E.NONE
    state.forced_space = E.NONE
    state.carla_space = E.NONE
    state.carla_last = E.NONE
    for slot in range(E.MAX_SLOTS):
        state.slot[slot] = E.NONE
        state.queue[slot] = E.NONE


@kernel
def lay_customers(state):
    """R1.6: customers on the blue slots, then in the queue; the rest is the stack."""
    for tile in range(E.NUM_CUSTOMERS):
        state.stack[tile] = tile
    state.stack_size = E.NUM_CUSTOMERS
    shuffle(state, R.customers, state.stack, E.NUM_CUSTOMERS)
    for slot in range(state.num_slots):
        state.slot[slot] = next_customer(state)
    for place in range(E.QUEUE_LENGTH):
        state.queue[place] = next_customer(state)


@kernel
def next_customer(state):
    """Return the next tile of the stack, or NONE."""
    if state.stack_size == 0:
        return E.NONE
    tile = state.stack[0]
    state.stack_size -= 1
    for place in range(state.stack_size):
        state.stack[place] = state.stack[place + 1]
    state.stack[state.stack_size] = 0
    return tile


@kernel
def compensate(state, players):
    """R1.12: compensation by turn order; the fourth player chooses a cube."""
    state.grain[GRAIN_SEAT] += 1
    if players > RANDOM_CUBE_SEAT:
        colour = next_below(state, R.start_cube, E.NUM_INFLUENCE)
        state.supply[colour] -= 1
        state.cubes[RANDOM_CUBE_SEAT, colour] += 1
    if players > COIN_SEAT:
        state.coins[COIN_SEAT] += 1
    if players > CUBE_SEAT:
        state.step = STEP.COMPENSATION


@kernel
def set_up_carla(state):
    """R17.2, R17.4: Carla's members and fate tiles."""
    state.carla_takes = 1
    for generation in range(E.NUM_BESIDE):
        state.beside[generation] = GENERATION_SIZE[generation]
    for generation in range(E.NUM_BESIDE, E.NUM_GENERATIONS):
        state.waiting[generation - E.NUM_BESIDE] = GENERATION_SIZE[generation]
    for row in range(E.NUM_SETS):
        hide_tiles(state, row)


@kernel
def hide_tiles(state, row):
    """R17.4, R18.8: the three tiles of a set are shuffled and lie face down."""
    for i in range(E.TILES_PER_SET):
        state.tile[row * E.TILES_PER_SET + i] = TILE.hidden
    state.quill[row] = next_below(state, R.fate, E.TILES_PER_SET)


# --- a new round ---------------------------------------------------------------------------------------------------


@kernel
def start_round(state):
    """R2.2, R2.3: cubes into the green bag, then on the action spaces; the first player begins."""
    state.round_number += 1
    for colour in range(COLOUR.COUNT):
        added = state.supply[colour]
        if colour < E.NUM_INFLUENCE:
            added = min(added, state.cubes_added[colour])
        state.supply[colour] -= added
        state.bag[colour] += added
    total = 0
    for colour in range(COLOUR.COUNT):
        total += state.bag[colour]
    wanted = 0
    for space in range(SPACE.COUNT):
        wanted += state.cubes_on_space[space]
    if total >= wanted:
        for space in range(SPACE.COUNT):
            for _ in range(state.cubes_on_space[space]):
                draw_cube(state, space, next_below(state, R.bag, total))
                total -= 1
    else:
        scatter_bag(state)
    state.active = state.first_player
    state.step = STEP.TURN


@kernel
def draw_cube(state, space, pick):
    """The `pick`-th cube of the green bag, in colour order, goes on a space."""
    for colour in range(COLOUR.COUNT):
        pick -= state.bag[colour]
        if pick < 0:
            state.bag[colour] -= 1
            state.space[space, colour] += 1
            return


@kernel
def scatter_bag(state):
    """A7: too few cubes: all of them go to places chosen at random among those of the setup card."""
    places = work_array(MAX_PLACES)
    count = 0
    for space in range(SPACE.COUNT):
        for _ in range(state.cubes_on_space[space]):
            places[count] = space
            count += 1
    shuffle(state, R.bag, places, count)
    place = 0
    for colour in range(COLOUR.COUNT):
        while state.bag[colour] > 0:
            state.bag[colour] -= 1
            state.space[places[place], colour] += 1
            place += 1
