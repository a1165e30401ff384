"""E2 on the oracle of The Castles of Burgundy: crane, geese, monasteries 27 and 28 (examples X2.1-X2.8).

Rule marks: "E2.4" = rules_expansions.md 2.4 (solo mode: "S9.7").
"""

from collections import Counter

import pytest

from .burgundy import BurgundyOracle
from .burgundy_pieces import KINDS
from .burgundy_positions import (
    K,
    dice,
    finish_turn,
    goods,
    hand,
    owns,
    place,
    put,
    refused,
    solo,
    started,
    texts,
)
from .chance import FixedChance

rule = pytest.mark.rule
E2 = {"modules": ("e2",)}
PASTURE = [0, 4, 5, 9, 10]  # of duchy 1


@rule("E2.1", "E0.1")
def test_four_more_tiles():
    base, oracle = (BurgundyOracle(FixedChance(), **options) for options in ({}, E2))
    assert base.public()["supply_left"] == [40, 20, 20, 20, 12, 10, 40]
    assert oracle.public()["supply_left"] == [40, 20, 20, 22, 12, 10, 42]
    added = {key: Counter(oracle.supplies[key]) - Counter(base.supplies[key]) for key in base.supplies}
    assert added["monastery"] == {K["monastery_27"]: 1, K["monastery_28"]: 1}
    assert added["black"] == {K["crane"]: 1, K["geese"]: 1}
    assert (KINDS[K["crane"]].color, KINDS[K["geese"]].color) == ("building", "livestock")
    assert not any(added[key] for key in added if key not in ("monastery", "black"))


@rule("E2.1")
def test_supplies_are_listed_by_rising_id():
    chance = FixedChance()
    BurgundyOracle(chance, modules=("e2", "e5"))
    assert [items for items in chance.asked("supply")] == [sorted(items) for items in chance.asked("supply")]


# ---------------------------------------------------------------------- monastery 27
@rule("E2.2")
def test_x2_8_marker_on_top():
    oracle, player = started(3, **E2)
    oracle.track, oracle.arrival, oracle.clock = [3, 3, 2], [1, 2, 3], 3
    assert oracle.public()["order"] == [1, 0, 2]
    put(player, ship=17)
    place(oracle, player, "monastery_27", 12)
    assert oracle.public()["order"] == [0, 1, 2]
    oracle.advance_marker(2)
    assert oracle.track == [3, 3, 3] and oracle.public()["order"] == [0, 2, 1]


@rule("E2.2")
def test_27_on_entering_a_space_and_only_there():
    oracle, player = started(3, **E2)
    put(player, monastery_27=35)
    oracle.track, oracle.arrival, oracle.clock = [1, 2, 2], [1, 2, 3], 3
    assert oracle.public()["order"] == [2, 1, 0]  # the furthest space still comes first
    oracle.advance_marker(0)
    assert oracle.public()["order"] == [0, 2, 1]
    oracle.advance_marker(2)
    assert oracle.public()["order"] == [2, 0, 1]


@rule("E2.2")
def test_27_does_not_change_the_running_round():
    oracle, player = started(3, **E2)
    finish_turn(oracle)
    second = oracle.players[1]
    put(second, ship=17)
    place(oracle, second, "monastery_27", 12)
    assert oracle.public()["order"] == [1, 0, 2]
    finish_turn(oracle)
    assert oracle.decision() == (2, "MAIN")


# ---------------------------------------------------------------------- monastery 28
@rule("E2.3")
def test_x2_7_trade():
    oracle, player = started(**E2)
    owns(player, 28, 13, 14)
    player.silver = 3
    oracle.apply("trade")
    oracle.apply("trade")
    assert (player.silver, player.workers) == (1, 4) and oracle.decision() == (0, "MAIN")
    assert oracle.resolved["trade"] == 2


@rule("E2.3")
def test_trade_needs_silver_and_the_monastery_in_the_duchy():
    oracle, player = started(**E2)
    player.silver = 1
    hand(player, "monastery_28")
    assert refused(oracle, "trade")
    owns(player, 28)
    player.used = [True, True]
    assert oracle.legal() == ["pass", "trade"]
    oracle.apply("trade")
    assert oracle.decision() == (1, "MAIN")  # nothing left to do: the turn ends by itself


