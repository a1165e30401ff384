"""Calls of compiled code on several threads, which share out the chosen games among themselves.

Compiled code runs without the interpreter's lock, so ordinary threads run in parallel. They sleep between calls, and a
forked child starts its own threads. Results do not depend on their number.

The calling thread invites the others and then makes one compiled call, which does every share that nobody else takes
and returns when all are done (:func:`eurogym.envs.core.step.driver.driver`). So nothing has begun as long as an
interrupt can stop the call, and nothing goes on after it.
"""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any

import numpy as np

from eurogym.envs.core.compile.kernels import PURE
from eurogym.envs.core.declare.operations import JOB_SHARES, JOB_SIZE, OP_ROLLOUT

LEAST = 256  # games per thread; with fewer, handing over costs more than it gains
SHARES = 4  # per thread, so that one that comes late or is slow does fewer


def usable_threads(wanted: int) -> int:
    """Return how many threads step games when ``wanted`` are requested: at most one per core of this process."""
    return 1 if PURE else min(wanted, usable_cores())


def usable_cores() -> int:
    """Return the number of cores that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Helpers:
    """Threads that wait for calls; unlike those of an executor, they go on after the main thread has ended."""

    def __init__(self, count: int):
        self._calls: SimpleQueue = SimpleQueue()
        for number in range(count):
            Thread(target=self._serve, name=f"eurogym_{number}", daemon=True).start()

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future:
        """Let one of them call a function."""
        answer: Future = Future()
        self._calls.put((answer, function, arguments))
        return answer

    def _serve(self) -> None:
        while True:
            answer, function, arguments = self._calls.get()
            try:
                answer.set_result(function(*arguments))
            except BaseException as error:
                answer.set_exception(error)
            del answer, function, arguments  # the arrays of a batch live no longer than it


@functools.cache
def _helpers() -> _Helpers:
    """Return the threads of this process besides the calling one."""
    return _Helpers(max(1, usable_cores() - 1))


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_helpers.cache_clear)  # threads do not survive a fork


@functools.cache
def on_threads(serve: Callable[..., int], num_threads: int) -> Callable[..., int]:
    """Return a function that does what ``serve`` does on up to ``num_threads`` threads.

    Both take ``(op, steps, seed, actions, seats, seeds, games, helps, job, *table)``, see
    :func:`eurogym.envs.core.step.driver.driver`.
    """

    def serve_shared(*arguments: Any) -> int:
        op, *operands, games = arguments[:7]
        helps, job, *table = arguments[7:]
        threads = min(num_threads, len(games) if op == OP_ROLLOUT else len(games) // LEAST)
        if threads < 2:
            return serve(*arguments)
        job = np.zeros(JOB_SIZE, dtype=np.int64)
        job[JOB_SHARES] = min(SHARES * threads, len(games))
        with contextlib.suppress(RuntimeError):  # at the end of the process there are no other threads
            for _ in range(threads - 1):
                _helpers().submit(serve, op, *operands, games, 1, job, *table)
        return serve(op, *operands, games, 0, job, *table)

    return serve_shared
