"""`eurogym playthrough`: golden text games, written once, reviewed as a diff, checked by the tests."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from envs.core import registry
from envs.core.replay import playthrough
from training.arguments import check_folder, game_options, natural, positive
from training.settings import settings_of

EXAMPLES = """examples:
  eurogym playthrough                       check the golden games of all games
  eurogym playthrough villagers --write     write them anew; review the difference before you commit it
  eurogym playthrough villagers --show --players 3 --seed 5
  eurogym playthrough castles_of_burgundy --show --players 1 --option chateauma=hard
"""
FOLDER = Path("tests/playthroughs")
SEED = 1


def golden_options(game: Any) -> dict[str, dict[str, Any]]:
    """The option sets that have a golden game, by file stem."""
    return {f"{game.name}_{stem}": values for stem, values in settings_of(game).golden.items()}


def golden_games(names: list[str]) -> Iterator[tuple[Path, str]]:
    """File and text of every golden game of the named games."""
    for name in names:
        game = registry.game(name)
        for stem, values in golden_options(game).items():
            options = game.options_class.from_kwargs(**values)
            yield FOLDER / f"{stem}.txt", playthrough(game, options, SEED)


def check(names: list[str], write: bool = False, folder: Path | None = None) -> list[str]:
    """Compare (or write) the golden games; returns a difference in words for every file that does not agree."""
    problems = []
    for path, text in golden_games(names):
        path = path if folder is None else folder / path.name
        if write:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        elif not path.exists():
            problems.append(f"{path}: missing; write it with: eurogym playthrough {names[0]} --write")
        else:
            before = path.read_text(encoding="utf-8")
            if before != text:
                lines = difflib.unified_diff(
                    before.splitlines(), text.splitlines(), str(path), "now", lineterm="", n=2
                )
                problems.append("\n".join(list(lines)[:40]))
    return problems


def add_parser(subparsers: Any) -> None:
    """Add `playthrough` to the subcommands."""
    parser = subparsers.add_parser(
        "playthrough",
        help="write or check the golden text games",
        description=f"Golden text games in {FOLDER}: one per game and option set, played at random from a fixed seed.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="games (default: all)")
    parser.add_argument("--write", action="store_true", help="write the files instead of checking them")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"where they are (default {FOLDER})")
    parser.add_argument("--show", action="store_true", help="print one game instead")
    parser.add_argument("--players", type=positive, default=2, help="with --show: seats at the table")
    parser.add_argument("--seed", type=natural, default=SEED, help=f"with --show: the deal (default {SEED})")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="with --show: a game option"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check, write or show; returns 1 when a golden game differs."""
    names = args.games or registry.games()
    if args.show:
        game = registry.game(names[0])
        values = game_options(game.name, args.option, {"num_players": "use --players"})
        options = game.options_class.from_kwargs(**values, num_players=args.players)
        print(playthrough(game, options, args.seed), end="")
        return 0
    if args.write:
        check_folder(args.folder, "--folder")
    problems = check(names, args.write, args.folder)
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        done = "written" if args.write else "reproduced"
        print(f"playthroughs of {', '.join(names)} {done}, seed {SEED}, in {args.folder}")
    return 1 if problems else 0
