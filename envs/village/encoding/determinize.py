"""Worlds that a seat holds possible: nobody knows the order of the customers, nor of hidden fate tiles."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.random import next_below, reseed, shuffle
from eurogym.envs.village.declare.enums import NUM_SETS, TILE, TILES_PER_SET, R


@kernel
def determinize(state, seat, seed):
    """Shuffle what nobody has seen and reseed all streams. All seats know the same, so `seat` makes no difference."""
    reseed(state, seed)
    shuffle(state, R.customers, state.stack, state.stack_size)
    if state.solo:
        for row in range(NUM_SETS):
            hide_quill(state, row)


@kernel
def hide_quill(state, row):
    """Where the quill of a set is not face up, it is under any of its hidden tiles."""
    hidden = 0
    for i in range(TILES_PER_SET):
        tile = state.tile[row * TILES_PER_SET + i]
        if tile == TILE.quill:
            return
        if tile == TILE.hidden:
            hidden += 1
    pick = next_below(state, R.fate, hidden)
    for i in range(TILES_PER_SET):
        if state.tile[row * TILES_PER_SET + i] == TILE.hidden:
            if pick == 0:
                state.quill[row] = i
                return
            pick -= 1
