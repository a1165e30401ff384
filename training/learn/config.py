"""Arguments of the training runs: flat dataclasses, a help line with each field; no torch here."""

from __future__ import annotations

import json
import numbers
import os
import re
from collections.abc import Callable
from copy import copy
from dataclasses import MISSING, asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from eurogym import agents
from eurogym.envs.core import registry
from eurogym.training.errors import MOST_THREADS, InputError
from eurogym.training.files import reason
from eurogym.training.options import DIFFICULTY, Values, cross_product, parse_options

PRESETS = Path(__file__).parents[1] / "configs"
REWARDS = ("outcome", "lead", "mean_lead", "score", "blend")
KEEPS = ("last", "best")
TAKEN_UP_BY = ("resume", "overwrite")  # arguments that say how to treat what is there
RENAMED = {"margin_weight": "lead_weight"}  # names of old presets and commands

# --- what arguments may be: presets are files that anybody may have written ---

FARTHEST = 10**15  # of any number
MOST_UNITS = 1 << 16
MOST_COUNTED = 10**9
RANGES = {  # argument -> least and largest value
    "seed": (0, 2**32 - 1),  # what numpy's old generator takes, which Stable-Baselines3 seeds
    "threads": (0, MOST_THREADS),
    "env_threads": (0, MOST_THREADS),
    "steps": (0, FARTHEST),
    "minutes": (0, FARTHEST),
    **dict.fromkeys(("num_envs", "rollout_steps", "epochs", "minibatch", "save_every"), (1, MOST_COUNTED)),
    **dict.fromkeys(("log_every", "past_every", "past_kept"), (1, MOST_COUNTED)),
    **dict.fromkeys(("eval_every", "eval_games"), (0, MOST_COUNTED)),
    **dict.fromkeys(("gamma", "gae_lambda", "teacher_share", "learner_plays", "opponent_fraction"), (0, 1)),
    **dict.fromkeys(("entropy", "entropy_end", "value_weight", "target_kl"), (0, FARTHEST)),
    **dict.fromkeys(
        ("reward_scale", "lead_weight", "residual_start", "anchor", "teacher_temperature"), (0, FARTHEST)
    ),
    **dict.fromkeys(("value_warmup", "teacher_memory"), (0, MOST_COUNTED)),
}
ABOVE_ZERO = ("learning_rate", "clip", "max_grad_norm", "start_sharpened")


def _whole(value: Any) -> bool:
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


def _number(value: Any) -> bool:
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def _list(value: Any, fits: Callable[[Any], bool]) -> bool:
    return isinstance(value, (list, tuple)) and all(map(fits, value))


KINDS: dict[str, tuple[str, Callable[[Any], bool]]] = {  # type of a field -> in words, and a test of it
    "int": ("a whole number", _whole),
    "float": ("a number", _number),
    "bool": ("true or false", lambda value: isinstance(value, bool)),
    "str": ("a text", lambda value: isinstance(value, str)),
    "list[int]": ("a list of whole numbers", lambda value: _list(value, _whole)),
    "list[str]": ("a list of texts", lambda value: _list(value, lambda one: isinstance(one, str))),
    "dict[str, list]": ("a list of values for each option", lambda value: isinstance(value, dict)),
}


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


# --- the arguments ---


def argument(default: Any, words: str) -> Any:
    """A field with a default (a list or dict is copied) and its help line."""
    metadata = {"help": words}
    if isinstance(default, (list, dict)):
        return field(default_factory=lambda: copy(default), metadata=metadata)
    return field(default=default, metadata=metadata)


def default_of(declared: Any) -> Any:
    """The default of a dataclass field; MISSING where it has none."""
    return declared.default if declared.default_factory is MISSING else declared.default_factory()


