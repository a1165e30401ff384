"""Tree search with a trained policy as its prior: `ppo+ismcts`."""

from __future__ import annotations

import math

import numpy as np

from eurogym.agents.framework.base import Parameter, game_kernels
from eurogym.agents.framework.ismcts import IsmctsAgent
from eurogym.agents.framework.leaf import POLICYS_GAMES, value_for
from eurogym.agents.framework.mc import SIMS
from eurogym.agents.framework.per_table import PerTable
from eurogym.agents.framework.policy import PolicyAgent
from eurogym.agents.framework.search import Guide

USUAL_MS = 20.0  # what the simulations that suit a game take, about (docs/results/search.md)


class PpoIsmctsAgent(IsmctsAgent):
    """`ismcts` among the actions that a trained policy holds for possible.

    The policy is that of the agent `residual`, asked once for every decision. Its best action, not the heuristic's, is
    the one that stays in the race to its end and that others have to beat by `trust` standard errors. The race begins
    with the likeliest actions alone, and with more of them the larger the budget is (progressive widening: Coulom
    2007), so that a small budget is not spread over actions that the policy would hardly ever take.

    Where a value network of the policy's own games ships for the table, or with `playout=policy`, the policy plays on
    in the place of the heuristic, every seat by what it sees: by its best actions in playouts, and with its
    probabilities as the prior in all nodes of the tree. What that is worth: docs/results/search.md. Raises
    agents.framework.policy.CheckpointError where no policy ships for the table.
    """

    compiled_parts = ("policy", "search")
    needs_observations = True
    compared_with = "the policy"
    parameters = (
        *(one for one in IsmctsAgent.parameters if one.name != "playout"),
        Parameter("playout", str, "auto", "who plays on; auto: the policy, where a value network of its games ships "
                  "for the table, else the game's heuristic, if it has one",
                  choices=("auto", "random", "heuristic", "policy")),
        Parameter("path", str, "", "checkpoint file of the policy; without it that of `residual` at the table"),
        Parameter("width", float, 0.6, "actions that begin in the race, by probability: so many times the square root "
                  "of the simulations of a decision; 0: the policy's best alone", low=0.0),
    )  # fmt: skip

    def __init__(self, name, **values):
        super().__init__(name, **values)
        self._policy = PolicyAgent(self.path or None, name=name, beta=0.0)
        self._guided = PerTable(self._guide)
        self._by_policy = PerTable(lambda batch: value_for(batch, POLICYS_GAMES) is not None)

    def reset(self, seed):
        """Start the random streams again, and those of the policy."""
        super().reset(seed)
        self._policy.reset(seed)

    def prepare(self, batch):
        """Load the policy and compile. Raises CheckpointError where there is none for the table."""
        self._policy.prepare(batch)
        super().prepare(batch)

    def guide(self, batch):
        """The policy as the compiled search takes it, with its working memory; None unless it plays on."""
        return self._guided(batch) if self.plays_on(batch) == "policy" else None

    def plays_on(self, batch):
        """Who plays on in playouts."""
        if self.playout == "auto" and self._by_policy(batch):
            return "policy"
        return super().plays_on(batch)

    def by_value(self, batch):
        """The simulations and depth that suit the game beside a value network, and the folder of such networks."""
        if self.plays_on(batch) == "policy":
            return game_kernels(batch.game).search_by_policy, POLICYS_GAMES
        return super().by_value(batch)

    def _guide(self, batch):
        sparse = self._policy.network_for(batch).sparse()
        embedding, beta = sparse.embedding, sparse.beta
        if game_kernels(batch.game).choose is None:  # then what it stands on cannot be asked in a simulation
            embedding, beta = np.zeros_like(embedding), np.zeros_like(beta)
        inputs, num_actions = int(sparse.sizes[0]), int(sparse.sizes[-1])
        return Guide(
            np.zeros(inputs, np.uint8), sparse.sizes, sparse.weights, embedding, beta,
            np.array([sparse.activation]), sparse.work, sparse.which, np.zeros(num_actions, np.float32),
            np.zeros(num_actions),
        )  # fmt: skip

    def enter(self, batch, games, race, base, budget):
        """The policy's likeliest actions (n, A), at most `most_entrants`, and its best ones (n,)."""
        self._policy.first_slot = self.first_slot
        shares = self._policy.probabilities(batch, games)
        order = np.argsort(np.where(race, -shares, np.inf), axis=1, kind="stable")
        base[:] = order[:, 0]
        np.put_along_axis(race, order[:, self.most_entrants(batch, budget) :], False, axis=1)

    def most_entrants(self, batch, budget):
        """How many actions begin in the race: at least one.

        With `ms` as for the simulations that the game's agents name for some 20 ms, on any machine the same.
        """
        if self.ms > 0:
            budget = self.usual(batch).get("sims", SIMS) * self.ms / USUAL_MS
        return max(1, math.ceil(self.width * math.sqrt(budget)))
