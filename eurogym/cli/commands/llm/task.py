"""Write a coding task: program a bot for a game, graded by playing it.

The task is a folder in Harbor's format, for models that write programs. The
bot is measured against the heuristic.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from eurogym import agents
from eurogym.cli.arguments import add_game, add_seed, positive, print_written
from eurogym.common.errors import InputError
from eurogym.common.files import check_folder
from eurogym.envs.core import registry
from eurogym.text.bot_task import write_task

EXAMPLES = """examples:
  eurogym llm task villagers --out tasks/villagers
  eurogym llm task keyflower --deals 100 --ms 200 --seed 4711 --out tasks/keyflower
  pip wheel --no-deps -w dist . && eurogym llm task village --wheel dist/*.whl --out tasks/village

The instruction holds the rules and the line protocol of `program:` (see
docs/own_bots.md). The tests play the bot, random play and the heuristic on the
same deals. The reward is progression: 0 for random play and 1 for the
heuristic.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `task`."""
    add_game(parser)
    parser.add_argument(
        "--deals", type=positive, default=20, help="deals to grade on, each from both seats (default 20)"
    )
    parser.add_argument(
        "--ms", type=positive, default=1000, help="milliseconds allowed per decision (default 1000)"
    )
    add_seed(parser, words="seed of the deals; keep it secret from the model that is graded")
    parser.add_argument(
        "--wheel",
        nargs="+",
        default=[],
        metavar="FILE",
        help="wheels to install in the task's image: of eurogym, and of the package that the game comes from",
    )
    parser.add_argument("--out", required=True, metavar="FOLDER", help="folder for the task")


def main(args: argparse.Namespace) -> int:
    """Write the task."""
    game = registry.game(args.game)
    for wheel in args.wheel:
        if not (wheel.endswith(".whl") and Path(wheel).is_file()):
            raise InputError(f"--wheel: {wheel} is not an existing wheel (.whl)")
    if not agents.has_heuristic(game):
        raise InputError(f"{game.name} has no heuristic to grade a bot against")
    if registry.is_brought(game.name) and all(Path(one).name.startswith("eurogym-") for one in args.wheel):
        raise InputError(f"{game.name} comes from another package, so the image needs its wheel (--wheel)")
    check_folder(args.out, "--out")
    print_written(write_task(args.out, game, args.deals, args.ms, args.seed, args.wheel))
    return 0
