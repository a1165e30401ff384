"""Let a search say what every action is worth at positions of games, for a policy to learn from."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from eurogym import agents
from eurogym.agents.framework.base import game_kernels
from eurogym.envs.core import registry
from eurogym.training.commands.arguments import (
    add_config,
    add_game,
    add_option,
    config_of,
    positive,
    print_written,
    thread_count,
    whole_number,
)
from eurogym.training.files import check_folder
from eurogym.training.learn.supervised.config import LabelConfig
from eurogym.training.learn.supervised.labels import read_labels
from eurogym.training.learn.supervised.make import make_labels
from eurogym.training.learn.supervised.regret import search_gain
from eurogym.training.options import check_option_names, parse_options

EXAMPLES = """examples:
  eurogym label castles_of_burgundy --shards 150 --jobs 2 --out labels/burgundy
  eurogym label castles_of_burgundy --shards 3 --sims 10 --seed 2 --out labels/burgundy_held_out
  eurogym label villagers --players 3 --agents villagers ppo --out labels/villagers3
  eurogym distil castles_of_burgundy --labels labels/burgundy --held-out labels/burgundy_held_out

Games are played, and at a share of their decisions every legal action is simulated --sims times in each of two
independent halves, all under the same luck, truncated after --depth decisions. Labels are differences in points from
the choice of the heuristic, or of another --base. A shard is the labels of a few games; the same command goes on where
it was stopped, with more --shards it adds to the folder, and the labels do not depend on --jobs."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `label`."""
    add_game(parser)
    add_option(parser)
    parser.add_argument("--shards", type=positive, default=10, help="files of labels (default 10)")
    parser.add_argument(
        "--depth",
        type=whole_number(0),
        help="decisions per playout before the evaluation, 0: to the end (default: as `mc` plays the game)",
    )
    add_config(parser, LabelConfig, "options", "depth")
    parser.add_argument("--jobs", type=thread_count, default=1, metavar="N", help="threads (default 1)")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="folder of the labels")


def run(args: argparse.Namespace) -> int:
    """Make the labels that are missing, and show what the search gains by them over the heuristic."""
    game = registry.game(args.game)
    options = parse_options(args.option)
    check_option_names(args.game, options, {"num_players": "use --players"})
    own = game_kernels(game).search if args.players > 1 else {}  # as `mc`: alone, playouts go to the end
    depth = own.get("depth", 0) if args.depth is None else args.depth
    config = config_of(LabelConfig, args, options=options, depth=depth)
    config.check()
    for name in args.agents:
        agents.make(name, game=game)
    check_folder(args.out, "--out")
    folder = Path(args.out)
    make_labels(config, folder, args.shards, args.jobs, show)
    labels = read_labels([folder])
    found = search_gain(labels)
    print(f"{len(labels)} labels, {np.diff(labels.start).mean():.1f} legal actions each")
    print(
        f"the search's choice: {found.mean:+.2f} +- {found.half_width:.2f} points a decision over "
        f"{args.base or 'the heuristic'}"
    )
    print_written([folder])
    return 0


def show(number: int, count: int) -> None:
    """A line for a shard."""
    print(f"shard {number}: {count} labels", flush=True)
