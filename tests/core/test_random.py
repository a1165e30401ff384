"""Counter-based streams: what the kernels draw is what plain Python draws."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eurogym.envs.core.compile.kernels import I8, PURE, kernel
from eurogym.envs.core.compile.random import (
    PyStreams,
    derive_deal,
    derive_seed,
    draw,
    draw_py,
    next_below,
    reseed,
    shuffle,
)
from eurogym.envs.core.declare.game import header, new_states

NUM_STREAMS = 11
DTYPE = np.dtype([*(field.entry for field in header(NUM_STREAMS, 1)), ("cards", I8, (30,))], align=True)
SEEDS = st.integers(0, 2**63 - 1)


@kernel
def draw_many(states, stream, n, out):
    for i in range(len(out)):
        out[i] = next_below(states[0], stream, n)


@kernel
def shuffle_cards(states, stream, n):
    shuffle(states[0], stream, states[0].cards, n)


@kernel
def reseed_first(states, seed):
    reseed(states[0], seed)


def state_with(seed):
    """States, and what kernels take of them: recarrays only where nothing is compiled."""
    states = new_states(DTYPE, 1)
    states["seed"] = seed
    states["cards"][0] = np.arange(30)
    return states, states if PURE else np.asarray(states)


@settings(max_examples=40)
@given(SEEDS, st.integers(0, NUM_STREAMS - 1), st.integers(1, 2**31 - 1))
def test_draws_equal_their_python_twin(seed, stream, n):
    (states, plain), out = state_with(seed), np.zeros(5, dtype=np.int64)
    draw_many(plain, stream, n, out)
    twin = PyStreams(seed)
    assert out.tolist() == [twin.below(stream, n) for _ in range(5)]
    assert states["stream_counter"][0].tolist() == [twin.counters[one] for one in range(NUM_STREAMS)]
    assert all(0 <= value < n for value in out)
    reseed_first(plain, np.uint64(9))  # a future of its own
    draw_many(plain, stream, n, out)
    twin = PyStreams(9)
    assert out.tolist() == [twin.below(stream, n) for _ in range(5)]


@settings(max_examples=40)
@given(SEEDS, st.integers(0, 30))
def test_shuffles_equal_their_python_twin(seed, n):
    (states, plain), cards = state_with(seed), list(range(n))
    shuffle_cards(plain, 2, n)
    PyStreams(seed).shuffle(2, cards)
    assert states["cards"][0].tolist() == cards + list(range(n, 30))


@settings(max_examples=40)
@given(st.integers(0, 2**64 - 1), st.integers(0, 2**40), st.integers(0, 2**40))
def test_words_equal_their_python_twin(seed, a, b):
    assert int(draw(np.uint64(seed), a % 8, b)) == draw_py(seed, a % 8, b)
    assert int(derive_deal(np.uint64(seed), a, b)) == derive_seed(seed, a, b) < 2**63


def test_streams_do_not_touch_each_other():
    left, right = PyStreams(5), PyStreams(5)
    for _ in range(10):
        left.below(0, 6)
    assert [left.below(1, 100) for _ in range(5)] == [right.below(1, 100) for _ in range(5)]


def test_derived_seeds_depend_on_every_key_and_their_order():
    keys = [(1,), (1, 0), (1, 0, 0), (1, 0, 1), (1, 1, 0), (2, 1, 0), (1, "deck"), (1, "bag")]
    assert len({derive_seed(*one) for one in keys}) == len(keys)


@pytest.mark.parametrize("n", [2, 6, 7, 52])
def test_draws_are_even(n):
    twin, counts = PyStreams(3), np.zeros(n)
    for _ in range(400 * n):
        counts[twin.below(1, n)] += 1
    chi_square = ((counts - 400) ** 2 / 400).sum()
    assert chi_square < n + 5 * np.sqrt(2 * n)


def test_neighbouring_seeds_give_unrelated_draws():
    draws = np.array([PyStreams(seed).below(0, 1000) for seed in range(2000)])
    assert abs(np.corrcoef(draws[:-1], draws[1:])[0, 1]) < 0.08
    assert 450 < draws.mean() < 550
