"""Calibrating a game to a wanted win rate: points for the opponent, a score to reach, or the value of an option."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from eurogym.common.errors import InputError
from eurogym.envs.core.extras import require

RESAMPLES = 400
FEWEST = 5  # deals


@dataclass(frozen=True)
class Handicap:
    """Points and their 95 % interval; an end is nan if there are too few deals for it."""

    rate: float
    points: float
    low: float
    high: float


def handicap(points: np.ndarray, rate: float, reach: bool = False) -> Handicap:
    """Return the points that correspond to a win rate, from the points (n,) of n deals.

    `points` are leads over an opponent, or scores (with `reach`). The result is the largest handicap with which the
    share of games still won is at least `rate` (a lead must exceed the handicap), or the highest score that this share
    of games reaches. The interval is that of the quantile, from the binomial distribution of order statistics (scipy).
    Raise InputError for a rate that is not between 0 and 1.
    """
    check_rate(rate)
    stats = require("scipy.stats", "eval", "an interval")
    points = np.sort(np.asarray(points, np.int64))
    kept = max(1, math.ceil(rate * len(points) - 1e-9))  # games that must still be won
    less = 0 if reach else 1
    low = high = math.nan
    if len(points) >= FEWEST:
        test = stats.quantile_test(points, q=0.0, p=1 - rate)
        found = test.confidence_interval(0.95)
        low, high = found.low - less, found.high - less
    return Handicap(rate, float(points[len(points) - kept] - less), float(low), float(high))


def check_rate(rate: float) -> None:
    """Raise InputError unless `rate` is between 0 and 1."""
    if not 0 < rate < 1:
        raise InputError(f"a win rate of {rate:g} is out of range; allowed: between 0 and 1, e.g. 0.5")


@dataclass(frozen=True)
class Dose:
    """The value of an option at which a share of games is won.

    value, low, high: with the 95 % interval (t over bootstrap draws of deals); slope: change of the log odds per unit.
    """

    rate: float
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Response:
    """The win rate as a function of an option: log odds = level + slope * value; `drawn`: both for each resample."""

    level: float
    slope: float
    drawn: np.ndarray

    def chance(self, value: float) -> float:
        """Return the win rate at a value."""
        return 1 / (1 + math.exp(-(self.level + self.slope * value)))

    def at(self, rate: float) -> Dose:
        """Return the value for a win rate; raise InputError if the option does not change win rates beyond chance."""
        check_rate(rate)
        slopes = self.drawn[:, 1]
        if (
            self.slope == 0
            or abs(slopes.mean()) < 1.96 * slopes.std(ddof=1)
            or len(np.unique(np.sign(slopes))) > 1
        ):
            raise InputError(
                "the win rate does not follow this option beyond chance; try values farther apart"
            )
        odds = math.log(rate / (1 - rate))
        value = (odds - self.level) / self.slope
        again = (odds - self.drawn[:, 0]) / slopes
        low, high = np.quantile(again, [0.025, 0.975])
        return Dose(rate, value, float(low), float(high))


def response(
    values: Sequence[float], won: Sequence[np.ndarray], seed: int = 0, resamples: int = RESAMPLES
) -> Response:
    """Fit a logistic curve to games won at several values of an option, played on the same deals.

    `won` is (n,) bool for every value, on the first n deals. Raise InputError for fewer than two values, or if all
    games are won or all are lost.
    """
    if len(set(values)) < 2:
        raise InputError("a curve needs at least two values of the option")
    total = sum(int(one.sum()) for one in won)
    if total in (0, sum(len(one) for one in won)):
        raise InputError(
            f"all games were {'won' if total else 'lost'} at {', '.join(f'{value:g}' for value in values)}; "
            "name more extreme values"
        )
    scale = np.asarray(values, np.float64)
    centre, width = scale.mean(), max(scale.std(), 1e-9)
    counts = np.array([len(one) for one in won], np.float64)
    fitted = _logistic((scale - centre) / width, np.array([one.sum() for one in won], np.float64), counts)
    rng = np.random.default_rng(seed)
    deals = int(counts.max())
    drawn = []
    for _ in range(resamples):
        times = rng.multinomial(deals, np.full(deals, 1 / deals))
        played = np.array([times[: len(one)].sum() for one in won], np.float64)
        wins = np.array([times[: len(one)][one].sum() for one in won], np.float64)
        drawn.append(_logistic((scale - centre) / width, wins, played))

    def back(pair: np.ndarray) -> tuple[float, float]:
        return float(pair[0] - pair[1] * centre / width), float(pair[1] / width)

    return Response(*back(fitted), np.array([back(pair) for pair in drawn]))


def _logistic(values: np.ndarray, wins: np.ndarray, games: np.ndarray) -> np.ndarray:
    """Level and slope of the log odds by maximum likelihood; half a win and half a loss more at every value keep both
    finite."""
    optimize = require("scipy.optimize", "eval", "a curve")
    special = require("scipy.special", "eval", "a curve")
    wins, games = wins + 0.5 / len(values), games + 1 / len(values)

    def loss(pair: np.ndarray) -> tuple[float, np.ndarray]:
        odds = pair[0] + pair[1] * values
        rest = games * special.expit(odds) - wins
        return float((games * np.logaddexp(0, odds) - wins * odds).sum()), np.array(
            [rest.sum(), rest @ values]
        )

    return optimize.minimize(loss, np.zeros(2), jac=True, method="BFGS").x


def spread(low: int, high: int, count: int) -> list[int]:
    """Return at most `count` evenly spaced integers from low to high."""
    return sorted({int(round(one)) for one in np.linspace(low, high, count)})


def search(
    play: Callable[[list[int], int], list[np.ndarray]],
    low: int,
    high: int,
    rates: Sequence[float],
    games: int,
    seed: int,
) -> tuple[list[int], list[np.ndarray], Response]:
    """Play a few deals over the whole range of an option, and then the rest close to the wanted rates.

    `play` is (values, deals) -> games won (n,) at every value. Return the values, their games and the curve. Raise
    InputError if the rate does not depend on the option.
    """
    few = max(20, games // 5)
    values = spread(low, high, 5)
    won = play(values, few)
    curve = response(values, won, seed)
    odds = [math.log(rate / (1 - rate)) for rate in rates]
    if curve.slope:
        ends = [(at + aside - curve.level) / curve.slope for at in odds for aside in (-1.0, 1.0)]
        near = spread(int(np.clip(min(ends), low, high)), int(np.clip(max(ends), low, high)), 5)
    else:
        near = values
    again = play(near, games)
    table = dict(zip(values, won, strict=True)) | dict(zip(near, again, strict=True))
    values = sorted(table)
    won = [table[value] for value in values]
    return values, won, response(values, won, seed)
