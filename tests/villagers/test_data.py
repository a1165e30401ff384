"""Totals of the component tables."""

from collections import Counter

import numpy as np
import pytest

from eurogym.envs.villagers import enums as E
from eurogym.envs.villagers import tables as T
from eurogym.envs.villagers.components import card_ids, components, copies_in_game
from eurogym.envs.villagers.encoding.observation import KNOWN_BITS, observe_number
from eurogym.envs.villagers.enums import CARD, DECK, SUIT, R
from eurogym.envs.villagers.overrides import state_tables

rule = pytest.mark.rule

FIELD_OF = {
    "gold": "card_gold",
    "food": "card_food",
    "builders": "card_builders",
    "suit_symbols": "card_suits",
}  # of the state

DATA = components()
BASE = [card for card in DATA["cards"] if card["set"] == "base"]
DEALT = [card for card in BASE if card["category"] not in ("founders", "basic")]
EVENTS = DATA["solo"]["events"]
BY_ID = {card["id"]: card for card in BASE}


@rule("R1.6")
def test_94_and_6_villagers():
    assert len(DEALT) == 50
    assert sum(card["copies"] for card in DEALT) == 100
    assert sum(card["copies_on_starting_road"] for card in DEALT) == 6
    assert {card["copies"] for card in DEALT} == {2}
    assert sorted(DATA["starting_road"]) == sorted(
        card["id"] for card in DEALT if card["copies_on_starting_road"]
    )


def test_copies_by_suit():
    suits = Counter()
    for card in DEALT:
        suits[card["suit"]] += card["copies"]
    assert sum(suits.values()) == 100
    assert suits["wool"] + suits["leather"] == 14
    assert suits["special"] == 8
    assert suits["solitary"] == 20


@rule("R2.5")
def test_wool_and_leather_are_the_cards_from_four_players_on():
    assert {card["id"] for card in DEALT if card["min_players"] > 3} == {
        card["id"] for card in DEALT if card["suit"] in ("wool", "leather")
    }


@rule("R8.6")
def test_keyring_is_the_number_of_cards_that_name_it():
    naming = Counter()
    for card in DATA["cards"]:
        naming[card["padlock"]] += card["copies"]
    del naming[None]
    assert dict(naming) == {card["id"]: card["keyring"] for card in DATA["cards"] if card["keyring"]}
    assert naming["blacksmith"] == 10 and sum(card["keyring"] > 0 for card in BASE) == 10


@rule("R2.6", "R2.8", "R2.9", "R12.1")
@pytest.mark.parametrize(
    "players,deck,stack,reserve",
    [(1, 72, 5, 37), (2, 80, 4, 46), (3, 80, 6, 29), (4, 94, 8, 26), (5, 94, 10, 9)],
)
def test_deck_and_reserve_by_player_count(players, deck, stack, reserve):
    copies = sum(copies_in_game(card, players) for card in DEALT)
    assert copies - 6 == deck
    assert deck - 6 * stack - 5 * players == reserve
    row = DATA["setup"]["deck_by_players"]["solo" if players == 1 else str(players)]
    assert (row["deck"], row["stack_size"], row["reserve"], row["hands"]) == (
        deck,
        stack,
        reserve,
        5 * players,
    )
    assert T.STACK_SIZE[players] == stack
    assert sum(state_tables(None, players)["copies"][E.FIRST_HAND_CARD : CARD.BASE]) == deck + 6


@rule("R2.2", "R7.4")
def test_basics():
    basics = [card for card in BASE if card["category"] == "basic"]
    assert [card["id"] for card in basics] == ["lumberjack", "hayer", "miner"]
    for card in basics:
        assert card["copies"] == 10 and card["suit_symbols"] == 1
        assert not any(card[name] for name in ("gold", "food", "builders", "silver", "padlock", "keyring"))


