"""E8.2: the boards of the team game: one shape of two halves, with a colour and a number for each hex.

The faces of a board are part of the state, since options choose them; the shape is the same for all.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.components import table
from eurogym.envs.castles_of_burgundy.enums import COLOUR
from eurogym.envs.core.compile import I8

_DATA = {board["mode"]: board for board in table("duchies")["team_boards"]}
TEAM_BOARDS = tuple(_DATA)
CENTRE = _DATA[TEAM_BOARDS[0]]["center_hex"]
START_NUMBERS = (1, 6)  # of the castle hexes that a team chooses from
MOST_NEIGHBOURS = 6

_SHAPES = [board["neighbors"] for board in _DATA.values()]
if TEAM_BOARDS != ("beginner", "advanced") or any(
    shape != _SHAPES[0] or len(shape) != E.TEAM_HEXES or board["center_hex"] != CENTRE
    for shape, board in zip(_SHAPES, _DATA.values(), strict=True)
):
    raise ValueError(f"duchies.json: two team boards of one shape with {E.TEAM_HEXES} hexes are expected")
# TEAM_NEIGHBOURS[hex]: the hexes at its edges, then NONE
TEAM_NEIGHBOURS = np.array([row + [E.NONE] * (MOST_NEIGHBOURS - len(row)) for row in _SHAPES[0]])

STATE_FIELDS = [
    ("team_colour", I8, (E.TEAM_HEXES,)),
    ("team_die", I8, (E.TEAM_HEXES,)),
    ("team_area", I8, (E.TEAM_HEXES,)),  # lowest hex of its area
]


@cache
def faces(name: str | None) -> dict[str, list[int]]:
    """Colour, number and area (its lowest hex) of every hex; zeros without a board. Do not change what it returns."""
    if name is None:
        return {field: [0] * E.TEAM_HEXES for field, *_ in STATE_FIELDS}
    hexes = _DATA[name]["hexes"]
    colours = [COLOUR.NAMES.index(colour) for _, _, colour, _, _ in hexes]
    return {
        "team_colour": colours,
        "team_die": [die for _, _, _, die, _ in hexes],
        "team_area": areas(colours),
    }


def areas(colours: list[int]) -> list[int]:
    """Per hex the lowest hex of its area."""
    lowest = [E.NONE] * len(colours)
    for first in range(len(colours)):
        if lowest[first] != E.NONE:
            continue
        waiting = [first]
        while waiting:
            hexagon = waiting.pop()
            if lowest[hexagon] == E.NONE and colours[hexagon] == colours[first]:
                lowest[hexagon] = first
                waiting += [other for other in TEAM_NEIGHBOURS[hexagon].tolist() if other != E.NONE]
    return lowest


def state_faces(name: str | None) -> dict[str, Any]:
    """What the fields of :data:`STATE_FIELDS` hold."""
    return faces(name)
