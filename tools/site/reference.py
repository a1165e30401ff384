"""The pages of the reference: which modules are for readers, and what Sphinx is told about each."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path

from eurogym.envs.core import registry

GAMES = "Games"
# what stands on the page of a module, where it is not all that is public: the rest has a page of its own
MEMBERS = {"eurogym": "games, make"}
# heading -> modules, the most asked for first
SECTIONS: dict[str, tuple[str, ...]] = {
    "Start": ("eurogym",),
    GAMES: (),  # the public face of every game
    "What they make": (
        "eurogym.envs.core.faces.aec",
        "eurogym.envs.core.faces.vector",
        "eurogym.envs.core.faces.functions",
    ),
    "Agents": ("eurogym.agents",),
    "Measuring": ("eurogym.measure",),
    "Designing": ("eurogym.design",),
    "Learning": ("eurogym.training",),
    "Words": ("eurogym.text",),
    "A game of your own": ("eurogym.declare", "eurogym.testing"),
}


def sections() -> dict[str, tuple[str, ...]]:
    """Heading -> modules, with the games of this package."""
    names = (f"eurogym.{name}" for name in registry.module_names())
    games = tuple(name for name in names if importlib.util.find_spec(name))
    return SECTIONS | {GAMES: games}


def page_name(module: str) -> str:
    """Name of the page of a module, without ending."""
    return module.removeprefix("eurogym.")


def module_page(module: str) -> str:
    """Return the page of a module, written by Sphinx out of its docstrings."""
    members = f":members: {MEMBERS.get(module, '')}".rstrip()
    return f"# `{module}`\n\n```{{eval-rst}}\n.. automodule:: {module}\n   {members}\n```\n"


def overview() -> str:
    """Return the first page of the reference: the modules by purpose."""
    page = "# Reference\n\nMade from the docstrings of the public interface, with shapes, types, units and errors.\n"
    for heading, modules in sections().items():
        page += f"\n## {heading}\n\n"
        for module in modules:
            page += f"- [`{module}`]({page_name(module)}.md): {_first_words(module)}\n"
    return page


def _first_words(module: str) -> str:
    """Return the first paragraph of a module's docstring; read, not imported, for libraries may lack."""
    spec = importlib.util.find_spec(module)
    words = ast.get_docstring(ast.parse(Path(spec.origin).read_text(encoding="utf-8"))) or ""
    return " ".join(words.split("\n\n")[0].split()).rstrip(".").replace("``", "`")
