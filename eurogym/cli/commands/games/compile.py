"""Compile games ahead of their first use: the rules, and what their agents need.

The compiled code is kept in a cache folder, which is named at the end. Without
this, each part of a game is compiled when it is first used.
"""

from __future__ import annotations

import argparse

from eurogym.cli.arguments import add_quiet, positive
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.compile.kernels import PURE, cache_root, why_not_kept

EXAMPLES = """examples:
  eurogym games compile                       every game, all parts, on all cores
  eurogym games compile villagers keyflower   only these games
  eurogym games compile --jobs 1              one part after the other (about 300 MB of memory each)

In a container image: `RUN eurogym games compile`, with EUROGYM_CACHE_DIR set to a
folder that the image keeps. Compiled code is reused with the same versions of
Python, numpy and numba, the same rules and a processor of the same kind. The
code of another user who is not root is read from EUROGYM_TRUSTED_CACHE.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `compile`."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to compile (default: all)")
    parser.add_argument("--jobs", type=positive, help="parts to compile at a time (default: one per core)")
    add_quiet(parser)


def main(args: argparse.Namespace) -> int:
    """Compile; returns 1 when a part could not be compiled."""
    from eurogym.common import prepare

    if PURE:
        raise InputError("NUMBA_DISABLE_JIT is set: nothing is compiled")
    if why := why_not_kept():
        raise InputError(f"compiled code would not be kept: {why}; name a folder in EUROGYM_CACHE_DIR")
    games = [registry.entry(name).name for name in args.games] or registry.games()
    parts = prepare.missing(games)
    options = {"say": None} if args.quiet else {}
    workers = prepare.Compilers(parts, args.jobs, **options).wait()
    for game in games:
        own = [part for part in parts if part.game == game]
        took = ", ".join(f"{part.name} {workers.done[part]:.0f} s" for part in own if part in workers.done)
        failed = "".join(f"; {part.name}: {workers.failed[part]}" for part in own if part in workers.failed)
        print(f"{game}: {took or 'ready' if not failed else took or 'not compiled'}{failed}")
    print(f"kept in {cache_root()}")
    return 1 if workers.failed else 0
