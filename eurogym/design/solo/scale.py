"""Difficulty of the settings of a solo mode: the scale, its fit, the order, monotonicity, luck and wanted win rates.

Everything is computed from a record of games (`solo_games`) with the model of `rasch`. A threshold is a setting with a
number of seats and, if scores have to be reached, one of these scores: what the pages call a setting.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eurogym.common.errors import InputError
from eurogym.common.options import Values, label, value_text, varying_names
from eurogym.common.settings import SoloMode, is_harder, settings_of
from eurogym.design.solo import rasch
from eurogym.envs.core import registry
from eurogym.envs.core.extras import require
from eurogym.measure.solo_games import Outcomes, SoloGames
from eurogym.measure.stats.statistics import NORMAL_QUANTILE

ERRORS = 0.05  # p values below this, with all of their kind taken together, are reported as found
FEWEST_AGENTS = 2
RATES = (0.25, 0.5, 0.75)
TIE = 1e-3  # log odds: places nearer than this count as one, since fits of two machines differ by 1e-6


@dataclass(frozen=True)
class Place:
    """The place of an agent or a threshold, in log odds, with its 95 % interval.

    `value` is nan beyond the scale; then at most one end is finite, and all games were won (or lost).
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Cell:
    """Games of an agent on a threshold: played, won, and the win rate by the model; p: how improbable so large a
    difference is if the model holds (exact binomial test, false discovery rate over cells), nan beyond the scale."""

    agent: int
    threshold: int
    played: int
    won: int
    expected: float
    p: float = math.nan

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.won / self.played


@dataclass(frozen=True)
class Threshold:
    """A setting with a number of seats; score: lowest score to be reached, None where a game is won."""

    players: int
    setting: Values
    score: int | None
    name: str


@dataclass(frozen=True)
class Squares:
    """Mean squares of what the model leaves unexplained, 1 where it holds: infit by information, outfit by games."""

    infit: float
    outfit: float


@dataclass(frozen=True)
class Step:
    """A kind of change that is meant to make games harder, over all pairs of thresholds that differ in it alone.

    mean, low, high: change of the difficulty, averaged over the pairs, with its interval; harder, easier, open: pairs
    in which it was found (false discovery rate over all pairs) to be so, or neither; worst: names of the pair with the
    smallest change, and that.
    """

    name: str
    mean: float
    low: float
    high: float
    harder: int
    easier: int
    open: int
    worst: tuple[str, str, float]


@dataclass(frozen=True)
class Scale:
    """The scale of one mode.

    skills, places: of agents and thresholds; on_agents, on_thresholds: which are on the scale, the others beyond it;
    agent_squares, threshold_squares: their fit; deals: number of them for every number of seats; games: of all.
    """

    game: str
    mode: SoloMode
    agents: list[str]
    thresholds: list[Threshold]
    skills: list[Place]
    places: list[Place]
    fit: rasch.Fit | None
    on_agents: np.ndarray
    on_thresholds: np.ndarray
    cells: list[Cell]
    agent_squares: list[Squares | None]
    threshold_squares: list[Squares | None]
    steps: list[Step]
    deals: dict[int, int]
    games: int

    @property
    def agent_order(self) -> list[int]:
        """Agents from weak to strong, as they were given where they all but tie."""
        return sorted(range(len(self.agents)), key=lambda k: _sort_key(self.skills[k]))

    @property
    def threshold_order(self) -> list[int]:
        """Thresholds from easy to hard, as they were declared where they all but tie."""
        return sorted(range(len(self.thresholds)), key=lambda k: _sort_key(self.places[k]))

    def luck_shares(self) -> dict[str, tuple[float, float, float]]:
        """Shares of the variance of a game's log odds, agent and setting given, with intervals: of the deal for
        everybody, of the deal for this agent alone, of what is left.

        The ends are those of each deviation, the other at its estimate.
        """
        fit, rest = self.fit, math.pi**2 / 3

        def shares(deal: float, own: float) -> tuple[float, float, float]:
            whole = deal**2 + own**2 + rest
            return deal**2 / whole, own**2 / whole, rest / whole

        best = shares(fit.deal_sd, fit.own_sd)
        ends = []
        for sign in (-1, 1):
            deal = max(0.0, fit.deal_sd + sign * NORMAL_QUANTILE * fit.deal_sd_error)
            own_error = 0.0 if math.isnan(fit.own_sd_error) else fit.own_sd_error
            own = max(0.0, fit.own_sd + sign * NORMAL_QUANTILE * own_error)
            ends.append((shares(deal, fit.own_sd)[0], shares(fit.deal_sd, own)[1], shares(deal, own)[2]))
        names = ("deal, for everybody", "deal, for one agent", "the rest")
        return {name: (best[k], min(ends[0][k], ends[1][k]), max(ends[0][k], ends[1][k]))
                for k, name in enumerate(names)}  # fmt: skip

    def wanted(self, agent: int, rate: float) -> tuple[float, int | None]:
        """Return the difficulty at which an agent on the scale wins this share of its games, and the threshold closest
        to it, with as many seats as the agent has played with; the first of those that all but tie."""
        at = self.skills[agent].value - lead_for(rate, self.fit.deal_sd, self.fit.own_sd)
        seats = {self.thresholds[cell.threshold].players for cell in self.cells if cell.agent == agent}
        inside = [k for k, t in enumerate(self.thresholds) if self.on_thresholds[k] and t.players in seats]
        if not inside:
            return at, None
        apart = {k: abs(self.places[k].value - at) for k in inside}
        nearest = min(apart.values())
        return at, next(k for k in inside if apart[k] <= nearest + TIE)


