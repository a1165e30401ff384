"""Winter boats, turn-order tiles and final scoring (section 11, chapter 12)."""

import pytest

from eurogym.envs.keyflower.declare.enums import COLOUR, PLACE, RESOURCE, SKILL
from tests.keyflower.derived import edges_of
from tests.keyflower.positions import NUMBER, X, Y, table

rule = pytest.mark.rule


def amounts(numbers, names) -> str:
    """``amounts((2, 0, 1, 0), RESOURCES)`` -> "2 wood 1 iron"."""
    return " ".join(f"{number} {name}" for number, name in zip(numbers, names, strict=True) if number)


def owner(
    *names, workers=(), skills=(), resources=(), purple=False, boat=None, upgraded=False, on=None, **options
):
    """X has tiles, workers, skill tiles, resources on the home tile and on others (`on`); purple is with Y."""
    game = table(2, "winter", **options).set(purple=X if purple else Y).own(*names, upgraded=upgraded)
    if boat:
        game.boat(boat)
    game.have(amounts(workers, COLOUR.NAMES[: len(workers)]), amounts(skills, SKILL.NAMES[: len(skills)]))
    game.stock("home_1", amounts(resources, RESOURCE.NAMES[: len(resources)]))
    for name, words in (on or {}).items():
        game.stock(name, words)
    return game


@rule("R12.1")
def test_tiles_set_aside_or_to_be_placed_have_no_points():
    game = owner("keythedral")
    game.state["place"][NUMBER["keythedral"]] = PLACE.SET_ASIDE
    assert game.set().score() == 0


@rule("R12.2", "R12.4", "R11")
@pytest.mark.parametrize(
    "names,workers,points",
    [
        (("apothecary",), (4, 3, 2, 2), 6),
        (("craftsmans_guild",), (3, 2, 4, 9), 6),
        (("key_market",), (3, 0, 0, 4), 8),
        (("village_hall",), (3, 1, 2, 0), 3),
        (("white_wind",), (3, 1, 2, 5), 11),
        # A14, D1: a worker counts once
        (("apothecary", "craftsmans_guild"), (7, 3, 2, 2), 9),
        (("key_market", "village_hall", "apothecary"), (4, 1, 1, 3), 10),  # D2
        # A19: the White Wind counts the rest
        (("apothecary", "white_wind"), (5, 0, 0, 0), 5),
        (("key_market", "white_wind"), (5, 0, 0, 0), 5),
        (("craftsmans_guild", "white_wind"), (1, 1, 1, 1), 4),  # a set is worth no more than its workers
    ],
)
def test_tiles_for_workers(names, workers, points):
    assert owner(*names, workers=workers).score() == points


@rule("R12.4", "R12.8")
@pytest.mark.parametrize(
    "names,skills,points",
    [
        (("key_guild", "scholar", "scribes"), (3, 3, 1), 16),  # D3
        (("key_guild", "scholar", "scribes"), (3, 3, 2), 23),
        (("key_guild",), (5, 5, 4), 20),
        (("scribes",), (5, 1, 4), 10),
    ],
)
def test_tiles_for_skills(names, skills, points):
    assert owner(*names, skills=skills).score() == points


@rule("R12.2", "R12.4", "R12.5")
@pytest.mark.parametrize(
    "names,resources,points",
    [
        ((), (4, 1, 1, 3), 3),  # D4: gold that is not assigned
        (("mercers_guild",), (4, 1, 1, 3), 11),
        (("mercers_guild", "watermill", "jeweller"), (4, 1, 1, 3), 14),
        (("mercers_guild",), (2, 2, 1, 1), 10),  # D5: gold as the missing iron
        (("mercers_guild",), (0, 0, 0, 3), 5),  # A22: three gold as a set
        (("windmill", "watermill"), (5, 0, 0, 0), 5),  # A15
        (("windmill", "jeweller"), (4, 0, 0, 1), 5),  # the fifth item is worth 2 elsewhere
        (("jeweller",), (0, 0, 0, 1), 2),  # A16
        (("watermill",), (0, 0, 0, 4), 4),  # A20: gold as the type of the Watermill
    ],
)
def test_tiles_for_resources(names, resources, points):
    assert owner(*names, resources=resources).score() == points


