"""Check that the published tables follow from their data, or rewrite them. Those in docs/results name their data."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from eurogym.cli.arguments import print_written
from eurogym.common.errors import InputError
from eurogym.common.files import check_checkout
from tools import solo_levels
from tools.results import DATA, FOLDER, check_pages, pages_in, write_pages

EXAMPLES = """examples:
  python -m tools results --check                          fail if a table differs from its data files
  python -m tools results --check villagers/designers.md   the same for one page
  python -m tools results                                  rewrite the tables from the data files

Without PAGE, the shipped scales of the solo modes (agents/GAME/solo_scale.json) are written or checked, too.
A table follows from data if a comment before it says so (tools/results.py explains how); the others are listed.
Fitted figures may differ by one unit in the last digit, because libraries round differently on other machines.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `results`."""
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="pages below the folder (default: all)")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a page differs")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="folder of the pages")


def main(args: argparse.Namespace) -> int:
    """Check the pages, or write them anew; returns 1 when one does not follow from its data.

    Raises InputError outside a checkout, where the pages are, unless a folder is named.
    """
    if args.folder == FOLDER:
        check_checkout("the published results lie")
    pages = [args.folder / page for page in args.pages] or pages_in(args.folder)
    for page in pages:
        if not page.is_file():
            raise InputError(f"there is no page {page}; names of pages are relative to {args.folder}")
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
