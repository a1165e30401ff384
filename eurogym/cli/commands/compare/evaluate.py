"""Measure one agent against others, in every seat of the same deals.

Shows the mean outcome (placement), the share of first places, and the scores.
"""

from __future__ import annotations

import argparse

from eurogym import agents as agent_registry
from eurogym.cli.arguments import add_game, positive, print_written
from eurogym.cli.working import add_playing, working
from eurogym.common.options import game_options
from eurogym.common.prepare import make_ready
from eurogym.measure.evaluate import as_rows, duels_text, run_duels
from eurogym.measure.games.matches import check_agents
from eurogym.measure.report.report import check_out, write_results
from eurogym.measure.tournament import check_seats

EXAMPLES = """examples:
  eurogym compare evaluate villagers --agent heuristic --against greedy --players 3 --deals 1000
  eurogym compare evaluate villagers --agent ppo:path=runs/a/policy.npz --against heuristic greedy --players 2 3 5
  eurogym compare evaluate villagers --agent mc:ms=5 --against heuristic --deals 50 --out results/mc.json
  eurogym compare evaluate castles_of_burgundy --agent greedy --against random --players 2 --option chateauma=hard

For every opponent and number of players, the agent plays each deal once in
every seat, with the opponent in all other seats. Intervals are 95 % t
intervals over the means of deals. "first" is the share of first places; seats
that tie for it share it. If an automated opponent sits at the table, places
count it too. For the solo modes see `eurogym solo`.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `evaluate`."""
    add_game(parser)
    parser.add_argument("--agent", required=True, help="the agent to measure")
    parser.add_argument(
        "--against", nargs="+", required=True, metavar="AGENT", help="its opponents, one after another"
    )
    parser.add_argument("--players", nargs="+", type=positive, default=[3], help="seats at the table")
    parser.add_argument("--deals", type=positive, default=100, help="deals, each played in every seat")
    add_playing(parser, "write the results as JSON and CSV")


def main(args: argparse.Namespace) -> int:
    """Measure what the arguments describe, show it and write it."""
    options = game_options(args.game, args.option, {"num_players": "use --players"})
    check_seats(args.game, args.players, options)
    seated = [agent_registry.make(spec, game=args.game) for spec in (args.agent, *args.against)]
    check_agents(args.game, seated, [options | {"num_players": players} for players in args.players])
    check_out(args.out, plot=False)
    make_ready(args.game, seated)
    with working(args) as work:
        duels = run_duels(
            args.game,
            args.agent,
            args.against,
            args.players,
            args.deals,
            args.seed,
            options,
            args.quiet,
            work,
        )
    print(f"{args.game}, {args.deals} deals, seed {args.seed}\n")
    print(duels_text(args.agent, duels))
    rows = as_rows(args.agent, duels)
    data = {
        "kind": "evaluate",
        "game": args.game,
        "options": options,
        "deals": args.deals,
        "seed": args.seed,
        "duels": rows,
    }
    print_written(write_results(args.out, data, rows))
    return 0
