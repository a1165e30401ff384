"""The best assignment of workers, skills and resources to scoring tiles (R12.2-R12.8), exact.

Every item is worth something where it stands (on a store tile, as gold, as the Watermill's type, ...). Sets and
groups take items and lose what these were worth. Workers and skills: the sets are counted through, groups of five take
the least worth items, as long as a group brings more than it costs. Resources: a Mercer's set is three items, at most
one of wood, stone and iron each, gold without limit. For x sets and y Windmill groups the items taken must contain 3x
items of which no named type gives more than x: the spanning sets of a matroid with 5y items to spare, so that taking
the least worth item that can be taken, again and again, is optimal.
"""

from __future__ import annotations

from envs.core.compile import kernel
from envs.keyflower import enums as E
from envs.keyflower.tables import (
    APOTHECARY_SIZE,
    APOTHECARY_VP,
    CRAFTSMAN_VP,
    GUILD_SIZE,
    GUILD_VP,
    HALL_VP,
    JEWELLER_VP,
    MARKET_VP,
    MERCER_VP,
    SCHOLAR_VP,
    SCRIBES_VP,
    STORED,
    STORED_TYPE,
    STORED_VP,
    WATERMILL_VP,
    WIND_VP,
    WINDMILL_SIZE,
    WINDMILL_VP,
)
from envs.keyflower.village import in_village

NUM_STORES = len(STORED)
MOST_WORTH = 4  # worth of a single item lies below
ITEMS = 0  # work space in state.scratch: items by type (4) and worth (4)
LEFT = 16  # items left by worth, while sets are taken


@kernel
def best_assignment(state, seat):
    """R12.8: the highest total of all items of a seat, the purple worker where it counts most."""
    workers = worker_points(state, seat, E.NONE)
    skills = skill_points(state, seat, E.NONE)
    resources = resource_points(state, seat, False)
    best = workers + skills + resources
    if state.purple != seat or (state.purple_if_won and not state.purple_won):
        return best
    for colour in range(E.NUM_COLOURS):
        best = max(best, worker_points(state, seat, colour) + skills + resources)
    for skill in range(E.NUM_SKILLS):
        best = max(best, workers + skill_points(state, seat, skill) + resources)
    return max(best, workers + skills + resource_points(state, seat, True))


# --- workers -------------------------------------------------------------------------------------------------------


@kernel
def worker_points(state, seat, purple):
    """R12.4: Craftsman's Guild, Village Hall, Key Market, Apothecary, White Wind; `purple`: one more of a colour."""
    blue = state.screen[seat, E.BLUE] + (purple == E.BLUE)
    red = state.screen[seat, E.RED] + (purple == E.RED)
    yellow = state.screen[seat, E.YELLOW] + (purple == E.YELLOW)
    green = state.screen[seat, E.GREEN] + (purple == E.GREEN)
    sets = min(blue, red, yellow) if in_village(state, seat, E.CRAFTSMANS_GUILD) else 0
    halls = E.NUM_COLOURS if in_village(state, seat, E.VILLAGE_HALL) else 0
    best = 0
    for taken in range(sets + 1):
        for hall in range(-1, halls):
            rest = rest_of_workers(state, seat, hall, blue - taken, red - taken, yellow - taken, green)
            best = max(best, CRAFTSMAN_VP * taken + rest)
    return best


@kernel
def rest_of_workers(state, seat, hall, blue, red, yellow, green):
    """Workers outside sets: each its worth, then Apothecary groups of the least worth ones."""
    plain = WIND_VP if in_village(state, seat, E.WHITE_WIND) else 0
    chosen = max(plain, HALL_VP)
    of_green = chosen if hall == E.GREEN else plain
    if in_village(state, seat, E.KEY_MARKET):
        of_green = max(of_green, MARKET_VP)
    in_hall = 0
    if hall == E.BLUE:
        in_hall = blue
    elif hall == E.RED:
        in_hall = red
    elif hall == E.YELLOW:
        in_hall = yellow
    others = blue + red + yellow - in_hall
    points = plain * others + chosen * in_hall + of_green * green
    if not in_village(state, seat, E.APOTHECARY):
        return points
    worth0 = (others if plain == 0 else 0) + (green if of_green == 0 else 0)
    worth1 = (others if plain == 1 else 0) + in_hall + (green if of_green == 1 else 0)
    worth2 = green if of_green == 2 else 0
    return points + group_gain(worth0, worth1, worth2, 0, APOTHECARY_SIZE, APOTHECARY_VP)


@kernel
def group_gain(worth0, worth1, worth2, worth3, size, value):
    """What groups of `size` items bring over the worth of the items they take, the least worth ones first."""
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
def skill_points(state, seat, purple):
    """R12.4: Scribes, Scholar, Key Guild; `purple`: one more of a skill."""
    anvils = state.skills[seat, E.ANVIL] + (purple == E.ANVIL)
    picks = state.skills[seat, E.PICK] + (purple == E.PICK)
    saws = state.skills[seat, E.SAW] + (purple == E.SAW)
    sets = min(anvils, picks, saws) if in_village(state, seat, E.SCRIBES) else 0
    scholar = in_village(state, seat, E.SCHOLAR)
    guild = in_village(state, seat, E.KEY_GUILD)
    best = 0
    for taken in range(sets + 1):
        rest = anvils + picks + saws - 3 * taken
        for skill in range(E.NUM_SKILLS):
            studied = 0
            if scholar:
                studied = (anvils if skill == E.ANVIL else picks if skill == E.PICK else saws) - taken
            points = SCRIBES_VP * taken + SCHOLAR_VP * studied
            if guild:
                points += group_gain(rest - studied, 0, 0, studied, GUILD_SIZE, GUILD_VP)
            best = max(best, points)
    return best


