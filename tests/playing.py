"""Playing games in tests: the games that ship, and what the tests of other packages have as well."""

from __future__ import annotations

from typing import Any

import pytest

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
    "searched_games",
    "seat_view",
    "shipped_games",
]


def shipped_games() -> list[str]:
    """The games of this package: other tests make the toy game known while they are collected."""
    return registry.shipped()


SEARCHED = ("toy", "village")  # what searches a game takes a third of its compiling


def searched_games() -> list[Any]:
    """The shipped games, for tests that search them: by default some, the others with the slow tests."""
    return [
        pytest.param(game, marks=() if game in SEARCHED else pytest.mark.slow) for game in shipped_games()
    ]
