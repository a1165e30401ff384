"""``python -m tools.curves``: draw the picture of learning from scratch from the recorded curves."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

from eurogym.cli.arguments import print_written
from eurogym.envs.core import registry
from eurogym.measure.report.report import write_results

KEPT = Path("docs/results/data/from_nothing.json")
PICTURE = Path("docs/pictures/from_nothing.png")
RUN = ("game", "reward", "on")  # what runs that differ in their seed alone share
LINES = {"own points": "-", "placement and lead": ":"}


OVER = {
    "decisions": (1e-6, "decisions, millions"),
    "minutes": (1.0, "minutes"),
}  # what a panel is over, and its unit


def draw(axes: Any, over: str = "decisions") -> None:
    """Placement against the heuristic over decisions or minutes: a line for each run, a colour for each game."""
    scale, words = OVER[over]
    rows = json.loads(KEPT.read_text(encoding="utf-8"))
    colours = {game: f"C{number}" for number, game in enumerate(registry.shipped())}

    def kind(row: dict[str, Any]) -> tuple[Any, ...]:
        return tuple(row[name] for name in (*RUN, "seed", "rollout"))

    named = set()
    for _, run in itertools.groupby(sorted(rows, key=kind), kind):
        curve = sorted(run, key=lambda row: row["decisions"])
        game, reward, device = (curve[0][name] for name in RUN)
        label = f"{registry.game(game).title}, {reward}, {device}"
        axes.plot(
            [row[over] * scale for row in curve],
            [row["placement"] for row in curve],
            LINES[reward],
            color=colours[game],
            label=None if label in named else label,
            marker="." if device != "one core" else None,
        )
        named.add(label)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_xlabel(words)


def panels(axes: Any) -> None:
    """Both pictures side by side, with what they have in common on the left one."""
    left, figure = axes, axes.figure
    figure.set_size_inches(11, 5)
    right = figure.add_axes((0.54, 0.11, 0.44, 0.86), sharey=left)
    left.set_position((0.08, 0.11, 0.44, 0.86))
    right.tick_params(labelleft=False)
    for one, over in zip((left, right), OVER, strict=True):
        draw(one, over)
    left.set_ylabel("placement against the heuristic")
    left.legend(fontsize=6)


if __name__ == "__main__":
    print_written(write_results(str(PICTURE), {}, [], panels))
