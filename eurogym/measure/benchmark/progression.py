"""Progression: strength on a scale from 0 for random play to 100 for the heuristic, on the same deals and opponents.

The share of games won says nothing about a player that never wins, but the margin does: the points ahead of the best
rival or, in solo play, the points. Progression is 100 (own - random) / (heuristic - random), from means over games. It
may be below 0 or above 100.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from eurogym.measure.stats.statistics import mean_interval, t_quantile


class Progression(NamedTuple):
    """A progression over games with its 95 % interval; `games` is their number."""

    mean: float
    low: float
    high: float
    games: int


def progression(rows: Sequence[tuple[float, float, float]]) -> Progression:
    """Return the progression over independent games.

    Its interval is Fieller's, of a ratio of means: all progressions p at which the t interval of the mean of
    own - random - p (heuristic - random) contains 0. The ends are nan for fewer than two games, if nothing varies, and
    if the games do not show that the heuristic is ahead of random play; where it is not ahead at all, so is the mean.

    Args:
        rows: for each game the margins of the player, of random play and of the heuristic on the same deal.
    """
    own, random, heuristic = np.asarray(rows, np.float64).reshape(-1, 3).T
    count, gain, way = len(own), own - random, heuristic - random
    if not count or way.mean() <= 0:
        return Progression(math.nan, math.nan, math.nan, count)
    share = float(gain.mean() / way.mean())
    if math.isnan(mean_interval(gain - share * way).low):
        return Progression(100 * share, math.nan, math.nan, count)
    errors = np.cov(gain, way) * t_quantile(count - 1) ** 2 / count
    # a p^2 - 2 b p + c <= 0
    a, b, c = (
        way.mean() ** 2 - errors[1, 1],
        gain.mean() * way.mean() - errors[0, 1],
        gain.mean() ** 2 - errors[0, 0],
    )
    if a <= 0:
        return Progression(100 * share, math.nan, math.nan, count)
    half = math.sqrt(max(0.0, b * b - a * c))
    return Progression(100 * share, 100 * float(b - half) / float(a), 100 * float(b + half) / float(a), count)
