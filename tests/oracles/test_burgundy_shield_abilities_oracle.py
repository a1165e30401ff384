"""The eighteen abilities of the shields on the oracle of The Castles of Burgundy (examples X11.3-X11.10, X4.2).

Rule marks: "E10.7" = rules_expansions.md 10.7.
"""

import pytest

from .burgundy import BurgundyOracle
from .burgundy_positions import (
    K,
    dice,
    end_of_phase,
    finish_turn,
    goods,
    hand,
    owns,
    place,
    put,
    refused,
    shielded,
    texts,
)
from .chance import FixedChance

rule = pytest.mark.rule


def cover(oracle, player, name, h):
    """Place with a die of the right number; both dice are fresh before."""
    player.used = [False, False]
    return place(oracle, player, name, h)


# ---------------------------------------------------------------------- 1: one pasture
@rule("E10.7")
def test_x11_8_shield_1():
    oracle, player = shielded(1)
    put(player, sheep_3=27, bank=26, ship=17)
    assert cover(oracle, player, "sheep_4", 10) == 7
    player.shields = {}
    assert cover(oracle, player, "sheep_2", 9) == 6  # only the pasture again
    player.shields = {18: 1}
    put(player, cow_2=[0, 4])
    # Completion scores the printed area of five (and all six pasture spaces are covered now).
    assert cover(oracle, player, "cow_3", 5) == 7 + 15 + 10 + 5


@rule("E10.7", "R12")
def test_shield_1_with_monastery_7():
    oracle, player = shielded(1)
    owns(player, 7)
    put(player, sheep_3=27, ship=17)
    assert cover(oracle, player, "sheep_4", 10) == 9


@rule("E10.7", "E6.3")
def test_shield_1_leaves_the_inn_limit():
    _, player = shielded(1, modules=("shields", "e6"))
    put(player, inn=27, bank=26, ship=17)
    assert player.may_cover(K["inn"], 10)


# ---------------------------------------------------------------------- 2: workers of others
@rule("E10.7")
def test_x11_9_shield_2():
    oracle, player = shielded(modules=("shields", "e2"))
    other = oracle.players[1]
    other.shields = {18: 2}
    cover(oracle, player, "boarding_house", 25)
    assert (player.workers, other.workers) == (4, 1)
    owns(player, 28, 4)
    player.silver = 2
    oracle.apply("trade")
    oracle.apply("trade")
    assert (player.workers, other.workers) == (8, 3)
    player.goods, player.used = goods(t1=2), [False, False]
    dice(player, 1, 1)
    oracle.apply("sell 1 with die 0")
    assert other.workers == 4 and player.workers == 9
    oracle.apply("workers with die 1")
    assert other.workers == 5


@rule("E10.7")
def test_shield_2_does_not_pay_for_own_workers_nor_for_none():
    oracle, player = shielded(2)
    put(oracle.players[1], monastery_2=35)
    oracle.apply("workers with die 0")
    assert player.workers == 2
    oracle._end_phase()
    assert player.workers == 2  # the other one owns no mine: no workers gained
    put(oracle.players[1], mine=[24, 29])
    oracle._end_phase()
    assert player.workers == 3 and oracle.players[1].workers == 2


@rule("E10.7")
def test_a_41_nobody_has_to_feed_shield_2():
    oracle, player = shielded(modules=("shields", "e5"))
    assert "pass" not in oracle.legal()
    oracle.players[1].shields = {18: 2}
    put(player, bank=11)
    cover(oracle, player, "castle", 6)
    assert oracle.decision() == (0, "EXTRA") and oracle.legal() == ["pass", "workers with die 0"]
    oracle.apply("pass")
    cover(oracle, player, "white_castle", 25)
    assert oracle.decision() == (0, "WHITE_ACTION") and "pass" in oracle.legal()
    oracle.apply("pass")
    assert oracle.decision() == (0, "MAIN") and player.used == [True, False] and "pass" in oracle.legal()
    oracle.apply("pass")
    assert oracle.decision() == (1, "MAIN") and oracle.public()["used"][0] == [True, True]
    assert player.workers == 0 and "pass" not in oracle.legal()  # the owner itself may not stop


# ---------------------------------------------------------------------- 5: a type of goods
def with_goods(player, oracle, *depots):
    oracle.depot_goods = [goods(**depot) for depot in depots] + [goods() for _ in range(6 - len(depots))]


