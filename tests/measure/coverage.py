"""How often intervals hold the truth: simulated values of known mean, and small parts of large tournaments.

A race is a game whose truth is known: the score of a seat is the strength of its agent, the luck of the deal in that
seat, and Gumbel noise of its own (the order then follows Plackett and Luce). Blocks of values have a share of the range
as their mean: 0.5 for equals, 0.999 for an agent that all but always wins.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from eurogym.measure.benchmark.progression import progression
from eurogym.measure.games.matches import MatchResults
from eurogym.measure.scales import ELO, fit_strengths, ratings
from eurogym.measure.seats import meetings_by_deal
from eurogym.measure.stats.statistics import Estimate, bounded_interval, mean_interval
from eurogym.measure.tournament import discoveries, seating_plan

POOL = 60_000  # deals that stand for all deals of a kind
KINDS: dict[str, tuple[int, int, float]] = {  # kind -> seats, meetings of a deal, luck
    "won or lost, one seat": (2, 1, 0.0),
    "outcome, 2 players": (2, 2, 0.0),
    "outcome, 2 players, much luck": (2, 2, 2.0),
    "outcome, 4 players": (4, 4, 1.0),
    "payoff, 12 meetings a deal": (2, 12, 1.0),
}
RACES: tuple[tuple[tuple[float, ...], int, float], ...] = (  # strengths in log odds, seats, luck
    ((0.5, 0.0, -0.5), 3, 0.0),
    ((1.0, 0.3, 0.0, -0.6), 2, 1.0),
    ((3.5, 0.0), 2, 0.0),
    ((5.0, 2.5, 0.0, -0.5), 2, 0.0),
    ((6.9, 0.0, 0.0), 2, 0.0),
    ((7.6, 0.0, 0.0), 2, 0.0),
    ((4.0, 0.0, 0.0, -1.0), 4, 1.0),
)


# --- races ------------------------------------------------------------------------------------------------------------


def race(
    strengths: Sequence[float],
    seats: int,
    luck: float,
    deals: int,
    rng: np.random.Generator,
    advantages: Sequence[float] = (),
) -> MatchResults:
    """Play a tournament of agents of these strengths: every lineup in every rotation of the seats on each deal.

    advantages: of the seats, none by default.
    """
    plan = seating_plan(len(strengths), seats)
    seating = np.tile(plan, (deals, 1))
    scores = np.asarray(strengths)[seating] + rng.gumbel(size=seating.shape)
    scores += np.repeat(luck * rng.standard_normal((deals, seats)), len(plan), axis=0)
    scores += np.asarray(advantages or 0.0)
    places = 1.0 - 2.0 * (-scores).argsort(axis=1).argsort(axis=1) / (seats - 1)
    seeds = np.repeat(np.arange(deals), len(plan))
    lengths, seconds = np.ones(len(seating), np.int64), np.zeros(len(strengths))
    whole = np.round(1000 * scores).astype(np.int64)
    return MatchResults(seating, seeds, 0 * seeds, whole, places.astype(np.float32), lengths, seconds)


@cache
def levels_of(kind: str, share: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the values of a deal of a kind, as shares of the range, and their chances; their mean is close to `share`.

    An agent meets seats of equals; its strength is chosen so that it is ahead in this share of the meetings.
    """
    seats, times, luck = KINDS[kind]
    rng = np.random.default_rng(0)
    lucky = luck * rng.standard_normal((POOL, 1, seats))
    scores = np.repeat(lucky, times, axis=1) + rng.gumbel(size=(POOL, times, seats))
    own = np.arange(times) % seats

    def values(strength: float) -> np.ndarray:
        mine = scores[:, np.arange(times), own] + strength
        beaten = (scores < mine[:, :, None]).sum(axis=2)
        return (beaten - (strength > 0)).mean(axis=1) / (seats - 1)  # itself is below its own score

    low, high = 0.0, 30.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if values(middle).mean() < share else (low, middle)
    levels, counts = np.unique(values(high).round(9), return_counts=True)
    return levels, counts / POOL


# --- what is counted --------------------------------------------------------------------------------------------------


