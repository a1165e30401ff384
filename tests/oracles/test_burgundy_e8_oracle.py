"""E8 on the oracle of The Castles of Burgundy: trade routes (examples X8.1-X8.3).

Rule marks: "E7.3" = rules_expansions.md 7.3 (its chapter 7 tells the set E8).
"""

from collections import Counter

import pytest

from .burgundy import BurgundyOracle
from .burgundy_positions import K, dice, goods, owns, place, put, started, texts
from .burgundy_routes import ROUTE_TILES
from .chance import FixedChance

rule = pytest.mark.rule
E8 = {"modules": ("e8",)}


def routes(*tiles, filled=0, modules=("e8",), n=2, **options):
    """A game in which seat 0 has these tiles in its row, with some spaces filled."""
    rest = [tile for tile in range(12) if tile not in tiles]
    chance = FixedChance(orders={"routes": [[*tiles, *rest]]})
    oracle, player = started(n, chance=chance, modules=modules, **options)
    player.route.goods = [7] * filled
    return oracle, player


def sell(oracle, player, g, number):
    player.goods[g - 1] = number
    dice(player, g, g)
    oracle.apply(f"sell {g} with die 0")


@rule("E7.1")
def test_the_tiles():
    spaces = [space for tile in ROUTE_TILES for space in tile]
    assert len(ROUTE_TILES) == 12 and all(len(tile) == 3 for tile in ROUTE_TILES)
    assert Counter(number for number, _ in spaces) == dict.fromkeys(range(1, 7), 6)
    assert set(Counter(bonus for _, bonus in spaces).values()) == {4} and len({b for _, b in spaces}) == 9
    assert ROUTE_TILES[1] == [(1, "ship or livestock"), (2, "silver"), (5, "place")]


@rule("E7.1", "E7.2")
@pytest.mark.parametrize(("n", "number"), [(2, 5), (3, 4), (4, 3)])
def test_x8_3_deal(n, number):
    chance = FixedChance(orders={"routes": [[11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]]})
    oracle = BurgundyOracle(chance, num_players=n, **E8)
    assert chance.asked("routes") == [list(range(12))]
    view = oracle.public()
    assert view["routes"] == [[11 - seat * number - i for i in range(number)] for seat in range(n)] and view[
        "route_hand"
    ] == [[] for _ in range(n)]
    assert [len(player.route.spaces()) for player in oracle.players] == [3 * number] * n


@rule("E7.2")
def test_an_order_of_own_choice():
    chance = FixedChance(rolls={"start": [1]})
    oracle = BurgundyOracle(chance, route_order="chosen", **E8)
    oracle.apply("place 0 on 18 with die 0")
    oracle.apply("place 0 on 18 with die 0")
    for tile in (7, 5, 9, 8, 6):
        assert oracle.decision() == (1, "ROUTE_ORDER") and f"lay {tile}" in oracle.legal()
        oracle.apply(f"lay {tile}")
    assert oracle.decision() == (0, "ROUTE_ORDER") and oracle.legal() == [f"lay {t}" for t in range(5)]
    for tile in (4, 3, 2, 1):
        oracle.apply(f"lay {tile}")
    assert oracle.public()["route_hand"] == [[0], []] and oracle.legal() == ["lay 0"]
    oracle.apply("lay 0")
    assert oracle.public()["routes"] == [[4, 3, 2, 1, 0], [7, 5, 9, 8, 6]]
    assert oracle.decision() == (1, "MAIN")


@rule("E7.3", "E7.5", "E0.4")
def test_x8_1_numbers_that_agree():
    oracle, player = routes(1, 0)
    oracle.depots[1] = [K["ship"], K["bank"]]
    oracle.depots[4][0] = K["cow_2"]
    sell(oracle, player, 1, 2)
    assert (player.silver, player.vp) == (1, 4) and player.goods == goods()
    assert oracle.decision() == (0, "PICK")
    assert oracle.legal() == ["pass", "take 2.0 with die 0", "take 5.0 with die 0"]
    oracle.apply("take 2.0 with die 0")
    assert player.storage == [K["ship"], None, None] and player.route.goods == [1, 1]
    assert oracle.decision() == (0, "MAIN") and player.silver == 1  # the 1 on the "2" won nothing
    player.used = [False, False]
    sell(oracle, player, 5, 1)
    assert (player.silver, player.vp) == (2, 6) and oracle.decision() == (0, "TOWNHALL")
    oracle.apply("place 0 on 17 with die 0")  # a 2: the number is ignored
    assert oracle.decision() == (0, "MAIN") and oracle.track == [1, 0]
    assert oracle.public()["route_goods"] == [[1, 1, 5], []]
    assert oracle.public()["sold"][0] == goods(t1=2, t5=1)


@rule("E7.3", "E7.6")
def test_x8_1b_a_sale_inside_a_sale():
    oracle, player = routes(0, 9, 8, filled=3)
    player.goods = goods(t1=2)
    sell(oracle, player, 4, 4)
    assert (player.silver, player.vp) == (1, 8) and player.route.goods == [7, 7, 7, 4, 4, 4, 4]
    assert oracle.decision() == (0, "SALE") and oracle.legal() == ["pass", "sell 1 with die 0"]
    oracle.apply("sell 1 with die 0")
    assert (player.silver, player.vp) == (2, 12) and player.route.goods[7:] == [1, 1]
    assert oracle.decision() == (0, "MAIN")


