"""Agents by name: `make("mc:sims=200", game="villagers")`, `available("villagers")`.

A spec is the name of an agent of this package, or of a guest agent that another package installs, optionally followed
by a colon and parameters: `name:key=value,key=value`. Your own bots are named by where they are defined,
`my_bot.py:MyBot:key=value` or `my_module:MyBot`, or passed as objects (docs/own_bots.md).
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING, Any

from eurogym.envs.core import registry
from eurogym.envs.core.errors import EurogymError

if TYPE_CHECKING:
    from eurogym.agents.framework.base import AgentProtocol
    from eurogym.envs.core.declare.game import Game
    from eurogym.envs.core.faces.opponents import Opponent


class AgentError(EurogymError, ValueError):
    """A wrong agent name or parameter, or a bot that does not behave as an agent; the message says what is allowed."""


@dataclass(frozen=True)
class AgentEntry:
    """A registered agent: its name, where its class is, and what it does."""

    name: str
    where: str
    help: str

    def load(self) -> Any:
        """Return the agent's class, imported on first use."""
        module, _, attribute = self.where.partition(":")
        return getattr(importlib.import_module(module), attribute)


HEURISTIC = "heuristic"
_REGISTRY: dict[str, AgentEntry] = {}


def register(name: str, where: str, help: str) -> None:
    """Register an agent class; `where` is "module:Class", a subclass of eurogym.agents.framework.base.Agent."""
    _REGISTRY[name] = AgentEntry(name, where, help)


register("random", "eurogym.agents.framework.random_agent:RandomAgent", "a uniformly random legal action")
register(
    "greedy",
    "eurogym.agents.framework.search.searching:GreedyAgent",
    "the best position one step ahead (leaf=)",
)
register(
    HEURISTIC,
    "eurogym.agents.framework.bots.heuristic:HeuristicAgent",
    "hand-written play for the game; the game's own name is an alias",
)
register(
    "mc",
    "eurogym.agents.framework.search.searching:MonteCarloAgent",
    "search that needs no training: flat Monte Carlo over determinized copies (sims=, ms=, playout=, leaf=)",
)
register(
    "ppo",
    "eurogym.agents.framework.bots.ppo:PpoAgent",
    "the trained network that plays the table best; needs only numpy (plain=, path=, sample=)",
)
register(
    "search",
    "eurogym.agents.framework.search.searching:TreeSearchAgent",
    "tree search guided by the trained policy and its values (sims=, ms=, guide=, path=)",
)
register(
    "best",
    "eurogym.agents.framework.bots.best:BestAgent",
    "the strongest agent at the table within a time per decision, by the measured ladder (ms=)",
)
register(
    "level",
    "eurogym.agents.framework.bots.level:LevelAgent",
    "an opponent for people, from 1 to 10 (n=; `eurogym games agents GAME --levels`)",
)
register(
    "program",
    "eurogym.agents.framework.guest:ProgramAgent",
    "a program in any language, asked over its standard input (command=, ms=; docs/own_bots.md)",
)
GUESTS = "eurogym.bots"  # the entry point group in which other packages name their agents


def make(
    spec: str | Opponent, game: str | Game | None = None, **parameters: bool | float | str
) -> AgentProtocol:
    """Make the agent that a spec string describes.

    Args:
        spec: a spec string, or an object. An object that is an agent already is returned as it is; any other object
            with `act(batch, games)` is given a name and `reset`, and its answers are checked.
        game: a game or its name; only agents for this game are accepted.
        **parameters: parameters of the agent, which override those in the string.

    Raises:
        AgentError: the name or a parameter is unknown, or there is something wrong with a bot of your own.
    """
    from eurogym.agents.framework import own

    if not isinstance(spec, str):
        if parameters:
            raise AgentError(
                "parameters can be given only for an agent named by a string; an object has its own"
            )
        return own.seated(spec)
    name, _, tail = spec.partition(":")
    game_name: Any = getattr(game, "name", game)
    known = {entry.name: entry for entry in _entries(game_name)}
    entry = known.get(name)
    if entry is not None:
        return entry.load()(spec, **(own.spec_values(spec, tail) | parameters))
    if name in guests() and name not in available():
        from eurogym.agents.framework.guest import EntryPointAgent

        values = own.spec_values(spec, tail) | parameters
        return EntryPointAgent(spec, **values | {"where": guests()[name]})
    if own.is_own(spec) and name not in available():
        return own.make_own(spec, parameters, tuple(known))
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else "."
    where = f" for {game_name}" if game_name else ""
    raise AgentError(
        f"no agent called {name!r}{where}{hint} Known: {', '.join([*known, *guests()])}; own bots: {own.FORM}"
    )


