"""A cache of what an agent prepares for tables, for the most recent ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MOST = 32  # tables, as kinds of games: a network and scratch tables each


class PerTable:
    """A cache that calls `make(batch)` once for all batches with the same options and keeps the most recent results.

    Without it, an agent that plays several kinds of tables in turn, as in training, would read its network again at
    every turn. Options are the same if they are the same object: `batch.new_like` shares them.
    """

    def __init__(self, make: Callable[[Any], Any]):
        self.make = make
        self._kept: list[tuple[Any, Any]] = []

    def __call__(self, batch: Any) -> Any:
        for options, made in self._kept:
            if options is batch.options:
                return made
        made = self.make(batch)
        self._kept = [*self._kept[1 - MOST :], (batch.options, made)]
        return made

    @property
    def made(self) -> list[Any]:
        """Return all results that are kept."""
        return [made for _, made in self._kept]
