"""Figures of docs/results/castles_of_burgundy/modules.md and designers.md: scores, the Châteauma, speed, compiling.

python -m tests.castles_of_burgundy.figures shift --games 1000
python -m tests.castles_of_burgundy.figures chateauma --games 1000
python -m tests.castles_of_burgundy.figures speed --seconds 20
python -m tests.castles_of_burgundy.figures compile
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.envs import castles_of_burgundy

ALL = "e2,e4,e5,e6,e8,shields,vineyards"
BOARDS = {"duchies": "random", "duchy_pool": "11-18"}  # those that castle connection asks for
SETS: dict[str, dict[str, Any]] = {
    "none": {},
    **{name: {"modules": name} for name in ALL.split(",")},
    "none, duchies 11-18": BOARDS,
    "castle_connection": {"castle_connection": True, **BOARDS},
    "all": {"modules": ALL},
}
TEAMS: dict[str, dict[str, Any]] = {
    "team": {"modules": "team"},
    "team, e2, e5, e6": {"modules": "team,e2,e5,e6"},
}
BESIDE_CHATEAUMA = {name: values for name, values in SETS.items() if name != "e6"} | {
    "all": {"modules": "e2,e4,e5,e8,shields,vineyards"},  # section 12 of the rules page: no inns
    "all but vineyards, level easy": {"modules": "e2,e4,e5,e8,shields", "chateauma": "easy"},
    "all, level easy": {"modules": "e2,e4,e5,e8,shields,vineyards", "chateauma": "easy"},
}
LEVEL = "medium"
NORMAL = 1.96  # half width of a 95 % interval in standard errors
WINDOW = 0.5  # seconds of play between changes from one option set to the other


def sets_of(players: int) -> dict[str, dict[str, Any]]:
    """Option sets of a table by name."""
    found = SETS | (TEAMS if players == 4 else {})
    return {name: {"num_players": players, **values} for name, values in found.items()}


# --- how scores shift --------------------------------------------------------------------------------------------


def heuristic_games(values: dict[str, Any], games: int, seed: int) -> Any:
    """A batch of games that the heuristic has played to their ends in all seats."""
    batch = castles_of_burgundy.batch(num_envs=games, seed=seed, autoreset=False, observe=False, **values)
    batch.reset()
    agent = agents.make("burgundy", game="castles_of_burgundy")
    agent.reset(seed)
    running = np.arange(games)
    while len(running):
        batch.step(agent.act(batch, running), games=running)
        running = running[~batch.dones[running]]
    return batch


def self_play(values: dict[str, Any], games: int, seed: int = 1) -> dict[str, float]:
    """The heuristic against itself: scores, decisions."""
    batch = heuristic_games(values, games, seed)
    ranked = np.sort(batch.final_scores, axis=1)
    behind = -3 if values.get("modules", "").startswith("team") else -2
    return {
        "score": batch.final_scores.mean(),
        "deviation": batch.final_scores.std(),
        "lead": (ranked[:, -1] - ranked[:, behind]).mean(),
        "decisions": batch.final_lengths.mean(),
    }


def print_shift(games: int, players: list[int]) -> None:
    """A table of :func:`self_play`."""
    print(
        "| players | modules | mean score | deviation | lead of the winner | decisions |\n|---|---|---|---|---|---|"
    )
    for number in players:
        for name, values in sets_of(number).items():
            found = self_play(values, games)
            print(
                f"| {number} | {name} | {found['score']:.1f} | {found['deviation']:.1f} | {found['lead']:.1f} "
                f"| {found['decisions']:.0f} |",
                flush=True,
            )


# --- the Châteauma -----------------------------------------------------------------------------------------------


def beside_chateauma(values: dict[str, Any], games: int, seed: int = 1) -> dict[str, float]:
    """The heuristic alone beside the Châteauma: share of wins and its half width, scores of both, decisions."""
    batch = heuristic_games({"num_players": 1, "chateauma": LEVEL, **values}, games, seed)
    won = batch.final_placements[:, 0] > 0
    return {
        "won": won.mean(),
        "half_width": NORMAL * won.std() / games**0.5,
        "score": batch.final_scores[:, 0].mean(),
        "of_chateauma": batch.final_scores[:, 1].mean(),
        "decisions": batch.final_lengths.mean(),
    }


def print_chateauma(games: int) -> None:
    """A table of :func:`beside_chateauma`."""
    print("| modules | wins | mean score | of the Châteauma | decisions |\n|---|---|---|---|---|")
    for name, values in BESIDE_CHATEAUMA.items():
        found = beside_chateauma(values, games)
        print(
            f"| {name} | {found['won']:.1%} ± {found['half_width']:.1%} | {found['score']:.1f} "
            f"| {found['of_chateauma']:.1f} | {found['decisions']:.0f} |",
            flush=True,
        )


# --- how fast ----------------------------------------------------------------------------------------------------


def speed(seconds: float, players: int, num_envs: int = 512) -> dict[str, Any]:
    """Decisions per second of compiled random play on one thread, option sets by turns; medians of short windows."""
    batches = {
        name: castles_of_burgundy.batch(num_envs=num_envs, observe=False, seed=1, **values)
        for name, values in sets_of(players).items()
    }
    rates: dict[str, list[float]] = {name: [] for name in batches}
    for batch in batches.values():
        batch.rollout(steps=50, seed=1)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for name, batch in batches.items():
            start, decisions = time.process_time(), 0
            while time.process_time() - start < WINDOW / len(batches):
                decisions += batch.rollout(steps=20, seed=len(rates[name]))["decisions"]
            rates[name].append(decisions / (time.process_time() - start))
    medians = {name: float(np.median(found)) for name, found in rates.items()}
    shares = {name: round(rate / medians["none"], 3) for name, rate in medians.items()}
    size = {name: batch.states.dtype.itemsize for name, batch in batches.items()}
    seen = {name: batch.obs_size for name, batch in batches.items()}
    actions = {name: batch.num_actions for name, batch in batches.items()}
    return {
        "players": players,
        "decisions_per_cpu_s": medians,
        "share_of_none": shares,
        "bytes_per_state": size,
        "entries_of_an_observation": seen,
        "actions": actions,
    }


def first_start(folder: str) -> dict[str, float]:
    """A process with its cache in a folder makes a game and takes a decision: seconds by the clock and of CPU."""
    code = "from eurogym.envs import castles_of_burgundy as game; game.batch(num_envs=1).rollout(steps=1)"
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    env = os.environ | {"EUROGYM_CACHE_DIR": folder}
    subprocess.run([sys.executable, "-c", code], env=env, check=True, stderr=subprocess.DEVNULL)
    after, seconds = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - start
    return {
        "seconds": seconds,
        "cpu_seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
    }


def compiling() -> dict[str, Any]:
    """From an empty cache to the first decision, and once more with the cache."""
    with tempfile.TemporaryDirectory() as folder:
        return {"empty cache": first_start(folder), "with the cache": first_start(folder)}


def main() -> None:
    """Print the figures that are asked for."""
    parser = argparse.ArgumentParser(description="Figures of The Castles of Burgundy with modules.")
    parser.add_argument("what", choices=("shift", "chateauma", "speed", "compile"))
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10.0, help="per number of players")
    args = parser.parse_args()
    if args.what == "shift":
        print_shift(args.games, args.players)
        return
    if args.what == "chateauma":
        print_chateauma(args.games)
        return
    if args.what == "compile":
        print(json.dumps(compiling()))
        return
    for players in args.players:
        print(json.dumps(speed(args.seconds, players)))


if __name__ == "__main__":
    main()
