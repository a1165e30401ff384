"""Arguments of the training runs: flat dataclasses, each field followed by its help line; no torch here."""

from __future__ import annotations

import ast
import inspect
import json
import math
import os
import re
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from pathlib import Path

import envs  # noqa: F401 - makes the games known
from envs.core import registry
from training.arguments import InputError, parse_options
from training.settings import DIFFICULTY, cross_product

PRESETS = Path(__file__).parent / "configs"


@dataclass
class PPOConfig:
    """Arguments of the per-seat PPO (`training/ppo.py`), saved as `config.json` beside its results."""

    game: str = "villagers"
    "game to learn"
    players: list[int] = field(default_factory=lambda: [3])
    "player counts learned together (1 = the solo mode)"
    difficulty: list[str] = field(default_factory=list)
    "levels of the solo mode learned together (with players 1)"
    vary: dict[str, list] = field(default_factory=dict)
    "game options learned together, every combination: name=value,value (in files {name: [values]})"
    option: list[str] = field(default_factory=list)
    "further game options, as name=value"
    reward: str = "blend"
    "outcome (placement in [-1, 1]) | margin (arcsinh of lead over the best other / scale) | score | blend"
    margin_weight: float = 0.5
    "blend = outcome + margin_weight * margin (alone at the table: * score / scale)"
    reward_scale: float = 0.0
    "points that count as 1 in margin and score; 0 takes the game's margin_scale"

    steps: int = 0
    "stop after this many decisions, those of opponents included (0 = no limit)"
    minutes: float = 0.0
    "stop after this many minutes (0 = no limit)"
    num_envs: int = 256
    "games played side by side, shared out among the option sets"
    rollout_steps: int = 64
    "decisions per game between two updates"

    hidden: list[int] = field(default_factory=lambda: [256, 128])
    "sizes of the hidden layers"
    learning_rate: float = 1.5e-3
    "Adam step size at the start"
    anneal: bool = True
    "lower the step size linearly to 0 over the run"
    epochs: int = 2
    "passes over each rollout"
    minibatch: int = 2048
    "decisions per gradient step"
    gamma: float = 1.0
    "discount per own decision"
    gae_lambda: float = 0.97
    "weight of longer returns in the advantage"
    clip: float = 0.2
    "how far the probability ratio may move"
    entropy: float = 0.01
    "weight of the entropy bonus at the start"
    entropy_end: float = 0.001
    "weight of the entropy bonus at the end of the run"
    value_weight: float = 0.5
    "weight of the value loss"
    max_grad_norm: float = 0.5
    "gradients are clipped to this length"
    target_kl: float = 0.03
    "an update stops early beyond this divergence (0 = never)"

    opponent_fraction: float = 0.2
    "fraction of the games with one learning seat among opponents"
    opponents: list[str] = field(default_factory=lambda: ["past"])
    "who plays there: past (frozen past selves) or agents by name"
    teacher: str = ""
    "agent by name that plays all seats at the start and is imitated, before the network learns by itself"
    teacher_share: float = 0.1
    "share of the run that imitates the teacher"
    learner_plays: float = 0.0
    "share of the imitated games that the network plays, corrected by the teacher; grows from 0 to this"
    past_every: int = 20
    "updates between two frozen copies"
    past_kept: int = 12
    "frozen copies kept; a random half of the older ones makes room"

    eval_every: int = 50
    "updates between two evaluations (0 = only at the end)"
    eval_games: int = 200
    "games per evaluation, player count and opponent"
    eval_against: list[str] = field(default_factory=list)
    "named agents to be measured against; the network itself is always measured"

    seed: int = 1
    "seed of everything"
    threads: int = 0
    "torch threads (0 = all cores)"
    env_threads: int = 1
    "threads of the compiled batches and of named agents (0 = all cores)"
    device: str = "auto"
    "torch device of network and updates: cpu | cuda | auto (cuda where there is one); games run on the CPU"
    precision: str = "auto"
    "hidden layers: float32 | bfloat16 (codes exact, weights rounded) | auto (bfloat16 where the device has it)"

    out: str = ""
    "folder for results (default: runs/<game>_<player counts>_s<seed>)"
    resume: bool = False
    "go on with the run in that folder; limits and other arguments may differ"
    log_every: int = 1
    "updates between two rows of the curve; games finished in between are averaged"
    save_every: int = 100
    "updates between two checkpoints"
    tensorboard: bool = True
    "write TensorBoard logs into the folder"
    progress: bool = True
    "show the progress bar"
    command: str = ""
    "the exact command, recorded in the checkpoint (filled in by `eurogym train`)"

    def check(self) -> None:
        """Raises InputError naming the argument that makes no sense."""
        _check_common(self)
        if self.precision not in ("auto", "float32", "bfloat16"):
            raise InputError(f"precision is {self.precision!r}; allowed: auto, float32, bfloat16")
        for name in ("teacher_share", "learner_plays", "opponent_fraction"):
            if not 0 <= getattr(self, name) <= 1:
                raise InputError(f"{name} is {getattr(self, name)}; it lies between 0 and 1")
        if not re.fullmatch(r"auto|cpu|cuda(:\d+)?|mps", self.device):
            raise InputError(f"device is {self.device!r}; allowed: auto, cpu, cuda, cuda:NUMBER, mps")
        for name, values in self.vary.items():
            if not isinstance(values, list) or not values:
                raise InputError(f"vary: {name} needs a list of at least one value")

    def folder(self) -> Path:
        """Where the results go."""
        return Path(self.out) if self.out else Path("runs") / f"{self.game}_{_kind(self)}_s{self.seed}"

    def option_sets(self) -> list[dict]:
        """The keyword arguments of each batch: one per player count, difficulty and combination of `vary`."""
        common = parse_options(self.option)
        varying = ({DIFFICULTY: self.difficulty} if self.difficulty else {}) | self.vary
        sets = [
            {"num_players": players, **common, **values}
            for players in self.players
            for values in cross_product(varying)
        ]
        if len(set(self.players)) > 1:
            most = max(_seats_at_table(self.game, options) for options in sets)
            sets = [{**options, "pad_seats": most} for options in sets]
        return sets


