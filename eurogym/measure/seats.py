"""Results of many agents: how they met, what a seat is worth, and how much is luck.

Everything is computed from all games of a tournament together, whatever their order. All intervals are over deals: a
deal is resampled with all of its games.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np

from eurogym.measure.games.matches import MatchResults
from eurogym.measure.stats.statistics import Estimate, bounded_interval

__all__ = [
    "Luck",
    "meetings_by_deal",
    "seat_advantages",
    "share_of_luck",
    "starter_advantages",
]

RESAMPLES = 400


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
