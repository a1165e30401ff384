"""Arguments of the per-seat PPO; no torch here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eurogym.training.errors import InputError
from eurogym.training.learn.arguments import FARTHEST, MOST, argument, group
from eurogym.training.learn.shared import Company, Evaluation, Optimiser, TrainingConfig


@dataclass
class SeatCompany(Company):
    """Who sits beside the learner."""

    opponent_fraction: float = argument(0.2, "share of games with one learning seat among opponents", 0, 1)
    opponents_mixed: bool = argument(False, "draw the opponent of every seat by itself, not one kind a game")
    past_every: int = argument(20, "updates between two frozen copies", 1, MOST)


@dataclass
class SeatOptimiser(Optimiser):
    """How it learns."""

    entropy_end: float = argument(0.001, "weight of the entropy bonus at the end of the run", 0, FARTHEST)
    magnet: float = argument(0.0, "weight of the divergence from a moving average of itself", 0, FARTHEST)
    magnet_rate: float = argument(0.01, "how far that average goes to the network after an update", 0, 1)
    advantage_filter: float = argument(
        1.0, "share of decisions, of largest absolute advantage, that the policy learns from", high=1, above=0
    )
    critic: str = argument(
        "seat",
        "what advantages come from: seat, the value head, which sees what the seat sees | table, a network of training "
        "alone, which sees what all seats see",
        allowed=("seat", "table"),
    )


@dataclass
class SeatEvaluation(Evaluation):
    """How it is measured."""

    eval_against: list[str] = argument([], "named agents to be measured against, beside itself")
    keep: str = argument(
        "last",
        "policy.npz is the last network | best: the best of all evaluations, placed against the heuristic on paired "
        "deals, best actions and drawn ones",
        allowed=("last", "best"),
    )
    keep_against: str = argument("", "agent that keep best places it against in place of the heuristic")


@dataclass
class Start:
    """Where it begins."""

    start: str = argument(
        "",
        "checkpoint file to begin with; shipped: the policy that ships for these tables, "
        "shipped:NAME another one that ships",
    )
    start_by_name: bool = argument(
        False, "take over what has the same name in a checkpoint of other options; the rest begins at 0"
    )
    start_sharpened: float = argument(
        1.0, "factor of the checkpoint's logits, beta too: drawn actions come nearer to the best", above=0
    )
    parts: bool = argument(
        False, "the policy will also play tables where only a part of its fields is in play"
    )
    residual: bool = argument(
        False, "the policy stands on the game's heuristic: its choice is seen, and raised by a learned beta"
    )
    residual_start: float = argument(
        4.0,
        "beta of every choice to begin with; without residual what `ppo` adds when it plays the policy, unless it is 4",
        0,
        FARTHEST,
    )
    value_warmup: int = argument(0, "updates of the value head alone, before the policy learns", 0, MOST)
    drawn_starts: float = argument(0.0, "share of the games that begin with positions of earlier ones", 0, 1)
    anchor: float = argument(0.0, "weight of the divergence from the policy that it began with", 0, FARTHEST)


@dataclass
class Teacher:
    """A teacher that is imitated first."""

    teacher: str = argument("", "agent that plays all seats at the start and is imitated")
    teacher_share: float = argument(0.1, "share of the run that imitates the teacher", 0, 1)
    learner_plays: float = argument(
        0.0, "share of the imitated games that the network plays, corrected; grows from 0 to this", 0, 1
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
            raise InputError("keep best needs tables of two and more, eval_every and eval_games above 0")
        if measured.keep_against and measured.keep != "best":
            raise InputError(
                "keep_against says whom keep best places a policy against; it has no effect with keep last"
            )
        if self.beginning.anchor and self.optimiser.magnet:
            raise InputError("anchor and magnet are both above 0; a policy is held near one other policy")
        if self.optimiser.critic == "table" and self.tables.players == [1]:
            raise InputError("critic table needs more than one player: alone a seat sees what the table sees")

    def portable(self) -> dict:
        values = super().portable()
        if Path(self.beginning.start).is_absolute():
            values["beginning"]["start"] = Path(self.beginning.start).name
        return values
