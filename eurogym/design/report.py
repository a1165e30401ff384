"""All figures of a report, and the comparison of two sets of tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from eurogym.design.components import component_figures
from eurogym.design.course import course_figures, lead_figures
from eurogym.design.figures import Figure, control, length, openings, points, seats, skill
from eurogym.design.playtest import (
    PACE,
    comeback_figures,
    pair_figures,
    rank_figures,
    start_figures,
    strategy_figures,
    time_figures,
)
from eurogym.design.record import declared, labels_of
from eurogym.design.tables import Games, Table
from eurogym.envs.core import registry
from eurogym.measure.stats.statistics import (
    Estimate,
    bounded_interval,
    bounded_p_value,
    mean_interval,
    mean_p_value,
)


def figures_of(games: Games, pace: float = PACE) -> list[Figure]:
    """Return every figure of the games, with the tests in each part of a band corrected for their number.

    `pace`: seconds that people take for a choice.
    """
    game = registry.game(games.game)
    labels = labels_of(declared(game))
    found: list[Figure] = []
    for band in dict.fromkeys(table.band for table in games.tables):
        tables = [table for table in games.tables if table.band == band]
        parts: list[list[Figure]] = [
            [figure for table in tables for figure in seats(table)],
            [figure for table in tables for figure in length(table, game)],
            [figure for table in tables for figure in points(table, game)],
            [figure for table in tables for figure in course_figures(table)],
            [figure for table in tables for figure in lead_figures(table)],
            [figure for table in tables for figure in time_figures(table, pace)],
            [figure for table in tables for figure in comeback_figures(table)],
            [figure for table in tables for figure in rank_figures(table)],
            component_figures(tables, game),
            start_figures(tables, game),
            pair_figures(tables, game),
            strategy_figures(tables, game),
            [figure for table in tables for figure in openings(table, labels)],
        ]
        for part in parts:
            control(part)
            found += part
    return found + skill(games)


def changes(printed: Games, variant: Games) -> list[Figure]:
    """Return what a variant changes, table by table on the same deals; for components, over all sizes of table."""
    found: list[Figure] = []
    for band in dict.fromkeys(table.band for table in variant.tables):
        after = [table for table in variant.tables if table.band == band]
        before = [table for table in printed.tables if table.band == band]
        mine = [figure for pair in zip(before, after, strict=True) for figure in _paired(*pair)]
        mine += _component_changes(before, after, registry.game(printed.game))
        control(mine)
        found += mine
    return found


# what is compared between games: name -> (table -> values (n,))
COMPARED: dict[str, Callable[[Table], np.ndarray]] = {
    "games won by who begins": lambda table: table.in_turn_order(table.wins)[:, 0],
    "points": lambda table: table.scores.mean(axis=1),
    "points of the winner": lambda table: table.scores.max(axis=1),
    "gap of the winner": lambda table: np.diff(np.sort(table.scores, axis=1)[:, -2:], axis=1)[:, 0],
    "rounds": lambda table: table.results.facts["rounds"],
    "real choices": lambda table: table.results.facts["real"],
    "lead changes": lambda table: table.results.facts["lead_changes"],
    "winner leads for good from": lambda table: table.results.facts["led_from"],
}
SHARES = ("games won by who begins", "winner leads for good from")  # those between 0 and 1


def _paired(one: Table, other: Table) -> list[Figure]:
    found = []
    for name, value in COMPARED.items():
        shift = value(other) - value(one)
        if name in SHARES:
            ends, p = bounded_interval(shift, -1.0), bounded_p_value(shift, 0.0, -1.0)
        else:
            ends = mean_interval(shift)
            p = mean_p_value(ends)
        found.append(Figure("change", other.band, one.players, "game", name, *ends, one.games, p))
    return found


def _component_changes(printed: Sequence[Table], variant: Sequence[Table], game: Any) -> list[Figure]:
    """Return changes in the value of components and in how often they are taken; to be cautious, not as paired data."""
    before, after = (
        {(one.of, one.name): one for one in component_figures(tables, game)} for tables in (printed, variant)
    )
    found = []
    for key in [key for key in before if key in after]:
        if key[1] not in ("points above its kind", "taken when on offer"):
            continue
        one, other = before[key], after[key]
        shift = other.value - one.value
        ends = Estimate(
            shift,
            shift - math.hypot(other.value - other.low, one.high - one.value),
            shift + math.hypot(other.high - other.value, one.value - one.low),
        )
        found.append(Figure("change", other.band, 0, *key, *ends, other.games, mean_p_value(ends)))
    return found
