"""Run the tests of eurogym.testing on a game and explain what is wrong.

Meant for games of your own: problems are named by file, line and field. The
exit code is 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import time

from eurogym.cli.arguments import positive

EXAMPLES = """examples:
  eurogym games check high_card     a game of your own, installed with pip
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `check`."""
    parser.add_argument("game", help="name of the game; its package must be installed (pip install -e .)")
    parser.add_argument(
        "--seconds",
        type=positive,
        default=30,
        help="seconds of play with uncompiled rules for each option set",
    )


def main(args: argparse.Namespace) -> int:
    """Look at one thing after the other; 1 where something is wrong."""
    from eurogym.testing.checking import NOT_TRIED, check

    begin, wrong = time.perf_counter(), 0
    for one in check(args.game, args.seconds):
        wrong += bool(one.wrong)
        print(f"{'WRONG' if one.wrong else 'ok':5}  {one.what}", flush=True)
        if one.wrong:
            print("       " + one.wrong.replace("\n", "\n       "), flush=True)
    seconds = time.perf_counter() - begin
    print(f"{'nothing is wrong' if not wrong else f'{wrong} wrong'}, in {seconds:.0f} s")
    print(NOT_TRIED)
    return 1 if wrong else 0
