"""Configs of training runs by algorithm, from presets, files and flat values; no torch here."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eurogym.agents.framework.registry import runs_code
from eurogym.common.errors import InputError
from eurogym.common.files import reason
from eurogym.envs.core.errors import FileError
from eurogym.envs.core.forms import MapOf, read_json
from eurogym.training.learn.arguments import arguments_of, flattened, group, groups_of, shown
from eurogym.training.learn.ppo.config import PPOConfig
from eurogym.training.learn.shared import (
    Company,
    Evaluation,
    Files,
    Hardware,
    Optimiser,
    Tables,
    TrainingConfig,
)

NAMES_CODE = (
    "opponents", "eval_against", "teacher", "keep_against", "network", "observation", "reward", "callback"
)  # fmt: skip
PRESETS = Path(__file__).parents[1] / "configs"


@dataclass
class MaskableConfig(TrainingConfig):
    """Arguments of MaskablePPO (`training/learn/maskable.py`): a solo mode, or one learning seat among agents."""

    ALGORITHM = "maskable"

    tables: Tables = group(Tables, players=[1])
    files: Files = group(Files, save_every=20)
    company: Company = group(Company, opponents=["random"])
    optimiser: Optimiser = group(Optimiser, learning_rate=5e-4)
    evaluation: Evaluation = group(Evaluation)
    hardware: Hardware = group(Hardware, device="cpu")

    def check(self) -> None:
        """See `TrainingConfig.check`."""
        super().check()
        if self.hardware.workers > 1 or self.hardware.cluster:
            raise InputError("MaskablePPO learns in one process: leave out workers and cluster")
        if len(self.option_sets()) != 1:
            raise InputError(
                "MaskablePPO learns at one table: one player count, one difficulty, one value of each option"
            )

    @property
    def kind(self) -> str:
        """See `TrainingConfig.kind`."""
        return f"{super().kind}_maskable"


CONFIGS: dict[str, type[TrainingConfig]] = {cls.ALGORITHM: cls for cls in (PPOConfig, MaskableConfig)}
GROUPS = {name: cls for config in reversed(CONFIGS.values()) for name, cls in groups_of(config).items()}


def config_class(algorithm: Any) -> type[TrainingConfig]:
    """Return the class of the configs of "ppo" or "maskable"; raise InputError for anything else."""
    if not isinstance(algorithm, str) or algorithm not in CONFIGS:
        raise InputError(f"algo is {algorithm!r}; allowed: {', '.join(sorted(CONFIGS))}")
    return CONFIGS[algorithm]


def config_from(algorithm: str, values: dict[str, Any]) -> TrainingConfig:
    """Return the config of "ppo" or "maskable" with these values, in their groups or flat.

    Raise InputError for an unknown algorithm or argument.
    """
    cls = config_class(algorithm)
    known, given = arguments_of(cls), flattened(values, GROUPS)
    for name in given:
        if name not in known:
            raise InputError(f"{algorithm} has no argument {name!r}; it has: {', '.join(sorted(known))}")
    return cls.of(given)


def presets() -> list[str]:
    """Return the names of the presets that come with the package."""
    return sorted(path.stem for path in PRESETS.glob("*.json"))


def load_preset(name: str, overridden: Container[str] = ()) -> dict[str, Any]:
    """Read a preset by name, or a JSON file by path: `{"algo": "ppo", group: {argument: value, ...}, ...}`.

    Arguments may be inside their groups or not. `"preset": NAME` takes all other arguments from a preset of the
    package. Return the arguments flat, with "algo" if it is given. Raise InputError for a file of another form, and for
    one that would run foreign code, unless the argument that names it will be `overridden`.
    """
    path = PRESETS / f"{name}.json" if name in presets() else Path(name)
    values = flattened(_json_object(name, path), GROUPS)
    if base := values.pop("preset", ""):
        if base not in presets():
            raise InputError(
                f"preset {path} extends {shown(base)}, which is not one of {', '.join(presets())}"
            )
        values = load_preset(base) | values
    for argument in NAMES_CODE:
        named = values.get(argument, []) if argument not in overridden else []
        for spec in named if isinstance(named, list) else [named]:
            if isinstance(spec, str) and spec not in ("", "past") and runs_code(spec):
                flag = argument.replace("_", "-")
                raise InputError(
                    f"preset {path} names {spec!r:.80} for {argument}, which runs code from elsewhere; if you trust "
                    f"it, set --{flag} on the command line, which replaces the one in the file"
                )
    return values


def defaults_of(game: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a run of the per-seat PPO begins with where nothing else is said: the preset named as the game.

    `given`: arguments that are set otherwise; one limit replaces the other. {} for a game without such a preset and
    for solo play.
    """
    if game not in presets() or given.get("players") == [1]:
        return {}
    values = load_preset(game)
    if "steps" in given:
        values.pop("minutes", None)
    return {name: value for name, value in values.items() if name not in ("algo", "game")}


def _json_object(name: str, path: Path) -> dict[str, Any]:
    """Return the content of a preset file; raise InputError if it is not a JSON object."""
    try:
        if not path.is_file():
            raise InputError(
                f"no preset {name!r}; presets: {', '.join(presets())}, or the path of a JSON file"
            )
        return read_json(path, MapOf(), "one JSON object of arguments")
    except OSError as error:
        raise InputError(f"preset {shown(name)} cannot be read ({reason(error)})") from None
    except FileError as error:
        raise InputError(f"preset {error}") from None
