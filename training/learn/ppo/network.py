"""The network of the per-seat PPO that comes with the package."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from eurogym.agents.framework.networks.module import seen
from eurogym.agents.framework.networks.network import Network
from eurogym.agents.framework.networks.residual import Residual
from eurogym.common.errors import InputError
from eurogym.training.learn.layers import ActionsLinear, CodesLinear, draw, policy_of
from eurogym.training.learn.states import as_arrays
from eurogym.training.learn.tables import Widest


class Trunk(nn.Module):
    """Hidden layers fed with uint8 codes.

    Attributes:
        dtype: what the hidden layers behind the first are computed in; see `on`.
    """

    def __init__(self, scale: np.ndarray, hidden: Sequence[int]):
        super().__init__()
        self.first = CodesLinear(scale, hidden[0])
        self.hidden = nn.ModuleList(
            drawn(nn.Linear(i, o), 2**0.5) for i, o in zip(hidden[:-1], hidden[1:], strict=True)
        )
        self.dtype = torch.float32

    def on(self, device: str) -> Self:
        """Move the layers to a device and return them; in bfloat16 where that is faster, which on CPUs takes AMX."""
        tiles = getattr(torch.cpu, "_is_amx_tile_supported", lambda: False)
        if not device.startswith("cpu") or tiles():
            self.dtype = torch.bfloat16
        return self.to(device)

    def through(self, codes: torch.Tensor, added: torch.Tensor | None = None) -> torch.Tensor:
        """Return what the last hidden layer says of codes (n, F); `added` (n, H) goes to the sums of the first one."""
        x = self.first(codes, self.dtype)
        x = functional.relu(x if added is None else x + added).to(self.dtype)
        for layer in self.hidden:
            x = functional.linear(x, layer.weight.to(self.dtype), layer.bias.to(self.dtype))
            x = functional.relu(x)
        return x.float()

    def hidden_arrays(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """Weights (outputs, inputs) and biases of the hidden layers as arrays."""
        layers = [(self.first.weight.T, self.first.bias), *((one.weight, one.bias) for one in self.hidden)]
        return [(as_arrays(weight), as_arrays(bias)) for weight, bias in layers]


def drawn(layer: nn.Linear, gain: float) -> nn.Linear:
    """Return a layer with the weights that it begins with."""
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


class PolicyNetwork(Trunk):
    """Shared hidden layers with a policy head and a value head.

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
        self.policy_head = drawn(ActionsLinear(hidden[-1], num_actions), 0.01)
        self.value_head = drawn(nn.Linear(hidden[-1], 1), 1.0)
        self.heuristic = heuristic
        if heuristic:
            self.beta = nn.Parameter(torch.full((num_actions,), float(beta)))
            self.embedding = nn.Parameter(torch.zeros(num_actions, hidden[0]))

    def forward(
        self, codes: torch.Tensor, masks: Any = None, advice: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits (n, A) of all actions, legal or not, and values (n,) of codes (n, F); it needs no masks."""
        x = self.through(codes, functional.embedding(advice, self.embedding) if self.heuristic else None)
        logits = self.policy_head(x)
        if self.heuristic:
            logits = logits.scatter_add(1, advice[:, None], self.beta[advice][:, None])
        return logits, self.value_head(x)[:, 0]

    def export(self) -> Network:
        """Return this network as plain arrays for numpy."""
        heads = [
            (as_arrays(head.weight), as_arrays(head.bias)) for head in (self.policy_head, self.value_head)
        ]
        hidden = self.hidden_arrays()
        residual = None
        if self.heuristic:
            residual = Residual(self.heuristic, as_arrays(self.beta), as_arrays(self.embedding))
        scale = as_arrays(self.first.scale)
        return Network(scale, [*hidden, heads[0]], [heads[1]], shared_layers=len(hidden), residual=residual)

    @torch.no_grad()
    def take(self, exported: Network, sharpened: float = 1.0) -> None:
        """Begin with the policy of a checkpoint, logits times a factor. Raises InputError where its layers are others.

        In wider layers, units beyond those of the checkpoint have random inputs and outputs of weight 0, so the policy
        is the same. Values begin at 0, because rewards may be of another kind than those it was trained for. Of a
        checkpoint without a heuristic, `beta` and what is seen of the heuristic's choice stay as they are, too.
        """
        own = [
            (weight.T if number == 0 else weight, bias)
            for number, (weight, bias) in enumerate(
                (layer.weight, layer.bias) for layer in (self.first, *self.hidden, self.policy_head)
            )
        ]
        if not exported.policy:
            raise InputError("the checkpoint to start from judges positions or actions and has no policy")
        shapes, ours = ([tuple(weight.shape) for weight, _ in layers] for layers in (exported.policy, own))
        sizes, rooms = ([inputs for _, inputs in layers] for layers in (shapes, ours))
        fits = (len(sizes), sizes[0], shapes[-1][0]) == (len(rooms), rooms[0], ours[-1][0])
        fits = fits and all(size <= room for size, room in zip(sizes, rooms, strict=True))
        if not fits or exported.activation != "relu":
            raise InputError(
                f"the checkpoint to start from has layers {shapes} with {exported.activation}, this network {ours} "
                "with relu; layers may grow, not shrink"
            )
        nn.init.zeros_(self.value_head.weight)
        for (weight, bias), (known, of_known) in zip(own, exported.policy, strict=True):
            outputs, inputs = known.shape
            weight[:outputs, :inputs] = torch.as_tensor(known)
            weight[:outputs, inputs:] = 0
            bias[:outputs] = torch.as_tensor(of_known)
        if exported.residual is not None:
            if exported.residual.agent != self.heuristic:
                raise InputError(
                    f"the checkpoint to start from builds on {exported.residual.agent!r}, this run on "
                    f"{self.heuristic or 'no heuristic (residual is false)'}"
                )
            self.beta.copy_(torch.as_tensor(exported.residual.beta))
            embedding = torch.as_tensor(exported.residual.embedding)
            self.embedding[:, : embedding.shape[1]] = embedding
        for parameter in (*self.policy_head.parameters(), *([self.beta] if self.heuristic else [])):
            parameter.mul_(sharpened)


def twin(network: nn.Module, weights: dict[str, torch.Tensor] | None = None) -> nn.Module:
    """Return a copy that does not learn, with other weights where they are given."""
    copied = copy.deepcopy(network).requires_grad_(False)
    if weights is not None:
        copied.load_state_dict(weights)
    return copied


@torch.inference_mode()
def act(
    network: nn.Module, codes: Any, masks: Any, best: bool = False, advice: Any = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Actions (n,) int64, their log-probabilities and the values (n,) for codes (n, F) and masks (n, A) bool.

    They may be arrays or tensors on any device; the results are arrays. `best`: the most likely actions, not drawn
    ones. `advice` int64 (n,): the choices of the heuristic, for a network that stands on it.
    """
    device = next(network.parameters()).device
    seen, legal = torch.as_tensor(codes, device=device), torch.as_tensor(masks, device=device)
    more = () if advice is None else (torch.as_tensor(advice, device=device),)
    logits, values = network(seen, legal, *more)
    actions = draw(logits, legal, best)
    log_probs = policy_of(logits, legal, actions)[0]
    return actions.cpu().numpy(), log_probs.cpu().numpy(), values.float().cpu().numpy()


@dataclass
class Seated:
    """A network as an agent: its best actions, or drawn ones.

    Attributes:
        network: observations (n, F), masks (n, A), and what the adviser says -> logits (n, A), values (n,).
        adviser: the heuristic that it stands on.
        observation: `observation(batch, games)` -> (n, F), what it sees, if not codes.
        widest: the tables that it was made for, if they differ.
        best: whether it plays its best actions.
    """

    network: nn.Module
    adviser: Any = None
    observation: Callable | None = None
    widest: Widest | None = None
    best: bool = True

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """Actions (n,) in these games (n,)."""
        advice = self.adviser.act(batch, games) if self.adviser else None
        shown, masks = (self.observation or seen)(batch, games), batch.action_masks[games]
        if self.widest is None:
            return act(self.network, shown, masks, self.best, advice)[0]
        shown, masks = self.widest.seen(batch, shown, masks)
        advice = None if advice is None else self.widest.named(batch, advice)
        return self.widest.own(batch, act(self.network, shown, masks, self.best, advice)[0])
