"""Calls of compiled code on several threads, which share out the chosen games among themselves.

Compiled code runs without the interpreter's lock, so ordinary threads run in parallel. Waking a thread that sleeps
costs more than stepping a hundred games, so a helper waits for the next call of a batch inside compiled code for a
moment (:data:`AWAKE`) and sleeps afterwards: a batch that is not in use costs nothing. Results do not depend on who
helps.

The calling thread makes one compiled call, which does every share that nobody else takes and returns when all are done
(:func:`eurogym.envs.core.step.driver.driver`). So nothing has begun as long as an interrupt can stop the call, and
nothing goes on after it. Whether help pays is measured, for every operation and number of games: see :class:`_Trial`.
"""

from __future__ import annotations

import contextlib
import functools
import os
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from time import perf_counter_ns
from typing import Any

import numpy as np

from eurogym.envs.core.compile.kernels import DEBUG, PURE
from eurogym.envs.core.declare.operations import (
    HELP,
    JOB_LEAVE,
    JOB_SIZE,
    JOB_THREADS,
    MOST_SHARES,
    NOTHING,
    OP_ROLLOUT,
)

LEAST = 48  # games; with fewer, even a helper that is awake gains nothing
SHARES = 4  # per thread, so that one that is late or slow does fewer
SMALLEST = 16  # games of a share
AWAKE = 100_000  # nanoseconds for which a helper waits awake
PROBE = 16  # calls by which help is judged
MOST_WINS = 8  # how often their number doubles until it is judged anew
WORTH = 0.95  # of the time without help; what gains less is not worth another core


def usable_threads(wanted: int) -> int:
    """Return how many threads step games when ``wanted`` are requested: at most one per core of this process."""
    if wanted < 2 or PURE or DEBUG:  # an error within a share, which these raise, would not end the call
        return 1
    return min(wanted, usable_cores())


