"""The component tables: what fits together."""

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


def test_numbers_of_cards_of_all_sets_can_be_told():
    """Digits beyond those of the base section lie in a field of the module that needs them: nothing is lost."""
    digits = np.zeros(KNOWN_BITS + 1, dtype=np.uint8)
    for card in range(E.FIRST_HAND_CARD, CARD.COUNT):
        observe_number(digits, 0, card, 0, KNOWN_BITS)
        observe_number(digits, KNOWN_BITS, card, KNOWN_BITS, 1)
        assert sum(int(digit) << place for place, digit in enumerate(digits)) == card - E.FIRST_HAND_CARD + 1


def test_streams_of_the_event_decks_stand_in_the_order_of_the_decks():
    assert R.NAMES[R.summer : R.summer + DECK.COUNT] == DECK.NAMES
