"""A search that looks at decisions of games which agents play, and writes down what every action is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework.search.lookahead import TO_THE_END, Plan, Searcher
from eurogym.agents.framework.search.searching import LONE_SCALE, PLAYOUTS
from eurogym.agents.framework.search.simulations import MONTE_CARLO
from eurogym.envs.core.compile.random import derive_seed
from eurogym.training.learn.supervised.labels import HALVES

HEURISTIC = 2  # of the agents that play the games, behind the policy's best actions and its drawn ones


@dataclass(frozen=True)
class Asked:
    """Watches games (`measure.games.matches.Cell.watch`).

    search: the agent whose policy, playouts and leaves are used; the other fields as `ImproveConfig` has them.
    """

    search: str
    share: float
    actions: int
    sims: int
    depth: int
    seed: int

    def __call__(self, batch: Any, seating: np.ndarray) -> Asking:
        """Return an observer of a block that has just been dealt."""
        return Asking(batch, self, seating == HEURISTIC)


class Asking:
    """One block of games. Facts, over its m looked-at decisions with k legal actions altogether: see `Labels`.

    heuristic: bool (n, S), the seats that the heuristic has, in simulations as well; its decisions are not looked at.
    """

    def __init__(self, batch: Any, asked: Asked, heuristic: np.ndarray):
        self.batch, self.asked, self.heuristic = batch, asked, heuristic
        self.agent = agents.make(asked.search, game=batch.game)
        self.agent.prepare(batch)
        self.agent.reset(derive_seed(asked.seed, "search", int(batch.seeds[0])))
        self.parts = self.agent.parts(batch)
        self.search = Searcher().bind(batch)
        self.rng = np.random.default_rng(derive_seed(asked.seed, "occasions", int(batch.seeds[0])))
        self.streams = self.rng.integers(0, 2**63 - 1, size=(batch.num_envs, 2), dtype=np.uint64)
        self.rows: list[dict[str, np.ndarray]] = []

    def plan(self, heuristic_seats: int) -> Plan:
        """Return how simulations are played and valued: as the search does it, without its tree."""
        agent, batch = self.agent, self.batch
        return Plan(
            PLAYOUTS[self.parts.playout], heuristic_seats=heuristic_seats,
            depth=self.asked.depth or self.parts.depth or TO_THE_END,
            teams=int(batch.options.num_teams), blend=agent.blend, margin_scale=float(batch.game.margin_scale),
            lone_scale=LONE_SCALE,
        )  # fmt: skip

    def before(self, games: np.ndarray, actions: np.ndarray) -> None:
        """Every one of `games` is about to take its action."""
        free = games[self.batch.action_masks[games].sum(axis=1) > 1]
        at = free[self.rng.random(len(free)) < self.asked.share]
        at = at[~self.heuristic[at, self.batch.current_seat[at]]]
        if len(at):
            self.rows.append(self._look(at))

    def _look(self, games: np.ndarray) -> dict[str, np.ndarray]:
        batch, policy = self.batch, self.parts.policy
        codes, legal, advice = policy.seen(batch, games)
        masks = np.array(legal, np.bool_)
        shares = policy.network_for(batch).probabilities(codes, masks, 1.0, advice)
        order = np.argsort(np.where(masks, -shares, np.inf), axis=1, kind="stable")
        base, race = order[:, 0].copy(), masks.copy()  # strided, the look-ahead would be compiled once more
        np.put_along_axis(race, order[:, self.asked.actions :], False, axis=1)
        bits = (self.heuristic[games] << np.arange(self.heuristic.shape[1])).sum(axis=1)

        def half() -> np.ndarray:
            totals = np.zeros((*masks.shape, 3))
            for company in np.unique(bits):
                at = np.flatnonzero(bits == company)
                of_these = np.zeros((len(at), *totals.shape[1:]))
                self.search.run(
                    MONTE_CARLO, batch, race[at], games[at], self.streams, plan=self.plan(int(company)),
                    sims=np.full(len(at), self.asked.sims, np.int64), totals=of_these, out=base[at],
                    leaf=self.parts.leaf, guide=self.parts.guide,
                )  # fmt: skip
                totals[at] = of_these
            found = totals[..., 1] / self.asked.sims
            usual = (shares * found).sum(axis=1, keepdims=True) / (shares * race).sum(axis=1, keepdims=True)
            return np.where(race, found, usual)  # what was not looked at is neither better nor worse

        values = np.stack([half() for _ in range(HALVES)])
        return {
            "codes": np.array(codes),
            "num_legal": masks.sum(axis=1).astype(np.int16),
            "actions": np.nonzero(masks)[1].astype(np.int16),
            "values": values[:, masks].T.astype(np.float16),
            "advice": np.asarray(base if advice is None else advice, np.int16),
            "base": base.astype(np.int16),
            "game": games.astype(np.int32),
            "seat": batch.current_seat[games].astype(np.int8),
        }

    def facts(self) -> dict[str, np.ndarray]:
        """Return all that was written down."""
        names = self.rows[0] if self.rows else ()
        return {name: np.concatenate([row[name] for row in self.rows]) for name in names}
