"""The greedy agent: one step of look-ahead, the best position at once."""

from __future__ import annotations

import numpy as np

from eurogym.agents.framework.base import Agent, Parameter, Searcher

GREEDY = 0


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
        games = np.asarray(games, np.int64)
        out = np.empty(len(games), np.int64)
        search = self._searcher.bind(batch)
        search.run(
            GREEDY, batch, batch.action_masks, games, self.streams(batch.num_envs), out=out,
            settings=np.array([self.worlds, 0, 0, 0], np.int64),
            totals=np.zeros((len(games), batch.action_masks.shape[1], 3)),
        )  # fmt: skip
        return out
