"""Shields on the oracle of The Castles of Burgundy: taking, tribute, final scoring (examples X11.1-X11.11).

Rule marks: "E10.4" = rules_expansions.md 10.4. The eighteen abilities: test_burgundy_shield_abilities_oracle.py.
"""

import random

import pytest

from .burgundy import BurgundyOracle
from .burgundy_positions import (
    K,
    dice,
    end_of_phase,
    hand,
    owns,
    play_on,
    put,
    refused,
    shielded,
    started,
    texts,
)
from .chance import FixedChance, RandomChance

rule = pytest.mark.rule
SH = {"modules": ("shields",)}


@rule("E10.1", "E0.8")
@pytest.mark.parametrize(
    ("n", "expected"),
    [
        (2, [[1], [2], [3], [4], [5], [6]]),
        (3, [[1], [2, 3], [4], [5, 6], [7], [8, 9]]),
        (4, [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12]]),
    ],
)
def test_deal(n, expected):
    chance = FixedChance()
    oracle = BurgundyOracle(chance, num_players=n, **SH)
    assert oracle.public()["shields"] == expected and chance.asked("shields") == [list(range(1, 19))]
    assert oracle.public()["depot_goods"] == [[0] * 6] * 6  # no goods


@rule("E10.1")
def test_shields_stay_and_are_not_refilled():
    oracle, _ = started(**SH)
    oracle.depot_shields[2][0] = 9
    oracle._start_phase(1)
    assert oracle.public()["shields"] == [[None], [None], [9], [None], [None], [None]]


# ---------------------------------------------------------------------- taking a shield
@rule("E10.2", "E10.3")
def test_x11_1_two_workers_for_a_double():
    oracle, player = started(**SH)
    oracle.depot_shields[4][0], oracle.depot_shields[2][0] = 9, 1
    dice(player, 5, 3)
    player.workers = 1
    assert not texts(oracle, "shield")
    player.workers = 2
    assert texts(oracle, "shield") == ["shield 3.0", "shield 5.0"]
    oracle.apply("shield 5.0")
    assert player.workers == 0 and player.used == [True, True]
    assert oracle.decision() == (0, "SHIELD_SPOT") and oracle.legal() == ["spot 18"]
    oracle.apply("spot 18")
    assert oracle.public()["shields_owned"] == [[[18, 9]], []]
    assert oracle.public()["shields"][4] == [None] and oracle.decision() == (1, "MAIN")


@rule("E10.2", "R12.1")
@pytest.mark.parametrize(
    ("values", "depot", "eight", "cost"),
    [
        ((6, 1), 1, False, 1),
        ((6, 1), 3, False, 5),
        ((6, 1), 3, True, 3),
        ((4, 4), 4, False, 0),
        ((2, 6), 6, False, 2),
    ],
)
def test_x11_2_cost(values, depot, eight, cost):
    oracle, player = started(**SH)
    owns(player, *([8] if eight else []), 12, 9)  # 9-12 do not help
    oracle.depot_shields[depot - 1][0] = 5
    dice(player, *values)
    player.workers = cost - 1
    assert not texts(oracle, "shield")
    player.workers = cost
    assert texts(oracle, "shield") == [f"shield {depot}.0"]
    oracle.apply(f"shield {depot}.0")
    assert player.workers == 0


@rule("E10.2")
def test_both_dice_must_be_unused():
    oracle, player = started(**SH)
    oracle.depot_shields[4][0] = 9
    dice(player, 5, 5)
    oracle.apply("workers with die 0")
    assert refused(oracle, "shield 5.0")


@rule("E10.2", "E5.4", "R10.1")
def test_free_actions_stay_available():
    oracle, player = started(**SH)
    oracle.depot_shields[4][0], oracle.black[0], player.silver = 9, K["mine"], 2
    dice(player, 5, 5)
    oracle.apply("shield 5.0")
    oracle.apply("spot 18")
    assert oracle.decision() == (0, "MAIN") and oracle.legal() == ["buy 0", "pass"]


@rule("E10.3")
def test_place_or_replace():
    oracle, player = shielded(9)
    put(player, castle=[6, 1])
    oracle.depot_shields[4][0] = 12
    dice(player, 5, 5)
    oracle.apply("shield 5.0")
    assert oracle.legal() == ["spot 1", "spot 18", "spot 6"] and not player.has_shield(12)
    oracle.apply("spot 18")
    assert player.shields == {18: 12} and oracle.resolved["shield 9 replaced"] == 1
    assert oracle.decision() == (1, "MAIN")


