"""Declaration of the weights of a game's heuristic that can be tuned: `SETTINGS` in `agents/<game>/tuning.py`.

`eurogym learn tune` reads it; a game without this module has nothing to tune.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from eurogym.agents.framework.registry import package_of
from eurogym.envs.core.compile.kernels import Unit


@dataclass(frozen=True)
class Setting:
    """A set of weights that is tuned together: a column of weights, and the options of the games played for it.

    `prefix` names the arrays of agents.<game>.weights: <prefix>_WEIGHTS, and <prefix>_NAMES if the names are not those
    of NAMES.
    """

    prefix: str
    options: tuple[dict[str, Any], ...]


@cache
def weighted_play(game: Any) -> Callable:
    """Return the compiled loop over games by rows of weights; the game's heuristic needs `choose_weighted`."""
    legal_actions, apply, scores = game.kernels.legal_actions, game.kernels.apply, game.kernels.scores
    agents = package_of(game.name)
    choose_weighted = importlib.import_module(f"{agents}.heuristic").choose_weighted
    unit = Unit(f"{agents}.tuning", (f"{__name__}:weighted_play", game.package))

    @unit.entry
    def play_games(states, first, last, rows, weights, mask, rng, table):
        """Play games `first` to `last` - 1 to their end, with a row of weights per seat.

        states: records N; rows: int64[N, S], the row of `weights` (float64[R, W]) that each seat plays by;
        mask: uint8[A], rng: uint64[2] and table: int64[N, T, 2] are written, `table` with the final scores.
        """
        for g in range(first, last):
            state = states[g]
            while state.done == 0 and legal_actions(state, mask) > 0:
                apply(state, choose_weighted(state, mask, rng, weights[rows[g, state.current_seat]]))
            scores(state, table[g])

    return play_games
