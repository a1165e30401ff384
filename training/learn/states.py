"""States of training runs as files: whatever one holds is checked before a run goes on from it."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from eurogym.training.errors import InputError

MOST_PACKED = 4  # times the size of the file that its content may take
MOST_BYTES = 1 << 34


def read_state(path: Path) -> dict[str, Any]:
    """A state that `torch.save` wrote, without unpickling objects. Raises ValueError where it holds what is no number.

    Raises what torch and zipfile raise for a file that is none of theirs.
    """
    check_archive(path)
    state = torch.load(path, map_location="cpu", weights_only=True)
    check_finite(state)
    return state


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    """While a run takes up the state at `path`: whatever goes wrong with it is an InputError."""
    try:
        yield
    except InputError:
        raise
    except Exception as error:  # of unpickling, keys, types and shapes: to the reader they mean the same
        said = str(error).strip().partition("\n")[0][:200]
        raise InputError(
            f"{path} is damaged, or of another run or version ({type(error).__name__}: {said})"
        ) from error


def check_archive(path: Path) -> None:
    """Raises ValueError for a zip archive that would unpack to much more than its own size."""
    with zipfile.ZipFile(path) as archive:
        size = sum(member.file_size for member in archive.infolist())
    if size > min(MOST_BYTES, MOST_PACKED * path.stat().st_size):
        raise ValueError(f"it would unpack to {size} bytes")


def check_finite(tree: Any) -> None:
    """Raises ValueError where a tensor in dicts and lists holds NaN or infinity."""
    if isinstance(tree, dict):
        tree = list(tree.values())
    if isinstance(tree, (list, tuple)):
        for part in tree:
            check_finite(part)
    elif isinstance(tree, torch.Tensor) and tree.is_floating_point() and not torch.isfinite(tree).all():
        raise ValueError("it holds numbers that are not finite")


def check_optimizer(optimizer: torch.optim.Optimizer) -> None:
    """Raises ValueError where what an optimizer keeps of a parameter has another shape; torch does not look."""
    for parameter, kept in optimizer.state.items():
        for name, value in kept.items():
            if isinstance(value, torch.Tensor) and value.shape not in (parameter.shape, ()):
                raise ValueError(
                    f"the optimizer's {name} has shape {tuple(value.shape)}, not that of its parameter"
                )


def check_weights(network: nn.Module, weights: Any) -> None:
    """Raises ValueError unless these are weights of such a network."""
    own = network.state_dict()
    fits = isinstance(weights, dict) and weights.keys() == own.keys()
    if not fits or any(getattr(weights[name], "shape", None) != own[name].shape for name in own):
        raise ValueError("it holds weights of another network")


def check_range(name: str, values: np.ndarray, low: int, high: int) -> None:
    """Raises ValueError unless all values lie in low .. high - 1; compiled code uses them as places in arrays."""
    if values.size and not (low <= values.min() and values.max() < high):
        raise ValueError(f"{name} holds values outside {low} .. {high - 1}")


def luck_of(device: str) -> dict[str, torch.Tensor]:
    """Where the random streams of torch stand."""
    luck = {"torch_random": torch.get_rng_state()}
    return luck | ({"cuda_random": torch.cuda.get_rng_state(device)} if device.startswith("cuda") else {})


def restore_luck(device: str, state: dict[str, Any]) -> None:
    """Takes back what `luck_of` gave; a state of another device knows nothing of this one."""
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
    """The same the other way round; what was uint64 stays int64."""
    if isinstance(tree, dict):
        return {name: as_arrays(part) for name, part in tree.items()}
    if isinstance(tree, list):
        return [as_arrays(part) for part in tree]
    return tree.detach().cpu().numpy().copy() if isinstance(tree, torch.Tensor) else tree
