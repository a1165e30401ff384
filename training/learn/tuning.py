"""Tuning the weights of a game's heuristic by the cross-entropy method.

Every generation draws vectors of weights around the mean so far. At a table, each vector takes one seat and the mean
has the others; seats rotate, and all vectors play the same deals. In games without opposing seats, each plays the deals
by itself. The best fifth moves the mean and narrows the spread. `agents/<game>/tuning.py` declares what is tuned
together.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from eurogym.agents.framework.bots.tuning import Setting, weighted_play
from eurogym.agents.framework.registry import exists, package_of
from eurogym.common.deals import TUNING, root
from eurogym.envs.core import registry
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.errors import OptionError

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
    """The games of one setting, played with vectors of weights by so many threads; what they say does not depend on
    their number.
    """

    def __init__(self, game: str, setting: Setting, threads: int = 1) -> None:
        self.game, self.setting, self.threads = registry.game(game), setting, threads
        self.play_games = weighted_play(self.game)

    def worths(self, vectors: np.ndarray, rivals: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """Return the value of each row of `vectors` against `rivals` on the same deals, and its mean score.

        `vectors` is float64[n, W], `rivals` float64[W]; `seeds` int64[deals] are assigned in turn to the options of the
        setting. Return float64[2, n].
        """
        found = np.zeros((len(vectors), 2))
        every = len(self.setting.options)
        for number, options in enumerate(self.setting.options[: len(seeds)]):
            deals = seeds[number::every]
            batch = registry.module(self.game.name).batch(
                num_envs=len(deals), autoreset=False, observe=False, auto_forced=False, **options
            )
            batch.reset(deals)
            with ThreadPoolExecutor(self.threads) as pool:
                found += list(pool.map(lambda one, batch=batch: self._play(batch, rivals, one), vectors))
        return found.T / len(seeds)

    def _play(self, batch: Any, rivals: np.ndarray, vector: np.ndarray) -> tuple[float, float]:
        """Play the games of a batch with a vector in a rotating seat; return the sums of its values and scores."""
        deals, seats = batch.num_envs, batch.num_seats
        places = np.arange(deals) % seats
        rows = np.zeros((deals, seats), np.int64)
        rows[np.arange(deals), places] = 1
        table = np.zeros((deals, batch.table_seats, 2), np.int64)
        mask, rng = np.zeros(batch.action_masks.shape[1], np.uint8), np.zeros(2, np.uint64)
        self.play_games(batch.states.copy(), 0, deals, rows, np.stack([rivals, vector]), mask, rng, table)
        worths = worth_of_scores(self.game, table, places)
        return worths.sum(), table[np.arange(deals), places, 0].sum()


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
    report: Callable[[Generation], None] | None = None,
    keep: Callable[[dict[str, Any]], None] | None = None,
) -> dict[str, Any]:
    """Search for weights, with `games` deals per candidate and generation.

    After each generation, `report(generation)` and `keep(result)` are called. `jobs` is the number of threads that
    play; the result does not depend on it. `spread` is the first standard deviation as a share of each weight.

    Return a dict for JSON: names, mean, shipped, spreads, curve, and the comparison with the shipped weights. `keep`
    gets the same without that comparison (`check` is None).
    """
    names, shipped = weights_of(game, name)
    setting = setting_of(game, name)
    fixed = np.isin(names, weights_fixed(game)) | (shipped == 0.0)  # 0: switched off
    search = CrossEntropy(
        shipped, np.where(fixed, 0.0, spread * np.abs(shipped) + 0.2 * spread), population, seed
    )

    def result(check: dict[str, Any] | None = None) -> dict[str, Any]:
        return {
            "game": game, "setting": name, "population": population, "games": games, "seed": seed,
            "first_spread": spread, "names": list(names), "options": list(setting.options),
            "mean": search.mean.tolist(), "shipped": shipped.tolist(),
            "best_single": search.best_vector.tolist(), "best_worth": search.best_worth if search.curve else None,
            "spread": search.sigma.tolist(), "curve": [asdict(line) for line in search.curve], "check": check,
        }  # fmt: skip

    start_of_deals = root(TUNING, seed)
    played = TunedGames(game, setting, jobs)
    played.worths(shipped[None], shipped, np.zeros(1, np.int64))  # compiles
    begin, lasted = time.monotonic(), 0.0
    for number in range(generations):
        started = time.monotonic()
        if minutes is not None and started - begin + 2.0 * lasted > 60.0 * minutes:
            break
        vectors = search.draw()
        seeds = np.array([derive_seed(start_of_deals, "tune", number, k) for k in range(games)], np.int64)
        worths, points = played.worths(vectors, search.mean, seeds)
        line = search.move(vectors, worths, points, time.monotonic() - begin)
        lasted = time.monotonic() - started
        if report is not None:
            report(line)
        if keep is not None:
            keep(result())
    seeds = np.array([derive_seed(start_of_deals, "check", k) for k in range(FINAL_DEALS * games)], np.int64)
    worths, points = played.worths(np.stack([search.mean, shipped]), shipped, seeds).tolist()
    return result(
        {
            "worth_of_mean": worths[0],
            "worth_of_shipped": worths[1],
            "points_of_mean": points[0],
            "points_of_shipped": points[1],
            "deals": len(seeds),
        }
    )
