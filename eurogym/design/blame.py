"""What caused a change: entries of a variant are put back on the same deals, one at a time or in halves, and measured.

The part of an entry is the mean of two differences, each on the same deals: what the variant loses without the entry,
and what the printed game gains by it alone. For effects of entries and of pairs of them this is Shapley's value, so
that the parts of all entries add up to the whole change (L. Shapley, Contributions to the Theory of Games II, 1953).
"""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any

import numpy as np

from eurogym.design.record import Ends, declared
from eurogym.design.tables import BLOCK, Band, Table
from eurogym.design.variants import check_variant, printed, replaced
from eurogym.envs.core import registry
from eurogym.envs.core.errors import OptionError
from eurogym.measure.games.blocks import ALONE, Work, play_cells
from eurogym.measure.games.matches import Cell, deal_seeds
from eurogym.measure.report.report import progress_bar
from eurogym.measure.stats.statistics import Estimate, mean_interval

DEALS = 500  # over all sizes of table
SINGLES = (
    12  # entries that are put back one at a time from the start; more are put back in parts that are halved
)
PARTS = 8  # of a long list of entries, to begin with
PLAYS = 48  # of the variant or the printed game with some entries put back, before halving stops
ROUGH = 0.25  # of the deals, on which all are measured; those that may be the largest go on
FINALISTS = 4
LEAST_SPREAD = 0.1  # of the mean: a figure that hardly differs between games is not measured by that alone
NEGLIGIBLE = 0.05  # of the change, below which halving stops
STARTS = "games won by who begins"


@dataclass(frozen=True)
class Unit:
    """A part of a variant that can be put back by itself: its path in the tables, the printed and the new value."""

    path: str
    before: Any
    after: Any

    @property
    def words(self) -> str:
        """`cards.fisher.gold (30, printed 3)`."""
        return f"{self.path} ({_short(self.after)}, printed {_short(self.before)})"


def _short(value: Any) -> str:
    text = json.dumps(value) if isinstance(value, (dict, list)) else str(value)
    return text if len(text) <= 40 else text[:37] + "..."


@dataclass(frozen=True)
class Cause:
    """A unit, or several that were not divided: what it contributes to the change, and the share of the change.

    `share` has a 95 % interval; `sure`: whether the contribution differs from 0, corrected for the number of units;
    `tied`: whether the leader may be no larger.
    """

    units: tuple[Unit, ...]
    effect: Estimate
    share: Estimate
    sure: bool
    tied: bool

    @property
    def words(self) -> str:
        """The entries in words."""
        if len(self.units) == 1:
            return self.units[0].words
        return f"{self.units[0].path} to {self.units[-1].path} ({len(self.units)} entries)"


@dataclass
class Blame:
    """What changed most between two games, and why.

    Attributes:
        figure: name of the figure that a single cause changes most, in standard deviations of a game; "" if nothing
            changed beyond chance.
        change: its mean change.
        causes: by what they contribute to it, the largest first.
        explained: the share that the causes which are `sure` explain together.
        idle: paths of entries that changed no game.
        sizes: numbers of players.
        deals: games of each variant.
        changes: every figure that changes beyond chance, the largest first: name, change, standard deviations.
    """

    figure: str = ""
    change: Estimate = Estimate(np.nan, np.nan, np.nan)
    causes: list[Cause] = field(default_factory=list)
    explained: Estimate = Estimate(np.nan, np.nan, np.nan)
    idle: list[str] = field(default_factory=list)
    sizes: tuple[int, ...] = ()
    deals: int = 0
    changes: list[tuple[str, Estimate, float]] = field(default_factory=list)

    @property
    def named(self) -> list[Cause]:
        """The largest cause and all that may be as large."""
        return [one for one in self.causes if one.tied and one.sure]


# --- the parts of a variant -------------------------------------------------------------------------------------------


def differences(before: Any, after: Any, path: str = "") -> list[Unit]:
    """Return the smallest parts in which two tables differ; what has other names or another length is one part."""
    if isinstance(before, dict) and isinstance(after, dict) and set(before) == set(after):
        pairs = [(str(name), before[name], after[name]) for name in before]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = [(str(k), one, other) for k, (one, other) in enumerate(zip(before, after, strict=True))]
    else:
        return [] if before == after else [Unit(path, before, after)]
    return [unit for name, *two in pairs for unit in differences(*two, f"{path}.{name}" if path else name)]


