"""Make the networks of a game anew, stage by stage."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from eurogym.envs.core import registry
from eurogym.training.commands.arguments import add_game, thread_count
from eurogym.training.learn import part

EXAMPLES = """examples:
  eurogym reproduce village --list                     the stages, with their commands
  eurogym reproduce village --jobs 4                   all of them; the same command goes on where it was stopped
  eurogym reproduce village --stages solo              one network, and what it needs
  eurogym reproduce village --budget tiny              all stages in a minute or two; what comes out has learned nothing

The stages stand in training/pipelines/GAME.json. They are commands of eurogym; each fills a folder of its own in --out.
A network plays by its folder: `eurogym compare village ppo:path=FOLDER heuristic`. The networks that ship come from
earlier runs, whose commands stand in the manifest (agents/weights/manifest.json); a pipeline makes their like.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `reproduce`."""
    add_game(parser)
    parser.add_argument("--list", action="store_true", help="show the stages and do nothing")
    parser.add_argument(
        "--stages", nargs="+", default=[], metavar="STAGE", help="these stages and what they need"
    )
    parser.add_argument("--budget", choices=("full", "tiny"), default="full", help="how long stages take")
    parser.add_argument(
        "--jobs",
        type=thread_count,
        default=1,
        metavar="N",
        help="processes, where a stage can use them (default 1)",
    )
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        help="where the stages lie (default: runs/reproduce_GAME; with --budget tiny runs/reproduce_GAME_tiny)",
    )


def run(args: argparse.Namespace) -> int:
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
            print(
                f"{stage.name}\n  eurogym {shlex.join(stage.words(folders, args.budget) + stage.on(args.jobs))}"
            )
        return 0
    made = pipeline_of.run(
        pipeline, stages, out, args.budget, args.jobs, lambda words: print(words, flush=True)
    )
    for network, path in made.items():
        print(f"{network}: {path}")
    return 0
