"""Train a policy on labels from a search (made by `eurogym learn label`).

The network learns the value of the positions in which a seat's turn may end,
and the policy plays the action that leads to the best of them. Writes the
network and its learning curve to the folder --out. Needs the extra `train`.
"""

from __future__ import annotations

import argparse

from eurogym.cli.arguments import (
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
  eurogym learn label castles_of_burgundy --shards 140 --jobs 2 --out labels/burgundy
  eurogym learn label castles_of_burgundy --shards 2 --sims 10 --seed 2 --out labels/held_out
  eurogym learn distil castles_of_burgundy --labels labels/burgundy --held-out labels/held_out --out runs/distilled
  eurogym compare castles_of_burgundy ppo:path=runs/distilled/policy.npz heuristic

Labels of several tables (player counts, options) train one network for all of
them. One of the tables has to show and allow all that the others do.

The folder holds policy.npz (`ppo:path=FOLDER` plays it), curve.csv and
curve.json. The curve has a row per epoch: what the policy gains over its base
according to the held-out labels, in points per decision, and what the search
itself gains there.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `distil`."""
    add_game(parser)
    add_config(parser, DistilConfig)
    add_out(parser)


def main(args: argparse.Namespace) -> int:
    """Train the policy, with a line an epoch."""
    learn = part("supervised.distil")
    check_run(args)
    config = config_of(DistilConfig, args, out=args.out, command=command_line(args))
    _, path = learn.distil(config, show)
    print(f"written: {path}")
    return 0


def show(row: dict) -> None:
    """Print one line of the curve."""
    print(
        f"epoch {row['epoch']}: {row['gain']:+.3f} ({row['gain_low']:+.3f} to {row['gain_high']:+.3f}) points a "
        f"decision over the base, the search {row['search_gain']:+.3f}; another action in "
        f"{100 * row['departures']:.0f} % of the decisions, {100 * row['explained']:.0f} % of the labels explained",
        flush=True,
    )
