"""Measure how fast the games run on this machine, in decisions per second.

Prints one JSON document with a few figures for each game and option set (those
that the game declares, or the one given by --players and --option):

step           compiled random play with `BatchedGame.rollout`, without
               observations. The engine computes the legal actions even here,
               because it takes forced decisions itself and must see that they
               are forced; so there is no figure without masks.
step_mask      random legal play driven from Python with `sample_legal` and
               `step`; the masks are in the batch's array.
step_mask_obs  the same, with uint8 observations written at every decision.
aec            the loop `agent_iter / last / step` over `raw_env()` and
               `env()`, replaying recorded games.
clone_ns       copying a game onto another of its batch: the bare state, and
               with `copy_game`, which includes mask and observation.
final_scoring_us  the kernel `scores` on finished games of the heuristic.
compile        seconds from `import eurogym` to the first decision in a fresh
               process, with an empty cache (cold) and once more (cached).
               Once per game, because all option sets share the code.

train          with --train, in place of all the above: decisions per second
               of training with the presets of the per-seat PPO (without
               imitation), from observations to the last gradient, and the
               shares of time spent on stepping games, on the choices of the
               network and of named agents, and on learning. Runs on the CPU
               with each number of --threads, and on a GPU if there is one.
               Needs the extra `train`.

A decision is one `step` of one game; decisions that the engine takes itself
are not counted. Every rate is the median of several windows.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from eurogym.cli.arguments import add_option, add_seed, positive, thread_count
from eurogym.common.errors import InputError
from eurogym.common.files import check_file
from eurogym.common.options import game_options
from eurogym.envs.core import registry
from eurogym.envs.core.files import json_text, write_text
from eurogym.envs.core.step.threads import usable_cores
from eurogym.measure import speed
from eurogym.training.learn import part

BATCH_SIZES, QUICK_SIZES = (1, 64, 1024, 8192), (64, 1024)
THREADS = (1, 2)

EXAMPLES = """examples:
  eurogym games speed                                   every game
  eurogym games speed villagers --players 5 --out b.json
  eurogym games speed castles_of_burgundy --players 1 --option chateauma=hard
  eurogym games speed --quick                           a first look: short windows, two batch sizes
  eurogym games speed village --train --threads 2       decisions per second of training
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `speed`."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to measure (default: all)")
    parser.add_argument(
        "--players", type=positive, help="number of players (default: the option sets that the game declares)"
    )
    add_option(parser)
    usual, quick = (" ".join(map(str, sizes)) for sizes in (BATCH_SIZES, QUICK_SIZES))
    parser.add_argument(
        "--batch-sizes",
        type=positive,
        nargs="+",
        metavar="N",
        help=f"numbers of games in a batch (default {usual}; with --quick {quick})",
    )
    parser.add_argument(
        "--threads",
        type=thread_count,
        nargs="+",
        default=list(THREADS),
        metavar="N",
        help="numbers of threads to measure with",
    )
    parser.add_argument("--seconds", type=float, default=1.5, help="seconds for each figure")
    add_seed(parser, words="seed of deals and play")
    parser.add_argument("--quick", action="store_true", help="use short windows and few batch sizes")
    parser.add_argument(
        "--train", action="store_true", help="measure the speed of training with the presets instead"
    )
    parser.add_argument(
        "--no-compile", dest="compile", action="store_false", help="do not measure compile times"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="also write the JSON to this file")


def option_sets(name: str, args: argparse.Namespace) -> dict[str, dict]:
    """Return the option sets of a game that the arguments ask for, by title."""
    values = game_options(name, args.option, {"num_players": "use --players"})
    return speed.option_sets(name, args.players, values, args.option)


def main(args: argparse.Namespace) -> int:
    """Measure, print one JSON document on stdout, and write it to `--out`."""
    if not 0 < args.seconds < float("inf"):
        raise InputError(f"--seconds {args.seconds} is not a time above 0")
    if min(args.threads) > usable_cores():
        raise InputError(f"--threads: this process may use only {usable_cores()} cores")
    if args.option and not args.games:
        raise InputError("--option belongs to a game; name the game")
    sets = {name: option_sets(name, args) for name in args.games or registry.games()}
    if args.out is not None:
        check_file(args.out, "--out")
    if args.quick:
        args.seconds = min(args.seconds, 0.3)
    if args.train:
        return show({"machine": speed.machine(), "training": training(list(sets), args)}, args.out)
    sizes = args.batch_sizes or (QUICK_SIZES if args.quick else BATCH_SIZES)
    plan = speed.Plan(args.seconds, sizes, args.threads, args.seed, args.compile)
    report = {"machine": speed.machine(), "seed": args.seed, "seconds_per_figure": args.seconds}
    report["games"] = {name: speed.speed_of(name, asked, plan) for name, asked in sets.items()}
    return show(report, args.out)


def training(games: list[str], args: argparse.Namespace) -> dict[str, list[dict]]:
    """Return how fast the presets of the games learn."""
    if args.players or args.option:
        raise InputError("--train measures presets, which set their own players and options")
    learning = part("speed")
    found: dict[str, list[dict]] = {}
    for name in games:
        found |= learning.speed_of_presets(name, args.seconds, args.threads, args.seed)
    return found


def show(report: dict, out: Path | None) -> int:
    """Print the report as JSON, and write it to `out`."""
    text = json_text(report, indent=2)
    print(text)
    if out:
        write_text(out, text + "\n", named=True)
    return 0
