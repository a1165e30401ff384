"""What a run of `eurogym improve` is told."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import Any

from eurogym import agents
from eurogym.envs.core import registry
from eurogym.training.errors import InputError
from eurogym.training.options import tables_of


@dataclass
class ImproveConfig:
    """How a policy is improved by its own search; see `eurogym improve --help`.

    game, players, options, vary: the tables, all of one network, with every combination of the options of `vary`, which
    names the values of each; start: the policy to begin with, a file, "" for the one
    that ships; values: the value network at the leaves of the search, likewise; games: of a generation, shared out
    among the tables; company: share of the games in which one seat is the policy's and the heuristic has all others;
    share: of the decisions with a choice that are looked at; actions: the likeliest ones, which are
    simulated; sims: simulations of each of them, in each of two independent halves; depth: decisions of a playout, 0
    as suits the search of the game; explore: share of the seats that draw from the policy in place of taking its best
    action; window: generations of one policy whose lessons are learned from; temperature: value for which the odds of
    an action change by a factor of e; epochs, minibatch, learning_rate, value_weight: of the learning; value_games:
    games of a policy that has taken over, of which its values are learned (0: values stay); most_deals: of a duel, at
    each table; smallest_effect: a lead that counts as none.
    """

    game: str
    players: list[int] = field(default_factory=lambda: [2])
    options: dict[str, Any] = field(default_factory=dict)
    vary: dict[str, list[Any]] = field(default_factory=dict)
    start: str = ""
    values: str = ""
    games: int = 1600
    company: float = 0.0
    share: float = 0.15
    actions: int = 6
    sims: int = 1
    depth: int = 12
    explore: float = 0.25
    window: int = 3
    temperature: float = 0.005
    epochs: int = 8
    minibatch: int = 1024
    learning_rate: float = 1e-3
    value_weight: float = 0.1
    value_games: int = 6000
    most_deals: int = 1000
    smallest_effect: float = 0.05
    seed: int = 1
    threads: int = 1
    device: str = "cpu"
    command: str = ""

    RECORDED_ONLY = ("command", "threads", "device")

    def check(self) -> None:
        """Raises InputError naming what makes no sense."""
        if self.actions < 2:
            raise InputError(
                f"actions is {self.actions}; nothing is learned from fewer than 2, which are compared"
            )
        for name in ("games", "sims", "window", "epochs", "minibatch", "most_deals", "threads"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}; it must be at least 1")
        for name in ("depth", "value_games", "seed"):
            if getattr(self, name) < 0:
                raise InputError(f"{name} is {getattr(self, name)}; it must be at least 0")
        for name in ("temperature", "learning_rate"):
            if not 0 < getattr(self, name) < math.inf:
                raise InputError(f"{name} is {getattr(self, name)}; it must be a number above 0")
        if not 0 <= self.value_weight < math.inf:
            raise InputError(f"value_weight is {self.value_weight}; it must be a number of at least 0")
        if not 0 < self.share <= 1 or not 0 <= self.smallest_effect < 1:
            raise InputError(
                f"share {self.share} must lie above 0 and up to 1, smallest_effect {self.smallest_effect} from 0 to "
                "below 1"
            )
        if not 0 <= self.explore <= 1 or not 0 <= self.company <= 1:
            raise InputError(f"explore {self.explore} and company {self.company} must lie between 0 and 1")
        if self.company and not agents.has_heuristic(self.game):
            raise InputError(f"{self.game} has no hand-written play, so company must be 0")
        if not self.players or min(self.players) < 2:
            raise InputError(f"players are {self.players}; a duel decides, so each table has at least 2")

    def told(self) -> dict[str, Any]:
        """What results depend on, as plain data."""
        return {name: value for name, value in asdict(self).items() if name not in self.RECORDED_ONLY}

    def tables(self) -> list[dict[str, Any]]:
        """The keyword arguments of a batch for every table, smaller ones first; all see what the largest one sees."""
        sizes = sorted(set(self.players))
        tables = tables_of(sizes, self.options, self.vary)
        if len(sizes) == 1:
            return tables
        kind = registry.game(self.game).options_class
        most = max(kind.from_kwargs(**table).table_seats for table in tables)
        return [table | {"pad_seats": most} for table in tables]
