"""The generations of a run as a page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Any

from eurogym.envs.core import registry
from eurogym.training.design.pictures import intervals
from eurogym.training.improve.config import ImproveConfig
from eurogym.training.options import players_text

TABLE = {"num_players", "lead", "low", "high", "deals"}  # what a duel says, beside the options that vary
STYLE = """body{font:16px/1.5 Verdana,"DejaVu Sans",sans-serif;max-width:50rem;margin:2rem auto;color:#222}
table{border-collapse:collapse}td,th{padding:.2rem .7rem;text-align:right;border-bottom:1px solid #ddd}"""


def page(config: ImproveConfig, generations: Sequence[dict[str, Any]]) -> str:
    """HTML: what every generation learned, how its duels ended, and how far the policy has come."""
    title = f"{registry.game(config.game).title}: policy iteration"
    tables = f"Tables of {', '.join(map(str, config.players))} players" + _varied(config) + "."
    head = (
        "generation",
        "decisions",
        "search gains",
        "policy learned",
        "lead in its duels",
        "takes over",
        "minutes",
    )
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in _cells(row))}</tr>" for row in generations
    )
    labels = "".join(f"<th>{name}</th>" for name in head)
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>
<h1>{escape(title)}</h1>
<p>{tables} In each generation the search of the present policy looks at decisions of its games, a network learns what
the search found every action to be worth, and plays the policy on deals that neither has met. It takes over where it is
ahead for certain at one table and behind at none.</p>
<h2>Generations</h2>
<table><tr>{labels}</tr>{rows}</table>
<p>Gains are values a decision on games that were held out, where 2 lies between the last and the first place.</p>
<h2>Lead of each generation over the policy before it</h2>
{_duels(generations)}
<h2>Gain of the search and of the policy that learned from it</h2>
{_gains(generations)}
</html>
"""


def named(duel: dict[str, Any]) -> str:
    """The table of a duel: its players, and the options that vary among the tables."""
    varied = {name: value for name, value in duel.items() if name not in TABLE}
    return " ".join([players_text(duel["num_players"]), *(f"{name}={one}" for name, one in varied.items())])


def _varied(config: ImproveConfig) -> str:
    return "".join(f", {name} {', '.join(map(str, values))}" for name, values in config.vary.items())


def _cells(row: dict[str, Any]) -> list[str]:
    duels = "; ".join(
        f"{named(one)} {one['lead']:+.3f} ({one['low']:+.3f} to {one['high']:+.3f})" for one in row["duels"]
    )
    return [
        str(row["generation"]), f"{row['decisions']:,}", f"{row['search_gain']:+.4f}",
        f"{row['gain']:+.4f} ± {row['half_width']:.4f}", duels, "yes" if row["takes_over"] else "no",
        f"{row['minutes']:.1f}",
    ]  # fmt: skip


def _duels(generations: Sequence[dict[str, Any]]) -> str:
    rows = [
        (f"generation {row['generation']}, {named(one)}", one["lead"], one["low"], one["high"], place)
        for row in generations for place, one in enumerate(row["duels"])
    ]  # fmt: skip
    return intervals(rows, marked=0.0, unit="lead")


def _gains(generations: Sequence[dict[str, Any]]) -> str:
    rows = []
    for row in generations:
        name, own, half = f"generation {row['generation']}", row["gain"], row["half_width"]
        rows.append((f"{name}, search", row["search_gain"], math.nan, math.nan, 0))
        rows.append((f"{name}, policy", own, own - half, own + half, 1))
    return intervals(rows, marked=0.0, unit="value a decision")
