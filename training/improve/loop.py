"""Generation after generation: labels from the policy's search, a policy that learned them, a duel of both."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.agents.framework.networks.checkpoint import (
    Checkpoint,
    describe_batch,
    load_checkpoint,
    save_checkpoint,
)
from eurogym.agents.framework.networks.manifest import load_start, policy_for, value_for
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.agents.framework.networks.policy import PolicyAgent
from eurogym.agents.framework.search.leaf import NETWORK, value_leaf
from eurogym.common.deals import TUNING
from eurogym.common.errors import InputError
from eurogym.common.files import held
from eurogym.envs.core import registry
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.files import copy_file, json_text, make_folder, write_text
from eurogym.envs.core.forms import Flag, Form, ListOf, MapOf, Maybe, Number, Record, Whole, read_json
from eurogym.measure.compare import run_compare
from eurogym.measure.games.blocks import Work
from eurogym.training.improve.config import ImproveConfig
from eurogym.training.improve.labels import Labels, make_labels, read_labels
from eurogym.training.improve.learner import PolicyLearner
from eurogym.training.improve.page import TABLE, gain_text, named, page
from eurogym.training.learn.run import pick_device
from eurogym.training.learn.supervised.values import ValueConfig, ValueLearner
from eurogym.training.learn.tables import differing

CONFIG, GENERATIONS, POLICY, VALUES, PAGE = (
    "improve.json",
    "generations.json",
    "policy.npz",
    "values.npz",
    "index.html",
)
VALUE_RATE = 5e-4  # of values that learn on
ERRORS = 0.05  # of all duels of a generation together, at most
LOCK, LABELS, LEARNED, DUEL, SPENT = ".lock", "labels", "policy.npz", "duel.json", "minutes.json"
KEPT = ("epoch", "gain", "gain_low", "gain_high", "changed")  # of the best epoch
BEST = {
    "epoch": Whole(),
    **{name: Number() for name in ("gain", "changed")},
    **{name: Maybe(Number()) for name in ("gain_low", "gain_high")},
}
DUELS = ListOf(
    Record(
        {name: Whole() if name in ("num_players", "deals") else Number() for name in TABLE},
        open=True,
    )
)
ROWS = ListOf(
    Record(
        {
            "generation": Whole(),
            "decisions": Whole(),
            **BEST,
            "search_gain": Number(),
            "duels": DUELS,
            "takes_over": Flag(),
            "minutes": Number(0),
        },
        open=True,
    )
)
LEARNING = Record({"decisions": Whole(), "epochs": ListOf(Record(BEST, open=True), 1)}, open=True)


class Improvement:
    """A run in a folder; the same config goes on with it, also in the middle of a generation.

    The folder holds improve.json, what was asked for; generations.json, a row for each; policy.npz, what plays best so
    far, and values.npz, its values once one has taken over; index.html, the page; and a folder for each generation.
    Raises InputError for a folder with another run, or at work; CheckpointError for a policy that does not play all
    the tables.
    """

    def __init__(
        self, config: ImproveConfig, folder: str | Path, work: Work, tell: Callable[[str], None] = print
    ):
        config.check()
        pick_device(config.device)
        self.config, self.folder, self.work, self.tell = config, Path(folder), work, tell
        self.batches = [registry.module(config.game).batch(num_envs=1, **table) for table in config.tables()]
        self._check_tables()
        self._check_claim()
        self.generations: list[dict[str, Any]] = _read(self.folder / GENERATIONS, ROWS) or []
        if self.policy.exists():
            return
        if self.generations:
            raise InputError(
                f"{self.policy} is missing, but {GENERATIONS} records a run; start another (--out)"
            )
        self._begin()

    @property
    def policy(self) -> Path:
        """What plays best so far."""
        return self.folder / POLICY

    @property
    def values(self) -> str:
        """The file of the values that its search asks, or "network" for those that ship."""
        own = self.folder / VALUES
        return str(own) if own.exists() else self.config.values or NETWORK

    def _values_file(self) -> str:
        """Return the file of the values that its search asks, also where they are those that ship."""
        shipped = value_for(self.batches[-1]) if self.values == NETWORK else None
        return shipped.path if shipped else self.values

    def _check_tables(self) -> None:
        """One network learns from the labels of all tables, so all of them show it the same."""
        if what := differing(self.batches):
            raise InputError(
                f"these tables have different {what}, but one network learns from all of them; "
                f"leave out of --vary what changes them ({', '.join(self.config.vary)})"
            )

    def _check_claim(self) -> None:
        kept, asked = _read(self.folder / CONFIG, MapOf()), json.loads(json.dumps(self.config.as_data()))
        if kept is None:
            foreign = [name for name in (POLICY, VALUES, GENERATIONS) if (self.folder / name).exists()]
            if foreign:
                raise InputError(
                    f"{self.folder} contains {', '.join(foreign)}, but no {CONFIG} of a run to continue; name "
                    "another folder (--out)"
                )
            return
        other = sorted(name for name in asked if kept.get(name) != asked[name])
        if other:
            raise InputError(
                f"{self.folder} contains a run with another {', '.join(other)}; name another folder (--out)"
            )

    def _begin(self) -> None:
        """Write what was asked for and the policy to begin with.

        Raises CheckpointError where one table needs another policy, or has no values; then nothing is written.
        """
        config = self.config
        found = [self._start(batch) for batch in self.batches]
        if len({one.path for one in found}) > 1:
            raise CheckpointError(
                "these tables have several policies, "
                + ", ".join(sorted({Path(one.path).name for one in found}))
                + "; improve one after another (--players)"
            )
        for batch in self.batches:
            value_leaf(batch, config.values or NETWORK)
        self.folder.mkdir(parents=True, exist_ok=True)
        write_text(self.folder / CONFIG, json_text(config.as_data()))
        save_checkpoint(self.policy, found[0].network, found[0].metadata)

    def _start(self, batch: Any) -> Checkpoint:
        found = load_start(self.config.start) if self.config.start else policy_for(batch)
        PolicyAgent(found).prepare(batch)
        return found

    def run(self, generations: int, minutes: float = 0.0) -> list[dict[str, Any]]:
        """Go on until there are so many generations, or no new one is begun after so many minutes; returns all rows."""
        until = time.monotonic() + 60 * minutes if minutes else float("inf")
        with held(self.folder / LOCK, f"another run is at work in {self.folder}"):
            while len(self.generations) < generations and time.monotonic() < until:
                self._generation(len(self.generations) + 1)
        return self.generations

    def _generation(self, number: int) -> None:
        folder = self.folder / f"generation_{number:02d}"
        make_folder(folder)
        clock = _Clock(folder / SPENT)

        def tell(words: str, of: int) -> None:
            clock.keep()  # now and then, for a run may be killed
            self.tell(f"generation {of}: {words}")

        try:
            for one in self._window(number):  # of those before only files that were removed
                make_labels(
                    self.config, one, self.policy, self.values, self._labels(one), self.work, partial(tell, of=one)
                )  # fmt: skip
            row = {"generation": number} | self._learned(number, folder)
            row["duels"] = self._duels(number, folder)
            row["takes_over"] = takes_over(row["duels"])
            if row["takes_over"]:
                self._values(number, folder)
                copy_file(folder / LEARNED, self.policy)
        finally:
            clock.keep()
        row["minutes"] = clock.minutes
        self.generations.append(row)
        write_text(self.folder / GENERATIONS, json_text(self.generations))
        write_text(self.folder / PAGE, page(self.config, self.generations))
        self.tell(line_of(row))

    def _window(self, number: int) -> range:
        """Return the generations of the policy so far whose labels count, up to this one."""
        taken = max((row["generation"] for row in self.generations if row["takes_over"]), default=0)
        return range(max(taken, number - self.config.window) + 1, number + 1)

    def _labels(self, number: int) -> Path:
        """Return where the labels of a generation lie."""
        return self.folder / f"generation_{number:02d}" / LABELS

    def _learned(self, number: int, folder: Path) -> dict[str, Any]:
        """Learn from the labels of the policy so far, this generation's and those before it; what came of it."""
        curve = _read(folder / "curve.json", LEARNING)
        folders = [self._labels(one) for one in self._window(number)]
        held_out = read_labels(folders[-1:], len(self.batches), held_out=True)
        if len(held_out) < 2:
            raise InputError(
                "fewer than two decisions were held out; ask for more --games or a larger --share"
            )
        if curve is None or not (folder / LEARNED).exists():
            labels = read_labels(folders, len(self.batches), held_out=False)
            learner = PolicyLearner(self.config, *self._network(), labels, held_out)
            curve = {"decisions": len(labels), "epochs": learner.run(self._epoch)}
            self._save(learner, folder / LEARNED)
            write_text(folder / "curve.json", json_text(curve))
        return {"decisions": curve["decisions"], **_summed(held_out, curve["epochs"])}

    def _epoch(self, row: dict[str, Any]) -> None:
        self.tell(
            f"  epoch {row['epoch']}: gain {gain_text(row)} a decision, "
            f"{100 * row['changed']:.1f} % of the choices are others"
        )

    def _network(self) -> tuple[Any, np.ndarray]:
        agent, batch = PolicyAgent(str(self.policy)), self.batches[-1]
        return agent.network_for(batch), np.asarray(batch.layout.scale, np.float32)

    def _save(self, learner: PolicyLearner, path: Path) -> None:
        metadata = describe_batch(self.batches[-1])
        metadata["options"] = [batch.options.as_dict() for batch in self.batches]
        files = {name: Path(getattr(self.config, name)).name for name in ("start", "values")}
        config = {
            "config": self.config.as_data() | files,
            "command": self.config.command,
            "algorithm": "improve",
        }
        save_checkpoint(path, learner.network.export(), metadata | config)

    def _duels(self, number: int, folder: Path) -> list[dict[str, Any]]:
        """Return the learned policy against the one it began with, table by table."""
        done, tables = _read(folder / DUEL, DUELS) or [], self.config.tables()
        confidence = 1 - ERRORS / len(tables)
        for table in tables[len(done) :]:
            options = {
                name: value for name, value in table.items() if name not in ("num_players", "pad_seats")
            }
            found = run_compare(
                self.config.game,
                f"ppo:path={folder / LEARNED}",
                f"ppo:path={self.policy}",
                table["num_players"],
                self.config.most_deals,
                derive_seed(self.config.seed, "duel", number) % 2**60,
                self.config.smallest_effect,
                options,
                confidence,
                work=replace(self.work, kept=None),
                purpose=TUNING,
            )
            low, high = found.found.interval
            varied = {name: options[name] for name in self.config.vary}
            result = {"lead": found.found.mean, "low": low, "high": high, "deals": found.deals}
            done.append({"num_players": table["num_players"], **varied, **result})
            write_text(folder / DUEL, json_text(done))
        return done

    def _values(self, number: int, folder: Path) -> None:
        """Values learn on from games of the policy that takes over."""
        config = self.config
        if not config.value_games:
            return
        start = self._values_file()
        hidden = [len(bias) for _, bias in load_checkpoint(start).network.value[:-1]]
        values = ValueConfig(
            game=config.game, players=sorted(set(config.players)), options=config.options, vary=config.vary,
            agents=[f"ppo:path={folder / LEARNED}"], games=config.value_games, start=start, hidden=hidden, seed=number,
            learning_rate=VALUE_RATE,
            threads=config.threads, device=config.device, out=str(folder / "values"), command=config.command,
        )  # fmt: skip
        _, path = ValueLearner(values).carry_out()
        copy_file(path, self.folder / VALUES)


