"""What a game says about the weights of its heuristic that can be tuned: `SETTINGS` in `agents/<game>/tuning.py`.

`eurogym tune` reads it; a game without the module has nothing to tune.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from eurogym.agents import package_of
from eurogym.agents.framework.base import TEMPLATES
from eurogym.envs.core.compile import load_template


@dataclass(frozen=True)
class Setting:
    """What is tuned together: a column of weights, and the options of the games that are played for it.

    `prefix` names the arrays of agents.<game>.weights: <prefix>_WEIGHTS, and <prefix>_NAMES where the names are
    not those of NAMES.
    """

    prefix: str
    options: tuple[dict[str, Any], ...]


def tuning_module(game: Any) -> ModuleType:
    """The compiled loop over games by rows of weights (`play_games`); needs `choose_weighted` of the heuristic."""
    kernels = game.kernels
    bindings = {
        "legal_actions": kernels.legal_actions,
        "apply": kernels.apply,
        "scores": kernels.scores,
        "choose_weighted": importlib.import_module(f"{package_of(game.name)}.heuristic").choose_weighted,
    }
    again = ("eurogym.agents.framework.tuning:load_tuning", game.package)
    return load_template(
        TEMPLATES / "tuning_template.py", f"{package_of(game.name)}._tuning", bindings, again
    )


def load_tuning(package: str) -> ModuleType:
    """:func:`tuning_module` of the game in a package."""
    return tuning_module(importlib.import_module(package).GAME)
