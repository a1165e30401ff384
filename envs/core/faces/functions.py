"""The public functions of a game, made once for all games, with the signatures that its options give them."""

from __future__ import annotations

import functools
import inspect
import textwrap
from collections.abc import Callable
from typing import Any, NamedTuple

from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.faces.aec import OrderEnforcedEnv, RawEnv
from eurogym.envs.core.faces.vector import SeatEnv, SeatVectorEnv
from eurogym.envs.core.step.batch import BatchedGame

_WIDTH = 112  # of docstrings
_ENGINE_OPTIONS = ("auto_forced", "pad_seats")  # of every game; they stand behind the game's own
_AS_FOR = {SeatVectorEnv: SeatEnv}  # class -> the class whose docstring describes the arguments it only names


class Faces(NamedTuple):
    """The public functions of one game: ``env, raw_env, batch, gym_env, vector_env``; all take only keywords."""

    env: Callable[..., OrderEnforcedEnv]
    raw_env: Callable[..., RawEnv]
    batch: Callable[..., BatchedGame]
    gym_env: Callable[..., SeatEnv]
    vector_env: Callable[..., SeatVectorEnv]


SUMMARIES = {
    "env": "{title} as a PettingZoo AEC environment with its order checks.",
    "raw_env": "{title} as a PettingZoo AEC environment without wrappers, which is faster.",
    "batch": "Many games of {title} stepped together.",
    "gym_env": "{title} as a gymnasium environment, a learner in one seat.",
    "vector_env": "{title} as a gymnasium vector environment, a learner in one seat of each game.",
}


@functools.cache
def arguments_of(view: type) -> tuple[inspect.Parameter, ...]:
    """Return the arguments of a class of this package besides game and options, with their annotations evaluated."""
    parameters = inspect.signature(view, eval_str=True).parameters.values()
    return tuple(
        one.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for one in parameters
        if one.name not in ("game", "options")
    )


@functools.cache
def argument_texts(view: type) -> dict[str, str]:
    """Return what the docstring of a class says about each argument, in one line."""
    section = (inspect.getdoc(view) or "").partition("Args:\n")[2].partition("\n\n")[0]
    texts: dict[str, str] = {}
    names = ""
    for line in inspect.cleandoc(section).splitlines():
        if line.startswith(" "):
            texts[names] += f" {line.strip()}"
        else:
            names, _, text = line.partition(":")
            texts[names] = text.strip()
    single = {name.strip(): text for names, text in texts.items() for name in names.split(",")}
    return (argument_texts(_AS_FOR[view]) if view in _AS_FOR else {}) | {
        name: text for name, text in single.items() if not text.startswith("as for")
    }


def signature_of(game: Game, view: type, returned: type) -> inspect.Signature:
    """Return the signature of a public function: the game's options, then the arguments of the view."""
    rows = sorted(game.options_class.describe(), key=lambda row: row["name"] in _ENGINE_OPTIONS)
    options = [
        inspect.Parameter(
            row["name"],
            inspect.Parameter.KEYWORD_ONLY,
            default=row["default"],
            annotation=row["annotation"],
        )
        for row in rows
    ]
    return inspect.Signature([*options, *arguments_of(view)], return_annotation=returned)


def docstring_of(game: Game, summary: str, view: type, returned: type) -> str:
    """Return a docstring that describes every keyword with its meaning and allowed values."""
    rows = {row["name"]: row for row in game.options_class.describe()}
    entries = []
    for name in signature_of(game, view, returned).parameters:
        row = rows.get(name)
        text = argument_texts(view)[name] if row is None else f"{row['help']}. Allowed: {row['allowed']}."
        entries.append(
            textwrap.fill(f"{name}: {text}", _WIDTH, initial_indent="    ", subsequent_indent=" " * 8)
        )
    return (
        f"{summary}\n\nArgs:\n"
        + "\n".join(entries)
        + f"\n\nReturns:\n    A :class:`~{returned.__module__}.{returned.__name__}`, which says what it holds."
        + "\n\nRaises:\n    OptionError: an unknown keyword or a value that is not allowed; it says what is.\n"
    )


def split_options(game: Game, keywords: dict[str, Any], view: type) -> tuple[GameOptions, dict[str, Any]]:
    """Sort keywords into the game's options and the arguments of a view.

    Raises:
        OptionError: a keyword is neither, or an option value is not allowed.
    """
    own = {parameter.name for parameter in arguments_of(view)}
    arguments = {name: value for name, value in keywords.items() if name in own}
    values = {name: value for name, value in keywords.items() if name not in own}
    return game.options_class.from_kwargs(**values), arguments


def _face(game: Game, where: str, name: str, view: type, returned: type) -> Callable[..., Any]:
    """Make a public function of the module `where` that returns a `view` of the game, perhaps wrapped in `returned`."""

    def face(**keywords: Any) -> Any:
        options, arguments = split_options(game, keywords, view)
        made = view(game, options, **arguments)
        return made if returned is view else returned(made)

    face.__name__ = face.__qualname__ = name
    face.__module__ = where
    if view.__doc__ is not None:  # under `python -OO` there are no docstrings
        face.__doc__ = docstring_of(game, SUMMARIES[name].format(title=game.title), view, returned)
    signature = signature_of(game, view, returned)
    face.__signature__ = signature  # type: ignore[attr-defined] # what inspect.signature and help() show
    face.__annotations__ = {one.name: one.annotation for one in signature.parameters.values()}
    face.__annotations__["return"] = returned
    return face


def make_faces(game: Game, where: str = "") -> Faces:
    """Make the five public functions of a game, whose keywords are its options and the arguments of the view.

    Args:
        game: the game.
        where: the module that they belong to, by default the game's package.
    """
    face = functools.partial(_face, game, where or game.package)
    return Faces(
        # PettingZoo's AssertOutOfBoundsWrapper is not used: RawEnv checks actions itself and says what is wrong.
        env=face("env", RawEnv, OrderEnforcedEnv),
        raw_env=face("raw_env", RawEnv, RawEnv),
        batch=face("batch", BatchedGame, BatchedGame),
        gym_env=face("gym_env", SeatEnv, SeatEnv),
        vector_env=face("vector_env", SeatVectorEnv, SeatVectorEnv),
    )