@dataclass
class TrainingConfig:
    """What every training run is told, whatever it learns by; saved as `config.json` beside its results."""

    ALGORITHM = ""

    game: str = field(metadata={"help": "game to learn"})
    players: list[int] = argument([3], "player counts learned together (1 = the solo mode)")
    difficulty: list[str] = argument([], "levels of the solo mode learned together (with players 1)")
    option: list[str] = argument([], "further game options, as name=value")
    opponents: list[str] = argument(
        [], "who plays the seats that do not learn: agents by name, with ppo also past (frozen past selves)"
    )
    reward: str = argument(
        "blend",
        "outcome (placement in [-1, 1]) | lead (arcsinh of lead over the best other / scale) | "
        "mean_lead (score less the mean of the others, / scale) | score | blend",
    )
    lead_weight: float = argument(
        0.5, "blend = outcome + lead_weight * lead (alone at the table: * score / scale)"
    )
    reward_scale: float = argument(
        0.0, "points that count as 1 in lead and score; 0 takes the game's margin_scale"
    )

    steps: int = argument(
        0,
        "stop after this many decisions, those of opponents included, at the end of an update (0 = no limit)",
    )
    minutes: float = argument(0.0, "stop after this many minutes (0 = no limit)")
    num_envs: int = argument(256, "games played side by side, shared out among the option sets")
    rollout_steps: int = argument(64, "decisions per game between two updates")

    hidden: list[int] = argument([256, 128], "sizes of the hidden layers")
    learning_rate: float = argument(1.5e-3, "Adam step size at the start")
    anneal: bool = argument(True, "lower the step size linearly to 0 over the run")
    epochs: int = argument(2, "passes over each rollout")
    minibatch: int = argument(2048, "decisions per gradient step")
    gamma: float = argument(1.0, "discount per own decision")
    gae_lambda: float = argument(0.97, "weight of longer returns in the advantage")
    clip: float = argument(0.2, "how far the probability ratio may move")
    entropy: float = argument(0.01, "weight of the entropy bonus at the start")
    value_weight: float = argument(0.5, "weight of the value loss")
    max_grad_norm: float = argument(0.5, "gradients are clipped to this length")
    target_kl: float = argument(0.03, "an update stops early beyond this divergence (0 = never)")

    eval_every: int = argument(50, "updates between two evaluations (0 = only at the end)")
    eval_games: int = argument(200, "games per evaluation, player count and opponent")

    seed: int = argument(1, "seed of everything")
    threads: int = argument(0, "torch threads (0 = all cores)")
    env_threads: int = argument(1, "threads of the compiled batches and of named agents (0 = all cores)")
    device: str = argument(
        "auto",
        "torch device of network and updates: cpu | cuda | auto (cuda where there is one); games run on the CPU",
    )

    out: str = argument("", "folder for results (default: runs/<game>_<player counts>_s<seed>)")
    resume: bool = argument(False, "go on with the run in that folder; limits and other arguments may differ")
    overwrite: bool = argument(False, "replace the run in that folder")
    save_every: int = argument(100, "updates between two checkpoints")
    tensorboard: bool = argument(True, "write TensorBoard logs into the folder")
    progress: bool = argument(True, "show the progress bar")
    command: str = argument(
        "", "the exact command, recorded in the checkpoint (filled in by `eurogym train`)"
    )

    def check(self) -> None:
        """Raises InputError naming the argument that makes no sense."""
        self._check_kinds()
        if self.reward == "margin":
            raise InputError(
                "reward is 'margin'; the arcsinh of the lead is called lead here (margin is the clipped one of envs)"
            )
        if self.reward not in REWARDS:
            raise InputError(f"reward is {self.reward!r}; allowed: {', '.join(REWARDS)}")
        self._check_ranges()
        if self.steps == 0 and self.minutes == 0:
            raise InputError("a run needs a limit: steps or minutes")
        if self.difficulty and self.players != [1]:
            raise InputError("difficulty belongs to the solo mode: use it with players 1")
        if not self.players or not self.hidden:
            raise InputError("players and hidden need at least one value each")
        if not all(1 <= units <= MOST_UNITS for units in self.hidden):
            raise InputError(f"hidden is {self.hidden}; every layer needs 1 to {MOST_UNITS} units")
        if not re.fullmatch(r"auto|cpu|cuda(:\d+)?|mps", self.device):
            raise InputError(f"device is {self.device!r}; allowed: auto, cpu, cuda, cuda:NUMBER, mps")

    def _check_kinds(self) -> None:
        """Values of files may be of any kind; raises InputError for those that are not of their argument's."""
        for declared in fields(self):
            name, kind, value = declared.name, str(declared.type), getattr(self, declared.name)
            allowed, fits = KINDS[kind]
            if not fits(value):
                raise InputError(f"{name} is {_shown(value)}; it must be {allowed}")
            if kind == "float" and not abs(value) <= FARTHEST:  # nan is not, either
                raise InputError(f"{name} is {_shown(value)}; it must be a finite number to count with")

    def _check_ranges(self) -> None:
        """Raises InputError for a number outside the range of its argument."""
        for name, (low, high) in RANGES.items():
            value = getattr(self, name, None)
            if value is None or low <= value <= high:
                continue
            problem = f"must be at least {low}" if value < low else f"must be at most {high}"
            if (low, high) == (0, 1):
                problem = "lies between 0 and 1"
            elif low == 0 and value < 0:
                problem = "must not be negative"
            raise InputError(f"{name} is {_shown(value)}; it {problem}")
        for name in ABOVE_ZERO:
            if getattr(self, name, 1) <= 0:
                raise InputError(f"{name} is {getattr(self, name)}; it must be above 0")

    @property
    def kind(self) -> str:
        """What tells the folder of a run from others of its game: the player counts, 'solo' or '2345'."""
        return "solo" if self.players == [1] else "".join(map(str, self.players))

    def folder(self) -> Path:
        """Where the results go."""
        return Path(self.out) if self.out else Path("runs") / f"{self.game}_{self.kind}_s{self.seed}"

    def varying(self) -> dict[str, list]:
        """Game options learned together, every combination."""
        return {DIFFICULTY: self.difficulty} if self.difficulty else {}

    def option_sets(self) -> list[Values]:
        """The keyword arguments of each batch: one per player count and combination of the varying options."""
        common = parse_options(self.option)
        sets = [
            {"num_players": players, **common, **values}
            for players in self.players
            for values in cross_product(self.varying())
        ]
        if len(set(self.players)) > 1:
            most = max(_seats_at_table(self.game, options) for options in sets)
            sets = [{**options, "pad_seats": most} for options in sets]
        return sets

    def recorded(self) -> dict:
        """The arguments of the run as a dict that `eurogym train --config` reads, less how it was taken up."""
        values = asdict(self)
        return {"algo": self.ALGORITHM} | {name: values[name] for name in values if name not in TAKEN_UP_BY}

    def portable(self) -> dict:
        """The same for a checkpoint, which does not say where folder and file to start from lie here."""
        values = self.recorded()
        if Path(values.get("start", "")).is_absolute():
            values["start"] = Path(values["start"]).name
        return {**values, "out": Path(self.out).name if self.out else ""}

    def share_done(self, steps: int, seconds: float) -> float:
        """How much of a run is over, in [0, 1], by whichever of its limits is nearer."""
        by_steps = steps / self.steps if self.steps else 0.0
        by_time = seconds / (60.0 * self.minutes) if self.minutes else 0.0
        return min(1.0, max(by_steps, by_time))


