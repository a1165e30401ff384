"""A search for component tables that give a game the wanted properties, by the cross-entropy method of the tuner."""

from __future__ import annotations

import copy
import json
import math
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eurogym.common.deals import TUNING, root
from eurogym.common.errors import InputError
from eurogym.design.components import component_figures
from eurogym.design.record import declared, labels_of
from eurogym.design.report import COMPARED, SHARES
from eurogym.design.tables import Band, Table, play_variants
from eurogym.design.variants import check_variant, number_at, place_in, replaced
from eurogym.envs.core import registry
from eurogym.envs.core.compile.random import derive_seed
from eurogym.measure.games.blocks import ALONE, Work
from eurogym.measure.games.matches import deal_seeds
from eurogym.measure.stats.statistics import NORMAL_QUANTILE, Estimate, bounded_interval, mean_interval
from eurogym.training.learn.tuning import CrossEntropy, Generation

__all__ = ["Balanced", "Entry", "Tables", "Target", "balance", "read_entry", "read_target"]

ENTRY = re.compile(r"([\w.]+)=(-?\d+)-(-?\d+)")
TARGET = re.compile(r"\s*(.+?)\s*([<>=])\s*(?:(-?\d+(?:\.\d+)?)\s*(%?)|(printed))\s*")
SEAT_ADVANTAGE = "seat advantage"
LEAST_ERROR = 1e-6
LEAST_STEP = 0.75  # least spread: neighbouring integers are still tried when the best are all alike
CHECKED = 4  # times the deals of a candidate, for measurements outside the search
UNKNOWN = 100.0  # cost of a figure that cannot be measured because its component is taken too rarely

Measured = tuple[float, float]  # value and standard error


@dataclass(frozen=True)
class Entry:
    """An integer in a component table: its path, and the range in which the search may change it."""

    path: str
    low: int
    high: int


@dataclass(frozen=True)
class Target:
    """The wanted value of a figure.

    Attributes:
        name: name of the figure.
        sign: "<", ">" or "=": below, above or at the value.
        value: the value; None: that of the printed game.
    """

    name: str
    sign: str
    value: float | None

    def miss(self, found: float, wanted: float) -> float:
        """Return by how much a value misses what is wanted, 0 if it does not."""
        if self.sign == "<":
            return max(0.0, found - wanted)
        return max(0.0, wanted - found) if self.sign == ">" else abs(found - wanted)


# --- what is asked for ------------------------------------------------------------------------------------------------


def read_entry(text: str) -> Entry:
    """Read an entry such as `customers.7.points=0-20`.

    Raises:
        InputError: the text has another form, or the range is empty.
    """
    found = ENTRY.fullmatch(text)
    if not found:
        raise InputError(
            f"--entry {text!r} is not of the form TABLE.NAME=LOW-HIGH, e.g. customers.7.points=2-20"
        )
    entry = Entry(found[1], int(found[2]), int(found[3]))
    if entry.low >= entry.high:
        raise InputError(f"--entry {text}: the range is empty")
    return entry


def read_target(game: str, text: str) -> Target:
    """Read a target such as `seat advantage<1%`, `real choices=60` or `customer: 7=printed`.

    Raises:
        InputError: the text has another form, or the figure cannot be measured.
    """
    found = TARGET.fullmatch(text)
    if not found:
        raise InputError(
            f"--target {text!r} is not of the form NAME<VALUE, NAME>VALUE, NAME=VALUE or NAME=printed"
        )
    name = _known(game, found[1])
    if found[4] and name not in (SEAT_ADVANTAGE, *SHARES):
        raise InputError(f"--target {text!r}: {name} is not a share; leave out the %")
    value = None if found[5] else float(found[3]) / (100 if found[4] else 1)
    return Target(name, found[2], value)


def _known(game: str, name: str) -> str:
    labels = labels_of(declared(registry.game(game)))
    if name == SEAT_ADVANTAGE or name in COMPARED or name in labels:
        return name
    begun = [label for label in labels if label.startswith(name + " ")]
    if len(begun) == 1:
        return begun[0]
    raise InputError(
        f"--target: {name!r} is not a figure of {game}; there are {SEAT_ADVANTAGE}, {', '.join(COMPARED)}, and the "
        f"components of its report, e.g. {labels[0]!r} (points above its kind)"
    )


def measure(name: str, table: Table) -> Measured:
    """Return a figure of a table and its standard error; both are nan if it cannot be measured."""
    if name == SEAT_ADVANTAGE:
        wins = table.in_turn_order(table.wins)
        best = int(wins.mean(axis=0).argmax())
        share = _measured(bounded_interval(wins[:, best]))
        return share[0] - 1 / table.players, share[1]
    if name in COMPARED:
        values = COMPARED[name](table)
        return _measured(bounded_interval(values) if name in SHARES else mean_interval(values))
    for figure in component_figures([table], registry.game(table.game)):
        if figure.of == name and figure.name == "points above its kind":
            return figure.value, (figure.high - figure.value) / NORMAL_QUANTILE
    return math.nan, math.nan  # taken too rarely to say


def _measured(found: Estimate) -> Measured:
    error = (found.high - found.low) / 2 / NORMAL_QUANTILE
    return found.mean, 0.0 if math.isnan(error) else error


# --- tables -----------------------------------------------------------------------------------------------------------


