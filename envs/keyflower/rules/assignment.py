"""The best assignment of workers, skills and resources to scoring tiles (R12.2-R12.8), exact.

Every item is worth something where it stands (on a store tile, as gold, as the Watermill's type, ...). Sets and
groups take items and lose what these were worth. Workers and skills: the sets are counted through, groups of five take
the least worth items, as long as a group brings more than it costs. Resources: a Mercer's set is three items, at most
one of wood, stone and iron each, gold without limit. For x sets and y Windmill groups the items taken must contain 3x
items of which no named type gives more than x: the spanning sets of a matroid with 5y items to spare, so that taking
the least worth item that can be taken, again and again, is optimal.

`tiles` is the set of tiles that count as lying in the village (:mod:`eurogym.envs.core.compile.bits`) and `workers`
how many there are by colour, both handed on, so that heuristics can ask what would be.
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.bits import bit, has, lowest_bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare import overrides
from eurogym.envs.keyflower.declare import tables as T
from eurogym.envs.keyflower.declare.enums import ABILITY, COLOUR, RESOURCE, SKILL, TILE, UNIT
from eurogym.envs.keyflower.rules.values import winter_vp

NUM_STORES = len(T.STORED)
MOST_WORTH = overrides.MOST_WORTH + 1  # worth of a single item lies below
ITEMS = 0  # work array: items by type and worth
LEFT = ITEMS + RESOURCE.COUNT * MOST_WORTH  # items left by worth, while sets are taken
POOL_SIZE = LEFT + MOST_WORTH


@kernel
def best_assignment(state, seat, tiles, workers):
    """R12.8: the highest total of all items of a seat, the purple worker where it counts most."""
    of_workers = worker_points(state, tiles, workers, E.NONE)
    of_skills = skill_points(state, seat, tiles, E.NONE)
    of_resources = resource_points(state, seat, tiles, False)
    best = of_workers + of_skills + of_resources
    if state.purple != seat or (state.purple_only_if_won and not state.purple_won):
        return best
    for colour in range(COLOUR.COUNT):
        best = max(best, worker_points(state, tiles, workers, colour) + of_skills + of_resources)
    for skill in range(SKILL.COUNT):
        best = max(best, of_workers + skill_points(state, seat, tiles, skill) + of_resources)
    return max(best, of_workers + of_skills + resource_points(state, seat, tiles, True))


# --- workers -------------------------------------------------------------------------------------------------------


@kernel
def workers_of(state, seat):
    """Workers behind a screen by colour."""
    return (
        np.int64(state.screen[seat, COLOUR.blue]),
        np.int64(state.screen[seat, COLOUR.red]),
        np.int64(state.screen[seat, COLOUR.yellow]),
        np.int64(state.screen[seat, COLOUR.green]),
    )


@kernel
def worker_points(state, tiles, workers, purple):
    """R12.4: Craftsman's Guild, Village Hall, Key Market, Apothecary, White Wind; `purple`: one more of a colour."""
    blue = workers[COLOUR.blue] + (purple == COLOUR.blue)
    red = workers[COLOUR.red] + (purple == COLOUR.red)
    yellow = workers[COLOUR.yellow] + (purple == COLOUR.yellow)
    green = workers[COLOUR.green] + (purple == COLOUR.green)
    sets = min(blue, red, yellow) if has(tiles, TILE.craftsmans_guild) else 0
    halls = COLOUR.COUNT if has(tiles, TILE.village_hall) else 0
    of_set = winter_vp(state, TILE.craftsmans_guild)
    best = 0
    for taken in range(sets + 1):
        for hall in range(-1, halls):
            rest = rest_of_workers(state, tiles, hall, blue - taken, red - taken, yellow - taken, green)
            best = max(best, of_set * taken + rest)
    return best


