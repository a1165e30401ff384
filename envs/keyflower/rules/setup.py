"""Setup (R2) and the start of a season (R3.2)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.core.compile.random import next_below, shuffle
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare import tables as T
from eurogym.envs.keyflower.declare.enums import COLOUR, PLACE, RESOURCE, SEASON, SKILL, STEP, R
from eurogym.envs.keyflower.declare.overrides import MOST_CARGO
from eurogym.envs.keyflower.rules.stocks import draw_skill, draw_worker
from eurogym.envs.keyflower.rules.tiles import put_tile, take_tile, to_auction

MOST_WORKERS, MOST_SKILLS = MOST_CARGO["workers"], MOST_CARGO["skills"]
NUM_HOMES, TILES_PER_SEASON = (
    E.NUM_HOMES,
    E.TILES_PER_SEASON,
)  # plain globals: sizes of work arrays are literals


@kernel
def set_up(state, options, seed):
    """R2: the table before spring."""
    clear_table(state)
    for colour in range(COLOUR.green):
        state.bag[colour] = E.WORKERS_EACH[colour]
    state.green_supply = E.WORKERS_EACH[COLOUR.green]
    for skill in range(SKILL.COUNT):
        state.pile[skill] = E.SKILLS_EACH
    for resource in range(RESOURCE.COUNT):
        state.supply[resource] = E.RESOURCES_EACH[resource]
    deal_homes(state)
    shuffle_tiles(state)
    for seat in range(state.num_seats):
        for _ in range(E.START_WORKERS):
            draw_worker(state, seat)
    state.step = STEP.START_SEASON


@kernel
def clear_table(state):
    """Fields whose "none" is not zero."""
    state.target = E.NONE
    state.colour = E.NONE
    state.last_rank = E.NONE
    state.screen_colour = E.NONE
    state.source_tile = E.NONE
    state.resource = E.NONE
    state.upgrading = E.NONE
    state.placing = E.NONE
    state.cell = E.NONE
    for rank in range(E.NUM_AUCTIONED):
        state.leader[rank] = E.NONE
    for tile in range(E.NUM_TILES):
        state.tile_cell[tile] = E.NONE
    for number in range(E.NUM_TURN_ORDER):
        state.order_winner[number] = E.NONE
    for seat in range(E.MAX_SEATS):
        state.home[seat] = E.NONE
        for slot in range(E.HAND_SIZE):
            state.dealt[seat, slot] = E.NONE


@kernel
def deal_homes(state):
    """R2.3: a home tile each; the lowest number has the purple worker."""
    homes = work_array(NUM_HOMES)
    for home in range(E.NUM_HOMES):
        homes[home] = home
    shuffle(state, R.home, homes, E.NUM_HOMES)
    for seat in range(state.num_seats):
        home = homes[seat]
        state.home[seat] = home
        take_tile(state, seat, home)
        put_tile(state, seat, home, E.HOME_CELL, 0)
        if home < state.home[state.purple]:
            state.purple = seat


@kernel
def shuffle_tiles(state):
    """R2.7, R2.8: the tiles of each season in random order; the winter tiles are dealt, each hand ascending."""
    for season in range(SEASON.winter):
        for i in range(E.TILES_PER_SEASON):
            state.deck[season, i] = E.FIRST_OF_SEASON[season] + i
        shuffle(state, R.tiles, state.deck[season], E.TILES_PER_SEASON)
    winter = work_array(TILES_PER_SEASON)
    for i in range(E.TILES_PER_SEASON):
        winter[i] = E.FIRST_OF_SEASON[SEASON.winter] + i
    shuffle(state, R.tiles, winter, E.TILES_PER_SEASON)
    dealt = T.WINTER_DEALT[state.num_seats]
    for seat in range(state.num_seats):
        for slot in range(dealt):
            keep_sorted(state, seat, slot, winter[seat * dealt + slot])


@kernel
def keep_sorted(state, seat, count, tile):
    """Insert a dealt winter tile into a hand of `count` tiles."""
    slot = count
    while slot > 0 and state.dealt[seat, slot - 1] > tile:
        state.dealt[seat, slot] = state.dealt[seat, slot - 1]
        slot -= 1
    state.dealt[seat, slot] = tile


@kernel
def start_season(state):
    """R3.2: cargo, the tiles of the season; in winter the players choose among theirs first."""
    if state.season == SEASON.winter:
        state.served = 0
        state.step = STEP.SELECT
        return
    load_boats(state)
    reveal_tiles(state)
    begin_turns(state)


@kernel
def begin_turns(state):
    """R3.3: the holder of the purple worker begins."""
    for number in range(T.TURN_ORDER_TILES[state.num_seats]):
        to_auction(state, E.FIRST_TURN_ORDER + number)
    for boat in range(T.BOATS[state.num_seats]):
        state.boat_open[boat] = 1
    state.passes = 0
    state.turns = 0
    state.active = state.purple
    state.step = STEP.TURN


@kernel
def load_boats(state):
    """R3.2b: boat after boat one worker at a time, then the same for skill tiles."""
    boats = T.BOATS[state.num_seats]
    for load in range(MOST_WORKERS):
        for boat in range(boats):
            if load < state.cargo_workers[boat, state.season]:
                load_worker(state, boat)
    for load in range(MOST_SKILLS):
        for boat in range(boats):
            if load < state.cargo_skills[boat, state.season]:
                load_skill(state, boat)


@kernel
def load_worker(state, boat):
    """One worker from the bag to a boat, if there is any."""
    total = 0
    for colour in range(COLOUR.COUNT):
        total += state.bag[colour]
    if total == 0:
        return
    pick = next_below(state, R.bag, total)
    for colour in range(COLOUR.COUNT):
        pick -= state.bag[colour]
        if pick < 0:
            state.bag[colour] -= 1
            state.boat_workers[boat, colour] += 1
            return


@kernel
def load_skill(state, boat):
    """One skill tile from the pile to a boat, if there is any."""
    skill = draw_skill(state)
    if skill != E.NONE:
        state.boat_skills[boat, skill] += 1


@kernel
def reveal_tiles(state):
    """R3.2c, R2.7: the village tiles of the season; a summer boat shows a side at random."""
    for i in range(T.SEASON_TILES[state.num_seats]):
        to_auction(state, np.int64(state.deck[state.season, i]))
    if state.season == SEASON.summer:
        for boat in range(E.NUM_SUMMER_BOATS):
            if state.place[E.FIRST_SUMMER_BOAT + boat] == PLACE.AUCTION:
                state.side[boat] = next_below(state, R.side, 2)


@kernel
def offer_tiles(state, seat, slots):
    """R3.2d: a seat's secret choice, a bit per slot."""
    state.offer[seat] = slots
    state.served += 1


@kernel
def lay_winter_tiles(state):
    """R3.2d: all choices are laid out; the other winter tiles leave the game."""
    for seat in range(state.num_seats):
        for slot in range(E.HAND_SIZE):
            tile = np.int64(state.dealt[seat, slot])
            if tile != E.NONE and state.offer[seat] >> slot & 1:
                to_auction(state, tile)
            state.dealt[seat, slot] = E.NONE
        state.offer[seat] = 0
    begin_turns(state)
