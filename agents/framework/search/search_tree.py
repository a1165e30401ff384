"""The trees of a searching agent, and the parts of them that a seat's next decision can use."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from eurogym.agents.framework.search.lookahead import Searcher
from eurogym.agents.framework.search.simulations import FOLLOW
from eurogym.agents.framework.search.tree import VISITS, empty_trees, graft

MOST_RECORDS = 1 << 17  # of one tree; when it is full, playouts go on without it
MOST_KEPT = 1 << 12  # records of one tree that are kept for the next decision, 160 KiB
SLOTS_KEPT = 512  # slots whose trees are kept
MOST_PASSED = 64  # decisions from one choice to the next, forced ones included
Trees = tuple[
    np.ndarray, np.ndarray
]  # records int64 (n, R, 4) and sums float64 (n, R), see agents/framework/search/tree.py


@dataclass(frozen=True)
class Kept:
    """What one decision keeps for the next.

    `states` (1,) is the game at that decision, `action` the action chosen; `records` int64 (1, R, 4) and `sums` float64
    (1, R) are a tree with only this action at its root.
    """

    game: str
    states: np.ndarray
    action: int
    records: np.ndarray
    sums: np.ndarray

    def may_precede(self, batch: Any, game: int) -> bool:
        """Return whether this can be the decision before a game's present one: same deal, same seat, not long ago."""
        if self.game != batch.game.name:
            return False
        then, now = self.states[0], batch.states[game]
        passed = int(now["num_decisions"]) - int(then["num_decisions"])
        same = then["seed"] == now["seed"] and then["current_seat"] == now["current_seat"]
        return bool(same) and 0 < passed <= MOST_PASSED


class SearchTrees:
    """A maker of trees for decisions, which keeps what later decisions may use.

    `explore` and `prior` are parameters of the choice in trees (`most_promising` of agents/framework/search/tree.py);
    `reuse`: keep trees.
    """

    def __init__(self, explore: float, prior: float, reuse: bool = False):
        self.explore, self.prior, self.reuse = explore, prior, reuse
        self._kept: dict[int, Kept] = {}

    def forget(self) -> None:
        """Forget everything from earlier decisions."""
        self._kept = {}

    def compile(self) -> None:
        """Compile the code for keeping trees."""
        if self.reuse:
            (tree, into), (sums, into_sums) = empty_trees(2, 1, 2)
            graft(tree, sums, 1, into, into_sums, 1)

    def grown(
        self, search: Searcher, batch: Any, games: np.ndarray, num_actions: int, budget: int | None
    ) -> Trees:
        """Return a tree for each of `games`; it begins with what the previous decision has learned, if it leads here.

        `budget` is the number of simulations of a decision, each of which adds at most two records; None: unknown.
        """
        kept = MOST_KEPT if budget is None else min(MOST_KEPT, 4 * budget)
        most = MOST_RECORDS
        if budget is not None:
            most = min(most, 1 + 3 * num_actions + 4 * budget + (kept if self.reuse else 0))
        trees = empty_trees(len(games), num_actions, most)
        for k, game in enumerate(games.tolist() if self._kept else ()):
            before = self._kept.get(game)
            if before is None or not before.may_precede(batch, game):
                continue
            record = _met(search, before, batch, game)
            if record > 0:
                room = trees[0][k, 0, VISITS] + kept
                graft(before.records[0], before.sums[0], record, trees[0][k, :room], trees[1][k, :room], 0)
        return trees

    def remember(
        self,
        batch: Any,
        games: np.ndarray,
        actions: np.ndarray,
        trees: Trees,
        budget: int | None,
        first_slot: int,
    ) -> None:
        """Keep what is below the chosen actions, for each slot."""
        if not self.reuse:
            return
        most = MOST_KEPT if budget is None else min(MOST_KEPT, 4 * budget)
        for k, (game, action) in enumerate(zip(games.tolist(), actions.tolist(), strict=True)):
            self._kept.pop(game, None)
            if first_slot + game >= SLOTS_KEPT:
                continue
            tree, sums = trees[0][k], trees[1][k]
            records, values = empty_trees(1, 1, 2 + min(most, int(tree[0, VISITS])))
            graft(tree, sums, 1 + action, records[0], values[0], 1)
            used = int(records[0, 0, VISITS])
            if used > 2:
                states = batch.states[[game]]
                kept = Kept(
                    batch.game.name, states, action, records[:, :used].copy(), values[:, :used].copy()
                )
                self._kept[game] = kept


def _met(search: Searcher, kept: Kept, batch: Any, game: int) -> int:
    """Return the record of a kept tree that a game has reached; 0: it has gone another way."""
    again, out = replace(kept, states=kept.states.copy()), np.array([kept.action])
    search.run(
        FOLLOW, again, batch.action_masks, np.zeros(1, np.int64), np.zeros((1, 2), np.uint64), out=out,
        trees=(kept.records, kept.sums),
    )  # fmt: skip
    same = np.asarray(again.states) == np.asarray(batch.states)[[game]]  # field by field
    return int(out[0]) if same.all() else 0
