"""The difficulty scale of the solo modes that ships with the agents of a game (`eurogym play GAME --level N`)."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eurogym.agents.framework import ladder
from eurogym.design.solo.scale import Scale
from eurogym.envs.core.files import write_text
from eurogym.measure.solo_games import modes_of, read_all
from eurogym.play.solo_levels import FILE
from tools.solo_page import scaled

ROOT = Path(__file__).resolve().parents[1]
SCALE = "solo_scale.jsonl"  # the games, in a folder of each game below docs/results/data
COUNTED = (ladder.BASE, "ppo")  # whose games are listed
ROUNDING = 3  # points of Elo that fits of two machines may differ by


def text_of(paths: Sequence[Path]) -> str:
    """Return the file that follows from records of solo games. Raises InputError for a file that is none."""
    record = read_all(paths)
    modes = [
        {"name": mode.name, "settings": _settings(scaled(record, mode, tuple(paths)))}
        for mode in modes_of(record.game)
        if record.of_mode(mode)
    ]
    lines = json.dumps({"from": [_place(path) for path in paths], "modes": modes}, indent=1)
    return lines + "\n"


def _place(path: Path) -> str:
    """Return a file of the checkout by its place in it, from whatever folder it is named."""
    full = path.resolve()
    return (full.relative_to(ROOT) if full.is_relative_to(ROOT) else path).as_posix()


def _settings(scale: Scale) -> list[dict[str, Any]]:
    """Return the settings for one player on the scale, from easy to hard."""
    cells = {(cell.agent, cell.threshold): cell for cell in scale.cells}
    base, rows = scale.agents.index(ladder.BASE), []
    for place in scale.threshold_order:
        one, cell = scale.thresholds[place], cells.get((base, place))
        if one.players != 1 or cell is None or math.isnan(cell.expected):
            continue
        games = {
            agent: [cells[found].won, cells[found].played]
            for agent in COUNTED
            if agent in scale.agents and (found := (scale.agents.index(agent), place)) in cells
        }
        rating = ladder.ELO * math.log((1 - cell.expected) / cell.expected)
        rows.append({"setting": one.setting, "score": one.score, "rating": round(rating), "games": games})
    return rows


def files(data: Path) -> dict[Path, list[Path]]:
    """Return the file of every game with the records that it follows from."""
    found = {}
    for path in sorted(data.glob(f"*/{SCALE}")):
        beside = ladder.path_of(path.parent.name)
        if beside is not None:
            found[beside.with_name(FILE)] = [path]
    return found


def write_files(data: Path) -> list[Path]:
    """Write the files anew that do not follow from their records; returns those that changed."""
    changed = []
    for path, records in files(data).items():
        fresh = text_of(records)
        if not path.exists() or not same(path.read_text(encoding="utf-8"), fresh):
            write_text(path, fresh)
            changed.append(path)
    return changed


def check_files(data: Path) -> list[str]:
    """Return what does not follow from its records, in words."""
    return [
        f"{path}: does not follow from {records[0]}; python -m tools results"
        for path, records in files(data).items()
        if not path.exists() or not same(path.read_text(encoding="utf-8"), text_of(records))
    ]


def same(one: str, other: str) -> bool:
    """Do two files say the same, ratings but for what fits differ by?"""
    first, second = json.loads(one), json.loads(other)
    ratings = [
        [row.pop("rating") for mode in file["modes"] for row in mode["settings"]] for file in (first, second)
    ]
    return first == second and all(abs(a - b) <= ROUNDING for a, b in zip(*ratings, strict=True))