# --- resources -----------------------------------------------------------------------------------------------------


@kernel
def resource_points(state, seat, purple):
    """R12.3-R12.7: store tiles, Mercer's Guild, Windmill, Watermill, Jeweller, gold; `purple`: one more of any type."""
    watermill = in_village(state, seat, E.WATERMILL)
    best = 0
    for milled in range(E.GOLD if watermill else 1):  # gold as the Watermill's type gives nothing more
        points = count_items(state, seat, milled if watermill else E.NONE, purple)
        best = max(best, points + set_gain(state, seat))
        for i in range(LEFT):
            state.scratch[ITEMS + i] = 0
    return best


@kernel
def count_items(state, seat, milled, purple):
    """Count a seat's resources by type and worth into the work space; returns the sum of what they are worth."""
    gold = JEWELLER_VP if in_village(state, seat, E.JEWELLER) else 1
    points = 0
    highest = 0
    for tile in range(E.NUM_TILES):
        if in_village(state, seat, tile):
            store = store_number(tile)
            if store != E.NONE:
                highest = max(highest, STORED_VP[store, state.upgraded[tile]])
            for resource in range(E.NUM_RESOURCES):
                count = state.stock[tile, resource]
                if count > 0:
                    points += add_items(state, seat, tile, store, resource, count, milled, gold)
    if purple:
        points += add_item(state, E.GOLD, max(gold, highest), 1)
    return points


@kernel
def store_number(tile):
    """Position of a store tile in tables.STORED, or NONE."""
    for store in range(NUM_STORES):
        if STORED[store] == tile:
            return store
    return E.NONE


@kernel
def add_items(state, seat, tile, store, resource, count, milled, gold):
    """Resources of one type on one tile: their worth in the pool, or on the store tile if that is more."""
    universal = state.ability[seat, E.BOAT_3B] == 1
    worth = pool_worth(state, seat, resource, milled, gold, universal)
    if store != E.NONE and counts_in_store(store, resource, universal):
        stored = STORED_VP[store, state.upgraded[tile]]
        if state.locked:
            return stored * count
        worth = max(worth, stored)
    return add_item(state, E.GOLD if universal else resource, worth, count)


@kernel
def pool_worth(state, seat, resource, milled, gold, universal):
    """R12.4-R12.6: what a resource in the pool is worth outside sets."""
    if resource == E.GOLD:
        return gold + 0
    if universal:
        if state.all_gold or in_village(state, seat, E.JEWELLER):
            return gold + 0
        return WATERMILL_VP if milled != E.NONE else 0
    return WATERMILL_VP if resource == milled else 0


@kernel
def counts_in_store(store, resource, universal):
    """R12.3: does a resource count on a store tile? Gold counts as the named type, with boat 3b everything."""
    return universal or STORED_TYPE[store] == E.ANY or STORED_TYPE[store] == resource or resource == E.GOLD


@kernel
def add_item(state, resource, worth, count):
    """Put items into the work space; returns what they are worth."""
    state.scratch[ITEMS + resource * MOST_WORTH + worth] += count
    return worth * count


@kernel
def set_gain(state, seat):
    """What Mercer's sets and Windmill groups bring over the worth of the items that they take."""
    windmill = in_village(state, seat, E.WINDMILL)
    total = 0
    for i in range(LEFT):
        total += state.scratch[ITEMS + i]
    best = 0
    sets = total // 3 if in_village(state, seat, E.MERCERS_GUILD) else 0
    for number in range(sets + 1):
        cost = take_sets(state, number)
        if cost == E.NONE:
            break
        gain = MERCER_VP * number - cost
        if windmill:
            gain += group_gain(
                state.scratch[LEFT],
                state.scratch[LEFT + 1],
                state.scratch[LEFT + 2],
                state.scratch[LEFT + 3],
                WINDMILL_SIZE,
                WINDMILL_VP,
            )
        best = max(best, gain)
    for worth in range(MOST_WORTH):
        state.scratch[LEFT + worth] = 0
    return best


@kernel
def take_sets(state, number):
    """Take the least worth items for a number of Mercer's sets; counts what is left by worth.

    Returns the worth of the items taken, or NONE where the sets cannot be made.
    """
    missing = 3 * number
    wood, stone, iron = number, number, number  # how many of each may still be taken
    cost = 0
    for worth in range(MOST_WORTH):
        items = ITEMS + worth
        gold = min(missing, state.scratch[items + E.GOLD * MOST_WORTH])
        missing -= gold
        of_wood = min(missing, wood, state.scratch[items + E.WOOD * MOST_WORTH])
        missing -= of_wood
        wood -= of_wood
        of_stone = min(missing, stone, state.scratch[items + E.STONE * MOST_WORTH])
        missing -= of_stone
        stone -= of_stone
        of_iron = min(missing, iron, state.scratch[items + E.IRON * MOST_WORTH])
        missing -= of_iron
        iron -= of_iron
        taken = gold + of_wood + of_stone + of_iron
        cost += worth * taken
        there = 0
        for resource in range(E.NUM_RESOURCES):
            there += state.scratch[items + resource * MOST_WORTH]
        state.scratch[LEFT + worth] = there - taken
    return cost if missing == 0 else E.NONE
