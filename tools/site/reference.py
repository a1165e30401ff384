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
        "eurogym.envs.core.faces.aec",
        "eurogym.envs.core.faces.vector",
        "eurogym.envs.core.step.batch",
        "eurogym.envs.core.faces.functions",
    ),
    "What a game is made of": (
        "eurogym.envs.core.declare.options",
        "eurogym.envs.core.declare.actions",
        "eurogym.envs.core.declare.layout",
        "eurogym.envs.core.faces.replay",
        "eurogym.envs.core.draw.pictures",
        "eurogym.envs.core.declare.game",
        "eurogym.envs.core.declare.fields",
        "eurogym.envs.core.draw.drawing",
        "eurogym.envs.core.registry",
    ),
    "Agents": (
        "eurogym.agents",
        "eurogym.agents.framework.base",
        "eurogym.agents.framework.own",
        "eurogym.agents.framework.guest",
        "eurogym.agents.framework.search.searching",
        "eurogym.agents.framework.bots.ppo",
        "eurogym.agents.framework.bots.heuristic",
    ),
    "Learning": (
        "eurogym.training",
        "eurogym.training.learn.rollouts",
        "eurogym.training.learn.layers",
        "eurogym.training.learn",
        "eurogym.training.learn.config",
        "eurogym.training.learn.ppo",
        "eurogym.training.learn.maskable",
        "eurogym.training.learn.response",
        "eurogym.training.learn.tuning",
    ),
    "Measuring": (
        "eurogym.measure.games.matches",
        "eurogym.measure.evaluate",
        "eurogym.measure.compare",
        "eurogym.measure.exploit",
        "eurogym.measure.tournament",
        "eurogym.measure.selfplay",
        "eurogym.measure.solo",
        "eurogym.measure.stats.statistics",
        "eurogym.measure.scales",
        "eurogym.measure.ratings",
        "eurogym.measure.speed",
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
