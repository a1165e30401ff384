"""The Castles of Burgundy for the report on its design."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.actions import NUM_PLACES, NUM_SLOTS
from eurogym.envs.castles_of_burgundy.boards import board_numbers
from eurogym.envs.castles_of_burgundy.enums import KIND
from eurogym.envs.castles_of_burgundy.overrides import default_tables
from eurogym.envs.castles_of_burgundy.rules.scoring import end_points, scoring_monasteries
from eurogym.envs.core.design import Components, Design, presence


def _on_board(states: np.ndarray) -> np.ndarray:
    return presence(states["depot"], KIND.COUNT) | presence(states["black"], KIND.COUNT)


def _in_depot(states: np.ndarray, seats: np.ndarray, index: np.ndarray) -> np.ndarray:
    return states["depot"].reshape(len(states), -1)[np.arange(len(states)), index % NUM_SLOTS]


def _in_black_depot(states: np.ndarray, seats: np.ndarray, index: np.ndarray) -> np.ndarray:
    return states["black"][np.arange(len(states)), index]


def _stored(states: np.ndarray, seats: np.ndarray, index: np.ndarray) -> np.ndarray:
    kinds = states["storage"][np.arange(len(states)), seats, index % NUM_PLACES // E.NUM_HEXES]
    return np.where(kinds < KIND.COUNT, kinds, -1)


def _goods(states: np.ndarray, seats: np.ndarray, index: np.ndarray) -> np.ndarray:
    return index % E.NUM_GOODS


def _duchies(states: np.ndarray) -> np.ndarray:
    return states["board"][:, :, None] == np.arange(len(board_numbers()))


def _points(state, seat: int) -> dict[str, int]:
    """R11.2: the marker, and what final scoring adds, by its steps."""
    monasteries = int(scoring_monasteries(state, seat))
    silver, workers, goods = (
        int(state.silver[seat]),
        int(state.workers[seat]) // 2,
        int(state.goods[seat].sum()),
    )
    points = {
        "on the track": int(state.vp[seat]),
        "silver": silver,
        "workers": workers,
        "goods": goods,
        "monasteries": monasteries,
    }
    more = int(end_points(state, seat)) - (silver + workers + goods + monasteries)
    return points | ({"modules": more} if state.shields or state.vineyards else {})


DESIGN = Design(
    components=(
        Components(
            "tile",
            KIND.NAMES,
            _on_board,
            {"take": _in_depot, "buy": _in_black_depot, "hire": _in_depot},
            {"place": _stored},
        ),
        Components("sale", [f"goods {number + 1}" for number in range(E.NUM_GOODS)], taken={"sell": _goods}),
        Components("duchy", [str(number) for number in board_numbers()], owned=_duchies),
    ),
    rounds=lambda states: states["phase"] * E.ROUNDS_PER_PHASE + states["round_index"] + 1,
    points=_points,
    tables=default_tables,
)
