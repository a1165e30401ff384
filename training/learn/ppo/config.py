"""Arguments of the per-seat PPO; no torch here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eurogym.common.errors import InputError
from eurogym.training.learn.arguments import FARTHEST, MOST, argument, group
from eurogym.training.learn.shared import Company, Evaluation, Optimiser, TrainingConfig


@dataclass
class SeatCompany(Company):
    """Who plays beside the learner."""

    opponent_fraction: float = argument(
        0.2, "share of games in which one seat learns among opponents; the rest is self-play", 0, 1
    )
    opponents_mixed: bool = argument(
        False, "draw the opponent of each seat separately, not one for the whole game"
    )
    past_every: int = argument(20, "number of updates between frozen copies of the network", 1, MOST)


@dataclass
class SeatOptimiser(Optimiser):
    """How it learns."""

    entropy_end: float = argument(0.001, "weight of the entropy bonus at the end of the run", 0, FARTHEST)


@dataclass
class SeatEvaluation(Evaluation):
    """How it is measured."""

    keep: str = argument(
        "last",
        "network to write to policy.npz: last | best (the one placed best against the heuristic at the evaluations, "
        "on paired deals, with its best actions and with sampled ones)",
        allowed=("last", "best"),
    )
    keep_against: str = argument(
        "", "agent that keep best measures placements against, in place of the heuristic"
    )


@dataclass
class Start:
    """Where it begins."""

    start: str = argument(
        "",
        "checkpoint file to start from; shipped: the policy that ships for these tables, "
        "shipped:NAME: another one that ships",
    )
    start_by_name: bool = argument(
        False,
        "start from a checkpoint for other options: weights of fields and actions with the same name are taken over, "
        "the rest begins at 0",
    )
    start_sharpened: float = argument(
        1.0,
        "factor on the checkpoint's logits, beta included; above 1, sampled actions are more often the best ones",
        above=0,
    )
    parts: bool = argument(
        False,
        "let tables differ, and see each as the one that has all fields and actions; the policy also plays where only "
        "a part of them is in play",
    )
    residual: bool = argument(
        False,
        "build the policy on the game's heuristic: it sees the heuristic's choice and adds a learned beta to its logit",
    )
    residual_start: float = argument(
        4.0,
        "initial beta of every choice; without residual: the beta that `ppo` adds when it plays the policy, unless "
        "it is 4",
        0,
        FARTHEST,
    )
    value_warmup: int = argument(
        0, "number of updates that train only the value head, before the policy learns", 0, MOST
    )
    anchor: float = argument(
        0.0, "weight of a penalty on the divergence from the policy that PPO began with", 0, FARTHEST
    )


@dataclass
class Teacher:
    """A teacher that is imitated first."""

    teacher: str = argument("", "agent that plays all seats at the start of the run and is imitated")
    teacher_share: float = argument(0.1, "share of the run spent imitating the teacher", 0, 1)
    learner_plays: float = argument(
        0.0,
        "share of these games that the network plays itself while the teacher says what it would do (DAgger); grows "
        "from 0 to this",
        0,
        1,
    )


@dataclass
class PPOConfig(TrainingConfig):
    """Arguments of the per-seat PPO."""

    ALGORITHM = "ppo"

    company: SeatCompany = group(SeatCompany, opponents=["past"])
    optimiser: SeatOptimiser = group(SeatOptimiser)
    evaluation: SeatEvaluation = group(SeatEvaluation)
    beginning: Start = group(Start)
    teaching: Teacher = group(Teacher)

    def check(self) -> None:
        super().check()
        measured = self.evaluation
        if measured.keep == "best" and (
            1 in self.tables.players or not measured.eval_every or not measured.eval_games
        ):
            raise InputError(
                "keep best needs two or more players at every table, and eval_every and eval_games above 0"
            )
        if measured.keep_against and measured.keep != "best":
            raise InputError(
                "keep_against is the agent that keep best measures a policy against; it has no effect with keep last"
            )

    def portable(self) -> dict:
        values = super().portable()
        if Path(self.beginning.start).is_absolute():
            values["beginning"]["start"] = Path(self.beginning.start).name
        return values
