"""Chapter 8: placing tiles, and what each colour and building does."""

import pytest

from eurogym.envs.castles_of_burgundy.declare.boards import boards
from eurogym.envs.castles_of_burgundy.declare.enums import BONUS, COLOUR
from tests.castles_of_burgundy.positions import table
from tests.sides import both_sides

rule = pytest.mark.rule
pytestmark = both_sides

DUCHY_1 = boards()[0]
DICE = DUCHY_1["dice"]
# Of duchy 1: pasture 0, 4, 5, 9, 10; town of five 25, 26, 31, 32, 36.
PLACE = "place 0 on 11 with die 0"  # a town of one hex: 1 + 10 points in phase A
CASTLE = "place 0 on 6 with die 0"  # one of three castle hexes: nothing is completed


def with_building(name, *stored, **options):
    """The building is stored first, die 0 shows the number of hex 11 next to the castle."""
    return table(**options).storage(name, *stored).dice(3, 1)


def with_castle(*stored):
    """A castle is stored first, die 0 shows the number of hex 6, which cows of hex 5 have opened."""
    return table().put(cow_2=5).storage("castle", *stored).dice(6, 1)


# --- where ---------------------------------------------------------------------------------------------------


@rule("R8.1")
def test_number_colour_and_a_covered_neighbour():
    game = table().storage("bank", "ship", "mine").dice(3, 2)
    assert game.hexes(0, 0) == {11, 25} and game.hexes(1, 1) == {17}
    assert game.hexes(1, 0) == game.hexes(2, 0) == set() and game.hexes(2, 1) == set()


@rule("R8.1")
def test_x17_first_placement_next_to_the_starting_castle():
    game = table().storage("bank", "ship", "mine").workers(3)
    assert [game.hexes(place) for place in range(3)] == [{11, 25}, {17, 19}, {24}]
    game.storage("monastery_1", "castle", "cow_2")
    assert [game.hexes(place) for place in range(3)] == [{12}, set(), set()]
    game.put(mine=24).storage("mine", "bank")  # a covered hex is not offered and opens its neighbours
    assert game.hexes(0) == {29} and game.hexes(1) == {11, 23, 25}


@rule("R8.1", "R5.2")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_printed_number_costs_workers(die):
    for h in (11, 25, 26):
        game = table().put(ship=[19]).storage("bank").dice(die, 1).workers(3)
        steps = min((die - DICE[h]) % 6, (DICE[h] - die) % 6)
        assert game.gain(f"place 0 on {h} with die 0")[2] == -steps


@rule("R8.2")
def test_x12_a_town_takes_each_building_type_once():
    game = table().put(bank=25, mine=24).storage("bank", "market").workers(3)
    assert game.hexes(0) == {11, 23}  # not 26 and 31 in the town of hex 25
    assert game.hexes(1) == {11, 23, 26, 31} and game.owns(1).hexes(0) >= {11, 23, 26, 31}


@rule("R8.3")
def test_placed_tiles_stay():
    game = table().storage("bank").dice(3, 3).act(PLACE).end_of_phase()
    assert game.tile(11) == "bank" and game.tile(18) == "castle"
    game.turn(0, (3, 3)).storage("market").workers(3)
    assert 11 not in game.hexes(0)


# --- order ---------------------------------------------------------------------------------------------------


@rule("R8.4")
def test_area_is_scored_before_the_effect_is_resolved():
    game = table().put(castle=[2, 6]).storage("castle").dice(5, 1)
    assert game.points("place 0 on 1 with die 0") == 6 + 10 + 5  # area of three, and the colour
    assert game.decision == "EXTRA"


@rule("R8.4")
def test_a_standing_effect_begins_before_the_area_is_scored():
    """R8.4a: a monastery 1 that fills its own hex holds for the castle that follows it."""
    game = table().put(bank=25).storage("monastery_1", "bank").dice(1, 3).workers(3)
    assert game.hexes(1, 1) == {11}
    game.act("place 0 on 12 with die 0")
    assert game.hexes(1, 1) >= {11, 26, 31}


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


# --- castles, mines, monasteries -----------------------------------------------------------------------------


@rule("R8.5")
def test_e3_castle_gives_a_die_action_of_any_value():
    game = with_castle("bank", "ship").goods(2, 6)
    for depot in range(1, 7):
        game.depot(depot, "mine")
    game.act(CASTLE)
    assert game.decision == "EXTRA" and "pass" not in game.legal()
    assert game.sources() == {1, 2, 3, 4, 5, 6}
    assert game.legal("sell") == ["sell 2 with die 0", "sell 6 with die 0"]
    assert game.hexes(1) == {11, 25} and game.hexes(2) == {17, 19}
    assert game.legal("workers") == ["workers with die 0"]
    assert not any(text.endswith("die 1") for text in game.legal())
    assert game.gain("workers with die 0") == (0, 0, 2)
    assert game.decision == "MAIN" and game.state["used"][0].tolist() == [1, 0]


