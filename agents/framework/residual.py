"""Policies that stand on a heuristic: what the network adds to its choice.

    logits = network(observation, h) + beta[h] * onehot(h)        h: the action that the heuristic takes here

The network sees `h` too, through one more column of its first layer for every action. With these columns at 0, as
they begin, the policy is the network with the heuristic's choice raised: it departs from the heuristic only where the
network is sure enough of something else.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

START = 4.0  # the beta to begin with: of the shipped networks it makes equals of their teachers


@dataclass(frozen=True)
class Residual:
    """What a network knows of the heuristic it stands on.

    agent: the heuristic by name; beta: (A,) float32, added to the logit of its choice, by choice; embedding:
    (A, H) float32, added to the first hidden layer before its activation, by choice.
    """

    agent: str
    beta: np.ndarray
    embedding: np.ndarray

    def enter(self, hidden: np.ndarray, advice: np.ndarray) -> np.ndarray:
        """The first layer (n, H) before its activation, with the choices `advice` (n,) of the heuristic."""
        return hidden + self.embedding[advice]

    def leave(self, logits: np.ndarray, advice: np.ndarray) -> np.ndarray:
        """The logits (n, A), those of the heuristic's choices raised; changed in place."""
        logits[np.arange(len(advice)), advice] += self.beta[advice]
        return logits


def fresh(agent: str, num_actions: int, num_hidden: int, beta: float = START) -> Residual:
    """The same `beta` for every choice, and a network that does not look at it yet."""
    return Residual(
        agent, np.full(num_actions, beta, np.float32), np.zeros((num_actions, num_hidden), np.float32)
    )
