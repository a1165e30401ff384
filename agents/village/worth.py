"""What things are worth in points at the end of the game: cubes, coins, grain, goods, time, deaths.

All kernels read only what everybody may know. `v` is the view of a seat on the rest of the game (`view`), `w` the
weights of weights.py. `extra` says how the hand differs from the one in the state: a colour (also plague) that has
just been taken, NO_CUBE, or PAID + k for the k-th way to pay at the well.
"""

from __future__ import annotations

import numpy as np

from eurogym.agents.village.places import (
    ASKED,
    V,
    fade,
    highest_without,
    place_worth,
    remembered_gain,
)
from eurogym.agents.village.weights import W
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare.actions import A
from eurogym.envs.village.declare.enums import CATEGORY, COLOUR, GOOD, MARKER, PLACE, SPACE, WISH
from eurogym.envs.village.declare.tables import CATEGORY_OF_PLACE, CHURCH_POINTS, HARVEST, PLAGUE_TIME
from eurogym.envs.village.rules.members import mortal_generation
from eurogym.envs.village.rules.scoring import score_of
from eurogym.envs.village.rules.turn import harvest_with, purse

NO_CUBE = -1
IMPOSSIBLE = 1e6  # price of what cannot be paid
PAID = 10
PAID_COINS = PAID + A.well_coins - A.well
LARGEST_SHARE, LEAST_RATE = 0.9, 0.02
LAST_TURNS = (0.5, 1.0, 0.05)  # horizon of a seat with a last turn
CARLA_DEATHS = 2.0 / 12.0  # per cube: two quills on a loop of twelve spaces, as it is by default


# --- how long the game will last -----------------------------------------------------------------------------------


@kernel
def graves_left(state):
    """Open spaces of the chronicle."""
    left = 0
    for category in range(CATEGORY.COUNT):
        left += state.chronicle_open[category]
    return left


@kernel
def horizon(state, seat, w):
    """(own turns after this one, masses to come, own deaths to come)."""
    if state.final_mass:
        return 0.0, 1.0, 0.0
    if state.end_triggered:
        return LAST_TURNS if state.last_turn[seat] else (0.0, 1.0, 0.0)
    share = min(LARGEST_SHARE, max(1.0 - LARGEST_SHARE, w[W.CHRONICLE_SHARE]))
    left = min(graves_left(state) / share, state.cemetery_open / (1.0 - share))
    rate = max(LEAST_RATE, w[W.DEATH_RATE])
    turns = left / (rate + CARLA_DEATHS) if state.solo else left / (rate * state.num_seats)
    cubes = 0
    for space in range(SPACE.COUNT):
        cubes += state.cubes_on_space[space]
    return turns, max(1.0, 0.5 + turns * max(2, state.num_seats) / cubes), turns * rate


@kernel
def view(state, seat, w):
    """Return the rest of the game as a seat sees it: sixteen numbers.

    Own turns after this one, masses to come, own deaths to come, worth of a death now, of the next one, highest own
    council stage; for each good how many are asked for; for each good the gain of one more.
    """
    turns, rounds, deaths = horizon(state, seat, w)
    stage = 1.0 * highest_without(state, seat, E.NONE)
    asked = (
        asking(state, GOOD.scroll, w),
        asking(state, GOOD.horse, w),
        asking(state, GOOD.plough, w),
        asking(state, GOOD.ox, w),
        asking(state, GOOD.wagon, w),
    )
    v = (turns, rounds, deaths, 0.0, 0.0, stage, *asked, 0.0, 0.0, 0.0, 0.0, 0.0)
    now = best_death(state, seat, v, w)
    ahead = (w[W.DEATH] + w[W.DEATH_KNOWN] * now) * fade(turns, w[W.TIME_FADE])
    gains = (
        good_gain(state, seat, GOOD.scroll, v, w),
        good_gain(state, seat, GOOD.horse, v, w),
        good_gain(state, seat, GOOD.plough, v, w),
        good_gain(state, seat, GOOD.ox, v, w),
        good_gain(state, seat, GOOD.wagon, v, w),
    )
    return (turns, rounds, deaths, now, ahead, stage, *asked, *gains)


