"""The Python side of a game's compiled look-ahead: its tasks, its arguments and its working memory.

For what happens inside, see agents/framework/search/simulations.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from eurogym.agents.framework.base import game_kernels, nothing_to_do
from eurogym.agents.framework.networks.forward import Perceptron, no_perceptron
from eurogym.agents.framework.search.simulations import GREEDY, RANDOM_PLAYOUT, WORTH, simulations
from eurogym.envs.core.compile.kernels import Unit

TO_THE_END = 1 << 40  # decisions
DEEPEST_TREE = 64  # decisions; what lies deeper is played out


class Plan(NamedTuple):
    """How simulations are played and valued; numbers are Python ints and floats.

    Attributes:
        playout: RANDOM_PLAYOUT, HEURISTIC_PLAYOUT or POLICY_PLAYOUT (by a Guide).
        heuristic_seats: bits of the seats that take the heuristic's choice in playouts by the policy.
        depth: number of decisions of a playout.
        teams: number of teams at the table, or 0.
        worlds: number of determinizations for GREEDY.
        blend: weight of the placement in a value; the rest is the margin.
        margin_scale: points by which margins are scaled.
        lone_scale: points by which scores are scaled if nobody else sits at the table.
        explore, prior: parameters of the choice in trees (`most_promising` of agents/framework/search/tree.py).
    """

    playout: int = RANDOM_PLAYOUT
    heuristic_seats: int = 0
    depth: int = TO_THE_END
    teams: int = 0
    worlds: int = 1
    blend: float = 0.0
    margin_scale: float = 1.0
    lone_scale: float = 1.0
    explore: float = 0.0
    prior: float = 0.0


class Scratch(NamedTuple):
    """Working memory: two records, a mask uint8 (A,), a random stream uint64 (2,), and scores int64 (T, 2)."""

    states: np.ndarray
    mask: np.ndarray
    stream: np.ndarray
    scores: np.ndarray


class Trees(NamedTuple):
    """A tree for every game, and working memory for the path through one.

    `records` int64 (n, R, 4) and `sums` float64 (n, R): see agents/framework/search/tree.py; with R = 1, trees do not
    grow. `path` int64 (L, 2), for the greatest depth of a tree; `tried` int64 (A,); `value` float64 (A,).
    """

    records: np.ndarray
    sums: np.ndarray
    path: np.ndarray
    tried: np.ndarray
    value: np.ndarray


class Leaf(NamedTuple):
    """A value network at the leaves; without layers, the game's evaluation is used.

    `worths` float32 (2,): points per point of the evaluation, for the seat by itself and against the best other seat.
    `alone`: the network predicts the points of the seat, not its lead.
    """

    net: Perceptron
    worths: np.ndarray
    alone: bool = False

    def another(self) -> Leaf:
        """Return a copy with a working memory of its own, for another thread."""
        return self._replace(net=self.net.another())


class Guide(NamedTuple):
    """A policy that plays in playouts and whose probabilities are the prior in trees, with its working memory.

    Without layers, the heuristic is used. `logits` float32 (A,) and `shares` float64 (A,) are those of the legal
    actions; the shares are their probabilities.
    """

    net: Perceptron
    logits: np.ndarray
    shares: np.ndarray

    def another(self) -> Guide:
        """Return a copy with a working memory of its own, for another thread."""
        logits, shares = np.zeros_like(self.logits), np.zeros_like(self.shares)
        return Guide(self.net.another(), logits, shares)


@cache
def search_of(game: Any) -> Callable[..., None]:
    """Return the compiled look-ahead of a game (`search_many`), which all agents share."""
    own = game_kernels(game)
    unit = Unit(f"{own.package}.search", (f"{__name__}:search_of", game.package))
    return simulations(unit, game.kernels, own.evaluate, own.choose)


def compile_search(game: Any) -> None:
    """Compile (or load from disk) the look-ahead of a game without playing it."""
    states, masks, streams, nobody = nothing_to_do(game)
    num_actions = masks.shape[1]
    search_of(game)(
        GREEDY, states[:1], masks, nobody, streams, Plan(), nobody.copy(), np.zeros((1, 1, 3)), nobody.copy(),
        _no_trees(num_actions), no_leaf(), no_guide(), _scratch(states, num_actions, 2),
    )  # fmt: skip


class Searcher:
    """The compiled look-ahead of one game, with its working memory."""

    def __init__(self) -> None:
        self._batch_key: tuple | None = None

    def bind(self, batch: Any) -> Searcher:
        """Prepare for the game and the shapes of `batch`; this is cheap if nothing has changed."""
        num_actions = batch.action_masks.shape[1]
        key = (batch.game.name, num_actions, batch.table_seats)
        if key != self._batch_key:
            self._search_many = search_of(batch.game)
            self.has_heuristic = game_kernels(batch.game).choose is not None
            states = batch.states[:1].repeat(2)
            if isinstance(batch.states, np.recarray):
                states = states.view(np.recarray)
            self._scratch = _scratch(states, num_actions, batch.table_seats)
            self._trees = _no_trees(num_actions)
            self._batch_key = key
            nobody = np.zeros(0, np.int64)
            self.run(GREEDY, batch, batch.action_masks, nobody, np.zeros((1, 2), np.uint64))  # compiles
        return self

    def run(
        self,
        task: int,
        batch: Any,
        masks: np.ndarray,
        games: np.ndarray,
        streams: np.ndarray,
        plan: Plan = Plan(),  # noqa: B008 (cannot be changed)
        sims: np.ndarray = np.zeros(0, np.int64),  # noqa: B008 (never written)
        totals: np.ndarray | None = None,
        out: np.ndarray | None = None,
        trees: tuple[np.ndarray, np.ndarray] | None = None,
        leaf: Leaf | None = None,
        guide: Guide | None = None,
    ) -> None:
        """Call `search_many` of agents/framework/search/simulations.py, which describes the arguments.

        `trees` are records and sums.
        """
        self._search_many(
            task, batch.states, masks, games, streams, plan, sims,
            np.zeros((0, 0, 3)) if totals is None else totals,
            np.zeros(0, np.int64) if out is None else out,
            self._trees if trees is None else self._trees._replace(records=trees[0], sums=trees[1]),
            leaf or no_leaf(), guide or no_guide(), self._scratch,
        )  # fmt: skip


def _scratch(states: np.ndarray, num_actions: int, table_seats: int) -> Scratch:
    return Scratch(
        states, np.zeros(num_actions, np.uint8), np.zeros(2, np.uint64), np.zeros((table_seats, 2), np.int64)
    )


def _no_trees(num_actions: int) -> Trees:
    """Return a tree that does not grow."""
    return Trees(
        np.zeros((1, 1, 4), np.int64), np.zeros((1, 1)), np.zeros((DEEPEST_TREE, 2), np.int64),
        np.zeros(num_actions, np.int64), np.zeros(num_actions),
    )  # fmt: skip


@cache
def no_leaf() -> Leaf:
    """Return a value network without layers, so that the evaluation is used."""
    return Leaf(no_perceptron(), np.zeros(0, np.float32))


@cache
def no_guide() -> Guide:
    """Return a policy without layers, so that the heuristic is used."""
    return Guide(no_perceptron(), np.zeros(0, np.float32), np.zeros(0))


def worths(batch: Any, games: np.ndarray) -> np.ndarray:
    """Return the values of games for every seat at the table, in points of the score: float64 (n, T).

    They come from the evaluation of the game's agents or, if there is none, from the current score.
    """
    totals = np.zeros((len(games), batch.table_seats, 3))
    streams = np.zeros((batch.num_envs, 2), np.uint64)
    Searcher().bind(batch).run(WORTH, batch, batch.action_masks, np.asarray(games), streams, totals=totals)
    return totals[..., 0]
