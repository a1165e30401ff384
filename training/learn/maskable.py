"""MaskablePPO of sb3-contrib over the compiled vector environment, for one learning seat.

It serves the solo modes and games with one learning seat among agents; for a network that plays all seats see
`training/learn/ppo`. Its arguments are `eurogym.training.learn.config.MaskableConfig`.
"""

from __future__ import annotations

import copy
import io
import time
import zipfile
from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from eurogym.agents.framework.networks.archive import check_archive
from eurogym.agents.framework.networks.checkpoint import Checkpoint
from eurogym.agents.framework.networks.network import Network
from eurogym.agents.framework.networks.policy import PolicyAgent
from eurogym.envs.core.files import replacing
from eurogym.training.learn.config import MaskableConfig
from eurogym.training.learn.own import divide_codes
from eurogym.training.learn.ppo.network import Trunk
from eurogym.training.learn.run import Run
from eurogym.training.learn.states import (
    as_arrays,
    as_tensors,
    check_finite,
    check_optimizer,
    check_range,
    refusing,
)
from eurogym.training.learn.vec_env import make_vec_env


class HiddenLayers(BaseFeaturesExtractor):
    """The hidden layers that both heads share, with uint8 codes as input, as `Trunk` in the per-seat PPO."""

    def __init__(self, observation_space, scale: Sequence[float], hidden: Sequence[int], device: str):
        super().__init__(observation_space, hidden[-1])
        self.trunk = Trunk(np.asarray(scale, np.float32), hidden).on(device)

    def forward(self, codes: torch.Tensor) -> torch.Tensor:
        """Return the last hidden layer (n, H) for codes (n, F)."""
        return self.trunk.through(codes)


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


