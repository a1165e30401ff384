"""Compare submissions to eurogym-bench-v0.

Shows scores, performance profiles and the probability of improvement.
"""

from __future__ import annotations

import argparse
import itertools

from eurogym.cli.arguments import add_seed, print_written
from eurogym.measure.benchmark.benchmark import load_benchmark, read_submission
from eurogym.measure.benchmark.suite import (
    PROFILE,
    Interval,
    as_data,
    as_rows,
    entries_of,
    improvement,
    plot_profiles,
    summary,
)
from eurogym.measure.report.report import check_out, text_table, write_results

EXAMPLES = """examples:
  eurogym benchmark report ppo.json greedy.json
  eurogym benchmark report mine-*.json ppo.json --out results/suite

Files with the same --about (or, without it, the same agent) count as runs of
one agent. Intervals are 95 % bootstrap intervals over runs and deals, task by
task. The interquartile mean is the mean of the middle half of all runs and
tasks.

--out NAME writes NAME.json, NAME.csv and NAME.png with the performance
profiles. If NAME has one of these endings, only that file is written.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `benchmark report`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="submissions to compare")
    add_seed(parser, words="seed of the bootstrap")
    parser.add_argument("--out", help="write the results as JSON, CSV and a plot")


def main(args: argparse.Namespace) -> int:
    """Show the tables and write them."""
    check_out(args.out)
    entries = entries_of([read_submission(path) for path in args.files])
    found = [summary(entry, args.seed) for entry in entries]
    games = list(found[0].games)
    headers = ["agent", "track", "runs", "suite score", "interquartile mean", *games]
    rows = [
        [
            one.agent,
            one.track,
            one.runs,
            *map(_text, (one.suite, one.middle, *(one.games[game] for game in games))),
        ]
        for one in found
    ]
    name = load_benchmark().name
    print(f"{name}: progression, 0 random play, 100 the heuristic\n")
    print(text_table(headers, rows))
    print("\nshare of runs and tasks with at least this progression\n")
    profiles = [[one.agent, *(f"{share:.2f}" for share in one.profile)] for one in found]
    print(text_table(["agent", *map(str, PROFILE)], profiles))
    print("\nprogression by task\n")
    tasks = [[task, *(f"{one.task_scores[task]:.1f}" for one in found)] for task in entries[0].tasks]
    print(text_table(["task", *(one.agent for one in found)], tasks))
    pairs = {(a.agent, b.agent): improvement(a, b, args.seed) for a, b in itertools.combinations(entries, 2)}
    if pairs:
        print("\nchance that the first does better than the second on the same deal of a random task\n")
        chances = [[f"{one} over {other}", _text(ends, 2)] for (one, other), ends in pairs.items()]
        print(text_table(["pair", "chance"], chances))
    plot = plot_profiles(entries, args.seed)
    print_written(write_results(args.out, as_data(name, found, pairs), as_rows(found), plot))
    return 0


def _text(found: Interval, digits: int = 1) -> str:
    value, low, high = (f"{one:.{digits}f}" for one in found)
    return "-" if value == "nan" else f"{value} ({low} to {high})"
