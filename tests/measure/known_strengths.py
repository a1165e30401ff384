"""Tournaments between agents of known strength: what intervals and verdicts are worth.

``python -m tests.measure.known_strengths`` prints the figures of docs/measuring.md on sequential tests.

A game is a race, as in tests/measure/coverage.py.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import Counter
from dataclasses import dataclass

import numpy as np

from eurogym.measure.games.matches import MatchResults
from eurogym.measure.stats.sequential import ConfidenceSequence, settle, verdict_of
from eurogym.measure.stats.statistics import mean_interval
from eurogym.measure.tournament import meetings
from tests.measure.coverage import race

DEALS = 1000
DEALS_A_LOOK = 16


@dataclass(frozen=True)
class Race:
    """Agents of known strength at a table; luck: standard deviation of the luck of a deal in a seat."""

    strengths: tuple[float, ...]
    num_seats: int = 2
    luck: float = 0.0
    advantages: tuple[float, ...] = ()

    def play(self, deals: int, rng: np.random.Generator) -> MatchResults:
        """A tournament: every lineup in every rotation, on `deals` deals."""
        return race(self.strengths, self.num_seats, self.luck, deals, rng, self.advantages)

    def leads(self, deals: int, rng: np.random.Generator) -> np.ndarray:
        """What the first agent leads the second by in every deal, (deals,) in [-1, 1]."""
        return meetings(self.play(deals, rng), 0, 1, deals)[0]

    def true_lead(self, rng: np.random.Generator) -> float:
        """The mean lead: without luck by the model (a pair is decided by its strengths alone), else by many games."""
        if not self.luck and not self.advantages:
            return math.tanh((self.strengths[0] - self.strengths[1]) / 2)
        return float(self.leads(400_000, rng).mean())


def strength_for(lead: float) -> float:
    """The strength by which an agent must be ahead for a mean lead, without luck."""
    return 2 * math.atanh(lead)


def looks_of(leads: np.ndarray):
    """The leads as the looks of a sequential test."""
    return (leads[start : start + DEALS_A_LOOK] for start in range(0, len(leads), DEALS_A_LOOK))


def coverage(race: Race, runs: int, deals: int, rng: np.random.Generator) -> dict[str, float]:
    """How often intervals hold the true lead: `always`, at every look of a run; `end`, after the last deal; `t`, the
    interval of a fixed number of deals at the end, and `t_always`, the same looked at as often."""
    truth, held = race.true_lead(rng), Counter()
    for _ in range(runs):
        leads = race.leads(deals, rng)
        sequence, always, t_always = ConfidenceSequence(), True, True
        for stop in range(DEALS_A_LOOK, deals + 1, DEALS_A_LOOK):
            sequence.add(leads[stop - DEALS_A_LOOK : stop])
            low, high = sequence.interval()
            inside = low <= truth <= high
            always &= inside
            _, low, high = mean_interval(leads[:stop])
            t_inside = low <= truth <= high
            t_always &= t_inside
        held.update({"always": always, "end": inside, "t": t_inside, "t_always": t_always})
    return {name: held[name] / runs for name in ("always", "end", "t", "t_always")}


def savings(race: Race, runs: int, rng: np.random.Generator, smallest_effect: float = 0.1) -> dict:
    """Verdicts of the sequential test of at most DEALS deals, the deals it took, and those of a t test of DEALS."""
    verdicts, fixed, taken = Counter(), Counter(), []
    for _ in range(runs):
        leads = race.leads(DEALS, rng)
        found = settle(looks_of(leads), smallest_effect)
        verdicts[found.verdict] += 1
        taken.append(found.count)
        fixed[verdict_of(mean_interval(leads)[1:], smallest_effect)] += 1
    return {
        "verdicts": {name: count / runs for name, count in sorted(verdicts.items())},
        "verdicts_of_fixed": {name: count / runs for name, count in sorted(fixed.items())},
        "deals_mean": float(np.mean(taken)),
        "deals_median": float(np.median(taken)),
        "saved": 1 - float(np.mean(taken)) / DEALS,
    }


def main() -> None:
    """Print the figures, one JSON line for each setting."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=400, help="tournaments per setting (default 400)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    for num_seats, luck in ((2, 0.0), (2, 2.0), (4, 1.0)):
        for lead in (0.0, 0.05, 0.1, 0.2, 0.4, 0.8):
            race = Race((strength_for(lead), 0.0), num_seats, luck)
            begin = time.perf_counter()
            row = {"seats": num_seats, "luck": luck, "lead": race.true_lead(rng)}
            row |= savings(race, args.runs, rng)
            row["coverage"] = coverage(race, args.runs, 496, rng)
            row["seconds"] = round(time.perf_counter() - begin, 1)
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
