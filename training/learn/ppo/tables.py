"""The games that are played: batches of several option sets as one row, and named agents that answer for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from eurogym.agents.framework.checkpoint import layout_signature
from eurogym.agents.framework.own import OwnBot
from eurogym.training.errors import InputError
from eurogym.training.learn.ppo.config import PPOConfig
from eurogym.training.learn.shared import num_threads
from eurogym.training.learn.tables import batch_labels, batch_seeds, make_agent


def make_batches(config: PPOConfig, batch_factory: Callable) -> list[Any]:
    """A batch per option set, with the games shared out among them."""
    sets = config.option_sets()
    shares = np.array_split(np.arange(config.hardware.num_envs), len(sets))
    threads = num_threads(config.hardware.env_threads)
    return [
        batch_factory(config.game, max(1, len(share)), config.seed, num_threads=threads, **options)
        for share, options in zip(shares, sets, strict=True)
    ]


class Tables:
    """Several batches with equal layout and catalog, addressed as one row of N games with up to S seats."""

    def __init__(self, batches: Sequence):
        self.batches = list(batches)
        first = self.batches[0]
        for batch in self.batches[1:]:
            differ = (
                "observation layouts"
                if layout_signature(batch.layout) != layout_signature(first.layout)
                else ""
            )
            differ = differ or ("action catalogs" if batch.catalog.texts != first.catalog.texts else "")
            if differ:
                raise InputError(f"these option sets have different {differ}; they cannot share a network")
        sizes = [batch.num_envs for batch in self.batches]
        starts = np.cumsum([0, *sizes])
        self.parts = [slice(int(a), int(b)) for a, b in zip(starts[:-1], starts[1:], strict=True)]
        self.num_games = int(starts[-1])
        self.num_features = int(first.layout.size)
        self.num_actions = int(first.catalog.n)
        self.max_seats = max(batch.num_seats for batch in self.batches)
        self.num_seats = np.repeat([batch.num_seats for batch in self.batches], sizes)
        self.scale = np.asarray(first.layout.scale, np.float32)
        self.shape = self.num_games, self.max_seats, self.num_features, self.num_actions
        self.labels = batch_labels(self.batches)

    def __iter__(self):
        return zip(self.batches, self.parts, strict=True)

    def reset(self, seed: int) -> None:
        """Starts all games, from deals that depend on the seed only."""
        for index, batch in enumerate(self.batches):
            batch.reset(batch_seeds(seed, index, batch.num_envs))

    def look(self, codes: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> None:
        """Copies what the seats to move see into codes (N, F) uint8, masks (N, A) bool and seats (N,)."""
        for batch, part in self:
            codes[part] = batch.observations
            masks[part] = batch.action_masks
            seats[part] = batch.current_seat

    def look_around(self, seats: np.ndarray) -> np.ndarray:
        """What the other seats of each game see, uint8 (N, (S - 1) * F), that next to its seat of `seats` (N,) first.

        Zeros where a table has fewer seats.
        """
        codes = np.zeros((self.num_games, self.max_seats - 1, self.num_features), np.uint8)
        for batch, part in self:
            games = np.arange(batch.num_envs)
            for further in range(1, batch.num_seats):
                codes[part, further - 1] = batch.observe(games, (seats[part] + further) % batch.num_seats)
        return codes.reshape(self.num_games, -1)

    def step(self, actions: np.ndarray) -> None:
        """Applies one action per game; finished games start anew."""
        for batch, part in self:
            batch.step(actions[part])


class Crew:
    """One named agent that answers for a batch on several threads: a copy of it for every part of the games.

    Agents draw their luck per slot of the batch, so the answers do not depend on the number of threads. Compiled
    agents release the interpreter while they think. A bot of one's own knows nothing of slots: one of it answers for
    all games.
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
    def luck(self) -> np.ndarray | None:
        """Where the agent's random streams stand, uint64; the same for any number of threads. Set it to go on there.

        None for an agent that does not tell, say a bot of one's own.
        """
        first = self.copies[0]
        if not hasattr(type(first), "luck"):
            return None
        if len(self.copies) == 1:
            return first.luck
        slots = np.arange(max(len(copy.luck) for copy in self.copies))
        owner = slots // self.CHUNK % len(self.copies)
        streams = np.stack([copy.streams(len(slots)) for copy in self.copies])
        return streams[owner, slots]

    @luck.setter
    def luck(self, luck: np.ndarray) -> None:
        for copy in self.copies:
            copy.luck = luck

    def act(self, batch, games: np.ndarray) -> np.ndarray:
        """One legal action (n,) for each game index of `games` (n,)."""
        actions = np.empty(len(games), np.int64)
        for part, answer in self._answers("act", batch, games):
            actions[part] = answer
        return actions

    def weigh(self, batch, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The same with what every action is worth, float32 (n, A), of an agent that tells (`tells_worth`)."""
        parts, answers = zip(*self._answers("weigh", batch, games), strict=True)
        order = np.argsort(np.concatenate(parts))
        actions, worth = (np.concatenate(told)[order] for told in zip(*answers, strict=True))
        return actions, worth

    @property
    def tells_worth(self) -> bool:
        """Whether the agent says what every action is worth."""
        return getattr(self.copies[0], "tells_worth", False)

    def _answers(self, question: str, batch, games: np.ndarray) -> list[tuple[np.ndarray, Any]]:
        """What the copies say, each of its games: indices into `games`, and the answer."""
        if self.pool is None:
            return [(np.arange(len(games)), getattr(self.copies[0], question)(batch, games))]
        if id(batch) not in self._ready:  # compiling is not for several threads at once
            for copy in self.copies:
                copy.act(batch, games[:0])
            self._ready.add(id(batch))
        # a slot keeps its copy, in every batch, and its luck with it
        owner = games // self.CHUNK % len(self.copies)
        parts = [part for k in range(len(self.copies)) if len(part := np.flatnonzero(owner == k))]
        asked = [getattr(self.copies[owner[part[0]]], question) for part in parts]
        answers = self.pool.map(lambda ask, part: ask(batch, games[part]), asked, parts)
        return list(zip(parts, answers, strict=True))
