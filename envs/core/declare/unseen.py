"""Redrawing what no seat knows (the order of stacks and all future chance), with everything else unchanged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from eurogym.envs.core.errors import StateError

LUCK = ("seed", "stream_counter")  # state fields that determine what the streams will draw


@dataclass(frozen=True)
class Unseen:
    """Where a game keeps what no seat knows.

    Attributes:
        fields: the state fields that hold it; what a determinization changes in other fields is known to some seat.
            Without any, all seats know the same, and a determinization redraws nothing but future chance.
        share: ``(states) ->`` nothing; changes scratch records ``(n,)`` so that seat 0 knows everything that any seat
            knows about those fields. None if a determinization draws them in the same way for all seats.
    """

    fields: tuple[str, ...] = ()
    share: Callable[[np.ndarray], None] | None = None


def redeal(batch: Any, games: np.ndarray, seeds: np.ndarray) -> None:
    """Redraw what no seat knows in games ``(n,)`` of a scratch batch, with seeds ``(n,)`` for all future chance.

    Given everything that the seats know together, the true state and the redrawn ones come from the same distribution.

    Raises:
        StateError: the game does not declare where it keeps what no seat knows.
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
