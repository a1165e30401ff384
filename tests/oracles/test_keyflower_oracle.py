"""The oracle of Keyflower for itself: its searches against trying everything, and random playthroughs."""

import random
from itertools import combinations, product

import pytest

from .keyflower import Plan
from .keyflower_scoring import assignment_points, pool_points, skill_points, worker_points
from .keyflower_village import (
    GOLD,
    GREEN,
    RED,
    TILES,
    Village,
    bastion_points,
)

rule = pytest.mark.rule
BY_ID = {tile.id: tile for tile in TILES}
SPOTS = [(q, r) for r in (4, 5, 6) for q in range(-6, 1)]  # far cells for tiles that just have to be owned
SCORING = {
    "store_resources_locked": False,
    "boat3b_counts_as_gold": True,
    "sea_bastion_multi_loop": False,
    "purple_only_if_won": False,
}


def village_of(*names, stores=()):
    """A village for scoring; stores: (name, upgraded, resources)."""
    village = Village(BY_ID["home_1"])
    cells = iter(SPOTS)
    for name in names:
        village.place(BY_ID[name], next(cells), 0)
    for name, upgraded, resources in stores:
        placed = village.place(BY_ID[name], next(cells), 0)
        placed.upgraded, placed.resources = upgraded, list(resources)
    return village


def assign(
    *names, workers=(0,) * 4, skills=(0,) * 3, pool=(0,) * 4, stores=(), abilities=(), purple=False, **flags
):
    """Points of the final assignment alone."""
    village = village_of(*names, stores=stores)
    village.home.resources = list(pool)
    return assignment_points(village, workers, skills, purple, list(abilities), {**SCORING, **flags})


def closed_walk_tiles(roads):
    """By walking: the most tiles on a closed walk that uses no road twice."""
    best = 0

    def walk(start, here, left, seen):
        nonlocal best
        if here == start:
            best = max(best, len(seen))
        for road in list(left):
            if here in road:
                (there,) = road - {here}
                walk(start, there, left - {road}, seen | {there})

    for tile in {tile for road in roads for tile in road}:
        walk(tile, tile, frozenset(roads), frozenset())
    return best


@rule("R12.1")
@pytest.mark.parametrize("seed", range(40))
def test_sea_bastion_against_walking(seed):
    dice = random.Random(seed)
    pairs = [frozenset(pair) for pair in combinations(range(dice.choice((5, 6, 7))), 2)]
    roads = set(dice.sample(pairs, dice.randrange(4, 11)))
    assert bastion_points(roads) == closed_walk_tiles(roads)


# ---------------------------------------------------------------------- scoring against item by item
def every_assignment(items, tiles, kinds, value):
    """The best value over all ways to give every item to one of the tiles or to none."""
    best = 0
    for places in product([None, *tiles], repeat=len(items)):
        given = {tile: [0] * kinds for tile in [None, *tiles]}
        for item, place in zip(items, places, strict=True):
            given[place][item] += 1
        best = max(best, sum(value(tile, amounts) for tile, amounts in given.items()))
    return best


