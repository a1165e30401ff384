"""Labels made by search: positions of games, and what a truncated search finds every action there to be worth.

A folder of labels holds `labels.json`, what they were made with, and shards `labels_00000.npz`, one for a few games
each. A shard depends on the settings, the seed and its number alone: they may be made in any order, by any number of
threads, and a folder that is not complete is filled up. Values are differences in points of the lead over the best
other seat that is no partner (alone at the table: of the points themselves), those of the choice of the heuristic, or
of another base, being 0; all actions of a simulation meet the same luck.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework.leaf import value_leaf
from eurogym.agents.framework.search import (
    HEURISTIC_PLAYOUT,
    MONTE_CARLO,
    RANDOM_PLAYOUT,
    TO_THE_END,
    Plan,
    Searcher,
)
from eurogym.agents.framework.stored import DamagedError, read_arrays
from eurogym.agents.framework.turn_ends import TurnEnds
from eurogym.envs.core import registry
from eurogym.envs.core.files import replacing, write_text
from eurogym.envs.core.standing import margins
from eurogym.training.deals import TRAINING, root
from eurogym.training.errors import InputError
from eurogym.training.learn.tables import batch_seeds, make_agent

VERSION = 1
MANIFEST = "labels.json"
BASES = ("ppo",)  # who may be compared with besides the heuristic
HALVES = 2  # independent estimates of every value: one to choose by, one to judge by
LINEAR = 1e4  # points; the scale of the search's values, so large that they are linear in the lead


@dataclass(frozen=True)
class LabelConfig:
    """What labels are made with.

    sims: simulations of every legal action in each of the two halves; depth: decisions per playout before the
    evaluation (0: to the end); share: of the decisions that are labelled; agents: who plays the games, drawn for every
    seat (none: the base); follow: share of the seats that take the search's choice where a decision is labelled;
    games: in a shard;
    horizon: how far the heuristic plays on to the position that the network judges (agents/framework/action_values.py);
    base: the agent whose choice all others are compared with, and which the network will stand on; "": the heuristic;
    leaf: the value network that judges where simulations stop, a file, or "network" for the shipped one; "": the
    evaluation does.
    """

    game: str
    players: int = 2
    options: dict[str, Any] = field(default_factory=dict)
    sims: int = 1
    depth: int = 0
    share: float = 0.25
    agents: tuple[str, ...] = ()
    follow: float = 0.3
    games: int = 32
    seed: int = 1
    horizon: int = 0
    base: str = ""
    leaf: str = ""

    def check(self) -> None:
        """Raises InputError naming what makes no sense."""
        for name in ("players", "sims", "games"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}; it must be at least 1")
        if self.depth < 0:
            raise InputError(f"depth is {self.depth}; it must be at least 0 (to the end)")
        if self.horizon < 0:
            raise InputError(f"horizon is {self.horizon}; it must be at least 0 (the end of the turn)")
        bases = (agents.heuristic_name(self.game), *BASES)  # what a network may say that it was compared with
        if self.base and self.base not in bases:
            raise InputError(f"base is {self.base!r}; allowed: {', '.join(bases)}")
        if not 0 < self.share <= 1 or not 0 <= self.follow <= 1:
            raise InputError(
                f"share {self.share} must lie above 0 and up to 1, follow {self.follow} between 0 and 1"
            )

    def told(self) -> dict[str, Any]:
        """The same as plain data, with the version of the game: what the manifest of a folder says."""
        values = asdict(self) | {"agents": list(self.agents)}
        return {"version": VERSION, "game_version": registry.game(self.game).version} | values


def shard_path(folder: Path, number: int) -> Path:
    """Where a shard lies."""
    return folder / f"labels_{number:05d}.npz"


def make_labels(
    config: LabelConfig,
    folder: Path,
    shards: int,
    jobs: int = 1,
    report: Callable[[int, int], None] | None = None,
) -> None:
    """Make the shards 0 .. shards - 1 that are not there yet, on `jobs` threads; `report(number, labels)` after each.

    Raises InputError for a folder with labels that were made otherwise.
    """
    config.check()
    folder.mkdir(parents=True, exist_ok=True)
    manifest = folder / MANIFEST
    if manifest.exists():
        earlier = read_manifest(folder)
        different = [name for name, value in config.told().items() if earlier.get(name) != value]
        if different:
            shown = ", ".join(f"{name} {earlier.get(name)!r}" for name in different)
            raise InputError(
                f"{folder} holds labels that were made with {shown}; name another folder (--out)"
            )
    else:
        write_text(manifest, json.dumps(config.told(), indent=1) + "\n")
    missing = [number for number in range(shards) if not shard_path(folder, number).exists()]
    if not missing:
        return
    Maker(config).prepare()  # compiling is not for several threads at once

    def work(number: int) -> tuple[int, int]:
        arrays = Maker(config).shard(number)
        with replacing(shard_path(folder, number)) as part, open(part, "wb") as file:
            np.savez_compressed(file, **arrays)
        return number, len(arrays["advice"])

    pool = ThreadPoolExecutor(jobs)
    try:
        for number, count in pool.map(work, missing):
            if report is not None:
                report(number, count)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class Maker:
    """Plays the games of shards and labels their decisions."""

    def __init__(self, config: LabelConfig):
        self.config = config
        heuristic = agents.heuristic_name(config.game)
        self.batch = registry.module(config.game).batch(
            num_envs=config.games, num_players=config.players, autoreset=False, **config.options
        )
        self.base = make_agent(config.base or heuristic, config.game, config.seed)
        self.players = [make_agent(name, config.game, config.seed) for name in config.agents]
        self.search = Searcher()
        self.turn_ends = TurnEnds(heuristic, config.horizon)
        self.leaf = value_leaf(self.batch, config.leaf) if config.leaf else None

    def plan(self, depth: int) -> Plan:
        """Simulations of so many decisions (0: to the end), whose values are linear in the lead."""
        return Plan(
            HEURISTIC_PLAYOUT if self.search.has_heuristic else RANDOM_PLAYOUT,
            depth=depth or TO_THE_END, teams=int(self.batch.options.num_teams), margin_scale=LINEAR, lone_scale=LINEAR,
        )  # fmt: skip

    def prepare(self) -> None:
        """Compile all that is needed."""
        self.search.bind(self.batch)
        self.turn_ends.bind(self.batch)
        for agent in (self.base, *self.players):
            agent.prepare(self.batch)

    def shard(self, number: int) -> dict[str, np.ndarray]:
        """The arrays of a shard, see `Labels`."""
        config, batch = self.config, self.batch
        luck = np.random.default_rng([root(TRAINING, config.seed), 1 + number])
        batch.reset(batch_seeds(config.seed, 1 + number, config.games))
        for index, agent in enumerate((self.base, *self.players)):
            agent.reset(int(luck.integers(2**31)) + index)
        self.search.bind(batch)
        streams = luck.integers(0, 2**63 - 1, size=(config.games, 2), dtype=np.uint64)
        shape = (config.games, batch.num_seats)
        sits = luck.integers(0, max(1, len(self.players)), size=shape)
        follows = luck.random(shape) < config.follow
        rows: list[dict[str, np.ndarray]] = []
        running = np.arange(config.games)
        while len(running):
            seats = batch.current_seat[running]
            advice = self.base.act(batch, running)
            actions = advice.copy()
            for index, agent in enumerate(self.players):
                mine = sits[running, seats] == index
                if mine.any():
                    actions[mine] = agent.act(batch, running[mine])
            free = batch.action_masks[running].sum(axis=1) > 1
            at = np.flatnonzero(free & (luck.random(len(running)) < config.share))
            if len(at):
                worlds = luck.integers(0, 2**63 - 1, size=len(at), dtype=np.uint64)
                row = self.label(running[at], advice[at], streams, worlds)
                rows.append(row)
                best = row.pop("best")
                follow = follows[running[at], seats[at]]
                actions[at[follow]] = best[follow]
            batch.step(actions, games=running)
            running = running[~batch.dones[running]]
        return self._joined(rows)

    def label(
        self, games: np.ndarray, advice: np.ndarray, streams: np.ndarray, luck: np.ndarray
    ) -> dict[str, np.ndarray]:
        """What the search says of the decisions in `games` (n,), where the base would do `advice` (n,).

        streams: the search's, by game; luck: (n,) of the ends of the turns.
        """
        config, batch = self.config, self.batch
        masks = np.array(batch.action_masks[games], np.bool_)
        sims = np.full(len(games), config.sims, np.int64)

        def simulate(race: np.ndarray, base: np.ndarray) -> np.ndarray:
            totals = np.zeros((*race.shape, 3))
            self.search.run(
                MONTE_CARLO, batch, race, games, streams,
                plan=self.plan(config.depth), sims=sims, totals=totals, out=base, leaf=self.leaf,
            )  # fmt: skip
            return totals / config.sims

        halves = np.stack([simulate(masks, advice.copy()) for _ in range(HALVES)]) * LINEAR
        alone = np.zeros_like(masks)
        alone[np.arange(len(games)), advice] = True
        value = simulate(alone, np.full(len(games), -1))[alone][:, 1] * LINEAR
        label, actions = np.nonzero(masks)
        codes = np.array(batch.observe(games, batch.current_seat[games]))
        ends, worths = self.turn_ends.look(batch, games, masks.sum(axis=1), actions, luck)
        changed = ends != codes[label]
        row, column = np.nonzero(changed)
        means = halves[..., 1]
        return {
            "codes": codes,
            "num_legal": masks.sum(axis=1).astype(np.int16),
            "actions": actions.astype(np.int16),
            "values": means[:, masks].T.astype(np.float16),
            "worths": worths,
            "num_changed": changed.sum(axis=1).astype(np.int16),
            "changed": column.astype(np.uint16),
            "codes_changed": ends[row, column],
            "advice": advice.astype(np.int16),
            "value": value.astype(np.float32),
            "game": games.astype(np.int32),
            "seat": batch.current_seat[games].astype(np.int8),
            "number": batch.states["num_decisions"][games].astype(np.int32),
            "best": np.where(masks, means.mean(axis=0), -np.inf).argmax(axis=1),
        }

    def _joined(self, rows: list[dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
        """All labels of the games, with what the games came to for the seats that decided."""
        if not rows:
            raise InputError(
                f"no decision of {self.config.games} games was labelled; a larger share, or more games"
            )
        joined = {name: np.concatenate([row[name] for row in rows]) for name in rows[0]}
        scores = self.batch.final_scores.astype(np.float64)
        at = joined["game"], joined["seat"]
        joined["lead"] = margins(scores, self.batch.options.num_teams)[at].astype(np.float32)
        joined["placement"] = self.batch.final_placements[at].astype(np.float32)
        return joined


def read_manifest(folder: Path) -> dict[str, Any]:
    """What the labels of a folder were made with; raises InputError where there are none."""
    try:
        found = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(
            f"{folder} holds no labels ({MANIFEST} is missing); `eurogym label` makes them"
        ) from None
    except (OSError, ValueError) as error:
        raise InputError(f"{folder / MANIFEST} cannot be read: {error}") from None
    if not isinstance(found, dict) or found.get("version") != VERSION:
        raise InputError(f"{folder / MANIFEST} is not of version {VERSION} of this format")
    found = {"horizon": 0, "base": "", "leaf": ""} | found
    kinds = {
        "game": str,
        "players": int,
        "options": dict,
        "seed": int,
        "horizon": int,
        "base": str,
        "leaf": str,
    }
    for name, kind in kinds.items():
        if type(found.get(name)) is not kind:
            raise InputError(
                f"{folder / MANIFEST}: {name} is {found.get(name)!r:.40}, not of kind {kind.__name__}"
            )
    return found


@dataclass
class Labels:
    """The labels of a folder, n of them with k legal actions altogether; see `LabelConfig` for how they were made.

    Attributes:
        codes: uint8 (n, F), what the deciding seat saw.
        start: int64 (n + 1), where the legal actions of each label begin in the arrays of length k.
        actions: int64 (k,), the legal actions of one label after another, in rising order.
        values: float32 (2, k), points by which each is better than the base's choice, by two independent searches.
        worths: float32 (k, 2), the evaluation of the position at the end of the turn that the action begins, in points
            (agents/framework/action_values.py).
        change_start: int64 (k + 1), changed: int64, changed_codes: uint8, which entries of the observation are others
            at the end of that turn, and their codes.
        advice: int64 (n,), the base's choice.
        value: float32 (n,), points of lead that the search promises after the base's choice.
        lead, placement: float32 (n,), what the game came to for the seat.
    """

    codes: np.ndarray
    start: np.ndarray
    actions: np.ndarray
    values: np.ndarray
    worths: np.ndarray
    change_start: np.ndarray
    changed: np.ndarray
    changed_codes: np.ndarray
    advice: np.ndarray
    value: np.ndarray
    lead: np.ndarray
    placement: np.ndarray

    def __len__(self) -> int:
        return len(self.advice)


def spans(start: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of the stretches that begin at `start` (n + 1,) those of `rows` (m,): (row, place) of every entry."""
    counts = start[rows + 1] - start[rows]
    row = np.repeat(np.arange(len(rows)), counts)
    before = np.cumsum(counts) - counts
    return row, np.arange(len(row)) + np.repeat(start[rows] - before, counts)


