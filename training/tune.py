"""Tuning the weights of a game's heuristic by the cross-entropy method.

    python -m training.tune castles_of_burgundy --settings table --minutes 8 --processes 16 --out weights.json

Every generation draws vectors of weights around the mean so far. At a table each of them takes one seat, the
mean has the others, seats rotate, and all of them play the same deals; in games without opposing seats each plays
the deals alone. The best fifth moves the mean and narrows the spread. Nothing is written into the
agents: the values found go to the file, to be copied by hand.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import json
import multiprocessing
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from envs.core import registry
from envs.core.compile import load_template
from envs.core.errors import EurogymError, OptionError
from envs.core.random import derive_seed

TEMPLATE = Path(__file__).with_name("tune_template.py")
ELITE = 0.2  # share of a generation that moves the mean
MOVE = 0.7  # how far the mean moves towards the elite
NARROW = 0.5  # how far the spread moves towards that of the elite
LEAST_SPREAD = 0.15  # of the first spread
MARGIN = 30.0  # points of margin that count like a placement better by one
FINAL_DEALS = 8  # times the deals of a generation for the comparison at the end


@dataclass(frozen=True)
class Setting:
    """What is tuned together: a column of weights, and the options of the games that are played for it.

    `prefix` names the arrays of agents.<game>.weights: <prefix>_WEIGHTS, and <prefix>_NAMES where the names are
    not those of NAMES.
    """

    prefix: str
    options: tuple[dict[str, Any], ...]


def _duchies(*players: int) -> tuple[dict[str, Any], ...]:
    return tuple(
        {"num_players": number, "duchies": duchies} for number in players for duchies in (1, "random")
    )


SETTINGS: dict[str, dict[str, Setting]] = {
    "villagers": {
        "table": Setting("TABLE", tuple({"num_players": number} for number in (2, 3, 4, 5))),
        "solo": Setting(
            "SOLO",
            tuple({"num_players": 1, "difficulty": level} for level in ("beginner", "normal", "hard")),
        ),
    },
    "castles_of_burgundy": {
        "table": Setting("TABLE3", _duchies(2, 3, 4)),
        "table2": Setting("TABLE2", _duchies(2)),
        "table3": Setting("TABLE3", _duchies(3)),
        "table4": Setting("TABLE4", _duchies(4)),
        "chateauma": Setting(
            "CHATEAUMA",
            tuple(
                {"num_players": 1, "chateauma": level, "modifiers": letters, "duchies": duchies}
                for level, letters, duchies in (
                    ("easy", "", 1), ("medium", "", 1), ("medium", "AB", "random"), ("hard", "", 1),
                    ("hard", "", "random"), ("easy", "ABCD", 1),
                )
            ),
        ),
        "solo": Setting("SOLO", tuple({"num_players": 1, "solo_board": board} for board in (33, 34))),
    },
    "village": {
        "table": Setting("TABLE", tuple({"num_players": number} for number in (2, 3, 4, 5))),
        "solo": Setting("SOLO", tuple({"num_players": 1, "carla_rule": rule} for rule in ("colour", "die"))),
    },
    "keyflower": {
        **{f"table{number}": Setting(f"TABLE{number}", ({"num_players": number},)) for number in (2, 3, 4)},
        "table5": Setting("TABLE5", tuple({"num_players": number} for number in (5, 6))),
    },
}  # fmt: skip


class Table:
    """The games of one setting, ready to be played by vectors of weights."""

    def __init__(self, game: str, setting: Setting) -> None:
        self.game = registry.game(game)
        self.setting = setting
        policy = importlib.import_module(f"agents.{game}.heuristic")
        bindings = {
            "legal_actions": self.game.legal_actions,
            "apply": self.game.apply,
            "scores": self.game.scores,
            "choose_weighted": policy.choose_weighted,
        }
        self.play_games = load_template(TEMPLATE, f"training._tune_{game}", bindings).play_games
        self._batches: dict[tuple[int, int], Any] = {}

    def worths(self, vectors: np.ndarray, rivals: np.ndarray, seeds: np.ndarray) -> tuple[np.ndarray, float]:
        """What each row of `vectors` gets against `rivals` on the same deals, and its mean score.

        vectors: float64[n, W]; rivals: float64[W]; seeds: int64[deals], dealt in turn to the options of the setting.
        Returns float64[n] and float64[n].
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
        """Games of one option set with row 1 of `weights` in a rotating seat, row 0 in the others."""
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
        return standing(self.game, table, places), table[np.arange(deals), places, 0].astype(float)


