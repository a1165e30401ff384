"""Option sets that stand for a game in tables: declared in the module `settings` of its package, else derived.

A game whose solo modes are the levels of an option `difficulty` needs no such module.
"""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from envs.core.errors import OptionError
from training.arguments import read_value

DIFFICULTY = "difficulty"
DEFAULT_SPEED_PLAYERS = 3

Values = dict[str, Any]


@dataclass(frozen=True)
class Settings:
    """What a game declares about itself for tools.

    Attributes:
        solo: option sets of the solo table, within each mode from easy to hard; num_players comes with the table.
        harder: options whose higher value is meant to be harder: a later choice, a larger number, a larger subset.
        ranks: (name, lowest score) of the official ranks of a solo score, ascending; none where there are none.
        demo: a short solo table for `eurogym demo`.
        speed: title -> option set, the rows of `eurogym bench`.
        golden: file stem -> option set, the golden text games.
        encodings: title -> option set, those whose observations and actions have a form of their own.
    """

    solo: tuple[Values, ...]
    harder: tuple[str, ...]
    ranks: tuple[tuple[str, int], ...]
    demo: tuple[Values, ...]
    speed: dict[str, Values]
    golden: dict[str, Values]
    encodings: dict[str, Values]


@cache
def settings_of(game: Any) -> Settings:
    """The settings of a game: the names in capitals of its module `settings`, the rest derived from its options."""
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
        harder=values["harder"] or derived.harder,
        ranks=values["ranks"] or (),
        demo=values["demo"] or solo,
        speed=values["speed"] or derived.speed,
        golden=values["golden"] or derived.golden,
        encodings=values["encodings"] or derived.encodings,
    )


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
        harder=(DIFFICULTY,) if levels else (),
        ranks=(),
        demo=solo,
        speed={players_text(players): {"num_players": players}},
        golden=golden,
        encodings=encodings,
    )


def players_text(players: int) -> str:
    """`1 player`, `3 players`."""
    return f"{players} player{'s' * (players > 1)}"


# --- varying options ----------------------------------------------------------------------------------------


def parse_vary(pairs: Sequence[str]) -> dict[str, list[Any]]:
    """`name=value,value` texts as lists of values; slashes separate values that have commas of their own.

    `modifiers=,A` holds the empty text and "A"; `duchies=1,2/3,4` two lists of two numbers.
    """
    varying: dict[str, list[Any]] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not name:
            raise OptionError(f"--vary {pair!r} is not of the form name=value,value")
        if name in varying:
            raise OptionError(f"--vary {name} is given twice")
        values = [read_value(part) for part in text.split("/" if "/" in text else ",")]
        varying[name] = list(dict.fromkeys(values))
    return varying


def cross_product(varying: Mapping[str, Sequence[Any]]) -> list[Values]:
    """Every combination of the values, the first option varying slowest."""
    return [
        dict(zip(varying, values, strict=True)) for values in itertools.product(*map(tuple, varying.values()))
    ]


def varying_names(sets: Sequence[Values]) -> list[str]:
    """Options that differ between the sets, or stand in only some of them, in the order of their first mention."""
    names = list(dict.fromkeys(name for values in sets for name in values))
    missing = object()
    return [
        name
        for name in names
        if any(values.get(name, missing) != sets[0].get(name, missing) for values in sets)
    ]


def value_text(value: Any) -> str:
    """A value in a table: lists by their parts, nothing as a dash."""
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value))
    return "-" if value is None or value == "" else str(value)


def label(values: Values, names: Sequence[str]) -> str:
    """Short name of an option set among others: the values of the varying options; numbers with their names."""
    parts = []
    for name in names:
        if name in values and values[name] not in (None, ""):
            text = value_text(values[name])
            parts.append(text if isinstance(values[name], str) else f"{name.rpartition('_')[2]} {text}")
    return " ".join(parts) or "default"


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
