"""MaskablePPO of sb3-contrib over the compiled vector environment, for one learning seat.

`SeatVecEnv` is a native Stable-Baselines3 VecEnv: all games are stepped by one call, no Python object stands
for a game, and `env_method("action_masks")` returns one (n_envs, n_actions) array. It serves the solo modes
and games with one learning seat among agents; for a network that plays all seats see `training/ppo.py`.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

import envs  # noqa: F401 - makes the games known
from agents.framework.policy import Checkpoint, MaskedMLP, PolicyAgent, describe_batch, save_checkpoint
from envs.core import registry
from training.arguments import InputError
from training.config import MaskableConfig, num_threads, portable, progress
from training.curve import progress_bar, write_curve
from training.tables import evaluate, final_rewards, make_agent, make_batch

# --------------------------------------------------------------------------------------------------
# Environment


class SeatVecEnv(VecEnv):
    """A `SeatVectorEnv` (autoreset in the same step) as Stable-Baselines3 wants it.

    Observations (n_envs, F) as the vector environment gives them, rewards (n_envs,) float32, dones (n_envs,)
    bool. The info of a game that ended holds `terminal_observation`, `episode` (r, l, t), `score`, `outcome`.
    `reward_config` (with reward, margin_weight, reward_scale) gives the rewards of `training.tables.final_rewards`
    instead of those of the environment.
    """

    def __init__(self, venv, reward_config=None):
        self.venv, self.reward_config = venv, reward_config
        super().__init__(venv.num_envs, venv.single_observation_space, venv.single_action_space)
        self._seed = None
        self._actions = np.zeros(self.num_envs, np.int64)
        self._lengths = np.zeros(self.num_envs, np.int64)
        self._started = time.time()

    def seed(self, seed: int | None = None) -> Sequence[None | int]:
        """Sets the seed that the next `reset` starts from."""
        self._seed = seed
        return [seed] * self.num_envs

    def reset(self) -> np.ndarray:
        """Deals all games; returns the observations."""
        observations, _ = self.venv.reset(seed=self._seed)
        self._seed = None
        self._lengths[:] = 0
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        """Remembers the actions (n_envs,) for `step_wait`."""
        self._actions = np.asarray(actions, np.int64)

    def step_wait(self):
        """Steps all games; returns observations, rewards, dones and a list of infos."""
        observations, rewards, dones, _, vector_infos = self.venv.step(self._actions)
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = np.flatnonzero(dones)
        final = vector_infos.get("final_info", {})
        if len(ended) and self.reward_config:
            by_seat = final_rewards(self.venv.batch, ended, self.reward_config)
            rewards[ended] = by_seat[np.arange(len(ended)), final["learner_seat"][ended]]
        for game in ended:
            infos[game] = {
                "terminal_observation": vector_infos["final_obs"][game],
                "episode": {
                    "r": float(rewards[game]),
                    "l": int(self._lengths[game]),
                    "t": round(time.time() - self._started, 3),
                },
                "score": int(final["score"][game]),
                "outcome": float(final["outcome"][game]),
            }
        self._lengths[dones] = 0
        return observations, rewards.astype(np.float32), dones, infos

    def action_masks(self) -> np.ndarray:
        """The legal actions of all games, (n_envs, n_actions) bool."""
        return self.venv.action_masks

    def env_method(self, method_name: str, *method_args, indices=None, **method_kwargs):
        """`env_method("action_masks")` gives all masks as one array; there are no single games to call."""
        if method_name != "action_masks":
            raise AttributeError(f"SeatVecEnv has no method {method_name!r} per game")
        return self.action_masks()[self._rows(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Whether all games have the attribute."""
        return attr_name == "action_masks" or hasattr(self.venv, attr_name)

    def get_attr(self, attr_name: str, indices=None) -> list[Any]:
        """An attribute of the vector environment, repeated for each game asked for."""
        return [getattr(self.venv, attr_name)] * len(np.atleast_1d(self._rows(indices)))

    def set_attr(self, attr_name: str, value: Any, indices=None) -> None:
        """Refused: the games have no attributes of their own."""
        raise AttributeError("SeatVecEnv has no attributes per game")

    def env_is_wrapped(self, wrapper_class, indices=None) -> list[bool]:
        """No game is wrapped."""
        return [False] * len(np.atleast_1d(self._rows(indices)))

    def close(self) -> None:
        """Closes the vector environment."""
        self.venv.close()

    def _rows(self, indices) -> np.ndarray:
        return np.arange(self.num_envs)[slice(None) if indices is None else indices]


