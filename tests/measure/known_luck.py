"""What `compare --control-luck` takes off is 0 on average, and its verdicts are wrong as seldom as they say.

``python -m tests.measure.known_luck GAME --deals 10000`` plays 20,000 games and prints what came of it.

An agent plays itself in both seats of every deal. What luck brings the start player is 0 on average if the control is
right; between two copies it is 0 by symmetry alone. Their lead is 0 where signs are drawn anew for lead and luck
together; an agent of known lead comes from turning a share of the deals into wins. Sequences of such deals, drawn with
replacement, are then tested as `compare` tests them.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter

import numpy as np

from eurogym.measure.compare import GAMES_A_LOOK
from eurogym.measure.games.matches import Cell, Player, deal_seeds, joined
from eurogym.measure.stats.luck import LuckControl, less_luck, luck_control, luck_leads, times_the_deals
from eurogym.measure.stats.sequential import settle
from eurogym.measure.tournament import meetings, seating_plan

AGENT = "level:n=5"
MOST = 1000  # deals of a test
SMALLEST_EFFECT = 0.1
KNOWN = (0.0, 0.1, 0.2)  # leads


def played(
    game: str, agents: tuple[str, str], deals: int, control: LuckControl, seed: int = 3
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lead of the first of two agents over the second in paired deals, its luck, and that of the first seat, each
    (deals,).
    """
    plan = seating_plan(2, 2)
    seeds = np.repeat(deal_seeds(seed, deals), len(plan))
    cell = Cell(game, list(agents), np.tile(plan, (deals, 1)), seeds, seed, watch=control)
    player = Player(cell)
    matches = joined([player.play(block) for block in cell.blocks(32)])
    of_seat = matches.facts["luck"][:, 0, 1].reshape(deals, -1).mean(axis=1)
    return meetings(matches, 0, 1, deals)[0], luck_leads(matches, 0, 1, deals), of_seat


def verdict(leads: np.ndarray, luck: np.ndarray, known: float, rng: np.random.Generator) -> tuple[str, bool]:
    """The verdict of a test on deals drawn anew, whose mean lead is `known`, and whether the interval holds that."""
    drawn = rng.integers(len(leads), size=MOST)
    signs = rng.choice([-1.0, 1.0], MOST)
    lead, chance = signs * leads[drawn], signs * luck[drawn]
    lead[rng.random(MOST) < known] = 1.0
    step = GAMES_A_LOOK // 2
    looks = (
        less_luck(lead[at : at + step], chance[at : at + step], lead[:at], chance[:at])
        for at in range(0, MOST, step)
    )
    found = settle(looks, SMALLEST_EFFECT)
    return found.verdict, found.interval[0] <= known <= found.interval[1]


def report(game: str, agent: str, deals: int, repetitions: int, seed: int) -> dict:
    """The figures of one game."""
    leads, luck, of_seat = played(game, (agent, agent), deals, luck_control(game), seed)
    rng = np.random.default_rng(seed)
    tests = {}
    for known in KNOWN:
        found = [verdict(leads, luck, known, rng) for _ in range(repetitions)]
        verdicts = Counter(said for said, _ in found)
        tests[str(known)] = dict(sorted(verdicts.items())) | {"held": sum(holds for _, holds in found)}
    return {
        "game": game,
        "agent": agent,
        "games": 2 * deals,
        "luck": float(of_seat.mean()),
        "standard_error": float(of_seat.std(ddof=1) / np.sqrt(deals)),
        "deviation": float(luck.std(ddof=1)),
        "times_the_deals": times_the_deals(leads, luck),
        "repetitions": repetitions,
        "tests": tests,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--agent", default=AGENT)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--repetitions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    print(json.dumps(report(words.game, words.agent, words.deals, words.repetitions, words.seed)))
