"""One step of a batch on several threads: how many, and what a fork means for them.

numba's threads live as long as the process. A forked child inherits the memory of its parent but not the threads, and
GNU OpenMP ends a child that tries to use them (`Terminating: fork() called from a process already using GNU OpenMP`).
So whoever was forked after threads had been at work goes on with one. Results do not depend on the number of threads.

Threads of GNU OpenMP spin while they wait, unless told otherwise. Where another process computes on the same cores a
step then takes whole slices of the scheduler, a hundred times as long as with threads that sleep.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import Any

from eurogym.envs.core.compile import PURE
from eurogym.envs.core.operations import SET_THREADS

if not PURE:
    import numba
    from numba import get_num_threads, set_num_threads

_launched = False  # threads have been at work in this process, or in one that it was forked from
_forked_since = False


def _in_the_child() -> None:
    global _forked_since
    _forked_since = _launched


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_the_child)


def _launch() -> None:
    """Start numba's threads; they wait asleep, unless the environment says how they shall."""
    global _launched
    _launched = True
    if {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT"} & set(os.environ):
        get_num_threads()
        return
    os.environ["OMP_WAIT_POLICY"] = "passive"  # read when the library is loaded, that is now
    try:
        get_num_threads()
    finally:
        del os.environ["OMP_WAIT_POLICY"]


@functools.cache
def usable_threads(wanted: int) -> int:
    """How many threads step games when so many are wanted."""
    return 1 if wanted == 1 or PURE else min(wanted, numba.config.NUMBA_NUM_THREADS)


def on_threads(serial: Callable, parallel: Callable) -> Callable:
    """A function that calls ``parallel`` on ``settings[SET_THREADS]`` threads, and ``serial`` where none can be had.

    Both take ``(op, value, seed, states, reports, settings, ...)``.
    """

    def serve_parallel(
        op: int, value: int, seed: int, states: Any, reports: Any, settings: Any, *buffers: Any
    ) -> int:
        if _forked_since:
            return serial(op, value, seed, states, reports, settings, *buffers)
        if not _launched:
            _launch()
        wanted, before = settings[SET_THREADS], get_num_threads()
        if wanted == before:
            return parallel(op, value, seed, states, reports, settings, *buffers)
        set_num_threads(wanted)
        try:
            return parallel(op, value, seed, states, reports, settings, *buffers)
        finally:
            set_num_threads(before)

    return serve_parallel
