"""Arguments of every training run, whatever the algorithm: groups of arguments, and a config of them; no torch here."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from eurogym.agents.framework.networks.module import CODES
from eurogym.agents.framework.own import is_own
from eurogym.common.errors import MOST_THREADS, InputError
from eurogym.common.options import DIFFICULTY, Values, parse_options, tables_of
from eurogym.envs.core import registry
from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.step.threads import usable_cores
from eurogym.training.learn.arguments import (
    FARTHEST,
    MOST,
    argument,
    arguments_of,
    check_arguments,
    group,
)

ANCHORS = "random", "greedy", "heuristic"  # who a policy is measured against
REWARDS = ("outcome", "margin", "score", "mean_margin", "blend")
TAKEN_UP_BY = ("resume", "overwrite")  # arguments that say how to treat what is there
MOST_SEED = 2**32 - 1  # what numpy's old generator takes, which Stable-Baselines3 seeds


@dataclass
class Tables:
    """What is played."""

    players: list[int] = argument(
        [3], "numbers of players to train on, all with one network (1 = the solo mode)"
    )
    difficulty: list[str] = argument(
        [], "levels of the solo mode to train on, all with one network (with players 1)"
    )
    option: list[str] = argument([], "other game options, as name=value")
    vary: dict[str, list] = argument(
        {},
        "game options to train on in every combination of values that the game allows: name=value,value (in files "
        "{name: [values]})",
    )


@dataclass
class Limits:
    """When it ends."""

    steps: int = argument(
        0,
        "stop after this many decisions, opponents' included (maskable: the learner's alone), at the end of an update "
        "(0 = no limit)",
        0,
        FARTHEST,
    )
    minutes: float = argument(0.0, "stop after this many minutes (0 = no limit)", 0, FARTHEST)


@dataclass
class Files:
    """Where results go."""

    out: str = argument("", "folder for the results (default: runs/<game>_<player counts or solo>_s<seed>)")
    resume: bool = argument(False, "continue the run in that folder; limits and other arguments may differ")
    overwrite: bool = argument(False, "replace the run in that folder")
    save_every: int = argument(100, "number of updates between checkpoints", 1, MOST)
    tensorboard: bool = argument(True, "write TensorBoard logs to the folder")
    progress: bool = argument(True, "show the progress bar")


@dataclass
class Company:
    """Who plays beside the learner."""

    opponents: list[str] = argument(
        [],
        "agents in the seats that do not learn; for ppo also past (frozen earlier versions of the network)",
    )


@dataclass
class Rewards:
    """What is rewarded."""

    reward: str = argument(
        "blend",
        "outcome (placement in [-1, 1]) | margin ((lead over the best other / scale), at most 1) | "
        "score (score / scale) | mean_margin ((score - mean of the others) / scale) | blend | "
        "FILE.py:NAME (docs/own_learning.md)",
    )
    margin_weight: float = argument(
        0.5,
        "blend = outcome + margin_weight * arcsinh(lead / scale) (in solo play: + margin_weight * score / scale)",
        0,
        FARTHEST,
    )
    reward_scale: float = argument(
        0.0, "points that count as 1 in margin and score (0 = the game's margin_scale)", 0, FARTHEST
    )


@dataclass
class Shape:
    """The network."""

    hidden: list[int] = argument([256, 128], "sizes of the hidden layers", 1, 1 << 16)
    network: str = argument(
        "", "FILE.py:NAME of a network of your own, a torch module (docs/own_learning.md)"
    )
    observation: str = argument(
        CODES, "what the network sees: codes (uint8) | scaled (float32) | FILE.py:NAME (docs/own_learning.md)"
    )


@dataclass
class Optimiser:
    """How it learns."""

    learning_rate: float = argument(1.5e-3, "Adam learning rate at the start", above=0)
    anneal: bool = argument(True, "lower the learning rate linearly to 0 over the run")
    epochs: int = argument(2, "passes over each rollout", 1, MOST)
    minibatch: int = argument(2048, "decisions per gradient step", 1, MOST)
    gamma: float = argument(1.0, "discount factor per decision of the seat", 0, 1)
    gae_lambda: float = argument(
        0.97, "lambda of generalised advantage estimation; higher values weight longer returns more", 0, 1
    )
    clip: float = argument(0.2, "clipping range of the probability ratio", above=0)
    entropy: float = argument(0.01, "weight of the entropy bonus at the start", 0, FARTHEST)
    value_weight: float = argument(0.5, "weight of the value loss", 0, FARTHEST)
    max_grad_norm: float = argument(0.5, "gradients are clipped to this norm", above=0)
    target_kl: float = argument(
        0.03, "stop an update early beyond this KL divergence (0 = never)", 0, FARTHEST
    )


@dataclass
class Evaluation:
    """How it is measured."""

    eval_every: int = argument(
        0,
        "number of updates between evaluations (0 = at every fifth of the run); there is one at the end",
        0,
        MOST,
    )
    eval_games: int = argument(
        200, "games per evaluation for each table and opponent (0 = no evaluation)", 0, MOST
    )
    eval_against: list[str] = argument(
        list(ANCHORS), "agents to be measured against, in every seat of the same deals"
    )
    log_every: int = argument(1, "number of updates between rows of the curve", 1, MOST)
    callback: list[str] = argument(
        [], "FILE.py:NAME of functions to be called after every update (docs/own_learning.md)"
    )


@dataclass
class Hardware:
    """The machine."""

    num_envs: int = argument(
        256, "games played in parallel, divided among the tables (player counts and options)", 1, MOST
    )
    rollout_steps: int = argument(64, "decisions of each game between updates", 1, MOST)
    workers: int = argument(
        0,
        "processes that learn one network together, each with its share of the games (0 = as many as there are cores, "
        "for runs of more than a minute on a CPU)",
        0,
        MOST_THREADS,
    )
    cluster: str = argument(
        "", "place the workers on a Ray cluster: auto, HOST:PORT or ray://HOST:PORT (needs the extra `dist`)"
    )
    threads: int = argument(1, "torch threads of each worker (0 = all cores)", 0, MOST_THREADS)
    env_threads: int = argument(
        1, "threads for playing the games and for named agents (0 = all cores)", 0, MOST_THREADS
    )
    device: str = argument(
        "auto",
        "torch device of the network: cpu | cuda | mps | auto (cuda if there is one); games run on the CPU",
    )


@dataclass
class TrainingConfig:
    """The config of a training run, saved as `config.json` with its results.

    Creating it raises nothing: `check` finds arguments that make no sense.
    """

    ALGORITHM = ""

    game: str = field(metadata={"help": "game to train on"})
    seed: int = argument(1, "seed of the whole run", 0, MOST_SEED)
    command: str = argument(
        "", "the exact command, recorded in the checkpoint (filled in by `eurogym train`)"
    )
    tables: Tables = group(Tables)
    limits: Limits = group(Limits)
    files: Files = group(Files)
    company: Company = group(Company)
    rewards: Rewards = group(Rewards)
    shape: Shape = group(Shape)
    optimiser: Optimiser = group(Optimiser)
    evaluation: Evaluation = group(Evaluation)
    hardware: Hardware = group(Hardware)

    def check(self) -> None:
        """Raise InputError, naming the argument, if one makes no sense."""
        check_arguments(self)
        tables, reward = self.tables, self.rewards.reward
        if reward not in REWARDS and not is_own(reward):
            raise InputError(f"reward is {reward!r:.60}; allowed: {', '.join(REWARDS)}, FILE.py:NAME")
        if self.limits.steps == 0 and self.limits.minutes == 0:
            raise InputError("a run needs a limit: steps or minutes")
        if tables.difficulty and tables.players != [1]:
            raise InputError("difficulty belongs to the solo mode: use it with players 1")
        if not tables.players or not self.shape.hidden:
            raise InputError("players and hidden need at least one value each")
        for name, values in tables.vary.items():
            if not isinstance(values, list) or not values:
                raise InputError(f"vary: {name} needs a list of at least one value")
        machine = self.hardware
        if machine.workers > machine.num_envs:
            raise InputError(
                f"workers is {machine.workers}, more than the {machine.num_envs} games that they would share (num_envs)"
            )
        if machine.workers > 1 and machine.device.startswith(("cuda", "mps")):
            raise InputError(
                f"workers is {machine.workers}; several learn on a CPU only, and device is {machine.device}"
            )
        if not re.fullmatch(r"auto|cpu|cuda(:\d+)?|mps", self.hardware.device):
            raise InputError(
                f"device is {self.hardware.device!r}; allowed: auto, cpu, cuda, cuda:NUMBER, mps"
            )

    def flat(self) -> dict[str, Any]:
        """Return all arguments by name."""
        return {name: one.of(self) for name, one in arguments_of(type(self)).items()}

    @classmethod
    def of(cls, values: dict[str, Any]) -> Self:
        """Make the config with these values by argument, and defaults for the others. Names are not checked."""
        groups: dict[str, dict[str, Any]] = {}
        for name, one in arguments_of(cls).items():
            if name in values:
                groups.setdefault(one.group, {})[name] = values[name]
        made = cls(**groups.pop("", {}))
        for group_name, given in groups.items():
            for name, value in given.items():
                setattr(getattr(made, group_name), name, value)
        return made

    def changed(self, **values: Any) -> Self:
        """Return a copy of this config with other values of these arguments."""
        return self.of(self.flat() | values)

    @property
    def kind(self) -> str:
        """What tells the folder of a run from others of its game: the player counts, 'solo' or '2345'."""
        return "solo" if self.tables.players == [1] else "".join(map(str, self.tables.players))

    def folder(self) -> Path:
        """Return where the results go."""
        return Path(self.files.out or f"runs/{self.game}_{self.kind}_s{self.seed}")

    def option_sets(self) -> list[Values]:
        """Return the keyword arguments of each batch: one per player count and combination of the varying options.

        Of combinations, those that the game refuses are left out, unless it refuses all.
        """
        tables = self.tables
        varying = ({DIFFICULTY: tables.difficulty} if tables.difficulty else {}) | tables.vary
        sets = tables_of(tables.players, parse_options(tables.option), varying)
        seats = [_seats_at_table(self.game, options) for options in sets]
        if varying and any(seats):
            sets = [options for options, number in zip(sets, seats, strict=True) if number]
        if len(set(tables.players)) > 1 and any(seats):
            sets = [{**options, "pad_seats": max(seats)} for options in sets]
        return sets

    def recorded(self) -> dict:
        """Return the arguments as a dict that `eurogym train --config` reads, without `resume` and `overwrite`."""
        values = {"algo": self.ALGORITHM} | asdict(self)
        values["files"] = {name: one for name, one in values["files"].items() if name not in TAKEN_UP_BY}
        return values

    def portable(self) -> dict:
        """Return the arguments for a checkpoint, without the places of folders and files on this machine."""
        values = self.recorded()
        values["files"]["out"], values["hardware"]["cluster"] = Path(self.files.out).name, ""
        return values

    def share_done(self, steps: int, seconds: float) -> float:
        """Return how much of a run is over, in [0, 1], by whichever of its limits is nearer."""
        limits = self.limits
        by_steps = steps / limits.steps if limits.steps else 0.0
        by_time = seconds / (60.0 * limits.minutes) if limits.minutes else 0.0
        return min(1.0, max(by_steps, by_time))


def num_threads(wanted: int) -> int:
    """Return a number of threads; 0 stands for all cores."""
    return wanted or usable_cores()


def _seats_at_table(game: str, options: dict) -> int:
    """Return the number of seats with these options, automated opponents included, 0 where the game refuses them; of
    players for an unknown game.
    """
    if game not in registry.games():
        return options["num_players"]
    try:
        return registry.game(game).options_class.from_kwargs(**options).table_seats
    except OptionError:
        return 0
