"""What a run says of itself: its measurements in words, its rating over the run, and the curve as a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.envs.core.files import write_text
from eurogym.measure.report.pictures import curves
from eurogym.measure.report.report import interval_text
from eurogym.measure.scales import ELO, fit_strengths
from eurogym.measure.stats.statistics import Estimate
from eurogym.training.learn.evaluation import ENDS, means_alone
from eurogym.training.learn.folder import PICTURE

MEETING = "eval_placement_against_"


def met(row: dict[str, Any]) -> dict[str, float]:
    """Return the mean placement in [-1, 1] against each agent that a row of the curve speaks of, over its tables."""
    found: dict[str, list[float]] = {}
    for name, value in means_alone(row).items():
        if name.startswith(MEETING):
            found.setdefault(name.removeprefix(MEETING).rpartition("/")[0], []).append(value)
    return {name: float(np.mean(values)) for name, values in found.items()}


def rate(curve: Sequence[dict], games: int) -> None:
    """Write `elo` to the rows of a curve that were measured, from placements against the same agents over `games`.

    Random play, or else the first agent, has 0. Half a game won and lost against everybody is added, so that a policy
    that has won or lost all games has a rating too.
    """
    rows = [row for row in curve if met(row)]
    names = sorted({name for row in rows for name in met(row)}, key=lambda name: (name != "random", name))
    if not names:
        return
    wins = np.zeros((len(names) + len(rows),) * 2)
    for number, row in enumerate(rows, start=len(names)):
        for name, placement in met(row).items():
            share, other = (1.0 + placement) / 2.0, names.index(name)
            wins[number, other] = share * games + 0.5
            wins[other, number] = (1.0 - share) * games + 0.5
    strengths = ELO * fit_strengths(wins)
    for number, row in enumerate(rows, start=len(names)):
        row["elo"] = round(float(strengths[number] - strengths[0]), 1)


def draw_curve(folder: Path, curve: Sequence[dict]) -> None:
    """Write curve.svg: the share of the others that the policy is ahead of, by agent, over the decisions of the run."""
    rows = [row for row in curve if met(row)]
    if len(rows) < 2:
        return
    end = float(rows[-1]["steps"])
    series = {
        name: [(row["steps"] / end, (1.0 + met(row)[name]) / 2.0) for row in rows if name in met(row)]
        for name in met(rows[-1])
    }
    across = f"% of {end / 1e6:.2f} million decisions"
    write_text(folder / PICTURE, curves(series, across, "ahead of, in % of the places"))


def summary_lines(curve: Sequence[dict]) -> list[str]:
    """Return the last evaluation in words, with intervals, and the ratings of all of them."""
    row, lines = (curve[-1] if curve else {}), []
    for name, value in means_alone(row).items():
        quantity, _, table = name.rpartition("/")
        ends = (row.get(f"{quantity}{end}/{table}", math.nan) for end in ENDS[1:])
        if name.startswith("eval_"):
            lines.append(f"{measured(name)}: {interval_text(Estimate(value, *ends), 3)}")
    rated = [f"{one['elo']:.0f}" for one in curve if "elo" in one]
    if len(rated) > 1:
        lines.append(f"Elo over the run: {' '.join(rated)}")
    return lines


def measured(name: str) -> str:
    """Return a quantity of an evaluation in words: `eval_won_against_greedy/3p` becomes `won against greedy, 3p`."""
    quantity, _, table = name.removeprefix("eval_").rpartition("/")
    for joint in ("against", "of"):
        what, found, opponent = quantity.partition(f"_{joint}_")
        if found:
            return f"{what} {joint} {opponent}, {table}"
    return f"{quantity.replace('_', ' ')}, {table}"
