"""How much of a lead was luck: every draw of a game against others that might have come, by a value fixed beforehand.

After every decision the same action is taken in other states that agree with all that the seats know together
(eurogym.envs.core.declare.unseen), so that only what chance brings differs. What came and those draws are
exchangeable, so the value of what came, less the mean over all of them, is 0 in expectation, whatever the value says
of positions. The sum over a game is its luck: taken off the lead, it changes the variance and not the mean (AIVAT:
Burch et al. 2018). The deal itself, before the first decision, is no part of it; paired deals take care of that.

The sum is kept within [-1, 1]: a step is scaled down where it might lead out, by the extremes of the draws and not
by which of them came, so that its mean stays 0. Bounded values are what always-valid intervals need.
"""

from __future__ import annotations

import hashlib
import importlib
import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework.base import game_kernels, put_copies
from eurogym.agents.framework.search.lookahead import worths
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.declare.unseen import redeal
from eurogym.measure.games.matches import MatchResults

SAMPLES = 6  # draws that the one that came is compared with
PLAYOUTS = 4  # from each of them, over which its value is the mean
DEPTH = 8  # decisions of each seat that a playout takes, where the agents of a game say nothing (LUCK_DEPTH)
SCALE = 0.5  # of the points that count as a full win: a lead of so many is worth tanh(1)
FOLDS = 5
FEWEST_DEALS = 16  # from which a coefficient is estimated
WORTH_SAYING = 1.05  # times the deals, from which the control is said to help


@dataclass(frozen=True)
class LuckControl:
    """Watches the games of a `Cell` and adds the fact "luck": float (n, S, S), of the lead of a seat over another.

    A position is worth what the evaluation of the game's heuristic says after `depth` decisions of every seat by that
    heuristic, the mean of some playouts. code: of the files that judge, so that results name what they were corrected
    by; samples, playouts: see the constants.
    """

    game: str
    depth: int
    code: str
    samples: int = SAMPLES
    playouts: int = PLAYOUTS

    def __call__(self, batch: Any, seating: np.ndarray) -> _Watch:
        return _Watch(self, batch, seating)


def luck_control(game: str) -> LuckControl:
    """The control for a game; raises InputError for one that cannot be drawn anew."""
    found = registry.game(game)
    if found.unseen is None:
        raise InputError(
            f"{game} does not declare what no seat knows (Game.unseen); its luck cannot be measured"
        )
    kernels = game_kernels(found)
    own = importlib.import_module(kernels.package) if kernels.evaluate is not None else None
    return LuckControl(game, getattr(own, "LUCK_DEPTH", DEPTH), code_of(game))


