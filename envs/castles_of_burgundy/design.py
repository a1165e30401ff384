"""The Castles of Burgundy for the report on its design."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.actions import NUM_PLACES, NUM_SLOTS
from eurogym.envs.castles_of_burgundy.declare.boards import board_numbers
from eurogym.envs.castles_of_burgundy.declare.enums import KIND
from eurogym.envs.castles_of_burgundy.declare.overrides import default_tables
from eurogym.envs.castles_of_burgundy.rules.scoring import (
    goods_points,
    scoring_monasteries,
    silver_points,
    worker_points,
)
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.design import Components, Design, presence


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


def _entry(tile: str) -> str:
    return "".join(f"tiles.{tile}.{unit}" for unit in default_tables()["tiles"].get(tile, ()))


@kernel
def _points(state, seat, total, out):
    """R11.2: the marker, and what final scoring adds, by its steps; what modules and partners add is the rest. The solo
    boards have no final scoring."""
    if state.solo:
        out[0] = total
        return
    out[0] = state.vp[seat]
    out[1] = silver_points(state, seat)
    out[2] = worker_points(state, seat)
    out[3] = goods_points(state, seat)
    out[4] = scoring_monasteries(state, seat)
    out[5] = total - out[0] - out[1] - out[2] - out[3] - out[4]


DESIGN = Design(
    components=(
        Components(
            "tile",
            KIND.NAMES,
            _on_board,
            {"take": _in_depot, "buy": _in_black_depot, "hire": _in_depot},
            {"place": _stored},
            entries=[_entry(name) for name in KIND.NAMES],
        ),
        Components("sale", [f"goods {number + 1}" for number in range(E.NUM_GOODS)], taken={"sell": _goods}),
        Components("duchy", [str(number) for number in board_numbers()], owned=_duchies, dealt=True),
    ),
    rounds=lambda states: states["phase"] * E.ROUNDS_PER_PHASE + states["round_index"] + 1,
    columns=("on the track", "silver", "workers", "goods", "monasteries", "modules"),
    points=_points,
    tables=default_tables,
)
