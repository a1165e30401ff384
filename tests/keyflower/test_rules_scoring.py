"""Winter boats, turn-order tiles and final scoring (section 11, chapter 12); A14-A20, A23, A24, D1-D18."""

import pytest

from eurogym.envs.keyflower.enums import COLOUR, PLACE, RESOURCE, SKILL, TILE
from tests.keyflower.derived import TILES, edges_of
from tests.keyflower.positions import NUMBER, X, Y, table
from tests.sides import both_sides

rule = pytest.mark.rule
pytestmark = both_sides
WORKERS = ("blue", "red", "yellow", "green")


def amounts(numbers, names) -> str:
    """``amounts((2, 0, 1, 0), RESOURCES)`` -> "2 wood 1 iron"."""
    return " ".join(f"{number} {name}" for number, name in zip(numbers, names, strict=True) if number)


def owner(*names, workers=(), skills=(), resources=(), purple=False, boat=None, upgraded=False, **options):
    """X has tiles, workers, skill tiles, and resources on the home tile; the purple worker is with Y."""
    game = table(2, "winter", **options).set(purple=X if purple else Y).own(*names, upgraded=upgraded)
    if boat:
        game.boat(boat)
    game.have(amounts(workers, COLOUR.NAMES[: len(workers)]), amounts(skills, SKILL.NAMES[: len(skills)]))
    return game.stock("home_1", amounts(resources, RESOURCE.NAMES[: len(resources)]))


# --- printed points, gold ------------------------------------------------------------------------------------------


@rule("R12.1")
def test_d18_printed_points():
    printed = {"well": (3, 7), "forge": (3, 10), "sculptor": (3, 10), "sawmill": (3, 10), "goldsmith": (0, 7)}
    printed |= {
        "carpenter": (0, 7),
        "brewer": (0, 3),
        "stable": (0, 5),
        "keythedral": (12,),
        "ianvincible": (5,),
    }
    printed |= {"tavern": (0, 0), "peddler": (0, 0), "alehouse": (0, 0), "inn": (0, 0), "flipper": (2,)}
    for name, faces in printed.items():
        for face, points in enumerate(faces):
            assert owner(name, upgraded=bool(face)).score() == points, name
    game = owner()
    game.state["upgraded"][0] = 1
    assert game.set().score() == 5


@rule("R12.1")
def test_tiles_set_aside_or_to_be_placed_have_no_points():
    game = owner("keythedral")
    game.state["place"][NUMBER["keythedral"]] = PLACE.SET_ASIDE
    assert game.set().score() == 0


@rule("R12.5")
def test_unassigned_gold():
    assert owner(resources=(4, 1, 1, 3)).score() == 3  # D4 without a tile
    assert owner("keywood").stock("keywood", "2 gold 1 wood").score() == 2


# --- workers ------------------------------------------------------------------------------------------------------


@rule("R12.4", "R12.2")
def test_a14_and_d1_a_worker_counts_once():
    assert owner("apothecary", "craftsmans_guild", workers=(7, 3, 2, 2)).score() == 9
    assert owner("apothecary", "craftsmans_guild", workers=(1, 1, 1, 2)).score() == 3


@rule("R12.4")
@pytest.mark.parametrize(
    "name,workers,points",
    [
        ("apothecary", (4, 3, 2, 2), 6),
        ("craftsmans_guild", (3, 2, 4, 9), 6),
        ("key_market", (3, 0, 0, 4), 8),
        ("village_hall", (3, 1, 2, 0), 3),
        ("village_hall", (3, 1, 2, 5), 5),
        ("white_wind", (3, 1, 2, 5), 11),
    ],
)
def test_tiles_for_workers(name, workers, points):
    assert owner(name, workers=workers).score() == points


@rule("R12.4")
def test_d2_several_tiles_for_workers():
    workers = (4, 1, 1, 3)
    assert owner("key_market", "village_hall", "apothecary", workers=workers).score() == 10
    assert owner("key_market", "village_hall", "white_wind", workers=workers).score() == 12


