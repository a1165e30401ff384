"""Check or write the golden text games in tests/playthroughs.

There is one per game and option set, played at random from a fixed seed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from eurogym.cli.arguments import add_option, positive, seed_number
from eurogym.common.errors import InputError
from eurogym.common.files import check_checkout, check_folder
from eurogym.common.options import game_options
from eurogym.envs.core import registry
from eurogym.envs.core.faces.replay import playthrough
from eurogym.testing import golden

EXAMPLES = """examples:
  python -m tools playthrough                       check the golden games of all games
  python -m tools playthrough villagers --write     rewrite them; review the difference before you commit it
  python -m tools playthrough villagers --show --players 3 --seed 5
  python -m tools playthrough castles_of_burgundy --show --players 1 --option chateauma=hard
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `playthrough`."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="games (default: all)")
    parser.add_argument("--write", action="store_true", help="write the files instead of checking them")
    parser.add_argument("--folder", type=Path, default=golden.FOLDER, help="folder of the files")
    parser.add_argument("--show", action="store_true", help="print one game instead")
    parser.add_argument("--players", type=positive, default=2, help="with --show: seats at the table")
    parser.add_argument("--seed", type=seed_number, default=golden.SEED, help="with --show: the deal")
    add_option(parser, "with --show: a game option")


def main(args: argparse.Namespace) -> int:
    """Check, write or show; returns 1 when a golden game differs.

    Raises InputError outside a checkout, where the golden games are, unless a folder is named.
    """
    names = args.games or registry.shipped()
    if args.show:
        game = registry.game(names[0])
        values = game_options(game.name, args.option, {"num_players": "use --players"})
        options = game.options_class.from_kwargs(**values, num_players=args.players)
        print(playthrough(game, options, args.seed), end="")
        return 0
    if args.folder == golden.FOLDER:
        check_checkout("the golden games lie")
    if args.write:
        check_folder(args.folder, "--folder")
    elif not args.folder.is_dir():
        raise InputError(f"--folder: there is no folder {args.folder}; write the golden games with --write")
    problems = golden.check(names, args.write, args.folder)
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        done = "written" if args.write else "reproduced"
        print(f"playthroughs of {', '.join(names)} {done}, seed {golden.SEED}, in {args.folder}")
    return 1 if problems else 0
