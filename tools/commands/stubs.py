"""Write or check the stub files of the public functions, for type checkers and editors."""

from __future__ import annotations

import argparse
import sys

from eurogym.common.files import check_checkout
from tools.stubs import ROOT, stubs

EXAMPLES = """examples:
  python -m tools stubs           rewrite eurogym/*.pyi after options or arguments have changed
  python -m tools stubs --check   write nothing; fail if a stub is out of date
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `stubs`."""
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a stub is out of date")


def main(args: argparse.Namespace) -> int:
    """Check the stubs, or write them anew; returns 1 when one is stale.

    Raises InputError outside a checkout.
    """
    check_checkout("the stubs lie")
    stale = {
        path: text
        for path, text in stubs().items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    }
    for path, text in stale.items():
        name = path.relative_to(ROOT)
        if args.check:
            print(f"{name} is out of date; rewrite it with `python -m tools stubs`", file=sys.stderr)
        else:
            path.write_text(text, encoding="utf-8")
            print(f"written: {name}")
    return 1 if args.check and stale else 0