@rule("E10.7")
def test_shield_5_a_type_from_everywhere():
    oracle, player = shielded(5)
    with_goods(player, oracle, {"t1": 1}, {"t2": 1, "t3": 1}, {"t3": 2})
    cover(oracle, player, "ship", 17)
    oracle.apply("depot 1")
    assert oracle.decision() == (0, "SHIP_TYPE") and oracle.track == [0, 0]
    assert oracle.legal() == ["goods 2", "goods 3", "pass"]
    oracle.apply("goods 3")
    assert player.goods == goods(t1=1, t3=3) and oracle.depot_goods[1] == goods(t2=1)
    assert oracle.track == [1, 0] and oracle.decision() == (0, "MAIN")


@rule("E10.7")
def test_shield_5_keeps_the_limit_of_three_types():
    oracle, player = shielded(5)
    player.goods = goods(t1=1, t2=1, t3=1)
    with_goods(player, oracle, {"t4": 1}, {"t2": 1, "t5": 1})
    cover(oracle, player, "ship", 17)
    oracle.apply("depot 1")
    assert oracle.legal() == ["goods 2", "pass"]
    oracle.apply("pass")
    assert player.goods == goods(t1=1, t2=1, t3=1)
    with_goods(player, oracle, {"t4": 1}, {"t5": 1})
    cover(oracle, player, "ship", 19)
    oracle.apply("depot 1")
    assert oracle.decision() == (0, "MAIN") and oracle.track == [2, 0]  # no type fits: not asked


@rule("E10.7", "R12")
def test_shield_5_after_the_adjacent_depot():
    oracle, player = shielded(5)
    owns(player, 5)
    with_goods(player, oracle, {"t1": 1}, {"t2": 1}, {}, {"t3": 1})
    cover(oracle, player, "ship", 17)
    oracle.apply("depot 1")
    assert oracle.decision() == (0, "SHIP_ADJ")
    oracle.apply("depot 2")
    assert oracle.decision() == (0, "SHIP_TYPE") and oracle.legal() == ["goods 3", "pass"]
    oracle.apply("goods 3")
    assert player.goods == goods(t1=1, t2=1, t3=1)


# ---------------------------------------------------------------------- 6: monasteries of another player
@rule("E10.7")
def test_shield_6_copies_abilities_and_scoring():
    oracle, player = shielded(6, n=3)
    third = oracle.players[2]
    put(third, monastery_13=35, monastery_17=34, watchtower=[8, 11])
    put(player, watchtower=25)
    assert texts(oracle, "name") == ["name 1", "name 2"]
    oracle.apply("name 2")
    assert oracle.public()["named"] == [2, None, None] and not texts(oracle, "name")
    assert oracle.decision() == (0, "MAIN") and player.used == [False, False]
    oracle.apply("workers with die 0")
    assert (player.workers, player.silver) == (2, 1)  # monastery 13
    assert player.all_monastery_points() == 4  # one watchtower of its own
    put(third, monastery_14=30)  # tiles that come later count too
    oracle.apply("workers with die 1")
    assert player.workers == 6


@rule("E10.7", "E2.2")
def test_shield_6_does_not_copy_27_and_ends_with_the_shield():
    oracle, player = shielded(6, modules=("shields", "e2"))
    put(oracle.players[1], monastery_27=35, monastery_28=34)
    player.silver = 1
    oracle.apply("name 1")
    oracle.track, oracle.arrival = [2, 2], [1, 2]
    assert oracle.public()["order"] == [1, 0] and "trade" in oracle.legal()
    player.shields[18] = 9
    assert "trade" not in oracle.legal() and oracle.public()["named"] == [None, None]


@rule("E10.7", "E2.4")
def test_shield_6_and_the_crane():
    oracle, player = shielded(6, modules=("shields", "e2"))
    put(oracle.players[1], monastery_22=35)
    put(player, crane=25)
    oracle.apply("name 1")
    assert player.all_monastery_points() == 4
    player.shields = {18: 6, 6: 10}
    assert player.all_monastery_points() == 8


@rule("E10.7")
def test_main_stays_open_for_the_naming():
    oracle, player = shielded(6)
    oracle.apply("workers with die 0")
    oracle.apply("workers with die 1")
    assert oracle.decision() == (0, "MAIN") and oracle.legal() == ["name 1", "pass"]
    oracle.apply("name 1")
    assert oracle.decision() == (1, "MAIN")


