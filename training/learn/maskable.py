"""MaskablePPO of sb3-contrib over the compiled vector environment, for one learning seat.

It serves the solo modes and games with one learning seat among agents; for a network that plays all seats see
`training/learn/ppo.py`. Its arguments are `eurogym.training.learn.config.MaskableConfig`.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Sequence

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from eurogym.agents.framework.policy import Checkpoint, MaskedMLP, PolicyAgent
from eurogym.training.errors import InputError
from eurogym.training.learn.config import MaskableConfig, num_threads
from eurogym.training.learn.network import pick_device
from eurogym.training.learn.run import Run
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


def export_policy(policy, scale: np.ndarray) -> MaskedMLP:
    """An SB3 actor-critic MLP policy as plain arrays for `eurogym.agents.framework.policy`.

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
    return MaskedMLP(
        policy=[*hidden, arrays(policy.action_net)],
        value=[*value, arrays(policy.value_net)],
        scale=np.asarray(scale, np.float32),
        shared_layers=0,
        activation=names[kinds.pop()] if kinds else "relu",
    )


# --------------------------------------------------------------------------------------------------
# The run


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
    STATE_FILE = "model.zip"

    def __init__(self, config: MaskableConfig, batch_factory: Callable = make_batch):
        super().__init__(config, batch_factory)
        torch.set_num_threads(num_threads(config.threads))
        self.env = make_vec_env(config)
        self.batches = [self.env.venv.batch]
        self.schedule = Schedule(config.learning_rate)
        try:
            self.model = _model(self)
            self._read_curve()
        except Exception as error:
            if not config.resume:
                raise
            said = str(error).strip().partition("\n")[0][:200]
            raise InputError(
                f"{self.folder} cannot be gone on with: {self.STATE_FILE} or curve.json is damaged, or of another run "
                f"({type(error).__name__}: {said})"
            ) from error
        self.steps = self.learned = self.model.num_timesteps

    def _read_curve(self) -> None:
        """The curve of the run that is resumed, and how far it was."""
        if self.config.resume:
            self.curve = json.loads((self.folder / "curve.json").read_text(encoding="utf-8"))
        if self.curve:
            self.update, self.seconds_before = self.curve[-1]["update"], 60.0 * self.curve[-1]["minutes"]

    def train(self) -> list[dict]:
        """Trains until a limit is reached or the user interrupts; returns the curve, a dict per update."""
        fresh = not self.config.resume
        with self.session("with MaskablePPO "), contextlib.suppress(RunOver):
            self.model.learn(2**60, Hooks(self), reset_num_timesteps=fresh, tb_log_name="run", log_interval=1)
        if self.curve:
            self.curve[-1].update(self.evaluate())
        self.save()
        self.env.close()
        return self.curve

    def begin_update(self) -> None:
        """Before a rollout: the step size of the update."""
        self.began = time.perf_counter()
        if self.config.anneal:
            self.schedule.left = 1.0 - self.share_done

    def finish_update(self) -> None:
        """After the gradients: a row of the curve, an evaluation and a checkpoint where they are due."""
        config, model = self.config, self.model
        self.update += 1
        self.steps = self.learned = model.num_timesteps
        decisions = config.rollout_steps * config.num_envs
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
        self.curve.append(row)
        shown = f"{row['steps'] / 1e6:.2f}M decisions, {row['steps_per_second'] / 1000:.1f}k/s"
        self.show(shown + (f", reward {row['reward']:.3f}" if "reward" in row else ""))
        self.save_if_due()

    # -- evaluation and files

    def evaluated(self) -> PolicyAgent:
        """The exported policy."""
        return PolicyAgent(Checkpoint(self.export(), self.metadata()))

    def opponents_to_meet(self) -> list[str | None]:
        """Nobody in a solo mode, else each opponent."""
        return [None] if self.config.players == [1] else sorted(set(self.config.opponents))

    def export(self) -> MaskedMLP:
        """The policy as plain arrays."""
        return export_policy(self.model.policy, self.batches[0].layout.scale)

    def save_state(self) -> None:
        """Writes model.zip, which Stable-Baselines3 reads as well."""
        self.model.save(self.state_path)


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
    """The learner of Stable-Baselines3, a new one or that of the run which is resumed."""
    config, env = run.config, run.env
    learning = dict(
        learning_rate=run.schedule,
        n_steps=config.rollout_steps,
        batch_size=min(config.minibatch, config.rollout_steps * config.num_envs),
        n_epochs=config.epochs,
        gamma=config.gamma,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip,
        ent_coef=config.entropy,
        vf_coef=config.value_weight,
        max_grad_norm=config.max_grad_norm,
        target_kl=config.target_kl or None,
        tensorboard_log=str(run.folder / "tensorboard") if config.tensorboard else None,
        device=pick_device(config.device),
        verbose=0,
    )
    if config.resume:
        return MaskablePPO.load(run.state_path, env=env, **learning)
    architecture = dict(
        net_arch=dict(pi=list(config.hidden), vf=list(config.hidden)),
        activation_fn=nn.ReLU,
        features_extractor_class=ScaledCodes,
        features_extractor_kwargs=dict(scale=[float(step) for step in env.venv.batch.layout.scale]),
    )
    return MaskablePPO("MlpPolicy", env, seed=config.seed, policy_kwargs=architecture, **learning)


def train(config: MaskableConfig) -> list[dict]:
    """Runs `config` and returns the curve; see `MaskableRun`."""
    return MaskableRun(config).train()
