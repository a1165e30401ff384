"""Sequential tests: confidence intervals for a mean that are valid at all looks simultaneously.

An ordinary interval for n games that is looked at after every deal until it pleases is wrong far more often than it
claims. The intervals here come from bets (Waudby-Smith and Ramdas 2024, "Estimating means of bounded random variables
by betting"). A bet that the mean is above m multiplies its fortune by 1 + c (x / m - 1) for each value x in [0, 1], and
has no expected gain if the mean is m or less. The probability that it ever reaches a fortune of 1 / alpha is then at
most alpha, however long it goes on and whenever it is stopped (Ville 1939). The lower end of the interval is the least
m against which the fortune has stayed below 1 / alpha; the upper end is the same for 1 - x. The stake c is a mixture of
fixed ones, so nothing needs tuning. The only assumption is that the values are independent draws from one bounded
distribution.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

__all__ = ["ConfidenceSequence", "Settled", "settle"]

STAKES = np.geomspace(0.004, 0.98, 24)  # the mixture, with equal weights
LARGEST = 700.0  # logarithm at which e-values are cut off
HALVINGS = 32  # bisection steps for an end of the interval: precision below 1e-9
ROUNDING = 12  # digits to which values are compared


class ConfidenceSequence:
    """An interval for the mean of independent values that is valid at all looks simultaneously.

    Attributes:
        low, high: bounds of the values.
        confidence: lower bound on the probability that all intervals ever looked at contain the mean.
        count: number of values so far.
    """

    def __init__(self, low: float = -1.0, high: float = 1.0, confidence: float = 0.95):
        self.low, self.high, self.confidence = float(low), float(high), float(confidence)
        self.count = 0
        self._seen: Counter[float] = Counter()  # value, as a fraction of the range -> how often
        self._enough = math.log(2.0 / (1.0 - confidence))  # each end has half of the errors

    def add(self, values: Iterable[float]) -> None:
        """Add values; raise ValueError if one lies outside the bounds."""
        found = (np.asarray(list(values), np.float64) - self.low) / (self.high - self.low)
        if not ((found >= -1e-9) & (found <= 1 + 1e-9)).all():
            raise ValueError(f"values must lie between {self.low} and {self.high}")
        self._seen.update(np.clip(found, 0.0, 1.0).round(ROUNDING).tolist())
        self.count += len(found)

    @property
    def mean(self) -> float:
        """The mean of the values so far; nan if there are none."""
        if not self.count:
            return math.nan
        share = sum(value * times for value, times in self._seen.items()) / self.count
        return self.low + share * (self.high - self.low)

    def evidence(self, mean: float = 0.0) -> float:
        """Return an e-value against a mean: if that is the true mean, its expectation is at most 1, whenever one stops.

        For many comparisons at once, see `eurogym.measure.stats.statistics.e_benjamini_hochberg`.
        """
        if not self.count:
            return 1.0
        values, times = self._found()
        at = (mean - self.low) / (self.high - self.low)
        if not 0 < at < 1:
            raise ValueError(f"the mean must lie between {self.low} and {self.high}, got {mean}")
        both = np.logaddexp(
            log_fortune(values, times, at),
            log_fortune(1 - values, times, 1 - at),
        )
        return math.exp(min(float(both) - math.log(2), LARGEST))

    def interval(self) -> tuple[float, float]:
        """Return both ends of the current interval; without any values, these are the bounds."""
        if not self.count:
            return self.low, self.high
        values, times = self._found()
        low = _lower_end(values, times, self._enough)
        high = 1.0 - _lower_end(1.0 - values, times, self._enough)
        width = self.high - self.low
        return self.low + low * width, self.low + high * width

    def _found(self) -> tuple[np.ndarray, np.ndarray]:
        """Return distinct values and how often each was seen, both (v,)."""
        return np.array(list(self._seen)), np.array(list(self._seen.values()), np.float64)


def log_fortune(values: np.ndarray, times: np.ndarray, mean: float) -> float:
    """Return the logarithm of the fortune of a bet on a mean above `mean`, for values (v,) in [0, 1] seen `times` (v,).

    It decreases with `mean`, whatever the values.
    """
    gains = np.log1p(STAKES[:, None] * (values / mean - 1.0)) @ times
    return float(np.logaddexp.reduce(gains) - math.log(len(STAKES)))


def _lower_end(values: np.ndarray, times: np.ndarray, enough: float) -> float:
    """Return the least mean in [0, 1] against which the fortune has not reached exp(enough)."""
    low, high = 0.0, float(values @ times / times.sum())  # against the mean itself nothing is won
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if middle <= 0.0:
            break
        if log_fortune(values, times, middle) >= enough:
            low = middle
        else:
            high = middle
    return low


@dataclass(frozen=True)
class Settled:
    """The result of a sequential test about a mean in [-1, 1].

    Attributes:
        verdict: "above" or "below" 0, "equal" (closer to 0 than the smallest effect) or "open" (not settled).
        mean: mean of the values.
        interval: ends of its always-valid interval.
        count: number of values.
    """

    verdict: str
    mean: float
    interval: tuple[float, float]
    count: int


def verdict_of(interval: tuple[float, float], smallest_effect: float) -> str:
    """Return what an interval says: "above", "below", "equal" or "open"."""
    low, high = interval
    if low > 0.0:
        return "above"
    if high < 0.0:
        return "below"
    return "equal" if -smallest_effect < low and high < smallest_effect else "open"


def settle(
    looks: Iterator[np.ndarray],
    smallest_effect: float,
    confidence: float = 0.95,
    half_width: float | None = None,
) -> Settled:
    """Take values look by look until it is settled on which side of 0 their mean lies, or that it is close to 0.

    Args:
        looks: arrays of values in [-1, 1]. Nothing is requested after the look that settles the test. The values need
            not be draws from one distribution, as long as each has the same mean given those before it.
        smallest_effect: a mean closer to 0 than this counts as 0.
        confidence: confidence of the interval.
        half_width: continue until the half-width of the interval is at most this, whatever the interval says before.
    """
    sequence = ConfidenceSequence(-1.0, 1.0, confidence)
    verdict = "open"
    for look in looks:
        sequence.add(look)
        low, high = sequence.interval()
        verdict = verdict_of((low, high), smallest_effect)
        if verdict != "open" if half_width is None else high - low <= 2 * half_width:
            break
    return Settled(verdict, sequence.mean, sequence.interval(), sequence.count)
