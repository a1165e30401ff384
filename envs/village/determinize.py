"""Worlds that a seat holds possible: nobody knows the order of the customers, nor of hidden fate tiles."""

from __future__ import annotations

from envs.core.compile import kernel
from envs.core.random import next_below, reseed, shuffle
from envs.village import enums as E


@kernel
def determinize(state, seat, seed):
    """Shuffle what nobody has seen and reseed all streams. All seats know the same, so `seat` makes no difference."""
    reseed(state, seed)
    shuffle(state, E.STREAM_CUSTOMERS, state.stack, state.stack_size)
    if state.solo:
        for row in range(2):
            hide_quill(state, row)


@kernel
def hide_quill(state, row):
    """Where the quill of a set is not face up, it is under any of its hidden tiles."""
    hidden = 0
    for i in range(E.TILES_PER_SET):
        tile = state.tile[row * E.TILES_PER_SET + i]
        if tile == E.TILE_QUILL:
            return
        if tile == E.TILE_HIDDEN:
            hidden += 1
    pick = next_below(state, E.STREAM_FATE, hidden)
    for i in range(E.TILES_PER_SET):
        if state.tile[row * E.TILES_PER_SET + i] == E.TILE_HIDDEN:
            if pick == 0:
                state.quill[row] = i
                return
            pick -= 1
