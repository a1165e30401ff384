"""Learn what positions come to from games of quick agents: the value network at the leaves of a search.

Games of the heuristic, with a few odd decisions in between, are played by the hundred, and a network learns from what
any seat sees at some moments of them by how many points it led at the end (alone: the points themselves). It begins
with the line through the evaluation of the game's agents that fits best. A search that stops a playout early asks it
what the position is worth (agents/framework/search/leaf.py), and `eurogym learn distil` can begin with it. Or the
network plays itself one step ahead and learns from that, as TD-Gammon did (Tesauro 1995).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from eurogym.agents.framework.networks.checkpoint import Checkpoint
from eurogym.common.deals import CHECKING, TRAINING, root
from eurogym.training.learn.evaluation import evaluation_means
from eurogym.training.learn.supervised.config import ITSELF, ValueConfig
from eurogym.training.learn.supervised.judge import TEN
from eurogym.training.learn.supervised.learner import PointsLearner, Report
from eurogym.training.learn.supervised.moments import Moments, OneStepAhead, Store, Table
from eurogym.training.learn.tables import make_agent

ROWS_OF_CURVE = 20
AT_ONCE = 4096  # moments that are only looked at


class ValueLearner(PointsLearner):
    """One run: tables, network, recent moments, and the curve of how much of the outcomes is explained."""

    config: ValueConfig

    def __init__(self, config: ValueConfig):
        super().__init__(config, config.tables(), tells_actions=False, evaluation=config.evaluation)
        self.follows = ITSELF in config.agents or config.td_lambda < 1
        network = self.checkpoint()
        self.played = [Table(config, kind, self.widest, network) for kind in config.tables()]
        self.rival = (
            make_agent(config.eval_against, config.game, config.seed) if config.eval_against else None
        )
        if not config.start:
            first = [table.play(TRAINING, 0, config.at_once, outcomes=True) for table in self.played]
            self.network.trust(_line(Moments.joined(first)))
        self.held_out = self._held_out()
        self.store = Store(config.room)

    def checkpoint(self) -> Checkpoint:
        """Return the network as it is."""
        return Checkpoint(self.network.export(), self.metadata())

    def _held_out(self) -> list[Moments]:
        """Moments of games of every table that are not learned from."""
        count = min(self.config.held_out, self.config.at_once)
        return [table.play(CHECKING, k, count, outcomes=True) for k, table in enumerate(self.played)]

    def rounds(self) -> Iterator[tuple[Any, dict[str, Any] | None]]:
        """Games of one table after another, and steps on moments of these and earlier games."""
        config = self.config
        rng = np.random.default_rng([root(TRAINING, config.seed), 0])
        rounds = max(len(self.played), math.ceil(config.games / config.at_once))
        every = max(1, rounds // ROWS_OF_CURVE)
        for number in range(rounds):
            table = self.played[number % len(self.played)]
            if self.follows:
                table.follow(self.checkpoint())
            fresh = table.play(TRAINING, 1 + number, config.at_once)
            self.store.add(fresh)
            self.learned += len(fresh)
            steps = range(math.ceil(config.passes * len(fresh) / config.minibatch))
            drawn = ((self.store.draw(config.minibatch, rng), self.rate(number / rounds)) for _ in steps)
            due = (number + 1) % every == 0 or number + 1 == rounds
            yield drawn, {"games": (number + 1) * config.at_once, "moments": self.learned} if due else None

    def loss(self, part: Moments) -> torch.Tensor:
        """Return the mean square between the points and the outcomes."""
        found = self.network.positions(part.codes, part.worths)
        return functional.mse_loss(found / TEN, self.network.tensor(part.lead) / TEN)

    def measured(self) -> dict[str, Any]:
        """Return the share of the outcomes' variance that the network and the evaluation explain, mean over the tables,
        and how it fares one step ahead against the agent that was named."""
        network = self.checkpoint()
        if ITSELF in self.config.agents:  # its games are others than before
            for table in self.played:
                table.follow(network)
            self.held_out = self._held_out()
        found = [(self._explained(part), _by_evaluation(part)) for part in self.held_out]
        means = dict(zip(("explained", "by_evaluation"), np.mean(found, axis=0).tolist(), strict=True))
        if self.rival is None:
            return means
        games = self.config.eval_games
        batches = [table.batch.new_like(games) for table in self.played]
        player = OneStepAhead(network)
        player.reset(self.config.seed)
        return means | evaluation_means(player, batches, self.rival, self.config.seed)

    def _explained(self, part: Moments) -> float:
        shares = np.array_split(np.arange(len(part)), max(1, len(part) // AT_ONCE))
        with torch.inference_mode():
            found = [self.network.positions(one.codes, one.worths) for one in map(part.__getitem__, shares)]
        return _share(torch.cat(found).cpu().numpy(), part)


def _by_evaluation(part: Moments) -> float:
    """By the best line through the evaluation."""
    constant, *weights = _line(part)
    return _share(constant + part.worths @ weights, part)


def _line(part: Moments) -> np.ndarray:
    """Return what fits the outcomes best, float64 (1 + NUM_WORTHS,): a constant, and the weights of the evaluation."""
    inputs = np.column_stack([np.ones(len(part)), part.worths]).astype(np.float64)
    return np.linalg.lstsq(inputs, part.lead.astype(np.float64), rcond=None)[0]


def _share(guess: np.ndarray, part: Moments) -> float:
    return 1.0 - np.square(guess - part.lead).mean() / part.lead.var()


def learn_value(config: ValueConfig, report: Report | None = None) -> tuple[list[dict[str, Any]], Path]:
    """Train a value network, and write the folder `config.out`; returns the curve and the path of the network.

    Raises InputError where tables cannot share a network, and where another run is at work in the folder.
    """
    return ValueLearner(config).carry_out(report)
