"""Variants: replaced component tables from what a user gives, and single numbers in them by their entries."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from eurogym.common.errors import InputError
from eurogym.design.record import declared
from eurogym.envs.core import registry
from eurogym.envs.core.declare.overrides import merged
from eurogym.envs.core.errors import OptionError

CHANGE = re.compile(r"([\w.]+)=(-?\d+)")


def check_variant(game: str, tables: Any, options: dict[str, Any] | None = None) -> str:
    """Return the replaced tables of a variant as the game reads them.

    Raise OptionError if the game has no tables to replace or does not allow an entry, which the message then names.
    """
    found = registry.game(game)
    if "data_overrides" not in found.options_class.__dataclass_fields__:
        able = [
            name
            for name in registry.games()
            if "data_overrides" in registry.game(name).options_class.__dataclass_fields__
        ]
        raise OptionError(
            f"{game} has no tables that can be replaced (option data_overrides); games that have: {', '.join(able)}"
        )
    read = found.options_class(**(options or {}) | {"data_overrides": tables})
    return str(read.as_dict()["data_overrides"])


def read_variant(game: str, texts: Sequence[str], options: dict[str, Any] | None = None) -> str:
    """Return a variant from one text for `data_overrides`, or from changes of printed numbers, `ENTRY=VALUE`."""
    changes = [CHANGE.fullmatch(text) for text in texts]
    if not all(changes):
        for text in texts:
            if re.match(r"[\w.]+=", text) and not CHANGE.fullmatch(text) and not Path(text).exists():
                raise InputError(f"--against-variant {text}: the value after = is not a whole number")
        if len(texts) > 1:
            raise InputError(
                f"--against-variant {' '.join(texts)}: give one file, text or scenario, or changes ENTRY=VALUE"
            )
        return check_variant(game, texts[0], options)
    check_variant(game, {}, options)
    tables: dict[str, Any] = printed(game)
    asked: dict[str, int] = {}
    for path, value in (found.groups() for found in changes if found):
        if asked.setdefault(path, int(value)) != int(value):
            raise InputError(
                f"--against-variant {path}: {asked[path]} or {value}? name one value of an entry"
            )
        place, last = place_in(tables, path)
        place[last] = int(value)
    return check_variant(
        game, {path.partition(".")[0]: tables[path.partition(".")[0]] for path in asked}, options
    )


def printed(game: str) -> dict[str, Any]:
    """Return a copy of the tables of a game that can be replaced, as plain data; raise OptionError if it has none."""
    return copy.deepcopy(_printed(game))


@cache
def _printed(game: str) -> dict[str, Any]:
    tables = declared(registry.game(game)).tables
    if tables is None:
        raise OptionError(f"{game} declares no tables")
    return json.loads(json.dumps(tables()))


def replaced(game: str, overrides: str) -> dict[str, Any]:
    """Return all tables, with some of them replaced."""
    changed = json.loads(overrides)
    return {name: merged(table, changed.get(name, table)) for name, table in printed(game).items()}


def number_at(game: str, entry: str, tables: dict[str, Any] | None = None) -> int:
    """Return the number of an entry, as printed or in given tables; raise InputError if it is not a number."""
    place, last = place_in(printed(game) if tables is None else tables, entry)
    value = place[last]
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"entry {entry}: {value!r} is not a whole number")
    return value


def place_in(tables: dict[str, Any], entry: str) -> tuple[Any, Any]:
    """Return what holds the number of an entry, and its name or position there; raise InputError for unknown names."""
    place: Any = tables
    *outer, last = entry.split(".")
    for step in outer:
        place = place[_key(place, step, entry)]
    return place, _key(place, last, entry)


def _key(place: Any, step: str, entry: str) -> Any:
    if isinstance(place, dict) and step in place:
        return step
    if isinstance(place, list) and step.isdecimal() and int(step) < len(place):
        return int(step)
    if isinstance(place, list):
        raise InputError(f"entry {entry}: {step!r} is not a position; allowed: 0 to {len(place) - 1}")
    known = f"; known: {', '.join(map(str, place))}" if isinstance(place, dict) else ""
    raise InputError(f"entry {entry}: there is no {step!r}{known}")
