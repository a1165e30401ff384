"""What all learners from labels share: minibatch after minibatch, the curve, and the network that is written.

A learner says which minibatches there are (`rounds`), what the network is to make small (`loss`), and what is measured
(`measured`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from eurogym import agents
from eurogym.agents.framework.networks.checkpoint import Checkpoint, describe_batch, save_checkpoint
from eurogym.agents.framework.networks.manifest import load_start
from eurogym.envs.core.telling import tell
from eurogym.training.learn.folder import POLICY, at_work
from eurogym.training.learn.run import pick_device, write_curve
from eurogym.training.learn.supervised.config import LearningConfig
from eurogym.training.learn.supervised.judge import Judge
from eurogym.training.learn.tables import Widest, make_batch

WARM_UP = 20  # gradient steps with a rising rate

Report = Callable[[dict[str, Any]], None]  # gets every row of the curve


class Learner:
    """A network that learns; whoever makes one sets `network`.

    Attributes:
        curve: a row whenever a round tells one.
        steps: gradient steps so far.
        learned: examples so far.
    """

    LONGEST = float("inf")  # gradient; a longer one is cut

    network: Any

    def __init__(self, config: Any):
        self.config = config
        torch.manual_seed(config.seed)
        torch.set_num_threads(config.threads)
        self.curve: list[dict[str, Any]] = []
        self.steps = self.learned = 0
        self.started = time.perf_counter()

    def optimizer(self) -> torch.optim.Optimizer:
        """Return what makes the steps, whose size the rounds say."""
        return torch.optim.AdamW(self.network.parameters(), weight_decay=self.config.weight_decay)

    def rounds(self) -> Iterator[tuple[Iterable[tuple[Any, float]], dict[str, Any] | None]]:
        """Minibatches, each with the size of its step, and how the row of the curve begins; None: there is none yet."""
        raise NotImplementedError

    def loss(self, minibatch: Any) -> torch.Tensor:
        """What a step on the minibatch makes smaller."""
        raise NotImplementedError

    def measured(self) -> dict[str, Any]:
        """What the curve says of the network as it is."""
        raise NotImplementedError

    def run(self, report: Report | None = None) -> list[dict[str, Any]]:
        """Learn; returns the curve."""
        optimizer, losses = self.optimizer(), list[float]()
        for minibatches, row in self.rounds():
            for minibatch, rate in minibatches:
                loss = self.loss(minibatch)
                descend(optimizer, loss, rate, self.LONGEST)
                self.steps += 1
                losses.append(loss.item())
            if row is not None:
                mean = float(np.mean(losses)) if losses else float("nan")
                minutes = round((time.perf_counter() - self.started) / 60.0, 3)
                self.curve.append(row | {"minutes": minutes, "loss": mean} | self.measured())
                losses = []
                if report is not None:
                    report(self.curve[-1])
        return self.curve


class PointsLearner(Learner):
    """One run of a `Judge` of some tables, which writes a folder.

    tables: keyword arguments of their batches, all seen as the widest of them; others: of the network. Raises
    InputError for settings that make no sense, and for tables that cannot share a network.
    """

    def __init__(self, config: LearningConfig, tables: Sequence[dict[str, Any]], **others: Any):
        config.check()
        super().__init__(config)
        self.tables = [make_batch(config.game, 1, 0, **table) for table in tables]
        self.widest = Widest(self.tables, parts=True)
        self.batch = self.widest.batch
        self.network: Judge = Judge(self.batch.layout.scale, self.batch.catalog.n, config.hidden, **others)
        self.network.to(pick_device(config.device))
        own = Checkpoint(self.network.export(), describe_batch(self.batch))
        self.parts = any(own.difference(batch) for batch in self.tables)
        if config.start:
            self.network.begin_with(load_start(config.start).network_by_name(self.batch))

    def rate(self, done: float) -> float:
        """Return the size of the next step where a share `done` of the run is over: it rises, and falls to 0."""
        return self.config.learning_rate * min(1.0, (self.steps + 1) / WARM_UP) * (1.0 - done)

    def metadata(self) -> dict[str, Any]:
        """Return what the file of the network says: the tables, how it was learned, and from how much."""
        settings = asdict(self.config) | {"start": Path(self.config.start).name}
        return {
            **describe_batch(self.batch),
            "parts": self.parts,
            "options": [batch.options.as_dict() for batch in self.tables],
            "heuristic": agents.heuristic_name(self.config.game),
            "command": settings.pop("command"),
            "config": {name: value for name, value in settings.items() if name != "out"},
            "seed": self.config.seed,
            "steps": self.learned,
            "minutes": round((time.perf_counter() - self.started) / 60.0, 2),
        }

    def carry_out(self, report: Report | None = None) -> tuple[list[dict[str, Any]], Path]:
        """Learn, and write the folder of the config; returns the curve and the path of the network.

        Where the user interrupts, what has been learned by then is written, and the interrupt goes on. Raises
        InputError where another run is at work in the folder.
        """
        folder = Path(self.config.out)
        with at_work(folder):
            try:
                self.run(report)
            except KeyboardInterrupt:
                if not self.steps:
                    tell("eurogym: interrupted before anything was learned")
                    raise
                tell("eurogym: interrupted; saving what has been learned")
                self._write(folder)
                raise
            return self.curve, self._write(folder)

    def _write(self, folder: Path) -> Path:
        path = save_checkpoint(folder / POLICY, self.network.export(), self.metadata())
        write_curve(folder, self.curve)
        return path


def descend(optimizer: torch.optim.Optimizer, loss: torch.Tensor, rate: float, longest: float) -> None:
    """One gradient step of this size, the gradient cut to the length of `longest`."""
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    for group in optimizer.param_groups:
        group["lr"] = rate
        if longest < float("inf"):
            nn.utils.clip_grad_norm_(group["params"], longest)
    optimizer.step()
