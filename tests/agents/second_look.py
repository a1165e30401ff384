"""What choices cost by the word of a network with action values, in points a decision.

    python -m tests.agents.second_look village ppo:path=NETWORK,looks=1,trust=0 village ppo --players 4

The heuristic plays; now and then every agent is asked, and the first one says what each action is worth.
One line of JSON for each agent: how far its choices are behind the best by that word on the mean (with 95 %, over
decisions), where there was more than one. The best of one look is partly luck, so nobody reaches 0; differences count.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.envs.core import registry
from eurogym.training.measure.statistics import mean_interval

NUM_GAMES = 64  # side by side
APART = 23  # decisions of a game between two questions: another seat, another moment of a turn


def second_look(
    game: str, specs: list[str], seats: int, times: int, seed: int, judge: str
) -> Iterator[dict[str, Any]]:
    """What the choices of every agent cost; `times`: how often all games are looked at."""
    batch = registry.module(game).batch(num_envs=NUM_GAMES, num_players=seats, seed=seed)
    games = np.arange(NUM_GAMES)
    names = [agents.heuristic_name(game), judge, *specs]
    plays, judges, *asked = [agents.make(name, game=game) for name in names]
    for number, agent in enumerate([plays, judges, *asked]):
        agent.prepare(batch)
        agent.reset(seed + number)
    costs: list[list[np.ndarray]] = [[] for _ in specs]
    for _ in range(times):
        for _ in range(APART):
            batch.step(plays.act(batch, games))
        points = judges.weigh(batch, games)[1]
        told = np.isfinite(points).any(axis=1)
        best = points[told].max(axis=1)
        for found, agent in zip(costs, asked, strict=True):
            found.append(best - points[told, agent.act(batch, games)[told]])
    for spec, found in zip(specs, costs, strict=True):
        mean, half = mean_interval(np.concatenate(found))
        row = {"game": game, "players": seats, "agent": spec, "decisions": sum(map(len, found))}
        yield row | {"cost": round(mean, 3), "cost_half_width": round(half, 3), "seed": seed}


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("judge", help="an agent with action values: ppo:path=NETWORK")
    parser.add_argument("agents", nargs="+")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--times", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for row in second_look(args.game, args.agents, args.players, args.times, args.seed, args.judge):
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
