"""Numbers of tiles that the user replaces (``data_overrides``)."""

import pytest

from eurogym.envs.core.errors import OptionError
from eurogym.envs.keyflower.declare.components import tile_ids
from eurogym.envs.keyflower.declare.options import KeyflowerOptions
from eurogym.envs.keyflower.declare.overrides import default_tables, limits_of
from eurogym.envs.keyflower.view import glossary
from eurogym.envs.keyflower.view.text import cost_text, effect_text, to_text
from tests.keyflower.games import REPLACED, played
from tests.keyflower.positions import NUMBER, X, Y, table
from tests.keyflower.test_rules_scoring import owner


def replaced(**tiles):
    return {"data_overrides": {"tiles": tiles}}


@pytest.mark.parametrize(
    "numbers,upgraded,points",
    [
        ({}, False, 3 + 2 * 2),
        ({"well": {"front": {"vp": 13}}}, False, 13 + 2 * 2),
        ({"well": {"front": {"vp": 13}}}, True, 7 + 3 * 2),
        ({"well": {"back": {"vp": 0}}, "timber_yard": {"back": {"vp_each": 1}}}, True, 0 + 1 * 2),
    ],
    ids=str,
)
def test_replaced_points_of_faces_count(numbers, upgraded, points):
    game = owner("well", "timber_yard", upgraded=upgraded, **replaced(**numbers))
    assert game.stock("timber_yard", "2 wood").score() == points


@pytest.mark.parametrize(
    "name,numbers,items,points",
    [
        ("jeweller", {"scoring_vp": 3}, {"resources": (0, 0, 0, 4)}, 12),
        ("watermill", {"scoring_vp": 0}, {"resources": (4, 1, 0, 0)}, 0),
        ("craftsmans_guild", {"scoring_vp": 8}, {"workers": (2, 3, 2, 0)}, 16),
        ("apothecary", {"scoring_vp": 1}, {"workers": (4, 4, 3, 0)}, 2),
        ("mercers_guild", {"scoring_vp": 2}, {"resources": (2, 2, 2, 1)}, 5),
        ("mercers_guild", {"scoring_vp": 0}, {"resources": (2, 2, 2, 1)}, 1),  # gold keeps its point
        ("windmill", {"scoring_vp": 11}, {"resources": (3, 3, 3, 1)}, 22),
        ("scribes", {"scoring_vp": 4}, {"skills": (2, 2, 3)}, 8),
        ("key_guild", {"scoring_vp": 17}, {"skills": (2, 2, 2)}, 17),
        ("flipper", {"vp": 6}, {}, 6),
        ("ianvincible", {"vp": 0}, {}, 0),
    ],
)
def test_replaced_points_of_winter_tiles_count(name, numbers, items, points):
    assert owner(name, **items, **replaced(**{name: numbers})).score() == points


def test_a_use_brings_the_replaced_resources():
    game = table(2, **replaced(keywood={"front": {"resources": {"wood": 0, "gold": 2, "iron": 1}}}))
    game.auction("keywood").have("3 red").act("use keywood", "1 from the screen")
    assert game.state["stock"][NUMBER["home_1"]].tolist() == [0, 0, 1, 2]


@pytest.mark.parametrize(
    "stock,skills,can",
    [("1 wood 1 stone", "1 saw", False), ("2 stone", "", False), ("2 stone", "1 saw", True)],
)
def test_an_upgrade_costs_what_it_is_replaced_by(stock, skills, can):
    cost = {"home_1": {"upgrade_cost": {"resources": {"wood": 0, "stone": 2}, "any_skill": 1}}}
    game = table(2, **replaced(**cost)).have("3 red", skills).stock("home_1", stock)
    game.use("home_1").act("stop")
    assert game.may("upgrade home_1") == can
    if can:
        game.act("upgrade home_1")
        assert game.upgraded("home_1") and not game.state["skills"][X].any()
        assert not game.state["stock"][NUMBER["home_1"]].any()


def test_boats_carry_the_replaced_cargo():
    loads = replaced(keyflower={"cargo": {"spring": {"workers": 2, "skills": 0}}})
    batch, _ = next(played({"num_players": 2, **loads}, 3))
    assert batch.states["boat_workers"][0].sum(axis=1).tolist() == [2, 6, 0, 0, 0, 0]
    assert batch.states["boat_skills"][0].sum(axis=1).tolist() == [0, 2, 0, 0, 0, 0]