@rule("E2.3", "E0.9")
def test_trade_leaves_its_node_standing():
    oracle, player = started(modules=("e2", "e5"))
    owns(player, 28)
    put(player, bank=11)
    player.silver = 3
    place(oracle, player, "castle", 6)
    assert oracle.decision() == (0, "EXTRA") and "trade" in oracle.legal()
    oracle.apply("trade")
    assert oracle.decision() == (0, "EXTRA") and player.workers == 2
    oracle.apply("workers with die 0")
    place(oracle, player, "town_hall", 25)
    assert oracle.decision() == (0, "TOWNHALL") and oracle.legal() == ["pass", "trade"]
    oracle.apply("trade")
    assert oracle.decision() == (0, "TOWNHALL") and player.silver == 1
    oracle.apply("pass")
    place(oracle, player, "white_castle", 26)
    assert oracle.decision() == (0, "WHITE_ACTION") and "trade" in oracle.legal()
    oracle.apply("trade")
    assert oracle.decision() == (0, "WHITE_ACTION") and "trade" not in oracle.legal()


@rule("E2.3")
def test_a_town_hall_ends_when_the_silver_is_gone():
    oracle, player = started(**E2)
    owns(player, 28)
    player.silver = 1
    place(oracle, player, "town_hall", 25)
    oracle.apply("trade")
    assert oracle.decision() == (0, "MAIN")


# ---------------------------------------------------------------------- the crane
@rule("E2.4")
def test_x2_4_crane():
    oracle, player = started(**E2)
    player.goods = goods(t3=2)
    oracle.depots[4][0], oracle.depots[0][1] = K["castle"], K["bank"]
    points = place(oracle, player, "crane", 25)
    assert oracle.decision() == (0, "CRANE_EFFECT") and points == 0
    names = ["bank", "boarding_house", "carpenter", "church", "warehouse", "watchtower"]
    assert oracle.legal() == [*(f"effect {name}" for name in names), "pass"]
    oracle.apply("effect church")
    assert oracle.decision() == (0, "PICK") and oracle.legal() == ["pass", "take 5.0 with die 0"]
    oracle.apply("take 5.0 with die 0")
    assert K["castle"] in player.storage and oracle.decision() == (0, "MAIN")


@rule("E2.4")
@pytest.mark.parametrize(
    ("effect", "gain"),
    [("bank", (0, 2, 0)), ("boarding_house", (0, 0, 4)), ("watchtower", (4, 0, 0)), ("pass", (0, 0, 0))],
)
def test_effects_of_the_crane(effect, gain):
    oracle, player = started(**E2)
    place(oracle, player, "crane", 25)
    assert oracle.legal() == ["effect bank", "effect boarding_house", "effect watchtower", "pass"]
    oracle.apply(effect if effect == "pass" else f"effect {effect}")
    assert (player.vp, player.silver, player.workers) == gain and oracle.decision() == (0, "MAIN")


@rule("E2.4")
def test_crane_as_warehouse_market_and_town_hall():
    oracle, player = started(**E2)
    player.goods = goods(t3=2)
    place(oracle, player, "crane", 25)
    oracle.apply("effect warehouse")
    assert oracle.decision() == (0, "SALE")
    oracle.apply("sell 3 with die 0")
    assert (player.vp, player.silver) == (4, 1)
    oracle, player = started(**E2)
    oracle.depots[0][0] = K["ship"]
    player.storage[2] = K["ship"]
    place(oracle, player, "crane", 25)
    assert set(texts(oracle, "effect")) >= {"effect market", "effect town_hall"}
    oracle.apply("effect town_hall")
    assert oracle.decision() == (0, "TOWNHALL")
    oracle.apply("place 2 on 17 with die 0")
    assert oracle.track == [1, 0] and oracle.decision() == (0, "MAIN")


@rule("E2.4", "E5.4")
def test_crane_as_white_castle_only_with_e5():
    oracle, player = started(modules=("e2", "e5"))
    place(oracle, player, "crane", 25)
    assert "effect white_castle" in oracle.legal()
    oracle.apply("effect white_castle")
    assert oracle.decision() == (0, "WHITE_ACTION")


@rule("E2.4")
def test_crane_is_a_building_type_of_its_own():
    oracle, player = started(**E2)
    put(player, bank=25, ship=[17, 19])
    assert player.may_cover(K["crane"], 26) and not player.may_cover(K["crane"], 27)
    put(player, crane=26)
    assert not player.may_cover(K["crane"], 31) and player.may_cover(K["watchtower"], 31)
    put(player, monastery_1=30)
    assert player.may_cover(K["crane"], 31)


@rule("E2.4")
def test_crane_is_bought_from_the_black_depot_and_helped_by_9():
    oracle, player = started(**E2)
    owns(player, 9)
    hand(player, "crane")
    dice(player, 2, 2)
    assert "place 0 on 25 with die 0" in oracle.legal()  # number 3, one step for free