def shards_of(folder: Path) -> Iterator[dict[str, np.ndarray]]:
    """The arrays of the shards in a folder, in order; raises InputError for one that is damaged."""
    for path in sorted(folder.glob("labels_*.npz")):
        try:
            shard = read_arrays(path)
            check_shard(shard)
        except (OSError, ValueError) as error:
            raise InputError(
                f"{path} is damaged ({error}); delete it, and make it again with `eurogym label`"
            ) from None
        yield shard


def check_shard(shard: dict[str, np.ndarray]) -> None:
    """Raises DamagedError unless the arrays of a shard are those that `Maker.shard` makes, and fit each other."""
    for name, (kinds, _) in SHARD.items():
        if name not in shard:
            raise DamagedError(f"{name} is missing")
        if shard[name].dtype.kind not in kinds:
            raise DamagedError(f"{name} is {shard[name].dtype}")
        if kinds == "f" and not np.isfinite(shard[name]).all():
            raise DamagedError(f"{name} holds numbers that are not finite")
    codes = shard["codes"]
    if codes.ndim != 2 or not codes.size or codes.dtype != np.uint8:
        raise DamagedError(f"codes have shape {codes.shape}")
    lengths = {"n": len(codes), "F": codes.shape[1]}
    for length, counts, per in (("k", "num_legal", "n"), ("c", "num_changed", "k")):
        if shard[counts].shape != (lengths[per],) or shard[counts].min(initial=1) < (length == "k"):
            raise DamagedError(f"{counts} does not say how many there are of each")
        lengths[length] = int(shard[counts].astype(np.int64).sum())
    for name, (_, form) in SHARD.items():
        shape = tuple(lengths.get(one, one) for one in form)
        if shard[name].shape != shape:
            raise DamagedError(f"{name} has shape {shard[name].shape} where {shape} is needed")
    for name in ("actions", "advice", "changed"):
        if shard[name].min(initial=0) < 0:
            raise DamagedError(f"{name} holds numbers below 0")
    if shard["changed"].max(initial=0) >= lengths["F"]:
        raise DamagedError("changed names entries that an observation does not have")


