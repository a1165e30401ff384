"""How often two agents do what, in the same games: each in every seat of every deal, the other in all others.

    python -m tests.agents.habits village ppo village --players 2 --deals 40

One line of JSON for each kind of action, by the first words of what actions are called: how often a seat does it in a
game, for both agents; those first where they differ most.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.training.measure.matches import one_against_others, play_matches


def counted(agent: Any, words: int) -> Counter:
    """Counts what an agent does from now on, by the first words of its actions, in the counter given back."""
    counts, act = Counter(), agent.act

    def remembered(batch: Any, games: np.ndarray) -> np.ndarray:
        actions = act(batch, games)
        counts.update(" ".join(batch.catalog.texts[action].split()[:words]) for action in actions)
        return actions

    agent.act = remembered
    return counts


def habits(
    game: str, specs: tuple[str, str], seats: int, deals: int, seed: int, words: int = 2
) -> list[dict]:
    """Of every kind of action how often a seat of each agent does it in a game."""
    players = [agents.make(spec, game=game) for spec in specs]
    counts = [counted(player, words) for player in players]
    play_matches(game, players, *one_against_others(seed, deals, seats), seed, {})
    games = deals * seats, deals * seats * (seats - 1)
    rows = [
        {"kind": kind}
        | {spec: round(count[kind] / of, 2) for spec, count, of in zip(specs, counts, games, strict=True)}
        for kind in counts[0].keys() | counts[1].keys()
    ]
    return sorted(rows, key=lambda row: (-abs(row[specs[0]] - row[specs[1]]), row["kind"]))


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("agents", nargs=2)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--top", type=int, default=20, help="kinds (default 20)")
    args = parser.parse_args()
    for row in habits(args.game, tuple(args.agents), args.players, args.deals, args.seed)[: args.top]:
        print(json.dumps(row))


if __name__ == "__main__":
    main()