@kernel
def rest_of_workers(state, tiles, hall, blue, red, yellow, green):
    """Workers outside sets: each its worth, then Apothecary groups of the least worth ones."""
    plain = T.WIND_VP if has(tiles, TILE.white_wind) else 0
    chosen = max(plain, T.HALL_VP)
    of_green = chosen if hall == COLOUR.green else plain
    if has(tiles, TILE.key_market):
        of_green = max(of_green, T.MARKET_VP)
    in_hall = 0
    if hall == COLOUR.blue:
        in_hall = blue
    elif hall == COLOUR.red:
        in_hall = red
    elif hall == COLOUR.yellow:
        in_hall = yellow
    others = blue + red + yellow - in_hall
    points = plain * others + chosen * in_hall + of_green * green
    if not has(tiles, TILE.apothecary):
        return points
    worth0 = (others if plain == 0 else 0) + (green if of_green == 0 else 0)
    worth1 = (others if plain == 1 else 0) + in_hall + (green if of_green == 1 else 0)
    worth2 = green if of_green == 2 else 0
    return points + group_gain(
        worth0, worth1, worth2, 0, T.APOTHECARY_SIZE, winter_vp(state, TILE.apothecary)
    )


@kernel
def group_gain(worth0, worth1, worth2, worth3, size, value):
    """Return what groups of `size` items bring over the worth of the items they take, the least worth ones first."""
    gain = 0
    while worth0 + worth1 + worth2 + worth3 >= size:
        need = size
        taken = min(need, worth0)
        worth0 -= taken
        need -= taken
        taken = min(need, worth1)
        worth1 -= taken
        need -= taken
        cost = taken
        taken = min(need, worth2)
        worth2 -= taken
        need -= taken
        cost += 2 * taken
        worth3 -= need
        cost += 3 * need
        if cost >= value:
            return gain
        gain += value - cost
    return gain


# --- skills --------------------------------------------------------------------------------------------------------


@kernel
def skill_points(state, seat, tiles, purple):
    """R12.4: Scribes, Scholar, Key Guild; `purple`: one more of a skill."""
    anvils = state.skills[seat, SKILL.anvil] + (purple == SKILL.anvil)
    picks = state.skills[seat, SKILL.pick] + (purple == SKILL.pick)
    saws = state.skills[seat, SKILL.saw] + (purple == SKILL.saw)
    sets = min(anvils, picks, saws) if has(tiles, TILE.scribes) else 0
    scholar = has(tiles, TILE.scholar)
    guild = has(tiles, TILE.key_guild)
    best = 0
    for taken in range(sets + 1):
        rest = anvils + picks + saws - 3 * taken
        for skill in range(SKILL.COUNT):
            studied = 0
            if scholar:
                studied = (anvils if skill == SKILL.anvil else picks if skill == SKILL.pick else saws) - taken
            points = winter_vp(state, TILE.scribes) * taken + T.SCHOLAR_VP * studied
            if guild:
                points += group_gain(
                    rest - studied, 0, 0, studied, T.GUILD_SIZE, winter_vp(state, TILE.key_guild)
                )
            best = max(best, points)
    return best


# --- resources -----------------------------------------------------------------------------------------------------


@kernel
def resource_points(state, seat, tiles, purple):
    """R12.3-R12.7: store tiles, Mercer's Guild, Windmill, Watermill, Jeweller, gold; `purple`: one more of any type."""
    watermill = has(tiles, TILE.watermill)
    pool = work_array(POOL_SIZE)
    best = 0
    for milled in range(RESOURCE.gold if watermill else 1):  # gold as the Watermill's type gives nothing more
        for i in range(LEFT):
            pool[ITEMS + i] = 0
        points = count_items(state, seat, tiles, milled if watermill else E.NONE, purple, pool)
        best = max(best, points + set_gain(state, tiles, pool))
    return best


@kernel
def count_items(state, seat, tiles, milled, purple, pool):
    """Count a seat's resources by type and worth into the pool; returns the sum of what they are worth."""
    gold = winter_vp(state, TILE.jeweller) if has(tiles, TILE.jeweller) else np.int64(1)
    points = 0
    highest = 0
    left = tiles
    while left != 0:
        tile = lowest_bit(left)
        left ^= bit(tile)
        store = store_number(tile)
        if store != E.NONE:
            highest = max(highest, state.stored_vp[store, state.upgraded[tile]])
        for resource in range(RESOURCE.COUNT):
            count = np.int64(state.stock[tile, resource])
            if count > 0:
                points += add_items(state, seat, tiles, tile, store, resource, count, milled, gold, pool)
    if purple:
        points += add_item(pool, RESOURCE.gold, max(gold, highest), 1)
    return points


