"""Report figures on the game itself, for game designers.

Plays many games and measures seats, length, points, course, components and
skill. Shows the report as text; --out writes it as a page with its data.
"""

from __future__ import annotations

import argparse
import csv
import io
from pathlib import Path

from eurogym.cli.arguments import add_game, command_line, positive, print_written
from eurogym.cli.working import add_playing, work_of
from eurogym.common.errors import InputError
from eurogym.common.files import check_folder
from eurogym.common.options import game_options
from eurogym.common.prepare import make_ready
from eurogym.design.appraisal import searched, standouts
from eurogym.design.blame import DEALS as CAUSES
from eurogym.design.blame import blame
from eurogym.design.figures import Figure
from eurogym.design.page import Page
from eurogym.design.playtest import PACE
from eurogym.design.report import changes, figures_of
from eurogym.design.tables import BANDS, FEWEST, band_of, middle, play, playing, sizes_of
from eurogym.design.variants import printed, read_variant, replaced
from eurogym.design.verdict import Variant, remedy
from eurogym.envs.core import registry
from eurogym.envs.core.files import json_text, write_text

DEALS, QUICK = 1000, 200

EXAMPLES = """examples:
  eurogym design report castles_of_burgundy --out report
  eurogym design report village --players 2 3 --quick
  eurogym design report keyflower --bands random heuristic ppo@50 search:ms=50@20 --players 2
  eurogym design report village --against-variant growing_bag --bands heuristic --out variant
  eurogym design report villagers --against-variant cards.locksmith.gold_per_step=1 --quick
  eurogym design report villagers --search-values 5 --players 2

A skill band is one agent in all seats of a table; all bands play the same
deals. AGENT@N plays N deals in place of --games. Without it, greedy plays a
quarter of the deals and ppo a tenth. search plays only if you name it, and
takes hours.

--against-variant takes what the game's option data_overrides takes (a JSON
file of component tables, or a scenario of the game such as growing_bag; see
`eurogym games GAME`), or entries of the printed tables with other numbers.
It plays that variant on the same deals and reports what changes and which
entries cause it: they are put back one at a time, or in halves, on the same
deals.
--search-values examines the components that differ most from others of their
kind; it takes minutes.

--out FOLDER writes report.html, report.csv and report.json.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `report`."""
    add_game(parser)
    parser.add_argument(
        "--players", nargs="+", type=positive, help="numbers of players (default: all from 2)"
    )
    parser.add_argument(
        "--bands",
        nargs="+",
        metavar="AGENT[@N]",
        help=f"agents from weak to strong (default: those of {' '.join(BANDS)} that play the game)",
    )
    parser.add_argument("--games", type=positive, help=f"deals for each number of players (default {DEALS})")
    parser.add_argument("--quick", action="store_true", help=f"play {QUICK} deals only, for a first look")
    parser.add_argument(
        "--against-variant",
        nargs="+",
        metavar="FILE",
        help="component tables to compare with the printed ones, or changes ENTRY=VALUE",
    )
    parser.add_argument(
        "--search-values",
        type=positive,
        default=0,
        metavar="N",
        help="ask a search what it is worth to take each of the N that stand out most (default: none)",
    )
    parser.add_argument(
        "--pace",
        type=float,
        default=PACE,
        metavar="SECONDS",
        help="time of a choice, for minutes and waiting",
    )
    add_playing(parser, "write the page, CSV and JSON to this folder", resume=False, metavar="FOLDER")


def main(args: argparse.Namespace) -> int:
    """Play, show the page as text, and write it."""
    options = game_options(args.game, args.option, {"num_players": "use --players"})
    sizes = sizes_of(args.game)
    players = sorted(set(args.players or sizes))
    if not set(players) <= set(sizes):
        raise InputError(
            f"--players: a report of {args.game} covers tables of {sizes[0]} to {sizes[-1]} players"
        )
    deals = args.games or (QUICK if args.quick else DEALS)
    if deals < FEWEST:
        raise InputError(f"--games {deals}: a report needs at least {FEWEST} deals")
    if not args.pace > 0:
        raise InputError(f"--pace {args.pace:g} is not a number of seconds above 0")
    args.bands = args.bands or playing(args.game, players, options)
    bands = [band_of(text, deals) for text in args.bands]
    if few := [text for text, band in zip(args.bands, bands, strict=True) if band.games < FEWEST]:
        raise InputError(f"--bands {few[0]}: a report needs at least {FEWEST} deals")
    if len({band.agent for band in bands}) < len(bands):
        raise InputError("--bands: an agent is named twice")
    if args.against_variant and "data_overrides" in options:
        raise InputError(
            "--against-variant is compared with the printed tables; leave --option data_overrides out, or put all "
            "changes into one file"
        )
    variant = read_variant(args.game, args.against_variant, options) if args.against_variant else None
    if args.out is not None:
        check_folder(args.out, "--out")
    if variant is not None and replaced(args.game, variant) == printed(args.game):
        raise InputError(
            f"--against-variant {' '.join(args.against_variant)}: every entry is as printed, so nothing can change; "
            f"name one with another number (`eurogym games {args.game}` names the tables)"
        )
    theirs = options | {"data_overrides": variant}
    make_ready(args.game, [band.agent for band in bands])
    work = work_of(args)
    games = play(args.game, bands, players, args.seed, options, args.quiet, work)
    figures, changed, caused = figures_of(games, args.pace), [], None
    if variant is not None:
        other = play(args.game, bands, players, args.seed, theirs, args.quiet, work, duels=False)
        changed = changes(games, other)
        main = next(band for band in bands if band.agent == middle([one.agent for one in bands]))
        most = min(CAUSES, main.games)
        found = blame(args.game, variant, options, main, players, most, args.seed, args.quiet, work)
        caused = Variant(_name(args.against_variant), found)
    strong = middle([band.agent for band in games.bands])
    if numbers := standouts(figures, registry.game(args.game), strong, args.search_values):
        figures += searched(games, strong, numbers, work, args.quiet)
    less = None if caused else remedy(games, figures, work)
    page = Page(games, figures, command_line(args)).document(changed, caused, less)
    print(page.text())
    if args.out is not None:
        print_written(_write(Path(args.out), page.html(), figures + changed, args, deals))
    return 0


def _name(variant: list[str] | None) -> str:
    """Return what a variant is called on the page."""
    if not variant:
        return ""
    return ", ".join(variant) if "=" in variant[0] else Path(variant[0]).stem


def _write(
    folder: Path, page: str, figures: list[Figure], args: argparse.Namespace, deals: int
) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    rows = [one.as_row() for one in figures]
    data = {
        "kind": "design report",
        "game": args.game,
        "bands": args.bands,
        "games": deals,
        "seed": args.seed,
        "command": command_line(args),
        "figures": rows,
    }
    table = io.StringIO(newline="")
    writer = csv.DictWriter(table, fieldnames=list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    written = {
        "report.html": page,
        "report.csv": table.getvalue(),
        "report.json": json_text(data, indent=1) + "\n",
    }
    for name, text in written.items():
        write_text(folder / name, text)
    return [folder / name for name in written]
