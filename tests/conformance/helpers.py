"""Small helpers of the conformance tests."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.random import derive_seed


def game_over(batch, game=0):
    """Whether a game of the batch has ended."""
    return bool(batch.states["done"][game])


def random_legal(batch, game, *keys):
    """A legal action of one game, fixed by the keys."""
    legal = np.flatnonzero(batch.action_masks[game])
    return int(legal[derive_seed(0, *keys) % len(legal)])


def positions(case, seed, every=1, limit=None, **arguments):
    """Play one random game and yield the batch of one before every ``every``-th decision."""
    batch = case.batch(autoreset=False, **arguments)
    batch.reset(seeds=[seed])
    number = 0
    while not game_over(batch):
        if number % every == 0:
            yield batch
        number += 1
        if limit is not None and number >= limit * every:
            return
        batch.step([random_legal(batch, 0, seed, number)])


def spread_positions(case, seed, most):
    """Play one random game and yield the batch of one before about ``most`` decisions, spread over the game."""
    batch = case.batch(autoreset=False, observe=False)
    batch.reset(seeds=[seed])
    length = 0
    while not game_over(batch):
        length += 1
        batch.step([random_legal(batch, 0, seed, length)])
    yield from positions(case, seed, every=max(1, length // most))


def snapshot(batch, game=0):
    """All that can be seen of one game: to compare before and after."""
    return (
        np.asarray(batch.states)[game].tobytes(),
        batch.observations[game].tobytes(),
        batch.action_masks[game].tobytes(),
        int(batch.current_seat[game]),
    )
