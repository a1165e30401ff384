"""Processes that play blocks of games in parallel, and continue when one of them is killed."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from types import ModuleType
from typing import Any

from eurogym.agents import AgentError
from eurogym.agents.framework import guest
from eurogym.common.errors import InputError
from eurogym.common.threads import CALM
from eurogym.envs.core import registry
from eurogym.envs.core.compile.disk import unkept
from eurogym.envs.core.errors import EurogymError
from eurogym.measure.games.matches import Cell, MatchResults, Player

Task = tuple[int, range]  # number of the cell, games of the block

MOST_DEATHS = 3  # of processes over one block
LAST_WORDS = 5.0  # seconds for a process to end after its line has
AHEAD = 2  # tasks that a worker has at once, so that it need not wait for the next


def can_travel(cells: Sequence[Cell]) -> bool:
    """Return whether the agents can be sent to other processes, as those named by a text can."""
    try:
        pickle.dumps(cells)
    except Exception:  # whatever an object raises that cannot be pickled
        return False
    return True


def can_start() -> bool:
    """Return whether this process may start others: one of a pool may not, nor may one whose Python has no name."""
    return bool(sys.executable) and not multiprocessing.current_process().daemon


class _Worker:
    """One process, its end of the line, and the tasks it has.

    Args:
        context: of multiprocessing.
        needs: what it plays with (see `_work`), pickled.
    """

    def __init__(self, context: Any, needs: bytes):
        self.line, there = context.Pipe()
        self.process = context.Process(target=_work, args=(there,), daemon=True)
        self.tasks: deque[Task] = deque()
        self.ready = False  # it has what it needs
        try:
            with quiet_start(needs):
                self.process.start()
        except OSError as error:
            raise InputError(f"no process can be started ({error.strerror}); use fewer --jobs") from None
        there.close()

    def send(self, task: Task) -> None:
        self.tasks.append(task)
        self.hand(pickle.dumps(task))

    def hand(self, content: bytes) -> None:
        with contextlib.suppress(OSError):  # it has died; that is seen when its answer is read
            self.line.send_bytes(content)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()


class Workers:
    """Processes for the blocks of some cells; use it as a context, which ends them.

    Args:
        cells: what is played; their agents must be able to travel.
        jobs: number of processes, this one included if it plays.
        here: plays a block in this process, which then starts one less: it has all that takes others time to load.
    """

    def __init__(self, cells: Sequence[Cell], jobs: int, here: Callable[[Task], MatchResults] | None = None):
        self.cells, self.here = cells, here
        self.others = jobs if here is None else jobs - 1
        self.context = multiprocessing.get_context("spawn")  # numba's threads do not survive a fork
        self.workers: list[_Worker] = []
        self.deaths: Counter[Task] = Counter()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: Any) -> None:
        for worker in self.workers:
            worker.end()
        self.workers.clear()

    def play(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, MatchResults]]:
        """Yield every task with its results, in the order in which they are finished.

        The block of a process that was killed is played again by another one. Raise what an agent raises, and
        InputError for a block during which several processes ended.
        """
        ahead = deque(tasks)
        needs = self._needs()
        while len(self.workers) < min(self.others, len(ahead)):
            self.workers.append(_Worker(self.context, needs))
        for worker in self.workers:  # they all start meanwhile
            worker.hand(needs)
        for _ in range(AHEAD):
            for worker in self.workers:
                if ahead:
                    worker.send(ahead.popleft())
        while ahead or any(worker.tasks for worker in self.workers):
            lines = {worker.line: worker for worker in self.workers}
            mine = self._for_here(ahead)
            answers = wait(list(lines), None if mine is None else 0)
            if mine is not None and not answers:
                ahead.remove(mine)
                yield mine, self.here(mine)
            for line in answers:
                worker = lines[line]
                try:
                    kind, answer = line.recv()
                except (EOFError, OSError, pickle.UnpicklingError):
                    ahead.extendleft(reversed(worker.tasks))
                    worker = self._replace(worker)
                    if ahead:
                        worker.send(ahead.popleft())
                    continue
                if kind == "error":
                    raise answer
                if kind == "ready":
                    worker.ready = True
                    continue
                task = worker.tasks.popleft()
                if ahead:
                    worker.send(ahead.popleft())
                yield task, answer

    def _for_here(self, ahead: deque[Task]) -> Task | None:
        """Return the next block that this process may play, which is none during which another process has ended."""
        return next((task for task in ahead if not self.deaths[task]), None) if self.here else None

    def _needs(self) -> bytes:
        entries = [registry.entry(name) for name in dict.fromkeys(cell.game for cell in self.cells)]
        return pickle.dumps((entries, list(self.cells), unkept, dict(guest.mute)))

    def _replace(self, dead: _Worker) -> _Worker:
        dead.process.join(LAST_WORDS)
        if not dead.ready and (dead.process.exitcode or 0) > 0:  # not killed: another one would end like it
            raise InputError(
                f"a process ended with status {dead.process.exitcode} before it could play. If agents are objects of "
                'your main module, what starts games there must stand below `if __name__ == "__main__":`; or name '
                "agents by texts, or use one job"
            )
        if dead.tasks:
            at_work = dead.tasks[0]
            self.deaths[at_work] += 1
            if self.deaths[at_work] >= MOST_DEATHS:
                cell, block = self.cells[at_work[0]], at_work[1]
                raise InputError(
                    f"{MOST_DEATHS} processes died on games {block.start} to {block.stop - 1} of {cell.game} with "
                    f"{', '.join(map(str, cell.agents))}; if memory ran out, use fewer --jobs"
                )
        dead.end()
        needs = self._needs()
        fresh = _Worker(self.context, needs)
        fresh.hand(needs)
        self.workers[self.workers.index(dead)] = fresh
        return fresh


@contextlib.contextmanager
def without_main() -> Iterator[None]:
    """Start processes that do not import the main module: it may be a script that would start them anew."""
    own = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = own


@contextlib.contextmanager
def quiet_start(needs: bytes) -> Iterator[None]:
    """Start processes with one thread of linear algebra each that ignore Ctrl-C, which is left to the main process.

    They import the main module only if something in what they need, pickled, is of it.
    """
    before = {name: os.environ.get(name) for name in CALM}
    main = threading.current_thread() is threading.main_thread()
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None
    os.environ.update(CALM)
    try:
        with contextlib.nullcontext() if b"__main__" in needs else without_main():
            yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
        if main:
            signal.signal(signal.SIGINT, heard)


def _work(line: Connection) -> None:
    """Run a process: take what it needs (games, cells, compiled code, lost guests), then answer tasks as they come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    number, player = -1, None
    with contextlib.suppress(EOFError, OSError):
        try:
            entries, cells, code, mute = pickle.loads(line.recv_bytes())
            unkept.update(code)
            guest.mute.update(mute)
            line.send(("ready", None))
            for entry in entries:
                registry.declare(entry.name, entry.version, entry.package)
            while True:
                wanted, block = pickle.loads(line.recv_bytes())
                if wanted != number:
                    number, player = wanted, Player(cells[wanted])
                line.send(("done", player.play(block)))
        except (EOFError, OSError):
            raise
        except Exception as error:
            line.send(("error", portable(error)))


def end_with_parent() -> None:
    """End this process as soon as the one that started it has ended, even by `kill -9`, whatever it is doing."""

    def watch() -> None:
        multiprocessing.parent_process().join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def portable(error: Exception) -> Exception:
    """Return the error as one that the other process can raise."""
    with contextlib.suppress(Exception):
        if str(pickle.loads(pickle.dumps(error))) == str(error):
            return error
    if isinstance(error, EurogymError):
        return AgentError(str(error))
    return RuntimeError("".join(traceback.format_exception(error)))
