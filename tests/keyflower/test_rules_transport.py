"""Transport and upgrading (chapter 7); A9, A10, C4-C8."""

import pytest

from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import SKILL
from tests.keyflower.positions import X, Y, allowances, table
from tests.sides import both_sides

rule = pytest.mark.rule
pytestmark = both_sides

# costs typed off the tile list: resources, skill tiles
COSTS = {
    "home_1": "1 wood 1 stone", "home_3": "1 wood 1 iron", "home_4": "1 wood 1 stone",
    "home_5": "1 stone 1 iron", "home_6": "1 wood 1 iron", "keywood": "1 saw", "keystone_quarry": "1 pick",
    "woodcutter": "1 saw", "stable": "1 wood 1 iron", "peddler": "1 gold", "key_mine": "1 anvil",
    "gold_mine": "1 stone 1 iron", "apprentice_hall": "1 wood 1 stone", "alehouse": "1 wood 1 stone 1 iron",
    "quarryman": "1 pick", "miner": "1 anvil", "store": "1 gold", "mason": "3 stone",
    "tavern": "1 wood 1 stone 1 iron", "hiring_fair": "1 wood 1 iron", "carpenter": "3 wood", "smelter": "3 iron",
    "brewer": "1 stone 1 iron", "timber_yard": "1 saw", "stone_yard": "1 pick", "sawmill": "3 wood",
    "goldsmith": "2 gold", "forge": "3 iron", "fair": "1 gold", "blacksmith": "1 anvil", "sculptor": "3 stone",
}  # fmt: skip
ANY_COSTS = {
    "workshop": 2,
    "farrier": 2,
    "wainwright": 2,
    "well": 3,
}  # barn: any skill, inn: any resource and skill


def line(*resources: str):
    """Home 1 with keywood above and woodcutter above that; resources on home 1; X to use a Wainwright of Y."""
    game = table(2).put("keywood", (0, -1)).put("woodcutter", (0, -2)).have("1 red")
    return game.stock("home_1", " ".join(resources)).own("wainwright", seat=Y)


def upgrading(name, resources="", skills="", boat=None):
    """X at the upgrades of a home of Y, with a tile that carries resources."""
    game = table(2)
    if boat:
        game.boat(boat)
    if name != "home_1":
        game.own(name)
    game.stock(name, resources).have("1 red", skills).use("home_2").act("stop")
    assert game.asked == (X, "UPGRADE")
    return game


@rule("R7.1", "R7.2")
@pytest.mark.parametrize(
    "second,stocks",
    [
        ("keywood", ("1 wood", "", "1 wood")),  # two steps of one resource
        ("home_1", ("", "2 wood", "")),  # one each of two
        (None, ("1 wood", "1 wood", "")),
    ],
)
def test_a9_two_steps_of_one_resource_or_one_each_of_two(second, stocks):
    game = line("2 wood").own("stable", seat=Y).use("stable").carry("home_1", "wood", 3)
    game = game.carry(second, "wood", 3) if second else game.act("stop")
    assert tuple(map(game.stock_of, ("home_1", "keywood", "woodcutter"))) == stocks
    assert game.decision == "UPGRADE"


@rule("R7.1")
def test_steps_and_upgrades_are_optional():
    game = line("1 wood").use("wainwright").act("stop")
    assert game.asked == (X, "UPGRADE") and game.legal() == ["stop"]
    game.act("stop")
    assert game.asked == (Y, "MAIN") and game.stock_of("home_1") == "1 wood"


@rule("R7.1")
def test_the_face_up_when_the_workers_were_placed_counts():
    """C4: home 1 upgrades itself, and this use gives no second upgrade."""
    game = table(2).stock("home_1", "1 wood 1 stone").own("keywood").have("1 red", "1 saw").use("home_1")
    game.act("stop", "upgrade home_1")
    assert game.upgraded("home_1") and game.stock_of("home_1") == "" and game.asked == (Y, "MAIN")
    assert game.set(purple=Y).score() == 5


