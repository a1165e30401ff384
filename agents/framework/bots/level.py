"""Opponents for people, from 1 (plays at random) to 10: `level:n=4`."""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.agents.framework import registry as agents
from eurogym.agents.framework.base import Parameter
from eurogym.agents.framework.bots.through import ThroughOthers
from eurogym.agents.framework.ladder import BASE, LEVELS
from eurogym.agents.framework.random_agent import slip_many


def about(level: int) -> str:
    """Describe a level in words."""
    agent, slips = LEVELS[level]
    return agent + (f", {slips} % of its decisions at random" if slips else "")


class LevelAgent(ThroughOthers):
    """An agent that plays as the agent of its level, with that level's share of random decisions.

    If no trained policy ships for a table, the levels above the heuristic play as the heuristic does; if a game has no
    heuristic, `greedy` replaces it.
    """

    parameters = (Parameter("n", int, 6, "level, from 1 to 10", low=1, high=len(LEVELS)),)

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """Return one legal action (n,) int64 for each game index in `games` (n,)."""
        chosen = np.array(super().act(batch, games), np.int64)
        if slips := LEVELS[self.n][1]:
            games = np.asarray(games, np.int64)
            slip_many(batch.action_masks, games, self.streams(batch.num_envs), slips, chosen)
        return chosen

    def candidates(self, batch: Any) -> tuple[str, ...]:
        """Return the agent of the level, and those that replace it where it cannot play."""
        heuristic, spec = agents.heuristic_name(batch.game), LEVELS[self.n][0]
        return heuristic if spec == BASE else spec, heuristic
