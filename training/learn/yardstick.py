"""The game's heuristic as a yardstick of a learner: on the same deals beside it, and in its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from eurogym.envs.core.standing import mean_margins
from eurogym.training.deals import CHECKING
from eurogym.training.learn.tables import batch_labels, batch_seeds, final_rewards, make_agent

MOST_AT_ONCE = 256  # games of the heuristic that are played side by side


def paired_means(
    player: Any, batches: Sequence, opponent: str, game: str, seed: int, suffix: str = ""
) -> dict[str, float]:
    """Placement and lead of a player in every seat of each deal, against one agent in all the others.

    player: anything with `act(batch, games)`; batches: made with autoreset=False, their games are shared out among
    deals of as many games as there are seats. The deals depend on `seed` only. The lead is the score less the mean of
    the others, in points. Returns means by `paired_placement<suffix>/<label>` and `paired_lead<suffix>/<label>`.
    """
    agent = make_agent(opponent, game, seed)
    result = {}
    for index, (batch, label) in enumerate(zip(batches, batch_labels(batches), strict=True)):
        seats = batch.num_seats
        deals = max(1, batch.num_envs // seats)
        games = np.arange(min(deals * seats, batch.num_envs))
        seeds = np.repeat(batch_seeds(seed, index, deals, CHECKING), seats)[: len(games)]
        batch.reset(seeds, games)
        own_seat = np.arange(batch.num_envs) % seats
        _play_out(batch, games, lambda at, own_seat=own_seat: own_seat[at], player, agent)
        rows = (games, own_seat[games])
        placed = batch.final_placements[rows]
        led = mean_margins(batch.final_scores[games].astype(np.float64))[
            np.arange(len(games)), own_seat[games]
        ]
        result[f"paired_placement{suffix}/{label}"] = float(placed.mean())
        result[f"paired_lead{suffix}/{label}"] = float(led.mean())
    return result


def _play_out(batch, games: np.ndarray, own_seat: Callable, player, agent) -> None:
    """Plays these games to their ends: `player` in the seat that `own_seat` names, `agent` in the others."""
    running = games
    while len(running):
        actions = np.zeros(len(running), np.int64)
        own = batch.current_seat[running] == own_seat(running)
        for who, mine in ((player, own), (agent, ~own)):
            if mine.any():
                actions[mine] = who.act(batch, running[mine])
        batch.step(actions, games=running)
        running = running[~batch.dones[running]]


class Control:
    """What the heuristic gets in all seats of a deal: a control variate of what the learner got there.

    No action of the learner changes it, so that taking it off leaves the policy gradient unbiased, and takes off the
    luck of the deal that both share (Greensmith, Bartlett and Baxter 2004).
    """

    def __init__(self, heuristic: str, config: Any):
        self.config = config
        self.agent = make_agent(heuristic, config.game, config.seed)
        self._batches: dict[int, Any] = {}

    def rewards(self, batch: Any, deals: np.ndarray) -> np.ndarray:
        """Rewards (n, S) float32 of the deals (n,) uint64 at tables like those of `batch`."""
        side = self._batches.get(id(batch))
        if side is None:
            side = batch.new_like(min(MOST_AT_ONCE, batch.num_envs), autoreset=False, observe=False)
            self._batches[id(batch)] = side
        parts = [np.zeros((0, batch.num_seats), np.float32)]
        for start in range(0, len(deals), side.num_envs):
            part = deals[start : start + side.num_envs]
            games = np.arange(len(part))
            side.reset(part, games)
            _play_out(side, games, lambda at: np.full(len(at), -1), self.agent, self.agent)
            parts.append(final_rewards(side, games, self.config))
        return np.concatenate(parts)
