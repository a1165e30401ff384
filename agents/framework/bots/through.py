"""Agents that let other agents play for them, one for each kind of tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from eurogym.agents.framework import registry as agents
from eurogym.agents.framework.base import Agent
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.agents.framework.per_table import PerTable


class ThroughOthers(Agent):
    """An agent that lets the first of its `candidates` that can play at a table play for it; `plays` names that agent.

    A slot has one random stream, whichever agent plays there: the others draw from this agent's streams.
    """

    compiled_parts = ("policy", "search")
    needs_observations = True

    def __init__(self, name: str, **values: Any):
        super().__init__(name, **values)
        self._fitted = PerTable(self._fit)

    def candidates(self, batch: Any) -> Iterable[str]:
        """Return the specs to try at the tables of a batch, in this order; the last one plays everywhere."""
        raise NotImplementedError

    def reset(self, seed: int) -> None:
        """Restart the random streams."""
        super().reset(seed)
        for agent in self._fitted.made:
            agent.reset(seed)

    def prepare(self, batch: Any) -> None:
        """Load and compile the agent that plays at these tables."""
        self.chosen(batch).prepare(batch)
        super().prepare(batch)

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """Return one legal action (n,) int64 for each game index in `games` (n,)."""
        return self.chosen(batch).act(batch, games)

    def plays(self, batch: Any) -> str:
        """Return the name of the agent that plays at these tables."""
        return self.chosen(batch).name

    def chosen(self, batch: Any) -> Any:
        """Return the agent that plays at these tables, ready to continue from the present random streams."""
        agent = self._fitted(batch)
        agent.first_slot = self.first_slot
        agent.draw_from(self.streams(batch.num_envs))
        return agent

    def _fit(self, batch: Any) -> Any:
        for spec in self.candidates(batch):
            agent = agents.make(spec, game=batch.game)
            agent.reset(self._seed)
            try:
                agent.prepare(batch)
            except CheckpointError:  # none ships for this table
                continue
            break
        return agent
