"""eurogym: Euro board games for reinforcement learning.

    import eurogym
    env = eurogym.make("villagers", num_players=3)        # PettingZoo AEC
    from eurogym import villagers_v0
    b = villagers_v0.batch(num_envs=1024, num_players=3)

`help(eurogym.villagers_v0.env)` lists the options of a game, what they mean and what they may be.

Importing this package makes every game known to PettingZoo and gymnasium and compiles nothing; a game is imported when
it is first asked for. `eurogym.envs` are the games, `eurogym.agents` who plays, `eurogym.training` the command line.
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
)
from eurogym.envs.core import opponents as _opponents
from eurogym.envs.core import registry as _registry

if TYPE_CHECKING:
    from eurogym import agents as agents
    from eurogym import castles_of_burgundy_v0 as castles_of_burgundy_v0
    from eurogym import keyflower_v0 as keyflower_v0
    from eurogym import training as training
    from eurogym import village_v0 as village_v0
    from eurogym import villagers_v0 as villagers_v0

    __version__: str

__all__ = [
    "EurogymError",
    "IllegalActionError",
    "OptionError",
    "ReplayError",
    "StateError",
    "__version__",
    "agents",
    "castles_of_burgundy_v0",
    "games",
    "keyflower_v0",
    "make",
    "training",
    "village_v0",
    "villagers_v0",
]


def _make_agent(name: str, game: str) -> Any:
    """An agent by name; the agents are imported when the first one is asked for."""
    from eurogym import agents

    return agents.make(name, game=game)


_opponents.provide(_make_agent)


def __getattr__(name: str) -> Any:
    """`eurogym.agents`, `eurogym.training`, a game by its versioned name, the version: imported when asked for."""
    import importlib

    if name == "__version__":
        from importlib.metadata import version

        return version("eurogym")
    if name in ("agents", "training", *_registry.module_names()):
        return importlib.import_module(f"eurogym.{name}")
    raise AttributeError(f"module 'eurogym' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_registry.module_names()})
