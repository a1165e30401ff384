"""Fixed values that progression in words is measured against: random play and the heuristic at a table, on many deals.

Progression is 100 (margin - random) / (heuristic - random). Margins are points ahead of the best rival or, in solo
play, points. The values belong to a table (game, options, opponent, last decisions), not to the games that a model has
played, so that a few games cannot make their difference small by luck. The benchmark for
agents, whose games are many, compares on the same deals instead (`eurogym.measure.benchmark.progression`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework.base import still_running
from eurogym.common import deals
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.standing import margins
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.measure.stats.statistics import NORMAL_QUANTILE, Estimate, mean_interval
from eurogym.play.table import Table
from eurogym.text.table import opening

DEALS = 200
SURE = 4.0  # standard errors by which the heuristic must be ahead of random play
CLEAR = 0.5  # standard deviations of a deal by which it must be ahead
NO_SCALE = "random play and the heuristic do not differ enough at this table for a progression"


@dataclass(frozen=True)
class Yardstick:
    """The values of a table.

    Attributes:
        random, heuristic: mean margins of random play and of the heuristic.
        error: standard error of their difference.
        spread: standard deviation over deals of the margin of random play, mean over seats.
        deals: number of deals, each played in every seat; they are none that models play.
    """

    random: float
    heuristic: float
    error: float
    spread: float
    deals: int

    @property
    def tells(self) -> bool:
        """Whether the heuristic is so far ahead of random play that there is a scale."""
        way = self.heuristic - self.random
        return way > SURE * self.error and way >= CLEAR * self.spread > 0

    def on_scale(self, values: Sequence[float]) -> Estimate:
        """Return the progression that mean margins, one per deal, come to, with its 95 % interval; nan without a scale.

        Where the values say nothing of their spread (a single one, or all alike), that of random play is assumed.
        """
        if not self.tells or not len(values):
            return Estimate(math.nan, math.nan, math.nan)
        mean, low, high = mean_interval(values)
        if math.isnan(low):
            half = NORMAL_QUANTILE * self.spread / math.sqrt(len(values))
            low, high = mean - half, mean + half
        way = self.heuristic - self.random
        return Estimate(*(100 * (one - self.random) / way for one in (mean, low, high)))


@cache
def yardstick(game: Any, options: Any, opponent: str, last: int = 0, count: int = DEALS) -> Yardstick:
    """Measure the values of a table on deals for tuning; the same arguments give the same values.

    Args:
        game, options: what is played.
        opponent: the agent in all other seats.
        last: as for `TextTable`.
        count: number of deals, at least 2.
    """
    seeds = [derive_seed(deals.TUNING.roots.start, "yardstick", deal) for deal in range(count)]
    found = {name: np.empty((options.num_players, count)) for name in ("random", agents.heuristic_name(game))}
    for seat in range(options.num_players):
        tables = [Table(game, options, seed) for seed in seeds]
        for table in tables:
            for action in opening(game, options, table.seed, (seat,), last):
                table.take(action, reversible=False)
        states = np.concatenate([np.array(table.batch.states) for table in tables])
        for name in found:
            seated = {
                one: agents.make(name if one == seat else opponent, game=game)
                for one in range(options.num_players)
            }
            for one, agent in seated.items():
                agent.reset(derive_seed(deals.TUNING.roots.start, "yardstick", seat, one))
            scores = _played_out(tables[0].batch, states, seated)
            found[name][seat] = margins(scores, options.num_teams)[:, seat]
    random, heuristic = (margins_found.mean(axis=0) for margins_found in found.values())
    error = float((heuristic - random).std(ddof=1) / math.sqrt(count))
    spread = float(random.std(ddof=1))
    return Yardstick(
        round(float(random.mean()), 3),
        round(float(heuristic.mean()), 3),
        round(error, 3),
        round(spread, 3),
        count,
    )


def _played_out(batch: BatchedGame, states: np.ndarray, seated: Mapping[int, Any]) -> np.ndarray:
    """Return the final scores, float ``(n, T)``, of n games that the seated agents play to their end from states."""
    many = batch.new_like(len(states), autoreset=False)
    many.load(states)
    for running in still_running(many, np.arange(len(states))):
        seats = many.current_seat[running].copy()
        for seat in np.unique(seats).tolist():
            games = running[seats == seat]
            many.step(seated[seat].act(many, games), games=games)
    return many.final_scores.astype(float)
