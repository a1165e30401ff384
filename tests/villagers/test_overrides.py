"""Numbers on cards that the user replaces (``data_overrides``)."""

import json

import pytest

from eurogym.envs.core.errors import OptionError
from eurogym.envs.villagers.enums import CARD
from eurogym.envs.villagers.options import VillagersOptions
from eurogym.envs.villagers.overrides import OVERRIDES, cards_with, default_tables, state_tables
from eurogym.envs.villagers.tables import COPIES_IN_BOX
from eurogym.envs.villagers.view import glossary
from eurogym.envs.villagers.view.text import card_label, to_text
from tests.sides import both_sides
from tests.villagers import positions
from tests.villagers.games import REPLACED, played
from tests.villagers.positions import NUMBER, check_sums


def silver_table(**cards):
    piles = ("lumberjack < wheeler", "log_rafter", "miner", "wholesaler")
    options = {"expansions": ["profiteers"], "data_overrides": {"cards": cards} if cards else None}
    return positions.Table(2, **options).village_with(0, "founders food", *piles).village_with(1, "founders")


@both_sides
@pytest.mark.parametrize(
    "cards,market",
    [
        ({}, 3 + 4),  # a wheeler's Gold; 4 wood symbols; no set of ore, hay and wood
        ({"wheeler": {"gold": 11}}, 11 + 4),
        ({"wheeler": {"suit_symbols": 3}}, 3 + 6),
        ({"log_rafter": {"gold_per_step": 5}}, 3 + 20),
        ({"miner": {"gold": 2}, "lumberjack": {"gold": 9}}, 3 + 2 + 4),  # covered Gold does not count
    ],
    ids=str,
)
def test_replaced_numbers_count_at_the_market(cards, market):
    assert silver_table(**cards).second_market()[0] == market


@both_sides
@pytest.mark.parametrize("per_set,pays", [(3, 3), (7, 7), (0, 0)])
def test_a_set_pays_what_it_is_replaced_by(per_set, pays):
    replaced = {"cards": {"wholesaler": {"gold_per_set": per_set}}}
    game = positions.Table(2, expansions=["profiteers"], data_overrides=replaced)
    game.village_with(0, "founders food", "miner", "hayer", "lumberjack", "wholesaler")
    assert game.village_with(1, "founders").second_market()[0] == pays


@both_sides
def test_the_founders_show_what_they_are_replaced_by():
    sides = {"founders": {"gold_side": {"gold": 7}, "food_side": {"gold": 5, "food": 2}}}
    game = positions.Table(2, data_overrides=sides).village_with(0, "founders", "hayer < grazier")
    assert game.village_with(1, "founders food").second_market() == [7, 5]


@both_sides
def test_the_limits_rise_by_replaced_food_and_builders():
    replaced = {"cards": {"grazier": {"food": 2}, "agent": {"builders": 3}}}
    game = positions.Table(2, data_overrides=replaced)
    game.village_with(0, "founders", "hayer < grazier", "agent").village_with(1, "founders")
    assert game.hands("agent", "agent").build_turn(0).number("build_left") == 5


def test_the_game_begins_with_replaced_gold_and_copies():
    replaced = {"setup": {"starting_gold": 21}, "cards": {"seeker": {"copies": 0}, "tailor": {"copies": 1}}}
    for game, _, _ in played({"num_players": 4, "data_overrides": replaced}, 5):
        state = game.state
        if int(state["num_decisions"]) == 0:
            assert state["supply"][:4].tolist() == [21] * 4
        dealt = [
            state["reserve"][: int(state["reserve_count"])].tolist(),
            *state["hand"][:, NUMBER["seeker"]],
        ]
        assert NUMBER["seeker"] not in dealt[0] and not any(dealt[1:])
    printed = state_tables(None, 4)["copies"]
    assert [n for n, more in enumerate(printed) if more != game.state["copies"][n]] == [
        NUMBER["seeker"],
        NUMBER["tailor"],
    ]


@pytest.mark.parametrize("players", [1, 3, 5])
def test_sums_stay_right_in_play(players):
    for game, _, _ in played({"num_players": players, "data_overrides": REPLACED}, 7):
        check_sums(game.state)


def test_defaults_replace_nothing():
    replaced = VillagersOptions(data_overrides=default_tables())
    assert replaced.state_values() == VillagersOptions().state_values()
    assert set(default_tables()) == set(OVERRIDES) and cards_with(None)["founders"]["suit_symbols"] == 1


WOOD = [name for name, card in cards_with(None).items() if card["suit"] == "wood"]
REFUSED = [  # override, words of the message
    ([], ["table with names"]),
    ({"card": {}}, ["'card'", "cards"]),
    ({"cards": {"jewler": {}}}, ["cards", "'jewler'"]),
    ({"cards": {"jeweler": {"gold": 51}}}, ["cards: jeweler: gold", "51", "0 to 50"]),
    ({"cards": {"jeweler": {"gold": 2.5}}}, ["cards: jeweler: gold", "2.5"]),
    ({"cards": {"jeweler": {"padlock": None}}}, ["cards: jeweler", "'padlock'", "rules are built on"]),
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
    few = {
        "cards": {name: {"copies": 1} for name, row in default_tables()["cards"].items() if "copies" in row}
    }
    assert COPIES_IN_BOX[CARD.first_profiteers - 1] == 2
    assert VillagersOptions(num_players=2, data_overrides=few)
    with pytest.raises(OptionError, match="num_players=5 .* too few for the stacks"):
        VillagersOptions(num_players=5, data_overrides=few)


def test_a_file_says_the_same_as_a_dictionary(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(REPLACED), encoding="utf-8")
    assert VillagersOptions(data_overrides=str(path)) == VillagersOptions(data_overrides=REPLACED)


def test_texts_tell_the_replaced_numbers():
    replaced = {
        "cards": {"truffler": {"gold": 13}, "log_rafter": {"gold_per_step": 4}, "jeweler": {"gold": 0}}
    }
    game = positions.Table(2, data_overrides=replaced).hand(0, "truffler", "log_rafter", "jeweler")
    told = to_text(game.state, game.options, 0)
    assert "truffler (13G" in told and "Silver: 4 per wood symbol" in told and "jeweler (lock" in told
    assert card_label("truffler").startswith("truffler (8G")
    words = glossary.entries(game.options)
    assert "13 Gold" in words["truffler"][0] and "brings 20 Gold" in words["log_rafter"][1]
    assert "printed numbers" in words["smuggler"][1] and "printed" not in glossary.entries()["smuggler"][1]
