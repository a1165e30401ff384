"""Playing cells block by block, in this process or on many cores, with identical results."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass

from eurogym.common.errors import InputError
from eurogym.common.threads import calm
from eurogym.envs.core.telling import tell
from eurogym.measure.games.cluster import play_there
from eurogym.measure.games.kept import Kept, key_of
from eurogym.measure.games.matches import Cell, MatchResults, Player, joined
from eurogym.measure.games.workers import Task, Workers, can_start, can_travel

WORTH_STARTING = 4.0  # seconds of remaining games for which processes are started
SLOW = 0.002  # seconds of a decision above which no block is played here first to see how long it takes


@dataclass
class Work:
    """How games are played.

    Attributes:
        jobs: number of processes on this machine.
        kept: the file that keeps finished blocks, or None.
        patience: seconds of remaining games for which processes are started; 0: this process plays nothing and leaves
            all games to the others.
        cluster: address of a cluster to play on, or "".
    """

    jobs: int = 1
    kept: Kept | None = None
    patience: float = WORTH_STARTING
    cluster: str = ""


ALONE = Work()


class _Here:
    """This process as a player of blocks."""

    def __init__(self, cells: Sequence[Cell]):
        self.cells, self.at = cells, -1
        self.player: Player | None = None

    def pace(self, number: int) -> float:
        """Return the seconds of a decision in this cell."""
        return self._at(number).pace()

    def play(self, task: Task, on_games: Callable[[int], None] | None = None) -> MatchResults:
        """Return the results of a block."""
        player = self._at(task[0])
        with calm():
            return player.play(task[1], on_games)

    def _at(self, number: int) -> Player:
        if self.player is None or number != self.at:
            self.at, self.player = number, Player(self.cells[number])
        return self.player


def play_cells(
    cells: Sequence[Cell],
    work: Work = ALONE,
    on_games: Callable[[int], None] | None = None,
    size: int | None = None,
) -> list[MatchResults]:
    """Play all cells and return the results of each.

    Args:
        cells: the cells.
        work: how games are played.
        on_games: called with the number of games finished since the last call.
        size: as for `stream`.
    """
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
    """Yield the blocks of all cells as (number of the cell, results), in order, whatever process plays them.

    `size` is the number of games of a block; None: it depends on the number of games. Close the iterator to stop early.
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
    """Yield blocks as they are finished: the first ones played here, the rest by processes if it takes long enough."""
    ahead, here, paces = list(tasks), _Here(cells), {}
    games = seconds = 0.0
    together = ((work.jobs > 1 and can_start()) or bool(work.cluster)) and len(tasks) > 1
    if work.cluster and not can_travel(cells):
        raise InputError("--cluster: these agents cannot be sent to other machines; give them as strings")
    if together and not can_travel(cells):
        together = False
        tell("eurogym: these agents cannot be sent to other processes; one process plays all games")
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
    if not ahead:
        return
    with ExitStack() as until:
        if work.cluster:
            coming = until.enter_context(closing(play_there(cells, work.cluster, ahead)))
        else:
            workers = Workers(cells, work.jobs, here.play if work.patience > 0 else None)
            coming = until.enter_context(workers).play(ahead)
        for task, results in coming:
            if on_games:
                on_games(len(task[1]))
            yield task, results
