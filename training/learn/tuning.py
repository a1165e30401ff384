"""Tuning the weights of a game's heuristic by the cross-entropy method.

Every generation draws vectors of weights around the mean so far. At a table, each vector takes one seat and the mean
has the others; seats rotate, and all vectors play the same deals. In games without opposing seats, each plays the deals
by itself. The best fifth moves the mean and narrows the spread. `agents/<game>/tuning.py` declares what is tuned
together.
"""

from __future__ import annotations

import importlib
import multiprocessing
import signal
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import repeat
from typing import Any

import numpy as np

from eurogym.agents import exists, package_of
from eurogym.agents.framework.bots.tuning import Setting, weighted_play
from eurogym.common.deals import TUNING, root
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.forms import ListOf, Maybe, Number, OneOf, Record, Whole, Wrong, form_of
from eurogym.measure.games.cluster import AHEAD, connected, cores_of, scatter
from eurogym.measure.games.workers import can_start, end_with_parent, without_main

ELITE = 0.2  # share of a generation that moves the mean
MOVE = 0.7  # how far the mean moves towards the elite
NARROW = 0.5  # how far the spread moves towards that of the elite
LEAST_SPREAD = 0.15  # of the first spread
POINTS_PER_PLACE = 30.0  # points of lead that count like a placement better by one
FINAL_DEALS = 8  # times the deals of a generation for the comparison at the end


# --- what can be tuned -------------------------------------------------------------------------------------------


def tuned_settings(game: str) -> dict[str, Setting]:
    """Return what can be tuned in a game's heuristic, by name; raise OptionError if its agents declare nothing."""
    registry.entry(game)
    if not _declares_tuning(game):
        known = ", ".join(filter(_declares_tuning, registry.games()))
        raise OptionError(f"{game} has no weights to tune; games that have: {known}")
    return importlib.import_module(f"{package_of(game)}.tuning").SETTINGS


def _declares_tuning(game: str) -> bool:
    return exists(f"{package_of(game)}.tuning")


def setting_of(game: str, name: str) -> Setting:
    """Return one of the settings; raise OptionError for an unknown name."""
    known = tuned_settings(game)
    if name not in known:
        raise OptionError(f"{game}: no setting {name!r}; settings: {', '.join(known)}")
    return known[name]


def weights_of(game: str, name: str) -> tuple[tuple[str, ...], np.ndarray]:
    """Return names and shipped values of the weights of a setting; raise OptionError for an unknown one."""
    prefix = setting_of(game, name).prefix
    module = importlib.import_module(f"{package_of(game)}.weights")
    names = getattr(module, f"{prefix}_NAMES", module.NAMES)
    return tuple(names), np.array(getattr(module, f"{prefix}_WEIGHTS"), dtype=np.float64)


def weights_fixed(game: str) -> tuple[str, ...]:
    """Return the names of weights that are facts of the rules and must not be tuned."""
    return getattr(importlib.import_module(f"{package_of(game)}.weights"), "FIXED", ())


# --- games ---------------------------------------------------------------------------------------------------------


