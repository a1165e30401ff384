"""The two tables of the README, speed and strength, made from the recorded results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from eurogym.agents.framework import ladder
from eurogym.envs.core import registry
from eurogym.measure.report.report import markdown_table
from eurogym.measure.solo_games import read_games
from tools.glance import outcome_of

README = Path("README.md")
DATA = Path("docs/results/data")
SPEED = "speed_frame.json"
BATCH = 1024  # games
PLAYERS = 2  # at the tables of the strength table
# What stands for the solo modes of a game: its words, and the setting.
ALONE: dict[str, tuple[str, dict[str, Any]]] = {
    "villagers": ("hard Countess", {"difficulty": "hard"}),
    "castles_of_burgundy": ("medium Châteauma", {"chateauma": "medium"}),
    "village": ("highest rank", {"carla_rule": "colour"}),
}


def speed_table(data: Path) -> str:
    """Decisions per second of every game: one core, the slowest and the fastest of its tables."""
    measured = json.loads((data / SPEED).read_text(encoding="utf-8"))["games"]
    rows = []
    for name in registry.shipped():
        tables = measured.get(name, {}).values()
        if not tables:
            continue
        batches = [
            row["decisions_per_s"]
            for table in tables
            for row in table["batch"]
            if (row["batch"], row["threads"]) == (BATCH, 1)
        ]
        cells = [
            _range([row[way] / 1e6 for row in batches], "M") for way in ("step_mask_obs", "step_mask", "step")
        ]
        aec = _range([table["aec_decisions_per_s"]["raw_env"] / 1e3 for table in tables], "k")
        rows.append([registry.game(name).title, *cells, aec])
    heads = ["game", "masks and observations", "masks", "compiled random play", "one game, AEC"]
    return markdown_table(heads, rows)


def _range(values: list[float], unit: str) -> str:
    digits = 1 if unit == "M" else 0
    low, high = f"{min(values):.{digits}f}", f"{max(values):.{digits}f}"
    return f"{low} {unit}" if low == high else f"{low} to {high} {unit}"


LONGER = "duels_search.json"  # what a results page has of more deals than the ladder
LONGER_ALONE = "solo_medium.json"  # the setting of `ALONE` on more deals than the scale has
PLAYERS_ALONE = ("heuristic", "ppo")
RUNGS = ("greedy", "ppo", "search")  # beside the heuristic, by whom they are measured


def strength_table(data: Path) -> str:
    """Return how often the agents of every game are ahead of the one they were measured by, at tables of two."""
    rows = []
    for name in registry.shipped():
        folder = data / name
        if not folder.is_dir():
            continue
        duels = _duels(name, folder / LONGER)
        cells = [_ahead(duels.get((agent, ladder.RIVALS[agent]))) for agent in RUNGS]
        rows.append([registry.game(name).title, *cells, _alone(folder, name)])
    heads = [
        "game, two players",
        *(f"`{agent}` against `{ladder.RIVALS[agent]}`" for agent in RUNGS),
        "solo: `heuristic`, `ppo`",
    ]
    return markdown_table(heads, rows)


def _duels(game: str, longer: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the duels at tables of two by (agent, rival): those of the ladder, or of `longer` where it has more
    deals.
    """
    duels = {
        (one["agent"], one["rival"]): one
        for one in ladder.results(game)["duels"]
        if one["num_players"] == PLAYERS
    }
    kept = json.loads(longer.read_text(encoding="utf-8")) if longer.exists() else {"duels": []}
    for one in kept["duels"]:
        row = {"deals": kept.get("deals")} | one
        pair = (row["agent"], row["opponent"])
        if row["num_players"] == PLAYERS and row["deals"] > duels.get(pair, {"deals": 0})["deals"]:
            duels[pair] = row
    return duels


def _ahead(duel: dict[str, Any] | None) -> str:
    """Return the share of first places, with the deals it rests on."""
    return "-" if duel is None else f"{_percent(duel['first'])} ({duel['deals']} deals)"


def _alone(folder: Path, name: str) -> str:
    """Return the shares of games won, with the deals they rest on."""
    if name not in ALONE:
        return "-"
    words, setting = ALONE[name]
    longer = folder / LONGER_ALONE
    if longer.exists():
        kept = json.loads(longer.read_text(encoding="utf-8"))
        won = {cell["agent"]: cell["win_rate"] for cell in kept["cells"]}
        deals = kept["games"]
    else:
        outcomes = read_games(folder / "solo_scale.jsonl").outcomes
        found = {agent: outcome_of(outcomes, agent, setting).won for agent in PLAYERS_ALONE}
        won = {agent: float(each.mean()) for agent, each in found.items()}
        deals = len(found["ppo"])
    return f"{words}: {', '.join(_percent(won[agent]) for agent in PLAYERS_ALONE)} ({deals} deals)"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def readme_text(readme: Path = README, data: Path = DATA) -> str:
    """Return the README with both tables as the results have them; each stands behind a heading of its name, up to the
    first line that is no row."""
    text = readme.read_text(encoding="utf-8")
    for heading, table in (("## Speed\n", speed_table(data)), ("## Strength\n", strength_table(data))):
        before, found, rest = text.partition(heading)
        lines = rest.splitlines(keepends=True)
        rows = [number for number, line in enumerate(lines) if line.startswith("|")]
        if found and rows:
            first = rows[0]
            last = next((n for n in range(first, len(lines)) if not lines[n].startswith("|")), len(lines))
            text = before + found + "".join(lines[:first]) + table + "".join(lines[last:])
    return text
