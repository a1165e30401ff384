"""The course of games: who leads, how late the winner is settled, and what a lead is worth.

The measures are those of Ludii (M. Stephenson et al., https://github.com/Ludeme/Ludii, Evaluation/src/metrics: Lead
Change, Stability, Drama, Decisiveness Threshold and Moves) and the leader's gap of TAG (R. Gaina et al.,
https://github.com/GAIGResearch/TabletopGames, evaluation/metrics: GameScore, OrdinalPosition). Where Ludii takes the
value that a tree search gives a position, this takes the chance to win of a position, by the model of `Chances`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from eurogym.design.figures import Figure, mean_figure
from eurogym.design.record import GRID
from eurogym.design.tables import Table
from eurogym.measure.stats.statistics import share_interval

TIMES = np.linspace(0.0, 1.0, GRID)
STEPS = 30  # of Newton's method
SHOWN = (0.25, 0.5, 0.75, 0.9)  # shares of the game at which a lead is looked at
LEADS = 6  # parts of equal size that leads are sorted into
MET = 0.02  # of the games, that a lead has to be met in for its curve to be drawn
SHARES = {  # figures of a game that are between 0 and 1
    "winner leads for good from",
    "winner above 90 % from",
    "decisiveness threshold",
    "decisiveness moves",
    "drama",
    "ties of the first place",
}
SETTLED = 0.9  # a chance to win above which a game counts as all but won


@dataclass(frozen=True)
class Chances:
    """Chance to win = softmax over the seats of worth(t) * points; t is the share of the game played.

    worth(t) = exp of a polynomial of second degree, so that a point is never worth less than nothing. McFadden's
    conditional logit; ties of the first place count in parts.
    """

    terms: np.ndarray  # (3,)
    scale: float  # points that the terms speak of

    def worth(self, times: np.ndarray) -> np.ndarray:
        """Return the log odds of one point at shares of the game."""
        return np.exp(_powers(times) @ self.terms) / self.scale

    def of(self, standings: np.ndarray, times: np.ndarray) -> np.ndarray:
        """Return the chances (..., times, S) of standings (..., times, S)."""
        odds = standings * self.worth(times)[:, None]
        raised = np.exp(odds - odds.max(axis=-1, keepdims=True))
        return raised / raised.sum(axis=-1, keepdims=True)

    def against_one(self, lead: float, times: np.ndarray) -> np.ndarray:
        """Return the chance of a seat that is `lead` points ahead of a single other one."""
        return 1.0 / (1.0 + np.exp(-lead * self.worth(times)))


def _powers(times: np.ndarray) -> np.ndarray:
    return np.stack([np.ones_like(times), times, times**2], axis=-1)


def fit_chances(course: np.ndarray, wins: np.ndarray) -> Chances:
    """Fit the model to games: course (n, GRID, S), shares of first place (n, S); the end itself is left out."""
    inside = slice(1, GRID - 1)
    standings, times = course[:, inside].astype(np.float64), TIMES[inside]
    scale = max(1.0, float(standings.std(axis=2).mean()))
    points, powers = standings / scale, _powers(times)
    terms = np.array([-1.0, 0.0, 0.0])
    for _ in range(STEPS):
        worth = np.exp(powers @ terms)  # (times,)
        chances = Chances(terms, 1.0).of(points, times)
        mean = (chances * points).sum(axis=2)
        slope = ((wins[:, None, :] * points).sum(axis=2) - mean).mean(axis=0) * worth
        spread = ((chances * points**2).sum(axis=2) - mean**2).mean(axis=0) * worth**2
        gradient = powers.T @ slope
        hessian = (powers * spread[:, None]).T @ powers + 1e-9 * np.eye(3)
        step = np.linalg.solve(hessian, gradient)
        terms = terms + step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-8:
            break
    return Chances(terms, scale)


def course_figures(table: Table) -> list[Figure]:
    """Return figures of lead changes, how late the winner is settled, drama, stability, and the leader's gap."""
    facts, wins = table.results.facts, table.wins
    course = facts["course"].astype(np.float64)
    chances = fit_chances(course, wins).of(course, TIMES)[:, : GRID - 1]
    winner = wins.argmax(axis=1)
    rows = np.arange(table.games)
    ours = chances[rows, :, winner]  # (n, times)
    best = chances.max(axis=2)
    threshold = _threshold(chances, winner)
    after = np.array([_share_after(own, bar) for own, bar in zip(ours, threshold, strict=True)])
    ends = np.sort(table.scores, axis=1)
    values = {
        "lead changes": facts["lead_changes"],
        "lead changes per decision": facts["lead_changes"] / np.maximum(1, facts["real"]),
        "winner leads for good from": facts["led_from"],
        "winner above 90 % from": np.array([_from(own) for own in ours]),
        "decisiveness threshold": threshold,
        "decisiveness moves": after,
        "drama": _drama(ours, best),
        "stability": chances.var(axis=1).sum(axis=1),
        "gap of the winner": ends[:, -1] - ends[:, -2],
        "ties of the first place": (wins.max(axis=1) < 1).astype(np.float64),
    }
    return [mean_figure("course", table, "game", name, values[name], name in SHARES) for name in values]


