"""What the subcommands share about their arguments: counts, game options, and where results may be written."""

from __future__ import annotations

import argparse
import difflib
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from envs.core.errors import EurogymError, OptionError


class InputError(EurogymError, ValueError):
    """An argument of a command or a training run that makes no sense; the message says what would."""


class UsageError(EurogymError):
    """A command line that does not parse."""


class Parser(argparse.ArgumentParser):
    """A parser that answers a wrong command line with one line instead of the whole usage."""

    def error(self, message: str) -> None:  # noqa: D102 - see the class
        raise UsageError(f"{self.prog}: {message} (see {self.prog} --help)")


def whole_number(low: int) -> Callable[[str], int]:
    """An argparse type: a whole number from `low` on."""

    def convert(text: str) -> int:
        with suppress(ValueError):
            if (number := int(text)) >= low:
                return number
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} on")

    return convert


positive = whole_number(1)
natural = whole_number(0)


def parse_options(pairs: Sequence[str]) -> dict[str, Any]:
    """`name=value` texts as game options; numbers and True/False become what they look like."""
    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not name:
            raise OptionError(f"--option {pair!r} is not of the form name=value")
        if name in options:
            raise OptionError(f"--option {name} is given twice")
        options[name] = read_value(text)
    return options


def read_value(text: str) -> Any:
    """An option value as typed: numbers, true, false and none become what they look like."""
    value: Any = {"true": True, "false": False, "none": None}.get(text.lower(), text)
    with suppress(ValueError):
        value = int(text)
    return value


def game_options(game: str, pairs: Sequence[str], flags: Mapping[str, str]) -> dict[str, Any]:
    """The options of `--option name=value`, checked by name: only options of the game itself may come here.

    flags: options that the command sets by other means, and what to say about each.
    """
    options = parse_options(pairs)
    check_option_names(game, options, flags)
    return options


def check_option_names(game: str, names: Sequence[str] | Mapping[str, Any], flags: Mapping[str, str]) -> None:
    """Raises OptionError for a name that is no option of the game, or that `flags` takes care of."""
    from envs.core import registry

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
        raise OptionError(f"{game}: {problem} (options to give: {', '.join(allowed)})")


def check_folder(path: str | Path, flag: str) -> None:
    """Raises InputError unless files can be written into the folder `path`, which is made if need be."""
    path = Path(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path, prefix=".eurogym"):
            pass
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(f"{flag}: nothing can be written into the folder {path} ({reason})") from None


def check_file(path: str | Path, flag: str) -> None:
    """Raises InputError unless the file `path` can be written; its folder is made if need be."""
    path = Path(path)
    if path.is_dir():
        raise InputError(f"{flag}: {path} is a folder; name a file")
    check_folder(path.parent, flag)