def _sort_key(place: Place) -> float:
    if not math.isnan(place.value):
        return round(place.value / TIE) * TIE
    if math.isfinite(place.low) or math.isfinite(place.high):
        return 1e3 + place.low if math.isfinite(place.low) else -1e3 + place.high
    return -math.inf


def lead_for(rate: float, deal_sd: float, own_sd: float) -> float:
    """Return how far an agent is ahead of a difficulty at which it wins this share of its games."""
    optimize = require("scipy.optimize", "eval", "a scale")
    return float(optimize.brentq(lambda lead: rasch.mean_chance(lead, deal_sd, own_sd) - rate, -200, 200))


def scale_of(record: SoloGames, mode: SoloMode) -> Scale:
    """Return the scale of one mode from a record of games.

    Raise InputError without games of at least two agents, and MissingExtraError without scipy.
    """
    outcomes = record.of_mode(mode)
    agents = list(dict.fromkeys(one.agent for one in outcomes))
    if len(agents) < FEWEST_AGENTS:
        raise InputError(
            f"{record.game}, {mode.name}: a scale needs games of at least two agents, got {len(agents)}"
        )
    thresholds, worlds = _all_thresholds(mode, outcomes)
    reached = [
        _reached(mode, [one for one in outcomes if one.players == players], agents) for players, _ in worlds
    ]
    raw = rasch.Responses(tuple(reached), np.full(sum(len(s) for _, s in worlds), max(1, len(mode.scores))))
    on_agents, on_thresholds = rasch.connected(raw)
    on_thresholds = _told_apart(raw, on_agents, on_thresholds)
    fit = None
    if on_agents.sum() > 1 and on_thresholds.any():
        fit = rasch.fit(_restricted(raw, on_agents, on_thresholds))
    skills, places = _places(raw, fit, on_agents, on_thresholds)
    cells = cells_of(raw, fit, on_agents, on_thresholds)
    agent_squares, threshold_squares = _squares(raw, fit, on_agents, on_thresholds, cells)
    return Scale(
        record.game,
        mode,
        agents,
        thresholds,
        skills,
        places,
        fit,
        on_agents,
        on_thresholds,
        cells,
        agent_squares,
        threshold_squares,
        _steps(record.game, thresholds, fit, on_agents, on_thresholds),
        {players: max(len(one.won) for one in outcomes if one.players == players) for players, _ in worlds},
        sum(len(one.won) for one in outcomes),
    )


# --- from games to responses ------------------------------------------------------------------------------------------


def _all_thresholds(
    mode: SoloMode, outcomes: Sequence[Outcomes]
) -> tuple[list[Threshold], list[tuple[int, list[Values]]]]:
    """Return all thresholds, and for every number of seats the settings that were played."""
    names = varying_names(mode.settings) or list(mode.settings[0])
    several = len({one.players for one in outcomes}) > 1
    thresholds, worlds = [], []
    for players in sorted({one.players for one in outcomes}):
        played = [one.setting for one in outcomes if one.players == players]
        settings = [setting for setting in mode.settings if setting in played]
        worlds.append((players, settings))
        for setting in settings:
            for score in mode.scores or (None,):
                parts = [f"{players}p"] * several + [label(setting, names)]
                parts += [f"{score} points"] * (score is not None)
                thresholds.append(Threshold(players, setting, score, " ".join(parts)))
    return thresholds, worlds


