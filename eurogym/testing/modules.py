"""Tests of a game's own modules of texts and pictures: each is used throughout a game, as interfaces use it."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from typing import Any

from eurogym.common.settings import settings_of
from eurogym.envs.core.draw.pictures import asked, table_parts
from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.play import legend
from eurogym.play.colour import Painter
from eurogym.testing.tables import Table, expect, positions, table_of, where

EVERY = 9  # decisions between two pictures
WIDE = 800.0  # width in CSS pixels of a table in parts


def modules_test(game: Any, options: Mapping[str, Any] | None = None, seed: int = 8) -> None:
    """Check a game's modules ``legend``, ``events``, ``glossary`` and ``draw``, if it has them, in every position.

    Args:
        game: a game or its name.
        options: its options.
        seed: seed of the game that is played.

    Raises:
        AssertionError: a module fails in some position; the message says which.
    """
    table = table_of(game, options)
    legend.cards(table.game, table.game_options)
    for row in legend.signs(table.game):
        expect(len(row) == 2, f"LEGEND of legend.py must have rows (sign, meaning), got {row!r}")
    Painter(table.game, table.game_options)
    view = None
    for batch in positions(table, seed):
        view = _checked(table, batch, view, seed)
        if batch.states["num_decisions"][0] % EVERY == 0:
            _drawn(table, batch)
    _checked(table, batch, view, seed)
    _drawn(table, batch)


def _checked(table: Table, batch: BatchedGame, before: dict[str, Any] | None, seed: int) -> dict[str, Any]:
    """Check what is asked, and what happened since the first seat's previous view; return its view now."""
    state = batch.state(0)
    if not state["done"]:
        words = asked(table.game, state, table.game_options, None)
        expect(isinstance(words, str), f"request of legend.py gives {words!r}, not a string")
    view = table.game.to_dict(state, table.game_options, 0)
    happened = [] if before is None else legend.events(table.game, before, view)
    words = f"events of events.py gives {happened!r}, not a list of sentences; {where(table, batch, seed)}"
    expect(isinstance(happened, (list, tuple)) and all(isinstance(one, str) for one in happened), words)
    return view


def _drawn(table: Table, batch: BatchedGame) -> None:
    """Check a picture with nothing hidden, and the table in parts."""
    if table.game.draw is not None:
        try:
            ElementTree.fromstring(batch.draw(0))
        except ElementTree.ParseError as error:
            raise AssertionError(f"the picture is not valid SVG: {error}") from error
    if table.game.parts is not None:
        table_parts(table.game, batch.state(0), table.game_options, 0, WIDE)


def settings_test(game: Any) -> None:
    """Check that the option sets of a game's module ``settings`` are well formed and allowed.

    Args:
        game: a game or its name.

    Raises:
        AssertionError: one is not; the message has its name in capitals and what is wrong with it.
    """
    found = table_of(game).game
    options_class, settings = found.options_class, settings_of(found)
    for name in ("golden", "speed", "encodings"):
        sets = getattr(settings, name)
        expect(isinstance(sets, Mapping), f"settings.py: {name.upper()} is {sets!r}, not {{title: options}}")
        for title, values in sets.items():
            expect(
                isinstance(values, Mapping),
                f"settings.py: {name.upper()}: {title!r} is {values!r}, not a mapping of options",
            )
            try:
                options_class.from_kwargs(**values)
            except OptionError as error:
                raise AssertionError(f"settings.py: {name.upper()}: {title!r}: {error}") from error
    for name in ("solo", "demo"):
        sets = getattr(settings, name)
        fit = isinstance(sets, (tuple, list)) and all(isinstance(values, Mapping) for values in sets)
        expect(fit, f"settings.py: {name.upper()} is {sets!r}, not a tuple of options")
        unknown = {option for values in sets for option in values} - set(options_class.names())
        expect(not unknown, f"settings.py: {name.upper()}: no option {', '.join(map(repr, sorted(unknown)))}")