def standing(game: Any, table: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Worth of final scores int64[n, T, 2] for the seat `places` of each game: placement and margin.

    A game without other seats: the score, and for reaching the best possible one as much as for three points.
    """
    own = table[np.arange(len(table)), places]
    if table.shape[1] == 1:
        low, high = game.solo_score_range
        return own[:, 0] / MARGIN + 0.1 * (own[:, 0] >= high)
    key = table[:, :, 0] * (1 << 24) + table[:, :, 1]
    mine = key[np.arange(len(table)), places]
    beaten = (key < mine[:, None]).sum(axis=1) / (table.shape[1] - 1)
    others = table[:, :, 0].copy()
    others[np.arange(len(table)), places] = np.iinfo(np.int64).min
    return 2.0 * beaten - 1.0 + (own[:, 0] - others.max(axis=1)) / MARGIN


# --- workers -------------------------------------------------------------------------------------------------------

_TABLE: Table | None = None


def _start_worker(game: str, name: str) -> None:
    global _TABLE
    _TABLE = Table(game, SETTINGS[game][name])


def _run_worker(job: tuple[np.ndarray, np.ndarray, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    return _TABLE.worths(*job)


class Workers:
    """Processes that play for candidates; with one process the games are played here."""

    def __init__(self, game: str, name: str, processes: int) -> None:
        _start_worker(game, name)
        self.processes = processes
        self.pool = None
        start = weights_of(game, name)[1]
        _run_worker((start[None], start, np.zeros(1, np.int64)))  # compiles for all
        if processes > 1:
            context = multiprocessing.get_context("spawn")
            self.pool = context.Pool(processes, _start_worker, (game, name))

    def worths(self, vectors, rivals, seeds) -> tuple[np.ndarray, np.ndarray]:
        """`Table.worths` of all vectors, shared among the processes."""
        if self.pool is None:
            return _run_worker((vectors, rivals, seeds))
        jobs = [(part, rivals, seeds) for part in np.array_split(vectors, min(len(vectors), self.processes))]
        parts = self.pool.map(_run_worker, jobs, chunksize=1)
        return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])

    def close(self) -> None:
        """End the processes."""
        if self.pool is not None:
            self.pool.terminate()
            self.pool.join()


# --- the search -----------------------------------------------------------------------------------------------------


def weights_of(game: str, name: str) -> tuple[tuple[str, ...], np.ndarray]:
    """Names and shipped values of the weights of a setting; raises OptionError for unknown ones."""
    if game not in SETTINGS:
        raise OptionError(f"{game!r} has no weights to tune; games that have: {', '.join(SETTINGS)}")
    if name not in SETTINGS[game]:
        raise OptionError(f"{game}: no setting {name!r}; settings: {', '.join(SETTINGS[game])}")
    prefix = SETTINGS[game][name].prefix
    module = importlib.import_module(f"agents.{game}.weights")
    names = getattr(module, f"{prefix}_NAMES", module.NAMES)
    return tuple(names), np.array(getattr(module, f"{prefix}_WEIGHTS"), dtype=np.float64)


def weights_fixed(game: str) -> tuple[str, ...]:
    """Names of weights that are facts of the rules, not to be tuned."""
    return getattr(importlib.import_module(f"agents.{game}.weights"), "FIXED", ())


@dataclass
class Generation:
    """One line of the curve: worths of the best vector, the elite and all, mean score, mean spread left."""

    number: int
    seconds: float
    best: float
    elite: float
    everyone: float
    points: float
    spread: float


def tune(
    game: str,
    name: str,
    population: int = 64,
    generations: int = 30,
    games: int = 64,
    processes: int = 1,
    seed: int = 1,
    minutes: float | None = None,
    spread: float = 0.25,
    start: np.ndarray | None = None,
    report: Any = None,
) -> dict[str, Any]:
    """Search; `games` deals per candidate and generation, `report(generation)` after each.

    start: weights to begin with (None: the shipped ones); spread: first standard deviation as a share of each weight.
    Returns a dictionary for JSON: names, mean, shipped, spreads, curve, and the comparison with the start.
    """
    names, shipped = weights_of(game, name)
    mean = shipped.copy() if start is None else np.asarray(start, np.float64).copy()
    begin_mean = mean.copy()
    fixed = np.isin(names, weights_fixed(game)) | (mean == 0.0)  # 0: switched off
    sigma = first_sigma = np.where(fixed, 0.0, spread * np.abs(mean) + 0.2 * spread)
    random = np.random.default_rng(seed)
    begin = time.monotonic()
    workers = Workers(game, name, processes)
    curve: list[Generation] = []
    lasted = 0.0
    best_vector, best_worth = mean, -np.inf
    try:
        for number in range(generations):
            started = time.monotonic()
            if minutes is not None and started - begin + 2.0 * lasted > 60.0 * minutes:
                break
            half = random.standard_normal(((population + 1) // 2, len(mean)))
            draws = np.concatenate([half, -half])[:population]
            vectors = mean + sigma * draws
            seeds = np.array([derive_seed(seed, "tune", number, k) for k in range(games)], np.int64)
            worths, points = workers.worths(vectors, mean, seeds)
            order = np.argsort(-worths)
            elite = order[: max(2, round(ELITE * population))]
            if worths[order[0]] > best_worth:
                best_vector, best_worth = vectors[order[0]], worths[order[0]]
            mean = mean + MOVE * (vectors[elite].mean(axis=0) - mean)
            sigma = sigma + NARROW * (vectors[elite].std(axis=0) - sigma)
            sigma = np.maximum(sigma, LEAST_SPREAD * first_sigma)
            curve.append(
                Generation(
                    number, round(time.monotonic() - begin, 1), float(worths[order[0]]), float(worths[elite].mean()),
                    float(worths.mean()), float(points.mean()), float(sigma.sum() / first_sigma.sum()),
                )
            )  # fmt: skip
            lasted = time.monotonic() - started
            if report is not None:
                report(curve[-1])
        seeds = np.array([derive_seed(seed, "check", k) for k in range(FINAL_DEALS * games)], np.int64)
        parts = np.array_split(seeds, max(1, processes))
        check = [
            workers.worths(np.stack([mean, begin_mean]), begin_mean, part) for part in parts if len(part)
        ]
    finally:
        workers.close()
    return {
        "game": game,
        "setting": name,
        "options": list(SETTINGS[game][name].options),
        "names": list(names),
        "mean": mean.tolist(),
        "started_from": begin_mean.tolist(),
        "shipped": shipped.tolist(),
        "best_single": best_vector.tolist(),
        "spread": sigma.tolist(),
        "curve": [asdict(line) for line in curve],
        "check": {
            "worth_of_mean": float(np.mean([part[0][0] for part in check])),
            "worth_of_start": float(np.mean([part[0][1] for part in check])),
            "points_of_mean": float(np.mean([part[1][0] for part in check])),
            "points_of_start": float(np.mean([part[1][1] for part in check])),
            "deals": len(seeds),
        },
        "population": population,
        "games": games,
        "seed": seed,
    }


def build_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m training.tune", description=__doc__.split("\n")[0])
    parser.add_argument("game", help=f"one of {', '.join(SETTINGS)}")
    known = sorted(set(itertools.chain(*SETTINGS.values())))
    parser.add_argument("--settings", default="table", help=f"what to tune: {', '.join(known)}")
    parser.add_argument("--population", type=int, default=64, help="vectors per generation")
    parser.add_argument("--generations", type=int, default=30)
    parser.add_argument("--games", type=int, default=64, help="deals per vector and generation")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="stop before this time is up")
    parser.add_argument("--spread", type=float, default=0.25, help="first spread as a share of each weight")
    parser.add_argument("--start", help="file of an earlier run to go on from")
    parser.add_argument("--out", help="JSON file for the result")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the search of the command line; returns the exit status."""
    args = build_parser().parse_args(argv)

    def report(line: Generation) -> None:
        print(
            f"generation {line.number:3d}  {line.seconds:6.0f} s  best {line.best:7.3f}  elite {line.elite:7.3f}  "
            f"all {line.everyone:7.3f}  points {line.points:7.2f}  spread {line.spread:5.2f}",
            flush=True,
        )

    try:
        start = None
        if args.start:
            earlier = json.loads(Path(args.start).read_text(encoding="utf-8"))
            names, start = weights_of(args.game, args.settings)
            values = dict(zip(earlier["names"], earlier["mean"], strict=True))
            start = np.array([values.get(key, value) for key, value in zip(names, start, strict=True)])
        result = tune(
            args.game, args.settings, args.population, args.generations, args.games, args.processes, args.seed,
            args.minutes, args.spread, start, report,
        )  # fmt: skip
    except EurogymError as error:
        print(f"tune: {error}", file=sys.stderr)
        return 2
    result["command"] = " ".join(
        ["python", "-m", "training.tune", *(argv if argv is not None else sys.argv[1:])]
    )
    if args.out:
        Path(args.out).write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    for key, value, old in zip(result["names"], result["mean"], result["started_from"], strict=True):
        print(f"{key:20s} {old:8.3f} -> {value:8.3f}")
    print(json.dumps(result["check"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
