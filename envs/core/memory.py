"""Copying bytes between small arrays inside kernels."""

from __future__ import annotations

from envs.core.compile import PURE

if PURE:

    def copy_bytes(target, start, source, first, n):
        """Copy ``source[first : first + n]`` to ``target[start : start + n]``; both 1-D and of one byte per entry.

        Nothing is checked. A copy of known length compiles to a few vector moves, where a loop over two arrays that
        might overlap costs several times as much.
        """
        for i in range(n):
            target[start + i] = source[first + i]

else:
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    @intrinsic
    def copy_bytes(typingctx, target, start, source, first, n):
        """Copy ``source[first : first + n]`` to ``target[start : start + n]``; both 1-D and of one byte per entry.

        Nothing is checked. A copy of known length compiles to a few vector moves, where a loop over two arrays that
        might overlap costs several times as much.
        """
        for array in (target, source):
            if array.ndim != 1 or array.dtype.bitwidth != 8:
                raise TypeError(f"copy_bytes takes 1-D arrays of single bytes, got {array}")

        def generate(context, builder, signature, arguments):
            def address(array_type, array, offset, offset_type):
                data = context.make_array(array_type)(context, builder, array).data
                place = context.cast(builder, offset, offset_type, types.int64)
                return builder.gep(builder.bitcast(data, cgutils.voidptr_t), [place])

            target_type, start_type, source_type, first_type, n_type = signature.args
            into, at, out_of, begin, count = arguments
            cgutils.raw_memcpy(
                builder,
                address(target_type, into, at, start_type),
                address(source_type, out_of, begin, first_type),
                context.cast(builder, count, n_type, types.int64),
                1,
            )
            return context.get_dummy_value()

        return types.void(target, start, source, first, n), generate
