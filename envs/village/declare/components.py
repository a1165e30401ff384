"""The component tables of Village, read from ``data/components.json``, and the user's replacements for them.

Several tables of the printed game are reconstructed (``eurogym games village --data``). ``data_overrides`` replaces
them: a dictionary, the name of one of the scenarios in ``data/scenarios``, or that of a JSON file, with any of the keys
of :data:`OVERRIDES`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from eurogym.envs.core.compile.kernels import I8
from eurogym.envs.core.declare.overrides import TableReader
from eurogym.envs.core.declare.overrides import merged as merge
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare.enums import CATEGORY, SPACE, WISH

DATA_FILE = Path(__file__).parents[1] / "data" / "components.json"
SCENARIOS = DATA_FILE.parent / "scenarios"
PLAYER_COUNTS = tuple(str(players) for players in range(2, E.MAX_SEATS + 1))

# largest numbers that a table may hold; arrays and observations have room for them
MOST_CUBES_ON_SPACE = 12
MOST_WISHES = 9  # of one good by one customer
MOST_POINTS = 20
MOST_CHRONICLE_SPACES = 10
MOST_CEMETERY_SPACES = 30
MOST_COUNCIL_TIME = 6
MOST_LOOP_SPACES = 30


@cache
def components() -> dict[str, Any]:
    """Return the whole data file as plain dictionaries; do not change what it returns."""
    return json.loads(DATA_FILE.read_text(encoding="utf-8"))


def table(name: str) -> Any:
    """Return the ``data`` of one table."""
    return components()[name]["data"]


def edges() -> list[dict[str, Any]]:
    """Return the nine edges of the travel map: first the two from the village, then seven between cities."""
    return table("travel_map")["edges"]


@cache
def default_tables() -> dict[str, Any]:
    """Return the tables that can be replaced, in the form of the overrides."""
    cards = components()["setup_cards"]
    return {
        "action_spaces": {"clockwise_order": table("action_spaces")["clockwise_order"]},
        "setup_cards": {
            name: cards[name]["data"]
            for name in ("cubes_per_action_space", "cubes_added_to_green_bag_per_color_per_round")
        },
        "customers": [{"requires": one["requires"], "points": one["points"]} for one in table("customers")],
        "chronicle": {"spaces": table("chronicle")["spaces"]},
        "cemetery": {"spaces": {n: table("cemetery")["spaces"][n] for n in PLAYER_COUNTS}},
        "council_chamber": {"time": [stage["time"] for stage in table("council_chamber")["stages"]]},
        "church": {
            "advance_cost_grain": [stage["advance_cost_grain"] for stage in table("church")["stages"]]
        },
        "travel_map": {
            "rewards": [city["reward"] for city in table("travel_map")["cities"]],
            "edge_cubes": [edge["cubes"] for edge in edges()],
        },
        "solo_loop": {
            "spaces": components()["solo_carla"]["life_cycle_loop"]["data"]["spaces"],
            "fate_tile_positions": [
                tile["between"]
                for tile in components()["solo_carla"]["life_cycle_loop"]["data"]["fate_tile_positions"]
            ],
        },
    }


# --- replacing tables ----------------------------------------------------------------------------------------------


@cache
def scenarios() -> dict[str, dict[str, Any]]:
    """Replacements that come with the game: name -> ``about`` (one sentence) and ``tables`` (overrides)."""
    files = sorted(SCENARIOS.glob("*.json"))
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}


OVERRIDES: dict[str, Callable[[Any], Any]] = {}  # table -> what checks a replacement, filled below
READER = TableReader("village", OVERRIDES, scenarios)
_fail, _number, _mapping, _list = READER.fail, READER.number, READER.mapping, READER.entries


def _counts(
    where: str, value: Any, keys: tuple[str, ...], low: int, high: int, complete: bool = True
) -> dict[str, int]:
    row = _mapping(where, value, keys, complete)
    return {key: _number(f"{where}: {key}", number, low, high) for key, number in row.items()}


def _order(value: Any) -> dict[str, Any]:
    value = _mapping("action_spaces", value, ("clockwise_order",), True)
    names = _list("action_spaces: clockwise_order", value["clockwise_order"], SPACE.COUNT)
    if sorted(map(str, names)) != sorted(SPACE.NAMES):
        _fail("action_spaces: clockwise_order", f"expected each of {', '.join(SPACE.NAMES)} exactly once")
    return {"clockwise_order": names}


def _by_players(where: str, value: Any, row: Callable[[str, Any], Any]) -> dict[str, Any]:
    value = _mapping(where, value, PLAYER_COUNTS)
    return {players: row(f"{where}: {players}", one) for players, one in value.items()}


def _cards(value: Any) -> dict[str, Any]:
    names = ("cubes_per_action_space", "cubes_added_to_green_bag_per_color_per_round")
    value = _mapping("setup_cards", value, names)
    cubes = table("component_counts")["influence_cubes_per_color"]["orange"]
    limits = ((SPACE.NAMES, 0, MOST_CUBES_ON_SPACE), (E.INFLUENCE, 0, cubes))
    cards = {
        name: _by_players(f"setup_cards: {name}", value[name], lambda w, row, k=limit: _counts(w, row, *k))
        for name, limit in zip(names, limits, strict=True)
        if name in value
    }
    for players, row in cards.get(names[0], {}).items():
        total = sum(row.values())
        if not total or total % int(players):
            _fail(
                f"setup_cards: {names[0]}: {players}",
                f"{total} cubes in all on the spaces; allowed: multiples of {players} above 0, for as many turns each",
            )
    return cards


def _customers(value: Any) -> list[dict[str, Any]]:
    tiles = []
    for number, tile in enumerate(_list("customers", value, E.NUM_CUSTOMERS)):
        where = f"customers: {number}"
        tile = _mapping(where, tile, ("requires", "points"), True)
        requires = _counts(f"{where}: requires", tile["requires"], WISH.NAMES, 0, MOST_WISHES, False)
        if not any(requires.values()) or requires.get("grain", 0) > E.MAX_GRAIN:
            _fail(where, f"a customer must ask for something, and for at most {E.MAX_GRAIN} grain")
        tiles.append(
            {
                "requires": {k: n for k, n in requires.items() if n},
                "points": _number(f"{where}: points", tile["points"], 0, MOST_POINTS),
            }
        )
    return tiles


def _chronicle(value: Any) -> dict[str, Any]:
    value = _mapping("chronicle", value, ("spaces",), True)
    return {
        "spaces": _by_players(
            "chronicle: spaces",
            value["spaces"],
            lambda w, row: _counts(w, row, CATEGORY.NAMES, 1, MOST_CHRONICLE_SPACES),
        )
    }


def _cemetery(value: Any) -> dict[str, Any]:
    value = _mapping("cemetery", value, ("spaces",), True)
    return {
        "spaces": _counts("cemetery: spaces", value["spaces"], PLAYER_COUNTS, 1, MOST_CEMETERY_SPACES, False)
    }


def _council(value: Any) -> dict[str, Any]:
    value = _mapping("council_chamber", value, ("time",), True)
    times = _list("council_chamber: time", value["time"], E.NUM_COUNCIL_STAGES)
    return {"time": [_number("council_chamber: time", number, 0, MOST_COUNCIL_TIME) for number in times]}


def _church(value: Any) -> dict[str, Any]:
    value = _mapping("church", value, ("advance_cost_grain",), True)
    costs = _list("church: advance_cost_grain", value["advance_cost_grain"], E.NUM_CHURCH_STAGES)
    costs = [_number("church: advance_cost_grain", number, 0, E.MAX_GRAIN) for number in costs]
    if costs[0]:
        _fail("church: advance_cost_grain", "the first stage must cost no grain")
    return {"advance_cost_grain": costs}


REWARDS = ({"prestige": 3}, {"influence_cubes_of_choice": 2}, {"coin": 1})  # as enums.REWARD


def _travel(value: Any) -> dict[str, Any]:
    value = _mapping("travel_map", value, ("rewards", "edge_cubes"))
    result: dict[str, Any] = {}
    if "rewards" in value:
        rewards = _list("travel_map: rewards", value["rewards"], E.NUM_CITIES)
        for reward in rewards:
            if reward not in REWARDS:
                _fail("travel_map: rewards", f"{reward!r} is not one of {', '.join(map(str, REWARDS))}")
        result["rewards"] = rewards
    if "edge_cubes" in value:
        colours = E.INFLUENCE
        rows = _list("travel_map: edge_cubes", value["edge_cubes"], E.NUM_EDGES)
        rows = [
            _counts(f"travel_map: edge_cubes: {i}", row, colours, 0, 2, False) for i, row in enumerate(rows)
        ]
        for i, row in enumerate(rows):
            if sum(row.values()) != 2:
                _fail(f"travel_map: edge_cubes: {i}", "an edge must cost two cubes")
        result["edge_cubes"] = rows
    return result


def _loop(value: Any) -> dict[str, Any]:
    value = _mapping("solo_loop", value, ("spaces", "fate_tile_positions"), True)
    spaces = _number("solo_loop: spaces", value["spaces"], E.NUM_TILES, MOST_LOOP_SPACES)
    where = "solo_loop: fate_tile_positions"
    gaps = []
    for gap in _list(where, value["fate_tile_positions"], E.NUM_TILES):
        first, second = (_number(where, x, 0, spaces - 1) for x in _list(where, gap, 2))
        if second != (first + 1) % spaces:
            _fail(where, f"{gap!r} are not two consecutive spaces")
        gaps.append([first, second])
    if len({second for _, second in gaps}) != E.NUM_TILES:
        _fail(where, "two tiles are in the same gap")
    return {"spaces": spaces, "fate_tile_positions": gaps}


OVERRIDES |= {
    "action_spaces": _order,
    "setup_cards": _cards,
    "customers": _customers,
    "chronicle": _chronicle,
    "cemetery": _cemetery,
    "council_chamber": _council,
    "church": _church,
    "travel_map": _travel,
    "solo_loop": _loop,
}
READER.checked(default_tables())  # the file keeps to the limits as well


def merged(overrides: str | None) -> dict[str, Any]:
    """Return all replaceable tables, the defaults where nothing is replaced."""
    tables = json.loads(json.dumps(default_tables()))
    for name, value in json.loads(overrides or "{}").items():
        tables[name] = merge(tables[name], value)
    return tables


# --- tables in the state ---------------------------------------------------------------------------------------------

# the tables that the options fix, as fields of the state
STATE_FIELDS = [
    ("order", I8, (SPACE.COUNT,)),  # spaces clockwise
    ("cubes_on_space", I8, (SPACE.COUNT,)),
    ("cubes_added", I8, (E.NUM_INFLUENCE,)),
    ("wishes", I8, (E.NUM_CUSTOMERS, WISH.COUNT)),
    ("points", I8, (E.NUM_CUSTOMERS,)),
    ("chronicle_spaces", I8, (CATEGORY.COUNT,)),  # open at the beginning
    ("cemetery_spaces", I8),
    ("council_time", I8, (E.NUM_COUNCIL_STAGES,)),
    ("church_cost", I8, (E.NUM_CHURCH_STAGES,)),
    ("rewards", I8, (E.NUM_CITIES,)),
    ("edge_cubes", I8, (E.NUM_EDGES, 2)),  # the lower colour first
    ("loop_spaces", I8),
    ("fate_space", I8, (E.NUM_TILES,)),  # a cube placed here flips the tile
]


@cache
def state_tables(overrides: str | None, num_players: int) -> dict[str, Any]:
    """Return what the fields of :data:`STATE_FIELDS` hold; do not change what it returns."""
    tables, row = merged(overrides), PLAYER_COUNTS[max(0, num_players - 2)]
    cards, loop = tables["setup_cards"], tables["solo_loop"]
    on_space, added = (
        cards[name][row]
        for name in ("cubes_per_action_space", "cubes_added_to_green_bag_per_color_per_round")
    )
    return {
        "order": [SPACE.NAMES.index(name) for name in tables["action_spaces"]["clockwise_order"]],
        "cubes_on_space": [on_space[space] for space in SPACE.NAMES],
        "cubes_added": [added[colour] for colour in E.INFLUENCE],
        "wishes": [[tile["requires"].get(wish, 0) for wish in WISH.NAMES] for tile in tables["customers"]],
        "points": [tile["points"] for tile in tables["customers"]],
        "chronicle_spaces": [tables["chronicle"]["spaces"][row][category] for category in CATEGORY.NAMES],
        "cemetery_spaces": tables["cemetery"]["spaces"][row],
        "council_time": tables["council_chamber"]["time"],
        "church_cost": tables["church"]["advance_cost_grain"],
        "rewards": [REWARDS.index(reward) for reward in tables["travel_map"]["rewards"]],
        "edge_cubes": [
            [number for number, colour in enumerate(E.INFLUENCE) for _ in range(cubes.get(colour, 0))]
            for cubes in tables["travel_map"]["edge_cubes"]
        ],
        "loop_spaces": loop["spaces"],
        "fate_space": [second for _, second in loop["fate_tile_positions"]],
    }


# official ranks of a solo score (R19.8): name and lowest score
RANKS = tuple((rank["name"], rank["min"]) for rank in components()["solo_carla"]["score_ranks"]["data"])
