"""Train networks like those that ship with a game, stage by stage.

Each stage is a command of eurogym and fills a folder of its own inside --out.
Needs the extra `train`.
"""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from eurogym.cli.arguments import add_game, thread_count
from eurogym.cli.working import execute
from eurogym.envs.core import registry
from eurogym.training.learn import part

EXAMPLES = """examples:
  eurogym learn reproduce village --list                     the stages, with their commands
  eurogym learn reproduce village --jobs 4                   all stages; the same command continues where it was stopped
  eurogym learn reproduce village --stages solo              one network, and what it needs
  eurogym learn reproduce village --budget tiny              all stages in a few minutes, without learning

The stages are listed in training/pipelines/GAME.json. An agent plays a network
by its folder: `eurogym compare village ppo:path=FOLDER heuristic`. The
networks that ship come from earlier runs, whose commands are in
agents/weights/manifest.json; a pipeline makes networks of the same kind, one
for all numbers of players where several ship.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `reproduce`."""
    add_game(parser)
    parser.add_argument("--list", action="store_true", help="only show the stages")
    parser.add_argument(
        "--stages",
        nargs="+",
        default=[],
        metavar="STAGE",
        help="run these stages and what they need (default: all)",
    )
    parser.add_argument(
        "--budget",
        choices=("full", "tiny"),
        default="full",
        help="how much each stage trains; tiny only tries them out",
    )
    parser.add_argument(
        "--jobs",
        type=thread_count,
        default=1,
        metavar="N",
        help="number of processes, for stages that can use several",
    )
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        help="folder for the stages (default: runs/reproduce_GAME, with --budget tiny runs/reproduce_GAME_tiny)",
    )


def main(args: argparse.Namespace) -> int:
    """Run the stages, or list them."""
    pipeline_of = part("pipeline")
    name = registry.entry(args.game).name
    pipeline = pipeline_of.load(name)
    stages = pipeline_of.chosen(pipeline, args.stages)
    out = Path(args.out or f"runs/reproduce_{name}" + ("_tiny" if args.budget == "tiny" else ""))
    if args.list:
        folders = {stage.name: str(out / stage.name) for stage in pipeline.stages}
        print(pipeline.about + "\n")
        for stage in stages:
            words = stage.words(folders, args.budget) + stage.on(args.jobs, args.budget)
            print(f"{stage.name}\n  eurogym {shlex.join(words)}")
        return 0
    made = pipeline_of.run(
        pipeline, stages, out, args.budget, args.jobs, lambda words: print(words, flush=True), execute
    )
    for network, path in made.items():
        print(f"{network}: {path}")
    return 0
