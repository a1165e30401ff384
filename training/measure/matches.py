"""Games between agents, all stepped together: the common ground of tournament, solo, evaluate and selfplay."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from eurogym import agents as agent_registry
from eurogym.agents.framework.base import Agent, still_running
from eurogym.envs.core import registry
from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.random import derive_seed
from eurogym.envs.core.standing import placements_by
from eurogym.training.deals import TESTING, Purpose, root
from eurogym.training.options import check_option_names

__all__ = ["Cell", "MatchResults", "Player", "deal_seeds", "one_against_others"]

CHUNK = (
    512  # games that agents draw their luck for with one seed: luck is that of the chunk and the place in it
)
BLOCKS_WANTED = 32  # blocks that a cell is cut into, as far as they do not get too small for that
SMALLEST_BLOCK = 16  # games


@dataclass
class MatchResults:
    """Outcomes of n games at tables of T seats, S of them taken by agents.

    agents: (n, S) int, position of each seat's agent in the list given; seeds: (n,) int; starters: (n,) int, the seat
    that the game begins with; scores: (n, T) int; placements: (n, T) float in [-1, 1]; lengths: (n,) decisions, forced
    ones included;
    seconds: thinking time of each agent, all games together; facts: how the games went, (n,) float for each name
    that the game's `summary` gives, nothing unless asked for.
    """

    agents: np.ndarray
    seeds: np.ndarray
    starters: np.ndarray
    scores: np.ndarray
    placements: np.ndarray
    lengths: np.ndarray
    seconds: np.ndarray
    facts: dict[str, np.ndarray] = field(default_factory=dict)

    def by_turn(self, values: np.ndarray) -> np.ndarray:
        """Values (n, S) of the agents' seats from the seat that begins on, in the order of their turns."""
        seats = self.agents.shape[1]
        order = (self.starters[:, None] + np.arange(seats)) % seats
        return np.take_along_axis(values, order, axis=1)


@dataclass(frozen=True)
class Cell:
    """Games of the same agents with the same options: one entry of a table.

    game: name of the game; agents: spec strings, agents, or bots with `act` alone; seating: (n, S) int, the agent of
    every seat; seeds: (n,) deals; seed: of the agents' own luck; options: game options without num_players, which is
    S; summarise: gather `facts`; watch: ``(batch, seating) ->`` an observer whose ``before(games, actions)`` hears of
    every step, and whose ``facts()`` join `facts` as arrays (n, ...).
    Raises OptionError for wrong names of options or without games.
    """

    game: str
    agents: Sequence[Any]
    seating: np.ndarray
    seeds: np.ndarray
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    summarise: bool = False
    watch: Callable[[Any, np.ndarray], Any] | None = None

    def __post_init__(self) -> None:
        check_option_names(self.game, self.options, {"num_players": "it follows from the seats"})
        if not len(self.seating):
            raise OptionError("there are no games to play")

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.seating)

    def blocks(self, size: int | None = None) -> list[range]:
        """The games in parts that are played together, whoever plays them; `size`: games of a part.

        The size depends on the number of games alone, and divides CHUNK.
        """
        if size is None:
            size = SMALLEST_BLOCK
            while size < CHUNK and 2 * size * BLOCKS_WANTED <= self.games:
                size *= 2
        return [range(start, min(start + size, self.games)) for start in range(0, self.games, size)]


def starting_seats(batch: Any) -> np.ndarray:
    """The seat that each game begins with, int64 (num_envs,), for games that were just dealt."""
    field = batch.game.starter
    return np.array(batch.states[field] if field else batch.current_seat, np.int64)


def deal_seeds(seed: int, count: int, purpose: Purpose = TESTING) -> np.ndarray:
    """`count` deals that depend on `seed` and purpose alone; the first ones stay the same when more are asked for.

    Raises InputError for a seed whose deals are for another purpose (training/deals.py).
    """
    if count < 1:
        raise OptionError(f"{count} deals were asked for; allowed: integers from 1")
    start = root(purpose, seed)
    return np.array([derive_seed(start, "deal", k) for k in range(count)], dtype=np.int64)


def one_against_others(seed: int, deals: int, sides: int) -> tuple[np.ndarray, np.ndarray]:
    """Who sits where in which deal, so that agent 0 has every side of every deal once and agent 1 all others.

    Returns seating (deals * sides, sides) and seeds for a `Cell`.
    """
    apart = np.tile(1 - np.eye(sides, dtype=np.int64), (deals, 1))
    return apart, np.repeat(deal_seeds(seed, deals), sides)


def check_agents(game: str, agents: Sequence[Any], tables: Iterable[dict[str, Any]]) -> None:
    """Raise what an agent raises that cannot play at one of the tables, before games are played at others.

    tables: option sets, num_players included. Raises OptionError for one that the game does not allow.
    """
    choosy = [agent for agent in agents if hasattr(agent, "prepare")]
    for options in tables:
        registry.game(game).options_class.from_kwargs(**options)
        if not choosy:
            continue
        batch = registry.module(game).batch(num_envs=1, **options)
        for agent in choosy:
            agent.prepare(batch)


