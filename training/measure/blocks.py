"""Cells of a table played block by block, in this process or on all cores, with the same results to the last digit."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from eurogym.training.errors import InputError
from eurogym.training.measure.cluster import Cluster
from eurogym.training.measure.kept import Kept, key_of
from eurogym.training.measure.matches import Cell, MatchResults, Player, joined
from eurogym.training.measure.workers import Task, Workers, can_travel
from eurogym.training.threads import calm

WORTH_STARTING = 4.0  # seconds of games ahead for which processes are started
SLOW = 0.002  # seconds of a decision from which on no block is played here first, to see how long it takes


@dataclass
class Work:
    """How games are played: by `jobs` processes here, or on a cluster at an address; the finished blocks kept
    in a file; patience: WORTH_STARTING (0: this process plays nothing, and leaves it to the others)."""

    jobs: int = 1
    kept: Kept | None = None
    patience: float = WORTH_STARTING
    cluster: str = ""


ALONE = Work()


class _Here:
    """This process as one that plays."""

    def __init__(self, cells: Sequence[Cell]):
        self.cells, self.at = cells, -1
        self.player: Player | None = None

    def pace(self, number: int) -> float:
        """Seconds of a decision in this cell."""
        return self._at(number).pace()

    def play(self, task: Task, on_games: Callable[[int], None] | None = None) -> MatchResults:
        """The results of a block."""
        player = self._at(task[0])
        with calm():
            return player.play(task[1], on_games)

    def _at(self, number: int) -> Player:
        if self.player is None or number != self.at:
            self.at, self.player = number, Player(self.cells[number])
        return self.player


def _others(cells: Sequence[Cell], work: Work, here: _Here) -> Workers | Cluster:
    """Who plays the rest: a cluster, or processes and this one."""
    if work.cluster:
        return Cluster(cells, work.cluster)
    return Workers(cells, work.jobs, here.play if work.patience > 0 else None)


def play_cells(
    cells: Sequence[Cell],
    work: Work = ALONE,
    on_games: Callable[[int], None] | None = None,
    size: int | None = None,
) -> list[MatchResults]:
    """The results of every cell. on_games: called with the number of games finished since the last call; size: as in
    `stream`."""
    parts: list[list[MatchResults]] = [[] for _ in cells]
    for number, results in stream(cells, work, on_games, size):
        parts[number].append(results)
    return [joined(blocks) for blocks in parts]


def stream(
    cells: Sequence[Cell],
    work: Work = ALONE,
    on_games: Callable[[int], None] | None = None,
    size: int | None = None,
) -> Iterator[tuple[int, MatchResults]]:
    """The blocks of all cells as (number of the cell, results), in their order, whoever plays them.

    size: games of a block (None: by the number of games). Whoever has seen enough closes the iterator.
    """
    tasks: list[Task] = [(number, block) for number, cell in enumerate(cells) for block in cell.blocks(size)]
    keys = [key_of(cell) if work.kept else "" for cell in cells]
    ready: dict[Task, MatchResults] = {}
    if work.kept:
        for task in tasks:
            found = work.kept.find(cells[task[0]], keys[task[0]], task[1])
            if found is not None:
                ready[task] = found
                if on_games:
                    on_games(len(task[1]))
    coming = _play([task for task in tasks if task not in ready], cells, work, on_games)
    try:
        for task in tasks:
            while task not in ready:
                done, results = next(coming)
                ready[done] = results
                if work.kept:
                    work.kept.add(keys[done[0]], done[1], results)
            yield task[0], ready.pop(task)
    finally:
        coming.close()


def _play(
    tasks: Sequence[Task], cells: Sequence[Cell], work: Work, on_games: Callable[[int], None] | None
) -> Iterator[tuple[Task, MatchResults]]:
    """Blocks as they get ready: the first ones here, the rest by processes, if it takes long enough."""
    ahead, here, paces = list(tasks), _Here(cells), {}
    games = seconds = 0.0
    together = (work.jobs > 1 or bool(work.cluster)) and len(tasks) > 1
    if work.cluster and not can_travel(cells):
        raise InputError("--cluster: these agents cannot be sent to other machines; name them by texts")
    if together and not can_travel(cells):
        together = False
        print(
            "eurogym: these agents cannot be sent to other processes; all is played by one",
            file=sys.stderr,
        )
    while ahead and not work.cluster:
        number, block = ahead[0]
        if number not in paces:
            paces[number] = together and here.pace(number) > SLOW
        left = sum(len(block) for _, block in ahead)
        if (
            together
            and len(ahead) > 1
            and (paces[number] or (games and seconds / games * left > work.patience))
        ):
            break
        if together and work.patience <= 0 and len(ahead) > 1:
            break
        begin = time.perf_counter()
        results = here.play(ahead[0], on_games)
        seconds, games = seconds + time.perf_counter() - begin, games + len(block)
        yield ahead.pop(0), results
    with _others(cells, work, here) if ahead else nullcontext() as workers:
        for task, results in workers.play(ahead) if workers else ():
            if on_games:
                on_games(len(task[1]))
            yield task, results
