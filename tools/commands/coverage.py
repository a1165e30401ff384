"""Simulate how often the intervals of all kinds of figures hold the truth: the tables of docs/trust.md."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from eurogym.cli.arguments import positive, print_written, whole_number
from eurogym.common.files import check_file
from eurogym.envs.core.files import write_text
from tools.coverage import figures

EXAMPLES = """examples:
  python -m tools coverage --tries 2000 --real 100 --out docs/results/data/coverage.jsonl
                                            some minutes of a core; then `python -m tools results` writes docs/trust.md
  python -m tools coverage --tries 100      a rough look
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `coverage`."""
    parser.add_argument("--tries", type=positive, default=1000, help="intervals for each figure")
    parser.add_argument(
        "--real", type=whole_number(0), default=0, help="small tournaments of real games (default 0: none)"
    )
    parser.add_argument("--seed", type=whole_number(0), default=0, help="seed of the simulation")
    parser.add_argument("--out", type=Path, metavar="FILE", help="also write the rows to this file, as JSONL")


def main(args: argparse.Namespace) -> int:
    """Print a line of JSON for each figure, and write them to `--out`."""
    if args.out is not None:
        check_file(args.out, "--out")
    lines = []
    for row in figures(args.tries, args.seed, args.real):
        row = {name: round(one, 4) if isinstance(one, float) else one for name, one in row.items()}
        lines.append(json.dumps(row))
        print(lines[-1], flush=True)
    if args.out is not None:
        write_text(args.out, "".join(f"{line}\n" for line in lines))
        print_written([args.out])
    return 0
