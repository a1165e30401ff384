"""Learn a policy from the labels of a search: what the positions are worth that the own turn may end in."""

from __future__ import annotations

import argparse

from eurogym.training.commands.arguments import (
    add_game,
    add_learning,
    check_run,
    command_line,
    positive,
    whole_number,
)
from eurogym.training.learn import part
from eurogym.training.learn.folder import POLICY

EXAMPLES = """examples:
  eurogym label castles_of_burgundy --shards 140 --jobs 2 --out labels/burgundy
  eurogym label castles_of_burgundy --shards 2 --sims 10 --seed 2 --out labels/burgundy_held_out
  eurogym distil castles_of_burgundy --labels labels/burgundy --held-out labels/burgundy_held_out --out runs/distilled
  eurogym compare castles_of_burgundy ppo:path=runs/distilled/policy.npz burgundy

Labels of several tables (players, options) make one network for all of them, where the larger observation begins like
the smaller one.

The folder of a run holds policy.npz (`ppo:path=FOLDER` plays it), curve.csv and curve.json: an epoch
a row, with what the policy gains over their base by the held-out labels, in points a decision, beside what the
search itself gains there."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `distil`."""
    add_game(parser)
    parser.add_argument("--labels", nargs="+", required=True, metavar="FOLDER", help="folders to learn from")
    parser.add_argument(
        "--held-out", nargs="+", required=True, metavar="FOLDER", help="folders of other deals, to judge by"
    )
    parser.add_argument(
        "--most", type=whole_number(0), default=0, help="labels of each folder to learn from (default 0: all)"
    )
    parser.add_argument(
        "--looks",
        type=positive,
        default=1,
        help="samples of luck that the agent is to judge every action by; costs time at play, not here (default 1)",
    )
    parser.add_argument(
        "--trust",
        type=float,
        default=0.0,
        help="points by which the agent raises the heuristic's choice beyond what was learned; where a policy comes to "
        "positions unlike the labelled ones, it keeps it near them (default 0)",
    )
    parser.add_argument(
        "--start",
        default="",
        metavar="FILE",
        help="a value network (eurogym value) to begin with; asks for the same --hidden (default: none)",
    )
    parser.add_argument(
        "--unit",
        type=float,
        default=1.0,
        help="points that the numbers learning begins with are in; less where scores are small (default 1)",
    )
    parser.add_argument("--epochs", type=positive, default=4, help="passes over the labels (default 4)")
    add_learning(parser, 256, "labels", "seed of the first weights and of the order of the labels")


def run(args: argparse.Namespace) -> int:
    """Learn as told, a line an epoch."""
    learn = part("supervised.distil")
    check_run(args, POLICY)
    names = (
        "game",
        "labels",
        "held_out",
        "most",
        "looks",
        "trust",
        "start",
        "unit",
        "hidden",
        "epochs",
        "minibatch",
        "learning_rate",
        "weight_decay",
    )
    given = {name: getattr(args, name) for name in (*names, "seed", "threads", "device", "out")}
    _, path = learn.distil(learn.DistilConfig(**given, command=command_line(args)), show)
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
