"""The games and option sets that every conformance test runs over. A new game adds its lines here."""

from __future__ import annotations

import importlib
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

CASES = TOY + VILLAGERS
BY_ID = {case.id: case for case in CASES}
