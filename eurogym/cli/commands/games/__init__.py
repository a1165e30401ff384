"""List the games, or show the options and agents of one game, or how certain its component tables are."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
from typing import Any

from eurogym.cli.arguments import game_name
from eurogym.common.errors import InputError

EXAMPLES = """examples:
  eurogym games                 all games, with their gymnasium and PettingZoo ids
  eurogym games villagers       the options and agents of one game
  eurogym games village --data  how certain its component tables are, and how to replace them
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `games`."""
    parser.add_argument("game", type=game_name, nargs="?", help="show the options and agents of this game")
    parser.add_argument(
        "--data",
        action="store_true",
        help="show how certain the game's component tables are, and which can be replaced (if it reports on them)",
    )


def main(args: argparse.Namespace) -> int:
    """List the games, or one game's options and agents, or its component tables."""
    from eurogym import agents
    from eurogym.envs.core import registry
    from eurogym.measure.report.report import text_table

    if args.game is None:
        if args.data:
            raise InputError("--data belongs to a game; name the game")
        rows = [
            [name, registry.entry(name).gymnasium_id, registry.entry(name).pettingzoo_id]
            for name in registry.games()
        ]
        print(text_table(["game", "gymnasium", 'pettingzoo ("aec")'], rows, left=3))
        for words in registry.troubles().values():
            print(f"\n{words}")
        print("\nmore: eurogym games NAME")
        return 0
    game = registry.game(args.game)
    if args.data:
        print(f"{game.title} ({game.id})\n\n{data_report(game)}")
        return 0
    print(f"{game.title} ({game.id})\n\noptions")
    rows = [
        [row["name"], repr(row["default"]), row["allowed"], row["help"]]
        for row in game.options_class.describe()
    ]
    print(text_table(["name", "default", "allowed", ""], rows, left=4))
    print("\nagents (NAME or NAME:parameter=value,parameter=value; own bots: FILE.py:CLASS or MODULE:CLASS)")
    rows = []
    for name, words in agents.available(game).items():
        rows.append([name, "", words])
        rows += [["", f"{key}={default}", words] for key, default, words in agents.describe(name)]
    print(text_table(["name", "parameter", ""], rows, left=3))
    return 0


def data_report(game: Any) -> str:
    """Return what a game says about its component tables: ``data_report() -> str`` of the module of this name in its
    package.

    Raises:
        InputError: the game has no such module.
    """
    name = f"{game.package}.data_report"
    if importlib.util.find_spec(name) is None:
        raise InputError(f"{game.name} has no report on its component tables")
    return importlib.import_module(name).data_report()
