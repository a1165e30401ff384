"""The component tables: totals of the rules page, the numbers of the kernels against the file, and replacements."""

import copy
import json
from collections import Counter

import numpy as np
import pytest

from eurogym.envs.core.batch import BatchedGame
from eurogym.envs.core.errors import OptionError
from eurogym.envs.village import batch as batch_of_village
from eurogym.envs.village import enums as E
from eurogym.envs.village import tables as T
from eurogym.envs.village.components import (
    OVERRIDES,
    READER,
    components,
    default_tables,
    edges,
    merged,
    scenarios,
    state_tables,
    table,
)
from eurogym.envs.village.data_report import data_report
from eurogym.envs.village.game import GAME
from eurogym.envs.village.options import VillageOptions
from tests.village.games import REPLACED, played
from tests.village.positions import Table, check_position

rule = pytest.mark.rule

COUNTS = table("component_counts")
CARDS = components()["setup_cards"]
PLAYERS = ("2", "3", "4", "5")
CONFIDENCE = {"rulebook", "public", "recalled", "reconstructed"}


def confidence_words(node):
    """Every confidence statement inside a data file."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "confidence" and isinstance(value, str):
                yield value
            else:
                yield from confidence_words(value)
    elif isinstance(node, list):
        for value in node:
            yield from confidence_words(value)


# --- totals -------------------------------------------------------------------------------------------------------


def test_confidence_words():
    assert set(confidence_words(components())) <= CONFIDENCE | {
        components()["meta"]["confidence_scale"]["rulebook"]
    }


@rule("R1.1", "R1.9")
def test_component_counts():
    assert T.GENERATION_SIZE.tolist() == [4, 3, 2, 2] and sum(T.GENERATION_SIZE) == 11
    assert COUNTS["family_members_per_player"]["total"] == 11 and COUNTS["discs_per_player"] == E.NUM_CITIES
    assert (
        T.CUBES_PER_COLOUR == 33 == COUNTS["influence_cubes_total"] // 4
        and T.PLAGUE_CUBES == 6
        and T.MONKS == 4
    )
    assert set(COUNTS["influence_cubes_per_color"].values()) == {33}
    assert COUNTS["goods_tiles"] == dict.fromkeys(E.GOOD.NAMES, 12) and COUNTS["goods_tiles_total"] == 60
    assert COUNTS["farm_grain_capacity"] == E.MAX_GRAIN


@rule("R1.10", "R2.4")
@pytest.mark.parametrize("players", PLAYERS)
def test_setup_cards(players):
    total = sum(CARDS["cubes_per_action_space"]["data"][players].values())
    assert total == CARDS["cubes_placed_total_per_round"]["data"][players] and total % int(players) == 0
    added = CARDS["cubes_added_to_green_bag_per_color_per_round"]["data"][players]
    assert sum(added.values()) + T.PLAGUE_CUBES > total
    fewer = len(added) * (min(added.values()) - 1)
    assert len(set(added.values())) == 1 and fewer + T.PLAGUE_CUBES <= total, (
        "the least equal number that does so"
    )


@rule("R1.6", "R8.2")
def test_customers():
    tiles = table("customers")
    assert len(tiles) == 24 and [one["id"] for one in tiles] == list(range(24))
    assert sum(one["points"] for one in tiles) == 95
    value = {"scroll": 2, "grain": 1, "wagon": 3, "plough": 3, "horse": 3, "ox": 3}
    for one in tiles:
        assert one["points"] == sum(value[wish] * count for wish, count in one["requires"].items())
        assert 2 <= one["points"] <= 6 and one["requires"].get("grain", 0) <= 5
    asked = [one["requires"] for one in tiles]
    assert {"horse": 1, "plough": 1} in asked and {"grain": 3} in asked and {"scroll": 1, "grain": 1} in asked


@rule("R1.7")
def test_graves():
    totals = [sum(table("chronicle")["spaces"][players].values()) for players in PLAYERS]
    assert totals == [11, 13, 17, 20] and table("chronicle")["categories"] == list(E.CATEGORY.NAMES)
    cemetery = [table("cemetery")["spaces"][players] for players in PLAYERS]
    assert cemetery == sorted(cemetery) == [6, 8, 10, 12]


@rule("R10.1", "R10.2", "R10.3")
def test_the_travel_map():
    cities = table("travel_map")["cities"]
    assert [city["id"] for city in cities] == list(E.PLACE_NAMES[E.PLACE.city : E.PLACE.church])
    assert [(edge["a"], edge["b"]) for edge in edges()[:2]] == [("village", "C1"), ("village", "C2")]
    assert len(edges()) == E.NUM_EDGES and all(sum(edge["cubes"].values()) == 2 for edge in edges())
    used = sum((Counter(edge["cubes"]) for edge in edges()), Counter())
    assert used == {"orange": 6, "brown": 6, "pink": 6}
    reached = {"village"}
    for _ in cities:
        reached |= {
            end for edge in edges() for end in (edge["a"], edge["b"]) if {edge["a"], edge["b"]} & reached
        }
    assert len(reached) == 7
    roads = {frozenset((f"C{a + 1}", f"C{b + 1}")) for a, b in zip(T.ROAD_FROM, T.ROAD_TO, strict=True)}
    assert roads == {frozenset((edge["a"], edge["b"])) for edge in edges()[2:]}
    assert T.ROAD_FROM[::2].tolist() == T.ROAD_TO[1::2].tolist() and T.SEND_TO.tolist() == [0, 1]
    assert T.TRAVEL_TIME == table("travel_map")["common_cost_per_edge"]["time"] == 2


@rule("R7.4", "R7.5")
def test_crafts():
    costs = [(E.PLACE_NAMES[place], int(train), int(make)) for place, train, make in
             zip(T.CRAFT_PLACE, T.TRAIN_TIME, T.PRODUCE_TIME, strict=True)]  # fmt: skip
    assert costs == [
        ("wainwright", 2, 2),
        ("stables", 3, 3),
        ("stables", 3, 3),
        ("office", 2, 2),
        ("smith", 3, 3),
    ]
    assert [E.GOOD.NAMES[good] for good in T.CRAFT_GOODS] == ["wagon", "horse", "ox", "scroll", "plough"]
    assert (T.STABLES_GRAIN, T.MILL_TIME, T.MILL_GRAIN, T.MILL_COINS) == (3, 2, 2, 2)


@rule("R16.1")
def test_scoring_tables():
    assert T.CITY_POINTS.tolist() == [0, 1, 3, 6, 10, 14, 18]
    assert T.CHURCH_POINTS.tolist() == [2, 3, 4, 6] and T.COUNCIL_POINTS.tolist() == [0, 2, 4, 6]
    assert T.CHRONICLE_POINTS.tolist() == [0, 0, 0, 4, 7, 12]
    stages = table("church")["stages"]
    assert [stage["end_points"] for stage in stages] == T.CHURCH_POINTS.tolist()
    assert [stage["end_points"] for stage in table("council_chamber")["stages"]] == T.COUNCIL_POINTS.tolist()


@rule("R14.3", "R18.10")
def test_categories():
    named = [E.CATEGORY.NAMES[category] for category in T.CATEGORY_OF_PLACE]
    council, church = ["council_chamber"] * 4, ["church"] * 4
    assert named == ["farm", *["crafts"] * 4, *council, *["travel"] * 6, *church]
    spaces = {
        space: category for space, category in zip(E.SPACE.NAMES, T.CATEGORY_OF_SPACE.tolist(), strict=True)
    }
    for space, name in table("action_spaces")["chronicle_category_of_space"].items():
        assert spaces[space] == (E.NONE if name is None else E.CATEGORY.NAMES.index(name))


def test_bounds_of_the_file_hold_the_encoding():
    bounds = table("observation_bounds")
    assert (
        bounds["flat_actions"] == GAME.catalog(VillageOptions()).n == 377
        and bounds["rounds"] == E.ROUND_LIMIT
    )
    assert (
        bounds["members_per_generation"] == [4, 3, 2, 2]
        and sum(bounds["locations_of_a_member"].values()) >= 28
    )


# --- the numbers of the kernels ---------------------------------------------------------------------------------------


def test_default_tables_are_those_of_the_file():
    defaults = default_tables()
    assert set(defaults) == set(OVERRIDES)
    assert defaults["action_spaces"]["clockwise_order"] == table("action_spaces")["clockwise_order"]
    assert defaults["customers"] == [
        {"requires": c["requires"], "points": c["points"]} for c in table("customers")
    ]
    assert defaults["council_chamber"]["time"] == [1, 2, 2, 3]
    assert defaults["church"]["advance_cost_grain"] == [0, 1, 2, 2]
    assert defaults["solo_loop"]["spaces"] == 12 and len(defaults["solo_loop"]["fate_tile_positions"]) == 6
    assert merged(READER.read(defaults)) == defaults
    assert VillageOptions(data_overrides=defaults).state_values() == VillageOptions().state_values()


@pytest.mark.parametrize("players", range(1, 6))
def test_a_game_has_the_tables_of_the_file(players):
    state, row = Table(players).state, str(max(2, players))
    card = CARDS["cubes_per_action_space"]["data"][row]
    added = CARDS["cubes_added_to_green_bag_per_color_per_round"]["data"][row]
    assert state["cubes_on_space"].tolist() == [card[space] for space in E.SPACE.NAMES]
    assert state["cubes_added"].tolist() == [added[colour] for colour in E.COLOUR.NAMES[:4]]
    assert [E.SPACE.NAMES[space] for space in state["order"]] == table("action_spaces")["clockwise_order"]
    for one, wished, points in zip(table("customers"), state["wishes"], state["points"], strict=True):
        assert [one["requires"].get(wish, 0) for wish in E.WISH.NAMES] == wished.tolist() and one[
            "points"
        ] == points
    assert state["council_time"].tolist() == [1, 2, 2, 3] and state["church_cost"].tolist() == [0, 1, 2, 2]
    for edge, cubes in zip(edges(), state["edge_cubes"].tolist(), strict=True):
        assert Counter(E.COLOUR.NAMES[colour] for colour in cubes) == edge["cubes"] and cubes == sorted(cubes)
    rewards = [("prestige", 3), ("influence_cubes_of_choice", 2), ("coin", 1)]
    for city, reward in zip(table("travel_map")["cities"], state["rewards"], strict=True):
        assert city["reward"] == dict([rewards[reward]])
    positions = components()["solo_carla"]["life_cycle_loop"]["data"]["fate_tile_positions"]
    assert state["fate_space"].tolist() == [one["between"][1] for one in positions]
    assert state["loop_spaces"] == 12


# --- replacements -----------------------------------------------------------------------------------------------------


def changed(name, change):
    """The default of a table after a change in place, as an override."""
    value = copy.deepcopy(default_tables()[name])
    change(value)
    return {name: value}


ACCEPTED = {
    "action_spaces": changed("action_spaces", lambda v: v["clockwise_order"].reverse()),
    "setup_cards": {"setup_cards": {"cubes_per_action_space": {"2": dict.fromkeys(E.SPACE.NAMES, 2)}}},
    "green_bag": {
        "setup_cards": {
            "cubes_added_to_green_bag_per_color_per_round": {"2": dict.fromkeys(E.COLOUR.NAMES[:4], 5)}
        }
    },
    "customers": {"customers": [{"requires": {"grain": 1}, "points": 7}] * 24},
    "chronicle": {"chronicle": {"spaces": {"2": dict.fromkeys(E.CATEGORY.NAMES, 1)}}},
    "cemetery": {"cemetery": {"spaces": {"2": 4}}},
    "council_chamber": {"council_chamber": {"time": [0, 1, 4, 6]}},
    "church": {"church": {"advance_cost_grain": [0, 0, 3, 5]}},
    "rewards": {"travel_map": {"rewards": [{"coin": 1}] * 6}},
    "edge_cubes": {"travel_map": {"edge_cubes": [{"pink": 1, "green": 1}] * 9}},
    "solo_loop": REPLACED[5],
}
FIELDS = {  # what a replacement shows in, and what it makes of it
    "action_spaces": ("order", [6, 5, 4, 3, 2, 1, 0]),
    "setup_cards": ("cubes_on_space", [2] * 7),
    "green_bag": ("cubes_added", [5] * 4),
    "customers": ("points", [7] * 24),
    "chronicle": ("chronicle_open", [1] * 5),
    "cemetery": ("cemetery_open", 4),
    "council_chamber": ("council_time", [0, 1, 4, 6]),
    "church": ("church_cost", [0, 0, 3, 5]),
    "rewards": ("rewards", [E.REWARD.coin] * 6),
    "edge_cubes": ("edge_cubes", [[E.COLOUR.green, E.COLOUR.pink]] * 9),
    "solo_loop": ("loop_spaces", 10),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_every_kind_of_replacement_is_played(name):
    field, wanted = FIELDS[name]
    assert Table(1, data_overrides=ACCEPTED[name]).state[field].tolist() == wanted
    assert Table(1).state[field].tolist() != wanted
    for players in (1, 2):
        for batch, _ in played({"num_players": players, "data_overrides": ACCEPTED[name]}, 3):
            check_position(batch.states[0])
        assert batch.dones[0] or batch.states["done"][0]


def test_only_the_named_rows_are_replaced():
    replaced = merged(READER.read(ACCEPTED["setup_cards"]))
    defaults = copy.deepcopy(default_tables())
    cards = replaced.pop("setup_cards"), defaults.pop("setup_cards")
    assert replaced == defaults
    rows = [one["cubes_per_action_space"] for one in cards]
    assert rows[0]["2"] == dict.fromkeys(E.SPACE.NAMES, 2) and {**rows[0], "2": None} == {
        **rows[1],
        "2": None,
    }
    assert Table(3, data_overrides=ACCEPTED["cemetery"]).number("cemetery_open") == 8


@pytest.mark.parametrize("overrides", REPLACED, ids=lambda one: next(iter(one)))
@pytest.mark.parametrize("players", [1, 2, 5])
def test_every_alternative_of_the_file_is_played(overrides, players):
    for batch, _ in played({"num_players": players, "data_overrides": overrides}, 5):
        check_position(batch.states[0])
    assert batch.states["done"][0]


def test_the_alternatives_are_those_of_the_file():
    assert {"advance_cost_grain": REPLACED[0]["church"]["advance_cost_grain"]} in components()["church"][
        "alternatives"
    ]
    assert {"advance_cost_grain": REPLACED[1]["church"]["advance_cost_grain"]} in components()["church"][
        "alternatives"
    ]
    assert REPLACED[2]["council_chamber"] in components()["council_chamber"]["alternatives"]
    assert REPLACED[3]["action_spaces"]["clockwise_order"] in components()["action_spaces"]["alternatives"]
    card = REPLACED[4]["setup_cards"]["cubes_per_action_space"]
    assert card in CARDS["cubes_per_action_space"]["alternatives"]
    assert {"5": sum(card["5"].values())} in CARDS["cubes_placed_total_per_round"]["alternatives"]
    (loop,) = components()["solo_carla"]["life_cycle_loop"]["alternatives"]
    assert loop["spaces"] == REPLACED[5]["solo_loop"]["spaces"]
    gaps = ",".join(f"({a},{b})" for a, b in REPLACED[5]["solo_loop"]["fate_tile_positions"][:3])
    assert gaps in loop["fate_tile_positions"]


def without(name, *path):
    """The default of a table that lacks an entry."""

    def remove(value):
        for key in path[:-1]:
            value = value[key]
        del value[path[-1]]

    return changed(name, remove)


def with_entry(name, entry, *path):
    """The default of a table with another entry."""

    def put(value):
        for key in path[:-1]:
            value = value[key]
        value[path[-1]] = entry

    return changed(name, put)


CARD, BAG = "cubes_per_action_space", "cubes_added_to_green_bag_per_color_per_round"
REFUSED = [  # override, words of the message
    ([], ["data_overrides", "table with names"]),
    ({"markets": {}}, ["unknown name 'markets'", "setup_cards"]),
    ({"action_spaces": {}}, ["action_spaces", "clockwise_order"]),
    (without("action_spaces", "clockwise_order", 0), ["action_spaces: clockwise_order", "7 entries"]),
    (with_entry("action_spaces", "market", "clockwise_order", 1), ["action_spaces: clockwise_order", "once"]),
    (with_entry("action_spaces", 3, "clockwise_order", 1), ["action_spaces: clockwise_order"]),
    (with_entry("setup_cards", {}, CARD, "6"), [f"setup_cards: {CARD}", "'6'"]),
    (without("setup_cards", CARD, "3", "church"), [f"setup_cards: {CARD}: 3", "missing: church"]),
    (with_entry("setup_cards", 9, CARD, "4", "crafts"), [f"setup_cards: {CARD}: 4", "26", "divisible"]),
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
    (with_entry("customers", {}, 3, "requires"), ["customers: 3", "asks for something"]),
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
        ["solo_loop: fate_tile_positions", "one gap"],
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
    path = tmp_path / "tables.json"
    path.write_text(json.dumps(REPLACED[0]), encoding="utf-8")
    one, two, three = (
        VillageOptions.from_kwargs(data_overrides=value)
        for value in (str(path), json.dumps(REPLACED[0]), REPLACED[0])
    )
    assert one == two == three and one == VillageOptions.from_kwargs(**one.as_dict())
    assert (one.pack() == three.pack()).all() and (one.pack() != VillageOptions().pack()).any()


@pytest.mark.parametrize("name", sorted(scenarios()))
def test_a_scenario_is_tables_by_name(name):
    scenario = scenarios()[name]
    assert set(scenario) == {"about", "tables"} and scenario["about"].endswith(".")
    options = VillageOptions.from_kwargs(data_overrides=name)
    assert options == VillageOptions.from_kwargs(data_overrides=scenario["tables"])
    assert options == VillageOptions.from_recorded(
        options.as_dict()
    )  # a replay holds the tables, not the name
    told = data_report()
    assert f"  {name}: " in told and scenario["about"].split()[0] in told
    changed = 0
    for players in range(1, 6):
        tables = state_tables(options.data_overrides, players)
        changed += tables != state_tables(None, players)
        batch = batch_of_village(num_envs=1, num_players=players, data_overrides=name, autoreset=False)
        batch.rollout(steps=10**6)
        assert batch.states["done"].all()
    assert changed


def test_an_unknown_scenario_is_refused_with_the_known_ones():
    with pytest.raises(OptionError, match=r"cannot read 'shorter'.*scenarios.*carla_10, .*short"):
        VillageOptions.from_kwargs(data_overrides="shorter")


def test_numbers_of_players_may_be_numbers():
    one, two = ({"cemetery": {"spaces": {key: 7}}} for key in (3, "3"))
    assert VillageOptions.from_kwargs(data_overrides=one) == VillageOptions.from_kwargs(data_overrides=two)


def test_a_broken_file_is_named(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text('{"church": ')
    with pytest.raises(OptionError, match=r"not valid JSON in .*mine\.json"):
        VillageOptions.from_kwargs(data_overrides=str(path))


@pytest.mark.parametrize("text,words", [("{1", "not valid JSON"), ("no_such_file.json", "cannot read")])
def test_a_wrong_file_is_refused(text, words):
    with pytest.raises(OptionError, match=words):
        VillageOptions.from_kwargs(data_overrides=text)


def test_a_state_of_other_tables_is_refused():
    one, other = Table(2), Table(2, data_overrides=REPLACED[0])
    batch = BatchedGame(GAME, one.options, 1, autoreset=False)
    with pytest.raises(ValueError, match="church_cost"):
        batch.load(np.asarray(other.batch.states))
