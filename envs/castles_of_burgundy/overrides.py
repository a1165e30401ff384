"""Boards whose printed form is not known: what options put in their place, as fields of the state.

The boards of the team game, and the vineyard above its lowest level, are reconstructed
(``eurogym games castles_of_burgundy --data``). ``data_overrides`` replaces them: a dictionary or the name of a JSON
file with any of the keys of :data:`OVERRIDES`. Shapes stay as they are.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.components import table
from eurogym.envs.castles_of_burgundy.enums import COLOUR
from eurogym.envs.castles_of_burgundy.module_tables import VINE_LETTERS, VINE_LEVEL
from eurogym.envs.castles_of_burgundy.tables import LARGEST_AREA
from eurogym.envs.castles_of_burgundy.team_board import CENTRE, START_NUMBERS, TEAM_BOARDS, areas
from eurogym.envs.core.compile import I8
from eurogym.envs.core.overrides import TableReader, merged

FIRST_UNSURE = int((VINE_LEVEL == 0).sum())  # double spaces of the lowest level are known
NUM_UNSURE = E.NUM_VINE_SPACES - FIRST_UNSURE
STATE_FIELDS = [
    ("team_colour", I8, (E.TEAM_HEXES,)),
    ("team_die", I8, (E.TEAM_HEXES,)),
    ("team_area", I8, (E.TEAM_HEXES,)),  # lowest hex of its area
    ("vine_die", I8, (E.NUM_VINE_SPACES,)),
    ("vine_bonus", I8, (E.NUM_VINE_SPACES, 2)),
]


@cache
def default_tables() -> dict[str, Any]:
    """The boards of the data files, in the form of the overrides."""
    spaces = table("vineyards")["board"]["spaces"][FIRST_UNSURE:]
    return {
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
                    READER.fail(f"{where}: colors", f"{colour!r} is none of {', '.join(COLOUR.NAMES)}")
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
            READER.fail(f"{where}: colors", f"hex {CENTRE}, the centre, must be a castle's")
    elif not any(
        colour == COLOUR.castle and die in START_NUMBERS
        for colour, die in zip(colours, board["dice"], strict=True)
    ):
        READER.fail(where, f"a castle's hex with one of the numbers {START_NUMBERS} is needed to start on")
    lowest = areas(colours)
    for hexagon in set(lowest):
        size = lowest.count(hexagon)
        if size > LARGEST_AREA:
            READER.fail(
                f"{where}: colors", f"the area of hex {hexagon} has {size} hexes; most: {LARGEST_AREA}"
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
                READER.fail(f"{where}: bonuses", f"{letter!r} is none of {', '.join(VINE_LETTERS)}")
    return board


OVERRIDES |= {"team_boards": _team_boards, "vineyard_board": _vineyard}
READER.checked(default_tables())  # the files keep to the limits as well


# --- boards in the state ---------------------------------------------------------------------------------------------


@cache
def state_boards(overrides: str | None, team_board: str | None, vineyards: bool) -> dict[str, Any]:
    """What the fields of :data:`STATE_FIELDS` hold, zeros without the module; do not change what it returns."""
    tables = default_tables()
    if overrides is not None:
        tables = merged(tables, json.loads(overrides))
    values: dict[str, Any] = {name: 0 for name, *_ in STATE_FIELDS}
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
