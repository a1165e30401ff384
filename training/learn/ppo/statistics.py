"""What finished games tell of a learner: lengths, scores, placements, and how well its values foresaw the end."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from eurogym.training.learn.ppo.rollout import Step
from eurogym.training.learn.ppo.tables import LEARNER, Opponents, Tables


class Statistics:
    """Numbers by name since the curve had its last row.

    Attributes:
        values: name -> what was found, a number or one for every finished game or seat.
        promised: (N, S, 3) of the running games' values: how many, sum, sum of squares.
    """

    def __init__(self, tables: Tables, opponents: Opponents):
        self.tables, self.opponents = tables, opponents
        self.values: dict[str, list] = defaultdict(list)
        self.promised = np.zeros((tables.num_games, tables.max_seats, 3))
        self._ended: list[
            np.ndarray
        ] = []  # (n, S, 4) of this rollout: what was promised, and what came of it

    def means(self) -> dict[str, float]:
        """Return the mean of each."""
        return {name: float(np.mean(values)) for name, values in self.values.items() if len(values)}

    def note_values(self, step: Step) -> None:
        """Keeps of the learner's values what their comparison with the end of the game will need."""
        games = np.flatnonzero(step.learns)
        value = step.values[games].astype(np.float64)
        moments = np.stack([np.ones_like(value), value, value**2], axis=1)
        self.promised[games, step.seats[games]] += moments

    def note_end(self, games: np.ndarray, rewards: np.ndarray) -> None:
        """Of these games (n,), which ended with rewards (n, S), the only ones that they gave."""
        self._ended.append(np.concatenate([self.promised[games], rewards[:, :, None]], axis=2))
        self.promised[games] = 0.0

    def settle(self, paid_at_the_end: bool) -> None:
        """Compares values with what games came to, at the end of a rollout.

        The share of the variance of the true returns that the values explain is that of all decisions of the games
        that ended in this rollout, exact where gamma is 1.
        """
        ended, self._ended = self._ended, []
        if not ended or not paid_at_the_end:
            return
        count, total, squares, returns = np.concatenate(ended).reshape(-1, 4).T
        if count.sum() > 1:
            mean = (count * returns).sum() / count.sum()
            spread = (count * (returns - mean) ** 2).sum()
            missed = (count * returns**2 - 2 * returns * total + squares).sum()
            self.values["true_explained_variance"].append(1.0 - missed / (spread + 1e-12))
            self.values["return_deviation"].append(np.sqrt(spread / count.sum()))

    def note_results(self, batch: Any, ended: np.ndarray, controllers: np.ndarray) -> None:
        """Of the finished games `ended` (n,) of a batch, played by `controllers` (n, S)."""
        label, seats = self.tables.labels[self.tables.batches.index(batch)], batch.num_seats
        scores = batch.final_scores[ended][:, :seats].astype(np.float64)
        placements = batch.final_placements[ended][:, :seats]
        selves = (controllers == LEARNER).all(axis=1)
        self.values[f"length/{label}"].extend(batch.final_lengths[ended])
        self.values[f"score/{label}"].extend(scores[selves].ravel())
        if seats == 1:
            self.values[f"won/{label}"].extend(placements.ravel() > 0)
            if batch.table_seats > 1:
                others = batch.final_scores[ended][:, 1:].max(axis=1)
                self.values[f"lead/{label}"].extend(scores[:, 0] - others)
        elif batch.table_seats > seats:
            automated = batch.final_placements[ended][:, seats:].max(axis=1, keepdims=True)
            self.values[f"ahead/{label}"].extend((placements > automated)[selves].ravel())
        for kind in np.unique(controllers[controllers != LEARNER]):
            met = (controllers == kind).any(axis=1)
            placed = placements[met][controllers[met] == LEARNER]
            self.values[f"placement_against_{self.opponents.names[kind]}/{label}"].extend(placed)
