"""Sequential halving (Karnin, Koren and Somekh 2013): which actions stay in the race of a decision, and which wins."""

from __future__ import annotations

import math

import numpy as np

PRIOR_VARIANCE = 0.05  # of a difference of values


def num_rounds(race: np.ndarray) -> np.ndarray:
    """Return the rounds of halving until one action of race (n, A) is left, (n,) int64; 0 if there is no choice."""
    return np.array([math.ceil(math.log2(n)) if n > 1 else 0 for n in race.sum(axis=1)], np.int64)


def means(race: np.ndarray, totals: np.ndarray) -> np.ndarray:
    """Return the mean value of every action; minus infinity for those out of the race."""
    return np.where(race, totals[..., 1] / np.maximum(totals[..., 0], 1.0), -np.inf)


def merits(race: np.ndarray, totals: np.ndarray, base: np.ndarray, trust: float) -> np.ndarray:
    """Return the mean value of every action, minus `trust` standard errors if it is compared with another one (n, A).

    The variance starts from a prior guess that counts as two simulations; the action compared with has merit 0.
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
    """Take the worse half of the actions of one game out of the race (A,), in place; the action compared with stays."""
    order = np.argsort(-means(race, totals), kind="stable")
    race[order[math.ceil(race.sum() / 2) :]] = False
    if base >= 0:
        race[base] = True