@rule("R12.2", "R12.3", "R12.5", "R12.8")
@pytest.mark.parametrize(
    "names,on,given,points",
    [
        (("keywood",), {"keywood": "2 gold 1 wood"}, {}, 2),  # no store tile: loose gold
        (("barn",), {"barn": "1 wood 2 stone 1 iron"}, {}, 4),
        (("barn",), {"barn": "1 wood 2 stone 1 gold"}, {"upgraded": True}, 8),
        (("blacksmith",), {"blacksmith": "1 gold"}, {}, 2),  # A17
        (("blacksmith",), {"blacksmith": "2 wood 1 iron 1 gold"}, {"upgraded": True}, 6),  # D7
        (("blacksmith",), {"blacksmith": "2 wood 1 iron 1 gold"}, {"upgraded": True, "boat": "3b"}, 12),
        # D8: a resource may be taken off, unless it is locked
        (("barn", "mercers_guild"), {"barn": "2 wood"}, {"resources": (0, 1, 1, 0)}, 6),
        (("barn", "mercers_guild"), {"barn": "2 wood"},
         {"resources": (0, 1, 1, 0), "store_resources_locked": True}, 2),
        (("barn", "jeweller"), {"barn": "3 gold"}, {}, 6),  # D9
        # A18: what stays on the barn counts there only
        (("barn", "jeweller"), {"barn": "1 gold"}, {}, 2),
        (("barn", "mercers_guild"), {"barn": "1 wood 1 stone 1 iron"}, {}, 5),
        (("barn", "windmill"), {"barn": "5 wood"}, {"upgraded": True}, 10),
    ],
)  # fmt: skip
def test_store_tiles(names, on, given, points):
    assert owner(*names, on=on, **given).score() == points


@rule("R12.6")
@pytest.mark.parametrize(
    "names,resources,as_gold,points",
    [
        ((), (4, 1, 1, 3), True, 9),  # D6
        (("mercers_guild",), (4, 1, 1, 3), True, 15),
        (("jeweller",), (4, 1, 1, 3), True, 18),
        ((), (4, 1, 1, 3), False, 3),  # A5: without the point of gold
        (("mercers_guild",), (3, 0, 0, 0), False, 5),
        (("watermill",), (4, 1, 1, 3), False, 9),
    ],
)
def test_boat_3b(names, resources, as_gold, points):
    game = owner(*names, boat="3b", resources=resources, boat3b_counts_as_gold=as_gold)
    assert game.score() == points


@rule("R12.7")
@pytest.mark.parametrize(
    "names,given,points,with_purple",
    [
        (
            ("craftsmans_guild", "scribes"),
            {"workers": (2, 1, 1, 0), "skills": (1, 1, 0)},
            3,
            13,
        ),  # D10: a skill
        ((), {}, 0, 1),  # D11: gold
        (("jeweller",), {}, 0, 2),
        (("key_market",), {}, 0, 2),
        (("white_wind",), {}, 0, 1),
        (("timber_yard",), {"upgraded": True, "on": {"timber_yard": "2 wood"}}, 6, 9),  # D12: on a store tile
    ],
)
def test_what_purple_is_worth(names, given, points, with_purple):
    assert owner(*names, **given).score() == points
    assert owner(*names, **given, purple=True).score() == with_purple


@rule("R12.7")
@pytest.mark.parametrize("won,points", [(0, 0), (1, 1)])
def test_a10_purple_only_if_won(won, points):
    assert owner(purple=True, purple_only_if_won=True).set(purple_won=won).score() == points
    assert owner(purple=True).set(purple_won=won).score() == 1
    game = table(2, "winter", purple_only_if_won=True).set(purple=Y if won else X)
    game = game.bid("turn_order_1", "1 red", seat=Y) if won else game
    game.all_pass().boats(*("keyflower", "sea_bastion")[:: -1 if won else 1])
    assert game.purple == Y and game.scores() == [0, points]


@rule("R12.8")
def test_the_three_categories_add_up():
    items = {"workers": (5,), "skills": (0, 2), "resources": (0, 0, 0, 2)}
    game = owner("apothecary", "scholar", "jeweller", "well", **items, purple=True)
    assert game.score() == 3 + 6 + 4 + 3 + 3  # purple as a third pick


def turned(name, roads=(), others=()):
    """A rotation in which these sides are roads and those are none."""
    for rotation in range(6):
        edges = edges_of(NUMBER[name], rotation)
        if all(edges[side] == "road" for side in roads) and all(edges[side] != "road" for side in others):
            return rotation
    raise AssertionError(f"{name} cannot be turned so")


