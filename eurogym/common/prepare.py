"""Compiled code ahead of its use: the parts of games, compiled side by side on the cores there are.

A part is what compiles by itself: the rules of a game (`rules`), its heuristic (`policy`), its look-ahead (`search`).
They are compiled side by side in other processes, parts of a game together where there are more games than processes.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from eurogym import agents
from eurogym.agents.framework.base import compile_policy, game_kernels, policy_loop
from eurogym.agents.framework.search.lookahead import compile_search, search_of
from eurogym.envs.core import registry
from eurogym.envs.core.compile.kernels import PURE, expected_seconds, is_compiled, why_not_kept
from eurogym.envs.core.compile.lean import elsewhere, one_compiler
from eurogym.envs.core.errors import EurogymError
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.envs.core.step.driver import serve_of
from eurogym.envs.core.step.threads import usable_cores

PARTS = ("rules", "policy", "search")
IN_COMMON = 0.4  # of the time that a part takes alone, where the same process has compiled another one
_LOOK = 0.2  # seconds between two looks at the workers


@dataclass(frozen=True)
class Part:
    """One part of one game."""

    game: str
    name: str

    @property
    def entry(self) -> Any:
        """What is compiled."""
        game = registry.game(self.game)
        if self.name == "policy":
            return policy_loop(game, "")
        if self.name == "search":
            return search_of(game)
        return serve_of(game)

    @property
    def ready(self) -> bool:
        """Whether it lies on disk."""
        return is_compiled(self.entry)

    @property
    def seconds(self) -> int:
        """How long it takes on a quiet core, about."""
        return expected_seconds(self.entry)


def parts_of(game: str) -> list[Part]:
    """Return the parts that a game has on this machine."""
    chooses = game_kernels(registry.game(game)).choose is not None
    return [Part(game, name) for name in PARTS if chooses or name != "policy"]


def missing(games: Iterable[str]) -> list[Part]:
    """Return the parts of games that are not compiled yet; none where nothing is compiled at all."""
    return [] if PURE else [part for game in games for part in parts_of(game) if not part.ready]


def make_ready(game: Any, specs: Sequence[Any] = (), more: Iterable[str] = ()) -> None:
    """Compile what a table of these agents needs, side by side where more than one part is missing.

    Args:
        game: a game or its name.
        specs: who plays, as :func:`eurogym.agents.make` takes it; what it cannot make is left for later.
        more: names of parts that are needed besides.
    """
    name = getattr(game, "name", game)
    needed = {"rules", *more}
    for spec in specs:
        try:
            needed |= set(getattr(agents.make(spec, game=name), "compiled_parts", ()))
        except EurogymError:
            continue
    parts = [part for part in missing([name]) if part.name in needed]
    if len(parts) > 1:
        if can_help():
            Compilers(parts).wait()
        else:
            compile_here(parts)


def can_help() -> bool:
    """Return whether other processes can compile for this one: they can be started, and a folder keeps what they
    compile.
    """
    return bool(sys.executable) and not why_not_kept()


def compile_here(parts: Iterable[Part]) -> None:
    """Compile parts for this process alone, and for those that it starts."""
    with one_compiler():
        for part in parts:
            compile_part(registry.entry(part.game).package, part.name)


Bundle = tuple[Part, ...]  # parts of one game that a process compiles one after another


def bundles_of(parts: Sequence[Part], jobs: int) -> list[Bundle]:
    """Return the parts by process, the longest first: together where there are more games than processes.

    Parts of a game have most kernels in common, so together they take less time of the processor; apart they are ready
    sooner where cores are idle.
    """
    by_game: dict[str, list[Part]] = {}
    for part in sorted(parts, key=lambda part: -part.seconds):
        by_game.setdefault(part.game, []).append(part)
    bundles: list[Bundle] = []
    for own in by_game.values():
        lanes = min(len(own), max(1, jobs // len(by_game)))
        shares: list[list[Part]] = [[] for _ in range(lanes)]
        for part in own:
            min(shares, key=seconds_of).append(part)
        bundles += map(tuple, shares)
    return sorted(bundles, key=lambda bundle: -seconds_of(bundle))


def seconds_of(parts: Sequence[Part]) -> float:
    """Return how long parts of one game take in one process on a quiet core, about."""
    each = sorted((part.seconds for part in parts), reverse=True)
    return sum(each[:1]) + IN_COMMON * sum(each[1:])


class Compilers:
    """Processes that compile parts, `jobs` at a time, the longest first.

    Args:
        parts: what to compile.
        jobs: how many at once, by default one per core.
        say: where the progress is shown: by default standard error as it is now, or None for nowhere.
    """

    def __init__(self, parts: Sequence[Part], jobs: int | None = None, say: Any = "stderr"):
        self.jobs = jobs or usable_cores()
        self.say = say = sys.stderr if say == "stderr" else say
        self.parts = len(parts)
        self.ahead = bundles_of(parts, self.jobs)
        self.running: dict[Bundle, tuple[subprocess.Popen, float]] = {}
        self.done: dict[Part, float] = {}  # part -> seconds it took
        self.failed: dict[Part, str] = {}  # part -> what was said last
        self._took: dict[Bundle, float] = {}
        self._begin = time.perf_counter()
        self._shown = 0
        if say is not None and parts:
            games = ", ".join(dict.fromkeys(part.game for part in parts))
            self._tell(f"compiling {games} (once; {len(parts)} parts, about {self.seconds_left():.0f} s) ...")
        self.look()

    def look(self) -> bool:
        """Start what can start, gather what has ended; whether something is still to be done."""
        for bundle, (process, begin) in list(self.running.items()):
            if process.poll() is not None:
                del self.running[bundle]
                self._gather(bundle, process)
                self._took[bundle] = time.perf_counter() - begin
        while self.ahead and len(self.running) < self.jobs:
            bundle = self.ahead.pop(0)
            package = registry.entry(bundle[0].game).package
            names = [part.name for part in bundle]
            process = subprocess.Popen(
                elsewhere("eurogym.common.prepare:compile_parts", package, *names),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
            )
            self.running[bundle] = process, time.perf_counter()
        return bool(self.running)

    def _gather(self, bundle: Bundle, process: subprocess.Popen) -> None:
        """What a process that has ended says of its parts."""
        output, errors = process.communicate()
        took = dict(line.split() for line in output.splitlines())
        words = errors.strip().splitlines()
        for part in bundle:
            if part.name in took:
                self.done[part] = float(took[part.name])
            else:
                self.failed[part] = words[-1] if words else f"ended with status {process.returncode}"

    def seconds_left(self) -> float:
        """Return a guess from how long parts take in general, and from how long those took that are done."""
        now = time.perf_counter()
        pace = sum(self._took.values()) / sum(map(seconds_of, self._took)) if self._took else 1.0
        left = [seconds_of(bundle) * pace for bundle in self.ahead]
        running = [
            max(1.0, seconds_of(bundle) * pace - (now - begin)) for bundle, (_, begin) in self.running.items()
        ]
        return max(sum(left + running) / self.jobs, *running, *left, 0.0)

    def wait(self) -> Compilers:
        """Wait for all, with one line of progress; Ctrl-C stops the processes."""
        try:
            while self.look():
                self._show_progress()
                time.sleep(_LOOK)
        finally:
            for process, _ in self.running.values():
                process.kill()
        if self.say is not None and self.parts:
            self._clear()
            self._tell(f"... done in {time.perf_counter() - self._begin:.0f} s")
            for part, words in self.failed.items():
                self._tell(f"{part.game}, {part.name}: {words}")
        return self

    def _show_progress(self) -> None:
        """On a terminal, one line that writes over itself."""
        if self.say is None or not self.say.isatty():
            return
        at_work = ", ".join(f"{part.game} {part.name}" for bundle in self.running for part in bundle)
        line = f"eurogym: {len(self.done)} of {self.parts} parts, {self.seconds_left():.0f} s left: {at_work}"
        width = max(20, os.get_terminal_size(self.say.fileno()).columns - 1)
        self._clear()
        self.say.write(line[:width])
        self.say.flush()
        self._shown = min(len(line), width)

    def _clear(self) -> None:
        if self._shown:
            self.say.write("\r" + " " * self._shown + "\r")
            self._shown = 0

    def _tell(self, words: str) -> None:
        print(f"eurogym: {words}", file=self.say, flush=True)


def compile_parts(package: str, *parts: str) -> None:
    """Compile parts of the game in a package, and print the seconds that each took: what a worker does."""
    with one_compiler():
        for part in parts:
            begin = time.perf_counter()
            compile_part(package, part)
            print(part, f"{time.perf_counter() - begin:.2f}", flush=True)


def compile_part(package: str, part: str) -> None:
    """Compile (or load) a part of the game in a package in this process."""
    game = importlib.import_module(package).GAME
    if part == "rules":
        BatchedGame(game, game.options_class(), 1)
    elif part == "policy":
        compile_policy(game)
    else:
        compile_search(game)
