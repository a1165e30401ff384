"""What chance brought with an action: dice, draws and reveals, in words.

A game's module `events` has `events(before, after)`: lines in words by what a seat is told of the two tables
(:meth:`to_dict` with its eyes), so that nothing hidden is among them.
"""

from __future__ import annotations

from typing import Any


def events_of(game: Any, before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """The events between two tables as one seat is told them; none where the game says nothing about them."""
    module = game.part("events")
    return [] if module is None else module.events(before, after)
