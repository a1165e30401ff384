"""Learn what positions come to from games of quick agents: the value network at the leaves of a search.

Games of the heuristic, with a few odd decisions in between, are played by the hundred, and a network learns from what
any seat sees at some moments of them by how many points it led at the end (alone: the points themselves). A search
that stops a playout early asks it what the position is worth (agents/framework/leaf.py), and `eurogym distil`
can begin with it. The file is one of agents/framework/checkpoint.py with a head that judges positions.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from eurogym import agents
from eurogym.agents.framework.search import worths
from eurogym.agents.framework.turn_ends import beside_others
from eurogym.envs.core import registry
from eurogym.envs.core.standing import margins
from eurogym.training.deals import CHECKING, TRAINING, Purpose, root
from eurogym.training.errors import InputError
from eurogym.training.learn.run import pick_device
from eurogym.training.learn.supervised.distil import (
    TEN,
    WARM_UP,
    Judge,
    carried_out,
    descend,
    one_network,
    what_learned,
    written,
)
from eurogym.training.learn.tables import batch_seeds, make_agent
from eurogym.training.options import cross_product

ROWS_OF_CURVE = 20


@dataclass
class ValueConfig:
    """How a value network is learned; see `eurogym value --help`."""

    game: str
    players: list[int] = field(default_factory=lambda: [2])
    options: dict[str, Any] = field(default_factory=dict)
    vary: dict[str, list] = field(default_factory=dict)
    agents: list[str] = field(default_factory=list)
    stray: float = 0.03
    share: float = 0.06
    games: int = 20_000
    at_once: int = 512
    held_out: int = 512
    room: int = 200_000
    passes: float = 2.0
    hidden: list[int] = field(default_factory=lambda: [128, 64])
    minibatch: int = 1024
    learning_rate: float = 2e-3
    weight_decay: float = 0.02
    seed: int = 1
    threads: int = 1
    device: str = "cpu"
    out: str = ""
    command: str = ""

    def check(self) -> None:
        """Raises InputError naming what makes no sense."""
        for name in ("games", "at_once", "held_out", "room", "minibatch", "threads"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}; it must be at least 1")
        for name in ("share", "passes", "learning_rate"):
            if not 0 < getattr(self, name) < math.inf:
                raise InputError(f"{name} is {getattr(self, name)}; it must be a number above 0")
        if self.share > 1 or not 0 <= self.stray <= 1:
            raise InputError(
                f"share {self.share} must lie above 0 and up to 1, stray {self.stray} between 0 and 1"
            )
        if not 0 <= self.weight_decay < math.inf:
            raise InputError(f"weight_decay is {self.weight_decay}; it must be a number from 0 on")
        if len(self.hidden) != 2 or min(self.hidden) < 1:
            raise InputError(f"hidden is {self.hidden}; the network has two hidden layers")

    def tables(self) -> list[dict[str, Any]]:
        """The keyword arguments of a batch for every table: each number of players with each combination of `vary`."""
        return [
            {"num_players": players, **self.options, **varied}
            for players in self.players
            for varied in cross_product(self.vary)
        ]


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


def joined(parts: list[Moments]) -> Moments:
    """All of them."""
    return Moments(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("codes", "worths", "lead"))
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
        config, batch = self.config, self.batch
        luck = np.random.default_rng([root(purpose, config.seed), index, 1])
        seeds = np.zeros(config.at_once, np.uint64)
        seeds[:count] = batch_seeds(config.seed, index, count, purpose)
        batch.reset(seeds)
        for number, player in enumerate(self.players):
            player.reset(int(luck.integers(2**31)) + number)
        sits = luck.integers(0, len(self.players), size=(config.at_once, batch.num_seats))
        found: list[tuple[np.ndarray, ...]] = []
        running = np.arange(count)
        while len(running):
            at = running[luck.random(len(running)) < config.share]
            if len(at):
                found.append((at, *self._seen(at, luck.integers(0, batch.num_seats, size=len(at)))))
            batch.step(self._actions(running, sits, luck), games=running)
            running = running[~batch.dones[running]]
        if not found:
            raise InputError(f"no moment of {count} games was looked at; a larger share, or more games")
        games, seats, codes, points = (np.concatenate(column) for column in zip(*found, strict=True))
        lead = margins(batch.final_scores.astype(np.float64), batch.options.num_teams)[games, seats]
        codes = np.pad(codes, ((0, 0), (0, self.width - codes.shape[1])))
        return Moments(codes, points, lead.astype(np.float32))

    def _seen(self, games: np.ndarray, seats: np.ndarray) -> tuple[np.ndarray, ...]:
        """The seats (n,), what they see (n, F), and the evaluation (n, 2)."""
        batch = self.batch
        points = beside_others(worths(batch, games), seats, batch.options.num_teams)
        return seats, np.array(batch.observe(games, seats)), points

    def _actions(self, running: np.ndarray, sits: np.ndarray, luck: np.random.Generator) -> np.ndarray:
        """What is played in the games (n,): by the agent of the seat, at times any legal action."""
        batch = self.batch
        actions = np.empty(len(running), np.int64)
        who = sits[running, batch.current_seat[running]]
        for number, player in enumerate(self.players):
            mine = who == number
            if mine.any():
                actions[mine] = player.act(batch, running[mine])
        astray = np.flatnonzero(luck.random(len(running)) < self.config.stray)
        legal = np.array(batch.action_masks[running[astray]], np.bool_)
        actions[astray] = (legal * luck.random(legal.shape)).argmax(axis=1)
        return actions


class ValueLearner:
    """One run: tables, network, a store of recent moments, and the curve of how much of the outcomes is explained."""

    def __init__(self, config: ValueConfig):
        config.check()
        self.config = config
        kinds = config.tables()
        self.tables = one_network(config.game, kinds)
        self.batch = max(self.tables, key=lambda batch: batch.layout.size)
        self.played = [Table(config, kind, self.batch.layout.size) for kind in kinds]
        torch.manual_seed(config.seed)
        torch.set_num_threads(config.threads)
        self.network = Judge(self.batch.layout.scale, self.batch.catalog.n, config.hidden, stay=0.0)
        self.network.to(pick_device(config.device))
        held_out = min(config.held_out, config.at_once)
        self.held_out = [table.play(CHECKING, k, held_out) for k, table in enumerate(self.played)]
        self.curve: list[dict[str, Any]] = []
        self.learned = 0
        self.started = time.perf_counter()

    def run(self, report: Any = None) -> list[dict[str, Any]]:
        """Play and learn; returns the curve."""
        config = self.config
        optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=config.learning_rate, weight_decay=config.weight_decay
        )
        luck = np.random.default_rng([root(TRAINING, config.seed), 0])
        rounds = max(len(self.played), math.ceil(config.games / config.at_once))
        every = max(1, rounds // ROWS_OF_CURVE)
        store: list[Moments] = []
        step, losses = 0, []
        for number in range(rounds):
            fresh = self.played[number % len(self.played)].play(TRAINING, 1 + number, config.at_once)
            store.append(fresh)
            while len(store) > 1 and sum(map(len, store)) - len(store[0]) >= config.room:
                store.pop(0)
            sizes = np.cumsum([0, *map(len, store)])
            for _ in range(math.ceil(config.passes * len(fresh) / config.minibatch)):
                step += 1
                rate = config.learning_rate * min(1.0, step / WARM_UP) * (1.0 - number / rounds)
                rows = np.sort(luck.integers(0, sizes[-1], size=min(config.minibatch, sizes[-1])))
                bounds = np.searchsorted(rows, sizes)
                part = joined(
                    [
                        one[rows[a:b] - size]
                        for one, a, b, size in zip(store, bounds[:-1], bounds[1:], sizes, strict=False)
                    ]
                )
                losses.append(self._step(optimizer, part, rate))
            self.learned += len(fresh)
            if (number + 1) % every == 0 or number + 1 == rounds:
                self._row((number + 1) * config.at_once, float(np.mean(losses)), report)
                losses = []
        return self.curve

    def _step(self, optimizer: torch.optim.Optimizer, part: Moments, rate: float) -> float:
        """One gradient step; returns the loss."""
        found = self._points(part)
        target = torch.from_numpy(part.lead).to(found.device)
        loss = functional.mse_loss(found / TEN, target / TEN)
        descend(optimizer, loss, rate)
        return loss.item()

    def _points(self, part: Moments) -> torch.Tensor:
        device = self.network.scale.device
        return self.network.positions(
            torch.from_numpy(part.codes).to(device), torch.from_numpy(part.worths).to(device)
        )

    def _row(self, games: int, loss: float, report: Any) -> None:
        """A row of the curve: the share of the outcomes' variance that the network and the evaluation explain."""
        row = {
            "games": games,
            "minutes": round((time.perf_counter() - self.started) / 60.0, 3),
            "moments": self.learned,
            "loss": loss,
        }
        apart: dict[str, list[float]] = {"explained": [], "by_evaluation": []}
        for part in self.held_out:
            with torch.inference_mode():
                found = np.concatenate(
                    [
                        self._points(part[rows]).cpu().numpy()
                        for rows in np.array_split(np.arange(len(part)), max(1, len(part) // 4096))
                    ]
                )
            inputs = np.column_stack([np.ones(len(part)), part.worths]).astype(np.float64)
            fitted = inputs @ np.linalg.lstsq(inputs, part.lead.astype(np.float64), rcond=None)[0]
            for name, guess in (("explained", found), ("by_evaluation", fitted)):
                apart[name].append(1.0 - np.square(guess - part.lead).mean() / part.lead.var())
        row |= {name: float(np.mean(values)) for name, values in apart.items()}
        self.curve.append(row)
        if report is not None:
            report(row)

    def save(self, folder: Path) -> Path:
        """Write the network and the curve; returns the path of the network."""
        return written(self, what_learned(self), folder, tells_actions=False)


def learn_value(config: ValueConfig, report: Any = None) -> tuple[list[dict[str, Any]], Path]:
    """Learn as told, and write the folder `config.out`; returns the curve and the path of the network.

    Raises InputError where tables cannot share a network, and where another run is at work in the folder.
    """
    return carried_out(ValueLearner(config), Path(config.out), report)
