"""Calls of functions on a cluster of machines with Ray, and playing blocks of games there (extra `dist`)."""

from __future__ import annotations

import logging
import secrets
import socket
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
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


def play_there(
    cells: Sequence[Cell], address: str, tasks: Iterable[Task]
) -> Iterator[tuple[Task, MatchResults]]:
    """Yield blocks of cells with their results, played on the cores of a cluster, as they are finished.

    A block whose machine went away is played again on another one. Every machine needs this version of eurogym.

    Args:
        cells: what is played; their agents must be able to travel. Files that they name must lie on every machine.
        address: as `ray.init` takes it: "auto", "host:6379", "ray://host:10001".
        tasks: numbers of cells, and blocks of them.

    Raises:
        MissingExtraError: Ray is not installed.
        InputError: there is no cluster at the address, or machines went away again and again during a block.
        AgentError: what an agent raised.
    """

    def words(task: Task) -> str:
        return f"games {task[1].start} to {task[1].stop - 1} of {cells[task[0]].game}"

    games = [cell.game for cell in cells]
    with connected(address) as ray:
        yield from scatter(ray, games, _play_block, (secrets.token_hex(8), list(cells)), tasks, words)


def scatter(
    ray: Any,
    games: Iterable[str],
    function: Callable,
    shared: Sequence[Any],
    tasks: Iterable[tuple],
    words: Callable[[tuple], str],
) -> Iterator[tuple[Any, Any]]:
    """Yield every task with `function(*shared, *task)`, called on a core of the cluster, as they are finished.

    The call of a machine that went away is made again on another one. Raise what a call raises, and InputError for one
    during which machines went away again and again.

    Args:
        ray: Ray, connected.
        games: names of the games that are played there.
        function: of a module of this package.
        shared: what all calls are given; it is sent once.
        tasks: what each of them is given besides.
        words: what a task is, for errors.
    """
    entries = [registry.entry(name) for name in dict.fromkeys(games)]
    given = [ray.put([(one.name, one.version, one.package) for one in entries]), *map(ray.put, shared)]
    remote = ray.remote(num_cpus=1, max_retries=MOST_DEATHS)(_call)
    ahead, running = list(tasks)[::-1], {}
    try:
        while ahead or running:
            room = AHEAD * max(1, cores_of(ray))  # machines come and go
            while ahead and len(running) < room:
                task = ahead.pop()
                running[remote.remote(function, *given, *task)] = task
            for one in ray.wait(list(running), num_returns=1)[0]:
                task = running.pop(one)
                try:
                    kind, answer = ray.get(one)
                except ray.exceptions.RayError as error:
                    why = f"{type(error).__name__}: {str(error).strip().splitlines()[0]}"
                    raise InputError(f"--cluster: no results of {words(task)}: {why}") from None
                if kind == "error":
                    raise answer
                yield task, answer
    finally:
        for one in running:
            ray.cancel(one, force=True)


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Give Ray, connected to the cluster at an address; raise what `play_there` raises."""
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
        if not cores_of(ray):
            raise InputError(f"--cluster {address}: its machines have no cores to give")
        yield ray
    finally:
        if mine:
            ray.shutdown()


def cores_of(ray: Any) -> int:
    """Return how many cores the machines of a cluster have."""
    return int(ray.cluster_resources().get("CPU", 0))


def _knock(address: str) -> None:
    """Raise InputError if nothing listens at HOST:PORT: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise InputError(f"--cluster {address}: no answer: {error}") from None


def _call(function: Callable, entries: Sequence[tuple[str, int, str]], *arguments: Any) -> tuple[str, Any]:
    """Call a function in a process of the cluster; return ("done", result) or ("error", what was raised)."""
    try:
        for entry in entries:
            registry.declare(*entry)
        return "done", function(*arguments)
    except Exception as error:
        return "error", portable(error)


def _play_block(key: str, cells: Sequence[Cell], number: int, block: range) -> MatchResults:
    """Play a block in a process of the cluster."""
    if (key, number) not in _PLAYERS:
        _PLAYERS.clear()
        _PLAYERS[key, number] = Player(cells[number])
    return _PLAYERS[key, number].play(block)
