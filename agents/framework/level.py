"""Opponents for people, from 1 (plays at random) to 10: `level:n=4`."""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework.base import Agent, Parameter
from eurogym.agents.framework.best import first_that_plays
from eurogym.agents.framework.ladder import BASE, LEVELS
from eurogym.agents.framework.per_table import PerTable
from eurogym.agents.framework.random_agent import slip_many


def about(level: int) -> str:
    """What a level is, in words."""
    agent, slips = LEVELS[level]
    return agent + (f", {slips} % of its decisions at random" if slips else "")


class LevelAgent(Agent):
    """Plays as the agent of its level, with that level's share of random decisions.

    Where no trained policy ships for a table, the levels above the heuristic play as the heuristic does, and where a
    game has no heuristic, `greedy` stands for it.
    """

    compiled_parts = ("policy", "search")
    needs_observations = True
    parameters = (Parameter("n", int, 6, "level, from 1 to 10", low=1, high=len(LEVELS)),)

    def __init__(self, name: str, **values: Any):
        super().__init__(name, **values)
        self._fitted = PerTable(self._fit)

    def reset(self, seed: int) -> None:
        """Start the random streams again."""
        super().reset(seed)
        for agent in self._fitted.made:
            agent.reset(seed)

    def prepare(self, batch: Any) -> None:
        """Load and compile what plays at these tables."""
        self._fitted(batch).prepare(batch)
        super().prepare(batch)

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """One legal action (n,) int64 for each game index in `games` (n,)."""
        agent = self._fitted(batch)
        agent.first_slot = self.first_slot
        chosen = np.array(agent.act(batch, games), np.int64)
        if slips := LEVELS[self.n][1]:
            games = np.asarray(games, np.int64)
            slip_many(batch.action_masks, games, self.streams(batch.num_envs), slips, chosen)
        return chosen

    def _fit(self, batch: Any) -> Any:
        heuristic = agents.heuristic_name(batch.game)
        spec = LEVELS[self.n][0]
        return first_that_plays((heuristic if spec == BASE else spec, heuristic), batch, self._seed)
