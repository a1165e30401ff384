"""What reports of play tests have: time and waiting, comebacks, places, start sets, pairs, strategies, interaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from eurogym.design.components import FEWEST_GAMES, held_of, within
from eurogym.design.figures import Figure, mean_figure
from eurogym.design.record import GRID, declared
from eurogym.design.tables import Table
from eurogym.measure.stats.statistics import (
    NORMAL_QUANTILE,
    bounded_interval,
    bounded_p_value,
    two_sided,
)

PACE = 12.0  # seconds a choice; with four players the times on the boxes mean 7 (Village) to 20 (Burgundy)
HALF_TIME = GRID // 2
PAIRED = 30  # components, those on which seats differ most, whose pairs are looked at
OWN = 0.05  # of the variance of a pair, which single components must leave unexplained
STRATEGIES = 4  # groups at most
FEWEST = 0.04  # of the seats, in a group that is reported
TELLING = 0.02  # of all points, for a source to count
SOURCES = 2  # at least
MOST = 0.7  # of all points from one column, with which the columns hardly tell players apart
COMPENSATED = 200  # resamples for the interval of a compensation


def time_figures(table: Table, pace: float) -> list[Figure]:
    """Return minutes of a game and of waiting, at a pace in seconds a choice."""
    facts = table.results.facts
    minutes = {
        "minutes": facts["real"],
        "minutes of waiting between turns": facts["wait"],
        "longest wait, minutes": facts["longest_wait"],
    }
    found = [mean_figure("time", table, "game", name, values * pace / 60) for name, values in minutes.items()]
    return [*found, mean_figure("time", table, "game", "turns of a player", facts["turns"])]


def comeback_figures(table: Table) -> list[Figure]:
    """Return how often who is last, and who leads, at half time wins; shared places count in parts."""
    standing = table.results.facts["course"][:, HALF_TIME]
    differ = standing.max(axis=1) > standing.min(axis=1)
    found = []
    for name, ends in (("last", standing.min(axis=1)), ("first", standing.max(axis=1))):
        here = standing == ends[:, None]
        share = (table.wins * here).sum(axis=1) / here.sum(axis=1)
        found.append(
            mean_figure("comeback", table, "game", f"{name} at half time wins", share[differ], share=True)
        )
    return found


def rank_figures(table: Table) -> list[Figure]:
    """Return points by place, and the points that a player's actions take from others."""
    scores = -np.sort(-table.scores, axis=1)
    found = [
        mean_figure("ranks", table, "game", f"points of place {place + 1}", scores[:, place])
        for place in range(table.players)
    ]
    taken = table.results.facts["from_others"].mean(axis=1)
    return [*found, mean_figure("ranks", table, "game", "points taken from others", taken)]


def start_figures(tables: Sequence[Table], game: Any) -> list[Figure]:
    """Return the games won with what seats are dealt, above an equal share, of kinds that differ between seats."""
    found, first = [], 0
    for kind in declared(game).components:
        mine, first = slice(first, first + len(kind.names)), first + len(kind.names)
        if not kind.dealt:
            continue
        for number, label in enumerate(kind.labels):
            parts = []
            for table in tables:
                has = held_of(table, kind, mine)[:, :, number] > 0
                some = has.any(axis=1) & ~has.all(axis=1)
                above = ((table.wins - 1 / table.players) * has).sum(axis=1) / np.maximum(1, has.sum(axis=1))
                parts.append(above[some])
            above = np.concatenate(parts)
            if len(above) >= FEWEST_GAMES:
                found.append(
                    Figure("starts", tables[0].band, 0, label, "games won above an equal share",
                           *bounded_interval(above, -1.0), len(above), bounded_p_value(above, 0.0, -1.0))
                )  # fmt: skip
    return found


# --- pairs ------------------------------------------------------------------------------------------------------------


