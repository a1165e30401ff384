"""Compiled code ahead of its use: the parts of games, compiled side by side on the cores there are.

A part is what compiles by itself: the rules of a game (`rules`), its heuristic (`policy`), its look-ahead (`search`),
the examination of states that are loaded (`records`). Each is compiled in a process of its own.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from eurogym import agents
from eurogym.agents.framework.base import compile_policy, game_kernels, policy_module
from eurogym.agents.framework.search import compile_search, search_module
from eurogym.envs.core import registry
from eurogym.envs.core.batch import BatchedGame
from eurogym.envs.core.compile import PURE, expected_seconds, is_compiled
from eurogym.envs.core.errors import EurogymError, StateError
from eurogym.envs.core.examination import Examiner
from eurogym.envs.core.lean import elsewhere

PARTS = ("rules", "policy", "search", "records")
_LOOK = 0.2  # seconds between two looks at the workers


@dataclass(frozen=True)
class Part:
    """One part of one game."""

    game: str
    name: str

    @property
    def module(self) -> ModuleType:
        """The module whose entries it is, imported and not compiled."""
        game = registry.game(self.game)
        if self.name == "policy":
            return policy_module(game, game_kernels(game))
        if self.name == "search":
            return search_module(game, game_kernels(game))
        return game.soundness if self.name == "records" else game.driver

    @property
    def ready(self) -> bool:
        """Whether it lies on disk."""
        return is_compiled(self.module.__name__)

    @property
    def seconds(self) -> int:
        """How long it takes on a quiet core, about."""
        return expected_seconds(self.module.__name__)


def parts_of(game: str) -> list[Part]:
    """The parts that a game has on this machine."""
    chooses = game_kernels(registry.game(game)).choose is not None
    return [Part(game, name) for name in PARTS if chooses or name != "policy"]


def missing(games: Iterable[str]) -> list[Part]:
    """The parts of games that are not compiled yet; none where nothing is compiled at all."""
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
        Workers(parts).wait()


class Workers:
    """Processes that compile parts, `jobs` at a time, the longest first.

    Args:
        parts: what to compile.
        jobs: how many at once, by default one per core.
        say: where the progress is told: by default standard error as it is now, or None for nowhere.
    """

    def __init__(self, parts: Sequence[Part], jobs: int | None = None, say: Any = "stderr"):
        self.jobs = jobs or os.cpu_count() or 1
        self.say = say = sys.stderr if say == "stderr" else say
        self.ahead = sorted(parts, key=lambda part: -part.seconds)
        self.expected = {part: part.seconds for part in parts}
        self.running: dict[Part, tuple[subprocess.Popen, float]] = {}
        self.done: dict[Part, float] = {}  # part -> seconds it took
        self.failed: dict[Part, str] = {}  # part -> what it said last
        self._begin = time.perf_counter()
        self._shown = 0
        if say is not None and parts:
            games = ", ".join(dict.fromkeys(part.game for part in parts))
            self._tell(f"compiling {games} (once; {len(parts)} parts, about {self.seconds_left():.0f} s) ...")
        self.look()

    def look(self) -> bool:
        """Start what can start, gather what has ended; whether something is still to be done."""
        for part, (process, begin) in list(self.running.items()):
            if process.poll() is not None:
                del self.running[part]
                words = process.communicate()[1].strip().splitlines()
                if process.returncode:
                    self.failed[part] = words[-1] if words else f"ended with status {process.returncode}"
                else:
                    self.done[part] = time.perf_counter() - begin
        while self.ahead and len(self.running) < self.jobs:
            part = self.ahead.pop(0)
            package = registry.entry(part.game).package
            command = elsewhere("eurogym.training.prepare:compile_part", package, part.name)
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
            )
            self.running[part] = process, time.perf_counter()
        return bool(self.running)

    def seconds_left(self) -> float:
        """A guess from how long parts take in general, and from how long those took that are done."""
        now = time.perf_counter()
        pace = sum(self.done.values()) / sum(self.expected[part] for part in self.done) if self.done else 1.0
        left = [self.expected[part] * pace for part in self.ahead]
        running = [
            max(1.0, self.expected[part] * pace - (now - begin)) for part, (_, begin) in self.running.items()
        ]
        return max(sum(left + running) / self.jobs, *running, *left, 0.0)

    def wait(self) -> Workers:
        """Wait for all, with one line of progress; Ctrl-C stops the processes."""
        try:
            while self.look():
                self._show_progress()
                time.sleep(_LOOK)
        finally:
            for process, _ in self.running.values():
                process.kill()
        if self.say is not None and self.expected:
            self._clear()
            self._tell(f"... done in {time.perf_counter() - self._begin:.0f} s")
            for part, words in self.failed.items():
                self._tell(f"{part.game}, {part.name}: {words}")
        return self

    def _show_progress(self) -> None:
        """On a terminal, one line that writes over itself."""
        if self.say is None or not self.say.isatty():
            return
        at_work = ", ".join(f"{part.game} {part.name}" for part in self.running)
        line = f"eurogym: {len(self.done)} of {len(self.expected)} parts, {self.seconds_left():.0f} s left: {at_work}"
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


def compile_part(package: str, part: str) -> None:
    """Compile (or load) a part of the game in a package in this process: what a worker does."""
    game = importlib.import_module(package).GAME
    if part == "rules":
        BatchedGame(game, game.options_class(), 1)
    elif part == "policy":
        compile_policy(game)
    elif part == "records":
        options = game.options_class()
        with contextlib.suppress(StateError):  # a blank record is none to play on from
            Examiner(game, options).refuse_unsound(game.blank_state(options))
    else:
        compile_search(game)