# --- the hand ------------------------------------------------------------------------------------------------------


@kernel
def cubes_of(state, seat, colour, extra):
    """Cubes of a colour in hand."""
    count = np.int64(state.cubes[seat, colour])
    if extra == colour:
        count += 1
    elif extra >= PAID and (extra - PAID) // E.WELL_CUBES == colour:
        count -= E.WELL_CUBES - (extra - PAID) % E.WELL_CUBES
    return count


@kernel
def coins_of(state, seat, extra):
    """Coins that can be spent."""
    if extra < PAID:
        return purse(state, seat)
    if extra == PAID_COINS:
        return purse(state, seat) - E.WELL_CUBES
    return purse(state, seat) - (extra - PAID) % E.WELL_CUBES


@kernel
def cube_worth(colour, number, v, w):
    """Return the `number`-th cube of a colour (from 1)."""
    if number < 1:
        return 0.0
    worth = w[W.ORANGE + colour] / (1.0 + w[W.CUBE_MORE] * (number - 1))
    if number == E.WELL_CUBES:
        worth += w[W.CUBE_THIRD]
    if colour == COLOUR.green and number <= 2 and 0.0 < v[V.STAGE] < E.NUM_COUNCIL_STAGES:
        worth += w[W.GREEN_COUNCIL]
    return worth * fade(v[V.TURNS], w[W.CUBE_FADE])


@kernel
def cube_cost(state, seat, colour, extra, v, w):
    """Return a cube paid."""
    return cube_worth(colour, cubes_of(state, seat, colour, extra), v, w)


@kernel
def coin_worth(number, v, w):
    """Return the `number`-th coin (from 1)."""
    extra = w[W.COIN] * fade(v[V.TURNS], w[W.CUBE_FADE])
    if v[V.STAGE] == E.NUM_COUNCIL_STAGES:
        extra += w[W.COIN_COUNCIL] * fade(v[V.TURNS], 2.0)
    return 1.0 + extra / (1.0 + w[W.COIN_MORE] * max(0, number - 1))


@kernel
def coin_cost(state, seat, extra, v, w):
    """Return a coin paid; in the solo mode the marker goes first."""
    if state.marker == MARKER.held:
        return w[W.MARKER_COIN]
    return coin_worth(coins_of(state, seat, extra), v, w)


@kernel
def two_cost(state, seat, first, second, coins, extra, v, w):
    """Two cubes paid, some by coins (bit 0 the first, bit 1 the second); a large number where that cannot be."""
    paid = (coins & 1) + (coins >> 1)
    if paid > coins_of(state, seat, extra):
        return IMPOSSIBLE
    cost = 0.0
    if paid > 0:
        cost = coin_cost(state, seat, extra, v, w)
        if paid == 2:
            cost += coin_worth(coins_of(state, seat, extra) - 1, v, w)
    if first == second:
        if coins == 2 or cubes_of(state, seat, first, extra) < 2 - paid:
            return IMPOSSIBLE
        number = cubes_of(state, seat, first, extra)
        for i in range(2 - paid):
            cost += cube_worth(first, number - i, v, w)
        return cost
    if not coins & 1:
        if cubes_of(state, seat, first, extra) == 0:
            return IMPOSSIBLE
        cost += cube_cost(state, seat, first, extra, v, w)
    if not coins & 2:
        if cubes_of(state, seat, second, extra) == 0:
            return IMPOSSIBLE
        cost += cube_cost(state, seat, second, extra, v, w)
    return cost


