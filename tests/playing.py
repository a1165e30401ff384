"""Playing games in tests: the games that ship, and what the tests of other packages have as well."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

import numpy as np
import pytest

from eurogym.envs.core import registry
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.measure.games.blocks import play_cells
from eurogym.measure.games.matches import Cell, MatchResults
from eurogym.testing.differential import EngineChance, Picker, Player, play, play_against
from eurogym.testing.tables import legal_texts, seat_view

__all__ = [
    "EngineChance",
    "Picker",
    "Player",
    "determinized_positions",
    "legal_texts",
    "play",
    "play_against",
    "play_matches",
    "random_games",
    "searched_games",
    "seat_view",
    "seen_by",
    "shipped_games",
]


def shipped_games() -> list[str]:
    """The games of this package: other tests make the toy game known while they are collected."""
    return registry.shipped()


SEARCHED = ("toy", "village")  # what searches a game takes a third of its compiling


def random_games(game: Any, options: Any, number: int) -> BatchedGame:
    """Random games of these options, all of them over within the decisions that a game may take."""
    batch = BatchedGame(game, options, number, seed=11, autoreset=False, observe=False)
    batch.reset()
    result = batch.rollout("random", steps=game.max_decisions(options))
    assert result["games"] == number and batch.dones.all()
    return batch


def play_matches(
    game: str, agents: list, seating: Any, seeds: Any, seed: int = 0, options: dict[str, Any] | None = None
) -> MatchResults:
    """One game per row of ``seating``; the arguments are those of a cell."""
    return play_cells([Cell(game, agents, seating, seeds, seed, options or {})])[0]


def seen_by(batch: BatchedGame, seat: int) -> dict[str, Any]:
    """What a seat sees of the first game, by fields; no code is above what the layout declares."""
    layout, codes = batch.layout, batch.observe(0, seat)
    over = np.flatnonzero(codes > layout.high)
    names = [name for name, part in layout.slices.items() if any(part.start <= i < part.stop for i in over)]
    assert not len(over), (names, codes[over].tolist())
    return layout.unflatten(codes)


def determinized_positions(
    played: Iterator[tuple[BatchedGame, Any]], every: int, changing: Container[str]
) -> Iterator[tuple]:
    """One in ``every`` positions, as a seat may imagine it: batch, the other batch, seat, state before and after.

    No field changes but those named.
    """
    other = None
    for batch, rng in played:
        if batch.states["done"][0] or rng.integers(every):
            continue
        other = other or batch.new_like(1, autoreset=False)
        seat = int(rng.integers(batch.options.num_players))
        other.load(np.asarray(batch.states))
        other.determinize(0, seat, int(rng.integers(2**40)))
        before, after = batch.state(0), np.asarray(other.states)[0]
        for name in before.dtype.names:
            assert name in changing or np.array_equal(before[name], after[name]), name
        yield batch, other, seat, before, after


def searched_games() -> list[Any]:
    """The shipped games, for tests that search them: by default some, the others with the slow tests."""
    return [
        pytest.param(game, marks=() if game in SEARCHED else pytest.mark.slow) for game in shipped_games()
    ]
