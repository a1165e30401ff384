"""Self-play means: one agent in all seats, the scores of everybody and of the winners.

    python -m training.selfplay village --agents village greedy random --players 2 3 4 5 --games 1000
    python -m training.selfplay village --agents village --players 3 --replace church.json council.json

A table full of one agent says how high a game scores in its hands, not how strong it is: see `eurogym evaluate` for
that. --replace plays every setting once more for each file of component tables that a game may replace
(`data_overrides`), on the same deals, and gives the change of the mean with its interval over deals.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import agents as agent_registry
from envs.core.errors import EurogymError
from training.arguments import game_options, natural, positive
from training.matches import check_agents, deal_seeds, play_matches
from training.report import check_out, plus_minus, text_table, write_results
from training.stats import mean_interval


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


def run_selfplay(
    game: str,
    specs: Sequence[str],
    players: Sequence[int],
    games: int,
    seed: int = 0,
    options: dict[str, Any] | None = None,
    replaced: Sequence[str] = (),
) -> list[SelfPlay]:
    """Every agent at every size of table, with the default tables and with each file of `replaced`."""
    seeds = deal_seeds(seed, games)
    rows = []
    seated = [agent_registry.make(spec, game=game) for spec in specs]
    check_agents(game, seated, [(options or {}) | {"num_players": number} for number in players])
    for agent in seated:
        for number in players:
            seating = np.zeros((games, number), np.int64)
            base = None
            for tables in ("", *replaced):
                values = (options or {}) | ({"data_overrides": tables} if tables else {})
                played = play_matches(game, [agent], seating, seeds, seed, values)
                scores = played.scores[:, :number]
                means = scores.mean(axis=1)
                base = means if base is None else base
                rows.append(
                    SelfPlay(
                        agent.name,
                        number,
                        tables,
                        mean_interval(means),
                        mean_interval(scores.max(axis=1)),
                        float(played.lengths.mean()),
                        mean_interval(means - base) if tables else None,
                    )
                )
    return rows


def main(argv: Sequence[str] | None = None) -> int:
    """Measure what the arguments describe, show it and write it."""
    parser = argparse.ArgumentParser(
        prog="python -m training.selfplay",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game")
    parser.add_argument("--agents", nargs="+", required=True, metavar="AGENT")
    parser.add_argument("--players", nargs="+", type=positive, required=True)
    parser.add_argument("--games", type=positive, default=1000)
    parser.add_argument("--seed", type=natural, default=0)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a game option")
    parser.add_argument("--replace", nargs="+", default=[], metavar="FILE", help="files of component tables")
    parser.add_argument("--out", help="write JSON and CSV")
    args = parser.parse_args(argv)
    try:
        options = game_options(args.game, args.option, {"num_players": "use --players"})
        check_out(args.out, plot=False)
        rows = run_selfplay(
            args.game, args.agents, args.players, args.games, args.seed, options, args.replace
        )
    except EurogymError as error:
        print(f"python -m training.selfplay: {error}", file=sys.stderr)
        return 2
    headers = ["agent", "players", "tables", "score", "best seat", "change", "decisions"]
    table = [
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
    print(f"{args.game}, {args.games} games, seed {args.seed}\n\n{text_table(headers, table, left=3)}")
    flat = [
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
        }
        for row in rows
    ]
    data = {"kind": "selfplay", "game": args.game, "options": options, "games": args.games, "seed": args.seed}
    for path in write_results(args.out, {**data, "rows": flat}, flat):
        print(f"written: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
