"""Playing games to their end from a position, for the yardsticks of games in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from eurogym.agents.framework.base import still_running
from eurogym.envs.core.step.batch import BatchedGame

SAMPLES = 8  # games of random play per deal


def played_out(batch: BatchedGame, states: np.ndarray, seated: Mapping[int, Any]) -> np.ndarray:
    """Return the final scores, float ``(n, T)``, of games that the seated agents play to their end from n states.

    Args:
        batch: a batch of the game with its options; it is not changed.
        states: ``(n,)`` records.
        seated: an agent for every seat that takes decisions; all of them play the n games in the slots 0 to n - 1.
    """
    many = batch.new_like(len(states), autoreset=False)
    many.load(states)
    for running in still_running(many, np.arange(len(states))):
        seats = many.current_seat[running].copy()
        for seat in np.unique(seats).tolist():
            games = running[seats == seat]
            many.step(seated[seat].act(many, games), games=games)
    return many.final_scores.astype(float)
