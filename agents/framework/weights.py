"""The tunable numbers of a heuristic, declared once as a table."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

import numpy as np

from eurogym.envs.core.declare.names import sequence


def weights(where: str, table: Sequence[tuple]) -> tuple[ModuleType, list[np.ndarray]]:
    """Make a heuristic's weights from rows ``(name, value, ..., meaning)``.

    Args:
        where: name of the module object.
        table: one row per weight, one value per column (a table size, a solo mode).

    Returns:
        A module object for kernels with the place of each weight (``W.FOOD``; also ``W.NAMES`` and ``W.COUNT``), and a
        float64 array ``(W.COUNT,)`` per column.
    """
    places = sequence(where, [row[0] for row in table])
    return places, [
        np.array(column, dtype=np.float64) for column in zip(*(row[1:-1] for row in table), strict=True)
    ]