@rule("E10.7", "E0.10")
def test_naming_in_the_tribute_and_only_by_the_owner():
    oracle, player = shielded(6, n=3)
    oracle.players[1].shields = {18: 9}
    player.silver = oracle.players[1].silver = 1
    end_of_phase(oracle)
    assert oracle.decision() == (0, "TRIBUTE") and texts(oracle, "name") == ["name 1", "name 2"]
    oracle.apply("name 1")
    assert oracle.decision() == (0, "TRIBUTE") and not texts(oracle, "name")
    oracle.apply("pay silver for shield 6")
    assert oracle.decision() == (1, "TRIBUTE") and not texts(oracle, "name")


@rule("E10.7")
def test_naming_before_final_scoring():
    oracle, player = shielded(6, n=3)
    put(oracle.players[2], monastery_17=35)
    put(player, watchtower=25)
    oracle._flow = oracle._name_at_the_end()
    oracle._answer(None)
    assert oracle.decision() == (0, "NAME_PLAYER") and oracle.legal() == ["name 1", "name 2"]
    oracle.apply("name 2")
    assert oracle.decision() is None and oracle.scores()[0] == 12 + 4


# ---------------------------------------------------------------------- 7, 8, 9, 12, 17, 18
@rule("E10.7")
def test_shield_7_doubles_new_bonus_tiles():
    oracle, player = shielded(7)
    put(player, mine=[29, 33])
    assert cover(oracle, player, "mine", 24) == 6 + 10 + 2 * 5
    owns(player, 26)
    before = player.all_monastery_points()
    assert before == 3  # one tile all the same


@rule("E10.7")
def test_shield_8_doubles_silver_of_mines_only():
    oracle, player = shielded(8)
    put(player, mine=[24, 29, 33], monastery_2=35)
    oracle._end_phase()
    assert (player.silver, player.workers) == (6, 3)


@rule("E10.7")
@pytest.mark.parametrize(
    ("shields", "three", "silver", "points"),
    [
        ((), False, 1, 6),
        ((9,), False, 3, 6),
        ((9,), True, 4, 6),
        ((12,), False, 1, 12),
        ((9, 12), True, 4, 12),
    ],
)
def test_x11_6_sale_of_three(shields, three, silver, points):
    oracle, player = shielded(*shields)
    owns(player, *([3] if three else []))
    player.goods = goods(t2=3)
    dice(player, 2, 2)
    oracle.apply("sell 2 with die 0")
    assert (player.silver, player.vp) == (silver, points)


@rule("E10.7", "E7.5")
def test_shield_12_does_not_touch_the_route():
    chance = FixedChance(orders={"routes": [[2, *(t for t in range(12) if t != 2)]]})
    oracle, player = shielded(12, modules=("shields", "e8"), chance=chance)
    player.route.goods = [6]
    player.goods = goods(t1=1)
    dice(player, 1, 1)
    oracle.apply("sell 1 with die 0")
    assert player.vp == 4 + 4  # doubled sale of one, 4 VP of the route


@rule("E10.7", "E0.2")
def test_x11_3_shield_17():
    oracle, player = shielded(17)
    put(player, mine=[29, 33])
    player.bonus["mine"] = 0
    assert cover(oracle, player, "mine", 24) == 10 + 10 + 5
    assert oracle.area_points(9) == 45
    oracle, player = shielded(17)
    put(player, cow_4=27)
    player.tiles[27] = None
    put(player, bank=26)
    assert cover(oracle, player, "cow_4", 27) == 3 + 10 + 4


@rule("E10.7", "R8.1")
def test_shield_18_no_adjacency():
    oracle, player = shielded(18)
    hand(player, "bank", "inn")
    player.storage[1] = K["ship"]
    dice(player, 6, 6)
    assert texts(oracle, "place 0") == [f"place 0 on {h} with die {d}" for h in (28, 32) for d in (0, 1)]
    assert texts(oracle, "place 1") == [f"place 1 on 15 with die {d}" for d in (0, 1)]


# ---------------------------------------------------------------------- 11, 16
@rule("E10.7", "E10.3")
def test_shield_11_in_place_of_the_castle_action():
    oracle, player = shielded(11)
    oracle.depot_shields[4][0], oracle.depot_shields[1][0] = 9, 2
    put(player, bank=11)
    cover(oracle, player, "castle", 6)
    assert oracle.decision() == (0, "EXTRA")
    assert oracle.legal() == ["shield 2.0", "shield 5.0", "workers with die 0"]
    oracle.apply("shield 5.0")
    assert oracle.decision() == (0, "SHIELD_SPOT") and oracle.legal() == ["spot 18", "spot 6"]
    oracle.apply("spot 6")
    assert player.shields == {18: 11, 6: 9} and oracle.decision() == (0, "MAIN")
    assert player.used == [True, False] and player.workers == 0


