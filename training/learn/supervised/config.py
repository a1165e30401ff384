"""What can be set where labels are made and where something learns from them; no torch here."""

from __future__ import annotations

from dataclasses import KW_ONLY, asdict, dataclass
from typing import Any

from eurogym import agents
from eurogym.agents.framework.checkpoint import BASES
from eurogym.envs.core import registry
from eurogym.training.errors import MOST_THREADS, InputError
from eurogym.training.learn.arguments import MOST, argument, check_arguments
from eurogym.training.learn.supervised.labels import VERSION
from eurogym.training.options import tables_of

MOST_SEED = 2**63 - 1
ITSELF = "itself"  # among the agents of a ValueConfig


@dataclass(frozen=True)
class LabelConfig:
    """What labels are made with."""

    game: str
    players: int = argument(2, "seats at the table", 1, MOST)
    options: dict[str, Any] = argument({}, "of the game")
    sims: int = argument(1, "simulations of every action in each half", 1, MOST)
    depth: int = argument(0, "decisions per playout before the evaluation, 0: to the end", 0, MOST)
    share: float = argument(0.25, "share of the decisions labelled", above=0, high=1)
    agents: list[str] = argument([], "who plays the games, drawn for every seat; none: the base")
    follow: float = argument(
        0.3, "share of the seats that take the search's choice where they are labelled", 0, 1
    )
    games: int = argument(32, "games in a shard", 1, MOST)
    seed: int = argument(1, "seed of deals and luck", 0, MOST_SEED)
    horizon: int = argument(
        0,
        "decisions for every seat that the heuristic plays on after an action before the network looks; 0: to the end "
        "of the own turn",
        0,
        MOST,
    )
    base: str = argument(
        "",
        "whose choice the others are compared with, and what the network will stand on: `ppo`, the policy that ships; "
        "none: the heuristic",
    )
    leaf: str = argument(
        "",
        "file of the value network (eurogym value) that judges where simulations stop, or `network` for the one that "
        "ships; none: the evaluation of the game's agents",
    )

    def check(self) -> None:
        """Raises InputError naming what makes no sense."""
        check_arguments(self)
        if self.leaf and not self.depth:
            raise InputError(
                "leaf judges where playouts stop, and at depth 0 they go to the end; give a depth above 0"
            )
        bases = (agents.heuristic_name(self.game), *BASES)  # what a network may say that it was compared with
        if self.base and self.base not in bases:
            raise InputError(f"base is {self.base!r}; allowed: {', '.join(bases)}")

    def told(self) -> dict[str, Any]:
        """The same as plain data, with the version of the game: what the manifest of a folder says."""
        return {"version": VERSION, "game_version": registry.game(self.game).version, **asdict(self)}


@dataclass
class LearningConfig:
    """What all that learn points from labels are told."""

    game: str
    _: KW_ONLY
    hidden: list[int] = argument([128, 64], "sizes of the two hidden layers", 1, 1 << 16)
    start: str = argument(
        "", "file of a value network (eurogym value) to begin with, which asks for the same --hidden"
    )
    learning_rate: float = argument(2e-3, "AdamW step size at the start", above=0)
    weight_decay: float = argument(0.02, "weight decay of AdamW", 0)
    seed: int = argument(1, "seed of the first weights and of all that is drawn", 0, MOST_SEED)
    threads: int = argument(1, "torch threads", 1, MOST_THREADS)
    device: str = argument("cpu", "torch device")
    out: str = ""
    command: str = ""

    def check(self) -> None:
        """Raises InputError naming what makes no sense."""
        check_arguments(self)
        if len(self.hidden) != 2:
            raise InputError(f"hidden is {self.hidden}; the network has two hidden layers")


@dataclass
class DistilConfig(LearningConfig):
    """How a network is learned from labels."""

    labels: list[str] = argument([], "folders to learn from, of one table or of several")
    held_out: list[str] = argument([], "folders of other deals, to judge by")
    most: int = argument(0, "labels of each folder to learn from, 0: all", 0, MOST)
    looks: int = argument(
        1, "samples of luck that the agent is to judge every action by; costs time at play, not here", 1, MOST
    )
    trust: float = argument(
        0.0,
        "points by which the agent raises the heuristic's choice beyond what was learned; where a policy comes to "
        "positions unlike the labelled ones, it keeps it near them",
        0,
    )
    unit: float = argument(
        1.0, "points that the numbers learning begins with are in; less where scores are small", above=0
    )
    epochs: int = argument(4, "passes over the labels", 1, MOST)
    minibatch: int = argument(256, "labels a gradient step", 1, MOST)


@dataclass
class ValueConfig(LearningConfig):
    """How a value network is learned."""

    players: list[int] = argument([2], "seats at the tables", 1, MOST)
    options: dict[str, Any] = argument({}, "of the game")
    vary: dict[str, list] = argument({}, "options with several values, a table for each combination")
    agents: list[str] = argument(
        [],
        "who plays, drawn for every seat; `itself`: what has been learned so far, looking one step ahead; none: the "
        "heuristic",
    )
    reward: str = argument(
        "lead",
        "what is learned: lead, over the best other, or score, of the seat alone",
        allowed=("lead", "score"),
    )
    evaluation: bool = argument(
        True, "let the network hear what the evaluation of the game's agents says of a position"
    )
    td_lambda: float = argument(
        1.0,
        "weight of what a game came to in what is learned of a position; the rest is what the network expected of the "
        "next one that was looked at for the seat",
        0,
        1,
    )
    temperature: float = argument(
        0.3,
        "points by which an action is worse that `itself` draws e times as rarely; 0: it takes the best",
        0,
    )
    stray: float = argument(0.03, "share of the decisions where any legal action is taken", 0, 1)
    share: float = argument(0.06, "share of the decisions that are looked at", above=0, high=1)
    games: int = argument(20_000, "games to learn from", 1, MOST)
    at_once: int = argument(512, "games played side by side at a table", 1, MOST)
    held_out: int = argument(
        512, "games of each table to judge by, at most those played side by side", 1, MOST
    )
    room: int = argument(200_000, "recent moments that are learned from", 1, MOST)
    passes: float = argument(2.0, "times that a moment is learned from, on average", above=0)
    minibatch: int = argument(1024, "moments a gradient step", 1, MOST)
    eval_against: str = argument(
        "", "whom the network, looking one step ahead, plays now and then; none: nobody"
    )
    eval_games: int = argument(128, "games of each table against that agent", 1, MOST)

    def tables(self) -> list[dict[str, Any]]:
        """The keyword arguments of a batch for every table: each number of players with each combination of `vary`."""
        return tables_of(self.players, self.options, self.vary)
