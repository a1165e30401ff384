"""The worked examples of The Castles of Burgundy (E..., X...) on the oracle, and random playthroughs.

Rule marks: "R8.5" = rules.md, "C3.2" = rules_chateauma.md 3.2, "S9.5" = solo mode E10, 9.5.
"""

import copy
import random
from collections import Counter
from statistics import mean

import pytest

from .burgundy import BurgundyOracle
from .burgundy_chateauma import Card, Laid
from .burgundy_positions import (
    K,
    card,
    chateauma,
    conservation,
    dice,
    finish_turn,
    goods,
    hand,
    names,
    owns,
    place,
    play_on,
    put,
    refused,
    solo,
    started,
    sweep,
    texts,
    turn,
)
from .burgundy_solo import COLOURS, DUCHIES, JOKER, KINDS, Player, duchy_board, solo_board
from .chance import FixedChance, RandomChance

rule = pytest.mark.rule


# ---------------------------------------------------------------------- R1, R2: components and setup
@rule("R1.1", "R1.2", "R1.3", "R1.4", "R2.2", "R2.9")
def test_supplies():
    oracle = BurgundyOracle(FixedChance(), num_players=2)
    assert oracle.public()["supply_left"] == [40, 20, 20, 20, 12, 10, 40]
    black = [KINDS[tile] for tile in oracle.supplies["black"]]
    assert Counter(kind.color for kind in black) == {
        "building": 16, "livestock": 8, "ship": 6, "monastery": 6, "castle": 2, "mine": 2,
    }  # fmt: skip
    assert [kind.number for kind in black if kind.number] == [7, 12, 14, 15, 24, 25]
    buildings = Counter(oracle.supplies["building"])
    assert buildings == {kind: 5 for kind in range(8)}
    animals = Counter((KINDS[t].species, KINDS[t].animals) for t in oracle.supplies["livestock"])
    for species in ("cow", "sheep", "pig", "chicken"):
        assert [animals[species, size] for size in (2, 3, 4)] == [2, 2, 1]
    assert sorted(KINDS[t].number for t in oracle.supplies["monastery"]) == [
        n for n in range(1, 27) if n not in (7, 12, 14, 15, 24, 25)
    ]


@rule("R1.5", "R1.6", "R1.7", "R1.8", "R2.1", "R2.3", "R2.4", "R2.6", "R2.7", "R2.8")
@pytest.mark.parametrize(("n", "slots", "black"), [(2, 2, 4), (3, 3, 6), (4, 4, 8)])
def test_setup(n, slots, black):
    chance = FixedChance(rolls={"start": [1]})
    oracle = BurgundyOracle(chance, num_players=n)
    view = oracle.public()
    assert [len(depot) for depot in view["depots"]] == [slots] * 6
    assert view["black"] == [None] * black
    assert sum(len(stack) for stack in oracle.stacks) == 25
    assert [sum(held) for held in view["goods"]] == [3] * n
    assert view["silver"] == [1] * n and view["vp"] == [0] * n
    assert view["order"] == [(1 + i) % n for i in range(n)]
    assert [view["workers"][seat] for seat in view["order"]] == [1, 2, 3, 4][:n]
    assert view["bonus_left"] == [[True, True]] * 6
    assert oracle.decision() == (1, "START_CASTLE")


@rule("R2.5", "R2.9")
def test_duchies_and_sides():
    oracle = BurgundyOracle(FixedChance(rolls={"duchy": [4, 9]}), duchies="random", duchy_pool="1-10")
    assert oracle.public()["duchy_number"] == [5, 10]
    deal = {"duchy": [[6, 6, *range(15)]]}
    oracle = BurgundyOracle(FixedChance(orders=deal), duchies="random", side_choice=True)
    assert oracle.decision() == (0, "SIDE") and oracle.public()["duchy_number"] == [0, 0]
    oracle.apply("side 1")
    assert oracle.decision() == (1, "SIDE")
    oracle.apply("side 0")
    assert oracle.public()["duchy_number"] == [14, 13]
    assert oracle.decision() == (0, "START_CASTLE")
    assert oracle.legal() == sorted(f"place 0 on {h} with die 0" for h in duchy_board(14).castle_hexes)


@rule("R2.3", "R4.1")
def test_chance_in_the_agreed_order():
    chance = FixedChance()
    oracle = BurgundyOracle(chance, num_players=2, chateauma="easy", duchies="random")
    while oracle.decision()[1] == "START_CASTLE":
        oracle.apply(oracle.legal()[0])
    names = [name for name, _ in chance.calls]
    assert names == [
        *["duchy"] * 2, "goods", "start", *["supply"] * 7, *["territory"] * 2, *["dice"] * 4, "white",
    ]  # fmt: skip
    assert len(chance.calls[2][1]) == 36


@rule("R2.9", "R9.1")
def test_e8_starting_castle_scores_nothing():
    oracle = BurgundyOracle(FixedChance())
    oracle.apply("place 0 on 18 with die 0")
    oracle.apply("place 0 on 1 with die 0")
    assert oracle.public()["vp"] == [0, 0] and oracle.decision() == (0, "MAIN")


# ---------------------------------------------------------------------- R3, R4: phases and rounds
@rule("R3.1", "R3.2", "R3.3", "R3.4", "R4.2")
def test_x9_refill_with_three_players():
    oracle = BurgundyOracle(RandomChance(1), num_players=3)
    for phase, special in enumerate(("castle", "mine", "castle", "mine", "castle")):
        play_on(oracle, random.Random(phase), lambda o, p=phase: o.phase == p and o.decision()[1] == "MAIN")
        layout = [KINDS[t].color if t is not None else None for t in oracle.depots[5]]
        assert layout == ["building", special, "livestock"]
        assert len(oracle.round_goods) == 4 and oracle.black.count(None) == 0


@rule("R3.1")
def test_goods_stay_when_the_board_is_cleared():
    oracle, _ = started()
    oracle.depot_goods[3] = goods(t5=2)
    oracle.depots[0][0] = K["bank"]
    oracle._start_phase(1)
    assert oracle.depot_goods[3] == goods(t5=2)


@rule("R3.2", "R3.5")
@pytest.mark.parametrize(
    ("n", "left"),
    [(2, [20, 10, 10, 10, 7, 5, 20]), (3, [10, 5, 5, 5, 3, 3, 10]), (4, [0] * 7)],
)
def test_x10_x25_supplies_after_the_last_refill(n, left):
    oracle = play_on(BurgundyOracle(RandomChance(2), num_players=n), random.Random(3), lambda o: o.phase == 4)
    assert oracle.public()["supply_left"] == left


@rule("R3.5", "C12.2")
def test_empty_supply_leaves_empty_slots():
    oracle = BurgundyOracle(RandomChance(2), num_players=3, chateauma="easy", modifiers="AB")
    play_on(oracle, random.Random(3), lambda o: o.phase == 4)
    assert oracle.public()["supply_left"] == [0] * 7


@rule("R4.1", "R4.2", "R4.4")
def test_round_start():
    chance = FixedChance(rolls={"dice": [1, 2, 3, 4], "white": [5]})
    oracle = BurgundyOracle(chance)
    for _ in range(2):
        oracle.apply("place 0 on 18 with die 0")
    view = oracle.public()
    assert view["dice"] == [[2, 3], [4, 5]] and view["white"] == 6
    assert view["depot_goods"][5] == goods(t1=1) and view["round_goods"] == [1] * 4


