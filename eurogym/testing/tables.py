"""A game with an option set, as tests use it, and the positions of random games."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from eurogym.envs.core import registry
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.faces.functions import Faces, make_faces
from eurogym.envs.core.step.batch import BatchedGame


@dataclass(frozen=True)
class Table:
    """A game with a set of options."""

    game: Game
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def game_options(self) -> GameOptions:
        """The options as an object."""
        return self.game.options_class.from_kwargs(**self.options)

    @property
    def faces(self) -> Faces:
        """The public functions of the game."""
        return make_faces(self.game)

    @property
    def bound(self) -> int:
        """The most decisions of a game, as declared."""
        return self.game.max_decisions(self.game_options)

    def with_options(self, **values: Any) -> Table:
        """Return a table of this game with some options changed."""
        return Table(self.game, {**self.options, **values})

    def batch(self, num_envs: int = 1, **arguments: Any) -> BatchedGame:
        """Return a batch of games of this table."""
        return BatchedGame(self.game, self.game_options, num_envs, **arguments)

    def __str__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        return f"{self.game.name} ({values or 'default options'})"


def table_of(game: Any, options: Mapping[str, Any] | None = None) -> Table:
    """Return the table of a game (or of its name) with these options."""
    return Table(registry.game(game) if isinstance(game, str) else game, dict(options or {}))


def game_over(batch: BatchedGame, game: int = 0) -> bool:
    """Return whether a game of the batch has ended."""
    return bool(batch.states["done"][game])


def random_legal(batch: BatchedGame, game: int, *keys: int) -> int:
    """Return a legal action of one game, fixed by the keys."""
    legal = np.flatnonzero(batch.action_masks[game])
    return int(legal[derive_seed(0, *keys) % len(legal)])


def positions(
    table: Any, seed: int, every: int = 1, limit: int | None = None, **arguments: Any
) -> Iterator[BatchedGame]:
    """Play a random game and yield its batch of one game before every ``every``-th decision."""
    batch = table.batch(autoreset=False, **arguments)
    batch.reset(seeds=[seed])
    number = 0
    while not game_over(batch):
        if number % every == 0:
            yield batch
        number += 1
        if limit is not None and number >= limit * every:
            return
        batch.step([random_legal(batch, 0, seed, number)])


def spread_positions(table: Any, seed: int, most: int) -> Iterator[BatchedGame]:
    """Play a random game and yield its batch of one game before about ``most`` decisions, spread over the game.

    If seats move in turn, there are positions with each of them to move.
    """
    batch = table.batch(autoreset=False, observe=False)
    batch.reset(seeds=[seed])
    length = 0
    while not game_over(batch):
        length += 1
        batch.step([random_legal(batch, 0, seed, length)])
    every = max(1, length // most)
    while math.gcd(every, batch.num_seats) > 1:
        every -= 1
    yield from positions(table, seed, every)


def reaches_limit(
    table: Any, batch: BatchedGame, games: np.ndarray, before: np.ndarray, actions: np.ndarray
) -> np.ndarray:
    """Return which games the rules have not ended within the declared number of decisions, bool ``(n,)``.

    Args:
        table: the table of the games.
        batch: their batch, after the step.
        games: the games that took a step, ``(n,)``.
        before: their records before the step, ``(n,)``.
        actions: what was chosen, ``(n,)``.
    """
    reached = np.asarray(batch.states["num_decisions"])[games] >= table.bound
    if reached.any():  # a game that stops at the limit goes on if it has taken fewer decisions
        again = table.batch(int(reached.sum()), autoreset=False, observe=False)
        np.asarray(again.states)[:] = before[reached]
        again.states["num_decisions"] = 0
        again.refresh()
        again.step(actions[reached])
        ended = np.asarray(again.states["done"]) != 0
        reached[reached] = ~ended | (np.asarray(again.states["num_decisions"]) >= table.bound)
    return reached


def snapshot(batch: BatchedGame, game: int = 0) -> tuple[bytes, bytes, bytes, int]:
    """Return all that can be seen of one game, to compare before and after."""
    return (
        np.asarray(batch.states)[game].tobytes(),
        batch.observations[game].tobytes(),
        batch.action_masks[game].tobytes(),
        int(batch.current_seat[game]),
    )


def legal_texts(batch: BatchedGame) -> list[str]:
    """Return the texts of the legal actions in the first game of a batch, in alphabetical order."""
    return sorted(batch.catalog.texts[action] for action in np.flatnonzero(batch.action_masks[0]))


def seat_view(batch: BatchedGame, seat: int, place: int = 0) -> dict[str, Any]:
    """Return all that a seat of one game is shown; if it is to move, also its legal actions and their explanations."""
    state, game, options = batch.state(place), batch.game, batch.options
    shown: dict[str, Any] = {
        "the observation": batch.observe(place, seat).tobytes(),
        "to_dict": game.to_dict(state, options, seat),
        "to_text": game.to_text(state, options, seat),
    }
    if seat == state["current_seat"]:
        legal = np.flatnonzero(batch.action_masks[place]).tolist()
        shown["the legal actions"] = [batch.catalog.texts[action] for action in legal]
        shown["the explanations of actions"] = [
            game.explain_action(state, options, action) for action in legal
        ]
    return shown


def expect(holds: Any, words: str) -> None:
    """Raise AssertionError with these words if something does not hold."""
    if not holds:
        raise AssertionError(words)


def where(table: Any, batch: BatchedGame, seed: int) -> str:
    """Describe a position in words."""
    number = int(batch.states["num_decisions"][0])
    return f"seed {seed}, after {number} decisions, options {dict(table.options)}"
