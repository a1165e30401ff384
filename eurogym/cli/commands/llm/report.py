"""Make the leaderboard of eurogym-bench-llm-v0 from submissions."""

from __future__ import annotations

import argparse
from pathlib import Path

from eurogym.cli.arguments import print_written
from eurogym.cli.models import add_prices, check_prices
from eurogym.common.errors import InputError
from eurogym.common.files import check_file
from eurogym.envs.core.files import json_text, write_text
from eurogym.text.bench import document, leaderboard, load_benchmark, read_submission

EXAMPLES = """examples:
  eurogym llm report runs/my-model/submission.json runs/ppo/submission.json
  eurogym llm report runs/*/submission.json --prices 2 8 --out leaderboard.html

--out writes a page (.html, .md) or the figures (.json).
"""
ENDINGS = (".html", ".md", ".json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `llm report`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="submissions")
    add_prices(parser)
    parser.add_argument("--out", metavar="FILE", help="the page (.html or .md) or the figures (.json)")


def main(args: argparse.Namespace) -> int:
    """Show the leaderboard and write it."""
    check_prices(args.prices)
    if args.out:
        if Path(args.out).suffix not in ENDINGS:
            raise InputError(f"--out: {Path(args.out).name} must end in {', '.join(ENDINGS)}")
        check_file(args.out, "--out")
    rows = leaderboard([read_submission(path) for path in args.files], args.prices)
    page = document(rows)
    print(page.text())
    if args.out:
        data = {"kind": "llm leaderboard", "benchmark": load_benchmark().name, "rows": rows}
        made = {".html": page.html, ".md": page.markdown, ".json": lambda: json_text(data) + "\n"}
        write_text(args.out, made[Path(args.out).suffix](), named=True)
        print_written([args.out])
    return 0
