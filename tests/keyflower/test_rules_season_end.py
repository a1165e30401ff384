"""The end of a season (chapter 9)."""

import pytest

from eurogym.envs.keyflower.declare.enums import ABILITY, PLACE
from tests.keyflower.positions import X, Y, Z, dealt, table

rule = pytest.mark.rule
BOATS = ("keyflower", "sea_bastion", "sea_breese", "flipper", "ianvincible", "white_wind")


def ready(num_players=2, season="autumn", **options):
    """A season in which winter tiles are dealt, so that the game goes on after it."""
    game = table(num_players, season, **options)
    if season != "winter":
        for seat, name in enumerate(("scribes", "scholar", "windmill", "watermill")[:num_players]):
            game.deal(seat, name)
    return game


@rule("R9.1")
def test_losing_groups_return_to_the_screen():
    game = ready().auction("keywood", "miner").bid("keywood", "2 red").bid("keywood", "3 red", seat=Y)
    game.bid("turn_order_1", "1 green").bid("turn_order_1", "2 green", seat=Y).all_pass()
    assert game.screen(X) == "2 red 1 green" and game.screen(Y) == ""


@rule("R9.2")
def test_a_tile_without_bids_leaves_with_its_workers():
    game = ready().auction("keywood", "miner").on("keywood", "2 red").on("miner", "1 green").have("1 blue")
    game.all_pass()
    assert {"keywood", "miner"} <= set(game.at(PLACE.AWAY))
    assert game.in_bag() == "39 blue 40 red 40 yellow 1 green" and game.state["green_supply"] == 19
    assert game.screen() == "1 blue"


@rule("R9.3", "R9.5")
@pytest.mark.parametrize("tile", ["keywood", "turn_order_1"])
def test_green_winning_bids_go_into_the_bag(tile):
    game = ready().auction("keywood").bid(tile, "3 green").all_pass()
    assert game.in_bag() == "40 blue 40 red 40 yellow 3 green" and game.state["green_supply"] == 17
    # a turn-order tile itself is not won before winter
    assert (tile in game.at(PLACE.AUCTION)) == (tile == "turn_order_1")


@rule("R9.4")
def test_workers_in_the_own_village_go_behind_the_screen():
    game = ready().own("miner").own("keywood", seat=Y).on("miner", "2 red").on("keywood", "3 blue").all_pass()
    assert game.screen(X) == "2 red" and game.screen(Y) == "3 blue"
    assert game.state["last_use"].max() == game.state["uses"].max() == game.state["tile_colour"].max() == 0


@rule("R9.5")
def test_a12_nobody_bids_on_the_purple_tile():
    game = ready(3).bid("turn_order_1", "2 red", seat=Z).all_pass()
    assert game.boats(*BOATS[:3]) == [Z, X, Y]  # X is the reference
    assert game.purple == Y and game.asked == (Y, "WINTER_SELECT")


@rule("R9.6")
def test_winter_boats_are_chosen_in_the_same_order():
    game = ready(4, "winter").bid("turn_order_3", "1 red", seat=Z).bid("turn_order_1", "1 red", seat=Y)
    assert game.all_pass().boats(*BOATS[:4]) == [Y, Z, 3, X]
    assert game.purple == Z and game.state["purple_won"] == 1


@rule("R9.7")
def test_a7_a_summer_boat_works_from_the_moment_it_is_taken():
    game = ready().auction("summer_boat_2", "keywood").bid("summer_boat_2", "1 red").bid("keywood", "1 blue")
    game.set(side=0).all_pass()
    assert game.state["ability"][X].nonzero()[0].tolist() == [ABILITY.boat_2a]
    game.boats(*BOATS[:2])
    game.act("tile keywood", "cell 0 1")  # at the water of home 1
    assert len(game.legal()) == 6
    game.act("rotate 0", "tile summer_boat_2", "cell 0 -1")
    assert game.legal() == ["rotate 0", "rotate 1", "rotate 2"]


@rule("R9.5", "R10.1")
def test_a21_bids_are_in_the_bag_before_1a_draws():
    game = ready(2, "winter").boat("1a").auction("keythedral").bid("keythedral", "1 yellow", seat=Y)
    game.bid("turn_order_1", "1 green").bag("", rest=Y).all_pass()
    assert game.in_bag() == "1 yellow 1 green"
    game.act("board keyflower")
    assert game.screen() == "1 yellow 1 green" and game.in_bag() == ""


@rule("R1.3")
def test_what_all_know_of_a_screen():
    game = ready().auction("keywood").bid("keywood", "2 red").bid("keywood", "3 red", seat=Y).have("1 blue")
    game.boat("1a", Y).cargo("sea_bastion", "1 yellow", "1 saw").bag("5 blue", rest=X).all_pass()
    assert game.state["screen_known"][X].tolist() == [0, 2, 0, 0]  # a losing group returns
    game.boats(*BOATS[:2])
    assert game.state["screen_known"][Y].tolist() == [0, 0, 1, 0]  # the cargo, but not what 1a draws
    assert game.state["skills_known"][Y].tolist() == [0, 0, 1] and not dealt().state["screen_known"].any()
    game = ready().boat("1b").all_pass().act("board keyflower")
    assert game.state["screen_known"][X].tolist() == [0, 0, 0, 1]
    game = table(2).own("alehouse").have("1 red").use("alehouse")
    assert not game.state["screen_known"][X].any()
