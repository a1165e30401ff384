"""What can be set where labels are made and where something learns from them; no torch here."""

from __future__ import annotations

from dataclasses import KW_ONLY, asdict, dataclass
from typing import Any

from eurogym import agents
from eurogym.agents.framework.networks.checkpoint import BASES
from eurogym.common.errors import MOST_THREADS, InputError
from eurogym.common.options import tables_of
from eurogym.envs.core import registry
from eurogym.training.learn.arguments import MOST, argument, check_arguments
from eurogym.training.learn.supervised.labels import VERSION

MOST_SEED = 2**63 - 1
ITSELF = "itself"  # among the agents of a ValueConfig


@dataclass(frozen=True)
class LabelConfig:
    """What labels are made with."""

    game: str
    players: int = argument(2, "seats at the table", 1, MOST)
    options: dict[str, Any] = argument({}, "options of the game")
    sims: int = argument(1, "simulations of every action in each of the two halves", 1, MOST)
    depth: int = argument(0, "decisions per playout before it is evaluated; 0: play to the end", 0, MOST)
    share: float = argument(0.25, "share of the decisions that are labelled", above=0, high=1)
    agents: list[str] = argument([], "agents that play the games, drawn for every seat; by default the base")
    games: int = argument(32, "games per shard", 1, MOST)
    seed: int = argument(1, "seed of the deals and the simulations", 0, MOST_SEED)
    base: str = argument(
        "",
        "agent whose choice the other actions are compared with, and on which the network will be built: `ppo` for the "
        "policy that ships; by default the heuristic",
    )

    def check(self) -> None:
        """Raises InputError naming what makes no sense."""
        check_arguments(self)
        bases = (agents.heuristic_name(self.game), *BASES)  # what a network may say that it was compared with
        if self.base and self.base not in bases:
            raise InputError(f"base is {self.base!r}; allowed: {', '.join(bases)}")

    def as_data(self) -> dict[str, Any]:
        """Return this config as plain data, with the version of the game: what the manifest of a folder says."""
        return {"version": VERSION, "game_version": registry.game(self.game).version, **asdict(self)}


@dataclass
class LearningConfig:
    """Settings of everything that learns points from labels."""

    game: str
    _: KW_ONLY
    hidden: list[int] = argument([128, 64], "sizes of the two hidden layers", 1, 1 << 16)
    start: str = argument(
        "",
        "file of a network that judges positions to start from, with the same --hidden; fields that it does not know "
        "begin at 0",
    )
    learning_rate: float = argument(2e-3, "AdamW learning rate at the start", above=0)
    weight_decay: float = argument(0.02, "weight decay of AdamW", 0)
    seed: int = argument(1, "seed of the initial weights and of everything drawn at random", 0, MOST_SEED)
    threads: int = argument(1, "torch threads", 1, MOST_THREADS)
    device: str = argument("cpu", "torch device")
    out: str = ""
    command: str = ""

    def check(self) -> None:
        """Raises InputError naming what makes no sense."""
        check_arguments(self)
        if len(self.hidden) != 2:
            raise InputError(f"hidden is {self.hidden}; give two sizes, one for each hidden layer")


@dataclass
class DistilConfig(LearningConfig):
    """How a network is learned from labels."""

    labels: list[str] = argument([], "folders of labels to learn from, of one table or several (required)")
    held_out: list[str] = argument(
        [], "folders of labels of other deals, to measure the result by (required)"
    )
    epochs: int = argument(4, "passes over the labels", 1, MOST)
    minibatch: int = argument(256, "labels per gradient step", 1, MOST)


@dataclass
class ValueConfig(LearningConfig):
    """How a value network is learned."""

    players: list[int] = argument([2], "seats at the tables", 1, MOST)
    options: dict[str, Any] = argument({}, "options of the game")
    vary: dict[str, list] = argument({}, "options with several values, a table for each combination")
    agents: list[str] = argument(
        [],
        "agents that play, drawn for every seat; `itself`: the network trained so far, looking one step ahead; by "
        "default the heuristic",
    )
    reward: str = argument(
        "margin",
        "what the network predicts, in points: margin (over the best other seat) or score (of the seat itself)",
        allowed=("margin", "score"),
    )
    evaluation: bool = argument(
        True, "give the network the evaluation of the position by the game's agents as an input"
    )
    td_lambda: float = argument(
        1.0,
        "lambda of TD(lambda): weight of the target of the seat's next sampled position (after the last one, of the "
        "outcome) in the target of a position; the rest is the network's prediction for that next position; 1: "
        "outcomes alone",
        0,
        1,
    )
    temperature: float = argument(
        0.3,
        "temperature in points at which `itself` samples its actions; 0: it takes the best",
        0,
    )
    stray: float = argument(0.03, "share of the decisions at which a random legal action is taken", 0, 1)
    share: float = argument(0.06, "share of the decisions that are sampled for training", above=0, high=1)
    games: int = argument(20_000, "games to learn from", 1, MOST)
    at_once: int = argument(512, "games played in parallel at each table", 1, MOST)
    held_out: int = argument(
        512, "games of each table to measure by, at most as many as are played in parallel", 1, MOST
    )
    room: int = argument(200_000, "number of recent samples to learn from", 1, MOST)
    passes: float = argument(2.0, "times that each sample is learned from, on average", above=0)
    minibatch: int = argument(1024, "samples per gradient step", 1, MOST)
    eval_against: str = argument(
        "", "agent that the network, looking one step ahead, plays against now and then; by default none"
    )
    eval_games: int = argument(128, "games at each table against that agent", 1, MOST)

    def tables(self) -> list[dict[str, Any]]:
        """Return the keyword arguments of a batch for every table: each number of players with each combination of
        `vary`.
        """
        return tables_of(self.players, self.options, self.vary)
