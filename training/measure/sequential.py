"""Testing while the games come in: confidence intervals for a mean that hold at every look at once.

An interval for n games, looked at after every deal until it pleases, is wrong far more often than it says. The
intervals here are those of a bet (Waudby-Smith and Ramdas 2024, "Estimating means of bounded random variables by
betting"): whoever bets that the mean is above m, and gets 1 + c (x / m - 1) times the stake for each value x in [0, 1],
has no gain to expect if the mean is m or less; a fortune of 1 / alpha is then seen with a probability of at most alpha,
however long the bet goes on and whenever one stops (Ville 1939). The lower end is the least m against which the fortune
has stayed below that; the upper end the same for 1 - x. The stake c is a mixture of fixed ones, so that nothing needs
tuning. No assumption is made about the values but that they are independent draws from one distribution within bounds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

__all__ = ["ConfidenceSequence", "Settled", "settle"]

STAKES = np.geomspace(0.004, 0.98, 24)  # the mixture, all with the same weight
LARGEST = 700.0  # logarithm of an e-value: more is not told apart
HALVINGS = 32  # of the bisection for an end of the interval: below 1e-9
ROUNDING = 12  # digits by which values count as equal


class ConfidenceSequence:
    """An interval for the mean of independent values that holds at all looks together.

    Attributes:
        low, high: bounds of the mean, and of values that are given no more room.
        confidence: the probability, at least, with which every interval ever looked at holds the mean.
        count: values so far.
    """

    def __init__(self, low: float = -1.0, high: float = 1.0, confidence: float = 0.95):
        self.low, self.high, self.confidence = float(low), float(high), float(confidence)
        self.count = 0
        # as shares of the way from the lowest value to the highest: a value, and the room that it had
        self._seen: Counter[tuple[float, float]] = Counter()
        self._enough = math.log(2.0 / (1.0 - confidence))  # each end has half of the errors

    def add(self, values: Iterable[float], room: float = 0.0) -> None:
        """Take in more values; raises ValueError for one outside of the bounds.

        room: by which these values may lie outside of the bounds. It is to be known before them, and their mean is to
        lie within the bounds all the same.
        """
        low, high = self.low - room, self.high + room
        found = (np.asarray(list(values), np.float64) - low) / (high - low)
        if not ((found >= -1e-9) & (found <= 1 + 1e-9)).all():
            raise ValueError(f"values must lie between {low} and {high}")
        share = room / (self.high - self.low)
        self._seen.update((value, share) for value in np.clip(found, 0.0, 1.0).round(ROUNDING).tolist())
        self.count += len(found)

    @property
    def mean(self) -> float:
        """Mean of the values so far; nan without any."""
        if not self.count:
            return math.nan
        shares = (((1 + 2 * room) * value - room) * times for (value, room), times in self._seen.items())
        share = sum(shares) / self.count
        return self.low + share * (self.high - self.low)

    def evidence(self, mean: float = 0.0) -> float:
        """An e-value against this mean: where it is the true one, it is at most 1 on average, whenever one stops.

        Many comparisons at once: `eurogym.training.measure.statistics.e_benjamini_hochberg`.
        """
        if not self.count:
            return 1.0
        values, room, times = self._found()
        at = (mean - self.low) / (self.high - self.low)
        if not 0 < at < 1:
            raise ValueError(f"the mean is to lie between {self.low} and {self.high}, got {mean}")
        both = np.logaddexp(
            log_fortune(values, times, _within(at, room)),
            log_fortune(1 - values, times, _within(1 - at, room)),
        )
        return math.exp(min(float(both) - math.log(2), LARGEST))

    def interval(self) -> tuple[float, float]:
        """Both ends of the interval by now; the bounds of the values without any."""
        if not self.count:
            return self.low, self.high
        values, room, times = self._found()
        low = _lower_end(values, room, times, self._enough)
        high = 1.0 - _lower_end(1.0 - values, room, times, self._enough)
        width = self.high - self.low
        return self.low + low * width, self.low + high * width

    def _found(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Values, the room of each, and how often it was seen, each (v,)."""
        values, room = np.array(list(self._seen)).T
        return values, room, np.array(list(self._seen.values()), np.float64)


def _within(at: float, room: np.ndarray) -> np.ndarray:
    """Where a mean stands between the lowest and the highest value, which lie so far outside of its own bounds."""
    return (at + room) / (1 + 2 * room)


def log_fortune(values: np.ndarray, times: np.ndarray, mean: float | np.ndarray) -> float:
    """Logarithm of what a bet on a mean above `mean` has made of 1, for values (v,) in [0, 1] seen `times` (v,) each.

    Falls with `mean`, whatever the values; (v,) where values are shares of ways of different length.
    """
    gains = np.log1p(STAKES[:, None] * (values / mean - 1.0)) @ times
    return float(np.logaddexp.reduce(gains) - math.log(len(STAKES)))


def _lower_end(values: np.ndarray, room: np.ndarray, times: np.ndarray, enough: float) -> float:
    """The least mean in [0, 1] against which the fortune has not reached exp(enough)."""
    low, high = 0.0, 1.0
    if not room.any():
        high = float(values @ times / times.sum())  # against the mean itself nothing is won
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if middle <= 0.0:
            break
        if log_fortune(values, times, _within(middle, room)) >= enough:
            low = middle
        else:
            high = middle
    return low


@dataclass(frozen=True)
class Settled:
    """What a sequential test has found about a mean in [-1, 1].

    verdict: "above" or "below" 0, "equal" (closer to 0 than the smallest effect), "open" (not settled); mean;
    interval: its always-valid ends; count: values that it took.
    """

    verdict: str
    mean: float
    interval: tuple[float, float]
    count: int


def verdict_of(interval: tuple[float, float], smallest_effect: float) -> str:
    """What an interval says: "above", "below", "equal" or "open"."""
    low, high = interval
    if low > 0.0:
        return "above"
    if high < 0.0:
        return "below"
    return "equal" if -smallest_effect < low and high < smallest_effect else "open"


def settle(
    looks: Iterator[np.ndarray | tuple[np.ndarray, float]],
    smallest_effect: float,
    confidence: float = 0.95,
    half_width: float | None = None,
) -> Settled:
    """Take values look by look until it is settled on which side of 0 their mean lies, or that it is close.

    looks: arrays of values in [-1, 1], or an array and the room by which its values may lie outside (see
    `ConfidenceSequence.add`); what comes after the look that settles it is never asked for. The values need not be
    draws of one distribution, as long as each has the same mean given those before it.
    half_width: go on until half of the interval is at most this wide, whatever it says before.
    """
    sequence = ConfidenceSequence(-1.0, 1.0, confidence)
    verdict = "open"
    for look in looks:
        sequence.add(*look if isinstance(look, tuple) else (look,))
        low, high = sequence.interval()
        verdict = verdict_of((low, high), smallest_effect)
        if verdict != "open" if half_width is None else high - low <= 2 * half_width:
            break
    return Settled(verdict, sequence.mean, sequence.interval(), sequence.count)
