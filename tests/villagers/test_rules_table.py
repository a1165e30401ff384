"""Chapters 1 and 2: what lies on the table, and setup."""

from collections import Counter

import numpy as np
import pytest

from eurogym.envs.villagers.enums import SUIT
from tests.sides import both_sides, engine_only
from tests.villagers.positions import CARDS, cards_in_box, cards_of, dealt, solo, table

rule = pytest.mark.rule
pytestmark = both_sides

STARTING_ROAD = ["poulterer", "carpenter", "cooper", "thatcher", "blacksmith", "harvester"]


# --- terms ---------------------------------------------------------------------------------------------------


@rule("R1.1")
def test_gold_in_supply_is_points_and_the_bank_has_no_end():
    game = table(2).village_with(0, "founders food", "chandler +300").village_with(1, "founders food")
    game.supply(0, 1000).supply(1, 7)
    assert game.second_market() == [303, 0]
    assert game.final_scores() == [1303, 7]


@rule("R1.2")
def test_six_slots_six_stacks_a_reserve_and_an_open_discard_pile():
    game = dealt(3)
    assert len(game.road_cards()) == 6 and len(game.stack_sizes()) == 6
    assert len(game.reserve_cards()) > 0 and game.discarded() == []


@engine_only
@rule("R1.2")
def test_all_see_the_discard_pile():
    game = dealt(3)
    game.discard("cooper", "cooper", "agent")
    seen = game.sees(2)["discard"]
    assert {
        card: int(seen[number - 4])
        for number, card in enumerate(CARDS)
        if 4 <= number < 54 and seen[number - 4]
    } == {
        "cooper": 2,
        "agent": 1,
    }


@rule("R1.3")
def test_a_card_with_a_card_on_it_is_covered_the_others_are_top_villagers():
    game = table(2).village_with(0, "founders", "miner < { seeker < spelunker | blacksmith }", "hunter")
    # top villagers: founders 2, spelunker 10, blacksmith 2; hunter and founders lie alone
    assert game.visible_gold(0) == 14 and game.symbol(0, "food") == 1


@engine_only
@rule("R1.3")
def test_all_see_which_cards_are_covered():
    game = table(2).village_with(0, "founders", "miner < { seeker < spelunker | blacksmith }", "hunter")
    covered = dict(zip(["miner", "seeker"], [1, 1], strict=True))
    roles = [card for card in CARDS if CARDS[card]["max_children"] and card not in ("monk", "apprentice")]
    seen = game.sees(0)["seat0.covered"]
    ordered = sorted(roles, key=lambda card: -CARDS[card]["max_children"])
    assert {card: int(n) for card, n in zip(ordered, seen, strict=True) if n} == covered


@rule("R1.4")
def test_covering_hides_all_but_suit_and_padlock_symbols():
    alone = table(2).village_with(0, "hayer < grazier < milk_maid")
    assert [alone.symbol(0, name) for name in ("food", "hay", "padlock")] == [2, 3, 1]
    covered = table(2).village_with(0, "hayer < grazier < milk_maid < fromager")
    # the milk_maid's Food goes (2 -> 1 of the fromager), her hay symbol and padlock stay
    assert [covered.symbol(0, name) for name in ("food", "hay", "padlock", "gold_symbol")] == [1, 4, 1, 1]
    assert covered.visible_gold(0) == 15


@rule("R1.4")
def test_a8_covering_the_founders():
    game = table(2).village_with(0, "founders").hand(0, "swineherd").build_turn(0)
    assert (game.visible_gold(0), game.symbol(0, "food")) == (2, 0)
    game.act("play swineherd", "place on")
    assert (game.visible_gold(0), game.symbol(0, "food"), game.symbol(0, "gold_symbol")) == (2, 1, 1)
    assert game.piles(0) == ["founders < swineherd"]


@engine_only
@rule("R1.5")
def test_suits_of_hands_and_of_top_cards_are_public_and_no_more():
    game = (
        table(3).hand(1, "cooper", "carpenter", "agent").stack(1, "graper", "miner").stack(2).reserve("monk")
    )
    seen = game.sees(0)
    suits = dict(zip(SUIT.NAMES, seen["seat1.hand_suits"].tolist(), strict=True))
    assert {suit: n for suit, n in suits.items() if n} == {"wood": 2, "solitary": 1}
    tops = seen["top_suit"]
    assert [SUIT.NAMES[int(np.argmax(row))] if row.any() else None for row in tops[[0, 1, 6]]] == [
        "grapes",
        None,
        "special",
    ]
    assert not seen["seat1.hand_known"].any() and not seen["top_known"].any()


