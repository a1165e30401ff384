"""Measure how fast games of OpenSpiel, pgx, EnvPool and PettingZoo run here, in the same way as `eurogym games
speed`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from eurogym.common.errors import InputError
from eurogym.common.files import check_file
from eurogym.envs.core.files import json_text, write_text
from eurogym.measure import speed
from tools import yardsticks

EXAMPLES = """examples:
  eurogym games speed --out speed.json && python -m tools yardsticks --speed speed.json
                                            ours, then theirs on the same machine, with ratios
  pip install ".[yardsticks]"               the libraries that are measured; a missing one is skipped
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `yardsticks`."""
    parser.add_argument("--seconds", type=float, default=1.5, help="time for each figure")
    parser.add_argument(
        "--speed", type=Path, metavar="FILE", help="file of `eurogym games speed`: give ratios to it"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="also write the JSON to this file")


def main(args: argparse.Namespace) -> int:
    """Measure, print one JSON document on stdout, and write it to `--out`."""
    if args.out is not None:
        check_file(args.out, "--out")
    report = _figures(args.speed) if args.speed is not None else {"machine": speed.machine()}
    report["yardsticks"] = yardsticks.run_all(args.seconds, speed.say)
    if "games" in report:
        report["ratios"] = yardsticks.ratios(report["games"], report["yardsticks"])
    text = json_text(report, indent=2)
    print(text)
    if args.out:
        write_text(args.out, text + "\n", named=True)
    return 0


def _figures(path: Path) -> dict:
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
        report["games"].items()
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"--speed: {path} contains no results of `eurogym games speed` ({error})") from None
    return report
