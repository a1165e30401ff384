"""`eurogym games`: the games, their options and agents."""

from __future__ import annotations

import argparse
from typing import Any

EXAMPLES = """examples:
  eurogym games                 all games
  eurogym games villagers       options and agents of one game
"""


def add_parser(subparsers: Any) -> None:
    """Add `games` to the subcommands."""
    parser = subparsers.add_parser(
        "games",
        help="the games, their options and agents",
        description="The games, their options and agents.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", nargs="?", help="show the options and agents of this game")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List the games, or one game's options and agents."""
    import agents
    from envs.core import registry
    from training.report import text_table

    if args.game is None:
        rows = [
            [name, registry.entry(name).gymnasium_id, registry.entry(name).pettingzoo_id]
            for name in registry.games()
        ]
        print(text_table(["game", "gymnasium", "pettingzoo"], rows, left=3))
        print("\nmore: eurogym games NAME")
        return 0
    game = registry.game(args.game)
    print(f"{game.title} ({game.id})\n\noptions")
    rows = [
        [row["name"], row["default"], row["allowed"], row["help"]] for row in game.options_class.describe()
    ]
    print(text_table(["name", "default", "allowed", ""], rows, left=4))
    print("\nagents (a spec is NAME or NAME:parameter=value,parameter=value)")
    rows = []
    for name, words in agents.available(game).items():
        rows.append([name, "", words])
        rows += [["", f"{key}={default}", words] for key, default, words in agents.describe(name)]
    print(text_table(["name", "parameter", ""], rows, left=3))
    return 0
