"""Ratings that clones cannot move: what an agent would gain by deviating from an equilibrium of all agents (scipy).

L. Marris and others, "Deviation Ratings" (arXiv 2502.11645): of the coarse correlated equilibria of the game whose
strategies are the agents, the one is taken whose gains of deviating are least, the largest first. A copy of an agent
adds nothing that was not there before, so it changes no rating, while it moves those of Elo and Bradley-Terry.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eurogym.envs.core.extras import require

EVEN = 1e-7  # multipliers of less count as 0
ROOM = 1e-6  # by which what is settled may be missed: more than the solver's own tolerance, which adds up
INFEASIBLE = 2  # status of scipy's linprog
WIDER, WIDEST = 10.0, 1e-3  # times the room, where that leaves no solution, and the most that is tried


def deviation_ratings(payoffs: Sequence[np.ndarray]) -> list[np.ndarray]:
    """The rating of every agent in every seat, a list of (A_p,): at most 0, the higher the better.

    Args:
        payoffs: for each of N seats an array ``(A_1, ..., A_N)``: what the seat gets where seat p is taken by its agent
            a_p. Seats may have different agents. An array of A ** N entries a seat: for few agents.

    Raises:
        MissingExtraError: scipy is not installed.
        ValueError: payoffs whose shapes do not fit, or that are no numbers.
    """
    arrays = [np.asarray(one, float) for one in payoffs]
    shape = arrays[0].shape if arrays else ()
    if (
        not arrays
        or any(one.shape != shape for one in arrays)
        or len(shape) != len(arrays)
        or not np.prod(shape)
    ):
        raise ValueError(f"{len(arrays)} seats need as many arrays with as many axes each, all of one shape")
    if not all(np.isfinite(one).all() for one in arrays):
        raise ValueError("payoffs are to be finite numbers")
    gains = np.concatenate([_gains(one, seat) for seat, one in enumerate(arrays)])
    found = _least_gains(gains)
    return np.split(found, np.cumsum(shape)[:-1])


def symmetric_ratings(payoff: np.ndarray) -> np.ndarray:
    """The ratings (A,) of agents that may take any seat of a table of N, from what the first seat gets ``(A,) * N``.

    What it gets is not to depend on the order of the others.
    """
    payoff = np.asarray(payoff, float)
    seats = [np.moveaxis(payoff, 0, seat) for seat in range(payoff.ndim)]
    return np.mean(deviation_ratings(seats), axis=0)


def _gains(payoff: np.ndarray, seat: int) -> np.ndarray:
    """What a seat gains by each of its agents in place of the one drawn: (A, joint choices)."""
    first = np.moveaxis(payoff, seat, 0)
    found = first[:, None] - first[None]  # agent instead, agent drawn, others
    return np.moveaxis(found, 1, seat + 1).reshape(len(first), -1)


def _least_gains(gains: np.ndarray) -> np.ndarray:
    """The gains (k,) under the joint choice that makes the largest least, then the next largest, and so on."""
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
