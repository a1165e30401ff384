"""A policy learns from the values that its search gave to actions.

It maximises the mean value of its own choices, held near the policy it began with by their divergence: the best it can
do is that policy times exp(value / temperature). What the search says enters the loss linearly, so that the noise of
few simulations averages out (docs/improving.md). The value head learns how games ended.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from eurogym.agents.framework.networks.network import Network
from eurogym.measure.report.report import columns_of
from eurogym.training.improve.config import ImproveConfig
from eurogym.training.improve.labels import Labels
from eurogym.training.learn.layers import masked_log_probs
from eurogym.training.learn.own import divide_codes
from eurogym.training.learn.ppo.network import PolicyNetwork
from eurogym.training.learn.supervised.labels import spans
from eurogym.training.learn.supervised.learner import Learner

ENDS = 0.1  # weight of the loss on how games ended, beside that on the values of actions
AT_ONCE = 4096  # decisions that are only looked at


class PolicyLearner(Learner):
    """The network of a generation; after `run` it is the one that gained most on the labels held out.

    Args:
        network: what it begins with, for the observations and actions of the labels.
        scale: float32 (F,), of the observations.
    """

    LONGEST = 0.5  # gradient; a longer one is cut

    def __init__(
        self, config: ImproveConfig, network: Network, scale: np.ndarray, labels: Labels, held_out: Labels
    ):
        super().__init__(config)
        hidden = [len(bias) for _, bias in network.policy[:-1]]
        stands_on = "" if network.residual is None else network.residual.agent
        self.network = PolicyNetwork(scale, network.num_actions, hidden, heuristic=stands_on)
        self.network.on(config.device).take(network)
        divide_codes(self.network, torch.from_numpy(labels.codes))
        self.labels, self.held_out, self.rate = labels, held_out, config.learning_rate
        self.before = self._log_probs(labels)

    def optimizer(self) -> torch.optim.Optimizer:
        """See `Learner`."""
        return torch.optim.Adam(self.network.parameters(), eps=1e-5)

    def rounds(self) -> Iterator[tuple[Any, dict[str, Any]]]:
        """Yield a row before anything is learned, then epochs, each in another order; the best network stays."""
        rng, count = np.random.default_rng(self.config.seed), len(self.labels)
        parts = -(-count // self.config.minibatch)
        best, kept = -np.inf, {}
        for epoch in range(self.config.epochs + 1):
            order = np.array_split(rng.permutation(count), parts) if epoch else []
            yield self._stepped(order, self.config.epochs * parts), {"epoch": epoch}
            if self.curve[-1]["gain"] > best:
                best, kept = self.curve[-1]["gain"], copy.deepcopy(self.network.state_dict())
        self.network.load_state_dict(kept)

    def _stepped(self, minibatches: list[np.ndarray], steps: int) -> Iterator[tuple[np.ndarray, float]]:
        """Steps fall by equal amounts to a tenth."""
        for rows in minibatches:
            yield rows, self.rate
            self.rate *= 1.0 - 0.9 / (steps - 0.9 * (self.steps - 1))

    def measured(self) -> dict[str, Any]:
        """Return what the policy gains by the labels held out."""
        choices = self.choices(self.held_out)
        gain = self.held_out.gain(choices)
        changed = float((choices != self.held_out.base).mean())
        return {**columns_of("gain", gain), "changed": changed}

    def loss(self, rows: np.ndarray) -> torch.Tensor:
        """Divergence from the best that the policy can do, and the mean square of the value head."""
        labels = self.labels
        place, entries = spans(labels.start, rows)
        log_probs, worth = self._forward(labels, rows, entries, place)
        values = self._tensor(labels.values[entries].mean(axis=1))
        shift = log_probs - self.before[self._tensor(entries)] - values / self.config.temperature
        ends = self._tensor(labels.placement[rows])
        return (log_probs.exp() * shift).sum() / len(rows) + ENDS * functional.mse_loss(worth, ends)

    def _forward(
        self, labels: Labels, rows: np.ndarray, entries: np.ndarray, place: np.ndarray
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of the legal actions `entries`, `place` being their row, and values of the rows."""
        masks = torch.zeros(len(rows), self.network.policy_head.out_features, dtype=torch.bool)
        masks[place, labels.actions[entries]] = True
        advice = self._tensor(labels.advice[rows]) if self.network.heuristic else None
        logits, worth = self.network(self._tensor(labels.codes[rows]), None, advice)
        log_probs = masked_log_probs(logits, masks.to(self.config.device))
        return log_probs[self._tensor(place), self._tensor(labels.actions[entries])], worth

    def _tensor(self, array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.config.device)

    @torch.inference_mode()
    def _log_probs(self, labels: Labels) -> torch.Tensor:
        """Of all legal actions, float32 (k,)."""
        parts = []
        for first in range(0, len(labels), AT_ONCE):
            rows = np.arange(first, min(first + AT_ONCE, len(labels)))
            parts.append(self._forward(labels, rows, *spans(labels.start, rows)[::-1])[0])
        return torch.cat(parts).clone()

    def choices(self, labels: Labels) -> np.ndarray:
        """Return the action that the policy would take in each decision, int64 (n,)."""
        return labels.best_by(self._log_probs(labels).cpu().numpy())
