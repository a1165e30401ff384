"""The policy and value network of the per-seat PPO, and how it acts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from eurogym.agents.framework.policy import MaskedMLP
from eurogym.training.errors import InputError


class PolicyNetwork(nn.Module):
    """Shared hidden layers with a masked policy head and a value head, fed with uint8 codes."""

    def __init__(
        self, scale: np.ndarray, num_actions: int, hidden: Sequence[int], low_precision: bool = False
    ):
        super().__init__()
        sizes = [len(scale), *hidden]
        self.hidden = nn.ModuleList(nn.Linear(i, o) for i, o in zip(sizes[:-1], sizes[1:], strict=True))
        self.policy_head = nn.Linear(sizes[-1], num_actions)
        self.value_head = nn.Linear(sizes[-1], 1)
        self.register_buffer("scale", torch.as_tensor(np.asarray(scale, np.float32)))
        self.dtype = torch.bfloat16 if low_precision else torch.float32
        for layer in self.hidden:
            _orthogonal(layer, 2**0.5)
        _orthogonal(self.policy_head, 0.01)
        _orthogonal(self.value_head, 1.0)

    def forward(self, codes: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities (n, A), -1e9 where `masks` (n, A) is False, and values (n,) of codes (n, F).

        The scale is folded into the first weights, so codes are converted but never multiplied. Codes up to
        255 are exact in bfloat16, whose matrix products are several times faster on CPUs that have them; the
        heads stay in float32.
        """
        x = codes.to(self.dtype)
        for depth, layer in enumerate(self.hidden):
            weight = layer.weight * self.scale if depth == 0 else layer.weight
            x = functional.relu(functional.linear(x, weight.to(self.dtype), layer.bias.to(self.dtype)))
        x = x.float()
        logits = self.policy_head(x).masked_fill(~masks, -1e9)
        return functional.log_softmax(logits, dim=1), self.value_head(x)[:, 0]

    def export(self) -> MaskedMLP:
        """The same network as plain arrays for numpy."""

        def arrays(layer: nn.Linear):
            return layer.weight.detach().cpu().numpy().copy(), layer.bias.detach().cpu().numpy().copy()

        hidden = [arrays(layer) for layer in self.hidden]
        return MaskedMLP(
            policy=[*hidden, arrays(self.policy_head)],
            value=[arrays(self.value_head)],
            scale=self.scale.cpu().numpy().copy(),
            shared_layers=len(hidden),
            activation="relu",
        )


def _orthogonal(layer: nn.Linear, gain: float) -> None:
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)


def wants_bfloat16(precision: str, device: str) -> bool:
    """Whether the hidden layers should be computed in bfloat16."""
    if precision != "auto":
        return precision == "bfloat16"
    if not str(device).startswith("cpu"):
        return True
    supported = getattr(torch.cpu, "_is_avx512_bf16_supported", lambda: False)
    return bool(supported())


def pick_device(name: str) -> str:
    """The torch device meant by `name`; auto is a GPU where torch can use one, else the CPU."""
    if name == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    if name.startswith("cuda") and not torch.cuda.is_available():
        raise InputError(f"device is {name!r}, but torch finds no GPU here; allowed: cpu, auto")
    return name


@torch.inference_mode()
def act(network: PolicyNetwork, codes, masks, greedy: bool = False):
    """Actions (n,) int64, their log-probabilities and the values (n,) of codes (n, F) uint8, masks (n, A) bool.

    codes and masks are arrays or tensors on any device; the results are arrays.
    """
    device = network.scale.device
    codes, masks = torch.as_tensor(codes, device=device), torch.as_tensor(masks, device=device)
    log_probs, values = network(codes, masks)
    if greedy:
        actions = log_probs.argmax(dim=1)
    else:  # one uniform number per row against the cumulated distribution; illegal actions add nothing to it
        cumulated = log_probs.exp().cumsum(dim=1)
        uniform = torch.rand(len(codes), device=device).clamp_(max=1.0 - 1e-6)
        actions = (cumulated <= (uniform * cumulated[:, -1])[:, None]).sum(dim=1)
    chosen = log_probs.gather(1, actions[:, None])[:, 0]
    return actions.cpu().numpy(), chosen.cpu().numpy(), values.cpu().numpy()
