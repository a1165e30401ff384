"""Agents by name: `make("mc:sims=200", game="villagers")`, `available("villagers")`.

A spec is a name, optionally followed by a colon and parameters: `name:key=value,key=value`.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
from dataclasses import dataclass
from functools import cache
from typing import Any

from envs.core import registry
from envs.core.errors import EurogymError


class AgentError(EurogymError, ValueError):
    """A wrong agent name or parameter; the message says which are known."""


@dataclass(frozen=True)
class AgentEntry:
    """A registered agent: where its class is, what it does, and for which games (None: all)."""

    name: str
    where: str
    help: str
    games: tuple[str, ...] | None = None

    def load(self) -> type:
        """The agent's class; imported on first use."""
        module, _, attribute = self.where.partition(":")
        return getattr(importlib.import_module(module), attribute)


_REGISTRY: dict[str, AgentEntry] = {}


def register(name: str, where: str, help: str, games: tuple[str, ...] | None = None) -> None:
    """Make an agent class known: `where` is "module:Class", a subclass of agents.framework.base.Agent."""
    _REGISTRY[name] = AgentEntry(name, where, help, games)


register("random", "agents.framework.random_agent:RandomAgent", "a uniformly random legal action")
register("greedy", "agents.framework.greedy:GreedyAgent", "the best position one step ahead")
register(
    "mc",
    "agents.framework.mc:MonteCarloAgent",
    "flat Monte Carlo over determinized copies (sims=, ms=, playout=)",
)
register("ppo", "agents.framework.ppo:PpoAgent", "trained policy, run with numpy alone (path=, sample=)")


def make(spec: Any, game: Any = None, **parameters: Any) -> Any:
    """The agent of a spec string; keyword parameters override those of the string.

    `game` is a game or its name and checks that the agent can play it. Something that is an agent already
    (it has `act`) is given back as it is. Raises AgentError with the known names or parameters.
    """
    if hasattr(spec, "act"):
        return spec
    if not isinstance(spec, str):
        raise AgentError(f"an agent is named by a text such as 'mc:sims=200', not by {spec!r}")
    name, _, tail = spec.partition(":")
    game_name = getattr(game, "name", game)
    known = {entry.name: entry for entry in _entries(game_name)}
    entry = known.get(name)
    if entry is None:
        names = list(known)
        close = difflib.get_close_matches(name, names, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else "."
        where = f" for {game_name}" if game_name else ""
        raise AgentError(f"no agent called {name!r}{where}{hint} Known: {', '.join(names)}")
    values: dict[str, Any] = {}
    for part in filter(None, tail.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise AgentError(f"agent {spec!r}: {part!r} is not of the form parameter=value")
        values[key.strip()] = value.strip()
    values.update(parameters)
    return entry.load()(spec, **values)


def available(game: Any = None) -> dict[str, str]:
    """Names of the agents for a game (or of all) with a line of help each."""
    return {entry.name: entry.help for entry in _entries(getattr(game, "name", game))}


def heuristic_name(game: Any) -> str:
    """The agent with hand-written play for this game alone; `greedy` where there is none."""
    own = _heuristic_of(getattr(game, "name", game))
    return "greedy" if own is None else own.name


def describe(name: str) -> list[tuple[str, str, str]]:
    """The parameters of an agent: rows of (name, default, help)."""
    entry = next(entry for entry in _entries(None) if entry.name == name)
    return [(one.name, str(one.default), one.help) for one in entry.load().parameters]


def _entries(game_name: str | None) -> list[AgentEntry]:
    """Agents for a game (None: for any), the game's own heuristic after the two that need no knowledge of it."""
    shared = [e for e in _REGISTRY.values() if game_name is None or e.games is None or game_name in e.games]
    names = registry.games() if game_name is None else [game_name]
    own = [entry for entry in map(_heuristic_of, names) if entry is not None]
    return shared[:2] + own + shared[2:]


@cache
def _heuristic_of(game_name: str) -> AgentEntry | None:
    """The heuristic that `agents.<game>` declares by `HEURISTIC` (its name) and `HELP`; None where there is none."""
    package = f"{__name__}.{game_name}"
    if game_name == "framework" or importlib.util.find_spec(package) is None:
        return None
    own = importlib.import_module(package)
    if not hasattr(own, "HEURISTIC"):
        return None
    return AgentEntry(own.HEURISTIC, "agents.framework.heuristic:HeuristicAgent", own.HELP, (game_name,))
