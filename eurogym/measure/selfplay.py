"""Self-play: with one agent in all seats, how high scores are, by how much games are won, and how long they take.

A table full of one agent shows how the game goes when it plays, not how strong it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents as agent_registry
from eurogym.common.options import Values, value_text, varying_names
from eurogym.measure.games.blocks import ALONE, Work, play_cells
from eurogym.measure.games.matches import Cell, MatchResults, check_agents, deal_seeds
from eurogym.measure.report.report import columns_of, deals_note, plus_minus, progress_bar, text_table
from eurogym.measure.stats.statistics import NOTHING, Estimate, mean_interval
from eurogym.measure.tournament import teams_of

__all__ = ["SelfPlay", "run_selfplay", "selfplay_text"]


@dataclass
class SelfPlay:
    """Scores of games with one agent in all seats; intervals are over deals."""

    agent: str
    num_players: int
    setting: Values  # options that are varied
    tables: str  # file of the replaced tables, "" for the default ones
    score: Estimate
    winner: Estimate
    deviation: float  # standard deviation of the scores of all seats
    lead: Estimate  # of the winner over the second, or a team over the next; nan for one seat
    by_turn: tuple[float, ...]  # mean scores in turn order, from the seat that begins
    decisions: float  # mean length of a game, forced decisions included
    change: Estimate | None  # of the score against the first setting and tables, on the same deals
    games: int  # number of deals behind the means
    facts: dict[str, float]  # means of the facts that the game's `summary` gives


def run_selfplay(
    game: str,
    specs: Sequence[str],
    players: Sequence[int],
    games: int,
    seed: int = 0,
    options: Values | None = None,
    settings: Sequence[Values] = ({},),
    replaced: Sequence[str] = (),
    quiet: bool = True,
    work: Work = ALONE,
) -> list[SelfPlay]:
    """Play every agent at every size of table in every setting, with the default component tables and with others.

    Args:
        game: name of the game.
        specs: spec strings.
        players: numbers of seats.
        games: number of deals.
        seed: seed of deals and agents.
        options: game options without num_players.
        settings: sets of further options, each added to `options`.
        replaced: files of component tables, each played beside the default tables.
        quiet: show no progress bar.
        work: how games are played.

    Raises:
        OptionError: the game does not allow the options.
    """
    fixed, seeds = options or {}, deal_seeds(seed, games)
    seated = [agent_registry.make(spec, game=game) for spec in specs]
    tables = [
        (setting, file, fixed | setting | ({"data_overrides": file} if file else {}))
        for setting in settings
        for file in ("", *replaced)
    ]
    check_agents(game, seated, [one | {"num_players": number} for number in players for *_, one in tables])
    everything = [
        Cell(
            game,
            [spec],
            np.zeros((games, number), np.int64),
            seeds,
            seed,
            one,
            summarise=True,
        )
        for spec in specs
        for number in players
        for *_, one in tables
    ]
    with progress_bar(len(everything) * games, f"{game}, selfplay", quiet) as bar:
        results = iter(play_cells(everything, work, bar.update))
    rows = []
    for agent in seated:
        for number in players:
            base = None
            for setting, file, one in tables:
                played = next(results)
                teams = teams_of(game, number, one)
                row, means = _row(agent.name, setting, file, played, number // teams if teams else 1, base)
                base = means if base is None else base
                rows.append(row)
    return rows


def _row(
    agent: str, setting: Values, file: str, played: MatchResults, side: int, base: np.ndarray | None
) -> tuple[SelfPlay, np.ndarray]:
    """Return the means of games, and the mean score of each game.

    `side` is the number of seats that win together; `base` are mean scores of games to compare with.
    """
    number = played.agents.shape[1]
    scores = played.scores[:, :number]
    means, ranked = scores.mean(axis=1), np.sort(scores, axis=1)
    row = SelfPlay(
        agent,
        number,
        setting,
        file,
        mean_interval(means),
        mean_interval(ranked[:, -1]),
        float(scores.std()),
        mean_interval(ranked[:, -1] - ranked[:, -1 - side]) if number > side else NOTHING,
        tuple(played.by_turn(scores).mean(axis=0).tolist()),
        float(played.lengths.mean()),
        None if base is None else mean_interval(means - base),
        len(scores),
        {name: float(values.mean()) for name, values in played.facts.items()},
    )
    return row, means


def selfplay_text(rows: Sequence[SelfPlay]) -> str:
    """Return the means as a text table."""
    names = varying_names([row.setting for row in rows])
    tables = any(row.tables for row in rows)
    who = ["agent", "players", *names, *(["tables"] if tables else [])]

    def begins(row: SelfPlay) -> list[Any]:
        names_of = [value_text(row.setting.get(name)) for name in names]
        return [row.agent, row.num_players, *names_of, *([Path(row.tables).stem or "-"] if tables else [])]

    headers = [*who, "score", "deviation", "best seat", "lead", "change", "decisions", "from who begins"]
    cells = [
        [
            *begins(row),
            plus_minus(row.score, 1),
            f"{row.deviation:.1f}",
            plus_minus(row.winner, 1),
            plus_minus(row.lead, 1),
            plus_minus(row.change, 1) if row.change else "-",
            f"{row.decisions:.0f}",
            _by_turn(row),
        ]
        for row in rows
    ]
    shown, note = text_table(headers, cells, left=len(who)), deals_note(min(row.games for row in rows))
    names_of = list(dict.fromkeys(name for row in rows for name in row.facts))
    if not names_of:
        return shown + note
    courses = [
        [*begins(row), *(f"{row.facts[name]:.2f}" if name in row.facts else "-" for name in names_of)]
        for row in rows
    ]
    return f"{shown}\n\n{text_table([*who, *names_of], courses, left=len(who))}{note}"


def _by_turn(row: SelfPlay) -> str:
    return " / ".join(f"{score:.1f}" for score in row.by_turn)


def as_rows(rows: Sequence[SelfPlay]) -> list[dict[str, Any]]:
    """Return one flat row each for CSV and JSON; all rows have the same columns, None where a value is missing."""
    names = list(dict.fromkeys(name for row in rows for name in row.setting))
    facts = list(dict.fromkeys(name for row in rows for name in row.facts))
    return [
        {
            "agent": row.agent,
            "num_players": row.num_players,
            **{name: row.setting.get(name) for name in names},
            "tables": Path(row.tables).stem,
            **columns_of("score", row.score),
            **columns_of("winner", row.winner),
            "deviation": row.deviation,
            **columns_of("lead", row.lead),
            "by_turn": _by_turn(row),
            "decisions": row.decisions,
            **columns_of("change", row.change),
            **{name: row.facts.get(name) for name in facts},
        }
        for row in rows
    ]
