"""Games between agents, stepped together: the common basis of tournament, solo, evaluate and selfplay."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from eurogym import agents as agent_registry
from eurogym.agents.framework.base import Agent, still_running
from eurogym.common.deals import TESTING, Purpose, root
from eurogym.common.options import check_option_names
from eurogym.envs.core import registry
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.standing import placements_by
from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.telling import tell

__all__ = ["Cell", "MatchResults", "Player", "deal_seeds", "one_against_others"]

CHUNK = (
    512  # games for which agents are given one seed: random choices depend on the chunk and the place in it
)
BLOCKS_WANTED = 32  # blocks that a cell is divided into, unless they become too small
SMALLEST_BLOCK = 16  # games


@dataclass
class MatchResults:
    """Outcomes of n games at tables of T seats, S of them taken by agents.

    Attributes:
        agents: (n, S) int, the agent of each seat by its position in the list of agents.
        seeds: (n,) int, the deals.
        starters: (n,) int, the seat that begins the game.
        scores: (n, T) int, final scores.
        placements: (n, T) float in [-1, 1].
        lengths: (n,) int, decisions of each game, forced ones included.
        seconds: thinking time of each agent over all games.
        facts: how the games went, (n,) float for each name that the game's `summary` gives, and what an observer of the
            cell adds; empty unless requested.
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
        """Return values (n, S) of the agents' seats in turn order, beginning with the seat that begins the game."""
        seats = self.agents.shape[1]
        order = (self.starters[:, None] + np.arange(seats)) % seats
        return np.take_along_axis(values, order, axis=1)


@dataclass(frozen=True)
class Cell:
    """Games of the same agents with the same options: one entry of a table of results.

    Attributes:
        game: name of the game.
        agents: spec strings, agents, or bots that only have `act`.
        seating: (n, S) int, the agent of every seat.
        seeds: (n,) deals.
        seed: seed of the agents' random choices.
        options: game options without num_players, which is S.
        summarise: whether to collect `facts`.
        watch: ``(batch, seating) ->`` an observer whose ``before(games, actions)`` is called before every step, and
            whose ``facts()`` are added to `facts` as arrays (n, ...).

    Raises:
        OptionError: the name of an option is wrong, or there are no games.
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
        """The number of games."""
        return len(self.seating)

    def blocks(self, size: int | None = None) -> list[range]:
        """Return the games in blocks that are played together, by whatever process; `size`: games of a block.

        By default, the size depends only on the number of games and divides CHUNK.
        """
        if size is None:
            size = SMALLEST_BLOCK
            while size < CHUNK and 2 * size * BLOCKS_WANTED <= self.games:
                size *= 2
        return [range(start, min(start + size, self.games)) for start in range(0, self.games, size)]


def starting_seats(batch: Any) -> np.ndarray:
    """Return the seat that begins each game, int64 (num_envs,), for games that were just dealt."""
    field = batch.game.starter
    return np.array(batch.states[field] if field else batch.current_seat, np.int64)


def deal_seeds(seed: int, count: int, purpose: Purpose = TESTING) -> np.ndarray:
    """Return `count` deals that depend only on `seed` and the purpose; a larger `count` appends further deals.

    Raises:
        OptionError: `count` is below 1.
        InputError: the deals of this seed are for another purpose (eurogym/common/deals.py).
    """
    if count < 1:
        raise OptionError(f"{count} deals were asked for; allowed: integers from 1")
    start = root(purpose, seed)
    return np.array([derive_seed(start, "deal", k) for k in range(count)], dtype=np.int64)


def one_against_others(seed: int, deals: int, sides: int) -> tuple[np.ndarray, np.ndarray]:
    """Return a seating in which agent 0 takes each seat of every deal once and agent 1 all the other seats.

    Args:
        seed: seed of the deals.
        deals: number of deals.
        sides: number of seats.

    Returns:
        Seating (deals * sides, sides) and seeds (deals * sides,) for a `Cell`.
    """
    apart = np.tile(1 - np.eye(sides, dtype=np.int64), (deals, 1))
    return apart, np.repeat(deal_seeds(seed, deals), sides)


def check_agents(game: str, agents: Sequence[Any], tables: Iterable[dict[str, Any]]) -> None:
    """Check that all agents can play at all tables, before any game is played; raise whatever an agent raises.

    `tables` are option sets, num_players included. Raise OptionError for one that the game does not allow.
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
    """A player of the blocks of a cell, in any order; the results depend only on the cell and the block."""

    def __init__(self, cell: Cell):
        self.cell = cell
        self.agents = [agent_registry.make(agent, game=cell.game) for agent in cell.agents]
        self._observe = any(getattr(agent, "needs_observations", True) for agent in self.agents)
        self._batch: Any = None
        self._warm = False

    def play(self, block: range, on_games: Callable[[int], None] | None = None) -> MatchResults:
        """Play the games of one block and return their results.

        Every agent first takes a decision that does not count, so that `seconds` do not include its start-up.

        Args:
            block: the games.
            on_games: called with the number of games finished since the last call.

        Raises:
            OptionError: options are wrong. Whatever an agent raises is passed on.
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
        """Return the seats (n, S) whose guest agents forfeited by a mistake; each is reported on standard error."""
        lost = np.zeros(seating.shape, bool)
        for number, agent in enumerate(self.agents):
            for game, why in getattr(agent, "lost", {}).items():
                lost[game] |= seating[game] == number
                tell(f"eurogym: {agent.name} has lost deal {seeds[game]}: {why}")
        return lost

    def pace(self) -> float:
        """Return roughly how many seconds the slowest agent takes for a decision in a single game."""
        batch = self._ready(1, np.asarray(self.cell.seating).shape[1])
        taken = 0.0
        for agent in self.agents:
            begin = time.perf_counter()
            agent.act(batch, np.zeros(1, np.int64))
            taken = max(taken, time.perf_counter() - begin)
        return taken

    def _ready(self, size: int, seats: int) -> Any:
        """Return a batch of this many games that the agents are prepared for."""
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
        """Seed an agent from this game on: those of this package have a stream for every game, others one per block."""
        agent = self.agents[number]
        if isinstance(agent, Agent):
            agent.first_slot = game % CHUNK
            game -= agent.first_slot
        agent.reset(derive_seed(self.cell.seed, "agent", number, game))


def forfeited(scores: np.ndarray, placements: np.ndarray, lost: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return scores and placements (n, T) with the seats `lost` (n, S) put last; S of the T seats are the agents'.

    The others keep their order and move up; several seats that have lost share the last places. The score of a seat
    that has lost is put below all others, or at 0 if nobody else is at the table.
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
    """Return the results of blocks, in their order, as one."""
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
