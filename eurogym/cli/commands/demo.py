"""Watch a trained policy play, then see how hard the solo modes are.

Seats the policy with two weaker agents: shows who wins how often, then one of
their games. Ends with a table of win rates in the solo modes, if there are any.
"""

from __future__ import annotations

import argparse
import time

from eurogym.cli.arguments import add_seed, game_name, positive

EXAMPLES = """examples:
  eurogym demo                       a table of three, then the solo table (a minute; ten seconds once compiled)
  eurogym demo castles_of_burgundy   the same for another game
  eurogym demo --seed 7 --out demo   another deal; writes demo.jsonl (replay), demo.json, demo.csv, demo.png
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `demo`."""
    parser.add_argument("game", type=game_name, nargs="?", default="villagers", help="name of the game")
    add_seed(parser, default=1)
    parser.add_argument("--games", type=positive, default=40, help="solo games per agent and setting")
    parser.add_argument("--out", help="write the replay, and the solo table as JSON, CSV and a plot")


def main(args: argparse.Namespace) -> int:
    """Show the demo."""
    from eurogym.envs.core import registry
    from eurogym.measure.report.report import check_out
    from eurogym.play import demo

    check_out(args.out)
    started = time.perf_counter()
    game = registry.game(args.game)
    print(f"eurogym demo: {game.title}, seed {args.seed}", flush=True)
    demo.get_ready(game)
    trained = demo.trained_policy(game, {"num_players": demo.SEATS})
    demo.show_game(game, trained, args.seed, args.out)
    demo.show_solo(game, args.games, args.seed, args.out)
    print(f"\n{time.perf_counter() - started:.0f} s in all")
    print(f"next: eurogym play {args.game} --players 3    eurogym tournament --help    eurogym train --help")
    return 0
