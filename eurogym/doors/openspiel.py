"""The games in OpenSpiel: importing this module registers them with `pyspiel`, as `eurogym_villagers` and so on.

```python
import pyspiel
import eurogym.doors.openspiel

game = pyspiel.load_game("eurogym_villagers", {"players": 3})
state = game.new_initial_state()
```

A state begins with a chance node that draws one of `deals` deals; all later chance is part of the deal, as everywhere
in eurogym. Returns are placements, from 1 for the first to -1 for the last.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.common.options import game_options
from eurogym.envs.core import registry
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.standing import placements_by
from eurogym.envs.core.errors import IllegalActionError, OptionError
from eurogym.envs.core.extras import require
from eurogym.envs.core.step.batch import BatchedGame

pyspiel: Any = require("pyspiel", "openspiel", "OpenSpiel's interface")

PREFIX = "eurogym_"
PARAMETERS = {"players": 2, "seed": 0, "deals": 1000, "options": ""}
MOST_DEALS = 1_000_000


class Rules:
    """A game with its options, and the single table on which all its states are stepped; copies of states share it."""

    def __init__(self, name: str, parameters: dict[str, Any]):
        values = PARAMETERS | parameters
        self.game, self.seed, self.deals = registry.game(name), int(values["seed"]), int(values["deals"])
        if not 1 <= self.deals <= MOST_DEALS or self.seed < 0:
            raise OptionError(
                f"seed={self.seed}, deals={self.deals} is not allowed; "
                f"allowed: seeds from 0, deals from 1 to {MOST_DEALS}"
            )
        pairs = [pair.replace(":", "=", 1) for pair in str(values["options"]).split(";") if pair]
        options = game_options(name, pairs, {"num_players": "give players"}, "options:", "name:value")
        self.options = self.game.options_class.from_kwargs(num_players=int(values["players"]), **options)
        if (
            self.options.table_seats != self.options.num_players
            or self.options.num_players < 2
            or self.options.num_teams
        ):
            raise OptionError(
                "the OpenSpiel interface needs 2 or more players, without teams or automated opponents"
            )
        self.table = BatchedGame(self.game, self.options, 1, autoreset=False)

    def __deepcopy__(self, memo: dict) -> Rules:
        return self

    def dealt(self, deal: int) -> np.ndarray:
        """Return the record ``(1,)`` of a deal."""
        self.table.reset(seeds=[derive_seed(self.seed, deal)])
        return self._record()

    def put(self, record: np.ndarray) -> BatchedGame:
        """Return the table with this record on it; do not keep a reference, as other states use the same table."""
        np.asarray(self.table.states)[:] = record
        self.table.refresh()
        return self.table

    def after(self, record: np.ndarray, action: int) -> np.ndarray:
        """Return the record after an action."""
        self.put(record).step([action])
        return self._record()

    def imagined(self, record: np.ndarray, seat: int, seed: int) -> np.ndarray:
        """Return a record that the seat cannot tell from this one."""
        self.put(record).determinize([0], [seat], [seed])
        return self._record()

    def _record(self) -> np.ndarray:
        return np.array(np.asarray(self.table.states))


class EurogymState(pyspiel.State):
    """A position: a record of the engine, or None before the deal."""

    def __init__(self, game: Any, rules: Rules):
        super().__init__(game)
        self.rules = rules
        self.record: np.ndarray | None = None

    def current_player(self) -> int:
        if self.record is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.record["done"][0] else int(self.record["current_seat"][0])

    def is_terminal(self) -> bool:
        return self.record is not None and bool(self.record["done"][0])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / self.rules.deals) for deal in range(self.rules.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        if self.record is None or player != self.current_player():
            return []
        return np.flatnonzero(self.rules.put(self.record).action_masks[0]).tolist()

    def _apply_action(self, action: int) -> None:
        rules = self.rules
        if self.record is None and not 0 <= action < rules.deals:  # OpenSpiel checks no outcome of chance
            raise IllegalActionError(f"deal {action} is not allowed; allowed: 0 to {rules.deals - 1}")
        self.record = rules.dealt(action) if self.record is None else rules.after(self.record, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.rules.table.catalog.describe(action)

    def returns(self) -> list[float]:
        """Return the placements at the end, and zeros before."""
        rules = self.rules
        if not self.is_terminal():
            return [0.0] * rules.options.num_players
        standing = rules.put(self.record).scores([0])[0]
        places = np.unique(standing, axis=0, return_inverse=True)[1].reshape(
            -1
        )  # by score, then by tie-break
        return placements_by(places).tolist()

    def resample_from_infostate(self, player: int, sampler: Any) -> EurogymState:
        """Return a state that the player cannot tell from this one; `sampler()` gives a number in [0, 1)."""
        state = self.clone()
        seed = int(sampler() * (1 << 53))
        state.record = None if self.record is None else self.rules.imagined(self.record, player, seed)
        return state

    def __str__(self) -> str:
        if self.record is None:
            return "before the deal"
        return self.rules.game.to_text(self.record.view(np.recarray)[0], self.rules.options)


class EurogymObserver:
    """An observer of what a player sees: the engine's observation as a tensor, its text as a string."""

    def __init__(self, rules: Rules, kind: Any, params: Any):
        if params:
            raise ValueError(f"observations take no parameters, got {params}")
        self.rules, self.dict = rules, {}
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = np.zeros(rules.table.obs_size, np.float32)
        self.dict["observation"] = self.tensor

    def set_from(self, state: EurogymState, player: int) -> None:
        """Write what the player sees into the tensor."""
        self.tensor.fill(0)
        if state.record is not None and self.private:
            table = self.rules.put(state.record)
            self.tensor[:] = table.layout.scaled(table.observe(0, player))

    def string_from(self, state: EurogymState, player: int) -> str:
        """Return what the player sees, as text."""
        if state.record is None or not self.private:
            return ""
        return self.rules.game.to_text(state.record.view(np.recarray)[0], self.rules.options, player)


def _declared(name: str) -> Any:
    """Register a game with pyspiel and return its class."""
    options = registry.game(name).options_class
    row = next(row for row in options.describe() if row["name"] == "num_players")
    kind = pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=registry.game(name).title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=int(row["allowed"].split()[-1]),
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )

    class EurogymGame(pyspiel.Game):
        """A game of eurogym."""

        def __init__(self, params: dict[str, Any] | None = None):
            self.rules = Rules(name, params or {})
            info = pyspiel.GameInfo(
                num_distinct_actions=self.rules.table.num_actions,
                max_chance_outcomes=self.rules.deals,
                num_players=self.rules.options.num_players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=self.rules.game.max_decisions(self.rules.options),
            )
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> EurogymState:
            """Return the state before the deal."""
            return EurogymState(self, self.rules)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> EurogymObserver:
            """Return an observer, which shows states to players."""
            return EurogymObserver(self.rules, iig_obs_type or pyspiel.IIGObservationType(), params)

    pyspiel.register_game(kind, EurogymGame)
    return EurogymGame


GAMES = {
    name: _declared(name)
    for name in registry.games()
    if registry.entry(name).package.startswith("eurogym.envs.")
}
