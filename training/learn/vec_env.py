"""The compiled vector environment with the interface of Stable-Baselines3, for one learning seat.

All games are stepped by one call, there is no Python object per game, and `env_method("action_masks")` returns one
(n_envs, n_actions) array.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from eurogym.common.deals import TRAINING, root
from eurogym.envs.core import registry
from eurogym.training.learn.config import MaskableConfig
from eurogym.training.learn.shared import num_threads
from eurogym.training.learn.tables import final_rewards, make_agent


class SeatVecEnv(VecEnv):
    """A `SeatVectorEnv` (autoreset in the same step) with the interface of Stable-Baselines3.

    Observations are (n_envs, F) as in the vector environment, rewards (n_envs,) float32, dones (n_envs,) bool. The info
    of a game that ended holds `terminal_observation`, `TimeLimit.truncated`, `episode` (r, l, t), `score` and
    `outcome`. Rewards are those of `eurogym.training.learn.tables.final_rewards` by the config, not those of the
    environment.
    """

    def __init__(self, venv, config: MaskableConfig):
        self.venv, self.config = venv, config
        super().__init__(venv.num_envs, venv.single_observation_space, venv.single_action_space)
        self._actions = np.zeros(self.num_envs, np.int64)
        self._lengths = np.zeros(self.num_envs, np.int64)
        self._started = time.time()

    def reset(self) -> np.ndarray:
        """Deal all games, by the first seed that `seed` has set; return the observations."""
        observations, _ = self.venv.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._lengths[:] = 0
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        """Store the actions (n_envs,) for `step_wait`."""
        self._actions = np.asarray(actions, np.int64)

    def step_wait(self):
        """Step all games; return observations, rewards, dones and a list of infos."""
        observations, rewards, over, cut_off, vector_infos = self.venv.step(self._actions)
        dones = over | cut_off
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = np.flatnonzero(dones)
        final = vector_infos.get("final_info", {})
        if len(ended):
            by_seat = final_rewards(self.venv.batch, ended, self.config.rewards)
            rewards[ended] = by_seat[np.arange(len(ended)), final["learner_seat"][ended]]
        for game in ended:
            infos[game] = {
                "terminal_observation": vector_infos["final_obs"][game],
                "TimeLimit.truncated": bool(cut_off[game]),
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

    def snapshot(self) -> dict[str, Any]:
        """Return what `SeatVectorEnv.snapshot` returns, and how long the games have lasted."""
        return self.venv.snapshot() | {"lengths": self._lengths.copy()}

    def restore(self, kept: dict[str, Any]) -> np.ndarray:
        """Restore what `snapshot` returned; return the observations."""
        self._lengths[:] = kept["lengths"]
        return self.venv.restore(kept)

    def action_masks(self) -> np.ndarray:
        """Return the legal actions of all games, (n_envs, n_actions) bool."""
        return self.venv.action_masks

    def env_method(self, method_name: str, *method_args, indices=None, **method_kwargs):
        """Return all masks as one array for "action_masks"; there are no single games to call."""
        if method_name != "action_masks":
            raise AttributeError(f"SeatVecEnv has no method {method_name!r} per game")
        return self.action_masks()[list(self._get_indices(indices))]

    def get_attr(self, attr_name: str, indices=None) -> list[Any]:
        """Return an attribute of the vector environment, repeated for each requested game."""
        return [getattr(self.venv, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices=None) -> None:
        """Raise an error: the games have no attributes of their own."""
        raise AttributeError("SeatVecEnv has no attributes per game")

    def env_is_wrapped(self, wrapper_class, indices=None) -> list[bool]:
        """Return False for each game: none is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Close the vector environment."""
        self.venv.close()


def make_vec_env(config: MaskableConfig) -> SeatVecEnv:
    """Make the training environment of a config: uint8 codes, with the opponents in the seats that do not learn."""
    arguments = dict(
        num_envs=config.hardware.num_envs,
        num_threads=num_threads(config.hardware.env_threads),
        seed=root(TRAINING, config.seed),
        obs_dtype="uint8",
        autoreset="same_step",
    )
    if config.tables.players != [1]:
        agents = [make_agent(name, config.game, config.seed) for name in config.company.opponents]
        arguments["opponents"] = agents[0] if len(agents) == 1 else agents
        arguments["learner_seat"] = "random"
    face = registry.module(config.game).vector_env
    return SeatVecEnv(face(**arguments, **config.option_sets()[0]), config)
