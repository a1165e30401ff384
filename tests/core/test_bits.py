"""Sets as bits of a word."""

import numpy as np

from envs.core.bits import bit, count_bits, has, lowest_bit
from envs.core.compile import PURE, entry


def _numbers(word, out):
    count = 0
    while word != 0:
        out[count] = lowest_bit(word)
        word ^= bit(out[count])
        count += 1
    return count


numbers = _numbers if PURE else entry(_numbers)


def test_a_set_gives_its_numbers_from_the_lowest_on():
    rng = np.random.default_rng(3)
    for size in (0, 1, 2, 7, 40, 64):
        chosen = sorted(rng.choice(64, size, replace=False).tolist())
        word = np.int64(0)
        for number in chosen:
            word |= bit(number)
        out = np.zeros(64, np.int64)
        assert numbers(word, out) == size == count_bits(word)
        assert out[:size].tolist() == chosen
        assert [number for number in range(64) if has(word, number)] == chosen


def test_the_sign_is_the_last_number():
    assert bit(63) == np.iinfo(np.int64).min and lowest_bit(bit(63)) == 63
    assert has(bit(63), 63) and not has(bit(63), 62)
