"""Results of many agents: how they met, circles of agents that beat each other, seats, and luck.

Everything is computed from all games of a tournament together, whatever their order. All intervals are over deals: a
deal is resampled with all of its games.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from eurogym.measure.games.matches import MatchResults
from eurogym.measure.report.report import require
from eurogym.measure.stats.statistics import Estimate, bounded_interval

__all__ = [
    "Intransitivity",
    "Luck",
    "intransitivity",
    "meetings_by_deal",
    "seat_advantages",
    "share_of_luck",
    "starter_advantages",
]

RESAMPLES = 400
ERRORS = 0.05  # p values below this are reported as found


def meetings_by_deal(matches: MatchResults, num_agents: int, deals: int) -> tuple[np.ndarray, np.ndarray]:
    """Return wins of agent i over agent j in every deal (ties one half) and how often they met, each (deals, K, K).

    Both are float64. Every pair of seats of a game is a meeting; those of an agent with itself are left out.
    """
    wins = np.zeros((len(matches.agents), num_agents, num_agents))
    games = np.arange(len(wins))
    for a, b in itertools.permutations(range(matches.agents.shape[1]), 2):
        lead = np.sign(matches.placements[:, a] - matches.placements[:, b])
        np.add.at(wins, (games, matches.agents[:, a], matches.agents[:, b]), (1.0 + lead) / 2)
    wins[:, np.arange(num_agents), np.arange(num_agents)] = 0.0
    wins = wins.reshape(deals, -1, num_agents, num_agents).sum(axis=1)
    return wins, wins + wins.transpose(0, 2, 1)


# --- circles ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Intransitivity:
    """The result of tests for circles of agents that beat each other.

    Attributes:
        circle: the agents (a beats b beats c beats a) with the smallest p value.
        p_circle: probability of such a circle by chance if there is none, for all circles together (Bonferroni).
        p_scale: probability that payoffs are this far from any scale of strengths if there is one (Hotelling's test of
            the circular part of their log odds).
        share: share of the variation of log odds that no scale explains.
    """

    circle: tuple[int, int, int]
    p_circle: float
    p_scale: float
    share: float


def intransitivity(wins: np.ndarray, met: np.ndarray) -> Intransitivity | None:
    """Test for circles of agents over deals, with wins and meetings (deals, K, K).

    A circle is tested by its weakest link: all three of its leads must be above 0, so its p value is the largest of
    theirs (intersection-union test). This needs no model; agents whose leads are far from any scale need not form a
    circle.

    Returns:
        The result; None if some agents did not meet in every deal, or with fewer than three agents or two deals.

    Raises:
        MissingExtraError: scipy is not installed.
    """
    special, stats = (require(f"scipy.{name}", "eval", "a test") for name in ("special", "stats"))
    deals, count = wins.shape[:2]
    off = ~np.eye(count, dtype=bool)
    if count < 3 or deals < 2 or met[:, off].min() <= 0:
        return None
    share = np.where(off, wins / np.where(met > 0, met, 1), 0.5)  # (deals, K, K)
    mean, spread = share.mean(axis=0), share.std(axis=0, ddof=1) / math.sqrt(deals)
    with np.errstate(divide="ignore", invalid="ignore"):
        sizes = (mean - 0.5) / spread
    p_above = special.stdtr(deals - 1, -np.where(np.isnan(sizes), 0.0, sizes))
    circles = [one for a, b, c in itertools.combinations(range(count), 3) for one in ((a, b, c), (a, c, b))]
    p_values = [max(p_above[a, b], p_above[b, c], p_above[c, a]) for a, b, c in circles]
    best = int(np.argmin(p_values))
    p_scale, unexplained = _off_scale(share, stats)
    return Intransitivity(circles[best], min(1.0, len(circles) * float(p_values[best])), p_scale, unexplained)


def _off_scale(share: np.ndarray, stats) -> tuple[float, float]:
    """Return the p value of Hotelling's test that log odds are differences of strengths, and the unexplained share."""
    deals, count = share.shape[:2]
    pairs = list(itertools.combinations(range(count), 2))
    by_deal = np.stack([share[:, a, b] for a, b in pairs], axis=1)
    mean = (by_deal.sum(axis=0) + 0.5) / (deals + 1)  # shares of 0 and 1 have no odds
    odds = np.log(mean / (1 - mean))
    scale = np.zeros((len(pairs), count))
    for row, (a, b) in enumerate(pairs):
        scale[row, a], scale[row, b] = 1.0, -1.0
    strengths = np.linalg.lstsq(scale, odds, rcond=None)[0]
    rest = odds - scale @ strengths
    unexplained = float(rest @ rest / (odds @ odds)) if odds.any() else 0.0
    circular = np.linalg.svd(scale)[0][:, count - 1 :]  # orthogonal to all differences of strengths
    free = circular.shape[1]
    found = circular.T @ odds
    moved = (by_deal - by_deal.mean(axis=0)) / (mean * (1 - mean)) @ circular  # delta method
    covariance = np.atleast_2d(np.cov(moved, rowvar=False)) / deals
    if deals <= free or np.linalg.matrix_rank(covariance) < free:
        return math.nan, unexplained
    size = float(found @ np.linalg.solve(covariance, found))
    return float(stats.f.sf(size * (deals - free) / (free * (deals - 1)), free, deals - free)), unexplained