@rule("R4.3", "R8.5")
def test_x14_round_order():
    oracle, _ = started(3)
    oracle.track, oracle.arrival, oracle.clock = [2, 1, 1], [1, 1, 2], 2
    assert oracle.turn_order() == [0, 2, 1]
    oracle.advance_marker(1)
    assert oracle.turn_order() == [1, 0, 2]


@rule("R4.3")
def test_order_of_the_running_round_is_fixed():
    oracle, player = started(3)
    oracle.track, oracle.arrival, oracle.clock = [0, 0, 0], [0, -1, -2], 0
    finish_turn(oracle)
    assert oracle.decision() == (1, "MAIN")
    place(oracle, oracle.players[1], "ship", 17)
    assert oracle.public()["order"] == [1, 0, 2]
    finish_turn(oracle)
    assert oracle.decision() == (2, "MAIN")
    finish_turn(oracle)
    assert oracle.decision() == (1, "MAIN") and oracle.round == 1


# ---------------------------------------------------------------------- R5, R6: dice and taking
@rule("R5.1", "R5.2", "R6.1")
def test_e1_two_workers_turn_two_into_six():
    oracle, player = started()
    dice(player, 2, 4)
    oracle.depots[5][0] = K["bank"]
    player.workers = 2
    oracle.apply("take 6.0 with die 0")
    assert player.workers == 0 and player.storage == [K["bank"], None, None]
    assert oracle.depots[5][0] is None and player.used == [True, False]


@rule("R5.2", "R12.1")
def test_x16_x24_costs():
    player = Player(0)
    player.board = duchy_board(1)
    player.dice = [2, 3]
    assert [player.worker_cost(0, value, 9) for value in (2, 3, 4, 5, 6, 1)] == [0, 1, 2, 3, 2, 1]
    assert player.worker_cost(1, 6, None) == 3
    for monasteries, costs in {
        (): [0, 1, 2, 3],
        (9,): [0, 0, 1, 2],
        (8,): [0, 1, 1, 2],
        (8, 9): [0, 0, 1, 1],
    }.items():
        player.tiles = [None] * 37
        owns(player, *monasteries)
        assert [player.worker_cost(0, value, 9) for value in (2, 3, 4, 5)] == costs


@rule("R12.1")
def test_e12_monastery_8():
    oracle, player = started()
    owns(player, 8)
    dice(player, 3, 3)
    player.workers, player.goods = 2, goods(t6=1)
    oracle.apply("sell 6 with die 0")
    assert player.workers == 0


@rule("R12", "R12.1", "R6.1")
def test_x4_monastery_12():
    oracle, player = started()
    owns(player, 12)
    dice(player, 1, 1)
    for depot in range(6):
        oracle.depots[depot][0] = K["bank"]
    assert texts(oracle, "take") == [f"take {d}.0 with die {die}" for d in (1, 2, 6) for die in (0, 1)]


@rule("R12.1")
def test_x5_monasteries_8_and_9():
    oracle, player = started()
    owns(player, 8, 9)
    put(player, watchtower=25, church=26, ship=20)
    hand(player, "bank")
    dice(player, 1, 1)
    player.board = copy.copy(player.board)
    player.board.dice = [4 if h == 31 else d for h, d in enumerate(player.board.dice)]
    assert "place 0 on 31 with die 0" not in oracle.legal()
    player.workers = 1
    oracle.apply("place 0 on 31 with die 0")
    assert player.workers == 0


@rule("R12")
def test_x26_new_monastery_helps_the_second_die():
    oracle, player = started()
    put(player, ship=[19, 20])
    dice(player, 1, 4)
    for depot in range(6):
        oracle.depots[depot][0] = K["mine"]
    hand(player, "monastery_12")
    oracle.apply("place 0 on 12 with die 0")
    assert texts(oracle, "take") == [f"take {depot}.0 with die 1" for depot in (3, 4, 5)]


@rule("R6.2", "R10.1")
def test_x7_x22_purchase_with_full_storage():
    oracle, player = started()
    hand(player, "castle", "castle", "castle")
    player.silver = 2
    oracle.black[1] = K["ship"]
    player.used = [True, True]
    assert oracle.legal() == ["buy 1", "pass"]
    oracle.apply("buy 1")
    assert oracle.decision() == (0, "DISCARD")
    assert oracle.legal() == ["discard 0", "discard 1", "discard 2"]
    assert oracle.public()["black"] == [None] * 4 and player.silver == 0 and oracle.public()["bought"]
    oracle.apply("discard 1")
    assert player.storage == [K["castle"], K["ship"], K["castle"]]
    assert oracle.decision() == (1, "MAIN")  # nothing left to do: the turn ended by itself


@rule("R5.3", "R10.1")
def test_x22_main_again_after_a_purchase():
    oracle, player = started()
    owns(player, 6)
    player.silver, player.workers, player.used = 2, 2, [True, True]
    oracle.black[0], oracle.depots[2][1] = K["ship"], K["bank"]
    assert oracle.legal() == ["buy 0", "hire 3.1", "pass"]
    oracle.apply("buy 0")
    assert oracle.decision() == (0, "MAIN") and oracle.legal() == ["hire 3.1", "pass"]
    assert not oracle.public()["hired"]
    oracle.apply("hire 3.1")
    assert player.storage == [K["ship"], K["bank"], None] and player.workers == 0
    assert oracle.decision() == (1, "MAIN") and not oracle.public()["bought"]


@rule("R12", "R6.1")
def test_x23_storage_positions():
    oracle, player = started()
    hand(player, "castle", "ship", "bank")
    dice(player, 2, 1)
    oracle.depots[0][0] = K["mine"]
    oracle.apply("place 1 on 17 with die 0")
    oracle.apply("take 1.0 with die 1")
    assert player.storage == [K["castle"], K["mine"], K["bank"]]


@rule("R6.2")
def test_take_with_full_storage():
    oracle, player = started()
    hand(player, "castle", "ship", "bank")
    oracle.depots[0][1] = K["mine"]
    oracle.apply("take 1.1 with die 1")
    oracle.apply("discard 2")
    assert player.storage == [K["castle"], K["ship"], K["mine"]] and player.used == [False, True]


@rule("R5.1", "R5.4")
def test_pass_needs_both_dice():
    oracle, player = started()
    player.silver = 2
    oracle.black[0] = K["ship"]
    assert refused(oracle, "pass") and refused(oracle, "nonsense")
    oracle.apply("workers with die 1")
    assert "pass" not in oracle.legal()
    oracle.apply("workers with die 0")
    assert "pass" in oracle.legal()
    oracle.apply("pass")
    assert oracle.decision() == (1, "MAIN")


# ---------------------------------------------------------------------- R7, R13
@rule("R7.1", "R7.2", "R7.3", "R12")
def test_x3_sale():
    oracle, player = started(3)
    owns(player, 3, 4)
    dice(player, 5, 1)
    player.goods = goods(t5=4, t6=1)
    assert texts(oracle, "sell") == ["sell 5 with die 0"]
    oracle.apply("sell 5 with die 0")
    assert (player.vp, player.silver, player.workers) == (12, 2, 1)
    assert player.goods == goods(t6=1) and player.sold == goods(t5=4)


@rule("R13.1", "R12.2")
@pytest.mark.parametrize(("numbers", "workers", "silver"), [((), 2, 0), ((13,), 2, 1), ((14, 13), 4, 1)])
def test_x6_workers(numbers, workers, silver):
    oracle, player = started()
    owns(player, *numbers)
    oracle.apply("workers with die 0")
    assert (player.workers, player.silver) == (workers, silver)