class Parts:
    """The parts of a variant, each of which can be played without the others.

    Args:
        game: name of the game.
        overrides: the variant, as `check_variant` returns it.
        options: other game options.
    """

    def __init__(self, game: str, overrides: str, options: dict[str, Any]):
        self.game, self.options = game, options
        self.before, self.after = printed(game), replaced(game, overrides)
        self.units = self._playable(differences(self.before, self.after))

    def _playable(self, units: list[Unit]) -> list[Unit]:
        """Combine parts that the game refuses by themselves with their neighbours in the same table."""
        while len(units) > 1:
            refused = [
                unit
                for unit in units
                if not self._allowed([unit]) or not self._allowed([one for one in units if one != unit])
            ]
            deep = [unit for unit in refused if "." in unit.path]
            if not deep:
                break
            parents = {unit.path.rpartition(".")[0] for unit in deep}
            units = [u for u in units if not any(u.path.startswith(f"{one}.") for one in parents)]
            units += [Unit(one, _at(self.before, one), _at(self.after, one)) for one in sorted(parents)]
        return units

    def _allowed(self, units: Sequence[Unit]) -> bool:
        try:
            self.overrides(units)
        except OptionError:
            return False
        return True

    def overrides(self, units: Sequence[Unit]) -> str:
        """Return the printed tables with only these parts changed, for the option `data_overrides`."""
        tables = copy.deepcopy(self.before)
        for unit in units:
            *outer, last = unit.path.split(".")
            place: Any = tables
            for step in outer:
                place = place[int(step) if isinstance(place, list) else step]
            place[int(last) if isinstance(place, list) else last] = unit.after
        touched = {unit.path.partition(".")[0] for unit in units}
        return check_variant(self.game, {name: tables[name] for name in touched}, self.options)


def _at(tables: Any, path: str) -> Any:
    for step in path.split("."):
        tables = tables[int(step) if isinstance(tables, list) else step]
    return tables


# --- figures of single games ------------------------------------------------------------------------------------------


def values_of(table: Table) -> dict[str, np.ndarray]:
    """Return what is compared between games, a number for each game (n,)."""
    game, facts = registry.game(table.game), table.results.facts
    ends = np.sort(table.scores, axis=1)
    found = {
        "points of a player": table.scores.mean(axis=1),
        "gap of the winner": ends[:, -1] - ends[:, -2],
        STARTS: table.in_turn_order(table.wins)[:, 0],
        "decisions": table.results.lengths.astype(np.float64),
    }
    if "rounds" in facts:
        found["rounds"] = facts["rounds"]
    for column, name in enumerate(declared(game).columns):
        found[f"points from {name}"] = facts["points"][:, :, column].mean(axis=1)
    return found


