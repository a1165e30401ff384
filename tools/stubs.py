"""Stub files for type checkers and editors, written from the signatures that options give the public functions.

A game's functions are made at run time from its declared options, which tools that only read files cannot follow.
`eurogym/<game>_v0.pyi` describes these functions, and `eurogym/__init__.pyi` what `make` takes for each game. They are
written by `python -m tools stubs`; a test checks that they are up to date.
"""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys
import textwrap
import types
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import eurogym
from eurogym.envs.core import registry
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.faces.aec import OrderEnforcedEnv, RawEnv
from eurogym.envs.core.faces.functions import SUMMARIES, arguments_of, signature_of

ROOT = Path(__file__).resolve().parents[1]
WRITTEN = "Written by `python -m tools stubs` from the declared options."
PACKAGE = '''"""eurogym: Euro board games for reinforcement learning.

{written}
"""

{imports}
from eurogym import agents as agents
from eurogym import training as training
{modules}
from eurogym.envs import EurogymError as EurogymError
from eurogym.envs import IllegalActionError as IllegalActionError
from eurogym.envs import OptionError as OptionError
from eurogym.envs import ReplayError as ReplayError
from eurogym.envs import StateError as StateError

__version__: str
__all__ = {public}

def games() -> list[str]:
    """Names of the installed games, for `make`."""

{overloads}
'''


class Imports:
    """What a stub imports: modules by the names that its annotations use."""

    def __init__(self) -> None:
        self.found: set[tuple[str, str]] = set()

    def name(self, module: str, name: str) -> str:
        """The name of a thing, imported."""
        if module != "builtins":
            self.found.add((module, name))
        return name

    def text(self) -> str:
        """Import statements."""
        return "\n".join(f"from {module} import {name}" for module, name in sorted(self.found))


def in_words(annotation: Any, imports: Imports) -> str:
    """The source text of an annotation."""
    origin, inside = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation is Any:
        return imports.name("typing", "Any")
    if annotation is type(None):
        return "None"
    if origin is typing.Literal:
        return f"{imports.name('typing', 'Literal')}[{', '.join(map(repr, inside))}]"
    if origin in (typing.Union, types.UnionType):
        return " | ".join(in_words(one, imports) for one in inside)
    if origin is not None:
        name = imports.name(origin.__module__, origin.__name__)
        return f"{name}[{', '.join(in_words(one, imports) for one in inside)}]"
    return imports.name(annotation.__module__, annotation.__name__)


def keywords(parameters: list[inspect.Parameter], imports: Imports) -> str:
    """Keyword parameters with annotations and defaults, each with a comma behind."""
    return "".join(
        f"{one.name}: {in_words(one.annotation, imports)} = {one.default!r}, " for one in parameters
    )


def game_stub(name: str) -> str:
    """The stub of a game's versioned module."""
    module = importlib.import_module(f"eurogym.{registry.entry(name).module_name}")
    imports = Imports()
    imports.name("eurogym.envs.core.declare.game", "Game")
    functions = []
    for face in SUMMARIES:
        function: Callable[..., Any] = getattr(module, face)
        signature = inspect.signature(function)
        taken = keywords(list(signature.parameters.values()), imports)
        doc = textwrap.indent(f'"""{inspect.getdoc(function)}\n"""', "    ")
        returned = in_words(signature.return_annotation, imports)
        functions.append(f"def {face}(*, {taken}) -> {returned}:\n{doc}\n")
    return f'"""{module.__doc__}\n\n{WRITTEN}\n"""\n\n{imports.text()}\n\nGAME: Game\n\n' + "\n".join(
        functions
    )


def package_stub() -> str:
    """The stub of `eurogym`: `make` by game, for games of other packages with what all games take."""
    imports = Imports()
    decorator = "@" + imports.name("typing", "overload")
    literal = imports.name("typing", "Literal")
    returned = in_words(OrderEnforcedEnv, imports)
    shared = GameOptions.names()
    overloads = []
    for name in registry.shipped():
        game = registry.game(name)
        names = f"{literal}[{name!r}, {game.id!r}]"
        taken = keywords(list(signature_of(game, RawEnv, OrderEnforcedEnv).parameters.values()), imports)
        overloads.append(f"{decorator}\ndef make(name: {names}, *, {taken}) -> {returned}: ...")
    everybodys = [*shared, *(one.name for one in arguments_of(RawEnv))]
    parameters = signature_of(game, RawEnv, OrderEnforcedEnv).parameters
    taken = keywords([parameters[one] for one in everybodys], imports)
    overloads.append(f"{decorator}\ndef make(name: str, *, {taken}) -> {returned}: ...")
    modules = [f"from eurogym import {one} as {one}" for one in registry.module_names()]
    return PACKAGE.format(
        written=WRITTEN,
        imports=imports.text(),
        public=eurogym.__all__,
        modules="\n".join(modules),
        overloads="\n".join(overloads),
    )


def formatted(text: str) -> str:
    """A stub as the project's formatter leaves it."""
    for command in (["check", "--select", "I", "--fix"], ["format"]):
        run = [sys.executable, "-m", "ruff", *command, "--quiet", "--stdin-filename", "stub.pyi", "-"]
        text = subprocess.run(run, input=text, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return text


def stubs() -> dict[Path, str]:
    """Every stub file with its text."""
    folder = ROOT / "eurogym"
    texts = {
        folder / f"{registry.entry(name).module_name}.pyi": game_stub(name) for name in registry.shipped()
    }
    texts[folder / "__init__.pyi"] = package_stub()
    return {path: formatted(text) for path, text in texts.items()}
