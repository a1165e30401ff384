"""The component tables of Keyflower, read from ``data/components.json``; ``tables.py`` checks them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

DATA_FILE = Path(__file__).parents[1] / "data" / "components.json"
RADIUS = 6  # of a village, in hexes around the home tile


@cache
def components() -> dict[str, Any]:
    """Return the whole data file as plain dictionaries; do not change what it returns."""
    return json.loads(DATA_FILE.read_text(encoding="utf-8"))


@cache
def tiles() -> tuple[dict[str, Any], ...]:
    """Return the 64 tiles; the position is the tile index."""
    return tuple(components()["tiles"])


@cache
def tile_ids() -> tuple[str, ...]:
    """Ids of the tiles, by index."""
    return tuple(tile["id"] for tile in tiles())


def faces(tile: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Front and back of a tile; one without a back shows its front for both."""
    front = tile.get("front") or {"action": {"type": "none"}, "vp": tile.get("vp", 0)}
    return [front, tile.get("back") or front]


@cache
def usable_tiles() -> tuple[int, ...]:
    """Indices of tiles with an action, in the order of the USE actions."""
    return tuple(tile["index"] for tile in tiles() if tile["usable"])


@cache
def upgradable_tiles() -> tuple[int, ...]:
    """Indices of tiles that can be upgraded, in the order of the UPGRADE actions."""
    return tuple(tile["index"] for tile in tiles() if tile["upgradable"])


@cache
def cells() -> tuple[tuple[int, int], ...]:
    """Axial coordinates of the cells of a village, by index: ascending r, then q."""
    span = range(-RADIUS, RADIUS + 1)
    return tuple((q, r) for r in span for q in span if abs(q + r) <= RADIUS)