# ---------------------------------------------------------------------- R8: placing
@rule("R8.1", "R8.3", "R8.8")
def test_x17_first_placing():
    oracle, player = started()
    player.workers = 3
    hexes = set()
    for name in K:
        if KINDS[K[name]].base:
            hand(player, name)
            hexes |= {int(text.split()[3]) for text in texts(oracle, "place")}
    assert hexes == {11, 12, 17, 19, 24, 25}


@rule("R8.2", "R12")
def test_x12_building_limit():
    oracle, player = started()
    put(player, bank=25, mine=24, ship=[17, 16])
    hand(player, "bank")
    player.workers = 6
    spaces = {int(text.split()[3]) for text in texts(oracle, "place")}
    assert spaces == {11, 22, 23}
    put(player, monastery_1=30)
    spaces = {int(text.split()[3]) for text in texts(oracle, "place")}
    assert spaces == {11, 22, 23, 26, 31}


@rule("R8.5")
def test_e2_ship_with_competing_types():
    oracle, player = started()
    player.goods = goods(t1=1, t2=1)
    oracle.depot_goods[2] = goods(t1=1, t3=1, t5=1)
    place(oracle, player, "ship", 17)
    assert oracle.decision() == (0, "SHIP_DEPOT")
    assert oracle.legal() == [f"depot {d}" for d in range(1, 7)]
    oracle.apply("depot 3")
    assert oracle.decision() == (0, "GOOD") and oracle.legal() == ["goods 3", "goods 5"]
    oracle.apply("goods 5")
    assert player.goods == goods(t1=2, t2=1, t5=1) and oracle.depot_goods[2] == goods(t3=1)
    assert oracle.track == [1, 0] and oracle.decision() == (0, "MAIN")


@rule("R8.5")
def test_x18_no_free_goods_space():
    oracle, player = started()
    player.goods = goods(t1=1, t2=1, t3=1)
    oracle.depot_goods[0] = goods(t2=1, t4=1, t5=1)
    place(oracle, player, "ship", 17)
    oracle.apply("depot 1")
    assert oracle.decision() == (0, "MAIN") and oracle.track == [1, 0]
    assert player.goods == goods(t1=1, t2=2, t3=1) and oracle.depot_goods[0] == goods(t4=1, t5=1)


@rule("R8.5")
def test_x19_two_choices_of_goods():
    oracle, player = started()
    player.goods = goods(t1=1)
    oracle.depot_goods[0] = goods(t4=2, t5=1, t6=1)
    place(oracle, player, "ship", 17)
    oracle.apply("depot 1")
    oracle.apply("goods 4")
    assert oracle.decision() == (0, "GOOD") and oracle.legal() == ["goods 5", "goods 6"]
    oracle.apply("goods 6")
    assert player.goods == goods(t1=1, t4=2, t6=1) and oracle.depot_goods[0] == goods(t5=1)


@rule("R8.5", "R12")
@pytest.mark.parametrize(("depot_2", "asked"), [({}, False), ({"t4": 1}, True)])
def test_x20_monastery_5_without_space(depot_2, asked):
    oracle, player = started()
    owns(player, 5)
    player.goods = goods(t1=1, t2=1)
    oracle.depot_goods[1:4] = [goods(**depot_2), goods(t4=1), goods(t5=1)]
    place(oracle, player, "ship", 17)
    oracle.apply("depot 3")
    if asked:
        assert oracle.decision() == (0, "SHIP_ADJ") and oracle.legal() == ["depot 2", "pass"]
        oracle.apply("depot 2")
        assert player.goods == goods(t1=1, t2=1, t4=2)
    assert oracle.decision() == (0, "MAIN")


@rule("R12", "R8.5")
def test_monastery_5_neighbours_on_the_ring():
    oracle, player = started()
    owns(player, 5)
    oracle.depot_goods = [goods(t1=1) for _ in range(6)]
    place(oracle, player, "ship", 17)
    oracle.apply("depot 6")
    assert oracle.legal() == ["depot 1", "depot 5", "pass"]
    oracle.apply("pass")
    assert player.goods == goods(t1=1)


@rule("R8.5")
def test_ship_with_empty_depots():
    oracle, player = started()
    place(oracle, player, "ship", 17)
    assert oracle.decision() == (0, "MAIN") and oracle.track == [1, 0]


@rule("R8.5", "R8.4")
def test_e3_castle():
    oracle, player = started()
    put(player, bank=11)
    place(oracle, player, "castle", 6)
    assert oracle.decision() == (0, "EXTRA") and oracle.legal() == ["workers with die 0"]
    player.storage[2], player.goods, oracle.depots[4][1] = K["mine"], goods(t4=1), K["ship"]
    assert oracle.legal() == [
        "place 2 on 24 with die 0", "sell 4 with die 0", "take 5.1 with die 0", "workers with die 0",
    ]  # fmt: skip
    oracle.apply("place 2 on 24 with die 0")
    assert oracle.decision() == (0, "MAIN") and player.used == [True, False]


@rule("R10.1", "R8.5", "R5.3")
def test_x21_purchase_inside_a_castle_action():
    oracle, player = started()
    put(player, bank=11)
    player.silver = 4
    oracle.black = [K["ship"], K["mine"], None, None]
    place(oracle, player, "castle", 6)
    assert texts(oracle, "buy") == ["buy 0", "buy 1"]
    oracle.apply("buy 0")
    assert oracle.decision() == (0, "EXTRA") and not texts(oracle, "buy")
    assert "place 0 on 19 with die 0" in oracle.legal()
    oracle.apply("place 0 on 19 with die 0")
    assert oracle.decision() == (0, "MAIN") and not texts(oracle, "buy") and player.silver == 2


@rule("R8.5")
def test_e4_e5_e6_livestock():
    for second, points in (("cow_4", 11), ("sheep_2", 5)):
        oracle, player = started()
        put(player, cow_3=10, sheep_3=9, ship=17)
        assert place(oracle, player, "cow_4", 4) == 7
        player.used = [False, False]
        assert place(oracle, player, second, 5) == points


@rule("R12", "R8.5")
@pytest.mark.parametrize(("name", "points"), [("sheep_3", 9), ("pig_2", 3)])
def test_e10_e11_monastery_7(name, points):
    oracle, player = started()
    owns(player, 7)
    put(player, sheep_4=10, sheep_2=27)
    assert place(oracle, player, name, 9) == points


@rule("R8.6", "R8.7")
def test_e7_market_without_goods():
    oracle, player = started()
    oracle.depots[0][0] = K["bank"]
    place(oracle, player, "market", 11)
    assert oracle.decision() == (0, "MAIN") and player.tiles[11] == K["market"]
    assert player.storage == [None] * 3


@rule("R8.6")
@pytest.mark.parametrize(
    ("building", "colours"),
    [("market", "ship livestock"), ("carpenter", "building"), ("church", "mine monastery castle")],
)
def test_buildings_that_take(building, colours):
    oracle, player = started()
    tiles = {"building": "bank", "livestock": "pig_2", "monastery": "monastery_3"}
    for depot, colour in enumerate(COLOURS):
        oracle.depots[depot][1] = K[tiles.get(colour, colour)]
    place(oracle, player, building, 11)
    expected = [f"take {d + 1}.1 with die 0" for d, colour in enumerate(COLOURS) if colour in colours.split()]
    assert oracle.decision() == (0, "PICK") and oracle.legal() == ["pass", *expected]
    oracle.apply(expected[0])
    assert sum(tile is not None for tile in player.storage) == 1 and player.used == [True, False]


