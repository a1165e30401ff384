"""The searching agents: a single class, assembled from parts according to a setting.

At a table, a search has a root (which actions race, and which one the others have to beat), a playout policy, a leaf
(what judges the position at which a playout stops) and, if it grows one, a tree. `flat`, `guided` and `at_once`
assemble them; `mc`, `search` and `greedy` are these settings with their parameters.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from threading import Thread
from typing import Any

import numpy as np

from eurogym.agents.framework.base import Agent, Parameter, game_kernels
from eurogym.agents.framework.networks.checkpoint import Checkpoint, load_checkpoint
from eurogym.agents.framework.networks.manifest import value_for
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.agents.framework.networks.policy import PolicyAgent
from eurogym.agents.framework.opinion import Opinion
from eurogym.agents.framework.per_table import PerTable
from eurogym.agents.framework.registry import AgentError
from eurogym.agents.framework.search.leaf import NETWORK, leaf_of, value_leaf
from eurogym.agents.framework.search.lookahead import TO_THE_END, Guide, Leaf, Plan, Searcher
from eurogym.agents.framework.search.race import halve, merits, num_rounds
from eurogym.agents.framework.search.simulations import (
    GREEDY,
    HEURISTIC_PLAYOUT,
    MONTE_CARLO,
    POLICY,
    POLICY_PLAYOUT,
    RANDOM_PLAYOUT,
    TREE,
)
from eurogym.agents.framework.search.tree import empty_trees
from eurogym.envs.core.step.threads import usable_cores, usable_threads

PLAYOUTS = {"random": RANDOM_PLAYOUT, "heuristic": HEURISTIC_PLAYOUT, "policy": POLICY_PLAYOUT}
AUTO, EVALUATION = "auto", "evaluation"  # of the parameter `leaf`, beside NETWORK
SIMS, DEPTH = 200, 0  # for games whose agents declare no others (`SEARCH`)
LONE_SCALE = 100.0  # points; scale of the score if nobody else is at the table
MOST_RECORDS = 1 << 17  # of one tree; when it is full, playouts go on without it
USUAL_MS = 20.0  # approximate time of the simulations that suit a game (docs/improving.md)


@dataclass(frozen=True)
class Parts:
    """The parts of a search at one kind of tables.

    Attributes:
        policy: the policy whose most likely actions race, with its best one to be beaten; None: all legal actions race,
            against the heuristic's choice unless playouts are random.
        playout: one of PLAYOUTS.
        guide: the policy in the form for the compiled search, for playouts and for the prior in trees; None: the
            heuristic.
        leaf: a value network; None: the game's evaluation.
        grows: whether a tree grows below the actions of the race.
        sims, depth: simulations of a decision and decisions of a playout.
        usual_sims: the simulations that take about USUAL_MS.
        at_once: no race and no playouts; every action is judged by the position directly after it.
    """

    policy: PolicyAgent | None = None
    playout: str = "random"
    guide: Guide | None = None
    leaf: Leaf | None = None
    grows: bool = False
    sims: int = SIMS
    depth: int = DEPTH
    usual_sims: int = SIMS
    at_once: bool = False

    @property
    def compared_with(self) -> str:
        """The agent whose choice the others are compared with, in words."""
        return "the heuristic" if self.policy is None else "the policy"


# --- settings ---------------------------------------------------------------------------------------------------------


def at_once(agent: SearchAgent, batch: Any) -> Parts:
    """Return the parts of a search of one step, without playouts and tree."""
    return _with_leaf(agent, batch, Parts(at_once=True), {})


def flat(agent: SearchAgent, batch: Any) -> Parts:
    """Return the parts of a search in which all legal actions race by playouts."""
    kernels = game_kernels(batch.game)
    playout = agent.playout
    if playout == AUTO:
        playout = "random" if kernels.choose is None else "heuristic"
    return _with_leaf(agent, batch, Parts(playout=playout), {})


def guided(agent: SearchAgent, batch: Any) -> Parts:
    """Return the parts of a search with a tree, guided by a trained policy if there is one, else by the heuristic."""
    kernels = game_kernels(batch.game)
    policy = agent.policy(batch)
    playout = agent.playout
    if playout == "policy" and policy is None:
        raise CheckpointError(f"agent {agent.name!r}: no trained policy can play the playouts at this table")
    if playout == AUTO:
        playout = "random" if kernels.choose is None else "heuristic"
        if policy is not None and value_for(batch) is not None:
            playout = "policy"
    guide, suits = None, {}
    if playout == "policy":
        guide, suits = _guide(policy, batch, kernels.choose is None), kernels.search_by_policy
    return _with_leaf(agent, batch, Parts(policy, playout, guide, grows=True), suits)


def _with_leaf(agent: SearchAgent, batch: Any, parts: Parts, suits: Mapping[str, int]) -> Parts:
    """Return the parts with a leaf, and with the given simulations and depth or those that the game's agents declare.

    `suits` are these with a value network; if it is empty, no value network is used unless it is requested.
    """
    leaf = None
    if agent.given_leaf is not None:
        leaf = leaf_of(agent.given_leaf, batch, may_be_alone=parts.at_once)
    elif agent.leaf == NETWORK:
        leaf = value_leaf(batch, NETWORK)
    elif agent.leaf == AUTO and suits and (found := value_for(batch)) is not None:
        leaf = leaf_of(found, batch)
    usual = {} if batch.num_seats == 1 else game_kernels(batch.game).search
    if leaf is not None and suits:
        usual = suits
    usual_sims = usual.get("sims", SIMS)
    return replace(
        parts,
        leaf=leaf,
        sims=usual_sims if agent.sims is None else agent.sims,
        depth=usual.get("depth", DEPTH) if agent.depth is None else agent.depth,
        usual_sims=usual_sims,
    )


def _guide(policy: PolicyAgent, batch: Any, no_heuristic: bool) -> Guide:
    """Return a policy in the form for the compiled search, with its working memory."""
    network = policy.network_for(batch)
    net = network.compiled()
    if no_heuristic or network.residual is None:  # then there is nobody in a simulation for it to stand on
        net = net._replace(embedding=np.zeros_like(net.embedding), beta=np.zeros_like(net.beta))
    return Guide(net, np.zeros(network.num_actions, np.float32), np.zeros(network.num_actions))


# --- the agent --------------------------------------------------------------------------------------------------------


class SearchAgent(Agent):
    """An agent that searches, assembled for each kind of tables by `put_together`: `at_once`, `flat` or `guided`.

    The budget of a decision is split over about log2(actions) rounds; after each round, the worse half of the actions
    leaves the race (agents/framework/search/race.py). In every simulation, all actions meet the same determinization
    and the same random stream, so that the deal does not hide their differences. Every action gets at least one
    playout, however small the budget is. The action compared with stays in the race to the end, and another one is
    preferred only if it is better by `trust` standard errors of their difference. Raise
    agents.framework.networks.network.CheckpointError for a network that does not fit.
    """

    compiled_parts = ("search",)
    put_together: Callable[[SearchAgent, Any], Parts]
    sims = depth = None  # parameters that not every setting has
    ms = explore = prior = 0.0
    threads = 1
    leaf, path, guide, width = AUTO, "", AUTO, 0.6

    def __init__(self, name: str, **values: Any):
        super().__init__(name, **values)
        self._searcher = Searcher()
        self._hands = PerTable(self._made_hands)
        self._parts = PerTable(partial(type(self).put_together, self))
        self.given_leaf: Checkpoint | None = None
        if self.leaf not in (AUTO, EVALUATION, NETWORK):
            self.given_leaf = load_checkpoint(self.leaf)
        if self.path and self.guide == "heuristic":
            raise AgentError(f"agent {name!r}: path names a policy, but guide=heuristic uses none")
        self._policy = PolicyAgent(self.path or None, name=name)

    def parts(self, batch: Any) -> Parts:
        """Return the parts of the search at these tables."""
        return self._parts(batch)

    def _made_hands(self, batch: Any) -> list[tuple[Searcher, Leaf | None, Guide | None]]:
        """Return what each thread searches with: the working memory of one is of no use to another."""
        parts, count = self.parts(batch), usable_threads(self.threads or usable_cores())
        own = parts.leaf, parts.guide
        more = [(Searcher(), *(part and part.another() for part in own)) for _ in range(count - 1)]
        return [(self._searcher, *own), *more]

    def policy(self, batch: Any) -> PolicyAgent | None:
        """Return the trained policy that guides at these tables, None: the heuristic; may raise CheckpointError."""
        if self.guide == "heuristic":
            return None
        try:
            self._policy.prepare(batch)
        except CheckpointError:
            if self.path or self.guide == "policy":
                raise
            return None
        return self._policy

    def reset(self, seed: int) -> None:
        """Restart the random streams."""
        super().reset(seed)
        self._policy.reset(seed)

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """Return one legal action (n,) int64 for each game index; the budget is per game."""
        games, parts = np.asarray(games, np.int64), self.parts(batch)
        if parts.at_once:
            return self._tried(batch, games)[0]
        return np.argmax(merits(*self._simulated(parts, batch, games), self.trust), axis=1)

    def opinion(self, batch: Any, game: int) -> Opinion:
        """Return its choice, with the mean value of every action tried, or the immediate value of their positions."""
        parts = self.parts(batch)
        if parts.at_once:
            (action,), (totals,) = self._tried(batch, np.array([game]))
            meaning = "points at once, minus those of automated opponents"
            if parts.leaf is not None:
                meaning = f"points {'' if parts.leaf.alone else 'of lead '}at the end"
        else:
            race, totals, base = self._simulated(parts, batch, np.array([game]))
            action = np.argmax(merits(race, totals, base, self.trust), axis=1)[0]
            totals = totals[0]
            meaning = "value, from -1 for the last to 1 for the first place"
            if base[0] >= 0:
                meaning = (
                    f"value relative to what {parts.compared_with} would do; from last to first place is 2"
                )
        tried = np.flatnonzero(totals[:, 0]).tolist()
        numbers = {one: float(totals[one, 1] / totals[one, 0]) for one in tried}
        if not parts.at_once and any(
            number > numbers.get(int(action), number) for number in numbers.values()
        ):
            meaning += "; higher values are too unsure to be chosen"
        return Opinion(int(action), numbers, meaning)

    def most_entrants(self, parts: Parts) -> int:
        """Return how many actions of a policy begin in the race: at least one.

        With `ms`, this follows from the simulations that the game's agents declare for about 20 ms, so that it is the
        same on any machine.
        """
        budget = parts.usual_sims * self.ms / USUAL_MS if self.ms > 0 else parts.sims
        return max(1, math.ceil(self.width * math.sqrt(budget)))

    def _tried(self, batch: Any, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return choices (n,), and count and sum of the values of every action (n, A, 3)."""
        totals = np.zeros((len(games), batch.action_masks.shape[1], 3))
        out = np.empty(len(games), np.int64)
        self._searcher.bind(batch).run(
            GREEDY, batch, batch.action_masks, games, self.streams(batch.num_envs), out=out, totals=totals,
            plan=Plan(worlds=self.worlds, teams=int(batch.options.num_teams)), leaf=self.parts(batch).leaf,
        )  # fmt: skip
        return out, totals

    def _enter(
        self, parts: Parts, batch: Any, games: np.ndarray, race: np.ndarray, streams: np.ndarray
    ) -> np.ndarray:
        """Reduce the race, bool (n, A), to the actions that begin in it, in place; return those compared with (n,)."""
        base = np.full(len(games), -1, np.int64)
        if parts.playout != "random":
            self._searcher.run(POLICY, batch, batch.action_masks, games, streams, out=base)
        if parts.policy is not None:
            parts.policy.first_slot = self.first_slot
            shares = parts.policy.probabilities(batch, games)
            order = np.argsort(np.where(race, -shares, np.inf), axis=1, kind="stable")
            base[:] = order[:, 0]
            np.put_along_axis(race, order[:, self.most_entrants(parts) :], False, axis=1)
        return base

    def _simulated(
        self, parts: Parts, batch: Any, games: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return actions left in the race (n, A), totals (n, A, 3), and actions compared with (n,).

        Threads share the actions. Each simulates the action compared with as well: values are differences from it under
        the same chance, so results do not depend on the number of threads.
        """
        self._searcher.bind(batch)
        streams = self.streams(batch.num_envs)
        race = np.array(batch.action_masks[games], np.bool_)
        totals = np.zeros(race.shape + (3,))
        hands, trees = self._hands(batch), None
        plan = Plan(
            PLAYOUTS[parts.playout], depth=parts.depth or TO_THE_END,
            teams=int(batch.options.num_teams), blend=self.blend, margin_scale=float(batch.game.margin_scale),
            lone_scale=LONE_SCALE, explore=self.explore, prior=self.prior,
        )  # fmt: skip
        if parts.grows:  # each simulation adds at most two records
            most = MOST_RECORDS if self.ms > 0 else min(MOST_RECORDS, 1 + 3 * race.shape[1] + 4 * parts.sims)
            trees = [empty_trees(len(games), race.shape[1], most) for _ in hands]
        base = self._enter(parts, batch, games, race, streams)
        others = race & (np.arange(race.shape[1]) != base[:, None])
        whose = np.where(others, np.cumsum(others, axis=1) % len(hands), 0)  # in whose tree an action is

        def simulate(first: int, last: int, sims: np.ndarray) -> None:
            """Simulate the actions in the race of the games first..last-1, sims[k] times each."""
            rows = slice(first, last)
            left = others[rows] & race[rows]
            compared = race[rows] & ~left
            mine = whose[rows] if trees else np.cumsum(left, axis=1) % len(hands)
            shares = [left & (mine == number) for number in range(len(hands))]
            done = [(totals[rows], streams)]
            if len(hands) > 1:
                done = [(totals[rows].copy(), streams.copy()) for _ in hands]

            def work(number: int) -> None:
                """Simulate a share of the actions, each beside the one that all are compared with."""
                searcher, leaf, guide = hands[number]
                raced = shares[number] | compared
                searcher.bind(batch).run(
                    TREE if trees else MONTE_CARLO, batch, raced, games[rows], done[number][1], plan=plan, sims=sims,
                    totals=done[number][0], out=base[rows],
                    trees=tuple(part[rows] for part in trees[number]) if trees else None, leaf=leaf, guide=guide,
                )  # fmt: skip

            at_work = [number for number in range(1, len(hands)) if shares[number].any()]
            _together([partial(work, number) for number in (0, *at_work)])
            streams[:] = done[0][1]
            for number, share in [(0, compared), *((number, shares[number]) for number in (0, *at_work))]:
                totals[rows][share] = done[number][0][share]

        if self.ms > 0:
            for k in range(len(games)):
                _by_time(k, self.ms, race, totals, base, simulate)
        else:
            _by_count(parts.sims, race, totals, base, simulate)
        return race, totals, base


def _together(calls: list[Callable[[], None]]) -> None:
    """Make the calls at once, the first one here; raise what one of them raises."""
    raised: list[BaseException] = []

    def make(call: Callable[[], None]) -> None:
        try:
            call()
        except BaseException as error:
            raised.append(error)

    threads = [Thread(target=make, args=(call,), daemon=True) for call in calls[1:]]
    for thread in threads:
        thread.start()
    make(calls[0])
    for thread in threads:
        thread.join()
    if raised:
        raise raised[0]


Simulate = Callable[[int, int, np.ndarray], None]


def _by_count(
    budget: int, race: np.ndarray, totals: np.ndarray, base: np.ndarray, simulate: Simulate
) -> None:
    """Simulate all games together, round by round, each with its own number of actions left."""
    rounds = num_rounds(race)
    for number in range(int(rounds.max(initial=0))):
        left = race.sum(axis=1)
        sims = np.maximum(1, budget // np.maximum(rounds * left, 1))
        sims[(left <= 1) | (number >= rounds)] = 0
        simulate(0, len(race), sims)
        for k in np.flatnonzero(sims):
            halve(race[k], totals[k], base[k])


def _by_time(
    k: int, ms: float, race: np.ndarray, totals: np.ndarray, base: np.ndarray, simulate: Simulate
) -> None:
    """Simulate one game, with its time split evenly over the rounds."""
    rounds = int(num_rounds(race[k : k + 1])[0])
    started = time.perf_counter()
    for number in range(rounds):
        until = started + (number + 1) * ms / 1000 / rounds
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


_LEAF = Parameter("leaf", str, AUTO, "what evaluates the position at a leaf: evaluation, network (the value network "
                  "that ships for the table), or the file of a value network; auto: as suits the game")  # fmt: skip
_BUDGET = (
    Parameter("sims", int, None, "playouts per decision, all actions together; None: as suits the game", low=1),
    Parameter("ms", float, 0.0, "time per decision in milliseconds; above 0 it replaces sims", low=0.0),
    Parameter("threads", int, 1, "threads that share the actions; with sims, results do not depend on it; 0: all cores",
              low=0),
)  # fmt: skip
_JUDGED = (
    Parameter("depth", int, None, "decisions per playout before the position is evaluated; 0: to the end, None: as "
              "suits the game", low=0),
    _LEAF,
    Parameter("blend", float, 0.5, "weight of the placement in the value; the margin has the rest", low=0.0, high=1.0),
    Parameter("trust", float, 1.0, "standard errors by which an action must be better than the one that it is "
              "compared with, to replace it", low=0.0),
)  # fmt: skip


class GreedyAgent(SearchAgent):
    """An agent that tries every legal action on determinized copies and takes the one with the most valuable position.

    The value is that of the game's `evaluate` kernel if its agent package has one, else the current score, or, with a
    value network (`leaf`), the lead that this predicts. It is averaged over several copies, because on a single one, a
    lucky hidden card would look like a sure gain. Forced decisions are taken before positions are judged; ties are
    broken at random.
    """

    put_together = at_once
    parameters = (
        Parameter("worlds", int, 4, "determinized copies on which every action is tried", low=1),
        _LEAF,
    )


class MonteCarloAgent(SearchAgent):
    """Flat Monte Carlo search, which needs no training: all legal actions race by playouts.

    Playouts that stop after `depth` decisions are judged by the game's evaluation or, if requested, by a value network
    (`leaf`). The defaults of `sims` and `depth` are those found best for the game at about 20 ms per decision
    (docs/improving.md).
    """

    put_together = flat
    parameters = (
        *_BUDGET,
        Parameter("playout", str, AUTO, "policy of the playouts; auto: the game's heuristic, if it has one",
                  choices=(AUTO, "random", "heuristic")),
        *_JUDGED,
    )  # fmt: skip


class TreeSearchAgent(SearchAgent):
    """Tree search over information sets (Cowling, Powley and Whitehouse 2012), guided by a trained policy and values.

    The actions at the root race as those of `mc` do; below them, one tree grows for all determinizations. In the tree,
    actions are chosen by PUCT (Silver et al. 2017), by every seat for its own value (max-n); beyond the tree, playouts
    go on for the rest of `depth`. Nodes of the searching seat are distinguished by its legal actions, so that it sees
    what chance brought. Nodes of other seats are distinguished only by the actions that led there, since their legal
    actions can depend on what they hide.

    The policy is that of the agent `ppo`, which is asked once per decision. Its best action is the one to be beaten,
    and the race begins with only its most likely actions, more of them the larger the budget is (progressive widening:
    Coulom 2007). If a value network of the policy's own games ships for the table, or with `playout=policy`, the policy
    also plays in playouts, every seat by what it sees, and its probabilities are the prior in all nodes. If no policy
    ships for the table, or with `guide=heuristic`, all legal actions race and the heuristic guides the search.
    """

    compiled_parts = ("policy", "search")
    needs_observations = True
    put_together = guided
    parameters = (
        *_BUDGET,
        Parameter("guide", str, AUTO, "what proposes actions: policy or heuristic; auto: the policy, if one fits the "
                  "table", choices=(AUTO, "policy", "heuristic")),
        Parameter("path", str, "", "checkpoint file of the policy; by default, that of `ppo` at the table"),
        Parameter("playout", str, AUTO, "policy of the playouts; auto: the trained policy if a value network of its "
                  "games ships for the table, else the game's heuristic, if it has one",
                  choices=(AUTO, "random", "heuristic", "policy")),
        *_JUDGED,
        Parameter("explore", float, 0.2, "weight of the prior in the tree (PUCT); values lie in [-1, 1]", low=0.0),
        Parameter("prior", float, 0.9, "share of the prior that comes from the guide; the rest is spread evenly over "
                  "the legal actions", low=0.0, high=1.0),
        Parameter("width", float, 0.6, "number of the policy's actions that start in the race: this times the square "
                  "root of the simulations per decision; 0: only its best action", low=0.0),
    )  # fmt: skip
