"""Play the tasks of eurogym-bench-v0 and write a submission.

In tasks for two or more players, the agent plays each deal from every seat,
with the heuristic in all others. In solo tasks it plays each deal once.
"""

from __future__ import annotations

import argparse

from eurogym.cli.arguments import add_quiet, print_written, whole_number
from eurogym.cli.working import add_jobs, working
from eurogym.common.errors import InputError
from eurogym.common.files import check_file
from eurogym.envs.core.files import json_text, write_text
from eurogym.measure.benchmark.benchmark import load_benchmark, run_benchmark, suite_score, task_scores
from eurogym.measure.report.report import interval_text, text_table
from eurogym.measure.stats.statistics import Estimate

EXAMPLES = """examples:
  eurogym benchmark run ppo --out ppo.json
  eurogym benchmark run ppo:path=mine.npz --track 20M --run 3 --about "my agent" --out mine-3.json
  eurogym benchmark run greedy --budget tiny --games villagers village --out greedy.json

Progression is 0 for random play and 100 for the heuristic on the same deals.
The suite score gives each game the same weight and needs all games. Where an
agent was trained several times, --about names the agent and --run numbers its
runs.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `benchmark run`."""
    bench = load_benchmark()
    parser.add_argument("agent", help="the agent to measure")
    parser.add_argument("--budget", default="full", help=f"deals per task: {bench.budgets_text}")
    parser.add_argument("--games", nargs="+", metavar="GAME", help="play only the tasks of these games")
    parser.add_argument(
        "--track",
        default="open",
        help=f"training or thinking that the agent has used: {', '.join(bench.tracks)}",
    )
    parser.add_argument(
        "--run", type=whole_number(0), default=0, dest="number", help="number of the training run"
    )
    parser.add_argument("--about", default="", help="name that the runs of one agent share")
    parser.add_argument("--out", help="file for the submission, NAME.json")
    add_jobs(parser)
    add_quiet(parser)


def main(args: argparse.Namespace) -> int:
    """Play, show the scores and write the submission."""
    if args.out is not None:
        if not args.out.endswith(".json"):
            raise InputError(f"--out {args.out} must end in .json")
        check_file(args.out, "--out")
    with working(args) as work:
        found = run_benchmark(
            args.agent, args.budget, args.games, args.track, args.number, args.about, args.quiet, work
        )
    scores = task_scores(found)
    whole, games = suite_score({name: one.mean for name, one in scores.items()})
    rows = [[name, interval_text(Estimate(*one[:3]), 1), one.games] for name, one in scores.items()]
    print(f"{found['benchmark']}, {args.agent}, budget {args.budget}\n")
    print(text_table(["task", "progression", "deals"], rows))
    print("\n" + ", ".join(f"{name} {score:.1f}" for name, score in games.items()))
    print(f"suite score: {whole:.1f}" if whole == whole else "suite score: none, some games were left out")
    if args.out is not None:
        write_text(args.out, json_text(found) + "\n", named=True)
        print_written([args.out])
    return 0