class Bench:
    """Plays the printed game with some parts of a variant, always on the same deals, at several sizes of table."""

    def __init__(self, parts: Parts, band: Band, sizes: Sequence[int], deals: int, seed: int, work: Work):
        self.parts, self.band, self.sizes, self.seed, self.work = parts, band, tuple(sizes), seed, work
        self.seeds = deal_seeds(seed, max(2, deals // len(self.sizes)))
        self.rough = max(2, int(ROUGH * len(self.seeds)))
        self.kept: dict[tuple[str, ...], list[dict[str, np.ndarray]]] = {}
        self.bar: Any = None

    def play(self, wanted: Sequence[Sequence[Unit]], whole: bool) -> None:
        """Play what of these sets of parts is missing: the first deals or, with `whole`, all."""
        cells, keys = [], []
        for units in wanted:
            played = self._played(self._key(units))
            last = len(self.seeds) if whole else self.rough
            if played < last and self._key(units) not in keys:
                keys.append(self._key(units))
                options = self.parts.options | {"data_overrides": self.parts.overrides(units)}
                cells += [
                    Cell(self.parts.game, [self.band.agent], np.zeros((last - played, size), np.int64),
                         self.seeds[played:last], self.seed, options, watch=Ends())
                    for size in self.sizes
                ]  # fmt: skip
        results = iter(play_cells(cells, self.work, self.bar, BLOCK) if cells else [])
        for key in keys:
            tables = [Table(self.parts.game, self.band.agent, size, next(results)) for size in self.sizes]
            self.kept.setdefault(key, []).append(_stacked([values_of(table) for table in tables]))

    def _key(self, units: Sequence[Unit]) -> tuple[str, ...]:
        return tuple(sorted(unit.path for unit in units))

    def _played(self, key: tuple[str, ...]) -> int:
        return sum(next(iter(one.values())).shape[0] for one in self.kept.get(key, ()))

    def values(self, units: Sequence[Unit]) -> dict[str, np.ndarray]:
        """Return the figures (deals, sizes) of the games with these parts that were played so far."""
        blocks = self.kept[self._key(units)]
        return {name: np.concatenate([one[name] for one in blocks]) for name in blocks[0]}


def _stacked(tables: Sequence[dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
    return {name: np.stack([one[name] for one in tables], axis=1) for name in tables[0]}


# --- the search for causes --------------------------------------------------------------------------------------------


def blame(
    game: str,
    overrides: str,
    options: dict[str, Any],
    band: Band,
    sizes: Sequence[int],
    deals: int = DEALS,
    seed: int = 0,
    quiet: bool = True,
    work: Work = ALONE,
) -> Blame:
    """Find what a variant changes most, and which of its entries cause that.

    Args:
        game: name of the game.
        overrides: the variant, as `check_variant` returns it.
        options: other game options.
        band: the agent that plays.
        sizes: numbers of players; the deals are divided among them.
        deals: number of deals of each set of entries.
        seed: seed of deals and agents.
        quiet: show no progress bar.
        work: how games are played.
    """
    parts = Parts(game, overrides, options)
    every = parts.units
    bench = Bench(parts, band, sizes, deals, seed, work)
    found = Blame(sizes=bench.sizes, deals=len(bench.seeds) * len(bench.sizes))
    if not every:
        return found
    with progress_bar(2 * found.deals, f"{game}, causes", quiet) as bar:
        bench.bar = bar.update
        bench.play([[], every], whole=True)
        found.changes = changes_of(bench.values([]), bench.values(every))
        if not found.changes:
            return found
        sizes = Sizes(bench, found.changes)
        order = sizes.ordered(_divided(bench, sizes))
        _measured(bench, order[:FINALISTS], whole=True)
        found.figure = sizes.largest(order[:FINALISTS])
        found.change = next(change for name, change, _ in found.changes if name == found.figure)
        found.causes, found.explained = _causes(bench, order, found.figure)
        if len(every) <= SINGLES:
            found.idle = [unit.path for unit in every if _idle(bench, unit)]
    return found


def changes_of(
    before: dict[str, np.ndarray], after: dict[str, np.ndarray]
) -> list[tuple[str, Estimate, float]]:
    """Return the figures that change beyond chance by how many standard deviations of a game they change at least."""
    found = []
    level = NormalDist().inv_cdf(1 - 0.025 / len(before))
    for name in before:
        shift = (after[name] - before[name]).mean(axis=1)
        spread = _spread(before[name], after[name])
        if not spread:
            continue
        error = float(shift.std(ddof=1)) / np.sqrt(len(shift))
        least = (abs(shift.mean()) - level * error) / spread
        if least > 0:
            found.append((name, mean_interval(shift), least))
    return sorted(found, key=lambda one: -one[2])


def _spread(before: np.ndarray, after: np.ndarray) -> float:
    """Return the standard deviation of a figure between games of one size of table, or a part of the mean if larger."""
    variance = (before.var(axis=0) + after.var(axis=0)).mean() / 2
    return max(float(np.sqrt(variance)), LEAST_SPREAD * abs(float(before.mean())))


class Sizes:
    """How much groups of entries contribute to the figures that changed, in standard deviations of a game."""

    def __init__(self, bench: Bench, changes: Sequence[tuple[str, Estimate, float]]):
        self.bench = bench
        none, every = bench.values([]), bench.values(bench.parts.units)
        self.scales = {
            name: float(np.copysign(_spread(none[name], every[name]), change.mean))
            for name, change, _ in changes
        }

    def of(self, units: Sequence[Unit]) -> tuple[float, str]:
        """Return the largest contribution of a group in the direction of the change, and its figure."""
        return max(
            (float(_contribution(self.bench, units, name).mean()) / scale, name)
            for name, scale in self.scales.items()
        )

    def ordered(self, groups: Sequence[list[Unit]]) -> list[list[Unit]]:
        """Return groups by their contribution, the largest first."""
        return sorted(groups, key=lambda units: -self.of(units)[0])

    def largest(self, groups: Sequence[list[Unit]]) -> str:
        """Return the figure to which one of the groups contributes most."""
        return max(self.of(units) for units in groups)[1]


def _contribution(bench: Bench, units: Sequence[Unit], figure: str) -> np.ndarray:
    """Return what some entries contribute to the change of a figure, by deal (n,), as far as it was played."""
    every = bench.parts.units
    rest = [unit for unit in every if unit not in units]
    alone, without = bench.values(units)[figure], bench.values(rest)[figure]
    count = min(len(alone), len(without))
    none, all_of = bench.values([])[figure][:count], bench.values(every)[figure][:count]
    return ((all_of - without[:count]) + (alone[:count] - none)).mean(axis=1) / 2


def _measured(bench: Bench, groups: Sequence[Sequence[Unit]], whole: bool) -> None:
    every = bench.parts.units
    bench.play(
        [one for units in groups for one in (units, [u for u in every if u not in units])],
        whole,
    )


def _divided(bench: Bench, sizes: Sizes) -> list[list[Unit]]:
    """Return the entries one by one or, of very many, in groups: those that matter are halved until they are single."""
    every = bench.parts.units
    if len(every) <= SINGLES:
        groups = [[unit] for unit in every]
        _measured(bench, groups, whole=False)
        return groups
    bounds = np.linspace(0, len(every), PARTS + 1).round().astype(int)
    groups = [every[low:high] for low, high in zip(bounds, bounds[1:], strict=False)]
    _measured(bench, groups, whole=False)
    while len(bench.kept) < PLAYS:
        groups = sizes.ordered(groups)
        found = next((k for k, units in enumerate(groups) if len(units) > 1), None)
        if found is None or sizes.of(groups[found])[0] < NEGLIGIBLE * sizes.of(groups[0])[0]:
            break
        units = groups.pop(found)
        halves = [units[: len(units) // 2], units[len(units) // 2 :]]
        _measured(bench, halves, whole=False)
        groups += halves
    return groups


def _causes(bench: Bench, groups: list[list[Unit]], figure: str) -> tuple[list[Cause], Estimate]:
    """Return what groups contribute to a figure, the largest first, and tell which may be the largest."""
    whole = (bench.values(bench.parts.units)[figure] - bench.values([])[figure]).mean(axis=1)
    sign = 1.0 if whole.mean() >= 0 else -1.0
    order = sorted(groups[:FINALISTS], key=lambda units: -sign * _contribution(bench, units, figure).mean())
    order += groups[FINALISTS:]
    level = NormalDist().inv_cdf(1 - 0.025 / len(groups))
    parts = [sign * _contribution(bench, units, figure) for units in order]
    causes = []
    for units, mine in zip(order, parts, strict=True):
        behind = parts[0][: len(mine)] - mine[: len(parts[0])]
        sure = bool(_beyond(mine, level) > 0)
        tied = units is order[0] or bool(_beyond(behind, level) <= 0)
        effect = mean_interval(sign * mine)
        causes.append(Cause(tuple(units), effect, _ratio(mine, sign * whole), sure, tied and sure))
    certain = [mine for mine, one in zip(parts, causes, strict=True) if one.sure]
    count = min((len(mine) for mine in certain), default=0)
    explained = (
        _ratio(np.sum([mine[:count] for mine in certain], axis=0), sign * whole)
        if certain
        else Estimate(0.0, np.nan, np.nan)
    )
    return causes, explained


def _beyond(values: np.ndarray, level: float) -> float:
    """Return by how much a mean is certainly above 0, at a quantile of the normal distribution; 0 or below if not."""
    spread = float(values.std(ddof=1)) if len(values) > 1 else np.inf
    return float(values.mean()) - level * spread / np.sqrt(len(values))


def _ratio(part: np.ndarray, whole: np.ndarray) -> Estimate:
    """Return the ratio of two means over the same deals with its interval (linearised)."""
    whole = whole[: len(part)]
    bottom = float(whole.mean())
    share = float(part.mean()) / bottom
    rest = mean_interval(part - share * whole)
    half = (rest.high - rest.low) / 2 / abs(bottom) if rest.high == rest.high else 0.0
    return Estimate(share, share - half, share + half)


def _idle(bench: Bench, unit: Unit) -> bool:
    """Return whether a part changes no game at all by itself."""
    alone, none = bench.values([unit]), bench.values([])
    return all((alone[name] == none[name][: len(alone[name])]).all() for name in none)
