"""Agents that play through others, one for each kind of tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework.base import Agent
from eurogym.agents.framework.network import CheckpointError
from eurogym.agents.framework.per_table import PerTable


class ThroughOthers(Agent):
    """Plays through the first of its `candidates` that can play at a table; `plays` says who that is.

    A slot has one random stream, whoever plays there: the others draw from this agent's.
    """

    compiled_parts = ("policy", "search")
    needs_observations = True

    def __init__(self, name: str, **values: Any):
        super().__init__(name, **values)
        self._fitted = PerTable(self._fit)

    def candidates(self, batch: Any) -> Iterable[str]:
        """Specs to try at the tables of a batch, in this order; the last one plays everywhere."""
        raise NotImplementedError

    def reset(self, seed: int) -> None:
        """Start the random streams again."""
        super().reset(seed)
        for agent in self._fitted.made:
            agent.reset(seed)

    def prepare(self, batch: Any) -> None:
        """Load and compile what plays at these tables."""
        self.chosen(batch).prepare(batch)
        super().prepare(batch)

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """One legal action (n,) int64 for each game index in `games` (n,)."""
        return self.chosen(batch).act(batch, games)

    def plays(self, batch: Any) -> str:
        """The name of the agent that plays at these tables."""
        return self.chosen(batch).name

    def chosen(self, batch: Any) -> Any:
        """The agent that plays at these tables, ready to go on from where the random streams stand."""
        agent = self._fitted(batch)
        agent.first_slot = self.first_slot
        agent.draw_from(self.streams(batch.num_envs))
        return agent

    @property
    def luck(self) -> np.ndarray:
        """Where the random streams stand, uint64 (slots, 2), a copy; set it to go on from there.

        The others forget what they remember between decisions, such as trees.
        """
        self._forget()
        return super().luck

    @luck.setter
    def luck(self, streams: np.ndarray) -> None:
        self._forget()
        Agent.luck.fset(self, streams)

    def _forget(self) -> None:
        for agent in self._fitted.made:
            agent.luck = agent.luck

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
