"""Values of tiles and of the setup as numpy constants for the kernels. The second index of a face: 0 front, 1 back."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import I8
from eurogym.envs.core.declare.names import check_ceiling
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.components import (
    RADIUS,
    cells,
    components,
    faces,
    tiles,
    upgradable_tiles,
    usable_tiles,
)
from eurogym.envs.keyflower.declare.enums import COLOUR, KIND, LAND, RESOURCE, SEASON, SKILL, TILE, UNIT

_TILES = tiles()
_DATA = components()
_SETUP = _DATA["setup_by_players"]


def _check() -> None:
    """Fail at import where the numbers of ``enums.py`` do not fit the file."""
    if [row["index"] for row in _TILES] != list(range(E.NUM_TILES)):
        raise ValueError("components.json: expected tiles in order of their index")
    auctioned = [row["index"] for row in _TILES if row["auctioned"]]
    if auctioned != list(range(E.FIRST_AUCTIONED, E.FIRST_AUCTIONED + E.NUM_AUCTIONED)):
        raise ValueError("components.json: the auctioned tiles must be consecutive, starting with Keywood")
    for season, first in zip(SEASON.NAMES, E.FIRST_OF_SEASON, strict=True):
        if any(row["season"] != season for row in _TILES[first : first + E.TILES_PER_SEASON]):
            raise ValueError(
                f"components.json: expected {E.TILES_PER_SEASON} {season} tiles starting with {first}"
            )
    if any(each != E.SKILLS_EACH for each in (_DATA["totals"]["skills"][name] for name in SKILL.NAMES)):
        raise ValueError("components.json: expected equally many skill tiles of each kind")
    check_ceiling("seats", max(map(int, _SETUP)), E.MAX_SEATS)
    check_ceiling(
        "winter tiles in a hand", max(row["winter_dealt_per_player"] for row in _SETUP.values()), E.HAND_SIZE
    )
    check_ceiling("turn-order tiles", max(row["turn_order"] for row in _SETUP.values()), E.NUM_TURN_ORDER)
    check_ceiling("boats", max(row["boat"] for row in _SETUP.values()), E.NUM_BOATS)
    check_ceiling("tiles as bits of a word", E.NUM_TILES, 64)


_check()


def _of_action(key, default=0) -> np.ndarray:
    return np.array([[face["action"].get(key, default) for face in faces(tile)] for tile in _TILES])


# --- actions ---
EFFECT = np.array([[KIND.NAMES.index(face["action"]["type"]) for face in faces(tile)] for tile in _TILES])
# tiles that bring resources, and the rank of a tile among them
GAINING = np.flatnonzero(np.isin(EFFECT, (KIND.gain_resources, KIND.skill_for_resources)).any(axis=1))
GAIN_RANK = np.full(E.NUM_TILES, E.NONE)
GAIN_RANK[GAINING] = np.arange(len(GAINING))
_COUNT, _DRAW, _GREEN = _of_action("count"), _of_action("draw"), _of_action("gain_green")
DRAWS = np.where(KIND.gain_resource_choice == EFFECT, 0, _COUNT) + _DRAW + _GREEN
TRANSPORT, ALLOWANCE = _of_action("transport"), _of_action("upgrades")


def _index(names, name) -> int:
    return names.index(name) if name in names else E.NONE


PAID_SKILL = np.array([_index(SKILL.NAMES, faces(tile)[0]["action"].get("pay_skill")) for tile in _TILES])
PAID_COLOUR = np.array(
    [_index(COLOUR.NAMES, faces(tile)[0]["action"].get("pay_worker_colour")) for tile in _TILES]
)

# --- what a use costs besides its workers (R6.3): sets of tiles; both faces cost the same ---


def _tiles(chosen) -> int:
    """Return a set of tiles (:mod:`eurogym.envs.core.compile.bits`) from one condition per tile."""
    return int(sum(1 << tile for tile in np.flatnonzero(chosen).tolist()))


def _that(*kinds) -> np.ndarray:
    faces = np.isin(EFFECT, kinds)
    if (faces[:, 0] != faces[:, 1]).any():
        raise ValueError("components.json: the back of a tile has another cost than its front")
    return faces[:, 0]


NEEDS_WORKER = np.array(
    [_tiles(_that(KIND.worker_for_green) & (colour == PAID_COLOUR)) for colour in range(COLOUR.COUNT)]
)
NEEDS_ANY_WORKER = _tiles(_that(KIND.worker_for_workers))
EXTRA_WORKER_TILES = _tiles(_that(KIND.worker_for_green, KIND.worker_for_workers))
NEEDS_SKILL = np.array(
    [_tiles(_that(KIND.skill_for_resources) & (skill == PAID_SKILL)) for skill in range(SKILL.COUNT)]
)
NEEDS_ANY_SKILL = _tiles(_that(KIND.skill_for_workers, KIND.skill_for_skills))

# --- ranks in the action space ---
USABLE = np.array(usable_tiles())
UPGRADABLE = np.array(upgradable_tiles())
UPGRADE_RANK = np.full(E.NUM_TILES, E.NONE)
UPGRADE_RANK[UPGRADABLE] = np.arange(len(UPGRADABLE))
NUM_USABLE, NUM_UPGRADABLE = len(USABLE), len(UPGRADABLE)
USE_RANK = np.full(E.NUM_TILES, E.NONE)
USE_RANK[USABLE] = np.arange(NUM_USABLE)
_ALL = np.arange(E.NUM_TILES)
USABLE_TILES, UPGRADABLE_TILES = _tiles(np.isin(_ALL, USABLE)), _tiles(np.isin(_ALL, UPGRADABLE))
VILLAGE_TILES = _tiles((_ALL >= E.FIRST_AUCTIONED) & (_ALL < E.FIRST_TURN_ORDER))  # of the auction

# --- points (numbers that options replace are in the state: overrides.py) ---
STORED = np.array([TILE.timber_yard, TILE.stone_yard, TILE.blacksmith, TILE.barn])
STORED_TYPE = np.array([RESOURCE.wood, RESOURCE.stone, RESOURCE.iron, UNIT.any])


def _scoring(tile: int) -> dict:
    return _TILES[tile]["front"]["scoring"]


WINDMILL_SIZE, GUILD_SIZE = _scoring(TILE.windmill)["n"], _scoring(TILE.key_guild)["n"]
APOTHECARY_SIZE = _scoring(TILE.apothecary)["n"]
# worths of single items, which the exact assignment supposes
SCHOLAR_VP, HALL_VP = _scoring(TILE.scholar)["vp"], _scoring(TILE.village_hall)["vp"]
MARKET_VP = _scoring(TILE.key_market)["vp"]
WIND_VP = _TILES[TILE.white_wind]["winter_scoring"]["vp"]
FIRST_WINTER = E.FIRST_OF_SEASON[SEASON.winter]

# --- setup, by number of players (rows 0 and 1 unused) ---


def _per_count(key) -> np.ndarray:
    return np.array([0, 0, *(_SETUP[str(n)][key] for n in range(2, 7))])


SEASON_TILES = _per_count("spring")
TURN_ORDER_TILES = _per_count("turn_order")
BOATS = _per_count("boat")
WINTER_DEALT = _per_count("winter_dealt_per_player")

# --- geometry ---
_CELLS = cells()
_CELL_INDEX = {cell: number for number, cell in enumerate(_CELLS)}
SIDE_OFFSETS = [tuple(offset) for offset in _DATA["conventions"]["side_offsets"]]
# NEIGHBOUR[cell, side]: the cell across a side, or NONE outside
NEIGHBOUR = np.array(
    [[_CELL_INDEX.get((q + dq, r + dr), E.NONE) for dq, dr in SIDE_OFFSETS] for q, r in _CELLS], dtype=I8
)
CELL_Q = np.array([q + RADIUS + 1 for q, _ in _CELLS])  # coordinates from 1 on
CELL_R = np.array([r + RADIUS + 1 for _, r in _CELLS])
_SIDES = np.array([[LAND.NAMES.index(edge) for edge in tile["edges"]] for tile in _TILES])
# EDGE[tile, rotation, side]: what the placed tile shows on a side of its cell
EDGE = np.array(
    [[np.roll(row, rotation) for rotation in range(E.NUM_SIDES)] for row in _SIDES], dtype=I8
)  # bytes, like NEIGHBOUR: both are read all the time, and few lines of the cache hold them
# the same as 2 bits per side, to be compared at once with what the neighbours show
EDGE_CODE = (EDGE.astype(np.int64) << (2 * np.arange(E.NUM_SIDES))).sum(axis=2)
# boats look the same turned by half
NUM_ROTATIONS = np.array(
    [3 if np.array_equal(row, np.roll(row, 3)) and LAND.water in row else 6 for row in _SIDES]
)
