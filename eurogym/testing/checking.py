"""All tests of a game, in the order in which mistakes are usually made: what ``eurogym games check`` runs."""

from __future__ import annotations

import importlib
import importlib.util
import re
import textwrap
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import eurogym
from eurogym import agents
from eurogym.agents.framework.base import game_kernels, still_running
from eurogym.common.settings import settings_of
from eurogym.envs.core import registry
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.errors import EurogymError
from eurogym.envs.core.words import counted
from eurogym.testing.batches import batch_test
from eurogym.testing.hidden import hidden_information_test
from eurogym.testing.interfaces import api_test, seed_test
from eurogym.testing.kernels import kernel_test
from eurogym.testing.modules import modules_test, settings_test
from eurogym.testing.round_trips import round_trip_test
from eurogym.testing.stalls import stalls_test
from eurogym.testing.tables import expect, table_of
from eurogym.testing.trial import SECONDS, home_of, illegal_choice, is_own, place_of, trial

GAMES = 100  # games of a heuristic, and of random choices in search of actions that are never legal
SHOWN = 3  # actions that are named
LONGEST = 600  # most characters of a finding
ALLOCATES = "it creates an object"  # replaces numba's message about NRT, its memory management
NOT_TRIED = (
    "not tried: the rules themselves, which only a second implementation of them can test; see differential_test in "
    "docs/adding_a_game.md"
)
KERNELS = "kernels have no lists, dictionaries or strings, and call only kernels (@kernel)"


def heuristic_test(game: Any, options: Mapping[str, Any] | None = None) -> None:
    """Check that the game's heuristic, if it has one, only makes legal choices and does not look at hidden things.

    In many deals, its choices must stay the same when what its seat cannot know is dealt anew. Choices for which it
    draws random numbers are not compared, as it may use them to imagine worlds.

    Raises:
        AssertionError: a choice is illegal or changes; the message names it.
    """
    table = table_of(game, options)
    name = agents.heuristic_name(table.game)
    if game_kernels(table.game).choose is None:
        return
    agent, batch = agents.make(name, game=table.game), table.batch(GAMES, seed=11, autoreset=False)
    twins = table.batch(GAMES, autoreset=False)
    agent.reset(1)
    for going in still_running(batch, np.arange(GAMES)):
        before = agent.random_state if len(agent.random_state) else agent.streams(GAMES).copy()
        chosen = agent.act(batch, going)
        after = agent.random_state
        twins.load(np.asarray(batch.states))
        twins.determinize(going, batch.current_seat[going], going)
        agent.random_state = before
        imagined = agent.act(twins, going)
        drawn = ((agent.random_state != before) | (after != before)).any(axis=1)[going]
        agent.random_state = after
        for place, action, other, by_chance in zip(
            *map(np.ndarray.tolist, (going, chosen, imagined, drawn)), strict=True
        ):
            at = f"{table}, seed 11, game {place}"
            legal = 0 <= action < batch.num_actions and batch.action_masks[place, action]
            expect(legal, legal or f"{illegal_choice(name, batch, place, action)}; {at}")
            words = [repr(batch.catalog.texts[one]) for one in (action, other)]
            expect(
                by_chance or action == other,
                f"the heuristic {name} chooses {words[0]} for player {batch.current_seat[place] + 1}, but {words[1]} "
                f"in a game that this seat cannot distinguish from it, so it uses hidden information; {at}",
            )
        batch.step(chosen, games=going)


TESTS: dict[str, Callable[..., None]] = {
    "positions, ends, batches": batch_test,
    "ends, however it is played": stalls_test,
    "hidden information": hidden_information_test,
    "copies, saved games, replays": round_trip_test,
    "words, pictures, events": modules_test,
    "PettingZoo and gymnasium": api_test,
    "seeds": seed_test,
    "the heuristic": heuristic_test,
}


@dataclass(frozen=True)
class Finding:
    """The result of one check: what was checked, and what is wrong with it ("": nothing)."""

    what: str
    wrong: str


def check(name: str, seconds: int = SECONDS) -> Iterator[Finding]:
    """Check a game, one thing after the other; checks that depend on something that is wrong are left out.

    Args:
        name: name of the game.
        seconds: how long uncompiled rules are played with each option set.
    """
    wrong = declared(name)
    if wrong:
        yield Finding("the game is found", wrong)
        return
    yield Finding(f"the game is found, {home_of(registry.game(name))}", "")
    wrong = _said_by(kernel_test, name)
    yield Finding("kernels name existing fields", wrong)
    if wrong:
        return
    wrong = _said_by(settings_test, name)
    yield Finding("its settings are option sets", wrong)
    if wrong:
        return
    game = registry.game(name)
    sets = list(settings_of(game).golden.values())
    for options in sets:
        wrong = trial(name, options, seconds)
        yield Finding(f"uncompiled rules, {_words(options)}", wrong)
        if wrong:
            return
    for what, test in TESTS.items():
        for options in sets if test is not heuristic_test or game_kernels(game).choose else ():
            wrong = _said_by(test, name, options)
            yield Finding(f"{what}, {_words(options)}", wrong)
            if wrong:
                break  # the other option sets would say it again
        if wrong and test is batch_test:
            return
    if never := never_legal(name, sets):
        shown = f"{', '.join(map(repr, never[:SHOWN]))}{', ...' if len(never) > SHOWN else ''}"
        words = f"never legal in {GAMES} games of random choices with each option set: {counted(len(never), 'action')}"
        yield Finding(f"{words} ({shown})", "")
    missed = untried(game, sets)
    if missed:
        yield Finding(
            f"the options {', '.join(missed)} were never tried with a value other than their "
            "default: add option sets to GOLDEN in settings.py",
            "",
        )


