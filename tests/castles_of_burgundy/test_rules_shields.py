"""Shields: worked examples of the rules page (chapter E10), and each of the eighteen abilities."""

import numpy as np
import pytest

from eurogym.envs.castles_of_burgundy.declare.boards import boards
from tests.castles_of_burgundy.positions import NUMBER, table

rule = pytest.mark.rule


def shielded(*numbers, seats=2, modules="shields", **options):
    """Seat 0 owns these shields on castles of duchy 1; none lies on a depot."""
    hexes = (18, 1, 2, 6)
    game = table(seats, modules=modules, **options).set(depot_shield=0)
    game.put(castle=list(hexes[1 : len(numbers)]))
    for number, hexagon in zip(numbers, hexes, strict=False):
        own(game, number, hexagon=hexagon)
    return game


def own(game, number, seat=0, hexagon=18):
    """A seat owns a shield on this castle."""
    game.state["shield"][seat, number] = hexagon + 1
    return game.set()


def owned(game, seat=0):
    return np.flatnonzero(game.state["shield"][seat]).tolist()


def on_depot(game, depot, number):
    game.state["depot_shield"][depot - 1, 0] = number
    return game.set()


def lay(game, tile, h):
    """Seat 0 places a tile with a die of the right number, both dice fresh before; the change of points."""
    game.state["storage"][0, 0] = NUMBER[tile]
    return game.used(0, 0).dice(int(boards()[0]["dice"][h]), 1).points(f"place 0 on {h} with die 0")


@rule("E10.7")
@pytest.mark.parametrize("answer", ["pay a worker for shield 3", "give up shield 3"])
def test_x11_5_tribute_in_workers(answer):
    game = shielded(3, 9).workers(2).end_of_phase()
    assert game.legal() == ["pay a worker for shield 3", "give up shield 3"]
    assert ("pay a worker for shield 9" in game.act(answer).legal()) == answer.startswith("pay")


@rule("E10.7", "E0.10")
def test_x11_5b_trade_inside_the_tribute():
    game = shielded(3, 9, modules="shields,e2").owns(28, 6).silver(1).black("bank").depot(1, "bank")
    game.end_of_phase()
    assert game.legal("trade") == ["trade"] and not game.legal("buy") and not game.legal("hire")
    game.act("trade", "pay a worker for shield 3", "pay a worker for shield 9")
    assert owned(game) == [3, 9]


@rule("E0.10", "E10.7")
def test_before_final_scoring_a_name_is_given_and_nothing_is_traded():
    game = shielded(6, modules="shields,e2").owns(28).silver(4).phase("E", 5).end_of_phase()
    assert game.decision == "TRIBUTE" and {"trade", "name 1"} <= set(game.legal())
    game.act("pay silver for shield 6")
    assert game.decision == "NAME_PLAYER" and game.legal() == ["name 1"]


@rule("E10.7")
def test_x11_5c_shield_16_sets_a_die():
    game = shielded(16).dice(2, 6)
    game.state["depot_shield"][5, 0] = 1
    assert game.legal("shield") == [] and len(game.legal("set die")) == 10
    game.act("set die 0 to 6")
    assert game.legal("shield") == ["shield 6.0"] and game.legal("set die") == []


@rule("E10.6", "E10.7")
@pytest.mark.parametrize(
    "numbers,points",
    [
        ((5, 13), 32),  # X11.7
        ((1, 7, 18), 24),
        ((6, 7, 12, 13), 64),
        ((), 0),
        ((2,), 12),
        ((17,), 4),
    ],
)
def test_x11_7_points_of_shields(numbers, points):
    assert shielded(*numbers).score() == points


@rule("E10.6", "E10.7")
def test_x11_7_shield_10():
    assert shielded(10).owns(17).put(watchtower=[8, 13]).score() == 24


@rule("E10.7")
def test_x11_9_shield_2_watches_the_others():
    game = shielded(2, modules="shields,e2").turn(1, (3, 1)).owns(28, seat=1).silver(2, seat=1).silver(0)
    game.storage("boarding_house", seat=1)
    assert game.gain("place 0 on 11 with die 0")[2] == 1
    assert game.gain("trade", "trade")[2] == 2
    assert "pass" in game.legal()
    game = shielded(2).put(1, monastery_2=35)
    assert game.act("workers with die 0").wealth()[2] == 2  # one's own pay nothing


