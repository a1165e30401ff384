"""Chapters 1 and 2, and the start of a season (R3.1, R3.2)."""

from collections import Counter

import pytest

from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.components import components, tile_ids
from eurogym.envs.keyflower.declare.enums import COLOUR, PLACE, SEASON
from tests.keyflower.derived import TILES
from tests.keyflower.positions import TURN_ORDER_TILES, X, Y, Z, deals, dealt, table

rule = pytest.mark.rule
COUNTS = range(2, 7)
SPRING_TILES = {2: 6, 3: 7, 4: 8, 5: 9, 6: 10}
DEALT = {2: 3, 3: 3, 4: 3, 5: 2, 6: 2}


def in_auction(state, first=E.FIRST_AUCTIONED, last=E.FIRST_TURN_ORDER):
    """Village tiles in the auction."""
    return [tile for tile in range(first, last) if state["place"][tile] == PLACE.AUCTION]


# --- terms and setup ----------------------------------------------------------------------------------------------


@rule("R1.1", "R1.2", "R2.1")
@pytest.mark.parametrize("num_players", COUNTS)
def test_what_the_box_holds(num_players):
    game = dealt(num_players)
    game.check()  # workers, skills and resources
    state = game.state
    assert state["green_supply"] == 20 and state["bag"][COLOUR.green] == 0
    assert state["supply"].tolist() == list(E.RESOURCES_EACH)
    assert not state["skills"].any()
    assert not state["bids"].any() and not state["on_tile"].any()  # nor the purple worker


@rule("R1.3", "R2.2")
@pytest.mark.parametrize("num_players", COUNTS)
def test_eight_hidden_workers_each(num_players):
    states = deals(num_players, 20)
    for state in states:
        assert state["screen"].sum(axis=1).tolist() == [8] * num_players + [0] * (E.MAX_SEATS - num_players)
        assert not state["screen"][:, COLOUR.green].any()
    assert len({state["screen"].tobytes() for state in states}) > 18


@pytest.mark.one_in(3)
@rule("R2.3")
@pytest.mark.parametrize("num_players", COUNTS)
def test_home_tiles_differ_and_the_lowest_begins(num_players):
    homes = Counter()
    for state in deals(num_players, 60):
        own = state["home"][:num_players].tolist()
        assert len(set(own)) == num_players and own[state["purple"]] == min(own)
        assert state["current_seat"] == state["purple"]
        for seat, home in enumerate(own):
            assert state["grid"][seat, E.HOME_CELL] == home + 1 and state["rotation"][home] == 0
            assert not state["upgraded"][home]
        homes.update(own)
    assert len(homes) == 6


@pytest.mark.one_in(3)
@rule("R2.4", "R2.7", "R1.5")
@pytest.mark.parametrize("num_players", COUNTS)
def test_a1_numbers_of_tiles(num_players):
    seen, dealt_seen = set(), set()
    for state in deals(num_players, 60):
        spring = in_auction(state)
        assert len(spring) == SPRING_TILES[num_players] and max(spring) < 18
        order = in_auction(state, E.FIRST_TURN_ORDER, E.FIRST_BOAT)
        assert order == list(range(54, 54 + TURN_ORDER_TILES[num_players]))
        dealt = [tile for tile in state["dealt"].ravel().tolist() if tile != E.NONE]
        assert len(set(dealt)) == len(dealt) == num_players * DEALT[num_players]
        assert all((row >= 0).sum() == DEALT[num_players] for row in state["dealt"][:num_players])
        assert (state["dealt"][:num_players, : DEALT[num_players]] >= 42).all()
        assert state["boat_open"].sum() == num_players
        seen.update(spring)
        dealt_seen.update(dealt)
    assert seen == set(range(6, 18)) and dealt_seen == set(range(42, 54))
    row = components()["setup_by_players"][str(num_players)]
    assert row["winter_auction_min"] == num_players
    assert row["winter_auction_max"] == num_players * DEALT[num_players]


@rule("R2.5")
@pytest.mark.parametrize("num_players", COUNTS)
def test_boats_carry_the_spring_cargo(num_players):
    cargo = [boat["cargo"]["spring"] for boat in TILES[E.FIRST_BOAT :] if boat["min_players"] <= num_players]
    for state in deals(num_players, 30):
        for name, kind in (("boat_workers", "workers"), ("boat_skills", "skills")):
            loaded = state[name].sum(axis=1).tolist()
            assert loaded == [one[kind] for one in cargo] + [0] * (len(loaded) - num_players)


