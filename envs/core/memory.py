"""Memory inside kernels: copying bytes between small arrays, and working arrays outside any state."""

from __future__ import annotations

from envs.core.compile import PURE

if PURE:
    import numpy as np

    def work_array(n):
        """``n`` zeroed int64 for the running kernel and those it calls; gone when it returns. ``n`` is a literal.

        So questions need no scratch space in the state. Never return the array.
        """
        return np.zeros(n, dtype=np.int64)

    def prefetch_row(array, row):
        """Ask for a row of a 1-D array of records or a 2-D array before it is needed; changes nothing."""

    def copy_bytes(target, start, source, first, n):
        """Copy ``source[first : first + n]`` to ``target[start : start + n]``, entries counted through all dimensions.

        Both are contiguous and of one byte per entry. Nothing is checked. A copy of known length compiles to a few
        vector moves, where a loop over two arrays that might overlap costs several times as much.
        """
        into, out_of = target.reshape(-1), source.reshape(-1)
        for i in range(n):
            into[start + i] = out_of[first + i]

else:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.core.errors import RequireLiteralValue
    from numba.extending import intrinsic

    @intrinsic
    def copy_bytes(typingctx, target, start, source, first, n):
        """Copy ``source[first : first + n]`` to ``target[start : start + n]``, entries counted through all dimensions.

        Both are contiguous and of one byte per entry. Nothing is checked. A copy of known length compiles to a few
        vector moves, where a loop over two arrays that might overlap costs several times as much.
        """
        for array in (target, source):
            if array.layout != "C" or array.dtype.bitwidth != 8:
                raise TypeError(f"copy_bytes takes contiguous arrays of single bytes, got {array}")

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

    @intrinsic
    def work_array(typingctx, n):
        """``n`` zeroed int64 for the running kernel and those it calls; gone when it returns. ``n`` is a literal.

        So questions need no scratch space in the state. Never return the array: it lies in the kernel's stack frame.
        """
        if not isinstance(n, types.IntegerLiteral):
            raise RequireLiteralValue("work_array takes a literal size")
        count, item = n.literal_value, 8

        def generate(context, builder, signature, arguments):
            word = ir.IntType(64)
            data = cgutils.alloca_once(builder, word, size=ir.Constant(word, count))
            start = builder.bitcast(data, cgutils.voidptr_t)
            cgutils.memset(builder, start, ir.Constant(word, count * item), 0)
            array = context.make_array(signature.return_type)(context, builder)
            shape, stride = (context.get_constant(types.intp, number) for number in (count, item))
            context.populate_array(
                array, data=data, shape=[shape], strides=[stride], itemsize=stride, meminfo=None
            )
            return array._getvalue()

        return types.Array(types.int64, 1, "C")(n), generate

    @intrinsic
    def prefetch_row(typingctx, array, row):
        """Ask for a row of a 1-D array of records or a 2-D array before it is needed; changes nothing.

        A thousand games do not fit into the cache of a core; without it a step waits for its state line by line.
        """
        is_record = isinstance(array.dtype, types.Record)
        item = array.dtype.size if is_record else array.dtype.bitwidth // 8
        line, i32, i64 = 64, ir.IntType(32), ir.IntType(64)

        def generate(context, builder, signature, arguments):
            made = context.make_array(array)(context, builder, arguments[0])
            width = ir.Constant(i64, item)
            if array.ndim == 2:
                width = builder.mul(width, builder.extract_value(made.shape, 1))
            index = context.cast(builder, arguments[1], signature.args[1], types.int64)
            start = builder.gep(builder.bitcast(made.data, cgutils.voidptr_t), [builder.mul(index, width)])
            kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, i32, i32, i32])
            fetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
            write, everywhere, data = ir.Constant(i32, 1), ir.Constant(i32, 3), ir.Constant(i32, 1)
            lines = cgutils.for_range_slice(builder, ir.Constant(i64, 0), width, ir.Constant(i64, line))
            with lines as (offset, _):
                builder.call(fetch, [builder.gep(start, [offset]), write, everywhere, data])
            return context.get_dummy_value()

        return types.void(array, row), generate
