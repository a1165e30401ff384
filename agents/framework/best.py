"""The strongest agent at a table within a budget of time: `best`, by the measured ladder."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework import ladder
from eurogym.agents.framework.base import Agent, Parameter
from eurogym.agents.framework.network import CheckpointError
from eurogym.agents.framework.opinion import Opinion, opinion_of
from eurogym.agents.framework.per_table import PerTable

AT_ONCE = 2.0  # milliseconds that nobody waits for
USUAL_MS = 20.0  # of a search that was not measured
LEAST = 0.5  # of the time that a search was measured with
UNMEASURED = ("ppo", ladder.BASE, "greedy")  # at tables that the ladder does not know, without time to search


class BestAgent(Agent):
    """Plays as the strongest rung of the ladder (agents/framework/ladder.py) that keeps to `ms` at the table.

    Without `ms` that is what answers at once. A search takes the whole time that there is. `plays` says who plays.
    """

    compiled_parts = ("policy", "search")
    needs_observations = True
    parameters = (
        Parameter("ms", float, 0.0, "milliseconds for a decision; 0: what answers at once", low=0.0),
    )

    def __init__(self, name: str, **values: Any):
        super().__init__(name, **values)
        self._fitted = PerTable(self._fit)
        self._agent: Any = None  # of the table that was played last

    def reset(self, seed: int) -> None:
        """Start the random streams again."""
        super().reset(seed)
        for agent in self._fitted.made:
            agent.reset(seed)

    def prepare(self, batch: Any) -> None:
        """Load and compile what plays at these tables."""
        self._chosen(batch).prepare(batch)

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
        return first_that_plays(candidates(batch.game.name, batch.num_seats, self.ms), batch, self._seed)


def first_that_plays(specs: Iterable[str], batch: Any, seed: int) -> Any:
    """The first of these agents that can play at the tables of a batch, prepared; the last one can everywhere."""
    for spec in specs:
        agent = agents.make(spec, game=batch.game)
        agent.reset(seed)
        try:
            agent.prepare(batch)
        except CheckpointError:  # none ships for this table
            continue
        break
    return agent


def candidates(game: str, players: int, ms: float) -> list[str]:
    """Specs to try at tables of so many players, the strongest first; the last one plays everywhere."""
    budget = ms or AT_ONCE
    found = []
    for rung in reversed(ladder.rungs(game, players)):
        if math.isnan(rung.rating) or math.isnan(rung.ms):
            continue
        if rung.is_search and ms >= LEAST * rung.ms:
            found.append(f"{rung.agent}:ms={ms:g}")
        elif rung.ms <= budget and not rung.is_search:
            found.append(rung.agent)
    if not found and ms >= LEAST * USUAL_MS:
        found = [f"search:ms={ms:g}"]
    known = [agents.heuristic_name(game) if name == ladder.BASE else name for name in [*found, *UNMEASURED]]
    return list(dict.fromkeys(known))
