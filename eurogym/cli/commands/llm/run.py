"""Play the tasks of eurogym-bench-llm-v0 and write a submission.

For each game there are positions, with a question about each, the last
decisions of games, and whole games. Opponents are the heuristic.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from eurogym import agents
from eurogym.cli.arguments import print_written
from eurogym.cli.models import add_model, add_settings, answers, row_text, summary_text
from eurogym.common.errors import InputError
from eurogym.common.files import check_folder
from eurogym.common.prepare import make_ready
from eurogym.envs.core.files import json_text, write_text
from eurogym.text.bench import (
    GAMES,
    OPPONENT,
    PARTS,
    SETTINGS,
    arena_of,
    kept_arena,
    load_benchmark,
    submission,
)

EXAMPLES = """examples:
  eurogym llm run --url http://localhost:8000/v1 --model my-model --out runs/my-model
  eurogym llm run --agent ppo --budget small --parts positions --out runs/ppo
  eurogym llm run ... --parts positions last games --prices 2 8 --out runs/my-model     whole games too

Writes FOLDER/submission.json with all answers, for `eurogym llm report` and
`eurogym llm verify`, those of earlier commands in the folder included. The
same command continues a run that was stopped.
Settings other than the usual ones are named in the leaderboard.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `llm run`."""
    bench = load_benchmark()
    add_model(parser)
    parts = "; ".join(f"{name}: {words}" for name, words in PARTS.items())
    parser.add_argument(
        "--parts",
        nargs="+",
        choices=tuple(PARTS),
        default=[name for name in PARTS if name != GAMES],
        help=f"{parts} (default: all but whole games, which cost most)",
    )
    parser.add_argument("--games", nargs="+", choices=tuple(bench.versions), default=list(bench.versions))
    budgets = "; ".join(
        f"{name} {', '.join(f'{count} {part}' for part, count in counts.items())}"
        for name, counts in bench.budgets.items()
    )
    parser.add_argument(
        "--budget",
        choices=tuple(bench.budgets),
        default="full",
        help=f"positions, or deals of games: {budgets} (default full)",
    )
    add_settings(parser, bench.settings)
    parser.add_argument("--about", default="", help="a few words on the model, for the leaderboard")
    parser.add_argument(
        "--out", required=True, metavar="FOLDER", help="folder of the run, which is continued"
    )


def main(args: argparse.Namespace) -> int:
    """Play, show the figures and write the submission."""
    check_folder(args.out, "--out")
    bench, folder, arenas = load_benchmark(), Path(args.out), {}
    if len(args.about) > 100 or not args.about.isprintable():
        raise InputError("--about: at most 100 printable characters")
    settings = {name: getattr(args, name) for name in SETTINGS}
    kind = "agent" if args.agent else "model"
    left = args.limit
    whole = True
    for task in bench.tasks:
        if task.part not in args.parts or task.game not in args.games:
            continue
        ask = answers(args, task.game)
        seated = [OPPONENT, *filter(None, [args.agent])]
        make_ready(task.game, [agents.make(spec, game=task.game) for spec in seated])
        plan = bench.plan(
            task, args.agent or args.model, bench.budgets[args.budget][task.part], kind, **settings
        )
        arena = arenas[task.id] = arena_of(task, plan, folder / task.id, ask, left, args.parallel)
        print(f"{task.id}:", flush=True)
        whole = whole and arena.run(lambda row: print(f"  {row_text(row)}", flush=True))
        print(summary_text(arena.summary(), args.prices) + "\n", flush=True)
        left = None if left is None else max(0, left - arena.tokens)
    earlier = {task.id: arenas.get(task.id) or kept_arena(task, folder / task.id) for task in bench.tasks}
    out = folder / "submission.json"
    found = {name: arena for name, arena in earlier.items() if arena}
    write_text(out, json_text(submission(found, args.about)) + "\n", named=True)
    print_written([out])
    if not whole:
        print(f"stopped: the limit of {args.limit} tokens is reached; with a higher one it goes on")
    return 0
