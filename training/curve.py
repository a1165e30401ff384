"""Learning curves as files, and the progress bar of a run."""

from __future__ import annotations

import csv
import json
from pathlib import Path


def write_curve(folder: Path, curve: list[dict]) -> None:
    """Writes curve.csv (a row per update, a column per quantity ever measured) and curve.json (the same)."""
    columns = list(dict.fromkeys(name for row in curve for name in row))
    with open(folder / "curve.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(curve)
    (folder / "curve.json").write_text(json.dumps(curve) + "\n")


def progress_bar(title: str, config):
    """A bar in per cent of the run, whatever limits it; `config.progress` switches it on."""
    from tqdm import tqdm

    layout = "{desc} {percentage:3.0f}%|{bar}| {elapsed}<{remaining} {postfix}"
    return tqdm(total=100, desc=title, bar_format=layout, disable=not config.progress, dynamic_ncols=True)
