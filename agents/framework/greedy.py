"""The greedy agent: one step of look-ahead, the best position at once."""

from __future__ import annotations

import numpy as np

from eurogym.agents.framework.base import Agent, Parameter
from eurogym.agents.framework.opinion import Opinion
from eurogym.agents.framework.search import GREEDY, Plan, Searcher


class GreedyAgent(Agent):
    """Tries every legal action on determinized copies and takes the one whose position is worth most now.

    The worth is the game's `evaluate` kernel where its agent package has one, else the present score; it is
    averaged over several copies, because on a single one a lucky card behind a back would look like a sure gain.
    Decisions that leave no choice are played on before looking; ties are broken at random.
    """

    compiled_parts = ("search",)
    parameters = (Parameter("worlds", int, 4, "determinized copies that every action is tried on", low=1),)

    def __init__(self, name, **values):
        super().__init__(name, **values)
        self._searcher = Searcher()

    def act(self, batch, games):
        """One legal action for each game index."""
        return self._tried(batch, np.asarray(games, np.int64))[0]

    def opinion(self, batch, game):
        """Its choice, with what every position would be worth at once."""
        (action,), (totals,) = self._tried(batch, np.array([game]))
        legal = np.flatnonzero(totals[:, 0]).tolist()
        worth = {one: float(totals[one, 1] / totals[one, 0]) for one in legal}
        return Opinion(int(action), worth, "points at once, less those of automated opponents")

    def _tried(self, batch, games):
        """Choices (n,), and count and sum of the worths of every action (n, A, 3)."""
        totals = np.zeros((len(games), batch.action_masks.shape[1], 3))
        out = np.empty(len(games), np.int64)
        search = self._searcher.bind(batch)
        search.run(
            GREEDY, batch, batch.action_masks, games, self.streams(batch.num_envs), out=out,
            plan=Plan(worlds=self.worlds), totals=totals,
        )  # fmt: skip
        return out, totals
