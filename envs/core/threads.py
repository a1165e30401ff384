"""Calls of compiled code on several threads, each of which serves a share of the chosen games.

Compiled code runs without the interpreter's lock, so ordinary threads run in parallel. They sleep between calls, and a
forked child starts its own threads. Results do not depend on their number.
"""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any

from eurogym.envs.core.compile import PURE
from eurogym.envs.core.operations import CHECK_OK, CHECKED, OP_CHECK, OP_ROLLOUT, OP_STEP

SHARE = 256  # least games per thread; with fewer, handing over costs more than it gains


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

    Both take ``(op, value, seed, first, last, *arguments)``, see :func:`eurogym.envs.core.driver.serve`.
    """

    def serve_shared(op: int, value: int, seed: int, first: int, last: int, *arguments: Any) -> int:
        least = 1 if op == OP_ROLLOUT else SHARE
        shares = min(num_threads, (last - first) // least)
        if shares < 2:
            return serve(op, value, seed, first, last, *arguments)
        if op == OP_STEP:  # nothing is applied before everything is checked
            fault = serve(OP_CHECK, value, seed, first, last, *arguments)
            if fault != CHECK_OK:
                return fault
            value = CHECKED
        ends = [first + (last - first) * share // shares for share in range(shares + 1)]
        (_, end), *others = itertools.pairwise(ends)
        asked = [_helpers().submit(serve, op, value, seed, *share, *arguments) for share in others]
        return serve(op, value, seed, first, end, *arguments) + sum(one.result() for one in asked)

    return serve_shared
