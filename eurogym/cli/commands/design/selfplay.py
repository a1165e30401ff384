"""Measure how games go with one agent in all seats: scores, leads and lengths.

Compares options or component tables on the same deals with --vary and
--replace.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from eurogym.cli.arguments import add_game, add_vary, positive, print_written
from eurogym.cli.working import add_playing, working
from eurogym.common.errors import InputError
from eurogym.common.options import cross_product, varied_options
from eurogym.common.prepare import make_ready
from eurogym.measure.report.report import check_out, write_results
from eurogym.measure.selfplay import as_rows, run_selfplay, selfplay_text

EXAMPLES = """examples:
  eurogym design selfplay village --agents heuristic greedy random --players 2 3 4 5 --games 1000
  eurogym design selfplay village --agents heuristic --players 3 --replace church.json council.json
  eurogym design selfplay villagers --agents heuristic --players 2 3 --vary expansions=none,saints --out shift

A table with one agent in all seats shows how a game goes in its hands, not how
strong the agent is; for that see `eurogym compare evaluate`.

--vary plays every combination of the values named. --replace plays each once
more for every file of replacement component tables (the game's option
data_overrides). The change is that of the mean score against the first of
these settings, with an interval over the deals, which are the same. The lead
is the winner's lead over the second, or that of the winning team over the
next.

--out NAME writes NAME.json and NAME.csv. If NAME has one of these endings,
only that file is written.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `selfplay`."""
    add_game(parser)
    parser.add_argument(
        "--agents",
        nargs="+",
        required=True,
        metavar="AGENT",
        help="one or more agents, each at tables of its own",
    )
    parser.add_argument(
        "--players", nargs="+", type=positive, required=True, help="seats at the table, one number or several"
    )
    parser.add_argument("--games", type=positive, default=1000, help="number of deals for each table")
    add_vary(parser, "game options with the values to compare, every combination on the same deals")
    parser.add_argument(
        "--replace",
        nargs="+",
        default=[],
        metavar="FILE",
        help="files of component tables, or scenarios of the game, to compare",
    )
    add_playing(parser, "write the results as JSON and CSV")


def main(args: argparse.Namespace) -> int:
    """Measure what the arguments describe, show it and write it."""
    taken = {"num_players": "use --players"}
    if args.replace:
        taken["data_overrides"] = "--replace gives it"
    options, vary = varied_options(args.game, args.option, args.vary, taken)
    names = [Path(file).stem for file in args.replace]
    if len(set(names)) < len(names):
        raise InputError(
            f"--replace: {' '.join(names)}: files are identified by their names; give each its own"
        )
    check_out(args.out, plot=False)
    make_ready(args.game, args.agents)
    with working(args) as work:
        means = run_selfplay(
            args.game,
            args.agents,
            args.players,
            args.games,
            args.seed,
            options,
            cross_product(vary),
            args.replace,
            args.quiet,
            work,
        )
    print(f"{args.game}, {args.games} games, seed {args.seed}\n\n{selfplay_text(means)}")
    rows = as_rows(means)
    data = {
        "kind": "selfplay",
        "game": args.game,
        "options": options,
        "vary": vary,
        "games": args.games,
        "seed": args.seed,
        "rows": rows,
    }
    print_written(write_results(args.out, data, rows))
    return 0