@rule("R1.6", "R2.6")
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_copies_in_the_deck(n):
    game = dealt(n)
    deck = cards_of(game.state) - Counter(STARTING_ROAD)
    for card, copies in cards_in_box(n).items():
        if CARDS[card]["category"] in ("founders", "basic"):
            continue
        assert copies == 2
        assert deck[card] == (1 if card in STARTING_ROAD else 2), card
    hand_cards = sum(
        count for card, count in deck.items() if CARDS[card]["category"] not in ("founders", "basic")
    )
    assert hand_cards == {1: 72, 2: 80, 3: 80, 4: 94, 5: 94}[n]


@rule("R1.7")
def test_founders_and_basics_are_villagers():
    # customs counts 4 hay villagers: two basics, one of them covered; the Founders are the grains villager
    game = solo().events("customs").supply(0, 10).village_with(0, "founders food", "hayer < grazier", "hayer")
    game.end_of_build().act("resolve customs")
    assert game.gold(0) == 7
    game = solo().events("customs").supply(0, 10).village_with(0, "founders < swineherd", "hayer")
    game.end_of_build().act("resolve customs")
    assert game.gold(0) == 8


# --- setup ---------------------------------------------------------------------------------------------------


@rule("R2.1")
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_starting_road(n):
    assert dealt(n).road_cards() == STARTING_ROAD


@rule("R2.2")
@pytest.mark.parametrize("n", [1, 3, 5])
def test_ten_basics_of_each_kind(n):
    assert dealt(n).state["basics_left"].tolist() == [0, 10, 10, 10]


@rule("R2.3")
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_founders_on_their_gold_side_and_eight_gold(n):
    game = dealt(n)
    for seat in range(n):
        assert game.piles(seat) == ["founders"] and game.gold(seat) == 8
        assert game.visible_gold(seat) == 2 and game.symbol(seat, "food") == 0


@pytest.mark.one_in(4)
@rule("R2.4")
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_start_player_is_drawn(n):
    drawn = Counter(dealt(n, seed=seed).seat for seed in range(60 * n))
    assert sorted(drawn) == list(range(n))
    assert all(30 <= times <= 95 for times in drawn.values()), drawn


@rule("R2.5")
@pytest.mark.parametrize("n,there", [(1, 0), (2, 0), (3, 0), (4, 14), (5, 14)])
def test_wool_and_leather_from_four_players_on(n, there):
    cards = cards_of(dealt(n).state)
    assert sum(count for card, count in cards.items() if CARDS[card]["suit"] in ("wool", "leather")) == there


@rule("R2.6", "R2.8", "R2.9", "R12.1")
@pytest.mark.parametrize("n,size,reserve", [(2, 4, 46), (3, 6, 29), (4, 8, 26), (5, 10, 9), (1, 5, 37)])
def test_a1_stack_sizes_hands_and_reserve(n, size, reserve):
    game = dealt(n)
    assert game.stack_sizes() == [size] * 6
    assert len(game.reserve_cards()) == reserve
    assert [len(game.hand_of(seat)) for seat in range(n)] == [5] * n


@engine_only
@rule("R1.5", "R2.8", "R2.9")
@pytest.mark.parametrize("n", [1, 2, 5])
def test_nobody_knows_a_card_that_was_dealt(n):
    game = dealt(n)
    assert not game.state["hand_known"].any() and not game.state["stack_known"].any()


@rule("R2.6")
def test_the_deck_is_shuffled():
    deals = {tuple(dealt(2, seed=seed).stack_cards(1)) for seed in range(20)}
    assert len(deals) == 20
    assert dealt(2, seed=3).stack_cards(1) == dealt(2, seed=3).stack_cards(1)


@rule("R2.7")
def test_market_cards_are_markers_only():
    game = dealt(3)
    assert game.stack_cards(2) and set(game.stack_cards(2)) <= set(CARDS)
    assert len([text for text in game.batch.catalog.texts if text.startswith("draft")]) == 13
    # stack 2 has given its last villager: nothing is left there to draft, and nothing can be put there
    game.hands("agent").stack(2).build_turn(0).act("take basic miner", "give agent")
    assert [f"put on stack {k}" in game.legal() for k in range(1, 7)] == [True, False, True, True, True, True]
    assert "draft stack 2" not in table(3).stack(2).legal()
