"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012) over determinized copies."""

from __future__ import annotations

import numpy as np

from eurogym.agents.framework.base import Parameter
from eurogym.agents.framework.mc import MonteCarloAgent

MOST_RECORDS = 1 << 17  # of one tree; where it is full, playouts go on without it


class IsmctsAgent(MonteCarloAgent):
    """Flat search at the root, a tree below it.

    The actions at the root race as those of `mc` do: in every simulation all of them meet the same determinization and
    the same luck, and after every round the worse half leaves. What follows an action is chosen by PUCT (Silver et al.
    2017) in one tree for all determinizations, every seat for its own value (max-n), with most of the prior on the
    heuristic's choice; beyond the tree the heuristic plays on for the rest of `depth`, and the evaluation of the game
    says what the position is worth. Nodes of the searching seat are told apart by what it may do then, so that what its
    luck brought (dice, cards drawn) is seen; those of the others by the actions that led there alone, since what they
    may do can depend on what they hide.
    """

    parameters = (
        *MonteCarloAgent.parameters,
        Parameter("explore", float, 0.2, "weight of the prior in the tree (PUCT); values lie in [-1, 1]", low=0.0),
        Parameter("prior", float, 0.9, "share of the prior that the heuristic's choice has, the rest is for all legal "
                  "actions alike", low=0.0, high=1.0),
    )  # fmt: skip

    def trees(self, num_games, num_actions, budget):
        """Empty trees, with room for two records of every simulation."""
        most = MOST_RECORDS if self.ms > 0 else min(MOST_RECORDS, 1 + 3 * num_actions + 4 * budget)
        records = np.zeros((num_games, most, 4), np.int64)
        records[:, 0, 3] = 1 + num_actions
        return records, np.zeros((num_games, most))

    def tree_weights(self):
        """Exploration and prior."""
        return self.explore, self.prior
