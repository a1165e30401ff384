"""Let a search say what every action is worth at positions of games, for a policy to learn from."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from eurogym import agents
from eurogym.agents.framework.base import game_kernels
from eurogym.envs.core import registry
from eurogym.training.commands.arguments import (
    add_game,
    add_option,
    add_seed,
    positive,
    print_written,
    thread_count,
    whole_number,
)
from eurogym.training.files import check_folder
from eurogym.training.learn import part
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
    parser.add_argument("--players", type=positive, default=2, help="seats at the table (default 2)")
    add_option(parser)
    parser.add_argument("--shards", type=positive, default=10, help="files of labels (default 10)")
    parser.add_argument("--games", type=positive, default=32, help="games in a shard (default 32)")
    parser.add_argument(
        "--share", type=float, default=0.25, help="share of the decisions labelled (default 0.25)"
    )
    parser.add_argument(
        "--sims", type=positive, default=1, help="simulations of every action in each half (default 1)"
    )
    parser.add_argument(
        "--depth",
        type=whole_number(0),
        help="decisions per playout before the evaluation, 0: to the end (default: as `mc` plays the game)",
    )
    parser.add_argument(
        "--horizon",
        type=whole_number(0),
        default=0,
        help="decisions for every seat that the heuristic plays on after an action before the network looks "
        "(default 0: to the end of the own turn)",
    )
    parser.add_argument(
        "--agents",
        nargs="+",
        default=[],
        metavar="AGENT",
        help="who plays the games (default: the base)",
    )
    parser.add_argument(
        "--base",
        default="",
        metavar="AGENT",
        help="whose choice the others are compared with, and what the network will stand on (default: the heuristic)",
    )
    parser.add_argument(
        "--leaf",
        default="",
        metavar="FILE",
        help="value network (eurogym value) that judges where simulations stop, or `network` for the one that ships "
        "(default: the evaluation of the game's agents)",
    )
    parser.add_argument(
        "--follow",
        type=float,
        default=0.3,
        help="share of the seats that take the search's choice where they are labelled (default 0.3)",
    )
    parser.add_argument("--jobs", type=thread_count, default=1, metavar="N", help="threads (default 1)")
    add_seed(parser, default=1, words="seed of deals and luck")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="folder of the labels")


def run(args: argparse.Namespace) -> int:
    """Make the labels that are missing, and show what the search gains by them over the heuristic."""
    game = registry.game(args.game)
    options = parse_options(args.option)
    check_option_names(args.game, options, {"num_players": "use --players"})
    own = game_kernels(game).search if args.players > 1 else {}  # as `mc`: alone, playouts go to the end
    making = part("supervised.make")
    config = making.LabelConfig(
        game=args.game,
        players=args.players,
        options=options,
        sims=args.sims,
        depth=own.get("depth", 0) if args.depth is None else args.depth,
        share=args.share,
        agents=tuple(args.agents),
        follow=args.follow,
        games=args.games,
        seed=args.seed,
        horizon=args.horizon,
        base=args.base,
        leaf=args.leaf,
    )
    config.check()
    for name in args.agents:
        agents.make(name, game=game)
    check_folder(args.out, "--out")
    folder = Path(args.out)
    making.make_labels(config, folder, args.shards, args.jobs, show)
    labels = part("supervised.labels").read_labels([folder])
    found = part("supervised.regret").search_gain(labels)
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