def make_vec_env(config: MaskableConfig) -> SeatVecEnv:
    """The training environment of a config: uint8 codes, the opponents in the seats that do not learn."""
    arguments = dict(
        num_envs=config.num_envs,
        num_threads=num_threads(config.env_threads),
        seed=config.seed,
        obs_dtype="uint8",
    )
    if config.players != [1]:
        agents = [make_agent(name, config.game, config.seed) for name in config.opponents]
        arguments["opponents"] = agents[0] if len(agents) == 1 else agents
        arguments["learner_seat"] = "random" if config.learner_seat == "random" else int(config.learner_seat)
    face = registry.module(config.game).vector_env
    return SeatVecEnv(face(**arguments, **config.options()), config)


class ScaledCodes(BaseFeaturesExtractor):
    """uint8 codes (n, F) to scaled float32 observations, so that the rollout buffer may hold codes."""

    def __init__(self, observation_space, scale: Sequence[float]):
        super().__init__(observation_space, observation_space.shape[0])
        self.register_buffer("scale", torch.as_tensor(np.asarray(scale, np.float32)))

    def forward(self, codes: torch.Tensor) -> torch.Tensor:
        """codes (n, F) as float, scaled."""
        return codes * self.scale


# --------------------------------------------------------------------------------------------------
# Export