def pair_figures(tables: Sequence[Table], game: Any) -> list[Figure]:
    """Return the points that go with having both of two components, beyond what goes with each of them.

    Least squares within games, as for single components; each pair in turn joins the single components.
    """
    kinds, first, columns, labels = declared(game).components, 0, [], []
    for kind in kinds:
        mine, first = slice(first, first + len(kind.names)), first + len(kind.names)
        if not kind.dealt and len(kind.names) > 2:
            columns.append([held_of(table, kind, mine) > 0 for table in tables])
            labels += kind.labels
    if not columns:
        return []
    has = [np.concatenate(parts, axis=2).astype(np.float64) for parts in zip(*columns, strict=True)]
    apart = sum(np.asarray(one.var(axis=1).sum(axis=0)) for one in has)
    kept = np.sort(np.argsort(-apart)[:PAIRED])
    kept = kept[apart[kept] > 0]
    if len(kept) < 2:
        return []
    clusters = np.concatenate(
        [
            np.repeat(np.arange(table.games), table.players) + sum(t.games for t in tables[:k])
            for k, table in enumerate(tables)
        ]
    )
    scores = np.concatenate([within(table.scores[:, :, None]).ravel() for table in tables])
    widest = max(table.players for table in tables)
    single, both = [], []
    one, other = np.triu_indices(len(kept), 1)
    for table, counts in zip(tables, has, strict=True):
        mine = counts[:, :, kept]
        place = (np.arange(table.players) - table.results.starters[:, None]) % table.players
        turn = (place[:, :, None] == np.arange(1, widest)).astype(np.float64)
        single.append(within(np.concatenate([mine, turn], axis=2)).reshape(-1, len(kept) + widest - 1))
        both.append(within(mine[:, :, one] * mine[:, :, other]).reshape(-1, len(one)).astype(np.float32))
    x, p = np.concatenate(single), np.concatenate(both)
    games = int(clusters.max()) + 1
    differ = np.zeros((games, len(one)), bool)
    np.logical_or.at(differ, clusters, np.abs(p) > 1e-6)
    seen = differ.sum(axis=0)
    enough = seen >= 2 * FEWEST_GAMES
    p, one, other, seen = p[:, enough], one[enough], other[enough], seen[enough]
    if not len(one) or games <= 2 * x.shape[1]:
        return []
    inverse = np.linalg.pinv(x)
    before = (p**2).sum(axis=0)
    p = p - x @ (inverse @ p)
    own = (p**2).sum(axis=0) > OWN * before  # of two that always go to different players, nothing is left
    p, one, other, seen = p[:, own], one[own], other[own], seen[own]
    rest = scores - x @ (inverse @ scores)
    weight = (p**2).sum(axis=0)
    effect = (p * rest[:, None]).sum(axis=0) / np.maximum(weight, 1e-9)
    sums = np.zeros((games, len(one)))
    np.add.at(sums, clusters, p * (rest[:, None] - p * effect))
    error = np.sqrt((sums**2).sum(axis=0)) / np.maximum(weight, 1e-9)
    return [
        Figure("pairs", tables[0].band, 0, f"{labels[kept[a]]} + {labels[kept[b]]}", "points of both together",
               float(value), float(value - NORMAL_QUANTILE * e), float(value + NORMAL_QUANTILE * e), int(count),
               float(two_sided(value / e)[0]))
        for a, b, value, e, count in zip(one, other, effect, error, seen, strict=True) if e > 0
    ]  # fmt: skip


# --- strategies -------------------------------------------------------------------------------------------------------


def strategy_figures(tables: Sequence[Table], game: Any) -> list[Figure]:
    """Return groups of seats that scored alike: how many they are, what they win, and what share of their points comes
    from where, less the mean of all. Groups are found by k-means over these shares."""
    shares, wins, names = _sources(tables, game)
    if len(shares) < 20 * STRATEGIES:
        return []
    which = k_means(shares / np.maximum(shares.std(axis=0), 1e-9), STRATEGIES)
    mean, found = shares.mean(axis=0), []
    for group in range(which.max() + 1):
        mine = which == group
        if mine.mean() < FEWEST:
            continue
        apart = shares[mine].mean(axis=0) - mean
        order = sorted(np.argsort(-np.abs(apart))[:2], key=lambda k: -apart[k])
        of = ", ".join(
            f"{'more' if apart[k] > 0 else 'less'} from {names[k]} ({100 * (mean + apart)[k]:.0f} %, all "
            f"{100 * mean[k]:.0f} %)"
            for k in order
        )
        band, count = tables[0].band, int(mine.sum())
        found += [
            Figure("strategies", band, 0, of, "share of seats", float(mine.mean()), games=len(mine)),
            Figure("strategies", band, 0, of, "games won above an equal share", *bounded_interval(wins[mine], -1.0),
                   count, bounded_p_value(wins[mine], 0.0, -1.0)),
        ]  # fmt: skip
    return found


