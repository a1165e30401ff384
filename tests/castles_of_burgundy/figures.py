"""Figures of docs/results/castles_of_burgundy/modules.md: how scores shift, and how fast games with modules run.

python -m tests.castles_of_burgundy.figures shift --games 1000
python -m tests.castles_of_burgundy.figures speed --seconds 20
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.envs import castles_of_burgundy

ALL = "e2,e4,e5,e6,e8,shields,vineyards"
SETS: dict[str, dict[str, Any]] = {
    "none": {},
    **{name: {"modules": name} for name in ALL.split(",")},
    "castle_connection": {"castle_connection": True, "duchies": "random", "duchy_pool": "11-18"},
    "all": {"modules": ALL},
}
TEAMS: dict[str, dict[str, Any]] = {
    "team": {"modules": "team"},
    "team, e2, e5, e6": {"modules": "team,e2,e5,e6"},
}
WINDOW = 0.5  # seconds of play between changes from one option set to the other


def sets_of(players: int) -> dict[str, dict[str, Any]]:
    """Option sets of a table by name."""
    found = SETS | (TEAMS if players == 4 else {})
    return {name: {"num_players": players, **values} for name, values in found.items()}


# --- how scores shift --------------------------------------------------------------------------------------------


def self_play(values: dict[str, Any], games: int, seed: int = 1) -> dict[str, float]:
    """The heuristic against itself: scores, decisions."""
    batch = castles_of_burgundy.batch(num_envs=games, seed=seed, autoreset=False, observe=False, **values)
    batch.reset()
    agent = agents.make("burgundy", game="castles_of_burgundy")
    agent.reset(seed)
    running = np.arange(games)
    while len(running):
        batch.step(agent.act(batch, running), games=running)
        running = running[~batch.dones[running]]
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


def main() -> None:
    """Print the figures that are asked for."""
    parser = argparse.ArgumentParser(description="Figures of The Castles of Burgundy with modules.")
    parser.add_argument("what", choices=("shift", "speed"))
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10.0, help="per number of players")
    args = parser.parse_args()
    if args.what == "shift":
        print_shift(args.games, args.players)
        return
    for players in args.players:
        print(json.dumps(speed(args.seconds, players)))


if __name__ == "__main__":
    main()
