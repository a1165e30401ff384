"""Hold the design report against planted imbalances, or write the figures that reports are held beside."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from eurogym.cli.arguments import positive, print_written, seed_number
from eurogym.common.files import check_file
from eurogym.design.yardsticks import BAND, FILE, headlines
from eurogym.envs.core import registry
from eurogym.envs.core.files import json_text, write_text

DEALS = 250  # of each size of table, for yardsticks

EXAMPLES = """examples:
  python -m tools reports plants --out docs/results/data/plants.jsonl       an hour of a core; rows that are there stay
  python -m tools reports plants village keyflower --count 1                a first look
  python -m tools reports yardsticks                                        eurogym/design/yardsticks.json, minutes
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `design`."""
    parser.add_argument(
        "what", nargs="?", default="plants", choices=("plants", "yardsticks"), help="what to measure"
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="games (default: all that ship)")
    parser.add_argument("--count", type=positive, default=2, help="plants of every kind")
    parser.add_argument(
        "--kind", nargs="+", default=[], help="only kinds of entries whose names contain one of these"
    )
    parser.add_argument("--seed", type=seed_number, default=0, help="seed of plants and deals")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="plants: add the rows to this file, as JSONL"
    )


def main(args: argparse.Namespace) -> int:
    """Measure, print and write."""
    games = args.games or registry.shipped()
    return _yardsticks(games) if args.what == "yardsticks" else _plants(args, games)


def _plants(args: argparse.Namespace, games: list[str]) -> int:
    from tools import plants

    lines = []
    if args.out is not None:
        check_file(args.out, "--out")
        lines = args.out.read_text(encoding="utf-8").splitlines() if args.out.exists() else []
    known = {(row["game"], row["kind"]) for row in map(json.loads, lines)}
    for game in games:
        for kind in plants.kinds(game):
            if (game, kind) in known or (args.kind and not any(part in kind for part in args.kind)):
                continue
            for row in plants.variants(game, kind, args.count, args.seed):
                lines.append(json.dumps(plants.found(row, args.seed)))
                print(lines[-1], flush=True)
            if args.out is not None:
                write_text(args.out, "\n".join(lines) + "\n")
    done = [row for row in map(json.loads, lines) if row["plant"]]
    first = sum(row["first"] for row in done)
    print(
        f"{first} of {len(done)} plants named first; {sum(row['tied'] for row in done)} among those that may be first"
    )
    if args.out is not None:
        print_written([args.out])
    return 0


def _yardsticks(games: list[str]) -> int:
    from eurogym.design.report import figures_of
    from eurogym.design.tables import Band, play, sizes_of

    found = {}
    for game in games:
        sizes = sizes_of(game)
        figures = figures_of(play(game, [Band(BAND, DEALS)], sizes, duels=False))
        found[game] = {
            str(size): {name: round(one.value, 4) for name, one in headlines(figures, BAND, size).items()}
            for size in sizes
        }
    write_text(FILE, json_text({"deals": DEALS, "band": BAND, "games": found}, indent=1) + "\n")
    print_written([FILE])
    return 0
