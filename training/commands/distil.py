"""Learn a policy from the labels of a search: what the positions are worth that the own turn may end in."""

from __future__ import annotations

import argparse

from eurogym.training.commands.arguments import (
    add_config,
    add_game,
    add_out,
    check_run,
    command_line,
    config_of,
)
from eurogym.training.learn import part
from eurogym.training.learn.supervised.config import DistilConfig

EXAMPLES = """examples:
  eurogym label castles_of_burgundy --shards 140 --jobs 2 --out labels/burgundy
  eurogym label castles_of_burgundy --shards 2 --sims 10 --seed 2 --out labels/burgundy_held_out
  eurogym distil castles_of_burgundy --labels labels/burgundy --held-out labels/burgundy_held_out --out runs/distilled
  eurogym compare castles_of_burgundy ppo:path=runs/distilled/policy.npz heuristic

Labels of several tables (players, options) make one network for all of them, where the larger observation begins like
the smaller one.

The folder of a run holds policy.npz (`ppo:path=FOLDER` plays it), curve.csv and curve.json: an epoch
a row, with what the policy gains over their base by the held-out labels, in points a decision, beside what the
search itself gains there."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `distil`."""
    add_game(parser)
    add_config(parser, DistilConfig)
    add_out(parser)


def run(args: argparse.Namespace) -> int:
    """Learn as told, a line an epoch."""
    learn = part("supervised.distil")
    check_run(args)
    config = config_of(DistilConfig, args, out=args.out, command=command_line(args))
    _, path = learn.distil(config, show)
    print(f"written: {path}")
    return 0


def show(row: dict) -> None:
    """One line of the curve."""
    print(
        f"epoch {row['epoch']}: {row['gain']:+.3f} +- {row['gain_half_width']:.3f} points a decision over the "
        f"base, the search {row['search_gain']:+.3f}; another action in {100 * row['departures']:.0f} % of the "
        f"decisions, "
        f"{100 * row['explained']:.0f} % of the labels explained",
        flush=True,
    )
