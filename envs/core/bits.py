"""Small sets as the bits of a 64-bit word (int64, number 63 is its sign): tiles of a seat, cells of a board.

A loop over a set takes the numbers from the lowest on::

    while word != 0:
        number = lowest_bit(word)
        word ^= bit(number)
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile import PURE, kernel

if PURE:
    _ALL = (1 << 64) - 1

    def lowest_bit(word):
        """The lowest number in the set, which is not empty."""
        return (int(word) & -int(word)).bit_length() - 1

    def count_bits(word):
        """How many numbers are in the set."""
        return (int(word) & _ALL).bit_count()

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


@kernel
def bit(number):
    """The set of one number."""
    return np.int64(1) << np.int64(number)


@kernel
def has(word, number):
    """Is the number in the set?"""
    return word >> number & 1 == 1
