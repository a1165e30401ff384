"""Option sets that stand for a game in tables: declared in the module `settings` of its package, else derived.

A game whose solo modes are the levels of an option `difficulty` needs no such module.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from eurogym.common.options import DIFFICULTY, Values, players_text

DEFAULT_SPEED_PLAYERS = 3


@dataclass(frozen=True)
class SoloMode:
    """Settings whose difficulties lie on one scale, for `eurogym solo report`.

    Attributes:
        name: of the mode, as it stands in titles.
        settings: option sets, num_players left out.
        players: numbers of seats of the agent that they are played with.
        scores: lowest scores that are to be reached, ascending, each of them a setting of its own; none where a game
            is won or lost.
    """

    name: str
    settings: tuple[Values, ...]
    players: tuple[int, ...] = (1,)
    scores: tuple[int, ...] = ()


@dataclass(frozen=True)
class Settings:
    """What a game declares about itself for tools.

    Attributes:
        solo: option sets of the solo table, within each mode from easy to hard; num_players comes with the table.
        scale: the solo modes, each with all of its settings; a mode is declared by the fields of :class:`SoloMode`.
        harder: options whose higher value is meant to be harder: a later choice, a larger number, a larger subset.
        ranks: (name, lowest score) of the official ranks of a solo score, ascending; none where there are none.
        demo: a short solo table for `eurogym demo`.
        speed: title -> option set, the rows of `eurogym games speed`.
        golden: file stem -> option set, the golden text games.
        encodings: title -> option set, those whose observations and actions have a form of their own.
        modules: how a reader sets a mode or a module of the box -> the words for it in names and texts of the code;
            the page of options lists the files that have any of them.
        asked: observation fields that show what a player is asked. Where the rules choose for a player who has no
            choice, these fields tell the others so; the tests of hidden information compare games that agree in them.
    """

    solo: tuple[Values, ...]
    scale: tuple[SoloMode, ...]
    harder: tuple[str, ...]
    ranks: tuple[tuple[str, int], ...]
    demo: tuple[Values, ...]
    speed: dict[str, Values]
    golden: dict[str, Values]
    encodings: dict[str, Values]
    modules: dict[str, str] = field(default_factory=dict)
    asked: tuple[str, ...] = ()


@cache
def settings_of(game: Any) -> Settings:
    """Return the settings of a game: the names in capitals of its module `settings`, the rest derived from its
    options.
    """
    declared = None
    name = f"{game.package}.settings"
    try:
        declared = importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
    derived = _derived(game)
    values = {field: getattr(declared, field.upper(), None) for field in Settings.__dataclass_fields__}
    solo = values["solo"] or derived.solo
    return Settings(
        solo=solo,
        scale=tuple(SoloMode(**mode) for mode in values["scale"] or ()) or _only_mode(solo),
        harder=values["harder"] or derived.harder,
        ranks=values["ranks"] or (),
        demo=values["demo"] or solo,
        speed=values["speed"] or derived.speed,
        golden=values["golden"] or derived.golden,
        encodings=values["encodings"] or derived.encodings,
        modules=values["modules"] or {},
        asked=values["asked"] or (),
    )


def _only_mode(solo: tuple[Values, ...]) -> tuple[SoloMode, ...]:
    """Return all settings of the solo table as one mode, where there are any."""
    return (SoloMode("solo mode", solo),) if solo else ()


def _derived(game: Any) -> Settings:
    fields = game.options_class.__dataclass_fields__
    low, high = fields["num_players"].metadata["range"]
    levels = fields[DIFFICULTY].metadata["choices"] if DIFFICULTY in fields else ()
    solo = tuple({DIFFICULTY: level} for level in levels) or (({},) if low == 1 else ())
    golden: dict[str, Values] = {}
    for players in range(low, high + 1):
        if players == 1 and levels:
            for level in levels:
                golden[f"solo_{level}"] = {"num_players": 1, DIFFICULTY: level}
        else:
            golden[f"{players}p"] = {"num_players": players}
    encodings: dict[str, Values] = {}
    if low == 1:
        encodings["Solo mode (`num_players=1`)"] = {"num_players": 1}
    if high > 1:
        encodings[f"{max(low, 2)} to {high} players"] = {"num_players": max(low, 2)}
    players = max(low, min(high, DEFAULT_SPEED_PLAYERS))
    return Settings(
        solo=solo,
        scale=_only_mode(solo),
        harder=(DIFFICULTY,) if levels else (),
        ranks=(),
        demo=solo,
        speed={players_text(players): {"num_players": players}},
        golden=golden,
        encodings=encodings,
    )


def is_harder(game: Any, easy: Values, hard: Values, harder: Sequence[str]) -> bool:
    """Is `hard` meant to be harder than `easy`: do they differ in declared options alone, and each in that sense?"""
    if set(easy) | set(hard) == set() or easy == hard:
        return False
    fields = game.options_class.__dataclass_fields__
    for name in set(easy) | set(hard):
        first, second = (values.get(name, fields[name].default) for values in (easy, hard))
        if first == second:
            continue
        if name not in harder or first is None or second is None:
            return False
        choices = fields[name].metadata["choices"]
        if fields[name].metadata["kind"] is not None:
            if not set(first) < set(second):
                return False
        elif choices is not None:
            if choices.index(first) > choices.index(second):
                return False
        elif first > second:
            return False
    return True
