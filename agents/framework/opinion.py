"""Opinions of agents about the actions of a game, for hints and replays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

PROBABILITY = "probability"


@dataclass(frozen=True)
class Opinion:
    """What an agent would choose in one game, with its numbers.

    Attributes:
        action: its choice.
        numbers: a number for each legal action for which the agent has one; higher is better.
        meaning: what the numbers are, in words: `PROBABILITY`, or something shown with a sign; empty if there are none.
    """

    action: int
    numbers: Mapping[int, float] = field(default_factory=dict)
    meaning: str = ""

    def best(self, most: int) -> list[tuple[int, float]]:
        """Return at most `most` actions in the order of their numbers: the choice and those with the highest ones."""
        if self.action not in self.numbers:
            return []
        others = sorted((-number, action) for action, number in self.numbers.items() if action != self.action)
        kept = [(-self.numbers[self.action], self.action), *others[: most - 1]]
        return [(action, -number) for number, action in sorted(kept)]

    def shown(self, number: float) -> str:
        """Return a number as people read it: 42 % or +0.12."""
        return f"{100 * number:.0f} %" if self.meaning == PROBABILITY else f"{number:+.2f}"


def opinion_of(agent: Any, batch: Any, game: int = 0) -> Opinion:
    """Return an agent's opinion of a game of a batch: by its method `opinion`, else its choice without numbers."""
    if hasattr(agent, "opinion"):
        return agent.opinion(batch, game)
    return Opinion(int(agent.act(batch, np.array([game]))[0]))
