"""Statistics of evaluations: 95 % intervals for means over blocks and for shares, and corrections for many tests.

Means of bounded values (outcomes, payoffs, shares) have the interval of Clopper and Pearson for an effective number of
wins and losses (E. Korn and B. Graubard, Survey Methodology 24, 1998). It stays within the bounds, is never of width 0,
and is the exact binomial interval where each block is won or lost. docs/trust.md has its measured coverage. Means of
unbounded values (scores, leads in points) have t intervals.
"""

from __future__ import annotations

import math
from functools import cache
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

__all__ = [
    "Estimate",
    "benjamini_hochberg",
    "bounded_interval",
    "bounded_p_value",
    "clustered_fit",
    "e_benjamini_hochberg",
    "mean_interval",
    "mean_p_value",
    "share_interval",
]

NORMAL_QUANTILE = NormalDist().inv_cdf(0.975)  # two-sided 95 %
TAIL = 0.025
DOUBT = 0.1  # how much an observation of full range weighs beside a single block that tells of the spread
EVEN = 1e-12  # values that differ by less, as shares of the range, are alike
PRECISION = 1e-13


class Estimate(NamedTuple):
    """A mean with the ends of its 95 % interval; the ends are nan where nothing is known of the spread."""

    mean: float
    low: float
    high: float


NOTHING = Estimate(math.nan, math.nan, math.nan)


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


def mean_interval(values) -> Estimate:
    """Return the mean of independent values without bounds, one per block of games, with its t interval.

    The ends are nan for fewer than two values, and if all are alike: their spread is then unknown.
    """
    values = np.asarray(values, np.float64)
    if not len(values):
        return NOTHING
    mean = float(values.mean())
    if len(values) < 2 or np.ptp(values) <= EVEN * max(1.0, abs(mean)):
        return Estimate(mean, math.nan, math.nan)
    half = t_quantile(len(values) - 1) * float(values.std(ddof=1)) / math.sqrt(len(values))
    return Estimate(mean, mean - half, mean + half)


def mean_p_value(found: Estimate) -> float:
    """Return the two-sided p value of a mean of 0 from the end of its interval that is nearer to 0; nan without one."""
    end = found.low if found.mean > 0 else found.high
    reach = abs(found.mean - end)
    return float(two_sided(NORMAL_QUANTILE * found.mean / reach)[0]) if reach > 0 else math.nan


# --- means of bounded values ------------------------------------------------------------------------------------------


def bounded_interval(values, least: float = 0.0, most: float = 1.0) -> Estimate:
    """Return the mean of independent values in [least, most], one per block of games, with its interval.

    Values that are all alike say nothing of the spread; each then counts as a single game that was won or lost. This
    also holds for a single value. Without any, everything is nan.
    """
    share, wins, losses = _effective(values, least, most)
    low, high = _exact_ends(wins, losses)
    return Estimate(*(least + (most - least) * one for one in (share, min(low, share), max(high, share))))


def bounded_p_value(values, mean: float, least: float = 0.0, most: float = 1.0) -> float:
    """Return the two-sided p value of a mean: it is below 5 % where `bounded_interval` does not contain that mean."""
    _, wins, losses = _effective(values, least, most)
    if math.isnan(wins):
        return math.nan
    at = (mean - least) / (most - least)
    below = beta_share(at, wins, losses + 1) if wins > 0 else 1.0
    above = 1 - beta_share(at, wins + 1, losses) if losses > 0 else 1.0
    return min(1.0, 2 * min(below, above))


def share_interval(wins: float, games: float) -> Estimate:
    """Return the share of independent games won, ties as parts, with its exact (Clopper-Pearson) interval."""
    if not games:
        return NOTHING
    return Estimate(wins / games, *_exact_ends(wins, games - wins))


def _effective(values, least: float, most: float) -> tuple[float, float, float]:
    """Return the mean as a share of the range, and the wins and losses that tell as much of it as the values do."""
    values = (np.asarray(values, np.float64) - least) / (most - least)
    count = len(values)
    if not count:
        return math.nan, math.nan, math.nan
    share, games = float(np.clip(values.mean(), 0.0, 1.0)), float(count)
    if count > 1:
        games = max(games, count / spread_of(values) * (NORMAL_QUANTILE / t_quantile(count - 1)) ** 2)
    return share, share * games, (1 - share) * games


def spread_of(values: np.ndarray) -> float:
    """Return the variance of values in [0, 1] as a part of that of games that are won or lost, in (0, 1].

    Near an end of the range, this is the size of a loss. It is known only as well as there are blocks that tell of it;
    near an end these are the blocks with a loss. The fewer there are, the more it counts that the next one may lose
    everything. Values that are all alike have a spread of 1.
    """
    share = values.mean()
    largest = share * (1 - share)
    if len(values) < 2 or np.ptp(values) <= EVEN or largest <= 0:
        return 1.0
    spread = min(1.0, float(values.var(ddof=1) / largest))
    telling = min(len(values) * largest / spread, _unusual(values))
    doubt = DOUBT / telling
    return float((telling * spread + doubt) / (telling + doubt))


def _unusual(values: np.ndarray) -> int:
    """Return how many values differ from the most frequent one."""
    _, counts = np.unique(values.round(12), return_counts=True)
    return max(1, len(values) - int(counts.max()))


@cache
def _exact_ends(wins: float, losses: float) -> tuple[float, float]:
    if math.isnan(wins):
        return math.nan, math.nan
    low = beta_quantile(TAIL, wins, losses + 1) if wins > EVEN else 0.0
    high = beta_quantile(1 - TAIL, wins + 1, losses) if losses > EVEN else 1.0
    return low, high


def beta_quantile(share: float, a: float, b: float) -> float:
    """Return the point below which the beta distribution has this share, by Newton's method within a bracket."""
    low, high, at = 0.0, 1.0, a / (a + b)
    for _ in range(200):
        missing = share - beta_share(at, a, b)
        low, high = (at, high) if missing > 0 else (low, at)
        step = missing / math.exp(min(_log_beta_density(at, a, b), 700.0))
        if abs(step) < PRECISION:
            break
        at = at + step if low < at + step < high else (low + high) / 2
    return at


def beta_share(x: float, a: float, b: float) -> float:
    """Return the share of the beta distribution below x: the regularised incomplete beta function (a, b > 0)."""
    if not 0 < x < 1:
        return float(x >= 1)
    return _beta_tail(x, a, b) if x < (a + 1) / (a + b + 2) else 1 - _beta_tail(1 - x, b, a)


def _log_beta_density(x: float, a: float, b: float) -> float:
    if not 0 < x < 1:
        return -700.0
    scale = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    return max(-700.0, scale + (a - 1) * math.log(x) + (b - 1) * math.log1p(-x))


def _beta_tail(x: float, a: float, b: float) -> float:
    """Return the share below x by Lentz's continued fraction, which converges fast for x below the mean."""
    front = math.exp(_log_beta_density(x, a, b) + math.log(x) + math.log1p(-x)) / a
    above, below = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    found = below
    for m in range(1, 100_000):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            below = 1 / (1 + term * below)
            above = 1 + term / above
            found *= above * below
        if abs(above * below - 1) < PRECISION:
            break
    return front * found


# --- many tests -------------------------------------------------------------------------------------------------------


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
