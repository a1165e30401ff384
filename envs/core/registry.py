"""The registry of games: folders of this package, and games that other packages name by entry points.

A game is imported when it is first used. A game of another package is named in its pyproject.toml::

    [project.entry-points."eurogym.games"]
    high_card_v0 = "high_card"

with the versioned name on the left, and on the right the module or package whose ``GAME`` it is. It is checked before
it is listed: :func:`troubles` says what is wrong with it, and the other games are not affected.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import importlib.util
import re
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from eurogym.envs.core.errors import EurogymError, OptionError

if TYPE_CHECKING:
    from eurogym.envs.core.declare.game import Game


@dataclass(frozen=True)
class Entry:
    """A declared game: its short name, its version, and the package with its public functions and ``GAME``."""

    name: str
    version: int
    package: str

    @property
    def module_name(self) -> str:
        """Versioned module name, ``"villagers_v0"``."""
        return f"{self.name}_v{self.version}"

    @property
    def faces(self) -> str:
        """The module of the public functions."""
        return f"eurogym.{self.module_name}" if self.name in _brought else self.package

    @property
    def gymnasium_id(self) -> str:
        """The id in gymnasium, ``"eurogym/CastlesOfBurgundy-v0"``."""
        words = "".join(word.capitalize() for word in self.name.split("_"))
        return f"eurogym/{words}-v{self.version}"

    @property
    def pettingzoo_id(self) -> str:
        """The id in PettingZoo, ``"eurogym/castles_of_burgundy-v0"``."""
        return f"eurogym/{self.name}-v{self.version}"


GROUP = "eurogym.games"  # of entry points
_VERSIONED = re.compile(r"(?P<name>[a-z][a-z0-9_]*)_v(?P<version>\d+)")
_entries: dict[str, Entry] = {}
_brought: dict[str, str] = {}  # game of another package -> that package's name
_refused: dict[str, str] = {}  # name -> why the game cannot be used
_looking: set[str] = set()  # games whose module is being imported


def version_of(folder: str | Path) -> int:
    """Return the version of the game in a folder: the number in its file ``VERSION``.

    It is raised when rules, rewards or encodings change; results of different versions are not comparable.

    Raises:
        EurogymError: there is no such file, or it does not hold a number.
    """
    path = Path(folder) / "VERSION"
    try:
        return int(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise EurogymError(
            f"the version of the game in {path.parent} is unknown: its file VERSION does not contain a number, and no "
            f"entry point of {GROUP} names it (NAME_v0 = ...)"
        ) from error


def version_of_package(package: str) -> int | None:
    """Return the version under which the game of a package is declared, or None."""
    return next((known.version for known in _entries.values() if known.package == package), None)


def declare(name: str, version: int, package: str) -> Entry:
    """Register a game by name with eurogym, gymnasium and PettingZoo, without importing it."""
    entry = Entry(name, version, package)
    if _entries.get(name) != entry:
        _entries[name] = entry
        _register_elsewhere(entry)
    return entry


def discover(package: str, folders: Iterable[str | Path]) -> None:
    """Declare every game of a package, that is each sub-package with a file ``VERSION``, without importing them."""
    for folder in map(Path, folders):
        for path in sorted(folder.glob("*/VERSION")):
            declare(path.parent.name, version_of(path.parent), f"{package}.{path.parent.name}")


def register(game: Game, module: ModuleType | str) -> Entry:
    """Register a loaded game; ``module`` is the package with its public functions (object or name)."""
    return declare(game.name, game.version, module if isinstance(module, str) else module.__name__)


def discover_brought() -> bool:
    """Declare the games that other installed packages name by entry points, without importing them; return whether
    there are any."""
    found: dict[str, list[metadata.EntryPoint]] = {}
    for point in metadata.entry_points(group=GROUP):
        named = _VERSIONED.fullmatch(point.name)
        if named is None:
            _refused[point.name] = (
                f"{_distribution(point)} names a game {point.name!r} (entry points {GROUP}); a name "
                f"must be lower-case letters, digits and _, followed by the version: {point.name}_v0"
            )
        else:
            found.setdefault(named["name"], []).append(point)
    for name, points in sorted(found.items()):
        packages = sorted({_distribution(point) for point in points})
        if name in _entries and name not in _brought:
            _refused[f"{name} of {packages[0]}"] = (
                f"{packages[0]} names a game {name!r}, but eurogym has a game of this name; it is ignored"
            )
        elif len({(point.name, point.value) for point in points}) > 1:
            _refused[name] = (
                f"several packages provide a game {name!r}: {', '.join(packages)}; uninstall all but one"
            )
        else:
            version = _VERSIONED.fullmatch(points[0].name)["version"]  # type: ignore[index] # looked at above
            _brought[name] = packages[0]
            declare(name, int(version), points[0].value)
    return bool(_brought)


def _distribution(point: metadata.EntryPoint) -> str:
    return "a package" if point.dist is None else f"the package {point.dist.name}"


@functools.cache
def _trouble(entry: Entry) -> str:
    """Import the game of another package and return why it cannot be used, or ""."""
    where = f"the game {entry.name!r} of {_brought[entry.name]}"
    _looking.add(entry.name)
    try:
        found = importlib.import_module(entry.package)
    except Exception as error:  # whatever another package's module raises
        if isinstance(error, ModuleNotFoundError) and f"{entry.package}.".startswith(f"{error.name}."):
            return (
                f"{where}: the entry point {entry.module_name} = {entry.package!r} names a module that does not exist, "
                f"{error.name}"
            )
        return f"{where} cannot be imported ({type(error).__name__}: {' '.join(str(error).split())})"
    finally:
        _looking.discard(entry.name)
    known = getattr(found, "GAME", None)
    if known is None:
        return f"{where}: {_without_game(found)}"
    if (known.name, known.package) != (entry.name, entry.package):
        return (
            f"{where}: GAME of {entry.package} says that it is {known.name!r} in the package {known.package!r}; "
            f"the entry point, the options' game_name and the last part of the package must be the same name"
        )
    return ""


def _without_game(found: ModuleType) -> str:
    """Explain a module without GAME: perhaps it is a folder of the same name that is found first."""
    if getattr(found, "__file__", None) is None:
        folders = ", ".join(map(str, getattr(found, "__path__", ())))
        return (
            f"Python imports the folder {folders}, which has no __init__.py, as the module {found.__name__}; set "
            'package-dir = { "" = "." } under [tool.setuptools] in the pyproject.toml of the package and install it '
            "again, or run from another folder"
        )
    return f"the module {found.__name__} has no GAME"


def trouble(name: str) -> str:
    """Return why the game of another package cannot be used, or ""."""
    return _trouble(entry(name)) if name in _brought else ""


def troubles() -> dict[str, str]:
    """Return the games of other packages that cannot be used, by name, each with the reason in a sentence."""
    found = {name: _trouble(entry) for name, entry in _entries.items() if name in _brought}
    return _refused | {name: words for name, words in found.items() if words}


def games() -> list[str]:
    """Return the names of the games that are installed and can be used, sorted."""
    return sorted(name for name, entry in _entries.items() if _is_usable(entry))


def _is_usable(entry: Entry) -> bool:
    if entry.name not in _brought:
        return importlib.util.find_spec(entry.package) is not None
    return entry.name not in _looking and not _trouble(entry)


def shipped() -> list[str]:
    """Return the names of the games of this package, sorted."""
    home = __name__.rpartition(".core.")[0]
    return sorted(name for name, entry in _entries.items() if entry.package == f"{home}.{name}")


def is_brought(name: str) -> bool:
    """Return whether a game comes from another package."""
    return name in _brought


def module_names() -> list[str]:
    """Return the versioned module names of the games, sorted."""
    return sorted(entry.module_name for entry in _entries.values())


def entry(name: str) -> Entry:
    """Return the declared entry of a game, named as ``"villagers"`` or ``"villagers_v0"``."""
    for known in _entries.values():
        if name in (known.name, known.module_name):
            return known
    if name in _refused:
        raise OptionError(_refused[name])
    close = difflib.get_close_matches(name, games(), n=1)
    hint = f"; did you mean {close[0]!r}?" if close else "."
    raise OptionError(f"no game is called {name!r}{hint} Installed games: {', '.join(games())}")


def module(name: str) -> ModuleType:
    """Import and return the module with the public functions of a game.

    This is the game's package or, for a game of another package, ``eurogym.NAME_v0``.

    Raises:
        OptionError: there is no such game, or something is wrong with it.
    """
    found = entry(name)
    return importlib.import_module(found.faces)


def sound(entry: Entry) -> Game:
    """Import and return the game of an entry; raise OptionError if it cannot be used."""
    trouble = _trouble(entry)
    if trouble:
        raise OptionError(trouble)
    return importlib.import_module(entry.package).GAME


def brought() -> list[Entry]:
    """Return the declared games of other packages."""
    return [known for known in map(_entries.get, _brought) if known is not None]


def game(name: str) -> Game:
    """Return the :class:`~eurogym.envs.core.declare.game.Game` of a name."""
    return module(name).GAME


def _register_elsewhere(entry: Entry) -> None:
    import gymnasium
    from pettingzoo.env_registry import registration as pettingzoo_registry

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a game that is declared again simply replaces itself
        gymnasium.register(
            entry.gymnasium_id,
            entry_point=f"{entry.faces}:gym_env",
            vector_entry_point=f"{entry.faces}:vector_env",
            order_enforce=True,
        )
        pettingzoo_registry.register("aec", entry.pettingzoo_id, entry_point=f"{entry.faces}:env")