class MaskableRun(Run):
    """One run of MaskablePPO."""

    ALGORITHM = "MaskablePPO (sb3-contrib)"
    TITLE = "with MaskablePPO "

    def __init__(self, config: MaskableConfig):
        super().__init__(config)
        self.env = make_vec_env(config)
        self.batches = [self.env.venv.batch]
        self.schedule = Schedule(config.optimiser.learning_rate)
        self.model = self._model()
        if self.goes_on:
            with refusing(self.state_path):
                self._load()

    def _model(self) -> MaskablePPO:
        """Return the learner of Stable-Baselines3 at the beginning of a run."""
        torch.distributions.Distribution.set_default_validate_args(False)  # a tenth of the time
        optimiser, machine, hidden = self.config.optimiser, self.config.hardware, self.config.shape.hidden
        scale = [float(step) for step in self.batches[0].layout.scale]
        architecture = dict(
            net_arch=[],  # the heads alone
            features_extractor_class=HiddenLayers,
            features_extractor_kwargs=dict(scale=scale, hidden=list(hidden), device=str(self.device)),
        )
        model = MaskablePPO(
            "MlpPolicy",
            self.env,
            learning_rate=self.schedule,
            n_steps=machine.rollout_steps,
            batch_size=min(optimiser.minibatch, machine.rollout_steps * machine.num_envs),
            n_epochs=optimiser.epochs,
            gamma=optimiser.gamma,
            gae_lambda=optimiser.gae_lambda,
            clip_range=optimiser.clip,
            ent_coef=optimiser.entropy,
            vf_coef=optimiser.value_weight,
            max_grad_norm=optimiser.max_grad_norm,
            target_kl=optimiser.target_kl or None,
            seed=self.config.seed,
            device=self.device,
            policy_kwargs=architecture,
        )
        model.set_logger(Logger(None, []))  # what it would write stands in the rows of the curve
        return model

    def _load(self) -> None:
        """Continue from model.zip; only parameters and course are read, as the rest of it is pickled objects."""
        check_archive(self.state_path)
        with zipfile.ZipFile(self.state_path) as archive:
            course = torch.load(io.BytesIO(archive.read(COURSE)), weights_only=True)
        check_finite(course)
        self.take_course(course)
        self.model.set_parameters(str(self.state_path), device=self.model.device)
        check_finite(self.model.get_parameters())
        check_optimizer(self.model.policy.optimizer)
        if self.model._last_obs is None:  # else the deals were those of the beginning
            self.env.seed(self.new_deals())
        self.kept = self.snapshot()

    def one_update(self) -> dict:
        machine, began = self.config.hardware, time.perf_counter()
        if self.config.optimiser.anneal:
            self.schedule.left = 1.0 - self.share_done
        decisions = machine.rollout_steps * machine.num_envs
        self.model.learn(decisions, reset_num_timesteps=False)  # one rollout, and the gradients of it
        if not self.update:
            seen = torch.as_tensor(self.model.rollout_buffer.observations)
            divide_codes(self.model.policy, seen.flatten(0, -2))
        row = self.count(decisions, decisions, began) | {"learning_rate": self.schedule(0.0)}
        if episodes := self.model.ep_info_buffer:
            row["reward"] = float(np.mean([episode["r"] for episode in episodes]))
            row["length"] = float(np.mean([episode["l"] for episode in episodes]))
        for name, value in self.model.logger.name_to_value.items():
            if name.startswith("train/") and name != "train/learning_rate":
                row[name.removeprefix("train/")] = float(value)
        return row

    def close(self) -> None:
        super().close()
        self.env.close()

    # -- evaluation and files

    def evaluated(self) -> PolicyAgent:
        """Return the exported policy."""
        return PolicyAgent(Checkpoint(self.export(), self.metadata()))

    def opponents_to_meet(self) -> list[str | None]:
        """Return no one in a solo mode, else the opponents that it is to be measured against."""
        return [None] if self.config.tables.players == [1] else super().opponents_to_meet()

    def export(self) -> Network:
        policy = self.model.policy
        hidden = policy.features_extractor.trunk.hidden_arrays()
        action, value = [
            tuple(as_arrays([layer.weight, layer.bias])) for layer in (policy.action_net, policy.value_net)
        ]
        return Network(self.batches[0].layout.scale, [*hidden, action], [value], shared_layers=len(hidden))

    def save_state(self) -> None:
        """Write model.zip, which Stable-Baselines3 can read too; it ignores our additions."""
        content = io.BytesIO()
        torch.save(self.kept["course"], content)
        with replacing(self.state_path) as file:
            self.model.save(file)
            with zipfile.ZipFile(file, "a") as archive:
                archive.writestr(COURSE, content.getvalue())

    def snapshot(self) -> dict[str, Any]:
        """See `Run.snapshot`: the parameters of the model, and its course."""
        return {"parameters": copy.deepcopy(self.model.get_parameters()), "course": self.course()}

    def restore(self, kept: dict[str, Any]) -> None:
        self.model.set_parameters(copy.deepcopy(kept["parameters"]))
        self.take_course(kept["course"])
        self.kept = kept

    def course(self) -> dict[str, Any]:
        """See `Run.course`; also counters of the model, its latest episodes, random numbers and games."""
        model, course = self.model, super().course()
        _, words, *rest = np.random.get_state()  # Stable-Baselines3 shuffles with numpy's old generator
        course["counters"] |= {name: getattr(model, name) for name in COUNTERS}
        course |= {
            "episodes": [dict(episode) for episode in model.ep_info_buffer or ()],
            "numpy_random": [torch.from_numpy(words.astype(np.int64)), *rest],
            "games": None,
        }
        if model._last_obs is not None:
            course["starts"] = torch.from_numpy(np.array(model._last_episode_starts))
            course["games"] = as_tensors(self.env.snapshot())
        return course

    def take_course(self, kept: dict[str, Any]) -> None:
        """See `Run.take_course`."""
        super().take_course(kept)
        model = self.model
        for name in COUNTERS:
            setattr(model, name, int(kept["counters"][name]))
        self.steps = self.learned = model.num_timesteps
        model.ep_info_buffer = deque(kept["episodes"], maxlen=model._stats_window_size)
        model.ep_success_buffer = deque(maxlen=model._stats_window_size)
        words, position, *rest = kept["numpy_random"]
        check_range("numpy_random", np.array([position]), 0, len(words) + 1)
        np.random.set_state(("MT19937", words.numpy().astype(np.uint32), position, *rest))
        if self.at_tables and kept["games"] is not None:
            model._last_obs = self.env.restore(as_arrays(kept["games"]))
            model._last_episode_starts = kept["starts"].numpy()


def train(config: MaskableConfig) -> list[dict]:
    """Run `config` and return the curve; see `MaskableRun`."""
    return MaskableRun(config).train()
