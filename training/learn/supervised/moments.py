"""Moments of games: what seats see at times, and what the games come to for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework.base import still_running
from eurogym.agents.framework.search import worths
from eurogym.agents.framework.turn_ends import beside_others
from eurogym.envs.core import registry
from eurogym.envs.core.standing import margins
from eurogym.training.deals import Purpose, root
from eurogym.training.errors import InputError
from eurogym.training.learn.supervised.config import ValueConfig
from eurogym.training.learn.tables import act_by_seat, batch_seeds, make_agent


@dataclass
class Moments:
    """What seats saw at n moments of games, and what came of it.

    codes: uint8 (n, F); worths: float32 (n, 2), the evaluation for the seat and against the best other seat; lead:
    float32 (n,), points at the end.
    """

    codes: np.ndarray
    worths: np.ndarray
    lead: np.ndarray

    def __len__(self) -> int:
        return len(self.lead)

    def __getitem__(self, rows: Any) -> Moments:
        return Moments(self.codes[rows], self.worths[rows], self.lead[rows])


class Store:
    """The moments of the latest games, of as many as hold `room` moments."""

    def __init__(self, room: int):
        self.room, self.parts = room, list[Moments]()

    def add(self, fresh: Moments) -> None:
        """Take these in; the oldest go where the others fill the room."""
        self.parts.append(fresh)
        while len(self.parts) > 1 and sum(map(len, self.parts[1:])) >= self.room:
            self.parts.pop(0)

    def draw(self, count: int, luck: np.random.Generator) -> Moments:
        """So many moments, any of them, or as many as there are where they are fewer."""
        sizes = np.cumsum([0, *map(len, self.parts)])
        rows = np.sort(luck.integers(0, sizes[-1], size=min(count, sizes[-1])))
        shares = np.split(rows, np.searchsorted(rows, sizes[1:-1]))
        drawn = [part[own - size] for part, own, size in zip(self.parts, shares, sizes[:-1], strict=True)]
        return Moments(
            *map(np.concatenate, zip(*((one.codes, one.worths, one.lead) for one in drawn), strict=True))
        )


class Table:
    """Games of one kind of table, played by the agents of a config."""

    def __init__(self, config: ValueConfig, kind: dict[str, Any], width: int):
        self.config, self.width = config, width
        self.batch = registry.module(config.game).batch(num_envs=config.at_once, autoreset=False, **kind)
        names = config.agents or [agents.heuristic_name(config.game)]
        self.players = [make_agent(name, config.game, config.seed) for name in names]
        for player in self.players:
            player.prepare(self.batch)

    def play(self, purpose: Purpose, index: int, count: int) -> Moments:
        """Moments of `count` games, at most `at_once`; they depend on (purpose, seed, index) only."""
        config, batch, teams = self.config, self.batch, self.batch.options.num_teams
        luck = np.random.default_rng([root(purpose, config.seed), index, 1])
        seeds = np.zeros(config.at_once, np.uint64)
        seeds[:count] = batch_seeds(config.seed, index, count, purpose)
        batch.reset(seeds)
        for number, player in enumerate(self.players):
            player.reset(int(luck.integers(2**31)) + number)
        sits = luck.integers(0, len(self.players), size=(config.at_once, batch.num_seats))
        found: list[tuple[np.ndarray, ...]] = []
        for running in still_running(batch, np.arange(count)):
            at = running[luck.random(len(running)) < config.share]
            if len(at):
                seats = luck.integers(0, batch.num_seats, size=len(at))
                points = beside_others(worths(batch, at), seats, teams)
                found.append((at, seats, np.array(batch.observe(at, seats)), points))
            batch.step(self._actions(running, sits, luck), games=running)
        if not found:
            raise InputError(f"no moment of {count} games was looked at; a larger share, or more games")
        games, seats, codes, points = (np.concatenate(column) for column in zip(*found, strict=True))
        lead = margins(batch.final_scores.astype(np.float64), teams)[games, seats]
        codes = np.pad(codes, ((0, 0), (0, self.width - codes.shape[1])))
        return Moments(codes, points, lead.astype(np.float32))

    def _actions(self, running: np.ndarray, sits: np.ndarray, luck: np.random.Generator) -> np.ndarray:
        """What is played in the games (n,): by the agent of the seat, at times any legal action."""
        actions = np.empty(len(running), np.int64)
        act_by_seat(self.players, sits, self.batch, running, actions)
        astray = np.flatnonzero(luck.random(len(running)) < self.config.stray)
        legal = np.array(self.batch.action_masks[running[astray]], np.bool_)
        actions[astray] = (legal * luck.random(legal.shape)).argmax(axis=1)
        return actions
