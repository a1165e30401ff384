"""Games played on from a position by seated agents, for the yardsticks of a game in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from eurogym.agents.framework.base import still_running
from eurogym.envs.core.batch import BatchedGame

SAMPLES = 8  # games of random play a deal


def played_out(batch: BatchedGame, states: np.ndarray, seated: Mapping[int, Any]) -> np.ndarray:
    """Final scores, float ``(n, T)``, of games that the seated agents play on from n states.

    Args:
        batch: a table of the game with its options; it is not touched.
        states: ``(n,)`` records.
        seated: an agent for every seat that decides; the scores are those of games played on in n slots.
    """
    many = batch.new_like(len(states), autoreset=False)
    many.load(states)
    for running in still_running(many, np.arange(len(states))):
        seats = many.current_seat[running].copy()
        for seat in np.unique(seats).tolist():
            games = running[seats == seat]
            many.step(seated[seat].act(many, games), games=games)
    return many.final_scores.astype(float)
