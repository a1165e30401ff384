"""Learn what positions come to, from games of quick agents or of the network itself."""

from __future__ import annotations

import argparse

from eurogym import agents
from eurogym.envs.core import registry
from eurogym.training.commands.arguments import (
    add_config,
    add_game,
    add_option,
    add_out,
    add_vary,
    check_run,
    command_line,
    config_of,
)
from eurogym.training.commands.train import measured
from eurogym.training.learn import part
from eurogym.training.learn.supervised.config import ITSELF, ValueConfig
from eurogym.training.options import varied_options

EXAMPLES = """examples:
  eurogym value keyflower --players 2 3 4 --games 40000 --hidden 256 64 --out runs/value
  eurogym compare keyflower mc:leaf=runs/value/policy.npz,sims=160,depth=120 mc:leaf=evaluation --players 2
  eurogym value castles_of_burgundy --agents itself --no-evaluation --td-lambda 0.9 --share 1 --stray 0 \\
      --minibatch 64 --eval-against heuristic --out runs/itself
  eurogym compare castles_of_burgundy greedy:leaf=runs/itself,worlds=1 heuristic --players 2
  eurogym distil keyflower --start runs/value/policy.npz --hidden 256 64 --labels labels/keyflower \\
      --held-out labels/held_out --out runs/distilled

Games are played between agents that now and then take any legal action, and a network learns from what the seats see
at some moments how many points they lead by at the end (alone: their points). `--agents itself` seats what has been
learned so far, which takes the action that leads to the position it expects most of.

The folder of a run holds policy.npz, curve.csv and curve.json: how much of the variance of other games' outcomes the
network explains, beside what a line through the evaluation of the game's agents does (mean over the tables)."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `value`."""
    add_game(parser)
    add_option(parser)
    add_vary(parser, "their values: a table for each, crossed with the others")
    add_config(parser, ValueConfig, "options", "vary", "held_out")
    add_out(parser)


def run(args: argparse.Namespace) -> int:
    """Learn as told, a line now and then."""
    game = registry.game(args.game)
    options, vary = varied_options(args.game, args.option, args.vary, {"num_players": "use --players"})
    for name in args.agents:
        if name != ITSELF:
            agents.make(name, game=game)
    learn = part("supervised.values")
    check_run(args)
    told = {"options": options, "vary": vary, "out": args.out, "command": command_line(args)}
    config = config_of(ValueConfig, args, **told)
    _, path = learn.learn_value(config, show)
    print(f"written: {path}")
    return 0


def show(row: dict) -> None:
    """One line of the curve."""
    words = [f"{100 * row['explained']:.1f} % of the outcomes explained"]
    words.append(f"by the evaluation {100 * row['by_evaluation']:.1f} %")
    words += [
        f"{measured(name)} {value:+.2f}" for name, value in row.items() if name.startswith("eval_placement")
    ]
    told = f"{row['games']} games, {row['moments']} moments, {row['minutes']:.1f} minutes"
    print(f"{told}: {', '.join(words)}", flush=True)
