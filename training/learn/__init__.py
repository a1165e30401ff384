"""Learning: per-seat PPO, MaskablePPO of sb3-contrib, learning from the labels of a search, and tuning of heuristics.

`trainer(algorithm)` returns the function that carries out a config of `eurogym.training.learn.config`.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from types import ModuleType

from eurogym.common.errors import InputError
from eurogym.envs.core import extras

__all__ = ["trainer"]


def trainer(algorithm: str) -> Callable:
    """Return the function `train(config) -> curve` of "ppo" or "maskable".

    Raises:
        InputError: there is no such algorithm, or a library that it needs is missing.
    """
    part("config").config_class(algorithm)
    if algorithm == "ppo":
        part("ppo.run")  # which needs torch
    return part(algorithm).train


def part(name: str) -> ModuleType:
    """Return a module of this package; raise InputError if a library that it needs is missing."""
    # Threads that spin while waiting halve the speed or worse as soon as something else runs on the machine.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        return importlib.import_module(f"eurogym.training.learn.{name}")
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in ("torch", "stable_baselines3", "sb3_contrib", "tqdm"):
            raise
        raise InputError(f"training needs {package}: {extras.install('train')}") from None
