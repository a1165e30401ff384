"""Evaluation of a learner during training: games with its best actions, and paired deals against one agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from eurogym.agents.framework.base import still_running
from eurogym.common.deals import CHECKING
from eurogym.envs.core.declare.standing import mean_margins
from eurogym.measure.stats.statistics import Estimate, bounded_interval
from eurogym.training.learn.tables import act_by_seat, batch_labels, batch_seeds

ENDS = ("", "_low", "_high")


def evaluation_means(player: Any, batches: Sequence, opponent: Any | None, seed: int) -> dict[str, float]:
    """Play every game of `batches` (made with autoreset=False) once, on deals that depend only on `seed`.

    `player` and `opponent` are anything with `act(batch, games)`, the opponent also with a `name`. With None as
    opponent, the player has all seats. Otherwise it plays each deal once in every seat, the opponent all others.
    Return means by name; `ahead` is the share of seats ahead of an automated opponent, with several learning seats.
    Means with bounds have the ends of their 95 % intervals beside them: `eval_won/solo`, `eval_won_low/solo` and
    `eval_won_high/solo`.
    """
    result: dict[str, float] = {}
    for index, (batch, label) in enumerate(zip(batches, batch_labels(batches), strict=True)):
        if opponent is None:
            games = np.arange(batch.num_envs)
            batch.reset(batch_seeds(seed, index, batch.num_envs, CHECKING))
            _play_out(batch, games, games % batch.num_seats, player, None)
            for name, mean in _of_all_seats(batch).items():
                result |= _columns(f"eval_{name}", label, mean)
        elif batch.num_seats > 1:
            placed = paired_placements(player, batch, opponent, seed, index)
            for name, mean in _against(batch, placed).items():
                result |= _columns(f"eval_{name.format(opponent.name)}", label, mean)
    return result


def _columns(name: str, label: str, mean: float | Estimate) -> dict[str, float]:
    """Return a mean by its name, with the ends of its interval if it has one."""
    values = mean if isinstance(mean, Estimate) else (mean,)
    return {f"{name}{end}/{label}": value for end, value in zip(ENDS, values, strict=False)}


def means_alone(row: dict[str, float]) -> dict[str, float]:
    """Return what is no end of an interval."""
    return {name: value for name, value in row.items() if not name.rpartition("/")[0].endswith(ENDS[1:])}


def _of_all_seats(batch) -> dict[str, float | Estimate]:
    """Return means of finished games that one player has played in all seats."""
    seats = batch.num_seats
    placements, automated = batch.final_placements[:, :seats], batch.final_placements[:, seats:]
    means: dict[str, float | Estimate] = {"score": float(batch.final_scores[:, :seats].mean())}
    if seats == 1:
        means["won"] = bounded_interval(placements[:, 0] > 0)
    elif automated.shape[1]:
        means["ahead"] = bounded_interval((placements > automated.max(axis=1, keepdims=True)).mean(axis=1))
    return means


def _against(batch, placed: Estimate) -> dict[str, float | Estimate]:
    """Return means of the finished games of `paired_placements`, with `{}` for the opponent's name."""
    seats, games = batch.num_seats, _paired(batch)
    scores, placements = batch.final_scores[games][:, :seats], batch.final_placements[games]
    mine = np.zeros(scores.shape, bool)
    mine[games, games % seats] = True
    won = placements[:, :seats][mine] >= placements.max(axis=1)
    return {
        "placement_against_{}": placed,
        "score_against_{}": float(scores[mine].mean()),
        "score_of_{}": float(scores[~mine].mean()),
        "won_against_{}": bounded_interval(
            np.add.reduceat(won, games[::seats]) / np.bincount(games // seats)
        ),
    }


def _paired(batch) -> np.ndarray:
    """Return the games of a batch in which deals are played once in every seat."""
    seats = batch.num_seats
    return np.arange(min(max(1, batch.num_envs // seats) * seats, batch.num_envs))


def paired_means(
    player: Any, batches: Sequence, opponent: Any, seed: int, suffix: str = ""
) -> dict[str, float]:
    """Return placement and lead of a player in every seat of each deal, against one agent in all the others.

    `player` and `opponent` are anything with `act(batch, games)`. `batches` are made with autoreset=False; each deal
    gets as many of their games as there are seats. The deals depend only on `seed`. The lead is the score minus the
    mean of the others, in points. Return means by `paired_placement<suffix>/<label>` and `paired_lead<suffix>/<label>`,
    that of the placement with the ends of its interval.
    """
    result = {}
    for index, (batch, label) in enumerate(zip(batches, batch_labels(batches), strict=True)):
        placed = paired_placements(player, batch, opponent, seed, index)
        result |= _columns(f"paired_placement{suffix}", label, placed)
        result[f"paired_lead{suffix}/{label}"] = paired_lead(batch)
    return result


def paired_placements(player: Any, batch: Any, opponent: Any, seed: int, index: int = 0) -> Estimate:
    """Return the mean placement of a player in every seat of each deal, as in `paired_means`; index: of the batch."""
    seats, games = batch.num_seats, _paired(batch)
    deals = max(1, batch.num_envs // seats)
    batch.reset(np.repeat(batch_seeds(seed, index, deals, CHECKING), seats)[: len(games)], games)
    own_seat = games % seats
    _play_out(batch, games, own_seat, player, opponent)
    sums = np.add.reduceat(batch.final_placements[games, own_seat], games[::seats])
    return bounded_interval(sums / np.bincount(games // seats), -1.0)


def paired_lead(batch: Any) -> float:
    """Return the mean lead of a player in points, from the games of `paired_placements`."""
    games = _paired(batch)
    return float(
        mean_margins(batch.final_scores[games].astype(np.float64))[games, games % batch.num_seats].mean()
    )


def _play_out(batch, games: np.ndarray, own_seat: np.ndarray, player: Any, agent: Any) -> None:
    """Play games 0 .. n - 1 to their end: `player` in its own seats (n,), `agent` in the others; None: no others."""
    sits = (np.arange(batch.num_seats) != own_seat[:, None]) & (agent is not None)
    for running in still_running(batch, games):
        actions = np.zeros(len(running), np.int64)
        act_by_seat((player, agent), sits, batch, running, actions)
        batch.step(actions, games=running)
