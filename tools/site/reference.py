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
    "Start": ("eurogym", "eurogym.envs.core.errors"),
    GAMES: (),  # the public face of every game
    "Faces": (
        "eurogym.envs.core.aec",
        "eurogym.envs.core.vector",
        "eurogym.envs.core.batch",
        "eurogym.envs.core.faces",
    ),
    "What a game is made of": (
        "eurogym.envs.core.options",
        "eurogym.envs.core.actions",
        "eurogym.envs.core.layout",
        "eurogym.envs.core.replay",
        "eurogym.envs.core.pictures",
        "eurogym.envs.core.game",
        "eurogym.envs.core.fields",
        "eurogym.envs.core.drawing",
        "eurogym.envs.core.registry",
    ),
    "Agents": (
        "eurogym.agents",
        "eurogym.agents.framework.base",
        "eurogym.agents.framework.own",
        "eurogym.agents.framework.guest",
        "eurogym.agents.framework.searching",
        "eurogym.agents.framework.ppo",
        "eurogym.agents.framework.heuristic",
    ),
    "Learning": (
        "eurogym.training.learn",
        "eurogym.training.learn.config",
        "eurogym.training.learn.ppo",
        "eurogym.training.learn.maskable",
        "eurogym.training.learn.response",
        "eurogym.training.learn.tuning",
    ),
    "Measuring": (
        "eurogym.training.measure.matches",
        "eurogym.training.measure.evaluate",
        "eurogym.training.measure.compare",
        "eurogym.training.measure.exploit",
        "eurogym.training.measure.tournament",
        "eurogym.training.measure.selfplay",
        "eurogym.training.measure.solo",
        "eurogym.training.measure.statistics",
        "eurogym.training.measure.scales",
        "eurogym.training.measure.ratings",
        "eurogym.training.measure.speed",
    ),
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
    """The page of a module, written by Sphinx out of its docstrings."""
    members = f":members: {MEMBERS.get(module, '')}".rstrip()
    return f"# `{module}`\n\n```{{eval-rst}}\n.. automodule:: {module}\n   {members}\n```\n"


def overview() -> str:
    """The first page of the reference: the modules by purpose."""
    page = "# Reference\n\nMade from the docstrings of the public interface, with shapes, types, units and errors.\n"
    for heading, modules in sections().items():
        page += f"\n## {heading}\n\n"
        for module in modules:
            page += f"- [`{module}`]({page_name(module)}.md): {_first_words(module)}\n"
    return page


def _first_words(module: str) -> str:
    """The first paragraph of a module's docstring; read, not imported, for libraries may lack."""
    spec = importlib.util.find_spec(module)
    words = ast.get_docstring(ast.parse(Path(spec.origin).read_text(encoding="utf-8"))) or ""
    return " ".join(words.split("\n\n")[0].split()).rstrip(".").replace("``", "`")
