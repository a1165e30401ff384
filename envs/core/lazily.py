"""Packages that give out names of modules below them, each imported on first use."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any


def given_out(
    package: str, load: Callable[[str], Any] = importlib.import_module
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package, which gives out what it imports for type checkers alone.

    load: imports a module by its full name.
    """
    module = sys.modules[package]

    @cache
    def homes() -> dict[str, str | None]:  # not read before a name is asked for
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        return {
            alias.name: node.module
            for block in tree.body
            if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
            for node in block.body
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }

    def get(name: str) -> Any:
        home = homes().get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return load(f"{package}.{name}") if home == package else getattr(load(home), name)

    def names() -> list[str]:
        return sorted({*module.__all__, *(name for name in vars(module) if name.startswith("__"))})

    return get, names
