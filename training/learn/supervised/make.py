"""Labels are made: games are played, and a truncated search says what every action at their positions is worth.

A shard depends on the settings, the seed and its number alone: shards may be made in any order, by any number of
threads, and a folder that is not complete is filled up.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from eurogym import agents
from eurogym.agents.framework.base import still_running
from eurogym.agents.framework.search.action_values import base_agent
from eurogym.agents.framework.search.lookahead import TO_THE_END, Plan, Searcher
from eurogym.agents.framework.search.simulations import HEURISTIC_PLAYOUT, MONTE_CARLO, RANDOM_PLAYOUT
from eurogym.agents.framework.search.turn_ends import TurnEnds
from eurogym.common.deals import TRAINING, root
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.declare.standing import margins
from eurogym.envs.core.files import replacing, write_text
from eurogym.measure.games.cluster import connected, scatter
from eurogym.measure.games.kept import sums_of
from eurogym.training.learn.supervised.config import LabelConfig
from eurogym.training.learn.supervised.labels import HALVES, MANIFEST, read_manifest, shard_path
from eurogym.training.learn.tables import act_by_seat, batch_seeds, make_agent

FOLLOW = 0.3  # share of the seats that play the search's choice at labelled decisions
LINEAR = 1e4  # points; the scale of the search's values, so large that they are linear in the lead


def make_labels(
    config: LabelConfig,
    folder: Path,
    shards: int,
    jobs: int = 1,
    report: Callable[[int, int], None] | None = None,
    cluster: str = "",
) -> None:
    """Make the shards 0 .. shards - 1 that are not there yet, on `jobs` threads, or on a Ray cluster at an address;
    `report(number, labels)` after each.

    Raises InputError for a folder with labels that were made otherwise.
    """
    config.check()
    manifest, asked = folder / MANIFEST, config.as_data()
    asked["files"] = sums_of([config.base, *config.agents])  # what lies at a place may change
    if manifest.exists():
        earlier = {"files": asked["files"]} | read_manifest(folder)
        different = [name for name, value in asked.items() if earlier.get(name) != value]
        if different:
            shown = ", ".join(f"{name} {earlier.get(name)!r}" for name in different)
            raise InputError(
                f"{folder} contains labels that were made with {shown}; name another folder (--out)"
            )
    missing = [number for number in range(shards) if not shard_path(folder, number).exists()]
    if not missing:
        return
    Maker(config).prepare()  # compiling is not for several threads at once
    folder.mkdir(parents=True, exist_ok=True)
    if not manifest.exists():  # only now: what cannot be played may be asked for otherwise in the same folder
        write_text(manifest, json.dumps(asked, indent=1) + "\n")

    def write(number: int, arrays: dict[str, np.ndarray]) -> tuple[int, int]:
        with replacing(shard_path(folder, number)) as file:
            np.savez_compressed(file, **arrays)
        return number, len(arrays["advice"])

    with contextlib.ExitStack() as until:
        if cluster:
            ray, tasks = until.enter_context(connected(cluster)), [(number,) for number in missing]
            made = scatter(ray, [config.game], shard_of, [config], tasks, lambda task: f"shard {task[0]}")
            written = (write(number, arrays) for (number,), arrays in made)
        else:
            pool = ThreadPoolExecutor(jobs)
            until.callback(pool.shutdown, wait=True, cancel_futures=True)
            written = pool.map(lambda number: write(number, shard_of(config, number)), missing)
        for number, count in written:
            if report is not None:
                report(number, count)


def shard_of(config: LabelConfig, number: int) -> dict[str, np.ndarray]:
    """Return the arrays of a shard."""
    return Maker(config).shard(number)


class Maker:
    """Plays the games of shards and labels their decisions."""

    def __init__(self, config: LabelConfig):
        self.config = config
        heuristic = agents.heuristic_name(config.game)
        self.batch = registry.module(config.game).batch(
            num_envs=config.games, num_players=config.players, autoreset=False, **config.options
        )
        self.base = base_agent(config.base or heuristic, config.game)
        self.players = [make_agent(name, config.game, config.seed) for name in config.agents]
        self.search = Searcher()
        self.turn_ends = TurnEnds(heuristic)

    def prepare(self) -> None:
        """Compile all that is needed."""
        self.search.bind(self.batch)
        self.turn_ends.bind(self.batch)
        for agent in (self.base, *self.players):
            agent.prepare(self.batch)

    def shard(self, number: int) -> dict[str, np.ndarray]:
        """Return the arrays of a shard, see `labels.SHARD`."""
        config, batch = self.config, self.batch
        rng = np.random.default_rng([root(TRAINING, config.seed), 1 + number])
        batch.reset(batch_seeds(config.seed, 1 + number, config.games))
        for index, agent in enumerate((self.base, *self.players)):
            agent.reset(int(rng.integers(2**31)) + index)
        self.search.bind(batch)
        streams = rng.integers(0, 2**63 - 1, size=(config.games, 2), dtype=np.uint64)
        shape = (config.games, batch.num_seats)
        sits = rng.integers(0, max(1, len(self.players)), size=shape)
        follows = rng.random(shape) < FOLLOW
        rows: list[dict[str, np.ndarray]] = []
        for running in still_running(batch, np.arange(config.games)):
            seats = batch.current_seat[running]
            advice = self.base.act(batch, running)
            actions = advice.copy()
            act_by_seat(self.players, sits, batch, running, actions)
            free = batch.action_masks[running].sum(axis=1) > 1
            at = np.flatnonzero(free & (rng.random(len(running)) < config.share))
            if len(at):
                worlds = rng.integers(0, 2**63 - 1, size=len(at), dtype=np.uint64)
                row = self.label(running[at], advice[at], streams, worlds)
                rows.append(row)
                best = row.pop("best")
                follow = follows[running[at], seats[at]]
                actions[at[follow]] = best[follow]
            batch.step(actions, games=running)
        return self._joined(rows)

    def label(
        self, games: np.ndarray, advice: np.ndarray, streams: np.ndarray, rng: np.ndarray
    ) -> dict[str, np.ndarray]:
        """Return what the search says of the decisions in `games` (n,), where the base would do `advice` (n,).

        streams: the search's, by game; luck: (n,) of the ends of the turns.
        """
        config, batch = self.config, self.batch
        masks = np.array(batch.action_masks[games], np.bool_)
        sims = np.full(len(games), config.sims, np.int64)
        plan = Plan(
            HEURISTIC_PLAYOUT if self.search.has_heuristic else RANDOM_PLAYOUT,
            depth=config.depth or TO_THE_END, teams=int(batch.options.num_teams), margin_scale=LINEAR,
            lone_scale=LINEAR,
        )  # fmt: skip

        def simulate(race: np.ndarray, base: np.ndarray) -> np.ndarray:
            totals = np.zeros((*race.shape, 3))
            self.search.run(
                MONTE_CARLO, batch, race, games, streams,
                plan=plan, sims=sims, totals=totals, out=base,
            )  # fmt: skip
            return totals / config.sims

        halves = np.stack([simulate(masks, advice.copy()) for _ in range(HALVES)]) * LINEAR
        alone = np.zeros_like(masks)
        alone[np.arange(len(games)), advice] = True
        value = simulate(alone, np.full(len(games), -1))[alone][:, 1] * LINEAR
        label, actions = np.nonzero(masks)
        codes = np.array(batch.observe(games, batch.current_seat[games]))
        ends, worths = self.turn_ends.look(batch, games, masks.sum(axis=1), actions, rng)
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
        """Return all labels of the games, with what the games came to for the seats that decided."""
        if not rows:
            raise InputError(
                f"no decision of {self.config.games} games was labelled; use a larger share or more games"
            )
        joined = {name: np.concatenate([row[name] for row in rows]) for name in rows[0]}
        scores = self.batch.final_scores.astype(np.float64)
        at = joined["game"], joined["seat"]
        joined["lead"] = margins(scores, self.batch.options.num_teams)[at].astype(np.float32)
        joined["placement"] = self.batch.final_placements[at].astype(np.float32)
        return joined
