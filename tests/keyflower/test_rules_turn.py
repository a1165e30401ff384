"""Turns, workers and groups, tile colour, bids (R3.3, R3.4, chapters 4 and 5)."""

import pytest

from tests.keyflower.positions import X, Y, Z, table

rule = pytest.mark.rule


@rule("R3.3")
def test_one_location_or_a_pass():
    game = table(3).auction("keywood", "miner").have("2 red").have("2 red", seat=Y)
    assert game.asked == (X, "MAIN") and game.may("pass")
    game.bids("keywood", 1)
    assert game.asked == (Y, "MAIN")
    game.use("miner", 2)
    assert game.asked == (Z, "MAIN") and game.legal() == ["pass"]
    game.act("pass")
    assert game.asked == (X, "MAIN")


@rule("R3.4")
def test_a3_a_pass_does_not_bind():
    game = table(3).auction("keywood").have("3 red").have("3 red", seat=Z)
    game.act("pass", "pass").bids("keywood", 1)
    assert game.asked == (X, "MAIN") and game.may("bid keywood") and game.state["passes"] == 0
    game.act("pass", "pass", "pass")
    assert game.decision == "BOAT"


def test_a_season_has_400_turns_at_most():
    game = table(2).auction("keywood").have("2 red", seat=Y).set(turns=398)
    game.act("pass")
    assert game.bids("keywood", 1).decision == "BOAT"


def losing(*groups):
    """X has losing groups (tile, workers), each outbid by Y; X to move."""
    game = table(3)
    for name, workers in groups:
        count, colour = workers.split()
        game.auction(name).bid(name, workers).bid(name, f"{int(count) + 1} {colour}", seat=Y)
    return game


@rule("R4.1", "R1.4")
def test_a8_a_losing_group_moves_whole_with_others_and_the_screen():
    game = losing(("keywood", "3 red"), ("miner", "2 red"), ("quarryman", "2 blue")).auction("stable")
    game.have("4 red").act("bid stable", "colour red")
    assert game.legal("take") == ["take group from keywood", "take group from miner"]
    game.act("take group from keywood", "take group from miner", "2 from the screen")
    assert game.group("stable") == "7 red" and game.group("keywood") == game.group("miner") == ""
    assert game.screen() == "2 red" and game.leader("keywood") == Y


@rule("R4.2")
def test_workers_do_not_return_behind_the_screen_during_the_season():
    game = losing(("keywood", "3 red")).auction("miner")
    game.act("bid miner", "take group from keywood", "0 from the screen")
    assert game.screen() == ""
    game.act("pass", "pass")
    assert game.legal() == ["pass"] and game.group("miner") == "3 red"


@rule("R4.3", "R1.6")
def test_a7_a_bid_gives_the_colour_for_uses_and_bids():
    game = table(2).auction("keywood").bid("keywood", "1 blue", seat=Y).have("2 red 2 blue")
    game.act("use keywood")
    assert game.decision == "SOURCE" and game.legal() == ["1 from the screen", "2 from the screen"]
    game.act("1 from the screen")
    assert game.on_tile("keywood") == "1 blue"
    game.have("5 red").turn(X)
    assert not game.may("use keywood") and not game.may("bid keywood")


@rule("R5.1", "R5.3")
def test_b1_topping_up_needs_a_larger_group():
    game = table(2).auction("keywood").bid("keywood", "2 yellow").bid("keywood", "3 yellow", seat=Y)
    game.have("1 yellow")
    assert not game.may("bid keywood")
    game.have("5 yellow").act("bid keywood")
    assert game.legal() == [f"{n} from the screen" for n in (2, 3, 4, 5)]
    game.act("2 from the screen")
    assert game.group("keywood") == "4 yellow" and game.leader("keywood") == X


@rule("R5.2")
def test_green_bids_and_large_groups():
    game = table(2).auction("keywood").bid("keywood", "8 green", seat=Y).have("11 green")
    game.act("bid keywood", "11 from the screen")
    assert game.group("keywood") == "11 green" and game.leader("keywood") == X


@rule("R5.4", "R5.5")
def test_bids_on_any_number_of_tiles_but_not_on_boats():
    game = table(3).auction("keywood", "miner").have("9 red").have("1 red", seat=Y)
    for name in ("keywood", "miner", "turn_order_1", "turn_order_2"):
        game.turn(X).bids(name, 1)
    assert all(game.leader(name) == X for name in ("keywood", "miner", "turn_order_1", "turn_order_2"))
    assert not [text for text in game.batch.catalog.texts if text.startswith(("bid key flower", "bid sea"))]
    assert "bid keyflower" not in game.batch.catalog.texts


@rule("R5.3")
def test_b13_twenty_workers_of_the_screen_at_once():
    """The case needs more red workers than there are, so the position is not checked."""
    game = table(2).auction("keywood", "miner").bid("keywood", "25 red", seat=Y).have("30 red")
    assert not game.may("bid keywood")  # 26 > 20
    game.bid("miner", "6 red").bid("miner", "7 red", seat=Y)
    game.checked = False
    assert game.may("bid keywood")
    game.act("bid keywood")
    assert game.legal() == ["take group from miner"]
    game.act("take group from miner")
    assert game.legal() == ["20 from the screen"]
    game.act("20 from the screen")
    assert game.group("keywood") == "26 red" and game.leader("keywood") == X
