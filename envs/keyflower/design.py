"""Keyflower for the report on its design."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.design import Components, Design
from eurogym.envs.keyflower import enums as E
from eurogym.envs.keyflower.components import tile_ids, usable_tiles
from eurogym.envs.keyflower.enums import ABILITY, PLACE, SEASON, TILE
from eurogym.envs.keyflower.rules.bastion import bastion_points
from eurogym.envs.keyflower.rules.scoring import chain_of_boats, score_of, transport_points
from eurogym.envs.keyflower.rules.village import adjacent_tiles
from eurogym.envs.keyflower.tables import CHAIN_VP, POINTS

_TILES = slice(E.FIRST_AUCTIONED, E.NUM_TILES)  # without the home tiles, which are dealt
_USABLE = np.array(usable_tiles())


def _on_offer(states: np.ndarray) -> np.ndarray:
    offered = states["place"] == PLACE.AUCTION
    offered[:, E.FIRST_BOAT : E.FIRST_BOAT + E.NUM_BOATS] |= states["boat_open"] != 0
    return offered[:, _TILES]


def _used(states: np.ndarray, seats: np.ndarray, index: np.ndarray) -> np.ndarray:
    return np.where(_USABLE[index] >= E.FIRST_AUCTIONED, _USABLE[index] - E.FIRST_AUCTIONED, -1)


def _points(state, seat: int) -> dict[str, int]:
    """R12.1: by what the points are printed on; what goods, skills and workers bring is the rest."""
    mine = [tile for tile in range(E.NUM_TILES) if int(state.village[seat]) >> tile & 1]
    orders = [tile for tile in mine if E.FIRST_TURN_ORDER <= tile < E.FIRST_BOAT]
    printed = sum(int(POINTS[tile, state.upgraded[tile]]) for tile in mine)
    turn_order = sum(int(adjacent_tiles(state, seat, tile)) for tile in orders)
    boats = 0
    if TILE.keyflower in mine:
        boats += int(transport_points(state, seat))
    if TILE.sea_bastion in mine:
        boats += int(bastion_points(state, seat))
    if TILE.sea_breese in mine:
        boats += int(CHAIN_VP[chain_of_boats(state, seat)])
    rest = int(score_of(state, seat)) - printed - turn_order - boats
    return {"tiles": printed, "goods, skills, workers": rest, "turn order": turn_order, "boats": boats}


DESIGN = Design(
    components=(
        Components(
            "tile",
            tile_ids()[_TILES],
            _on_offer,
            placed={"use": _used},
            owned=lambda states: states["owned"][:, :, _TILES],
        ),
        Components("boat side", ABILITY.NAMES, owned=lambda states: states["ability"]),
    ),
    rounds=lambda states: np.full(len(states), SEASON.COUNT),
    points=_points,
)