def redefault(name: str, default: Any) -> Any:
    """A shared argument with another default and the same help line."""
    return argument(default, TrainingConfig.__dataclass_fields__[name].metadata["help"])


@dataclass
class PPOConfig(TrainingConfig):
    """Arguments of the per-seat PPO (`training/learn/ppo.py`)."""

    ALGORITHM = "ppo"

    opponents: list[str] = redefault("opponents", ["past"])
    opponent_fraction: float = argument(0.2, "fraction of the games with one learning seat among opponents")
    opponents_mixed: bool = argument(
        False, "draw the opponent of every seat by itself; otherwise those of a game are all of one kind"
    )
    vary: dict[str, list] = argument(
        {}, "game options learned together, every combination: name=value,value (in files {name: [values]})"
    )
    entropy_end: float = argument(0.001, "weight of the entropy bonus at the end of the run")
    teacher: str = argument(
        "",
        "agent by name that plays all seats at the start and is imitated, before the network learns by itself",
    )
    teacher_temperature: float = argument(
        0.0,
        "points: the network maximises what its actions are worth by a teacher that says so, and this times their "
        "entropy; 0: the likelihood of the teacher's actions",
    )
    teacher_memory: int = argument(
        0,
        "the teacher's latest decisions that are kept; every epoch learns again from as many of them as there are new",
    )
    teacher_share: float = argument(0.1, "share of the run that imitates the teacher")
    learner_plays: float = argument(
        0.0,
        "share of the imitated games that the network plays, corrected by the teacher; grows from 0 to this",
    )
    teacher_opponents: bool = argument(
        False, "opponents sit at the tables of imitated games as they do later; they are not imitated"
    )
    start: str = argument(
        "",
        "checkpoint file to begin with; shipped: the one that the agent ppo would play at these tables, "
        "shipped:NAME another one that ships",
    )
    start_by_name: bool = argument(
        False,
        "the checkpoint to begin with may be of other options: fields and actions of the same names are taken over, "
        "the others begin at 0",
    )
    start_sharpened: float = argument(
        1.0,
        "what the logits of the checkpoint to begin with are multiplied by, beta too: its best actions stay, drawn "
        "ones come nearer to them",
    )
    parts: bool = argument(
        False,
        "the policy will also play tables where only a part of its fields and actions is in play (fewer expansions)",
    )
    residual: bool = argument(
        False, "the policy stands on the game's heuristic: its choice is seen, and raised by a learned beta"
    )
    residual_start: float = argument(
        4.0,
        "beta of every choice to begin with; without residual what `ppo` adds when it plays the policy, unless it is 4",
    )
    value_warmup: int = argument(0, "updates of the value head alone, before the policy learns by itself")
    anchor: float = argument(
        0.0, "weight of the divergence from the policy that learning by itself began with"
    )
    keep: str = argument(
        "last",
        "policy.npz is the last network | best: the best of all evaluations, placed against the heuristic on paired "
        "deals, best actions and drawn ones",
    )
    keep_against: str = argument(
        "", "agent by name that keep best places it against in place of the heuristic"
    )
    past_every: int = argument(20, "updates between two frozen copies")
    past_kept: int = argument(12, "frozen copies kept; a random half of the older ones makes room")
    eval_against: list[str] = argument(
        [], "named agents to be measured against; the network itself is always measured"
    )
    precision: str = argument(
        "auto",
        "hidden layers: float32 | bfloat16 (codes exact, weights rounded) | auto (bfloat16 where the device has it)",
    )
    log_every: int = argument(
        1, "updates between two rows of the curve; games finished in between are averaged"
    )

    def check(self) -> None:
        """See `TrainingConfig.check`."""
        super().check()
        if self.precision not in ("auto", "float32", "bfloat16"):
            raise InputError(f"precision is {self.precision!r}; allowed: auto, float32, bfloat16")
        if self.keep not in KEEPS:
            raise InputError(f"keep is {self.keep!r}; allowed: {', '.join(KEEPS)}")
        if self.keep == "best" and (1 in self.players or not self.eval_every or not self.eval_games):
            raise InputError("keep best needs tables of two and more, eval_every and eval_games above 0")
        for name in ("teacher_temperature", "teacher_memory", "teacher_opponents"):
            if getattr(self, name) and not self.teacher:
                raise InputError(f"{name} needs a teacher")
        for name, values in self.vary.items():
            if not isinstance(values, list) or not values:
                raise InputError(f"vary: {name} needs a list of at least one value")

    def varying(self) -> dict[str, list]:
        """See `TrainingConfig.varying`."""
        return super().varying() | self.vary


