"""Sequential halving (Karnin, Koren and Somekh 2013): who stays in the race of a decision, and who wins it."""

from __future__ import annotations

import math

import numpy as np

PRIOR_VARIANCE = 0.05  # of a difference of values


def num_rounds(race: np.ndarray) -> np.ndarray:
    """Rounds of halving until one action of race (n, A) is left, (n,) int64; 0 where there is no choice."""
    return np.array([math.ceil(math.log2(n)) if n > 1 else 0 for n in race.sum(axis=1)], np.int64)


def means(race: np.ndarray, totals: np.ndarray) -> np.ndarray:
    """Mean value of every action; those out of the race at minus infinity."""
    return np.where(race, totals[..., 1] / np.maximum(totals[..., 0], 1.0), -np.inf)


def merits(race: np.ndarray, totals: np.ndarray, base: np.ndarray, trust: float) -> np.ndarray:
    """Mean value of every action less `trust` standard errors, where it is compared with another (n, A).

    The variance starts from a guess that counts for two simulations; the compared action itself has merit 0.
    """
    count = np.maximum(totals[..., 0], 1.0)
    value = totals[..., 1] / count
    variance = (totals[..., 2] + 2 * PRIOR_VARIANCE) / (count + 2) - value**2 * count / (count + 2)
    error = np.sqrt(np.maximum(variance, 0.0) / count)
    compared = np.flatnonzero(base >= 0)
    error[base < 0] = 0.0
    error[compared, base[compared]] = 0.0
    return np.where(race, value - trust * error, -np.inf)


def halve(race: np.ndarray, totals: np.ndarray, base: int) -> None:
    """Take the worse half of the actions of one game out of the race (A,), in place; the compared action stays."""
    order = np.argsort(-means(race, totals), kind="stable")
    race[order[math.ceil(race.sum() / 2) :]] = False
    if base >= 0:
        race[base] = True
