"""How often each effect of the expansions comes up in the differential games, in which engine and oracle agree.

    python -m tests.villagers.coverage --games 200

plays so many games of every option set with expansions on both sides, compares them at every decision, and prints the
table of docs/results/villagers/expansions.md. It fails where the sides differ, or an effect never comes up.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.oracles.villagers_expansions import EXPANSION_EFFECTS
from tests.villagers.differential import play_both
from tests.villagers.games import EXPANSION_SETS

FIRST_SEED = 20_000  # games of their own
PLAYERS = ("eager", "random", "thrifty", "villagers")


def coverage(games: int, sets=EXPANSION_SETS) -> tuple[Counter, Counter, int]:
    """Play ``games`` games of each option set; times and games by effect, and decisions compared."""
    times, met, decisions = Counter(), Counter(), 0
    for values in sets:
        for number in range(games):
            seed = FIRST_SEED + number
            played = play_both(seed, 1000 + seed, player=PLAYERS[number % len(PLAYERS)], **values)
            times.update(played["resolved"])
            met.update(effect for effect, count in played["resolved"].items() if count)
            decisions += played["decisions"]
    return times, met, decisions


def main() -> int:
    """Print the table; 1 where an effect never came up."""
    parser = argparse.ArgumentParser(description="Count the effects of the expansions in differential games.")
    parser.add_argument("--games", type=int, default=40, help="per option set")
    games = parser.parse_args().games
    times, met, decisions = coverage(games)
    print(f"{games * len(EXPANSION_SETS)} games, {decisions} decisions compared\n")
    print("| expansion | effect | times | games |\n|---|---|---|---|")
    for expansion, effects in EXPANSION_EFFECTS.items():
        for effect in effects:
            print(f"| {expansion} | {effect} | {times[effect]:,} | {met[effect]:,} |")
    never = [effect for effects in EXPANSION_EFFECTS.values() for effect in effects if not times[effect]]
    print(f"\nnever: {', '.join(never) or 'none'}")
    return 1 if never else 0


if __name__ == "__main__":
    sys.exit(main())
