"""Play several agents against each other on the same deals, and rate them.

Every lineup plays in every seating. Shows the mean lead of each agent over
each other, ratings, and shares of first places, with intervals.
"""

from __future__ import annotations

import argparse

from eurogym.cli.arguments import add_game, positive, print_written
from eurogym.cli.working import add_playing, working
from eurogym.common.options import game_options
from eurogym.common.prepare import make_ready
from eurogym.measure.report.report import check_out, write_results
from eurogym.measure.tournament import (
    as_data,
    as_rows,
    check_seats,
    plot_standings,
    run_tournament,
    standings_text,
)

EXAMPLES = """examples:
  eurogym tournament villagers --players 3 --agents greedy heuristic mc:sims=100 ppo
  eurogym tournament villagers --players 2 --agents heuristic greedy random --deals 1000 --out results/duel
  eurogym tournament villagers --players 2 --agents heuristic ppo --option end_of_draft_rule=discard_coined
  eurogym tournament castles_of_burgundy --players 2 --agents greedy random --option chateauma=medium

Every deal is played by every lineup of agents in every rotation of the seats,
so that luck with cards and seats is the same for all. One deal is one block,
and intervals are over the means of blocks.

  "first"   share of first places; seats that tie for it share it
  "rating"  strength in points of Elo (400 points: odds of ten to one), fitted
            to all games at once, with its bootstrap interval over deals

If an automated opponent sits at the table, it has a line of its own, and
places count it. Lineups are all choices of different agents or, with fewer
agents than seats, all mixtures. In games of teams (castles_of_burgundy with
modules=team), lineups consist of teams, and an agent has all seats of its
team. To measure one agent against a table full of another, see `eurogym
compare evaluate`.

--out NAME writes NAME.json, NAME.csv and NAME.png. If NAME has one of these
endings, only that file is written. The plot needs the extra `eval`.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tournament`."""
    add_game(parser)
    parser.add_argument("--players", type=positive, default=3, help="seats at the table")
    parser.add_argument("--agents", nargs="+", required=True, metavar="AGENT", help="two or more agents")
    parser.add_argument("--deals", type=positive, default=100, help="deals, each played in every seating")
    add_playing(parser, "write the results as JSON, CSV and a plot")


def main(args: argparse.Namespace) -> int:
    """Play the tournament that the arguments describe, show it and write it."""
    options = game_options(args.game, args.option, {"num_players": "use --players"})
    check_seats(args.game, [args.players], options)
    check_out(args.out)
    make_ready(args.game, args.agents)
    with working(args) as work:
        result = run_tournament(
            args.game,
            args.players,
            args.agents,
            args.deals,
            args.seed,
            options,
            args.quiet,
            work,
        )
    games = len(result.matches.agents)
    print(f"{args.game}, {args.players} players, {args.deals} deals, {games} games, seed {args.seed}\n")
    print(standings_text(result))
    print_written(write_results(args.out, as_data(result), as_rows(result), plot_standings(result)))
    return 0