@rule("E10.7", "E7.5")
def test_shield_11_only_with_a_castle_tile():
    chance = FixedChance(orders={"routes": [[8, *(t for t in range(12) if t != 8)]]})
    oracle, player = shielded(11, modules=("shields", "e8"), chance=chance)
    oracle.depot_shields[4][0] = 9
    player.route.goods = [1]
    player.goods = goods(t6=1)
    dice(player, 6, 6)
    oracle.apply("sell 6 with die 0")
    oracle.apply("free action")
    assert oracle.decision() == (0, "EXTRA") and not texts(oracle, "shield")


@rule("E10.7", "E10.2")
def test_x11_5c_shield_16():
    oracle, player = shielded(16)
    oracle.depot_shields[5][0] = 9
    dice(player, 2, 6)
    assert not texts(oracle, "shield")
    assert texts(oracle, "set die 0") == [f"set die 0 to {v}" for v in (1, 3, 4, 5, 6)]
    oracle.apply("set die 0 to 6")
    assert oracle.public()["dice"][0] == [6, 6] and oracle.public()["die_set"]
    assert not texts(oracle, "set die") and player.used == [False, False]
    oracle.apply("shield 6.0")
    assert player.workers == 0
    oracle.apply("spot 18")
    assert not oracle.public()["die_set"]  # the turn is over


@rule("E10.7")
def test_shield_16_only_unused_dice_and_its_value_counts():
    oracle, player = shielded(16)
    dice(player, 2, 6)
    oracle.depots[3][0] = K["ship"]
    oracle.apply("workers with die 0")
    assert not texts(oracle, "set die 0") and len(texts(oracle, "set die 1")) == 5
    oracle.apply("set die 1 to 4")
    oracle.apply("take 4.0 with die 1")
    assert player.storage[0] == K["ship"] and player.workers == 2
    assert oracle.decision() == (1, "MAIN")


@rule("E10.7")
def test_shield_16_again_in_the_next_turn():
    oracle, player = shielded(16)
    oracle.apply("set die 0 to 5")
    finish_turn(oracle)
    finish_turn(oracle)
    assert oracle.decision() == (0, "MAIN") and len(texts(oracle, "set die")) == 10


# ---------------------------------------------------------------------- 14, 15
@rule("E10.5", "E10.7", "E10.8", "E0.10")
def test_x11_10_shield_14():
    oracle, player = shielded(14, castles=(1, 2, 6))
    put(player, castle=[1, 2], bank=11)
    oracle.depots[1][0], oracle.black[0] = K["castle"], K["mine"]
    player.silver = 3
    end_of_phase(oracle)
    assert oracle.decision() == (0, "SHIELD_TILE") and oracle.legal() == ["pass", "take 2.0 with die 0"]
    oracle.apply("take 2.0 with die 0")
    assert oracle.decision() == (0, "SHIELD_SPACE") and oracle.legal() == ["place 0 on 6 with die 0"]
    assert oracle.public()["depots"][1][0] == K["castle"]  # it goes there directly
    before = player.vp
    oracle.apply("place 0 on 6 with die 0")
    assert player.vp - before == 6 + 10 + 5  # area of three in phase A, all castles
    assert oracle.depots[1][0] is None and player.storage == [None] * 3
    assert oracle.decision() == (0, "EXTRA") and not texts(oracle, "buy")
    oracle.apply("workers with die 0")
    assert oracle.decision() == (0, "TRIBUTE") and player.workers == 2


@rule("E10.8", "R8.2", "E6.3")
def test_shield_15_from_the_black_depot_with_inn():
    oracle, player = shielded(15, modules=("shields", "e6"))
    put(player, bank=25)
    oracle.black, oracle.inns = [K["bank"], K["church"], K["mine"], None], 1
    oracle.depots[0][0] = K["ship"]
    end_of_phase(oracle)
    assert oracle.legal() == ["buy 0", "buy 1", "buy 2", "buy inn", "pass"]
    oracle.apply("buy inn")
    assert oracle.decision() == (0, "SHIELD_SPACE")
    spaces = {int(text.split()[3]) for text in oracle.legal()}
    assert 24 in spaces and 26 in spaces and 11 in spaces and oracle.inns == 1
    oracle.apply("place 0 on 26 with die 0")
    assert oracle.inns == 0 and player.tiles[26] == K["inn"] and player.silver == 0
    assert oracle.decision() == (0, "TRIBUTE")


