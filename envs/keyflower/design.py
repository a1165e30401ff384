"""Keyflower for the report on its design."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.bits import bit, has, lowest_bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.design import Components, Design, main_entry
from eurogym.envs.core.declare.names import sequence
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.components import tile_ids, usable_tiles
from eurogym.envs.keyflower.declare.enums import ABILITY, PLACE, RESOURCE, SEASON, TILE
from eurogym.envs.keyflower.declare.overrides import CARGO_SEASONS, FACES, default_tables
from eurogym.envs.keyflower.rules.assignment import best_assignment, workers_of
from eurogym.envs.keyflower.rules.bastion import bastion_points
from eurogym.envs.keyflower.rules.scoring import chain_of_boats, transport_points
from eurogym.envs.keyflower.rules.village import adjacent_tiles

_TILES = slice(E.FIRST_AUCTIONED, E.NUM_TILES)  # without the home tiles, which are dealt
_USABLE = np.array(usable_tiles())


def _on_offer(states: np.ndarray) -> np.ndarray:
    offered = states["place"] == PLACE.AUCTION
    offered[:, E.FIRST_BOAT : E.FIRST_BOAT + E.NUM_BOATS] |= states["boat_open"] != 0
    return offered[:, _TILES]


def _used(states: np.ndarray, seats: np.ndarray, index: np.ndarray) -> np.ndarray:
    return np.where(_USABLE[index] >= E.FIRST_AUCTIONED, _USABLE[index] - E.FIRST_AUCTIONED, -1)


def _bid_on(states: np.ndarray, seats: np.ndarray, index: np.ndarray) -> np.ndarray:
    return index  # actions name auctioned tiles from the first one on, as the components here


def _boarded(states: np.ndarray, seats: np.ndarray, index: np.ndarray) -> np.ndarray:
    return E.FIRST_BOAT - E.FIRST_AUCTIONED + index


# what a tile is strong by: what it scores for, its points, what it brings; of a boat its points or its workers
_STRENGTHS = (
    "scoring_vp",
    "vp",
    *(
        f"{face}.{path}"
        for face in FACES
        for path in ("vp_each", "vp", *(f"resources.{name}" for name in RESOURCE.NAMES))
    ),
    *(f"cargo.{season}.workers" for season in CARGO_SEASONS),
)


def _entry(tile: str) -> str:
    return main_entry(f"tiles.{tile}", default_tables()["tiles"].get(tile, {}), _STRENGTHS)


_WINTER = np.int64(((1 << E.TILES_PER_SEASON) - 1) << E.FIRST_OF_SEASON[SEASON.winter])
COLUMN = sequence(
    "eurogym.envs.keyflower.columns",
    (
        "home_tile",
        *(f"{season}_tiles" for season in SEASON.NAMES),
        "turn_order_tiles",
        "boats",
        "gold_and_stores",
    ),
)


@kernel
def _points(state, seat, total, out):
    """R12.1: what is printed on tiles and what they count; gold and store tiles as without winter tiles, which have
    what they add: goods, skills and workers are shared out among them at best."""
    tiles = state.village[seat]
    left = tiles
    while left != 0:
        tile = lowest_bit(left)
        left ^= bit(tile)
        column = COLUMN.boats
        if tile < E.FIRST_AUCTIONED:
            column = COLUMN.home_tile
        elif tile < E.FIRST_TURN_ORDER:
            column = COLUMN.spring_tiles + (tile - E.FIRST_AUCTIONED) // E.TILES_PER_SEASON
        elif tile < E.FIRST_BOAT:
            column = COLUMN.turn_order_tiles
            out[column] += adjacent_tiles(state, seat, tile)
        out[column] += state.points[tile, state.upgraded[tile]]
    if has(tiles, TILE.keyflower):
        out[COLUMN.boats] += transport_points(state, seat)
    if has(tiles, TILE.sea_bastion):
        out[COLUMN.boats] += bastion_points(state, seat)
    if has(tiles, TILE.sea_breese):
        out[COLUMN.boats] += state.chain_vp[chain_of_boats(state, seat)]
    out[COLUMN.gold_and_stores] = best_assignment(state, seat, tiles & ~_WINTER, workers_of(state, seat))
    out[COLUMN.winter_tiles] += total - out.sum()


DESIGN = Design(
    components=(
        Components(
            "tile",
            tile_ids()[_TILES],
            _on_offer,
            placed={"use": _used},
            owned=lambda states: states["owned"][:, :, _TILES],
            sought={"bid": _bid_on, "boat": _boarded},
            entries=[_entry(tile) for tile in tile_ids()[_TILES]],
        ),
        Components("boat side", ABILITY.NAMES, owned=lambda states: states["ability"]),
        Components(
            "home tile",
            tile_ids()[: E.NUM_HOMES],
            owned=lambda states: states["home"][:, :, None] == np.arange(E.NUM_HOMES),
            entries=[f"tiles.{tile}.back.vp" for tile in tile_ids()[: E.NUM_HOMES]],
            dealt=True,
        ),
    ),
    rounds=lambda states: np.full(len(states), SEASON.COUNT),
    columns=[name.replace("_", " ") for name in COLUMN.NAMES],
    points=_points,
    tables=default_tables,
)