def export_policy(policy, scale: np.ndarray) -> MaskedMLP:
    """An SB3 actor-critic MLP policy as plain arrays for `agents.framework.policy`.

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


class RunCallback(BaseCallback):
    """Limits, curve, evaluation and checkpoints of a MaskablePPO run; an update begins with its rollout."""

    def __init__(self, config: MaskableConfig, schedule: Schedule, curve: list[dict]):
        super().__init__()
        self.config, self.schedule, self.curve = config, schedule, curve
        self.folder = config.folder()
        self.update = curve[-1]["update"] if curve else 0
        self.seconds_before = 60.0 * curve[-1]["minutes"] if curve else 0.0
        self.started = time.perf_counter()
        self.collected = False
        self.evaluation_batch = None

    @property
    def seconds(self) -> float:
        """Time spent training, earlier sessions of a resumed run included."""
        return self.seconds_before + time.perf_counter() - self.started

    @property
    def progress(self) -> float:
        """How much of the run is over, in [0, 1]."""
        return progress(self.config, self.num_timesteps, self.seconds)

    def _on_training_start(self) -> None:
        title = f"train {self.config.game} with MaskablePPO (seed {self.config.seed})"
        self.bar = progress_bar(title, self.config)
        self._update_began = time.perf_counter()

    def _on_rollout_start(self) -> None:
        if self.collected:
            self._finish_update()
            if self.progress >= 1.0:
                raise RunOver
        self._update_began = time.perf_counter()
        if self.config.anneal:
            self.schedule.left = 1.0 - self.progress

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        self.collected = True

    def _finish_update(self) -> None:
        config, began = self.config, self._update_began
        self.collected = False
        self.update += 1
        decisions = config.rollout_steps * config.num_envs
        row = {
            "update": self.update,
            "steps": self.num_timesteps,
            "minutes": round(self.seconds / 60.0, 4),
            "steps_per_second": round(decisions / (time.perf_counter() - began)),
            "learning_rate": self.schedule(0.0),
        }
        episodes = self.model.ep_info_buffer
        if episodes:
            row["reward"] = float(np.mean([episode["r"] for episode in episodes]))
            row["length"] = float(np.mean([episode["l"] for episode in episodes]))
        for name, value in self.model.logger.name_to_value.items():
            if name.startswith("train/") and name != "train/learning_rate":
                row[name.removeprefix("train/")] = float(value)
        if config.eval_every and self.update % config.eval_every == 0 and self.progress < 1.0:
            row.update(self.evaluate())
        for name, value in row.items():
            if name.startswith(("eval_", "minutes", "steps_per_second")):
                self.model.logger.record(name if "/" in name else f"time/{name}", value)
        self.curve.append(row)
        self.bar.n = round(1000 * self.progress) / 10
        shown = f"{row['steps'] / 1e6:.2f}M decisions, {row['steps_per_second'] / 1000:.1f}k/s"
        self.bar.set_postfix_str(shown + (f", reward {row['reward']:.3f}" if "reward" in row else ""))
        if self.update % config.save_every == 0:
            self.save()

    def evaluate(self) -> dict[str, float]:
        """Best actions on deals of their own: alone in a solo mode, else against each opponent."""
        config = self.config
        if not config.eval_games:
            return {}
        if self.evaluation_batch is None:
            self.evaluation_batch = make_batch(
                config.game, config.eval_games, config.seed, autoreset=False, **config.options()
            )
        agent = PolicyAgent(Checkpoint(self.export(), self.metadata()))
        opponents = [None] if config.players == [1] else sorted(set(config.opponents))
        result = {}
        for opponent in opponents:
            seed = config.seed + 1_000_000
            result.update(evaluate(agent, [self.evaluation_batch], opponent, config.game, seed))
        return result

    def export(self) -> MaskedMLP:
        """The policy as plain arrays."""
        return export_policy(self.model.policy, self.training_env.venv.batch.layout.scale)

    def metadata(self) -> dict:
        """What the checkpoint says about itself."""
        return {
            **describe_batch(self.training_env.venv.batch),
            "algorithm": "MaskablePPO (sb3-contrib)",
            "command": self.config.command,
            "config": portable(self.config),
            "seed": self.config.seed,
            "steps": self.num_timesteps,
            "minutes": round(self.seconds / 60.0, 2),
        }

    def save(self) -> None:
        """Writes policy.npz, model.zip and the curve."""
        save_checkpoint(self.folder / "policy.npz", self.export(), self.metadata())
        self.model.save(self.folder / "model.zip")
        write_curve(self.folder, self.curve)


def train(config: MaskableConfig) -> list[dict]:
    """Runs `config` until a limit is reached or the user interrupts; returns the curve, one dict per update.

    Files in `config.folder()`: config.json, policy.npz (plain arrays), model.zip (for Stable-Baselines3, and
    to go on), curve.csv, curve.json and TensorBoard logs.
    """
    config.check()
    torch.set_num_threads(num_threads(config.threads))
    folder = config.folder()
    if config.resume and not (folder / "model.zip").exists():
        raise InputError(f"nothing to resume: {folder / 'model.zip'} does not exist")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(asdict(config), indent=2) + "\n")
    env = make_vec_env(config)
    schedule = Schedule(config.learning_rate)
    curve = json.loads((folder / "curve.json").read_text()) if config.resume else []
    model = _model(config, env, schedule, folder)
    callback = RunCallback(config, schedule, curve)
    try:
        model.learn(2**60, callback, reset_num_timesteps=not config.resume, tb_log_name="run", log_interval=1)
    except RunOver:
        pass
    except KeyboardInterrupt:
        print("eurogym: interrupted; saving what has been learned", file=sys.stderr)
    callback.bar.close()
    if curve:
        curve[-1].update(callback.evaluate())
    callback.save()
    env.close()
    return curve


def _model(config: MaskableConfig, env: SeatVecEnv, schedule: Schedule, folder: Path) -> MaskablePPO:
    learning = dict(
        learning_rate=schedule,
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
        tensorboard_log=str(folder / "tensorboard") if config.tensorboard else None,
        device=config.device,
        verbose=0,
    )
    if config.resume:
        return MaskablePPO.load(folder / "model.zip", env=env, **learning)
    architecture = dict(
        net_arch=dict(pi=list(config.hidden), vf=list(config.hidden)),
        activation_fn=nn.ReLU,
        features_extractor_class=ScaledCodes,
        features_extractor_kwargs=dict(scale=[float(step) for step in env.venv.batch.layout.scale]),
    )
    return MaskablePPO("MlpPolicy", env, seed=config.seed, policy_kwargs=architecture, **learning)