@rule("R12.4", "R11")
@pytest.mark.parametrize("name,points", [("apothecary", 5), ("key_market", 5), ("village_hall", 5)])
def test_a19_white_wind_counts_the_rest(name, points):
    assert owner(name, "white_wind", workers=(5, 0, 0, 0)).score() == points
    assert owner(name, "white_wind", workers=(0, 0, 0, 5)).score() == (10 if name == "key_market" else points)
    game = owner("craftsmans_guild", "white_wind", workers=(1, 1, 1, 1))
    assert game.score() == 4  # a set is worth no more than its workers


@rule("R12.2")
def test_workers_collected_from_tiles_count_once_they_are_behind_the_screen():
    game = owner("white_wind", "miner", workers=(1,)).on("miner", "2 red")
    assert game.score() == 1
    game.all_pass()
    assert game.score() == 3


# --- skills -------------------------------------------------------------------------------------------------------


@rule("R12.4", "R12.8")
@pytest.mark.parametrize("skills,points", [((3, 3, 1), 16), ((3, 3, 2), 23)])
def test_d3_three_tiles_for_skills(skills, points):
    assert owner("key_guild", "scholar", "scribes", skills=skills).score() == points


@rule("R12.4")
def test_d3_guild_or_scholar():
    assert owner("key_guild", "scholar", skills=(5, 0, 0)).score() == 15
    assert owner("key_guild", skills=(5, 5, 4)).score() == 20
    assert owner("scholar", skills=(5, 1, 4)).score() == 15
    assert owner("scribes", skills=(5, 1, 4)).score() == 10


# --- resources ----------------------------------------------------------------------------------------------------


@rule("R12.4", "R12.5")
@pytest.mark.parametrize(
    "names,points",
    [((), 3), (("mercers_guild",), 11), (("mercers_guild", "windmill"), 11)]
    + [(("mercers_guild", "watermill", "jeweller"), 14)],
)
def test_d4_resources(names, points):
    assert owner(*names, resources=(4, 1, 1, 3)).score() == points


@rule("R12.4")
def test_d5_gold_as_the_missing_iron():
    assert owner("mercers_guild", resources=(2, 2, 1, 1)).score() == 10
    assert owner("mercers_guild", "jeweller", resources=(2, 2, 1, 1)).score() == 10


@rule("R12.4")
def test_a22_three_gold_as_a_set():
    assert owner("mercers_guild", resources=(0, 0, 0, 3)).score() == 5


@rule("R12.2", "R12.4")
def test_a15_watermill_or_windmill():
    assert owner("windmill", "watermill", resources=(5, 0, 0, 0)).score() == 5
    assert owner("windmill", "watermill", resources=(7, 0, 0, 0)).score() == 7
    assert owner("windmill", "watermill", resources=(3, 4, 0, 0)).score() == 7


@rule("R12.4", "R12.5")
def test_a16_jeweller():
    assert owner("jeweller", resources=(0, 0, 0, 1)).score() == 2


@rule("R12.4")
def test_a20_gold_as_the_type_of_the_watermill():
    assert owner("watermill", resources=(0, 0, 0, 4)).score() == 4


@rule("R12.3")
@pytest.mark.parametrize(
    "name,kind", [("timber_yard", "wood"), ("stone_yard", "stone"), ("blacksmith", "iron")]
)
def test_store_tiles(name, kind):
    assert owner(name).stock(name, f"3 {kind}").score() == 6
    assert owner(name, upgraded=True).stock(name, f"3 {kind}").score() == 9
    other = "wood" if kind != "wood" else "iron"
    assert owner(name).stock(name, f"2 {other}").score() == 0
    assert owner(name).stock("home_1", f"3 {kind}").score() == 0


@rule("R12.3")
def test_barn():
    assert owner("barn").stock("barn", "1 wood 2 stone 1 iron").score() == 4
    assert owner("barn", upgraded=True).stock("barn", "1 wood 2 stone 1 gold").score() == 8


@rule("R12.3")
def test_a17_gold_on_a_store_tile():
    assert owner("blacksmith").stock("blacksmith", "1 gold").score() == 2


