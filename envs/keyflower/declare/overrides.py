"""Numbers of tiles that the user replaces: option ``data_overrides`` with any of the keys of :data:`OVERRIDES`.

Numbers can be replaced. What arrays and rules are built on cannot: actions, sides, seasons, how many tiles there are,
and the winter tiles whose exact scoring supposes their worth.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from eurogym.envs.core.compile.kernels import I8, I16
from eurogym.envs.core.declare.overrides import TableReader, merged
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.components import faces, tile_ids, tiles
from eurogym.envs.keyflower.declare.enums import RESOURCE, SEASON, SKILL, TILE
from eurogym.envs.keyflower.declare.tables import FIRST_WINTER, GAINING, STORED, UPGRADABLE

# largest numbers that a table may hold; observations and work arrays have room for them
MOST_POINTS = 50
MOST_GAINED = 7
MOST_UNITS, MOST_SKILLS = 3, 1  # of one kind, in the cost of an upgrade
MOST_WORTH = 3  # of a single resource
MOST_CARGO = {"workers": 7, "skills": 2}
CARGO_SEASONS = SEASON.NAMES[: SEASON.winter]
FACES = ("front", "back")

# winter tiles with a number that can be replaced: smallest and largest
SCORING = {
    "jeweller": (1, MOST_WORTH),
    "watermill": (0, 1),
    **dict.fromkeys(
        ("craftsmans_guild", "mercers_guild", "windmill", "scribes", "key_guild", "apothecary"),
        (0, MOST_POINTS),
    ),
}
PRINTED = ("flipper", "ianvincible")  # winter boats with points of their own
Limits = Mapping[str, Any]  # name -> (smallest, largest), length and range of a list, or more names


def _face_limits(tile: Mapping[str, Any], face: str) -> Limits:
    limits: dict[str, Any] = {"vp": (0, MOST_POINTS)}
    if "resources" in tile[face]["action"]:
        limits["resources"] = dict.fromkeys(RESOURCE.NAMES, (0, MOST_GAINED))
    if tile["index"] in STORED:
        limits["vp_each"] = (0, MOST_WORTH)
    return limits


@cache
def limits_of(name: str) -> Limits:
    """Return what can be replaced on a tile."""
    tile = tiles()[tile_ids().index(name)]
    if tile["kind"] == "boat":
        cargo = {kind: (0, most) for kind, most in MOST_CARGO.items()}
        limits: dict[str, Any] = {"cargo": dict.fromkeys(CARGO_SEASONS, cargo)}
        if name in PRINTED:
            limits["vp"] = (0, MOST_POINTS)
        if name == "sea_breese":
            limits["vp_by_chain_length"] = (len(tile["winter_scoring"]["vp_by_chain_length"]), MOST_POINTS)
        return limits
    if "front" not in tile:
        return {}
    limits = {face: _face_limits(tile, face) for face in FACES if face in tile}
    if tile["upgradable"]:
        limits["upgrade_cost"] = {
            "resources": dict.fromkeys(RESOURCE.NAMES, (0, MOST_UNITS)),
            "any_resource": (0, MOST_UNITS),
            "skills": dict.fromkeys(SKILL.NAMES, (0, MOST_SKILLS)),
            "any_skill": (0, MOST_SKILLS),
        }
    if name in SCORING:
        limits["scoring_vp"] = SCORING[name]
    return limits


def _face_numbers(face: Mapping[str, Any], limits: Limits) -> dict[str, Any]:
    numbers = {"vp": face["vp"]}
    if "resources" in limits:
        numbers["resources"] = {name: face["action"]["resources"].get(name, 0) for name in RESOURCE.NAMES}
    if "vp_each" in limits:
        numbers["vp_each"] = face["scoring"]["vp_each"]
    return numbers


def _numbers(tile: Mapping[str, Any]) -> dict[str, Any]:
    """Return what can be replaced on a tile, as printed."""
    limits = limits_of(tile["id"])
    numbers: dict[str, Any] = {
        face: _face_numbers(tile[face], limits[face]) for face in FACES if face in limits
    }
    if "upgrade_cost" in limits:
        cost = tile["upgrade_cost"]
        numbers["upgrade_cost"] = cost | {
            "resources": {name: cost["resources"].get(name, 0) for name in RESOURCE.NAMES},
            "skills": {name: cost["skills"].get(name, 0) for name in SKILL.NAMES},
        }
    if "scoring_vp" in limits:
        numbers["scoring_vp"] = tile["front"]["scoring"]["vp"]
    if "cargo" in limits:
        numbers["cargo"] = {season: dict(tile["cargo"][season]) for season in CARGO_SEASONS}
    if "vp" in limits:
        numbers["vp"] = tile["vp"]
    if "vp_by_chain_length" in limits:
        numbers["vp_by_chain_length"] = tile["winter_scoring"]["vp_by_chain_length"]
    return numbers


@cache
def default_tables() -> dict[str, Any]:
    """Return the tables that can be replaced, in the form of the overrides."""
    return {"tiles": {tile["id"]: _numbers(tile) for tile in tiles() if limits_of(tile["id"])}}


OVERRIDES: dict[str, Callable[[Any], Any]] = {}  # table -> what checks a replacement, filled below
READER = TableReader("keyflower", OVERRIDES)


def _tile(name: str, value: Any) -> dict[str, Any]:
    where, limits = f"tiles: {name}", dict(limits_of(name))
    if isinstance(value, Mapping):
        for entry in value:
            if entry not in limits:
                what = ", ".join(limits) or "nothing"
                READER.fail(where, f"{entry!r} is not a number that can be replaced here; allowed: {what}")
    chain = limits.pop("vp_by_chain_length", None)
    rest = (
        {entry: one for entry, one in dict(value).items() if entry != "vp_by_chain_length"}
        if chain
        else value
    )
    checked = READER.within(where, rest, limits)
    if chain and "vp_by_chain_length" in value:
        entry, (length, most) = f"{where}: vp_by_chain_length", chain
        points = READER.entries(entry, value["vp_by_chain_length"], length)
        checked["vp_by_chain_length"] = [READER.number(entry, one, 0, most) for one in points]
    if "upgrade_cost" in checked:
        cost = merged(default_tables()["tiles"][name]["upgrade_cost"], checked["upgrade_cost"])
        if not _units(cost) and not _skill_units(cost):
            READER.fail(f"{where}: upgrade_cost", "an upgrade must cost at least one resource or skill tile")
    return checked


def _tiles(value: Any) -> dict[str, Any]:
    value = READER.mapping("tiles", value, tile_ids())
    return {name: _tile(name, one) for name, one in value.items()}


# --- values in the state -----------------------------------------------------------------------------------------

# the tables that the options fix, as fields of the state; read by the kernels of rules/values.py where they are packed
STATE_FIELDS = [
    ("points", I8, (E.NUM_TILES, len(FACES))),
    ("gains", I8, (len(GAINING), len(FACES), RESOURCE.COUNT)),
    ("costs", I16, (len(UPGRADABLE),)),  # 2 bits a resource and any, then 1 bit a skill tile and any
    ("stored_vp", I8, (len(STORED), len(FACES))),
    ("winter_vp", I8, (E.TILES_PER_SEASON,)),  # of a set, a group, or a single resource
    ("chain_vp", I8, (len(tiles()[TILE.sea_breese]["winter_scoring"]["vp_by_chain_length"]),)),
    ("cargo_workers", I8, (E.NUM_BOATS, SEASON.winter)),
    ("cargo_skills", I8, (E.NUM_BOATS, SEASON.winter)),
]
UNIT_BITS = 2
FIRST_SKILL_BIT = UNIT_BITS * (RESOURCE.COUNT + 1)


def _units(cost: Mapping[str, Any]) -> int:
    """Wood, stone, iron, gold, any: two bits each."""
    units = [*(cost["resources"].get(name, 0) for name in RESOURCE.NAMES), cost["any_resource"]]
    return sum(number << UNIT_BITS * place for place, number in enumerate(units))


def _skill_units(cost: Mapping[str, Any]) -> int:
    """Anvil, pick, saw, any: a bit each."""
    units = [*(cost["skills"].get(name, 0) for name in SKILL.NAMES), cost["any_skill"]]
    return sum(number << place for place, number in enumerate(units))


def _replaced(tile: Mapping[str, Any], numbers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of components.json with other numbers."""
    row = copy.deepcopy(dict(tile))
    for face in FACES:
        if face in numbers:
            new = numbers[face]
            row[face]["vp"] = new["vp"]
            if "resources" in new:
                row[face]["action"]["resources"] = {name: n for name, n in new["resources"].items() if n}
            if "vp_each" in new:
                row[face]["scoring"]["vp_each"] = new["vp_each"]
    for name in ("upgrade_cost", "vp"):
        if name in numbers:
            row[name] = numbers[name]
    if "scoring_vp" in numbers:
        row["front"]["scoring"]["vp"] = numbers["scoring_vp"]
    if "cargo" in numbers:
        row["cargo"] = row["cargo"] | numbers["cargo"]
    if "vp" in numbers:
        row["winter_scoring"]["vp"] = numbers["vp"]
    if "vp_by_chain_length" in numbers:
        row["winter_scoring"]["vp_by_chain_length"] = numbers["vp_by_chain_length"]
    return row


