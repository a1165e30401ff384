"""The component tables: bounds of the encoding, and replacements."""

import copy
import json

import numpy as np
import pytest

from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.envs.village import batch as batch_of_village
from eurogym.envs.village.data_report import data_report
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare.components import (
    OVERRIDES,
    READER,
    components,
    default_tables,
    merged,
    scenarios,
    state_tables,
    table,
)
from eurogym.envs.village.declare.options import VillageOptions
from eurogym.envs.village.game import GAME
from tests.village.games import REPLACED, played
from tests.village.positions import Table, check_position

CARDS = components()["setup_cards"]


def test_bounds_of_the_file_hold_the_encoding():
    bounds = table("observation_bounds")
    assert bounds["flat_actions"] == GAME.catalog(VillageOptions()).n and bounds["rounds"] == E.ROUND_LIMIT
    assert sum(bounds["locations_of_a_member"].values()) >= 28


def test_default_tables_replace_nothing():
    defaults = default_tables()
    assert set(defaults) == set(OVERRIDES) and merged(READER.read(defaults)) == defaults
    assert VillageOptions(data_overrides=defaults).state_values() == VillageOptions().state_values()


CARD, BAG = "cubes_per_action_space", "cubes_added_to_green_bag_per_color_per_round"
ACCEPTED = {  # override, a field in which it shows, and what it makes of it
    "action_spaces": (
        {"action_spaces": {"clockwise_order": table("action_spaces")["clockwise_order"][::-1]}},
        "order", [6, 5, 4, 3, 2, 1, 0],
    ),
    "setup_cards": ({"setup_cards": {CARD: {"2": dict.fromkeys(E.SPACE.NAMES, 2)}}}, "cubes_on_space", [2] * 7),
    "green_bag": ({"setup_cards": {BAG: {"2": dict.fromkeys(E.INFLUENCE, 5)}}}, "cubes_added", [5] * 4),
    "customers": ({"customers": [{"requires": {"grain": 1}, "points": 7}] * 24}, "points", [7] * 24),
    "chronicle": ({"chronicle": {"spaces": {"2": dict.fromkeys(E.CATEGORY.NAMES, 1)}}}, "chronicle_open", [1] * 5),
    "cemetery": ({"cemetery": {"spaces": {"2": 4}}}, "cemetery_open", 4),
    "council_chamber": ({"council_chamber": {"time": [0, 1, 4, 6]}}, "council_time", [0, 1, 4, 6]),
    "church": ({"church": {"advance_cost_grain": [0, 0, 3, 5]}}, "church_cost", [0, 0, 3, 5]),
    "rewards": ({"travel_map": {"rewards": [{"coin": 1}] * 6}}, "rewards", [E.REWARD.coin] * 6),
    "edge_cubes": (
        {"travel_map": {"edge_cubes": [{"pink": 1, "green": 1}] * 9}},
        "edge_cubes", [[E.COLOUR.green, E.COLOUR.pink]] * 9,
    ),
    "solo_loop": (REPLACED[5], "loop_spaces", 10),
}  # fmt: skip


@pytest.mark.parametrize(("overrides", "field", "wanted"), ACCEPTED.values(), ids=ACCEPTED)
def test_every_kind_of_replacement_is_played(overrides, field, wanted):
    assert Table(1, data_overrides=overrides).state[field].tolist() == wanted
    assert Table(1).state[field].tolist() != wanted
    for batch, _ in played({"num_players": 1, "data_overrides": overrides}, 3):
        check_position(batch.states[0])
    assert batch.states["done"][0]


def test_only_the_named_rows_are_replaced():
    wanted = copy.deepcopy(default_tables())
    wanted["setup_cards"][CARD]["2"] = dict.fromkeys(E.SPACE.NAMES, 2)
    assert merged(READER.read(ACCEPTED["setup_cards"][0])) == wanted


def test_the_alternatives_are_those_of_the_file():
    for replaced in REPLACED[:4]:
        ((name, values),) = replaced.items()
        alternatives = components()[name]["alternatives"]
        assert values in alternatives or values.get("clockwise_order") in alternatives
    assert REPLACED[4]["setup_cards"][CARD] in CARDS[CARD]["alternatives"]
    (loop,) = components()["solo_carla"]["life_cycle_loop"]["alternatives"]
    assert loop["spaces"] == REPLACED[5]["solo_loop"]["spaces"]
    gaps = ",".join(f"({a},{b})" for a, b in REPLACED[5]["solo_loop"]["fate_tile_positions"][:3])
    assert gaps in loop["fate_tile_positions"]