@rule("R2.6")
@pytest.mark.parametrize("num_players", COUNTS)
def test_the_highest_turn_order_tile_carries_the_purple_worker(num_players):
    number = TURN_ORDER_TILES[num_players]
    game = table(num_players).have("1 red", seat=Y).bid(f"turn_order_{number}", "1 red", seat=Y)
    game.all_pass()
    assert game.purple == Y
    faces = TILES[E.FIRST_TURN_ORDER + number - 1]["faces"]
    assert [face["purple"] for face in faces if num_players in face["players"]] == [True]


@rule("R2.8", "R3.2")
@pytest.mark.parametrize("num_players", COUNTS)
def test_summer_and_autumn_tiles_come_with_their_season(num_players):
    game = dealt(num_players, 5)
    boats = [f"{tile_ids()[58 + number]}" for number in range(num_players)]
    for season, first in (("summer", 18), ("autumn", 30)):
        decked = game.state["deck"][SEASON.NAMES.index(season), : SPRING_TILES[num_players]].tolist()
        game.all_pass().boats(*boats)
        assert SEASON.NAMES[game.state["season"]] == season and game.decision == "MAIN"
        assert in_auction(game.state) == sorted(decked)
        assert first <= min(decked) and max(decked) < first + 12
        for number, boat in enumerate(TILES[58 : 58 + num_players]):
            if num_players < 6:  # with six players, all of whom pass, the bag runs short in autumn
                assert game.state["boat_workers"][number].sum() == boat["cargo"][season]["workers"]
            assert game.state["boat_skills"][number].sum() == boat["cargo"][season]["skills"]


# --- the course of the game, the start of a season ----------------------------------------------------------------


@pytest.mark.one_in(5)
@rule("R2.4", "R3.1", "R3.2")
@pytest.mark.parametrize("most", (False, True), ids=("one", "all"))
@pytest.mark.parametrize("num_players", COUNTS)
def test_four_seasons_and_the_winter_tiles_that_enter(num_players, most):
    game, seasons = dealt(num_players, 9), []
    while not game.done:
        if game.decision == "MAIN" and game.number("season") not in seasons:
            seasons.append(game.number("season"))
            entered = len(in_auction(game.state))
        offers = game.decision == "WINTER_SELECT"
        game.act(
            "pass" if game.may("pass") else max(game.legal(), key=len) if offers and most else game.legal()[0]
        )
    assert seasons == [0, 1, 2, 3] and entered == num_players * (DEALT[num_players] if most else 1)
    assert game.legal() == []


@rule("R3.2")
def test_b14_few_workers_are_spread_over_the_boats():
    """Summer boats want 7, 6, 4 workers; 8 are there."""
    game = table(3).bag("5 red 3 blue").pile("1 saw 1 pick")
    game.all_pass().boats("keyflower", "sea_bastion", "sea_breese")
    workers = game.state["boat_workers"].sum(axis=1).tolist()
    assert workers[:3] == [3, 3, 2] and game.in_bag() == ""
    skills = game.state["boat_skills"].sum(axis=1).tolist()  # they want 1, 2, 1
    assert skills[:3] == [1, 1, 0] and game.in_pile() == ""


@rule("R3.2")
def test_each_player_selects_winter_tiles_in_secret():
    game = table(3, "autumn").deal(X, "jeweller", "scribes").deal(Y, "windmill", "scholar", "apothecary")
    game.deal(Z, "key_guild").all_pass().boats("keyflower", "sea_bastion", "sea_breese")
    assert game.asked == (Y, "WINTER_SELECT")  # the purple worker has gone to the left
    assert len(game.legal()) == 7 and "offer" not in game.legal()
    game.act("offer 0 2")
    assert game.asked == (Z, "WINTER_SELECT") and game.legal() == ["offer 0"]
    assert not [name for name in game.at(PLACE.AUCTION) if not name.startswith("turn")]
    game.act("offer 0")
    assert game.legal() == ["offer 0", "offer 1", "offer 0 1"]
    game.act("offer 1")
    assert game.asked == (Y, "MAIN")
    shown = {"windmill", "apothecary", "key_guild", "scribes", "turn_order_1", "turn_order_2"}
    assert set(game.at(PLACE.AUCTION)) == shown
    assert not {"jeweller", "scholar"} & {name for place in (1, 2, 3, 4) for name in game.at(place)}
    assert (game.state["dealt"] == E.NONE).all()
    assert not game.state["boat_workers"].any() and not game.state["boat_skills"].any()
    assert game.state["boat_open"].sum() == 3
