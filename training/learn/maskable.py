"""MaskablePPO of sb3-contrib over the compiled vector environment, for one learning seat.

It serves the solo modes and games with one learning seat among agents; for a network that plays all seats see
`training/learn/ppo.py`. Its arguments are `eurogym.training.learn.config.MaskableConfig`.
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import sys
import time
import zipfile
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from eurogym.agents.framework.checkpoint import Checkpoint
from eurogym.agents.framework.network import Network
from eurogym.agents.framework.policy import PolicyAgent
from eurogym.envs.core.files import replacing
from eurogym.training.learn.config import MaskableConfig
from eurogym.training.learn.folder import LOGS
from eurogym.training.learn.run import Run, pick_device
from eurogym.training.learn.shared import num_threads
from eurogym.training.learn.states import (
    as_arrays,
    as_tensors,
    check_archive,
    check_finite,
    check_optimizer,
    check_range,
    luck_of,
    refusing,
    restore_luck,
)
from eurogym.training.learn.tables import make_batch
from eurogym.training.learn.vec_env import make_vec_env


class ScaledCodes(BaseFeaturesExtractor):
    """uint8 codes (n, F) to scaled float32 observations, so that the rollout buffer may hold codes."""

    def __init__(self, observation_space, scale: Sequence[float]):
        super().__init__(observation_space, observation_space.shape[0])
        self.register_buffer("scale", torch.as_tensor(np.asarray(scale, np.float32)))

    def forward(self, codes: torch.Tensor) -> torch.Tensor:
        """codes (n, F) as float, scaled."""
        return codes * self.scale


def export_policy(policy, scale: np.ndarray) -> Network:
    """An SB3 actor-critic MLP policy as plain arrays for `eurogym.agents.framework.network`.

    Its features must be `ScaledCodes` or the flat scaled observation, its hidden layers all ReLU or all Tanh;
    otherwise ValueError. `scale` (F,) is the layout's.
    """

    def arrays(layer: nn.Linear):
        return tuple(x.detach().cpu().numpy().copy() for x in (layer.weight, layer.bias))

    extractor = policy.mlp_extractor
    kinds = {type(m) for m in [*extractor.policy_net, *extractor.value_net] if not isinstance(m, nn.Linear)}
    names = {nn.ReLU: "relu", nn.Tanh: "tanh"}
    if len(kinds) > 1 or not kinds <= set(names):
        raise ValueError(f"only ReLU or Tanh networks can be exported, this one has {kinds}")
    hidden = [arrays(m) for m in extractor.policy_net if isinstance(m, nn.Linear)]
    value = [arrays(m) for m in extractor.value_net if isinstance(m, nn.Linear)]
    return Network(
        policy=[*hidden, arrays(policy.action_net)],
        value=[*value, arrays(policy.value_net)],
        scale=np.asarray(scale, np.float32),
        shared_layers=0,
        activation=names[kinds.pop()] if kinds else "relu",
    )


# --------------------------------------------------------------------------------------------------
# The run

COURSE = "eurogym.course"  # in model.zip: how far the run is, beside the model
COUNTERS = ("num_timesteps", "_n_updates", "_episode_num")  # of the model


class Schedule:
    """A learning rate that follows the progress of the run (SB3's own follows steps only)."""

    def __init__(self, start: float):
        self.start, self.left = start, 1.0

    def __call__(self, _progress_remaining: float) -> float:
        return self.start * self.left


class RunOver(Exception):
    """Raised between two updates when a limit is reached (SB3 itself could only stop inside a rollout)."""


class MaskableRun(Run):
    """One run of MaskablePPO; an update begins with its rollout."""

    ALGORITHM = "MaskablePPO (sb3-contrib)"
    TITLE = "with MaskablePPO "

    def __init__(self, config: MaskableConfig, batch_factory: Callable = make_batch):
        super().__init__(config, batch_factory)
        torch.set_num_threads(num_threads(config.hardware.threads))
        self.env = make_vec_env(config)
        self.batches = [self.env.venv.batch]
        self.schedule = Schedule(config.optimiser.learning_rate)
        self.model = _model(self)
        if self.goes_on:
            with refusing(self.state_path):
                self._load()
        self.steps = self.learned = self.model.num_timesteps

    def _load(self) -> None:
        """Go on from model.zip: parameters and course alone, since the rest of such a file is pickled objects."""
        check_archive(self.state_path)
        self.model.set_parameters(str(self.state_path), device=self.model.device)
        with zipfile.ZipFile(self.state_path) as archive:
            course = torch.load(io.BytesIO(archive.read(COURSE)), weights_only=True)
        check_finite([self.model.get_parameters(), course])
        check_optimizer(self.model.policy.optimizer)
        self._go_on_from(course)
        if self.model._last_obs is None:  # else the deals were those of the beginning
            self.env.seed(int(np.random.SeedSequence([self.config.seed, self.update]).generate_state(1)[0]))
        self.kept = self.snapshot()

    def learn(self) -> None:
        """See `Run.learn`."""
        if self.share_done >= 1.0:  # a run that is resumed after its end
            return
        with contextlib.suppress(RunOver):
            self.model.learn(
                2**60, Hooks(self), reset_num_timesteps=not self.goes_on, tb_log_name="run", log_interval=1
            )

    def close(self) -> None:
        """See `Run.close`."""
        self.env.close()

    def begin_update(self) -> None:
        """Before a rollout: the step size of the update."""
        self.began = time.perf_counter()
        if self.config.optimiser.anneal:
            self.schedule.left = 1.0 - self.share_done

    def finish_update(self) -> None:
        """After the gradients: a row of the curve, an evaluation and a checkpoint where they are due."""
        config, model = self.config, self.model
        self.update += 1
        self.steps = self.learned = model.num_timesteps
        decisions = config.hardware.rollout_steps * config.hardware.num_envs
        row = {
            "update": self.update,
            "steps": self.steps,
            "minutes": self.minutes,
            "steps_per_second": round(decisions / (time.perf_counter() - self.began)),
            "learning_rate": self.schedule(0.0),
        }
        episodes = model.ep_info_buffer
        if episodes:
            row["reward"] = float(np.mean([episode["r"] for episode in episodes]))
            row["length"] = float(np.mean([episode["l"] for episode in episodes]))
        for name, value in model.logger.name_to_value.items():
            if name.startswith("train/") and name != "train/learning_rate":
                row[name.removeprefix("train/")] = float(value)
        if self.evaluation_is_due:
            row.update(self.evaluate())
        for name, value in row.items():
            if name.startswith(("eval_", "minutes", "steps_per_second")):
                model.logger.record(name if "/" in name else f"time/{name}", value)
        self.row = row
        self.curve.append(row)
        shown = f"{row['steps'] / 1e6:.2f}M decisions, {row['steps_per_second'] / 1000:.1f}k/s"
        self.show(shown + (f", reward {row['reward']:.3f}" if "reward" in row else ""))
        self.end_update()

    # -- evaluation and files

    def evaluated(self) -> PolicyAgent:
        """The exported policy."""
        return PolicyAgent(Checkpoint(self.export(), self.metadata()))

    def opponents_to_meet(self) -> list[str | None]:
        """Nobody in a solo mode, else each opponent."""
        return [None] if self.config.tables.players == [1] else sorted(set(self.config.company.opponents))

    def export(self) -> Network:
        """The policy as plain arrays."""
        return export_policy(self.model.policy, self.batches[0].layout.scale)

    def save_state(self) -> None:
        """Writes model.zip, which Stable-Baselines3 reads as well; it overlooks what we add."""
        content = io.BytesIO()
        torch.save(self.kept["course"], content)
        with replacing(self.state_path) as part:
            with open(part, "wb") as file:
                self.model.save(file)
            with zipfile.ZipFile(part, "a") as archive:
                archive.writestr(COURSE, content.getvalue())

    def snapshot(self) -> dict[str, Any]:
        """See `Run.snapshot`: the parameters of the model, and its course."""
        return {"parameters": copy.deepcopy(self.model.get_parameters()), "course": self._course()}

    def restore(self, kept: dict[str, Any]) -> None:
        """See `Run.restore`."""
        self.model.set_parameters(copy.deepcopy(kept["parameters"]))
        self._go_on_from(kept["course"])
        self.kept = kept

    def _course(self) -> dict[str, Any]:
        """Curve, counters, random numbers and games, as tensors and plain data."""
        model = self.model
        _, words, *rest = np.random.get_state()  # Stable-Baselines3 shuffles with numpy's old generator
        course = {
            "curve": list(self.curve),
            "counters": {"update": self.update, "seconds": self.seconds}
            | {name: getattr(model, name) for name in COUNTERS},
            "episodes": [dict(episode) for episode in model.ep_info_buffer or ()],
            **luck_of(str(model.device)),
            "numpy_random": [torch.from_numpy(words.astype(np.int64)), *rest],
            "form": self._form_of_games(),
            "games": None,
        }
        if model._last_obs is not None:
            course["starts"] = torch.from_numpy(np.array(model._last_episode_starts))
            course["games"] = as_tensors(self.env.snapshot())
        return course

    def _go_on_from(self, course: dict[str, Any]) -> None:
        model, counters = self.model, course["counters"]
        self.curve = list(course["curve"])
        self.update, self.seconds_before = int(counters["update"]), float(counters["seconds"])
        self.started = time.perf_counter()
        for name in COUNTERS:
            setattr(model, name, int(counters[name]))
        self.steps = self.learned = model.num_timesteps
        model.ep_info_buffer = deque(course["episodes"], maxlen=model._stats_window_size)
        model.ep_success_buffer = deque(maxlen=model._stats_window_size)
        restore_luck(str(model.device), course)
        words, position, *rest = course["numpy_random"]
        check_range("numpy_random", np.array([position]), 0, len(words) + 1)
        np.random.set_state(("MT19937", words.numpy().astype(np.uint32), position, *rest))
        if course["games"] is None:
            return
        if course["form"] != self._form_of_games():
            print("eurogym: other tables than before: the games are dealt anew", file=sys.stderr)
            return
        model._last_obs = self.env.restore(as_arrays(course["games"]))
        model._last_episode_starts = course["starts"].numpy()

    def _form_of_games(self) -> str:
        """What must be the same for games to go on."""
        batch = self.batches[0]
        return json.dumps([batch.num_envs, batch.options.as_dict(), self.config.company.opponents])


class Hooks(BaseCallback):
    """Tells a run where Stable-Baselines3 is."""

    def __init__(self, run: MaskableRun):
        super().__init__()
        self.run, self.collected = run, False

    def _on_rollout_start(self) -> None:
        if self.collected:
            self.collected = False
            self.run.finish_update()
            if self.run.share_done >= 1.0:
                raise RunOver
        self.run.begin_update()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        self.collected = True


def _model(run: MaskableRun) -> MaskablePPO:
    """The learner of Stable-Baselines3 at the beginning of a run."""
    config, env = run.config, run.env
    told, machine = config.optimiser, config.hardware
    learning = dict(
        learning_rate=run.schedule,
        n_steps=machine.rollout_steps,
        batch_size=min(told.minibatch, machine.rollout_steps * machine.num_envs),
        n_epochs=told.epochs,
        gamma=told.gamma,
        gae_lambda=told.gae_lambda,
        clip_range=told.clip,
        ent_coef=told.entropy,
        vf_coef=told.value_weight,
        max_grad_norm=told.max_grad_norm,
        target_kl=told.target_kl or None,
        tensorboard_log=str(run.folder / LOGS) if config.files.tensorboard else None,
        device=pick_device(machine.device),
        verbose=0,
    )
    architecture = dict(
        net_arch=dict(pi=list(config.network.hidden), vf=list(config.network.hidden)),
        activation_fn=nn.ReLU,
        features_extractor_class=ScaledCodes,
        features_extractor_kwargs=dict(scale=[float(step) for step in env.venv.batch.layout.scale]),
    )
    return MaskablePPO("MlpPolicy", env, seed=config.seed, policy_kwargs=architecture, **learning)


def train(config: MaskableConfig) -> list[dict]:
    """Runs `config` and returns the curve; see `MaskableRun`."""
    return MaskableRun(config).train()
