"""Strength against processor time: agents at several budgets against the game's heuristic, on paired deals.

    python -m tests.agents.budgets villagers --players 2 --deals 20 mc:sims=40 mc:sims=80,depth=40

One line of JSON for each agent: mean placement (1 first, -1 last) and mean lead over the others in points, each with
the half-width of its 95 % interval over deals, and milliseconds of processor time for a decision. Every deal is played
with the agent in every seat and the heuristic in all others. Processor time, because other work on the machine does
not count into it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.envs.core import registry
from eurogym.training.measure.matches import one_against_others, play_matches
from eurogym.training.measure.statistics import mean_interval


def timed(agent: Any) -> dict[str, float]:
    """Counts and times the decisions of an agent from now on, in the dict given back."""
    spent, act = {"decisions": 0, "seconds": 0.0}, agent.act

    def counted(batch: Any, games: np.ndarray) -> np.ndarray:
        begin = time.process_time()
        actions = act(batch, games)
        spent["seconds"] += time.process_time() - begin
        spent["decisions"] += len(games)
        return actions

    agent.act = counted
    return spent


def measure(
    game: str, spec: str, seats: int, deals: int, seed: int, options: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Placement, lead and time of an agent against the game's heuristic; partners of a team sit together."""
    options = options or {}
    agent = agents.make(spec, game=game)
    agent.prepare(
        batch := registry.module(game).batch(num_envs=1, num_players=seats, **options)
    )  # what is compiled is not thinking
    spent = timed(agent)
    sides = batch.options.num_teams or seats
    seating = one_against_others(seed, deals, sides, seats)
    played = play_matches(game, [agent, agents.heuristic_name(game)], *seating, seed, options)
    mine, scores = played.agents[:, :sides] == 0, played.scores[:, :sides].astype(np.float64)
    own = scores[mine]
    leads = own - (scores.sum(axis=1) - own) / (sides - 1)
    placement, half = mean_interval(played.placements[:, :sides][mine].reshape(deals, sides).mean(axis=1))
    lead, lead_half = mean_interval(leads.reshape(deals, sides).mean(axis=1))
    return {
        "game": game,
        "players": seats,
        "agent": spec,
        "deals": deals,
        "seed": seed,
        "placement": round(placement, 3),
        "placement_half_width": round(half, 3),
        "lead": round(lead, 2),
        "lead_half_width": round(lead_half, 2),
        "milliseconds": round(1000 * spent["seconds"] / max(1, spent["decisions"]), 4),
    }


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("agents", nargs="+")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for spec in args.agents:
        print(json.dumps(measure(args.game, spec, args.players, args.deals, args.seed)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
