"""What an agent makes ready for tables, kept for the latest of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MOST = 16  # tables, as kinds of games: a network and scratch tables each


class PerTable:
    """Calls `make(batch)` once for all batches of the same options, and gives its answer again for the latest ones.

    Who plays several kinds of tables in turn, as the trainer's agents do, would else read its network anew at every
    turn. Options are the same if they are the same object: `batch.new_like` shares them.
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
        """All answers that are kept."""
        return [made for _, made in self._kept]