@rule("R8.5")
@pytest.mark.parametrize(
    "action,decision",
    [
        ("take 4.0 with die 0", "MAIN"),
        ("sell 2 with die 0", "MAIN"),
        ("place 1 on 19 with die 0", "MAIN"),
        ("place 2 on 2 with die 0", "EXTRA"),  # another castle
    ],
)
def test_any_of_the_four_kinds_once(action, decision):
    game = with_castle("ship", "castle").goods(2).depot(4, "mine").act(CASTLE, action)
    assert game.decision == decision
    assert decision == "MAIN" or game.act("workers with die 0").decision == "MAIN"


@rule("R8.5", "R5.3", "R10.1")
def test_x21_purchase_inside_a_castle_action():
    game = with_castle().black("ship", "mine").silver(4).act(CASTLE, "buy 0")
    assert game.decision == "EXTRA" and game.stored() == ["ship", None, None]
    assert game.hexes(0) == {17, 19}  # numbers 2 and 5
    assert game.legal("buy") == []
    game.act("place 0 on 19 with die 0")
    assert game.decision == "MAIN" and game.legal("buy") == [] and game.wealth()[1] == 2


@rule("R8.5", "R6.2")
def test_full_storage_inside_a_castle_action():
    """The deepest stack of the base game: MAIN, EXTRA, DISCARD."""
    game = with_castle("bank", "mine").black("ship").silver(2).depot(4, "church")
    game.act(CASTLE, "buy 0", "take 4.0 with die 0")
    assert game.decision == "DISCARD" and game.legal() == ["discard 0", "discard 1", "discard 2"]
    game.act("discard 2")
    assert game.stored() == ["ship", "bank", "church"] and game.decision == "MAIN"


@rule("R8.5", "R9.1", "R9.2")
def test_x27_three_castles_of_one_area():
    game = table().phase("C").put(cow_2=5, monastery_2=7).workers(9)
    points = []
    for h in (6, 1, 2):
        game.turn(0, (DICE[h], 1)).storage("castle").silver(0)
        points.append(game.points(f"place 0 on {h} with die 0"))
        assert game.decision == "EXTRA"
        game.act("workers with die 0")
    assert points == [0, 0, 6 + 6 + 5]
    assert game.state["bonus_owned"][0, COLOUR.castle] == BONUS.large


@rule("R8.5", "R11.1", "R12.1")
@pytest.mark.parametrize("tile,h", [("mine", 24), ("monastery_26", 12)])
def test_mines_and_monasteries_have_no_immediate_effect(tile, h):
    game = table().storage(tile).dice(DICE[h], 1)
    assert game.gain(f"place 0 on {h} with die 0") == (0, 0, 0) and game.decision == "MAIN"


# --- ships ---------------------------------------------------------------------------------------------------


def ship(*goods, seats=2):
    """A ship is about to be placed on hex 17 with die 0; these goods are stored."""
    return table(seats).storage("ship").dice(2, 1).goods(*goods)


SAIL = "place 0 on 17 with die 0"


@rule("R8.5")
def test_ship_any_depot_whatever_the_die():
    """An empty one too, unless all are: then nothing is asked, and the marker moves all the same (D2)."""
    game = ship().goods_on(5, 3, 3, 6).goods_on(2, 1).act(SAIL)
    assert game.decision == "SHIP_DEPOT" and game.legal() == [f"depot {n}" for n in range(1, 7)]
    game.act("depot 5")
    assert game.goods_of() == [3, 3, 6] and game.goods_in(5) == [] and game.goods_in(2) == [1]
    assert game.decision == "MAIN"
    game = ship().goods_on(2, 1).act(SAIL, "depot 4")
    assert game.goods_of() == [] and game.goods_in(2) == [1]
    assert ship().act(SAIL).decision == game.decision == "MAIN"
    assert ship().act(SAIL).number("track", 0) == game.number("track", 0) == 1


