"""Search for component values that give a game wanted properties.

Changes entries of the game's component tables within given ranges, by the
cross-entropy method, until figures of `eurogym design report` meet their targets as
well as possible. Writes the tables found to the file --out.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from eurogym.cli.arguments import add_game, command_line, positive, print_written
from eurogym.cli.working import add_playing, work_of
from eurogym.common.errors import InputError
from eurogym.common.files import check_file
from eurogym.common.options import game_options
from eurogym.common.prepare import make_ready
from eurogym.design.balance import Tables, balance, read_entry, read_target
from eurogym.design.tables import Band, sizes_of
from eurogym.envs.core.files import json_text, write_text
from eurogym.measure.report.report import text_table
from eurogym.training.learn.tuning import Generation

EXAMPLES = """examples:
  eurogym design balance village --entry customers.7.points=0-20 --target "seat advantage<1%"
  eurogym design balance village --table mine.json --entry customers.20.points=0-20 --target "customer: 20=printed"
  eurogym design balance village --entry cemetery.spaces.2=4-14 --target "real choices=400" --out shorter.json

A target is a figure of `eurogym design report` and what it should be: below (<),
above (>) or at (=) a value, or at that of the printed tables (=printed). "seat
advantage" is how far the share of games won by the best place in turn order
exceeds an equal share. The name of a component stands for its points above
others of its kind.

An entry is a whole number in the tables that the game lets you replace, with
the range to search. The search starts at the value in --table or else at the
printed one. Candidates of a generation play the same deals, and the result is
measured on separate deals. `eurogym design report --against-variant` takes the file
of --out.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tune-game`."""
    add_game(parser)
    parser.add_argument(
        "--table", metavar="FILE", help="component tables to start from (default: as printed)"
    )
    parser.add_argument(
        "--entry",
        nargs="+",
        required=True,
        metavar="PATH=LOW-HIGH",
        help="entries that may change, and their ranges",
    )
    parser.add_argument(
        "--target", nargs="+", required=True, metavar="TARGET", help="figures and what they should be"
    )
    parser.add_argument("--players", type=positive, default=2, help="seats at the table")
    parser.add_argument("--agent", default="heuristic", help="agent that plays all seats")
    parser.add_argument("--games", type=positive, default=256, help="deals per candidate")
    parser.add_argument("--population", type=positive, default=12, help="candidates per generation")
    parser.add_argument("--generations", type=positive, default=8, help="number of generations")
    add_playing(parser, "JSON file for the tables found", resume=False, metavar="FILE")


def main(args: argparse.Namespace) -> int:
    """Search, a line per generation; show what was found and how it fares."""
    options = game_options(
        args.game, args.option, {"num_players": "use --players", "data_overrides": "use --table"}
    )
    sizes = sizes_of(args.game)
    if args.players not in sizes:
        raise InputError(f"--players: tables of {args.game} have {sizes[0]} to {sizes[-1]} players")
    targets = [read_target(args.game, text) for text in args.target]
    tables = Tables(args.game, [read_entry(text) for text in args.entry], args.table, options)
    if args.population < 4:
        raise InputError("--population must be at least 4")
    if args.out is not None:
        check_file(args.out, "--out")
    make_ready(args.game, [args.agent])

    def show(line: Generation, mean: np.ndarray) -> None:
        if not args.quiet:
            at = ", ".join(f"{value:.1f}" for value in mean)
            print(
                f"generation {line.number:3d}  {line.seconds:5.0f} s  best {line.best:9.2f}  mean at {at}",
                flush=True,
            )

    found = balance(
        tables,
        targets,
        Band(args.agent, args.games),
        args.players,
        args.population,
        args.generations,
        args.seed,
        work_of(args),
        show,
    )
    rows = [
        (entry.path, int(printed), int(start), int(value))
        for entry, printed, start, value in zip(
            tables.entries, tables.printed, tables.start, found.values, strict=True
        )
    ]
    print("\n" + text_table(("entry", "printed", "before", "found"), rows))
    goals = [
        (
            target.name,
            f"{target.sign} {wanted:.3g}",
            *(f"{value:.3f} ±{1.96 * error:.3f}" for value, error in seen),
        )
        for target, wanted, *seen in found.targets
    ]
    print("\n" + text_table(("figure", "wanted", "printed", "before", "found"), goals))
    print(f"\n{command_line(args)}")
    if args.out is not None:
        write_text(args.out, json_text(found.overrides, indent=1) + "\n", named=True)
        print_written([Path(args.out)])
    return 0