def available(game: Any = None) -> dict[str, str]:
    """Return the agents for a game (or for all games) as ``{name: help}``, heuristics also under their own names."""
    return {entry.name: entry.help for entry in _entries(getattr(game, "name", game))}


def ladder(game: Any, players: int | None = None) -> list[Any]:
    """Return the measured rungs of a game, weakest first: rows with rating, share against the heuristic, milliseconds.

    `players` is the number of players at the tables, None for all. See `eurogym.agents.framework.ladder.Rung`.
    """
    from eurogym.agents.framework import ladder as measured

    return measured.rungs(getattr(game, "name", game), players)


@cache
def guests() -> dict[str, str]:
    """Return the agents of other installed packages (docs/own_bots.md), as ``{name: "module:Class"}``."""
    return {one.name: one.value.replace(" ", "") for one in metadata.entry_points(group=GUESTS)}


def package_of(game_name: str) -> str:
    """Return the package of a game's own agents: `eurogym.agents.<game>`, or `agents` inside another package's game."""
    if registry.is_brought(game_name):
        return f"{registry.entry(game_name).package}.agents"
    return f"eurogym.agents.{game_name}"


def exists(module: str) -> bool:
    """Return whether a module can be imported; finding out may import the packages around it."""
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def heuristic_name(game: Any) -> str:
    """Return the own name of the agent `heuristic` for this game, or `greedy` if it has no hand-written play."""
    own = _heuristic_of(getattr(game, "name", game))
    return "greedy" if own is None else own.name


def has_heuristic(game: Any) -> bool:
    """Return whether there is hand-written play for this game."""
    return _heuristic_of(getattr(game, "name", game)) is not None


def runs_code(spec: str) -> bool:
    """Return whether making this agent runs code from outside this package: a program, a file, a module or a guest.

    Check this first for agents that are named in a file that may come from anywhere.
    """
    from eurogym.agents.framework import own

    name = spec.partition(":")[0]
    return name == "program" or (name not in available() and (name in guests() or own.is_own(spec)))


def describe(name: str) -> list[tuple[str, str, str]]:
    """Return the parameters of an agent as rows of (name, default, help); raise AgentError for an unknown name."""
    entry = next((entry for entry in _entries(None) if entry.name == name), None)
    if entry is None:
        raise AgentError(f"no agent called {name!r}; known: {', '.join(available())}")
    return [(one.name, str(one.default), one.help) for one in entry.load().parameters]


def _entries(game_name: str | None) -> list[AgentEntry]:
    """Return the agents for a game (None: for any), the heuristic's own name after the agent `heuristic`."""
    shared = list(_REGISTRY.values())
    names = registry.games() if game_name is None else [game_name]
    own = [entry for entry in map(_heuristic_of, names) if entry is not None]
    if not own:
        return [entry for entry in shared if entry.name != HEURISTIC]
    behind = 1 + next((n for n, entry in enumerate(shared) if entry.name == HEURISTIC), len(shared) - 1)
    return shared[:behind] + own + shared[behind:]


@cache
def _heuristic_of(game_name: str) -> AgentEntry | None:
    """Return the heuristic that a game's agents declare by `HEURISTIC` (its name) and `HELP`, or None."""
    package = package_of(game_name)
    if game_name == "framework" or not exists(package):
        return None
    own = importlib.import_module(package)
    if not hasattr(own, "HEURISTIC"):
        return None
    return AgentEntry(own.HEURISTIC, "eurogym.agents.framework.bots.heuristic:HeuristicAgent", own.HELP)