@rule("E10.8")
def test_shield_15_building_limit_and_refusal():
    oracle, player = shielded(15)
    put(player, bank=25)
    oracle.black = [K["bank"], None, None, None]
    end_of_phase(oracle)
    oracle.apply("buy 0")
    spaces = {int(text.split()[3]) for text in oracle.legal()}
    assert spaces == {11}  # 26, 30 lie in the town of the bank or are no beige space
    oracle.apply("place 0 on 11 with die 0")
    assert player.silver == 2
    oracle, player = shielded(15)
    oracle.black = [K["mine"], None, None, None]
    end_of_phase(oracle)
    oracle.apply("pass")
    assert oracle.decision() == (0, "TRIBUTE") and oracle.black[0] == K["mine"]


@rule("E10.8")
def test_14_before_15_and_not_without_a_legal_tile():
    oracle, player = shielded(15, 14)
    oracle.black[0], oracle.depots[2][1] = K["mine"], K["ship"]
    end_of_phase(oracle)
    assert texts(oracle, "take") == ["take 3.1 with die 0"] and not texts(oracle, "buy")
    oracle.apply("pass")
    assert oracle.decision() == (0, "SHIELD_TILE") and texts(oracle, "buy") == ["buy 0"]
    oracle.apply("pass")
    assert oracle.decision() == (0, "TRIBUTE")
    oracle, player = shielded(14, modules=("shields", "e2"))
    owns(player, 28)
    player.silver = 1
    end_of_phase(oracle)  # depots empty: not asked, though TRADE would be legal
    assert oracle.decision() == (0, "TRIBUTE")


@rule("E10.8", "E0.10", "E2.3")
def test_trade_and_naming_in_shield_tile():
    oracle, player = shielded(14, 6, modules=("shields", "e2"))
    owns(player, 28)
    player.silver, oracle.depots[0][0] = 2, K["ship"]
    end_of_phase(oracle)
    assert oracle.legal() == ["name 1", "pass", "take 1.0 with die 0", "trade"]
    oracle.apply("trade")
    oracle.apply("name 1")
    assert oracle.decision() == (0, "SHIELD_TILE")
    oracle.apply("take 1.0 with die 0")
    oracle.apply(oracle.legal()[0])
    assert oracle.track == [1, 0] and oracle.decision() == (0, "TRIBUTE")


@rule("E0.7", "E10.8")
def test_seats_of_14_and_15_in_the_order_of_the_track():
    oracle, player = shielded(14, n=3)
    other = oracle.players[2]
    other.shields = {18: 15}
    oracle.track, oracle.arrival, oracle.clock = [0, 0, 1], [2, 1, 3], 3
    oracle.depots[0][0] = oracle.black[0] = K["ship"]
    end_of_phase(oracle)
    assert oracle.decision() == (2, "SHIELD_TILE")
    oracle.apply("pass")
    assert oracle.decision() == (0, "SHIELD_TILE")
    oracle.apply("take 1.0 with die 0")
    oracle.apply(oracle.legal()[0])
    assert oracle.track == [1, 0, 1]  # the ship moves the marker: 0 arrived later, so it pays first
    assert oracle.decision() == (0, "TRIBUTE")


@rule("E10.7", "E10.8", "E0.10")
def test_shield_11_with_a_castle_placed_by_14():
    oracle, player = shielded(14, 11)
    player.tiles[6] = None
    player.shields = {18: 14, 1: 11}
    put(player, castle=1)
    oracle.depots[0][0], oracle.depot_shields[3][0] = K["castle"], 15
    oracle.black[0] = K["mine"]
    end_of_phase(oracle)
    oracle.apply("take 1.0 with die 0")
    oracle.apply("place 0 on 6 with die 0")
    assert oracle.decision() == (0, "EXTRA") and texts(oracle, "shield") == ["shield 4.0"]
    oracle.apply("shield 4.0")
    oracle.apply("spot 6")
    assert oracle.decision() == (0, "SHIELD_TILE") and texts(oracle, "buy") == ["buy 0"]  # 15 acts now


@rule("E10.7", "E10.3")
def test_an_ability_ends_with_its_shield():
    oracle, player = shielded(16)
    oracle.depot_shields[0][0] = 17
    dice(player, 1, 1)
    oracle.apply("shield 1.0")
    oracle.apply("spot 18")
    finish_turn(oracle)
    assert oracle.decision() == (0, "MAIN") and refused(oracle, "set die 0 to 4")


@rule("E10.7")
def test_every_shield_is_dealt_somewhere():
    oracle = BurgundyOracle(FixedChance(), num_players=4, modules=("shields",))
    dealt = [n for depot in oracle.public()["shields"] for n in depot]
    assert dealt == list(range(1, 13))
