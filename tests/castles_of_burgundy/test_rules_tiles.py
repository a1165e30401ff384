"""Chapter 8: placing tiles, and what each colour and building does."""

import pytest

from tests.castles_of_burgundy.positions import table

rule = pytest.mark.rule

# Of duchy 1: pasture 0, 4, 5, 9, 10; town of five 25, 26, 31, 32, 36.
PLACE = "place 0 on 11 with die 0"  # a town of one hex: 1 + 10 points in phase A
CASTLE = "place 0 on 6 with die 0"  # one of three castle hexes: nothing is completed


def with_building(name, *stored, **options):
    """The building is stored first, die 0 shows the number of hex 11 next to the castle."""
    return table(**options).storage(name, *stored).dice(3, 1)


# --- where ---------------------------------------------------------------------------------------------------


@rule("R8.1")
def test_x17_first_placement_next_to_the_starting_castle():
    game = table().storage("bank", "ship", "mine").workers(3)
    assert [game.hexes(place) for place in range(3)] == [{11, 25}, {17, 19}, {24}]
    game.storage("monastery_1", "castle", "cow_2")
    assert [game.hexes(place) for place in range(3)] == [{12}, set(), set()]
    game.put(mine=24).storage("mine", "bank")  # a covered hex is not offered and opens its neighbours
    assert game.hexes(0) == {29} and game.hexes(1) == {11, 23, 25}


@rule("R8.3")
def test_placed_tiles_stay():
    game = table().storage("bank").dice(3, 3).act(PLACE).end_of_phase()
    assert game.tile(11) == "bank" and game.tile(18) == "castle"
    game.turn(0, (3, 3)).storage("market").workers(3)
    assert 11 not in game.hexes(0)


# --- order ---------------------------------------------------------------------------------------------------


@rule("R8.4", "R8.5", "R8.6")
@pytest.mark.parametrize("castles,points", [([2], 0), ([1, 2], 6 + 10 + 5)])
def test_x13_town_hall_castle_warehouse(castles, points):
    """The castle's area and colour are full with hex 1 covered."""
    game = table().put(ship=[17, 19], cow_2=5, castle=castles)
    game.storage("town_hall", "castle", "warehouse").goods(4, 4).dice(3, 1)
    assert game.points(PLACE) == 11  # the town of one hex
    assert game.decision == "TOWNHALL"
    assert game.points("place 1 on 6 with die 0") == points
    assert game.decision == "EXTRA"
    assert game.points("place 2 on 25 with die 0") == 0
    assert game.decision == "SALE" and game.legal() == ["sell 4 with die 0", "pass"]
    assert game.gain("sell 4 with die 0") == (4, 1, 0)
    assert game.decision == "MAIN" and game.state["used"][0].tolist() == [1, 0]


# --- ships ---------------------------------------------------------------------------------------------------


def ship(*goods, seats=2):
    """A ship is about to be placed on hex 17 with die 0; these goods are stored."""
    return table(seats).storage("ship").dice(2, 1).goods(*goods)


SAIL = "place 0 on 17 with die 0"


@rule("R8.5")
@pytest.mark.parametrize(
    "stored,lying,choices,rest",
    [
        ((1, 6), (1, 3, 5), (3,), [5]),  # E2: two new types compete for one space
        ((1, 2, 3), (2, 4, 5), (), [4, 5]),  # X18: no free space
        ((1,), (4, 4, 5, 6), (4, 5), [6]),  # X19: two of three new types
        ((1,), (4, 4, 5), (), []),  # as many new types as spaces
    ],
)
def test_which_goods_a_ship_takes(stored, lying, choices, rest):
    game = ship(*stored).goods_on(4, *lying).act(SAIL, "depot 4")
    new = sorted(set(lying) - set(stored))
    for choice in choices:
        assert game.decision == "GOOD" and game.legal() == [f"goods {goods}" for goods in new]
        game.act(f"goods {choice}")
        new.remove(choice)
    assert game.decision == "MAIN" and game.goods_in(4) == rest
    assert sorted(game.goods_of() + rest) == sorted(stored + lying) and game.state["track"][0] == 1


@rule("R8.5", "R4.4")
@pytest.mark.parametrize(
    "stacks,order",
    [
        ({"s1": "32", "s0": "10"}, [0, 3, 2, 1]),  # on top of those there
        ({"s3": "2", "s1": "3", "s0": "10"}, [2, 0, 3, 1]),  # below further ones
    ],
    ids=str,
)
def test_where_the_marker_of_a_ship_lands(stacks, order):
    game = ship(seats=4).track(**stacks).act(SAIL)
    assert game.order() == order and game.state["track"][0] == 1


# --- buildings -----------------------------------------------------------------------------------------------

FULL = {
    1: ("ship", "bank"),
    2: ("monastery_5", "castle"),
    3: ("pig_2", "market"),
    4: ("mine",),
    6: (None, "cow_4"),
}
PICKS = {
    "market": ["take 1.0", "take 3.0", "take 6.1"],
    "carpenter": ["take 1.1", "take 3.1"],
    "church": ["take 2.0", "take 2.1", "take 4.0"],
}


def full_depots(game):
    for depot, tiles in FULL.items():
        game.depot(depot, *tiles)
    return game.black("ship", "bank", "castle")


@rule("R8.6", "R8.8")
@pytest.mark.parametrize("building", PICKS)
def test_market_carpenter_and_church_take_a_tile_of_their_colours(building):
    game = full_depots(with_building(building, "mine", "mine")).act(PLACE)
    assert game.decision == "PICK"
    assert game.legal() == [f"{text} with die 0" for text in PICKS[building]] + ["pass"]
    game.act(f"{PICKS[building][1]} with die 0")
    assert game.stored() in ([tile, "mine", "mine"] for tile in ("pig_2", "market", "castle"))
    assert game.decision == "MAIN" and game.state["used"][0].tolist() == [1, 0]
    declined = full_depots(with_building(building)).act(PLACE, "pass")
    assert declined.stored() == [None] * 3 and declined.in_depot(1)[:2] == ["ship", "bank"]


@rule("R8.6", "R5.3", "R8.7")
def test_a_tile_bought_inside_the_town_hall_may_be_placed_by_it():
    game = with_building("town_hall").black("mine").silver(2).act(PLACE)
    assert game.decision == "TOWNHALL" and game.legal() == ["buy 0", "pass"]
    game.act("buy 0")
    assert game.decision == "TOWNHALL" and game.legal() == ["place 0 on 24 with die 0", "pass"]
    game.act("place 0 on 24 with die 0")
    assert game.tile(24) == "mine" and game.decision == "MAIN"
    game = with_building("town_hall").black("mine").silver(2).act(PLACE, "buy 0", "pass")
    assert game.stored()[0] == "mine" and game.decision == "MAIN"
    game = with_building("town_hall").black("mine").silver(1).act(PLACE)
    assert game.decision == "MAIN"  # X28: nothing to place or buy