def _sources(tables: Sequence[Table], game: Any) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Return for one seat of every game the share of its points by source, its wins above an equal share, and names.

    Sources are the columns of the score sheet or, where these hardly tell players apart, the kinds of actions."""
    catalog = game.catalog(game.options_class(num_players=tables[0].players))
    known = [list(declared(game).columns), [one.name.replace("_", " ") for one in catalog.ranges]]
    found = np.zeros((0, 0)), np.zeros(0), []
    for name, words in zip(("points", "gains"), known, strict=True):
        parts, wins = [], []
        for table in tables:
            values = table.results.facts[name]
            if values.shape[2] != len(words):
                break
            rows, seat = np.arange(table.games), np.arange(table.games) % table.players
            mine = np.maximum(values[rows, seat].astype(np.float64), 0.0)
            parts.append(mine / np.maximum(1.0, mine.sum(axis=1, keepdims=True)))
            wins.append(table.wins[rows, seat] - 1 / table.players)
        if len(parts) == len(tables) and words:
            shares = np.concatenate(parts)
            kept = np.flatnonzero(shares.mean(axis=0) > TELLING)
            if len(kept) >= SOURCES:
                found = shares[:, kept], np.concatenate(wins), [words[k] for k in kept]
            if shares.mean(axis=0).max() < MOST:
                break
    return found


def k_means(points: np.ndarray, count: int, steps: int = 50) -> np.ndarray:
    """Return the group of each point (n,); centres begin at points far from each other, so the result is always the
    same."""
    centres = [points[np.argmin(((points - points.mean(axis=0)) ** 2).sum(axis=1))]]
    while len(centres) < count:
        nearest = np.min([((points - one) ** 2).sum(axis=1) for one in centres], axis=0)
        centres.append(points[np.argsort(nearest)[int(0.95 * len(points))]])  # not an outlier
    which = np.zeros(len(points), int)
    for _ in range(steps):
        which = np.argmin([((points - one) ** 2).sum(axis=1) for one in centres], axis=0)
        fresh = [points[which == k].mean(axis=0) if (which == k).any() else centres[k] for k in range(count)]
        if np.allclose(fresh, centres):
            break
        centres = fresh
    return which


# --- compensation -----------------------------------------------------------------------------------------------------


def compensation(table: Table, seed: int = 0) -> list[tuple[float, float, float]]:
    """Return the points for each place in turn order after the first that give everybody an equal share of games, with
    95 % intervals over deals (bootstrap). Play is taken as it is, and so are ties, which share a win."""
    scores = table.in_turn_order(table.scores)
    rng = np.random.default_rng(seed)
    best = _compensated(scores)
    drawn = np.array(
        [_compensated(scores[rng.integers(0, len(scores), len(scores))], best) for _ in range(COMPENSATED)]
    )
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    return [(float(best[k]), float(low[k]), float(high[k])) for k in range(1, table.players)]


def _compensated(scores: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """Find the points by steps that shrink: who wins more than an equal share loses some."""
    seats = scores.shape[1]
    points = np.zeros(seats) if start is None else start.copy()
    step = float(scores.std()) * (2.0 if start is None else 0.5)
    for _ in range(30):
        with_them = scores + points
        first = with_them == with_them.max(axis=1, keepdims=True)
        shares = (first / first.sum(axis=1, keepdims=True)).mean(axis=0)
        points = points - step * (shares - 1 / seats)
        points = points - points[0]
        step *= 0.9
    return points
