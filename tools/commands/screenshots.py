"""Take pictures of the tables in the browser, in three window sizes, light and dark."""

from __future__ import annotations

import argparse
from pathlib import Path

from eurogym.cli.arguments import add_option, positive, print_written
from eurogym.common.files import check_folder
from eurogym.common.options import game_options
from eurogym.common.prepare import make_ready
from eurogym.envs.core import registry
from tools import screens

EXAMPLES = """examples:
  python -m tools screenshots --out shots           every game in every size, light and dark
  python -m tools screenshots villagers --players 5 --option expansions=all --out shots --whole
"""
PLAYERS = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `screenshots`."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="games (default: all)")
    parser.add_argument(
        "--out", type=Path, default=Path("shots"), metavar="DIR", help="folder for the pictures"
    )
    parser.add_argument("--players", type=positive, default=PLAYERS, help="seats")
    add_option(parser)
    parser.add_argument(
        "--decisions", type=positive, default=18, help="decisions of a person before the picture is taken"
    )
    parser.add_argument("--whole", action="store_true", help="the whole page, not only what the window shows")


def main(args: argparse.Namespace) -> int:
    """Write the pictures and name them. Raises MissingExtraError and InputError without a browser."""
    check_folder(args.out, "--out")
    for name in args.games or registry.shipped():
        game = registry.game(name)
        make_ready(game, more=["search"])
        options = game_options(name, args.option, {}) | {"num_players": args.players}
        print_written(screens.pictures(name, options, args.decisions, args.out, args.whole))
    return 0
