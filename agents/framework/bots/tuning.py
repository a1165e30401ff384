"""Declaration of the weights of a game's heuristic that can be tuned: `SETTINGS` in `agents/<game>/tuning.py`.

`eurogym learn tune` reads it; a game without this module has nothing to tune.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from eurogym.agents.framework.registry import package_of
from eurogym.envs.core.compile.kernels import load_template


@dataclass(frozen=True)
class Setting:
    """A set of weights that is tuned together: a column of weights, and the options of the games played for it.

    `prefix` names the arrays of agents.<game>.weights: <prefix>_WEIGHTS, and <prefix>_NAMES if the names are not those
    of NAMES.
    """

    prefix: str
    options: tuple[dict[str, Any], ...]


def tuning_module(game: Any) -> ModuleType:
    """Return the compiled loop over games by rows of weights (`play_games`); it needs `choose_weighted`."""
    kernels = game.kernels
    bindings = {
        "legal_actions": kernels.legal_actions,
        "apply": kernels.apply,
        "scores": kernels.scores,
        "choose_weighted": importlib.import_module(f"{package_of(game.name)}.heuristic").choose_weighted,
    }
    again = ("eurogym.agents.framework.bots.tuning:load_tuning", game.package)
    return load_template(
        Path(__file__).with_name("tuning_template.py"), f"{package_of(game.name)}._tuning", bindings, again
    )


def load_tuning(package: str) -> ModuleType:
    """Return :func:`tuning_module` of the game in a package."""
    return tuning_module(importlib.import_module(package).GAME)
