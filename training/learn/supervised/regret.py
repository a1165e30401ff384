"""How good choices are by the labels of a search (training/learn/supervised/labels.py), in points a decision."""

from __future__ import annotations

import numpy as np

from eurogym.measure.stats.statistics import Estimate, mean_interval
from eurogym.training.learn.supervised.labels import HALVES, Labels


def worth_of(labels: Labels, choices: np.ndarray, half: int | None = None) -> np.ndarray:
    """Return what the choices (n,) are worth by one half of the labels, None: by both; float64 (n,) points.

    Raises ValueError for a choice that is not legal there.
    """
    at = np.flatnonzero(labels.actions == choices[labels.rows])
    if len(at) != len(labels):
        raise ValueError("a choice is not among the legal actions of its label")
    values = labels.values.mean(axis=0) if half is None else labels.values[half]
    return values[at].astype(np.float64)


def gains(labels: Labels, choices: np.ndarray) -> Estimate:
    """Return points a decision that the choices (n,) gain over the base's; unbiased if made without these labels."""
    return mean_interval(worth_of(labels, choices))


def search_gain(labels: Labels) -> Estimate:
    """Return what the search gains over the base: chosen by one half of its simulations, judged by the other one.

    By the same half its choices would flatter themselves.
    """
    found = [worth_of(labels, best_by(labels, half), 1 - half) for half in range(HALVES)]
    return mean_interval(np.mean(found, axis=0))


def best_by(labels: Labels, half: int) -> np.ndarray:
    """Return the best action (n,) of every label by one half of its simulations."""
    best = np.maximum.reduceat(labels.values[half], labels.start[:-1])
    at = np.flatnonzero(labels.values[half] == best[labels.rows])
    return labels.actions[at[np.unique(labels.rows[at], return_index=True)[1]]]
