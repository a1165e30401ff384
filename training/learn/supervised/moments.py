"""Moments of games: what seats see at times, and what the games come to for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework.base import still_running
from eurogym.agents.framework.networks.checkpoint import Checkpoint
from eurogym.agents.framework.search.lookahead import worths
from eurogym.agents.framework.search.searching import GreedyAgent
from eurogym.agents.framework.search.turn_ends import NUM_WORTHS, beside_others
from eurogym.common.deals import Purpose, root
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.declare.standing import margins
from eurogym.training.learn.supervised.config import ITSELF, ValueConfig
from eurogym.training.learn.tables import Widest, act_by_seat, batch_seeds, make_agent


@dataclass
class Moments:
    """What seats saw at n moments of games, and what is learned of them.

    codes: uint8 (n, F); worths: float32 (n, 2), the evaluation for the seat and against the best other seat, 0 where
    it does not count; lead: float32 (n,), points at the end, ahead of others or alone, or in part what was expected
    later (`traced`).
    """

    codes: np.ndarray
    worths: np.ndarray
    lead: np.ndarray

    def __len__(self) -> int:
        return len(self.lead)

    def __getitem__(self, rows: Any) -> Moments:
        return Moments(self.codes[rows], self.worths[rows], self.lead[rows])

    @classmethod
    def joined(cls, parts: Sequence[Moments]) -> Moments:
        """Return all moments of the parts, at least one, in their order."""
        columns = ([getattr(one, column.name) for one in parts] for column in fields(cls))
        return cls(*map(np.concatenate, columns))


class Store:
    """The moments of the latest games, of as many as hold `room` moments."""

    def __init__(self, room: int):
        self.room, self.parts = room, list[Moments]()

    def add(self, fresh: Moments) -> None:
        """Take these in; the oldest go where the others fill the room."""
        self.parts.append(fresh)
        while len(self.parts) > 1 and sum(map(len, self.parts[1:])) >= self.room:
            self.parts.pop(0)

    def draw(self, count: int, rng: np.random.Generator) -> Moments:
        """So many moments, any of them, or as many as there are where they are fewer."""
        sizes = np.cumsum([0, *map(len, self.parts)])
        rows = np.sort(rng.integers(0, sizes[-1], size=min(count, sizes[-1])))
        shares = np.split(rows, np.searchsorted(rows, sizes[1:-1]))
        drawn = [part[own - size] for part, own, size in zip(self.parts, shares, sizes[:-1], strict=True)]
        return Moments.joined(drawn)


class OneStepAhead(GreedyAgent):
    """Takes the action that leads to the position of which a value network expects most.

    temperature: points; above 0 actions are drawn, those that are worth so much less e times as rarely.
    """

    def __init__(self, network: Checkpoint, temperature: float = 0.0):
        super().__init__(ITSELF, worlds=1)
        self.given_leaf, self.temperature = network, temperature
        self._rng = np.random.default_rng(0)

    def reset(self, seed: int) -> None:
        """Start the random streams again."""
        super().reset(seed)
        self._rng = np.random.default_rng(seed)

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """One legal action (n,) int64 for each game index."""
        best, totals = self._tried(batch, np.asarray(games, np.int64))
        if self.temperature == 0:
            return best
        points = np.where(totals[..., 0] > 0, totals[..., 1], -np.inf)
        return (points + self.temperature * self._rng.gumbel(size=points.shape)).argmax(axis=1)


def traced(outcomes: np.ndarray, expected: np.ndarray, key: np.ndarray, weight: float) -> np.ndarray:
    """Return what moments (n,) in the order of time come to, float32 (n,): TD(lambda) with `weight` for lambda.

    outcomes, expected: (n,), what games came to and what the network says of the moment; key: (n,), a number for each
    game and seat.
    """
    found = outcomes.copy()
    order = np.argsort(key, kind="stable")
    goes_on = np.append(key[order[1:]] == key[order[:-1]], False)
    for place in np.flatnonzero(goes_on)[::-1]:
        this, following = order[place], order[place + 1]
        found[this] = weight * found[following] + (1.0 - weight) * expected[following]
    return found


class Table:
    """Games of one kind of table, played by the agents of a config.

    network: the one that learns, where it plays or says what positions are expected to come to.
    """

    def __init__(
        self, config: ValueConfig, kind: dict[str, Any], widest: Widest, network: Checkpoint | None = None
    ):
        self.config, self.widest = config, widest
        self.batch = registry.module(config.game).batch(num_envs=config.at_once, autoreset=False, **kind)
        self.names = config.agents or [agents.heuristic_name(config.game)]
        self.players = [
            None if name == ITSELF else make_agent(name, config.game, config.seed) for name in self.names
        ]
        if network is not None:
            self.follow(network)
        for player in self.players:
            player.prepare(self.batch)

    def follow(self, network: Checkpoint) -> None:
        """Take the network as it is now for what positions are expected to come to, and for itself where it plays."""
        self.network = network.network_for(self.batch)
        self.players = [
            OneStepAhead(network, self.config.temperature) if name == ITSELF else player
            for name, player in zip(self.names, self.players, strict=True)
        ]

    def play(self, purpose: Purpose, index: int, count: int, outcomes: bool = False) -> Moments:
        """Moments of `count` games, at most `at_once`; they depend on (purpose, seed, index) only.

        outcomes: let moments come to what the games did, whatever the config says of what was expected later.
        """
        config, batch, teams = self.config, self.batch, self.batch.options.num_teams
        rng = np.random.default_rng([root(purpose, config.seed), index, 1])
        seeds = np.zeros(config.at_once, np.uint64)
        seeds[:count] = batch_seeds(config.seed, index, count, purpose)
        batch.reset(seeds)
        for number, player in enumerate(self.players):
            player.reset(int(rng.integers(2**31)) + number)
        sits = rng.integers(0, len(self.players), size=(config.at_once, batch.num_seats))
        found: list[tuple[np.ndarray, ...]] = []
        moved = batch.current_seat.copy()
        for running in still_running(batch, np.arange(count)):
            at = running[rng.random(len(running)) < config.share]
            if len(at):
                # the network itself judges positions that a seat has just come to
                seats = moved[at] if ITSELF in self.names else rng.integers(0, batch.num_seats, size=len(at))
                points = np.zeros((len(at), NUM_WORTHS), np.float32)
                if config.evaluation:
                    points = beside_others(worths(batch, at), seats, teams)
                found.append((at, seats, np.array(batch.observe(at, seats)), points))
            moved[running] = batch.current_seat[running]
            batch.step(self._actions(running, sits, rng), games=running)
        if not found:
            raise InputError(f"no moment of {count} games was sampled; use a larger share or more games")
        games, seats, codes, points = (np.concatenate(column) for column in zip(*found, strict=True))
        scores = batch.final_scores.astype(np.float64)
        lead = (scores if config.reward == "score" else margins(scores, teams))[games, seats].astype(
            np.float32
        )
        if config.td_lambda < 1 and not outcomes:
            expected = self.network.position_points(codes, points)
            lead = traced(lead, expected, batch.num_seats * games + seats, config.td_lambda)
        return Moments(self.widest.shown(batch, codes), points, lead)

    def _actions(self, running: np.ndarray, sits: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Return what is played in the games (n,): by the agent of the seat, at times any legal action."""
        actions = np.empty(len(running), np.int64)
        act_by_seat(self.players, sits, self.batch, running, actions)
        astray = np.flatnonzero(rng.random(len(running)) < self.config.stray)
        legal = np.array(self.batch.action_masks[running[astray]], np.bool_)
        actions[astray] = (legal * rng.random(legal.shape)).argmax(axis=1)
        return actions
