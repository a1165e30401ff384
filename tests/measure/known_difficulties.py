"""Solo games of agents and settings of known places: what the intervals of the scale are worth.

``python -m tests.measure.known_difficulties`` prints the figures of docs/measuring.md.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass

import numpy as np

from eurogym.design.solo import rasch
from eurogym.design.solo.scale import ERRORS, cells_of

NORMAL = 1.959964


@dataclass(frozen=True)
class Truth:
    """Places and luck. own: luck of an agent on a deal; heavy: luck by Student's t with 3 degrees, scaled to the same
    deviation; slopes: what every agent's log odds are multiplied by (1 in the model); thresholds: of every setting."""

    skills: tuple[float, ...]
    difficulties: tuple[float, ...]
    luck: float = 1.0
    own: float = 0.7
    heavy: bool = False
    slopes: tuple[float, ...] = ()
    thresholds: int = 1

    def play(self, deals: int, rng: np.random.Generator, few: int = 0) -> rasch.Responses:
        """Games on `deals` deals; few: the last agent plays only so many of them (0: all)."""
        agents = len(self.skills)

        def luck(size: tuple[int, ...]) -> np.ndarray:
            return rng.standard_t(3, size) / np.sqrt(3) if self.heavy else rng.standard_normal(size)

        shift = self.luck * luck((deals, 1)) + self.own * luck((deals, agents))
        ahead = (np.asarray(self.skills) + shift)[:, :, None] - np.asarray(self.difficulties)
        if self.slopes:
            ahead *= np.asarray(self.slopes)[:, None]
        settings = len(self.difficulties) // self.thresholds
        ahead = ahead.reshape(deals, agents, settings, self.thresholds)
        games = (ahead + rng.logistic(size=(deals, agents, settings, 1)) > 0).sum(axis=3)
        if few:
            games[few:, -1] = rasch.NEVER
        return rasch.Responses((games,), np.full(settings, self.thresholds))


def coverage(truth: Truth, runs: int, deals: int, rng: np.random.Generator, few: int = 0) -> dict[str, float]:
    """How often 95 % intervals hold the true skill, difficulty, deviation of luck, over all runs; `model`: intervals of
    difficulties by the model's standard errors alone. told: share of the runs in which a win rate is found to be off
    the scale, which is an error where the model holds."""
    zero = np.mean(truth.difficulties)
    skills, difficulties = np.asarray(truth.skills) - zero, np.asarray(truth.difficulties) - zero
    names = ("skills", "difficulties", "luck", "own", "model", "told")
    held: dict[str, list[bool]] = {name: [] for name in names}
    skipped = 0
    for _ in range(runs):
        responses = truth.play(deals, rng, few)
        agents, thresholds = rasch.connected(responses)
        if not (agents.all() and thresholds.all()):
            skipped += 1
            continue
        found = rasch.fit(responses)
        count = len(skills)
        errors, alone = found.errors, np.sqrt(found.covariance.diagonal())
        held["skills"] += list(np.abs(found.skills - skills) <= NORMAL * errors[:count])
        off = np.abs(found.difficulties - difficulties)
        held["difficulties"] += list(off <= NORMAL * errors[count:])
        held["model"] += list(off <= NORMAL * alone[count:])
        held["told"].append(any(cell.p < ERRORS for cell in cells_of(responses, found, agents, thresholds)))
        held["luck"].append(abs(found.deal_sd - truth.luck) <= NORMAL * found.deal_sd_error)
        held["own"].append(abs(found.own_sd - truth.own) <= NORMAL * found.own_sd_error)
    return {name: float(np.mean(values)) for name, values in held.items()} | {"skipped": skipped}


SKILLS, DIFFICULTIES = (-2.5, -1.0, 0.0, 0.5, 1.5, 2.5), (-2.0, -0.8, 0.0, 1.0, 1.8)
CASES = {
    "as the model says": (Truth(SKILLS, DIFFICULTIES), 150, 0),
    "fewer deals": (Truth(SKILLS, DIFFICULTIES), 50, 0),
    "the strongest on 20 deals of 150": (Truth(SKILLS, DIFFICULTIES), 150, 20),
    "no luck of one agent": (Truth(SKILLS, DIFFICULTIES, own=0.0), 150, 0),
    "much luck": (Truth(SKILLS, DIFFICULTIES, luck=2.0, own=1.5), 150, 0),
    "heavy tails of luck": (Truth(SKILLS, DIFFICULTIES, heavy=True), 150, 0),
    "one agent half as steep": (Truth(SKILLS, DIFFICULTIES, slopes=(1, 1, 1, 0.5, 1, 1)), 150, 0),
    "scores: two settings, four thresholds": (
        Truth(SKILLS, (-2.0, -0.7, 0.6, 1.9, -1.5, -0.4, 0.8, 2.1), thresholds=4), 150, 0,
    ),
}  # fmt: skip


def main() -> None:
    """Print the figures, one JSON line for each case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=200, help="records per case (default 200)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for name, (truth, deals, few) in CASES.items():
        rng, begin = np.random.default_rng(args.seed), time.perf_counter()
        row = {"case": name, "deals": deals, "runs": args.runs} | coverage(truth, args.runs, deals, rng, few)
        print(json.dumps(row | {"seconds": round(time.perf_counter() - begin, 1)}), flush=True)


if __name__ == "__main__":
    main()
