"""Game options as texts, and sets of them: read, checked by name, crossed, and given short names."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from eurogym.envs.core import registry
from eurogym.envs.core.errors import OptionError

DIFFICULTY = "difficulty"  # the option that levels of a solo mode have, where a game has levels

Values = dict[str, Any]

# --- texts ---------------------------------------------------------------------------------------------------


def read_value(text: str) -> Any:
    """Return an option value as typed: numbers, true, false and none become what they look like."""
    value: Any = {"true": True, "false": False, "none": None}.get(text.lower(), text)
    with suppress(ValueError):
        value = int(text)
    return value


def parse_options(pairs: Sequence[str], flag: str = "--option", form: str = "name=value") -> Values:
    """`name=value` texts as game options; numbers and True/False become what they look like."""
    return {name: read_value(text) for name, text in _named_texts(pairs, flag, form).items()}


def parse_vary(pairs: Sequence[str], flag: str = "--vary") -> dict[str, list[Any]]:
    """`name=value,value` texts as lists of values; slashes separate values that have commas of their own.

    `modifiers=,A` holds the empty text and "A"; `duchies=1,2/3,4` two lists of two numbers.
    """
    return {
        name: list(dict.fromkeys(map(read_value, text.split("/" if "/" in text else ","))))
        for name, text in _named_texts(pairs, flag, "name=value,value").items()
    }


def _named_texts(pairs: Sequence[str], flag: str, form: str) -> dict[str, str]:
    texts: dict[str, str] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not name:
            raise OptionError(f"{flag} {pair!r} is not of the form {form}")
        if name in texts:
            raise OptionError(f"{flag} {name} is given twice")
        texts[name] = text
    return texts


def game_options(game: str, pairs: Sequence[str], flags: Mapping[str, str], *elsewhere: str) -> Values:
    """Return the options of `--option name=value`, checked by name: only options of the game itself may come here.

    flags: options that the command sets by other means, and what to say about each.
    elsewhere: where they are given otherwise, the place and the form.
    """
    options = parse_options(pairs, *elsewhere)
    check_option_names(game, options, flags)
    return options


def varied_options(
    game: str, pairs: Sequence[str], varying: Sequence[str], flags: Mapping[str, str]
) -> tuple[Values, dict[str, list[Any]]]:
    """Return the options of `--option` and of `--vary`, checked by name; none of them in both."""
    options, vary = parse_options(pairs), parse_vary(varying)
    check_varied(game, options, vary, flags)
    return options, vary


def check_varied(game: str, options: Values, vary: Iterable[str], flags: Mapping[str, str]) -> None:
    """Raises OptionError for names as `check_option_names` does, and for one that is both fixed and varied."""
    check_option_names(game, options, flags)
    check_option_names(game, vary, dict(flags) | dict.fromkeys(options, "--option gives it"))


def check_option_names(game: str, names: Iterable[str], flags: Mapping[str, str]) -> None:
    """Raises OptionError for a name that is no option of the game, or that `flags` takes care of."""
    known = registry.game(game).options_class.names()
    allowed = [name for name in known if name not in flags]
    for name in names:
        if name in flags:
            problem = f"the option {name} is set otherwise: {flags[name]}"
        elif name not in known:
            close = difflib.get_close_matches(name, allowed, n=1)
            problem = f"no option {name!r}" + (f"; did you mean {close[0]!r}?" if close else "")
        else:
            continue
        raise OptionError(f"{game}: {problem} (available options: {', '.join(allowed)})")


# --- sets of options -----------------------------------------------------------------------------------------


def cross_product(varying: Mapping[str, Sequence[Any]]) -> list[Values]:
    """Return every combination of the values, the first option varying slowest."""
    return [
        dict(zip(varying, values, strict=True)) for values in itertools.product(*map(tuple, varying.values()))
    ]


def tables_of(players: Iterable[int], options: Values, vary: Mapping[str, Sequence[Any]]) -> list[Values]:
    """Return the keyword arguments of a batch for every table: each number of players with each combination of
    `vary`.
    """
    combinations = cross_product(vary)
    return [{"num_players": size, **options, **varied} for size in players for varied in combinations]


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
    """Return a value in a table: lists by their parts, nothing as a dash."""
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


def players_text(players: int) -> str:
    """`1 player`, `3 players`."""
    return f"{players} player{'s' * (players > 1)}"