def held(
    draw: Callable[[], tuple[Any, float]], intervals: dict[str, Callable], tries: int
) -> dict[str, float]:
    """Return how often each interval holds the truth, or says nothing, and its mean width where it says something.

    `draw` returns values and the truth.
    """
    found: dict[str, list[tuple[bool, float]]] = {name: [] for name in intervals}
    for _ in range(tries):
        values, truth = draw()
        for name, interval in intervals.items():
            _, low, high = interval(values)[:3]
            found[name].append((math.isnan(low) or low - 1e-9 <= truth <= high + 1e-9, high - low))
    row = {}
    for name, seen in found.items():
        right, widths = np.array(seen).T
        row[name], row[f"{name}_none"] = float(right.mean()), float(np.isnan(widths).mean())
        row[f"{name}_width"] = float(np.nanmean(widths)) if not np.isnan(widths).all() else 0.0
    return row


def student(values: np.ndarray) -> Estimate:
    """Return the t interval of a bounded mean, of width 0 where all values are alike: what is compared with."""
    found = mean_interval(values)
    return Estimate(found.mean, found.mean, found.mean) if math.isnan(found.low) else found


def bounded(kind: str, share: float, deals: int, tries: int, rng: np.random.Generator) -> dict[str, float]:
    """Return how often the interval of a bounded mean holds it, beside the t interval."""
    levels, chances = levels_of(kind, share)
    truth, edges = float(levels @ chances), np.cumsum(chances)[:-1]
    row = held(
        lambda: (levels[np.searchsorted(edges, rng.random(deals))], truth),
        {"covered": bounded_interval, "t": student},
        tries,
    )
    return row | {"wider": row["covered_width"] / max(row["t_width"], 1e-9)}


def scores(skew: float, deals: int, tries: int, rng: np.random.Generator) -> dict[str, float]:
    """Return how often the t interval of unbounded values holds their mean; `skew` is that of a gamma distribution."""

    def draw() -> tuple[np.ndarray, float]:
        if not skew:
            return rng.standard_normal(deals), 0.0
        shape = 4 / skew**2
        return rng.gamma(shape, size=deals), shape

    return held(draw, {"covered": mean_interval}, tries)


def progressions(way: float, deals: int, tries: int, rng: np.random.Generator) -> dict[str, float]:
    """Return how often the interval of a progression of 50 holds it, where the heuristic is `way` deviations ahead."""

    def draw() -> tuple[np.ndarray, float]:
        noise = rng.standard_normal((deals, 3))
        return noise + np.array([way / 2, 0.0, way]), 50.0

    return held(draw, {"covered": progression}, tries)


def rated(
    strengths: Sequence[float], seats: int, luck: float, deals: int, runs: int, rng: np.random.Generator
) -> dict[str, float]:
    """Return how often ratings hold the truth: intervals the place on the scale, bounds the lead over the next."""
    count = len(strengths)
    truth = ELO * np.asarray(strengths)
    if luck:
        many = race(strengths, seats, luck, 40_000, np.random.default_rng(1))
        truth = ELO * fit_strengths(meetings_by_deal(many, count, 40_000)[0].sum(axis=0))
    right, bounds, total = 0, 0, 0
    for number in range(runs):
        wins, _ = meetings_by_deal(race(strengths, seats, luck, deals, rng), count, deals)
        found = ratings(wins, seed=number)
        placed = [k for k, one in enumerate(found) if math.isfinite(one.rating)]
        for k, one in enumerate(found):
            if k not in placed:
                lead = truth[k] - truth[one.next]
                right += one.side * lead >= one.side * one.lead
                bounds += 1
            elif len(placed) > 1:
                right += one.low <= truth[k] - truth[placed].mean() <= one.high
            else:
                continue
            total += 1
    return {"covered": right / total, "bounds": bounds / total, "ratings": total}


def told_apart(
    strengths: Sequence[float], luck: float, deals: int, runs: int, rng: np.random.Generator
) -> dict[str, float]:
    """Return the mean share of false ones among pairs that are told apart, and of true ones that are found."""
    count = len(strengths)
    false, power = [], []
    apart = [(i, j) for i in range(count) for j in range(count) if strengths[i] > strengths[j]]
    for _ in range(runs):
        found = discoveries(race(strengths, 2, luck, deals, rng), count, deals)
        true = len(set(found) & set(apart))
        false.append((len(found) - true) / max(1, len(found)))
        power.append(true / max(1, len(apart)))
    return {"false": float(np.mean(false)), "found": float(np.mean(power))}
