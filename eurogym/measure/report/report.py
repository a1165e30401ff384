"""Showing and saving results: text tables, JSON, CSV, plots and progress bars."""

from __future__ import annotations

import csv
import io
import math
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.common.errors import InputError, MissingExtraError
from eurogym.common.files import check_file
from eurogym.envs.core.extras import require
from eurogym.envs.core.files import json_text, replacing, write_text
from eurogym.envs.core.telling import tell
from eurogym.measure.stats.statistics import Estimate

FORMATS = (".json", ".csv", ".png")


def text_table(headers: Sequence[str], rows: Iterable[Sequence[Any]], left: int = 1) -> str:
    """Return a table in plain text; the first `left` columns are aligned left, the others right."""
    cells = [[str(head) for head in headers]] + [[str(value) for value in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headers))]
    lines = []
    for row in cells:
        aligned = [
            c.ljust(w) if k < left else c.rjust(w) for k, (c, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(aligned).rstrip())
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def markdown_table(headers: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a table in Markdown."""
    lines = ["| " + " | ".join(headers) + " |", "|" + " --- |" * len(headers)]
    for row in rows:
        lines.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |")
    return "\n".join(lines) + "\n"


def interval_text(found: Estimate, digits: int = 2, sign: str = "", unit: str = "") -> str:
    """Return a text such as `0.90, 0.62 to 0.98`: a mean and the ends of its interval, if they are known; `-` for none.

    sign: "+" to write it before numbers above 0. unit: written after the mean.
    """
    mean, low, high = (f"{np.round(one, digits) + 0.0:{sign}.{digits}f}" for one in found)
    if math.isnan(found.mean):
        return "-"
    return f"{mean}{unit}" if math.isnan(found.low) else f"{mean}{unit}, {low} to {high}"


def plus_minus(found: Estimate, digits: int = 2) -> str:
    """Return a text such as `31.2 ±0.4` for an interval that is as wide on both sides, as those of scores are."""
    text = interval_text(Estimate(found.mean, math.nan, math.nan), digits)
    return text if math.isnan(found.low) else f"{text} ±{found.high - found.mean:.{digits}f}"


def share_text(found: Estimate) -> str:
    """Return a text such as `61.2 %, 55.0 to 67.4`."""
    return interval_text(Estimate(*(100 * one for one in found)), 1, unit=" %")


def columns_of(name: str, found: Estimate | None) -> dict[str, float | None]:
    """Return a mean and the ends of its interval as columns of CSV and JSON: `name`, `name_low` and `name_high`."""
    return dict(zip((name, f"{name}_low", f"{name}_high"), found or (None,) * 3, strict=True))


def progress_bar(total: int, label: str, quiet: bool = False) -> Any:
    """Return a context with `update(n)`: tqdm's bar with the remaining time, or ten lines in a log or without tqdm."""
    if quiet or sys.stderr is None:
        return _Silent()
    try:
        from tqdm import tqdm
    except ImportError:
        return _PlainProgress(total, label)
    if not sys.stderr.isatty():
        return _PlainProgress(total, label)
    return tqdm(total=total, desc=label, unit="game", leave=False, file=sys.stderr, dynamic_ncols=True)


class _Silent:
    def __enter__(self) -> _Silent:
        return self

    def __exit__(self, *_: Any) -> None:
        pass

    def update(self, n: int = 1) -> None:
        pass


class _PlainProgress(_Silent):
    """Progress in ten lines, on stderr."""

    def __init__(self, total: int, label: str):
        self.total, self.label, self.done, self.shown = max(total, 1), label, 0, 0
        self.begin = time.perf_counter()

    def update(self, n: int = 1) -> None:
        self.done += n
        tenth = 10 * self.done // self.total
        if tenth > self.shown:
            self.shown = tenth
            left = (time.perf_counter() - self.begin) * (self.total / self.done - 1)
            tell(f"{self.label}: {self.done} of {self.total}, about {left:.0f} s left")


FEW_DEALS = 30


def deals_note(deals: int) -> str:
    """Return a note for below a table that is based on few deals; "" if there are enough."""
    if deals >= FEW_DEALS:
        return ""
    if deals == 1:
        return (
            "\n\nnote: these figures come from a single deal, so luck decides them, whatever an interval says"
        )
    return f"\n\nnote: these figures come from only {deals} deals; intervals from so few deals are rough"


def output_paths(out: str | None) -> dict[str, Path]:
    """Return the files to write for `--out`: one for a name that ends in .json, .csv or .png, else all three.

    Raise InputError for something that is not the name of a file.
    """
    if out is None:
        return {}
    path = Path(out)
    if path.name in ("", "..") or not out.strip() or out.endswith(("/", os.sep)):
        raise InputError(f"--out {out!r} is not a file name; give one, or the start of one")
    if path.suffix in FORMATS:
        return {path.suffix: path}
    return {suffix: path.with_name(path.name + suffix) for suffix in FORMATS}


def check_out(out: str | None, plot: bool = True) -> None:
    """Raise an error before a long run if what `--out` requests could not be written after it.

    InputError: the place cannot be written to, or a picture is requested although there is none (`plot=False`).
    MissingExtraError: a picture is requested without matplotlib.
    """
    paths = output_paths(out)
    if list(paths) == [".png"]:
        if not plot:
            raise InputError(f"--out {out}: this command draws no picture; name a .json or .csv file")
        require("matplotlib", "eval", "a plot")
    for path in paths.values():
        check_file(path, "--out")


def write_results(
    out: str | None, data: dict, rows: list[dict], plot: Callable[[Any], None] | None = None
) -> list[Path]:
    """Write what `--out` requests: `data` as JSON, `rows` as CSV, and `plot(axes)` as a picture.

    Without matplotlib, a picture that was requested by name raises MissingExtraError; one that merely comes with the
    other files is left out with a hint. Return the files written.
    """
    written = []
    paths = output_paths(out)
    for suffix, path in paths.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if suffix == ".json":
            write_text(path, json_text(data, indent=2, default=_plain) + "\n", named=True)
        elif suffix == ".csv":
            table = io.StringIO(newline="")
            writer = csv.DictWriter(table, fieldnames=list(rows[0]) if rows else [])
            writer.writeheader()
            writer.writerows({name: _blank(value) for name, value in row.items()} for row in rows)
            write_text(path, table.getvalue(), named=True)
        elif plot is not None:
            try:
                _save_plot(path, plot)
            except MissingExtraError as missing:
                if len(paths) == 1:
                    raise
                tell(f"no plot: {missing}")
                continue
        else:
            continue
        written.append(path)
    return written


def _save_plot(path: Path, plot: Callable[[Any], None]) -> None:
    require("matplotlib", "eval", "a plot").use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.2), layout="constrained")
    plot(axes)
    with replacing(path, named=True) as file:
        figure.savefig(file, dpi=130, format="png")
    pyplot.close(figure)


def _blank(value: Any) -> Any:
    """Return the content of a cell of a CSV file: empty if there is no number."""
    return None if isinstance(value, float) and np.isnan(value) else value


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"cannot write {type(value).__name__} as JSON")
