"""Values of tiles and of the setup as numpy constants for the kernels. The second index of a face: 0 front, 1 back."""

from __future__ import annotations

import numpy as np

from envs.keyflower import enums as E
from envs.keyflower.components import cells, components, tiles, upgradable_tiles, usable_tiles

_TILES = tiles()
_DATA = components()
_SETUP = _DATA["setup_by_players"]
_EFFECTS = {
    "none": E.EFFECT_NONE,
    "gain_resources": E.EFFECT_RESOURCES,
    "gain_resource_choice": E.EFFECT_CHOICE,
    "draw_workers": E.EFFECT_DRAW_WORKERS,
    "draw_skills": E.EFFECT_DRAW_SKILLS,
    "skill_for_resources": E.EFFECT_SKILL_RESOURCES,
    "skill_for_workers": E.EFFECT_SKILL_WORKERS,
    "skill_for_skills": E.EFFECT_SKILL_SKILLS,
    "worker_for_green": E.EFFECT_WORKER_GREEN,
    "worker_for_workers": E.EFFECT_WORKER_WORKERS,
    "transport_upgrade": E.EFFECT_TRANSPORT,
}


def _faces(tile) -> list[dict]:
    """Front and back; a tile without a back shows its front for both."""
    front = tile.get("front") or {"action": {"type": "none"}, "vp": tile.get("vp", 0)}
    return [front, tile.get("back") or front]


def _of_action(key, default=0) -> np.ndarray:
    return np.array([[face["action"].get(key, default) for face in _faces(tile)] for tile in _TILES])


def _resources(row) -> list[int]:
    return [row.get(name, 0) for name in E.RESOURCES]


# --- actions ---
EFFECT = np.array([[_EFFECTS[face["action"]["type"]] for face in _faces(tile)] for tile in _TILES])
GAIN = np.array(
    [[_resources(face["action"].get("resources", {})) for face in _faces(tile)] for tile in _TILES]
)
_COUNT, _DRAW, _GREEN = _of_action("count"), _of_action("draw"), _of_action("gain_green")
DRAWS = np.where(EFFECT == E.EFFECT_CHOICE, 0, _COUNT) + _DRAW + _GREEN
TRANSPORT, ALLOWANCE = _of_action("transport"), _of_action("upgrades")


def _index(names, name) -> int:
    return names.index(name) if name in names else E.NONE


PAID_SKILL = np.array([_index(E.SKILLS, _faces(tile)[0]["action"].get("pay_skill")) for tile in _TILES])
PAID_COLOUR = np.array(
    [_index(E.COLOURS, _faces(tile)[0]["action"].get("pay_worker_colour")) for tile in _TILES]
)

# --- ranks in the action space ---
USABLE = np.array(usable_tiles())
UPGRADABLE = np.array(upgradable_tiles())
UPGRADE_RANK = np.full(E.NUM_TILES, E.NONE)
UPGRADE_RANK[UPGRADABLE] = np.arange(len(UPGRADABLE))
NUM_USABLE, NUM_UPGRADABLE = len(USABLE), len(UPGRADABLE)

# --- upgrades: wood, stone, iron, gold, any; anvil, pick, saw, any ---
_NO_COST = {"resources": {}, "any_resource": 0, "skills": {}, "any_skill": 0}
_COSTS = [tile.get("upgrade_cost") or _NO_COST for tile in _TILES]
COST = np.array([[*_resources(cost["resources"]), cost["any_resource"]] for cost in _COSTS])
SKILL_COST = np.array([[*(cost["skills"].get(s, 0) for s in E.SKILLS), cost["any_skill"]] for cost in _COSTS])

# --- points ---
POINTS = np.array([[face["vp"] for face in _faces(tile)] for tile in _TILES])
STORED = np.array([E.TIMBER_YARD, E.STONE_YARD, E.BLACKSMITH, E.BARN])
STORED_TYPE = np.array([E.WOOD, E.STONE, E.IRON, E.ANY])
STORED_VP = np.array([[face["scoring"]["vp_each"] for face in _faces(_TILES[tile])] for tile in STORED])
CHAIN_VP = np.array(_TILES[E.SEA_BREESE]["winter_scoring"]["vp_by_chain_length"])