@cache
def tiles_with(overrides: str | None) -> tuple[dict[str, Any], ...]:
    """Return the 64 tiles as ``components.json`` has them, with the replaced numbers; do not change what it returns."""
    numbers = merged(default_tables(), json.loads(overrides or "{}"))["tiles"]
    return tuple(_replaced(tile, numbers.get(tile["id"], {})) for tile in tiles())


@cache
def state_tables(overrides: str | None) -> dict[str, Any]:
    """Return what the fields of :data:`STATE_FIELDS` hold; do not change what it returns."""
    rows = tiles_with(overrides)
    gains = [[face["action"].get("resources", {}) for face in faces(rows[tile])] for tile in GAINING]
    costs = [rows[tile]["upgrade_cost"] for tile in UPGRADABLE]
    winter = [
        rows[tile]["front"]["scoring"] for tile in range(FIRST_WINTER, FIRST_WINTER + E.TILES_PER_SEASON)
    ]
    boats = rows[E.FIRST_BOAT :]
    return {
        "points": [[face["vp"] for face in faces(row)] for row in rows],
        "gains": [[[face.get(name, 0) for name in RESOURCE.NAMES] for face in both] for both in gains],
        "costs": [_units(cost) | _skill_units(cost) << FIRST_SKILL_BIT for cost in costs],
        "stored_vp": [[face["scoring"]["vp_each"] for face in faces(rows[tile])] for tile in STORED],
        "winter_vp": [scoring["vp"] for scoring in winter],
        "chain_vp": rows[TILE.sea_breese]["winter_scoring"]["vp_by_chain_length"],
        "cargo_workers": [[boat["cargo"][s]["workers"] for s in CARGO_SEASONS] for boat in boats],
        "cargo_skills": [[boat["cargo"][s]["skills"] for s in CARGO_SEASONS] for boat in boats],
    }


OVERRIDES |= {"tiles": _tiles}
READER.checked(default_tables())  # the file keeps to the limits as well
