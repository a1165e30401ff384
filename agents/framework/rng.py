"""Random numbers inside agent kernels: a stream is uint64[2] = (key, counter), and a draw advances it."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.random import draw

ONE = np.uint64(1)
AGENT_STREAM = 0


@kernel
def next_word(rng):
    """Return the next 64 random bits of the stream."""
    word = draw(rng[0], AGENT_STREAM, rng[1])
    rng[1] = rng[1] + ONE
    return word


@kernel
def next_index(rng, n):
    """Return a number from 0 to n - 1 (the bias of the remainder is below n / 2**64)."""
    return np.int64(next_word(rng) % np.uint64(n))
