"""Test whether one agent is stronger than another.

Plays paired deals until that is settled, and no longer. Shows the mean lead of
the first agent over the second with its interval.
"""

from __future__ import annotations

import argparse

from eurogym import agents as agent_registry
from eurogym.cli.arguments import add_game, positive, print_written
from eurogym.cli.working import add_playing, working
from eurogym.common.errors import InputError
from eurogym.common.options import game_options
from eurogym.common.prepare import make_ready
from eurogym.measure import compare
from eurogym.measure.games.matches import check_agents, deal_seeds
from eurogym.measure.report.report import check_out, write_results
from eurogym.measure.tournament import check_seats

EXAMPLES = """examples:
  eurogym compare villagers heuristic greedy --players 3
  eurogym compare villagers ppo heuristic --players 2 --smallest-effect 0.05 --most-deals 5000
  eurogym compare village mc:sims=50 heuristic --players 4 --out results/search.json

Every deal is played with all mixtures of the two agents in all rotations of
the seats. It gives one value: the mean lead of the first agent over the second
(1 for ahead, 0 for level, -1 for behind). A lead of 0.1 means being ahead in
55 % of the meetings.

Every few deals the test looks at the always-valid interval of the mean lead.
This interval holds at all looks together, so it is safe to stop at any of
them. The test stops when the interval excludes 0 (one agent is stronger), when
the interval lies within the smallest effect on both sides of 0 (the agents are
equal for practical purposes), or after --most-deals (not settled).
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `compare`."""
    add_game(parser)
    parser.add_argument("agent", help="the agent to measure")
    parser.add_argument("other", help="the agent to compare it with")
    parser.add_argument("--players", type=positive, default=2, help="seats at the table")
    parser.add_argument(
        "--smallest-effect",
        type=float,
        default=compare.SMALLEST_EFFECT,
        metavar="LEAD",
        help="leads closer to 0 than this count as none",
    )
    parser.add_argument(
        "--most-deals",
        type=positive,
        default=compare.MOST_DEALS,
        help="give up unsettled after this many deals",
    )
    parser.add_argument("--confidence", type=float, default=0.95, help="confidence of the interval")
    add_playing(parser, "write the results as JSON and CSV")


def main(args: argparse.Namespace) -> int:
    """Compare as asked, show what was found and write it."""
    options = game_options(args.game, args.option, {"num_players": "use --players"})
    if not 0 <= args.smallest_effect < 1:
        raise InputError(
            f"--smallest-effect {args.smallest_effect:g} is not a lead of at least 0 and below 1"
        )
    if not 0 < args.confidence < 1:
        raise InputError(f"--confidence {args.confidence:g} is not between 0 and 1")
    deal_seeds(args.seed, 1)
    check_seats(args.game, [args.players], options)
    seated = [agent_registry.make(spec, game=args.game) for spec in (args.agent, args.other)]
    check_agents(args.game, seated, [options | {"num_players": args.players}])
    check_out(args.out, plot=False)
    make_ready(args.game, seated)
    with working(args) as work:
        result = compare.run_compare(
            args.game,
            args.agent,
            args.other,
            args.players,
            args.most_deals,
            args.seed,
            args.smallest_effect,
            options,
            args.confidence,
            args.quiet,
            work,
        )
    print(f"{args.game}, {args.players} players, seed {args.seed}\n")
    print(compare.comparison_text(result))
    print_written(write_results(args.out, compare.as_data(result), [compare.as_row(result)]))
    return 0