@rule("E10.3", "E0.11")
def test_x11_11_losing_shield_4():
    oracle, player = shielded(4, 9)
    player.storage = [K["ship"], None, K["bank"], K["mine"], None, K["castle"], None, K["cow_2"]] + [None] * 4
    oracle.depot_shields[1][0] = 12
    dice(player, 2, 2)
    oracle.apply("shield 2.0")
    oracle.apply("spot 18")
    assert player.shields == {18: 12, 6: 9}
    assert oracle.decision() == (0, "DISCARD")
    assert oracle.legal() == [f"discard {k}" for k in (0, 2, 3, 5, 7)]
    oracle.apply("discard 2")
    assert oracle.legal() == [f"discard {k}" for k in (0, 3, 5, 7)]
    oracle.apply("discard 0")
    assert player.storage == [K["mine"], K["castle"], K["cow_2"]] and oracle.decision() == (1, "MAIN")


# ---------------------------------------------------------------------- tribute
@rule("E10.4", "E0.7", "E10.7")
@pytest.mark.parametrize(("given_up", "silver"), [(1, 4), (8, 2)])
def test_x11_4_tribute_before_the_mines(given_up, silver):
    oracle, player = shielded(1, 8, 13)
    oracle.phase, player.silver = 1, 2
    put(player, mine=[24, 29])
    end_of_phase(oracle)
    for number in (13, 8, 1):  # hexes 1, 6, 18
        assert oracle.decision() == (0, "TRIBUTE")
        assert f"give up shield {number}" in oracle.legal()
        oracle.apply(f"give up shield {number}" if number == given_up else f"pay silver for shield {number}")
    assert oracle.decision() is None and player.silver == silver
    assert sorted(player.shields.values()) == sorted({1, 8, 13} - {given_up})


@rule("E10.4", "E10.7")
def test_tribute_without_silver():
    oracle, player = shielded(9)
    player.workers = 3
    end_of_phase(oracle)
    assert oracle.legal() == ["give up shield 9"]  # workers need shield 3
    oracle.apply("give up shield 9")
    assert player.shields == {} and oracle.public()["shields"] == [[None]] * 6


@rule("E10.4", "E10.7")
def test_x11_5_shield_3():
    oracle, player = shielded(9, 3)
    player.workers = 2
    end_of_phase(oracle)
    assert oracle.legal() == ["give up shield 3", "pay a worker for shield 3"]
    oracle.apply("pay a worker for shield 3")
    assert oracle.legal() == ["give up shield 9", "pay a worker for shield 9"]
    oracle.apply("pay a worker for shield 9")
    assert player.workers == 0 and sorted(player.shields.values()) == [3, 9]
    oracle, player = shielded(9, 3)
    player.workers = 2
    end_of_phase(oracle)
    oracle.apply("give up shield 3")
    assert oracle.legal() == ["give up shield 9"]


@rule("E10.4", "E10.7")
def test_shield_3_mixes_workers_and_silver():
    oracle, player = shielded(9, 3, 12)
    player.workers, player.silver = 1, 2
    end_of_phase(oracle)
    oracle.apply("pay silver for shield 3")
    oracle.apply("pay a worker for shield 12")
    oracle.apply("pay silver for shield 9")
    assert (player.workers, player.silver) == (0, 0) and len(player.shields) == 3


@rule("E10.4", "E0.10", "E2.3")
def test_x11_5b_trade_inside_the_tribute():
    oracle, player = shielded(9, 3, modules=("shields", "e2"))
    owns(player, 28, 6)
    player.silver, oracle.black[0], oracle.depots[0][0] = 1, K["mine"], K["bank"]
    end_of_phase(oracle)
    assert oracle.legal() == ["give up shield 3", "pay silver for shield 3", "trade"]
    oracle.apply("trade")
    assert oracle.decision() == (0, "TRIBUTE")
    assert oracle.legal() == ["give up shield 3", "pay a worker for shield 3"]
    oracle.apply("pay a worker for shield 3")
    player.silver = 2  # neither the purchase nor monastery 6
    assert oracle.legal() == [
        "give up shield 9", "pay a worker for shield 9", "pay silver for shield 9", "trade",
    ]  # fmt: skip
    oracle.apply("pay a worker for shield 9")
    assert player.workers == 0 and len(player.shields) == 2


