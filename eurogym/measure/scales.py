"""Strengths of many agents on one scale, with intervals; bounds for agents that never lost or never won.

Agent i is ahead of j in a meeting with odds exp(strength i - strength j) (Bradley-Terry). Strengths can be compared
where everybody has lost to somebody and won against somebody, directly or through others: such agents share a scale. An
agent that always won, or always lost, has a bound beside that scale instead of a place on it. Agents that never met,
directly or through others, have no common scale.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from eurogym.measure.stats.statistics import NORMAL_QUANTILE, TAIL, bounded_interval, spread_of, t_quantile

__all__ = ["ELO", "Rating", "fit_strengths", "rating_text", "ratings", "scales_text"]

ELO = 400 / math.log(10)  # points per unit of log odds
RESAMPLES = 400
STEPS, LARGEST_STEP, CLOSE = 200, 2.0, 1e-9  # of Newton's method, in log odds


class Rating(NamedTuple):
    """The place of an agent on its scale, in Elo points, with its 95 % interval.

    Attributes:
        rating: the place; the mean of a scale is 0. nan beside the scale.
        low, high: ends of the interval; nan where nothing is known, and beside the scale.
        scale: number of the scale; agents with different numbers cannot be compared.
        side: 1 for an agent that won everything and is above the scale, -1 for one below, 0 on the scale.
        bound: the place that an agent is at least above, or below; nan on the scale.
        next: the agent that is closest, of those that lost everything (or won everything) against an agent beside the
            scale; -1 for agents on the scale.
        lead: points above that agent (below 0: below it), at least.
        meetings: meetings behind this; 0 where nothing is known.
    """

    rating: float
    low: float
    high: float
    scale: int
    meetings: int
    side: int = 0
    bound: float = math.nan
    next: int = -1
    lead: float = math.nan


def fit_strengths(wins: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """Return the strengths (..., K), in log odds with mean 0, that make wins (..., K, K) most likely (Newton's method).

    Everybody must have won and lost, directly or through others; else some strengths are infinite, and what is returned
    is merely large.
    """
    wins = np.asarray(wins, np.float64)
    met = wins + wins.swapaxes(-1, -2)
    count = wins.shape[-1]
    found = np.zeros(wins.shape[:-1]) if start is None else np.broadcast_to(start, wins.shape[:-1]).copy()
    diagonal = np.arange(count)
    for _ in range(STEPS):
        ahead = 0.5 + 0.5 * np.tanh((found[..., :, None] - found[..., None, :]) / 2)
        slope = (wins - met * ahead).sum(axis=-1)
        bend = -met * ahead * ahead.swapaxes(-1, -2)
        bend[..., diagonal, diagonal] = -bend.sum(axis=-1) + 1e-12
        step = np.linalg.solve(bend + 1.0 / count, slope[..., None])[..., 0]
        step *= LARGEST_STEP / np.maximum(LARGEST_STEP, np.abs(step).max(axis=-1, keepdims=True))
        found += step
        if np.abs(step).max(initial=0.0) < CLOSE:
            break
    return found - found.mean(axis=-1, keepdims=True)


def ratings(wins: np.ndarray, resamples: int = RESAMPLES, seed: int = 0) -> list[Rating]:
    """Return the rating of every agent, from its wins over others in every deal.

    Intervals come from deals drawn with random weights (the Bayesian bootstrap, D. Rubin 1981), widened by Student's t.
    Each agent in turn is given one more loss of a random weight, and one more win, as in the exact interval of a share:
    a few losses say little of how many there will be. The interval of an agent is the widest of all of these. It is nan
    for a single deal.

    Args:
        wins: (deals, K, K) from `meetings_by_deal`, ties counted half.
        resamples: number of draws.
        seed: their seed.
    """
    wins = np.asarray(wins, np.float64)
    total = wins.sum(axis=0)
    met = total + total.T
    above = _reachable(total > 0)
    found: dict[int, Rating] = {}
    for number, group in enumerate(_groups(_reachable(met > 0))):
        scales = [one for one in _groups(above & above.T) if one[0] in group]
        main = max(scales, key=lambda one: (len(one), met[one].sum(), *_in_the_middle(above, one)))
        found |= _on_scale(wins, main, number, resamples, seed)
        for agent in sorted({*group} - {*main}):
            found[agent] = _beside(wins, agent, main, found, number)
    return [found[agent] for agent in range(len(total))]


def _in_the_middle(above: np.ndarray, group: list[int]) -> tuple[int, int]:
    """Return how evenly the others are above and below a group, as a key that is largest in the middle."""
    lower, higher = int(above[group[0]].sum()), int(above[:, group[0]].sum())
    return -abs(lower - higher), higher


def _reachable(links: np.ndarray) -> np.ndarray:
    """Return what can be reached by links, directly or through others, itself included."""
    reached = links | np.eye(len(links), dtype=bool)
    for _ in range(len(links).bit_length()):
        reached = reached @ reached
    return reached


def _groups(alike: np.ndarray) -> list[list[int]]:
    """Return the groups of an equivalence relation, bool (K, K)."""
    return [np.flatnonzero(row).tolist() for k, row in enumerate(alike) if np.flatnonzero(row)[0] == k]


# --- on a scale -------------------------------------------------------------------------------------------------------


def _on_scale(wins: np.ndarray, main: list[int], number: int, resamples: int, seed: int) -> dict[int, Rating]:
    """Return the ratings of agents that have all won and lost."""
    wins = wins[:, main][:, :, main]
    wins = wins[wins.any(axis=(1, 2))]
    total = wins.sum(axis=0)
    meetings = (total + total.T).sum(axis=0)
    if len(main) == 1:
        return {main[0]: Rating(0.0, math.nan, math.nan, number, 0)}
    best = fit_strengths(total)
    low, high = _ends(wins, total, best, resamples, seed)
    return {
        agent: Rating(*(float(ELO * one) for one in (best[k], low[k], high[k])), number, int(meetings[k]))
        for k, agent in enumerate(main)
    }


def _ends(
    wins: np.ndarray, total: np.ndarray, best: np.ndarray, resamples: int, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends (K,) of intervals of strengths whose best values are `best`."""
    deals, count = wins.shape[:2]
    if deals < 2:
        return np.full(count, math.nan), np.full(count, math.nan)
    rng = np.random.default_rng(seed)
    weights = rng.exponential(size=(resamples, deals))
    drawn = (weights @ wins.reshape(deals, -1)).reshape(resamples, count, count)
    more = rng.exponential(size=resamples)
    wider = t_quantile(deals - 1) / NORMAL_QUANTILE * math.sqrt((deals + 1) / (deals - 1))
    met = wins + wins.transpose(0, 2, 1)
    ahead = 1 / (1 + np.exp(best[None, :] - best[:, None]))
    ends = np.stack([best, best])
    for agent in range(count):
        own, of = wins[:, agent].sum(axis=1), met[:, agent].sum(axis=1)
        size = spread_of(own[of > 0] / of[of > 0]) * of[of > 0].mean()  # meetings that one more loss decides
        for lost, expected in ((True, ahead[:, agent]), (False, ahead[agent])):
            share = (total + total.T)[agent] * np.where(np.arange(count) == agent, 0.0, expected)
            again = drawn.copy()
            changed = again.transpose(0, 2, 1) if lost else again
            changed[:, agent] += size * more[:, None] * share / share.sum()
            low, high = np.quantile(fit_strengths(again, best), (TAIL, 1 - TAIL), axis=0)
            ends[0] = np.minimum(ends[0], best + wider * (low - best))
            ends[1] = np.maximum(ends[1], best + wider * (high - best))
    return ends[0], ends[1]


# --- beside it --------------------------------------------------------------------------------------------------------


def _beside(wins: np.ndarray, agent: int, main: list[int], found: dict[int, Rating], number: int) -> Rating:
    """Return the bound of an agent that won, or lost, everything against those of the scale that it met."""
    met = (wins + wins.transpose(0, 2, 1))[:, agent]
    rivals = [k for k in main if met[:, k].any()]
    if not rivals:
        return Rating(math.nan, math.nan, math.nan, number, 0)
    sign = 1 if wins[:, agent, rivals].any() else -1
    nearest = max(rivals, key=lambda k: sign * found[k].rating)
    deals = int(met[:, rivals].any(axis=1).sum())
    times = met[:, rivals].sum(axis=0)
    # the share of the meetings that so many deals, all won, do not exclude
    least = bounded_interval(np.ones(deals)).low
    at = _strength_for(least, times, sign * np.array([found[k].rating for k in rivals]) / ELO)
    end = float(sign * ELO * at)
    lead = end - found[nearest].rating
    return Rating(math.nan, math.nan, math.nan, number, int(times.sum()), sign, end, nearest, lead)


def _strength_for(share: float, times: np.ndarray, rivals: np.ndarray) -> float:
    """Return the strength that is ahead in this share of meetings with rivals, met so many times each."""
    low, high = rivals.min() - 60.0, rivals.max() + 60.0
    for _ in range(60):
        middle = (low + high) / 2
        ahead = 1 / (1 + np.exp(rivals - middle))
        low, high = (middle, high) if ahead @ times < share * times.sum() else (low, middle)
    return (low + high) / 2


# --- what is shown ----------------------------------------------------------------------------------------------------


def rating_text(rating: Rating) -> str:
    """Return a rating as a cell of a table: `+31 (+10 to +52)`, or a bound such as `above +310`."""
    if math.isfinite(rating.rating):
        place = f"{rating.rating:+.0f}" if rating.rating else "0"
        return place if math.isnan(rating.low) else f"{place} ({rating.low:+.0f} to {rating.high:+.0f})"
    return f"{'above' if rating.side > 0 else 'below'} {rating.bound:+.0f}" if rating.side else "-"


def scales_text(names: Sequence[str], rated: Sequence[Rating]) -> list[str]:
    """Return lines about what a list of ratings cannot say: bounds, and agents without a common scale."""
    lines = []
    for name, one in zip(names, rated, strict=True):
        if math.isfinite(one.rating):
            continue
        if not one.side:
            lines.append(f"{name} has no rating: it met nobody who both won and lost")
            continue
        did, where = ("won", "above") if one.side > 0 else ("lost", "below")
        lead = one.side * one.lead
        said = f"at least {lead:+.0f} {where} the next, {names[one.next]}"
        if lead <= 0:
            said = f"too few to say that it is {where} the next, {names[one.next]}"
        lines.append(f"{name} {did} all {one.meetings} meetings with those on the scale: {said}")
    scales = [[name for name, one in zip(names, rated, strict=True) if one.scale == number]
              for number in sorted({one.scale for one in rated})]  # fmt: skip
    if len(scales) > 1:
        apart = "; ".join(", ".join(group) for group in scales)
        lines.append(f"no common scale for agents that never met, directly or through others: {apart}")
    return lines
