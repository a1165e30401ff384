"""Numbers and boards that options replace, as fields of the state: any of the keys of :data:`OVERRIDES`.

Numbers of tiles, of areas and phases, of bonus tiles and goods, those of the start and of the end can be replaced, and
boards whose printed form is not known: those of the team game, and the vineyard above its lowest level
(``eurogym games castles_of_burgundy --data``). Shapes stay as they are. So does what arrays and rules are built on:
colours, how many tiles there are, prices, and what modules and the Châteauma have of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.components import table
from eurogym.envs.castles_of_burgundy.declare.enums import BONUS, COLOUR, KIND
from eurogym.envs.castles_of_burgundy.declare.tables import VINE_LETTERS, VINE_LEVEL
from eurogym.envs.castles_of_burgundy.declare.team_board import CENTRE, START_NUMBERS, TEAM_BOARDS, areas
from eurogym.envs.core.compile.kernels import I8
from eurogym.envs.core.declare.overrides import TableReader, merged

FIRST_UNSURE = int((VINE_LEVEL == 0).sum())  # double spaces of the lowest level are known
NUM_UNSURE = E.NUM_VINE_SPACES - FIRST_UNSURE
BOARD_FIELDS = [
    ("team_colour", I8, (E.TEAM_HEXES,)),
    ("team_die", I8, (E.TEAM_HEXES,)),
    ("team_area", I8, (E.TEAM_HEXES,)),  # lowest hex of its area
    ("vine_die", I8, (E.NUM_VINE_SPACES,)),
    ("vine_bonus", I8, (E.NUM_VINE_SPACES, 2)),
]
STATE_FIELDS = [
    *BOARD_FIELDS,
    # numbers, read by the kernels of rules/numbers.py where several rules need them
    ("tile_number", I8, (KIND.COUNT,)),  # points, silver or workers by what the tile is
    ("printed_herds", I8),  # 1 = livestock scores as many points as there are animals on it
    ("area_vp", I8, (len(T.AREA_VP),)),
    ("phase_vp", I8, (E.NUM_PHASES,)),
    ("bonus_vp", I8, (BONUS.COUNT,)),  # of this table, as the next two
    ("sale_vp", I8),
    ("start_workers", I8, (len(T.START_WORKERS),)),
    ("start_silver", I8),
    ("sale_silver", I8),
    ("end_silver", I8),
    ("end_goods", I8),
    ("workers_per_point", I8),
]

# largest numbers that a table may hold
MOST = {"points": 20, "silver": 10, "workers": 10}  # of a tile, or of a goods tile sold
MOST_OF_AREA, MOST_OF_PHASE, MOST_OF_BONUS = 100, 20, 30  # points
MOST_AT_START, MOST_AT_END = 20, 10
SIZES = tuple(str(size) for size in range(1, len(T.AREA_VP)))
PHASES = tuple(table("main_board")["phases"])
TABLES = ("2", "3", "4")  # seats, the Châteauma's included


def tile_numbers() -> dict[str, dict[str, int]]:
    """Return the number of each kind of tile that has one, as printed: name -> unit -> number."""
    printed = {
        "boarding_house": {"workers": T.BOARDING_WORKERS},
        "bank": {"silver": T.BANK_SILVER},
        "watchtower": {"points": T.WATCHTOWER_VP},
        "mine": {"silver": T.MINE_SILVER},
        "monastery_2": {"workers": T.MINE_WORKERS},
        "monastery_3": {"silver": T.MORE_SILVER},
        "monastery_4": {"workers": T.SALE_WORKERS},
        "monastery_7": {"points": T.HERD_VP},
        "monastery_13": {"silver": T.DIE_SILVER},
        "monastery_14": {"workers": T.MORE_WORKERS},
    }
    printed |= {f"monastery_{n}": {"points": int(T.MONASTERY_VP[n])} for n in np.flatnonzero(T.MONASTERY_VP)}
    printed |= {KIND.NAMES[n]: {"points": int(T.ANIMALS[n])} for n in np.flatnonzero(T.ANIMALS)}
    return {name: printed[name] for name in KIND.NAMES if name in printed}


def _number_tables() -> dict[str, Any]:
    tiles = table("tiles")["bonus_tiles"]["per_color"]
    return {
        "tiles": tile_numbers(),
        "areas": {size: int(T.AREA_VP[int(size)]) for size in SIZES},
        "phases": {phase: int(vp) for phase, vp in zip(PHASES, T.PHASE_VP, strict=True)},
        "bonus_tiles": {"large": dict(tiles["first"]), "small": dict(tiles["second"])},
        "goods": {
            "points": {seats: int(T.SALE_VP[int(seats)]) for seats in TABLES},
            "silver": T.SALE_SILVER,
        },
        "start": {
            "workers": {str(place): int(n) for place, n in enumerate(T.START_WORKERS, 1)},
            "silver": T.START_SILVER,
        },
        "end": {"silver": 1, "goods": 1, "workers_per_point": T.WORKERS_PER_POINT},
    }


@cache
def default_tables() -> dict[str, Any]:
    """Return the numbers and boards of the data files, in the form of the overrides."""
    spaces = table("vineyards")["board"]["spaces"][FIRST_UNSURE:]
    return _number_tables() | {
        "team_boards": {
            board["mode"]: {
                "colors": [hexagon[2] for hexagon in board["hexes"]],
                "dice": [hexagon[3] for hexagon in board["hexes"]],
            }
            for board in table("duchies")["team_boards"]
        },
        "vineyard_board": {
            "dice": [space["die"] for space in spaces],
            "bonuses": [space["bonuses"] for space in spaces],
        },
    }


OVERRIDES: dict[str, Callable[[Any], Any]] = {}  # table -> what checks a replacement, filled below
READER = TableReader("castles_of_burgundy", OVERRIDES)


LIMITS = {
    "tiles": {name: {unit: (0, MOST[unit]) for unit in row} for name, row in tile_numbers().items()},
    "areas": dict.fromkeys(SIZES, (0, MOST_OF_AREA)),
    "phases": dict.fromkeys(PHASES, (0, MOST_OF_PHASE)),
    "bonus_tiles": dict.fromkeys(("large", "small"), dict.fromkeys(TABLES, (0, MOST_OF_BONUS))),
    "goods": {"points": dict.fromkeys(TABLES, (0, MOST["points"])), "silver": (0, MOST["silver"])},
    "start": {
        "workers": dict.fromkeys(_number_tables()["start"]["workers"], (0, MOST_AT_START)),
        "silver": (0, MOST_AT_START),
    },
    "end": {
        "silver": (0, MOST_AT_END),
        "goods": (0, MOST_AT_END),
        "workers_per_point": (1, MOST_AT_END),
    },
}


def _tiles(value: Any) -> dict[str, Any]:
    value = READER.mapping("tiles", value, KIND.NAMES)
    for name in value:
        if name not in LIMITS["tiles"]:
            READER.fail(
                "tiles",
                f"{name} has no number that can be replaced; these have: {', '.join(LIMITS['tiles'])}",
            )
    return READER.within("tiles", value, LIMITS["tiles"])


def _dice(where: str, value: Any, length: int) -> list[int]:
    return [READER.number(where, one, 1, E.DIE_SIDES) for one in READER.entries(where, value, length)]


def _team_boards(value: Any) -> dict[str, Any]:
    boards: dict[str, Any] = {}
    for mode, board in READER.mapping("team_boards", value, TEAM_BOARDS).items():
        where = f"team_boards: {mode}"
        board = dict(READER.mapping(where, board, ("colors", "dice")))
        if "colors" in board:
            board["colors"] = READER.entries(f"{where}: colors", board["colors"], E.TEAM_HEXES)
            for colour in board["colors"]:
                if colour not in COLOUR.NAMES:
                    READER.fail(f"{where}: colors", f"{colour!r} is not one of {', '.join(COLOUR.NAMES)}")
        if "dice" in board:
            board["dice"] = _dice(f"{where}: dice", board["dice"], E.TEAM_HEXES)
        boards[mode] = board
        _check_team_board(where, mode, merged(default_tables()["team_boards"][mode], board))
    return boards


def _check_team_board(where: str, mode: str, board: dict[str, Any]) -> None:
    """E8.2: every team finds a hex for its castle; areas are not larger than the table of points."""
    colours = [COLOUR.NAMES.index(name) for name in board["colors"]]
    if mode == TEAM_BOARDS[0]:
        if colours[CENTRE] != COLOUR.castle:
            READER.fail(f"{where}: colors", f"hex {CENTRE}, the centre, must be of colour castle")
    elif not any(
        colour == COLOUR.castle and die in START_NUMBERS
        for colour, die in zip(colours, board["dice"], strict=True)
    ):
        READER.fail(
            where, f"a hex of colour castle must have one of the numbers {START_NUMBERS}, to start on"
        )
    lowest = areas(colours)
    for hexagon in set(lowest):
        size = lowest.count(hexagon)
        if size > T.LARGEST_AREA:
            READER.fail(
                f"{where}: colors", f"the area of hex {hexagon} has {size} hexes; most: {T.LARGEST_AREA}"
            )


def _vineyard(value: Any) -> dict[str, Any]:
    where = "vineyard_board"
    board = dict(READER.mapping(where, value, ("dice", "bonuses")))
    if "dice" in board:
        board["dice"] = _dice(f"{where}: dice", board["dice"], NUM_UNSURE)
    if "bonuses" in board:
        rows = READER.entries(f"{where}: bonuses", board["bonuses"], NUM_UNSURE)
        board["bonuses"] = [READER.entries(f"{where}: bonuses", row, 2) for row in rows]
        for letter in sum(board["bonuses"], []):
            if letter not in VINE_LETTERS:
                READER.fail(f"{where}: bonuses", f"{letter!r} is not one of {', '.join(VINE_LETTERS)}")
    return board


OVERRIDES |= {name: partial(READER.within, name, limits=limits) for name, limits in LIMITS.items()}
OVERRIDES |= {"tiles": _tiles, "team_boards": _team_boards, "vineyard_board": _vineyard}
READER.checked(default_tables())  # the files keep to the limits as well


# --- in the state ----------------------------------------------------------------------------------------------------


@cache
def tables_with(overrides: str | None) -> dict[str, Any]:
    """Return all tables with the replaced entries; do not change what it returns."""
    return merged(default_tables(), json.loads(overrides or "{}"))


def replaced_numbers(overrides: str | None) -> list[tuple[str, int, int]]:
    """Return numbers that are not the printed ones: where each stands ("tiles.bank.silver"), as printed, as it is
    now.
    """

    def changes(where: str, old: Any, new: Any) -> list[tuple[str, int, int]]:
        if isinstance(old, dict):
            return [one for name in old for one in changes(f"{where}.{name}", old[name], new[name])]
        return [(where, old, new)] if old != new else []

    printed, tables = default_tables(), tables_with(overrides)
    return [one for name in LIMITS for one in changes(name, printed[name], tables[name])]


UNITS = {"points": "VP", "silver": "silver", "workers": "workers?"}  # as effects in tiles.json name them


def effect_words(kind: Mapping[str, Any], overrides: str | None) -> str:
    """Return the effect of a kind of tile as its row in tiles.json tells it, with the number that counts in the
    game.
    """
    effect = str(kind.get("effect", ""))
    printed, numbers = (
        tables["tiles"].get(kind["name"], {}) for tables in (default_tables(), tables_with(overrides))
    )
    if kind["name"] == "monastery_3":
        effect = effect.replace(
            f"instead of {T.SALE_SILVER}", f"instead of {tables_with(overrides)['goods']['silver']}"
        )
    for unit, number in numbers.items():
        effect = re.sub(rf"\b{printed[unit]} (?={UNITS[unit]}\b)", f"{number} ", effect)
    return effect


@cache
def state_numbers(overrides: str | None, table_seats: int) -> dict[str, Any]:
    """Return what the fields of numbers hold at a table of so many seats; do not change what it returns."""
    tables, seats = tables_with(overrides), str(max(2, table_seats))
    tiles = {name: next(iter(row.values())) for name, row in tables["tiles"].items()}
    bonus = dict.fromkeys(BONUS.NAMES, 0) | {size: row[seats] for size, row in tables["bonus_tiles"].items()}
    numbers = [tiles.get(name, 0) for name in KIND.NAMES]
    return {
        "tile_number": numbers,
        "printed_herds": all(numbers[kind] == T.ANIMALS[kind] for kind in np.flatnonzero(T.ANIMALS)),
        "area_vp": [0, *(tables["areas"][size] for size in SIZES)],
        "phase_vp": [tables["phases"][phase] for phase in PHASES],
        "bonus_vp": list(bonus.values()),
        "sale_vp": tables["goods"]["points"][seats],
        "start_workers": [tables["start"]["workers"][place] for place in LIMITS["start"]["workers"]],
        "start_silver": tables["start"]["silver"],
        "sale_silver": tables["goods"]["silver"],
        "end_silver": tables["end"]["silver"],
        "end_goods": tables["end"]["goods"],
        "workers_per_point": tables["end"]["workers_per_point"],
    }


@cache
def state_boards(overrides: str | None, team_board: str | None, vineyards: bool) -> dict[str, Any]:
    """Return what the fields of boards hold, zeros without the module; do not change what it returns."""
    tables = tables_with(overrides)
    values: dict[str, Any] = {name: 0 for name, *_ in BOARD_FIELDS}
    if team_board is not None:
        board = tables["team_boards"][team_board]
        colours = [COLOUR.NAMES.index(name) for name in board["colors"]]
        values |= {"team_colour": colours, "team_die": board["dice"], "team_area": areas(colours)}
    if vineyards:
        known = table("vineyards")["board"]["spaces"][:FIRST_UNSURE]
        letters = [space["bonuses"] for space in known] + tables["vineyard_board"]["bonuses"]
        values["vine_die"] = [space["die"] for space in known] + tables["vineyard_board"]["dice"]
        values["vine_bonus"] = [[VINE_LETTERS[letter] for letter in row] for row in letters]
    return values
