"""Small sets as the bits of a 64-bit word (int64, number 63 is its sign): tiles of a seat, cells of a board.

A loop over a set takes the numbers from the lowest on::

    while word != 0:
        number = lowest_bit(word)
        word ^= bit(number)
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile import PURE, kernel

WORD = 64  # numbers that a set can hold
if PURE:
    _ALL = (1 << 64) - 1

    def lowest_bit(word):
        """The lowest number in the set, which is not empty."""
        return (int(word) & -int(word)).bit_length() - 1

    def count_bits(word):
        """How many numbers are in the set."""
        return (int(word) & _ALL).bit_count()

    def bytes_in_use(array, start):
        """The set of the 64 bytes from `start` on that are not zero, counted from there. Nothing is checked."""
        bits = np.packbits(array[start : start + WORD] != 0, bitorder="little")
        return np.int64(int.from_bytes(bits.tobytes(), "little", signed=True))

else:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def lowest_bit(typingctx, word):
        """The lowest number in the set, which is not empty."""

        def generate(context, builder, signature, arguments):
            value = context.cast(builder, arguments[0], signature.args[0], types.int64)
            return builder.cttz(value, ir.Constant(ir.IntType(1), 1))

        return types.int64(word), generate

    @intrinsic
    def count_bits(typingctx, word):
        """How many numbers are in the set."""

        def generate(context, builder, signature, arguments):
            return builder.ctpop(context.cast(builder, arguments[0], signature.args[0], types.int64))

        return types.int64(word), generate

    @intrinsic
    def bytes_in_use(typingctx, array, start):
        """The set of the 64 bytes from `start` on that are not zero, counted from there. Nothing is checked.

        It compiles to a few vector comparisons, where a loop over the bytes costs several instructions for each.
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
    """The set of one number."""
    return np.int64(1) << np.int64(number)


@kernel
def has(word, number):
    """Is the number in the set?"""
    return word >> number & 1 == 1


@kernel
def in_use(array, start):
    """The set of the entries of an array of bytes that are not zero, of 64 from `start` on, counted from there.

    There are fewer at the end of the array.
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
