"""Search better weights for the heuristic of a game, by the cross-entropy method."""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

import numpy as np

from eurogym.training.commands.arguments import add_game, add_seed, command_line, positive, thread_count
from eurogym.training.errors import InputError
from eurogym.training.files import check_file
from eurogym.training.learn.tuning import Generation, tune, weights_of

EXAMPLES = """examples:
  eurogym tune villagers --minutes 10 --processes 2 --out weights.json
  eurogym tune castles_of_burgundy --settings chateauma --minutes 8 --processes 16 --out weights.json
  eurogym tune village --settings solo --start weights.json --spread 0.1 --out further.json

Every generation draws vectors of weights around the mean so far. At a table each of them takes one seat, the
mean has the others, seats rotate, and all of them play the same deals; in games without opposing seats each
plays the deals alone. The best fifth moves the mean and narrows the spread. Nothing is written into the agents:
the values found go to the file, to be copied by hand. What is tuned together stands in agents/<game>/tuning.py.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `tune`."""
    add_game(parser)
    parser.add_argument("--settings", default="table", help="what to tune (default table)")
    parser.add_argument("--population", type=positive, default=64, help="vectors per generation (default 64)")
    parser.add_argument("--generations", type=positive, default=30, help="at most so many (default 30)")
    parser.add_argument(
        "--games", type=positive, default=64, help="deals per vector and generation (default 64)"
    )
    parser.add_argument("--processes", type=thread_count, default=1, help="that play at once (default 1)")
    add_seed(parser, default=1, words="seed of deals and weights drawn")
    parser.add_argument("--minutes", type=float, help="stop before this time is up")
    parser.add_argument(
        "--spread", type=float, default=0.25, help="first spread as a share of each weight (default 0.25)"
    )
    parser.add_argument("--start", metavar="FILE", help="result of an earlier run to go on from")
    parser.add_argument("--out", metavar="FILE", help="JSON file for the result")


def run(args: argparse.Namespace) -> int:
    """Search as asked, a line per generation; show what moved and how it fares against the start."""
    if args.minutes is not None and not 0 < args.minutes < math.inf:
        raise InputError(f"--minutes {args.minutes} is not a time above 0")
    if not 0 < args.spread < math.inf:
        raise InputError(f"--spread {args.spread} is not a number above 0")
    names, shipped = weights_of(args.game, args.settings)
    start = read_start(args.start, names, shipped) if args.start else None
    if args.out is not None:
        check_file(args.out, "--out")
    result = tune(
        args.game,
        args.settings,
        args.population,
        args.generations,
        args.games,
        args.processes,
        args.seed,
        args.minutes,
        args.spread,
        start,
        print_generation,
    )
    result["command"] = command_line(args)
    for key, value, old in zip(result["names"], result["mean"], result["started_from"], strict=True):
        print(f"{key:20s} {old:8.3f} -> {value:8.3f}")
    print(json.dumps(result["check"]))
    if args.out:
        Path(args.out).write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
        print(f"written: {args.out}")
    return 0


def read_start(path: str, names: tuple[str, ...], shipped: np.ndarray) -> np.ndarray:
    """The mean that an earlier run found, float64[W]; weights that it did not know stay as they are shipped."""
    try:
        earlier = json.loads(Path(path).read_text(encoding="utf-8"))
        found = dict(zip(earlier["names"], earlier["mean"], strict=True))
        start = np.array([float(found.get(name, old)) for name, old in zip(names, shipped, strict=True)])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"--start: {path} is no result of `eurogym tune` ({error})") from None
    if not np.isfinite(start).all():
        raise InputError(f"--start: {path} holds weights that are no finite numbers")
    return start


def print_generation(line: Generation) -> None:
    """One line of the search."""
    print(
        f"generation {line.number:3d}  {line.seconds:6.0f} s  best {line.best:7.3f}  elite {line.elite:7.3f}  "
        f"all {line.everyone:7.3f}  points {line.points:7.2f}  spread {line.spread:5.2f}",
        flush=True,
    )