@kernel
def best_payment(state, seat, first, second, extra, v, w):
    """(cost, coin mask) of the cheapest way to pay two cubes."""
    best = IMPOSSIBLE
    mask = 0
    for coins in range(E.NUM_COIN_MASKS):
        cost = two_cost(state, seat, first, second, coins, extra, v, w)
        if cost < best:
            best = cost
            mask = coins
    return best, mask


@kernel
def church_appetite(state, seat):
    """Grain that own members on the church track can use."""
    need = 0
    for stage in range(E.NUM_CHURCH_STAGES - 1):
        ahead = 0
        for further in range(stage + 1, E.NUM_CHURCH_STAGES):
            ahead += state.church_cost[further]
        for generation in range(E.NUM_GENERATIONS):
            need += ahead * state.members[seat, generation, PLACE.church + stage]
    for generation in range(E.NUM_GENERATIONS):
        need += 2 * state.members[seat, generation, PLACE.black_bag]
    return need


@kernel
def grain_worth(state, seat, number, v, w):
    """Return all of `number` sacks of grain."""
    wanted = church_appetite(state, seat)
    worth = 0.0
    for i in range(number):
        worth += w[W.GRAIN] * fade(v[V.TURNS], w[W.GRAIN_FADE]) / (1.0 + w[W.GRAIN_MORE] * i)
        if i < wanted:
            worth += w[W.GRAIN_CHURCH]
    return worth


@kernel
def grain_change(state, seat, change, v, w):
    """Gain of a change of the grain on the farm, at most to five."""
    have = np.int64(state.grain[seat])
    after = min(E.MAX_GRAIN, have + change)
    return grain_worth(state, seat, after, v, w) - grain_worth(state, seat, have, v, w)


# --- goods ---------------------------------------------------------------------------------------------------------


@kernel
def asking(state, good, w):
    """Return how many of a good the customers in sight ask for, those in the queue counting less."""
    total = max(0.0, w[W.STACK]) * state.stack_size
    for slot in range(state.num_slots):
        tile = state.slot[slot]
        if tile != E.NONE:
            total += state.wishes[tile, good]
    for place in range(E.QUEUE_LENGTH):
        tile = state.queue[place]
        if tile != E.NONE:
            total += w[W.QUEUE] * state.wishes[tile, good]
    return total


@kernel
def good_worth(state, seat, good, number, v, w):
    """Return the `number`-th good of a kind (from 1)."""
    wanted = max(0.0, v[ASKED + good] - w[W.GOOD_MORE] * (number - 1))
    worth = w[W.SCROLL + good] * fade(wanted, w[W.GOOD_HALF]) * fade(v[V.TURNS], w[W.GOOD_FADE])
    if good == GOOD.wagon:
        worth = max(worth, wagon_use(state, seat, number, v, w))
    elif good == GOOD.scroll and number <= 2:
        saved = w[W.SCROLL_COUNCIL] * (cube_worth(COLOUR.green, 1, v, w) + cube_worth(COLOUR.green, 2, v, w))
        worth = max(worth, saved)
    elif number == 1 and good != GOOD.scroll:
        worth += farming(state, seat, good, v, w)
    return worth


@kernel
def wagon_use(state, seat, number, v, w):
    """Return a wagon for the journey: cities are left to be visited."""
    left = 0
    for city in range(E.NUM_CITIES):
        left += 1 - state.disc[seat, city]
    if number > left:
        return 0.0
    return w[W.WAGON_TRAVEL] * 4.0 * fade(v[V.TURNS], w[W.GOOD_FADE])


@kernel
def farming(state, seat, good, v, w):
    """R5.2: the grain that the first plough, ox or horse adds to the harvests to come."""
    plough = state.goods[seat, GOOD.plough] > 0
    ox = state.goods[seat, GOOD.ox] > 0
    horse = state.goods[seat, GOOD.horse] > 0
    before = harvest_with(plough, ox, horse)
    if good == GOOD.plough:
        with_it = harvest_with(True, ox, horse)
        without = HARVEST
    elif good == GOOD.ox:
        with_it = harvest_with(plough, True, horse)
        without = harvest_with(plough, False, horse)
    else:
        with_it = harvest_with(plough, ox, True)
        without = harvest_with(plough, ox, False)
    if before < without:
        return 0.0
    return w[W.FARMING] * (with_it - without) * 0.1 * v[V.TURNS]


