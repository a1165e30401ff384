"""The networks of the per-seat PPO, and how they act."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from contextlib import contextmanager
from typing import Self

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from eurogym.agents.framework.networks.network import Network
from eurogym.agents.framework.networks.residual import Residual
from eurogym.common.errors import InputError
from eurogym.training.learn.states import as_arrays

ILLEGAL = -1e9  # added to the logits of illegal actions


class Trunk(nn.Module):
    """Hidden layers fed with uint8 codes.

    The scale is folded into the first weights, so codes are converted but never multiplied. Codes up to 255 are exact
    in bfloat16, whose matrix products are several times faster on CPUs that have them; what comes out is float32.

    Attributes:
        dtype: what the hidden layers are computed in; see `on`.
    """

    def __init__(self, scale: np.ndarray, hidden: Sequence[int]):
        super().__init__()
        sizes = [len(scale), *hidden]
        self.hidden = nn.ModuleList(nn.Linear(i, o) for i, o in zip(sizes[:-1], sizes[1:], strict=True))
        self._ready: list | None = None  # the hidden layers, while they are held
        self.register_buffer("scale", torch.as_tensor(np.asarray(scale, np.float32)))
        self.dtype = torch.float32

    def on(self, device: str) -> Self:
        """The same on a device, its hidden layers in bfloat16 where that is made for it."""
        supported = getattr(torch.cpu, "_is_avx512_bf16_supported", lambda: False)
        if not device.startswith("cpu") or supported():
            self.dtype = torch.bfloat16
        return self.to(device)

    def _begin(self, *heads: tuple[nn.Linear, float]) -> None:
        """Draws the weights to begin with; each head has its gain."""
        for layer, gain in (*((layer, 2**0.5) for layer in self.hidden), *heads):
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def through(self, codes: torch.Tensor, added: torch.Tensor | None = None) -> torch.Tensor:
        """What the last hidden layer says of codes (n, F); `added` (n, H) goes to the sums of the first one."""
        x = codes.to(self.dtype)
        for depth, (weight, bias) in enumerate(self._ready or self._folded()):
            x = functional.linear(x, weight, bias)
            if depth == 0 and added is not None:
                x = x + added.to(self.dtype)
            x = functional.relu(x)
        return x.float()

    def _folded(self) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """Weights and biases of the hidden layers as they are computed with."""
        weights = [layer.weight for layer in self.hidden]
        weights[0] = weights[0] * self.scale
        return [
            (weight.to(self.dtype), layer.bias.to(self.dtype))
            for weight, layer in zip(weights, self.hidden, strict=True)
        ]


class PolicyNetwork(Trunk):
    """Shared hidden layers with a masked policy head and a value head.

    heuristic: the name of the one that the policy stands on (agents/framework/networks/residual.py), with `beta` for
    each of its choices to begin with; then `forward` wants these choices as `advice`.
    """

    def __init__(
        self,
        scale: np.ndarray,
        num_actions: int,
        hidden: Sequence[int],
        heuristic: str = "",
        beta: float = 0.0,
    ):
        super().__init__(scale, hidden)
        self.policy_head = nn.Linear(hidden[-1], num_actions)
        self.value_head = nn.Linear(hidden[-1], 1)
        self._begin((self.policy_head, 0.01), (self.value_head, 1.0))
        self.heuristic = heuristic
        if heuristic:
            self.beta = nn.Parameter(torch.full((num_actions,), float(beta)))
            self.embedding = nn.Parameter(torch.zeros(num_actions, hidden[0]))

    def forward(
        self, codes: torch.Tensor, masks: torch.Tensor, advice: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities (n, A), -1e9 where `masks` (n, A) is False, and values (n,) of codes (n, F).

        Masks may also be float32, what is added to the logits: 0 or `ILLEGAL`.
        """
        x = self.through(codes, functional.embedding(advice, self.embedding) if self.heuristic else None)
        logits = self.policy_head(x)
        if self.heuristic:
            logits = logits.scatter_add(1, advice[:, None], self.beta[advice][:, None])
        if masks.dtype == torch.bool:
            masks = torch.where(masks, 0.0, ILLEGAL)
        return functional.log_softmax(logits + masks, dim=1), self.value_head(x)[:, 0]

    def export(self) -> Network:
        """The same network as plain arrays for numpy."""
        told = as_arrays(self.state_dict())
        names = [*(f"hidden.{depth}" for depth in range(len(self.hidden))), "policy_head", "value_head"]
        *policy, value = [(told[f"{name}.weight"], told[f"{name}.bias"]) for name in names]
        residual = Residual(self.heuristic, told["beta"], told["embedding"]) if self.heuristic else None
        return Network(told["scale"], policy, [value], shared_layers=len(self.hidden), residual=residual)

    @torch.no_grad()
    def take(self, exported: Network, sharpened: float = 1.0) -> None:
        """Begin with the policy of a checkpoint, logits times a factor. Raises InputError where its layers are others.

        Values begin at 0, because rewards may be of another kind than those it was trained for. Of a checkpoint without
        a heuristic, `beta` and what is seen of the heuristic's choice stay as they are, too.
        """
        layers = [*self.hidden, self.policy_head]
        shapes = [tuple(weight.shape) for weight, _ in exported.policy]
        own = [tuple(layer.weight.shape) for layer in layers]
        if shapes != own or exported.activation != "relu":
            raise InputError(
                f"the checkpoint to start from has layers {shapes} with {exported.activation}, this network {own} "
                "with relu"
            )
        nn.init.zeros_(self.value_head.weight)
        for layer, (weight, bias) in zip(layers, exported.policy, strict=True):
            layer.weight.copy_(torch.as_tensor(weight))
            layer.bias.copy_(torch.as_tensor(bias))
        if exported.residual is not None:
            if exported.residual.agent != self.heuristic:
                raise InputError(
                    f"the checkpoint to start from builds on {exported.residual.agent!r}, this run on "
                    f"{self.heuristic or 'no heuristic (residual is false)'}"
                )
            self.beta.copy_(torch.as_tensor(exported.residual.beta))
            self.embedding.copy_(torch.as_tensor(exported.residual.embedding))
        for parameter in (*self.policy_head.parameters(), *([self.beta] if self.heuristic else [])):
            parameter.mul_(sharpened)

    def twin(self, weights: dict[str, torch.Tensor] | None = None) -> PolicyNetwork:
        """A copy that does not learn, with other weights where they are given."""
        copied = copy.deepcopy(self).requires_grad_(False)
        if weights is not None:
            copied.load_state_dict(weights)
        return copied


