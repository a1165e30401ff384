"""Improve a policy by its own search, generation after generation."""

from __future__ import annotations

import argparse
import importlib
from dataclasses import fields
from pathlib import Path
from typing import Any

from eurogym.training.commands.arguments import (
    add_game,
    add_option,
    add_seed,
    add_vary,
    command_line,
    positive,
    print_written,
    thread_count,
    whole_number,
)
from eurogym.training.commands.working import add_jobs, work_of
from eurogym.training.errors import InputError
from eurogym.training.files import check_folder
from eurogym.training.learn import part
from eurogym.training.options import varied_options

EXAMPLES = """examples:
  eurogym improve village --players 2 3 --generations 4 --out runs/improve
  eurogym improve village --players 2 3 --generations 4 --out runs/improve      the same command goes on
  eurogym compare village ppo:path=runs/improve/policy.npz ppo --players 2

In each generation the policy plays games, and at a share of its decisions the search simulates the likeliest actions
by the policy itself, judged by its values, all under the same luck. A network that begins as the policy learns what the
actions are worth, and then plays the policy on fresh deals until it is settled which one is stronger. It takes over
where it is ahead for certain at one table and behind at none; then the values learn from its games.

The folder holds policy.npz, what plays best so far; values.npz, once a network has taken over; generations.json and
a page, index.html; and the lessons, the network and the duels of every generation. A run that is stopped goes on where
it was, in the middle of a generation as well, and does not depend on --jobs."""


TAKEN = {"num_players": "use --players"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `improve`."""
    add_game(parser)
    parser.add_argument(
        "--players", nargs="+", type=positive, default=[2], help="seats at the tables (default 2)"
    )
    add_option(parser)
    add_vary(parser, "their values: more tables")
    parser.add_argument(
        "--start", default="", metavar="FILE", help="policy to begin with (default: that of `ppo`)"
    )
    parser.add_argument(
        "--values", default="", metavar="FILE", help="values to begin with (default: those of `search`)"
    )
    parser.add_argument("--generations", type=positive, default=1, help="until there are so many (default 1)")
    parser.add_argument(
        "--minutes", type=float, default=0.0, help="begin no new generation after so many minutes"
    )
    for flag, kind, words in (
        (
            "games",
            positive,
            "games of a generation, shared out among the tables in files of 32, two a table at least",
        ),
        ("company", float, "share of the games in which the heuristic has all seats but one"),
        ("share", float, "share of the decisions with a choice that are looked at"),
        ("actions", positive, "likeliest actions that are simulated"),
        ("sims", positive, "simulations of each of them, in each of two halves"),
        ("depth", whole_number(0), "decisions of a simulation; 0: as `search` plays the game"),
        ("explore", float, "share of the seats that draw from the policy"),
        ("window", positive, "generations of one policy whose lessons are learned from"),
        ("temperature", float, "value for which the odds of an action change by a factor of e"),
        ("epochs", positive, "passes over the lessons"),
        ("minibatch", positive, "decisions of a gradient step"),
        ("learning-rate", float, "step size at the start"),
        ("value-weight", float, "weight of how games ended, beside the values of actions"),
        (
            "value-games",
            whole_number(0),
            "games that the values of a new policy are learned from; 0: they stay",
        ),
        ("most-deals", positive, "deals of a duel, at each table"),
        ("smallest-effect", float, "a lead that counts as none"),
    ):
        default = _defaults()[flag.replace("-", "_")]
        parser.add_argument(f"--{flag}", type=kind, default=default, help=f"{words} (default {default})")
    parser.add_argument("--threads", type=thread_count, default=1, help="torch threads (default 1)")
    parser.add_argument("--device", default="cpu", help="torch device of the learner (default cpu)")
    add_seed(parser, default=1, words="seed of deals, luck and learning")
    add_jobs(parser, resume=False)
    parser.add_argument("--out", required=True, metavar="FOLDER", help="folder of the run; gone on with")


def run(args: argparse.Namespace) -> int:
    """Go on until there are enough generations."""
    if not args.minutes >= 0:
        raise InputError(f"--minutes {args.minutes:g} is none; 0: no limit")
    options, vary = varied_options(args.game, args.option, args.vary, TAKEN)
    check_folder(args.out, "--out")
    part("ppo.network")  # says what is missing where torch is
    loop = importlib.import_module("eurogym.training.improve.loop")
    given = {name: getattr(args, name) for name in _defaults() if name not in ("options", "vary", "command")}
    config = _config()(**given, options=options, vary=vary, command=command_line(args))
    work = work_of(args)
    run = loop.Improvement(config, args.out, work, lambda words: print(words, flush=True))
    if words := importlib.import_module("eurogym.training.improve.lessons").whole_files(config):
        print(f"eurogym improve: {words}")
    run.run(args.generations, args.minutes)
    print_written([run.policy, Path(args.out) / loop.PAGE])
    return 0


def _config() -> Any:
    return importlib.import_module("eurogym.training.improve.config").ImproveConfig


def _defaults() -> dict[str, Any]:
    return {one.name: one.default for one in fields(_config())}
