"""How far a player has come: 0 is random play, 100 the heuristic of the game, on the same deals and against the same.

A share of games won says nothing of a player that never wins; the margin does: the points ahead of the best rival, or
alone the points. Progression is 100 (own - random) / (heuristic - random), of means over games. It may be below 0 and
above 100.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from eurogym.training.measure.statistics import mean_interval


@dataclass(frozen=True)
class Progression:
    """A mean over games with the half-width of its 95 % interval (nan for fewer than two games)."""

    mean: float
    half_width: float
    games: int

    def __str__(self) -> str:
        return f"{self.mean:.1f} +- {self.half_width:.1f} ({self.games} games)"


def progression(rows: Sequence[tuple[float, float, float]]) -> Progression:
    """The progression over games, independent of each other.

    Args:
        rows: for each game the margins of the player, of random play and of the heuristic on the same deal.

    The interval is that of a ratio of means. Both are nan where the heuristic is not ahead of random play.
    """
    own, random, heuristic = np.asarray(rows, np.float64).reshape(-1, 3).T
    way = float((heuristic - random).mean()) if len(own) else 0.0
    if way <= 0:
        return Progression(float("nan"), float("nan"), len(own))
    share = float((own - random).mean()) / way
    _, half_width = mean_interval((own - random) - share * (heuristic - random))
    return Progression(100 * share, 100 * half_width / way, len(own))
