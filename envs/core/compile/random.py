"""Counter-based random streams, kept in the game state.

A state holds a seed and one counter per stream; the k-th draw of a stream is ``hash(seed, stream, k)``. There is one
stream per purpose (deck, bag, dice, ...). Draws for one purpose therefore do not change those for another, results do
not depend on how games are batched, and a copied state repeats itself exactly.

The hash is the finaliser of SplitMix64 (Steele, Lea, Flood 2014) applied twice, once to choose the stream's start and
once to the counter.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import MutableSequence, Sequence

import numpy as np

from eurogym.envs.core.compile.kernels import PURE, kernel

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_STREAM_STEP = 0xD1B54A32D192ED03
_MULTIPLY_1 = 0xBF58476D1CE4E5B9
_MULTIPLY_2 = 0x94D049BB133111EB


# --- plain Python: the definition ---------------------------------------------------------------------------


def mix_py(word: int) -> int:
    """Apply the finaliser of SplitMix64 to a 64-bit word."""
    word &= _MASK
    word = ((word ^ (word >> 30)) * _MULTIPLY_1) & _MASK
    word = ((word ^ (word >> 27)) * _MULTIPLY_2) & _MASK
    return word ^ (word >> 31)


def draw_py(seed: int, stream: int, counter: int) -> int:
    """Return the 64-bit word that stream ``stream`` of ``seed`` yields at its ``counter``-th draw, counted from 0."""
    start = mix_py(int(seed) + _STREAM_STEP * (int(stream) + 1))
    return mix_py(start + _GOLDEN * (int(counter) + 1))


def derive_seed(seed: int, *keys: int | str) -> int:
    """Return a seed in [0, 2**63) that depends on ``seed`` and every key, in order; keys are integers or strings."""
    word = mix_py(int(seed) + _GOLDEN)
    for key in keys:
        if isinstance(key, str):
            key = int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "little")
        word = mix_py(word + _STREAM_STEP * (int(key) + 1))
    return word >> 1


class PyStreams:
    """The streams of one seed in plain Python, with exactly the draws of the kernels.

    Args:
        seed: the state's seed.
        counters: how many draws were already taken from each stream (default: none).
    """

    def __init__(self, seed: int, counters: Sequence[int] | None = None):
        self.seed = int(seed)
        self.counters = defaultdict(int, enumerate(counters or ()))

    def below(self, stream: int, n: int) -> int:
        """Draw a uniform integer in ``range(n)``."""
        word = draw_py(self.seed, stream, self.counters[stream])
        self.counters[stream] += 1
        return ((word >> 32) * int(n)) >> 32

    def shuffle(self, stream: int, items: MutableSequence) -> None:
        """Shuffle in place (Fisher-Yates from the last place down); ``items[0]`` is dealt first."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(stream, i + 1)
            items[i], items[j] = items[j], items[i]


# --- kernels ------------------------------------------------------------------------------------------------

if PURE:

    def draw(seed, stream, counter):
        """See :func:`draw_py`."""
        return np.uint64(draw_py(seed, stream, counter))

    def derive_deal(seed, slot, episode):
        """See :func:`derive_seed` with two integer keys."""
        return np.uint64(derive_seed(seed, slot, episode))

    def scale_word(word, n):
        """Turn a random word into a uniform integer in ``range(n)``."""
        return ((int(word) >> 32) * int(n)) >> 32

else:
    # Every constant is uint64: mixed with a signed integer it would turn into a float.
    _U_GOLDEN = np.uint64(_GOLDEN)
    _U_STREAM_STEP = np.uint64(_STREAM_STEP)
    _U_MULTIPLY_1 = np.uint64(_MULTIPLY_1)
    _U_MULTIPLY_2 = np.uint64(_MULTIPLY_2)
    _U1, _U27, _U30, _U31, _U32 = (np.uint64(k) for k in (1, 27, 30, 31, 32))

    @kernel
    def _mix(word):
        word = (word ^ (word >> _U30)) * _U_MULTIPLY_1
        word = (word ^ (word >> _U27)) * _U_MULTIPLY_2
        return word ^ (word >> _U31)

    @kernel
    def draw(seed, stream, counter):
        """See :func:`draw_py`."""
        start = _mix(np.uint64(seed) + _U_STREAM_STEP * (np.uint64(stream) + _U1))
        return _mix(start + _U_GOLDEN * (np.uint64(counter) + _U1))

    @kernel
    def derive_deal(seed, slot, episode):
        """See :func:`derive_seed` with two integer keys."""
        word = _mix(np.uint64(seed) + _U_GOLDEN)
        word = _mix(word + _U_STREAM_STEP * (np.uint64(slot) + _U1))
        return _mix(word + _U_STREAM_STEP * (np.uint64(episode) + _U1)) >> _U1

    @kernel
    def scale_word(word, n):
        """Turn a random word into a uniform integer in ``range(n)`` (n below 2**31; bias below n / 2**32)."""
        return np.int64(((word >> _U32) * np.uint64(n)) >> _U32)


@kernel
def next_below(state, stream, n):
    """Draw the next integer from a random stream of the state, uniform in ``range(n)``."""
    counter = state.stream_counter[stream]
    state.stream_counter[stream] = counter + 1
    return scale_word(draw(state.seed, stream, counter), n)


@kernel
def shuffle(state, stream, array, n):
    """Shuffle ``array[:n]`` with a random stream of the state; afterwards ``array[0]`` is dealt first.

    It is a Fisher-Yates shuffle from the last place down.
    """
    for i in range(n - 1, 0, -1):
        j = next_below(state, stream, i + 1)
        held = array[i]
        array[i] = array[j]
        array[j] = held


@kernel
def reseed(state, seed):
    """Give a copied state its own future chance, as a search does before it looks ahead."""
    state.seed = seed
    for stream in range(len(state.stream_counter)):
        state.stream_counter[stream] = 0
