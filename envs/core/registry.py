"""Which games there are. A game is its folder: found by name, imported when first used."""

from __future__ import annotations

import importlib
import importlib.util
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from eurogym.envs.core.errors import OptionError

if TYPE_CHECKING:
    from eurogym.envs.core.game import Game


@dataclass(frozen=True)
class Entry:
    """One declared game: short name, version, and the package with its public faces and ``GAME``."""

    name: str
    version: int
    package: str

    @property
    def module_name(self) -> str:
        """Versioned module name, ``"villagers_v0"``."""
        return f"{self.name}_v{self.version}"

    @property
    def gymnasium_id(self) -> str:
        """``"eurogym/CastlesOfBurgundy-v0"``."""
        words = "".join(word.capitalize() for word in self.name.split("_"))
        return f"eurogym/{words}-v{self.version}"

    @property
    def pettingzoo_id(self) -> str:
        """``"eurogym/castles_of_burgundy-v0"``."""
        return f"eurogym/{self.name}-v{self.version}"


_entries: dict[str, Entry] = {}


def version_of(folder: str | Path) -> int:
    """The version of the game in a folder: the number in its file ``VERSION``.

    Results of two versions do not compare: it is raised when rules, rewards or encodings change.
    """
    return int((Path(folder) / "VERSION").read_text(encoding="utf-8"))


def declare(name: str, version: int, package: str) -> Entry:
    """Make a game known by name to eurogym, gymnasium and pettingzoo, without importing it."""
    entry = Entry(name, version, package)
    if _entries.get(name) != entry:
        _entries[name] = entry
        _register_elsewhere(entry)
    return entry


def discover(package: str, folders: Iterable[str | Path]) -> None:
    """Declare every game of a package: each sub-package with a file ``VERSION``. Imports none of them."""
    for folder in map(Path, folders):
        for path in sorted(folder.glob("*/VERSION")):
            declare(path.parent.name, version_of(path.parent), f"{package}.{path.parent.name}")


def register(game: Game, module: ModuleType | str) -> Entry:
    """Make a loaded game known; ``module`` is the package that bears its faces (object or name)."""
    return declare(game.name, game.version, module if isinstance(module, str) else module.__name__)


def games() -> list[str]:
    """Names of the games that are installed, sorted."""
    return sorted(
        name for name, entry in _entries.items() if importlib.util.find_spec(entry.package) is not None
    )


def module_names() -> list[str]:
    """Versioned module names of the games, sorted."""
    return sorted(entry.module_name for entry in _entries.values())


def entry(name: str) -> Entry:
    """The declared entry of a game; accepts ``"villagers"`` and ``"villagers_v0"``."""
    for known in _entries.values():
        if name in (known.name, known.module_name):
            return known
    raise OptionError(f"no game is called {name!r}; there are: {', '.join(games())}")


def module(name: str) -> ModuleType:
    """The package of a game, imported."""
    return importlib.import_module(entry(name).package)


def game(name: str) -> Game:
    """The :class:`~eurogym.envs.core.game.Game` of a name."""
    return module(name).GAME


def _register_elsewhere(entry: Entry) -> None:
    import gymnasium
    from pettingzoo.env_registry import registration as pettingzoo_registry

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a game declared again simply takes its own place
        gymnasium.register(
            entry.gymnasium_id,
            entry_point=f"{entry.package}:gym_env",
            vector_entry_point=f"{entry.package}:vector_env",
            order_enforce=True,
        )
        pettingzoo_registry.register("aec", entry.pettingzoo_id, entry_point=f"{entry.package}:env")
