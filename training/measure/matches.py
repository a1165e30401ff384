"""Games between agents, all stepped together: the common ground of tournament, solo, evaluate and selfplay."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from eurogym import agents as agent_registry
from eurogym.envs.core import registry
from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.random import derive_seed
from eurogym.training.options import check_option_names

CHUNK = 512  # games held in memory at once


@dataclass
class MatchResults:
    """Outcomes of n games at tables of T seats, S of them taken by agents.

    agents: (n, S) int, position of each seat's agent in the list given; seeds: (n,) int;
    scores: (n, T) int; placements: (n, T) float in [-1, 1]; lengths: (n,) decisions, forced ones included;
    seconds: thinking time of each agent, all games together; facts: how the games went, (n,) float for each name
    that the game's `summary` gives, nothing unless asked for.
    """

    agents: np.ndarray
    seeds: np.ndarray
    scores: np.ndarray
    placements: np.ndarray
    lengths: np.ndarray
    seconds: np.ndarray
    facts: dict[str, np.ndarray] = field(default_factory=dict)


def first_places(placements: np.ndarray) -> np.ndarray:
    """Share of the first place that each seat takes, for placements (n, T): ties share it, rows add up to 1."""
    best = placements == placements.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def deal_seeds(seed: int, count: int) -> np.ndarray:
    """`count` deals that depend on `seed` alone; the first ones stay the same when more are asked for."""
    if count < 1:
        raise OptionError(f"{count} deals were asked for; allowed: integers from 1")
    return np.array([derive_seed(seed, "deal", k) for k in range(count)], dtype=np.int64)


def check_agents(game: str, agents: Sequence[Any], tables: Iterable[dict[str, Any]]) -> None:
    """Raise what an agent raises that cannot play at one of the tables, before games are played at others.

    tables: option sets, num_players included.
    """
    choosy = [agent for agent in agents if hasattr(agent, "prepare")]
    for options in tables if choosy else ():
        batch = registry.module(game).batch(num_envs=1, **options)
        for agent in choosy:
            agent.prepare(batch)


def play_matches(
    game: str,
    agents: Sequence[Any],
    seating: np.ndarray,
    seeds: np.ndarray,
    seed: int = 0,
    options: dict[str, Any] | None = None,
    on_games: Callable[[int], None] | None = None,
    chunk: int = CHUNK,
    summarise: bool = False,
) -> MatchResults:
    """Play one game per row of `seating` on the deals `seeds`.

    game: name of the game; agents: agents, or bots with `act` alone; seating: (n, S) int, the agent of every
    seat; seeds: (n,) deals; seed: of the agents' own luck; options: game options without num_players,
    which is S; on_games: called with the number of games finished since the last call; summarise: gather `facts`.
    Every agent takes a decision beforehand that does not count, so that `seconds` are without its start.
    Raises OptionError for wrong options or without games, and whatever an agent raises.
    """
    check_option_names(game, options or {}, {"num_players": "it follows from the seats"})
    agents = [agent_registry.make(agent, game=game) for agent in agents]
    seating = np.asarray(seating, np.int64)
    seeds = np.asarray(seeds, np.int64)
    num_games, num_seats = seating.shape
    observe = any(getattr(agent, "needs_observations", True) for agent in agents)
    make_batch = registry.module(game).batch
    results = None
    batch = None
    for start in range(0, num_games, chunk):
        rows = slice(start, min(start + chunk, num_games))
        size = rows.stop - rows.start
        if batch is None or batch.num_envs != size:
            batch = make_batch(
                num_envs=size, num_players=num_seats, autoreset=False, observe=observe, **(options or {})
            )
        if results is None:
            results = MatchResults(
                seating,
                seeds,
                np.zeros((num_games, batch.table_seats), np.int64),
                np.zeros((num_games, batch.table_seats), np.float32),
                np.zeros(num_games, np.int64),
                np.zeros(len(agents)),
            )
        for number, agent in enumerate(agents):
            if hasattr(agent, "prepare"):
                agent.prepare(batch)
            agent.reset(derive_seed(seed, "agent", number, start))
            if start == 0:
                agent.act(batch, np.zeros(1, np.int64))
                agent.reset(derive_seed(seed, "agent", number, start))
        batch.reset(seeds[rows])
        _play_out(batch, agents, seating[rows], results.seconds, on_games)
        results.scores[rows] = batch.final_scores
        results.placements[rows] = batch.final_placements
        results.lengths[rows] = batch.final_lengths
        if summarise and batch.game.summary is not None:
            for k, game_number in enumerate(range(rows.start, rows.stop)):
                for name, value in batch.game.summary(batch.state(k), batch.options).items():
                    results.facts.setdefault(name, np.zeros(num_games))[game_number] = value
    if results is None:
        raise OptionError("there are no games to play")
    return results


def _play_out(
    batch: Any, agents: Sequence[Any], seating: np.ndarray, seconds: np.ndarray, on_games: Any
) -> None:
    """Play all games of the batch to their end."""
    running = np.arange(batch.num_envs)
    while len(running):
        movers = seating[running, batch.current_seat[running]]
        actions = np.empty(len(running), np.int64)
        for number, agent in enumerate(agents):
            mine = np.flatnonzero(movers == number)
            if len(mine):
                begin = time.perf_counter()
                actions[mine] = agent.act(batch, running[mine])
                seconds[number] += time.perf_counter() - begin
        batch.step(actions, running)
        still = running[~batch.dones[running]]
        if on_games is not None and len(still) < len(running):
            on_games(len(running) - len(still))
        running = still