@rule("R8.6")
def test_warehouse_bank_watchtower():
    oracle, player = started()
    place(oracle, player, "warehouse", 11)
    assert oracle.decision() == (0, "MAIN")
    oracle, player = started()
    player.goods = goods(t2=3)
    points = place(oracle, player, "warehouse", 25)
    assert oracle.decision() == (0, "SALE") and oracle.legal() == ["pass", "sell 2 with die 0"]
    oracle.apply("sell 2 with die 0")
    assert (points, player.vp, player.silver) == (0, 6, 1)
    player.used = [False, False]
    place(oracle, player, "bank", 26)
    assert player.silver == 3
    player.used = [False, False]
    assert place(oracle, player, "watchtower", 31) == 4


@rule("R8.6", "R12.2")
def test_e13_boarding_house():
    oracle, player = started()
    owns(player, 13, 14)
    place(oracle, player, "boarding_house", 25)
    assert (player.workers, player.silver) == (4, 0)


@rule("R8.4", "R8.6")
def test_x13_chain_of_effects():
    oracle, player = started()
    put(player, castle=[1, 2], bank=13)
    player.goods = goods(t3=2)
    hand(player, "town_hall", "castle", "warehouse")
    dice(player, 3, 1)
    oracle.apply("place 0 on 11 with die 0")
    assert player.vp == 11  # town of one hex in phase A, before the effect
    assert oracle.decision() == (0, "TOWNHALL") and "pass" in oracle.legal()
    oracle.apply("place 1 on 6 with die 0")
    assert oracle.decision() == (0, "EXTRA") and player.vp == 11 + 6 + 10 + 5  # area, castle colour
    oracle.apply("place 2 on 25 with die 0")
    assert oracle.decision() == (0, "SALE")
    oracle.apply("sell 3 with die 0")
    assert oracle.decision() == (0, "MAIN") and player.vp == 32 + 4 and player.used == [True, False]


@rule("R8.6", "R8.7")
def test_x28_town_hall_without_tiles():
    oracle, player = started()
    place(oracle, player, "town_hall", 11)
    assert oracle.decision() == (0, "MAIN")


@rule("R8.6", "R10.1")
def test_town_hall_with_a_purchase():
    oracle, player = started()
    player.silver, oracle.black[3] = 2, K["mine"]
    place(oracle, player, "town_hall", 11)
    assert oracle.legal() == ["buy 3", "pass"]
    oracle.apply("buy 3")
    assert oracle.decision() == (0, "TOWNHALL") and oracle.legal() == ["pass", "place 0 on 24 with die 0"]
    oracle.apply("pass")
    assert oracle.decision() == (0, "MAIN") and player.storage[0] == K["mine"]


# ---------------------------------------------------------------------- R9: areas and colours
@rule("R9.1")
@pytest.mark.parametrize("size", range(1, 9))
@pytest.mark.parametrize("phase", range(5))
def test_x1_x2_areas(size, phase):
    number, hexes = next(
        (entry["id"], area["hexes"])
        for entry in DUCHIES["duchies"]
        for area in entry["areas"]
        if area["size"] == size and area["color"] == "building"
    )
    oracle, player = started(2, duchy_board(number).castle_hexes[0], duchies=number)
    oracle.phase = phase
    player.tiles = [None] * 37
    names = ["bank", "market", "church", "carpenter", "warehouse", "boarding_house", "town_hall"]
    for h, name in zip(hexes[1:], names, strict=False):
        player.tiles[h] = K[name]
    player.tiles[player.board.neighbours[hexes[0]][0]] = K["ship"]
    points = place(oracle, player, "watchtower", hexes[0]) - 4
    assert points == size * (size + 1) // 2 + (10, 8, 6, 4, 2)[phase]


@rule("R9.2", "R9.3", "R1.6")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_e9_colour_bonus(n):
    oracle, _ = started(n)
    gained = []
    for seat in range(n):
        player = oracle.players[seat]
        put(player, mine=[29, 33])
        gained.append(place(oracle, player, "mine", 24) - 16)
        finish_turn(oracle)
    assert gained == {2: [5, 2], 3: [6, 3, 0], 4: [7, 4, 0, 0]}[n]
    view = oracle.public()
    assert view["bonus_left"][5] == [False, False]
    assert [owned[5] for owned in view["bonus_owned"]] == [1, 2, 0, 0][:n]


@rule("R9.2", "R9.1")
def test_x27_castles():
    oracle, player = started()
    oracle.phase = 2
    put(player, bank=11, castle=[1, 2])
    assert place(oracle, player, "castle", 6) == 6 + 6 + 5
    assert oracle.decision() == (0, "EXTRA")


# ---------------------------------------------------------------------- R11, R12: ends
@rule("R11.1", "R12")
def test_x8_mines():
    oracle, player = started()
    owns(player, 2)
    put(player, mine=[24, 29, 33])
    oracle._end_phase()
    assert (player.silver, player.workers) == (3, 3)


@rule("R11.2", "R12")
def test_e14_to_e17_x15_final_scoring():
    oracle, player = started()
    player.sold = goods(t1=4, t2=3, t3=3, t4=1)
    for number, points in ((15, 8), (25, 11)):
        player.tiles[30] = K[f"monastery_{number}"]
        assert oracle.scores()[0] == points
    player.tiles[30] = None
    put(player, monastery_17=34, monastery_22=35, watchtower=[8, 11], bank=[22, 25, 26, 31])
    assert oracle.scores()[0] == 24
    player.tiles = [None] * 37
    put(player, monastery_24=30, sheep_2=[0, 4, 5], cow_3=9, pig_4=10)
    assert oracle.scores()[0] == 12
    player.tiles = [None] * 37
    player.workers, player.silver, player.goods = 5, 3, goods(t1=2)
    player.storage = [K["ship"]] * 3
    assert oracle.scores() == [7, 0]
    put(player, monastery_26=30)
    player.bonus.update(ship=1, mine=2)
    assert oracle.scores()[0] == 13


@rule("R12")
@pytest.mark.parametrize(
    ("number", "building"),
    [
        (16, "warehouse"), (17, "watchtower"), (18, "carpenter"), (19, "church"),
        (20, "market"), (21, "boarding_house"), (22, "bank"), (23, "town_hall"),
    ],
)  # fmt: skip
def test_monasteries_for_buildings(number, building):
    oracle, player = started()
    put(player, **{f"monastery_{number}": 30, building: [8, 11, 22]})
    assert oracle.scores()[0] == 12


@rule("R11.3")
def test_x11_winner():
    oracle, player = started(3)
    assert oracle.winners() == [2]
    oracle.players[1].tiles[20] = K["ship"]
    assert oracle.winners() == [1]
    player.vp = 1
    assert oracle.winners() == [0]
    oracle.track = [1, 1, 1]
    oracle.arrival = [3, 1, 2]
    player.vp, oracle.players[1].tiles[20] = 0, None
    assert oracle.winners() == [1]


# ---------------------------------------------------------------------- S9: solo mode
@rule("S9.1", "S9.11")
def test_solo_setup():
    chance = FixedChance()
    oracle = BurgundyOracle(chance, num_players=1)
    assert "start" not in [name for name, _ in chance.calls]
    view = oracle.public()
    assert view["solo"]["target"] == 50 and view["duchy_number"] == [33] and view["workers"] == [2]
    assert view["supply_left"] == [40, 20, 20, 20, 13, 10, 40] and len(view["black"]) == 4
    assert oracle.legal() == sorted(f"place 0 on {h} with die 0" for h in (6, 17, 26, 28))
    assert view["order"] == [0] and view["track"] == [0] and view["bonus_left"] == [[True, True]] * 6


