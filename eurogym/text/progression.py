"""How far a player has come: 0 is random play, 100 the heuristic of the game, on the same deals and against the same.

A share of games won says nothing of a player that never wins; the margin does: the points ahead of the best rival, or
alone the points. Progression is 100 (own - random) / (heuristic - random), of means over games. It may be below 0 and
above 100.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eurogym.envs.core.batch import BatchedGame
from eurogym.training.measure.statistics import mean_interval

SAMPLES = 8  # games of random play a deal


@dataclass(frozen=True)
class Progression:
    """A mean over games with the half-width of its 95 % interval (nan for fewer than two games)."""

    mean: float
    half_width: float
    games: int

    def __str__(self) -> str:
        return f"{self.mean:.1f} +- {self.half_width:.1f} ({self.games} games)"


def progression(rows: Sequence[tuple[float, float, float]]) -> Progression:
    """The progression over games, independent of each other.

    Args:
        rows: for each game the margins of the player, of random play and of the heuristic (`TextTable.yardstick`).

    The interval is that of a ratio of means. Both are nan where the heuristic is not ahead of random play.
    """
    own, random, heuristic = np.asarray(rows, np.float64).reshape(-1, 3).T
    way = float((heuristic - random).mean()) if len(own) else 0.0
    if way <= 0:
        return Progression(float("nan"), float("nan"), len(own))
    share = float((own - random).mean()) / way
    _, half_width = mean_interval((own - random) - share * (heuristic - random))
    return Progression(100 * share, 100 * half_width / way, len(own))


def played_out(batch: BatchedGame, states: np.ndarray, seated: Mapping[int, Any]) -> np.ndarray:
    """Final scores, float ``(n, T)``, of games that the seated agents play on from n states.

    Args:
        batch: a table of the game with its options; it is not touched.
        states: ``(n,)`` records.
        seated: an agent for every seat that decides; the scores are those of games played on in n slots.
    """
    many = batch.new_like(len(states), autoreset=False)
    many.load(states)
    running = np.flatnonzero(np.asarray(many.states["done"]) == 0)
    while len(running):
        seats = many.current_seat[running].copy()
        for seat in np.unique(seats).tolist():
            games = running[seats == seat]
            many.step(seated[seat].act(many, games), games=games)
        running = running[~many.dones[running]]
    return many.final_scores.astype(float)