def put(game, name, cell, roads=(), others=()):
    """A tile with roads on these sides and none on those."""
    return game.put(name, cell, turned(name, roads, others))


@rule("R11")
def test_d13_keyflower():
    game = owner("wainwright", upgraded=True).own("stable")
    game.state["upgraded"][0] = 1
    before = game.set().score()
    assert game.own("keyflower").score() - before == 10
    assert game.boat("2b").score() - before == 20


@rule("R11")
def test_d14_sea_breese():
    boats = ("sea_breese", "keyflower", "ianvincible", "summer_boat_1", "summer_boat_2")
    points = []
    for number in range(6):
        game = owner("sea_breese")
        for distance, name in enumerate(boats[:number], 1):
            game.lift(name) if name == "sea_breese" else None
            game.put(name, (0, distance))
        printed = 5 * ("ianvincible" in boats[:number]) + ("keyflower" in boats[:number])
        points.append(game.score() - printed)
    assert points == [0, 2, 4, 8, 16, 32]


@rule("R11")
@pytest.mark.parametrize(
    "places,points",
    [
        ({"sea_breese": ((0, 1), 1)}, 0),  # a field towards home
        ({"sea_breese": ((0, 1),), "summer_boat_1": ((0, 2),), "summer_boat_2": ((0, 4),)}, 4),
        ({"sea_breese": ((0, 1),), "keywood": ((0, 2),), "summer_boat_2": ((0, 3),)}, 2),
        ({"sea_breese": ((0, 4),), "ianvincible": ((2, 4),)}, 5),
    ],
)
def test_a23_boats_away_from_the_water_of_the_home(places, points):
    game = owner()
    for name, place in places.items():
        game.put(name, *place)
    assert game.score() == points


@rule("R11")
def test_d15_turn_order_tiles():
    game = owner().put("turn_order_1", (0, -1)).put("keywood", (0, -2)).put("barn", (1, -1))
    assert game.put("miner", (-1, 0)).score() == 4
    assert game.put("stable", (1, -2)).put("forge", (-1, -1)).score() == 6 + 3
    assert owner("turn_order_2").score() == 0


def triangle(game):
    """Home 1 with two tiles above it, all joined by roads."""
    put(game, "keywood", (0, -1), roads=(0, 5))
    return put(game, "stable", (1, -1), roads=(1, 2))


@rule("R11")
def test_d16_sea_bastion():
    assert owner("sea_bastion").score() == 0
    assert triangle(owner("sea_bastion")).score() == 3
    assert triangle(owner()).score() == 0


@rule("R11")
@pytest.mark.parametrize("several,points", [(False, 3), (True, 6)])
def test_d16_two_separate_triangles(several, points):
    game = triangle(owner("sea_bastion", sea_bastion_multi_loop=several))
    put(game, "miner", (4, 0), roads=(3, 4))
    put(game, "gold_mine", (4, -1), roads=(0, 5))
    put(game, "peddler", (5, -1), roads=(1, 2))
    assert game.score() == points


def placed(game):
    """Winter's turns end, and all tiles are placed."""
    game.all_pass().boats("keyflower", "sea_bastion")
    while not game.done and game.decision.startswith("PLACE"):
        game.act(game.legal()[0])
    return game


@rule("R11")
@pytest.mark.parametrize("choice,more", [("upgrade sawmill", 7), ("stop", 0)])
def test_d17_flipper(choice, more):
    assert owner("sawmill", "flipper").score() == 5
    game = placed(owner("sawmill", "flipper"))
    assert game.asked == (X, "FREE_UPGRADE")
    assert set(game.legal()) == {"stop", "upgrade home_1", "upgrade sawmill"}
    before = game.score()
    assert game.act(choice).done and game.score() == before + more


def finished(*names):
    """Winter ends: X takes the Keyflower boat (1 point for home 1), Y the Sea Bastion and the purple worker (1)."""
    return placed(owner(*names).set(purple=X))


@rule("R12.9")
@pytest.mark.parametrize("names,scores,winners", [((), [1, 1], [X, Y]), (("keythedral",), [13, 1], [X])])
def test_a24_equal_totals_share_the_victory(names, scores, winners):
    game = finished(*names)
    assert game.done and game.final_scores() == scores and game.winners() == winners