@rule("S9.3")
def test_x10_6_a_tile_is_removed():
    oracle, player = solo()
    oracle.white = 3
    oracle.depots[3] = [K["ship"], K["bank"]]
    oracle._remove_a_tile()
    assert oracle.depots[3] == [None, K["bank"]]
    sweep(oracle)
    oracle._remove_a_tile()


@rule("S9.3")
def test_solo_round_start():
    oracle = BurgundyOracle(FixedChance(rolls={"white": [1]}), num_players=1)
    oracle.apply("place 0 on 6 with die 0")
    assert oracle.depots[1][0] is None and oracle.depots[1][1] is not None
    assert sum(slots.count(None) for slots in oracle.depots) == 1
    assert oracle.depot_goods[1] == goods(t1=1)


@rule("S9.4")
def test_x10_8_rivers():
    oracle, player = solo()
    player.tiles = [None] * 37
    put(player, ship=0)
    assert player.may_cover(K["ship"], 30)
    legal = {h for h in range(37) if player.may_cover(JOKER, h)}
    assert legal == {1, 4, 30}
    assert solo_board(33).area(0) == [0]


@rule("S9.5", "S9.2")
def test_x10_7_ship_and_exchange():
    oracle, player = solo()
    put(player, mine=1)
    player.goods = goods(t1=2, t4=2)
    oracle.depot_goods[1], oracle.depot_goods[4] = goods(t2=1, t3=1), goods(t6=1)
    oracle.black[2] = K["bank"]
    place(oracle, player, "ship", 0)
    assert oracle.decision() == (0, "SOLO_ORDER")
    oracle.apply("resolve effect")
    oracle.apply("depot 2")
    assert player.goods == goods(t1=2, t2=1, t3=1, t4=2) and oracle.depot_goods == [goods()] * 6
    assert oracle.decision() == (0, "EXCHANGE") and oracle.legal() == ["exchange", "pass"]
    oracle.apply("exchange")
    for g in (1, 1, 2, 3, 4):
        assert oracle.decision() == (0, "EXCHANGE_GOOD")
        oracle.apply(f"goods {g}")
    assert oracle.decision() == (0, "EXCHANGE_TILE") and oracle.legal() == ["buy 2"]
    oracle.apply("buy 2")
    assert player.storage == [JOKER, None, None] and player.goods == goods(t4=1)
    assert oracle.track == [0] and oracle.black == [None] * 4 and player.sold == goods()


@rule("S9.5")
def test_exchange_needs_five_goods_and_a_black_tile():
    for number, black in ((4, "bank"), (5, None)):
        oracle, player = solo(solo_order="fixed")
        put(player, mine=1)
        player.goods = goods(t1=number)
        oracle.black[0] = K.get(black)
        place(oracle, player, "ship", 0)
        assert oracle.decision() == (0, "MAIN")


@rule("S9.6")
def test_x10_1_joker():
    oracle, player = solo()
    put(player, bank=2)
    oracle.depot_goods[1] = goods(t2=2)
    oracle.black[0] = K["bank"]
    player.goods = goods(t1=5)
    place(oracle, player, "joker", 9)  # an area of one ship space
    assert oracle.legal() == ["resolve area", "resolve phase"] and player.tiles[9] == JOKER
    oracle.apply("resolve area")
    assert oracle.decision() == (0, "MAIN") and player.vp == 11 and player.goods == goods(t1=5)
    place(oracle, player, "joker", 1)
    oracle.apply("resolve phase")
    oracle._end_phase()
    assert player.silver == 0 and player.board.colours[1] == "mine"


@rule("S9.6", "R12.1")
def test_joker_has_no_helping_monastery():
    oracle, player = solo()
    put(player, monastery_9=11, monastery_10=12, monastery_11=13)
    dice(player, 1, 1)
    hand(player, "joker", "bank")
    assert texts(oracle, "place 0 on 3") == [] and len(texts(oracle, "place 1 on 3")) == 2


@rule("S9.7", "S9.8")
def test_x10_2_monastery_26():
    oracle, player = solo()
    mines = [h for h in range(37) if player.board.colours[h] == "mine"]
    castles = [h for h in range(37) if player.board.colours[h] == "castle"]
    put(player, mine=mines, castle=castles, bank=3, monastery_1=[12, 13])
    player.tiles[12] = None
    player.silver = 0
    place(oracle, player, "monastery_26", 12)
    assert player.vp == 6 and oracle.decision() == (0, "MAIN")


@rule("S9.7", "S9.9")
def test_x10_11_gain_of_nothing_and_mine():
    oracle, player = solo()
    put(player, castle=17, bank=2)
    player.silver = 3
    place(oracle, player, "monastery_17", 12)
    assert oracle.decision()[1] != "BUY_VP" and player.vp == 0
    player.silver = 0
    place(oracle, player, "mine", 1)
    assert oracle.decision() == (0, "SOLO_ORDER")
    assert oracle.public()["solo"]["pool"] == {"area": 1, "phase": 1, "colour": 0, "effect": 0, "reset": 0}
    oracle.apply("resolve phase")
    assert player.vp == 11


@rule("S9.9")
def test_x10_3_targets():
    oracle, player = solo()
    seen = []
    for _ in range(12):
        seen.append(oracle.target)
        player.vp, player.goods, player.used = oracle.target - 1, goods(t1=1), [False, False]
        player.dice[0], player.silver = 1, 0
        oracle.apply("sell 1 with die 0")
        assert player.vp == 0 and oracle.decision() == (0, "EXTRA")
        oracle.apply("workers with die 0")
        player.silver = 0
    assert seen == [50, 45, 40, 35, 30, 25, 20, 15, 10, 5, 5, 5]


def watchtower_in_solo(silver, marker=44):
    """A gain of 4 by a watchtower that completes no area."""
    oracle, player = solo()
    player.vp, player.silver = marker, silver
    put(player, mine=1)
    place(oracle, player, "watchtower", 4)
    return oracle, player


@rule("S9.9")
def test_x10_4_points_are_bought():
    oracle, player = watchtower_in_solo(silver=6)
    assert oracle.decision() == (0, "BUY_VP") and oracle.legal() == ["buy a point", "pass"]
    oracle.apply("buy a point")
    oracle.apply("buy a point")
    assert oracle.decision() == (0, "EXTRA") and player.silver == 4
    assert oracle.public()["solo"]["marker"] == 0 and oracle.target == 45
    oracle, player = watchtower_in_solo(silver=1)
    oracle.apply("buy a point")
    assert player.vp == 49 and oracle.decision() == (0, "MAIN")
    oracle, player = watchtower_in_solo(silver=1)
    oracle.apply("pass")
    assert player.vp == 48 and oracle.decision() == (0, "MAIN")


@rule("S9.9", "S9.10")
@pytest.mark.parametrize(("gains", "marker"), [("two", 8), ("one", 0)])
def test_x10_5_overshoot_is_lost(gains, marker):
    oracle, player = solo(solo_target=45, solo_area_gains=gains)
    oracle.phase = 1
    player.vp = 44
    put(player, mine=1)
    place(oracle, player, "joker", 0)
    if gains == "two":
        assert oracle.legal() == ["resolve area", "resolve phase"]
        oracle.apply("resolve area")
        assert oracle.legal() == ["resolve phase", "resolve reset"]
        oracle.apply("resolve phase")
    assert oracle.decision() == (0, "EXTRA") and player.vp == marker and oracle.target == 40


