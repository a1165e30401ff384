"""Skills of agents and difficulties of settings on one scale, with the luck of deals as random effects.

The model is that of Rasch, with random effects of the deal in addition to agent and setting:

    logit P(agent a reaches threshold t of setting s on deal d) = skill[a] - difficulty[s, t] + luck[d] + turn[a, d]

luck ~ N(0, deal_sd^2) is what a deal is worth to everybody, turn ~ N(0, own_sd^2) what it is worth to one agent in all
of its games on this deal. A setting that is won or lost has one threshold; several ascending ones (ranks of a score)
make the proportional-odds model. Parameters maximise the marginal likelihood, luck and turn integrated out on evenly
spaced nodes (Bock and Aitkin 1981): a posterior narrower than the prior, as that of a deal with many games, falls
between the nodes of Gauss and Hermite. The zero of the scale is the mean difficulty of its settings.

Deals are independent, but games of a deal are not. Standard errors are the larger of two: those of the model (inverse
of the Hessian) and those that assume nothing about the games of a deal (sandwich over deals).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from eurogym.common.threads import calm
from eurogym.envs.core.extras import require

NODES, OWN_NODES = 31, 17  # of luck and of turn
REACH = 4.5  # standard deviations that the nodes reach
FAR = 1e-9  # a probability never gets closer to 0 and 1
NEVER = -1  # category of a game that was not played
FAR_OFF = 60.0  # log odds that no place reaches
LARGEST_SD = 10.0  # of luck: more is the same, every deal being decided by it
STEP = 1e-4  # of the Hessian's differences


@dataclass(frozen=True)
class Responses:
    """Games of A agents in S settings on deals that the settings of a world share.

    categories: one array (D, A, S_w) int for every world w, thresholds reached, NEVER where the game was not played;
    the settings of the worlds follow each other, S in all; thresholds: (S,) their numbers.
    """

    categories: tuple[np.ndarray, ...]
    thresholds: np.ndarray

    @property
    def num_agents(self) -> int:
        """A."""
        return self.categories[0].shape[1]

    @cached_property
    def first(self) -> np.ndarray:
        """(S + 1,) place of every setting's first threshold among all thresholds."""
        return np.concatenate([[0], np.cumsum(self.thresholds)])

    @cached_property
    def worlds(self) -> list[slice]:
        """The settings of every world."""
        ends = np.cumsum([world.shape[2] for world in self.categories])
        return [slice(end - world.shape[2], end) for end, world in zip(ends, self.categories, strict=True)]

    def counts(self) -> tuple[np.ndarray, np.ndarray]:
        """Games that reached each threshold, and games played, (A, T) both."""
        reached, played = [], []
        for world, places in zip(self.categories, self.worlds, strict=True):
            for column, setting in enumerate(range(places.start, places.stop)):
                games = world[:, :, column]
                for threshold in range(int(self.thresholds[setting])):
                    reached.append((games > threshold).sum(axis=0))
                    played.append((games >= 0).sum(axis=0))
        return np.stack(reached, axis=1), np.stack(played, axis=1)


@dataclass(frozen=True)
class Fit:
    """The parameters that maximise the marginal likelihood.

    skills: (A,), difficulties: (T,), both with the mean difficulty at 0; covariance, sandwich: (A + T, A + T) of them,
    that of the model and that over deals; deal_sd, own_sd, with standard errors.
    """

    skills: np.ndarray
    difficulties: np.ndarray
    deal_sd: float
    own_sd: float
    deal_sd_error: float
    own_sd_error: float
    covariance: np.ndarray
    sandwich: np.ndarray

    def error(self, weights: np.ndarray) -> float:
        """Return the standard error of a sum of skills and difficulties, weights (A + T,): the larger of the two."""
        return math.sqrt(
            max(0.0, *(float(weights @ some @ weights) for some in (self.covariance, self.sandwich)))
        )

    @cached_property
    def errors(self) -> np.ndarray:
        """Standard errors (A + T,) of skills and difficulties."""
        return np.sqrt(np.maximum(self.covariance.diagonal(), self.sandwich.diagonal()).clip(0))

    def chance(self, skill, difficulty) -> np.ndarray:
        """Return the probability of reaching a threshold, over all deals."""
        return mean_chance(np.subtract(skill, difficulty), self.deal_sd, self.own_sd)


def mean_chance(ahead, deal_sd: float, own_sd: float) -> np.ndarray:
    """Return the mean of the logistic function around `ahead` under both kinds of luck."""
    special = require("scipy.special", "eval", "a scale")
    places, weights = nodes(61)
    spread = math.hypot(deal_sd, own_sd)
    return special.expit(np.asarray(ahead, np.float64)[..., None] + spread * places) @ weights


