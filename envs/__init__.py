"""The games, and the engine that they share (`core`). A game is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eurogym.envs.core import registry as _registry
from eurogym.envs.core.errors import EurogymError, IllegalActionError, OptionError, ReplayError, StateError
from eurogym.envs.core.faces import modules as _modules

if TYPE_CHECKING:
    from eurogym.envs.core.faces.aec import OrderEnforcedEnv
    from eurogym.envs.core.step.batch import BatchedGame

__all__ = [
    "EurogymError",
    "IllegalActionError",
    "OptionError",
    "ReplayError",
    "StateError",
    "games",
    "make",
    "make_batch",
]

if __name__ == "envs":  # there is one package, and everything in it has one name
    raise ImportError("this folder is the package eurogym.envs: write `import eurogym.envs`")

_registry.discover("eurogym.envs", __path__)
if _registry.discover_brought():
    _modules.provide()


def games() -> list[str]:
    """Return the names of the installed games, for :func:`make`."""
    return _registry.games()


def make(name: str, **options: Any) -> OrderEnforcedEnv:
    """Make a game as a PettingZoo AEC environment with PettingZoo's order checks.

    Args:
        name: one of :func:`games`, with or without version (``"villagers"``, ``"villagers_v0"``).
        **options: the keywords of ``env`` in the game's module: the game's options and the arguments of
            :class:`eurogym.envs.core.faces.aec.RawEnv`. ``help(eurogym.villagers_v0.env)`` lists them.

    Returns:
        The environment.

    Raises:
        OptionError: the game, an option or a value is unknown; the message says what is allowed.
    """
    return _registry.module(name).env(**options)


def make_batch(name: str, **options: Any) -> BatchedGame:
    """Make many games in shared arrays, stepped by one call.

    Args:
        name: as for :func:`make`.
        **options: the keywords of ``batch`` in the game's module: ``num_envs``, how many games, the other arguments
            of :class:`eurogym.BatchedGame`, and the game's options. ``help(eurogym.villagers_v0.batch)`` lists them.

    Returns:
        The batch.

    Raises:
        OptionError: the game, an option or a value is unknown; the message says what is allowed.
    """
    return _registry.module(name).batch(**options)