class Tables:
    """The component tables of a variant, with some entries open to the search.

    Args:
        game: name of the game.
        entries: the open entries.
        base: the variant that the search begins with; None: the printed game.
        options: game options.

    Raises:
        OptionError: the game has no component tables, or does not allow the range of an entry.
        InputError: an entry does not exist, is listed twice, or its range does not contain the present value.
    """

    def __init__(
        self, game: str, entries: Sequence[Entry], base: Any = None, options: dict[str, Any] | None = None
    ):
        self.game, self.entries, self.options = game, list(entries), options or {}
        if len({entry.path for entry in entries}) < len(entries):
            raise InputError("--entry: an entry is named twice; give it one range")
        self.base = check_variant(game, base if base is not None else {}, options)
        self.full = replaced(game, self.base)
        self.printed, self.start = (
            np.array([number_at(game, entry.path, full) for entry in entries], np.float64)
            for full in (None, self.full)
        )
        for entry, value in zip(entries, self.start, strict=True):
            if not entry.low <= value <= entry.high:
                raise InputError(
                    f"--entry {entry.path}: the search begins at {value:.0f}, outside {entry.low}-{entry.high}"
                )
        for ends in ([entry.low for entry in entries], [entry.high for entry in entries]):
            check_variant(game, self.overrides(np.array(ends)), options)

    def overrides(self, values: np.ndarray) -> dict[str, Any]:
        """Return a value for the option `data_overrides` with these values of the entries."""
        changed = copy.deepcopy(self.full)
        for entry, value in zip(self.entries, values, strict=True):
            place, last = place_in(changed, entry.path)
            place[last] = int(value)
        touched = {entry.path.partition(".")[0] for entry in self.entries} | set(json.loads(self.base))
        return {name: changed[name] for name in changed if name in touched}

    def rounded(self, vector: np.ndarray) -> np.ndarray:
        """Return the nearest integers within the ranges."""
        low, high = ([getattr(entry, end) for entry in self.entries] for end in ("low", "high"))
        return np.clip(np.round(vector), low, high).astype(np.int64)


# --- the search -------------------------------------------------------------------------------------------------------


@dataclass
class Balanced:
    """The result of a search for balance.

    Attributes:
        values: values of the entries.
        overrides: the component tables with them, for the option `data_overrides`.
        targets: for each target: the target, the wanted value, and the values measured in the printed game, before and
            after the search.
        curve: the generations of the search.
    """

    values: np.ndarray
    overrides: dict[str, Any]
    targets: list[tuple[Target, float, Measured, Measured, Measured]]
    curve: list[Generation]


def balance(
    tables: Tables,
    targets: Sequence[Target],
    band: Band,
    players: int,
    population: int = 12,
    generations: int = 8,
    seed: int = 0,
    work: Work = ALONE,
    report: Callable[[Generation, np.ndarray], None] | None = None,
) -> Balanced:
    """Search for values of the entries that meet the targets; all candidates of a generation play the same deals.

    A candidate loses, for each target, the square of the amount by which it misses the target, in standard errors of
    the printed game's figure. The printed game, the start and the result are measured on deals that the search does not
    play.

    Args:
        tables: the component tables with the open entries.
        targets: the targets.
        band: the agent that plays, and the number of deals of each candidate.
        players: number of seats.
        population: number of candidates in a generation.
        generations: number of generations.
        seed: seed of the search, deals and agents.
        work: how games are played.
        report: called after every generation with it and the mean of the search.
    """
    apart = deal_seeds(seed, CHECKED * band.games)
    begun = tables.overrides(tables.start)
    printed, before = _play(tables, [{}, begun], band, players, apart, seed, work)  # {}: as printed
    wanted = [
        measure(target.name, printed)[0] if target.value is None else target.value for target in targets
    ]
    errors = [max(LEAST_ERROR, np.nan_to_num(measure(target.name, printed)[1])) for target in targets]
    spread = np.array([(entry.high - entry.low) / 4 for entry in tables.entries])
    search = CrossEntropy(tables.start, spread, population, seed)
    begin, deals = time.monotonic(), root(TUNING, seed)
    for number in range(generations):
        whole = tables.rounded(search.draw())
        distinct, which = np.unique(whole, axis=0, return_inverse=True)
        seeds = np.array([derive_seed(deals, "balance", number, k) for k in range(band.games)], np.int64)
        played = _play(tables, list(map(tables.overrides, distinct)), band, players, seeds, seed, work)
        worths = np.array([worth_of(targets, wanted, errors, table) for table in played])[which.ravel()]
        line = search.move(whole.astype(np.float64), worths, worths, time.monotonic() - begin)
        search.sigma = np.maximum(search.sigma, LEAST_STEP)
        if report is not None:
            report(line, search.mean)
    values = tables.rounded(search.mean)
    (after,) = _play(tables, [tables.overrides(values)], band, players, apart, seed, work)
    rows = [
        (
            target,
            goal,
            measure(target.name, printed),
            measure(target.name, before),
            measure(target.name, after),
        )
        for target, goal in zip(targets, wanted, strict=True)
    ]
    return Balanced(values, tables.overrides(values), rows, search.curve)


def _play(
    tables: Tables,
    overrides: Sequence[Any],
    band: Band,
    players: int,
    seeds: np.ndarray,
    seed: int,
    work: Work,
) -> list[Table]:
    variants = [
        tables.options | {"data_overrides": check_variant(tables.game, one, tables.options)}
        for one in overrides
    ]
    return play_variants(tables.game, band, players, seeds, variants, seed, work)


def worth_of(
    targets: Sequence[Target], wanted: Sequence[float], errors: Sequence[float], table: Table
) -> float:
    """Return 0 for a table that meets all targets, else minus the sum of squares of the misses, in standard errors."""
    worth = 0.0
    for target, goal, error in zip(targets, wanted, errors, strict=True):
        missed = target.miss(measure(target.name, table)[0], goal) / error
        worth -= UNKNOWN if math.isnan(missed) else missed**2
    return worth