@rule("S9.9", "R7.2")
def test_x10_10_silver_of_a_sale_first():
    oracle, player = solo()
    player.vp, player.goods = 45, goods(t3=2)
    dice(player, 3, 3)
    oracle.apply("sell 3 with die 0")
    assert player.vp == 49 and oracle.decision() == (0, "BUY_VP")
    oracle.apply("buy a point")
    assert player.vp == 0 and oracle.target == 45 and oracle.decision() == (0, "EXTRA")


@rule("S9.8")
def test_colour_gives_a_black_tile():
    oracle, player = solo(castle=17)
    mines = [h for h in range(37) if player.board.colours[h] == "mine"]
    put(player, mine=[h for h in mines if h != 21])
    oracle.black = [K["bank"], K["cow_2"], K["warehouse"], None]
    place(oracle, player, "mine", 21)
    assert oracle.legal() == ["resolve area", "resolve colour", "resolve phase"]
    oracle.apply("resolve colour")
    assert oracle.decision() == (0, "COLOUR_TILE")
    assert oracle.legal() == ["buy 0", "buy 1", "buy 2"]
    oracle.apply("buy 0")
    assert oracle.decision() == (0, "COLOUR_SPACE")
    spaces = [h for h in range(37) if player.may_cover(K["bank"], h)]
    assert oracle.legal() == sorted(f"place 0 on {h} with die 0" for h in spaces)
    oracle.apply("place 0 on 16 with die 0")
    assert oracle.black[0] is None and player.tiles[16] == K["bank"]
    assert oracle.legal() == ["resolve area", "resolve effect", "resolve phase"]
    oracle.apply("resolve effect")
    assert player.silver == 2


@rule("S9.8")
def test_colour_without_a_legal_tile_is_lost():
    oracle, player = solo(castle=17, solo_order="fixed")
    mines = [h for h in range(37) if player.board.colours[h] == "mine"]
    put(player, mine=[h for h in mines if h != 21])
    place(oracle, player, "mine", 21)
    assert oracle.decision() == (0, "MAIN")


@rule("S9.10")
def test_solo_fixed_order():
    oracle, player = solo(solo_order="fixed")
    player.vp = 41
    place(oracle, player, "watchtower", 10)
    # effect 4 -> 45, area 1 -> 46, phase 10 -> reached, then the reset action
    assert oracle.decision() == (0, "EXTRA") and player.vp == 0 and oracle.target == 45


@rule("S9.10")
def test_livestock_is_counted_when_carried_out():
    oracle, player = solo(castle=17)
    put(player, sheep_2=18)
    hand(player, "castle")
    place(oracle, player, "sheep_3", 23)
    assert oracle.decision() == (0, "MAIN") and player.vp == 5


@rule("S9.11")
def test_x10_9_win_and_loss():
    oracle, player = solo()
    full = [K["ship"]] * 37
    player.tiles = [None if h in (0, 9) else tile for h, tile in enumerate(full)]
    oracle.phase = 4
    place(oracle, player, "ship", 9)
    while oracle.decision()[1] != "MAIN":
        oracle.apply(oracle.legal()[0])
    assert oracle.winners() == [] and oracle.scores() == [36]
    place(oracle, player, "ship", 0)
    assert oracle.decision() is None and oracle.scores() == [37] and oracle.winners() == [0]
    assert oracle.legal() == []


# ---------------------------------------------------------------------- C: the Chateauma
@rule("C1.1", "C1.2", "C1.3", "C1.4", "C1.5", "C1.6", "C1.7", "C1.8", "C2", "C13.1")
def test_x13_19_setup():
    orders = {"territory": [[3, 5, 8, 1, 2, 4, 6, 7, 9], [9, 7, 6, 5, 4, 3, 2, 1]]}
    oracle = BurgundyOracle(FixedChance(orders=orders), num_players=2, chateauma="easy")
    view = oracle.public()
    assert view["automa"]["cards"] == [8, 9] and view["automa"]["deck"] == 7
    assert view["automa"]["spaces"] == [[K["castle"], None, None, None], [None] * 4]
    assert view["goods"][2] == [1] * 6 and view["silver"] == [1, 1, 1]
    assert view["workers"] == [1, 2, 0] and view["order"] == [0, 1, 2]
    assert view["supply_left"] == [40, 20, 20, 20, 11, 10, 40]
    assert [sum(held) for held in view["goods"]] == [3, 3, 6] and len(view["depots"][0]) == 3


@rule("C1.8", "C12.2")
def test_modifier_c():
    chance = FixedChance(rolls={"start": [1]})
    oracle = BurgundyOracle(chance, num_players=3, chateauma="easy", modifiers="C")
    view = oracle.public()
    assert view["order"] == [3, 1, 2, 0] and view["workers"] == [4, 2, 3, 0]
    assert oracle.decision() == (1, "START_CASTLE")


@rule("C12.1", "C13.1")
@pytest.mark.parametrize(("level", "points"), [("easy", 17), ("medium", 21), ("hard", 25)])
def test_levels(level, points):
    _, automa = chateauma(level=level)
    assert automa.new_card(4).points == points
    assert automa.new_card(8).colours[2] == "livestock"
    assert isinstance(automa.new_card(4), Card)


@rule("C13.1")
def test_third_space_of_card_8():
    _, automa = chateauma(card8_third_space="castle")
    assert automa.new_card(8).colours == ["castle", "mine", "castle", "ship"]


@rule("C12.2", "C13.2")
def test_modifiers_a_and_b():
    oracle = BurgundyOracle(FixedChance(), num_players=1, chateauma="easy", modifiers="AB")
    view = oracle.public()
    assert view["automa"]["duchy"] == [3, 1, 1, 1, 1, 1]
    assert view["automa"]["duchy_tiles"] == sorted([0, K["mine"], K["castle"]])
    assert view["supply_left"] == [39, 20, 20, 20, 11, 9, 35]
    oracle.automa.pay_mines()
    assert oracle.automa.silver == 2


@rule("C5")
def test_x13_1_livestock():
    oracle, automa = chateauma()
    automa.cards = [card(automa, 1), card(automa, 9, s0="sheep_2")]
    automa.duchy.append(Laid(K["sheep_3"]))
    oracle.depots[0][0] = K["sheep_4"]
    turn(oracle, 1, 1)
    assert automa.vp == 9


@rule("C3.1", "C4")
def test_x13_2_search():
    oracle, automa = chateauma()
    automa.cards = [card(automa, 8), card(automa, 6)]
    oracle.depots[2] = [K["bank"], K["monastery_3"]]
    turn(oracle, 5, 3)
    assert names(automa.cards[1].spaces) == [None, "monastery_3", None, None]
    oracle, automa = chateauma()
    automa.cards = [card(automa, 8), card(automa, 6)]
    oracle.depots[2] = [K["mine"], K["cow_2"]]
    oracle.depots[3] = [K["bank"], K["ship"]]
    turn(oracle, 6, 3)
    assert names(automa.cards[1].spaces) == ["ship", None, None, None]


@rule("C4", "C6")
def test_x13_3_reserve_and_joker():
    oracle, automa = chateauma()
    automa.cards = [card(automa, 6), card(automa, 1)]
    automa.reserve["building"] = [K["bank"], K["watchtower"]]
    turn(oracle, 1, 1)
    assert names(automa.cards[0].spaces) == [None, None, "watchtower", None] and automa.vp == 4
    automa.reserve["building"] = []
    automa.jokers = [K["mine"], K["boarding_house"]]
    automa.goods = goods(t4=2)
    turn(oracle, 1, 1)
    assert automa.cards[0].show()[0] == "joker" and automa.jokers == [K["mine"]]
    assert automa.vp == 4 + 4 and automa.silver == 1  # sold in step 3


