"""``python -m tools.curves``: the picture of learning from nothing, from its kept curves."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

from eurogym.envs.core import registry
from eurogym.training.commands.arguments import print_written
from eurogym.training.measure.report import write_results

KEPT = Path("docs/results/data/from_nothing.json")
PICTURE = Path("docs/pictures/from_nothing.png")
RUN = ("game", "reward", "on")  # what runs that differ in their seed alone share
LINES = {"own points": "-", "placement and lead": ":"}


def draw(axes: Any) -> None:
    """Placement against the heuristic over decisions: a line for each run, a colour for each game."""
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
            [row["decisions"] / 1e6 for row in curve],
            [row["placement"] for row in curve],
            LINES[reward],
            color=colours[game],
            label=None if label in named else label,
            marker="." if device != "one core" else None,
        )
        named.add(label)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_xlabel("decisions, millions")
    axes.set_ylabel("placement against the heuristic")
    axes.legend(fontsize=6)


if __name__ == "__main__":
    print_written(write_results(str(PICTURE), {}, [], draw))
