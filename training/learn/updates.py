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

CHUNK = 1024  # rows whose gradients are computed at once on a CPU: what they need stays in its caches


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

    Clipped policy gradients or, where the network imitates a teacher, the likelihood of its actions or what it says of
    all of them (`teacher_temperature`). The divergence from the policy `anchor` is held against it, by `config.anchor`.
    only_value: nothing but the value head learns. While it imitates, every epoch draws as many decisions again from the
    memory of the rollout, if there are as many.
    """
    memories = rollout.memories if imitate else rows[:0]
    advantages = rollout.advantages[rows]
    mean, deviation = float(advantages.mean()), float(advantages.std()) + 1e-8
    losses = defaultdict(list)  # tensors: reading a number would make the CPU wait for a GPU

    for _ in range(config.epochs):
        epoch = rows
        if len(memories):
            again = rng.choice(memories, min(len(rows), len(memories)), replace=False)
            epoch = np.concatenate([rows, again])
        minibatches = max(1, round(len(epoch) / config.minibatch))
        for part in np.array_split(rng.permutation(epoch), minibatches):
            optimizer.zero_grad(set_to_none=True)
            chunks = round(len(part) / CHUNK) if network.scale.device.type == "cpu" else 1
            means: dict[str, torch.Tensor] = {}
            for chunk in np.array_split(part, max(1, chunks)):
                advantage = (rollout.advantages[chunk] - mean) / deviation
                found = _losses(
                    network, rollout, chunk, advantage, config, imitate, None if only_value else anchor
                )
                share = len(chunk) / len(part)
                loss = found["policy_loss"] + config.value_weight * found["value_loss"]
                if entropy_weight:
                    loss = loss - entropy_weight * found["entropy"]
                if "drift" in found:
                    loss = loss + config.anchor * found["drift"]
                (share * loss).backward()
                for name, value in found.items():
                    means[name] = means.get(name, 0.0) + share * value.detach()
            if only_value:  # of the shared layers too, which the policy stands on
                for name, parameter in network.named_parameters():
                    if not name.startswith("value_head"):
                        parameter.grad = None
            means["gradient_norm"] = nn.utils.clip_grad_norm_(network.parameters(), config.max_grad_norm)
            optimizer.step()
            for name, value in means.items():
                losses[name].append(value)
            if config.target_kl and "kl" in means and float(means["kl"]) > config.target_kl:
                break
        else:
            continue
        break

    result = {name: float(torch.stack(values).mean()) for name, values in losses.items()}
    returns = rollout.advantages[rows] + rollout.values[rows]
    result["explained_variance"] = 1.0 - float(np.var(advantages) / (np.var(returns) + 1e-12))
    result["gradient_steps"] = len(losses["policy_loss"])
    return result


def _losses(
    network: PolicyNetwork,
    rollout: Rollout,
    rows: np.ndarray,
    advantage: np.ndarray,
    config: PPOConfig,
    imitate: bool,
    anchor: PolicyNetwork | None,
) -> dict[str, torch.Tensor]:
    """Means over these rows: the losses, and what is told of them. Imitation has no old probabilities, so no `kl`."""
    device = network.scale.device

    def there(array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(array).to(device)

    chosen, actions, advice = there(rows), there(rollout.actions[rows]), there(rollout.advice[rows])
    codes, lowered = rollout.seen(chosen).to(network.dtype), rollout.lowered(chosen)
    log_probs, values = network(codes, lowered, advice)
    chosen_log_probs = log_probs.gather(1, actions[:, None])[:, 0]
    returns = there(rollout.advantages[rows] + rollout.values[rows])
    found = {"value_loss": 0.5 * (values - returns).square().mean()}
    probs = torch.softmax(log_probs, dim=1)  # exp() is many times slower where actions are illegal, at -1e9
    if imitate:
        best = log_probs.detach().argmax(dim=1)
        found["agreement"] = (best == actions).float().mean()
        if config.teacher_temperature:
            worth = rollout.worth[chosen].float()
            found["policy_loss"] = (
                (probs * (log_probs - worth / config.teacher_temperature)).sum(dim=1).mean()
            )
            found["regret"] = -worth.gather(1, best[:, None]).mean()
        else:
            found["policy_loss"] = -chosen_log_probs.mean()
    else:
        advantage = there(advantage)
        log_ratio = chosen_log_probs - there(rollout.log_probs[rows])
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1.0 - config.clip, 1.0 + config.clip)
        found["policy_loss"] = -torch.min(ratio * advantage, clipped * advantage).mean()
        with torch.no_grad():
            found["kl"] = ((ratio - 1.0) - log_ratio).mean()  # http://joschu.net/blog/kl-approx.html
            found["clip_fraction"] = ((ratio - 1.0).abs() > config.clip).float().mean()
    found["entropy"] = -(probs * log_probs).sum(dim=1).mean()  # illegal actions add 0 * -1e9 = 0
    if anchor is not None:
        with torch.no_grad():
            held = anchor(codes, lowered, advice)[0]
        found["drift"] = (probs * (log_probs - held)).sum(dim=1).mean()
    return found
