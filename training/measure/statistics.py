"""The statistics of evaluation: 95 % intervals for means over blocks and for shares."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

NORMAL_QUANTILE = NormalDist().inv_cdf(0.975)  # two-sided 95 %


def t_quantile(degrees: int) -> float:
    """The 97.5 % quantile of Student's t; nan without scipy (of the extra `eval`)."""
    try:
        from scipy.special import stdtrit
    except ImportError:
        return math.nan
    return float(stdtrit(degrees, 0.975))


def mean_interval(values) -> tuple[float, float]:
    """Mean of independent values (one per block of games) and the half-width of its t interval.

    With fewer than two values, or without scipy, the half-width is nan.
    """
    values = np.asarray(values, np.float64)
    if len(values) < 2:
        return (float(values.mean()) if len(values) else math.nan), math.nan
    spread = values.std(ddof=1) / math.sqrt(len(values))
    return float(values.mean()), float(t_quantile(len(values) - 1) * spread)


def share_interval(values) -> tuple[float, float, float]:
    """Mean of shares in [0, 1], one per independent block of games, and the ends of its t interval.

    The interval is clipped to [0, 1]; with fewer than two blocks, or without scipy,
    its ends are nan.
    """
    share, half = mean_interval(values)
    if math.isnan(half):
        return share, math.nan, math.nan
    return share, max(0.0, share - half), min(1.0, share + half)


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's score interval of a share; (nan, nan) without games."""
    if games == 0:
        return math.nan, math.nan
    z = NORMAL_QUANTILE
    share = wins / games
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (centre - spread) / scale, (centre + spread) / scale
