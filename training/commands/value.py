"""Learn what positions come to, from games of quick agents: a network for the leaves of a search."""

from __future__ import annotations

import argparse
from pathlib import Path

from eurogym import agents
from eurogym.envs.core import registry
from eurogym.training.commands.arguments import (
    add_game,
    add_option,
    add_seed,
    command_line,
    positive,
    thread_count,
)
from eurogym.training.errors import InputError
from eurogym.training.files import check_folder
from eurogym.training.learn import part
from eurogym.training.options import check_option_names, parse_options, parse_vary

EXAMPLES = """examples:
  eurogym value villagers --players 2 3 4 5 --games 200000 --hidden 256 64 --out runs/villagers_value
  eurogym compare villagers mc:leaf=runs/villagers_value/policy.npz,sims=320,depth=20 mc
  eurogym distil villagers --start runs/villagers_value/policy.npz --hidden 256 64 --labels labels/villagers \\
      --held-out labels/held_out --out runs/distilled

Games are played between agents that now and then take any legal action, and a network learns from what the seats see
at some moments how many points they lead by at the end (alone: their points).

The folder of a run holds policy.npz, curve.csv and curve.json: how much of the variance of other games' outcomes the
network explains, beside what a line through the evaluation of the game's agents does (mean over the tables)."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `value`."""
    add_game(parser)
    parser.add_argument(
        "--players", nargs="+", type=positive, default=[2], help="seats at the tables (default 2)"
    )
    add_option(parser)
    parser.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="NAME=V1,V2",
        help="a table for each of these values of an option, crossed with the others",
    )
    parser.add_argument(
        "--agents",
        nargs="+",
        default=[],
        metavar="AGENT",
        help="who plays, drawn for every seat (default: the heuristic)",
    )
    parser.add_argument(
        "--stray",
        type=float,
        default=0.03,
        help="share of the decisions where any legal action is taken (default 0.03)",
    )
    parser.add_argument("--games", type=positive, default=20_000, help="games to learn from (default 20000)")
    parser.add_argument(
        "--at-once", type=positive, default=512, help="games played side by side at a table (default 512)"
    )
    parser.add_argument(
        "--share", type=float, default=0.06, help="share of the decisions that are looked at (default 0.06)"
    )
    parser.add_argument(
        "--room", type=positive, default=200_000, help="recent moments that are learned from (default 200000)"
    )
    parser.add_argument(
        "--passes",
        type=float,
        default=2.0,
        help="times that a moment is learned from, on average (default 2)",
    )
    parser.add_argument(
        "--hidden",
        nargs=2,
        type=positive,
        default=[128, 64],
        help="sizes of the two hidden layers (default 128 64)",
    )
    parser.add_argument(
        "--minibatch", type=positive, default=1024, help="moments a gradient step (default 1024)"
    )
    parser.add_argument(
        "--learning-rate", type=float, default=2e-3, help="AdamW step size at the start (default 0.002)"
    )
    parser.add_argument(
        "--weight-decay", type=float, default=0.02, help="weight decay of AdamW (default 0.02)"
    )
    parser.add_argument("--device", default="cpu", help="torch device (default cpu)")
    parser.add_argument("--threads", type=thread_count, default=1, help="torch threads (default 1)")
    add_seed(parser, default=1, words="seed of deals, luck and the first weights")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="folder of the results")
    parser.add_argument("--overwrite", action="store_true", help="replace the network in that folder")


def run(args: argparse.Namespace) -> int:
    """Learn as told, a line now and then."""
    game = registry.game(args.game)
    options, vary = parse_options(args.option), parse_vary(args.vary)
    check_option_names(args.game, [*options, *vary], {"num_players": "use --players"})
    for name in args.agents:
        agents.make(name, game=game)
    learn = part("values")
    check_folder(args.out, "--out")
    if (network := Path(args.out) / learn.POLICY).exists() and not args.overwrite:
        raise InputError(
            f"{network} is there already; replace it (--overwrite), or name another folder (--out)"
        )
    names = "game players agents stray games at_once share room passes hidden minibatch learning_rate weight_decay"
    given = {name: getattr(args, name) for name in (*names.split(), "seed", "threads", "device", "out")}
    config = learn.ValueConfig(**given, options=options, vary=vary, command=command_line(args))
    _, path = learn.learn_value(config, show)
    print(f"written: {path}")
    return 0


def show(row: dict) -> None:
    """One line of the curve."""
    print(
        f"{row['games']} games, {row['moments']} moments, {row['minutes']:.1f} minutes: "
        f"{100 * row['explained']:.1f} % of the outcomes explained, by the evaluation "
        f"{100 * row['by_evaluation']:.1f} %",
        flush=True,
    )
