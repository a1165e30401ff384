"""States of training runs as files: everything in one is checked before a run continues from it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from eurogym.agents.framework.networks.archive import check_archive
from eurogym.common.errors import InputError


def read_state(path: Path) -> dict[str, Any]:
    """Read a state that `torch.save` wrote, without unpickling objects; raise ValueError if it holds nan or infinity.

    Errors of torch and zipfile for other files are passed on.
    """
    check_archive(path)
    state = torch.load(path, map_location="cpu", weights_only=True)
    check_finite(state)
    return state


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Turn anything that goes wrong while a run takes up the state at `path` into an InputError."""
    try:
        yield
    except InputError:
        raise
    except Exception as error:  # of unpickling, keys, types and shapes: to the reader they mean the same
        said = str(error).strip().partition("\n")[0][:200]
        raise InputError(
            f"{path} is damaged, or of another run or version ({type(error).__name__}: {said})"
        ) from error


def check_finite(tree: Any) -> None:
    """Raise ValueError if a tensor in dicts and lists holds NaN or infinity."""
    if isinstance(tree, dict):
        tree = list(tree.values())
    if isinstance(tree, (list, tuple)):
        for part in tree:
            check_finite(part)
    elif isinstance(tree, torch.Tensor) and tree.is_floating_point() and not torch.isfinite(tree).all():
        raise ValueError("it contains numbers that are not finite")


def check_optimizer(optimizer: torch.optim.Optimizer) -> None:
    """Raise ValueError if what an optimizer keeps for a parameter has another shape, which torch does not check."""
    for parameter, kept in optimizer.state.items():
        for name, value in kept.items():
            if isinstance(value, torch.Tensor) and value.shape not in (parameter.shape, ()):
                raise ValueError(
                    f"the optimizer's {name} has shape {tuple(value.shape)}, not that of its parameter"
                )


def check_weights(network: nn.Module, weights: Any) -> None:
    """Raise ValueError unless these are weights of such a network."""
    own = network.state_dict()
    fits = isinstance(weights, dict) and weights.keys() == own.keys()
    if not fits or any(getattr(weights[name], "shape", None) != own[name].shape for name in own):
        raise ValueError("it contains weights of another network")


def check_range(name: str, values: np.ndarray, low: int, high: int) -> None:
    """Raise ValueError unless all values are in low .. high - 1; compiled code uses them as indices of arrays."""
    if values.size and not (low <= values.min() and values.max() < high):
        raise ValueError(f"{name} contains values outside {low} .. {high - 1}")


def random_state_of(device: str) -> dict[str, torch.Tensor]:
    """Return the state of torch's random streams."""
    found = {"torch_random": torch.get_rng_state()}
    return found | ({"cuda_random": torch.cuda.get_rng_state(device)} if device.startswith("cuda") else {})


def restore_random_state(device: str, state: dict[str, Any]) -> None:
    """Restore what `random_state_of` returned; a state from another device has nothing for this one."""
    torch.set_rng_state(state["torch_random"].cpu())
    if device.startswith("cuda") and "cuda_random" in state:
        torch.cuda.set_rng_state(state["cuda_random"].cpu(), device)


def as_tensors(tree):
    """Dicts and lists of arrays and tensors as tensors, copied, which `torch.load` reads without unpickling; uint64 as
    int64.
    """
    if isinstance(tree, dict):
        return {name: as_tensors(part) for name, part in tree.items()}
    if isinstance(tree, list):
        return [as_tensors(part) for part in tree]
    if isinstance(tree, np.ndarray):
        return torch.from_numpy(np.array(tree.view(np.int64) if tree.dtype == np.uint64 else tree))
    return tree.clone() if isinstance(tree, torch.Tensor) else tree


def as_arrays(tree):
    """Return dicts and lists with numpy copies of their tensors; what was uint64 before `as_tensors` stays int64."""
    if isinstance(tree, dict):
        return {name: as_arrays(part) for name, part in tree.items()}
    if isinstance(tree, list):
        return [as_arrays(part) for part in tree]
    return tree.detach().cpu().numpy().copy() if isinstance(tree, torch.Tensor) else tree
