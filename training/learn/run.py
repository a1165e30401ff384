"""The common part of every training run, whatever the algorithm: limits, the curve, evaluations and checkpoints."""

from __future__ import annotations

import csv
import io
import json
import sys
import time
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tqdm import tqdm

from eurogym import agents
from eurogym.agents.framework.networks.checkpoint import describe_batch, save_checkpoint
from eurogym.agents.framework.networks.network import Network
from eurogym.agents.framework.registry import HEURISTIC
from eurogym.common.errors import InputError
from eurogym.common.threads import calm
from eurogym.envs.core.files import json_text, make_folder, write_text
from eurogym.envs.core.telling import tell
from eurogym.training.learn import folder
from eurogym.training.learn.crew import crew_of
from eurogym.training.learn.evaluation import evaluation_means
from eurogym.training.learn.shared import TrainingConfig, num_threads
from eurogym.training.learn.standing import draw_curve, rate
from eurogym.training.learn.states import random_state_of, restore_random_state
from eurogym.training.learn.tables import make_batch, widest_of

PARTS = 5  # of a run, after each of which it is measured
OF_ANY_ROW = "update", "steps", "learned", "minutes"


class Run:
    """One training run. A trainer adds the learning, sets `batches`, and overrides the methods below.

    Files in `config.folder()`: config.json, policy.npz (the network for players), what the trainer needs to go on,
    curve.csv and curve.json, and TensorBoard logs. Each is replaced in one step, the state to go on from first.

    Attributes:
        curve: list of dicts, a row per logged update.
        row: of the latest update of this session, logged or not.
        batches: the batches that are played, for the metadata of checkpoints.
        update, steps, learned: updates, decisions played, and decisions learned from, so far.
        goes_on: whether it goes on from a saved state. at_tables: and with the games that were being played.
        device: of torch.
        kept: what `snapshot` gave after the latest update; None before the first.
        seed: of the games and of what is drawn.
    """

    ALGORITHM = ""  # as checkpoints name it
    TITLE = ""  # beside the game, on the progress bar
    COUNTERS: tuple[str, ...] = ("update",)  # whole numbers that a run goes on with
    claims = True  # whether the folder is its own

    def __init__(self, config: TrainingConfig):
        config.check()
        self.config = config
        self.folder = config.folder()
        self.batches: list[Any] = []
        self.curve: list[dict] = []
        self.row: dict = {}
        self.update = self.steps = self.learned = 0
        self.seconds_before = 0.0
        self.started = time.perf_counter()
        self.kept: Any = None
        self._logged = 0  # twentieths of the run that a log says are done
        self._evaluation_batches: list[Any] | None = None
        self._writer: Any = None  # of TensorBoard logs
        self.device = pick_device(config.hardware.device)
        torch.set_num_threads(num_threads(config.hardware.threads))
        self.seed = config.seed
        self.at_tables = self.goes_on = False
        if self.claims:
            folder.check_claim(config)
            self.goes_on = config.files.resume and self.state_path.exists()
            self._found = self._state_stamp()

    # -- what a trainer adds

    def begin(self) -> None:
        """Prepare the first update of a session."""

    def one_update(self) -> dict:
        """Play and learn once; return a row of the curve, which `count` begins."""
        raise NotImplementedError

    def snapshot(self) -> Any:
        """Return a copy of everything that the run needs to continue from here as if it had never stopped."""
        raise NotImplementedError

    def restore(self, kept: Any) -> None:
        """Take the run back to a `snapshot`."""
        raise NotImplementedError

    def export(self) -> Network | None:
        """Return the policy as plain arrays; None for a network that these cannot hold."""
        raise NotImplementedError

    def evaluated(self) -> Any:
        """Return the player that is evaluated: anything with `act(batch, games)` that returns the best actions."""
        raise NotImplementedError

    def save_state(self) -> None:
        """Write the state of the latest update, from which the run can continue."""
        raise NotImplementedError

    def opponents_to_meet(self) -> list[str | None]:
        """Return the opponents in evaluations; None stands for the player in all seats."""
        config = self.config
        known = agents.has_heuristic(config.game)
        return [name for name in config.evaluation.eval_against if known or name != HEURISTIC]

    # -- what any run goes on from

    def course(self) -> dict[str, Any]:
        """Return what a snapshot of any run holds: the curve, the counters, where the random streams of torch stand,
        and what it belongs to: the game, its observation, its actions, and what must be the same for games to be
        played on.
        """
        return {
            "curve": list(self.curve),
            "counters": {name: getattr(self, name) for name in (*self.COUNTERS, "seconds")},
            "made_for": self._made_for,
            "form": self._form_of_games,
            **random_state_of(self.device),
        }

    def take_course(self, kept: dict[str, Any]) -> None:
        """Restore what `course` returned, and find out whether the games are played on (`at_tables`).

        Raise InputError if it is of another game, observation or action space.
        """
        for name, own in self._made_for.items():
            if (made_for := kept["made_for"][name]) != own:
                what = f"of {made_for}" if name == "game" else "with other observations or actions"
                raise InputError(
                    f"{self.state_path} is of a run {what}; it cannot continue here "
                    f"(its arguments: --config {self.folder / folder.CONFIG})"
                )
        self.curve, counters = list(kept["curve"]), kept["counters"]
        for name in self.COUNTERS:
            setattr(self, name, int(counters[name]))
        self.seconds_before, self.started = float(counters["seconds"]), time.perf_counter()
        restore_random_state(self.device, kept)
        self.at_tables = kept["form"] == self._form_of_games
        if not self.at_tables and self.claims:
            tell(
                "eurogym: other tables or workers than before: new games begin, and the course differs by them"
            )

    @cached_property
    def _made_for(self) -> dict[str, str]:
        """Return what a state belongs to, in the form of a checkpoint's metadata."""
        described = describe_batch(widest_of(self.batches))
        return {name: described[name] for name in ("game", "layout_hash", "catalog_hash")}

    @cached_property
    def _form_of_games(self) -> str:
        return json.dumps(self.form_of_games())

    def form_of_games(self) -> list[Any]:
        """Return the tables and who plays there."""
        sets = [[batch.num_envs, batch.options.as_dict()] for batch in self.batches]
        return [sets, self.config.company.opponents, self.config.flat().get("teacher", "")]

    # -- limits

    @property
    def state_path(self) -> Path:
        """The file of the state from which the run can continue."""
        return self.folder / folder.STATES[self.config.ALGORITHM]

    @property
    def seconds(self) -> float:
        """Time spent training, earlier sessions of a resumed run included."""
        return self.seconds_before + time.perf_counter() - self.started

    @property
    def minutes(self) -> float:
        """Time spent training in minutes, as curves and checkpoints say it."""
        return round(self.seconds / 60.0, 4)

    @property
    def share_done(self) -> float:
        """How much of the run is over, in [0, 1], by whichever limit is nearer."""
        return self.config.share_done(self.steps, self.seconds)

    def count(self, decisions: int, learned: int, began: float) -> dict:
        """Count an update that began at that time; return the beginning of its row."""
        self.update += 1
        self.steps += decisions
        self.learned += learned
        speed = round(decisions / (time.perf_counter() - began))
        return {name: getattr(self, name) for name in OF_ANY_ROW} | {"steps_per_second": speed}

    def new_deals(self) -> int:
        """Return the seed of games that are dealt anew at this point of the run."""
        return int(np.random.SeedSequence([self.seed, self.update]).generate_state(1)[0])

    # -- from begin to end

    def train(self) -> list[dict]:
        """Train until a limit is reached; return the curve, a dict per logged update.

        After an interrupt or an error, the run is taken back to the end of the previous update and saved, and the
        interrupt or error is passed on. Before the first update is complete, nothing is written that could be taken for
        a policy. Raise InputError if another run is using the folder, or if the time is up before the first update.
        """
        with calm(), folder.at_work(self.folder):
            self._take_up()
            try:
                self.learn()
            except (KeyboardInterrupt, Exception) as stop:
                self._stopped(stop)
                raise
            finally:
                self.bar.close()
            if self.kept is None:
                raise InputError(
                    f"minutes is {self.config.limits.minutes}; that ends before the first update"
                )
            self.save()
            if self._finish_curve():
                self.save()
            self.close()
        return self.curve

    def _stopped(self, stop: BaseException) -> None:
        """Save what was learned before an interrupt or an error."""
        why = "interrupted" if isinstance(stop, KeyboardInterrupt) else "stopped by an error"
        if self.kept is None:
            tell(f"eurogym: {why} before the first update; there is no policy")
            return
        tell(f"eurogym: {why}; saving what has been learned")
        self.restore(self.kept)
        self.save()
        self.close()

    def learn(self) -> None:
        """Make updates until a limit is reached; the run can continue from the end of each."""
        self.begin()
        while (before := self.share_done) < 1.0:
            self.row = row = self.one_update()
            if self.evaluation_is_due(before):
                row |= self.evaluate()
            self.show()
            evaluated = any(name.startswith("eval_") for name in row)
            if evaluated or self.update % self.config.evaluation.log_every == 0 or self.share_done >= 1.0:
                self.log(row)
            self.end_update()

    def _take_up(self) -> None:
        """Take over the folder for this run; from now on, no other run writes there."""
        config = self.config
        folder.check_claim(config, locked=True)
        if self._state_stamp() != self._found:
            raise InputError(f"the run in {self.folder} has continued in the meantime; resume it again")
        folder.clear_parts(self.folder)
        if not self.goes_on:
            if config.files.resume:
                tell("eurogym: nothing was saved yet; the run starts over")
            folder.clear(self.folder)
        write_text(self.folder / folder.CONFIG, json.dumps(config.recorded(), indent=2) + "\n")
        self._writer = self._tensorboard()
        self.started = time.perf_counter()
        layout = "{desc} {percentage:3.0f}%|{bar}| {elapsed}<{remaining} {postfix}"
        self.bar = tqdm(
            total=100,
            desc=f"train {config.game} {self.TITLE}(seed {config.seed})",
            bar_format=layout,
            disable=None if config.files.progress and sys.stderr else True,  # None: in a terminal alone
            dynamic_ncols=True,
        )

    def _tensorboard(self) -> Any:
        if not self.config.files.tensorboard:
            return None
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError:
            tell("eurogym: tensorboard is not installed; continuing without its logs")
            return None
        make_folder(self.folder / folder.LOGS)
        # What a session that was killed has logged beyond its last checkpoint is hidden: it comes again.
        return SummaryWriter(
            str(self.folder / folder.LOGS), purge_step=self.steps + 1 if self.goes_on else None
        )

    def _state_stamp(self) -> tuple | None:
        """Return what distinguishes one version of the saved state from the next."""
        try:
            status = self.state_path.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino

    def _finish_curve(self) -> bool:
        """Give the curve a last row with an evaluation; return whether anything was added."""
        if not self.curve or self.curve[-1]["update"] != self.update:
            self.curve.append(self.row or {name: getattr(self, name) for name in OF_ANY_ROW})
        elif any(name.startswith("eval_") for name in self.curve[-1]):
            return False
        self.curve[-1].update(self.evaluate())
        self.kept = self.snapshot()
        return True

    def log(self, row: dict) -> None:
        """Add a row to the curve and to the logs."""
        self.curve.append(row)
        for name, value in row.items() if self._writer else ():
            self._writer.add_scalar(name if "/" in name else f"train/{name}", value, self.steps)

    def end_update(self) -> None:
        """Complete an update: the run can continue from here, and from time to time it is saved."""
        self.kept = self.snapshot()
        if self.update % self.config.files.save_every == 0:
            self.save()

    def close(self) -> None:
        """Close what the run has opened."""
        if self._writer:
            self._writer.close()

    def show(self) -> None:
        """Move the progress bar; in a log, write a line for every twentieth of the run."""
        done, row = self.share_done, self.row
        shown = [name for name in row if name.startswith(("score/", "won/", "reward"))]
        words = [f"{self.steps / 1e6:.2f}M decisions", f"{row['steps_per_second'] / 1000:.3g}k/s"]
        words = ", ".join(words + [f"{name.replace('/', ' ')} {row[name]:.3g}" for name in shown])
        self.bar.n = round(1000 * done) / 10
        self.bar.set_postfix_str(words)
        if self.bar.disable and self.config.files.progress and int(20 * done) > self._logged:
            self._logged = int(20 * done)
            tell(f"{self.config.game}: {done:.0%} after {self.minutes:.1f} minutes, {words}")

    def make_batches(self, counts: Sequence[int], **further: Any) -> list[Any]:
        """Make a batch with the given number of games for each option set."""
        config = self.config
        return [
            make_batch(config.game, count, self.seed, **further, **options)
            for count, options in zip(counts, config.option_sets(), strict=True)
        ]

    # -- evaluation

    def evaluation_is_due(self, before: float) -> bool:
        """Return whether an evaluation follows this update, before which that share of the run was over.

        After the last update there is one anyway.
        """
        every, done = self.config.evaluation.eval_every, self.share_done
        due = self.update % every == 0 if every else int(PARTS * done) > int(PARTS * before)
        return due and done < 1.0

    def evaluate(self) -> dict[str, float]:
        """Return means over `eval_games` games per option set and opponent, with best actions; {} without games.

        The policy is kept as it is now, with the number of the update.
        """
        if not self.config.evaluation.eval_games:
            return {}
        self.write_policy(self.folder / folder.CHECKPOINTS / f"{self.update:06d}")
        return self.measured(self.opponents_to_meet())

    def measured(self, opponents: Sequence[str | None]) -> dict[str, float]:
        """Return the means of `evaluate` against these opponents."""
        config, games, result = self.config, self.config.evaluation.eval_games, {}
        if self._evaluation_batches is None:
            counts = [games] * len(config.option_sets())
            self._evaluation_batches = self.make_batches(counts, autoreset=False)
        player, seed = self.evaluated(), config.seed
        for opponent in opponents:
            against = crew_of(config, opponent, seed) if opponent else None
            result |= evaluation_means(player, self._evaluation_batches, against, seed)
        return result

    # -- files

    def metadata(self) -> dict:
        """Return the metadata of the checkpoint."""
        return {
            **describe_batch(widest_of(self.batches)),
            "options": [batch.options.as_dict() for batch in self.batches],
            "algorithm": self.ALGORITHM,
            "command": self.config.command,
            "config": self.config.portable(),
            "seed": self.config.seed,
            "steps": self.learned,
            "minutes": round(self.seconds / 60.0, 2),
        }

    def save(self) -> None:
        """Write the state of the run, policy.npz, curve.csv and curve.json."""
        self.save_state()
        self.write_policy(self.folder)
        rate(self.curve, self.config.evaluation.eval_games)
        write_curve(self.folder, self.curve)
        draw_curve(self.folder, self.curve)

    def write_policy(self, place: Path) -> None:
        """Write the policy as it is now to a folder."""
        exported = self.export()
        if exported is not None:
            save_checkpoint(place / folder.POLICY, exported, self.metadata())


def pick_device(name: str) -> str:
    """Return the torch device of this name; auto is a GPU if torch can use one, else the CPU.

    Raise InputError if this machine does not have it.
    """
    if name == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    if name.startswith("cuda") and not torch.cuda.is_available():
        raise InputError(f"device is {name!r}, but torch finds no GPU here; allowed: cpu, auto")
    try:
        torch.zeros(1, device=name).item()
    except (RuntimeError, AssertionError, NotImplementedError):  # which one depends on the device
        raise InputError(
            f"device is {name!r:.60}, which torch does not find here; allowed: cpu, auto"
        ) from None
    return name


def write_curve(place: Path, curve: list[dict]) -> None:
    """Write curve.csv (a row per update, a column per quantity ever measured) and curve.json (the same)."""
    columns = list(dict.fromkeys(name for row in curve for name in row))
    table = io.StringIO(newline="")
    writer = csv.DictWriter(table, columns)
    writer.writeheader()
    writer.writerows(curve)
    for name, text in zip(folder.CURVES, (table.getvalue(), json_text(curve) + "\n"), strict=True):
        write_text(place / name, text)
