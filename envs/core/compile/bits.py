"""Small sets of numbers as the bits of a 64-bit word (int64, number 63 is its sign): a seat's tiles, a board's cells.

A loop over a set takes the numbers in ascending order::

    while word != 0:
        number = lowest_bit(word)
        word ^= bit(number)
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import PURE, kernel

WORD = 64  # numbers that a set can hold
if PURE:
    _ALL = (1 << 64) - 1

    def lowest_bit(word):
        """Return the lowest number in the set, which must not be empty."""
        return (int(word) & -int(word)).bit_length() - 1

    def count_bits(word):
        """Return how many numbers are in the set."""
        return (int(word) & _ALL).bit_count()

    def bytes_in_use(array, start):
        """Return which of the 64 bytes from `start` on are not zero, counted from there. Nothing is checked."""
        bits = np.packbits(array[start : start + WORD] != 0, bitorder="little")
        return np.int64(int.from_bytes(bits.tobytes(), "little", signed=True))

else:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def lowest_bit(typingctx, word):
        """Return the lowest number in the set, which must not be empty."""

        def generate(context, builder, signature, arguments):
            value = context.cast(builder, arguments[0], signature.args[0], types.int64)
            return builder.cttz(value, ir.Constant(ir.IntType(1), 1))

        return types.int64(word), generate

    @intrinsic
    def count_bits(typingctx, word):
        """Return how many numbers are in the set."""

        def generate(context, builder, signature, arguments):
            return builder.ctpop(context.cast(builder, arguments[0], signature.args[0], types.int64))

        return types.int64(word), generate

    @intrinsic
    def bytes_in_use(typingctx, array, start):
        """Return which of the 64 bytes from `start` on are not zero, counted from there. Nothing is checked.

        It compiles to a few vector comparisons, whereas a loop over the bytes costs several instructions for each.
        """
        if array.ndim != 1 or array.layout != "C" or array.dtype.bitwidth != 8:
            raise TypeError(f"bytes_in_use takes contiguous arrays of single bytes, got {array}")

        def generate(context, builder, signature, arguments):
            array_type, start_type = signature.args
            data = context.make_array(array_type)(context, builder, arguments[0]).data
            place = builder.gep(data, [context.cast(builder, arguments[1], start_type, types.int64)])
            block = ir.VectorType(ir.IntType(8), WORD)
            entries = builder.load(builder.bitcast(place, block.as_pointer()), align=1)
            return builder.bitcast(builder.icmp_unsigned("!=", entries, block(None)), ir.IntType(64))

        return types.int64(array, start), generate


@kernel
def bit(number):
    """Return the set of one number."""
    return np.int64(1) << np.int64(number)


@kernel
def has(word, number):
    """Return whether the number is in the set."""
    return word >> number & 1 == 1


@kernel
def in_use(array, start):
    """Return which entries of an array of bytes are not zero, among the 64 from `start` on, counted from there.

    At the end of the array there are fewer than 64.
    """
    missing = start + WORD - len(array)
    if missing <= 0:
        return bytes_in_use(array, start)
    if len(array) >= WORD:
        return (bytes_in_use(array, start - missing) >> missing) & ~(np.int64(-1) << (WORD - missing))
    word = np.int64(0)
    for place in range(start, len(array)):
        if array[place]:
            word |= bit(place - start)
    return word
