"""One thread for the matrix products of numpy."""

from __future__ import annotations

import contextlib

CALM = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}


def calm() -> contextlib.AbstractContextManager:
    """While it lasts, matrix products of numpy take one thread in this process, as in the processes here, if
    threadpoolctl is installed. Threads that wait for one another spin: beside other work, a small product then takes
    fifty times as long.
    """
    try:
        from threadpoolctl import threadpool_limits
    except ModuleNotFoundError:
        return contextlib.nullcontext()
    return threadpool_limits(1, "blas")