@rule("R7.2")
def test_roads_on_both_sides_are_needed():
    game = table(2).put("keywood", (0, -1), rotation=1).stock("home_1", "1 wood").have("1 red")
    game.use("home_2")
    assert game.legal() == ["stop"]  # keywood shows a field to the road of home 1
    game = table(2).put("keywood", (0, -1)).put("barn", (-1, 0), rotation=4).stock("home_1", "1 wood 1 gold")
    game.have("1 red").use("home_2").act("tile home_1")
    assert game.legal() == ["resource wood", "resource gold"]
    game.act("resource gold")
    assert game.legal() == ["direction 2", "direction 3"]
    game.act("direction 2")
    assert game.stock_of("barn") == "1 gold" and game.stock_of("home_1") == "1 wood"


@rule("R7.2")
def test_no_step_out_of_the_village_or_over_water():
    game = table(2).put("sea_bastion", (0, 1)).stock("home_1", "1 wood").have("1 red").use("home_2")
    assert game.legal() == ["stop"]


@rule("R7.2")
def test_boat_2a_crosses_fields_but_not_water():
    game = table(2).boat("2a").put("keywood", (0, -1), rotation=1).put("sea_bastion", (0, 1))
    game.put("sea_breese", (1, 0)).stock("home_1", "1 wood").have("1 red").use("home_2")
    game.act("tile home_1", "resource wood")
    # keywood shows a field; sea_breese shows a field on its upper left, water to nobody; below lies water
    assert game.legal() == ["direction 3", "direction 5"]


@rule("R7.3")
@pytest.mark.parametrize("name", COSTS)
def test_costs_are_paid_from_the_tile_and_the_screen(name):
    count, kind, *rest = COSTS[name].split()
    less = " ".join(rest if count == "1" else [str(int(count) - 1), kind])

    def with_items(words):
        return upgrading(name, skills=words) if kind in SKILL.NAMES else upgrading(name, words)

    game = with_items(COSTS[name])
    assert game.legal() == ["stop", f"upgrade {name}"]
    game.act(f"upgrade {name}")
    assert game.upgraded(name) and game.stock_of(name) == "" and game.skills() == ""
    assert game.state["supply"].tolist() == list(E.RESOURCES_EACH) and game.state["pile"].sum() == 48
    assert with_items(less).legal() == ["stop"]


@rule("R7.3", "R7.4")
@pytest.mark.parametrize("name", ANY_COSTS)
def test_any_resources(name):
    number = ANY_COSTS[name]
    game = upgrading(name, "1 stone 2 gold").act(f"upgrade {name}")
    assert game.decision == "PAY_RES" and game.legal() == ["resource stone", "resource gold"]
    game.act("resource gold", "resource stone" if number == 3 else "resource gold")
    assert game.upgraded(name) and game.stock_of(name) == ("1 stone" if number == 2 else "")
    assert upgrading(name, f"{number - 1} iron").legal() == ["stop"]


@rule("R7.3")
def test_barn_takes_any_skill():
    game = upgrading("barn", skills="1 anvil 1 saw").act("upgrade barn")
    assert game.decision == "PAY_SKILL" and game.legal() == ["skill anvil", "skill saw"]
    game.act("skill anvil")
    assert game.upgraded("barn") and game.skills() == "1 saw"


@rule("R7.3")
def test_a_tile_is_upgraded_once():
    game = table(2).own("keywood", upgraded=True).have("1 red", "3 saw").use("home_2").act("stop")
    assert game.legal() == ["stop"]


@rule("R7.3")
def test_a10_what_lies_and_stands_on_the_tile_stays():
    game = table(2).put("stable", (0, -1), rotation=3).stock("stable", "2 wood 1 iron 1 gold").have("1 red")
    game.on("stable", "2 blue").use("home_2").act("stop", "upgrade stable")
    assert game.stock_of("stable") == "1 wood 1 gold" and game.on_tile("stable") == "2 blue"
    assert game.village()["stable"] == ((0, -1), 3)