def read_labels(folders: list[Path], most: int = 0, width: int = 0) -> Labels:
    """The labels of some folders, the first `most` of each (0: all). Raises InputError where there are none.

    Observations are filled up with zeros to `width` entries, as those of a table with more seats begin.
    """
    parts: list[dict[str, np.ndarray]] = []
    for folder in folders:
        read_manifest(folder)
        count = 0
        for part in shards_of(folder):
            if most and count >= most:
                break
            if most and count + len(part["advice"]) > most:
                part = first_of(part, most - count)
            part["codes"] = np.pad(part["codes"], ((0, 0), (0, max(0, width - part["codes"].shape[1]))))
            parts.append(part)
            count += len(part["advice"])
    if not parts:
        raise InputError(f"{', '.join(map(str, folders))}: no labels there; `eurogym label` makes them")
    joined = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    start = np.concatenate([[0], np.cumsum(joined["num_legal"].astype(np.int64))])
    change_start = np.concatenate([[0], np.cumsum(joined["num_changed"].astype(np.int64))])
    return Labels(
        codes=joined["codes"],
        start=start,
        actions=joined["actions"].astype(np.int64),
        values=joined["values"].T.astype(np.float32),
        worths=joined["worths"],
        change_start=change_start,
        changed=joined["changed"].astype(np.int64),
        changed_codes=joined["codes_changed"],
        advice=joined["advice"].astype(np.int64),
        value=joined["value"],
        lead=joined["lead"],
        placement=joined["placement"],
    )


