"""All boards of a player in one form: duchies 1-30, then the solo boards 33 and 34. Of teams: team_board.py."""

from __future__ import annotations

from functools import cache
from typing import Any

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.components import table
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR


@cache
def boards() -> tuple[dict[str, Any], ...]:
    """Return the boards by board index.

    Each has ``number``, and per hex ``colours``, ``dice``, ``neighbours`` (for placing, rivers included) and
    ``area`` (the hexes of its area).
    """
    data = table("duchies")
    dice = [hexagon["die"] for hexagon in data["hexes"]]
    rows = []
    for duchy in data["duchies"]:
        rows.append(
            _board(
                duchy["id"], duchy["colors"], dice, [set(row) for row in data["neighbors"]], duchy["areas"]
            )
        )
    for board in data["solo_boards"]:
        colours, numbers, _ = zip(*board["hexes"], strict=True)
        neighbours: list[set[int]] = [set() for _ in colours]
        for a, b in [*board["edges"], *board["river_edges"]]:
            neighbours[a].add(b)
            neighbours[b].add(a)
        rows.append(_board(board["id"], colours, numbers, neighbours, board["areas"]))
    return tuple(rows)


@cache
def board_numbers() -> tuple[int, ...]:
    """Printed numbers of the boards, by board index, those of the team game behind them."""
    return (*(board["number"] for board in boards()), *E.TEAM_BOARDS)


def _board(number, colours, dice, neighbours, areas) -> dict[str, Any]:
    area_of: list[list[int] | None] = [None] * E.NUM_HEXES
    for area in areas:
        for hexagon in area["hexes"]:
            if area_of[hexagon] is not None or colours[hexagon] != area["color"]:
                raise ValueError(f"duchies.json: board {number}: the areas do not fit at hex {hexagon}")
            area_of[hexagon] = area["hexes"]
    if len(colours) != E.NUM_HEXES or None in area_of:
        raise ValueError(f"duchies.json: board {number}: expected {E.NUM_HEXES} hexes, each in an area")
    return {
        "number": number,
        "colours": [COLOUR.NAMES.index(colour) for colour in colours],
        "dice": list(dice),
        "neighbours": [sorted(row) for row in neighbours],
        "area": area_of,
    }