def _threshold(chances: np.ndarray, winner: np.ndarray) -> np.ndarray:
    """Return the highest chance that any seat other than the winner ever had."""
    others = chances.max(axis=1)
    others[np.arange(len(winner)), winner] = 0.0
    return others.max(axis=1)


def _share_after(own: np.ndarray, bar: float) -> float:
    """Return the share of the game after the winner is above the threshold for the first time."""
    above = np.flatnonzero(own > bar)
    return float((len(own) - above[0]) / len(own)) if len(above) else 0.0


def _from(own: np.ndarray) -> float:
    """Return the share of the game after which the winner stays above SETTLED."""
    below = np.flatnonzero(own < SETTLED)
    return float((below[-1] + 1) / len(own)) if len(below) else 0.0


def _drama(ours: np.ndarray, best: np.ndarray) -> np.ndarray:
    """Return the mean shortfall of the eventual winner over the times at which it is behind, 0 if it never is."""
    short = best - ours
    behind = short > 1e-9
    return np.where(behind.any(axis=1), short.sum(axis=1) / np.maximum(1, behind.sum(axis=1)), 0.0)


def lead_figures(table: Table) -> list[Figure]:
    """Return observed shares of games won, by points ahead of the best other seat, at shares of the game."""
    found = []
    for time in SHOWN:
        standing = table.results.facts["course"][:, int(round(time * (GRID - 1)))].astype(np.float64)
        seat = np.arange(table.games) % table.players  # one seat of every game, so that rows are independent
        own = standing[np.arange(table.games), seat]
        rest = standing.copy()
        rest[np.arange(table.games), seat] = -np.inf
        lead, won = own - rest.max(axis=1), table.wins[np.arange(table.games), seat]
        for part in np.array_split(np.argsort(lead, kind="stable"), LEADS):
            if len(part) < 2:
                continue
            name = f"{lead[part].mean():+.1f} points"
            found.append(
                Figure("lead", table.band, table.players, f"{100 * time:.0f} % played", name,
                       *share_interval(float(won[part].sum()), len(part)), len(part))
            )  # fmt: skip
    return found


def curve(table: Table, leads: list[float]) -> dict[float, list[tuple[float, float]]]:
    """By the model of a table of two: (share of the game played, chance of a seat so many points ahead), until shortly
    before the end, from where MET of the games have known a lead of that size."""
    course = table.results.facts["course"].astype(np.float64)
    model = fit_chances(course, table.wins)
    largest = np.maximum.accumulate(np.abs(course[:, :, 0] - course[:, :, 1]), axis=1)  # (n, times)
    found = {}
    for lead in leads:
        chances = model.against_one(lead, TIMES)
        met = (largest >= abs(lead)).mean(axis=0) >= MET
        found[lead] = [
            (float(TIMES[k]), float(chances[k])) for k in np.flatnonzero(met) if k < len(TIMES) - 1
        ]
    return found


def usual_leads(table: Table) -> list[float]:
    """Return leads worth showing: a quarter, a half and the whole of the usual gap at the end, in both directions."""
    ends = np.sort(table.scores, axis=1)
    gap = max(1.0, float(np.median(ends[:, -1] - ends[:, -2])))
    steps = sorted({max(1, round(gap * part)) for part in (0.25, 0.5, 1.0)})
    return [-one for one in reversed(steps)] if not math.isnan(gap) else []