@rule("R12.2", "R12.3")
@pytest.mark.parametrize("name", ("jeweller", "mercers_guild", "watermill", "windmill"))
def test_a18_what_stays_on_the_barn_counts_there_only(name):
    resources = {"jeweller": "1 gold", "mercers_guild": "1 wood 1 stone 1 iron"}.get(name, "5 wood")
    points = {"jeweller": 2, "mercers_guild": 5}.get(name, 5)
    assert owner("barn", name).stock("barn", resources).score() == points
    game = owner("barn", upgraded=True).own(name).stock("barn", resources)
    assert game.score() == 2 * sum(map(int, resources.split()[::2]))


@rule("R12.3")
def test_d7_blacksmith():
    assert owner("blacksmith", upgraded=True).stock("blacksmith", "2 wood 1 iron 1 gold").score() == 6
    game = owner("blacksmith", upgraded=True, boat="3b").stock("blacksmith", "2 wood 1 iron 1 gold")
    assert game.score() == 12


@rule("R12.3", "R12.8")
def test_d8_a_resource_may_be_taken_off():
    assert owner("barn", "mercers_guild", resources=(0, 1, 1, 0)).stock("barn", "2 wood").score() == 6
    game = owner("barn", "mercers_guild", resources=(0, 1, 1, 0), store_resources_locked=True)
    assert game.stock("barn", "2 wood").score() == 2


@rule("R12.3")
def test_d9_gold_taken_off_the_barn():
    assert owner("barn", "jeweller").stock("barn", "3 gold").score() == 6


@rule("R12.6")
def test_d6_boat_3b():
    for names, points in (((), 9), (("mercers_guild",), 15), (("jeweller",), 18)):
        assert owner(*names, boat="3b", resources=(4, 1, 1, 3)).score() == points


@rule("R12.6")
def test_a5_without_the_point_of_gold():
    assert owner(boat="3b", resources=(4, 1, 1, 3), boat3b_counts_as_gold=False).score() == 3
    game = owner("mercers_guild", boat="3b", resources=(3, 0, 0, 0), boat3b_counts_as_gold=False)
    assert game.score() == 5
    assert owner("watermill", boat="3b", resources=(4, 1, 1, 3), boat3b_counts_as_gold=False).score() == 9


# --- purple -------------------------------------------------------------------------------------------------------


@rule("R12.7")
def test_d10_purple_as_a_skill():
    given = dict(workers=(2, 1, 1, 0), skills=(1, 1, 0))
    assert owner("craftsmans_guild", "scribes", **given).score() == 3
    assert owner("craftsmans_guild", "scribes", purple=True, **given).score() == 13


@rule("R12.7")
def test_d11_purple_as_gold():
    assert owner(purple=True).score() == 1 and owner("jeweller", purple=True).score() == 2
    assert owner("key_market", purple=True).score() == 2 and owner("white_wind", purple=True).score() == 1


@rule("R12.7")
def test_d12_purple_on_a_store_tile():
    assert owner("timber_yard", upgraded=True).stock("timber_yard", "2 wood").score() == 6
    assert owner("timber_yard", upgraded=True, purple=True).stock("timber_yard", "2 wood").score() == 9


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
    game = owner(
        "apothecary",
        "scholar",
        "jeweller",
        "well",
        workers=(5,),
        skills=(0, 2),
        resources=(0, 0, 0, 2),
        purple=True,
    )
    assert game.score() == 3 + 6 + 4 + 3 + 3  # purple as a third pick


# --- boats and turn-order tiles -----------------------------------------------------------------------------------


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
def test_a23_boats_away_from_the_water_of_the_home():
    game = owner("sea_breese", "ianvincible")
    assert game.score() == 5
    game = owner().put("sea_breese", (0, 1), rotation=1)  # a field towards home
    assert game.score() == 0
    game = owner().put("sea_breese", (0, 1)).put("summer_boat_1", (0, 2)).put("summer_boat_2", (0, 4))
    assert game.score() == 4
    game = owner().put("sea_breese", (0, 1)).put("keywood", (0, 2)).put("summer_boat_2", (0, 3))
    assert game.score() == 2


