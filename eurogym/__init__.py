"""eurogym: Euro board games for reinforcement learning.

    import eurogym
    env = eurogym.make("villagers", num_players=3)                          # PettingZoo AEC
    games = eurogym.make_batch("villagers", num_envs=1024, num_players=3)   # shared arrays

`help(eurogym.villagers_v0.env)` lists the options of a game with their meanings and allowed values.

Importing this package registers every game with PettingZoo and gymnasium and compiles nothing; a game is imported when
it is first used, and so are the packages: `eurogym.agents` that play, `eurogym.measure` for matches and statistics,
`eurogym.design` for reports on games, `eurogym.training` for learners, `eurogym.text` for language models,
`eurogym.declare` and `eurogym.testing` for games of your own.
"""

from typing import TYPE_CHECKING
from typing import Any as _Any

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
from eurogym.envs.core import lazily as _lazily
from eurogym.envs.core import registry as _registry
from eurogym.envs.core.faces import opponents as _opponents

if TYPE_CHECKING:
    from eurogym import agents as agents
    from eurogym import castles_of_burgundy_v0 as castles_of_burgundy_v0
    from eurogym import declare as declare
    from eurogym import design as design
    from eurogym import keyflower_v0 as keyflower_v0
    from eurogym import measure as measure
    from eurogym import testing as testing
    from eurogym import text as text
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
    "declare",
    "design",
    "games",
    "keyflower_v0",
    "make",
    "make_batch",
    "measure",
    "testing",
    "text",
    "training",
    "village_v0",
    "villagers_v0",
]


def _make_agent(name: str, game: str) -> _Any:
    """Return an agent by name; `eurogym.agents` is imported on first use."""
    from eurogym import agents

    return agents.make(name, game=game)


_opponents.provide(_make_agent)


_given_out, _names = _lazily.given_out(__name__)


def __getattr__(name: str) -> _Any:
    """Import a class, a package, a game's versioned module or the version on first use."""
    import importlib.metadata

    if name == "__version__":
        return importlib.metadata.version("eurogym")
    if name in _registry.module_names():
        return importlib.import_module(f"eurogym.{name}")
    return _given_out(name)


def __dir__() -> list[str]:
    return sorted({*_names(), *_registry.module_names()})
