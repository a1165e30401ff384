"""Everything that a game is put to, in the order in which mistakes are made: what ``eurogym check`` runs."""

from __future__ import annotations

import importlib
import importlib.util
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from eurogym.envs.core import registry
from eurogym.envs.core.errors import EurogymError
from eurogym.testing.batches import batch_test
from eurogym.testing.hidden import hidden_information_test
from eurogym.testing.interfaces import api_test, seed_test
from eurogym.testing.kernels import kernel_test
from eurogym.testing.round_trips import round_trip_test
from eurogym.testing.trial import SECONDS, trial
from eurogym.training.settings import settings_of

TESTS: dict[str, Callable[..., None]] = {
    "positions, ends, batches": batch_test,
    "hidden information": hidden_information_test,
    "copies, saved games, replays": round_trip_test,
    "PettingZoo and gymnasium": api_test,
    "seeds": seed_test,
}


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: what, and what is wrong with it in words ("": nothing)."""

    what: str
    wrong: str


def check(name: str, seconds: int = SECONDS) -> Iterator[Finding]:
    """Look at a game, one thing after the other; what rests on something that is wrong is left out.

    Args:
        name: of a game.
        seconds: that one game may take by uncompiled rules.
    """
    wrong = declared(name)
    yield Finding("the game is found", wrong)
    if wrong:
        return
    wrong = _said_by(kernel_test, name)
    yield Finding("kernels name fields that there are", wrong)
    if wrong:
        return
    game = registry.game(name)
    sets = list(settings_of(game).golden.values())
    for options in sets:
        wrong = trial(name, options, seconds)
        yield Finding(f"a game by uncompiled rules, {_words(options)}", wrong)
        if wrong:
            return
    for what, test in TESTS.items():
        for options in sets:
            wrong = _said_by(test, name, options)
            yield Finding(f"{what}, {_words(options)}", wrong)
            if wrong:
                break  # the other option sets would say it again


def declared(name: str) -> str:
    """Why a game cannot be used at all, "" where it can."""
    try:
        known = registry.entry(name)
    except EurogymError as error:
        inside = f"eurogym.envs.{name}"
        if name.isidentifier() and importlib.util.find_spec(inside) is not None:
            return f"the folder envs/{name} has no file VERSION, which says that it is a game"
        return f"{error}; a game of another package is known when that is installed: pip install -e ."
    try:
        importlib.import_module(known.package)
        registry.game(name)
    except Exception as error:  # whatever the module raises
        frames = traceback.extract_tb(error.__traceback__)
        own = [one for one in frames if "importlib" not in one.filename and "/eurogym/" not in one.filename]
        place = (
            f"{own[-1].filename}, line {own[-1].lineno}: "
            if own and not isinstance(error, EurogymError)
            else ""
        )
        return f"{place}{type(error).__name__}: {error}" if place else str(error)
    return ""


def _said_by(test: Callable[..., None], *arguments: Any) -> str:
    """What a test says, "" where it passes."""
    try:
        test(*arguments)
    except Exception as error:  # a test that ends in another error has found something as well
        kind = "" if isinstance(error, (AssertionError, EurogymError)) else f"{type(error).__name__}: "
        return f"{kind}{error}".strip() or type(error).__name__
    return ""


def _words(options: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in options.items()) or "default options"