def worker_value(tile, w):
    return {
        None: 0,
        "apothecary": 3 * (sum(w) // 5),
        "craftsmans_guild": 3 * min(w[:3]),
        "key_market": 2 * w[GREEN],
        "village_hall": max(w),
        "white_wind": sum(w),
    }[tile]


def skill_value(tile, s):
    return {None: 0, "key_guild": 10 * (sum(s) // 5), "scribes": 10 * min(s), "scholar": 3 * max(s)}[tile]


def resource_value(tile, r, wild=False):
    sets = max(
        m for m in range(sum(r) // 3 + 1) if wild or sum(max(0, m - count) for count in r[:3]) <= r[GOLD]
    )
    everything = sum(r)
    return {
        None: everything if wild else r[GOLD],
        "jeweller": 2 * (everything if wild else r[GOLD]),
        "mercers_guild": 5 * sets,
        "windmill": 5 * (everything // 5),
        "watermill": everything if wild else max(r),
    }[tile]


@rule("R12.2", "R12.4", "R12.8")
@pytest.mark.parametrize("seed", range(25))
def test_assignments_against_item_by_item(seed):
    dice = random.Random(seed)

    def some(names, most):
        return dice.sample(names, dice.randrange(1, most + 1))

    def amounts(items, kinds):
        return tuple(items.count(kind) for kind in range(kinds))

    tiles = some(["apothecary", "craftsmans_guild", "key_market", "village_hall", "white_wind"], 3)
    items = [dice.randrange(4) for _ in range(6)]
    expected = every_assignment(items, tiles, 4, worker_value)
    assert worker_points(amounts(items, 4), frozenset(tiles)) == expected
    tiles = some(["key_guild", "scribes", "scholar"], 3)
    items = [dice.randrange(3) for _ in range(6)]
    assert skill_points(amounts(items, 3), frozenset(tiles)) == every_assignment(items, tiles, 3, skill_value)
    tiles = some(["jeweller", "mercers_guild", "windmill", "watermill"], 3)
    items = [dice.choice((0, 0, 1, 2, 3)) for _ in range(6)]
    for wild in (False, True):
        expected = every_assignment(items, tiles, 4, lambda tile, r, wild=wild: resource_value(tile, r, wild))
        assert pool_points(amounts(items, 4), frozenset(tiles), (wild, True)) == expected


@rule("R12.3", "R12.6", "R12.7", "R12.8")
@pytest.mark.parametrize("seed", range(30))
def test_stores_and_purple_against_item_by_item(seed):
    """Every resource goes to nothing, to a winter tile or to the store tile it lies on; purple anywhere."""
    dice = random.Random(seed)
    wild, purple = seed % 3 == 0, seed % 2 == 0
    tiles = dice.sample(["jeweller", "mercers_guild", "windmill", "watermill"], 2)
    named = {"timber_yard": 0, "blacksmith": 2, "barn": None}
    stores = {name: dice.random() < 0.5 for name in dice.sample(sorted(named), 2)}
    items = [(dice.randrange(4), dice.choice([None, *stores])) for _ in range(4)]
    lying = {place: [items.count((kind, place)) for kind in range(4)] for place in (None, *stores)}

    def each(store):
        return stores[store] + (1 if store == "barn" else 2)

    def best(items, purple_kind):
        """`purple_kind`: purple is one more resource of this type, which may go to any store."""
        options = [[None, *tiles, *([place] if place else [])] for _, place in items]
        kinds = [kind for kind, _ in items]
        if purple_kind is not None:
            options.append([None, *tiles, *stores])
            kinds.append(purple_kind)
        most = 0
        for places in product(*options):
            given = {place: [0] * 4 for place in (None, *tiles, *stores)}
            for kind, place in zip(kinds, places, strict=True):
                given[place][kind] += 1
            points = 0
            for place, amounts in given.items():
                if place in stores:
                    everything = wild or named[place] is None
                    fitting = sum(amounts) if everything else amounts[named[place]] + amounts[GOLD]
                    points += each(place) * fitting
                else:
                    points += resource_value(place, amounts, wild)
            most = max(most, points)
        return most

    expected = max(best(items, kind) for kind in ([None] + [0, 1, 2, 3] * purple))
    rows = [(name, upgraded, lying[name]) for name, upgraded in stores.items()]
    abilities = ["3b"] * wild
    assert assign(*tiles, stores=rows, pool=lying[None], abilities=abilities, purple=purple) == expected


# ---------------------------------------------------------------------- placements against trying everything
@rule("R4.1", "R5.3", "R6.2")
@pytest.mark.parametrize("seed", range(60))
def test_plans_against_trying_everything(seed):
    """Each offered step has a completion, and no completion is left out; one colour and 4b."""
    dice = random.Random(seed)
    for _ in range(10):
        colours = [RED] if dice.random() < 0.5 else [0, 1, 2, 3]
        plan = Plan(0, 0, False, colours)
        plan.low = dice.randrange(1, 7)
        plan.high = dice.choice((dice.randrange(1, 7), 10**6))
        for colour in colours:
            plan.free[colour] = dice.randrange(3)
        plan.most = max(0, sum(plan.free) - dice.randrange(2))
        plan.groups = {tile: dice.randrange(1, 5) for tile in dice.sample(range(9), dice.randrange(5))}
        wanted = set()
        for k in range(len(plan.groups) + 1):
            for taken in combinations(sorted(plan.groups), k):
                for screen in product(*[range(plan.free[c] + 1) for c in colours]):
                    size = sum(plan.groups[t] for t in taken) + sum(screen)
                    if plan.low <= size <= plan.high and sum(screen) <= plan.most:
                        wanted.add((taken, screen))
        found = set(all_ends(plan, colours)) if plan.possible() else set()
        assert found == wanted and plan.possible() == bool(wanted)


def all_ends(plan, colours, at=0):
    """Follow every offered step; (groups taken, numbers from the screen) at the end."""
    if at == 0:
        for tile in plan.takeable():
            plan.taken.append(tile)
            ends = list(all_ends(plan, colours))
            plan.taken.pop()
            assert ends
            yield from ends
    if at == len(colours):
        yield tuple(plan.taken), tuple(plan.screen[c] for c in colours)
        return
    for n in plan.numbers(colours[at], colours[at + 1 :]):
        plan.screen[colours[at]] = n
        ends = list(all_ends(plan, colours, at + 1))
        plan.screen[colours[at]] = 0
        assert ends
        yield from ends
