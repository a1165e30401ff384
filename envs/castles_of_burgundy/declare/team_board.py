"""E8.2: the shape of the boards of the team game; their colours and numbers are part of the state (overrides.py)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.components import table

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
    raise ValueError(f"duchies.json: expected two team boards of the same shape with {E.TEAM_HEXES} hexes")
# TEAM_NEIGHBOURS[hex]: the hexes at its edges, then NONE
TEAM_NEIGHBOURS = np.array([row + [E.NONE] * (MOST_NEIGHBOURS - len(row)) for row in _SHAPES[0]])


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
