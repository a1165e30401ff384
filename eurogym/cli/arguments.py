"""What the subcommands share about their arguments: the parser, counts, flags that several of them have."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from eurogym.common.errors import MOST_THREADS, InputError
from eurogym.common.files import check_folder, without_places
from eurogym.envs.core import registry
from eurogym.training.learn.arguments import Argument, arguments_of
from eurogym.training.learn.folder import POLICY


class UsageError(Exception):
    """A command line that does not parse."""


class Store(argparse.Action):
    """What is stored of an argument: of a flag with several values those from every time that it is given.

    The first time they take the place of the default; argparse would drop all but the last.
    """

    def __call__(
        self, parser: Any, namespace: argparse.Namespace, values: Any, flag: str | None = None
    ) -> None:
        """Take them down."""
        before = getattr(namespace, self.dest, self.default)
        adds = self.option_strings and self.nargs in ("+", "*") and before is not self.default
        setattr(namespace, self.dest, [*before, *values] if adds else values)


class Formatter(argparse.RawDescriptionHelpFormatter):
    """The help of a command, in which every line ends with the default value, unless the line says it in words."""

    def _get_help_string(self, action: argparse.Action) -> str:
        said, default = action.help or "", action.default
        if isinstance(default, bool) or default in (None, "", [], argparse.SUPPRESS):
            return said
        each = default if isinstance(default, list) else [default]
        shown = " ".join(f"{one:g}" if isinstance(one, float) else str(one) for one in each)
        return said if re.search("default|usual:", said) else f"{said} (default {shown})"


class Parser(argparse.ArgumentParser):
    """A parser that answers a wrong command line with one line instead of the whole usage."""

    def __init__(self, *args: Any, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self.register("action", None, Store)  # also of its groups

    def error(self, message: str) -> None:  # noqa: D102 - see the class
        raise UsageError(f"{self.prog}: {message} (see {self.prog} --help)")


MOST = 10**9  # of anything that is counted
LARGEST_SEED = 2**63 - 1


def whole_number(low: int, high: int = MOST) -> Callable[[str], int]:
    """Return an argparse type: a whole number from `low` to `high`."""

    def convert(text: str) -> int:
        with suppress(ValueError):
            if (number := int(text)) > high:
                raise argparse.ArgumentTypeError(
                    f"{text[:40]} is too large; allowed: whole numbers from {low} to {high}"
                )
            if number >= low:
                return number
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number of at least {low}")

    return convert


positive = whole_number(1)
seed_number = whole_number(0, LARGEST_SEED)
thread_count = whole_number(1, MOST_THREADS)


def add_game(parser: argparse.ArgumentParser, needed: bool = True) -> None:
    """Add the game, named first."""
    parser.add_argument(
        "game",
        nargs=None if needed else "?",
        type=game_name,
        help="name of the game or a part of it, e.g. villagers, burgundy",
    )


def game_name(said: str) -> str:
    """Return the name of the game that is meant: by its name, the beginning of one of its words, or the first
    letters of all.

    What means no game, or several, is returned as it is, for the error that names the games.
    """
    wanted = re.sub(r"[\s-]+", "_", said.strip().lower()).removeprefix("the_")
    known = registry.games()
    if wanted in known:
        return wanted
    found = [
        name
        for name in known
        if f"_{name}".find(f"_{wanted}") >= 0 or wanted == "".join(word[0] for word in name.split("_"))
    ]
    return found[0] if wanted and len(found) == 1 else said


def add_option(
    parser: argparse.ArgumentParser, words: str = "options of the game; `eurogym games GAME` lists them"
) -> None:
    """--option NAME=VALUE ..., as often as need be."""
    parser.add_argument("--option", nargs="+", default=[], metavar="NAME=VALUE", help=words)


def add_vary(parser: argparse.ArgumentParser, words: str) -> None:
    """--vary NAME=V1,V2 ..., as often as need be."""
    parser.add_argument(
        "--vary",
        nargs="+",
        default=[],
        metavar="NAME=V1,V2",
        help=f"{words}; separate values by slashes if they contain commas",
    )


def add_seed(
    parser: argparse.ArgumentParser, default: int = 0, words: str = "seed of deals and agents"
) -> None:
    """--seed."""
    parser.add_argument("--seed", type=seed_number, default=default, help=f"{words}")


def add_quiet(parser: argparse.ArgumentParser) -> None:
    """--quiet."""
    parser.add_argument("--quiet", action="store_true", help="no progress bar")


def add_config(parser: argparse.ArgumentParser, config: type, *apart: str) -> None:
    """Add a flag for every declared argument of a config, with its help line and default, but those `apart`."""
    plain = config(game="")
    for name, one in arguments_of(config).items():
        if name not in apart:
            default, flag = one.of(plain), "--" + name.replace("_", "-")
            parser.add_argument(flag, default=default, help=words_of(one, default), **type_of(one.kind, "+"))


def config_of(config: type, args: argparse.Namespace, **others: Any) -> Any:
    """Return the config that these flags give; others: its other values."""
    given = {name: getattr(args, name) for name in arguments_of(config) if hasattr(args, name)}
    return config(game=args.game, **given | others)


def words_of(one: Argument, default: Any) -> str:
    """Return the help line of a declared argument, with its default."""
    shown = " ".join(map(str, default)) if isinstance(default, (list, dict)) else str(default)
    return (one.words + (f" (default: {shown})" if shown else "")).replace("%", "%%")


def type_of(kind: str, several: str = "*") -> dict[str, Any]:
    """Return what argparse gets for an argument of this type; several: how many values a list has."""
    if kind == "bool":
        return {"action": argparse.BooleanOptionalAction}
    if kind.startswith("dict"):
        return {"action": "extend", "nargs": several, "metavar": "NAME=V1,V2"}
    of_one = {"int": int, "float": float, "str": str}[kind.removeprefix("list[").removesuffix("]")]
    return {"type": of_one} | ({"nargs": several} if kind.startswith("list") else {})


def add_out(parser: argparse.ArgumentParser) -> None:
    """Add where a run that learns is written, for `check_run`."""
    parser.add_argument("--out", required=True, metavar="FOLDER", help="folder for the results")
    parser.add_argument("--overwrite", action="store_true", help="replace the network in that folder")


def check_run(args: argparse.Namespace) -> None:
    """Raises InputError where the folder of a run cannot be written, or holds its network already and is to keep it."""
    check_folder(args.out, "--out")
    path = Path(args.out) / POLICY
    if path.exists() and not args.overwrite:
        raise InputError(f"{path} already exists; replace it (--overwrite), or name another folder (--out)")


def print_written(paths: Sequence[Path]) -> None:
    """Print a line for every file of results."""
    for path in paths:
        print(f"written: {path}")


def command_line(args: argparse.Namespace) -> str:
    """Return the command as typed, but of files to write and of absolute paths only the last name: what is recorded
    with results should not depend on the machine they were made on."""
    shown = ["eurogym"]
    for word in getattr(args, "words", sys.argv[1:]):
        if shown[-1] in ("--out", "--ou"):
            word = Path(word).name
        elif word.startswith(("--out=", "--ou=")):
            word = f"--out={Path(word).name}"
        shown.append(without_places(word))
    return shlex.join(shown)
