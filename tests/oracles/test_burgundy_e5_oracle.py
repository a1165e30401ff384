"""E5 on the oracle of The Castles of Burgundy: white castles (examples X5.1, X5.2).

Rule marks: "E5.4" = rules_expansions.md 5.4.
"""

from collections import Counter

import pytest

from .burgundy import BurgundyOracle
from .burgundy_positions import K, dice, goods, hand, owns, place, put, solo, started, texts
from .chance import FixedChance

rule = pytest.mark.rule
E5 = {"modules": ("e5",)}


@rule("E5.1", "E5.2")
def test_nine_tiles():
    oracle = BurgundyOracle(FixedChance(), **E5)
    assert oracle.public()["supply_left"] == [46, 20, 20, 21, 12, 10, 42]
    counts = {name: Counter(tiles) for name, tiles in oracle.supplies.items()}
    assert counts["building"][K["white_castle"]] == 6 and counts["black"][K["white_castle"]] == 2
    assert counts["monastery"][K["monastery_29"]] == 1
    assert BurgundyOracle(FixedChance(), num_players=1, **E5).public()["supply_left"][0] == 46


@rule("E5.4", "E0.6")
def test_x5_1_white_action():
    oracle, player = started(**E5)
    oracle.white = 4
    for depot in range(6):
        oracle.depots[depot][0] = K["ship"]
    player.goods = goods(t4=2, t5=1)
    player.storage[1] = K["castle"]
    place(oracle, player, "white_castle", 25)
    assert oracle.decision() == (0, "WHITE_ACTION")
    assert oracle.legal() == ["sell 4 with die 0", "take 4.0 with die 0", "workers with die 0"]
    player.workers = 1
    assert set(texts(oracle, "take")) == {f"take {depot}.0 with die 0" for depot in (3, 4, 5)}
    assert texts(oracle, "sell") == ["sell 4 with die 0", "sell 5 with die 0"]
    oracle.apply("take 3.0 with die 0")
    assert player.workers == 0 and K["ship"] in player.storage
    assert oracle.public()["white"] == 4 and oracle.public()["used"][0] == [True, False]
    put(player, ship=20)
    place(oracle, player, "white_castle", 14)  # second one in the round, in another town
    assert texts(oracle, "take") == ["take 4.0 with die 0"]


@rule("E5.4", "R12.1")
def test_white_action_places_and_takes_workers():
    oracle, player = started(**E5)
    oracle.white = 1
    player.storage[1] = K["ship"]
    put(player, bank=22)
    place(oracle, player, "white_castle", 25)
    assert texts(oracle, "place") == ["place 1 on 16 with die 0"]  # 16 shows a 1, 17 and 19 do not
    oracle.apply("place 1 on 16 with die 0")
    assert oracle.track == [1, 0] and oracle.decision() == (0, "MAIN")
    owns(player, 14, 13)
    player.used = [False, False]
    put(player, ship=19)
    place(oracle, player, "white_castle", 13)
    oracle.apply("workers with die 0")
    assert (player.workers, player.silver) == (4, 1)


@rule("E5.4", "R12.1")
@pytest.mark.parametrize(
    ("monasteries", "depots"),
    [((), [3, 4, 5]), ((12,), [2, 3, 4, 5, 6]), ((8,), [2, 3, 4, 5, 6]), ((8, 12), [1, 2, 3, 4, 5, 6])],
)
def test_monasteries_help_with_the_white_value(monasteries, depots):
    oracle, player = started(**E5)
    owns(player, *monasteries)
    oracle.white, player.workers = 4, 1
    for depot in range(6):
        oracle.depots[depot][0] = K["ship"]
    place(oracle, player, "white_castle", 25)
    assert texts(oracle, "take") == [f"take {depot}.0 with die 0" for depot in depots]


@rule("E5.4")
def test_white_action_is_not_declined_and_lets_purchases_in():
    oracle, player = started(**E5)
    player.silver, oracle.black[0] = 2, K["mine"]
    oracle.white = 4
    place(oracle, player, "white_castle", 25)
    assert oracle.legal() == ["buy 0", "workers with die 0"]
    oracle.apply("buy 0")
    assert oracle.decision() == (0, "WHITE_ACTION")
    assert oracle.legal() == ["place 0 on 24 with die 0", "workers with die 0"]  # 24 shows a 4
    oracle.apply("workers with die 0")
    assert oracle.decision() == (0, "MAIN") and player.used == [True, False]


@rule("E5.5")
def test_value_of_the_round_in_progress():
    oracle = BurgundyOracle(FixedChance(rolls={"white": [2, 5]}), **E5)
    for _ in range(2):
        oracle.apply("place 0 on 18 with die 0")
    assert oracle.white == 3
    while oracle.round == 0:
        oracle.apply(next(t for t in oracle.legal() if t.startswith("workers") or t == "pass"))
    assert oracle.white == 6


@rule("E5.3")
def test_x5_2_a_ninth_building_type():
    oracle, player = started(**E5)
    put(player, white_castle=25, ship=[17, 19])
    assert not player.may_cover(K["white_castle"], 26) and player.may_cover(K["bank"], 26)
    put(player, monastery_1=30)
    assert player.may_cover(K["white_castle"], 26)
    assert not player.may_cover(K["white_castle"], 6)  # no castle space


@rule("E5.3")
def test_monastery_9_and_carpenter():
    oracle, player = started(**E5)
    owns(player, 9)
    hand(player, "white_castle")
    dice(player, 2, 2)
    assert "place 0 on 25 with die 0" in oracle.legal()
    oracle.depots[3][1] = K["white_castle"]
    place(oracle, player, "carpenter", 25)
    assert oracle.decision() == (0, "PICK") and texts(oracle, "take") == ["take 4.1 with die 0"]


@rule("E5.3", "E1.4")
def test_not_a_castle_tile():
    oracle, player = started(2, 6, duchies=11, castle_connection=True, modules=("e5", "shields"))
    put(player, white_castle=11)
    player.tiles[6] = None
    put(player, white_castle=2)
    assert not player.castle_connected(1) and not player.beside_castle(1)
    player.shields = {}
    assert oracle._spot_texts(player) == []


@rule("E5.3", "E2.7")
def test_monastery_29():
    oracle, player = started(**E5)
    put(player, white_castle=[25, 14, 28], bank=26, monastery_29=30)
    assert oracle.scores()[0] == 12


@rule("E5.4", "S9.7", "S9.10")
def test_solo_white_castle_and_monastery_29():
    oracle, player = solo(castle=17, **E5)
    oracle.white = 2
    put(player, bank=10)
    place(oracle, player, "white_castle", 16)
    assert oracle.decision() == (0, "WHITE_ACTION")
    oracle.apply("workers with die 0")
    assert place(oracle, player, "monastery_29", 12) == 4 and oracle.decision() == (0, "MAIN")
