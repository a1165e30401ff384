"""Summer boats (chapter 10)."""

import pytest

from eurogym.envs.keyflower.declare.enums import COLOUR
from tests.keyflower.positions import X, Y, Z, table

rule = pytest.mark.rule
pytestmark = rule("R10.1")


def ready(num_players=2, season="autumn"):
    """A season that leads on to the next."""
    game = table(num_players, season)
    if season == "autumn":
        for seat, name in enumerate(("scribes", "scholar", "windmill")[:num_players]):
            game.deal(seat, name)
    return game


def test_1a_works_at_the_end_of_the_summer_in_which_it_is_won():
    game = table(2, "summer").auction("summer_boat_1").set(side=0).bid("summer_boat_1", "1 red", seat=Y)
    game.cargo("sea_bastion", "1 yellow").bag("5 blue", rest=X).all_pass()
    game.act("board keyflower", "board sea_bastion")
    workers = game.state["screen"][Y]
    assert workers.sum() == 3 and workers[COLOUR.yellow] == 1


def test_1b_takes_a_green_worker():
    game = ready().boat("1b").all_pass().act("board keyflower")
    assert game.screen() == "1 green" and game.state["green_supply"] == 19
    game = ready().boat("1b").have("20 green", seat=Y).all_pass().act("board keyflower")
    assert game.screen() == ""


def off_colour(num_players=3):
    """B8: Y has 2 red beside Keywood, X owns 4a and bids 3 green."""
    game = table(num_players).boat("4a").auction("keywood").bid("keywood", "2 red", seat=Y)
    return game.have("5 green 1 blue").bids("keywood", 3, "green")


def test_b8_the_colour_switches_when_the_red_groups_are_gone():
    game = off_colour().auction("miner").have("1 green 9 red", seat=Y).turn(Y)
    game.act("bid miner", "colour red", "take group from keywood", "0 from the screen")
    assert game.colour("keywood") == "green" and game.group("miner", Y) == "2 red"
    game.have("9 red 4 green", seat=Y).turn(Y).act("bid keywood")
    assert game.legal() == ["4 from the screen"]


@pytest.mark.parametrize(
    "tile,beside",
    [
        ("keywood", "1 green"),  # B9
        ("turn_order_1", "1 red"),  # A12
        ("keywood", None),  # A13: only a use has set the colour
    ],
)
def test_where_4a_allows_no_other_colour(tile, beside):
    game = table(2).boat("4a").auction("keywood").have("9 blue")
    game = game.bid(tile, beside, seat=Y) if beside else game.on(tile, "1 red")
    assert not game.may(f"bid {tile}")


def test_b11_a_worker_on_the_tile_keeps_the_colour():
    game = off_colour().on("keywood", "1 red").auction("miner").turn(Y)
    game.act("bid miner", "take group from keywood", "0 from the screen")
    assert game.colour("keywood") == "red"
    game.have("9 red 9 green", seat=Z).turn(Z).act("bid keywood")
    assert game.legal()[0] == "4 from the screen" and game.decision == "SOURCE"
    assert game.act("4 from the screen").group("keywood", Z) == "4 red"
    game = off_colour().on("keywood", "1 red").have("2 red 2 green").turn(X).act("use keywood")
    assert game.act("2 from the screen").on_tile("keywood") == "3 red"
    game = off_colour().on("keywood", "1 red").have("2 red 2 green").turn(X).act("bid keywood")
    assert game.act("2 from the screen").group("keywood") == "5 green"


def test_b10_workers_of_any_colours():
    game = table(2).boat("4b").auction("stable").on("stable", "1 blue").have("1 red 1 yellow")
    game.act("use stable")
    assert game.decision == "SOURCE4B"
    assert game.legal() == ["1 from the screen"]  # red; yellow follows, and both are needed
    game.act("1 from the screen", "1 from the screen")
    assert game.on_tile("stable") == "1 blue 1 red 1 yellow" and game.decision == "TRANSPORT_SRC"
    assert game.colour("stable") == "blue"
    game.act("stop", "stop").have("3 blue 9 red", seat=Y).turn(Y).act("use stable")
    assert game.legal() == ["3 from the screen"]


def test_4b_groups_of_any_colour_and_the_completion():
    game = table(3).boat("4b").auction("miner", "keywood", "alehouse").on("alehouse", "2 blue")
    game.bid("miner", "1 red").bid("miner", "2 red", seat=Y)
    game.bid("keywood", "1 yellow").bid("keywood", "2 yellow", seat=Z).have("1 green 1 blue")
    game.act("use alehouse")
    assert game.legal("take") == ["take group from keywood", "take group from miner"]
    assert game.legal("0") == []  # without blue and groups too few can come
    game.act("take group from keywood")
    assert game.legal() == ["take group from miner", "1 from the screen"]
    game.act("1 from the screen")
    assert game.legal() == ["1 from the screen"]
    game.act("1 from the screen")
    assert game.on_tile("alehouse") == "3 blue 1 yellow 1 green"
