"""Worlds that a seat holds possible (14.4): what it cannot know is dealt anew, what all or it know stays."""

from __future__ import annotations

from envs.core.compile import kernel
from envs.core.random import next_below, reseed, shuffle
from envs.keyflower import enums as E
from envs.keyflower.groups import least_for_colour, least_of_screen
from envs.keyflower.legality import can_go_on
from envs.keyflower.setup import keep_sorted
from envs.keyflower.stocks import draw_skills
from envs.keyflower.tables import WINTER_DEALT

MOST_ATTEMPTS = 100
# work space in state.scratch, behind that of groups.py: what each seat has to draw
WORKERS = 16  # unknown workers
PLAIN = 24  # of these, surely not green
TILES = 32  # unknown skill tiles
WORK_END = 40


@kernel
def determinize(state, seat, seed):
    """Deal what `seat` cannot know anew, uniformly: workers, skills, winter tiles, tiles to come; reseed."""
    reseed(state, seed)
    deal_screens(state, seat)
    for season in range(state.season + 1, E.WINTER):
        shuffle(state, E.STREAM_TILES, state.deck[season], E.TILES_PER_SEASON)
    if state.dealt[seat, 0] != E.NONE:
        deal_winter_tiles(state, seat)


@kernel
def deal_screens(state, seat):
    """What lies behind the other screens and that nobody has seen there, anew from bag and pile.

    A seat in the middle of a placement or payment has shown that it can complete it: its screen is dealt until it can;
    should that not come, what it needs is dealt first.
    """
    actor = state.current_seat + 0
    for other in range(state.num_seats):
        if other != seat:
            uncover(state, other)
    if actor != seat and (state.target != E.NONE or state.upgrading != E.NONE):
        deal_actor(state, actor)
    for other in range(state.num_seats):
        if other != seat:
            fill_plain(state, other)
    for other in range(state.num_seats):
        if other != seat:
            fill(state, other)
    for i in range(WORKERS, WORK_END):
        state.scratch[i] = 0


@kernel
def uncover(state, seat):
    """Put what nobody has seen behind a screen into bag and pile, and note in the work space how much it was."""
    for colour in range(E.NUM_COLOURS):
        unknown = state.screen[seat, colour] - state.screen_known[seat, colour]
        state.scratch[WORKERS + seat] += unknown
        state.bag[colour] += unknown
        state.screen[seat, colour] -= unknown
    state.scratch[PLAIN + seat] = state.screen_plain[seat]
    for skill in range(E.NUM_SKILLS):
        unknown = state.skills[seat, skill] - state.skills_known[seat, skill]
        state.scratch[TILES + seat] += unknown
        state.pile[skill] += unknown
        state.skills[seat, skill] -= unknown


@kernel
def take_worker(state, seat, colour):
    """A worker of the bag goes behind a screen."""
    state.bag[colour] -= 1
    state.screen[seat, colour] += 1
    state.scratch[WORKERS + seat] -= 1
    if colour != E.GREEN and state.scratch[PLAIN + seat] > 0:
        state.scratch[PLAIN + seat] -= 1


@kernel
def take_any(state, seat, colours):
    """A random worker of the first so many colours of the bag goes behind a screen; of any where these are out."""
    total = 0
    for colour in range(colours):
        total += state.bag[colour]
    if total == 0:
        colours = E.NUM_COLOURS
        total = state.bag[E.GREEN] + 0
    pick = next_below(state, E.STREAM_BAG, total)
    for colour in range(colours):
        pick -= state.bag[colour]
        if pick < 0:
            take_worker(state, seat, colour)
            return


@kernel
def fill_plain(state, seat):
    """Draw the workers that are surely not green."""
    while state.scratch[PLAIN + seat] > 0 and state.scratch[WORKERS + seat] > 0:
        left = state.scratch[PLAIN + seat] + 0
        take_any(state, seat, E.GREEN)
        state.scratch[PLAIN + seat] = left - 1


@kernel
def fill(state, seat):
    """Draw the other workers, and the skill tiles."""
    while state.scratch[WORKERS + seat] > 0:
        take_any(state, seat, E.NUM_COLOURS)
    draw_skills(state, seat, state.scratch[TILES + seat])
    state.scratch[TILES + seat] = 0


@kernel
def deal_actor(state, actor):
    """A screen with which the placement or payment under way can be completed."""
    for _ in range(MOST_ATTEMPTS):
        fill_plain(state, actor)
        fill(state, actor)
        if can_go_on(state):
            return
        uncover(state, actor)
    for colour in range(E.NUM_COLOURS):
        deal_needed(state, actor, colour, least_of_screen(state, actor, colour))
    if state.decision == E.COLOUR:
        first = next_below(state, E.STREAM_BAG, E.NUM_COLOURS)
        for step in range(E.NUM_COLOURS):
            colour = (first + step) % E.NUM_COLOURS
            need = least_for_colour(state, actor, colour)
            missing = need - state.screen[actor, colour]
            if need >= 0 and missing <= state.bag[colour] and missing <= state.scratch[WORKERS + actor]:
                deal_needed(state, actor, colour, need)
                break
    for skill in range(E.NUM_SKILLS):
        while (
            state.skills[actor, skill] < state.skills_left[skill]
            and state.pile[skill] > 0
            and state.scratch[TILES + actor] > 0
        ):
            state.pile[skill] -= 1
            state.skills[actor, skill] += 1
            state.scratch[TILES + actor] -= 1
    fill_plain(state, actor)
    fill(state, actor)


@kernel
def deal_needed(state, actor, colour, need):
    """Workers of a colour up to a number, as long as there are any."""
    while state.screen[actor, colour] < need and state.bag[colour] > 0 and state.scratch[WORKERS + actor] > 0:
        take_worker(state, actor, colour)


@kernel
def deal_winter_tiles(state, seat):
    """Before the winter auction: the hands of the others, and what those who have chosen may have chosen."""
    dealt = WINTER_DEALT[state.num_seats]
    count = 0
    for tile in range(E.FIRST_OF_SEASON[E.WINTER], E.FIRST_TURN_ORDER):
        own = False
        for slot in range(dealt):
            own = own or state.dealt[seat, slot] == tile
        if not own:
            state.scratch[count] = tile
            count += 1
    shuffle(state, E.STREAM_TILES, state.scratch, count)
    taken = 0
    for other in range(state.num_seats):
        if other != seat:
            for slot in range(dealt):
                keep_sorted(state, other, slot, state.scratch[taken])
                taken += 1
            if state.offer[other] != 0:
                state.offer[other] = 1 + next_below(state, E.STREAM_TILES, (1 << dealt) - 1)
    for i in range(count):
        state.scratch[i] = 0
