"""The agent `best`: the strongest agent at a table within a time budget, by the measured ladder."""

from __future__ import annotations

import math
from typing import Any

from eurogym.agents.framework import ladder
from eurogym.agents.framework import registry as agents
from eurogym.agents.framework.base import Parameter
from eurogym.agents.framework.bots.through import ThroughOthers
from eurogym.agents.framework.opinion import Opinion, opinion_of

AT_ONCE = 2.0  # milliseconds that count as an immediate answer
USUAL_MS = 20.0  # assumed for a search that was not measured
LEAST = 0.5  # least fraction of the time with which a search was measured
UNMEASURED = ("ppo", ladder.BASE, "greedy")  # at tables that the ladder does not know, without time to search


class BestAgent(ThroughOthers):
    """An agent that plays as the strongest rung of the ladder (agents/framework/ladder.py) that keeps to `ms`.

    Without `ms`, only rungs that answer at once are considered. A search uses all of the time. `plays` names the agent
    that plays.
    """

    parameters = (
        Parameter("ms", float, 0.0, "milliseconds per decision; 0: only agents that answer at once", low=0.0),
    )

    def candidates(self, batch: Any) -> list[str]:
        """Return the rungs within the time, the strongest first."""
        return candidates(batch.game.name, batch.num_seats, self.ms)

    def opinion(self, batch: Any, game: int) -> Opinion:
        """Return the opinion of the agent that plays here."""
        return opinion_of(self.chosen(batch), batch, game)


def candidates(game: str, players: int, ms: float) -> list[str]:
    """Return the specs to try at tables of this many players, the strongest first; the last one plays everywhere."""
    budget = ms or AT_ONCE
    found = []
    for rung in reversed(ladder.rungs(game, players)):
        if math.isnan(rung.place) or math.isnan(rung.ms):
            continue
        if rung.is_search and ms >= LEAST * rung.ms:
            found.append(f"{rung.agent}:ms={ms:g}")
        elif rung.ms <= budget and not rung.is_search:
            found.append(rung.agent)
    if not found and ms >= LEAST * USUAL_MS:
        found = [f"search:ms={ms:g}"]
    known = [agents.heuristic_name(game) if name == ladder.BASE else name for name in [*found, *UNMEASURED]]
    return list(dict.fromkeys(known))
