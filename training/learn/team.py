"""The workers of a run: processes with a share of the games each, which learn one network together.

All of them make the same updates (`ppo.run.PPORun.one_update`). Gradients are added up in memory that the workers of
one machine share, and by torch.distributed (gloo) on a cluster, so every worker makes the same step, bit for bit. The
first worker is the run itself: it has the folder, says what comes next, and keeps what the others need to go on from
the last update.
"""

from __future__ import annotations

import contextlib
import datetime
import multiprocessing
import os
import pickle
import shutil
import signal
import socket
import struct
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.distributed as dist

import eurogym
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.compile.disk import unkept
from eurogym.envs.core.step.threads import usable_cores
from eurogym.measure.games.cluster import connected
from eurogym.measure.games.workers import LAST_WORDS, can_start, end_with_parent, portable, quiet_start
from eurogym.training.learn.shared import TrainingConfig

LONGEST = datetime.timedelta(hours=1)  # that one worker waits for another
MEANS = "policy_loss", "value_loss", "entropy", "kl", "clip_fraction", "agreement", "drift"  # of a step
WORTH_STEPS, WORTH_MINUTES = 500_000, 1.0  # of a run, from which processes pay
WORTH_GAMES = 32  # of a worker
ASKED = os.environ.get("GLOO_SOCKET_IFNAME")  # by the user
SIOCGIFADDR = 0x8915  # Linux: the address of an interface


@dataclass(frozen=True)
class WorkerError:
    """What ended a worker."""

    error: Exception


class WorkerLost(Exception):
    """Workers have ended without a word, or find no room; `left` can go on."""

    def __init__(self, why: str, left: int):
        super().__init__(why)
        self.left = max(1, left)