def without(name, *path):
    """The default of a table that lacks an entry."""
    value = copy.deepcopy(default_tables()[name])
    del at(value, path[:-1])[path[-1]]
    return {name: value}


def with_entry(name, entry, *path):
    """The default of a table with another entry."""
    value = copy.deepcopy(default_tables()[name])
    at(value, path[:-1])[path[-1]] = entry
    return {name: value}


def at(value, path):
    """What lies at a path of names and places."""
    for key in path:
        value = value[key]
    return value


REFUSED = [  # override, words of the message
    ([], ["data_overrides", "mapping of names"]),
    ({"markets": {}}, ["unknown name 'markets'", "setup_cards"]),
    ({"action_spaces": {}}, ["action_spaces", "clockwise_order"]),
    (without("action_spaces", "clockwise_order", 0), ["action_spaces: clockwise_order", "7 entries"]),
    (with_entry("action_spaces", "market", "clockwise_order", 1), ["action_spaces: clockwise_order", "once"]),
    (with_entry("action_spaces", 3, "clockwise_order", 1), ["action_spaces: clockwise_order"]),
    (with_entry("setup_cards", {}, CARD, "6"), [f"setup_cards: {CARD}", "'6'"]),
    (without("setup_cards", CARD, "3", "church"), [f"setup_cards: {CARD}: 3", "missing: church"]),
    (
        with_entry("setup_cards", 9, CARD, "4", "crafts"),
        [f"setup_cards: {CARD}: 4", "26 cubes", "multiples of 4 above 0"],
    ),
    (
        with_entry("setup_cards", 13, CARD, "2", "crafts"),
        [f"setup_cards: {CARD}: 2: crafts", "13", "0 to 12"],
    ),
    (with_entry("setup_cards", dict.fromkeys(E.SPACE.NAMES, 0), CARD, "2"), [f"setup_cards: {CARD}: 2"]),
    (with_entry("setup_cards", 34, BAG, "2", "pink"), [f"setup_cards: {BAG}: 2: pink", "34"]),
    (with_entry("setup_cards", True, BAG, "2", "pink"), [f"setup_cards: {BAG}: 2: pink", "True"]),
    (with_entry("setup_cards", 1, BAG, "2", "plague"), [f"setup_cards: {BAG}: 2", "plague"]),
    (without("customers", 0), ["customers", "24 entries"]),
    (with_entry("customers", {"requires": {"grain": 1}}, 3), ["customers: 3", "missing: points"]),
    (with_entry("customers", {"coin": 1}, 3, "requires"), ["customers: 3: requires", "'coin'"]),
    (with_entry("customers", {}, 3, "requires"), ["customers: 3", "must ask for something"]),
    (with_entry("customers", {"grain": 6}, 3, "requires"), ["customers: 3", "5 grain"]),
    (with_entry("customers", 21, 3, "points"), ["customers: 3: points", "21"]),
    (with_entry("customers", "2", 3, "points"), ["customers: 3: points", "'2'"]),
    (without("chronicle", "spaces", "2", "farm"), ["chronicle: spaces: 2", "farm"]),
    (with_entry("chronicle", 0, "spaces", "2", "farm"), ["chronicle: spaces: 2: farm", "1 to 10"]),
    (with_entry("chronicle", 1, "spaces", "2", "wedding"), ["chronicle: spaces: 2", "wedding"]),
    (with_entry("cemetery", 0, "spaces", "2"), ["cemetery: spaces: 2", "0", "1 to 30"]),
    (with_entry("cemetery", 4, "spaces", "1"), ["cemetery: spaces", "'1'"]),
    ({"cemetery": 6}, ["cemetery", "6"]),
    (without("council_chamber", "time", 3), ["council_chamber: time", "4 entries"]),
    (with_entry("council_chamber", 7, "time", 1), ["council_chamber: time", "7"]),
    (with_entry("council_chamber", 1.5, "time", 1), ["council_chamber: time", "1.5"]),
    (with_entry("church", 1, "advance_cost_grain", 0), ["church: advance_cost_grain", "first stage"]),
    (with_entry("church", 6, "advance_cost_grain", 3), ["church: advance_cost_grain", "6"]),
    (with_entry("church", -1, "advance_cost_grain", 3), ["church: advance_cost_grain", "-1"]),
    (without("travel_map", "rewards", 0), ["travel_map: rewards", "6 entries"]),
    (with_entry("travel_map", {"coin": 2}, "rewards", 2), ["travel_map: rewards", "{'coin': 2}"]),
    (without("travel_map", "edge_cubes", 0), ["travel_map: edge_cubes", "9 entries"]),
    (with_entry("travel_map", {"pink": 1}, "edge_cubes", 4), ["travel_map: edge_cubes: 4", "two cubes"]),
    (with_entry("travel_map", {"plague": 2}, "edge_cubes", 4), ["travel_map: edge_cubes: 4", "plague"]),
    (with_entry("solo_loop", 5, "spaces"), ["solo_loop: spaces", "5"]),
    (with_entry("solo_loop", 31, "spaces"), ["solo_loop: spaces", "31"]),
    (with_entry("solo_loop", [0, 2], "fate_tile_positions", 0), ["solo_loop: fate_tile_positions", "[0, 2]"]),
    (
        with_entry("solo_loop", [2, 3], "fate_tile_positions", 0),
        ["solo_loop: fate_tile_positions", "in the same gap"],
    ),
    (with_entry("solo_loop", [11, 12], "fate_tile_positions", 0), ["solo_loop: fate_tile_positions", "12"]),
    (without("solo_loop", "spaces"), ["solo_loop", "missing: spaces"]),
]


