"""The update of a network from a rollout: clipped policy gradients, or imitation.

Proximal policy optimisation: Schulman et al. 2017, arXiv:1707.06347.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from eurogym.training.learn.ppo.config import PPOConfig
from eurogym.training.learn.ppo.network import PolicyNetwork, TableCritic
from eurogym.training.learn.ppo.rollout import Rollout

CHUNK = 1024  # rows whose gradients are computed at once on a CPU: what they need stays in its caches
# Means over rows; as tensors, because reading a number would make the CPU wait for a GPU.
Losses = dict[str, torch.Tensor]


@dataclass
class Update:
    """What an update learns from and how.

    entropy_weight: of the bonus. imitate: the decisions are a teacher's, and the loss is the likelihood of its actions
    in place of clipped policy gradients. anchor: a policy, the divergence from which is held against the network.
    only_value: nothing but the value head learns. critic: of what all seats see, which learns beside the network.
    """

    network: PolicyNetwork
    optimizer: torch.optim.Optimizer
    rollout: Rollout
    config: PPOConfig
    entropy_weight: float
    imitate: bool = False
    anchor: PolicyNetwork | None = None
    only_value: bool = False
    critic: TableCritic | None = None

    def learn(self, rows: np.ndarray, rng: np.random.Generator) -> dict[str, float]:
        """A few epochs over `rows` of the rollout; returns the mean losses."""
        target = self.config.optimiser.target_kl
        self._weigh(rows)
        losses: dict[str, list[torch.Tensor]] = defaultdict(list)
        for part in self._minibatches(rows, rng):
            means = self._step(part)
            for name, value in means.items():
                losses[name].append(value)
            if target and "kl" in means and float(means["kl"]) > target:
                break
        result = {name: float(torch.stack(values).mean()) for name, values in losses.items()}
        advantages = self.rollout.advantages[rows]
        returns = advantages + self.rollout.values[rows]
        result["explained_variance"] = 1.0 - float(np.var(advantages) / (np.var(returns) + 1e-12))
        result["gradient_steps"] = len(losses["policy_loss"])
        return result

    def _minibatches(self, rows: np.ndarray, rng: np.random.Generator) -> Iterator[np.ndarray]:
        told = self.config.optimiser
        for _ in range(told.epochs):
            yield from np.array_split(rng.permutation(rows), max(1, round(len(rows) / told.minibatch)))

    def _weigh(self, rows: np.ndarray) -> None:
        """Chooses the rows that the policy learns from: what each counts for, and mean and deviation over them."""
        advantages, share = self.rollout.advantages[rows], self.config.optimiser.advantage_filter
        self.weights: np.ndarray | None = None
        if share < 1.0:
            kept = max(1, round(share * len(rows)))
            largest = np.argpartition(-np.abs(advantages), kept - 1)[:kept]
            self.weights = np.zeros(len(self.rollout.advantages), np.float32)
            self.weights[rows[largest]] = len(rows) / kept
            advantages = advantages[largest]
        self.mean, self.deviation = float(advantages.mean()), float(advantages.std()) + 1e-8

    def _step(self, part: np.ndarray) -> Losses:
        """One gradient step by a minibatch, in chunks."""
        self.optimizer.zero_grad(set_to_none=True)
        chunks = round(len(part) / CHUNK) if self.network.scale.device.type == "cpu" else 1
        means: Losses = {}
        for chunk in np.array_split(part, max(1, chunks)):
            found = self._losses(chunk)
            share = len(chunk) / len(part)
            (share * self._total(found)).backward()
            for name, value in found.items():
                means[name] = means.get(name, 0.0) + share * value.detach()
        if self.only_value:  # of the shared layers too, which the policy stands on
            for name, parameter in self.network.named_parameters():
                if not name.startswith("value_head"):
                    parameter.grad = None
        longest = self.config.optimiser.max_grad_norm
        means["gradient_norm"] = nn.utils.clip_grad_norm_(self.network.parameters(), longest)
        if self.critic is not None:
            nn.utils.clip_grad_norm_(self.critic.parameters(), longest)
        self.optimizer.step()
        return means

    def _total(self, found: Losses) -> torch.Tensor:
        """What is made small."""
        told, near = self.config.optimiser, self.config.beginning.anchor + self.config.optimiser.magnet
        weights = {"value_loss": told.value_weight, "entropy": -self.entropy_weight}
        weights |= {"table_value_loss": told.value_weight, "drift": near}
        counted = (weight * found[name] for name, weight in weights.items() if weight and name in found)
        return sum(counted, found["policy_loss"])

    def _losses(self, rows: np.ndarray) -> Losses:
        """The losses of these rows, and what is told of them."""
        rollout = self.rollout
        chosen, actions, advice = map(self._there, (rows, rollout.actions[rows], rollout.advice[rows]))
        codes, lowered = rollout.codes.index_select(0, chosen), rollout.lowered(chosen)
        log_probs, values = self.network(codes, lowered, advice)
        returns = self._there(rollout.advantages[rows] + rollout.values[rows])
        found = {"value_loss": 0.5 * (values - returns).square().mean()}
        if self.critic is not None:
            expected = self.critic(codes, rollout.others.index_select(0, chosen))
            found["table_value_loss"] = 0.5 * (expected - returns).square().mean()
        likely = log_probs.gather(1, actions[:, None])[:, 0]
        if self.imitate:  # there are no old probabilities, so no `kl`
            agrees = (log_probs.detach().argmax(dim=1) == actions).float()
            found |= {"policy_loss": -likely.mean(), "agreement": agrees.mean()}
        else:
            found |= self._policy_gradient(rows, likely)
        # exp() is many times slower where actions are illegal, at -1e9; these add 0 * -1e9 = 0
        probs = torch.softmax(log_probs, dim=1)
        found["entropy"] = -(probs * log_probs).sum(dim=1).mean()
        if self.anchor is not None and not self.only_value:
            with torch.no_grad():
                held = self.anchor(codes, lowered, advice)[0]
            found["drift"] = (probs * (log_probs - held)).sum(dim=1).mean()
        return found

    def _policy_gradient(self, rows: np.ndarray, likely: torch.Tensor) -> Losses:
        """Clipped, with advantages that have mean 0 and deviation 1 over all rows that the policy learns from."""
        clip = self.config.optimiser.clip
        advantage = self._there((self.rollout.advantages[rows] - self.mean) / self.deviation)
        log_ratio = likely - self._there(self.rollout.log_probs[rows])
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1.0 - clip, 1.0 + clip)
        gain = torch.min(ratio * advantage, clipped * advantage)
        if self.weights is not None:
            gain = gain * self._there(self.weights[rows])
        found = {"policy_loss": -gain.mean()}
        with torch.no_grad():
            found["kl"] = ((ratio - 1.0) - log_ratio).mean()  # http://joschu.net/blog/kl-approx.html
            found["clip_fraction"] = ((ratio - 1.0).abs() > clip).float().mean()
        return found

    def _there(self, array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(array).to(self.network.scale.device)