# --- seats and luck ---------------------------------------------------------------------------------------------------


def seat_advantages(matches: MatchResults, deals: int) -> list[Estimate]:
    """Return the mean placement in [-1, 1] of every seat, with its interval over deals.

    All agents take each seat equally often, so differences are due to the seat.
    """
    return _mean_placements(matches.placements[:, : matches.agents.shape[1]], deals)


def starter_advantages(matches: MatchResults, deals: int) -> list[Estimate]:
    """Return the means of :func:`seat_advantages` by turn order: first the starting player, then the others."""
    return _mean_placements(matches.by_turn(matches.placements), deals)


def _mean_placements(placements: np.ndarray, deals: int) -> list[Estimate]:
    return [bounded_interval(column.reshape(deals, -1).mean(axis=1), -1.0) for column in placements.T]


@dataclass(frozen=True)
class Luck:
    """Where the variance of a result comes from, as shares that add up to 1.

    Attributes:
        deal: share of the deal (and the seat in it).
        agent: share of the agent.
        rest: share of the rest: how agents cope with this deal and these opponents, and the agents' own random choices.
        low, high: ends of the interval of `deal`, over deals; nan where nothing varies within them.
    """

    deal: float
    agent: float
    rest: float
    low: float
    high: float


def share_of_luck(
    values: np.ndarray,
    agents: np.ndarray,
    num_agents: int,
    deals: int,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Luck | None:
    """Compare the variance between deals with that between agents, for values (n, S) of seats and their agents (n, S).

    These are variance components of the two-way table of positions (a seat in a deal) and agents, each entry being the
    mean of its games, with both as random effects; components below 0 count as 0. The agents' share depends on the
    agents at hand: it is smaller if they are closer in strength.

    Returns:
        The shares; None if an agent misses a position, or if nothing varies.
    """
    seats = agents.shape[1]
    totals, counts = np.zeros((2, deals, seats, num_agents))
    deal = np.repeat(np.arange(deals), len(agents) // deals)
    for seat in range(seats):
        np.add.at(totals, (deal, seat, agents[:, seat]), values[:, seat])
        np.add.at(counts, (deal, seat, agents[:, seat]), 1)
    if counts.min() == 0 or deals < 2 or num_agents < 2:
        return None
    table = totals / counts  # (deals, S, K)
    shares = _components(table)
    if shares is None:
        return None
    rng = np.random.default_rng(seed)
    again = [_components(table[rng.integers(0, deals, deals)]) for _ in range(resamples)]
    low, high = np.quantile([one[0] for one in again if one is not None] or [math.nan], [0.025, 0.975])
    if low == high:  # nothing varies within the deals: no draw tells of the spread
        low = high = math.nan
    return Luck(*shares, float(low), float(high))


def _components(table: np.ndarray) -> tuple[float, float, float] | None:
    """Return the shares of deal, agent and rest for a table (deals, S, K); None if nothing varies."""
    rows = table.reshape(-1, table.shape[2])
    positions, agents = rows.shape
    by_position, by_agent = rows.mean(axis=1), rows.mean(axis=0)
    rest = rows - by_position[:, None] - by_agent + rows.mean()
    square_rest = (rest**2).sum() / ((positions - 1) * (agents - 1))
    of_deal = max(0.0, by_position.var(ddof=1) - square_rest / agents)
    of_agent = max(0.0, by_agent.var(ddof=1) - square_rest / positions)
    total = of_deal + of_agent + square_rest
    return (of_deal / total, of_agent / total, square_rest / total) if total > 0 else None


def circle_text(names: Sequence[str], found: Intransitivity) -> str:
    """Return what the tests say, in one line."""
    a, b, c = (names[k] for k in found.circle)
    if found.p_circle < ERRORS:
        return f"a circle: {a} beats {b} beats {c} beats {a} (p = {found.p_circle:.2g})"
    scale = "" if math.isnan(found.p_scale) else f"; payoffs off any one scale: p = {found.p_scale:.2g}"
    return (
        f"no circle of agents that beat each other (p = {found.p_circle:.2g}){scale}, share {found.share:.1%}"
    )
