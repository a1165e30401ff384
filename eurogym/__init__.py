"""eurogym: Euro board games for reinforcement learning.

    import eurogym
    env = eurogym.make("villagers", num_players=3)        # PettingZoo AEC
    from eurogym import villagers_v0
    b = villagers_v0.batch(num_envs=1024, num_players=3)

Importing this package makes every game known to PettingZoo and gymnasium and compiles nothing; a game is imported when
it is first asked for. `eurogym.envs` are the games, `eurogym.agents` who plays, `eurogym.training` the command line.
"""

from __future__ import annotations

from pathlib import Path as _Path
from typing import Any

_HERE = _Path(__file__).resolve().parent
if not (_HERE / "envs").is_dir():  # a checkout: the folders of this package lie beside it
    __path__.append(str(_HERE.parent))

from eurogym import aliases as _aliases  # noqa: E402 - the path comes first

_aliases.install()

from eurogym.envs import (  # noqa: E402
    EurogymError,
    IllegalActionError,
    OptionError,
    ReplayError,
    StateError,
    games,
    make,
)
from eurogym.envs.core import registry as _registry  # noqa: E402

__all__ = [
    "EurogymError",
    "IllegalActionError",
    "OptionError",
    "ReplayError",
    "StateError",
    "games",
    "make",
]


def __getattr__(name: str) -> Any:
    """`eurogym.agents`, `eurogym.training`, a game by its versioned name, the version: imported when asked for."""
    import importlib

    if name == "__version__":
        from importlib.metadata import version

        return version("eurogym")
    if name in ("agents", "training") or _aliases.real_name(f"eurogym.{name}"):
        return importlib.import_module(f"eurogym.{name}")
    raise AttributeError(f"module 'eurogym' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), "agents", "training", *_registry.module_names()])
