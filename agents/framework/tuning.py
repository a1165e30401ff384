"""What a game says about the weights of its heuristic that can be tuned: `SETTINGS` in `agents/<game>/tuning.py`.

`eurogym tune` reads it; a game without the module has nothing to tune.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Setting:
    """What is tuned together: a column of weights, and the options of the games that are played for it.

    `prefix` names the arrays of agents.<game>.weights: <prefix>_WEIGHTS, and <prefix>_NAMES where the names are
    not those of NAMES.
    """

    prefix: str
    options: tuple[dict[str, Any], ...]
