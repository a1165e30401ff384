"""Flat Monte Carlo: every legal action is tried on determinized copies that are played on, to some depth or the end."""

from __future__ import annotations

import math
import time

import numpy as np

from eurogym.agents.framework.afterstate import load_afterstate
from eurogym.agents.framework.base import Agent, Parameter, game_kernels
from eurogym.agents.framework.leaf import HEURISTICS_GAMES, NETWORK, checked, leaf_of, value_for, value_leaf
from eurogym.agents.framework.opinion import Opinion
from eurogym.agents.framework.per_table import PerTable
from eurogym.agents.framework.search import (
    HEURISTIC_PLAYOUT,
    MONTE_CARLO,
    POLICY,
    POLICY_PLAYOUT,
    RANDOM_PLAYOUT,
    TO_THE_END,
    TREE,
    Plan,
    Searcher,
)

PLAYOUTS = {"random": RANDOM_PLAYOUT, "heuristic": HEURISTIC_PLAYOUT, "policy": POLICY_PLAYOUT}
AUTO, EVALUATION = "auto", "evaluation"  # of the parameter `leaf`, beside NETWORK
SIMS, DEPTH = 200, 0  # of a game whose agents name no others (`SEARCH`)
PRIOR_VARIANCE = 0.05  # of a difference of values
LONE_SCALE = 100.0  # points; scale of the score where nobody else sits at the table


