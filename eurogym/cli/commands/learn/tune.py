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

from eurogym.cli.arguments import add_game, add_seed, command_line, positive, print_written, thread_count
from eurogym.common.errors import InputError
from eurogym.common.files import check_file
from eurogym.envs.core.files import json_text, write_text
from eurogym.training.learn.tuning import Generation, setting_of, tune

EXAMPLES = """examples:
  eurogym learn tune villagers --minutes 10 --jobs 2 --out weights.json
  eurogym learn tune castles_of_burgundy --settings chateauma --minutes 8 --jobs 16 --out weights.json

Every generation draws vectors of weights around the current mean. Each vector
takes one seat of a table, with the mean in the others; the seats rotate, and
all vectors play the same deals. In games without opposing seats, each vector
plays the deals alone. The best fifth moves the mean and narrows the spread.

To use the values found, copy them into the agent by hand. Which weights are
tuned together is defined in agents/<game>/tuning.py.
"""


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
        help="threads that play; results do not depend on it",
    )
    add_seed(parser, default=1, words="seed of the deals and of the weights drawn")
    parser.add_argument(
        "--minutes", type=float, help="stop before so many minutes are up (default: no limit)"
    )
    parser.add_argument("--spread", type=float, default=0.25, help="initial spread as a share of each weight")
    parser.add_argument("--out", metavar="FILE", help="JSON file, written after every generation")


def main(args: argparse.Namespace) -> int:
    """Search as asked, a line per generation; show what moved and how it fares against the shipped weights."""
    if args.minutes is not None and not 0 < args.minutes < math.inf:
        raise InputError(f"--minutes {args.minutes} is not a time above 0")
    if not 0 < args.spread < math.inf:
        raise InputError(f"--spread {args.spread} is not a number above 0")
    setting_of(args.game, args.settings)
    if args.out is not None:
        check_file(args.out, "--out")

    def keep(result: dict[str, Any]) -> None:
        if args.out is not None:
            text = json_text(result | {"command": command_line(args)}, indent=1) + "\n"
            write_text(args.out, text, named=True)

    result = tune(
        args.game, args.settings, args.population, args.generations, args.games, args.jobs, args.seed,
        args.minutes, args.spread, print_generation, keep,
    )  # fmt: skip
    keep(result)
    for name, value, old in zip(result["names"], result["mean"], result["shipped"], strict=True):
        print(f"{name:20s} {old:8.3f} -> {value:8.3f}")
    print(json.dumps(result["check"]))
    if args.out is not None:
        print_written([Path(args.out)])
    return 0


def print_generation(line: Generation) -> None:
    """Print one line of the search."""
    print(
        f"generation {line.number:3d}  {line.seconds:6.0f} s  best {line.best:7.3f}  elite {line.elite:7.3f}  "
        f"all {line.everyone:7.3f}  points {line.points:7.2f}  spread {line.spread:5.2f}",
        flush=True,
    )
