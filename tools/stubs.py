"""Stub files for type checkers and editors, written from the signatures that options give the public functions.

A game's functions are made at run time from its declared options, which tools that only read files cannot follow.
`eurogym/<game>_v0.pyi` describes these functions: their keywords are the fields of a `TypedDict` (PEP 692), so that
each option stands there once. `eurogym/__init__.pyi` says what `make` takes for each game, `eurogym/_keywords.pyi` what
all games take. They are written by `python -m tools stubs`; a test checks that they are up to date.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
import textwrap
import types
import typing
from pathlib import Path
from typing import Any

import eurogym
from eurogym.envs.core import registry
from eurogym.envs.core.faces.aec import OrderEnforcedEnv, RawEnv
from eurogym.envs.core.faces.functions import SUMMARIES, argument_texts, arguments_of
from eurogym.envs.core.faces.vector import SeatEnv, SeatVectorEnv
from eurogym.envs.core.step.batch import BatchedGame

ROOT = Path(__file__).resolve().parents[1]
KEYWORDS = "eurogym._keywords"
VIEWS = {  # class of this package -> what its arguments are called
    RawEnv: "EnvKeywords",
    BatchedGame: "BatchKeywords",
    SeatEnv: "GymKeywords",
    SeatVectorEnv: "VectorKeywords",
}
FACES = (  # function of a game, the class whose arguments it takes, and what it returns
    ("env", RawEnv, OrderEnforcedEnv),
    ("raw_env", RawEnv, RawEnv),
    ("batch", BatchedGame, BatchedGame),
    ("gym_env", SeatEnv, SeatEnv),
    ("vector_env", SeatVectorEnv, SeatVectorEnv),
)
MAKERS = (  # function of the package, its keywords for games of other packages, whose arguments, and what it returns
    ("make", "OtherKeywords", RawEnv, OrderEnforcedEnv),
    ("make_batch", "OtherBatchKeywords", BatchedGame, BatchedGame),
)
WRITTEN = "Written by `python -m tools stubs` from the declared options."
PACKAGE = '''"""eurogym: Euro board games for reinforcement learning.