class Player:
    """Plays blocks of a cell, in any order; what they hold depends on the cell and the block alone."""

    def __init__(self, cell: Cell):
        self.cell = cell
        self.agents = [agent_registry.make(agent, game=cell.game) for agent in cell.agents]
        self._observe = any(getattr(agent, "needs_observations", True) for agent in self.agents)
        self._batch: Any = None
        self._warm = False

    def play(self, block: range, on_games: Callable[[int], None] | None = None) -> MatchResults:
        """The games of one block; on_games: called with the number of games finished since the last call.

        Every agent takes a decision beforehand that does not count, so that `seconds` are without its start.
        Raises OptionError for wrong options, and whatever an agent raises.
        """
        cell, size = self.cell, len(block)
        seating = np.asarray(cell.seating, np.int64)[block.start : block.stop]
        seeds = np.asarray(cell.seeds, np.int64)[block.start : block.stop]
        batch = self._ready(size, seating.shape[1])
        for number in range(len(self.agents)):
            self._start(number, block.start)
        seconds = np.zeros(len(self.agents))
        batch.reset(seeds)
        starters = starting_seats(batch)
        observer = cell.watch(batch, seating) if cell.watch is not None else None
        _play_out(batch, self.agents, seating, seconds, on_games, observer)
        lost = self._lost(seating, seeds)
        scores, placements = forfeited(
            np.array(batch.final_scores, np.int64), np.array(batch.final_placements, np.float32), lost
        )
        results = MatchResults(
            seating,
            seeds,
            starters,
            scores,
            placements,
            np.array(batch.final_lengths, np.int64),
            seconds,
        )
        if cell.summarise and batch.game.summary is not None:
            for k in range(size):
                for name, value in batch.game.summary(batch.state(k), batch.options).items():
                    results.facts.setdefault(name, np.zeros(size))[k] = value
        if observer is not None:
            results.facts |= observer.facts()
        return results

    def _lost(self, seating: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """Seats (n, S) whose guests have lost by what they did wrong; each is told on the error output."""
        lost = np.zeros(seating.shape, bool)
        for number, agent in enumerate(self.agents):
            for game, why in getattr(agent, "lost", {}).items():
                lost[game] |= seating[game] == number
                print(f"eurogym: {agent.name} has lost deal {seeds[game]}: {why}", file=sys.stderr)
        return lost

    def pace(self) -> float:
        """Seconds that the slowest agent takes for a decision in a single game, about."""
        batch = self._ready(1, np.asarray(self.cell.seating).shape[1])
        taken = 0.0
        for agent in self.agents:
            begin = time.perf_counter()
            agent.act(batch, np.zeros(1, np.int64))
            taken = max(taken, time.perf_counter() - begin)
        return taken

    def _ready(self, size: int, seats: int) -> Any:
        """A batch of this many games that the agents are prepared for."""
        if self._batch is None or self._batch.num_envs != size:
            self._batch = registry.module(self.cell.game).batch(
                num_envs=size,
                num_players=seats,
                autoreset=False,
                observe=self._observe,
                **self.cell.options,
            )
        for number, agent in enumerate(self.agents):
            if hasattr(agent, "prepare"):
                agent.prepare(self._batch)
            if not self._warm:
                self._start(number, 0)
                agent.act(self._batch, np.zeros(1, np.int64))
        self._warm = True
        return self._batch

    def _start(self, number: int, game: int) -> None:
        """Give an agent its luck from this game on: the suite's own have one for every game, others one a block."""
        agent = self.agents[number]
        if isinstance(agent, Agent):
            agent.first_slot = game % CHUNK
            game -= agent.first_slot
        agent.reset(derive_seed(self.cell.seed, "agent", number, game))


def forfeited(scores: np.ndarray, placements: np.ndarray, lost: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Scores and placements (n, T) with the seats `lost` (n, S) put last, S of the T seats being agents'.

    The others keep their order and move up; several that have lost share the last places. A lost score is below all
    others, or 0 where nobody else sits there.
    """
    scores, placements = scores.copy(), placements.copy()
    seats = scores.shape[1]
    for row in np.flatnonzero(lost.any(axis=1)):
        gone = np.zeros(seats, bool)
        gone[: lost.shape[1]] = lost[row]
        if gone.all():
            scores[row] = np.minimum(scores[row], 0)
            placements[row] = -1.0 if seats == 1 else 0.0
            continue
        scores[row, gone] = np.minimum(scores[row, gone], scores[row, ~gone].min() - 1)
        placements[row] = placements_by(np.where(gone, -2.0, placements[row]))
    return scores, placements


def joined(parts: Sequence[MatchResults]) -> MatchResults:
    """The results of blocks, in their order, as one."""
    names = dict.fromkeys(name for part in parts for name in part.facts)
    return MatchResults(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("agents", "seeds", "starters", "scores", "placements", "lengths")
        ),
        np.sum([part.seconds for part in parts], axis=0),
        {
            name: np.concatenate([part.facts.get(name, np.zeros(len(part.seeds))) for part in parts])
            for name in names
        },
    )


def _play_out(
    batch: Any,
    agents: Sequence[Any],
    seating: np.ndarray,
    seconds: np.ndarray,
    on_games: Any,
    observer: Any = None,
) -> None:
    """Play all games of the batch to their end."""
    for running in still_running(batch, np.arange(batch.num_envs)):
        movers = seating[running, batch.current_seat[running]]
        actions = np.empty(len(running), np.int64)
        for number, agent in enumerate(agents):
            mine = np.flatnonzero(movers == number)
            if len(mine):
                begin = time.perf_counter()
                actions[mine] = agent.act(batch, running[mine])
                seconds[number] += time.perf_counter() - begin
        if observer is not None:
            observer.before(running, actions)
        batch.step(actions, running)
        if on_games is not None and (ended := int(batch.dones[running].sum())):
            on_games(ended)
