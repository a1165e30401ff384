"""One agent measured against others, in every seat of the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eurogym import agents as agent_registry
from eurogym.envs.core.declare.standing import first_places
from eurogym.envs.core.faces.opponents import Opponent
from eurogym.measure.games.blocks import ALONE, Work, play_cells
from eurogym.measure.games.matches import Cell, MatchResults, one_against_others
from eurogym.measure.report.report import (
    columns_of,
    deals_note,
    interval_text,
    plus_minus,
    progress_bar,
    share_text,
    text_table,
)
from eurogym.measure.stats.statistics import Estimate, bounded_interval, mean_interval
from eurogym.measure.tournament import check_seats

__all__ = ["Duel", "duels_text", "run_duels"]


@dataclass
class Duel:
    """The agent against a table full of one opponent; intervals are over deals."""

    opponent: str
    num_players: int
    outcome: Estimate  # placement in [-1, 1]
    score: Estimate
    opponent_score: Estimate
    first: Estimate  # share of first places, ties shared
    games: int
    automated_score: Estimate | None = None  # of an automated opponent at the table, if any


def run_duels(
    game: str,
    agent: str | Opponent,
    opponents: Sequence[str | Opponent],
    players: Sequence[int],
    deals: int = 100,
    seed: int = 0,
    options: dict[str, Any] | None = None,
    quiet: bool = True,
    work: Work = ALONE,
) -> list[Duel]:
    """Play `agent` in every seat of every deal against copies of each opponent, at each size of table.

    Args:
        game: name of the game.
        agent: a spec string or an agent.
        opponents: spec strings or agents.
        players: numbers of seats.
        deals: number of deals; each is played in every seat.
        seed: seed of deals and agents.
        options: game options without num_players.
        quiet: show no progress bar.
        work: how games are played.

    Returns:
        A duel for each opponent at each size of table.
    """
    check_seats(game, players, options)
    names = [agent_registry.make(opponent, game=game).name for opponent in opponents]
    wanted = [(name, spec, number) for name, spec in zip(names, opponents, strict=True) for number in players]
    cells = [
        Cell(
            game,
            [agent, spec],
            *one_against_others(seed, deals, number),
            seed,
            dict(options or {}),
        )
        for _, spec, number in wanted
    ]
    with progress_bar(sum(cell.games for cell in cells), f"{game}, {agent}", quiet) as bar:
        results = play_cells(cells, work, bar.update)
    return [
        _duel(name, number, played, deals) for (name, _, number), played in zip(wanted, results, strict=True)
    ]


def _duel(opponent: str, num_players: int, played: MatchResults, deals: int) -> Duel:
    seating = played.agents
    mine = seating == 0
    seat_scores = played.scores[:, :num_players]
    places = played.placements[:, :num_players][mine].reshape(deals, num_players)
    scores = seat_scores[mine].reshape(deals, num_players)
    others = seat_scores[~mine].reshape(deals, -1)
    automated = played.scores[:, num_players:].reshape(deals, -1)
    firsts = first_places(played.placements)[:, :num_players][mine].reshape(deals, num_players)
    return Duel(
        opponent,
        num_players,
        bounded_interval(places.mean(axis=1), -1.0),
        mean_interval(scores.mean(axis=1)),
        mean_interval(others.mean(axis=1)),
        bounded_interval(firsts.mean(axis=1)),
        len(seating),
        mean_interval(automated.mean(axis=1)) if automated.size else None,
    )


def duels_text(agent: str, duels: Sequence[Duel]) -> str:
    """Return the duels as a text table."""
    rows = []
    beside = any(duel.automated_score is not None for duel in duels)
    for duel in duels:
        rows.append(
            [
                duel.opponent,
                duel.num_players,
                interval_text(duel.outcome),
                share_text(duel.first),
                plus_minus(duel.score, 1),
                plus_minus(duel.opponent_score, 1),
                *([plus_minus(duel.automated_score, 1)] if beside else []),
                duel.games,
            ]
        )
    headers = [f"{agent} against", "players", "outcome", "first", "score", "their score"]
    headers += (["automated score"] if beside else []) + ["games"]
    return text_table(headers, rows) + deals_note(min(duel.games // duel.num_players for duel in duels))


def as_rows(agent: str, duels: Sequence[Duel]) -> list[dict[str, Any]]:
    """Return one row per duel for CSV and JSON."""
    return [
        {
            "agent": agent,
            "opponent": duel.opponent,
            "num_players": duel.num_players,
            **columns_of("outcome", duel.outcome),
            **columns_of("score", duel.score),
            "opponent_score": duel.opponent_score.mean,
            **columns_of("first", duel.first),
            "games": duel.games,
            **({"automated_score": duel.automated_score.mean} if duel.automated_score else {}),
        }
        for duel in duels
    ]
