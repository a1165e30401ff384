"""Show the tasks of eurogym-bench-v0; train for them, play them, compare results.

Without a further word, lists the tasks, budgets and tracks. `train` trains an
agent for each task, `run` plays the tasks and writes a submission, `report`
compares submissions, and `verify` plays a sample of one again. Each has its
own --help.
"""

from __future__ import annotations

import argparse

from eurogym.measure.benchmark.benchmark import load_benchmark
from eurogym.measure.report.report import text_table

EXAMPLES = """examples:
  eurogym benchmark                                       the tasks, budgets and tracks
  eurogym benchmark train --track 2M --out runs/mine
  eurogym benchmark run ppo --budget small --out ppo.json
  eurogym benchmark report ppo.json greedy.json
  eurogym benchmark verify ppo.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`benchmark` alone takes none."""


def main(args: argparse.Namespace) -> int:
    """Show what is frozen."""
    bench = load_benchmark()
    print(
        f"{bench.name}, tasks {bench.frozen[:16]}; an agent plays each deal from every seat against {bench.opponent}\n"
    )
    rows = [
        [task.id, ", ".join(f"{name}={value}" for name, value in task.options.items())]
        for task in bench.tasks
    ]
    print(text_table(["task", "options"], rows, left=2))
    print(f"\nbudgets (deals of each task): {bench.budgets_text}")
    print("tracks: " + "; ".join(f"{name}: {words}" for name, words in bench.tracks.items()))
    print(
        "roots of deals, first and last: "
        + ", ".join(f"{k} {a} to {b - 1}" for k, (a, b) in bench.deals.items())
    )
    return 0
