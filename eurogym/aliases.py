"""Other names of the same modules: `eurogym.villagers_v0` and `eurogym.envs.villagers_v0` are `eurogym.envs.villagers`;
in a checkout `envs` is `eurogym.envs`, with all that is below it.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

_FOLDERS = {"envs", "agents", "training"}
_stood_in: set[str] = set()  # folders that were imported by their own names


def real_name(name: str) -> str | None:
    """The module that is meant by another name of it; None where the name is its own."""
    top, _, rest = name.partition(".")
    if top in _stood_in and rest:
        return f"eurogym.{name}"
    registry = sys.modules.get("eurogym.envs.core.registry")
    parent, _, last = name.rpartition(".")
    if registry is not None and parent in ("eurogym", "eurogym.envs"):
        return registry.package_of(last)
    return None


def stand_in(folder: str) -> None:
    """Called by a folder that is imported by its own name: it gives place to the module of the package."""
    _stood_in.add(folder)
    sys.modules[folder] = importlib.import_module(f"eurogym.{folder}")


def install() -> None:
    """Let the import system know the other names; once, however often it is called."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        real = real_name(fullname)
        return None if real is None else ModuleSpec(fullname, _Same(real), is_package=True)


class _Same(Loader):
    """Hands out a module that is there, instead of making one."""

    def __init__(self, name: str):
        self.name = name

    def create_module(self, spec: ModuleSpec) -> None:
        return None  # an empty one, whose place in `sys.modules` is taken at once

    def exec_module(self, module: ModuleType) -> None:
        sys.modules[module.__name__] = importlib.import_module(self.name)
