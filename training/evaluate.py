"""`eurogym evaluate`: one agent measured against others, in every seat of the same deals."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import agents as agent_registry
from training.arguments import game_options, natural, positive
from training.matches import check_agents, deal_seeds, first_places, play_matches
from training.report import check_out, plus_minus, progress, share_text, text_table, write_results
from training.stats import mean_interval, share_interval
from training.tournament import check_seats

EXAMPLES = """examples:
  eurogym evaluate villagers --agent villagers --against greedy --players 3 --deals 1000
  eurogym evaluate villagers --agent ppo:path=runs/a/policy.npz --against villagers greedy --players 2 3 5
  eurogym evaluate villagers --agent mc:ms=5 --against villagers --deals 50 --out results/mc.json
  eurogym evaluate castles_of_burgundy --agent greedy --against random --players 2 --option chateauma=hard

For every opponent and number of players the agent sits once in every seat of every deal, the opponent in all
others. A block is a deal; intervals are 95 % t intervals over the means of deals. "first" is the share of first
places; seats that tie for it share it. Places count an automated opponent beside the agents. For the solo
modes see `eurogym solo`.
"""


@dataclass
class Duel:
    """The agent against a table full of one opponent; intervals are (mean, half-width) over deals."""

    opponent: str
    num_players: int
    outcome: tuple[float, float]
    score: tuple[float, float]
    opponent_score: tuple[float, float]
    first: tuple[float, float, float]  # share of first places, ties shared, and the ends of its interval
    games: int
    automated_score: tuple[float, float] | None = None  # of an automated opponent beside them


def run_duel(
    game: str,
    agent: Any,
    opponent: Any,
    num_players: int,
    deals: int = 100,
    seed: int = 0,
    options: dict[str, Any] | None = None,
    on_games: Any = None,
) -> Duel:
    """Let `agent` sit in every seat of every deal against `num_players - 1` copies of `opponent`."""
    check_seats(game, [num_players], options)
    pair = [agent_registry.make(agent, game=game), agent_registry.make(opponent, game=game)]
    seeds = np.repeat(deal_seeds(seed, deals), num_players)
    seating = np.tile(1 - np.eye(num_players, dtype=np.int64), (deals, 1))
    played = play_matches(game, pair, seating, seeds, seed, options, on_games)
    mine = seating == 0
    seat_scores = played.scores[:, :num_players]
    places = played.placements[:, :num_players][mine].reshape(deals, num_players)
    scores = seat_scores[mine].reshape(deals, num_players)
    others = seat_scores[~mine].reshape(deals, -1)
    automated = played.scores[:, num_players:].reshape(deals, -1)
    firsts = first_places(played.placements)[:, :num_players][mine].reshape(deals, num_players)
    return Duel(
        pair[1].name,
        num_players,
        mean_interval(places.mean(axis=1)),
        mean_interval(scores.mean(axis=1)),
        mean_interval(others.mean(axis=1)),
        share_interval(firsts.mean(axis=1)),
        len(seating),
        mean_interval(automated.mean(axis=1)) if automated.size else None,
    )


def duels_text(agent: str, duels: Sequence[Duel]) -> str:
    """The duels as a table."""
    rows = []
    beside = any(duel.automated_score is not None for duel in duels)
    for duel in duels:
        rows.append(
            [
                duel.opponent,
                duel.num_players,
                plus_minus(*duel.outcome),
                share_text(*duel.first),
                plus_minus(*duel.score, 1),
                plus_minus(*duel.opponent_score, 1),
                *([plus_minus(*duel.automated_score, 1)] if beside else []),
                duel.games,
            ]
        )
    headers = [f"{agent} against", "players", "outcome", "first", "score", "their score"]
    headers += (["automated score"] if beside else []) + ["games"]
    return text_table(headers, rows)


def add_parser(subparsers: Any) -> None:
    """Add `evaluate` to the subcommands."""
    parser = subparsers.add_parser(
        "evaluate",
        help="measure one agent against others",
        description="One agent measured against others, in every seat of the same deals.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", help="name of the game, e.g. villagers")
    parser.add_argument("--agent", required=True, help="the agent to measure")
    parser.add_argument(
        "--against", nargs="+", required=True, metavar="AGENT", help="its opponents, one after another"
    )
    parser.add_argument(
        "--players", nargs="+", type=positive, default=[3], help="seats at the table (default 3)"
    )
    parser.add_argument(
        "--deals", type=positive, default=100, help="deals, each played in every seat (default 100)"
    )
    parser.add_argument("--seed", type=natural, default=0, help="seed of deals and agents (default 0)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a game option")
    parser.add_argument("--out", help="write JSON and CSV")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure what the arguments describe, show it and write it."""
    options = game_options(args.game, args.option, {"num_players": "use --players"})
    check_seats(args.game, args.players, options)
    seated = [agent_registry.make(spec, game=args.game) for spec in (args.agent, *args.against)]
    check_agents(args.game, seated, [options | {"num_players": players} for players in args.players])
    check_out(args.out, plot=False)
    bar = progress(
        args.deals * sum(args.players) * len(args.against), f"{args.game}, {args.agent}", args.quiet
    )
    duels = [
        run_duel(args.game, args.agent, opponent, players, args.deals, args.seed, options, bar.update)
        for opponent in args.against
        for players in args.players
    ]
    bar.close()
    print(f"{args.game}, {args.deals} deals, seed {args.seed}\n")
    print(duels_text(args.agent, duels))
    rows = [
        {
            "agent": args.agent,
            "opponent": duel.opponent,
            "num_players": duel.num_players,
            "outcome": duel.outcome[0],
            "outcome_half_width": duel.outcome[1],
            "score": duel.score[0],
            "score_half_width": duel.score[1],
            "opponent_score": duel.opponent_score[0],
            "first": duel.first[0],
            "first_low": duel.first[1],
            "first_high": duel.first[2],
            "games": duel.games,
            **({"automated_score": duel.automated_score[0]} if duel.automated_score else {}),
        }
        for duel in duels
    ]
    data = {
        "kind": "evaluate",
        "game": args.game,
        "options": options,
        "deals": args.deals,
        "seed": args.seed,
        "duels": rows,
    }
    for path in write_results(args.out, data, rows):
        print(f"written: {path}")
    return 0
