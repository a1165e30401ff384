"""Residual policies, which stand on a heuristic: the network's output is added to the heuristic's choice.

    logits = network(observation, h) + beta[h] * onehot(h)        h: the action that the heuristic takes here

The network sees `h` too, through an additional column of its first layer for every action. These columns begin at 0;
the policy is then the network with the logit of the heuristic's choice raised, so it deviates from the heuristic only
if the network is sure enough of something else.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

START = 4.0  # the beta to begin with: of the shipped networks it makes equals of their teachers


@dataclass(frozen=True)
class Residual:
    """What connects a network with the heuristic it stands on.

    Attributes:
        agent: name of the heuristic.
        beta: (A,) float32, added to the logit of the heuristic's choice, by choice.
        embedding: (A, H) float32, added to the first hidden layer before its activation, by choice.
    """

    agent: str
    beta: np.ndarray
    embedding: np.ndarray

    def enter(self, hidden: np.ndarray, advice: np.ndarray) -> np.ndarray:
        """Return the first layer (n, H) before its activation, with the heuristic's choices `advice` (n,) added."""
        return hidden + self.embedding[advice]

    def leave(self, logits: np.ndarray, advice: np.ndarray) -> np.ndarray:
        """Return the logits (n, A) with those of the heuristic's choices raised; they are changed in place."""
        logits[np.arange(len(advice)), advice] += self.beta[advice]
        return logits


def fresh(agent: str, num_actions: int, num_hidden: int, beta: float = START) -> Residual:
    """Return a residual with the same `beta` for every choice, whose network does not use the choice yet."""
    return Residual(
        agent, np.full(num_actions, beta, np.float32), np.zeros((num_actions, num_hidden), np.float32)
    )
