"""The games and option sets that every conformance test runs over. A new game adds its lines here."""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from envs.core import registry
from envs.core.batch import BatchedGame
from envs.core.game import Game
from envs.core.options import GameOptions


@dataclass(frozen=True)
class Case:
    """One game with one set of options. ``package`` bears its faces and ``GAME``."""

    package: str
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Short name for test reports."""
        values = "-".join(f"{name}={value}" for name, value in self.options.items())
        values = re.sub(r"[\[\] ]", "", values)  # of lists
        return f"{self.package.rpartition('.')[2]}-{values}"

    @property
    def module(self) -> ModuleType:
        """The game's package, registered by name."""
        module = importlib.import_module(self.package)
        registry.register(module.GAME, module)
        return module

    @property
    def game(self) -> Game:
        """The game."""
        return self.module.GAME

    @property
    def game_options(self) -> GameOptions:
        """The options as an object."""
        return self.game.options_class.from_kwargs(**self.options)

    def with_options(self, **values: Any) -> Case:
        """The same game with some options changed."""
        return Case(self.package, self.options | values)

    def batch(self, num_envs: int = 1, **arguments: Any) -> BatchedGame:
        """Games of this case."""
        return self.module.batch(num_envs=num_envs, **self.options, **arguments)


TOY = [
    Case("tests.toy", {"num_players": 2}),
    Case("tests.toy", {"num_players": 4, "pad_seats": 5}),
    Case("tests.toy", {"num_players": 3, "auto_forced": False}),
    Case("tests.toy", {"num_players": 1, "difficulty": "hard"}),
]

VILLAGERS = [
    Case("envs.villagers", {"num_players": 2}),
    Case("envs.villagers", {"num_players": 3}),
    Case("envs.villagers", {"num_players": 4, "pad_seats": 5}),
    Case("envs.villagers", {"num_players": 5}),
    Case("envs.villagers", {"num_players": 3, "auto_forced": False, "placement_mode": "slots"}),
    Case("envs.villagers", {"num_players": 1, "difficulty": "normal"}),
    Case("envs.villagers", {"num_players": 1, "difficulty": "hard", "solo_event_choices": "countess_best"}),
]

BURGUNDY = [
    Case("envs.castles_of_burgundy", options)
    for options in (
        {"num_players": 2},
        {"num_players": 3, "duchies": [3, 14, 27], "pad_seats": 4},
        {"num_players": 4, "duchies": "random"},
        {"num_players": 2, "duchies": "random", "side_choice": True, "auto_forced": False},
        {"num_players": 1, "chateauma": "easy"},
        {"num_players": 2, "chateauma": "medium", "modifiers": "A"},
        {"num_players": 3, "chateauma": "hard", "modifiers": "B"},
        {"num_players": 1, "chateauma": "medium", "modifiers": "C", "empty_sale_vp": 2},
        {"num_players": 2, "chateauma": "hard", "modifiers": "D", "card8_third_space": "castle"},
        {"num_players": 1, "chateauma": "hard", "modifiers": "ABCD", "duchies": 21},
        {"num_players": 1, "solo_board": 33},
        {"num_players": 1, "solo_board": 34, "solo_target": 20, "solo_order": "fixed"},
    )
]

VILLAGE = [
    Case("envs.village", options)
    for options in (
        {"num_players": 2},
        {"num_players": 3, "auto_forced": False},
        {"num_players": 4, "pad_seats": 5, "strict_lowest_invisible_saves": True},
        {"num_players": 5, "data_overrides": {"church": {"advance_cost_grain": [0, 1, 2, 4]}}},
        {"num_players": 1, "carla_rule": "colour"},
        {"num_players": 1, "carla_rule": "die", "die_last_color_strict": True},
    )
]

KEYFLOWER = [
    Case("envs.keyflower", options)
    for options in (
        {"num_players": 2},
        {"num_players": 3, "auto_forced": False, "sea_bastion_multi_loop": True},
        {"num_players": 4, "pad_seats": 6, "store_resources_locked": True},
        {"num_players": 5, "purple_only_if_won": True, "boat3b_counts_as_gold": False},
        {"num_players": 6},
    )
]

CASES = TOY + VILLAGERS + BURGUNDY + VILLAGE + KEYFLOWER
BY_ID = {case.id: case for case in CASES}