@dataclass
class MaskableConfig(TrainingConfig):
    """Arguments of MaskablePPO (`training/learn/maskable.py`): a solo mode, or one learning seat among agents."""

    ALGORITHM = "maskable"

    players: list[int] = redefault("players", [1])
    opponents: list[str] = redefault("opponents", ["greedy"])
    learning_rate: float = redefault("learning_rate", 5e-4)
    eval_every: int = redefault("eval_every", 20)
    device: str = redefault("device", "cpu")
    save_every: int = redefault("save_every", 20)
    learner_seat: str = argument(
        "random", "seat of the learner: a number from 0, or random (drawn anew for every game)"
    )

    def check(self) -> None:
        """See `TrainingConfig.check`."""
        super().check()
        if len(self.players) != 1 or len(self.difficulty) > 1:
            raise InputError("MaskablePPO learns one player count and one difficulty at a time")
        if self.learner_seat != "random" and not self.learner_seat.isdecimal():
            raise InputError(f"learner_seat is {self.learner_seat!r}; allowed: random, or a number from 0")

    @property
    def kind(self) -> str:
        """See `TrainingConfig.kind`."""
        return f"{super().kind}_maskable"


CONFIGS = {cls.ALGORITHM: cls for cls in (PPOConfig, MaskableConfig)}