@rule("R7.3")
def test_resources_must_lie_on_the_tile_itself():
    game = table(2).put("stable", (0, -1), rotation=3).stock("home_1", "1 wood 1 iron").have("1 red")
    game.use("home_2").act("stop")
    assert game.legal() == ["stop"]


@rule("R7.4")
def test_gold_replaces_named_resources():
    game = upgrading("alehouse", "1 stone 2 gold").act("upgrade alehouse")
    assert game.upgraded("alehouse") and game.stock_of("alehouse") == ""
    assert not upgrading("goldsmith", "2 wood 1 gold").may("upgrade goldsmith")


@rule("R7.3", "R7.4")
def test_c6_inn():
    game = upgrading("inn", "1 gold", "1 saw").act("upgrade inn")
    assert game.upgraded("inn") and game.skills() == "" and game.stock_of("inn") == ""
    game = upgrading("inn", "1 wood 1 gold", "1 anvil 1 saw").act("upgrade inn")
    assert game.asked == (X, "PAY_RES") and game.legal() == ["resource wood", "resource gold"]
    game.act("resource gold")
    assert game.asked == (X, "PAY_SKILL") and not game.upgraded("inn") and game.stock_of("inn") == "1 wood"
    assert game.act("skill saw").upgraded("inn") and game.skills() == "1 anvil"


@rule("R7.4")
def test_c7_goldsmith_with_3a():
    assert upgrading("goldsmith", "2 wood", boat="3b").legal() == ["stop"]
    game = upgrading("goldsmith", "2 wood", boat="3a").act("upgrade goldsmith")
    assert game.upgraded("goldsmith") and game.stock_of("goldsmith") == ""


@rule("R7.4")
def test_c8_named_units_are_paid_without_a_decision():
    game = upgrading("sawmill", "2 wood 2 gold").act("upgrade sawmill")
    assert game.upgraded("sawmill") and game.stock_of("sawmill") == "1 gold"


@rule("R7.4")
def test_c8_with_3a_every_unit_is_chosen():
    game = upgrading("sawmill", "2 wood 2 gold", boat="3a").act("upgrade sawmill")
    for resource, left in (("wood", "1 wood 2 gold"), ("gold", "1 wood 1 gold"), ("wood", "1 gold")):
        assert game.asked == (X, "PAY_RES") and game.may("resource wood") and game.may("resource gold")
        assert game.act(f"resource {resource}").stock_of("sawmill") == left
    assert game.upgraded("sawmill")


@rule("R7.5")
def test_only_transport_uses_upgrade_and_only_own_tiles():
    game = table(2).own("keywood").own("woodcutter", seat=Y).have("2 red", "5 saw").use("keywood")
    assert game.asked == (Y, "MAIN") and not game.upgraded("keywood")
    game.turn(X).use("home_2").act("stop")
    assert game.legal() == ["stop", "upgrade keywood"]


@rule("R7.1", "R7.5")
def test_two_upgrades_in_one_use():
    game = table(2).own("keywood", "woodcutter", "timber_yard").own("wainwright", seat=Y)
    game.have("1 red", "3 saw").use("wainwright").act("stop", "upgrade keywood", "upgrade timber_yard")
    assert game.asked == (Y, "MAIN") and game.upgraded("keywood") and game.upgraded("timber_yard")


@rule("R7.6")
def test_an_upgraded_tile_keeps_its_count_of_workers():
    game = table(2).own("keywood").have("9 red", "1 saw").use("keywood", 2)
    game.turn(X).use("home_2").act("stop", "upgrade keywood").turn(X)
    game.act("use keywood")
    assert game.legal() == ["3 from the screen", "4 from the screen"]
    game.act("3 from the screen")
    assert game.stock_of("keywood") == "4 wood"


@rule("R7.1")
def test_c5_wainwright_with_2b():
    assert allowances(table(2).own("wainwright", upgraded=True).boat("2b"), "wainwright") == (12, 4)