@rule("E2.4")
def test_x2_5_crane_at_the_end():
    oracle, player = started(modules=("e2", "shields"))
    put(player, crane=25, watchtower=[26, 28])
    assert oracle.scores()[0] == 0  # no monastery that counts buildings
    owns(player, 17, 22)
    assert oracle.scores()[0] == 12
    player.shields = {18: 10}
    assert oracle.scores()[0] == 24 + 8  # and the 8 VP of the shield itself


@rule("E2.4")
def test_crane_counts_with_monastery_29():
    oracle, player = started(modules=("e2", "e5"))
    put(player, crane=25, white_castle=[26, 28])
    owns(player, 29)
    assert oracle.scores()[0] == 4 * 2 + 4


@rule("E2.4", "S9.7")
def test_x2_5b_crane_in_the_solo_mode():
    oracle, player = solo(castle=17, **E2)
    put(player, crane=20, bank=10, watchtower=[2, 3], castle=[26, 28])
    assert oracle.public()["solo"]["crane_used"] is False
    assert place(oracle, player, "monastery_22", 12) == 8
    assert oracle.decision() == (0, "MAIN") and oracle.public()["solo"]["crane_used"] is True
    assert place(oracle, player, "monastery_17", 11) == 8
    assert oracle.decision() == (0, "MAIN")
    assert oracle.resolved["crane counted"] == 1


@rule("E2.4", "S9.7")
def test_crane_that_comes_after_the_monastery_is_free_for_the_next():
    oracle, player = solo(castle=17, **E2)
    assert place(oracle, player, "monastery_22", 12) == 0
    put(player, crane=20)
    assert place(oracle, player, "monastery_17", 11) == 4


# ---------------------------------------------------------------------- geese
@rule("E2.5")
@pytest.mark.parametrize(("monasteries", "first", "second"), [((), 7, 6), ((7,), 10, 8)])
def test_x2_1_x2_2_geese(monasteries, first, second):
    oracle, player = started(**E2)
    owns(player, *monasteries)
    put(player, cow_2=10, cow_3=9)
    assert place(oracle, player, "geese", 5) == first
    assert place(oracle, player, "pig_4", 4) == second


@rule("E2.5")
@pytest.mark.parametrize(("seven", "points"), [(False, 7), (True, 10)])
def test_x2_3_the_best_other_species(seven, points):
    oracle, player = started(**E2)
    owns(player, *([7] if seven else []))
    put(player, sheep_3=10, sheep_2=9, cow_4=4)
    assert place(oracle, player, "geese", 5) == points  # with 7: (2+1) + (3+1) + (2+1)


@rule("E2.5")
def test_monastery_7_decides_which_species_is_worth_most():
    for seven, points in ((False, 6), (True, 9)):
        oracle, player = started(**E2)
        owns(player, *([7] if seven else []))
        put(player, sheep_4=10, cow_2=[9, 4])  # 4 or 2+2; with 7: 5 or 3+3
        assert place(oracle, player, "geese", 5) == points


@rule("E2.5")
def test_geese_alone_and_in_another_pasture():
    oracle, player = started(**E2)
    put(player, cow_4=10, mine=24, bank=26)
    before = player.vp
    place(oracle, player, "geese", 27)  # a pasture of one space: 1 + 10 for the area, 2 for the geese
    assert player.vp - before == 11 + 2
    assert place(oracle, player, "cow_2", 9) == 6  # the geese are elsewhere


@rule("E2.5")
def test_x2_6_geese_are_a_species():
    oracle, player = started(**E2)
    put(player, monastery_24=35, sheep_2=0, cow_3=4, geese=27)
    assert oracle.scores()[0] == 12
    put(player, pig_2=5, chicken_2=9)
    assert oracle.scores()[0] == 20


@rule("E2.6", "E10.7")
def test_geese_with_shield_1():
    oracle, player = started(modules=("e2", "shields"))
    player.shields = {18: 1}
    put(player, cow_4=27, cow_3=10)
    assert place(oracle, player, "geese", 9) == 2 + 4 + 3
    assert place(oracle, player, "pig_2", 5) == 2 + 2


@rule("E2.7")
def test_x2_9_monasteries_for_buildings():
    oracle, player = started(modules=("e2", "e5"))
    put(player, watchtower=[8, 11], bank=[22, 25, 26, 31])
    owns(player, 17, 22)
    assert oracle.scores()[0] == 24
    put(player, white_castle=[13, 14, 28], monastery_29=30)
    assert oracle.scores()[0] == 24 + 12
