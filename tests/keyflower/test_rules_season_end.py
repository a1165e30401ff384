"""The end of a season (chapter 9); A11-A13, A21."""

import pytest

from eurogym.envs.keyflower.declare.enums import ABILITY, PLACE
from tests.keyflower.positions import X, Y, Z, dealt, table
from tests.sides import both_sides, engine_only

rule = pytest.mark.rule
pytestmark = both_sides
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


@rule("R9.3", "R9.4")
def test_tiles_go_to_their_winners_with_the_workers_on_them():
    game = ready().auction("keywood").bid("keywood", "3 red", seat=Y).bid("keywood", "1 red")
    game.on("keywood", "2 red").all_pass()
    assert game.at(PLACE.TO_PLACE) == ["keywood"] and game.state["owned"][Y, 6]
    assert game.screen(Y) == "2 red" and game.screen(X) == "1 red"
    assert game.in_bag() == "40 blue 37 red 40 yellow"


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
def test_a11_boats_in_the_order_of_the_tiles():
    game = ready(4).have("1 blue", seat=3).bid("turn_order_1", "1 red", seat=Y)
    game.bid("turn_order_3", "1 red", seat=Y).bid("turn_order_2", "1 red", seat=3)
    game.cargo("keyflower", "2 blue 1 red", "1 saw").cargo("sea_bastion", "1 yellow").all_pass()
    assert game.boats(*BOATS[:2]) == [Y, 3] and game.purple == Y
    assert game.boats(*BOATS[2:4]) == [Z, X]  # clockwise from Y, who has one already
    assert game.screen(Y) == "2 blue 1 red" and game.skills(Y) == "1 saw"
    assert game.screen(3) == "1 blue 1 yellow"


@rule("R9.5")
def test_only_boats_that_are_left_can_be_chosen():
    game = ready(3).all_pass()
    assert game.legal() == [f"board {name}" for name in BOATS[:3]]
    game.act("board sea_bastion")
    assert game.legal() == ["board keyflower", "board sea_breese"]


@rule("R9.5")
def test_the_winner_of_the_purple_tile_becomes_start_player_at_once():
    game = ready(3).bid("turn_order_2", "2 red", seat=Z).bid("turn_order_2", "1 red", seat=Y).all_pass()
    assert game.purple == Z
    assert game.boats(*BOATS[:3]) == [Z, X, Y]
    assert game.purple == Z and game.asked == (Z, "WINTER_SELECT")


@rule("R9.5")
def test_a12_nobody_bids_on_the_purple_tile():
    game = ready(3).bid("turn_order_1", "2 red", seat=Z).all_pass()
    assert game.boats(*BOATS[:3]) == [Z, X, Y]  # X is the reference
    assert game.purple == Y and game.asked == (Y, "WINTER_SELECT")


@rule("R9.6")
def test_a13_two_turn_order_tiles_but_one_boat():
    game = ready(3, "winter").bid("turn_order_1", "1 red").bid("turn_order_2", "1 red").all_pass()
    assert game.boats(*BOATS[:3]) == [X, Y, Z]
    assert set(game.at(PLACE.TO_PLACE)) == {"turn_order_1", "turn_order_2", *BOATS[:3]}
    owned = [name for name in game.at(PLACE.TO_PLACE) if game.legal(f"tile {name}")]
    assert owned == ["turn_order_1", "turn_order_2", "keyflower"] and game.asked == (X, "PLACE_TILE")


@rule("R9.6")
def test_turn_order_tiles_without_a_bid_leave_in_winter():
    game = ready(3, "winter").all_pass()
    assert game.boats(*BOATS[:3]) == [X, Y, Z]
    assert not {"turn_order_1", "turn_order_2"} & {*game.at(PLACE.TO_PLACE), *game.at(PLACE.VILLAGE)}
    assert game.purple == Y and not game.legal("tile turn_order")


@rule("R9.6")
def test_winter_boats_are_chosen_in_the_same_order():
    game = ready(4, "winter").bid("turn_order_3", "1 red", seat=Z).bid("turn_order_1", "1 red", seat=Y)
    assert game.all_pass().boats(*BOATS[:4]) == [Y, Z, 3, X]
    assert game.purple == Z and game.state["purple_won"] == 1


@rule("R9.5", "R12.7")
def test_a10_the_standing_counts_the_purple_worker_that_was_won_until_the_next_end_of_a_season():
    game = ready(3, purple_only_if_won=True)
    assert [game.score(seat) for seat in (X, Y, Z)] == [0, 0, 0]  # nobody has won it yet
    game.bid("turn_order_2", "1 red", seat=Y).all_pass().boats(*BOATS[:3])
    assert game.purple == Y and game.decision == "WINTER_SELECT"
    assert [game.score(seat) for seat in (X, Y, Z)] == [0, 1, 0]


@rule("R9.5", "R12.7")
def test_a10_without_a_bid_the_claim_of_the_last_season_is_gone():
    game = ready(3, purple_only_if_won=True).set(purple=X, purple_won=1)
    assert game.score(X) == 1
    game.all_pass().boats(*BOATS[:3])
    assert game.purple == Y and [game.score(seat) for seat in (X, Y, Z)] == [0, 0, 0]


@rule("R9.7")
def test_players_place_one_after_the_other_from_the_start_player():
    game = ready(3).wins("keywood", X).wins("miner", Y).wins("stable", Y).wins("peddler", Z)
    game.bid("turn_order_2", "1 red", seat=Y).all_pass().boats(*BOATS[:3])
    order = []
    while game.decision == "PLACE_TILE":
        order.append(game.seat)
        game.act(game.legal()[0])
        assert game.decision == "PLACE_CELL"
        game.act(game.legal()[0])
        assert game.decision == "PLACE_ROT"
        game.act(game.legal()[0])
    assert order == [Y, Y, Z, X] and game.asked == (Y, "WINTER_SELECT")
    assert {"miner", "stable"} <= set(game.village(Y)) and "peddler" in game.village(Z)


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


@rule("R9.1", "R9.5")
def test_workers_stay_behind_the_screen_over_the_season():
    """A19."""
    game = ready().have("3 red 1 green", "2 saw").all_pass()
    game.boats(*BOATS[:2])
    assert game.screen() == "3 red 1 green" and game.skills() == "2 saw"


@engine_only
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
