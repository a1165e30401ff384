"""Learn what positions are worth from the labels of a search: a network with action values.

The labels (labels.py) say of every legal action by how many points it is better than the heuristic's. They are noisy,
but without bias: all actions were simulated as often, under the same luck. So the network regresses on them: the
difference of its points for an action and for the heuristic's is fitted to the label by Huber's loss, and the noise of
single labels averages out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from eurogym.measure.report.report import columns_of
from eurogym.training.learn.supervised.config import DistilConfig
from eurogym.training.learn.supervised.labels import Labels, read_labels, read_manifests, table_of, tables_in
from eurogym.training.learn.supervised.learner import PointsLearner, Report
from eurogym.training.learn.supervised.regret import gains, search_gain

MOST_POINTS = 40.0  # of a label; playouts that stop in an odd place differ by more than any decision is worth
HUBER = 10.0  # points from which on errors count linearly
AT_ONCE = 512  # labels that are only looked at


class Distillation(PointsLearner):
    """One run: the network, the labels, and the curve of what it gains on labels that it does not learn from."""

    config: DistilConfig

    def __init__(self, config: DistilConfig):
        folders, held_out = (
            [table for name in names for table in tables_in(Path(name))]
            for names in (config.labels, config.held_out)
        )
        self.made_with = read_manifests(config.game, folders, held_out)
        tables = [table_of(manifest) for manifest in self.made_with]
        tables = [table for number, table in enumerate(tables) if table not in tables[:number]]
        super().__init__(config, tables)
        self.labels, self.held_out = (read_labels(some, self.widest) for some in (folders, held_out))

    def rounds(self) -> Iterator[tuple[Any, dict[str, Any]]]:
        """Yield a row before anything is learned, then epochs; each goes through all labels in another order."""
        rng = np.random.default_rng(self.config.seed)
        yield (), {"epoch": 0, "labels": len(self.labels)}
        for epoch in range(1, self.config.epochs + 1):
            order = rng.permutation(len(self.labels))
            yield self._epoch(order), {"epoch": epoch, "labels": len(self.labels)}

    def _epoch(self, order: np.ndarray) -> Iterator[tuple[np.ndarray, float]]:
        parts = max(1, len(self.labels) // self.config.minibatch)
        for rows in np.array_split(order, parts):
            yield rows, self.rate(self.steps / (self.config.epochs * parts))
            self.learned += len(rows)

    def loss(self, rows: np.ndarray) -> torch.Tensor:
        """Huber's, between the points and the labels of these rows."""
        found, at = self.network(self.labels, rows)
        values = self.labels.values[:, at].mean(axis=0)
        targets = self.network.tensor(np.clip(values, -MOST_POINTS, MOST_POINTS))
        return functional.huber_loss(found, targets, delta=HUBER)

    def judged(self, labels: Labels) -> tuple[np.ndarray, np.ndarray]:
        """Return the best action (n,) of every label by the network, and its points for all legal actions (k,)."""
        parts = np.array_split(np.arange(len(labels)), max(1, len(labels) // AT_ONCE))
        with torch.inference_mode():
            points = np.concatenate([self.network(labels, rows)[0].cpu().numpy() for rows in parts])
        return labels.actions[np.lexsort((-points, labels.rows))[labels.start[:-1]]], points

    def measured(self) -> dict[str, Any]:
        """Return what the policy gains by the held-out labels, and what the search itself does."""
        held = self.held_out
        chosen, points = self.judged(held)
        gain, most = gains(held, chosen), search_gain(held)
        values = held.values.mean(axis=0)
        return {
            **columns_of("gain", gain),
            "search_gain": most.mean,
            "regret": most.mean - gain.mean,
            "departures": float((chosen != held.advice).mean()),
            "explained": float(1.0 - np.square(points - values).sum() / np.square(values).sum()),
        }

    def metadata(self) -> dict[str, Any]:
        """Return what the file of the policy says; of folders only their names."""
        found, made_with = super().metadata(), self.made_with
        manifest = found["config"]
        manifest |= {name: [Path(one).name for one in manifest[name]] for name in ("labels", "held_out")}
        return found | {
            "base": made_with[0]["base"],
            "labels": {"made_with": made_with, "number": len(self.labels)},
        }


def distil(config: DistilConfig, report: Report | None = None) -> tuple[list[dict[str, Any]], Path]:
    """Train the policy of a config, and write the folder `config.out`; returns the curve and the path of the policy.

    Raises InputError for labels that do not fit, and where another run is at work in the folder.
    """
    return Distillation(config).carry_out(report)
