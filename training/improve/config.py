"""Settings of a run of `eurogym learn improve`; no torch here."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from eurogym import agents
from eurogym.common.errors import MOST_THREADS, InputError
from eurogym.common.options import tables_of
from eurogym.envs.core import registry
from eurogym.training.learn.arguments import MOST, argument, check_arguments
from eurogym.training.learn.supervised.config import MOST_SEED


@dataclass
class ImproveConfig:
    """How a policy is improved by its own search; all tables are of one network."""

    game: str
    players: list[int] = argument([2], "seats at the tables, 2 or more because duels decide", 2, MOST)
    options: dict[str, Any] = argument({}, "options of the game")
    vary: dict[str, list] = argument({}, "options with several values, a table for each combination")
    start: str = argument("", "file of the policy to start from; by default that of `ppo`")
    values: str = argument(
        "", "file of the value network at the leaves of the search; by default that of `search`"
    )
    games: int = argument(
        1600,
        "games per generation, divided among the tables in files of 32, at least two files for each table",
        1,
        MOST,
    )
    company: float = argument(0.0, "share of the games in which the heuristic plays all seats but one", 0, 1)
    share: float = argument(
        0.15, "share of the decisions with a choice at which the search runs", above=0, high=1
    )
    actions: int = argument(6, "number of most likely actions to simulate and compare", 2, MOST)
    sims: int = argument(1, "simulations of each of these in each of two halves", 1, MOST)
    depth: int = argument(
        12, "decisions per simulation before the values judge; 0: as `search` plays the game", 0, MOST
    )
    explore: float = argument(
        0.25,
        "share of the seats that sample their actions from the policy; the others play its best action",
        0,
        1,
    )
    window: int = argument(3, "most generations of the same policy to learn from together", 1, MOST)
    temperature: float = argument(
        0.005, "difference in value at which the odds of an action change by a factor of e", above=0
    )
    epochs: int = argument(8, "passes over the labels", 1, MOST)
    minibatch: int = argument(1024, "decisions per gradient step", 1, MOST)
    learning_rate: float = argument(1e-3, "learning rate at the start", above=0)
    value_games: int = argument(
        6000, "games from which the values of a new policy are learned; 0: keep the old values", 0, MOST
    )
    most_deals: int = argument(1000, "most deals of a duel at each table", 1, MOST)
    smallest_effect: float = argument(0.05, "leads closer to 0 than this count as none", 0, 1)
    seed: int = argument(1, "seed of deals, simulations and learning", 0, MOST_SEED)
    threads: int = argument(1, "torch threads", 1, MOST_THREADS)
    device: str = argument("cpu", "torch device of the learner")
    command: str = ""

    RECORDED_ONLY = ("command", "threads", "device")

    def check(self) -> None:
        """Raises InputError naming what makes no sense."""
        check_arguments(self)
        if self.company and not agents.has_heuristic(self.game):
            raise InputError(f"{self.game} has no hand-written play, so company must be 0")
        if not self.players:
            raise InputError("players is empty; name at least one number of players")

    def as_data(self) -> dict[str, Any]:
        """Return what results depend on, as plain data."""
        return {name: value for name, value in asdict(self).items() if name not in self.RECORDED_ONLY}

    def tables(self) -> list[dict[str, Any]]:
        """Return the keyword arguments of a batch for every table, smaller ones first; all see what the largest one
        sees.
        """
        sizes = sorted(set(self.players))
        tables = tables_of(sizes, self.options, self.vary)
        if len(sizes) == 1:
            return tables
        kind = registry.game(self.game).options_class
        most = max(kind.from_kwargs(**table).table_seats for table in tables)
        return [table | {"pad_seats": most} for table in tables]
