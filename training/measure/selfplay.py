"""Self-play means: one agent in all seats, the scores of everybody and of the winners.

A table full of one agent says how high a game scores in its hands, not how strong it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents as agent_registry
from eurogym.training.measure.blocks import ALONE, Work, play_cells
from eurogym.training.measure.matches import Cell, check_agents, deal_seeds
from eurogym.training.measure.report import deals_note, plus_minus, progress_bar, text_table
from eurogym.training.measure.statistics import mean_interval

__all__ = ["SelfPlay", "run_selfplay", "selfplay_text"]


@dataclass
class SelfPlay:
    """Scores of games with one agent in all seats; intervals are (mean, half-width) over deals."""

    agent: str
    num_players: int
    tables: str  # file of the replaced tables, "" for the default ones
    score: tuple[float, float]
    winner: tuple[float, float]
    decisions: float  # mean length of a game
    change: tuple[float, float] | None  # of the score against the default tables, on the same deals
    games: int  # deals that the means rest on
    facts: dict[str, float]  # means of what the game tells of its course


def run_selfplay(
    game: str,
    specs: Sequence[str],
    players: Sequence[int],
    games: int,
    seed: int = 0,
    options: dict[str, Any] | None = None,
    replaced: Sequence[str] = (),
    quiet: bool = True,
    work: Work = ALONE,
) -> list[SelfPlay]:
    """Every agent at every size of table, with the default tables and with each file of `replaced`.

    quiet: no progress bar; work: how games are played.
    """
    seeds = deal_seeds(seed, games)
    rows = []
    seated = [agent_registry.make(spec, game=game) for spec in specs]
    check_agents(game, seated, [(options or {}) | {"num_players": number} for number in players])
    tables = ("", *replaced)
    everything = [
        Cell(
            game,
            [spec],
            np.zeros((games, number), np.int64),
            seeds,
            seed,
            (options or {}) | ({"data_overrides": file} if file else {}),
            summarise=True,
        )
        for spec in specs
        for number in players
        for file in tables
    ]
    with progress_bar(len(everything) * games, f"{game}, selfplay", quiet) as bar:
        results = iter(play_cells(everything, work, bar.update))
    for agent in seated:
        for number in players:
            base = None
            for file in tables:
                played = next(results)
                scores = played.scores[:, :number]
                means = scores.mean(axis=1)
                base = means if base is None else base
                rows.append(
                    SelfPlay(
                        agent.name,
                        number,
                        file,
                        mean_interval(means),
                        mean_interval(scores.max(axis=1)),
                        float(played.lengths.mean()),
                        mean_interval(means - base) if file else None,
                        games,
                        {name: float(values.mean()) for name, values in played.facts.items()},
                    )
                )
    return rows


def selfplay_text(rows: Sequence[SelfPlay]) -> str:
    """The means as a table."""
    headers = ["agent", "players", "tables", "score", "best seat", "change", "decisions"]
    cells = [
        [
            row.agent,
            row.num_players,
            Path(row.tables).stem or "-",
            plus_minus(*row.score, 1),
            plus_minus(*row.winner, 1),
            plus_minus(*row.change, 1) if row.change else "-",
            f"{row.decisions:.0f}",
        ]
        for row in rows
    ]
    shown, note = text_table(headers, cells, left=3), deals_note(min(row.games for row in rows))
    if not any(row.facts for row in rows):
        return shown + note
    names = list(dict.fromkeys(name for row in rows for name in row.facts))
    courses = [
        [
            row.agent,
            row.num_players,
            Path(row.tables).stem or "-",
            *(f"{row.facts[name]:.2f}" for name in names),
        ]
        for row in rows
    ]
    return f"{shown}\n\n{text_table(['agent', 'players', 'tables', *names], courses, left=3)}{note}"


def as_rows(rows: Sequence[SelfPlay]) -> list[dict[str, Any]]:
    """One flat row each for CSV and JSON."""
    return [
        {
            "agent": row.agent,
            "num_players": row.num_players,
            "tables": Path(row.tables).stem,
            "score": row.score[0],
            "score_half_width": row.score[1],
            "winner": row.winner[0],
            "winner_half_width": row.winner[1],
            "decisions": row.decisions,
            "change": row.change[0] if row.change else None,
            "change_half_width": row.change[1] if row.change else None,
            **row.facts,
        }
        for row in rows
    ]
