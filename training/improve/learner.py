"""A policy learns from the values that its search gave to actions.

It maximises the mean value of its own choices, held near the policy it began with by their divergence: the best it can
do is that policy times exp(value / temperature). What the search says enters the loss linearly, so that the noise of
few simulations averages out (docs/lessons.md). The value head learns how games ended.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from eurogym.agents.framework.network import Network
from eurogym.training.improve.config import ImproveConfig
from eurogym.training.improve.lessons import Lessons
from eurogym.training.learn.ppo.network import ILLEGAL, PolicyNetwork
from eurogym.training.learn.supervised.labels import spans

AT_ONCE = 4096  # decisions that are only looked at


class Learner:
    """The network of a generation.

    Args:
        network: what it begins with, for the observations and actions of the lessons.
        scale: float32 (F,), of the observations.
    """

    def __init__(self, config: ImproveConfig, network: Network, scale: np.ndarray):
        torch.set_num_threads(config.threads)
        torch.manual_seed(config.seed)
        self.config = config
        hidden = [len(bias) for _, bias in network.policy[:-1]]
        stands_on = "" if network.residual is None else network.residual.agent
        self.network = PolicyNetwork(scale, network.num_actions, hidden, heuristic=stands_on).to(
            config.device
        )
        self.network.take(network)
        self.luck = np.random.default_rng(config.seed)

    def learn(
        self, lessons: Lessons, held_out: Lessons, tell: Callable[[dict[str, Any]], None]
    ) -> list[dict[str, Any]]:
        """Learn for so many epochs, and keep the network that gains most on the lessons held out; returns the curve."""
        config = self.config
        before = self._log_probs(lessons)
        steps = config.epochs * -(-len(lessons) // config.minibatch)
        optimizer = torch.optim.Adam(self.network.parameters(), lr=config.learning_rate, eps=1e-5)
        schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.1, steps)
        curve = [self._row(0, 0.0, held_out)]
        best, kept = curve[0]["gain"], copy.deepcopy(self.network.state_dict())
        for epoch in range(config.epochs):
            order, losses = self.luck.permutation(len(lessons)), []
            for rows in np.array_split(order, -(-len(lessons) // config.minibatch)):
                loss = self._loss(lessons, rows, before)
                optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                optimizer.step()
                schedule.step()
                losses.append(loss.item())
            curve.append(self._row(epoch + 1, float(np.mean(losses)), held_out))
            tell(curve[-1])
            if curve[-1]["gain"] > best:
                best, kept = curve[-1]["gain"], copy.deepcopy(self.network.state_dict())
        self.network.load_state_dict(kept)
        return curve

    def _loss(self, lessons: Lessons, rows: np.ndarray, before: torch.Tensor) -> torch.Tensor:
        place, entries = spans(lessons.start, rows)
        log_probs, worth = self._forward(lessons, rows, entries, place)
        values = self._tensor(lessons.values[entries].mean(axis=1))
        shift = log_probs - before[self._tensor(entries)] - values / self.config.temperature
        ends = self._tensor(lessons.placement[rows])
        return (log_probs.exp() * shift).sum() / len(rows) + self.config.value_weight * functional.mse_loss(
            worth, ends
        )

    def _forward(
        self, lessons: Lessons, rows: np.ndarray, entries: np.ndarray, place: np.ndarray
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of the legal actions `entries`, `place` being their row, and values of the rows."""
        masks = torch.full((len(rows), self.network.policy_head.out_features), ILLEGAL)
        masks[place, lessons.actions[entries]] = 0.0
        advice = self._tensor(lessons.advice[rows]) if self.network.heuristic else None
        log_probs, worth = self.network(
            self._tensor(lessons.codes[rows]), masks.to(self.config.device), advice
        )
        return log_probs[self._tensor(place), self._tensor(lessons.actions[entries])], worth

    def _tensor(self, array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.config.device)

    @torch.inference_mode()
    def _log_probs(self, lessons: Lessons) -> torch.Tensor:
        """Of all legal actions, float32 (k,)."""
        parts = []
        for first in range(0, len(lessons), AT_ONCE):
            rows = np.arange(first, min(first + AT_ONCE, len(lessons)))
            parts.append(self._forward(lessons, rows, *spans(lessons.start, rows)[::-1])[0])
        return torch.cat(parts).clone()

    def choices(self, lessons: Lessons) -> np.ndarray:
        """The action that the policy would take in each decision, int64 (n,)."""
        return lessons.best_by(self._log_probs(lessons).cpu().numpy())

    def _row(self, epoch: int, loss: float, held_out: Lessons) -> dict[str, Any]:
        choices = self.choices(held_out)
        gain, half_width = held_out.gain(choices)
        return {
            "epoch": epoch,
            "loss": loss,
            "gain": gain,
            "half_width": half_width,
            "changed": float((choices != held_out.base).mean()),
        }
