"""What every training run keeps, whatever it learns by: limits, the curve, evaluations, checkpoints."""

from __future__ import annotations

import contextlib
import csv
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tqdm import tqdm

from eurogym.agents.framework.policy import MaskedMLP, describe_batch, save_checkpoint
from eurogym.training.errors import InputError
from eurogym.training.learn.config import TrainingConfig
from eurogym.training.learn.tables import evaluation_means, make_batch


class Run:
    """One training run. A trainer adds the learning, sets `batches`, and overrides the four methods below.

    Files in `config.folder()`: config.json, policy.npz (the network for players), what the trainer needs to go on,
    curve.csv and curve.json, and TensorBoard logs.

    Attributes:
        curve: list of dicts, a row per logged update.
        batches: the batches that are played, for the metadata of checkpoints.
        update, steps, learned: updates, decisions played, and decisions learned from, so far.
    """

    ALGORITHM = ""  # as checkpoints name it
    STATE_FILE = ""  # what a resumed run goes on from, besides the curve

    def __init__(self, config: TrainingConfig, batch_factory: Callable = make_batch):
        config.check()
        self.config, self.batch_factory = config, batch_factory
        self.folder = config.folder()
        self.batches: list[Any] = []
        self.curve: list[dict] = []
        self.update = self.steps = self.learned = 0
        self.seconds_before = 0.0
        self.started = time.perf_counter()
        self._evaluation_batches: list[Any] | None = None
        if config.resume and not self.state_path.exists():
            raise InputError(f"nothing to resume: {self.state_path} does not exist")

    # -- what a trainer adds

    def export(self) -> MaskedMLP:
        """The policy as plain arrays."""
        raise NotImplementedError

    def evaluated(self) -> Any:
        """Who is evaluated: anything with `act(batch, games)` that gives the best actions."""
        raise NotImplementedError

    def save_state(self) -> None:
        """Writes STATE_FILE."""
        raise NotImplementedError

    def opponents_to_meet(self) -> list[str | None]:
        """Whom evaluations are played against; None stands for the player in all seats."""
        raise NotImplementedError

    # -- limits

    @property
    def state_path(self) -> Path:
        """Where the state to go on from lies."""
        return self.folder / self.STATE_FILE

    @property
    def seconds(self) -> float:
        """Time spent training, earlier sessions of a resumed run included."""
        return self.seconds_before + time.perf_counter() - self.started

    @property
    def minutes(self) -> float:
        """The same in minutes, as curves and checkpoints say it."""
        return round(self.seconds / 60.0, 4)

    @property
    def share_done(self) -> float:
        """How much of the run is over, in [0, 1], by whichever limit is nearer."""
        return self.config.share_done(self.steps, self.seconds)

    # -- from begin to end

    @contextlib.contextmanager
    def session(self, title: str) -> Iterator[None]:
        """Makes the folder and shows the bar; an interrupt ends the session, and what was learned is kept."""
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "config.json").write_text(json.dumps(asdict(self.config), indent=2) + "\n")
        self.started = time.perf_counter()
        layout = "{desc} {percentage:3.0f}%|{bar}| {elapsed}<{remaining} {postfix}"
        self.bar = tqdm(
            total=100,
            desc=f"train {self.config.game} {title}(seed {self.config.seed})",
            bar_format=layout,
            disable=not self.config.progress,
            dynamic_ncols=True,
        )
        try:
            yield
        except KeyboardInterrupt:
            print("eurogym: interrupted; saving what has been learned", file=sys.stderr)
        finally:
            self.bar.close()

    def show(self, words: str) -> None:
        """Moves the bar to where the run is."""
        self.bar.n = round(1000 * self.share_done) / 10
        self.bar.set_postfix_str(words)

    # -- evaluation

    @property
    def evaluation_is_due(self) -> bool:
        """Is this update one to evaluate after? The last one is evaluated anyway."""
        every = self.config.eval_every
        return bool(every) and self.update % every == 0 and self.share_done < 1.0

    def evaluate(self) -> dict[str, float]:
        """Means over `eval_games` games per option set and opponent, of best actions; {} without games."""
        config = self.config
        if not config.eval_games:
            return {}
        if self._evaluation_batches is None:
            self._evaluation_batches = [
                self.batch_factory(config.game, config.eval_games, config.seed, autoreset=False, **options)
                for options in config.option_sets()
            ]
        player, seed, result = self.evaluated(), config.seed, {}
        for opponent in self.opponents_to_meet():
            means = evaluation_means(player, self._evaluation_batches, opponent, config.game, seed)
            result.update(means)
        return result

    # -- files

    def metadata(self) -> dict:
        """What the checkpoint says about itself."""
        described = [describe_batch(batch) for batch in self.batches]
        return {
            **described[0],
            "options": [one for entry in described for one in entry["options"]],
            "algorithm": self.ALGORITHM,
            "command": self.config.command,
            "config": self.config.portable(),
            "seed": self.config.seed,
            "steps": self.learned,
            "minutes": round(self.seconds / 60.0, 2),
        }

    def save(self) -> None:
        """Writes policy.npz, the state to go on from, curve.csv and curve.json."""
        save_checkpoint(self.folder / "policy.npz", self.export(), self.metadata())
        self.save_state()
        write_curve(self.folder, self.curve)

    def save_if_due(self) -> None:
        """`save`, every `save_every` updates."""
        if self.update % self.config.save_every == 0:
            self.save()


def write_curve(folder: Path, curve: list[dict]) -> None:
    """Writes curve.csv (a row per update, a column per quantity ever measured) and curve.json (the same)."""
    columns = list(dict.fromkeys(name for row in curve for name in row))
    with open(folder / "curve.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(curve)
    (folder / "curve.json").write_text(json.dumps(curve) + "\n")
