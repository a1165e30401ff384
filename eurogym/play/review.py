"""A game looked through afterwards: the points that each decision lost, and what would have been better.

At every decision of a seat a search and the game's heuristic name what they would do. Where that is something else,
it and what was played are tried in the same imagined worlds with the same luck (eurogym/play/judge.py). What the
better one brings more is lost, if it is more than twice its standard error; smaller differences are left alone. The
best of several looks better than it is, so it is tried again in fresh worlds, and these say what was lost.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.faces.replay import Replay
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.play import legend
from eurogym.play.judge import WORLDS, Judge, Outcomes

SEARCH = "mc"  # who names what would have been better, beside the heuristic
ERRORS = 2.0  # standard errors that a difference has to exceed
WORST = 3


@dataclass(frozen=True)
class Verdict:
    """One decision. lost: points, 0 where nothing better was found; better and why: words, "" then.

    number: of the decision in the replay, counted from 0; turn: decisions of a seat in a row share one, where others
    sit at the table; error: standard error of `lost`.
    """

    number: int
    seat: int
    played: str
    better: str = ""
    lost: float = 0.0
    error: float = 0.0
    why: str = ""
    turn: int = 0


def review(
    replay: Replay,
    seats: Collection[int] = (),
    worlds: int = WORLDS,
    search: str = SEARCH,
    seed: int = 0,
) -> list[Verdict]:
    """Return what every decision with a choice lost.

    Args:
        replay: a game, finished or not; it is executed and checked.
        seats: whose decisions; all by default.
        worlds: imagined worlds of a decision: the effort. The error falls with its square root.
        search: the agent that names better choices, beside the game's heuristic.
        seed: of all luck; the same seed gives the same verdicts, unless the search is limited by time.

    Raises:
        ReplayError: a line that the game does not reproduce.
        AgentError: an unknown agent, or one that cannot play this game.
    """
    names = dict.fromkeys((search, agents.heuristic_name(replay.game)))
    advisers = [agents.make(name, game=replay.game) for name in names]
    for adviser in advisers:
        adviser.reset(seed)
    judges: tuple[Judge, Judge] | None = None
    found, turn, before = [], 0, -1
    for number, (batch, decision) in enumerate(replay.positions()):
        judges = judges or (Judge(batch, worlds, seed), Judge(batch, worlds, derive_seed(seed, "again")))
        if decision is not None and (decision.seat != before or batch.table_seats == 1):
            turn, before = turn + 1, decision.seat
        if decision is None or (seats and decision.seat not in seats) or batch.action_masks[0].sum() < 2:
            continue
        named = [int(adviser.act(batch, np.array([0]))[0]) for adviser in advisers]
        found.append(replace(_verdict(judges, batch, number, decision, named), turn=turn))
    return found


def _verdict(
    judges: tuple[Judge, Judge], batch: BatchedGame, number: int, decision: Any, named: list[int]
) -> Verdict:
    def words(action: int) -> str:
        return batch.game.explain_action(batch.state(0), batch.options, action)

    actions = list(dict.fromkeys([decision.action, *named]))
    plain = Verdict(number, decision.seat, words(decision.action))
    if len(actions) == 1:
        return plain
    outcomes = judges[0].outcomes(batch, decision.seat, actions)
    gains = [outcomes.gain(one, 0) for one in range(len(actions))]
    best = max(range(len(actions)), key=lambda one: gains[one][0])
    if gains[best][0] <= ERRORS * gains[best][1]:
        return plain
    outcomes = judges[1].outcomes(batch, decision.seat, [decision.action, actions[best]])
    lost, error = outcomes.gain(1, 0)
    if lost <= ERRORS * error:
        return plain
    better = words(actions[best])
    why = "; ".join([in_numbers(outcomes, 1, 0), *_in_words(batch, better)])
    return Verdict(number, decision.seat, plain.played, better, lost, error, why)


def in_numbers(outcomes: Outcomes, better: int, instead: int) -> str:
    """Return where two choices lead, on average."""

    def end(one: int) -> str:
        own, other = outcomes.own[one].mean(), outcomes.other[one].mean()
        return f"{own:.1f} points" + (f" against {other:.1f}" if outcomes.other.any() else "")

    chances = [100 * float(outcomes.first[one].mean()) for one in (better, instead)]
    text = f"over {outcomes.own.shape[1]} playouts it ends with {end(better)} on average, instead of {end(instead)}"
    return text + (
        f" (wins {chances[0]:.0f} % instead of {chances[1]:.0f} %)" if outcomes.other.any() else ""
    )


def _in_words(batch: BatchedGame, text: str) -> list[str]:
    """Return what the things do that an action names."""
    return [f"{card.name}: {card.does}" for card in legend.named(batch.game, batch.options, text)]


def by_turn(verdicts: list[Verdict]) -> list[Verdict]:
    """Of each turn the decision that lost most: the steps of one choice lose the same points again and again."""
    found: dict[int, Verdict] = {}
    for one in verdicts:
        if one.turn not in found or one.lost > found[one.turn].lost:
            found[one.turn] = one
    return list(found.values())


def worst(verdicts: list[Verdict], most: int = WORST) -> list[Verdict]:
    """Return the decisions that lost most, the worst first, at most one of a turn."""
    return sorted((one for one in by_turn(verdicts) if one.lost > 0), key=lambda one: -one.lost)[:most]


def review_lines(replay: Replay, verdicts: list[Verdict]) -> list[str]:
    """Return a review in lines: how much every seat lost in how many turns, then the worst decisions."""
    lines = []
    for seat in sorted({one.seat for one in verdicts}):
        turns = by_turn([one for one in verdicts if one.seat == seat])
        lost = [one.lost for one in turns if one.lost > 0]
        name = replay.game.name_of_seat(replay.options, seat)
        lines.append(
            f"{name}: {sum(lost):.1f} points lost, in {len(lost)} of {len(turns)} turns with a choice"
        )
    for place, one in enumerate(worst(verdicts), 1):
        name = replay.game.name_of_seat(replay.options, one.seat)
        lines += [
            f"{place}. decision {one.number + 1}, {name}: {one.played}",
            f"   better: {one.better}   (+{one.lost:.1f} points, standard error {one.error:.1f})",
            f"   why: {one.why}",
        ]
    return lines
