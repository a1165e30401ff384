"""Progression: strength on a scale from 0 for random play to 100 for the heuristic, on the same deals and opponents.

The share of games won says nothing about a player that never wins, but the margin does: the points ahead of the best
rival or, in solo play, the points. Progression is 100 (own - random) / (heuristic - random), from means over games. It
may be below 0 or above 100.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from eurogym.training.measure.statistics import mean_interval


@dataclass(frozen=True)
class Progression:
    """A progression over games with the half-width of its 95 % interval (nan for fewer than two games)."""

    mean: float
    half_width: float
    games: int

    def __str__(self) -> str:
        return f"{self.mean:.1f} +- {self.half_width:.1f} ({self.games} games)"


def progression(rows: Sequence[tuple[float, float, float]]) -> Progression:
    """Return the progression over independent games.

    The interval is that of a ratio of means. Mean and half-width are nan if the heuristic is not ahead of random play.

    Args:
        rows: for each game the margins of the player, of random play and of the heuristic on the same deal.
    """
    own, random, heuristic = np.asarray(rows, np.float64).reshape(-1, 3).T
    way = float((heuristic - random).mean()) if len(own) else 0.0
    if way <= 0:
        return Progression(float("nan"), float("nan"), len(own))
    share = float((own - random).mean()) / way
    _, half_width = mean_interval((own - random) - share * (heuristic - random))
    return Progression(100 * share, 100 * half_width / way, len(own))
