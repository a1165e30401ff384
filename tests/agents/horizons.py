"""How far a policy has to look: what one or a few short playouts say of what the full search finds.

    python -m tests.agents.horizons village --players 2 --games 24 --share 0.05 --depths 4 10 20 40 80 160

At positions of games between heuristics every legal action is simulated ten times in each of two halves, as deep as
`mc` plays the game: that is the truth to be foreseen. Beside it a few playouts of every action stop after some
decisions and are worth what the evaluation says. One line of JSON for each depth and number of playouts: the share of
the true differences between actions that they explain (squared correlation, noise of the truth taken off), the points
a decision that the best action by them gains over the heuristic's choice (the latter raised by what serves best, out
of a few values), and milliseconds. The same for the end of the own turn (agents/framework/turn_ends.py). Nothing is
learned here.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

import numpy as np

from eurogym.agents.framework.base import game_kernels
from eurogym.agents.framework.search import MONTE_CARLO
from eurogym.envs.core import registry
from eurogym.training.learn.distil import MOST_POINTS
from eurogym.training.learn.labels import LINEAR, LabelConfig, Maker
from eurogym.training.measure.matches import deal_seeds
from eurogym.training.measure.statistics import mean_interval

TRUE_SIMS = 10  # of every action in each half
LOOKS = (1, 4)
RAISED = (0, 1, 2, 4, 7, 10, 15, 20)  # points for the heuristic's choice
TURN = "end of the turn"


class Positions:
    """Labelled decisions of games between heuristics, and what short playouts say of them."""

    def __init__(self, game: str, players: int, games: int, share: float, seed: int):
        depth = game_kernels(registry.game(game)).search.get("depth", 0)
        self.maker = Maker(LabelConfig(game, players, sims=TRUE_SIMS, depth=depth, share=share, games=games))
        self.maker.prepare()
        self.luck = np.random.default_rng(seed)
        self.streams = self.luck.integers(0, 2**63 - 1, size=(games, 2), dtype=np.uint64)
        self.seeds, self.share, self.depth = deal_seeds(seed, games), share, depth
        self.parts: dict[Any, list[np.ndarray]] = {}
        self.seconds: dict[Any, float] = {}

    def simulated(
        self, masks: np.ndarray, games: np.ndarray, advice: np.ndarray, depth: int, sims: int
    ) -> np.ndarray:
        """Mean lead (k,) over the heuristic's choice of all legal actions, after playouts of so many decisions."""
        batch, totals = self.maker.batch, np.zeros((*masks.shape, 3))
        self.maker.search.run(
            MONTE_CARLO, batch, masks, games, self.streams, plan=self.maker.plan(depth),
            sims=np.full(len(games), sims), totals=totals, out=advice.copy(),
        )  # fmt: skip
        return totals[masks][:, 1] * LINEAR / sims

    def turn_ends(self, masks: np.ndarray, games: np.ndarray, advice: np.ndarray) -> np.ndarray:
        """The same by the evaluation where the own turn ends."""
        label, actions = np.nonzero(masks)
        luck = self.luck.integers(0, 2**63 - 1, size=len(games), dtype=np.uint64)
        _, points = self.maker.turn_ends.look(self.maker.batch, games, masks.sum(axis=1), actions, luck)
        return points[:, 1] - points[actions == advice[label], 1][label]

    def play(self, depths: list[int]) -> None:
        """Play the games and look at their decisions."""
        batch = self.maker.batch
        batch.reset(self.seeds)
        running = np.arange(batch.num_envs)
        while len(running):
            advice = self.maker.base.act(batch, running)
            free = batch.action_masks[running].sum(axis=1) > 1
            at = np.flatnonzero(free & (self.luck.random(len(running)) < self.share))
            if len(at):
                self.look(
                    np.array(batch.action_masks[running[at]], np.bool_), running[at], advice[at], depths
                )
            batch.step(advice, games=running)
            running = running[~batch.dones[running]]

    def look(self, masks: np.ndarray, games: np.ndarray, advice: np.ndarray, depths: list[int]) -> None:
        """Keep what all of them say of some decisions."""
        label, actions = np.nonzero(masks)
        found = {"legal": masks.sum(axis=1), "advised": actions == advice[label]}
        for half in range(2):
            found["true", half] = self.simulated(masks, games, advice, self.depth, TRUE_SIMS)
        ways = {(depth, looks): (depth, looks) for depth in depths for looks in LOOKS}
        for key, way in {(TURN, 1): None, **ways}.items():
            begin = time.process_time()
            if way is None:
                found[key] = self.turn_ends(masks, games, advice)
            else:
                found[key] = self.simulated(masks, games, advice, *way)
            self.seconds[key] = self.seconds.get(key, 0.0) + time.process_time() - begin
        for key, values in found.items():
            self.parts.setdefault(key, []).append(values)

    def rows(self) -> list[dict[str, Any]]:
        """What was found, by depth and number of playouts."""
        arrays = {key: np.concatenate(parts) for key, parts in self.parts.items()}
        legal, advised = arrays["legal"], arrays["advised"]
        start = np.concatenate([[0], np.cumsum(legal)])
        one, two = (np.clip(arrays["true", half], -MOST_POINTS, MOST_POINTS) for half in range(2))

        def gain(points: np.ndarray, raised: float, judge: np.ndarray) -> tuple[float, float]:
            merits = points + np.where(advised, raised, 0.0)
            best = [a + merits[a:b].argmax() for a, b in zip(start[:-1], start[1:], strict=True)]
            return mean_interval(judge[best])

        others, true = ~advised, (one + two) / 2
        search = gain(one, 0.0, two)
        common = {
            "labels": len(legal),
            "search_gain": round(search[0], 2),
            "search_gain_half_width": round(search[1], 2),
        }
        rows = []
        for key in self.seconds:
            points = np.clip(arrays[key], -MOST_POINTS, MOST_POINTS)
            shared = np.mean((points * true)[others])
            explained = shared**2 / np.mean(points[others] ** 2) / np.mean((one * two)[others])
            best = max(gain(points, raised, true) for raised in RAISED)
            rows.append(
                {"depth": key[0], "looks": key[1], "explained": round(float(explained), 2),
                 "gain": round(best[0], 2), "gain_half_width": round(best[1], 2),
                 "milliseconds": round(1000 * self.seconds[key] / len(legal), 2)} | common
            )  # fmt: skip
        return rows


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--share", type=float, default=0.1, help="of the decisions that are looked at")
    parser.add_argument("--depths", type=int, nargs="+", default=[10, 20, 40, 80], help="0: to the end")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    positions = Positions(args.game, args.players, args.games, args.share, args.seed)
    positions.play(args.depths)
    for row in positions.rows():
        print(json.dumps({"game": args.game, "players": args.players, **row}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
