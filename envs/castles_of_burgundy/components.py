"""The component tables of The Castles of Burgundy, read from ``data/*.json`` and checked on loading."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from envs.castles_of_burgundy import enums as E

DATA = Path(__file__).parent / "data"


@cache
def table(name: str) -> dict[str, Any]:
    """One data file (``"tiles"``, ``"main_board"``, ``"duchies"``, ``"chateauma"``); do not change what it returns."""
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


@cache
def kinds() -> tuple[dict[str, Any], ...]:
    """The base game's tile kinds; the position is the kind number in the state."""
    rows = tuple(table("tiles")["kinds"][: E.NUM_KINDS])
    _check_kinds(rows)
    return rows


@cache
def kind_names() -> tuple[str, ...]:
    """Names of the kinds, the joker last."""
    return (*(kind["name"] for kind in kinds()), "joker")


@cache
def boards() -> tuple[dict[str, Any], ...]:
    """All boards in one form: duchies 1-30, then the solo boards 33 and 34.

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
    """Printed numbers of the boards, by board index."""
    return tuple(board["number"] for board in boards())


def _board(number, colours, dice, neighbours, areas) -> dict[str, Any]:
    area_of: list[list[int] | None] = [None] * E.NUM_HEXES
    for area in areas:
        for hexagon in area["hexes"]:
            if area_of[hexagon] is not None or colours[hexagon] != area["color"]:
                raise ValueError(f"duchies.json: board {number}: the areas do not fit at hex {hexagon}")
            area_of[hexagon] = area["hexes"]
    if len(colours) != E.NUM_HEXES or None in area_of:
        raise ValueError(f"duchies.json: board {number}: {E.NUM_HEXES} hexes, each in an area, expected")
    return {
        "number": number,
        "colours": [E.COLOURS.index(colour) for colour in colours],
        "dice": list(dice),
        "neighbours": [sorted(row) for row in neighbours],
        "area": area_of,
    }


def _check_kinds(rows) -> None:
    """Fail on loading when the file and the constants of ``enums.py`` disagree."""
    names = [row["name"] for row in rows]
    expected = {
        "market": E.MARKET,
        "carpenter": E.CARPENTER,
        "church": E.CHURCH,
        "warehouse": E.WAREHOUSE,
        "boarding_house": E.BOARDING_HOUSE,
        "bank": E.BANK,
        "town_hall": E.TOWN_HALL,
        "watchtower": E.WATCHTOWER,
        "cow_2": E.FIRST_LIVESTOCK,
        "mine": E.KIND_MINE,
        "ship": E.KIND_SHIP,
        "castle": E.KIND_CASTLE,
        "monastery_1": E.FIRST_MONASTERY,
        "monastery_26": E.FIRST_MONASTERY + 25,
    }
    for name, number in expected.items():
        if names.index(name) != number:
            raise ValueError(f"tiles.json: {name!r} is at {names.index(name)}, enums.py says {number}")
    for number, row in enumerate(rows):
        if row["id"] != number or row["expansion"] is not None:
            raise ValueError(f"tiles.json: kind {number} must be a base kind with id {number}")
