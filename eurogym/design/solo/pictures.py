"""Pictures of a scale of difficulty, as SVG: the ladder of settings among the agents, and win rates against it."""

from __future__ import annotations

import io
import math
import re

import numpy as np

from eurogym.design.solo.scale import Scale
from eurogym.envs.core.extras import require
from eurogym.measure.stats.statistics import share_interval

SALT = "eurogym"  # of the names inside a picture, so that the same data give the same file
CROWDED = 30  # settings of one column from which on its labels are small


def _svg(figure) -> str:
    """Return a figure as the text of an SVG that can stand inside a page."""
    pyplot = require("matplotlib.pyplot", "eval", "a plot")
    out = io.StringIO()
    with require("matplotlib", "eval", "a plot").rc_context({"svg.hashsalt": SALT, "svg.fonttype": "none"}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    text = out.getvalue()
    return re.sub(
        r'(<svg[^>]*?) width="[^"]*"', r'\1 width="100%"', text[text.index("<svg") :], count=1
    ).rstrip()


def _pyplot():
    matplotlib = require("matplotlib", "eval", "a plot")
    matplotlib.use("Agg")
    return require("matplotlib.pyplot", "eval", "a plot")


def ladder(scale: Scale) -> str:
    """Return the settings from easy to hard with intervals, a column for every number of seats, agents as lines."""
    pyplot = _pyplot()
    columns = sorted(scale.deals)
    rows = [[k for k in scale.threshold_order if scale.thresholds[k].players == one] for one in columns]
    most = max(map(len, rows))
    small = most > CROWDED
    height = 1.5 + most * (0.17 if small else 0.3)
    figure, axes = pyplot.subplots(
        1, len(columns), figsize=(4.2 * len(columns) + 3.5 * (len(columns) == 1), height), sharex=True, squeeze=False,
        layout="constrained",
    )  # fmt: skip
    finite = [one.value for one in [*scale.places, *scale.skills] if not math.isnan(one.value)]
    low, high = min(finite) - 1, max(finite) + 1
    for axis, players, mine in zip(axes[0], columns, rows, strict=True):
        for height_of, threshold in enumerate(mine):
            place = scale.places[threshold]
            ends = np.clip([place.low, place.high], low, high)
            axis.plot(ends, [height_of, height_of], color="#1f5a94", linewidth=1.2)
            if not math.isnan(place.value):
                axis.plot(place.value, height_of, "o", color="#1f5a94", markersize=3 if small else 5)
        for agent in np.flatnonzero(scale.on_agents):
            value = scale.skills[agent].value
            axis.axvline(value, color="#b5532a", linewidth=0.8, linestyle=":")
            axis.text(
                value,
                len(mine) - 0.3,
                scale.agents[agent],
                rotation=60,
                fontsize=7,
                color="#b5532a",
                va="bottom",
            )
        names = [scale.thresholds[threshold].name.removeprefix(f"{players}p ") for threshold in mine]
        axis.set_yticks(range(len(mine)), names, fontsize=6 if small else 8)
        axis.set_ylim(-0.7, len(mine) - 0.4)
        axis.set_xlim(low, high)
        axis.set_xlabel("difficulty and skill, log odds")
        if len(columns) > 1:
            axis.set_title(f"{players} player{'s' * (players > 1)}", pad=60, fontsize=9)
    return _svg(figure)


def curves(scale: Scale) -> str:
    """Win rates against the difficulty: what was seen with its interval, and the curve of the model."""
    pyplot = _pyplot()
    figure, axis = pyplot.subplots(figsize=(8, 4.6), layout="constrained")
    finite = [one.value for one in scale.places if not math.isnan(one.value)]
    grid = np.linspace(min(finite) - 1, max(finite) + 1, 120)
    colours = pyplot.get_cmap("viridis")(np.linspace(0, 0.92, max(2, int(scale.on_agents.sum()))))
    drawn = [agent for agent in reversed(scale.agent_order) if scale.on_agents[agent]]
    for colour, agent in zip(colours, drawn, strict=False):
        chances = scale.fit.chance(scale.skills[agent].value, grid)
        axis.plot(grid, 100 * chances, color=colour, label=scale.agents[agent])
        for cell in scale.cells:
            if cell.agent == agent and scale.on_thresholds[cell.threshold]:
                at = scale.places[cell.threshold].value
                _, low, high = share_interval(cell.won, cell.played)
                axis.plot([at, at], [100 * low, 100 * high], color=colour, linewidth=0.7, alpha=0.6)
                axis.plot(at, 100 * cell.rate, "o", color=colour, markersize=3)
    axis.set_xlabel("difficulty of the setting, log odds")
    axis.set_ylabel("games won, %")
    axis.set_ylim(-2, 102)
    axis.legend(fontsize=8)
    return _svg(figure)