def test_defaults_replace_nothing():
    options = KeyflowerOptions(data_overrides=default_tables())
    assert options.state_values() == KeyflowerOptions().state_values()
    fixed = [name for name in tile_ids() if not limits_of(name)]
    assert fixed == [*(f"summer_boat_{n}" for n in range(1, 5)), *(f"turn_order_{n}" for n in range(1, 5))]


REFUSED = [  # override, words of the message
    ([], ["mapping of names"]),
    ({"tile": {}}, ["'tile'", "tiles"]),
    ({"tiles": {"keywod": {}}}, ["tiles", "'keywod'"]),
    ({"tiles": {"keywood": 3}}, ["tiles: keywood", "mapping of names"]),
    ({"tiles": {"keywood": {"edges": []}}}, ["tiles: keywood", "'edges'", "front, back, upgrade_cost"]),
    ({"tiles": {"keywood": {"front": {"vp": 51}}}}, ["tiles: keywood: front: vp", "51", "0 to 50"]),
    ({"tiles": {"keywood": {"front": {"vp": True}}}}, ["tiles: keywood: front: vp", "True"]),
    ({"tiles": {"keywood": {"front": {"resources": {"wool": 1}}}}}, ["front: resources", "'wool'"]),
    ({"tiles": {"stable": {"front": {"resources": {"wood": 1}}}}}, ["tiles: stable: front", "'resources'"]),
    ({"tiles": {"keywood": {"upgrade_cost": {"any_resource": 4}}}}, ["upgrade_cost: any_resource", "0 to 3"]),
    ({"tiles": {"keywood": {"upgrade_cost": {"skills": {"saw": 2}}}}}, ["skills: saw", "0 to 1"]),
    (
        {"tiles": {"keywood": {"upgrade_cost": {"skills": {"saw": 0}}}}},
        ["keywood: upgrade_cost", "at least one"],
    ),
    ({"tiles": {"scholar": {"scoring_vp": 2}}}, ["tiles: scholar", "scoring_vp", "front"]),
    ({"tiles": {"jeweller": {"scoring_vp": 4}}}, ["tiles: jeweller: scoring_vp", "1 to 3"]),
    ({"tiles": {"barn": {"back": {"vp_each": 4}}}}, ["tiles: barn: back: vp_each", "0 to 3"]),
    ({"tiles": {"turn_order_1": {"vp": 2}}}, ["tiles: turn_order_1", "nothing"]),
    ({"tiles": {"sea_bastion": {"vp": 2}}}, ["tiles: sea_bastion", "'vp'", "cargo"]),
    ({"tiles": {"sea_breese": {"vp_by_chain_length": [1]}}}, ["vp_by_chain_length", "6 entries"]),
    ({"tiles": {"sea_breese": {"vp_by_chain_length": [0, 0, 0, 0, 0, 51]}}}, ["vp_by_chain_length", "51"]),
    ({"tiles": {"flipper": {"cargo": {"winter": {"workers": 1}}}}}, ["flipper: cargo", "'winter'"]),
    ({"tiles": {"flipper": {"cargo": {"spring": {"workers": 8}}}}}, ["cargo: spring: workers", "0 to 7"]),
]


@pytest.mark.parametrize("overrides,words", REFUSED, ids=[" ".join(words)[:50] for _, words in REFUSED])
def test_a_wrong_replacement_is_refused_with_table_and_entry(overrides, words):
    with pytest.raises(OptionError) as error:
        KeyflowerOptions.from_kwargs(data_overrides=overrides)
    assert all(word in str(error.value) for word in ("data_overrides", *words)), str(error.value)


def test_texts_tell_the_replaced_numbers():
    game = table(2, "winter", data_overrides=REPLACED).own("windmill", "keywood", "carpenter")
    told, tables = to_text(game.state, game.options, Y), game.options.data_overrides
    assert "11 points per 5 resources" in told and "2 gold, 1 point" in told
    assert cost_text(NUMBER["home_1"], tables) == "2 wood + 1 any skill"
    assert effect_text(NUMBER["carpenter"], 1, overrides=tables) == "saw -> 5 iron + 1 gold, 7 points"
    assert effect_text(NUMBER["windmill"], 0) == "5 points per 5 resources"
    assert "22 points" in glossary.entries(game.options)["windmill"][1]
