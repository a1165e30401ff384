"""Parts of a run of one's own, `FILE.py:NAME` or the thing itself: a network, an observation, a reward, callbacks.

They are tried out before the first game, and what they give is checked as long as they are used. Errors say what is
wrong and in which line of their file.
"""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from eurogym.agents.framework import own
from eurogym.agents.framework.networks.module import CODES, SCALED, Spaces, scaled
from eurogym.agents.framework.networks.network import ACTIVATIONS, CheckpointError, Network
from eurogym.agents.framework.registry import AgentError
from eurogym.common.errors import InputError
from eurogym.envs.core.errors import EurogymError
from eurogym.training.learn.layers import CodesLinear
from eurogym.training.learn.states import as_arrays

TRIED = 3  # observations that a network is shown before the first game


@dataclass
class Own:
    """What of a run is not of this package.

    Attributes:
        network: called with `Spaces`, returns a `torch.nn.Module`: observations (n, F), masks bool (n, A) -> logits
            (n, A), values (n,).
        observation: `observation(batch, games)` -> uint8 or float32 (n, F), what the seats to move see in games (n,).
        reward: `reward(batch)` -> (games, seats), after every step; or a class, made for each batch and called so.
        callbacks: `callback(run, row)`, after every update, with what the curve says of it.
    """

    network: Callable | None = None
    observation: Callable | None = None
    reward: Callable | None = None
    callbacks: list[Callable] = field(default_factory=list)


def named_parts(network: str, observation: str, reward: str, callbacks: list[str]) -> Own:
    """Return the parts by their names; "" and names of this package stand for what the package has.

    Raise InputError for what cannot be found or imported.
    """
    try:
        return Own(
            own.named(network, "network") if network else None,
            own.named(observation, "observation") if observation not in ("", CODES, SCALED) else None,
            own.named(reward, "reward") if own.is_own(reward) else None,
            [own.named(one, "callback") for one in callbacks],
        )
    except AgentError as error:
        raise InputError(str(error)) from error


def spec_of(thing: Any) -> str:
    """Return `FILE.py:NAME` of a class or function, as a run records it."""
    return f"{Path(_place(thing)[0]).name}:{getattr(thing, '__qualname__', type(thing).__qualname__)}"


def _place(thing: Any) -> tuple[str, int]:
    """Return file and line of a function, or of a class or object."""
    thing = thing if inspect.isroutine(thing) or inspect.isclass(thing) else type(thing)
    try:
        return str(inspect.getsourcefile(thing)), inspect.getsourcelines(thing)[1]
    except (OSError, TypeError):
        return "<unknown>", 0


def at(thing: Any) -> str:
    """Return where something is defined, for a message."""
    file, line = _place(thing)
    return f"({Path(file).name}, line {line})"


@contextmanager
def calling(kind: str, thing: Any) -> Iterator[None]:
    """Turn an error of somebody else's code into an InputError that says where in its file it came from."""
    try:
        yield
    except EurogymError:
        raise
    except Exception as error:
        file, line = _place(thing)  # also of a call that does not fit
        lines = [one.lineno for one in traceback.extract_tb(error.__traceback__) if one.filename == file]
        where = f"({Path(file).name}, line {lines[-1] if lines else line})"
        what = f"{type(error).__name__}: {error}"
        raise InputError(f"{kind} {spec_of(thing)} failed: {what} {where}") from error


# --- networks -------------------------------------------------------------------------------------------------------


def made_network(make: Callable, spaces: Spaces, shown: np.ndarray, masks: np.ndarray) -> nn.Module:
    """Return the network, tried out on observations (n, F) and masks (n, A). Raise InputError if it cannot learn."""
    name = spec_of(make)
    with calling("network", make):
        network = make(spaces)
    if not isinstance(network, nn.Module):
        raise InputError(f"network {name} {at(make)} gives {type(network).__name__}, not a torch.nn.Module")
    if not any(one.requires_grad for one in network.parameters()):
        raise InputError(f"network {name} {at(make)} has no parameters to learn")
    where = f"network {name} {at(type(network).forward)}"
    with calling("network", make):
        given = network(torch.from_numpy(shown), torch.from_numpy(masks))
    if not (
        isinstance(given, tuple) and len(given) == 2 and all(isinstance(one, torch.Tensor) for one in given)
    ):
        raise InputError(f"{where}: forward must return two tensors, logits and values, not {_shown(given)}")
    for part, one, shape in zip(("logits", "values"), given, (masks.shape, masks.shape[:1]), strict=True):
        if tuple(one.shape) != shape or not one.is_floating_point():
            raise InputError(
                f"{where}: for {len(masks)} observations of {spaces.features} features and {spaces.actions} actions "
                f"{part} must be floats of shape {shape}, not {_shown(one)}"
            )
        if not torch.isfinite(one).all():
            raise InputError(f"{where}: {part} of the first observations are not finite")
        if not one.requires_grad:
            raise InputError(f"{where}: {part} do not depend on a parameter, so they cannot be learned")
    return network


