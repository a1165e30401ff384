"""Tables of the page "results at a glance", made from the recorded measurements."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.common.errors import InputError
from eurogym.common.settings import settings_of
from eurogym.envs.core import registry
from eurogym.measure.report.report import markdown_table
from eurogym.measure.solo_games import Outcomes, read_games

BATCH = 1024  # games
WAYS = ("step_mask_obs", "step_mask", "step")  # of stepping a batch, see docs/measuring.md
SOLO_AGENTS = ("greedy", "heuristic", "ppo", "mc")


def speed_table(paths: Sequence[Path]) -> str:
    """Decisions per second of every game and table, from a file of `eurogym games speed`."""
    rows = []
    for name, tables in _read(paths[0])["games"].items():
        for title, table in tables.items():
            speeds = {
                row["threads"]: row["decisions_per_s"] for row in table["batch"] if row["batch"] == BATCH
            }
            cells = [f"{speeds[1][way] / 1e6:.2f} M" for way in WAYS]
            twice = f"{speeds[2][WAYS[0]] / 1e6:.2f} M" if 2 in speeds else "-"
            aec = f"{table['aec_decisions_per_s']['raw_env'] / 1e3:.0f} k"
            rows.append([registry.game(name).title, title, *cells, twice, aec])
    heads = ["game", "table", "mask and observation", "mask", "compiled random play"]
    return markdown_table([*heads, "two threads", "one game, AEC"], rows)


def libraries_table(paths: Sequence[Path]) -> str:
    """Other libraries beside ours, from a file of `eurogym games speed` with theirs."""
    report = _read(paths[0])
    rows = []
    for name, one in report["yardsticks"].items():
        ratios = [
            ratio[name] for tables in report["ratios"].values() for ratio in tables.values() if name in ratio
        ]
        cells = []
        for way in ("batch", "raw_env"):
            found = [ratio[way] for ratio in ratios if way in ratio]
            cells.append(f"{min(found):.1f} to {max(found):.1f} times" if found else "-")
        rows.append(
            [
                f"{one['library']} {one['version']}",
                one["game"],
                f"{one['decisions_per_s'] / 1e3:.0f} k",
                *cells,
            ]
        )
    return markdown_table(["library", "game", "its decisions/s", "our batch", "our AEC loop"], rows)


def solo_table(paths: Sequence[Path]) -> str:
    """Games won in the settings that stand for a solo mode, by agent, from records of `eurogym solo report`."""
    rows = []
    for path in paths:
        record = read_games(path)
        game = registry.game(record.game)
        for setting in settings_of(game).demo:
            words = ", ".join(str(value) for value in setting.values() if value != "") or "as it comes"
            cells = [_won(record.outcomes, agent, setting) for agent in SOLO_AGENTS]
            rows.append([game.title, words, *cells])
    return markdown_table(["game", "setting", *(f"`{agent}`" for agent in SOLO_AGENTS)], rows)


def _won(outcomes: Sequence[Outcomes], agent: str, setting: dict[str, Any]) -> str:
    one = outcome_of(outcomes, agent, setting)
    return "-" if one is None else f"{100 * np.mean(one.won):.1f} %"


def outcome_of(outcomes: Sequence[Outcomes], agent: str, setting: dict[str, Any]) -> Outcomes | None:
    """Return what an agent came to alone with a setting, and with nothing beyond it."""
    for one in outcomes:
        same = all(one.setting.get(name, "") == value for name, value in setting.items())
        rest = {name: value for name, value in one.setting.items() if name not in setting}
        if one.agent == agent and one.players == 1 and same and not any(rest.values()):
            return one
    return None


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"there is no data file {path} ({error.strerror})") from None
    except ValueError as error:
        raise InputError(f"{path} cannot be read: {error}") from None
