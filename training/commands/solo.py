"""How often agents win against the game itself, on the same deals in every cell."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from eurogym.envs.core import registry
from eurogym.training.commands.arguments import (
    add_game,
    add_option,
    add_quiet,
    add_seed,
    add_vary,
    positive,
    print_written,
)
from eurogym.training.commands.working import add_jobs, working
from eurogym.training.errors import InputError
from eurogym.training.measure import solo
from eurogym.training.measure.report import check_out, write_results
from eurogym.training.options import DIFFICULTY, Values, cross_product, game_options, parse_vary
from eurogym.training.prepare import make_ready

EXAMPLES = """examples:
  eurogym solo villagers --difficulty all --agents random greedy heuristic mc:sims=50 ppo
  eurogym solo villagers --difficulty hard --agents heuristic --games 5000 --out results/solo
  eurogym solo villagers --agents mc:ms=20 --games 50 --option solo_event_choices=countess_best
  eurogym solo castles_of_burgundy --agents random greedy
  eurogym solo castles_of_burgundy --agents greedy --vary chateauma=easy,medium,hard modifiers=,A,ABCD
  eurogym solo castles_of_burgundy --agents greedy --vary solo_board=33,34 --option solo_target=30
  eurogym solo castles_of_burgundy --agents greedy --players 3 --vary chateauma=medium

Every agent plays the same deals in every setting. Without --vary (or --difficulty, where a game has levels)
the settings are those the game declares. --vary takes every combination of the values named; slashes separate
values that have commas of their own.
The win rate comes with Wilson's 95 % interval; a margin is the own score less the opponent's. With --players
the agent has that many seats against the automated opponent: a game is won when the best of them is ahead of
it, "each" is the share of seats ahead of it, and the margin is that of the best.
--out NAME writes NAME.json, NAME.csv and NAME.png; with one of these endings only that file.

Two commands of their own (each with --help):
  eurogym solo report GAME       all settings on one scale with the agents, as a page for people who design games
  eurogym solo calibrate GAME    which start, score or value of an option makes an agent win as often as wanted
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `solo`."""
    add_game(parser)
    parser.add_argument("--difficulty", nargs="+", help="levels of a game that has them, or all")
    add_vary(parser, "the values to compare")
    parser.add_argument("--players", type=positive, default=1, help="seats of the agent (default 1)")
    parser.add_argument("--agents", nargs="+", required=True, metavar="AGENT", help="one or more agents")
    parser.add_argument("--games", type=positive, default=500, help="deals per cell (default 500)")
    add_seed(parser)
    add_option(parser)
    parser.add_argument("--out", help="write JSON, CSV and a plot")
    add_jobs(parser)
    add_quiet(parser)


def asked_settings(game: str, levels: Sequence[str] | None, pairs: Sequence[str]) -> list[Values] | None:
    """The settings that `--difficulty` and `--vary` ask for; None for those the game declares."""
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
        raise InputError("--vary difficulty and --difficulty say the same; use one of them")
    varying |= more
    return cross_product(varying) if varying else None


def run(args: argparse.Namespace) -> int:
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
