"""Final scoring against plain searches: the best assignment (R12) and the Sea Bastion (A8), on random small cases.

The searches are written from the rules page alone and try everything.
"""

import itertools
from functools import cache

import numpy as np
import pytest

from eurogym.envs.core.batch import BatchedGame
from eurogym.envs.keyflower import enums as E
from eurogym.envs.keyflower.enums import ABILITY, COLOUR, PLACE, RESOURCE, SKILL
from eurogym.envs.keyflower.game import GAME
from eurogym.envs.keyflower.options import KeyflowerOptions
from tests.keyflower.derived import CELL, OFFSETS, TILES, derive, edges_of
from tests.keyflower.positions import NUMBER, X, Y, table
from tests.positions import write_states

rule = pytest.mark.rule
CASES = 150  # per combination of flags and part
STORES = {"timber_yard": "wood", "stone_yard": "stone", "blacksmith": "iron", "barn": None}
SCORERS = [tile["id"] for tile in TILES if tile["season"] == "winter" and tile["id"] != "keythedral"]
SCORERS.append("white_wind")
NAMED = ("wood", "stone", "iron")


# --- the search ---------------------------------------------------------------------------------------------------


def most(items, uses, points):
    """The highest ``points`` of a sorted tuple of uses, one for each item, or None for unused.

    Args:
        items: what there is.
        uses: item -> the uses it can be put to.
        points: sorted tuple of uses -> what they score together.
    """

    @cache
    def best(number, chosen):
        if number == len(items):
            return points(chosen)
        found = [best(number + 1, chosen)]
        for use in uses(items[number]):
            found.append(best(number + 1, tuple(sorted((*chosen, use)))))
        return max(found)

    return best(0, ())


