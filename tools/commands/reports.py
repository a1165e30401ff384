"""Write the figures of our games that a design report is held beside."""

from __future__ import annotations

import argparse

from eurogym.cli.arguments import print_written
from eurogym.design.report import figures_of
from eurogym.design.shipped_figures import BAND, FILE, headlines
from eurogym.design.tables import Band, play, sizes_of
from eurogym.envs.core import registry
from eurogym.envs.core.files import json_text, write_text

DEALS = 250  # of each size of table

EXAMPLES = """examples:
  python -m tools reports                   eurogym/design/shipped_figures.json, minutes
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take no arguments: the file holds all games that ship."""


def main(args: argparse.Namespace) -> int:
    """Measure and write."""
    found = {}
    for game in registry.shipped():
        sizes = sizes_of(game)
        figures = figures_of(play(game, [Band(BAND, DEALS)], sizes, duels=False))
        found[game] = {
            str(size): {name: round(one.value, 4) for name, one in headlines(figures, BAND, size).items()}
            for size in sizes
        }
    write_text(FILE, json_text({"deals": DEALS, "band": BAND, "games": found}, indent=1) + "\n")
    print_written([FILE])
    return 0
