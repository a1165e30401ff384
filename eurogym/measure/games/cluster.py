"""Playing blocks of games on a cluster of machines with Ray, as `workers` does on one machine (extra `dist`)."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from eurogym.common.errors import InputError
from eurogym.common.threads import CALM
from eurogym.envs.core import registry
from eurogym.envs.core.extras import require
from eurogym.measure.games.matches import Cell, MatchResults, Player
from eurogym.measure.games.workers import MOST_DEATHS, Task, portable

PATIENCE = 10.0  # seconds for a machine to answer
AHEAD = 2  # tasks for every core, so that none waits
_PLAYERS: dict[
    tuple[str, int], Player
] = {}  # of a process of the cluster, for the cell it was asked for last


class Cluster:
    """The cores of a Ray cluster for the blocks of some cells; use it as a context, which leaves the cluster.

    A block whose machine went away is played again on another one. Every machine needs this version of eurogym.

    Args:
        cells: what is played; their agents must be able to travel. Files that they name must lie on every machine.
        address: as `ray.init` takes it: "auto", "host:6379", "ray://host:10001".

    Raises:
        MissingExtraError: Ray is not installed.
        InputError: there is no cluster at the address.
    """

    def __init__(self, cells: Sequence[Cell], address: str):
        self.cells, self.address = list(cells), address
        self._until = ExitStack()

    def __enter__(self) -> Cluster:
        self._ray = ray = self._until.enter_context(connected(self.address))
        self._cells = ray.put(self.cells)
        entries = [registry.entry(name) for name in dict.fromkeys(cell.game for cell in self.cells)]
        self._entries = ray.put([(entry.name, entry.version, entry.package) for entry in entries])
        self._key = self._cells.hex()
        self._remote = ray.remote(num_cpus=1, max_retries=MOST_DEATHS)(_play_block)
        return self

    def __exit__(self, *_: Any) -> None:
        self._until.close()

    def play(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, MatchResults]]:
        """Yield every task with its results, in the order in which they are finished.

        Raise what an agent raises, and InputError for a block during which machines went away again and again.
        """
        ray, ahead, running = self._ray, list(tasks)[::-1], {}
        try:
            while ahead or running:
                room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))  # machines come and go
                while ahead and len(running) < room:
                    task = ahead.pop()
                    running[self._remote.remote(self._key, self._cells, self._entries, *task)] = task
                done, _ = ray.wait(list(running), num_returns=1)
                for one in done:
                    task = running.pop(one)
                    yield task, self._answer(one, task)
        finally:
            for one in running:
                ray.cancel(one, force=True)

    def _answer(self, done: Any, task: Task) -> MatchResults:
        try:
            kind, answer = self._ray.get(done)
        except self._ray.exceptions.RayError as error:
            cell, block = self.cells[task[0]], task[1]
            raise InputError(
                f"--cluster {self.address}: games {block.start} to {block.stop - 1} of {cell.game} were not played: "
                f"{type(error).__name__}: {str(error).strip().splitlines()[0]}"
            ) from None
        if kind == "error":
            raise answer
        return answer


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Give Ray, connected to the cluster at an address; raise what `Cluster` raises."""
    ray = require("ray", "dist", "--cluster")
    mine = not ray.is_initialized()
    if mine:
        _knock(address)
        try:
            ray.init(
                address=address,
                log_to_driver=False,
                logging_level=logging.ERROR,
                runtime_env={"env_vars": CALM},
            )
        except (ConnectionError, ValueError, RuntimeError) as error:
            reason = str(error).strip().split("\n")[0]
            raise InputError(f"--cluster {address}: {reason}") from None
    try:
        yield ray
    finally:
        if mine:
            ray.shutdown()


def cores_of(address: str) -> int:
    """Return how many cores the machines of a cluster have; raise InputError if there are none."""
    with connected(address) as ray:
        cores = int(ray.cluster_resources().get("CPU", 0))
    if not cores:
        raise InputError(f"--cluster {address}: its machines have no cores to give")
    return cores


def _knock(address: str) -> None:
    """Raise InputError if nothing listens at HOST:PORT: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise InputError(f"--cluster {address}: no answer: {error}") from None


def _play_block(
    key: str, cells: Sequence[Cell], entries: Sequence[tuple[str, int, str]], number: int, block: range
) -> tuple[str, Any]:
    """Play a block in a process of the cluster; return ("done", results) or ("error", what was raised)."""
    try:
        for entry in entries:
            registry.declare(*entry)
        if (key, number) not in _PLAYERS:
            _PLAYERS.clear()
            _PLAYERS[key, number] = Player(cells[number])
        return "done", _PLAYERS[key, number].play(block)
    except Exception as error:
        return "error", portable(error)
