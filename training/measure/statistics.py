"""Statistics of evaluations: 95 % intervals for means over blocks and for shares, and corrections for many tests."""

from __future__ import annotations

import math
from functools import cache
from statistics import NormalDist

import numpy as np

__all__ = [
    "benjamini_hochberg",
    "clustered_fit",
    "e_benjamini_hochberg",
    "mean_interval",
    "share_interval",
    "wilson_interval",
]

NORMAL_QUANTILE = NormalDist().inv_cdf(0.975)  # two-sided 95 %


@cache
def t_quantile(degrees: int) -> float:
    """Return the 97.5 % quantile of Student's t with this many degrees of freedom, an integer from 1.

    It is found by bisection of the probability within a bound, which is a finite sum for integer degrees of freedom
    (Abramowitz and Stegun 26.7.3 and 26.7.4).
    """
    low, high = NORMAL_QUANTILE, 13.0  # 12.7 with one degree
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _share_within(middle, degrees) < 0.95 else (low, middle)
    return low


def _share_within(bound: float, degrees: int) -> float:
    """Return the probability of Student's t between -bound and bound."""
    angle = math.atan(bound / math.sqrt(degrees))
    odd = degrees % 2
    steps = np.arange(
        2 + odd, degrees - 1, 2, dtype=np.float64
    )  # each term is the one before times (k - 1) / k cos^2
    terms = np.cumprod((steps - 1) / steps * math.cos(angle) ** 2)
    if odd:
        first = math.cos(angle) * (1.0 + terms.sum()) if degrees > 1 else 0.0
        return 2 / math.pi * (angle + math.sin(angle) * first)
    return math.sin(angle) * (1.0 + terms.sum())


def mean_interval(values) -> tuple[float, float]:
    """Return the mean of independent values (one per block of games) and the half-width of its 95 % t interval.

    With fewer than two values, the half-width is nan.
    """
    values = np.asarray(values, np.float64)
    if len(values) < 2:
        return (float(values.mean()) if len(values) else math.nan), math.nan
    spread = values.std(ddof=1) / math.sqrt(len(values))
    return float(values.mean()), float(t_quantile(len(values) - 1) * spread)


def share_interval(values) -> tuple[float, float, float]:
    """Return the mean of shares in [0, 1], one per independent block of games, and the ends of its 95 % t interval.

    The interval is clipped to [0, 1]; with fewer than two blocks, its ends are nan. If all blocks are equal, it is
    Wilson's interval instead: that nothing has been won so far does not prove that nothing ever will be.
    """
    share, half = mean_interval(values)
    if math.isnan(half):
        return share, math.nan, math.nan
    if half == 0:
        low, high = wilson_interval(share * len(values), len(values))
        return share, min(share, low), max(share, high)
    return share, max(0.0, share - half), min(1.0, share + half)


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % score interval of a share; (nan, nan) without games."""
    if games == 0:
        return math.nan, math.nan
    z = NORMAL_QUANTILE
    share = wins / games
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (centre - spread) / scale, (centre + spread) / scale


def benjamini_hochberg(p_values) -> np.ndarray:
    """Return the smallest false discovery rate at which each of a family of tests is a discovery; nan is left out.

    Y. Benjamini and Y. Hochberg, Journal of the Royal Statistical Society B 57 (1995).
    """
    p_values = np.asarray(p_values, np.float64)
    rates = np.full(len(p_values), np.nan)
    tested = np.flatnonzero(~np.isnan(p_values))
    order = tested[np.argsort(p_values[tested], kind="stable")]
    raised = p_values[order] * len(order) / np.arange(1, len(order) + 1)
    rates[order] = np.minimum(1.0, np.minimum.accumulate(raised[::-1])[::-1])
    return rates


def e_benjamini_hochberg(e_values, rate: float) -> np.ndarray:
    """Return which of a family of tests are discoveries, bool (k,), with at most `rate` of them false in expectation.

    `e_values` (k,) each have an expectation of at most 1 if there is nothing to be found; they may depend on each other
    in any way, and may be stopped at any time. R. Wang and A. Ramdas, Journal of the Royal Statistical Society B 84
    (2022).
    """
    e_values = np.asarray(e_values, np.float64)
    ordered = np.sort(e_values)[::-1]
    enough = np.flatnonzero(np.arange(1, len(ordered) + 1) * ordered >= len(ordered) / rate)
    return e_values >= ordered[enough[-1]] if len(enough) else np.zeros(len(e_values), bool)


def two_sided(z) -> np.ndarray:
    """Return the probability that a standard normal value is at least as far from 0 as `z`."""
    return np.array([math.erfc(abs(one) / math.sqrt(2)) for one in np.atleast_1d(np.asarray(z, np.float64))])


SAME = 1e-10  # of the largest eigenvalue: below it, columns are linearly dependent up to rounding


def clustered_fit(
    design: np.ndarray, values: np.ndarray, clusters: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return least-squares coefficients (k,) and their covariance (k, k), with correlated rows within clusters.

    The covariance is the sandwich estimate with the factor c / (c - 1) for c clusters. If columns are linearly
    dependent, the solution is the one of least norm.

    Args:
        design: (n, k).
        values: (n,).
        clusters: (n,) integers from 0.
    """
    bread = np.linalg.pinv(design.T @ design, rcond=SAME, hermitian=True)
    found = bread @ (design.T @ values)
    scores = np.zeros((int(clusters.max()) + 1, design.shape[1]))
    np.add.at(scores, clusters, design * (values - design @ found)[:, None])
    count = len(np.unique(clusters))
    return found, bread @ (scores.T @ scores) @ bread * count / max(1, count - 1)