@rule("C4", "C9")
def test_x13_4_joker_from_the_black_depot_or_silver():
    oracle, automa = chateauma()
    automa.cards = [card(automa, 6), card(automa, 1)]
    oracle.black[1] = K["bank"]
    turn(oracle, 1, 1)
    assert automa.jokers == [K["bank"]] and oracle.black == [None] * 4 and not any(automa.cards[0].spaces)
    automa.jokers = []
    turn(oracle, 1, 1)
    assert automa.silver == 2


@rule("C5")
def test_x13_5_church():
    oracle, automa = chateauma()
    oracle.white = 5
    oracle.depots[2][0] = oracle.depots[5][1] = K["castle"]
    automa.effect(K["church"])
    assert oracle.depots[5][1] is None and automa.reserve["castle"] == [K["castle"]]
    sweep(oracle)
    oracle.depots[0][0], oracle.depots[1][0] = K["monastery_1"], K["mine"]
    automa.effect(K["church"])
    assert automa.reserve["mine"] == [K["mine"]] and oracle.depots[0][0] is not None


@rule("C5")
def test_market_and_carpenter():
    oracle, automa = chateauma()
    oracle.white = 2
    oracle.depots[1] = [K["cow_2"], K["bank"]]
    oracle.depots[0] = [K["ship"], K["market"]]
    automa.effect(K["market"])
    automa.effect(K["carpenter"])
    assert automa.reserve["ship"] == [K["ship"]] and automa.reserve["building"] == [K["bank"]]
    automa.effect(K["bank"])
    automa.effect(K["boarding_house"])
    assert (automa.silver, automa.vp) == (2, 2)


@rule("C5")
def test_x13_6_ship():
    oracle, automa = chateauma()
    oracle.white = 3
    oracle.depot_goods[0], oracle.depot_goods[3] = goods(t1=2), goods(t2=1, t6=1)
    automa.effect(K["ship"])
    assert automa.goods == goods(t2=1, t6=1) and oracle.track == [0, 1]
    sweep(oracle)
    automa.effect(K["ship"])
    assert oracle.track == [0, 2] and oracle.turn_order() == [1, 0]
    for _ in range(7):
        automa.effect(K["ship"])
    assert oracle.track == [0, 6]


@rule("C5")
def test_x13_7_sale():
    oracle, automa = chateauma()
    automa.goods = goods(t2=3, t5=3)
    automa.sell()
    assert (automa.silver, automa.vp, automa.goods) == (1, 6, goods(t5=3))
    automa.goods = goods()
    automa.sell()
    assert (automa.silver, automa.vp) == (1, 6)
    automa.empty_sale_vp = 2
    automa.sell()
    assert automa.vp == 8


@rule("C5", "C6", "C7")
def test_x13_8_redirected_castle_bonus():
    for ship_there in (True, False):
        oracle, automa = chateauma()
        automa.cards = [
            card(automa, 7, s0="bank", s2="bank", s3="cow_2", s4="ship"),
            card(automa, 6, s1="monastery_1", s2="bank", s3="ship"),
        ]
        automa.deck = [1, 2]
        automa.goods = goods(t1=1)
        oracle.depots[2][0] = K["castle"]
        if ship_there:
            oracle.depots[5][0] = K["ship"]
        turn(oracle, 2, 3)
        if ship_there:  # the sell symbol of card 6 sells, both cards are complete
            assert automa.vp == 2 + 21 + 18 and oracle.track == [0, 1]
            assert [c.id for c in automa.cards] == [1, 2] and automa.discard == [7, 6]
        else:
            assert automa.vp == 2 + 21 and [c.id for c in automa.cards] == [6, 1]
        assert automa.goods == goods() and automa.silver == 1


@rule("C5")
def test_x13_9_town_hall():
    for mines, expected in ((2, "mine"), (1, "cow_2")):
        oracle, automa = chateauma()
        automa.cards = [card(automa, 1), card(automa, 2)]
        automa.reserve["mine"] = [K["mine"]] * mines
        automa.reserve["livestock"] = [K["cow_2"]]
        automa.effect(K["town_hall"])
        assert [name for name in names(automa.cards[0].spaces) if name] == [expected]


@rule("C7")
def test_x13_10_completed_card():
    oracle, automa = chateauma()
    automa.cards = [card(automa, 4, s0="bank", s1="castle", s2="monastery_1", s3="mine"), card(automa, 6)]
    automa.deck = [2, 3]
    oracle.depots[0][0] = K["carpenter"]
    turn(oracle, 1, 1)
    assert automa.vp == 21 and [c.id for c in automa.cards] == [6, 2]
    assert oracle.public()["automa"]["duchy"] == [2, 0, 0, 1, 1, 1] and automa.discard == [4]


@rule("C7")
def test_deck_is_reshuffled_and_jokers_are_turned():
    oracle, automa = chateauma()
    automa.cards = [card(automa, 1, s0="mine", s1="cow_2"), card(automa, 6)]
    automa.deck, automa.discard = [], [5, 2]
    automa.jokers = [K["mine"]]
    turn(oracle, 1, 1)
    assert automa.covered["mine"] == 2 and automa.covered["monastery"] == 0
    assert [c.id for c in automa.cards] == [6, 1] and automa.deck == [2, 5]
    automa.pay_mines()
    assert automa.silver == 2


@rule("C9")
def test_x13_11_purchase():
    oracle, automa = chateauma()
    automa.silver = 3
    automa.reserve["building"], automa.reserve["ship"] = [K["bank"]], [K["ship"]]
    oracle.black = [K["ship"], K["bank"], K["cow_2"], K["monastery_1"]]
    automa.buy()
    assert automa.silver == 1 and automa.reserve["livestock"] == [K["cow_2"]] and oracle.black[2] is None
    automa.buy()
    assert automa.silver == 1


@rule("C10", "C3.3")
def test_x13_12_final_scoring():
    oracle, automa = chateauma()
    automa.silver, automa.goods = 2, goods(t1=3)
    automa.reserve["ship"], automa.jokers = [K["ship"]] * 3, [K["monastery_9"]]
    automa.duchy = [Laid(K["monastery_1"]), Laid(K["monastery_2"]), Laid(K["monastery_3"], face_up=False)]
    automa.cards = [card(automa, 2, s0="bank", s2="cow_2", s3="monastery_4"), card(automa, 1)]
    assert oracle.scores()[1] == 27
    automa.cards[1].spaces[0] = Laid(K["mine"], face_up=False)
    assert oracle.scores()[1] == 29
    automa.cards[1].spaces[1] = Laid(K["mine"])
    automa.pay_mines()
    assert automa.silver == 3


@rule("C10")
def test_x13_16_the_chateauma_wins_ties():
    oracle, automa = chateauma(2)
    automa.cards = [card(automa, 1), card(automa, 2)]
    automa.vp = oracle.players[0].vp = 10
    assert oracle.winners() == [2]
    oracle.players[0].vp = oracle.players[1].vp = 11
    assert oracle.winners() == [1]


