"""Search for better weights for a game's heuristic, by the cross-entropy method.

The weights found are printed and written to the file --out; the agents
themselves are not changed.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.cli.arguments import add_game, add_seed, command_line, positive, thread_count
from eurogym.cli.working import add_cluster
from eurogym.common.errors import InputError
from eurogym.common.files import check_file, held
from eurogym.envs.core.errors import FileError
from eurogym.envs.core.files import json_text, write_text
from eurogym.envs.core.forms import ListOf, MapOf, Number, Record, Text, read_json
from eurogym.training.learn.tuning import Generation, tune, weights_of

EXAMPLES = """examples:
  eurogym learn tune villagers --minutes 10 --jobs 2 --out weights.json
  eurogym learn tune castles_of_burgundy --settings chateauma --minutes 8 --jobs 16 --out weights.json
  eurogym learn tune villagers --minutes 20 --jobs 2 --out weights.json --resume
  eurogym learn tune villagers --start weights.json --spread 0.1 --minutes 10 --out further.json

Every generation draws vectors of weights around the current mean. Each vector
takes one seat of a table, with the mean in the others; the seats rotate, and
all vectors play the same deals. In games without opposing seats, each vector
plays the deals alone. The best fifth moves the mean and narrows the spread.

To use the values found, copy them into the agent by hand. A search that was
stopped or killed continues with --resume as if it had not been interrupted.
Which weights are tuned together is defined in agents/<game>/tuning.py.
"""


ABOUT = "a result of `eurogym learn tune`"
RESULT = Record({"game": Text(200), "names": ListOf(Text()), "mean": ListOf(Number())}, open=True)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tune`."""
    add_game(parser)
    parser.add_argument("--settings", default="table", help="which set of weights to tune")
    parser.add_argument("--population", type=positive, default=64, help="vectors per generation")
    parser.add_argument("--generations", type=positive, default=30, help="most generations")
    parser.add_argument("--games", type=positive, default=64, help="deals per vector and generation")
    parser.add_argument(
        "--jobs",
        type=thread_count,
        default=1,
        metavar="N",
        help="number of processes that play games in parallel; results do not depend on it",
    )
    add_cluster(parser)
    add_seed(parser, default=1, words="seed of the deals and of the weights drawn")
    parser.add_argument(
        "--minutes",
        type=float,
        help="stop before this many minutes are up, those of earlier sessions included (default: no limit)",
    )
    parser.add_argument("--spread", type=float, default=0.25, help="initial spread as a share of each weight")
    parser.add_argument("--start", metavar="FILE", help="result of an earlier search to start from")
    parser.add_argument(
        "--out", metavar="FILE", help="JSON file for the result, written after every generation"
    )
    parser.add_argument("--resume", action="store_true", help="continue the search in that file")
    parser.add_argument("--overwrite", action="store_true", help="replace the result in that file")


def main(args: argparse.Namespace) -> int:
    """Search as asked, a line per generation; show what moved and how it fares against the start."""
    if args.minutes is not None and not 0 < args.minutes < math.inf:
        raise InputError(f"--minutes {args.minutes} is not a time above 0")
    if not 0 < args.spread < math.inf:
        raise InputError(f"--spread {args.spread} is not a number above 0")
    names, shipped = weights_of(args.game, args.settings)
    start = read_start(args.start, args.game, names, shipped) if args.start else None
    if args.out is None:
        if args.resume or args.overwrite:
            raise InputError("--resume and --overwrite need --out, the file to continue or replace")
        show(search(args, start))
        return 0
    check_file(args.out, "--out")
    out = Path(args.out)
    if out.exists() and not out.is_file():  # a pipe: what is in it can be neither held nor replaced
        result = search(args, start)
        show(result)
        write_text(out, as_text(result, args), named=True)
        return 0
    with held(out.with_name(f".{out.name}.lock"), f"another search is writing {out}"):
        earlier = claimed(out, args.resume, args.overwrite)
        show(search(args, start, out, earlier))
    print(f"written: {out}")
    return 0


def search(
    args: argparse.Namespace, start: np.ndarray | None, out: Path | None = None, earlier: dict | None = None
) -> dict[str, Any]:
    """Return the search that the arguments describe; with `out` its result lies there after every generation."""

    def keep(result: dict[str, Any]) -> None:
        if out is not None:
            write_text(out, as_text(result, args), named=True)

    try:
        result = tune(
            args.game,
            args.settings,
            args.population,
            args.generations,
            args.games,
            args.jobs,
            args.seed,
            args.minutes,
            args.spread,
            start,
            print_generation,
            keep,
            earlier,
            args.cluster,
        )
    except InputError as error:
        if earlier is None:
            raise
        raise InputError(f"--resume: {out}: {error}") from None
    keep(result)
    return result


def as_text(result: dict[str, Any], args: argparse.Namespace) -> str:
    """Return what is written."""
    return json_text(result | {"command": command_line(args)}, indent=1) + "\n"


def show(result: dict[str, Any]) -> None:
    """Print what moved, and how it fares against the start."""
    for key, value, old in zip(result["names"], result["mean"], result["started_from"], strict=True):
        print(f"{key:20s} {old:8.3f} -> {value:8.3f}")
    print(json.dumps(result["check"]))


def claimed(out: Path, resume: bool, overwrite: bool) -> dict[str, Any] | None:
    """Return the search to go on with in a file, None for a new one; raises InputError where the file may not be
    taken.
    """
    if resume and overwrite:
        raise InputError(
            "--resume and --overwrite cannot be used together: continue the search, or replace it"
        )
    if not resume:
        if out.is_file() and not overwrite:
            raise InputError(
                f"{out} already exists; continue its search (--resume), replace it (--overwrite), or name another "
                "file (--out)"
            )
        return None
    if not out.exists():
        raise InputError(f"nothing to resume: {out} does not exist")
    return read_json(out, MapOf(), ABOUT)


def read_start(path: str, game: str, names: tuple[str, ...], shipped: np.ndarray) -> np.ndarray:
    """Return the mean that an earlier run of the same game found, float64[W]; weights that it did not know stay as
    shipped.
    """
    earlier = read_json(path, RESULT, ABOUT)
    if earlier["game"] != game:
        raise InputError(f"--start: {path} contains weights of {earlier['game']!r:.40}, not of {game}")
    if len(earlier["names"]) != len(earlier["mean"]):
        raise FileError("it has not a number for every name", path)
    found = dict(zip(earlier["names"], earlier["mean"], strict=True))
    if not set(found) & set(names):
        raise InputError(f"--start: {path} contains none of the weights to tune: {', '.join(names)}")
    return np.array([float(found.get(name, old)) for name, old in zip(names, shipped, strict=True)])


def print_generation(line: Generation) -> None:
    """Print one line of the search."""
    print(
        f"generation {line.number:3d}  {line.seconds:6.0f} s  best {line.best:7.3f}  elite {line.elite:7.3f}  "
        f"all {line.everyone:7.3f}  points {line.points:7.2f}  spread {line.spread:5.2f}",
        flush=True,
    )
