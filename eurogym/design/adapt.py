"""Further training of a policy for the printed component tables on those of a variant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from eurogym.agents.framework.networks.manifest import policy_for
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.common.errors import InputError
from eurogym.design.tables import ADAPTED, Band
from eurogym.envs.core import registry
from eurogym.training.learn import trainer
from eurogym.training.learn.config import PPOConfig
from eurogym.training.learn.folder import POLICY
from eurogym.training.learn.short import recipe_of, short_run

LEARNER = "ppo"  # who can be trained on


def starts(game: str, players: Sequence[int], options: dict[str, Any]) -> dict[int, str]:
    """Return the shipped policy for each size of table with these options, from which training continues.

    Raise InputError if no policy fits the observations and actions there.
    """
    found: dict[int, str] = {}
    for size in players:
        batch = registry.module(game).batch(num_envs=1, num_players=size, **options)
        try:
            found[size] = str(policy_for(batch).path)
        except CheckpointError as misfit:
            raise InputError(
                f"--adapt: with this variant no trained policy knows the observations and actions of {size} "
                f"players, so there is none to continue training: {misfit}"
            ) from None
    return found


def configs(
    game: str, players: Sequence[int], options: dict[str, Any], minutes: float, seed: int, folder: Path
) -> list[PPOConfig]:
    """Return a training run for every shipped policy that is needed; the sizes of table share the minutes."""
    preset = recipe_of(game)
    sizes_of: dict[str, list[int]] = {}
    for size, path in starts(game, players, options).items():
        sizes_of.setdefault(path, []).append(size)
    return [
        short_run(
            preset,
            game,
            sizes,
            options,
            seed,
            folder / f"adapted_{''.join(map(str, sizes))}p",
            minutes=minutes * len(sizes) / len(players),
            overwrite=True,
        )
        for sizes in sizes_of.values()
    ]


def adapt(runs: Sequence[PPOConfig], band: Band) -> Band:
    """Train, and return the band that plays what has been learned.

    Raise InputError if a library for training is missing, or if the time of a run is up before its first update.
    """
    paths = {}
    for config in runs:
        trainer(config.ALGORITHM)(config)
        paths |= dict.fromkeys(config.tables.players, str(config.folder() / POLICY))
    return replace(band, paths=paths, note=ADAPTED)