@rule("C7", "C12.2", "C13.2")
def test_x13_17_extra_turn():
    for full_rest in (False, True):
        oracle, automa = chateauma(modifiers="D")
        automa.covered["ship"] = 3
        rest = card(automa, 1, s0="mine", s1="cow_2") if not full_rest else card(automa, 1, **FULL_CARD_1)
        automa.cards = [card(automa, 3, s1="bank", s2="cow_3", s3="bank"), rest]
        automa.deck, automa.goods = [2, 5], goods(t3=1)
        oracle.depots[0][0], oracle.depots[4][0] = K["ship"], K["monastery_5"]
        turn(oracle, 2, 1)
        assert automa.covered["ship"] == 4 and automa.covered["monastery"] == 1
        assert automa.vp == 18 + 12 + (2 if full_rest else 0)
        assert (oracle.depots[4][0] is None) != full_rest
        assert [c.id for c in automa.cards] == [2, 5]


FULL_CARD_1 = {"s0": "mine", "s1": "cow_2", "s2": "monastery_1"}


@rule("C7", "C8", "R9.2")
@pytest.mark.parametrize(("left", "points", "rank"), [([1, 1], 5, 1), ([0, 1], 2, 2), ([0, 0], 0, 3)])
def test_bonus_tiles_and_stacking(left, points, rank):
    oracle, automa = chateauma()
    oracle.bonus_left["mine"] = [bool(there) for there in left]
    automa.covered["mine"], automa.covered["livestock"] = 2, 6
    automa.claimed["livestock"] = 3
    automa.cards = [card(automa, 1, s1="cow_2", s2="monastery_1"), card(automa, 6)]
    oracle.depots[0][0] = K["mine"]
    turn(oracle, 1, 1)
    view = oracle.public()
    assert automa.vp == 12 + points and view["automa"]["claimed"][5] == rank
    assert view["automa"]["duchy"][1] == 6 and K["cow_2"] in view["automa"]["duchy_tiles"]
    assert view["bonus_owned"][1][5] == (rank if rank < 3 else 0)
    assert view["bonus_left"][5] == ([False, bool(left[1])] if rank == 1 else [False, False])


@rule("C3.2", "C4", "C5")
def test_x13_18b_real_data():
    oracle, automa = chateauma()
    automa.cards = [card(automa, 8, s1="mine", s2="cow_2"), card(automa, 4)]
    automa.reserve["building"], automa.reserve["ship"] = [K["town_hall"]], [K["ship"]]
    counts = [goods(t1=3), goods(t1=2), goods(t5=3, t3=2), goods(t1=3), goods(t1=2), goods(t1=3)]
    oracle.depot_goods = counts
    turn(oracle, 6, 1)
    assert names(automa.cards[1].spaces) == ["town_hall", None, None, None, None]
    assert names(automa.cards[0].spaces) == [None, "mine", "cow_2", "ship"]
    assert automa.goods == goods(t5=3, t3=2) and oracle.track == [0, 1] and automa.vp == 0


@rule("C3.2", "C7", "C12.3")
def test_x13_18c_real_data():
    oracle, automa = chateauma()
    automa.cards = [card(automa, 7, s0="bank", s1="castle", s2="bank", s3="cow_2"), card(automa, 9)]
    automa.deck = [5]
    oracle.depots[5][0], oracle.depots[0][0] = K["cow_3"], K["ship"]
    oracle.depot_goods = [goods(t1=2), *[goods(t2=1)] * 5]
    turn(oracle, 2, 6)
    assert automa.vp == 21 and automa.goods == goods(t1=2) and [c.id for c in automa.cards] == [9, 5]
    assert oracle.depots[5][0] == K["cow_3"]


@rule("C13.3")
@pytest.mark.parametrize(
    ("humans", "level", "modifiers", "expected"),
    [(1, "medium", "", 167.6), (1, "hard", "ABD", 244.6), (2, "medium", "", 169.6), (3, "medium", "", 179.8)],
)
def test_sanity_figures(humans, level, modifiers, expected):
    """The humans are replaced by a dummy that removes tiles from the depots."""
    results = []
    for seed in range(400):
        chance = RandomChance(seed)
        oracle = BurgundyOracle(chance, num_players=humans, chateauma=level, modifiers=modifiers)
        for phase in range(5):
            oracle._start_phase(phase)
            for number in range(5):
                oracle._start_round(number)
                left = [
                    (d, s) for d in range(6) for s, tile in enumerate(oracle.depots[d]) if tile is not None
                ]
                for depot, slot in chance.random.sample(left, min(len(left), 2 * humans)):
                    oracle.depots[depot][slot] = None
                oracle.automa.turn()
            oracle._end_phase()
        results.append(oracle.scores()[-1])
    assert abs(mean(results) - expected) < 2.5


# ---------------------------------------------------------------------- playthroughs
SETTINGS = [
    {"num_players": 2},
    {"num_players": 3, "duchies": "random"},
    {"num_players": 4, "duchies": "random", "side_choice": True, "duchy_pool": "19-22"},
    {"num_players": 2, "duchies": [7, 30], "black_depot_spaces": 8},
    {"num_players": 1, "chateauma": "easy", "empty_sale_vp": 2},
    {"num_players": 2, "chateauma": "medium", "modifiers": "BD"},
    {"num_players": 3, "chateauma": "hard", "modifiers": "ABCD", "card8_third_space": "castle"},
    {"num_players": 1},
    {"num_players": 1, "solo_board": 34, "solo_target": 10},
    {"num_players": 1, "solo_order": "fixed", "solo_area_gains": "one", "solo_target": 5},
]


@rule("R1.7", "R5.1", "R8.3", "R11.3", "S9.11", "C2", "C3.1")
@pytest.mark.parametrize("options", SETTINGS, ids=lambda options: "-".join(map(str, options.values())))
def test_playthrough(options):
    names_seen = set()

    def check(oracle):
        conservation(oracle)
        if oracle.decision():
            names_seen.add(oracle.decision()[1])

    for seed in range(6):
        oracle = BurgundyOracle(RandomChance(seed), **options)
        play_on(oracle, random.Random(seed), check=check)
        assert oracle.decision() is None and oracle.legal() == []
        assert len(oracle.scores()) == oracle.P and len(oracle.winners()) <= 1
        if not oracle.solo:
            assert (oracle.phase, oracle.round) == (4, 4) and len(oracle.winners()) == 1
    assert {"MAIN", "EXTRA", "SHIP_DEPOT", "PICK", "DISCARD"} <= names_seen


@rule("R6.2", "R8.5", "S9.5", "S9.8", "S9.10")
def test_every_decision_occurs():
    seen = set()
    for options in SETTINGS:
        for seed in range(20):
            oracle = BurgundyOracle(RandomChance(100 + seed), **options)
            play_on(oracle, random.Random(seed), check=lambda o: seen.add((o.decision() or (0, ""))[1]))
            if len(seen) > 18:
                break
    expected = (
        "START_CASTLE MAIN EXTRA TOWNHALL PICK SALE SHIP_DEPOT SHIP_ADJ GOOD DISCARD "
        "SOLO_ORDER BUY_VP EXCHANGE EXCHANGE_GOOD EXCHANGE_TILE"
    )
    assert set(expected.split()) <= seen


@pytest.mark.parametrize(
    "options",
    [
        {"num_players": 5}, {"num_players": 4, "chateauma": "easy"}, {"modifiers": "A"}, {"duchies": 31},
        {"duchies": [1]}, {"side_choice": True}, {"solo_target": 4}, {"unknown": 1},
        {"chateauma": "easy", "modifiers": "AA"}, {"empty_sale_vp": 2},
    ],
)  # fmt: skip
def test_options_are_checked(options):
    with pytest.raises(ValueError):
        BurgundyOracle(FixedChance(), **options)
