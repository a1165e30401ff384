"""Speed of a training run on this machine, from the first observation to the last gradient, and what takes the time."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from eurogym.training.learn.arguments import FARTHEST
from eurogym.training.learn.config import PPOConfig, config_from, load_preset, presets
from eurogym.training.learn.ppo.player import TIMED
from eurogym.training.learn.ppo.run import PPORun
from eurogym.training.learn.shared import num_threads

WARM_UP = 1  # updates before those that count: kernels are compiled, memory is asked for
LEAST = 2  # updates that count
NOT_TIMED: dict[
    str, Any
] = {  # what is no part of an update; imitation, after which a run learns by itself; limits
    "teacher": "",
    "value_warmup": 0,
    "eval_every": 0,
    "eval_games": 0,
    "keep": "last",
    "keep_against": "",
    "target_kl": 0.0,
    "steps": FARTHEST,
    "minutes": 0.0,
    "tensorboard": False,
    "progress": False,
    "resume": False,
    "overwrite": False,
}


def without_imitation(config: PPOConfig) -> PPOConfig:
    """Return the part of `config` that is timed."""
    return config.changed(**NOT_TIMED)


class TimedRun(PPORun):
    """A run that stops after a number of seconds of updates that count, and after at least `LEAST` of them.

    Attributes:
        decisions: number of decisions that count.
        taken: the seconds that they took.
    """

    def __init__(self, config: PPOConfig, seconds: float):
        super().__init__(config)
        self.asked, self.begun, self.taken = seconds, 0.0, 0.0
        self.decisions = self.steps_before = 0

    @property
    def share_done(self) -> float:
        """Return 1 when the run is over, and 0 before that, so that nothing is annealed."""
        return float(self.update >= WARM_UP + LEAST and self.taken >= self.asked)

    def end_update(self) -> None:
        """See `Run.end_update`."""
        super().end_update()
        now = time.perf_counter()
        if self.update <= WARM_UP:
            self.player.clock.clear()
            self.steps_before = self.steps
        else:
            self.taken += now - self.begun
            self.decisions = self.steps - self.steps_before
        self.begun = now


def training_speed(config: PPOConfig, seconds: float) -> dict:
    """Measure the decisions per second of learning by `config`, end to end, and the share of each part.

    Args:
        config: what is learned and how; limits, evaluations and imitation are left out.
        seconds: for how long, after a first update that does not count.
    Returns: decisions_per_second; updates; device; workers; threads of torch and of the games; games; parameters of the
        network; shares: of the time of the first worker, by part of `player.TIMED` and the rest.
    """
    threads = torch.get_num_threads()
    with tempfile.TemporaryDirectory() as folder:
        run = TimedRun(without_imitation(config).changed(out=str(Path(folder) / "run")), seconds)
        try:
            run.train()
        finally:
            torch.set_num_threads(threads)
    spent = run.player.clock
    shares = {part: round(spent[part] / run.taken, 3) for part in TIMED}
    return {
        "decisions_per_second": round(run.decisions / run.taken),
        "updates": run.update - WARM_UP,
        "device": run.device,
        "workers": max(1, config.hardware.workers),
        "threads": num_threads(config.hardware.threads),
        "env_threads": num_threads(config.hardware.env_threads),
        "games": config.hardware.num_envs,
        "parameters": sum(parameter.numel() for parameter in run.network.parameters()),
        "shares": shares | {"rest": round(1.0 - sum(shares.values()), 3)},
    }


def speed_of_presets(game: str, seconds: float, workers: Sequence[int], seed: int) -> dict[str, list[dict]]:
    """Measure the presets of the per-seat PPO for a game, on the CPU with so many workers and on a GPU, if any.

    Return name of the preset -> results of `training_speed`, a dict for each device and number of workers.
    """
    found = {}
    for name in presets():
        values = load_preset(name)
        if values.pop("algo", "ppo") != "ppo" or values["game"] != game:
            continue
        config = config_from("ppo", values | {"seed": seed})
        plans: list[dict[str, Any]] = [
            {"device": "cpu", "workers": number, "threads": 1, "env_threads": 1} for number in workers
        ]
        if torch.cuda.is_available():
            plans.append({"device": "cuda", "workers": 1, "threads": 1, "env_threads": max(workers)})
        found[name] = [training_speed(config.changed(**plan), seconds) for plan in plans]
    return found
