"""The component tables of The Castles of Burgundy: ``data/*.json``."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data"


@cache
def table(name: str) -> dict[str, Any]:
    """One data file (``"tiles"``, ``"duchies"``, ``"shields"``, ...); do not change what it returns."""
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


@cache
def kinds() -> tuple[dict[str, Any], ...]:
    """Return the base game's tile kinds; the position is the kind number in the state."""
    rows = tuple(row for row in table("tiles")["kinds"] if row["expansion"] is None)
    for number, row in enumerate(rows):
        if row["id"] != number:
            raise ValueError(f"tiles.json: base kind {row['name']} must have id {number}")
    return rows


@cache
def more_kinds() -> tuple[dict[str, Any], ...]:
    """Return the tile kinds of the modules, in the order of the file; their numbers follow the joker's."""
    return tuple(row for row in table("tiles")["kinds"] if row["expansion"] is not None)