def default_workers(config: TrainingConfig) -> int:
    """Return how many workers a run has where nothing else is said: one where it is short, or learns on a GPU."""
    limits, machine = config.limits, config.hardware
    short = 0 < limits.steps < WORTH_STEPS or 0 < limits.minutes < WORTH_MINUTES
    on_cpu = machine.device == "cpu" or (machine.device == "auto" and not torch.cuda.is_available())
    if config.ALGORITHM != "ppo" or short or not on_cpu or not can_start():
        return 1
    return max(1, min(usable_cores(), machine.num_envs // WORTH_GAMES))


class Team:
    """What the workers of a run have to agree on; alone, as the only one, everything costs nothing.

    Attributes:
        size, rank: how many there are, and which of them this is; the first one leads.
    """

    def __init__(self, size: int = 1, rank: int = 0):
        self.size, self.rank = size, rank
        self._lines: list[Any] = []  # to the others, or to the leader; none on a cluster
        self._others: Any = None
        self._sheet: torch.Tensor | None = None  # a row of each worker, and one of their sums

    @property
    def leads(self) -> bool:
        """Whether this is the first worker."""
        return self.rank == 0

    def share(self, number: int) -> int:
        """Return how many of so many games are this worker's."""
        return len(np.array_split(np.arange(number), self.size)[self.rank])

    def seed(self, seed: int) -> int:
        """Return the seed of what this worker draws."""
        return seed if self.leads else int(np.random.SeedSequence([seed, self.rank]).generate_state(1)[0])

    # -- what goes around

    def broadcast(self, value: Any = None) -> Any:
        """Return the object that the leader gives."""
        if self.size == 1:
            return value
        with self._together():
            if not self._lines:
                objects = [value]
                dist.broadcast_object_list(objects)
                return objects[0]
            if not self.leads:
                return _received(self._lines[0])
            for line in self._lines:
                _send(line, value)
            return value

    def order(self, method: str, *objects: Any) -> None:
        """Let the others call a method of their runs."""
        if self.leads and self.size > 1:
            self.broadcast((method, objects))

    def gather(self, value: Any) -> list[Any]:
        """Return to the leader the objects of all workers, its own first."""
        if self.size == 1:
            return [value]
        with self._together():
            if not self._lines:
                objects = [None] * self.size if self.leads else None
                dist.gather_object(value, objects)
                return objects or []
            if self.leads:
                return [value, *map(self._others.receive, self._lines)]
            _send(self._lines[0], value)
            return []

    def total(self, *numbers: float) -> list[float]:
        """Return the sums of numbers over all workers."""
        if self.size == 1:
            return list(numbers)
        if self._lines:
            return self.broadcast([float(sum(one)) for one in zip(*self.gather(numbers), strict=True)])
        total = torch.tensor(numbers, dtype=torch.float64)
        with self._together():
            dist.all_reduce(total)
        return total.tolist()

    def copy_from_leader(self, tensors: Iterable[torch.Tensor]) -> None:
        """Let tensors be those of the leader."""
        if self.size > 1:
            tensors = [one.detach() for one in tensors]
            for tensor, theirs in zip(tensors, self.broadcast(tensors), strict=True):
                tensor.copy_(theirs)

    def average(
        self, parameters: Iterable[torch.Tensor], means: dict[str, torch.Tensor], rows: int
    ) -> dict[str, torch.Tensor]:
        """Replace gradients by their means over the rows of all workers; return the same of other means (`MEANS`)."""
        if self.size == 1:
            return means
        parameters = list(parameters)
        grads = [torch.zeros_like(one) if one.grad is None else one.grad for one in parameters]
        given = [float(means.get(name, 0.0)) for name in MEANS]
        known = [float(name in means) for name in MEANS]
        parts = [*(one.reshape(-1) for one in grads), torch.tensor([*given, *known, 1.0])]
        flat = self._sum(parts, rows)
        found, weights, total = flat[-2 * len(MEANS) - 1 :].split([len(MEANS), len(MEANS), 1])
        flat = flat / total.clamp(min=1.0)
        start = 0
        for one in parameters:
            one.grad = flat[start : start + one.numel()].view_as(one)
            start += one.numel()
        return {name: found[i] / weights[i] for i, name in enumerate(MEANS) if weights[i] > 0}

    def _sum(self, parts: list[torch.Tensor], times: int) -> torch.Tensor:
        """Return the sum over all workers of vectors (n,), given in parts and to be multiplied by a number.

        In shared memory each worker adds up a part of it; the result changes with the next call.
        """
        if not self._lines:
            result = torch.cat(parts).mul_(times)
            with self._together():
                dist.all_reduce(result)
            return result
        size = self.size
        if self._sheet is None:
            self._sheet = self._shared(size + 1, torch.cat(parts))
        own, result = self._sheet[self.rank], self._sheet[size]
        torch.cat(parts, out=own).mul_(times)
        self._meet()
        columns = slice(*(len(own) * (self.rank + i) // size for i in (0, 1)))
        torch.sum(self._sheet[:size, columns], 0, out=result[columns])
        self._meet()
        return result

    def _shared(self, count: int, like: torch.Tensor) -> torch.Tensor:
        """Return memory that all workers share, for so many vectors."""
        path = self.broadcast(self._others.folder / "sums" if self.leads else None)
        shape = count, len(like)
        if self.leads:
            like.new_zeros(shape).numpy().tofile(path)
        self._meet()
        return torch.from_numpy(np.memmap(path, like.numpy().dtype, "r+", shape=shape))

    def _meet(self) -> None:
        """Wait until all workers are here."""
        self.gather(None)
        self.broadcast()

    # -- beginning and end

    def start(self, config: TrainingConfig, more: dict[str, Any]) -> None:
        """Start the others, each with a run of this config and of these further arguments."""
        if not can_start():
            raise InputError(
                f"this process can start no others, so it cannot have {self.size} workers; use one"
            )
        try:
            needs = pickle.dumps((registry.entry(config.game), dict(unkept), config, more))
        except Exception as error:
            raise InputError(
                f"these functions cannot be sent to other processes ({error}); name them as FILE.py:NAME, or use one "
                "worker"
            ) from None
        self._others = (
            _ClusterWorkers(config.hardware.cluster) if config.hardware.cluster else _LocalWorkers()
        )
        self._others.start(self.size, needs)
        self._lines = self._others.lines
        if not self._lines:
            with self._together():
                _join(self._others.store, self.size, 0)
        versions = self.gather(_version())
        if len(set(versions)) > 1:
            raise InputError(f"the machines have different versions: {' and '.join(sorted(set(versions)))}")

    def close(self) -> None:
        """End the others."""
        others, self._others, self._sheet = self._others, None, None
        if others is not None:
            others.close()

    @contextlib.contextmanager
    def _together(self) -> Iterator[None]:
        """Turn errors of a connection into the error that ended a worker, or WorkerLost."""
        try:
            yield
        except (RuntimeError, EOFError, OSError) as error:
            if not self.leads:
                raise WorkerLost("another worker has ended", 0) from error
            if self._others is None:
                raise
            found, dead = self._others.ended()
            if found is not None:
                raise found from None
            dead = max(1, dead)  # a cluster notices later than the connection
            raise WorkerLost(f"{dead} of {self.size} workers have ended", self.size - dead) from error


def _send(line: Any, value: Any) -> None:
    """Send a copy: a pipe's own `send` would let the other process see tensors as they change here."""
    line.send_bytes(pickle.dumps(value))


def _received(line: Any) -> Any:
    return pickle.loads(line.recv_bytes())


def _version() -> str:
    return f"eurogym {eurogym.__version__}, torch {torch.__version__}, Python {sys.version.split()[0]}"


def _join(store: dist.Store, size: int, rank: int) -> None:
    dist.init_process_group("gloo", store=store, rank=rank, world_size=size, timeout=LONGEST)


def _use_interface(name: str) -> None:
    """Let gloo use a network interface: by itself it takes what the name of this machine resolves to, if anything."""
    if name and not ASKED:
        os.environ["GLOO_SOCKET_IFNAME"] = name


def _interface_of(address: str) -> str:
    """Return the name of the network interface with an IPv4 address; "" where that is not known."""
    for _, name in socket.if_nameindex() if sys.platform == "linux" else ():
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one, contextlib.suppress(OSError):
            found = import_module("fcntl").ioctl(one, SIOCGIFADDR, struct.pack("256s", name.encode()))
            if socket.inet_ntoa(found[20:24]) == address:
                return name
    return ""


class _LocalWorkers:
    """Workers on this machine: processes that share a file which nobody else can read."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="eurogym-"))
        self.lines: list[Any] = []
        self.processes: list[Any] = []
        self.trouble: Exception | None = None

    def start(self, size: int, needs: bytes) -> None:
        """Start them; raise what one of them says instead."""
        context = multiprocessing.get_context("spawn")
        for _ in range(1, size):
            line, there = context.Pipe()
            self.processes.append(context.Process(target=_work_here, args=(there,), daemon=True))
            self.lines.append(line)
            with quiet_start(needs):
                self.processes[-1].start()
            there.close()
        try:
            for rank, line in enumerate(self.lines, start=1):
                _send(line, (size, rank))
                line.send_bytes(needs)
            for line in self.lines:
                self.receive(line)
        except (EOFError, OSError):
            found, dead = self.ended()
            raise found or InputError(
                f"{dead} of {size} workers ended at once; use fewer --workers"
            ) from None

    def receive(self, line: Any) -> Any:
        """Return what a worker says next; raise EOFError after its last value."""
        value = _received(line)
        if isinstance(value, WorkerError):
            self.trouble = value.error
            raise EOFError
        return value

    def ended(self) -> tuple[Exception | None, int]:
        """Return the error that ended a worker, and how many have ended."""
        until = time.monotonic() + LAST_WORDS
        while time.monotonic() < until and not any(process.exitcode for process in self.processes):
            time.sleep(0.01)
        for line in self.lines:
            with contextlib.suppress(EOFError, OSError):
                while self.trouble is None and line.poll():
                    self.receive(line)
        return self.trouble, sum(bool(process.exitcode) for process in self.processes)

    def close(self) -> None:
        """End the workers."""
        for process in self.processes:
            process.kill()
        for process, line in zip(self.processes, self.lines, strict=True):
            process.join()
            line.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class _ClusterWorkers:
    """Workers on the machines of a Ray cluster, but for the leader, which stays where it is."""

    lines: tuple = ()

    def __init__(self, address: str):
        self._until = contextlib.ExitStack()
        self.ray = self._until.enter_context(connected(address))
        self.running: list[Any] = []

    def start(self, size: int, needs: bytes) -> None:
        """Place them on machines; raise what one of them says instead, and WorkerLost where there is no room."""
        host = self.ray.util.get_node_ip_address()
        _use_interface(_interface_of(host))
        self.store = dist.TCPStore(host, 0, size, True, LONGEST, wait_for_workers=False)
        work = self.ray.remote(num_cpus=1, max_retries=0)(_work_there)
        meeting = f"{host}:{self.store.port}"
        self.running = [work.remote(meeting, size, rank, needs) for rank in range(1, size)]
        for rank in range(1, size):
            while not self.store.check([f"here/{rank}"]):
                room = 1 + int(self.ray.cluster_resources().get("CPU", 0))
                if room < size:  # else Ray would wait for another machine
                    raise WorkerLost(f"there is room for {room} workers", room)
                if self.ray.wait(self.running, timeout=0.1)[0]:
                    found, dead = self.ended()
                    raise found or WorkerLost(f"{dead} of {size} workers ended at once", size - max(1, dead))

    def ended(self) -> tuple[Exception | None, int]:
        """Return the error that ended a worker, and how many have ended."""
        done, _ = self.ray.wait(self.running, num_returns=len(self.running), timeout=LAST_WORDS)
        dead = 0
        for one in done:
            try:
                if (trouble := self.ray.get(one)) is not None:
                    return trouble.error, dead
            except self.ray.exceptions.RayError:
                dead += 1
        return None, dead

    def close(self) -> None:
        """End the workers."""
        for one in self.running:
            with contextlib.suppress(Exception):
                self.ray.cancel(one, force=True)
        self._until.close()
        if dist.is_initialized():
            dist.destroy_process_group()


def _work_here(line: Any) -> None:
    """Run a process of `_LocalWorkers`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    try:
        size, rank = _received(line)
        run = _run_of(line.recv_bytes(), size, rank)
        run.team._lines = [line]
        _send(line, "here")
        _follow(run)
    except WorkerLost:
        pass
    except Exception as error:
        with contextlib.suppress(OSError):
            _send(line, WorkerError(portable(error)))


def _work_there(meeting: str, size: int, rank: int, needs: bytes) -> WorkerError | None:
    """Run a process of `_ClusterWorkers`."""
    try:
        run = _run_of(needs, size, rank)
        host, _, port = meeting.rpartition(":")
        store = dist.TCPStore(host, int(port), size, False, LONGEST)
        with socket.create_connection((host, int(port))) as line:
            _use_interface(_interface_of(line.getsockname()[0]))
        store.set(f"here/{rank}", "")
        _join(store, size, rank)
        _follow(run)
    except WorkerLost:
        return None
    except Exception as error:
        return WorkerError(portable(error))
    finally:
        if dist.is_initialized():
            dist.destroy_process_group()
    return None


def _run_of(needs: bytes, size: int, rank: int) -> Any:
    """Return the run of a worker."""
    entry, code, config, more = pickle.loads(needs)
    registry.declare(entry.name, entry.version, entry.package)
    unkept.update(code)
    return import_module("eurogym.training.learn.ppo.run").PPORun(config, team=Team(size, rank), **more)


def _follow(run: Any) -> None:
    """Do what the leader says."""
    run.team.gather(_version())
    run.begin()
    while True:
        method, objects = run.team.broadcast()
        getattr(run, method)(*objects)
