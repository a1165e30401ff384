"""Learning: the per-seat PPO, MaskablePPO of sb3-contrib, labels of a search and what is learned from them, and the
tuning of heuristics.

`trainer(algorithm)` gives the function that carries out a config of `eurogym.training.learn.config`.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from types import ModuleType

from eurogym.training.errors import InputError

__all__ = ["trainer"]


def trainer(algorithm: str) -> Callable:
    """`train(config) -> curve` of "ppo" or "maskable"; raises InputError where a library for it is missing."""
    if algorithm == "ppo":
        part("ppo.run")  # which needs torch
    return part(algorithm).train


def part(name: str) -> ModuleType:
    """A module of this package; raises InputError where a library for it is missing."""
    # Threads that wait by spinning halve the speed and worse as soon as something else runs on the machine.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        return importlib.import_module(f"eurogym.training.learn.{name}")
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in ("torch", "stable_baselines3", "sb3_contrib", "tqdm"):
            raise
        raise InputError(f"training needs {package}: pip install 'eurogym[train]'") from None
