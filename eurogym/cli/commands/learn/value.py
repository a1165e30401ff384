"""Train a value network, on games of fast agents or of the network itself.

The network predicts the return from a position: the seat's final lead in
points, or its score. `greedy` can play by it, and searches can evaluate leaves
with it. Needs the extra `train`.
"""

from __future__ import annotations

import argparse

from eurogym import agents
from eurogym.cli.arguments import (
    add_config,
    add_game,
    add_option,
    add_out,
    add_vary,
    check_run,
    command_line,
    config_of,
)
from eurogym.common.options import varied_options
from eurogym.envs.core import registry
from eurogym.training.learn import part
from eurogym.training.learn.standing import measured
from eurogym.training.learn.supervised.config import ITSELF, ValueConfig

EXAMPLES = """examples:
  eurogym learn value keyflower --players 2 3 4 --games 40000 --hidden 256 64 --out runs/value
  eurogym compare keyflower mc:leaf=runs/value/policy.npz,sims=160,depth=120 mc:leaf=evaluation --players 2
  eurogym learn value castles_of_burgundy --agents itself --no-evaluation --td-lambda 0.9 --share 1 --stray 0 \\
      --minibatch 64 --eval-against heuristic --out runs/itself
  eurogym compare castles_of_burgundy greedy:leaf=runs/itself,worlds=1 heuristic --players 2
  eurogym learn distil keyflower --start runs/value/policy.npz --hidden 256 64 --labels labels/keyflower \\
      --held-out labels/held_out --out runs/distilled

Agents play games and take a random legal action now and then. From what the
seats see at some moments, the network learns by how many points they lead at
the end (in solo play: their points). With `--agents itself` the current
network plays: it takes the action that leads to the position with the highest
expected value.

The folder --out holds policy.npz, curve.csv and curve.json. The curve shows
how much of the variance of other games' outcomes the network explains, and how
much a linear fit to the evaluation of the game's agents explains (mean over
the tables).
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `value`."""
    add_game(parser)
    add_option(parser)
    add_vary(parser, "game options with several values: a table for each combination")
    add_config(parser, ValueConfig, "options", "vary", "held_out")
    add_out(parser)


def main(args: argparse.Namespace) -> int:
    """Train the value network, with a line now and then."""
    game = registry.game(args.game)
    options, vary = varied_options(args.game, args.option, args.vary, {"num_players": "use --players"})
    for name in args.agents:
        if name != ITSELF:
            agents.make(name, game=game)
    learn = part("supervised.values")
    check_run(args)
    given = {"options": options, "vary": vary, "out": args.out, "command": command_line(args)}
    config = config_of(ValueConfig, args, **given)
    _, path = learn.learn_value(config, show)
    print(f"written: {path}")
    return 0


def show(row: dict) -> None:
    """Print one line of the curve."""
    from eurogym.training.learn.evaluation import means_alone

    words = [f"{100 * row['explained']:.1f} % of the outcomes explained"]
    words.append(f"by the evaluation {100 * row['by_evaluation']:.1f} %")
    words += [
        f"{measured(name)} {value:+.2f}"
        for name, value in means_alone(row).items()
        if name.startswith("eval_placement")
    ]
    given = f"{row['games']} games, {row['moments']} moments, {row['minutes']:.1f} minutes"
    print(f"{given}: {', '.join(words)}", flush=True)
