"""Do the published tables follow from their data? Those in docs/results say where they come from."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from eurogym.training.commands.arguments import print_written
from eurogym.training.errors import InputError
from eurogym.training.files import check_checkout
from tools import solo_levels
from tools.results import DATA, FOLDER, check_pages, pages_in, write_pages

EXAMPLES = """examples:
  python -m tools results --check                          fail when a table is not what its data files say
  python -m tools results --check villagers/strength.md    one page
  python -m tools results                                  write the tables anew from the data files

With all pages the scales of the solo modes that ship (agents/GAME/solo_scale.json) are written or checked, too.
A table follows from data where a comment before it says so (tools/results.py tells how); the others are listed.
Fitted figures may differ by a unit of the last digit, since libraries round otherwise on other machines.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `results`."""
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="pages below the folder (default: all)")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a page differs")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"where the pages lie (default {FOLDER})")


def run(args: argparse.Namespace) -> int:
    """Check the pages, or write them anew; returns 1 when one does not follow from its data.

    Raises InputError outside a checkout, where the pages are, unless a folder is named.
    """
    if args.folder == FOLDER:
        check_checkout("the published results lie")
    pages = [args.folder / page for page in args.pages] or pages_in(args.folder)
    for page in pages:
        if not page.is_file():
            raise InputError(f"there is no page {page}; pages are named from {args.folder} on")
    if not args.check:
        print_written(write_pages(pages, args.folder))
    report = check_pages(pages, args.folder)
    if not args.pages and args.folder == FOLDER:
        if not args.check:
            print_written(solo_levels.write_files(FOLDER / DATA))
        report.problems += solo_levels.check_files(FOLDER / DATA)
    for problem in report.problems:
        print(problem, file=sys.stderr)
    covered = sum(report.covered.values())
    print(
        f"{covered} tables and pages follow from data files, {sum(report.uncovered.values())} tables do not say so"
    )
    for page, tables in report.uncovered.items():
        print(f"  not covered: {page}, {tables} table{'s' * (tables > 1)}")
    return 1 if report.problems else 0