{written}
"""

{imports}
{modules}
from eurogym.envs import EurogymError as EurogymError
from eurogym.envs import IllegalActionError as IllegalActionError
from eurogym.envs import OptionError as OptionError
from eurogym.envs import ReplayError as ReplayError
from eurogym.envs import StateError as StateError
from eurogym.envs.core.faces.replay import Replay as Replay

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
        """Return the name of a thing, imported."""
        if module != "builtins":
            self.found.add((module, name))
        return name

    def text(self) -> str:
        """Import statements."""
        return "\n".join(f"from {module} import {name}" for module, name in sorted(self.found))


def in_words(annotation: Any, imports: Imports) -> str:
    """Return the source text of an annotation."""
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


Fields = dict[str, tuple[Any, str]]  # keyword -> annotation and help


def options_of(name: str) -> Fields:
    """Return the options of a game. What an annotation says of the allowed values is not repeated."""
    found: Fields = {}
    for row in registry.game(name).options_class.describe():
        kind = row["annotation"]
        listed = kind is bool or typing.get_origin(kind) is typing.Literal
        allowed = "" if listed else f" Allowed: {row['allowed']}."
        found[row["name"]] = kind, f"{row['help']}.{allowed} Default: {row['default']!r}."
    return found


def arguments_in(view: type) -> Fields:
    """Return the arguments of a class of this package besides game and options."""
    texts = argument_texts(view)
    return {
        one.name: (one.annotation, f"{texts[one.name].rstrip('.')}. Default: {one.default!r}.")
        for one in arguments_of(view)
    }


def keywords(name: str, bases: str, doc: str, fields: Fields, imports: Imports) -> str:
    """Return a class of keywords: name -> annotation and help."""
    lines = [f"class {name}({bases}, total=False):", f'    """{doc}"""', ""]
    for field, (annotation, about) in fields.items():
        lines.append(f"    {field}: {in_words(annotation, imports)}")
        text = textwrap.fill(f'"""{about}"""', 116, initial_indent="    ", subsequent_indent="    ")
        lines.append(text if "\n" not in text else text.removesuffix('"""') + '\n    """')
    return "\n".join(lines) + "\n"


def shared_stub() -> str:
    """Return the stub with the keywords that the functions of all games take."""
    imports = Imports()
    base = imports.name("typing", "TypedDict")
    engine, *others = map(options_of, registry.shipped())
    shared = {name: one for name, one in engine.items() if all(game.get(name) == one for game in others)}
    players = {"num_players": (int, "learning seats")}
    parts = [keywords("GameKeywords", base, "Options of every game.", shared, imports)]
    single, many = arguments_in(SeatEnv), arguments_in(SeatVectorEnv)
    both = {name: one for name, one in single.items() if many.get(name) == one}
    parts.append(keywords("SeatKeywords", base, "Arguments of `SeatEnv` and `SeatVectorEnv`.", both, imports))
    for view, name in VIEWS.items():
        learner = view in (SeatEnv, SeatVectorEnv)
        own = {one: field for one, field in arguments_in(view).items() if not (learner and one in both)}
        bases = "SeatKeywords" if learner else base
        parts.append(keywords(name, bases, f"Arguments of `{view.__name__}`.", own, imports))
    for function, name, view, _ in MAKERS:
        doc = f"What `{function}` takes for a game of another package."
        parts.append(keywords(name, f"GameKeywords, {VIEWS[view]}", doc, players, imports))
    doc = f'"""Keywords that the functions of all games take; for type checkers alone.\n\n{WRITTEN}\n"""'
    return f"{doc}\n\n{imports.text()}\n\n" + "\n".join(parts)


def game_stub(name: str) -> str:
    """Return the stub of a game's versioned module."""
    module = importlib.import_module(f"eurogym.{registry.entry(name).module_name}")
    imports = Imports()
    imports.name("eurogym.envs.core.declare.game", "Game")
    unpack, shared = imports.name("typing", "Unpack"), imports.name(KEYWORDS, "GameKeywords")
    others = [options_of(other) for other in registry.shipped()]
    own = {one: field for one, field in options_of(name).items() if any(o.get(one) != field for o in others)}
    title = registry.game(name).title
    parts = [keywords("Options", shared, f"Options of {title}.", own, imports)]
    for view in VIEWS.values():
        bases = f"Options, {imports.name(KEYWORDS, view)}"
        parts.append(f"class {view.removesuffix('Keywords')}({bases}, total=False): ...\n")
    for face, view, returned in FACES:
        taken = VIEWS[view].removesuffix("Keywords")
        doc = SUMMARIES[face].format(title=title)
        returns = in_words(returned, imports)
        parts.append(f'def {face}(**keywords: {unpack}[{taken}]) -> {returns}:\n    """{doc}"""\n')
    return f'"""{module.__doc__}\n\n{WRITTEN}\n"""\n\n{imports.text()}\n\nGAME: Game\n\n' + "\n".join(parts)


def package_stub() -> str:
    """Return the stub of `eurogym`: `make` and `make_batch` by game, for games of other packages with what all games
    take.
    """
    imports = Imports()
    decorator, unpack = "@" + imports.name("typing", "overload"), imports.name("typing", "Unpack")
    literal, overloads = imports.name("typing", "Literal"), []
    for function, other, view, result in MAKERS:
        returned, own = in_words(result, imports), VIEWS[view].removesuffix("Keywords")
        takers = [
            (f"{literal}[{name!r}, {registry.game(name).id!r}]", f"{registry.entry(name).module_name}.{own}")
            for name in registry.shipped()
        ]
        overloads += [
            f"{decorator}\ndef {function}(name: {name}, **keywords: {unpack}[{taken}]) -> {returned}: ..."
            for name, taken in [*takers, ("str", imports.name(KEYWORDS, other))]
        ]
    given = [one for one in eurogym.__all__ if isinstance(getattr(eurogym, one), types.ModuleType)]
    modules = [f"from eurogym import {one} as {one}" for one in given]
    return PACKAGE.format(
        written=WRITTEN,
        imports=imports.text(),
        public=eurogym.__all__,
        modules="\n".join(modules),
        overloads="\n".join(overloads),
    )


def formatted(text: str) -> str:
    """Return a stub as the project's formatter leaves it."""
    for command in (["check", "--select", "I", "--fix"], ["format"]):
        run = [sys.executable, "-m", "ruff", *command, "--quiet", "--stdin-filename", "stub.pyi", "-"]
        text = subprocess.run(run, input=text, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return text


def stubs() -> dict[Path, str]:
    """Return every stub file with its text."""
    folder = ROOT / "eurogym"
    texts = {
        folder / f"{registry.entry(name).module_name}.pyi": game_stub(name) for name in registry.shipped()
    }
    texts[folder / "__init__.pyi"] = package_stub()
    texts[folder / "_keywords.pyi"] = shared_stub()
    return {path: formatted(text) for path, text in texts.items()}