@rule("E7.6")
def test_bonuses_from_left_to_right_nested_ones_first():
    oracle, player = routes(9, 7, filled=2)  # next: 4 sell, 4 place, 3 castle/mine/monastery, 2 workers
    oracle.depots[0][0] = K["mine"]
    player.goods = goods(t3=1)
    player.storage[2] = K["ship"]
    sell(oracle, player, 4, 2)
    assert player.route.goods[2:] == [4, 4] and oracle.decision() == (0, "SALE")
    oracle.apply("sell 3 with die 0")
    assert oracle.decision() == (0, "PICK")  # the bonus of the sale inside comes first
    oracle.apply("take 1.0 with die 0")
    assert oracle.decision() == (0, "TOWNHALL")
    assert texts(oracle, "place 0") == ["place 0 on 24 with die 0"]  # the mine just taken
    oracle.apply("place 2 on 19 with die 0")
    assert oracle.decision() == (0, "MAIN")


@rule("E7.5")
@pytest.mark.parametrize(
    ("tile", "filled", "g", "gain"),
    [(0, 2, 1, (0, 0, 4)), (1, 1, 2, (0, 2, 0)), (2, 1, 1, (4, 0, 0))],
)
def test_workers_silver_points(tile, filled, g, gain):
    oracle, player = routes(tile, filled=filled)
    sell(oracle, player, g, 1)
    assert (player.vp - 2, player.silver - 1, player.workers) == gain and oracle.decision() == (0, "MAIN")


@rule("E7.5")
def test_a_free_action_is_offered_first():
    oracle, player = routes(8, filled=1)
    sell(oracle, player, 6, 1)
    assert oracle.decision() == (0, "ROUTE_FREE") and oracle.legal() == ["free action", "pass"]
    oracle.apply("free action")
    assert oracle.decision() == (0, "EXTRA") and oracle.legal() == ["workers with die 0"]
    oracle.apply("workers with die 0")
    assert player.workers == 2 and player.used == [True, False]
    oracle, player = routes(8, filled=1)
    sell(oracle, player, 6, 1)
    oracle.apply("pass")
    assert oracle.decision() == (0, "MAIN") and player.workers == 0


@rule("E7.5")
def test_lost_if_not_possible_and_refused():
    oracle, player = routes(1)  # take a ship or livestock tile: none there
    oracle.depots[0][0] = K["bank"]
    sell(oracle, player, 1, 1)
    assert oracle.decision() == (0, "MAIN")
    oracle, player = routes(10)  # sell: no goods left
    sell(oracle, player, 5, 2)
    assert oracle.decision() == (0, "MAIN") and player.vp == 4
    oracle, player = routes(3)  # place: nothing stored
    sell(oracle, player, 3, 1)
    assert oracle.decision() == (0, "MAIN")
    oracle, player = routes(0)
    oracle.depots[0][0] = K["bank"]
    sell(oracle, player, 2, 1)
    oracle.apply("pass")
    assert oracle.decision() == (0, "MAIN") and player.storage == [None] * 3


@rule("E7.5", "R6.2")
def test_take_with_full_storage():
    oracle, player = routes(0)
    player.storage = [K["castle"], K["mine"], K["ship"]]
    oracle.depots[0][0] = K["bank"]
    sell(oracle, player, 2, 1)
    oracle.apply("take 1.0 with die 0")
    assert oracle.decision() == (0, "DISCARD")
    oracle.apply("discard 1")
    assert player.storage == [K["castle"], K["bank"], K["ship"]]


@rule("E7.3", "E7.4")
def test_x8_2_goods_that_do_not_fit():
    oracle, player = routes(0, 1, 2, 3, 10, filled=14)
    sell(oracle, player, 6, 3)
    assert len(player.route.goods) == 15 and player.vp == 6
    assert oracle.resolved == {"good on the route without a bonus": 1, "good to the pile": 2}
    before = oracle.scores()[0]
    owns(player, 25)
    assert oracle.scores()[0] - before == 3
    owns(player, 15)
    assert oracle.scores()[0] - before == 2
    sell_again = player.vp
    player.used = [False, False]
    sell(oracle, player, 3, 1)  # the last space shows a 3, but the row is full
    assert player.vp - sell_again == 2 and oracle.decision() == (0, "MAIN")


@rule("E7.3")
def test_any_cause_of_a_sale():
    oracle, player = routes(10, 2)
    player.goods = goods(t2=1)
    put(player, bank=11)
    player.route.goods = [7]
    oracle.depots[0][0] = K["castle"]
    place(oracle, player, "warehouse", 25)
    oracle.apply("sell 2 with die 0")
    assert oracle.decision() == (0, "PICK")
    oracle.apply("pass")
    player.goods, player.used = goods(t3=1), [False, False]
    place(oracle, player, "castle", 6)
    before = player.vp
    oracle.apply("sell 3 with die 0")
    assert player.vp - before == 2 + 4


@rule("E7.3", "R7.2")
def test_monasteries_3_and_4_come_with_the_sale():
    oracle, player = routes(1)
    owns(player, 3, 4)
    oracle.depots[0][0] = K["ship"]
    sell(oracle, player, 1, 1)
    assert oracle.decision() == (0, "PICK") and (player.silver, player.workers) == (2, 1)


@rule("E7.3")
def test_no_routes_without_the_module():
    oracle, player = started()
    sell(oracle, player, 1, 2)
    assert "routes" not in oracle.public() and (player.silver, player.vp) == (1, 4)