def _scoring(tile: int) -> dict:
    return _TILES[tile]["front"]["scoring"]


JEWELLER_VP = _scoring(E.JEWELLER)["vp"]
CRAFTSMAN_VP = _scoring(E.CRAFTSMANS_GUILD)["vp"]
WATERMILL_VP = _scoring(E.WATERMILL)["vp"]
MERCER_VP = _scoring(E.MERCERS_GUILD)["vp"]
WINDMILL_VP, WINDMILL_SIZE = _scoring(E.WINDMILL)["vp"], _scoring(E.WINDMILL)["n"]
SCRIBES_VP = _scoring(E.SCRIBES)["vp"]
SCHOLAR_VP = _scoring(E.SCHOLAR)["vp"]
HALL_VP = _scoring(E.VILLAGE_HALL)["vp"]
MARKET_VP = _scoring(E.KEY_MARKET)["vp"]
GUILD_VP, GUILD_SIZE = _scoring(E.KEY_GUILD)["vp"], _scoring(E.KEY_GUILD)["n"]
APOTHECARY_VP, APOTHECARY_SIZE = _scoring(E.APOTHECARY)["vp"], _scoring(E.APOTHECARY)["n"]
WIND_VP = _TILES[E.WHITE_WIND]["winter_scoring"]["vp"]

# --- setup, by number of players (rows 0 and 1 unused) ---


def _per_count(key) -> np.ndarray:
    return np.array([0, 0, *(_SETUP[str(n)][key] for n in range(2, 7))])


SEASON_TILES = _per_count("spring")
TURN_ORDER_TILES = _per_count("turn_order")
BOATS = _per_count("boat")
WINTER_DEALT = _per_count("winter_dealt_per_player")
CARGO_WORKERS = np.array(
    [[boat["cargo"][s]["workers"] for s in E.SEASONS] for boat in _TILES[E.FIRST_BOAT :]]
)
CARGO_SKILLS = np.array([[boat["cargo"][s]["skills"] for s in E.SEASONS] for boat in _TILES[E.FIRST_BOAT :]])
WORKERS_EACH = np.array(E.WORKERS_EACH)
RESOURCES_EACH = np.array(E.RESOURCES_EACH)

# --- geometry ---
_CELLS = cells()
_CELL_INDEX = {cell: number for number, cell in enumerate(_CELLS)}
SIDE_OFFSETS = [tuple(offset) for offset in _DATA["conventions"]["side_offsets"]]
# NEIGHBOUR[cell, side]: the cell across a side, or NONE outside
NEIGHBOUR = np.array(
    [[_CELL_INDEX.get((q + dq, r + dr), E.NONE) for dq, dr in SIDE_OFFSETS] for q, r in _CELLS]
)
assert _CELLS[E.HOME_CELL] == (0, 0)
CELL_Q = np.array([q + E.RADIUS + 1 for q, _ in _CELLS])  # coordinates from 1 on
CELL_R = np.array([r + E.RADIUS + 1 for _, r in _CELLS])
_SIDES = np.array([[E.EDGES.index(edge) for edge in tile["edges"]] for tile in _TILES])
# EDGE[tile, rotation, side]: what the placed tile shows on a side of its cell
EDGE = np.array([[np.roll(row, rotation) for rotation in range(E.NUM_SIDES)] for row in _SIDES])
# the same as 2 bits per side, to be compared at once with what the neighbours show
EDGE_CODE = (EDGE << (2 * np.arange(E.NUM_SIDES))).sum(axis=2)
# boats look the same turned by half
NUM_ROTATIONS = np.array(
    [3 if np.array_equal(row, np.roll(row, 3)) and E.WATER in row else 6 for row in _SIDES]
)
