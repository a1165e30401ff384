"""Label positions with the value of every legal action, estimated by a search.

Plays games and writes the labels to the folder --out; `eurogym learn distil` trains
a policy on them.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from eurogym import agents
from eurogym.agents.framework.base import game_kernels
from eurogym.cli.arguments import (
    add_config,
    add_game,
    add_option,
    add_vary,
    config_of,
    positive,
    print_written,
    thread_count,
    whole_number,
)
from eurogym.cli.working import add_cluster
from eurogym.common.errors import InputError
from eurogym.common.files import check_folder
from eurogym.common.options import tables_of, varied_options
from eurogym.envs.core import registry
from eurogym.measure.report.report import plus_minus
from eurogym.training.learn.supervised.config import LabelConfig
from eurogym.training.learn.supervised.labels import MANIFEST, read_labels, tables_in
from eurogym.training.learn.supervised.make import make_labels
from eurogym.training.learn.supervised.regret import search_gain
from eurogym.training.learn.tables import batch_labels, make_batch

EXAMPLES = """examples:
  eurogym learn label castles_of_burgundy --shards 150 --jobs 2 --out labels/burgundy
  eurogym learn label castles_of_burgundy --shards 3 --sims 10 --seed 2 --out labels/burgundy_held_out
  eurogym learn label villagers --players 2 3 --agents heuristic ppo --out labels/villagers
  eurogym learn distil castles_of_burgundy --labels labels/burgundy --held-out labels/burgundy_held_out \\
      --out runs/distilled

At a share of the decisions of each game, every legal action is simulated
--sims times in each of two independent halves. All actions meet the same luck,
and simulations stop after --depth decisions. Labels are differences in points
from the choice of the heuristic, or of another --base.

A shard is a file with the labels of a few games. The same command continues
where it was stopped; with more --shards it adds to the folder. Labels do not
depend on --jobs or --cluster. With several tables, each gets a folder of its own inside
--out, and `eurogym learn distil --labels` takes the folder that holds them all.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `label`."""
    add_game(parser)
    parser.add_argument("--players", type=positive, nargs="+", default=[2], help="seats at the tables")
    add_option(parser)
    add_vary(parser, "game options with several values: a table for each combination")
    parser.add_argument("--shards", type=positive, default=10, help="files of labels for each table")
    parser.add_argument(
        "--depth",
        type=whole_number(0),
        help="decisions per playout before it is evaluated; 0: play to the end (default: as `mc` plays the game)",
    )
    add_config(parser, LabelConfig, "players", "options", "depth")
    parser.add_argument("--jobs", type=thread_count, default=1, metavar="N", help="number of threads")
    add_cluster(parser)
    parser.add_argument("--out", required=True, metavar="FOLDER", help="folder for the labels")


def main(args: argparse.Namespace) -> int:
    """Make the labels that are missing, and show what the search gains by them over the heuristic."""
    game = registry.game(args.game)
    options, vary = varied_options(args.game, args.option, args.vary, {"num_players": "use --players"})
    for name in args.agents:
        agents.make(name, game=game)
    first = config_of(LabelConfig, args, players=args.players[0])
    own_depth = game_kernels(game).search.get("depth", 0)
    configs = []
    for table in tables_of(dict.fromkeys(args.players), options, vary):
        players = table.pop("num_players")
        depth = depth_of(args.depth, players, own_depth)
        configs.append(replace(first, players=players, options=table, depth=depth))
    for config in configs:
        config.check()
    check_folder(args.out, "--out")
    for config, folder in zip(configs, folders_for(configs, Path(args.out)), strict=True):
        make_labels(config, folder, args.shards, args.jobs, show, args.cluster)
        labels = read_labels([folder])
        found = search_gain(labels)
        print(f"{len(labels)} labels, {np.diff(labels.start).mean():.1f} legal actions each")
        print(
            f"the search's choice: {plus_minus(found)} points a decision over "
            f"{args.base or ('the heuristic' if agents.has_heuristic(game) else agents.heuristic_name(game))}"
        )
        print_written([folder])
    return 0


def depth_of(asked: int | None, players: int, own: int) -> int:
    """Decisions of a playout: as asked, else as `mc` plays the game; alone, its playouts go to the end."""
    return asked if asked is not None else own if players > 1 else 0


def folders_for(configs: Sequence[LabelConfig], out: Path) -> list[Path]:
    """Return where the labels of each table lie: `out` itself, or a folder in it for each of several."""
    several, found = len(configs) > 1, tables_in(out)
    if (found[0] / MANIFEST).exists() and (found == [out]) is several:
        raise InputError(
            f"{out} contains labels of {'one table' if several else 'several tables'}; name another folder (--out)"
        )
    if not several:
        return [out]
    batches = [make_batch(one.game, 1, 0, num_players=one.players, **one.options) for one in configs]
    return [out / name for name in batch_labels(batches)]


def show(number: int, count: int) -> None:
    """Print a line for a shard."""
    print(f"shard {number}: {count} labels", flush=True)