def _shown(thing: Any) -> str:
    if isinstance(thing, torch.Tensor):
        return f"{str(thing.dtype).removeprefix('torch.')} of shape {tuple(thing.shape)}"
    return f"{len(thing)} values" if isinstance(thing, tuple) else type(thing).__name__


def as_network(network: nn.Module, spaces: Spaces) -> Network | None:
    """Return a module as plain arrays for numpy; None unless it computes what such a network computes.

    That is linear layers with ReLU or tanh between them, and then a linear layer for logits and one for values. It is
    found by its linear layers, in the order in which they are declared, and tried out.
    """
    layers = [one for one in network.modules() if isinstance(one, (nn.Linear, CodesLinear))]
    if len(layers) < 3 or any(one.bias is None for one in layers):
        return None
    *hidden, policy, value = [
        (as_arrays(one.weight.T if isinstance(one, CodesLinear) else one.weight), as_arrays(one.bias))
        for one in layers
    ]
    if len(policy[1]) == 1:
        policy, value = value, policy
    if any(two[0].shape[1] != len(one[1]) for one, two in pairwise([*hidden, policy])):
        return None
    scale = spaces.scale
    if not isinstance(layers[0], CodesLinear):  # it multiplies codes, scaled by itself or as they are
        return None
    codes = torch.randint(0, 8, (TRIED, spaces.features), dtype=torch.uint8)
    with torch.inference_mode():
        given = network(codes, torch.ones(TRIED, spaces.actions, dtype=torch.bool))
    for activation in ACTIVATIONS:
        with suppress(ValueError, CheckpointError):
            found = Network(scale, [*hidden, policy], [value], len(hidden), activation)
            same = [found.logits(codes.numpy()), found.values(codes.numpy())]
            if all(np.allclose(a, b.numpy(), atol=1e-3) for a, b in zip(same, given, strict=True)):
                return found
    return None


def divide_codes(network: nn.Module, observations: torch.Tensor) -> None:
    """Tell the layers over codes of any network which codes are common."""
    for layer in network.modules():
        if isinstance(layer, CodesLinear) and len(layer.scale) == observations.shape[1]:
            layer.divide(observations)


# --- observations and rewards ---------------------------------------------------------------------------------------


def checked_observation(name: str, given: Callable | None) -> Callable | None:
    """Return `observation(batch, games)` with its answers checked; None for codes, which batches write themselves."""
    if given is None:
        return {CODES: None, SCALED: scaled}[name]
    where, width = f"observation {spec_of(given)} {at(given)}", list[tuple]()

    def observation(batch: Any, games: np.ndarray) -> np.ndarray:
        with calling("observation", given):
            shown = given(batch, games)
        fits = isinstance(shown, np.ndarray) and shown.dtype in (np.uint8, np.float32)
        if not fits or shown.shape[:1] != games.shape or shown.ndim != 2:
            what = (
                f"{shown.dtype} of shape {shown.shape}"
                if isinstance(shown, np.ndarray)
                else type(shown).__name__
            )
            raise InputError(f"{where} must give uint8 or float32 of shape ({len(games)}, F), not {what}")
        width.append((shown.shape[1], shown.dtype)) if not width else None
        if (shown.shape[1], shown.dtype) != width[0]:
            raise InputError(
                f"{where} gives {shown.shape[1]} features of {shown.dtype}, and gave {width[0]} before"
            )
        if shown.dtype == np.float32 and not np.isfinite(shown).all():
            raise InputError(f"{where} gives numbers that are not finite")
        return shown

    return observation


def checked_reward(given: Callable) -> Callable:
    """Return `reward(batch)` with its answers checked; of a class, an object for each batch is asked."""
    name, made = spec_of(given), dict[int, Callable]()

    def reward(batch: Any) -> np.ndarray:
        with calling("reward", given):
            if id(batch) not in made:
                made[id(batch)] = given(batch) if inspect.isclass(given) else lambda: given(batch)
            paid = np.asarray(made[id(batch)]())
        shape = (batch.num_envs, batch.num_seats)
        if paid.shape != shape or paid.dtype.kind not in "fiub":
            raise InputError(
                f"reward {name} {at(given)} must give numbers of shape {shape}, not {paid.dtype} of shape {paid.shape}"
            )
        if not np.isfinite(paid).all():
            raise InputError(f"reward {name} {at(given)} gives numbers that are not finite")
        return paid

    reward.along_the_way = True  # not at the end alone
    return reward
