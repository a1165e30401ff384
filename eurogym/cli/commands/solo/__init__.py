"""Measure how often agents win the solo modes of a game.

Shows win rates and scores of each agent in each setting, on the same deals.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from eurogym.cli.arguments import add_game, add_vary, positive, print_written
from eurogym.cli.working import add_playing, working
from eurogym.common.errors import InputError
from eurogym.common.options import DIFFICULTY, Values, cross_product, game_options, parse_vary
from eurogym.common.prepare import make_ready
from eurogym.envs.core import registry
from eurogym.measure import solo
from eurogym.measure.report.report import check_out, write_results

EXAMPLES = """examples:
  eurogym solo villagers --difficulty all --agents random greedy heuristic mc:sims=50 ppo
  eurogym solo villagers --difficulty hard --agents heuristic --games 5000 --out results/solo
  eurogym solo villagers --agents mc:ms=20 --games 50 --option solo_event_choices=countess_best
  eurogym solo castles_of_burgundy --agents random greedy
  eurogym solo castles_of_burgundy --agents greedy --vary chateauma=easy,medium,hard modifiers=,A,ABCD
  eurogym solo castles_of_burgundy --agents greedy --vary solo_board=33,34 --option solo_target=30
  eurogym solo castles_of_burgundy --agents greedy --players 3 --vary chateauma=medium

Every agent plays the same deals in every setting. Without --vary (or
--difficulty, for games with levels) the settings are those that the game
declares. --vary plays every combination of the values named; separate values
by slashes if they contain commas.

Win rates have exact 95 % intervals. A margin is the agent's score less that
of the opponent. With --players, the agent has that many seats against the
automated opponent. The game is then won if the best of these seats is ahead of
the opponent, "each" is the share of seats that are ahead of it, and the margin
is that of the best seat.

--out NAME writes NAME.json, NAME.csv and NAME.png. If NAME has one of these
endings, only that file is written. The plot needs the extra `eval`.

Two related commands, each with its own --help:
  eurogym solo report GAME       all settings and agents on one scale of difficulty, as a page for game designers
  eurogym solo calibrate GAME    the start, target score or option value that gives an agent a wanted win rate
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `solo`."""
    add_game(parser)
    parser.add_argument("--difficulty", nargs="+", help="levels, for games that have them, or all")
    add_vary(parser, "game options with the values to compare")
    parser.add_argument("--players", type=positive, default=1, help="number of seats that the agent has")
    parser.add_argument("--agents", nargs="+", required=True, metavar="AGENT", help="one or more agents")
    parser.add_argument(
        "--games", type=positive, default=500, help="number of deals for each agent and setting"
    )
    add_playing(parser, "write the results as JSON, CSV and a plot")


def asked_settings(game: str, levels: Sequence[str] | None, pairs: Sequence[str]) -> list[Values] | None:
    """Return the settings that `--difficulty` and `--vary` ask for; None for those the game declares."""
    fields = registry.game(game).options_class.__dataclass_fields__
    varying: dict[str, list] = {}
    if levels is not None:
        if DIFFICULTY not in fields:
            raise InputError(f"{game} has no option difficulty; {solo.VARIED}")
        if "all" in levels:
            if set(levels) != {"all"}:
                raise InputError(f"--difficulty {' '.join(levels)}: name levels, or all, not both")
            levels = fields[DIFFICULTY].metadata["choices"]
        varying[DIFFICULTY] = list(dict.fromkeys(levels))
    more = parse_vary(pairs)
    if set(varying) & set(more):
        raise InputError("--vary difficulty and --difficulty set the same option; use one of them")
    varying |= more
    return cross_product(varying) if varying else None


def main(args: argparse.Namespace) -> int:
    """Measure what the arguments describe, show it and write it."""
    settings = asked_settings(args.game, args.difficulty, args.vary)
    options = game_options(args.game, args.option, solo.TAKEN)
    check_out(args.out)
    make_ready(args.game, args.agents)
    with working(args) as work:
        cells = solo.run_solo(
            args.game, args.agents, settings, args.games, args.seed, options, args.quiet, args.players, work
        )
    seats = "solo" if args.players == 1 else f"{args.players} seats for the agent"
    print(f"{args.game}, {seats}, {args.games} deals per cell, seed {args.seed}\n")
    print(solo.solo_text(cells))
    notes = solo.order_notes(args.game, cells)
    if notes:
        print("\n" + "\n".join(notes))
    data = {
        "kind": "solo",
        "game": args.game,
        "players": args.players,
        "options": options,
        "games": args.games,
        "seed": args.seed,
    }
    drawn = solo.plot_cells(args.game, cells, args.seed)
    print_written(write_results(args.out, *solo.as_data(data, cells, notes), drawn))
    return 0
