"""Sets as bits of a word."""

import numpy as np

from eurogym.envs.core.compile.bits import bit, count_bits, has, in_use, lowest_bit
from eurogym.envs.core.compile.kernels import entry


@entry
def numbers(word, out):
    """Write the numbers of a set; returns how many there are by counting one by one, and as one word."""
    count, whole = 0, count_bits(word)
    while word != 0:
        out[count] = lowest_bit(word)
        word ^= bit(out[count])
        count += 1
    return count, whole


@entry
def contains(word, number):
    """Is the number in the set?"""
    return has(word, number)


@entry
def single(number):
    """The set of one number."""
    return bit(number)


def test_a_set_gives_its_numbers_from_the_lowest_on():
    rng = np.random.default_rng(3)
    for size in (0, 1, 2, 7, 40, 64):
        chosen = sorted(rng.choice(64, size, replace=False).tolist())
        word = np.int64(0)
        for number in chosen:
            word |= np.int64(single(number))
        out = np.zeros(64, np.int64)
        assert numbers(np.int64(word), out) == (size, size)
        assert out[:size].tolist() == chosen
        assert [number for number in range(64) if contains(word, number)] == chosen


@entry
def used(array, start):
    """Which bytes from a place on are not zero?"""
    return in_use(array, start)


def test_bytes_in_use_are_counted_from_where_one_starts_to_look():
    rng = np.random.default_rng(5)
    for size in (1, 7, 63, 64, 65, 130, 334):
        for share in (0.0, 0.1, 0.9, 1.0):
            array = (rng.random(size) < share).astype(np.uint8) * rng.integers(1, 256, size, dtype=np.uint8)
            for start in range(0, size, 64):
                word = np.int64(used(array, start))
                found = [start + number for number in range(64) if contains(word, number)]
                assert found == [place for place in range(start, min(size, start + 64)) if array[place]]
