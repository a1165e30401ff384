"""Transport and upgrading (chapter 7)."""

import pytest

from tests.keyflower.positions import X, Y, allowances, table

rule = pytest.mark.rule


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


@rule("R7.3")
def test_barn_takes_any_skill():
    game = upgrading("barn", skills="1 anvil 1 saw").act("upgrade barn")
    assert game.decision == "PAY_SKILL" and game.legal() == ["skill anvil", "skill saw"]
    game.act("skill anvil")
    assert game.upgraded("barn") and game.skills() == "1 saw"


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
def test_c8_with_3a_every_unit_is_chosen():
    game = upgrading("sawmill", "2 wood 2 gold", boat="3a").act("upgrade sawmill")
    for resource, left in (("wood", "1 wood 2 gold"), ("gold", "1 wood 1 gold"), ("wood", "1 gold")):
        assert game.asked == (X, "PAY_RES") and game.may("resource wood") and game.may("resource gold")
        assert game.act(f"resource {resource}").stock_of("sawmill") == left
    assert game.upgraded("sawmill")


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
