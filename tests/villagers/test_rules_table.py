"""Chapters 1 and 2: what lies on the table, and setup."""

from collections import Counter

import numpy as np
import pytest

from eurogym.envs.villagers.declare.enums import SUIT
from tests.villagers.positions import CARDS, IDS, ROLES, cards_of, dealt, solo, table

rule = pytest.mark.rule

STARTING_ROAD = ["poulterer", "carpenter", "cooper", "thatcher", "blacksmith", "harvester"]


@rule("R1.1")
def test_gold_in_supply_is_points_and_the_bank_has_no_end():
    game = table(2).village_with(0, "founders food", "chandler +300").village_with(1, "founders food")
    game.supply(0, 1000).supply(1, 7)
    assert game.second_market() == [303, 0]
    assert game.final_scores() == [1303, 7]


@rule("R1.2")
def test_all_see_the_discard_pile():
    seen = dealt(3).discard("cooper", "cooper", "agent").sees(2)["discard"]
    assert {IDS[4 + place]: int(seen[place]) for place in np.flatnonzero(seen)} == {"cooper": 2, "agent": 1}


@rule("R1.3")
def test_all_see_which_cards_are_covered():
    game = table(2).village_with(0, "founders", "miner < { seeker < spelunker | blacksmith }", "hunter")
    seen = game.sees(0)["seat0.covered"]
    assert {ROLES[place]: int(seen[place]) for place in np.flatnonzero(seen)} == {"miner": 1, "seeker": 1}


@rule("R1.4")
def test_a8_covering_the_founders():
    game = table(2).village_with(0, "founders").hand(0, "swineherd").build_turn(0)
    assert (game.visible_gold(0), game.symbol(0, "food")) == (2, 0)
    game.act("play swineherd", "place on")
    assert (game.visible_gold(0), game.symbol(0, "food"), game.symbol(0, "gold_symbol")) == (2, 1, 1)
    assert game.piles(0) == ["founders < swineherd"]


@rule("R1.5")
def test_suits_of_hands_and_of_top_cards_are_public_and_no_more():
    game = table(3).hand(1, "cooper", "carpenter", "agent").stack(1, "graper", "miner").stack(2)
    seen = game.reserve("monk").sees(0)
    suits = dict(zip(SUIT.NAMES, seen["seat1.hand_suits"].tolist(), strict=True))
    assert {suit: n for suit, n in suits.items() if n} == {"wood": 2, "solitary": 1}
    tops = seen["top_suit"][[0, 1, 6]]
    shown = [[SUIT.NAMES[suit] for suit in np.flatnonzero(row)] for row in tops]
    assert shown == [["grapes"], [], ["special"]]
    assert not seen["seat1.hand_known"].any() and not seen["top_known"].any()


@rule("R1.7")
@pytest.mark.parametrize(
    "piles,left",
    [
        (
            ("founders food", "hayer < grazier", "hayer"),
            7,
        ),  # 4 hay villagers: two basics, one of them covered
        (("founders < swineherd", "hayer"), 8),  # the Founders are a grains villager
    ],
)
def test_customs_count_founders_and_basics_as_villagers(piles, left):
    game = solo().events("customs").supply(0, 10).village_with(0, *piles).end_of_build()
    assert game.act("resolve customs").gold(0) == left


@rule("R1.2", "R2.1", "R2.2", "R2.3", "R2.5", "R2.6", "R2.8", "R2.9", "R12.1")
@pytest.mark.parametrize(
    "n,size,reserve,woolen", [(2, 4, 46, 0), (3, 6, 29, 0), (4, 8, 26, 14), (5, 10, 9, 14), (1, 5, 37, 0)]
)
def test_a1_setup(n, size, reserve, woolen):
    game = dealt(n)
    assert game.road_cards() == STARTING_ROAD and game.discarded() == []
    assert game.stack_sizes() == [size] * 6 and len(game.reserve_cards()) == reserve
    assert game.state["basics_left"].tolist() == [0, 10, 10, 10]
    for seat in range(n):
        assert len(game.hand_of(seat)) == 5 and game.gold(seat) == 8
        assert game.piles(seat) == ["founders"] and game.visible_gold(seat) == 2
        assert game.symbol(seat, "food") == 0
    cards = cards_of(game.state)
    assert sum(cards[card] for card in cards if CARDS[card]["suit"] in ("wool", "leather")) == woolen


@pytest.mark.one_in(4)
@rule("R2.4")
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_start_player_is_drawn(n):
    drawn = Counter(dealt(n, seed=seed).seat for seed in range(60 * n))
    assert sorted(drawn) == list(range(n))
    assert all(30 <= times <= 95 for times in drawn.values()), drawn


@rule("R1.5", "R2.8", "R2.9")
@pytest.mark.parametrize("n", [1, 2, 5])
def test_nobody_knows_a_card_that_was_dealt(n):
    game = dealt(n)
    assert not game.state["hand_known"].any() and not game.state["stack_known"].any()


@rule("R2.7")
def test_market_cards_are_markers_only():
    """Given a stack 2 that has given its last villager: there is nothing to draft, and nothing can be put there."""
    game = dealt(3).hands("agent").stack(2).build_turn(0).act("take basic miner", "give agent")
    assert game.legal() == [f"put on stack {k}" for k in (1, 3, 4, 5, 6)]
    assert "draft stack 2" not in table(3).stack(2).legal()