@dataclass
class MaskableConfig:
    """Arguments of MaskablePPO (`training/sb3.py`): a solo mode, or one learning seat among named agents."""

    game: str = "villagers"
    "game to learn"
    players: list[int] = field(default_factory=lambda: [1])
    "player count, one number (1 = the solo mode)"
    difficulty: list[str] = field(default_factory=list)
    "level of the solo mode, one name (with players 1)"
    option: list[str] = field(default_factory=list)
    "further game options, as name=value"
    opponents: list[str] = field(default_factory=lambda: ["greedy"])
    "agents in the other seats: one for all, or one per seat"
    learner_seat: str = "random"
    "seat of the learner: a number from 0, or random (drawn anew for every game)"
    reward: str = "blend"
    "outcome (placement in [-1, 1]) | margin (arcsinh of lead over the best other / scale) | score | blend"
    margin_weight: float = 0.5
    "blend = outcome + margin_weight * margin"
    reward_scale: float = 0.0
    "points that count as 1 in margin and score; 0 takes the game's margin_scale"

    steps: int = 0
    "stop after this many decisions of the learner (0 = no limit)"
    minutes: float = 0.0
    "stop after this many minutes (0 = no limit)"
    num_envs: int = 256
    "games played side by side"
    rollout_steps: int = 64
    "decisions per game between two updates"

    hidden: list[int] = field(default_factory=lambda: [256, 128])
    "sizes of the hidden layers of the policy and of the value network"
    learning_rate: float = 5e-4
    "Adam step size at the start"
    anneal: bool = True
    "lower the step size linearly to 0 over the run"
    epochs: int = 2
    "passes over each rollout"
    minibatch: int = 2048
    "decisions per gradient step"
    gamma: float = 1.0
    "discount per own decision"
    gae_lambda: float = 0.97
    "weight of longer returns in the advantage"
    clip: float = 0.2
    "how far the probability ratio may move"
    entropy: float = 0.01
    "weight of the entropy bonus"
    value_weight: float = 0.5
    "weight of the value loss"
    max_grad_norm: float = 0.5
    "gradients are clipped to this length"
    target_kl: float = 0.03
    "an update stops early beyond this divergence (0 = never)"

    eval_every: int = 20
    "updates between two evaluations (0 = only at the end)"
    eval_games: int = 200
    "games per evaluation"

    seed: int = 1
    "seed of everything"
    threads: int = 0
    "torch threads (0 = all cores)"
    env_threads: int = 1
    "threads of the compiled batches (0 = all cores)"
    device: str = "cpu"
    "torch device of the network"

    out: str = ""
    "folder for results (default: runs/<game>_<player counts>_maskable_s<seed>)"
    resume: bool = False
    "go on with the run in that folder; limits and learning arguments may differ"
    save_every: int = 20
    "updates between two checkpoints"
    tensorboard: bool = True
    "write TensorBoard logs into the folder"
    progress: bool = True
    "show the progress bar"
    command: str = ""
    "the exact command, recorded in the checkpoint (filled in by `eurogym train`)"

    def check(self) -> None:
        """Raises InputError naming the argument that makes no sense."""
        _check_common(self)
        if len(self.players) != 1 or len(self.difficulty) > 1:
            raise InputError("MaskablePPO learns one player count and one difficulty at a time")
        if self.learner_seat != "random" and not self.learner_seat.isdecimal():
            raise InputError(f"learner_seat is {self.learner_seat!r}; allowed: random, or a number from 0")

    def folder(self) -> Path:
        """Where the results go."""
        return (
            Path(self.out) if self.out else Path("runs") / f"{self.game}_{_kind(self)}_maskable_s{self.seed}"
        )

    def options(self) -> dict:
        """The game options as keyword arguments."""
        options = {"num_players": self.players[0], **parse_options(self.option)}
        return {**options, "difficulty": self.difficulty[0]} if self.difficulty else options