class _Clock:
    """The minutes that a generation takes, in all the sessions that it is done in: a file tells those before."""

    def __init__(self, path: Path):
        kept = _read(path, Number(0))
        self.path, self.before, self.started = path, kept or 0.0, time.monotonic()

    @property
    def minutes(self) -> float:
        """So far."""
        return self.before + (time.monotonic() - self.started) / 60

    def keep(self) -> None:
        """Write them down."""
        write_text(self.path, json_text(self.minutes))


def takes_over(duels: list[dict[str, Any]]) -> bool:
    """Return whether a policy is ahead for certain at one table, and behind for certain at none."""
    return any(one["low"] > 0 for one in duels) and not any(one["high"] < 0 for one in duels)


def line_of(row: dict[str, Any]) -> str:
    """Return a generation in words."""
    duels = "; ".join(f"{named(one)} {in_words(one)}" for one in row["duels"])
    return (
        f"generation {row['generation']}: {row['decisions']} decisions; the search gains {row['search_gain']:+.4f}, "
        f"the policy learned {gain_text(row)}; against the one before: {duels}: "
        f"{'it takes over' if row['takes_over'] else 'it does not take over'} ({row['minutes']:.1f} minutes)"
    )


def in_words(duel: dict[str, Any]) -> str:
    """Return the lead of a duel with its interval."""
    return f"{duel['lead']:+.3f} ({duel['low']:+.3f} to {duel['high']:+.3f}, {duel['deals']} deals)"


def _summed(held_out: Labels, epochs: list[dict[str, Any]]) -> dict[str, Any]:
    best = max(epochs, key=lambda row: row["gain"])
    return {name: best[name] for name in KEPT} | {"search_gain": held_out.search_gain().mean}


def _read(path: Path, form: Form) -> Any:
    """Return a file of this run as data, None where it is not there; raises FileError for a damaged one."""
    try:
        return read_json(path, form)
    except FileNotFoundError:
        return None
