"""Where the time of training goes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

PARTS = ("environment", "acting", "agents", "learning")


class Clock:
    """Adds up seconds by part: stepping games and reading what seats see; the network's forward passes in play; named
    agents (opponents, a teacher, the heuristic that a policy stands on); advantages and gradients.

    A GPU is not waited for, so what it does in the background counts where its result is needed.

    Attributes:
        seconds: part -> seconds since `clear`.
    """

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    @contextmanager
    def __call__(self, part: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.seconds[part] += time.perf_counter() - start

    def clear(self) -> None:
        """Starts anew."""
        self.seconds.clear()