def num_threads(wanted: int) -> int:
    """A number of threads; 0 stands for all cores."""
    return wanted or os.cpu_count() or 1


def _seats_at_table(game: str, options: dict) -> int:
    """Seats with these options, an automated opponent's included; the players' where no game has this name."""
    if game not in registry.games():
        return options["num_players"]
    known = registry.game(game)
    return known.options_class.from_kwargs(**options).table_seats


def config_from(algorithm: str, values: dict) -> TrainingConfig:
    """The config of "ppo" or "maskable" with these values. Raises InputError naming an unknown argument."""
    cls = CONFIGS[algorithm]
    names = {declared.name for declared in fields(cls)}
    for name in values:
        if name in RENAMED:
            raise InputError(f"{name} is called {RENAMED[name]} now")
        if name not in names:
            raise InputError(f"{algorithm} has no argument {name!r}; it has: {', '.join(sorted(names))}")
    return cls(**values)


def presets() -> list[str]:
    """Names of the presets that come with the package."""
    return sorted(path.stem for path in PRESETS.glob("*.json"))


def load_preset(name: str) -> dict:
    """A preset by name, or a JSON file by path: `{"algo": "ppo", argument: value, ...}`."""
    path = PRESETS / f"{name}.json" if name in presets() else Path(name)
    try:
        if not path.is_file():
            raise InputError(
                f"no preset {name!r}; presets: {', '.join(presets())}, or the path of a JSON file"
            )
        values = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"preset {_shown(name)} cannot be read ({reason(error)})") from None
    except UnicodeDecodeError as error:
        raise InputError(f"preset {path} is not a text in UTF-8: {error}") from error
    except RecursionError:
        raise InputError(f"preset {path} is JSON nested too deep") from None
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"preset {path} is not JSON: {error}") from error
    if not isinstance(values, dict):
        raise InputError(f"preset {path} must hold one object of arguments")
    for name in ("opponents", "eval_against", "teacher", "keep_against"):
        named = values.get(name, [])
        for spec in named if isinstance(named, list) else [named]:
            if isinstance(spec, str) and spec not in ("", "past") and agents.runs_code(spec):
                flag = name.replace("_", "-")
                raise InputError(
                    f"preset {path} names {spec!r:.80} for {name}, which runs code from elsewhere; if that is wanted, "
                    f"say so on the command line: --{flag} {spec:.80}"
                )
    return values