@kernel
def store_number(tile):
    """Position of a store tile in tables.STORED, or NONE."""
    for store in range(NUM_STORES):
        if T.STORED[store] == tile:
            return store
    return E.NONE


@kernel
def add_items(state, seat, tiles, tile, store, resource, count, milled, gold, pool):
    """Resources of one type on one tile: their worth in the pool, or on the store tile if that is more."""
    universal = state.ability[seat, ABILITY.boat_3b] == 1
    worth = pool_worth(state, tiles, resource, milled, gold, universal)
    if store != E.NONE and counts_in_store(store, resource, universal):
        stored = state.stored_vp[store, state.upgraded[tile]]
        if state.store_resources_locked:
            return stored * count
        worth = max(worth, stored)
    return add_item(pool, RESOURCE.gold if universal else resource, worth, count)


@kernel
def pool_worth(state, tiles, resource, milled, gold, universal):
    """R12.4-R12.6: what a resource in the pool is worth outside sets."""
    if resource == RESOURCE.gold:
        return gold
    if universal:
        if state.boat3b_counts_as_gold or has(tiles, TILE.jeweller):
            return gold
        return winter_vp(state, TILE.watermill) if milled != E.NONE else 0
    return winter_vp(state, TILE.watermill) if resource == milled else 0


@kernel
def counts_in_store(store, resource, universal):
    """R12.3: does a resource count on a store tile? Gold counts as the named type, with boat 3b everything."""
    return (
        universal
        or T.STORED_TYPE[store] == UNIT.any
        or T.STORED_TYPE[store] == resource
        or resource == RESOURCE.gold
    )


@kernel
def add_item(pool, resource, worth, count):
    """Put items into the pool; returns what they are worth."""
    pool[ITEMS + resource * MOST_WORTH + worth] += count
    return worth * count


@kernel
def set_gain(state, tiles, pool):
    """Return what Mercer's sets and Windmill groups bring over the worth of the items that they take."""
    windmill = has(tiles, TILE.windmill)
    total = 0
    for i in range(LEFT):
        total += pool[ITEMS + i]
    best = 0
    sets = total // 3 if has(tiles, TILE.mercers_guild) else 0
    for number in range(sets + 1):
        cost = take_sets(pool, number)
        if cost == E.NONE:
            break
        gain = winter_vp(state, TILE.mercers_guild) * number - cost
        if windmill:
            gain += group_gain(
                pool[LEFT],
                pool[LEFT + 1],
                pool[LEFT + 2],
                pool[LEFT + 3],
                T.WINDMILL_SIZE,
                winter_vp(state, TILE.windmill),
            )
        best = max(best, gain)
    return best


@kernel
def take_sets(pool, number):
    """Take the least worth items for a number of Mercer's sets; counts what is left by worth.

    Returns the worth of the items taken, or NONE where the sets cannot be made.
    """
    missing = 3 * number
    wood, stone, iron = number, number, number  # how many of each may still be taken
    cost = 0
    for worth in range(MOST_WORTH):
        items = ITEMS + worth
        gold = min(missing, pool[items + RESOURCE.gold * MOST_WORTH])
        missing -= gold
        of_wood = min(missing, wood, pool[items + RESOURCE.wood * MOST_WORTH])
        missing -= of_wood
        wood -= of_wood
        of_stone = min(missing, stone, pool[items + RESOURCE.stone * MOST_WORTH])
        missing -= of_stone
        stone -= of_stone
        of_iron = min(missing, iron, pool[items + RESOURCE.iron * MOST_WORTH])
        missing -= of_iron
        iron -= of_iron
        taken = gold + of_wood + of_stone + of_iron
        cost += worth * taken
        there = 0
        for resource in range(RESOURCE.COUNT):
            there += pool[items + resource * MOST_WORTH]
        pool[LEFT + worth] = there - taken
    return cost if missing == 0 else E.NONE
