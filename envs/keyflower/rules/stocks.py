"""Bag, pile, supply, and what lies behind the screens, with what all know of it (R6.3, R6.5, 14.4)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.random import next_below
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import COLOUR, R


@kernel
def draw_worker(state, seat):
    """R6.5: a random worker of the bag goes behind the screen; nobody else sees its colour."""
    total = 0
    for colour in range(COLOUR.COUNT):
        total += state.bag[colour]
    if total == 0:
        return
    if state.bag[COLOUR.green] == 0:
        state.screen_plain[seat] += 1
    pick = next_below(state, R.bag, total)
    for colour in range(COLOUR.COUNT):
        pick -= state.bag[colour]
        if pick < 0:
            state.bag[colour] -= 1
            state.screen[seat, colour] += 1
            return


@kernel
def draw_skill(state):
    """R6.6: a random skill tile of the pile, or NONE."""
    total = state.pile[0] + state.pile[1] + state.pile[2]
    if total == 0:
        return E.NONE
    pick = next_below(state, R.skills, total)
    skill = 0
    while pick >= state.pile[skill]:
        pick -= state.pile[skill]
        skill += 1
    state.pile[skill] -= 1
    return skill


@kernel
def gain_workers(state, seat, colour, count):
    """Workers that all have seen go behind the screen."""
    state.screen[seat, colour] += count
    state.screen_known[seat, colour] += count


@kernel
def spend_workers(state, seat, colour, count):
    """Workers leave the screen, openly: the known ones first, then any of the others, also those surely not green."""
    state.screen[seat, colour] -= count
    unknown = max(0, count - state.screen_known[seat, colour])
    state.screen_known[seat, colour] = max(0, state.screen_known[seat, colour] - count)
    if colour != COLOUR.green:
        state.screen_plain[seat] = max(0, state.screen_plain[seat] - unknown)


@kernel
def gain_green(state, seat, count):
    """R6.5: green workers come from the supply, as long as there are any."""
    count = min(count, state.green_supply)
    state.green_supply -= count
    gain_workers(state, seat, COLOUR.green, count)


@kernel
def gain_skill(state, seat, skill, count):
    """Skill tiles that all have seen go behind the screen."""
    state.skills[seat, skill] += count
    state.skills_known[seat, skill] += count


@kernel
def spend_skill(state, seat, skill):
    """A skill tile leaves the screen, openly."""
    state.skills[seat, skill] -= 1
    state.skills_known[seat, skill] = max(0, state.skills_known[seat, skill] - 1)


@kernel
def draw_skills(state, seat, count):
    """R6.6: skill tiles drawn from the pile, seen by their owner only."""
    for _ in range(count):
        skill = draw_skill(state)
        if skill != E.NONE:
            state.skills[seat, skill] += 1


@kernel
def screen_size(state, seat):
    """Workers behind a screen."""
    count = 0
    for colour in range(COLOUR.COUNT):
        count += state.screen[seat, colour]
    return count


@kernel
def skill_count(state, seat):
    """Skill tiles behind a screen."""
    return state.skills[seat, 0] + state.skills[seat, 1] + state.skills[seat, 2]
