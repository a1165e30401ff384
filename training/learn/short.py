"""Short runs: a few minutes of training within another command, by the preset of the game's preset if it has one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eurogym.common.errors import InputError
from eurogym.training.learn.config import PPOConfig, config_from, load_preset, presets

# What such a run has other than the preset: updates are small and many, for there are minutes and not hours.
SETTINGS: dict[str, Any] = {
    "start": "shipped",
    "start_sharpened": 1.0,
    "num_envs": 64,
    "rollout_steps": 512,
    "minibatch": 4096,
    "value_warmup": 4,
    "learning_rate": 3e-4,
    "eval_every": 20,
    "eval_games": 200,
    "past_every": 10,
    "save_every": 1000,
    "tensorboard": False,
}


def preset_of(game: str) -> str:
    """Return the preset by which a policy of the game is trained; "", for the defaults of `eurogym train`, if none."""
    preset = f"{game}_residual"
    return preset if preset in presets() else ""


def short_run(
    preset: str,
    game: str,
    players: Sequence[int],
    options: dict[str, Any],
    seed: int,
    folder: Path,
    **changes: Any,
) -> PPOConfig:
    """Return the config of a preset (its name, a JSON file or "") with `SETTINGS` and `changes`, not checked yet.

    Raise InputError for a preset that cannot be read or is of another algorithm.
    """
    values = load_preset(preset) if preset else {}
    algorithm = values.pop("algo", PPOConfig.ALGORITHM)
    if algorithm != PPOConfig.ALGORITHM:
        raise InputError(f"the preset {preset} is for {algorithm!r}; a short run needs one for ppo")
    fixed = {
        "game": game,
        "players": list(players),
        "option": [f"{name}={value}" for name, value in options.items()],
        "seed": seed,
        "out": str(folder),
    }
    config = config_from(algorithm, values | SETTINGS | fixed | changes)
    assert isinstance(config, PPOConfig)
    return config
