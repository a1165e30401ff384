"""The value of single components: play without one on the same deals, and a search's values of taking it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework.base import Agent
from eurogym.common.deals import TESTING, root
from eurogym.design.components import nearest_to_nothing, ranked
from eurogym.design.figures import Figure, control
from eurogym.design.record import declared, labels_of
from eurogym.design.tables import BLOCK, Games, Table
from eurogym.envs.core import registry
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.design import Components, Named
from eurogym.envs.core.declare.standing import margins
from eurogym.measure.games.blocks import ALONE, Work, play_cells
from eurogym.measure.games.matches import Cell, deal_seeds
from eurogym.measure.report.report import progress_bar
from eurogym.measure.stats.statistics import (
    bounded_interval,
    bounded_p_value,
    mean_interval,
    mean_p_value,
)
from eurogym.play.judge import Judge

INSTEAD = "mc:sims=2"  # the agent that chooses if the band's choice is about a forbidden component
FORBIDDEN = 200  # deals that are played without a component, at most
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
    """Return the same without ranges that place components, if others take them."""
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


# --- play without a component -----------------------------------------------------------------------------------------


class Allowed:
    """A batch with other action masks; everything else is that of the batch."""

    def __init__(self, batch: Any, masks: np.ndarray):
        self._batch, self.action_masks = batch, masks

    def __getattr__(self, name: str) -> Any:
        return getattr(self._batch, name)


class Without(Agent):
    """An agent in all seats that does without one component in seat `game % seats` of every game of a batch.

    Whenever its choice in this seat is about the component, a short search chooses in its place: among the remaining
    actions or, with `allowed`, among all. A mask would not be enough: hand-written play names what it wants, and takes
    anything if that is not legal. The difference between the two does not include what the search itself contributes.
    """

    def __init__(self, agent: str, game: str, component: int, allowed: bool = False):
        super().__init__(f"{agent} without {component}")
        self.spec, self.game, self.component, self.allowed = agent, game, component, allowed

    def __reduce__(self) -> Any:  # what agents have compiled does not travel
        return Without, (self.spec, self.game, self.component, self.allowed)

    @cached_property
    def players(self) -> list[Any]:
        """Return the agent and the one that chooses in its place."""
        return [agents.make(name, game=self.game) for name in (self.spec, INSTEAD)]

    @property
    def needs_observations(self) -> bool:
        """Whether one of the two reads observations."""
        return any(getattr(player, "needs_observations", True) for player in self.players)

    def prepare(self, batch: Any) -> None:
        """Prepare both agents."""
        for player in self.players:
            if hasattr(player, "prepare"):
                player.prepare(batch)

    def reset(self, seed: int) -> None:
        """Reset both agents."""
        for player in self.players:
            player.first_slot = self.first_slot
            player.reset(seed)

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """Return one legal action for each game index."""
        games = np.asarray(games, np.int64)
        actions = np.array(self.players[0].act(batch, games))
        kind, number = place_of(batch.game, self.component)
        mine = np.flatnonzero(batch.current_seat[games] == games % batch.num_seats)
        chosen = np.zeros(batch.action_masks.shape, bool)
        chosen[games[mine], actions[mine]] = True
        asked = [
            mine[rows[of == number]] for rows, _, of in about(batch, games[mine], actions_of(kind), chosen)
        ]
        if not any(map(len, asked)):
            return actions
        places = np.sort(np.concatenate(asked))
        left = np.array(batch.action_masks)
        for rows, which, of in about(batch, games[places], actions_of(kind), left):
            left[games[places[rows[of == number]]], which[of == number]] = False
        places = places[left[games[places]].any(axis=1)]  # else nothing is left but the component
        masked = batch if self.allowed else Allowed(batch, left)
        actions[places] = self.players[1].act(masked, games[places])
        return actions


def forbidden(
    games: Games, band: str, numbers: Sequence[int], work: Work = ALONE, quiet: bool = True
) -> list[Figure]:
    """Return what a seat loses without a component, compared with itself on the same deals, at the smallest table."""
    base = next(table for table in games.tables if table.band == band)
    count = min(FORBIDDEN, base.games)
    deals = deal_seeds(games.seed, count)
    cells = [
        Cell(games.game, [Without(band, games.game, number, allowed)],
             np.zeros((count, base.players), np.int64), deals, games.seed, games.options)
        for number in numbers for allowed in (True, False)
    ]  # fmt: skip
    with progress_bar(len(cells) * count, f"{games.game}, without a component", quiet) as bar:
        done = [
            Table(games.game, band, base.players, results)
            for results in play_cells(cells, work, bar.update, BLOCK)
        ]
    labels = labels_of(declared(registry.game(games.game)))
    found: list[Figure] = []
    for number, allowed, without in zip(numbers, done[::2], done[1::2], strict=True):
        found += _losses(allowed, without, labels[number])
    control(found)
    return found


def _losses(base: Table, without: Table, label: str) -> list[Figure]:
    rows = np.arange(base.games)
    seat = rows % BLOCK % base.players  # as the agents count, who know their block alone
    lead, wins = (
        [values(table)[rows, seat] for table in (base, without)]
        for values in (lambda table: margins(table.scores), lambda table: table.wins)
    )
    changed = (base.scores != without.scores).any(axis=1)
    return [
        Figure("forbidden", base.band, base.players, label, "games that change", float(changed.mean()),
               games=base.games),
        _compared("forbidden", base, label, "points ahead lost", lead[0] - lead[1]),
        _compared("forbidden", base, label, "games won lost", wins[0] - wins[1], share=True),
    ]  # fmt: skip


def _compared(
    part: str, table: Table, label: str, name: str, values: np.ndarray, share: bool = False
) -> Figure:
    """Return a mean that is compared with 0 as a figure; `share`: values are differences of shares."""
    if share:
        found, p = bounded_interval(values, -1.0), bounded_p_value(values, 0.0, -1.0)
    else:
        found = mean_interval(values)
        p = mean_p_value(found)
    return Figure(
        part, table.band, table.players, label, name, *found, len(values), 1.0 if np.isnan(p) else p
    )


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
            found.append(_compared("search", base, labels[number], "points ahead by taking it", worth))
    control(found)
    return found
