"""The component tables of Keyflower, read from ``data/components.json`` and checked on loading."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from envs.keyflower import enums as E

DATA_FILE = Path(__file__).parent / "data" / "components.json"


@cache
def components() -> dict[str, Any]:
    """The whole data file as plain dictionaries; do not change what it returns."""
    data = json.loads(DATA_FILE.read_text(encoding="utf-8"))
    _check(data)
    return data


@cache
def tiles() -> tuple[dict[str, Any], ...]:
    """The 64 tiles; the position is the tile index."""
    return tuple(components()["tiles"])


@cache
def tile_ids() -> tuple[str, ...]:
    """Ids of the tiles, by index."""
    return tuple(tile["id"] for tile in tiles())


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
    span = range(-E.RADIUS, E.RADIUS + 1)
    return tuple((q, r) for r in span for q in span if abs(q + r) <= E.RADIUS)


def _check(data: dict[str, Any]) -> None:
    """Fail on loading when the file and the constants of ``enums.py`` disagree."""
    rows = data["tiles"]
    if [row["index"] for row in rows] != list(range(E.NUM_TILES)):
        raise ValueError(f"components.json: {E.NUM_TILES} tiles in order of their index expected")
    names = {row["id"]: row["index"] for row in rows}
    expected = {
        "summer_boat_1": E.FIRST_SUMMER_BOAT,
        "timber_yard": E.TIMBER_YARD,
        "stone_yard": E.STONE_YARD,
        "barn": E.BARN,
        "blacksmith": E.BLACKSMITH,
        "jeweller": E.JEWELLER,
        "craftsmans_guild": E.CRAFTSMANS_GUILD,
        "watermill": E.WATERMILL,
        "mercers_guild": E.MERCERS_GUILD,
        "keythedral": E.KEYTHEDRAL,
        "windmill": E.WINDMILL,
        "scribes": E.SCRIBES,
        "scholar": E.SCHOLAR,
        "village_hall": E.VILLAGE_HALL,
        "key_market": E.KEY_MARKET,
        "key_guild": E.KEY_GUILD,
        "apothecary": E.APOTHECARY,
        "turn_order_1": E.FIRST_TURN_ORDER,
        "keyflower": E.KEYFLOWER,
        "sea_bastion": E.SEA_BASTION,
        "sea_breese": E.SEA_BREESE,
        "flipper": E.FLIPPER,
        "ianvincible": E.IANVINCIBLE,
        "white_wind": E.WHITE_WIND,
    }
    for name, number in expected.items():
        if names.get(name) != number:
            raise ValueError(f"components.json: {name!r} is at {names.get(name)}, enums.py says {number}")
    auctioned = [row["index"] for row in rows if row["auctioned"]]
    if auctioned != list(range(E.FIRST_AUCTIONED, E.FIRST_AUCTIONED + E.NUM_AUCTIONED)):
        raise ValueError("components.json: the auctioned tiles must be those with index 6-57")
    for season, first in zip(E.SEASONS, E.FIRST_OF_SEASON, strict=True):
        if [row["season"] for row in rows[first : first + E.TILES_PER_SEASON]] != [
            season
        ] * E.TILES_PER_SEASON:
            raise ValueError(f"components.json: the {season} tiles must begin at index {first}")