def never_legal(game: Any, sets: list[dict[str, Any]]) -> list[str]:
    """Return the texts of actions that are never legal in games of random choices: they are rare, or a mistake."""
    never: dict[str, bool] = {}
    for options in sets:
        batch, rng = table_of(game, options).batch(GAMES, seed=12, autoreset=False), np.random.default_rng(12)
        legal = np.zeros(batch.num_actions, bool)
        for going in still_running(batch, np.arange(GAMES)):
            legal |= batch.action_masks[going].any(axis=0)
            batch.step(batch.sample_legal(rng)[going], games=going)
        for words, once in zip(batch.catalog.texts, legal.tolist(), strict=True):
            never[words] = never.get(words, True) and not once
    return [words for words, yet in never.items() if yet]


def untried(game: Any, sets: list[dict[str, Any]]) -> list[str]:
    """Return the names of a game's options that have their default in all option sets; other tests try the engine's."""
    low, high = game.options_class.player_range()
    given = {*GameOptions.__dataclass_fields__} - ({"num_players"} if low < high else set())
    tried = [game.options_class.from_kwargs(**values) for values in sets]
    return [
        name
        for name, field in game.options_class.__dataclass_fields__.items()
        if name not in given and all(getattr(one, name) == field.default for one in tried)
    ]


def declared(name: str) -> str:
    """Return why a game cannot be used at all, or "" if it can."""
    try:
        known = registry.entry(name)
    except EurogymError as error:
        inside = f"eurogym.envs.{name}"
        if name.isidentifier() and importlib.util.find_spec(inside) is not None:
            return f"the folder envs/{name} has no file VERSION, which marks it as a game"
        return f"{error}; to use a game of another package, install that package: pip install -e ."
    try:
        importlib.import_module(known.package)
        registry.game(name)
    except Exception as error:  # whatever the module raises
        missing = isinstance(error, ModuleNotFoundError) and f"{known.package}.".startswith(f"{error.name}.")
        place = "" if missing or isinstance(error, EurogymError) else _place(error)
        if missing:
            return registry.trouble(name)
        return f"{place}: {type(error).__name__}: {error}" if place else str(error)
    return ""


def _place(error: BaseException) -> str:
    """Return file and line of another package's module where an error arose; "" if there is none."""
    own = Path(eurogym.__file__).parent
    frames = [
        one
        for one in traceback.extract_tb(error.__traceback__)
        if not one.filename.startswith("<")
        and own not in Path(one.filename).parents
        and Path(importlib.__file__).parent not in Path(one.filename).parents
    ]
    return f"{frames[-1].filename}, line {frames[-1].lineno}" if frames else ""


def _said_by(test: Callable[..., None], name: str, *arguments: Any) -> str:
    """Return what a test says about a game, or "" if it passes."""
    try:
        test(name, *arguments)
    except Exception as error:  # a test that ends in another error has found something as well
        words = str(error) or type(error).__name__
        if type(error).__module__.startswith("numba."):
            words = _uncompiled(words, registry.game(name))
        elif not isinstance(error, (AssertionError, EurogymError)):
            words = f"{place_of(error, registry.game(name))}: {type(error).__name__}: {error}"
        return words if len(words) <= LONGEST else textwrap.shorten(words, LONGEST, placeholder=" ...")
    return ""


def _uncompiled(words: str, game: Any) -> str:
    """Return why numba does not compile a kernel: the line in the game and the first sentence of the error."""
    places = re.findall(r"(?: at |File \")(.+)(?:\", line | \()(\d+)\)?:?$", words, re.MULTILINE)
    place = next(
        (f"{Path(file).resolve()}, line {line}: " for file, line in places if is_own(file, game)), ""
    )
    text = re.sub(r"^(Failed in .*\n)+", "", words)
    text = re.split(r"\n\s*(?:There are \d|During: |File )", text)[0].replace(
        "NRT required but not enabled", ALLOCATES
    )
    return f"{place}numba does not compile this kernel: {' '.join(text.split())}; {KERNELS}"


def _words(options: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in options.items()) or "default options"
