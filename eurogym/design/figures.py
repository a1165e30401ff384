"""Figures of a report: one flat row each, with an interval; false discoveries are controlled in families of tests."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from eurogym.design.record import declared
from eurogym.design.tables import Duel, Games, Table
from eurogym.measure.seats import share_of_luck
from eurogym.measure.stats.statistics import (
    benjamini_hochberg,
    bounded_interval,
    bounded_p_value,
    mean_interval,
)

RATE = 0.05  # false discoveries among all that a family of comparisons calls different


@dataclass
class Figure:
    """One number of a report: its part, band, players (0: all sizes), what it is of, its name, and its 95 % interval.

    `p` and `rate` belong to figures that are compared with what pure chance would give; `rate` is the smallest false
    discovery rate at which this one would be called different, within its part of the report.
    """

    part: str
    band: str
    players: int
    of: str
    name: str
    value: float
    low: float = math.nan
    high: float = math.nan
    games: int = 0
    p: float = math.nan
    rate: float = math.nan

    @property
    def sure(self) -> bool:
        """Whether it differs from what chance gives, at the rate of the report."""
        return self.rate < RATE

    def as_row(self) -> dict[str, Any]:
        """Return a row for CSV and JSON; unknown values are None."""
        return {key: None if value != value else value for key, value in asdict(self).items()}


def mean_figure(
    part: str, table: Table, of: str, name: str, values: np.ndarray, share: bool = False
) -> Figure:
    """Return the mean of a value of every game as a figure; `share`: the values are between 0 and 1."""
    found = bounded_interval(values) if share else mean_interval(values)
    return Figure(part, table.band, table.players, of, name, *found, len(values))


def control(figures: Iterable[Figure]) -> None:
    """Fill in the false discovery rates of one family of comparisons."""
    family = list(figures)
    for figure, rate in zip(family, benjamini_hochberg([one.p for one in family]), strict=True):
        figure.rate = float(rate)


def seats(table: Table) -> list[Figure]:
    """Return games won and points by turn order and by seat; shares are compared with an equal share."""
    found = []
    for title, values, points in (
        ("turn order", table.in_turn_order(table.wins), table.in_turn_order(table.scores)),
        ("seat", table.wins, table.scores),
    ):
        for number in range(table.players):
            p = bounded_p_value(values[:, number], 1 / table.players)
            of = f"{title} {number + 1}"
            found.append(mean_figure("seats", table, of, "games won", values[:, number], share=True))
            found[-1].p = p
            found.append(mean_figure("seats", table, of, "points", points[:, number]))
    return found


def length(table: Table, game: Any) -> list[Figure]:
    """Return rounds and decisions of a game, and the number of legal actions of every decision."""
    facts = table.results.facts
    forced = table.results.lengths - facts["real"]
    found = [
        mean_figure("length", table, "game", name, values)
        for name, values in (
            ("rounds", facts["rounds"]),
            ("real choices", facts["real"]),
            ("forced decisions", forced),
            ("real choices of a player", facts["real"] / table.players),
        )
    ]
    totals = facts["choices"].sum(axis=0)
    for decision in np.argsort(-totals):
        if totals[decision]:
            name = game.decisions.NAMES[decision].lower().replace("_", " ")
            asked, options = facts["choices"][:, decision], facts["options"][:, decision]
            found.append(mean_figure("length", table, name, "times", asked))
            met = asked > 0
            found.append(mean_figure("length", table, name, "options", options[met] / asked[met]))
    return found


def points(table: Table, game: Any) -> list[Figure]:
    """Return columns of points, and what the actions of each kind brought, by place at the end of the game."""
    facts = table.results.facts
    order = np.argsort(-table.results.placements[:, : table.players], axis=1, kind="stable")
    rows = np.arange(table.games)[:, None]
    found = []
    names = declared(game).columns
    by_place = {"points": (names, facts["points"][rows, order])}
    catalog = game.catalog(game.options_class(num_players=table.players))
    if facts["gains"].shape[2] == len(catalog.ranges):
        gains = np.concatenate([facts["course"][:, 0, :, None], facts["gains"]], axis=2)
        names_of_gains = ["at the start", *(one.name for one in catalog.ranges)]
        by_place["brought by"] = (names_of_gains, gains[rows, order])
    for title, (columns, values) in by_place.items():
        for column, name in enumerate(columns):
            if not values[..., column].any():
                continue
            for place in range(table.players):
                found.append(
                    mean_figure(
                        "points", table, f"{title}: {name}", f"place {place + 1}", values[:, place, column]
                    )
                )
    return found


def openings(table: Table, labels: list[str]) -> list[Figure]:
    """Return games won by what a seat took or placed first, against an equal share, if a twentieth of games have it."""
    first = table.results.facts["opening"]
    found = []
    for number in np.unique(first[first >= 0]):
        here = first == number
        if here.mean() < 0.05 / table.players or here.sum() < 10:
            continue
        rows = here.any(axis=1)
        gain = ((table.wins - 1 / table.players) * here).sum(axis=1)[rows] / here.sum(axis=1)[rows]
        bounds = -1 / table.players, 1 - 1 / table.players
        found.append(
            Figure("openings", table.band, table.players, labels[number], "games won above an equal share",
                   *bounded_interval(gain, *bounds), int(here.sum()), bounded_p_value(gain, 0.0, *bounds))
        )  # fmt: skip
        found.append(
            Figure("openings", table.band, table.players, labels[number], "share of seats", float(here.mean()),
                   games=table.games)
        )  # fmt: skip
    return found


def won(part: str, duel: Duel, players: int) -> Figure:
    """Return the share of games that the stronger of two bands wins against the weaker."""
    of = f"{duel.strong} against {duel.weak}"
    return Figure(part, duel.strong, players, of, "games won", *bounded_interval(duel.wins), len(duel.wins))


def skill(games: Games) -> list[Figure]:
    """Return steps between bands, and the shares of deal, agent and rest in the outcome of games between neighbours."""
    found = []
    for duel in games.duels:
        found.append(won("skill", duel, 2))
        of, deals = found[-1].of, len(duel.wins)
        luck = share_of_luck(duel.outcomes.astype(np.float64), duel.agents, 2, deals)
        if luck is not None:
            found.append(Figure("skill", duel.strong, 2, of, "part of the agents", luck.agent, games=deals))
            found.append(
                Figure(
                    "skill",
                    duel.strong,
                    2,
                    of,
                    "part of deal and seat",
                    luck.deal,
                    luck.low,
                    luck.high,
                    deals,
                )
            )
    return found