def code_of(game: str) -> str:
    """16 hex digits of the files that judge a game's positions, and of this one."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    kernels = game_kernels(registry.game(game))
    if kernels.evaluate is not None:
        for path in sorted(Path(kernels.evaluate.__code__.co_filename).parent.glob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class _Watch:
    """The luck of the games of a batch so far."""

    def __init__(self, control: LuckControl, batch: Any, seating: np.ndarray):
        self.control, self.batch = control, batch
        self.seats = seating.shape[1]
        self.luck = np.zeros((len(seating), self.seats, self.seats))
        deals = hashlib.sha256(np.asarray(batch.seeds).tobytes() + seating.tobytes()).digest()
        self._rng = np.random.default_rng(list(deals))
        self._side = batch.new_like(1, autoreset=False, observe=False)
        self._ahead = self._side
        self._heuristic = agents.make(agents.heuristic_name(batch.game), game=batch.game)

    def facts(self) -> dict[str, np.ndarray]:
        """The luck (n, S, S)."""
        return {"luck": self.luck}

    def before(self, games: np.ndarray, actions: np.ndarray) -> None:
        """Add what chance is about to bring: `actions` (m,) are taken in `games` (m,) next."""
        games, actions = np.asarray(games), np.asarray(actions)
        draws = self._has_draws(games, actions)
        games, actions = games[draws], actions[draws]
        if not len(games):
            return
        copies = self.control.samples + 1
        side, tables = self._copies(games, copies)
        self._redeal(side, tables[len(games) :])
        side.step(np.tile(actions, copies), games=tables)
        leads = self._leads(side, tables, len(games)).reshape(copies, len(games), self.seats, self.seats)
        self.luck[games] = stepped(self.luck[games], leads)

    def _has_draws(self, games: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Does chance decide anything after these actions, bool (m,)? Told from two other draws alone."""
        side, tables = self._copies(games, 2)
        self._redeal(side, tables)
        before = np.asarray(side.states)["stream_counter"][tables]
        side.step(np.tile(actions, 2), games=tables)
        drawn = (np.asarray(side.states)["stream_counter"][tables] != before).any(axis=1)[: len(games)]
        for seat in range(self.seats):
            one, other = side.observe(tables, np.full(len(tables), seat)).reshape(2, len(games), -1)
            drawn |= (one != other).any(axis=1)
        return drawn

    def _copies(self, games: np.ndarray, count: int) -> tuple[Any, np.ndarray]:
        """Scratch tables with so many copies of the games, one after another."""
        total = count * len(games)
        if self._side.num_envs < total:
            self._side = self.batch.new_like(total, autoreset=False, observe=False)
        return self._side, put_copies(self._side, self.batch, np.tile(games, count))

    def _redeal(self, side: Any, tables: np.ndarray) -> None:
        redeal(side, tables, self._rng.integers(1 << 62, size=len(tables)))

    def _leads(self, side: Any, tables: np.ndarray, games: int) -> np.ndarray:
        """The value (k, S, S) of positions: leads of seats over others in [-1, 1], as played where games are over.

        tables (k,): copies of so many games, one after another; copies of a game meet the same luck in the playouts.
        """
        times = self.control.playouts
        if self._ahead.num_envs < times * len(tables):
            self._ahead = side.new_like(times * len(tables), autoreset=False, observe=False)
        ahead = self._ahead
        every = put_copies(ahead, side, np.tile(tables, times))
        over = np.asarray(ahead.states)["done"][: len(every)] != 0
        luck = self._rng.integers(1 << 62, size=(times, 1, games))
        seeds = np.broadcast_to(luck, (times, len(tables) // games, games)).reshape(-1)
        running = every[~over]
        if len(running):
            redeal(ahead, running, seeds[running])
        self._heuristic.reset(0)
        self._heuristic.luck = np.stack(
            [np.resize(seeds, ahead.num_envs), np.zeros(ahead.num_envs, np.int64)], axis=1
        )
        for _ in range(self.control.depth * self.seats):
            if not len(running):
                break
            ahead.step(self._heuristic.act(ahead, running), games=running)
            running = running[~ahead.dones[running]]
        worth = worths(ahead, every)[:, : self.seats]
        leads = np.tanh((worth[:, :, None] - worth[:, None, :]) / (SCALE * side.game.margin_scale))
        done = np.asarray(ahead.states)["done"][: len(every)] != 0
        places = np.asarray(ahead.final_placements)[: len(every)][:, : self.seats].copy()
        places[over] = np.tile(np.asarray(side.final_placements)[tables][:, : self.seats], (times, 1))[over]
        leads[done] = np.sign(places[:, :, None] - places[:, None, :])[done]
        return leads.reshape(times, len(tables), self.seats, self.seats).mean(axis=0)


def stepped(luck: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The luck (...) after a draw whose values (K, ...) are those of what came and of K - 1 others, within [-1, 1]."""
    mean = values.mean(axis=0)
    up, down = values.max(axis=0) - mean, mean - values.min(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.minimum(np.where(up > 0, (1 - luck) / up, 1), np.where(down > 0, (1 + luck) / down, 1))
    return np.clip(luck + np.minimum(1, room) * (values[0] - mean), -1, 1)  # clipped of rounding alone


def luck_leads(matches: MatchResults, one: int, other: int, deals: int) -> np.ndarray:
    """The luck (deals,) that one agent had against another, averaged as `meetings` averages leads."""
    luck = matches.facts["luck"]
    total, pairs = np.zeros((2, len(matches.agents)))
    for a, b in itertools.permutations(range(matches.agents.shape[1]), 2):
        meet = (matches.agents[:, a] == one) & (matches.agents[:, b] == other)
        total += meet * luck[:, a, b]
        pairs += meet
    by_deal = pairs.reshape(deals, -1).sum(axis=1)
    by_deal[by_deal == 0] = np.nan
    return total.reshape(deals, -1).sum(axis=1) / by_deal


def coefficient(values: np.ndarray, luck: np.ndarray) -> float:
    """The share of the luck (n,) that is best taken off the values (n,), in [0, 1]; 0 for fewer than FEWEST_DEALS."""
    if len(values) < FEWEST_DEALS:
        return 0.0
    spread = float(np.square(luck).mean())  # its mean is known to be 0
    return float(np.clip(((values - values.mean()) * luck).mean() / spread, 0, 1)) if spread > 0 else 0.0


def less_luck(
    values: np.ndarray, luck: np.ndarray, earlier: np.ndarray, earlier_luck: np.ndarray
) -> tuple[np.ndarray, float]:
    """Values (n,) less the luck (n,) in them, with the coefficient of earlier deals (m,), and the room (see `settle`)
    that this takes: neither leaves [-1, 1]."""
    share = coefficient(earlier, earlier_luck)
    return values - share * luck, share


def controlled(values: np.ndarray, luck: np.ndarray) -> np.ndarray:
    """Values (n,) of deals less the luck (n,) in them, each with the coefficient of the deals of the other folds."""
    fold = np.arange(len(values)) % FOLDS
    found = np.array([coefficient(values[fold != k], luck[fold != k]) for k in range(FOLDS)])
    return values - found[fold] * luck


def times_the_deals(values: np.ndarray, luck: np.ndarray) -> float:
    """How many times as many deals without the control tell as much: the ratio of variances; 1 with no spread left."""
    left = controlled(values, luck).var()
    return float(values.var() / left) if left > 0 else 1.0
