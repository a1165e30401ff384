"""The strongest of what ships for a table: `shipped`, an agent by name."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework.base import Agent
from eurogym.agents.framework.opinion import Opinion, opinion_of
from eurogym.agents.framework.per_table import PerTable
from eurogym.agents.framework.policy import CheckpointError

# From strong to weak, as measured (docs/results/distilled.md, residual.md), unless the package of the game's agents
# names another one for this number of players (`SHIPPED`); the heuristic of the game is last
ORDER = ("afterstate", "residual")


def order(game: str, players: int) -> tuple[str, ...]:
    """The agents to try at tables of so many players, from strong to weak; where none fits, the heuristic plays."""
    package = f"eurogym.agents.{game}"
    if importlib.util.find_spec(package) is None:
        return ORDER
    best = getattr(importlib.import_module(package), "SHIPPED", {}).get(players)
    return (best, *ORDER) if best else ORDER


class ShippedAgent(Agent):
    """Plays as the strongest agent that ships for the table without simulating games to their ends.

    That is the network that has learned from search where one ships for exactly these options, else the trained policy
    upon the choice of the heuristic, else the heuristic; a game may name another one for a number of players
    (`SHIPPED`). `plays` says which.
    """

    compiled_parts = ("policy", "search")
    needs_observations = True

    def __init__(self, name: str, **values: Any):
        super().__init__(name, **values)
        self._fitted = PerTable(self._fit)
        self._agent: Any = None  # of the table that was played last

    def reset(self, seed: int) -> None:
        """Start the random streams again."""
        super().reset(seed)
        for agent in self._fitted.made:
            agent.reset(seed)

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """One legal action (n,) int64 for each game index in `games` (n,)."""
        return self._chosen(batch).act(batch, games)

    def opinion(self, batch: Any, game: int) -> Opinion:
        """What the agent that plays here thinks."""
        return opinion_of(self._chosen(batch), batch, game)

    def plays(self, batch: Any) -> str:
        """The name of the agent that plays at these tables."""
        return self._chosen(batch).name

    @property
    def luck(self) -> np.ndarray:
        """Where the random streams of that agent stand, uint64 (slots, 2), a copy; set it to go on from there."""
        return super().luck if self._agent is None else self._agent.luck

    @luck.setter
    def luck(self, streams: np.ndarray) -> None:
        Agent.luck.fset(self if self._agent is None else self._agent, streams)

    def _chosen(self, batch: Any) -> Any:
        agent = self._fitted(batch)
        if agent is not self._agent:  # a slot has one stream, whichever table is there
            agent.luck, self._agent = self.luck, agent
        agent.first_slot = self.first_slot
        return agent

    def _fit(self, batch: Any) -> Any:
        for name in (*order(batch.game.name, batch.num_seats), agents.heuristic_name(batch.game)):
            agent = agents.make(name, game=batch.game)
            agent.reset(self._seed)
            try:
                agent.prepare(batch)
            except CheckpointError:  # none ships for this table
                continue
            break
        return agent
