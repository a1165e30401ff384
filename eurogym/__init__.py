"""eurogym: Euro board games for reinforcement learning.

    import eurogym
    env = eurogym.make("villagers", num_players=3)                          # PettingZoo AEC
    games = eurogym.make_batch("villagers", num_envs=1024, num_players=3)   # shared arrays

`help(eurogym.villagers_v0.env)` lists the options of a game with their meanings and allowed values.

Importing this package registers every game with PettingZoo and gymnasium and compiles nothing; a game is imported when
it is first used. `eurogym.envs` holds the games, `eurogym.agents` the agents that play them, `eurogym.measure` matches
and statistics, and `eurogym.training` the learners.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eurogym.envs import (
    EurogymError,
    IllegalActionError,
    OptionError,
    ReplayError,
    StateError,
    games,
    make,
    make_batch,
)
from eurogym.envs.core import registry as _registry
from eurogym.envs.core.faces import opponents as _opponents
from eurogym.envs.core.lazily import given_out

if TYPE_CHECKING:
    from eurogym import agents as agents
    from eurogym import castles_of_burgundy_v0 as castles_of_burgundy_v0
    from eurogym import keyflower_v0 as keyflower_v0
    from eurogym import training as training
    from eurogym import village_v0 as village_v0
    from eurogym import villagers_v0 as villagers_v0
    from eurogym.envs.core.faces.replay import Replay as Replay
    from eurogym.envs.core.step.batch import BatchedGame as BatchedGame

    __version__: str

__all__ = [
    "BatchedGame",
    "EurogymError",
    "IllegalActionError",
    "OptionError",
    "Replay",
    "ReplayError",
    "StateError",
    "__version__",
    "agents",
    "castles_of_burgundy_v0",
    "games",
    "keyflower_v0",
    "make",
    "make_batch",
    "training",
    "village_v0",
    "villagers_v0",
]


def _make_agent(name: str, game: str) -> Any:
    """Return an agent by name; `eurogym.agents` is imported on first use."""
    from eurogym import agents

    return agents.make(name, game=game)


_opponents.provide(_make_agent)


_given_out = given_out(
    "eurogym", {"envs.core.faces.replay": ["Replay"], "envs.core.step.batch": ["BatchedGame"]}
)


def __getattr__(name: str) -> Any:
    """Import a class, `eurogym.agents`, `eurogym.training`, a game's versioned module or the version on first use."""
    import importlib

    if name == "__version__":
        from importlib.metadata import version

        return version("eurogym")
    if name in ("agents", "training", *_registry.module_names()):
        return importlib.import_module(f"eurogym.{name}")
    return _given_out(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_registry.module_names()})
