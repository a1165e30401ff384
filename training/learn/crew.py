"""Running a named agent for the games of a batch on several threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from eurogym.agents.framework.own import OwnBot
from eurogym.training.learn.shared import TrainingConfig, num_threads
from eurogym.training.learn.tables import make_agent


def crew_of(config: TrainingConfig, name: str, seed: int) -> Crew:
    """Return a named agent on as many threads as a run has for its games."""
    return Crew(name, config.game, seed, num_threads(config.hardware.env_threads))


class Crew:
    """Copies of a named agent, each for a part of the games.

    Agents have a random stream per slot of the batch, so the answers do not depend on the number of threads. Compiled
    agents release the interpreter while they think. A user's own bot does not know about slots, so a single copy of it
    answers for all games.
    """

    CHUNK = 32  # neighbouring games that one thread answers for

    def __init__(self, name: str, game: str, seed: int, threads: int = 1):
        self.name = name
        first = make_agent(name, game, seed)
        others = 0 if isinstance(first, OwnBot) else max(1, threads) - 1
        self.copies = [first, *(make_agent(name, game, seed) for _ in range(others))]
        self.pool = ThreadPoolExecutor(len(self.copies)) if len(self.copies) > 1 else None
        self._ready: set[int] = set()

    @property
    def random_state(self) -> np.ndarray | None:
        """The state of the agent's random streams, uint64, whatever the number of threads; set it to continue there.

        It is None for an agent that does not reveal it, such as a user's own bot.
        """
        if not hasattr(type(self.copies[0]), "random_state"):
            return None
        return self.copies[0].random_state

    @random_state.setter
    def random_state(self, random_state: np.ndarray | None) -> None:
        for copy in self.copies if random_state is not None else ():
            copy.random_state = random_state

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """Return one legal action (n,) for each game index of `games` (n,)."""
        first = self.copies[0]
        if self.pool is None:
            return np.asarray(first.act(batch, games), np.int64)
        for copy in self.copies[1:]:
            copy.draw_from(first.streams(batch.num_envs))
        if id(batch) not in self._ready:  # compiling is not for several threads at once
            for copy in self.copies:
                copy.act(batch, games[:0])
            self._ready.add(id(batch))
        # a slot keeps its copy, in every batch, and what the copy remembers of it
        owner = games // self.CHUNK % len(self.copies)
        parts = [np.flatnonzero(owner == number) for number in range(len(self.copies))]
        asked = [(copy, part) for copy, part in zip(self.copies, parts, strict=True) if len(part)]
        actions = np.empty(len(games), np.int64)
        answers = self.pool.map(lambda one: one[0].act(batch, games[one[1]]), asked)
        for (_, part), answer in zip(asked, answers, strict=True):
            actions[part] = answer
        return actions
