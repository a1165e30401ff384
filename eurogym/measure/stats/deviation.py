"""Ratings that clones cannot change: the gain of an agent from deviating from an equilibrium of all agents (scipy).

L. Marris and others, "Deviation Ratings" (arXiv 2502.11645): consider the coarse correlated equilibria of the game
whose strategies are the agents, and take the one that minimises the gains from deviating, the largest first. A copy of
an agent adds nothing new, so it changes no rating, whereas it does change Elo and Bradley-Terry ratings.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eurogym.envs.core.extras import require

EVEN = 1e-7  # smaller multipliers count as 0
ROOM = 1e-6  # tolerance for gains that are settled: more than that of the solver, whose errors add up
INFEASIBLE = 2  # status of scipy's linprog
WIDER, WIDEST = 10.0, 1e-3  # factor by which the room grows if there is no solution, and its largest value


def deviation_ratings(payoffs: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return the rating of every agent in every seat, a list of (A_p,): at most 0, and higher is better.

    Args:
        payoffs: for each of N seats an array ``(A_1, ..., A_N)`` of what the seat gets if each seat p is taken by its
            agent a_p. Seats may have different agents. As arrays have A ** N entries, this is for few agents.

    Raises:
        MissingExtraError: scipy is not installed.
        ValueError: the shapes of the payoffs do not fit, or payoffs are not finite numbers.
    """
    arrays = [np.asarray(one, float) for one in payoffs]
    shape = arrays[0].shape if arrays else ()
    if (
        not arrays
        or any(one.shape != shape for one in arrays)
        or len(shape) != len(arrays)
        or not np.prod(shape)
    ):
        raise ValueError(f"{len(arrays)} seats need as many arrays of one shape, each with as many axes")
    if not all(np.isfinite(one).all() for one in arrays):
        raise ValueError("payoffs must be finite numbers")
    gains = np.concatenate([_gains(one, seat) for seat, one in enumerate(arrays)])
    found = _least_gains(gains)
    return np.split(found, np.cumsum(shape)[:-1])


def symmetric_ratings(payoff: np.ndarray) -> np.ndarray:
    """Return ratings (A,) of agents that may take any seat at a table of N, from what the first seat gets ``(A,) * N``.

    This must not depend on the order of the others.
    """
    payoff = np.asarray(payoff, float)
    seats = [np.moveaxis(payoff, 0, seat) for seat in range(payoff.ndim)]
    return np.mean(deviation_ratings(seats), axis=0)


def _gains(payoff: np.ndarray, seat: int) -> np.ndarray:
    """Return what a seat gains from each of its agents in place of the one drawn: (A, joint choices)."""
    first = np.moveaxis(payoff, seat, 0)
    found = first[:, None] - first[None]  # agent instead, agent drawn, others
    return np.moveaxis(found, 1, seat + 1).reshape(len(first), -1)


def _least_gains(gains: np.ndarray) -> np.ndarray:
    """Return the gains (k,) under the joint choice that minimises the largest one, then the next largest, and so on."""
    optimize = require("scipy.optimize", "eval", "a rating")
    settled, room = np.full(len(gains), np.nan), ROOM
    choices = gains.shape[1]
    while np.isnan(settled).any():
        free = np.isnan(settled)
        fixed = np.flatnonzero(~free)
        found = optimize.linprog(
            np.append(np.zeros(choices), 1.0),
            A_ub=np.concatenate(
                [
                    np.column_stack([gains[free], -np.ones(free.sum())]),
                    np.column_stack([gains[fixed], np.zeros(len(fixed))]),
                ]
            ),
            b_ub=np.concatenate([np.zeros(free.sum()), settled[fixed] + room]),
            A_eq=np.append(np.ones(choices), 0.0)[None],
            b_eq=[1.0],
            bounds=[(0, None)] * choices + [(None, None)],
        )
        if found.status == INFEASIBLE and room < WIDEST:
            room *= WIDER
            continue
        if found.status != 0:
            raise ValueError(f"no equilibrium was found: {found.message}")
        binding = np.flatnonzero(free)[found.ineqlin.marginals[: free.sum()] < -EVEN]
        settled[binding] = found.x[-1]
    return settled
