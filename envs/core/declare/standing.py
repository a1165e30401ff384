"""Standings: partners, rivals, placement and margin, for compiled code and for arrays.

The rivals of a seat are all seats at the table that do not play for its team. Seats are assigned to teams in turn: seat
s plays for team s modulo the number of teams; with 0 teams, every seat plays for itself.
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel

# --- in compiled code ---------------------------------------------------------------------------------------


@kernel
def are_partners(seat, other, teams):
    """Return whether two seats play for the same team or are the same seat."""
    return seat == other or (teams > 0 and (seat - other) % teams == 0)


@kernel
def rivals_beaten(standing, seat, table_seats, teams):
    """Return how many rivals a seat is ahead of, with ties counted half, and how many rivals there are.

    ``standing`` is int64 ``(T, 2)``: score and tie-break of every seat, higher is better in both.
    """
    beaten = 0.0
    rivals = 0
    for other in range(table_seats):
        if not are_partners(seat, other, teams):
            rivals += 1
            if standing[seat, 0] > standing[other, 0]:
                beaten += 1.0
            elif standing[seat, 0] == standing[other, 0]:
                if standing[seat, 1] > standing[other, 1]:
                    beaten += 1.0
                elif standing[seat, 1] == standing[other, 1]:
                    beaten += 0.5
    return beaten, rivals


@kernel
def points_ahead(standing, seat, table_seats, teams):
    """Return the points by which a seat is ahead of its best rival, below 0 if behind; there must be a rival."""
    best = standing[seat + 1 if seat + 1 < table_seats else 0, 0]  # the next seat is never a partner
    for other in range(table_seats):
        if not are_partners(seat, other, teams):
            best = max(best, standing[other, 0])
    return standing[seat, 0] - best


# --- of arrays ----------------------------------------------------------------------------------------------


def best_rivals(values: np.ndarray, seats: np.ndarray, teams: int = 0) -> np.ndarray:
    """Return the highest value among the rivals of a seat in each row, float ``(n,)``; there must be rivals.

    Args:
        values: floats ``(n, T)``, of every seat at the table.
        seats: ``(n,)``, the seat of each row.
        teams: number of teams.
    """
    apart = np.arange(values.shape[1]) - seats[:, None]
    return np.where((apart % teams if teams else apart) == 0, -np.inf, values).max(axis=1)


def margins(scores: np.ndarray, teams: int = 0) -> np.ndarray:
    """Return the points by which each seat is ahead of its best rival, ``(n, T)``, from float scores ``(n, T)``.

    A seat that is alone at the table gets its points themselves.
    """
    count = scores.shape[1]
    if count == 1:
        return scores
    best = [best_rivals(scores, np.full(len(scores), seat), teams) for seat in range(count)]
    return scores - np.stack(best, axis=1)


def mean_margins(scores: np.ndarray) -> np.ndarray:
    """Return scores ``(n, T)`` minus the mean of the others, ``(n, T)``; with a single seat, the scores themselves."""
    others = scores.shape[1] - 1
    return scores if not others else scores - (scores.sum(axis=1, keepdims=True) - scores) / others


def placements_by(worth: np.ndarray) -> np.ndarray:
    """Return placements by a value ``(T,)``, T > 1, mapped linearly to [-1, 1] (1: ahead of all), ties averaged."""
    above = (worth[None, :] > worth[:, None]).sum(axis=1)
    level = (worth[None, :] == worth[:, None]).sum(axis=1) - 1
    return 1.0 - (2.0 * above + level) / (len(worth) - 1)


def first_places(placements: np.ndarray) -> np.ndarray:
    """Return each seat's share of first place, for placements ``(n, T)``; ties share it, so rows add up to 1."""
    best = placements == placements.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)
