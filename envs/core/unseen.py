"""What no seat at the table knows: the order of stacks, and the luck to come, drawn anew with all else as it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from eurogym.envs.core.errors import StateError

LUCK = ("seed", "stream_counter")  # state fields that say what the streams will draw


@dataclass(frozen=True)
class Unseen:
    """Where a game keeps what no seat knows.

    Attributes:
        fields: state fields of it; what a determinization changes elsewhere, some seat knows. Without any, seats know
            the same, and a determinization draws nothing else anew.
        share: ``(states) ->`` nothing; makes seat 0 know, in records ``(n,)`` that serve no other purpose, all that
            some seat knows of those fields. None where a determinization draws them alike for all seats.
    """

    fields: tuple[str, ...] = ()
    share: Callable[[np.ndarray], None] | None = None


def redeal(batch: Any, games: np.ndarray, seeds: np.ndarray) -> None:
    """Draw what no seat knows anew in games ``(n,)`` of a scratch batch, by seeds ``(n,)`` of the luck to come.

    Given all that the seats know together, the drawn states and the one that it was are draws of one distribution.

    Raises:
        StateError: the game does not say where it keeps what no seat knows.
    """
    unseen = batch.game.unseen
    if unseen is None:
        raise StateError(f"{batch.game.name} does not declare what no seat knows (Game.unseen)")
    states = np.asarray(batch.states)
    before = states[games]
    if unseen.share is not None:
        shared = before.copy()
        unseen.share(shared)
        states[games] = shared
    batch.determinize(games, np.zeros(len(games), np.int64), seeds)
    if unseen.fields:
        drawn = states[games]
        for name in (*LUCK, *unseen.fields):
            before[name] = drawn[name]
        states[games] = before
    batch.refresh(games)