@rule("R11")
def test_d15_turn_order_tiles():
    game = (
        owner()
        .put("turn_order_1", (0, -1))
        .put("keywood", (0, -2))
        .put("barn", (1, -1))
        .put("miner", (-1, 0))
    )
    assert game.score() == 4
    game.put("stable", (1, -2)).put("forge", (-1, -1))
    assert game.score() == 6 + 3
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
def test_d16_two_triangles_that_share_a_tile():
    game = triangle(owner("sea_bastion"))
    put(game, "miner", (-1, 0), roads=(5, 0))
    put(game, "gold_mine", (-1, 1), roads=(3, 4))
    connected = edges_of(NUMBER["miner"], turned("miner", (5, 0)))[4] == "road"
    connected &= edges_of(NUMBER["keywood"], turned("keywood", (0, 5)))[1] == "road"
    assert not connected and game.score() == 5


@rule("R11")
@pytest.mark.parametrize("several,points", [(False, 3), (True, 6)])
def test_d16_two_separate_triangles(several, points):
    game = triangle(owner("sea_bastion", sea_bastion_multi_loop=several))
    put(game, "miner", (4, 0), roads=(3, 4))
    put(game, "gold_mine", (4, -1), roads=(0, 5))
    put(game, "peddler", (5, -1), roads=(1, 2))
    assert game.score() == points


@rule("R11")
def test_two_tiles_joined_by_a_road_are_no_walk():
    game = owner("sea_bastion")
    assert put(game, "keywood", (0, -1), roads=(0,)).score() == 0


@rule("R11")
def test_d17_flipper():
    game = owner("sawmill", "flipper")
    assert game.score() == 5
    game.all_pass().boats("keyflower", "sea_bastion")
    while game.decision.startswith("PLACE"):
        game.act(game.legal()[0])
    assert game.asked == (X, "FREE_UPGRADE")
    assert set(game.legal()) == {"stop", "upgrade home_1", "upgrade sawmill"}
    before = game.score()
    game.act("upgrade sawmill")
    assert game.done and game.score() == before + 7


@rule("R11")
def test_the_flipper_upgrade_is_optional_and_only_for_a_flipper_in_the_village():
    for where in (PLACE.VILLAGE, PLACE.SET_ASIDE):
        game = owner("sawmill", "flipper")
        game.state["place"][TILE.flipper] = where
        if where == PLACE.SET_ASIDE:
            game.state["grid"][X][game.state["grid"][X] == TILE.flipper + 1] = 0
        game.set().all_pass().boats("keyflower", "sea_bastion")
        while game.decision.startswith("PLACE") and not game.done:
            game.act(game.legal()[0])
        assert game.done == (where == PLACE.SET_ASIDE)
    game = owner("sawmill", "flipper").all_pass()
    game.boats("keyflower", "sea_bastion")
    while game.decision.startswith("PLACE"):
        game.act(game.legal()[0])
    game.act("stop")
    assert game.done and not game.upgraded("sawmill")


# --- the winner ---------------------------------------------------------------------------------------------------


def finished(*names):
    """Winter ends: X takes the Keyflower boat (1 point for home 1), Y the Sea Bastion and the purple worker (1)."""
    game = owner(*names).set(purple=X).all_pass()
    game.boats("keyflower", "sea_bastion")
    while not game.done:
        game.act(game.legal()[0])
    return game


@rule("R12.9")
def test_a24_equal_totals_share_the_victory():
    game = finished()
    assert game.final_scores() == [1, 1] and game.winners() == [X, Y]
    game = finished("keythedral")
    assert game.final_scores() == [13, 1] and game.winners() == [X]


def test_the_file_prints_what_these_tests_expect():
    vp = {tile["id"]: tile["front"]["scoring"]["vp"] for tile in TILES if tile["season"] == "winter"}
    assert vp == {
        "jeweller": 2,
        "craftsmans_guild": 3,
        "watermill": 1,
        "mercers_guild": 5,
        "keythedral": 12,
        "windmill": 5,
        "scribes": 10,
        "scholar": 3,
        "village_hall": 1,
        "key_market": 2,
        "key_guild": 10,
        "apothecary": 3,
    }
