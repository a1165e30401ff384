"""The strongest agent at a table within a budget of time: `best`, by the measured ladder."""

from __future__ import annotations

import math
from typing import Any

from eurogym import agents
from eurogym.agents.framework import ladder
from eurogym.agents.framework.base import Parameter
from eurogym.agents.framework.opinion import Opinion, opinion_of
from eurogym.agents.framework.through import ThroughOthers

AT_ONCE = 2.0  # milliseconds that nobody waits for
USUAL_MS = 20.0  # of a search that was not measured
LEAST = 0.5  # of the time that a search was measured with
UNMEASURED = ("ppo", ladder.BASE, "greedy")  # at tables that the ladder does not know, without time to search


class BestAgent(ThroughOthers):
    """Plays as the strongest rung of the ladder (agents/framework/ladder.py) that keeps to `ms` at the table.

    Without `ms` that is what answers at once. A search takes the whole time that there is. `plays` says who plays.
    """

    parameters = (
        Parameter("ms", float, 0.0, "milliseconds for a decision; 0: what answers at once", low=0.0),
    )

    def candidates(self, batch: Any) -> list[str]:
        """The rungs within the time, the strongest first."""
        return candidates(batch.game.name, batch.num_seats, self.ms)

    def opinion(self, batch: Any, game: int) -> Opinion:
        """What the agent that plays here thinks."""
        return opinion_of(self.chosen(batch), batch, game)


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
