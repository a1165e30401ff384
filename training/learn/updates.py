"""The update of a network from a rollout: clipped policy gradients, or imitation.

Proximal policy optimisation: Schulman et al. 2017, arXiv:1707.06347.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import torch
from torch import nn

from eurogym.training.learn.config import PPOConfig
from eurogym.training.learn.network import PolicyNetwork
from eurogym.training.learn.rollout import Rollout


def learn(
    network: PolicyNetwork,
    optimizer,
    rollout: Rollout,
    rows: np.ndarray,
    config: PPOConfig,
    entropy_weight,
    rng,
    imitate: bool = False,
    anchor: PolicyNetwork | None = None,
    only_value: bool = False,
):
    """A few epochs over `rows` of the rollout; returns the mean losses.

    Clipped policy gradients, or the likelihood of the actions taken where the network imitates a teacher. The
    divergence from the policy `anchor` is held against it, by `config.anchor`. only_value: nothing but the value head
    learns.
    """
    device = network.scale.device
    advantages = rollout.advantages[rows]
    mean, deviation = float(advantages.mean()), float(advantages.std()) + 1e-8
    losses = defaultdict(list)  # tensors: reading a number would make the CPU wait for a GPU
    minibatches = max(1, round(len(rows) / config.minibatch))

    for _ in range(config.epochs):
        for part in np.array_split(rng.permutation(rows), minibatches):
            chosen = torch.from_numpy(part).to(device)
            raw = rollout.advantages[part]
            actions = torch.from_numpy(rollout.actions[part]).to(device)
            old_log_probs = torch.from_numpy(rollout.log_probs[part]).to(device)
            returns = torch.from_numpy(raw + rollout.values[part]).to(device)
            advantage = torch.from_numpy((raw - mean) / deviation).to(device)

            advice = torch.from_numpy(rollout.advice[part]).to(device)
            legal = rollout.legal(chosen)

            log_probs, values = network(rollout.codes[chosen], legal, advice)
            chosen_log_probs = log_probs.gather(1, actions[:, None])[:, 0]
            if imitate:
                policy_loss = -chosen_log_probs.mean()
            else:
                log_ratio = chosen_log_probs - old_log_probs
                ratio = log_ratio.exp()
                clipped = ratio.clamp(1.0 - config.clip, 1.0 + config.clip)
                policy_loss = -torch.min(ratio * advantage, clipped * advantage).mean()
            value_loss = 0.5 * (values - returns).square().mean()
            entropy = -(log_probs.exp() * log_probs).sum(dim=1).mean()  # illegal actions add 0 * -1e9 = 0

            loss = policy_loss + config.value_weight * value_loss - entropy_weight * entropy
            if anchor is not None and not only_value:
                with torch.no_grad():
                    held = anchor(rollout.codes[chosen], legal, advice)[0]
                drift = (log_probs.exp() * (log_probs - held)).sum(dim=1).mean()
                loss = loss + config.anchor * drift
                losses["drift"].append(drift.detach())

            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            if only_value:  # of the shared layers too, which the policy stands on
                for name, parameter in network.named_parameters():
                    if not name.startswith("value_head"):
                        parameter.grad = None
            norm = nn.utils.clip_grad_norm_(network.parameters(), config.max_grad_norm)
            optimizer.step()

            losses["policy_loss"].append(policy_loss.detach())
            losses["value_loss"].append(value_loss.detach())
            losses["entropy"].append(entropy.detach())
            losses["gradient_norm"].append(norm.detach())
            if imitate:  # the teacher's decisions have no old probabilities
                continue
            with torch.no_grad():
                kl = ((ratio - 1.0) - log_ratio).mean()  # http://joschu.net/blog/kl-approx.html
                losses["clip_fraction"].append(((ratio - 1.0).abs() > config.clip).float().mean())
            losses["kl"].append(kl)
            if config.target_kl and float(kl) > config.target_kl:
                break
        else:
            continue
        break

    result = {name: float(torch.stack(values).mean()) for name, values in losses.items()}
    returns = rollout.advantages[rows] + rollout.values[rows]
    result["explained_variance"] = 1.0 - float(np.var(advantages) / (np.var(returns) + 1e-12))
    result["gradient_steps"] = len(losses["policy_loss"])
    return result
