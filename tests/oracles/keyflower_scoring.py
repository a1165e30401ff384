"""Keyflower, R12: final scoring with the best assignment of workers, skills, resources and purple.

Every item goes to at most one tile. Workers and skills: all numbers are tried. Resources: every way to
leave or take off what lies on store tiles, then set by set for Mercer's Guild (each member real or gold).
"""

from collections import namedtuple
from functools import lru_cache
from itertools import product

from .keyflower_village import GOLD, GREEN, RESOURCES, TILES, bastion_points

remembered = lru_cache(maxsize=300_000)
TAKES_ITEMS = {tile.id for tile in TILES if tile.season == "winter"} | {"white_wind"}
SCORED = (
    *("jeweller", "craftsmans_guild", "watermill", "mercers_guild"),
    *("windmill", "scribes", "key_guild", "apothecary"),
)
Worth = namedtuple("Worth", SCORED)  # points of winter tiles, which a user may replace


def worth_of(by_id):
    return Worth(*(by_id[name].face(False)["scoring"]["vp"] for name in SCORED))


def plus_one(counts, kind):
    return tuple(count + (k == kind) for k, count in enumerate(counts))


# ---------------------------------------------------------------------- workers and skills
@remembered
def worker_points(workers, tiles, worth):
    """R12.4: Craftsman's Guild sets, Key Market, Village Hall, Apothecary; the rest to White Wind."""
    best = 0
    most_sets = min(workers[:3]) if "craftsmans_guild" in tiles else 0
    most_green = workers[GREEN] if "key_market" in tiles else 0
    for sets in range(most_sets + 1):
        for market in range(most_green + 1):
            left = [workers[0] - sets, workers[1] - sets, workers[2] - sets, workers[GREEN] - market]
            for hall in range(max(left) + 1 if "village_hall" in tiles else 1):
                rest = sum(left) - hall
                for fives in range(rest // 5 + 1 if "apothecary" in tiles else 1):
                    wind = rest - 5 * fives if "white_wind" in tiles else 0
                    groups = worth.craftsmans_guild * sets + worth.apothecary * fives
                    best = max(best, groups + 2 * market + hall + wind)
    return best


@remembered
def skill_points(skills, tiles, worth):
    """R12.4: Scribes sets, Scholar, Key Guild."""
    best = 0
    for sets in range(min(skills) + 1 if "scribes" in tiles else 1):
        left = [count - sets for count in skills]
        for scholar in range(max(left) + 1 if "scholar" in tiles else 1):
            fives = (sum(left) - scholar) // 5 if "key_guild" in tiles else 0
            best = max(best, worth.scribes * sets + 3 * scholar + worth.key_guild * fives)
    return best


# ---------------------------------------------------------------------- resources
@remembered
def pool_points(pool, tiles, wild, worth):
    """Best for resources that are on no store tile; `wild` = (boat 3b, its resources count as gold)."""
    best = rest_points(pool, tiles, wild, worth)
    if "mercers_guild" in tiles:
        for left in after_one_set(pool, boat_3b=wild[0]):
            best = max(best, worth.mercers_guild + pool_points(left, tiles, wild, worth))
    return best


def after_one_set(pool, boat_3b):
    """Mercer's Guild: wood, stone and iron, each real or gold (A22); with 3b any three resources."""
    ways = product(range(4), repeat=3) if boat_3b else product((0, GOLD), (1, GOLD), (2, GOLD))
    for way in ways:
        left = tuple(pool[kind] - way.count(kind) for kind in range(4))
        if min(left) >= 0:
            yield left


@remembered
def rest_points(pool, tiles, wild, worth):
    """Windmill, Watermill, Jeweller and loose gold: a Windmill group takes five items worth least."""
    best = 0
    for chosen in [None, *range(GOLD)] if "watermill" in tiles else [None]:
        items = [
            item_points(kind, chosen, tiles, wild, worth) for kind in range(4) for _ in range(pool[kind])
        ]
        items.sort()
        for fives in range(len(items) // 5 + 1 if "windmill" in tiles else 1):
            best = max(best, worth.windmill * fives + sum(items[5 * fives :]))
    return best


def item_points(kind, chosen, tiles, wild, worth):
    """One resource that is in no set: R12.5, Jeweller, Watermill with the chosen type, R12.6."""
    boat_3b, counts_as_gold = wild
    points = 0
    if "jeweller" in tiles and (kind == GOLD or boat_3b):
        points = worth.jeweller
    elif kind == GOLD or (boat_3b and counts_as_gold):
        points = 1
    if chosen is not None and (kind == chosen or boat_3b):
        points = max(points, worth.watermill)
    return points


class Store:
    """R12.3: a store tile with what lies on it."""

    def __init__(self, placed, boat_3b):
        scoring = placed.tile.face(placed.upgraded)["scoring"]
        named = scoring["resource"]
        self.each = scoring["vp_each"]
        self.there = tuple(placed.resources)
        everything = boat_3b or named == "any"
        self.counts = [everything or kind == GOLD or RESOURCES[kind] == named for kind in range(4)]

    def ways_to_keep(self, locked):
        """Amounts left on the tile to score there; `locked`: all that count must stay."""
        ranges = []
        for kind in range(4):
            most = self.there[kind] if self.counts[kind] else 0
            ranges.append(range(most if locked else 0, most + 1))
        return product(*ranges)


def is_store(placed):
    return placed.tile.face(placed.upgraded).get("scoring", {}).get("type") == "score_resources_on_tile"


def resource_points(pool, stores, tiles, wild, locked, worth):
    """Best over all ways to leave resources on the store tiles."""
    found = {tuple(pool): 0}  # common pool -> best points on the store tiles so far
    for store in stores:
        after = {}
        for kept in store.ways_to_keep(locked):
            points = store.each * sum(kept)
            for before, earlier in found.items():
                now = tuple(b + t - k for b, t, k in zip(before, store.there, kept, strict=True))
                after[now] = max(after.get(now, 0), earlier + points)
        found = after
    return max(points + pool_points(left, tiles, wild, worth) for left, points in found.items())


# ---------------------------------------------------------------------- everything
def assignment_points(village, workers, skills, purple, abilities, options, by_id):
    """R12.2-R12.8: best use of all items, purple included."""
    tiles = frozenset(village.ids() & TAKES_ITEMS)
    boat_3b = "3b" in abilities
    wild = (boat_3b, options["boat3b_counts_as_gold"])
    locked = options["store_resources_locked"]
    stores = [Store(p, boat_3b) for p in village.placed if is_store(p)]
    others = [p.resources for p in village.placed if not is_store(p)]
    pool = tuple(map(sum, zip(*others, strict=True)))
    workers, skills = tuple(workers), tuple(skills)
    worth = worth_of(by_id)

    w = worker_points(workers, tiles, worth)
    s = skill_points(skills, tiles, worth)
    p = resource_points(pool, stores, tiles, wild, locked, worth)
    totals = [w + s + p]
    if purple:  # R12.7
        totals += [worker_points(plus_one(workers, kind), tiles, worth) + s + p for kind in range(4)]
        totals += [w + skill_points(plus_one(skills, kind), tiles, worth) + p for kind in range(3)]
        for kind in range(4):
            more = plus_one(pool, kind)
            totals.append(w + s + resource_points(more, stores, tiles, wild, locked, worth))
        totals += [w + s + p + store.each for store in stores]
    return max(totals)


def map_points(village, abilities, options, by_id):
    """R12.1, section 11: printed points, boats and turn-order tiles."""
    points = sum(p.tile.printed_points(p.upgraded) for p in village.placed)
    tiles = village.ids()
    if "keyflower" in tiles:
        points += village.transport_capacity() * (2 if "2b" in abilities else 1)
    if "sea_bastion" in tiles:
        points += bastion_points(village.roads(), options["sea_bastion_multi_loop"])
    if "sea_breese" in tiles:
        points += by_id["sea_breese"].row["winter_scoring"]["vp_by_chain_length"][
            village.boats_on_the_river()
        ]
    for placed in village.placed:
        if placed.tile.kind == "turn_order":
            points += len(village.neighbours(placed))
    return points


def final_points(village, workers, skills, purple, abilities, options, by_id):
    """R12 for one player."""
    return map_points(village, abilities, options, by_id) + assignment_points(
        village, workers, skills, purple, abilities, options, by_id
    )