@rule("R12.2", "R12.20", "R12.21")
def test_24_events():
    assert Counter(event["deck"] for event in EVENTS) == {"summer": 12, "winter": 12}
    assert all(event["copies"] == 1 for event in EVENTS) and len({event["id"] for event in EVENTS}) == 24
    assert [event["id"] for event in EVENTS if event["timing"] != "event_phase"] == [
        "serfdom", "countess_bank", "arson", "dark_mood", "it_was_you", "rats",
    ]  # fmt: skip


def test_every_card_says_how_sure_it_is():
    levels = set(DATA["confidence_legend"])
    assert levels == {"rulebook", "public", "recalled", "reconstructed"}
    for card in DATA["cards"]:
        assert card["confidence"]["values"] in levels and card["confidence"]["copies"] in levels, card["id"]


@rule("R6.1", "R6.2")
def test_chains_fit_together():
    for card in BASE:
        if card["id"] in ("monk", "apprentice"):
            continue
        followers = sorted(other["id"] for other in DATA["cards"] if other["predecessor"] == card["id"])
        assert sorted(card["successors"]) == followers, card["id"]
        assert (card["max_children"] > 0) == bool(followers)
        if card["suit"] != "special":
            assert card["starts_pile"] == (card["predecessor"] is None)
        if card["max_children"] == 2:
            assert card["starts_pile"]
        if card["predecessor"]:
            assert BY_ID[card["predecessor"]]["suit"] == card["suit"] and not card["starts_pile"]


@rule("R8.6", "R10.5")
def test_unlockers_and_silver_villagers_are_never_covered():
    for card in BASE:
        if card["keyring"] or card["silver"]:
            assert card["max_children"] == 0, card["id"]


@rule("R10.5")
def test_ten_silver_villagers():
    assert sorted(card["id"] for card in BASE if card["silver"]) == [
        "agent", "freemason", "grocer", "horse_trader", "locksmith", "log_rafter", "ore_muler", "peddler", "priest",
        "wood_carver",
    ]  # fmt: skip


def test_totals_of_printed_symbols():
    # rules 18.5: the sum of all printed Gold in the deck bounds a Supply, Food and Builders in all cards
    def total(name):
        return sum(card[name] * card["copies"] for card in DEALT)

    assert (total("gold"), total("food"), total("builders")) == (344, 26, 12)
    assert all((card["gold"] > 0) == (card["gold_symbols"] == 1) for card in DEALT)


def test_tables_agree_with_the_file():
    ids, values = card_ids(), state_tables(None, 2)
    for number, card in enumerate(BASE):
        assert ids[number] == card["id"]
        for name, field in FIELD_OF.items():
            assert values[field][number] == card[name]
        assert SUIT.NAMES[T.SUIT_OF[number]] == card["suit"] and T.KEYRING[number] == card["keyring"]
        assert (ids[T.PADLOCK[number]] if T.PADLOCK[number] >= 0 else None) == card["padlock"]
        assert (ids[T.PREDECESSOR[number]] if T.PREDECESSOR[number] >= 0 else None) == card["predecessor"]
    assert [ids[card] for card in T.ROLE_CARD] == sorted(
        (card["id"] for card in BASE if card["max_children"] and card["id"] not in ("monk", "apprentice")),
        key=lambda name: (-BY_ID[name]["max_children"], ids.index(name)),
    )


def test_numbers_of_cards_of_all_sets_can_be_told():
    """Digits beyond those of the base section lie in a field of the module that needs them: nothing is lost."""
    digits = np.zeros(KNOWN_BITS + 1, dtype=np.uint8)
    for card in range(E.FIRST_HAND_CARD, CARD.COUNT):
        observe_number(digits, 0, card, 0, KNOWN_BITS)
        observe_number(digits, KNOWN_BITS, card, KNOWN_BITS, 1)
        assert sum(int(digit) << place for place, digit in enumerate(digits)) == card - E.FIRST_HAND_CARD + 1


def test_streams_of_the_event_decks_stand_in_the_order_of_the_decks():
    assert R.NAMES[R.summer : R.summer + DECK.COUNT] == DECK.NAMES