@rule("R8.5")
@pytest.mark.parametrize(
    "stored,lying,choices,rest",
    [
        ((1, 6), (1, 3, 5), (3,), [5]),  # E2: two new types compete for one space
        ((1, 6), (1, 3, 5), (5,), [3]),
        ((1, 2, 3), (2, 4, 5), (), [4, 5]),  # X18: no free space
        ((1,), (4, 4, 5, 6), (4, 5), [6]),  # X19: two of three new types
        ((1,), (4, 4, 5, 6), (6, 4), [5]),
        ((1,), (4, 4, 5, 6), (5, 6), [4, 4]),
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


# --- livestock -----------------------------------------------------------------------------------------------


@rule("R8.5")
@pytest.mark.parametrize(
    "lying,placed,points",
    [
        ({"cow_3": 9, "sheep_3": 10}, "cow_4", 7),  # E4
        ({"cow_3": 9, "sheep_3": 10, "cow_4": 5}, "cow_4", 11),  # E5
        ({"cow_3": 9, "sheep_3": 10, "cow_4": 5}, "sheep_2", 5),  # E6
    ],
    ids=str,
)
def test_every_herd_of_the_pasture_counts(lying, placed, points):
    assert table().put(**lying).storage(placed).dice(2, 1).points("place 0 on 4 with die 0") == points


@rule("R8.5")
def test_adjacency_inside_a_pasture_does_not_matter_other_pastures_do_not_count():
    game = table().put(pig_3=9, pig_4=10).put(castle=1).storage("pig_2").dice(6, 1)
    assert game.points("place 0 on 0 with die 0") == 9  # hex 0 touches neither 9 nor 10
    game = table().put(cow_3=9, cow_4=10, ship=20).storage("cow_2").dice(2, 1).phase("E")
    assert game.points("place 0 on 27 with die 0") == 2 + 1 + 2  # its own pasture of one hex is full


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


@rule("R8.6", "R8.7")
@pytest.mark.parametrize("building", ["market", "carpenter", "church", "warehouse", "town_hall"])
def test_d2_an_effect_without_use_is_lost(building):
    game = with_building(building).act(PLACE)
    assert game.tile(11) == building and game.decision == "MAIN"


@rule("R8.6", "R8.7")
def test_e7_market_without_ship_and_livestock():
    game = with_building("market").depot(1, "bank").depot(3, "mine").black("ship").act(PLACE)
    assert game.tile(11) == "market" and game.decision == "MAIN" and game.stored() == [None] * 3


@rule("R8.6", "R7.2")
def test_warehouse_sells_a_stack_of_choice():
    game = with_building("warehouse").goods(2, 2, 6).act(PLACE)
    assert game.decision == "SALE"
    assert game.legal() == ["sell 2 with die 0", "sell 6 with die 0", "pass"]
    assert game.gain("sell 2 with die 0") == (4, 1, 0) and game.goods_of() == [6]
    assert game.decision == "MAIN"
    game = with_building("warehouse").goods(2, 2).act(PLACE, "pass")
    assert game.goods_of() == [2, 2] and game.decision == "MAIN"


@rule("R8.6")
@pytest.mark.parametrize(
    "building,owned,reward",
    [
        ("boarding_house", (), (11, 0, 4)),
        ("boarding_house", (13, 14), (11, 0, 4)),  # E13
        ("bank", (), (11, 2, 0)),
        ("watchtower", (), (15, 0, 0)),
    ],
)
def test_simple_buildings(building, owned, reward):
    game = with_building(building).owns(*owned)
    assert game.gain(PLACE) == reward and game.decision == "MAIN"


@rule("R8.6")
def test_town_hall_places_a_tile_whatever_its_number():
    game = with_building("town_hall", "bank", "cow_2").put(mine=24).act(PLACE)
    assert game.decision == "TOWNHALL"
    assert game.hexes(1) == {23, 25} and game.hexes(2) == {5, 10}
    assert "pass" in game.legal() and len(game.legal()) == 5
    assert game.gain("place 1 on 23 with die 0") == (0, 2, 0)
    assert game.decision == "MAIN" and game.state["used"][0].tolist() == [1, 0]
    game = with_building("town_hall", "bank").act(PLACE, "pass")
    assert game.stored() == [None, "bank", None] and game.decision == "MAIN"


@rule("R8.6", "R8.2")
@pytest.mark.parametrize("owned,decision", [((), "MAIN"), ((1,), "TOWNHALL")])
def test_town_hall_keeps_to_the_building_limit(owned, decision):
    """The only open town holds a bank."""
    assert with_building("town_hall", "bank").put(bank=25).owns(*owned).act(PLACE).decision == decision


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


@rule("R8.6", "R8.5")
def test_effects_of_a_chain_are_resolved_inside_out():
    """Town hall - market by it - the market's tile; only then the second die."""
    game = full_depots(with_building("town_hall", "market")).act(PLACE, "place 1 on 25 with die 0")
    assert game.decision == "PICK"
    game.act("take 3.0 with die 0")
    assert game.decision == "MAIN" and game.stored() == ["pig_2", None, None]