def nodes(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return evenly spaced nodes of a standard normal variable and their weights."""
    places = np.linspace(-REACH, REACH, count)
    weights = np.exp(-(places**2) / 2)
    return places, weights / weights.sum()


class Likelihood:
    """The marginal likelihood of responses and its gradient.

    Parameters are skills (A,), difficulties (T,), deal_sd and own_sd in one vector; the sign of a deviation is free.
    own: with `turn`, which needs agents that play several settings of a deal.
    """

    def __init__(self, responses: Responses, own: bool = True, fine: int = 1):
        self.special = require("scipy.special", "eval", "a scale")
        self.responses, self.own = responses, own
        luck, luck_weights = nodes(fine * (NODES - 1) + 1)
        turn, turn_weights = nodes(fine * (OWN_NODES - 1) + 1) if own else (np.zeros(1), np.ones(1))
        self.luck = np.repeat(luck, len(turn))  # (Q,) of both, luck varying slowest
        self.turn = np.tile(turn, len(luck))
        self.shape = len(luck), len(turn)
        self.log_luck, self.log_turn = np.log(luck_weights), np.log(turn_weights)
        self.chosen = [self._one_hot(world, places) for world, places in zip(
            responses.categories, responses.worlds, strict=True)]  # fmt: skip

    def _one_hot(self, world: np.ndarray, places: slice) -> np.ndarray:
        """(A, D, C) 1.0 at the category of every game, the categories of a world's settings behind each other."""
        parts = [
            world[:, :, column, None] == np.arange(self.responses.thresholds[setting] + 1)
            for column, setting in enumerate(range(places.start, places.stop))
        ]
        return np.concatenate(parts, axis=2).transpose(1, 0, 2).astype(np.float64)

    def split(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray, float, float]:
        """Skills, difficulties, deal_sd, own_sd."""
        agents = self.responses.num_agents
        return values[:agents], values[agents:-2], float(values[-2]), float(values[-1])

    def _tables(self, skill: float, difficulties: np.ndarray, places: slice, shift: np.ndarray):
        """Of one agent in a world: log probability of every category at every node (C, Q), and how it changes with
        the threshold below it and with the one above (C, Q) each."""
        logs, below, above = [], [], []
        first = self.responses.first
        for setting in range(places.start, places.stop):
            own = difficulties[first[setting] : first[setting + 1]]
            ahead = skill - own[:, None] + shift
            reach = np.concatenate(
                [np.ones((1, len(shift))), self.special.expit(ahead), np.zeros((1, len(shift)))]
            )
            miss = np.concatenate(
                [np.zeros((1, len(shift))), self.special.expit(-ahead), np.ones((1, len(shift)))]
            )
            # of the two differences, the one without cancellation
            chance = np.where(reach[1:] > 0.5, miss[1:] - miss[:-1], reach[:-1] - reach[1:]).clip(1e-300)
            slope = reach * miss
            logs.append(np.log(chance))
            below.append(slope[:-1] / chance)
            above.append(slope[1:] / chance)
        return np.concatenate(logs), np.concatenate(below), np.concatenate(above)

    def __call__(self, values: np.ndarray, by_deal: bool = False):
        """Log likelihood and gradient (P,); with `by_deal` those of every deal, (D,) and (D, P)."""
        skills, difficulties, deal_sd, own_sd = self.split(values)
        shift = deal_sd * self.luck + own_sd * self.turn
        luck, turn = self.shape
        totals, slopes = [], []
        for chosen, places in zip(self.chosen, self.responses.worlds, strict=True):
            deals = chosen.shape[1]
            tables = [self._tables(skill, difficulties, places, shift) for skill in skills]
            joint = np.tile(self.log_luck, (deals, 1))
            within = []
            for games, (logs, _, _) in zip(chosen, tables, strict=True):
                at = (games @ logs).reshape(deals, luck, turn) + self.log_turn
                top = at.max(axis=2, keepdims=True)
                spread = np.exp(at - top)
                whole = spread.sum(axis=2, keepdims=True)
                within.append(spread / whole)  # of turn, given the luck
                joint += (top + np.log(whole))[:, :, 0]
            top = joint.max(axis=1, keepdims=True)
            spread = np.exp(joint - top)
            whole = spread.sum(axis=1, keepdims=True)
            totals.append((top + np.log(whole))[:, 0])
            posterior = spread / whole
            slope = np.zeros((deals, len(values)))
            for agent, (games, given, (_, below, above)) in enumerate(
                zip(chosen, within, tables, strict=True)
            ):
                weights = (posterior[:, :, None] * given).reshape(deals, luck * turn)
                change = below - above  # of a category with the skill
                moved = games @ change  # (D, Q)
                at_nodes = weights * moved
                slope[:, agent] = at_nodes.sum(axis=1)
                slope[:, -2] += at_nodes @ self.luck
                slope[:, -1] += at_nodes @ self.turn
                for_below, for_above = games * (weights @ below.T), games * (weights @ above.T)
                self._add(slope, for_below, for_above, places)
            slopes.append(slope)
        if not self.own:
            for slope in slopes:
                slope[:, -1] = 0.0
        total, slope = np.concatenate(totals), np.concatenate(slopes)
        return (total, slope) if by_deal else (float(total.sum()), slope.sum(axis=0))

    def _add(self, slope: np.ndarray, below: np.ndarray, above: np.ndarray, places: slice) -> None:
        """What categories (D, C) change with the thresholds on both sides of them."""
        first, start = self.responses.first, 0
        for setting in range(places.start, places.stop):
            count = int(self.responses.thresholds[setting])
            columns = self.responses.num_agents + np.arange(first[setting], first[setting + 1])
            slope[:, columns] += above[:, start : start + count] - below[:, start + 1 : start + 1 + count]
            start += count + 1


def fit(responses: Responses, own: bool | None = None, errors: bool = True) -> Fit:
    """Fit the model to responses whose agents and thresholds are all on the scale (`connected`).

    `own`: with `turn` (None: if an agent plays several settings of a deal); `errors`: False leaves them out, as nan.
    Raise MissingExtraError without scipy.
    """
    optimize = require("scipy.optimize", "eval", "a scale")
    if own is None:
        own = any(((world >= 0).sum(axis=2) > 1).any() for world in responses.categories)
    likelihood = Likelihood(responses, own)
    start = np.append(_start(responses), [0.5, 0.5 if own else 0.0])
    ordered = _ordering(responses)

    def loss(values: np.ndarray) -> tuple[float, np.ndarray]:
        inner, back = ordered(values)
        total, slope = likelihood(inner)
        return -total, -back(slope)

    free = [(None, None)] * (len(start) - 2)
    with calm():  # sums of several threads differ in their last digits, and where the search ends with them
        found = optimize.minimize(
            loss,
            ordered.inverse(start),
            jac=True,
            method="L-BFGS-B",
            bounds=[*free, (0.0, LARGEST_SD), (0.0, LARGEST_SD)],
            options={"maxiter": 500, "maxfun": 1000, "ftol": 1e-11},
        )
    best, _ = ordered(found.x)
    return _described(likelihood, best, errors)


class _ordering:  # noqa: N801 - a function with an inverse
    """Free numbers <-> parameters with ascending thresholds: steps between those of a setting are exponentials."""

    def __init__(self, responses: Responses):
        agents = responses.num_agents
        self.later = [
            agents + place
            for first, count in zip(responses.first[:-1], responses.thresholds, strict=True)
            for place in range(first + 1, first + count)
        ]

    def __call__(self, free: np.ndarray):
        values = free.copy()
        for place in self.later:
            values[place] = values[place - 1] + np.exp(np.clip(free[place], -20, 20))

        def back(slope: np.ndarray) -> np.ndarray:
            inner = slope.copy()
            for place in reversed(self.later):
                inner[place - 1] += inner[place]
                inner[place] *= np.exp(np.clip(free[place], -20, 20))
            return inner

        return values, back

    def inverse(self, values: np.ndarray) -> np.ndarray:
        free = values.copy()
        for place in self.later:
            free[place] = math.log(max(values[place] - values[place - 1], 0.05))
        return free


def _start(responses: Responses) -> np.ndarray:
    """Skills and difficulties by least squares on the log odds of all cells, thresholds ascending."""
    reached, played = responses.counts()
    share = (reached + 0.5) / (played + 1)
    odds, weight = np.log(share / (1 - share)), np.sqrt(played * share * (1 - share))
    agents, thresholds = np.nonzero(played)
    design = np.zeros((len(agents), sum(reached.shape)))
    rows = np.arange(len(agents))
    design[rows, agents] = 1.0
    design[rows, reached.shape[0] + thresholds] = -1.0
    scale = weight[agents, thresholds]
    found = np.linalg.lstsq(design * scale[:, None], odds[agents, thresholds] * scale, rcond=None)[0]
    found -= found[reached.shape[0] :].mean()
    for first, count in zip(responses.first[:-1], responses.thresholds, strict=True):
        for place in range(reached.shape[0] + first + 1, reached.shape[0] + first + count):
            found[place] = max(found[place], found[place - 1] + 0.05)
    return found


def _described(likelihood: Likelihood, best: np.ndarray, errors: bool) -> Fit:
    """Return the maximum with its standard errors, the zero at the mean difficulty."""
    agents = likelihood.responses.num_agents
    best = best.copy()
    best[-2:] = np.abs(best[-2:])
    best[:-2] -= best[agents:-2].mean()
    count = len(best)
    covariance = sandwich = np.full((count, count), np.nan)
    slopes = likelihood(best, by_deal=True)[1]
    if errors:
        hessian = np.empty((count, count))
        for place in range(count):
            moved = np.tile(best, (2, 1))
            moved[0, place] -= STEP
            moved[1, place] += STEP
            hessian[place] = (likelihood(moved[1])[1] - likelihood(moved[0])[1]) / (2 * STEP)
        inverse = np.linalg.pinv(-(hessian + hessian.T) / 2, rcond=1e-10, hermitian=True)
        centred = np.eye(count)
        centred[:-2, agents:-2] -= 1 / (
            count - 2 - agents
        )  # every skill and difficulty less the mean difficulty
        deals = len(slopes)
        covariance = centred @ inverse @ centred.T
        sandwich = centred @ inverse @ (slopes.T @ slopes * deals / max(1, deals - 1)) @ inverse @ centred.T
    spread = np.sqrt(np.maximum(covariance.diagonal(), sandwich.diagonal()).clip(0))
    return Fit(
        best[:agents],
        best[agents:-2],
        float(best[-2]),
        float(best[-1]),
        float(spread[-2]),
        float(spread[-1]) if likelihood.own else math.nan,
        covariance[:-2, :-2],
        sandwich[:-2, :-2],
    )


# --- what lies beyond the scale ---------------------------------------------------------------------------------------


def connected(responses: Responses) -> tuple[np.ndarray, np.ndarray]:
    """Return which agents (A,) and thresholds (T,) have finite places on the scale, both bool.

    They are the largest set in which nothing is separated from the rest by winning or losing everything against it
    (Fischer 1981): the largest strongly connected component of the graph of who has ever won what, and lost what. Raise
    MissingExtraError without scipy.
    """
    sparse = require("scipy.sparse", "eval", "a scale")
    csgraph = require("scipy.sparse.csgraph", "eval", "a scale")
    reached, played = responses.counts()
    agents, thresholds = reached.shape
    edges = np.zeros((agents + thresholds,) * 2)
    edges[:agents, agents:] = reached > 0
    edges[agents:, :agents] = (played > reached).T
    _, names = csgraph.connected_components(sparse.csr_array(edges), directed=True, connection="strong")
    sizes = [min((names[:agents] == one).sum(), (names[agents:] == one).sum()) * 1000 + (names == one).sum()
             for one in range(names.max() + 1)]  # fmt: skip
    inside = names == int(np.argmax(sizes))
    return inside[:agents], inside[agents:]


def bound(
    deals: Sequence[int],
    others: Sequence[np.ndarray],
    wins: bool,
    deal_sd: float,
    own_sd: float,
    error: float = 0.05,
) -> float:
    """Return the place at which the probability that all games end in the same way is `error`.

    `deals` are the numbers of deals in every group, `others` the places on the scale against which the games of a deal
    were played, one array for every group; `wins`: all games were won (else lost). Return the lowest place of whoever
    won all of them (or the highest of whoever lost all).
    """
    optimize = require("scipy.optimize", "eval", "a scale")
    special = require("scipy.special", "eval", "a scale")
    places, weights = nodes(61)
    sign = 1.0 if wins else -1.0
    spread = math.hypot(deal_sd, own_sd) * places

    def surprise(place: float) -> float:
        logs = 0.0
        for count, against in zip(deals, others, strict=True):
            of_deal = special.log_expit(sign * (place - np.asarray(against)[:, None] + spread)).sum(axis=0)
            logs += count * float(special.logsumexp(of_deal, b=weights))
        return logs - math.log(error)

    ends = surprise(-FAR_OFF), surprise(FAR_OFF)
    if min(ends) > 0 or max(ends) < 0:  # luck explains the one, or nothing does the other
        return (-math.inf if wins else math.inf) if min(ends) > 0 else (math.inf if wins else -math.inf)
    return float(optimize.brentq(surprise, -FAR_OFF, FAR_OFF))
