"""The value of single components: what a search says of taking one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eurogym.common.deals import TESTING, root
from eurogym.design.components import nearest_to_nothing, ranked
from eurogym.design.figures import Figure, control
from eurogym.design.record import declared, labels_of
from eurogym.design.tables import BLOCK, Games
from eurogym.envs.core import registry
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.design import Components, Named
from eurogym.measure.games.blocks import ALONE, Work, play_cells
from eurogym.measure.games.matches import Cell, deal_seeds
from eurogym.measure.report.report import progress_bar
from eurogym.measure.stats.statistics import mean_interval, mean_p_value
from eurogym.play.judge import Judge

SEARCHED = 64  # games in which positions are looked for, one of a game for each component
ASKED = 0.3  # chance of an occasion to be the one that is looked at
TRIED, JUDGED = (
    8,
    32,
)  # imagined worlds that actions are chosen by, and fresh ones that the chosen are judged in


# --- which actions are about a component ------------------------------------------------------------------------------


def actions_of(kind: Components) -> Mapping[str, Named]:
    """Return the action ranges that knowingly take, seek or place components of a kind."""
    every = {**kind.placed, **kind.sought, **kind.taken}
    return {name: which for name, which in every.items() if name not in kind.blind}


def taking(kind: Components) -> Mapping[str, Named]:
    """Return the action ranges that knowingly take or seek components of a kind; without any, those that place them."""
    every = {**kind.sought, **kind.taken} or kind.placed
    return {name: which for name, which in every.items() if name not in kind.blind}


def about(
    batch: Any, games: np.ndarray, concerned: Mapping[str, Named], masks: np.ndarray
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Yield masked actions of some ranges: (position in `games`, action, component of the kind), range by range."""
    for one in batch.catalog.ranges:
        if one.name not in concerned:
            continue
        rows, index = np.nonzero(masks[games, one.start : one.stop])
        if len(rows):
            seats = batch.current_seat[games[rows]]
            yield rows, index + one.start, concerned[one.name](batch.states[games[rows]], seats, index)


def place_of(game: Any, number: int) -> tuple[Components, int]:
    """Return the kind of a component by its number in the records, and its number within the kind."""
    for kind in declared(game).components:
        if number < len(kind.names):
            return kind, number
        number -= len(kind.names)
    raise IndexError(number)


def standouts(figures: Sequence[Figure], game: Any, band: str, count: int) -> list[int]:
    """Return the numbers of components that are certainly furthest from their kind, of those that actions concern."""
    labels = labels_of(declared(game))
    order = sorted(ranked(figures, band), key=lambda one: -abs(nearest_to_nothing(one)))
    numbers = [labels.index(one.of) for one in order if one.sure]
    return [number for number in numbers if actions_of(place_of(game, number)[0])][:count]


# --- what a search says -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Appraisal:
    """An observer of games that asks, in one position of each, for the value of taking each of some components."""

    components: tuple[int, ...]
    seed: int

    def __call__(self, batch: Any, seating: np.ndarray) -> Appraiser:
        """Return an observer of a block that has just been dealt."""
        return Appraiser(batch, self)


class Appraiser:
    """One block of games. Facts: worth (n, K), points ahead that the best action which takes a component brings more
    than the best other one, nan where no position was looked at.

    Actions are chosen by play to the end in a few imagined worlds, and the two chosen are judged in fresh ones.
    """

    def __init__(self, batch: Any, asked: Appraisal):
        self.batch, self.asked = batch, asked
        self.places = [place_of(batch.game, number) for number in asked.components]
        self.worth = np.full((batch.num_envs, len(self.places)), np.nan)
        self.rng = np.random.default_rng(derive_seed(asked.seed, "occasions", int(batch.seeds[0])))
        self.one = batch.new_like(1, autoreset=False, observe=False)
        self.judges = [
            Judge(self.one, worlds, derive_seed(asked.seed, name))
            for worlds, name in ((TRIED, "chosen"), (JUDGED, "judged"))
        ]

    def before(self, games: np.ndarray, actions: np.ndarray) -> None:
        """Every one of `games` is about to take its action."""
        free = games[self.batch.action_masks[games].sum(axis=1) > 1]
        takers: dict[tuple[int, int], list[int]] = {}
        for kind in dict.fromkeys(id(kind) for kind, _ in self.places):
            mine = {number: k for k, (of, number) in enumerate(self.places) if id(of) == kind}
            concerned = taking(next(of for of, _ in self.places if id(of) == kind))
            for rows, which, components in about(self.batch, free, concerned, self.batch.action_masks):
                for at in np.flatnonzero(np.isin(components, list(mine))):
                    key = int(free[rows[at]]), mine[int(components[at])]
                    takers.setdefault(key, []).append(int(which[at]))
        for (game, component), which in takers.items():
            legal = np.flatnonzero(self.batch.action_masks[game]).tolist()
            fits = np.isnan(self.worth[game, component]) and len(which) < len(legal)
            if fits and self.rng.random() < ASKED:
                self.worth[game, component] = self._gain(game, legal, set(which))

    def _gain(self, game: int, legal: list[int], which: set[int]) -> float:
        seat = int(self.batch.current_seat[game])
        self.one.load(np.asarray(self.batch.states)[game : game + 1])
        means = self.judges[0].outcomes(self.one, seat, legal).ahead.mean(axis=1)
        best = [
            max((place for place, action in enumerate(legal) if (action in which) == takes), key=means.__getitem__)
            for takes in (True, False)
        ]  # fmt: skip
        return self.judges[1].outcomes(self.one, seat, [legal[place] for place in best]).gain(0, 1)[0]

    def facts(self) -> dict[str, np.ndarray]:
        """Return what the positions said."""
        return {"worth": self.worth}


def searched(
    games: Games,
    band: str,
    numbers: Sequence[int],
    work: Work = ALONE,
    quiet: bool = True,
    count: int = SEARCHED,
) -> list[Figure]:
    """Return the value of taking a component relative to the best other action, over positions of a band's games."""
    base = next(table for table in games.tables if table.band == band)
    cell = Cell(
        games.game, [band], np.zeros((count, base.players), np.int64), deal_seeds(games.seed, count), games.seed,
        games.options, watch=Appraisal(tuple(numbers), root(TESTING, games.seed)),
    )  # fmt: skip
    with progress_bar(count, f"{games.game}, search of single positions", quiet) as bar:
        (results,) = play_cells([cell], work, bar.update, max(2, BLOCK // 16))
    labels = labels_of(declared(registry.game(games.game)))
    found = []
    for k, number in enumerate(numbers):
        worth = results.facts["worth"][:, k]
        worth = worth[~np.isnan(worth)]
        if len(worth) > 1:
            gain = mean_interval(worth)
            found.append(
                Figure("search", band, base.players, labels[number], "points ahead by taking it", *gain, len(worth),
                       mean_p_value(gain))
            )  # fmt: skip
    control(found)
    return found
