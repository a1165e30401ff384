"""The games and option sets that every conformance test runs over: the `CASES` of each game's facts.py."""

from __future__ import annotations

import importlib
import importlib.util
import re
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from eurogym.envs.core import registry
from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.testing.tables import Table
from tests.facts import facts_of


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
        return f"{self.game_name}-{values}"

    @property
    def game_name(self) -> str:
        """Short name of the game."""
        return self.package.rpartition(".")[2]

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
        return self.table.game_options

    @property
    def table(self) -> Table:
        """The same for the tests that ship."""
        return Table(self.game, self.options)

    def batch(self, num_envs: int = 1, **arguments: Any) -> BatchedGame:
        """Games of this case."""
        return self.module.batch(num_envs=num_envs, **self.options, **arguments)


def _package(game: str) -> str:
    """A game of the suite, or one that lives among the tests."""
    return f"eurogym.envs.{game}" if importlib.util.find_spec(f"eurogym.envs.{game}") else f"tests.{game}"


CASES = [Case(_package(game), options) for game, sets in facts_of("CASES").items() for options in sets]
BY_ID = {case.id: case for case in CASES}


def few_cases() -> list[Case]:
    """Of each game the first case, the last, the first for one player and the first with seats padded."""
    chosen = first_cases() + list({case.game_name: case for case in CASES}.values())
    for wanted in (lambda values: values.get("num_players") == 1, lambda values: "pad_seats" in values):
        chosen += {case.game_name: case for case in reversed(CASES) if wanted(case.options)}.values()
    return [case for case in CASES if case in chosen]


def first_cases() -> list[Case]:
    """The first case of each game."""
    return list({case.game_name: case for case in reversed(CASES)}.values())
