"""The generations of a run as a page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from eurogym.common.options import players_text
from eurogym.envs.core import registry
from eurogym.measure.report.document import Document, Heading, Picture, Table, Text
from eurogym.measure.report.pictures import intervals
from eurogym.measure.report.report import interval_text
from eurogym.measure.stats.statistics import Estimate
from eurogym.training.improve.config import ImproveConfig

TABLE = {"num_players", "lead", "low", "high", "deals"}  # what a duel says, beside the options that vary
COLUMNS = (
    "generation",
    "decisions",
    "search gains",
    "policy learned",
    "lead in its duels",
    "takes over",
    "minutes",
)


def page(config: ImproveConfig, generations: Sequence[dict[str, Any]]) -> str:
    """HTML: what every generation learned, how its duels ended, and how far the policy has come."""
    varied = "".join(f", {name} {', '.join(map(str, values))}" for name, values in config.vary.items())
    return Document(
        [
            Heading(1, f"{registry.game(config.game).title}: policy iteration"),
            Text(
                f"Tables of {', '.join(map(str, config.players))} players{varied}. In each generation the current "
                "policy plays games, and a search values the actions at some of its decisions. A network learns these "
                "values and plays the policy on deals that neither has seen. It takes over if it is certainly ahead "
                "at one table and certainly behind at none."
            ),
            Heading(2, "Generations"),
            Table(COLUMNS, [_cells(row) for row in generations]),
            Heading(2, "Lead of each generation over the policy before it"),
            Picture(lambda: _duels(generations), "Leads and their always-valid intervals."),
            Heading(2, "Gain of the search and of the policy that learned from it"),
            Picture(
                lambda: _gains(generations),
                "Gain per decision on held-out games, as in the table; first and last place are 2 apart.",
            ),
        ]
    ).html()


def named(duel: dict[str, Any]) -> str:
    """Return the table of a duel: its players, and the options that vary among the tables."""
    varied = {name: value for name, value in duel.items() if name not in TABLE}
    return " ".join([players_text(duel["num_players"]), *(f"{name}={one}" for name, one in varied.items())])


def gain_of(row: dict[str, Any]) -> Estimate:
    """Return what a policy gains on the labels held out."""
    low, high = (math.nan if row[name] is None else row[name] for name in ("gain_low", "gain_high"))
    return Estimate(row["gain"], low, high)


def gain_text(row: dict[str, Any]) -> str:
    """Return what a policy gains on the labels held out, as text."""
    return interval_text(gain_of(row), 4, "+")


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    duels = "; ".join(
        f"{named(one)} {one['lead']:+.3f} ({one['low']:+.3f} to {one['high']:+.3f})" for one in row["duels"]
    )
    return (
        str(row["generation"]), f"{row['decisions']:,}", f"{row['search_gain']:+.4f}",
        gain_text(row), duels, "yes" if row["takes_over"] else "no",
        f"{row['minutes']:.1f}",
    )  # fmt: skip


def _duels(generations: Sequence[dict[str, Any]]) -> str:
    rows = [
        (f"generation {row['generation']}, {named(one)}", one["lead"], one["low"], one["high"], place)
        for row in generations for place, one in enumerate(row["duels"])
    ]  # fmt: skip
    return intervals(rows, marked=0.0, unit="lead")


def _gains(generations: Sequence[dict[str, Any]]) -> str:
    rows = []
    for row in generations:
        name, (own, low, high) = f"generation {row['generation']}", gain_of(row)
        rows.append((f"{name}, search", row["search_gain"], math.nan, math.nan, 0))
        rows.append((f"{name}, policy", own, low, high, 1))
    return intervals(rows, marked=0.0, unit="value a decision")
