"""Figures of docs/results/villagers/expansions.md: how scores shift, and how fast games with expansions run.

python -m tests.villagers.figures shift --games 1000
python -m tests.villagers.figures speed --seconds 20
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np

from eurogym import agents
from eurogym.envs import villagers
from eurogym.envs.villagers.options import EXPANSIONS

SETS = ("none", *EXPANSIONS, "all")
WINDOW = 0.5  # seconds of play between changes from one option set to the other


def values_of(expansions: str, players: int) -> dict:
    """Options of a table; the Courier is in play where five Scoundrels need it."""
    courier = {"courier_enabled": True} if players == 5 and expansions in ("scoundrels", "all") else {}
    return {"num_players": players, "expansions": expansions, **courier}


# --- how scores shift --------------------------------------------------------------------------------------------


def self_play(expansions: str, players: int, games: int, seed: int = 1) -> dict:
    """The heuristic against itself: scores by seat counted from the start player, rounds, decisions."""
    batch = villagers.batch(
        num_envs=games, seed=seed, autoreset=False, observe=False, **values_of(expansions, players)
    )
    batch.reset()
    first = np.asarray(batch.states["start_player"]).astype(int)
    agent = agents.make("villagers", game="villagers")
    agent.reset(seed)
    running = np.arange(games)
    while len(running):
        batch.step(agent.act(batch, running), games=running)
        running = running[~batch.dones[running]]
    seats = (first[:, None] + np.arange(players)) % players
    scores = np.take_along_axis(batch.final_scores, seats, axis=1)
    ranked = np.sort(scores, axis=1)
    return {
        "score": scores.mean(),
        "deviation": scores.std(),
        "lead": (ranked[:, -1] - ranked[:, -2]).mean(),
        "by seat": scores.mean(axis=0),
        "rounds": np.asarray(batch.states["round_number"]).mean(),
        "decisions": batch.final_lengths.mean(),
    }


def print_shift(games: int, players: list[int]) -> None:
    """A table of :func:`self_play`."""
    columns = ("players", "expansions", "mean score", "deviation", "lead of the winner")
    columns += ("by seat from the start player", "rounds", "decisions")
    print(f"| {' | '.join(columns)} |")
    for number in players:
        for name in SETS:
            found = self_play(name, number, games)
            seats = " / ".join(f"{score:.1f}" for score in found["by seat"])
            print(
                f"| {number} | {name} | {found['score']:.1f} | {found['deviation']:.1f} | {found['lead']:.1f} "
                f"| {seats} | {found['rounds']:.2f} | {found['decisions']:.0f} |"
            )


# --- how fast ----------------------------------------------------------------------------------------------------


def speed(seconds: float, players: int, num_envs: int = 1024) -> dict:
    """Decisions per second of compiled random play on one thread, option sets by turns; medians of short windows."""
    batches = {
        name: villagers.batch(num_envs=num_envs, observe=False, seed=1, **values_of(name, players))
        for name in SETS
    }
    rates: dict[str, list[float]] = {name: [] for name in SETS}
    for batch in batches.values():
        batch.rollout(steps=50, seed=1)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for name, batch in batches.items():
            start, decisions = time.perf_counter(), 0
            while time.perf_counter() - start < WINDOW / len(SETS):
                decisions += batch.rollout(steps=20, seed=len(rates[name]))["decisions"]
            rates[name].append(decisions / (time.perf_counter() - start))
    medians = {name: float(np.median(found)) for name, found in rates.items()}
    shares = {name: round(medians[name] / medians["none"], 3) for name in SETS}
    size = {name: batch.states.dtype.itemsize for name, batch in batches.items()}
    return {"players": players, "decisions_per_s": medians, "share_of_none": shares, "bytes_per_state": size}


def main() -> None:
    """Print the figures that are asked for."""
    parser = argparse.ArgumentParser(description="Figures of Villagers with expansions.")
    parser.add_argument("what", choices=("shift", "speed"))
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5])
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