class MonteCarloAgent(Agent):
    """Flat Monte Carlo with sequential halving (Karnin, Koren and Somekh 2013).

    The budget is split over about log2(legal actions) rounds; after each round the worse half of the actions
    leaves the race. Within a simulation all actions meet the same determinization and the same luck, so that
    their differences are not drowned by the deal. Every action gets at least one playout, however small the
    budget. With heuristic playouts the heuristic's own choice stays in the race to its end, and another action
    is preferred only when it is better by `trust` standard errors of their difference.

    Playouts that stop after `depth` decisions are worth what the game's evaluation says of the position, or a value
    network (`leaf`). Without `sims`, `depth` and `leaf` it plays as was found best for the game at about 20 ms for a
    decision (docs/results/search.md). Raises agents.framework.policy.CheckpointError for a network that does not fit.
    """

    compiled_parts = ("search",)
    compared_with = "the heuristic"  # whose choice `base` is, in words
    parameters = (
        Parameter("sims", int, None, "playouts per decision, all actions together; None: as suits the game", low=1),
        Parameter("ms", float, 0.0, "time per decision in milliseconds; above 0 it replaces sims", low=0.0),
        Parameter("playout", str, "auto", "policy of the playouts; auto: the game's heuristic, if it has one",
                  choices=("auto", "random", "heuristic")),
        Parameter("noise", float, 0.0, "share of random choices in heuristic playouts", low=0.0, high=1.0),
        Parameter("depth", int, None, "decisions per playout before the position is evaluated; 0: to the end, None: as "
                  "suits the game", low=0),
        Parameter("leaf", str, AUTO, "what judges the position where a playout stops: evaluation, network (the value "
                  "network that ships for the table), or the file of one; auto: as suits the game"),
        Parameter("blend", float, 0.5, "weight of the placement in the value, the rest is the margin",
                  low=0.0, high=1.0),
        Parameter("trust", float, 1.0, "with heuristic playouts: standard errors by which an action must be "
                  "better to replace the heuristic's own choice", low=0.0),
    )  # fmt: skip

    def __init__(self, name, **values):
        super().__init__(name, **values)
        self._searcher = Searcher()
        self._given = None if self.leaf in (AUTO, EVALUATION, NETWORK) else load_afterstate(self.leaf)
        self._leaf = PerTable(self._find_leaf)

    def judge(self, batch):
        """The value network of these tables, as the compiled search takes it; None: the evaluation judges."""
        return self._leaf(batch)

    def _find_leaf(self, batch):
        if self._given is not None:
            return leaf_of(checked(self._given, batch))
        by_value, folder = self.by_value(batch)
        if self.leaf == NETWORK:
            return value_leaf(batch, NETWORK, folder)
        if self.leaf == AUTO and by_value:
            found = value_for(batch, folder)
            return None if found is None else leaf_of(checked(found, batch))
        return None

    def by_value(self, batch):
        """The simulations and depth that suit the game beside a value network, and the folder of such networks."""
        return game_kernels(batch.game).search_by_value, HEURISTICS_GAMES

    def usual(self, batch):
        """What the game's agents say of its tables, as far as they do."""
        own = {} if batch.num_seats == 1 else game_kernels(batch.game).search
        return own if self.judge(batch) is None else self.by_value(batch)[0] or own

    def effort(self, batch):
        """Simulations and depth: as told, else what the game's agents say of its tables, else 200 to the end."""
        own = self.usual(batch)
        sims = own.get("sims", SIMS) if self.sims is None else self.sims
        return sims, own.get("depth", DEPTH) if self.depth is None else self.depth

    def plays_on(self, batch):
        """Who plays on in playouts, one of PLAYOUTS."""
        if self.playout != "auto":
            return self.playout
        return "random" if game_kernels(batch.game).choose is None else "heuristic"

    def trees(self, num_games, num_actions, budget):
        """Trees for the simulations to go through, as search_template.py describes them; None: playouts alone."""
        return None

    def tree_weights(self):
        """Exploration and prior in these trees."""
        return 0.0, 0.0

    def recall(self, search, batch, games, trees, budget):
        """Begin the trees of these games with what is known from earlier decisions, in place."""

    def remember(self, batch, games, actions, trees, budget):
        """Keep of the trees what may be of use once these actions have been taken."""

    def guide(self, batch):
        """A policy for playouts and for the prior in trees, as the compiled search takes it; None: the heuristic."""
        return None

    def enter(self, batch, games, race, base, budget):
        """Change who begins in the race, bool (n, A), and the actions compared with, int64 (n,), in place.

        They come as all legal actions and the heuristic's choices, -1 where playouts are random.
        """

    def act(self, batch, games):
        """One legal action for each game index; the budget counts per game."""
        games = np.asarray(games, np.int64)
        race, totals, base, trees = self._simulated(batch, games)
        actions = np.argmax(merits(race, totals, base, self.trust), axis=1)
        if trees is not None:
            self.remember(batch, games, actions, trees, self.effort(batch)[0])
        return actions

    def opinion(self, batch, game):
        """Its choice, with the mean value of every action tried."""
        race, totals, base, _ = self._simulated(batch, np.array([game]))
        action = int(np.argmax(merits(race, totals, base, self.trust), axis=1)[0])
        tried = np.flatnonzero(totals[0, :, 0]).tolist()
        meaning = "value, from -1 for the last to 1 for the first place"
        if base[0] >= 0:
            meaning = f"value beside what {self.compared_with} would do, 2 from the last to the first place"
        return Opinion(action, {one: float(totals[0, one, 1] / totals[0, one, 0]) for one in tried}, meaning)

    def _simulated(self, batch, games):
        """Actions left in the race (n, A), totals of all simulations (n, A, 3), actions compared with (n,), trees."""
        search = self._searcher.bind(batch)
        streams = self.streams(batch.num_envs)
        race = np.array(batch.action_masks[games], np.bool_)
        totals = np.zeros(race.shape + (3,))
        playout = self.plays_on(batch)
        budget, depth = self.effort(batch)
        explore, prior = self.tree_weights()
        plan = Plan(
            PLAYOUTS[playout], round(1000 * self.noise), depth or TO_THE_END, int(batch.options.num_teams),
            blend=self.blend, margin_scale=float(batch.game.margin_scale), lone_scale=LONE_SCALE,
            explore=explore, prior=prior,
        )  # fmt: skip
        trees = self.trees(len(games), race.shape[1], budget)
        if trees is not None:
            self.recall(search, batch, games, trees, budget)
        base = np.full(len(games), -1, np.int64)
        if playout != "random":
            search.run(POLICY, batch, batch.action_masks, games, streams, out=base)
        self.enter(batch, games, race, base, budget)

        def simulate(first, last, sims):
            """Simulate the actions in the race of the games first..last-1, sims[k] times each."""
            search.run(
                MONTE_CARLO if trees is None else TREE, batch, race[first:last], games[first:last], streams,
                plan=plan, sims=sims, totals=totals[first:last], out=base[first:last],
                trees=trees if trees is None else (trees[0][first:last], trees[1][first:last]),
                leaf=self.judge(batch), guide=self.guide(batch),
            )  # fmt: skip

        if self.ms > 0:
            for k in range(len(games)):
                self._by_time(k, race, totals, base, simulate)
        else:
            self._by_count(budget, race, totals, base, simulate)
        return race, totals, base, trees

    def _by_count(self, budget, race, totals, base, simulate):
        """All games together, round by round, each with its own number of actions left."""
        rounds = num_rounds(race)
        for number in range(int(rounds.max(initial=0))):
            left = race.sum(axis=1)
            sims = np.maximum(1, budget // np.maximum(rounds * left, 1))
            sims[(left <= 1) | (number >= rounds)] = 0
            simulate(0, len(race), sims)
            for k in np.flatnonzero(sims):
                halve(race[k], totals[k], base[k])

    def _by_time(self, k, race, totals, base, simulate):
        """One game, its time split evenly over the rounds."""
        rounds = int(num_rounds(race[k : k + 1])[0])
        started = time.perf_counter()
        for number in range(rounds):
            until = started + (number + 1) * self.ms / 1000 / rounds
            sims = 1
            while True:
                before = time.perf_counter()
                simulate(k, k + 1, np.array([sims]))
                now = time.perf_counter()
                left = (until - now) / max((now - before) / sims, 1e-9)  # simulations the time still allows
                if left < 1:
                    break
                sims = max(1, min(2 * sims, int(left)))
            halve(race[k], totals[k], base[k])


def num_rounds(race):
    """Rounds of halving until one action is left, per game (0 where there is no choice)."""
    return np.array([math.ceil(math.log2(n)) if n > 1 else 0 for n in race.sum(axis=1)], np.int64)


def means(race, totals):
    """Mean value of every action; those out of the race at minus infinity."""
    return np.where(race, totals[..., 1] / np.maximum(totals[..., 0], 1.0), -np.inf)


def merits(race, totals, base, trust):
    """Mean value of every action less `trust` standard errors, where it is compared with another (n, A).

    The variance starts from a guess that counts for two simulations; the compared action itself has merit 0.
    """
    count = np.maximum(totals[..., 0], 1.0)
    value = totals[..., 1] / count
    variance = (totals[..., 2] + 2 * PRIOR_VARIANCE) / (count + 2) - value**2 * count / (count + 2)
    error = np.sqrt(np.maximum(variance, 0.0) / count)
    compared = np.flatnonzero(base >= 0)
    error[base < 0] = 0.0
    error[compared, base[compared]] = 0.0
    return np.where(race, value - trust * error, -np.inf)


def halve(race, totals, base):
    """Take the worse half of the actions of one game out of the race; the compared action stays."""
    order = np.argsort(-means(race, totals), kind="stable")
    race[order[math.ceil(race.sum() / 2) :]] = False
    if base >= 0:
        race[base] = True