@rule("E10.5", "E10.8")
def test_x11_10_shield_14_places_a_tile():
    game = shielded(14).depot(2, "castle").put(castle=[1, 2]).end_of_phase()
    assert game.decision == "SHIELD_TILE" and game.legal() == ["take 2.0 with die 0", "pass"]
    game.act("take 2.0 with die 0", "place 0 on 6 with die 0")
    assert game.wealth()[0] == 6 + 10 + 5 and game.decision == "EXTRA"
    game.act("workers with die 0")
    assert game.decision == "TRIBUTE"


@rule("E10.8", "E11.11")
@pytest.mark.parametrize("position", [0, 2])
def test_shield_15_places_a_double_tile_of_the_shop(position):
    game = shielded(15, modules="shields,vineyards", seats=3).set(double_shop=0)
    game.state["double_shop"][position] = 7
    game.end_of_phase()
    assert game.decision == "SHIELD_TILE" and game.legal("buy") == [f"buy double {position}"]
    game.act(f"buy double {position}")
    spaces = game.legal()
    assert game.decision == "SHIELD_SPACE" and spaces == game.legal("place double") != []
    game.act(spaces[0])
    assert np.count_nonzero(game.state["vineyard"][0]) == 2 and not game.state["double_shop"][position]


@rule("E10.3", "E10.7", "E0.11")
def test_x11_11_a_shield_replaced_is_gone():
    game = shielded(4, 9).dice(2, 2).set(more_spaces=[9, 0, 0, 0])
    game.storage("bank", "ship", None, "mine", "church", "market")
    game.state["depot_shield"][1, 0] = 12
    game.act("shield 2.0", "spot 18")
    assert game.decision == "DISCARD" and game.state["shield"][0, 4] == 0
    game.act("discard 0", "discard 4")
    assert game.stored() == ["ship", "mine", "market"] and game.decision != "DISCARD"


# --- taking, keeping and losing them ------------------------------------------------------------------------------


@rule("E10.2", "E10.3", "E6.4")
def test_where_a_shield_stands():
    game = on_depot(shielded(9, modules="shields,e6"), 5, 12).put(castle=[6, 1], inn=2, bank=11)
    game.dice(5, 5).silver(2).black("mine").act("shield 5.0")
    assert game.legal() == ["spot 1", "spot 6", "spot 18"]  # on castle tiles
    game.act("spot 18")
    assert owned(game) == [12] and game.asked == (0, "MAIN") and game.legal("buy 0") == ["buy 0"]


@rule("E10.1")
def test_shields_are_not_refilled():
    game = on_depot(shielded(), 3, 9).end_of_phase()
    assert game.state["depot_shield"][:, 0].tolist() == [0, 0, 9, 0, 0, 0]


@rule("E10.3", "R6.2")
def test_shield_4_with_a_small_cap():
    game = on_depot(shielded(key_space_cap=4), 1, 4).storage("ship", "bank", "mine").silver(2).black("castle")
    game.act("shield 1.0", "spot 18")
    assert game.stored() == ["ship", "bank", "mine", None]
    assert game.act("buy 0").stored()[3] == "castle"


# --- their abilities ----------------------------------------------------------------------------------------------


@rule("E10.7", "R12", "E2.6", "E6.3")
def test_x11_8_shield_1_makes_one_pasture():
    game = shielded(1).put(sheep_3=0).fill([26])
    assert lay(game, "sheep_4", 27) == 7 + 1 + 10  # an area of one hex
    game = shielded(1).put(sheep_3=27, bank=26, ship=17)
    assert lay(game, "sheep_4", 10) == 7
    game.state["shield"][0] = 0
    assert lay(game, "sheep_2", 9) == 6
    own(game, 1).put(cow_2=[0, 4])
    assert lay(game, "cow_3", 5) == 7 + 15 + 10 + 5  # the printed area of five, and all pastures
    assert lay(shielded(1).owns(7).put(sheep_3=27, ship=17), "sheep_4", 10) == 9
    game = shielded(1, modules="shields,e6").put(inn=27, bank=26, ship=17).storage("inn").workers(6)
    assert 10 in game.hexes()  # inns go by printed areas


