"""Components: how often they are taken, and whether seats that take them win more, corrected for seat and deal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from eurogym.design.figures import Figure
from eurogym.design.record import declared
from eurogym.design.tables import Table
from eurogym.measure.stats.statistics import (
    NORMAL_QUANTILE,
    clustered_fit,
    share_interval,
    two_sided,
)

FEWEST_GAMES = 25  # in which a component tells seats apart, for a regression to speak of it
DEAD = 0.05  # of the games in which it is on offer: a component taken in fewer is dead
MANY_OFFERS = 50


def component_figures(tables: Sequence[Table], game: Any) -> list[Figure]:
    """Return the figures of all components for one band, over all sizes of table (players 0)."""
    found, first = [], 0
    for kind in declared(game).components:
        stop = first + len(kind.names)
        found += _taken(tables, kind, slice(first, stop))
        found += _effects(tables, kind, slice(first, stop))
        first = stop
    return found


def _games(tables: Sequence[Table]) -> int:
    return sum(table.games for table in tables)


def _taken(tables: Sequence[Table], kind: Any, mine: slice) -> list[Figure]:
    """Return shares of games in which a component was on offer, taken and placed, and of games won by its takers."""
    band, total = tables[0].band, _games(tables)
    offered = np.concatenate([table.results.facts["offered"][:, mine] for table in tables])
    taken = np.concatenate([table.results.facts["taken"][:, :, mine].any(axis=1) for table in tables])
    placed = np.concatenate([table.results.facts["placed"][:, :, mine].any(axis=1) for table in tables])
    acted = taken.any() and bool(kind.taken or kind.owned)
    found = []
    for number, label in enumerate(kind.labels):
        known = kind.offered is not None
        met = offered[:, number] if known else np.ones(total, bool)
        if not (met.any() if known else (taken | placed)[:, number].any()):
            continue  # not in play with these options, as far as can be told
        if known:
            found.append(
                Figure("components", band, 0, label, "games on offer", float(met.mean()), games=total)
            )
        for name, seen in (("taken", taken), ("placed", placed)):
            if not (acted if name == "taken" else seen[:, number].any()):
                continue
            games = int(met.sum())
            share = share_interval(float((seen[:, number] & met).sum()), games)
            found.append(Figure("components", band, 0, label, f"{name} when on offer", *share, games))
        won, fair, seats = 0.0, 0.0, 0
        for table in tables:
            has = held_of(table, kind, mine)[:, :, number] > 0
            won, seats = won + float(table.wins[has].sum()), seats + int(has.sum())
            fair += float(has.sum()) / table.players
        if seats:
            share = share_interval(won, seats)
            found.append(Figure("components", band, 0, label, "won with it", *share, seats))
            found.append(Figure("components", band, 0, label, "an equal share", fair / seats, games=seats))
    return found


def held_of(table: Table, kind: Any, mine: slice) -> np.ndarray:
    """Return what counts as having a component (n, S, k): taken or, if it is not taken by an action, placed."""
    facts = table.results.facts
    return facts["taken" if kind.taken or kind.owned else "placed"][:, :, mine]


def _effects(tables: Sequence[Table], kind: Any, mine: slice) -> list[Figure]:
    """Return the value of one more of a component, in points and in games won, and relative to the mean of its kind.

    These are least-squares estimates within games: the mean of the game is subtracted from everything, so that deal,
    agent and number of players drop out; the place in turn order is a variable. All components of a kind are in one
    regression, so each is compared with seats that had something else. Intervals are over deals.
    """
    held, orders, wins, scores, games, base = [], [], [], [], [], 0
    widest = max(table.players for table in tables)
    for table in tables:
        counts = held_of(table, kind, mine).astype(np.float64)
        held.append(within(counts).reshape(-1, counts.shape[2]))
        place = (np.arange(table.players) - table.results.starters[:, None]) % table.players
        turn = (place[:, :, None] == np.arange(1, widest)).astype(np.float64)
        orders.append(within(turn).reshape(-1, widest - 1))
        wins.append(within(table.wins[:, :, None]).ravel())
        scores.append(within(table.scores[:, :, None]).ravel())
        games.append(base + np.repeat(np.arange(table.games), table.players))
        base += table.games
    x, clusters = np.concatenate(held), np.concatenate(games)
    known = np.zeros((base, x.shape[1]), bool)
    np.logical_or.at(known, clusters, np.abs(x) > 1e-9)
    kept = np.flatnonzero(known.sum(axis=0) >= FEWEST_GAMES)
    if not len(kept) or base <= len(kept) + widest:
        return []
    design = np.concatenate([x[:, kept], np.concatenate(orders)], axis=1)
    found = []
    for unit, values in (("points", np.concatenate(scores)), ("games won", np.concatenate(wins))):
        effects, covariance = clustered_fit(design, values, clusters)
        count = len(kept)
        effects, covariance = effects[:count], covariance[:count, :count]
        apart = np.eye(count) - 1 / count
        contrasts = apart @ effects
        errors = np.sqrt(np.maximum(0, np.diag(covariance)))
        their = np.sqrt(np.maximum(0, np.diag(apart @ covariance @ apart.T)))
        for row, number in enumerate(kept):
            label, seen = kind.labels[number], int(known[:, number].sum())
            if count < x.shape[1] or not _exhaustive(x[:, kept]):
                found.append(_figure(tables, label, f"{unit} for one more", effects[row], errors[row], seen))
            if count > 1:
                found.append(
                    _figure(tables, label, f"{unit} above its kind", contrasts[row], their[row], seen, True)
                )
    return found


def _figure(
    tables: Sequence[Table], label: str, name: str, value: float, error: float, games: int, test: bool = False
) -> Figure:
    half = NORMAL_QUANTILE * error
    p = float(two_sided(value / error)[0]) if test and error > 0 else math.nan
    return Figure(
        "components",
        tables[0].band,
        0,
        label,
        name,
        float(value),
        float(value - half),
        float(value + half),
        games,
        p,
    )


def within(values: np.ndarray) -> np.ndarray:
    """Return values (n, S, k) minus the mean of their game."""
    return values - values.mean(axis=1, keepdims=True)


def _exhaustive(x: np.ndarray) -> bool:
    """Return whether all seats have the same number of this kind, so that only differences are meaningful."""
    return bool(np.abs(x.sum(axis=1)).max() < 1e-9)


def dead(figures: Sequence[Figure], band: str) -> list[Figure]:
    """Return components that a band ignores: offered in many games, taken in few, even at the interval's upper end."""
    on_offer = {one.of for one in figures if one.band == band and one.name == "games on offer"}
    return [
        one
        for one in figures
        if one.part == "components" and one.band == band and one.games >= MANY_OFFERS
        and one.name == "taken when on offer" and one.high < DEAD and one.of in on_offer
    ]  # fmt: skip


def ranked(figures: Sequence[Figure], band: str, name: str = "points above its kind") -> list[Figure]:
    """Return components of a band by how much stronger than their kind they are at least, the strongest first.

    The end of the interval nearer to 0 counts, and 0 if the interval contains 0, so a small effect that is known
    precisely does not rank above a large one.
    """
    mine = [one for one in figures if one.part == "components" and one.band == band and one.name == name]
    return sorted(mine, key=lambda one: (-nearest_to_nothing(one), -one.value))


def nearest_to_nothing(figure: Figure) -> float:
    """Return the end of an interval that is nearer to 0; 0 or below for one that contains 0."""
    if figure.low > 0:
        return figure.low
    return min(0.0, figure.high)
