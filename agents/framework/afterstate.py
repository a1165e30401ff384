"""Policies that judge where their own turn would end: one network for the positions after every action.

After each legal action the heuristic plays the rest of the turn of the seat, on a copy with sampled secrets and luck,
the same for all actions; in games where a turn decides little it plays on for all seats, as far as the horizon of the
network says. Of the position x_a that the seat then sees, the network says what it is worth, in points:

    q_a = w3 . relu(relu(x_a W1 + b1) W2 + b2) + w . x_a + c . worth_a + action[a]
          + stay[a] if a is the choice of the base

where worth_a is what the game's evaluation says of that position, for the seat alone and against the best other seat,
and the base is the heuristic, or another agent that the network names.
The action with the largest q_a is played, on the mean of several looks, each with luck of its own, where the network
asks for them. What is learned of a position serves every action that leads to one like it;
a network with an output for every action has to learn each of them by itself, and needs many times the examples.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework.base import Agent, Parameter
from eurogym.agents.framework.by_name import first_places, taken
from eurogym.agents.framework.opinion import Opinion
from eurogym.agents.framework.per_table import PerTable
from eurogym.agents.framework.policy import (
    CHECKPOINT_DIR,
    Checkpoint,
    CheckpointError,
    expect_format,
    opening,
)
from eurogym.agents.framework.rng import next_word
from eurogym.agents.framework.search import WORTH, Searcher
from eurogym.agents.framework.stored import (
    as_json,
    check_afterstate,
    check_heuristic,
    check_metadata,
    network_file,
    read_arrays,
)
from eurogym.envs.core.compile import entry
from eurogym.envs.core.files import replacing
from eurogym.envs.core.standing import best_rivals

FORMAT = "eurogym-afterstate"
FORMAT_VERSION = 1
FORCED = 8  # decisions at most that the heuristic takes to end the turn
MOST_AT_ONCE = 2048  # positions on scratch tables
LEVEL = "level"  # in the metadata, true: its points are of the final lead, not only of differences between actions
BASES = ("residual",)  # who may be the base besides the game's heuristic
NUM_WORTHS = 2  # of a position: for the seat, and against the best other seat
INPUT_ARRAYS = ("scale", "first", "direct")  # a row for every entry of an observation
ARRAYS = (*INPUT_ARRAYS, "first_bias", "second", "second_bias", "third", "worths", "action", "stay")


def beside_others(worth: np.ndarray, seats: np.ndarray, teams: int) -> np.ndarray:
    """Points float32 (n, NUM_WORTHS) of seats (n,): their own, and against the best other that is no partner.

    worth: float64 (n, T), of every seat at the table; alone there, both are the own points.
    """
    own = worth[np.arange(len(seats)), seats]
    ahead = own - best_rivals(worth, seats, teams) if worth.shape[1] > 1 else own
    return np.stack([own, ahead], axis=1).astype(np.float32)


class TurnEnds:
    """Plays on after every legal action to the end of the turn, or for a number of decisions, on scratch tables.

    horizon: decisions for every seat at the table, all seats together; 0 for the end of the turn.
    """

    def __init__(self, heuristic: str, horizon: int = 0):
        self.heuristic_name, self.horizon = heuristic, horizon
        self._key: Any = None

    def bind(self, batch: Any) -> None:
        """Make ready for the tables of `batch`."""
        key = batch.options
        if self._key is not key:
            self._key = key
            self.heuristic = agents.make(self.heuristic_name, game=batch.game)
            self.search = Searcher().bind(batch)
            self.side = batch.new_like(1, autoreset=False, observe=False)
            self.heuristic.prepare(self.side)

    def look(
        self, batch: Any, games: np.ndarray, counts: np.ndarray, actions: np.ndarray, luck: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """What the seats to move in `games` (n,) see where the playing on ends, and what that is worth.

        actions: (k,), of every game its legal ones, counts (n,) of them; luck: uint64 (n,), a number below 2**63 for
        every game, by which secrets and luck are sampled. Returns codes uint8 (k, F) and points float32 (k, 2).
        """
        self.bind(batch)
        which = np.repeat(np.arange(len(games)), counts)
        codes = np.empty((len(actions), batch.layout.size), np.uint8)
        points = np.empty((len(actions), NUM_WORTHS), np.float32)
        for begin in range(0, len(actions), MOST_AT_ONCE):
            part = slice(begin, begin + MOST_AT_ONCE)
            rows = which[part]
            seats = batch.current_seat[games][rows]
            codes[part], points[part] = self._some(batch, games[rows], seats, actions[part], luck[rows])
        return codes, points

    def _some(
        self, batch: Any, games: np.ndarray, seats: np.ndarray, actions: np.ndarray, luck: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """The same for as many positions as there are scratch tables."""
        count = len(actions)
        if self.side.num_envs < count:
            self.side = batch.new_like(min(2 * count, MOST_AT_ONCE), autoreset=False, observe=False)
        side, tables = self.side, np.arange(count)
        np.asarray(side.states)[:count] = np.asarray(batch.states)[games]
        side.refresh(tables)
        side.determinize(tables, seats, luck)
        self.heuristic.reset(0)
        if self.horizon:  # playing on for long, the actions of a game are to meet the same luck there, too
            self.heuristic.luck = np.stack([luck, np.zeros_like(luck)], axis=1)
        side.step(actions, games=tables)
        going = tables
        for _ in range(self.horizon * side.num_seats or FORCED):
            on = ~side.dones[going]
            if not self.horizon:
                on &= side.current_seat[going] == seats[going]
            going = going[on]
            if not len(going):
                break
            side.step(self.heuristic.act(side, going), games=going)
        totals = np.zeros((count, side.table_seats, 3))
        self.search.run(
            WORTH, side, side.action_masks, tables, np.zeros((side.num_envs, 2), np.uint64), totals=totals
        )
        worth, teams = totals[..., 0], side.options.num_teams
        if self.horizon:
            over = tables[side.dones[:count]]
            worth[over] = side.final_scores[over]
        return side.observe(tables, seats), beside_others(worth, seats, teams)


@dataclass(frozen=True)
class AfterstateNetwork:
    """The arrays of the formula above, float32.

    scale: (F,), observation = codes * scale; first: (F, H), first_bias: (H,), second: (H, G), second_bias: (G,),
    third: (G,), direct: (F,), worths: (2,), action: (A,), stay: (A,).
    """

    scale: np.ndarray
    first: np.ndarray
    first_bias: np.ndarray
    second: np.ndarray
    second_bias: np.ndarray
    third: np.ndarray
    direct: np.ndarray
    worths: np.ndarray
    action: np.ndarray
    stay: np.ndarray

    def __post_init__(self) -> None:
        both = np.concatenate([self.first, self.direct[:, None]], axis=1) * self.scale[:, None]
        object.__setattr__(self, "_entry", np.ascontiguousarray(both, np.float32))

    def with_inputs(self, num_inputs: int) -> AfterstateNetwork:
        """The same network for `num_inputs` observation entries; those that only one of the two has are zero."""
        if num_inputs == len(self.scale):
            return self
        places = first_places(num_inputs, len(self.scale))
        return replace(self, **{name: taken(getattr(self, name), places, 0) for name in INPUT_ARRAYS})

    def points(
        self, codes: np.ndarray, worths: np.ndarray, actions: np.ndarray, advised: np.ndarray
    ) -> np.ndarray:
        """What k actions are worth, float32 (k,): codes uint8 (k, F) and worths (k, 2) of the positions they lead to,
        actions (k,), and whether each is the base's choice, bool (k,).
        """
        entered = codes.astype(np.float32) @ self._entry
        hidden = np.maximum(entered[:, :-1] + self.first_bias, 0.0)
        hidden = np.maximum(hidden @ self.second + self.second_bias, 0.0)
        found = hidden @ self.third + entered[:, -1] + worths @ self.worths + self.action[actions]
        return found + np.where(advised, self.stay[actions], np.float32(0.0))


def save_afterstate(path: str | os.PathLike, network: AfterstateNetwork, metadata: dict[str, Any]) -> Path:
    """Write a network and what it was trained for to `path` (.npz), in one step; returns the path.

    metadata: of `agents.framework.policy.describe_batch`; `heuristic`, the agent that plays on; `base`, the one whose
    choice is raised (absent or empty: the same); `horizon`, how far (see `TurnEnds`;
    absent: 0), `looks`, how often (absent: 1), and `trust`, the points by which that choice is raised beyond what was
    learned (absent: 0).
    """
    path = Path(path)
    arrays = {name: np.asarray(getattr(network, name), np.float32) for name in ARRAYS}
    told = {"format": FORMAT, "format_version": FORMAT_VERSION, **metadata}
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as part, open(part, "wb") as file:
        np.savez_compressed(file, metadata=np.array(json.dumps(told)), **arrays)
    return path


def load_afterstate(path: str | os.PathLike) -> Checkpoint:
    """Read a network with its metadata: a file, or the folder of a run with one.

    Raises CheckpointError for what is missing, damaged, another's, or asks for what a network may not have.
    """
    with opening(path):
        path = network_file(path)
        arrays = read_arrays(path)
        metadata = as_json(arrays["metadata"])
        expect_format(path, metadata, FORMAT, FORMAT_VERSION)
        found = {name: arrays[name] for name in ARRAYS}
        check_afterstate(found)
        network = AfterstateNetwork(**found)
        check_metadata(metadata, len(network.scale), len(network.action))
        check_heuristic(metadata["heuristic"], metadata["game"])
        check_heuristic(metadata.get("base") or metadata["heuristic"], metadata["game"], BASES)
        return Checkpoint(network, metadata, str(path))


def shipped_afterstates(game: str) -> list[Path]:
    """Those that come with the package: files `<game>_*.npz` in `agents/checkpoints/afterstate`."""
    return sorted((CHECKPOINT_DIR / "afterstate").glob(f"{game}_*.npz"))


def afterstate_for(batch: Any) -> Checkpoint:
    """The shipped network of exactly these options. Raises CheckpointError where there is none."""
    found = [load_afterstate(path) for path in shipped_afterstates(batch.game.name)]
    for checkpoint in found:
        if misfit(checkpoint, batch) is None and checkpoint.distance(batch) == (0, 0):
            return checkpoint
    there = "; ".join(f"{Path(one.path).name} plays {one.trained_for(batch.game)}" for one in found)
    raise CheckpointError(
        f"no network of the agent afterstate ships for this table of {batch.game.name}"
        + (f" ({there})" if there else "")
        + "; make one: eurogym label, eurogym distil"
    )


def misfit(checkpoint: Checkpoint, batch: Any) -> str | None:
    """Why a network does not fit a table, in words; None where it does."""
    size, seated = len(checkpoint.network.scale), batch.layout.size_with(batch.table_seats)
    if size < seated:
        return f"it sees {size} entries of an observation, these tables have {seated}"
    return checkpoint.mismatch(batch)


@entry
def draw_words(streams, games, out):
    """A number below 2**63 of the stream of every game."""
    for k in range(games.shape[0]):
        out[k] = next_word(streams[games[k]]) >> np.uint64(1)


@dataclass(frozen=True)
class Fit:
    """What the agent plays a table with, by the metadata of its network (see `save_afterstate`) or its parameters."""

    network: AfterstateNetwork
    base: Any
    turn_ends: TurnEnds
    looks: int
    trust: float


class AfterstateAgent(Agent):
    """Plays a network of `eurogym distil`, which has learned from search, with numpy alone."""

    compiled_parts = ("policy", "search")
    needs_observations = True  # the base may
    parameters = (
        Parameter("path", str, "", "checkpoint file; without it the shipped one of the table"),
        Parameter(
            "trust",
            float,
            None,
            "points by which another action must be better than the base's choice to replace it; None: as the network "
            "asks for",
            low=0.0,
        ),
        Parameter(
            "looks",
            int,
            0,
            "samples of what is hidden and of luck that every action is judged by; 0: as the network asks for",
            low=0,
        ),
    )

    def __init__(self, name: str, **values: Any):
        super().__init__(name, **values)
        self._given = load_afterstate(self.path) if self.path else None
        self._fitted = PerTable(self._fit)

    def reset(self, seed: int) -> None:
        """Start the own random streams again, and those of the base."""
        super().reset(seed)
        for fit in self._fitted.made:
            fit.base.reset(seed)

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """One legal action (n,) int64 for each game index in `games`. Raises CheckpointError on a misfit."""
        return self.weigh(batch, games)[0]

    def weigh(self, batch: Any, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The actions of `act` (n,), and what every action is worth in points, the base's choice raised by `trust`:
        float32 (n, A), -inf for illegal ones and throughout where there is but one. Raises CheckpointError on a misfit.
        """
        games, fit = np.asarray(games, np.int64), self._fitted(batch)
        advice = self._advice(batch, games)
        masks = np.asarray(batch.action_masks)[games].astype(np.bool_)
        masks[masks.sum(axis=1) <= 1] = False  # nothing to think about
        counts = masks.sum(axis=1)
        label, actions = np.nonzero(masks)
        found = np.full(masks.shape, -np.inf, np.float32)
        if not len(actions):
            draw_words(self.streams(batch.num_envs), games, np.zeros(len(games), np.uint64))
            return advice, found
        advised = actions == advice[label]
        found[label, actions] = self._judged(batch, games, counts, actions, advised)
        found[label[advised], actions[advised]] += np.float32(fit.trust)
        return np.where(counts > 0, found.argmax(axis=1), advice), found

    def opinion(self, batch: Any, game: int) -> Opinion:
        """Its choice, with the points of every legal action beside the base's choice."""
        games, fit = np.array([game]), self._fitted(batch)
        before = fit.base.luck, self.luck
        advice = self._advice(batch, games)
        actions = np.flatnonzero(batch.action_masks[game])
        points = self._judged(batch, games, np.array([len(actions)]), actions, actions == advice[0])
        fit.base.luck, self.luck = before
        points = points - points[actions == advice[0]]
        numbers = dict(zip(actions.tolist(), points.tolist(), strict=True))
        return Opinion(
            int(self.act(batch, games)[0]), numbers, f"points beside what {fit.base.name} would do"
        )

    def _advice(self, batch: Any, games: np.ndarray) -> np.ndarray:
        base = self._fitted(batch).base
        base.first_slot = self.first_slot
        return base.act(batch, games)

    def _judged(
        self, batch: Any, games: np.ndarray, counts: np.ndarray, actions: np.ndarray, advised: np.ndarray
    ) -> np.ndarray:
        """Points (k,) of the legal actions, on the mean of all looks."""
        fit, luck, total = self._fitted(batch), np.zeros(len(games), np.uint64), np.float32(0.0)
        for _ in range(fit.looks):
            draw_words(self.streams(batch.num_envs), games, luck)
            codes, worths = fit.turn_ends.look(batch, games, counts, actions, luck)
            total = total + fit.network.points(codes, worths, actions, advised)
        return total / np.float32(fit.looks)

    def _fit(self, batch: Any) -> Fit:
        checkpoint = self._given or afterstate_for(batch)
        reason = misfit(checkpoint, batch)
        if reason:
            raise CheckpointError(f"checkpoint {checkpoint.path} cannot play here: {reason}")
        told = checkpoint.metadata
        base = agents.make(told.get("base") or told["heuristic"], game=batch.game)
        base.reset(self._seed)
        base.prepare(batch)
        turn_ends = TurnEnds(told["heuristic"], told.get("horizon", 0))
        turn_ends.bind(batch)
        return Fit(
            checkpoint.network.with_inputs(batch.layout.size),
            base,
            turn_ends,
            self.looks or told.get("looks", 1),
            told.get("trust", 0.0) if self.trust is None else self.trust,
        )
