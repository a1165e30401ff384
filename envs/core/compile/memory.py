"""Memory inside kernels: copying bytes, entries that threads share, and working arrays outside any state."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import PURE

LARGE_RECORD = 2048  # bytes
if PURE:
    import numpy as np

    def work_array(n):
        """Return ``n`` zeroed int64 for the running kernel and those it calls, until it returns. ``n`` is a literal.

        Kernels that only read therefore need no scratch space in the state. Never return the array.
        """
        return np.zeros(n, dtype=np.int64)

    def prefetch_record(records, row):
        """Prefetch a record of a 1-D array before it is needed; nothing changes."""

    def copy_bytes(target, start, source, first, n):
        """Copy ``source[first : first + n]`` to ``target[start : start + n]``, entries counted through all dimensions.

        Both are contiguous and of one byte per entry. Nothing is checked. A copy of known length compiles to a few
        vector moves, where a loop over two arrays that might overlap costs several times as much.
        """
        into, out_of = target.reshape(-1), source.reshape(-1)
        for i in range(n):
            into[start + i] = out_of[first + i]

    def add_atomic(array, place, amount):
        """Add to an entry of an int64 array, undisturbed by other threads; return what it was before."""
        before = array[place]
        array[place] += amount
        return before

    def swap_atomic(array, place, old, new):
        """Replace an entry of an int64 array if it is `old`, undisturbed by other threads; return whether.

        Uncompiled code is interrupted anywhere and would leave marks behind, so nothing is written there.
        """
        return True

    def read_atomic(array, place):
        """Return an entry of an int64 array, and see what other threads wrote before it."""
        return array[place]

    def put_atomic(array, place, value):
        """Replace an entry of an int64 array, for other threads after everything written before."""
        array[place] = value

    def pause():
        """Let a loop that waits for another thread take less of what both share."""

    def address_of(array):
        """Return where the data of an array lie; of no use uncompiled, as there is one thread."""
        return 0

    def array_at(address, rows, like):
        """Return the array whose data lie there, of the type of `like` but with so many rows."""
        return like

else:
    import platform

    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.core.errors import RequireLiteralValue
    from numba.extending import intrinsic

    X86 = platform.machine().lower() in ("x86_64", "amd64")

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
    def add_atomic(typingctx, array, place, amount):
        """Add to an entry of an int64 array, undisturbed by other threads; return what it was before."""

        def generate(context, builder, signature, arguments):
            data = context.make_array(array)(context, builder, arguments[0]).data
            at, added = (context.cast(builder, arguments[i], signature.args[i], types.int64) for i in (1, 2))
            return builder.atomic_rmw("add", builder.gep(data, [at]), added, "seq_cst")

        return types.int64(array, place, amount), generate

    @intrinsic
    def swap_atomic(typingctx, array, place, old, new):
        """Replace an entry of an int64 array if it is `old`, undisturbed by other threads; return whether."""

        def generate(context, builder, signature, arguments):
            data = context.make_array(array)(context, builder, arguments[0]).data
            at, *values = (
                context.cast(builder, arguments[i], signature.args[i], types.int64) for i in (1, 2, 3)
            )
            swapped = builder.cmpxchg(builder.gep(data, [at]), *values, "seq_cst", "seq_cst")
            return builder.extract_value(swapped, 1)

        return types.boolean(array, place, old, new), generate

    @intrinsic
    def read_atomic(typingctx, array, place):
        """Return an entry of an int64 array, and see what other threads wrote before it."""

        def generate(context, builder, signature, arguments):
            data = context.make_array(array)(context, builder, arguments[0]).data
            at = context.cast(builder, arguments[1], signature.args[1], types.int64)
            return builder.load_atomic(builder.gep(data, [at]), "acquire", 8)

        return types.int64(array, place), generate

    @intrinsic
    def put_atomic(typingctx, array, place, value):
        """Replace an entry of an int64 array, for other threads after everything written before."""

        def generate(context, builder, signature, arguments):
            data = context.make_array(array)(context, builder, arguments[0]).data
            at, new = (context.cast(builder, arguments[i], signature.args[i], types.int64) for i in (1, 2))
            builder.atomic_rmw("xchg", builder.gep(data, [at]), new, "seq_cst")
            return context.get_dummy_value()

        return types.void(array, place, value), generate

    @intrinsic
    def pause(typingctx):
        """Let a loop that waits for another thread take less of what both share."""

        def generate(context, builder, signature, arguments):
            if X86:
                wait = ir.FunctionType(ir.VoidType(), [])
                builder.call(cgutils.get_or_insert_function(builder.module, wait, "llvm.x86.sse2.pause"), [])
            return context.get_dummy_value()

        return types.void(), generate

    @intrinsic
    def address_of(typingctx, array):
        """Return where the data of an array lie."""

        def generate(context, builder, signature, arguments):
            data = context.make_array(array)(context, builder, arguments[0]).data
            return builder.ptrtoint(data, ir.IntType(64))

        return types.int64(array), generate

    @intrinsic
    def array_at(typingctx, address, rows, like):
        """Return the array whose data lie there, of the type of `like` (contiguous) but with so many rows."""

        def generate(context, builder, signature, arguments):
            model = context.make_array(like)(context, builder, arguments[2])
            shape = cgutils.unpack_tuple(builder, model.shape, like.ndim)
            shape[0] = context.cast(builder, arguments[1], signature.args[1], types.intp)
            place = context.cast(builder, arguments[0], signature.args[0], types.int64)
            array = context.make_array(like)(context, builder)
            context.populate_array(
                array,
                data=builder.inttoptr(place, model.data.type),
                shape=shape,
                strides=cgutils.unpack_tuple(builder, model.strides, like.ndim),
                itemsize=model.itemsize,
                meminfo=None,
            )
            return array._getvalue()

        return like(address, rows, like), generate

    @intrinsic
    def work_array(typingctx, n):
        """Return ``n`` zeroed int64 for the running kernel and those it calls, until it returns. ``n`` is a literal.

        Kernels that only read therefore need no scratch space in the state. Never return the array: it is in the stack
        frame of the kernel.
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
    def prefetch_record(typingctx, records, row):
        """Prefetch a record of a 1-D array before it is needed; nothing changes.

        A thousand large records do not fit into the cache of a core; without prefetching, a step waits for its state
        line by line. The hardware fetches small records well enough (below 2 KB, prefetching cost more than it gained).
        """
        size, line = records.dtype.size, 64

        def generate(context, builder, signature, arguments):
            if size < LARGE_RECORD:
                return context.get_dummy_value()
            i32, i64 = ir.IntType(32), ir.IntType(64)
            data = context.make_array(records)(context, builder, arguments[0]).data
            index = context.cast(builder, arguments[1], signature.args[1], types.int64)
            start = builder.gep(
                builder.bitcast(data, cgutils.voidptr_t), [builder.mul(index, ir.Constant(i64, size))]
            )
            kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, i32, i32, i32])
            fetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
            to_write, keep, as_data = ir.Constant(i32, 1), ir.Constant(i32, 3), ir.Constant(i32, 1)
            for offset in range(0, size, line):
                place = builder.gep(start, [ir.Constant(i64, offset)])
                builder.call(fetch, [place, to_write, keep, as_data])
            return context.get_dummy_value()

        return types.void(records, row), generate
