"""The game's heuristic as a yardstick of a learner, on paired deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from eurogym.envs.core.standing import mean_margins
from eurogym.training.deals import CHECKING
from eurogym.training.learn.tables import batch_labels, batch_seeds, make_agent


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
