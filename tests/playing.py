"""Playing games in tests: the games that ship, and what the tests of other packages have as well."""

from __future__ import annotations

from eurogym.envs.core import registry
from eurogym.testing.differential import EngineChance, Picker, Player, play, play_against
from eurogym.testing.tables import legal_texts, seat_view

__all__ = [
    "EngineChance",
    "Picker",
    "Player",
    "legal_texts",
    "play",
    "play_against",
    "seat_view",
    "shipped_games",
]


def shipped_games() -> list[str]:
    """The games of this package: other tests make the toy game known while they are collected."""
    return registry.shipped()
