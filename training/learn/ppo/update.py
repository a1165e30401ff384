"""The update of a network from a rollout: clipped policy gradients, or imitation.

Proximal policy optimisation: Schulman et al. 2017, arXiv:1707.06347.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import nn

from eurogym.common.errors import InputError
from eurogym.training.learn.layers import draw, masked_log_probs, policy_of
from eurogym.training.learn.own import at, spec_of
from eurogym.training.learn.ppo.config import PPOConfig
from eurogym.training.learn.ppo.network import PolicyNetwork
from eurogym.training.learn.ppo.rollout import Decisions, Rollout, minibatches
from eurogym.training.learn.team import Team

CHUNK = 2048  # rows whose gradients are computed at once on a CPU: what they need stays in its caches
# Means over rows; as tensors, because reading a number would make the CPU wait for a GPU.
Losses = dict[str, torch.Tensor]


@dataclass
class Update:
    """What an update learns from and how.

    entropy_weight: of the bonus. imitate: the decisions are a teacher's, and the loss is the likelihood of its actions
    in place of clipped policy gradients. anchor: a policy, the divergence from which is held against the network.
    only_value: nothing but the value head learns. team: who learns the same from rows of their own.
    """

    network: nn.Module
    optimizer: torch.optim.Optimizer
    rollout: Rollout
    config: PPOConfig
    entropy_weight: float
    imitate: bool = False
    anchor: nn.Module | None = None
    only_value: bool = False
    team: Team = field(default_factory=Team)

    def learn(self, rows: np.ndarray, rng: np.random.Generator) -> dict[str, float]:
        """Learn for a few epochs from `rows` of the rollout; return the mean losses. Raises InputError for losses that
        are not finite; then the last step is not made.
        """
        optimiser = self.config.optimiser
        advantages = self.rollout.advantages[rows]
        returns = advantages + self.rollout.values[rows]
        if self.team.size == 1:
            number, self.mean, self.deviation = len(rows), float(advantages.mean()), float(advantages.std())
            explained = 1.0 - float(np.var(advantages) / (np.var(returns) + 1e-12))
        else:
            number, self.mean, spread = self._moments(advantages)
            self.deviation = spread**0.5
            explained = 1.0 - spread / (self._moments(returns)[2] + 1e-12)
        self.deviation += 1e-8
        losses: dict[str, list[torch.Tensor]] = defaultdict(list)
        for part in minibatches(rows, max(1, round(number / optimiser.minibatch)), optimiser.epochs, rng):
            means = self._step(part)
            for name, value in means.items():
                losses[name].append(value)
            if optimiser.target_kl and "kl" in means and float(means["kl"]) > optimiser.target_kl:
                break
        result = {name: float(torch.stack(values).mean()) for name, values in losses.items()}
        result["explained_variance"] = explained
        result["gradient_steps"] = len(losses["policy_loss"])
        return result

    def _moments(self, values: np.ndarray) -> tuple[int, float, float]:
        """Return how many values there are in all workers, their mean and their variance."""
        values = values.astype(np.float64)
        number, total, squares = self.team.total(len(values), values.sum(), (values**2).sum())
        mean = total / number
        return int(number), mean, max(0.0, squares / number - mean**2)

    def _step(self, part: np.ndarray) -> Losses:
        """One gradient step by a minibatch, in chunks."""
        self.optimizer.zero_grad(set_to_none=True)
        chunks = round(len(part) / CHUNK) if self.rollout.codes.device.type == "cpu" else 1
        means: Losses = {}
        for chunk in np.array_split(part, max(1, chunks)) if len(part) else ():
            found = self._losses(self.rollout.decisions(chunk))
            share = len(chunk) / len(part)
            (share * self._total(found)).backward()
            for name, value in found.items():
                means[name] = means.get(name, 0.0) + share * value.detach()
        means = self.team.average(self.network.parameters(), means, len(part))
        if self.only_value:  # of the shared layers too, which the policy stands on
            for name, parameter in self.network.named_parameters():
                if not name.startswith("value_head"):
                    parameter.grad = None
        longest = self.config.optimiser.max_grad_norm
        means["gradient_norm"] = nn.utils.clip_grad_norm_(self.network.parameters(), longest)
        if not torch.isfinite(means["gradient_norm"]):
            broken = ", ".join(name for name, value in means.items() if not torch.isfinite(value))
            kind = type(self.network)
            whose = "" if kind is PolicyNetwork else f"network {spec_of(kind)} {at(kind.forward)}: "
            raise InputError(f"{whose}{broken} of an update is not finite; its gradients were not applied")
        self.optimizer.step()
        return means

    def _total(self, found: Losses) -> torch.Tensor:
        """Return what is made small."""
        optimiser = self.config.optimiser
        weights = {"value_loss": optimiser.value_weight, "entropy": -self.entropy_weight}
        weights |= {"drift": self.config.beginning.anchor}
        counted = (weight * found[name] for name, weight in weights.items() if weight and name in found)
        return sum(counted, found["policy_loss"])

    def _losses(self, given: Decisions) -> Losses:
        """Return the losses of these decisions, and figures about them."""
        stands_on = (given.advice,) if getattr(self.network, "heuristic", "") else ()
        logits, values = self.network(given.observations, given.masks, *stands_on)
        likely, entropy = policy_of(logits, given.masks, given.actions)
        found = {"value_loss": 0.5 * (values.float() - given.returns).square().mean()}
        found["entropy"] = entropy.mean()
        if self.imitate:  # there are no old probabilities, so no `kl`
            agrees = draw(logits, given.masks, best=True) == given.actions
            found |= {"policy_loss": -likely.mean(), "agreement": agrees.float().mean()}
        else:
            found |= self._policy_gradient(given, likely)
        if self.anchor is not None and not self.only_value:
            with torch.no_grad():
                held = masked_log_probs(
                    self.anchor(given.observations, given.masks, *stands_on)[0], given.masks
                )
            log_probs = masked_log_probs(logits, given.masks)
            # exp() is many times slower where actions are illegal, at -1e9; these add 0 * -1e9 = 0
            found["drift"] = (torch.softmax(log_probs, dim=1) * (log_probs - held)).sum(dim=1).mean()
        return found

    def _policy_gradient(self, given: Decisions, likely: torch.Tensor) -> Losses:
        """Clipped, with advantages that have mean 0 and deviation 1 over all rows."""
        clip = self.config.optimiser.clip
        advantage = (given.advantages - self.mean) / self.deviation
        log_ratio = likely - given.log_probs
        ratio = log_ratio.exp()
        gain = torch.min(ratio * advantage, ratio.clamp(1.0 - clip, 1.0 + clip) * advantage)
        found = {"policy_loss": -gain.mean()}
        with torch.no_grad():
            found["kl"] = ((ratio - 1.0) - log_ratio).mean()  # http://joschu.net/blog/kl-approx.html
            found["clip_fraction"] = ((ratio - 1.0).abs() > clip).float().mean()
        return found