@rule("E10.7", "R12")
def test_shield_5_takes_a_type_from_all_depots():
    game = shielded(5).goods_on(1, 1).goods_on(2, 2, 3).goods_on(3, 3, 3)
    lay(game, "ship", 17)
    game.act("depot 1")
    assert game.decision == "SHIP_TYPE" and set(game.legal()) == {"goods 2", "goods 3", "pass"}
    game.act("goods 3")
    assert game.goods_of() == [1, 3, 3, 3] and game.goods_in(2) == [2] and game.number("track", 0) == 1
    game = shielded(5).goods(1, 2, 3).goods_on(1, 4).goods_on(2, 2, 5)
    lay(game, "ship", 17)
    assert set(game.act("depot 1").legal()) == {"goods 2", "pass"}  # at most three types
    assert game.act("pass").goods_of() == [1, 2, 3]
    game.goods_on(1, 4).goods_on(2, 5)
    lay(game, "ship", 19)
    assert game.act("depot 1").decision == "MAIN"  # no type fits
    game = shielded(5).owns(5).goods_on(1, 1).goods_on(2, 2).goods_on(4, 3)
    lay(game, "ship", 17)
    assert game.act("depot 1").decision == "SHIP_ADJ"
    assert game.act("depot 2").decision == "SHIP_TYPE" and set(game.legal()) == {"goods 3", "pass"}


@rule("E10.7", "E2.2", "E2.4")
def test_shield_6_copies_monasteries():
    game = shielded(6, seats=3).put(2, monastery_13=35, monastery_17=34, watchtower=[8, 11])
    game.put(watchtower=25)
    assert game.legal("name") == ["name 1", "name 2"]
    game.act("name 2")
    assert game.decision == "MAIN" and not game.legal("name")
    assert game.gain("workers with die 0") == (0, 1, 2)
    assert game.silver(0).score() == 12 + 4 + 1  # the shield, a watchtower of one's own, two workers
    game = shielded(6, modules="shields,e2").put(1, monastery_27=35, monastery_28=34).silver(1).track(s2="10")
    game.act("name 1")
    assert game.order() == [1, 0] and game.legal("trade")  # 27 is not copied
    game = on_depot(shielded(6, modules="shields,e2").put(1, monastery_22=35).put(crane=25), 1, 9)
    game.act("name 1")
    assert game.score() == 12 + 4
    game.act("shield 1.0", "spot 18")
    assert game.number("named", 0) == 0


@rule("E10.7", "E0.10")
def test_when_somebody_is_named():
    game = shielded(6).used(1, 1)
    assert game.asked == (0, "MAIN") and game.legal() == ["pass", "name 1"]
    assert game.act("name 1").seat == 1
    game = own(shielded(6, seats=3), 9, seat=1).silver(1).silver(1, seat=1).end_of_phase()
    assert game.asked == (0, "TRIBUTE") and game.legal("name") == ["name 1", "name 2"]
    game.act("name 1", "pay silver for shield 6")
    assert game.asked == (1, "TRIBUTE") and not game.legal("name")
    game = shielded(6, seats=3).put(2, monastery_17=35).put(watchtower=25).silver(1).phase("E", 5)
    game.end_of_phase().act("pay silver for shield 6")
    assert game.decision == "NAME_PLAYER" and game.legal() == ["name 1", "name 2"]
    assert game.act("name 2").done and game.final_scores()[0] == 12 + 4


@rule("E10.7", "E7.5", "E0.2")
def test_shield_12_leaves_routes_and_17_counts_everywhere():
    game = shielded(12, modules="shields,e8").set(route=0).goods(1).dice(1, 1)
    game.state["route"][0, :5] = 2 + 1, 1, 2, 4, 5
    game.state["route_goods"][0, 0] = 6
    game.set(route_filled=[1, 0, 0, 0])
    assert game.points("sell 1 with die 0") == 4 + 4
    assert lay(shielded(17).put(mine=[29, 33]), "mine", 24) == 10 + 10 + 5
    assert lay(shielded(17).put(bank=26), "cow_4", 27) == 3 + 10 + 4


@rule("E10.7", "R8.1")
def test_shield_18_needs_no_adjacency():
    game = shielded(18).storage("bank", "ship").dice(6, 6)
    assert game.hexes() == {28, 32} and game.hexes(1) == {15}


