"""What the subcommands share about their arguments: the parser, counts, flags that several of them have."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from eurogym.training.errors import MOST_THREADS, InputError
from eurogym.training.files import check_folder, without_places


class UsageError(Exception):
    """A command line that does not parse."""


class Parser(argparse.ArgumentParser):
    """A parser that answers a wrong command line with one line instead of the whole usage."""

    def error(self, message: str) -> None:  # noqa: D102 - see the class
        raise UsageError(f"{self.prog}: {message} (see {self.prog} --help)")


MOST = 10**9  # of anything that is counted
LARGEST_SEED = 2**63 - 1


def whole_number(low: int, high: int = MOST) -> Callable[[str], int]:
    """An argparse type: a whole number from `low` to `high`."""

    def convert(text: str) -> int:
        with suppress(ValueError):
            if (number := int(text)) > high:
                raise argparse.ArgumentTypeError(
                    f"{text[:40]} is too much; whole numbers from {low} to {high}"
                )
            if number >= low:
                return number
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from {low} on")

    return convert


positive = whole_number(1)
seed_number = whole_number(0, LARGEST_SEED)
thread_count = whole_number(1, MOST_THREADS)


def add_game(parser: argparse.ArgumentParser) -> None:
    """The game, named first."""
    parser.add_argument("game", help="name of the game, e.g. villagers")


def add_option(parser: argparse.ArgumentParser, words: str = "a game option") -> None:
    """--option NAME=VALUE, as often as need be."""
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=words)


def add_seed(
    parser: argparse.ArgumentParser, default: int = 0, words: str = "seed of deals and agents"
) -> None:
    """--seed."""
    parser.add_argument("--seed", type=seed_number, default=default, help=f"{words} (default {default})")


def add_quiet(parser: argparse.ArgumentParser) -> None:
    """--quiet."""
    parser.add_argument("--quiet", action="store_true", help="no progress bar")


def add_learning(parser: argparse.ArgumentParser, minibatch: int, of: str, seeded: str) -> None:
    """How a network of positions is learned (`distil`, `value`), and where the run is written.

    minibatch: how many `of` (in words) a gradient step by default; seeded: what --seed is for.
    """
    parser.add_argument(
        "--hidden",
        nargs=2,
        type=positive,
        default=[128, 64],
        help="sizes of the two hidden layers (default 128 64)",
    )
    parser.add_argument(
        "--minibatch",
        type=positive,
        default=minibatch,
        help=f"{of} a gradient step (default {minibatch})",
    )
    parser.add_argument(
        "--learning-rate", type=float, default=2e-3, help="AdamW step size at the start (default 0.002)"
    )
    parser.add_argument(
        "--weight-decay", type=float, default=0.02, help="weight decay of AdamW (default 0.02)"
    )
    parser.add_argument("--device", default="cpu", help="torch device (default cpu)")
    parser.add_argument("--threads", type=thread_count, default=1, help="torch threads (default 1)")
    add_seed(parser, default=1, words=seeded)
    parser.add_argument("--out", required=True, metavar="FOLDER", help="folder of the results")
    parser.add_argument("--overwrite", action="store_true", help="replace the network in that folder")


def check_run(args: argparse.Namespace, network: str) -> None:
    """Raises InputError where the folder of a run cannot be written, or holds its network already and is to keep it."""
    check_folder(args.out, "--out")
    path = Path(args.out) / network
    if path.exists() and not args.overwrite:
        raise InputError(f"{path} is there already; replace it (--overwrite), or name another folder (--out)")


def print_written(paths: Sequence[Path]) -> None:
    """A line for every file of results."""
    for path in paths:
        print(f"written: {path}")


def command_line(args: argparse.Namespace) -> str:
    """The command as typed, but of files to write and of absolute paths only the last name: what is recorded with
    results should not depend on the machine they were made on."""
    shown = ["eurogym"]
    for word in getattr(args, "words", sys.argv[1:]):
        if shown[-1] in ("--out", "--ou"):
            word = Path(word).name
        elif word.startswith(("--out=", "--ou=")):
            word = f"--out={Path(word).name}"
        shown.append(without_places(word))
    return shlex.join(shown)
