"""Luck for the oracles of three games, as a test wants it (Villagers asks in words of its own)."""

from __future__ import annotations

from typing import Any


class FixedChance:
    """Nothing is mixed and every number is 0 unless given by purpose; remembers what was asked."""

    def __init__(
        self, rolls: dict[str, list[int]] | None = None, orders: dict[str, list[list]] | None = None
    ):
        self.rolls, self.orders, self.calls = rolls or {}, orders or {}, []

    def below(self, purpose: str, n: int) -> int:
        self.calls.append((purpose, n))
        queue = self.rolls.get(purpose)
        return queue.pop(0) if queue else 0

    def shuffle(self, purpose: str, items: list) -> list:
        self.calls.append((purpose, list(items)))
        queue = self.orders.get(purpose)
        return queue.pop(0) if queue else list(items)

    def asked(self, purpose: str) -> list[Any]:
        """What was asked for one purpose: the numbers ``n`` or the lists to shuffle, in their order."""
        return [what for name, what in self.calls if name == purpose]