@rule("E10.7", "E10.3", "E7.5")
def test_shield_11_in_place_of_the_action_of_a_castle():
    game = on_depot(on_depot(shielded(11), 5, 9), 2, 3).put(bank=11)
    lay(game, "castle", 6)
    assert game.decision == "EXTRA" and game.legal("shield") == ["shield 2.0", "shield 5.0"]
    assert game.act("shield 5.0").legal() == ["spot 6", "spot 18"]
    game.act("spot 6")
    assert owned(game) == [9, 11] and game.decision == "MAIN" and game.state["used"][0].tolist() == [1, 0]
    game = on_depot(shielded(11, modules="shields,e8"), 5, 9).set(route=0).goods(6).dice(6, 1)
    game.state["route"][0, :5] = 8 + 1, 1, 2, 3, 4
    game.state["route_goods"][0, 0] = 1
    game.set(route_filled=[1, 0, 0, 0]).act("sell 6 with die 0", "free action")
    assert game.decision == "EXTRA" and not game.legal("shield")  # no castle tile


@rule("E10.7", "E10.3")
def test_shield_16_once_a_turn_with_an_unused_die():
    game = shielded(16).dice(2, 6).depot(4, "ship").act("workers with die 0")
    assert not game.legal("set die 0") and len(game.legal("set die 1")) == 5
    game.act("set die 1 to 4", "take 4.0 with die 1")
    assert game.stored()[0] == "ship" and game.seat == 1
    game.act("workers with die 0", "workers with die 1")
    assert game.seat == 0 and len(game.legal("set die")) == 10  # again in the next turn
    game = on_depot(shielded(16), 1, 17)
    game.act("shield 1.0", "spot 18", "workers with die 0", "workers with die 1")
    assert game.asked == (0, "MAIN") and not game.legal("set die")


@rule("E10.8", "R8.2", "E6.3")
def test_shield_15_places_from_the_black_depot():
    game = shielded(15, modules="shields,e6").put(bank=25).black("bank", "church", "mine").set(inns=1)
    game.depot(1, "ship").end_of_phase()
    assert set(game.legal()) == {"buy 0", "buy 1", "buy 2", "buy inn", "pass"}
    game.act("buy inn")
    assert game.decision == "SHIELD_SPACE" and {24, 26, 11} <= game.hexes() and game.number("inns") == 1
    game.act("place 0 on 26 with die 0")
    assert game.tile(26) == "inn" and game.wealth()[1] == 0 and game.decision == "TRIBUTE"
    game = shielded(15).put(bank=25).black("bank").end_of_phase().act("buy 0")
    assert game.hexes() == {11}  # the others are of the bank's town
    assert game.act("place 0 on 11 with die 0").wealth()[1] == 2
    game = shielded(15).black("mine").end_of_phase().act("pass")
    assert game.decision == "TRIBUTE" and game.in_black()[0] == "mine"


@rule("E10.8", "E0.7", "E0.10", "E2.3")
def test_order_and_free_actions_of_shields_14_and_15():
    game = shielded(15, 14).black("mine").depot(3, None, "ship").end_of_phase()
    assert game.legal("take") == ["take 3.1 with die 0"] and not game.legal("buy")
    game.act("pass")
    assert game.decision == "SHIELD_TILE" and game.legal("buy") == ["buy 0"]
    game = shielded(14, modules="shields,e2").owns(28).silver(1).end_of_phase()
    assert game.decision == "TRIBUTE"  # nothing to place
    game = shielded(14, 6, modules="shields,e2").owns(28).silver(2).depot(1, "ship").end_of_phase()
    assert set(game.legal()) == {"name 1", "pass", "take 1.0 with die 0", "trade"}
    game.act("trade", "name 1")
    assert game.decision == "SHIELD_TILE" and game.act("take 1.0 with die 0").decision == "SHIELD_SPACE"
    game = own(shielded(14, seats=3), 15, seat=2).track(s1="2", s0="10").depot(1, "ship").black("ship")
    assert game.end_of_phase().asked == (2, "SHIELD_TILE")
    assert game.act("pass").asked == (0, "SHIELD_TILE")
    game.act("take 1.0 with die 0")
    game.act(game.legal()[0])
    assert game.asked == (0, "TRIBUTE") and game.order()[0] == 0  # the ship has moved the marker
