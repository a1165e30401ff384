"""Numbers on cards that the user replaces (``data_overrides``)."""

import pytest

from eurogym.envs.core.errors import OptionError
from eurogym.envs.villagers.declare.options import VillagersOptions
from eurogym.envs.villagers.declare.overrides import OVERRIDES, cards_with, default_tables, state_tables
from eurogym.envs.villagers.view import glossary
from eurogym.envs.villagers.view.text import card_label, to_text
from tests.villagers import positions
from tests.villagers.positions import NUMBER, cards_in_box, cards_of

SILVER = ("founders food", "lumberjack < wheeler", "log_rafter", "miner", "wholesaler")
SET = ("founders food", "miner", "hayer", "lumberjack", "wholesaler")
SIDES = {"gold_side": {"gold": 7}, "food_side": {"gold": 5, "food": 2}}


@pytest.mark.parametrize(
    "replaced,piles,market",
    [
        ({}, SILVER, 3 + 4),  # a wheeler's Gold; 4 wood symbols; no set of ore, hay and wood
        ({"cards": {"wheeler": {"gold": 11}}}, SILVER, 11 + 4),
        ({"cards": {"wheeler": {"suit_symbols": 3}}}, SILVER, 3 + 6),
        ({"cards": {"log_rafter": {"gold_per_step": 5}}}, SILVER, 3 + 20),
        # covered Gold does not count
        ({"cards": {"miner": {"gold": 2}, "lumberjack": {"gold": 9}}}, SILVER, 3 + 2 + 4),
        ({"cards": {"wholesaler": {"gold_per_set": 3}}}, SET, 3),
        ({"cards": {"wholesaler": {"gold_per_set": 7}}}, SET, 7),
        ({"cards": {"wholesaler": {"gold_per_set": 0}}}, SET, 0),
        ({"founders": SIDES}, ("founders", "hayer < grazier"), 7),
        ({"founders": SIDES}, ("founders food",), 5),
    ],
    ids=str,
)
def test_replaced_numbers_count_at_the_market(replaced, piles, market):
    game = positions.Table(2, expansions=["profiteers"], data_overrides=replaced).village_with(0, *piles)
    assert game.village_with(1, "founders").second_market()[0] == market


def test_the_limits_rise_by_replaced_food_and_builders():
    replaced = {"cards": {"grazier": {"food": 2}, "agent": {"builders": 3}}}
    game = positions.Table(2, data_overrides=replaced)
    game.village_with(0, "founders", "hayer < grazier", "agent").village_with(1, "founders")
    assert game.hands("agent", "agent").build_turn(0).number("build_left") == 5


def test_the_game_begins_with_replaced_gold_and_copies():
    replaced = {"setup": {"starting_gold": 21}, "cards": {"seeker": {"copies": 0}, "tailor": {"copies": 1}}}
    state = positions.dealt(4, data_overrides=replaced).state
    assert state["supply"][:4].tolist() == [21] * 4
    assert cards_of(state) == cards_in_box(4, data_overrides=replaced)
    printed, changed = state_tables(None, 4)["copies"], ("seeker", "tailor")
    assert [n for n, more in enumerate(printed) if more != state["copies"][n]] == [
        NUMBER[card] for card in changed
    ]


def test_defaults_replace_nothing():
    replaced = VillagersOptions(data_overrides=default_tables())
    assert replaced.state_values() == VillagersOptions().state_values()
    assert set(default_tables()) == set(OVERRIDES) and cards_with(None)["founders"]["suit_symbols"] == 1


WOOD = [name for name, card in cards_with(None).items() if card["suit"] == "wood"]
REFUSED = [  # override, words of the message
    ([], ["mapping of names"]),
    ({"card": {}}, ["'card'", "cards"]),
    ({"cards": {"jewler": {}}}, ["cards", "'jewler'"]),
    ({"cards": {"jeweler": {"gold": 51}}}, ["cards: jeweler: gold", "51", "0 to 50"]),
    ({"cards": {"jeweler": {"gold": 2.5}}}, ["cards: jeweler: gold", "2.5"]),
    ({"cards": {"jeweler": {"padlock": None}}}, ["cards: jeweler", "'padlock'", "rules depend on it"]),
    ({"cards": {"jeweler": {"gold_per_step": 2}}}, ["cards: jeweler", "gold_per_step", "gold, food, builders"]),
    ({"cards": {"jeweler": {"colour": 2}}}, ["cards: jeweler", "'colour'"]),
    ({"cards": {"jeweler": {"copies": 3}}}, ["cards: jeweler: copies", "0 to 2"]),
    ({"cards": {"poulterer": {"copies": 0}}}, ["cards: poulterer: copies", "1 to 2"]),  # lies on the Road
    ({"cards": {"nun": {"copies": 1}}}, ["cards: nun", "copies"]),  # one is dealt to each
    ({"cards": {"founders": {"gold": 1}}}, ["cards: founders", "gold"]),
    ({"cards": {name: {"suit_symbols": 5} for name in WOOD}}, ["cards", "125 wood symbols", "122"]),
    ({"founders": {"food_side": {"builders": 1}}}, ["founders: food_side", "builders"]),
    ({"founders": {"gold_side": {"gold": -1}}}, ["founders: gold_side: gold", "-1"]),
    ({"setup": {"starting_gold": 101}}, ["setup: starting_gold", "101"]),
]  # fmt: skip


@pytest.mark.parametrize("overrides,words", REFUSED, ids=[" ".join(words)[:50] for _, words in REFUSED])
def test_a_wrong_replacement_is_refused_with_table_and_entry(overrides, words):
    with pytest.raises(OptionError) as error:
        VillagersOptions.from_kwargs(data_overrides=overrides)
    assert all(word in str(error.value) for word in ("data_overrides", *words)), str(error.value)


def test_a_deck_too_small_for_so_many_players_is_refused():
    cards = default_tables()["cards"]
    few = {"cards": {name: {"copies": 1} for name, row in cards.items() if "copies" in row}}
    assert VillagersOptions(num_players=2, data_overrides=few)
    with pytest.raises(OptionError, match="num_players=5 .* too few for the stacks"):
        VillagersOptions(num_players=5, data_overrides=few)


def test_texts_tell_the_replaced_numbers():
    cards = {"truffler": {"gold": 13}, "log_rafter": {"gold_per_step": 4}, "jeweler": {"gold": 0}}
    game = positions.Table(2, data_overrides={"cards": cards}).hand(0, *cards)
    told = to_text(game.state, game.options, 0)
    assert "Truffler (13G" in told and "Silver: 4 per wood symbol" in told and "Jeweler (lock" in told
    assert card_label("truffler").startswith("Truffler (8G")
    words = glossary.entries(game.options)
    assert "13 Gold" in words["truffler"][0] and "brings 20 Gold" in words["log_rafter"][1]
    assert "printed numbers" in words["smuggler"][1] and "printed" not in glossary.entries()["smuggler"][1]