def most_of_workers(workers, tiles):
    """R12.4: Apothecary, Craftsman's Guild, Key Market, Village Hall, White Wind."""

    def uses(colour):
        found = [name for name in ("apothecary", "white_wind") if name in tiles]
        if "craftsmans_guild" in tiles and colour != "green":
            found.append(f"guild {colour}")
        if "key_market" in tiles and colour == "green":
            found.append("market")
        if "village_hall" in tiles:
            found.append(f"hall {colour}")
        return found

    def points(chosen):
        sets = min(chosen.count(f"guild {colour}") for colour in COLOUR.NAMES[:3])
        hall = max(chosen.count(f"hall {colour}") for colour in COLOUR.NAMES)
        total = 3 * (chosen.count("apothecary") // 5) + 3 * sets + 2 * chosen.count("market")
        return total + hall + chosen.count("white_wind")

    return most(workers, uses, points)


def most_of_skills(skills, tiles):
    """R12.4: Key Guild, Scribes, Scholar."""

    def uses(skill):
        found = ["guild"] if "key_guild" in tiles else []
        found += [f"scribes {skill}"] if "scribes" in tiles else []
        return found + ([f"scholar {skill}"] if "scholar" in tiles else [])

    def points(chosen):
        sets = min(chosen.count(f"scribes {skill}") for skill in SKILL.NAMES)
        studied = max(chosen.count(f"scholar {skill}") for skill in SKILL.NAMES)
        return 10 * (chosen.count("guild") // 5) + 10 * sets + 3 * studied

    return most(skills, uses, points)


def most_of_resources(resources, tiles, stores, any_type, flags):
    """R12.3 to R12.6.

    Args:
        resources: pairs (kind, tile it lies on or None); kind "joker" is the purple worker.
        stores: store tile -> points of a resource on it.
        any_type: boat 3b.
    """

    def stays(kind, place):
        """May a resource count on the store tile it lies on?"""
        return place in stores and (STORES[place] in (None, kind) or kind == "gold" or any_type)

    def uses(item):
        kind, place = item
        if flags["store_resources_locked"] and kind != "joker" and stays(kind, place):
            return [f"store {place}"]
        found = []
        if kind == "joker":
            found += [f"store {name}" for name in stores]
        elif stays(kind, place):
            found.append(f"store {place}")
        free = any_type or kind == "joker"
        if free or kind == "gold":
            found.append("jeweller" if "jeweller" in tiles else "gold")
            if (
                kind not in ("gold", "joker")
                and "jeweller" not in tiles
                and not flags["boat3b_counts_as_gold"]
            ):
                found.pop()
        if "windmill" in tiles:
            found.append("windmill")
        for name in NAMED:
            if "mercers_guild" in tiles and (free or kind in ("gold", name)):
                found.append(f"mercer {name}")
            if "watermill" in tiles and (free or kind in ("gold", name)):
                found.append(f"mill {name}")
        return found

    def points(chosen):
        total = sum(stores[use[6:]] for use in chosen if use.startswith("store"))
        total += chosen.count("gold") + 2 * chosen.count("jeweller") + 5 * (chosen.count("windmill") // 5)
        total += 5 * min(chosen.count(f"mercer {name}") for name in NAMED)
        return total + max(chosen.count(f"mill {name}") for name in NAMED)

    return most(resources, uses, points)


def searched(case, flags):
    """R12.7, R12.8: the best of all places for the purple worker."""
    tiles = case["tiles"]

    def of_workers(*more):
        return most_of_workers(case["workers"] + more, tiles)

    def of_skills(*more):
        return most_of_skills(case["skills"] + more, tiles)

    def of_resources(*more):
        return most_of_resources(case["resources"] + more, tiles, case["stores"], case["3b"], flags)

    workers, skills, resources = of_workers(), of_skills(), of_resources()
    best = workers + skills + resources
    if case["purple"] and (case["won"] or not flags["purple_only_if_won"]):
        best = max(best, workers + skills + of_resources(("joker", None)))
        best = max([best, *(of_workers(colour) + skills + resources for colour in COLOUR.NAMES)])
        best = max([best, *(workers + of_skills(skill) + resources for skill in SKILL.NAMES)])
    return best


# --- the cases ----------------------------------------------------------------------------------------------------


def random_case(rng):
    """Up to 7 workers, 6 skill tiles and 7 resources, and some of the tiles."""
    share = rng.uniform(0.2, 0.9)
    tiles = {name for name in SCORERS if rng.random() < share}
    stores = {
        name: (1 if name == "barn" else 2) + int(rng.integers(2))
        for name in STORES
        if rng.random() < share / 2
    }
    places = [None, None, *stores]
    kinds = rng.dirichlet((1, 1, 1, 1))
    resources = [
        (RESOURCE.NAMES[rng.choice(4, p=kinds)], places[int(rng.integers(len(places)))])
        for _ in range(int(rng.integers(8)))
    ]
    colours = rng.dirichlet((1, 1, 1, 1))
    return {
        "tiles": tiles,
        "stores": stores,
        "workers": tuple(COLOUR.NAMES[rng.choice(4, p=colours)] for _ in range(int(rng.integers(8)))),
        "skills": tuple(SKILL.NAMES[int(rng.integers(3))] for _ in range(int(rng.integers(7)))),
        "resources": tuple(resources),
        "3b": bool(rng.integers(2)),
        "purple": bool(rng.integers(2)),
        "won": bool(rng.integers(2)),
    }


def write(state, case):
    """The case in the swept state of a game, for X."""
    free = iter(cell for cell in CELL.values() if cell != E.HOME_CELL)
    boats = ["summer_boat_3"] if case["3b"] else []
    for name in (*case["tiles"], *case["stores"], *boats):
        tile, cell = NUMBER[name], next(free)
        state["owned"][X, tile] = 1
        state["place"][tile] = PLACE.VILLAGE
        state["grid"][X, cell] = tile + 1
        state["tile_cell"][tile] = cell
        state["upgraded"][tile] = case["stores"].get(name, 0) == (2 if name == "barn" else 3)
    state["ability"][X, ABILITY.boat_3b] = case["3b"]
    state["screen"][X] = [case["workers"].count(colour) for colour in COLOUR.NAMES]
    state["skills"][X] = [case["skills"].count(skill) for skill in SKILL.NAMES]
    for kind, place in case["resources"]:
        state["stock"][NUMBER[place or "home_1"], RESOURCE.NAMES.index(kind)] += 1
    state["purple"] = X if case["purple"] else Y
    state["purple_won"] = case["won"]
    derive(state)


@rule("R12.2", "R12.3", "R12.4", "R12.5", "R12.6", "R12.7", "R12.8")
@pytest.mark.one_in(12)
@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("flags", list(itertools.product((False, True), repeat=3)), ids=str)
def test_the_best_assignment(flags, part):
    names = ("store_resources_locked", "boat3b_counts_as_gold", "purple_only_if_won")
    given = dict(zip(names, flags, strict=True))
    rng = np.random.default_rng([part, *flags])
    cases = [random_case(rng) for _ in range(CASES)]
    game = table(2, "winter", **given)
    states = np.repeat(np.asarray(game.batch.states), CASES)
    for number, case in enumerate(cases):
        write(states[number], case)
    batch = BatchedGame(GAME, game.options, CASES, autoreset=False, observe=False)
    write_states(batch, states)
    scores = batch.scores()[:, X, 0].tolist()
    for case, score in zip(cases, scores, strict=True):
        assert score == searched(case, given), (case, given)
    assert max(scores) > 20


# --- the Sea Bastion ----------------------------------------------------------------------------------------------

GROWING = [
    tile["index"] for tile in TILES if tile["season"] in ("spring", "summer") and "subkind" not in tile
]


def random_village(rng, size):
    """Tiles placed one after another near home, sides matching, half of them where most others lie around.

    Per cell a tile and its rotation.
    """
    village = {(0, 0): (0, 0)}
    for tile in rng.permutation(GROWING)[:size]:
        near = {
            (q + dq, r + dr)
            for q, r in village
            for dq, dr in OFFSETS
            if (q + dq, r + dr) not in village and max(abs(q + dq), abs(r + dr), abs(q + r + dq + dr)) <= 3
        }
        spots = [
            (cell, rotation)
            for cell in sorted(near)
            for rotation in range(6)
            if all(
                edges_of(int(tile), rotation)[side] == edges_of(*village[other])[(side + 3) % 6]
                for side, (dq, dr) in enumerate(OFFSETS)
                if (other := (cell[0] + dq, cell[1] + dr)) in village
            )
        ]
        if spots:
            if rng.integers(2):
                around = {
                    cell: sum((cell[0] + dq, cell[1] + dr) in village for dq, dr in OFFSETS)
                    for cell, _ in spots
                }
                spots = [spot for spot in spots if around[spot[0]] == max(around.values())]
            cell, rotation = spots[int(rng.integers(len(spots)))]
            village[cell] = int(tile), rotation
    return village


def connections(village):
    """Pairs of cells joined by a road."""
    found = []
    for (q, r), placed in village.items():
        for side in range(3):
            other = q + OFFSETS[side][0], r + OFFSETS[side][1]
            if other in village and edges_of(*placed)[side] == "road" == edges_of(*village[other])[side + 3]:
                found.append(((q, r), other))
    return found


def longest_walk(roads):
    """Walk on over unused roads from every tile, and count the tiles when back at the first."""
    best = 0
    leaving = {}
    for number, (one, other) in enumerate(roads):
        leaving.setdefault(one, []).append((number, other))
        leaving.setdefault(other, []).append((number, one))
    for first in leaving:
        seen, waiting = {(first, 0)}, [(first, 0)]
        while waiting:
            here, used = waiting.pop()
            if here == first and used:
                tiles = {tile for number, road in enumerate(roads) if used >> number & 1 for tile in road}
                best = max(best, len(tiles))
            for number, there in leaving[here]:
                step = there, used | 1 << number
                if not used >> number & 1 and step not in seen:
                    seen.add(step)
                    waiting.append(step)
    return best


def all_walks(roads):
    """The most tiles on closed walks: every set of roads of which each tile has an even number."""
    best = 0
    for used in range(1 << len(roads)):
        ends = [tile for number, road in enumerate(roads) if used >> number & 1 for tile in road]
        if all(ends.count(tile) % 2 == 0 for tile in set(ends)):
            best = max(best, len(set(ends)))
    return best


@rule("R11")
@pytest.mark.parametrize("several", (False, True))
def test_the_sea_bastion(several):
    rng = np.random.default_rng(int(several))
    game = table(2, "winter", sea_bastion_multi_loop=several).set(purple=Y)
    villages = []
    while len(villages) < (40 if several else 100):
        village = random_village(rng, int(rng.integers(3, 13)))
        if 3 <= len(connections(village)) <= (11 if several else 14):
            villages.append(village)
    states = np.repeat(np.asarray(game.batch.states), len(villages))
    for state, village in zip(states, villages, strict=True):
        placed = {**village, (0, -6): (NUMBER["sea_bastion"], 1)}
        for cell, (tile, rotation) in placed.items():
            state["owned"][X, tile] = 1
            state["place"][tile] = PLACE.VILLAGE
            state["grid"][X, CELL[cell]] = tile + 1
            state["tile_cell"][tile] = CELL[cell]
            state["rotation"][tile] = rotation
        derive(state)
    options = KeyflowerOptions.from_kwargs(num_players=2, auto_forced=False, sea_bastion_multi_loop=several)
    batch = BatchedGame(GAME, options, len(villages), autoreset=False, observe=False)
    write_states(batch, states)
    found = batch.scores()[:, X, 0].tolist()
    search = all_walks if several else longest_walk
    assert found == [search(connections(village)) for village in villages]
    assert len(set(found)) > 4
