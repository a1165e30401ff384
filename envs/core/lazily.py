"""Packages that give out names of modules below them, each imported on first use."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any


def given_out(
    package: str,
    homes: Mapping[str, Sequence[str]],
    load: Callable[[str], Any] = importlib.import_module,
) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package: module below it -> the names that it gives out.

    load: imports a module by its full name.
    """
    home_of = {name: home for home, names in homes.items() for name in names}

    def get(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(load(f"{package}.{home_of[name]}"), name)

    return get