@pytest.mark.parametrize("overrides,words", REFUSED, ids=[" ".join(words)[:60] for _, words in REFUSED])
def test_a_wrong_replacement_is_refused_with_table_and_entry(overrides, words):
    with pytest.raises(OptionError) as error:
        VillageOptions.from_kwargs(data_overrides=overrides)
    assert all(word in str(error.value) for word in ("data_overrides", *words)), str(error.value)


def test_every_table_has_a_wrong_replacement():
    assert {next(iter(one)) for one, _ in REFUSED if one} >= set(OVERRIDES)


def test_replacements_as_a_file_as_text_and_as_a_dictionary(tmp_path):
    path, words = tmp_path / "tables.json", json.dumps(REPLACED[0])
    path.write_text(words, encoding="utf-8")
    one, two, three = (
        VillageOptions.from_kwargs(data_overrides=value) for value in (str(path), words, REPLACED[0])
    )
    assert one == two == three and one == VillageOptions.from_kwargs(**one.as_dict())
    assert (one.pack() == three.pack()).all() and (one.pack() != VillageOptions().pack()).any()


@pytest.mark.parametrize("name", sorted(scenarios()))
def test_a_scenario_is_tables_by_name(name):
    scenario = scenarios()[name]
    assert set(scenario) == {"about", "tables"} and scenario["about"].endswith(".")
    options = VillageOptions.from_kwargs(data_overrides=name)
    assert options == VillageOptions.from_kwargs(data_overrides=scenario["tables"])
    # a replay holds the tables, not the name
    assert options == VillageOptions.from_recorded(options.as_dict())
    told = data_report()
    assert f"  {name}: " in told and scenario["about"].split()[0] in told
    changed = 0
    for players in range(1, 6):
        changed += state_tables(options.data_overrides, players) != state_tables(None, players)
        batch = batch_of_village(num_envs=1, num_players=players, data_overrides=name, autoreset=False)
        batch.rollout(steps=10**6)
        assert batch.states["done"].all()
    assert changed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("shorter", r"cannot read 'shorter'.*scenarios.*carla_10, .*short"),
        ("{1", "it is not JSON"),
        ("no_such_file.json", "cannot read"),
    ],
)
def test_what_names_no_tables_is_refused(text, words):
    with pytest.raises(OptionError, match=words):
        VillageOptions.from_kwargs(data_overrides=text)


def test_numbers_of_players_may_be_numbers():
    one, two = ({"cemetery": {"spaces": {key: 7}}} for key in (3, "3"))
    assert VillageOptions.from_kwargs(data_overrides=one) == VillageOptions.from_kwargs(data_overrides=two)


def test_a_broken_file_is_named(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text('{"church": ')
    with pytest.raises(OptionError, match=r"mine\.json: it is not JSON"):
        VillageOptions.from_kwargs(data_overrides=str(path))


def test_a_state_of_other_tables_is_refused():
    one, other = Table(2), Table(2, data_overrides=REPLACED[0])
    batch = BatchedGame(GAME, one.options, 1, autoreset=False)
    with pytest.raises(ValueError, match="church_cost"):
        batch.load(np.asarray(other.batch.states))
