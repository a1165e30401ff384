"""Totals of the component tables."""

from collections import Counter

import numpy as np
import pytest

from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.components import components
from eurogym.envs.villagers.declare.enums import CARD, DECK, R
from eurogym.envs.villagers.encoding.observation import KNOWN_BITS, observe_number

rule = pytest.mark.rule


DATA = components()
BASE = [card for card in DATA["cards"] if card["set"] == "base"]
DEALT = [card for card in BASE if card["category"] not in ("founders", "basic")]
EVENTS = DATA["solo"]["events"]
BY_ID = {card["id"]: card for card in BASE}


@rule("R8.6")
def test_keyring_is_the_number_of_cards_that_name_it():
    naming = Counter()
    for card in DATA["cards"]:
        naming[card["padlock"]] += card["copies"]
    del naming[None]
    assert dict(naming) == {card["id"]: card["keyring"] for card in DATA["cards"] if card["keyring"]}
    assert naming["blacksmith"] == 10 and sum(card["keyring"] > 0 for card in BASE) == 10


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


def test_totals_of_printed_symbols():
    # rules 18.5: the sum of all printed Gold in the deck bounds a Supply, Food and Builders in all cards
    def total(name):
        return sum(card[name] * card["copies"] for card in DEALT)

    assert (total("gold"), total("food"), total("builders")) == (344, 26, 12)
    assert all((card["gold"] > 0) == (card["gold_symbols"] == 1) for card in DEALT)


def test_numbers_of_cards_of_all_sets_can_be_told():
    """Digits beyond those of the base section lie in a field of the module that needs them: nothing is lost."""
    digits = np.zeros(KNOWN_BITS + 1, dtype=np.uint8)
    for card in range(E.FIRST_HAND_CARD, CARD.COUNT):
        observe_number(digits, 0, card, 0, KNOWN_BITS)
        observe_number(digits, KNOWN_BITS, card, KNOWN_BITS, 1)
        assert sum(int(digit) << place for place, digit in enumerate(digits)) == card - E.FIRST_HAND_CARD + 1


def test_streams_of_the_event_decks_stand_in_the_order_of_the_decks():
    assert R.NAMES[R.summer : R.summer + DECK.COUNT] == DECK.NAMES
