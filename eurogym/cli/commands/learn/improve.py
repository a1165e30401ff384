"""Improve a policy with its own search, generation after generation.

This is policy iteration: a search guided by the policy plays out alternatives,
a network learns from it, and takes over if it wins a duel. Starts from the
policy that ships unless --start names another. Needs the extra `train`.
"""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

from eurogym.cli.arguments import (
    add_config,
    add_game,
    add_option,
    add_vary,
    command_line,
    config_of,
    positive,
    print_written,
)
from eurogym.cli.working import add_jobs, work_of
from eurogym.common.errors import InputError
from eurogym.common.files import check_folder
from eurogym.common.options import varied_options
from eurogym.training.improve.config import ImproveConfig
from eurogym.training.learn import part

EXAMPLES = """examples:
  eurogym learn improve village --players 2 3 --generations 4 --out runs/improve
  eurogym learn improve village --players 2 3 --generations 4 --out runs/improve      the same command continues
  eurogym compare village ppo:path=runs/improve/policy.npz ppo --players 2

In each generation the policy plays games. At a share of its decisions the
search simulates the most likely actions with the policy itself, and its values
judge the positions reached; all actions meet the same luck. A network that
starts as a copy of the policy learns what the actions are worth. It then plays
the policy on fresh deals until it is settled which one is stronger. It takes
over if it is certainly ahead at one table and certainly behind at none; then
the values learn from its games.

The folder --out holds policy.npz, the best policy so far; values.npz, once a
network has taken over; generations.json and a page, index.html; and the
labels, network and duels of every generation. A stopped run continues where
it was, even in the middle of a generation. Results do not depend on --jobs.
"""


TAKEN = {"num_players": "use --players"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `improve`."""
    add_game(parser)
    add_option(parser)
    add_vary(parser, "game options with several values: a table for each")
    parser.add_argument(
        "--generations", type=positive, default=1, help="stop when the run has this many generations"
    )
    parser.add_argument(
        "--minutes",
        type=float,
        default=0.0,
        help="start no new generation after this many minutes (default: no limit)",
    )
    add_config(parser, ImproveConfig, "options", "vary")
    add_jobs(parser, resume=False)
    parser.add_argument(
        "--out", required=True, metavar="FOLDER", help="folder for the run; a run in it is continued"
    )


def main(args: argparse.Namespace) -> int:
    """Go on until there are enough generations."""
    if not args.minutes >= 0:
        raise InputError(f"--minutes {args.minutes:g} is below 0 or not a number; 0: no limit")
    options, vary = varied_options(args.game, args.option, args.vary, TAKEN)
    check_folder(args.out, "--out")
    part("ppo.network")  # says what is missing where torch is
    loop = importlib.import_module("eurogym.training.improve.loop")
    config = config_of(ImproveConfig, args, options=options, vary=vary, command=command_line(args))
    work = work_of(args)
    run = loop.Improvement(config, args.out, work, lambda words: print(words, flush=True))
    if words := importlib.import_module("eurogym.training.improve.labels").whole_files(config):
        print(f"eurogym learn improve: {words}")
    run.run(args.generations, args.minutes)
    print_written([run.policy, Path(args.out) / loop.PAGE])
    return 0