SHARD: dict[
    str, tuple[str, tuple[Any, ...]]
] = {  # kinds of numbers, and shape: n labels, k actions, c changes
    "codes": ("u", ("n", "F")),
    "num_legal": ("iu", ("n",)),
    "actions": ("iu", ("k",)),
    "values": ("f", ("k", HALVES)),
    "worths": ("f", ("k", 2)),
    "num_changed": ("iu", ("k",)),
    "changed": ("iu", ("c",)),
    "codes_changed": ("u", ("c",)),
    "advice": ("iu", ("n",)),
    "value": ("f", ("n",)),
    "lead": ("f", ("n",)),
    "placement": ("f", ("n",)),
}
PER_ACTION = ("actions", "values", "worths", "num_changed")  # arrays of a shard; the others are per label
PER_CHANGE = ("changed", "codes_changed")


def first_of(shard: dict[str, np.ndarray], rows: int) -> dict[str, np.ndarray]:
    """The first labels of a shard."""
    legal = int(shard["num_legal"][:rows].astype(np.int64).sum())
    changes = int(shard["num_changed"][:legal].astype(np.int64).sum())
    length = dict.fromkeys(PER_ACTION, legal) | dict.fromkeys(PER_CHANGE, changes)
    return {name: array[: length.get(name, rows)] for name, array in shard.items()}