def _reached(mode: SoloMode, outcomes: Sequence[Outcomes], agents: Sequence[str]) -> np.ndarray:
    """Thresholds reached (D, A, S) in the settings of one number of seats, NEVER where nobody played."""
    settings = [setting for setting in mode.settings if any(one.setting == setting for one in outcomes)]
    table = np.full((max(len(one.won) for one in outcomes), len(agents), len(settings)), rasch.NEVER)
    for one in outcomes:
        games = one.won.astype(int)
        if mode.scores:
            games = (one.points[:, None] >= np.array(mode.scores)).sum(axis=1)
        table[: len(games), agents.index(one.agent), settings.index(one.setting)] = games
    return table


def _told_apart(raw: rasch.Responses, agents: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """Return the thresholds inside without those that no game tells from the one below them: equal, as far as one
    knows.
    """
    inside = inside.copy()
    for world, places in zip(raw.categories, raw.worlds, strict=True):
        for column, setting in enumerate(range(places.start, places.stop)):
            games = world[:, agents, column]
            below = None
            for threshold in range(int(raw.thresholds[setting])):
                place = raw.first[setting] + threshold
                if not inside[place]:
                    continue
                if below is not None and not ((games > below) & (games <= threshold)).any():
                    inside[place] = False
                    continue
                below = threshold
    return inside


def _restricted(raw: rasch.Responses, agents: np.ndarray, inside: np.ndarray) -> rasch.Responses:
    """Return the responses of some agents at some thresholds; categories are counted over these alone."""
    worlds, counts = [], []
    for world, places in zip(raw.categories, raw.worlds, strict=True):
        columns = []
        for column, setting in enumerate(range(places.start, places.stop)):
            kept = np.flatnonzero(inside[raw.first[setting] : raw.first[setting + 1]])
            if len(kept):
                games = world[:, agents, column]
                columns.append(np.where(games >= 0, (games[..., None] > kept).sum(axis=2), rasch.NEVER))
                counts.append(len(kept))
        if columns:
            worlds.append(np.stack(columns, axis=2))
    return rasch.Responses(tuple(worlds), np.array(counts))


# --- places -----------------------------------------------------------------------------------------------------------


def _places(
    raw: rasch.Responses, fit: rasch.Fit | None, agents: np.ndarray, inside: np.ndarray
) -> tuple[list[Place], list[Place]]:
    """Places of agents and thresholds; those beyond the scale have bounds."""
    nowhere = Place(math.nan, -math.inf, math.inf)
    if fit is None:
        return [nowhere] * len(agents), [nowhere] * len(inside)
    values = np.concatenate([fit.skills, fit.difficulties])
    ends = NORMAL_QUANTILE * fit.errors
    found = iter([Place(float(v), float(v - e), float(v + e)) for v, e in zip(values, ends, strict=True)])
    skills = [next(found) if one else nowhere for one in agents]
    places = [next(found) if one else nowhere for one in inside]
    for agent in np.flatnonzero(~agents):
        skills[agent] = _bound_of_agent(raw, fit, inside, places, agent)
    for threshold in np.flatnonzero(~inside):
        places[threshold] = _bound_of_threshold(raw, fit, agents, skills, threshold)
    return skills, places


def _bound_of_agent(
    raw: rasch.Responses, fit: rasch.Fit, thresholds: np.ndarray, places: Sequence[Place], agent: int
) -> Place:
    """Bound of an agent that lost (or won) all games on the scale: of a setting its easiest (hardest) threshold."""
    reached, played = (table[agent, thresholds].sum() for table in raw.counts())
    if not played or 0 < reached < played:
        return Place(math.nan, -math.inf, math.inf)
    wins = reached > 0
    groups, others = [], []
    for world, span in zip(raw.categories, raw.worlds, strict=True):
        against = []
        for setting in range(span.start, span.stop):
            inside = [k for k in range(raw.first[setting], raw.first[setting + 1]) if thresholds[k]]
            against.append(places[inside[-1 if wins else 0]].value if inside else math.nan)
        _group(world[:, agent] >= 0, np.array(against), groups, others)
    at = rasch.bound(groups, others, wins, fit.deal_sd, fit.own_sd)
    return Place(math.nan, at, math.inf) if wins else Place(math.nan, -math.inf, at)


def _bound_of_threshold(
    raw: rasch.Responses, fit: rasch.Fit, agents: np.ndarray, skills: Sequence[Place], threshold: int
) -> Place:
    """Bound of a threshold that nobody on the scale reached, or nobody missed."""
    reached, played = (table[agents, threshold].sum() for table in raw.counts())
    if not played or 0 < reached < played:
        return Place(math.nan, -math.inf, math.inf)
    setting = int(np.searchsorted(raw.first, threshold, side="right")) - 1
    against = np.array([one.value for one in skills])
    groups, others = [], []
    for world, span in zip(raw.categories, raw.worlds, strict=True):
        if span.start <= setting < span.stop:
            _group(world[:, :, setting - span.start] >= 0, against, groups, others)
    wins = reached > 0  # of the agents: seen from the threshold, its place and theirs change sides
    at = -rasch.bound(groups, [-one for one in others], wins, fit.deal_sd, fit.own_sd)
    return Place(math.nan, -math.inf, at) if wins else Place(math.nan, at, math.inf)


def _group(played: np.ndarray, against: np.ndarray, groups: list, others: list) -> None:
    """Deals (D, K) put together by what was played in them, places off the scale left out."""
    patterns, which = np.unique(played & ~np.isnan(against), axis=0, return_inverse=True)
    for number, pattern in enumerate(patterns):
        if pattern.any():
            groups.append(int((which.ravel() == number).sum()))
            others.append(against[pattern])


# --- does the model fit -----------------------------------------------------------------------------------------------


def cells_of(
    raw: rasch.Responses, fit: rasch.Fit | None, agents: np.ndarray, inside: np.ndarray
) -> list[Cell]:
    """Return all cells that were played; those on the scale with their test."""
    stats = require("scipy.stats", "eval", "a scale")
    reached, played = raw.counts()
    expected = np.full(reached.shape, math.nan)
    if fit is not None:
        expected[np.ix_(agents, inside)] = fit.chance(fit.skills[:, None], fit.difficulties[None, :])
    cells = [
        Cell(int(a), int(t), int(played[a, t]), int(reached[a, t]), float(expected[a, t]))
        for a, t in zip(*np.nonzero(played), strict=True)
    ]
    tested = [k for k, cell in enumerate(cells) if not math.isnan(cell.expected)]
    if not tested:
        return cells
    p_values = [stats.binomtest(cells[k].won, cells[k].played, cells[k].expected).pvalue for k in tested]
    for k, p in zip(tested, stats.false_discovery_control(np.clip(p_values, 0, 1)), strict=True):
        cell = cells[k]
        cells[k] = Cell(cell.agent, cell.threshold, cell.played, cell.won, cell.expected, float(p))
    return cells


def _squares(
    raw: rasch.Responses, fit: rasch.Fit | None, agents: np.ndarray, inside: np.ndarray, cells: Sequence[Cell]
) -> tuple[list[Squares | None], list[Squares | None]]:
    """Mean squares of agents and thresholds on the scale."""
    of_agents: list[Squares | None] = [None] * len(agents)
    of_thresholds: list[Squares | None] = [None] * len(inside)
    if fit is None:
        return of_agents, of_thresholds
    expected = np.full((len(agents), len(inside)), math.nan)
    for cell in cells:
        expected[cell.agent, cell.threshold] = cell.expected
    rows: dict[int, list] = {k: [] for k in range(len(agents))}
    columns: dict[int, list] = {k: [] for k in range(len(inside))}
    for world, span in zip(raw.categories, raw.worlds, strict=True):
        parts = []
        for column, setting in enumerate(range(span.start, span.stop)):
            games = world[:, :, column]
            for threshold in range(int(raw.thresholds[setting])):
                chance = expected[:, raw.first[setting] + threshold]
                parts.append(_square_parts(games, threshold, chance))
        table = np.stack(parts, axis=2)  # (3, D, T_w, A): squares, information, squares over information
        for agent in np.flatnonzero(agents):
            rows[agent].append(table[:, :, :, agent].sum(axis=2))
        for offset in range(table.shape[2]):
            columns[raw.first[span.start] + offset].append(table[:, :, offset].sum(axis=2))
    for agent in np.flatnonzero(agents):
        of_agents[agent] = _mean_squares(np.concatenate(rows[agent], axis=1))
    for threshold in np.flatnonzero(inside):
        of_thresholds[threshold] = _mean_squares(np.concatenate(columns[threshold], axis=1))
    return of_agents, of_thresholds


def _square_parts(games: np.ndarray, threshold: int, chance: np.ndarray) -> np.ndarray:
    """(4, D, A) of one threshold: squared residuals, their expectation, their quotient, games; 0 where none counts."""
    counted = (games >= 0) & ~np.isnan(chance)
    chance = np.where(np.isnan(chance), 0.5, chance)
    square = np.where(counted, ((games > threshold) - chance) ** 2, 0.0)
    known = np.where(counted, chance * (1 - chance), 0.0)
    quotient = np.where(counted, square / (chance * (1 - chance)).clip(rasch.FAR), 0.0)
    return np.stack([square, known, quotient, counted.astype(float)])


def _mean_squares(parts: np.ndarray) -> Squares | None:
    """Of parts (4, D) summed within deals."""
    squares, known, quotients, games = parts.sum(axis=1)
    if not games:
        return None
    return Squares(float(squares / known), float(quotients / games))


# --- monotonicity -----------------------------------------------------------------------------------------------------


def _steps(
    game: str, thresholds: Sequence[Threshold], fit: rasch.Fit | None, agents: np.ndarray, inside: np.ndarray
) -> list[Step]:
    """Return what every kind of change that is meant to be harder does."""
    if fit is None:
        return []
    stats = require("scipy.stats", "eval", "a scale")
    kinds = _pairs_by_kind(game, thresholds, inside)
    column = {int(threshold): int(agents.sum()) + k for k, threshold in enumerate(np.flatnonzero(inside))}
    size = len(fit.skills) + len(fit.difficulties)
    values = np.concatenate([fit.skills, fit.difficulties])

    def contrast(pairs: Sequence[tuple[int, int]]) -> tuple[float, float]:
        weights = np.zeros(size)
        for easy, hard in pairs:
            weights[column[hard]] += 1 / len(pairs)
            weights[column[easy]] -= 1 / len(pairs)
        return float(weights @ values), fit.error(weights)

    every = [(kind, pair, *contrast([pair])) for kind, pairs in kinds.items() for pair in pairs]
    if not every:
        return []
    sizes = np.array([change / max(error, 1e-12) for _, _, change, error in every])
    adjusted = stats.false_discovery_control(np.clip(2 * stats.norm.sf(np.abs(sizes)), 0, 1))
    steps = []
    for kind, pairs in kinds.items():
        mine = [
            (pair, change, p) for (k, pair, change, _), p in zip(every, adjusted, strict=True) if k == kind
        ]
        mean, error = contrast(pairs)
        worst = min(mine, key=lambda one: one[1])
        steps.append(
            Step(
                kind,
                mean,
                mean - NORMAL_QUANTILE * error,
                mean + NORMAL_QUANTILE * error,
                sum(change > 0 and p < ERRORS for _, change, p in mine),
                sum(change < 0 and p < ERRORS for _, change, p in mine),
                sum(p >= ERRORS for *_, p in mine),
                (thresholds[worst[0][0]].name, thresholds[worst[0][1]].name, worst[1]),
            )
        )
    return steps


def _pairs_by_kind(
    game: str, thresholds: Sequence[Threshold], inside: np.ndarray
) -> dict[str, list[tuple[int, int]]]:
    """Pairs (easier, harder) of thresholds on the scale that differ by one step of one option, by what that step is."""
    found = registry.game(game)
    harder = settings_of(found).harder
    places = [int(k) for k in np.flatnonzero(inside)]
    kinds: dict[str, list[tuple[int, int]]] = {}
    for easy in places:
        above = []
        for hard in places:
            one, other = thresholds[easy], thresholds[hard]
            if (one.players, one.score) != (other.players, other.score) or one.setting == other.setting:
                continue
            changed = [name for name in one.setting if one.setting[name] != other.setting.get(name)]
            if len(changed) == 1 and is_harder(found, one.setting, other.setting, harder):
                above.append((changed[0], hard))
        for name, hard in above:
            between = any(
                other != hard
                and name == again
                and is_harder(found, thresholds[other].setting, thresholds[hard].setting, harder)
                for again, other in above
            )
            if not between:
                kind = _kind(name, thresholds[easy].setting[name], thresholds[hard].setting[name])
                kinds.setdefault(kind, []).append((easy, hard))
    options = list(thresholds[0].setting)
    return dict(sorted(kinds.items(), key=lambda one: (options.index(one[0].partition(":")[0]), one[1])))


def _kind(name: str, easy: Any, hard: Any) -> str:
    """`chateauma: easy -> medium`; of sets written as letters what is added: `modifiers: + D`."""
    if isinstance(easy, str) and isinstance(hard, str) and set(easy) < set(hard):
        return f"{name}: + {''.join(sorted(set(hard) - set(easy)))}"
    return f"{name}: {value_text(easy)} -> {value_text(hard)}"
