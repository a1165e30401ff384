"""Setup (R1, R17) and the seeding of a round (R2.2, R2.3)."""

from __future__ import annotations

from envs.core.compile import kernel
from envs.core.random import next_below, shuffle
from envs.village import enums as E
from envs.village.options import VillageOptions
from envs.village.tables import (
    AT_CEMETERY,
    AT_CHRONICLE,
    AT_CHURCH_COST,
    AT_COUNCIL_TIME,
    AT_CUBES_ADDED,
    AT_CUBES_ON_SPACE,
    AT_EDGE_CUBES,
    AT_FATE,
    AT_LOOP,
    AT_ORDER,
    AT_POINTS,
    AT_REWARDS,
    AT_WISHES,
    CUBES_PER_COLOUR,
    DEFAULT_DATA,
    GENERATION_SIZE,
    PLAGUE_CUBES,
    SLOTS,
)

NUM_PLAYERS = VillageOptions.index("num_players")
CARLA_RULE = VillageOptions.index("carla_rule")
DIE = VillageOptions.code("carla_rule", "die")
COMPENSATION = VillageOptions.index("start_compensation")
STRICT_LOWEST = VillageOptions.index("strict_lowest_invisible_saves")
DIE_STRICT = VillageOptions.index("die_last_color_strict")
DATA = VillageOptions.index("data_overrides")


@kernel
def set_up(state, options):
    """R1, R17.1-R17.4: the table before the first seeding."""
    players = options[NUM_PLAYERS]
    state.solo = players == 1
    state.die_rule = options[CARLA_RULE] == DIE
    state.die_strict = options[DIE_STRICT]
    state.strict_lowest = options[STRICT_LOWEST]
    state.compensation = options[COMPENSATION]
    read_data(state, options[DATA:] if options[DATA] >= 0 else DEFAULT_DATA, max(players, 2) - 2)
    state.num_slots = SLOTS[players]
    clear_table(state)
    for colour in range(E.NUM_INFLUENCE):
        state.supply[colour] = CUBES_PER_COLOUR
    state.supply[E.PLAGUE] = PLAGUE_CUBES
    for seat in range(players):
        state.coins[seat] = 1
        for generation in range(E.NUM_GENERATIONS):
            home = E.FARM if generation == 0 else E.RESERVE
            state.members[seat, generation, home] = GENERATION_SIZE[generation]
    lay_customers(state)
    if state.solo:
        set_up_carla(state)
        state.step = E.STEP_START_ROUND
    else:
        compensate(state, players)


@kernel
def read_data(state, data, row):
    """Copy the component tables of this game into the state; `row`: number of players less two."""
    for i in range(E.NUM_SPACES):
        state.order[i] = data[AT_ORDER + i]
        state.cubes_on_space[i] = data[AT_CUBES_ON_SPACE + row * E.NUM_SPACES + i]
    for i in range(E.NUM_INFLUENCE):
        state.cubes_added[i] = data[AT_CUBES_ADDED + row * E.NUM_INFLUENCE + i]
    for tile in range(E.NUM_CUSTOMERS):
        state.points[tile] = data[AT_POINTS + tile]
        for wish in range(E.NUM_WISHES):
            state.wishes[tile, wish] = data[AT_WISHES + tile * E.NUM_WISHES + wish]
    for i in range(E.NUM_CATEGORIES):
        state.chronicle_open[i] = data[AT_CHRONICLE + row * E.NUM_CATEGORIES + i]
    state.cemetery_open = data[AT_CEMETERY + row]
    for i in range(E.NUM_STAGES):
        state.council_time[i] = data[AT_COUNCIL_TIME + i]
        state.church_cost[i] = data[AT_CHURCH_COST + i]
    for i in range(E.NUM_CITIES):
        state.rewards[i] = data[AT_REWARDS + i]
    for i in range(E.NUM_EDGES):
        state.edge_cubes[i, 0] = data[AT_EDGE_CUBES + 2 * i]
        state.edge_cubes[i, 1] = data[AT_EDGE_CUBES + 2 * i + 1]
    state.loop_spaces = data[AT_LOOP]
    for i in range(E.NUM_TILES):
        state.fate_space[i] = data[AT_FATE + i]


