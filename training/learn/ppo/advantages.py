"""Advantages inside each seat's trajectory of a rollout of games with several seats.

Generalised advantage estimation: Schulman et al. 2016, arXiv:1506.02438.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass
class SeatAdvantages:
    """What `seat_advantages` returns; see there."""

    advantages: np.ndarray  # (T, N)
    known: np.ndarray  # (T, N) bool
    carry_advantages: np.ndarray  # (N, S)
    carry_known: np.ndarray  # (N, S) bool
    pending: np.ndarray  # (N, S): PENDING_NONE, PENDING_CARRY or a time index


PENDING_NONE, PENDING_CARRY = -2, -1


def seat_advantages(
    seats, values, learns, dones, rewards, carry_values, carry_held, gamma, lam
) -> SeatAdvantages:
    """Generalised advantages of T steps of N games with up to S seats; each (game, seat) is one trajectory.

    seats (T, N) int: who moved. values (T, N): what the network expected then. learns (T, N) bool: False for
    decisions of opponents. dones (T, N) bool: the game ended with this step (the next row is of a new game).
    rewards (T, N, S): given to the seats when a game ends. carry_values, carry_held (N, S): the decision that
    each seat brings along from the rollout before, if any.

    A decision is `known` when its successor or the end of its game lies in this rollout. The last decision of
    a seat in an unfinished game is not; `pending` tells where it stands, for the caller to carry over.
    A decision after which an opponent decided for the same seat in the same game is neither: the values of
    opponents' decisions mean nothing.

    The sweep goes backwards in time with one register per (game, seat), so it is vectorised over games.
    """
    num_steps, num_games = seats.shape
    game = np.arange(num_games)
    shape = carry_values.shape
    # of each seat's next decision, 0 after the end; and what was given since its latest one
    next_value, next_advantage, reward_due = (np.zeros(shape, np.float32) for _ in range(3))
    # whether a successor, or the end, has been seen; whether an opponent decides for the seat later in the game
    has_next, taken = (np.zeros(shape, bool) for _ in range(2))
    pending = np.full(shape, PENDING_NONE, np.int64)
    advantages = np.zeros((num_steps, num_games), np.float32)
    known = np.zeros((num_steps, num_games), bool)

    def advantage(at, value):
        return reward_due[at] + gamma * next_value[at] - value + gamma * lam * next_advantage[at]

    for t in range(num_steps - 1, -1, -1):
        ended = dones[t]
        if ended.any():
            next_value[ended] = next_advantage[ended] = reward_due[ended] = 0.0
            has_next[ended] = True
            taken[ended] = False
        reward_due += rewards[t]

        here = (game, seats[t])
        taken[here] |= ~learns[t]
        known[t] = has_next[here] & ~taken[here]
        advantages[t] = np.where(known[t], advantage(here, values[t]), 0.0)
        unfinished = ~taken[here] & ~has_next[here]
        pending[game[unfinished], seats[t][unfinished]] = t

        next_value[here] = values[t]
        next_advantage[here] = advantages[t]
        reward_due[here] = 0.0
        has_next[here] = True

    carry_known = carry_held & has_next & ~taken
    carry_advantages = np.where(carry_known, advantage(..., carry_values), 0.0)
    pending[carry_held & ~has_next] = PENDING_CARRY
    return SeatAdvantages(advantages, known, carry_advantages, carry_known, pending)
