"""Learn what positions come to, from games of quick agents: a network for the leaves of a search."""

from __future__ import annotations

import argparse

from eurogym import agents
from eurogym.envs.core import registry
from eurogym.training.commands.arguments import (
    add_game,
    add_learning,
    add_option,
    check_run,
    command_line,
    positive,
)
from eurogym.training.learn import part
from eurogym.training.learn.folder import POLICY
from eurogym.training.options import check_option_names, parse_options, parse_vary

EXAMPLES = """examples:
  eurogym value keyflower --players 2 3 4 --games 40000 --hidden 256 64 --out runs/value
  eurogym compare keyflower mc:leaf=runs/value/policy.npz,sims=160,depth=120 mc:leaf=evaluation --players 2
  eurogym distil keyflower --start runs/value/policy.npz --hidden 256 64 --labels labels/keyflower \\
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
    add_learning(parser, 1024, "moments", "seed of deals, luck and the first weights")


def run(args: argparse.Namespace) -> int:
    """Learn as told, a line now and then."""
    game = registry.game(args.game)
    options, vary = parse_options(args.option), parse_vary(args.vary)
    check_option_names(args.game, [*options, *vary], {"num_players": "use --players"})
    for name in args.agents:
        agents.make(name, game=game)
    learn = part("supervised.values")
    check_run(args, POLICY)
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