def portable(config) -> dict:
    """The arguments as a dict for a checkpoint: of the folder only its last name, not where it lies here."""
    return {**asdict(config), "out": Path(config.out).name if config.out else ""}


CONFIGS = {"ppo": PPOConfig, "maskable": MaskableConfig}


def progress(config, steps: int, seconds: float) -> float:
    """How much of a run is over, in [0, 1], by whichever of its limits is nearer."""
    by_steps = steps / config.steps if config.steps else 0.0
    by_time = seconds / (60.0 * config.minutes) if config.minutes else 0.0
    return min(1.0, max(by_steps, by_time))


def _check_common(config) -> None:
    for name, value in vars(config).items():
        if isinstance(value, float) and not math.isfinite(value):
            raise InputError(f"{name} is {value}; it must be a finite number")
    if config.reward not in ("outcome", "margin", "score", "blend"):
        raise InputError(f"reward is {config.reward!r}; allowed: outcome, margin, score, blend")
    if config.steps <= 0 and config.minutes <= 0:
        raise InputError("a run needs a limit: steps or minutes")
    if config.difficulty and config.players != [1]:
        raise InputError("difficulty belongs to the solo mode: use it with players 1")
    if not config.players or not config.hidden:
        raise InputError("players and hidden need at least one value each")
    whole = ("num_envs", "rollout_steps", "epochs", "minibatch", "save_every", "log_every")
    for name in (*whole, "past_every", "past_kept"):
        if getattr(config, name, 1) < 1:
            raise InputError(f"{name} is {getattr(config, name)}; it must be at least 1")
    for name in ("seed", "threads", "env_threads", "steps", "minutes", "eval_every", "eval_games"):
        if getattr(config, name) < 0:
            raise InputError(f"{name} is {getattr(config, name)}; it must not be negative")
    if min(config.hidden) < 1:
        raise InputError(f"hidden is {config.hidden}; every layer needs at least 1 unit")


def num_threads(wanted: int) -> int:
    """A number of threads; 0 stands for all cores."""
    return wanted or os.cpu_count() or 1


def _kind(config) -> str:
    """The player counts in a folder name: 'solo' or '2345'."""
    return "solo" if config.players == [1] else "".join(map(str, config.players))


def _seats_at_table(game: str, options: dict) -> int:
    """Seats with these options, an automated opponent's included; the players' where no game has this name."""
    if game not in registry.games():
        return options["num_players"]
    known = registry.game(game)
    return known.table_seats(known.options_class.from_kwargs(**options))


def config_from(algorithm: str, values: dict):
    """The config of "ppo" or "maskable" with these values. Raises InputError naming an unknown argument."""
    cls = CONFIGS[algorithm]
    names = {f.name for f in fields(cls)}
    for name in values:
        if name not in names:
            raise InputError(f"{algorithm} has no argument {name!r}; it has: {', '.join(sorted(names))}")
    return cls(**values)


def presets() -> list[str]:
    """Names of the presets that come with the package."""
    return sorted(path.stem for path in PRESETS.glob("*.json"))


def load_preset(name: str) -> dict:
    """A preset by name, or a JSON file by path: `{"algo": "ppo", argument: value, ...}`."""
    path = PRESETS / f"{name}.json" if name in presets() else Path(name)
    if not path.is_file():
        raise InputError(f"no preset {name!r}; presets: {', '.join(presets())}, or the path of a JSON file")
    try:
        values = json.loads(path.read_text())
    except json.JSONDecodeError as error:
        raise InputError(f"preset {path} is not JSON: {error}") from error
    if not isinstance(values, dict):
        raise InputError(f"preset {path} must hold one object of arguments")
    return values


@cache
def help_lines(cls: type) -> dict[str, str]:
    """The help line under each field of a config class."""
    body = ast.parse(inspect.getsource(cls)).body[0].body
    lines = {}
    for declared, below in zip(body[:-1], body[1:], strict=True):
        if isinstance(declared, ast.AnnAssign) and isinstance(below, ast.Expr):
            lines[declared.target.id] = ast.literal_eval(below.value)
    return lines
