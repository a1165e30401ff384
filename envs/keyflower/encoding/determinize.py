"""Worlds that a seat holds possible (14.4): what it cannot know is dealt anew, what all or it know stays."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.core.compile.random import next_below, reseed, shuffle
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import COLOUR, SEASON, SKILL, D, R
from eurogym.envs.keyflower.declare.tables import WINTER_DEALT
from eurogym.envs.keyflower.rules.groups import kept_of, least_for_colour, least_of_screen, taken_so_far
from eurogym.envs.keyflower.rules.legality import can_go_on
from eurogym.envs.keyflower.rules.setup import keep_sorted
from eurogym.envs.keyflower.rules.stocks import draw_skills

MOST_ATTEMPTS = 100
TILES_PER_SEASON = E.TILES_PER_SEASON  # a plain global: sizes of work arrays are literals
# work array: what each seat has to draw
WORKERS = 0  # unknown workers
PLAIN = WORKERS + E.MAX_SEATS  # of these, surely not green
TILES = PLAIN + E.MAX_SEATS  # unknown skill tiles
HIDDEN_SIZE = TILES + E.MAX_SEATS


@kernel
def determinize(state, seat, seed):
    """Deal what `seat` cannot know anew, uniformly: workers, skills, winter tiles, tiles to come; reseed."""
    reseed(state, seed)
    deal_screens(state, seat)
    for season in range(state.season + 1, SEASON.winter):
        shuffle(state, R.tiles, state.deck[season], E.TILES_PER_SEASON)
    if state.dealt[seat, 0] != E.NONE:
        deal_winter_tiles(state, seat)


@kernel
def deal_screens(state, seat):
    """What lies behind the other screens and that nobody has seen there, anew from bag and pile.

    A seat in the middle of a placement or payment has shown that it can complete it: its screen is dealt until it can;
    should that not come, what it needs is dealt first.
    """
    actor = np.int64(state.current_seat)
    hidden = work_array(HIDDEN_SIZE)
    for other in range(state.num_seats):
        if other != seat:
            uncover(state, other, hidden)
    if actor != seat and (state.target != E.NONE or state.upgrading != E.NONE):
        deal_actor(state, actor, hidden)
    for other in range(state.num_seats):
        if other != seat:
            fill_plain(state, other, hidden)
    for other in range(state.num_seats):
        if other != seat:
            fill(state, other, hidden)


@kernel
def uncover(state, seat, hidden):
    """Put what nobody has seen behind a screen into bag and pile, and note how much it was."""
    for colour in range(COLOUR.COUNT):
        unknown = state.screen[seat, colour] - state.screen_known[seat, colour]
        hidden[WORKERS + seat] += unknown
        state.bag[colour] += unknown
        state.screen[seat, colour] -= unknown
    hidden[PLAIN + seat] = state.screen_plain[seat]
    for skill in range(SKILL.COUNT):
        unknown = state.skills[seat, skill] - state.skills_known[seat, skill]
        hidden[TILES + seat] += unknown
        state.pile[skill] += unknown
        state.skills[seat, skill] -= unknown


@kernel
def take_worker(state, seat, colour, hidden):
    """A worker of the bag goes behind a screen."""
    state.bag[colour] -= 1
    state.screen[seat, colour] += 1
    hidden[WORKERS + seat] -= 1
    if colour != COLOUR.green and hidden[PLAIN + seat] > 0:
        hidden[PLAIN + seat] -= 1


@kernel
def take_any(state, seat, colours, hidden):
    """A random worker of the first so many colours of the bag goes behind a screen; of any where these are out."""
    total = 0
    for colour in range(colours):
        total += state.bag[colour]
    if total == 0:
        colours = COLOUR.COUNT
        total = np.int64(state.bag[COLOUR.green])
    pick = next_below(state, R.bag, total)
    for colour in range(colours):
        pick -= state.bag[colour]
        if pick < 0:
            take_worker(state, seat, colour, hidden)
            return


@kernel
def fill_plain(state, seat, hidden):
    """Draw the workers that are surely not green."""
    while hidden[PLAIN + seat] > 0 and hidden[WORKERS + seat] > 0:
        left = hidden[PLAIN + seat]
        take_any(state, seat, COLOUR.green, hidden)
        hidden[PLAIN + seat] = left - 1


@kernel
def fill(state, seat, hidden):
    """Draw the other workers, and the skill tiles."""
    while hidden[WORKERS + seat] > 0:
        take_any(state, seat, COLOUR.COUNT, hidden)
    draw_skills(state, seat, hidden[TILES + seat])
    hidden[TILES + seat] = 0


@kernel
def deal_actor(state, actor, hidden):
    """A screen with which the placement or payment under way can be completed."""
    for _ in range(MOST_ATTEMPTS):
        fill_plain(state, actor, hidden)
        fill(state, actor, hidden)
        if can_go_on(state):
            return
        uncover(state, actor, hidden)
    for colour in range(COLOUR.COUNT):
        deal_needed(state, actor, colour, least_of_screen(state, actor, colour, state.colour), hidden)
    if state.screen_colour != E.NONE:
        deal_for_rest(state, actor, hidden)
    if state.decision == D.COLOUR:
        first = next_below(state, R.bag, COLOUR.COUNT)
        for step in range(COLOUR.COUNT):
            colour = (first + step) % COLOUR.COUNT
            need = least_for_colour(state, actor, colour)
            missing = need - state.screen[actor, colour]
            if need >= 0 and missing <= state.bag[colour] and missing <= hidden[WORKERS + actor]:
                deal_needed(state, actor, colour, need, hidden)
                break
    for skill in range(SKILL.COUNT):
        while (
            state.skills[actor, skill] < state.skills_left[skill]
            and state.pile[skill] > 0
            and hidden[TILES + actor] > 0
        ):
            state.pile[skill] -= 1
            state.skills[actor, skill] += 1
            hidden[TILES + actor] -= 1
    fill_plain(state, actor, hidden)
    fill(state, actor, hidden)


@kernel
def deal_needed(state, actor, colour, need, hidden):
    """Workers of a colour up to a number, as long as there are any."""
    while state.screen[actor, colour] < need and state.bag[colour] > 0 and hidden[WORKERS + actor] > 0:
        take_worker(state, actor, colour, hidden)


@kernel
def deal_for_rest(state, actor, hidden):
    """SOURCE4B: random workers of the colours still asked for, of the one asked now at least one."""
    deal_needed(state, actor, state.screen_colour, 1, hidden)
    missing = state.need - taken_so_far(state)
    for colour in range(state.screen_colour, COLOUR.COUNT):
        missing -= state.screen[actor, colour] - kept_of(state, state.target, colour)
    while missing > 0 and hidden[WORKERS + actor] > 0:
        total = 0
        for colour in range(state.screen_colour, COLOUR.COUNT):
            total += state.bag[colour]
        if total == 0:
            return
        pick = next_below(state, R.bag, total)
        for colour in range(state.screen_colour, COLOUR.COUNT):
            pick -= state.bag[colour]
            if pick < 0:
                take_worker(state, actor, colour, hidden)
                break
        missing -= 1


@kernel
def deal_winter_tiles(state, seat):
    """Before the winter auction: the hands of the others, and what those who have chosen may have chosen."""
    dealt = WINTER_DEALT[state.num_seats]
    unseen = work_array(TILES_PER_SEASON)
    count = 0
    for tile in range(E.FIRST_OF_SEASON[SEASON.winter], E.FIRST_TURN_ORDER):
        own = False
        for slot in range(dealt):
            own = own or state.dealt[seat, slot] == tile
        if not own:
            unseen[count] = tile
            count += 1
    shuffle(state, R.tiles, unseen, count)
    taken = 0
    for other in range(state.num_seats):
        if other != seat:
            for slot in range(dealt):
                keep_sorted(state, other, slot, unseen[taken])
                taken += 1
            if state.offer[other] != 0:
                state.offer[other] = 1 + next_below(state, R.tiles, (1 << dealt) - 1)