@kernel
def ready_bonus(state, seat, good, w):
    """Return a customer on a slot who lacks nothing but this good."""
    best = 0
    for slot in range(state.num_slots):
        tile = state.slot[slot]
        if tile != E.NONE and state.wishes[tile, good] == state.goods[seat, good] + 1:
            complete = state.grain[seat] >= state.wishes[tile, WISH.grain]
            for other in range(GOOD.COUNT):
                if other != good and state.goods[seat, other] < state.wishes[tile, other]:
                    complete = False
            if complete:
                best = max(best, state.points[tile])
    return w[W.READY] * best


@kernel
def good_gain(state, seat, good, v, w):
    """One more of a good."""
    worth = good_worth(state, seat, good, state.goods[seat, good] + 1, v, w)
    return worth + ready_bonus(state, seat, good, w) * fade(v[V.TURNS], 1.0)


@kernel
def good_cost(state, seat, good, v, w):
    """Return a good given away."""
    return good_worth(state, seat, good, np.int64(state.goods[seat, good]), v, w)


# --- time and death ------------------------------------------------------------------------------------------------


@kernel
def ends_game(state, category):
    """Does a burial of this category fill the last open space of the chronicle or of the cemetery?"""
    if state.end_triggered:
        return False
    if state.chronicle_open[category] > 0:
        return graves_left(state) == 1
    return state.cemetery_open == 1


@kernel
def end_gain(state, seat, w):
    """Ending the game now: the lead over the best other seat counts."""
    if state.solo:
        return -w[W.END_COST]
    best = -1000
    for other in range(state.num_seats):
        if other != seat:
            best = max(best, score_of(state, other))
    lead = min(12.0, max(-12.0, 1.0 * score_of(state, seat) - best))
    return w[W.END_LEAD] * lead - w[W.END_COST]


@kernel
def death_gain(state, seat, generation, place, v, w):
    """Gain (mostly a loss) of a member's death at a place."""
    category = CATEGORY_OF_PLACE[place]
    gain = -place_worth(state, seat, generation, place, v, w)
    if state.chronicle_open[category] > 0:
        gain += remembered_gain(state, seat, v, w)
    if ends_game(state, category):
        gain += end_gain(state, seat, w)
    return gain


@kernel
def best_death(state, seat, v, w):
    """Gain of the best death that is open now; 0 where nobody can die."""
    generation = mortal_generation(state, seat)
    if generation == E.NONE:
        return 0.0
    best = -IMPOSSIBLE
    for place in range(E.NUM_VISIBLE):
        if state.members[seat, generation, place] > 0:
            best = max(best, death_gain(state, seat, generation, place, v, w))
    return best


@kernel
def time_worth(position, v):
    """Return the marker at a position of its lap; from ten on a death is due."""
    if position >= E.STEPS_PER_LAP:
        return v[V.DEATH_NOW] + v[V.DEATH_NEXT] * (position - E.STEPS_PER_LAP) / E.STEPS_PER_LAP
    return v[V.DEATH_NEXT] * position / E.STEPS_PER_LAP


@kernel
def time_gain(state, seat, steps, extra, v):
    """Gain (mostly a loss) of spending time in an action; a plague cube has moved the marker already."""
    position = state.time[seat] + (PLAGUE_TIME if extra == COLOUR.plague else 0)
    if state.death_due[seat]:
        position += E.STEPS_PER_LAP
    return time_worth(position + steps, v) - time_worth(position, v)


@kernel
def church_rise(stage):
    """Return points of a step on the church track from stage index 0-2."""
    return CHURCH_POINTS[stage + 1] - CHURCH_POINTS[stage]