@kernel
def clear_table(state):
    """Fields whose "none" is not zero."""
    state.marker_holder = E.NONE
    state.action_space = E.NONE
    state.edge = E.NONE
    state.initiator = E.NONE
    state.dying = E.NONE
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
    shuffle(state, E.STREAM_CUSTOMERS, state.stack, E.NUM_CUSTOMERS)
    for slot in range(state.num_slots):
        state.slot[slot] = next_customer(state)
    for place in range(E.QUEUE_LENGTH):
        state.queue[place] = next_customer(state)


@kernel
def next_customer(state):
    """The next tile of the stack, or NONE."""
    if state.stack_size == 0:
        return E.NONE
    tile = state.stack[0] + 0
    state.stack_size -= 1
    for place in range(state.stack_size):
        state.stack[place] = state.stack[place + 1]
    state.stack[state.stack_size] = 0
    return tile


@kernel
def compensate(state, players):
    """R1.12: compensation by turn order; the fourth player chooses a cube."""
    state.step = E.STEP_START_ROUND
    if not state.compensation:
        return
    state.grain[1] += 1
    if players >= 3:
        colour = next_below(state, E.STREAM_START_CUBE, E.NUM_INFLUENCE)
        state.supply[colour] -= 1
        state.cubes[2, colour] += 1
    if players == 5:
        state.coins[4] += 1
    if players >= 4:
        state.step = E.STEP_COMPENSATION


@kernel
def set_up_carla(state):
    """R17.2, R17.4: Carla's members and fate tiles."""
    state.carla_takes = 1
    for generation in range(2):
        state.beside[generation] = GENERATION_SIZE[generation]
        state.waiting[generation] = GENERATION_SIZE[2 + generation]
    for row in range(2):
        hide_tiles(state, row)


@kernel
def hide_tiles(state, row):
    """R17.4, R18.8: the three tiles of a set are shuffled and lie face down."""
    for i in range(E.TILES_PER_SET):
        state.tile[row * E.TILES_PER_SET + i] = E.TILE_HIDDEN
    state.quill[row] = next_below(state, E.STREAM_FATE, E.TILES_PER_SET)


# --- a new round ---------------------------------------------------------------------------------------------------


@kernel
def start_round(state):
    """R2.2, R2.3: cubes into the green bag, then on the action spaces; the first player begins."""
    state.round_number += 1
    for colour in range(E.NUM_COLOURS):
        added = state.supply[colour] + 0
        if colour < E.NUM_INFLUENCE:
            added = min(added, state.cubes_added[colour])
        state.supply[colour] -= added
        state.bag[colour] += added
    total = 0
    for colour in range(E.NUM_COLOURS):
        total += state.bag[colour]
    wanted = 0
    for space in range(E.NUM_SPACES):
        wanted += state.cubes_on_space[space]
    if total >= wanted:
        for space in range(E.NUM_SPACES):
            for _ in range(state.cubes_on_space[space]):
                draw_cube(state, space, next_below(state, E.STREAM_BAG, total))
                total -= 1
    else:
        scatter_bag(state)
    state.active = state.first_player
    state.step = E.STEP_TURN


@kernel
def draw_cube(state, space, pick):
    """The `pick`-th cube of the green bag, in colour order, goes on a space."""
    for colour in range(E.NUM_COLOURS):
        pick -= state.bag[colour]
        if pick < 0:
            state.bag[colour] -= 1
            state.space[space, colour] += 1
            return


@kernel
def scatter_bag(state):
    """A7: too few cubes: all of them go to places chosen at random among those of the setup card."""
    count = 0
    for space in range(E.NUM_SPACES):
        for _ in range(state.cubes_on_space[space]):
            state.scratch[count] = space
            count += 1
    shuffle(state, E.STREAM_BAG, state.scratch, count)
    place = 0
    for colour in range(E.NUM_COLOURS):
        while state.bag[colour] > 0:
            state.bag[colour] -= 1
            state.space[state.scratch[place], colour] += 1
            place += 1
    for i in range(count):
        state.scratch[i] = 0