@rule("E10.4", "E0.7")
def test_tribute_in_turn_order_and_after_every_phase():
    oracle, player = shielded(9, n=3)
    for seat in (1, 2):
        oracle.players[seat].shields = {18: 10 + seat}
    oracle.track, oracle.arrival = [0, 2, 1], [3, 1, 2]
    oracle.phase = 4
    end_of_phase(oracle)
    asked = []
    while oracle.decision():
        asked.append(oracle.decision())
        oracle.apply(oracle.legal()[0])
    assert asked == [(1, "TRIBUTE"), (2, "TRIBUTE"), (0, "TRIBUTE")]


@rule("E0.11", "E10.4", "E10.7")
def test_giving_up_shield_4():
    oracle, player = shielded(4, 9)
    player.storage = [K["ship"], K["bank"], K["mine"], None, K["castle"]] + [None] * 7
    end_of_phase(oracle)
    oracle.apply("give up shield 9")  # hex 6 before 18
    oracle.apply("give up shield 4")
    assert oracle.decision() == (0, "DISCARD")
    oracle.apply("discard 1")
    assert player.storage == [K["ship"], K["mine"], K["castle"]] and oracle.decision() is None


@rule("E0.11")
def test_tiles_move_down_without_a_discard():
    oracle, player = shielded(4)
    player.storage = [None] * 12
    player.storage[5], player.storage[9] = K["ship"], K["bank"]
    end_of_phase(oracle)
    oracle.apply("give up shield 4")
    assert player.storage == [K["ship"], K["bank"], None] and oracle.decision() is None


@rule("E10.4", "E0.8b")
def test_the_real_end_of_a_phase():
    """In a played game TRIBUTE comes after the last turn of each phase."""
    oracle = BurgundyOracle(RandomChance(5), **SH)
    phases = set()

    def check(o):
        if o.decision() and o.decision()[1] == "TRIBUTE":
            assert o.round == 4 and all(all(p.used) for p in o.players)
            phases.add(o.phase)

    for seed in range(30):
        oracle = BurgundyOracle(RandomChance(seed), **SH)
        play_on(oracle, random.Random(seed), check=check)
    assert phases == set(range(5))


# ---------------------------------------------------------------------- final scoring
@rule("E10.6", "E10.7")
@pytest.mark.parametrize(
    ("numbers", "points"),
    [((5, 13), 32), ((1, 7, 18), 24), ((6, 7, 12, 13), 64), ((), 0), ((2,), 12), ((17,), 4)],
)
def test_x11_7_values(numbers, points):
    oracle, player = shielded(*numbers)
    assert player.shield_points() == points and oracle.scores()[0] == points


@rule("E10.7")
def test_x11_7_shield_10():
    oracle, player = shielded(10)
    put(player, watchtower=[8, 11])
    owns(player, 17)
    assert oracle.scores()[0] == 8 + 16


@rule("E10.3")
def test_shields_only_on_castle_tiles():
    oracle, player = shielded(9, modules=("shields", "e6"))
    put(player, inn=6, bank=11)
    oracle.depot_shields[0][0] = 12
    dice(player, 1, 1)
    oracle.apply("shield 1.0")
    assert oracle.legal() == ["spot 18"]


@rule("E10.3", "R6.2")
def test_storage_with_a_small_cap():
    oracle, player = shielded(key_space_cap=4)
    oracle.depot_shields[0][0] = 4
    dice(player, 1, 1)
    hand(player, "ship", "bank", "mine")
    player.silver, oracle.black[0] = 2, K["castle"]
    oracle.black[1] = K["cow_2"]
    oracle.apply("shield 1.0")
    oracle.apply("spot 18")
    assert oracle.public()["storage"][0] == [K["ship"], K["bank"], K["mine"], None]
    oracle.apply("buy 0")
    assert player.storage[3] == K["castle"]
    oracle, player = shielded(4, key_space_cap=4)
    player.storage = [K["ship"], K["bank"], K["mine"], K["castle"]]
    player.silver, oracle.black[1] = 2, K["cow_2"]
    oracle.apply("buy 1")
    assert oracle.decision() == (0, "DISCARD") and len(oracle.legal()) == 4