class TunedGames:
    """The games of one setting, ready to be played with vectors of weights."""

    def __init__(self, game: str, setting: Setting) -> None:
        self.game = registry.game(game)
        self.setting = setting
        self.play_games = weighted_play(self.game)
        self._batches: dict[tuple[int, int], Any] = {}

    def worths(
        self, vectors: np.ndarray, rivals: np.ndarray, seeds: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the value of each row of `vectors` against `rivals` on the same deals, and its mean score.

        `vectors` is float64[n, W], `rivals` float64[W]; `seeds` int64[deals] are assigned in turn to the options of the
        setting. Return float64[n] and float64[n].
        """
        worths = np.zeros(len(vectors))
        points = np.zeros(len(vectors))
        every = len(self.setting.options)
        for number in range(every):
            deals = seeds[number::every]
            for row, vector in enumerate(vectors):
                gained, scored = self._play(number, np.stack([rivals, vector]), deals)
                worths[row] += gained.sum()
                points[row] += scored.sum()
        return worths / len(seeds), points / len(seeds)

    def _play(self, number: int, weights: np.ndarray, seeds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Play games of one option set with row 1 of `weights` in a rotating seat and row 0 in the others."""
        deals = len(seeds)
        if deals == 0:
            return np.zeros(1), np.zeros(1)
        key = (number, deals)
        if key not in self._batches:
            batch = registry.module(self.game.name).batch(
                num_envs=deals,
                autoreset=False,
                observe=False,
                auto_forced=False,
                **self.setting.options[number],
            )
            self._batches[key] = (batch, {})
        batch, dealt = self._batches[key]
        first = int(seeds[0])
        if first not in dealt:
            dealt.clear()
            batch.reset(seeds)
            dealt[first] = batch.states.copy()
        states = dealt[first].copy()
        seats = batch.num_seats
        places = np.arange(deals) % seats
        rows = np.zeros((deals, seats), np.int64)
        rows[np.arange(deals), places] = 1
        table = np.zeros((deals, batch.table_seats, 2), np.int64)
        mask = np.zeros(batch.action_masks.shape[1], np.uint8)
        self.play_games(states, 0, deals, rows, weights, mask, np.zeros(2, np.uint64), table)
        return worth_of_scores(self.game, table, places), table[np.arange(deals), places, 0].astype(float)


def worth_of_scores(game: Any, table: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return the value of final scores int64[n, T, 2] for the seat `places` of each game: placement and lead.

    In a game without other seats, it is the score, with a bonus of three points for reaching the best possible one.
    """
    own = table[np.arange(len(table)), places]
    if table.shape[1] == 1:
        _, high = game.solo_score_range
        return own[:, 0] / POINTS_PER_PLACE + 0.1 * (own[:, 0] >= high)
    key = table[:, :, 0] * (1 << 24) + table[:, :, 1]
    mine = key[np.arange(len(table)), places]
    beaten = (key < mine[:, None]).sum(axis=1) / (table.shape[1] - 1)
    others = table[:, :, 0].copy()
    others[np.arange(len(table)), places] = np.iinfo(np.int64).min
    return 2.0 * beaten - 1.0 + (own[:, 0] - others.max(axis=1)) / POINTS_PER_PLACE


# --- workers -------------------------------------------------------------------------------------------------------

MOST_DEATHS = 3  # times that processes may end over one generation

_GAMES: TunedGames | None = None


def _start_worker(game: str, name: str) -> None:
    global _GAMES
    _GAMES = TunedGames(game, setting_of(game, name))


def _start_process(entry: registry.Entry, name: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it at once and without words
    end_with_parent()
    registry.declare(entry.name, entry.version, entry.package)
    _start_worker(entry.name, name)


def _run_worker(vectors: np.ndarray, rivals: np.ndarray, seeds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return _GAMES.worths(vectors, rivals, seeds)


def _run_there(
    game: str, name: str, rivals: np.ndarray, seeds: np.ndarray, number: int, part: np.ndarray
) -> tuple:
    """Do the same in a process of a cluster."""
    if _GAMES is None or _GAMES.setting is not setting_of(game, name):
        _start_worker(game, name)
    return _run_worker(part, rivals, seeds)


class Workers:
    """Processes that play the games of candidates, here or on a cluster; with one job, this process plays them."""

    def __init__(self, game: str, name: str, jobs: int, cluster: str = "") -> None:
        _start_worker(game, name)
        self._until = ExitStack()
        self.ray = self._until.enter_context(connected(cluster)) if cluster else None
        self.game, self.name, self.jobs = game, name, jobs if can_start() else 1
        self.pool: ProcessPoolExecutor | None = None
        start = weights_of(game, name)[1]
        _run_worker(start[None], start, np.zeros(1, np.int64))  # compiles for all

    def worths(self, vectors, rivals, seeds) -> tuple[np.ndarray, np.ndarray]:
        """Return `TunedGames.worths` of all vectors, shared among the processes.

        The result does not depend on the number of processes. If one is killed, all of them are restarted and play
        again; raise InputError if that happens MOST_DEATHS times with the same vectors.
        """
        if self.ray is not None:
            parts = np.array_split(vectors, min(len(vectors), AHEAD * max(1, cores_of(self.ray))))
            given = self.game, self.name, rivals, seeds
            coming = scatter(
                self.ray, [self.game], _run_there, given, enumerate(parts), "candidates {0[0]}".format
            )
            return _joined(answer for _, answer in sorted(coming, key=lambda one: one[0][0]))
        if self.jobs == 1:
            return _run_worker(vectors, rivals, seeds)
        parts = np.array_split(vectors, min(len(vectors), self.jobs))
        for _ in range(MOST_DEATHS):
            try:
                with without_main():
                    coming = self._started().map(_run_worker, parts, repeat(rivals), repeat(seeds))
                return _joined(coming)
            except BrokenProcessPool:
                self._end()
        raise InputError(
            f"processes died {MOST_DEATHS} times on the same games of {self.game}; if memory ran out, use fewer "
            "--jobs"
        )

    def _started(self) -> ProcessPoolExecutor:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(
                self.jobs,
                multiprocessing.get_context("spawn"),  # numba's threads do not survive a fork
                _start_process,
                (registry.entry(self.game), self.name),
            )
        return self.pool

    def close(self) -> None:
        """End the processes once they have finished their present games, or leave the cluster."""
        self._until.close()
        self._end()

    def _end(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)
            self.pool = None


def _joined(parts: Iterable[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    worths, points = map(np.concatenate, zip(*parts, strict=True))
    return worths, points


# --- the search -----------------------------------------------------------------------------------------------------


@dataclass
class Generation:
    """One line of the curve: values of the best vector, the elite and all, mean score, and mean spread left."""

    number: int
    seconds: float
    best: float
    elite: float
    everyone: float
    points: float
    spread: float


COURSE = {  # what a search goes on from, beside its vectors
    "curve": ListOf(form_of(Generation)),
    "best_worth": Maybe(Number()),
    "random": Record(
        {
            "bit_generator": OneOf(("PCG64",)),
            "state": Record({name: Whole(0, 2**128 - 1) for name in ("state", "inc")}),
            "has_uint32": Whole(0, 1),
            "uinteger": Whole(0, 2**32 - 1),
        }
    ),
}


class CrossEntropy:
    """The state of a search over vectors: it draws some around its mean, and their values move it.

    `start` (W,) is the first mean; `first_sigma` (W,) are the first standard deviations, 0 for entries that stay fixed;
    `population` is the number of vectors in a generation.
    """

    def __init__(self, start: np.ndarray, first_sigma: np.ndarray, population: int, seed: int) -> None:
        self.population, self.seed, self.mean = population, seed, np.asarray(start, np.float64).copy()
        self.first_sigma = self.sigma = first_sigma
        self.random = np.random.default_rng(seed)
        self.curve: list[Generation] = []
        self.best_vector, self.best_worth = self.mean, -np.inf

    def draw(self) -> np.ndarray:
        """Draw the vectors of the next generation, float64[population, W], in pairs on both sides of the mean."""
        half = self.random.standard_normal(((self.population + 1) // 2, len(self.mean)))
        return self.mean + self.sigma * np.concatenate([half, -half])[: self.population]

    def move(self, vectors: np.ndarray, worths: np.ndarray, points: np.ndarray, seconds: float) -> Generation:
        """Move towards the best fifth of the vectors; `seconds` is the time since the search began."""
        order = np.argsort(-worths)
        elite = order[: max(2, round(ELITE * self.population))]
        if worths[order[0]] > self.best_worth:
            self.best_vector, self.best_worth = vectors[order[0]], float(worths[order[0]])
        self.mean = self.mean + MOVE * (vectors[elite].mean(axis=0) - self.mean)
        sigma = self.sigma + NARROW * (vectors[elite].std(axis=0) - self.sigma)
        self.sigma = np.maximum(sigma, LEAST_SPREAD * self.first_sigma)
        self.curve.append(
            Generation(
                len(self.curve), round(seconds, 1), float(worths[order[0]]), float(worths[elite].mean()),
                float(worths.mean()), float(points.mean()), float(self.sigma.sum() / self.first_sigma.sum()),
            )
        )  # fmt: skip
        return self.curve[-1]


class Search(CrossEntropy):
    """A search for weights of a heuristic, which can be saved as plain data.

    `start` are the weights to begin with (None: the shipped ones); `spread` is the first standard deviation as a share
    of each weight.
    """

    def __init__(
        self,
        game: str,
        name: str,
        population: int,
        games: int,
        seed: int,
        spread: float,
        start: np.ndarray | None,
    ) -> None:
        self.names, self.shipped = weights_of(game, name)
        self.began_at = self.shipped.copy() if start is None else np.asarray(start, np.float64).copy()
        self.about = {"game": game, "setting": name, "population": population, "games": games, "seed": seed}
        self.about |= {
            "first_spread": spread,
            "names": list(self.names),
            "started_from": self.began_at.tolist(),
        }
        self.options = list(setting_of(game, name).options)
        fixed = np.isin(self.names, weights_fixed(game)) | (self.began_at == 0.0)  # 0: switched off
        first_sigma = np.where(fixed, 0.0, spread * np.abs(self.began_at) + 0.2 * spread)
        super().__init__(self.began_at, first_sigma, population, seed)

    def result(self, check: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the result, and what :meth:`go_on_from` needs, for JSON; `check` is the comparison at the end."""
        return self.about | {
            "options": self.options,
            "mean": self.mean.tolist(),
            "shipped": self.shipped.tolist(),
            "best_single": self.best_vector.tolist(),
            "best_worth": self.best_worth if self.curve else None,
            "spread": self.sigma.tolist(),
            "curve": [asdict(line) for line in self.curve],
            "random": self.random.bit_generator.state,
            "check": check,
        }

    def go_on_from(self, earlier: dict[str, Any]) -> None:
        """Continue where an earlier search was; raise InputError for a damaged result or one of another search."""
        for name, value in self.about.items():
            if name not in earlier:
                raise InputError(f"no search can continue from this result: it lacks {name!r}")
            if earlier[name] != value:
                shown = [
                    text if len(text) <= 40 else f"{text[:37]}..."
                    for text in map(repr, (earlier[name], value))
                ]
                raise InputError(
                    f"this result is of another search: {name.replace('_', ' ')} {shown[0]}, asked for {shown[1]}"
                )
        vectors = {name: ListOf(Number(), *self.mean.shape * 2) for name in ("mean", "spread", "best_single")}
        try:
            Record(vectors | COURSE, open=True).check(earlier)
            self.curve = [Generation(**line) for line in earlier["curve"]]
            self.best_worth = float(earlier["best_worth"]) if self.curve else -np.inf
        except (Wrong, TypeError) as error:
            raise InputError(f"this result is damaged: {error}") from None
        self.mean, self.sigma, self.best_vector = (np.array(earlier[name], np.float64) for name in vectors)
        self.random.bit_generator.state = earlier["random"]


def tune(
    game: str,
    name: str,
    population: int = 64,
    generations: int = 30,
    games: int = 64,
    jobs: int = 1,
    seed: int = 1,
    minutes: float | None = None,
    spread: float = 0.25,
    start: np.ndarray | None = None,
    report: Any = None,
    keep: Any = None,
    earlier: dict[str, Any] | None = None,
    cluster: str = "",
) -> dict[str, Any]:
    """Search for weights, with `games` deals per candidate and generation.

    After each generation, `report(generation)` and `keep(result)` are called.

    `jobs` is the number of processes that play, `cluster` the address of a Ray cluster that plays instead; the result
    does not depend on them. `start` are the weights to begin with
    (None: the shipped ones), and `spread` is the first standard deviation as a share of each weight. `earlier` is a
    result of the same search to continue from, with the same outcome as if it had not stopped there; `generations` and
    `minutes` count from its beginning.

    Return a dict for JSON: names, mean, shipped, spreads, curve, and the comparison with the start. `keep` gets the
    same without that comparison (`check` is None).
    """
    start_of_deals = root(TUNING, seed)
    search = Search(game, name, population, games, seed, spread, start)
    if earlier is not None:
        search.go_on_from(earlier)
    begin = time.monotonic() - (search.curve[-1].seconds if search.curve else 0.0)
    workers = Workers(game, name, jobs, cluster)
    lasted = 0.0
    try:
        for number in range(len(search.curve), generations):
            started = time.monotonic()
            if minutes is not None and started - begin + 2.0 * lasted > 60.0 * minutes:
                break
            vectors = search.draw()
            seeds = np.array([derive_seed(start_of_deals, "tune", number, k) for k in range(games)], np.int64)
            worths, points = workers.worths(vectors, search.mean, seeds)
            line = search.move(vectors, worths, points, time.monotonic() - begin)
            lasted = time.monotonic() - started
            if report is not None:
                report(line)
            if keep is not None:
                keep(search.result())
        seeds = np.array(
            [derive_seed(start_of_deals, "check", k) for k in range(FINAL_DEALS * games)], np.int64
        )
        both = np.stack([search.mean, search.began_at])
        worths, points = workers.worths(both, search.began_at, seeds)
    finally:
        workers.close()
    return search.result(
        {
            "worth_of_mean": float(worths[0]),
            "worth_of_start": float(worths[1]),
            "points_of_mean": float(points[0]),
            "points_of_start": float(points[1]),
            "deals": len(seeds),
        }
    )