@contextmanager
def held(*networks: Trunk | None):
    """While it lasts these networks learn nothing: their layers are made ready once, not at every call."""
    with torch.no_grad():
        for network in filter(None, networks):
            network._ready = network._folded()
    try:
        yield
    finally:
        for network in filter(None, networks):
            network._ready = None


@torch.no_grad()
def follow(average: nn.Module, network: nn.Module, rate: float) -> None:
    """Moves the weights of a moving average this share of the way to those of a network."""
    for own, new in zip(average.parameters(), network.parameters(), strict=True):
        own.lerp_(new, rate)


class TableCritic(Trunk):
    """Says what a seat is to expect of what all seats see: hidden cards are no luck to it.

    It is asked in training alone, for advantages with less noise (PerfectDou: Yang et al. 2022, arXiv:2203.16406).
    """

    def __init__(self, scale: np.ndarray, seats: int, hidden: Sequence[int]):
        super().__init__(np.tile(scale, seats), hidden)
        self.value_head = nn.Linear(hidden[-1], 1)
        self._begin((self.value_head, 1.0))

    def forward(self, codes: torch.Tensor, others: torch.Tensor) -> torch.Tensor:
        """Values (n,) of the codes (n, F) of the seat to move and those of the others (n, (S - 1) * F)."""
        return self.value_head(self.through(torch.cat([codes, others], dim=1)))[:, 0]


@torch.inference_mode()
def act(network: PolicyNetwork, codes, masks, greedy: bool = False, advice=None):
    """Actions (n,) int64, their log-probabilities and the values (n,) of codes (n, F) uint8, masks (n, A) bool.

    codes, masks and advice (n,) int64, the choices of the heuristic that the policy stands on, are arrays or tensors
    on any device; the results are arrays.
    """
    device = network.scale.device
    codes, masks = torch.as_tensor(codes, device=device), torch.as_tensor(masks, device=device)
    advice = torch.as_tensor(advice, device=device) if network.heuristic else None
    log_probs, values = network(codes, masks, advice)
    if greedy:
        actions = log_probs.argmax(dim=1)
    else:  # one uniform number per row against the cumulated distribution; illegal actions add nothing to it
        cumulated = torch.softmax(log_probs, dim=1).cumsum(dim=1)
        uniform = torch.rand(len(codes), device=device).clamp_(max=1.0 - 1e-6)
        actions = (cumulated <= (uniform * cumulated[:, -1])[:, None]).sum(dim=1)
    chosen = log_probs.gather(1, actions[:, None])[:, 0]
    return actions.cpu().numpy(), chosen.cpu().numpy(), values.cpu().numpy()