def usable_cores() -> int:
    """Return the number of cores that this process may use, by its affinity and the quota of its control groups."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, int(_quota())))


@functools.cache
def _quota(groups_file: str = "/proc/self/cgroup", mounted: str = "/sys/fs/cgroup") -> float:
    """Return how many cores the control groups of this process allow, as in a container; a large number if all."""
    allowed = [1e9]
    try:
        groups = [line.split(":", 2) for line in Path(groups_file).read_text().splitlines()]
    except OSError:  # not Linux
        groups = []
    for _, names, path in groups:
        old = "cpu" in names.split(",")
        if names and not old:
            continue
        root = Path(mounted, "cpu" if old else "")
        files = ("cpu.cfs_quota_us", "cpu.cfs_period_us") if old else ("cpu.max",)
        own = root / path.strip("/")
        for folder in (own, *own.parents):
            with contextlib.suppress(OSError, ValueError):  # no such file, or "max"
                quota, period = (
                    float(word) for name in files for word in (folder / name).read_text().split()
                )
                allowed += [quota / period] if quota > 0 else []
            if folder == root:
                break
    return min(allowed)


class _Helpers:
    """Threads that help batches; unlike those of an executor, they go on after the main thread has ended."""

    def __init__(self, count: int):
        self._calls: SimpleQueue = SimpleQueue()
        self._at_work: list[np.ndarray] = []  # jobs of batches that have a helper
        for number in range(count):
            Thread(target=self._serve, name=f"eurogym_{number}", daemon=True).start()

    def invite(self, threaded: ThreadedServe, number: int, place: Lock) -> None:
        """Let a thread help a batch: one that sleeps, or one that has nothing to do at another batch."""
        self._calls.put((threaded, number, place))
        for job in self._at_work:
            if job is not threaded.job:
                job[JOB_LEAVE] = 1

    def _serve(self) -> None:
        while True:
            threaded, number, place = self._calls.get()
            threaded.job[JOB_LEAVE] = 0
            self._at_work.append(threaded.job)
            try:
                threaded.help(number)
            finally:
                self._at_work = [job for job in self._at_work if job is not threaded.job]
                place.release()
                del threaded, place  # the arrays of a batch live no longer than it


@functools.cache
def _helpers() -> _Helpers:
    """Return the threads of this process besides the calling one."""
    return _Helpers(max(1, usable_cores() - 1))


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_helpers.cache_clear)  # threads do not survive a fork


class _Trial:
    """Whether calls are quicker with help: a few of each kind are timed, then comes a round of the quicker.

    That depends on the game, the number of games, what else the caller does between two calls, and what else runs on
    the machine. Rounds grow longer as long as the same kind wins.

    Attributes:
        helped, timed: how calls are made now. left: how many more like this.
    """

    def __init__(self) -> None:
        self.helped = self.timed = True
        self.left = PROBE
        self._spent = {True: 0, False: 0}
        self._won, self._wins = False, 0

    def note(self, nanoseconds: int) -> None:
        """Note how long a call has taken."""
        self._spent[self.helped] += nanoseconds

    def turn(self) -> None:
        """Find out how the next calls are made."""
        if not self.timed:
            self.helped, self.timed, self.left, self._spent = True, True, PROBE, {True: 0, False: 0}
        elif self.helped:
            self.helped, self.left = False, PROBE
        else:
            self.helped, self.timed = self._spent[True] < WORTH * self._spent[False], False
            self._wins = min(self._wins + 1, MOST_WINS) if self.helped == self._won else 1
            self._won, self.left = self.helped, PROBE << self._wins


class ThreadedServe:
    """What ``serve`` does on one thread, on up to ``num_threads``: the `run` of a batch.

    Args:
        serve: the entry of a game, see :func:`eurogym.envs.core.step.driver.driver`.
        table: its arguments from ``states`` on, as they are for this batch.
        num_threads: at least 2.
    """

    def __init__(self, serve: Callable[..., int], table: tuple[Any, ...], num_threads: int):
        self._serve, self._table, self._num_threads = serve, table, num_threads
        self.job = np.zeros(JOB_SIZE, dtype=np.int64)
        self.job[JOB_THREADS] = num_threads
        self._team: _Helpers | None = None
        self._places: list[Lock] = []  # locked: somebody was invited and has not left yet
        self._trials: defaultdict[tuple[int, int], _Trial] = defaultdict(_Trial)
        self._patience = _looks(serve, self._table)

    def __call__(self, *arguments: Any) -> int:
        op, size = arguments[0], len(arguments[6])
        rollout = op == OP_ROLLOUT
        if size < LEAST and not (rollout and size > 1):
            return self._serve(*arguments)
        trial = self._trials[op, size.bit_length()]
        if not trial.left:
            trial.turn()
        trial.left -= 1
        if not trial.timed and not trial.helped and not rollout:
            return self._serve(*arguments)
        begin = perf_counter_ns()
        if trial.helped or rollout:
            self._invite()
            fewest = size if rollout else max(self._num_threads, size // SMALLEST)
            shares = min(SHARES * self._num_threads, fewest, MOST_SHARES)
            found = self._serve(*arguments[:7], shares, self.job, *arguments[9:])
        else:
            found = self._serve(*arguments)
        trial.note(perf_counter_ns() - begin)
        return found

    def _invite(self) -> None:
        """Call for those who are not here."""
        try:
            if self._team is not _helpers():  # the first time, also in a forked child
                self._team, self._places = _helpers(), [Lock() for _ in range(self._num_threads - 1)]
            for number, place in enumerate(self._places):
                if place.acquire(blocking=False):
                    self._team.invite(self, number + 1, place)
        except RuntimeError:  # at the end of the process no thread can be started
            self._team = None
        except BaseException:
            self._team = None  # invites everybody again
            raise

    def help(self, number: int) -> None:
        """Take shares of this batch's calls until there was none for a moment, as the helper of this number."""
        self._serve(
            0, self._patience, number, NOTHING, NOTHING, NOTHING, NOTHING, HELP, self.job, *self._table
        )


_pace: list[float] = []  # nanoseconds of a look


def _looks(serve: Callable[..., int], table: tuple[Any, ...]) -> int:
    """Return how many times a helper looks for a share before it sleeps."""
    if not _pace:
        nobody, looks = np.zeros(JOB_SIZE, dtype=np.int64), 1000
        operands = 0, looks, 0, NOTHING, NOTHING, NOTHING, NOTHING, HELP, nobody, *table
        serve(*operands)  # which may compile it
        begin = perf_counter_ns()
        serve(*operands)
        _pace.append(max(0.1, (perf_counter_ns() - begin) / (looks // 4)))
    return int(AWAKE / _pace[0])
