"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012) over determinized copies."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from eurogym.agents.framework.base import Agent, Parameter
from eurogym.agents.framework.mc import MonteCarloAgent
from eurogym.agents.framework.search import FOLLOW
from eurogym.agents.framework.tree import VISITS, empty_trees, graft

MOST_RECORDS = 1 << 17  # of one tree; where it is full, playouts go on without it
MOST_KEPT = 1 << 12  # records of one tree that are kept for the next decision, 160 KiB
SLOTS_KEPT = 512  # slots whose trees are kept
MOST_PASSED = 64  # decisions from one choice to the next, those without a choice included


@dataclass(frozen=True)
class Kept:
    """What one decision leaves to the next.

    states: (1,) the game as it was then; action: what was chosen; records: int64 (1, R, 4) and sums: float64 (1, R),
    a tree with that action alone at its root.
    """

    game: str
    states: np.ndarray
    action: int
    records: np.ndarray
    sums: np.ndarray

    def may_precede(self, batch, game):
        """Can this be the decision before the one that is due in a game: same deal, same seat, not long ago?"""
        if self.game != batch.game.name:
            return False
        then, now = self.states[0], batch.states[game]
        passed = int(now["num_decisions"]) - int(then["num_decisions"])
        same = then["seed"] == now["seed"] and then["current_seat"] == now["current_seat"]
        return bool(same) and 0 < passed <= MOST_PASSED


class IsmctsAgent(MonteCarloAgent):
    """Flat search at the root, a tree below it.

    The actions at the root race as those of `mc` do: in every simulation all of them meet the same determinization and
    the same luck, and after every round the worse half leaves. What follows an action is chosen by PUCT (Silver et al.
    2017) in one tree for all determinizations, every seat for its own value (max-n), with most of the prior on the
    heuristic's choice; beyond the tree the heuristic plays on for the rest of `depth`, and the evaluation of the game
    says what the position is worth. Nodes of the searching seat are told apart by what it may do then, so that what its
    luck brought (dice, cards drawn) is seen; those of the others by the actions that led there alone, since what they
    may do can depend on what they hide.

    With `reuse` a seat that decides several times in a row goes on in its tree: what lies below the action that it took
    and what it then saw is where the next search begins; the race itself begins anew. Whether that action was taken,
    and nothing else since but decisions without a choice, is told by taking it again in a copy of the game as it was:
    only what has happened is looked at, and of that only what the seat saw. After decisions of others the tree begins
    empty: what they did is not announced to agents, and may be secret. Trees are kept of the first SLOTS_KEPT slots.
    They are no part of `luck`: reading or setting it forgets them, so that whoever goes on from there chooses alike.
    """

    parameters = (
        *MonteCarloAgent.parameters,
        Parameter("explore", float, 0.2, "weight of the prior in the tree (PUCT); values lie in [-1, 1]", low=0.0),
        Parameter("prior", float, 0.9, "share of the prior that the heuristic's choice has, the rest is for all legal "
                  "actions alike", low=0.0, high=1.0),
        Parameter("reuse", bool, False, "several decisions of a seat in a row share what their trees have learned"),
    )  # fmt: skip

    def __init__(self, name, **values):
        super().__init__(name, **values)
        self._kept = {}

    def prepare(self, batch):
        """Load and compile."""
        super().prepare(batch)
        if self.reuse:
            (tree, into), (sums, into_sums) = empty_trees(2, 1, 2)
            graft(tree, sums, 1, into, into_sums, 1)

    def reset(self, seed):
        """Start the random streams again, and forget the trees."""
        super().reset(seed)
        self._kept = {}

    @property
    def luck(self):
        """Where the random streams stand, uint64 (slots, 2), a copy; set it to go on from there. Forgets the trees."""
        self._kept = {}
        return super().luck

    @luck.setter
    def luck(self, streams):
        self._kept = {}
        Agent.luck.fset(self, streams)

    def trees(self, num_games, num_actions, budget):
        """Empty trees, with room for two records of every simulation beside what is kept."""
        most = 1 + 3 * num_actions + 4 * budget + (self._most_kept(budget) if self.reuse else 0)
        return empty_trees(num_games, num_actions, MOST_RECORDS if self.ms > 0 else min(MOST_RECORDS, most))

    def _most_kept(self, budget):
        """Records of a tree that are kept: as many as a decision brings, about."""
        return MOST_KEPT if self.ms > 0 else min(MOST_KEPT, 4 * budget)

    def recall(self, search, batch, games, trees, budget):
        """Begin with what the tree of the decision before has learned, where this one follows it."""
        for k, game in enumerate(games.tolist()):
            kept = self._kept.get(game)
            if kept is None or not kept.may_precede(batch, game):
                continue
            record = self._met(search, kept, batch, game)
            if record > 0:
                room = trees[0][k, 0, VISITS] + self._most_kept(budget)
                graft(kept.records[0], kept.sums[0], record, trees[0][k, :room], trees[1][k, :room], 0)

    def _met(self, search, kept, batch, game):
        """The record of a kept tree that a game has come to; 0: it has gone another way."""
        again, out = replace(kept, states=kept.states.copy()), np.array([kept.action])
        search.run(
            FOLLOW, again, batch.action_masks, np.zeros(1, np.int64), np.zeros((1, 2), np.uint64), out=out,
            trees=(kept.records, kept.sums),
        )  # fmt: skip
        same = np.asarray(again.states) == np.asarray(batch.states)[[game]]  # field by field
        return int(out[0]) if same.all() else 0

    def remember(self, batch, games, actions, trees, budget):
        """Keep what lies below the actions chosen, each slot for itself."""
        if not self.reuse:
            return
        for k, (game, action) in enumerate(zip(games.tolist(), actions.tolist(), strict=True)):
            self._kept.pop(game, None)
            if self.first_slot + game >= SLOTS_KEPT:
                continue
            tree, sums = trees[0][k], trees[1][k]
            records, values = empty_trees(1, 1, 2 + min(self._most_kept(budget), int(tree[0, VISITS])))
            graft(tree, sums, 1 + action, records[0], values[0], 1)
            used = int(records[0, 0, VISITS])
            if used > 2:
                self._kept[game] = Kept(
                    batch.game.name,
                    batch.states[[game]],
                    action,
                    records[:, :used].copy(),
                    values[:, :used].copy(),
                )

    def tree_weights(self):
        """Exploration and prior."""
        return self.explore, self.prior
