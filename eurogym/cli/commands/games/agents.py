"""Show the measured ladder of a game's agents, from weak to strong.

For each agent: its rating, how often it finishes ahead of the heuristic, and
the time it takes for a decision. With --measure, play what has not been
measured yet and add it to the file of results.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from eurogym.agents import AgentError
from eurogym.cli.arguments import game_name, positive, thread_count
from eurogym.common.errors import InputError

EXAMPLES = """examples:
  eurogym games agents                                        every game that has been measured
  eurogym games agents villagers --players 3                  the ladder of one table size
  eurogym games agents village --measure --out ladder.json    measure it anew, or continue
  eurogym games agents village --measure --agents ppo mc --players 2 --deals 200

Ratings are in points of Elo above `heuristic` at tables of that size: 400
points are odds of ten to one of being ahead. They come from duels on paired
deals: the agent plays once in every seat, and its rival (last column) has all
the others. `random` is measured against the heuristic, or against `greedy`
where that would be a rout; the ratings along such a chain are added up.

Intervals are always-valid (they hold at all looks together) for duels that
this command has played. Results taken over from docs/results/data have 95 % t
intervals. The field `interval` in the file of results says which it is.
Milliseconds are processor time per decision with a choice, for one game at a
time, on the machine that measured.

The agent `best:ms=20` plays as the strongest of these that keeps to that time.
In solo play, a level is the measured setting closest to a wanted difficulty:
the heuristic wins half of the games at level 6; each level above is harder by
130 points of Elo, each level below easier by 200.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `agents`."""
    parser.add_argument("game", type=game_name, nargs="?", help="only this game (default: all)")
    parser.add_argument("--players", type=positive, nargs="+", metavar="N", help="only tables of these sizes")
    parser.add_argument(
        "--levels",
        action="store_true",
        help="show the levels that people play against (eurogym play --level N)",
    )
    parser.add_argument(
        "--measure", action="store_true", help="play what is missing and write the file of results"
    )
    parser.add_argument(
        "--agents",
        nargs="+",
        metavar="AGENT",
        help="agents of the ladder to measure, or `levels` (default: all agents)",
    )
    parser.add_argument("--deals", type=positive, help="deals of a duel without a search (default 1000)")
    parser.add_argument("--search-deals", type=positive, help="deals of a duel with a search (default 50)")
    parser.add_argument(
        "--out", metavar="FILE", help="file of results (default: the one that comes with the game)"
    )
    parser.add_argument(
        "--jobs", type=thread_count, default=1, metavar="N", help="number of processes that play"
    )


def main(args: argparse.Namespace) -> int:
    """Show the ladder, or measure it."""
    from eurogym.agents.framework import ladder
    from eurogym.envs.core import registry

    if args.measure:
        return _measure(args)
    if args.out or args.agents or args.deals or args.search_deals:
        raise InputError("--agents, --deals, --search-deals and --out need --measure")
    names = [registry.entry(args.game).name] if args.game else registry.games()
    shown = False
    for name in names:
        try:
            measured = ladder.rungs(name)
        except AgentError as error:
            if args.game:
                raise
            print(f"{name}: {error}", file=sys.stderr)
            continue
        if not measured:
            if args.game:
                raise InputError(
                    f"no ladder was measured for {name} yet; run eurogym games agents {name} --measure"
                )
            continue
        shown = (_show_levels if args.levels else _show)(name, args.players) or shown
    if not shown:
        raise InputError("no table of this size was measured")
    return 0


def _show(game: str, players: list[int] | None) -> bool:
    from eurogym.agents.framework import ladder
    from eurogym.envs.core import registry
    from eurogym.measure.ladder import HEADS, cells
    from eurogym.measure.report.report import text_table

    rungs = [one for one in ladder.rungs(game) if not players or one.num_players in players]
    for size in sorted({one.num_players for one in rungs}):
        rows = [cells(one) for one in reversed(rungs) if one.num_players == size]
        print(f"{registry.game(game).title}, {size} players\n")
        print(text_table([head.replace("`", "") for head in HEADS], rows) + "\n")
    return bool(rungs)


def _show_levels(game: str, players: list[int] | None) -> bool:
    from eurogym.agents.framework import ladder
    from eurogym.agents.framework.bots.level import about
    from eurogym.envs.core import registry
    from eurogym.measure.ladder import LEVEL_HEADS, cells
    from eurogym.measure.report.report import text_table

    shown = False
    for size in sorted({one.num_players for one in ladder.rungs(game)}):
        known = ladder.levels(game, size)
        if known and (not players or size in players):
            rows = [[str(level), about(level), *cells(rung)[1:4]] for level, rung in known.items()]
            print(f"{registry.game(game).title}, {size} players\n")
            print(text_table(LEVEL_HEADS, rows) + "\n")
            shown = True
    return _show_solo_levels(game) or shown if not players or 1 in players else shown


def _show_solo_levels(game: str) -> bool:
    from eurogym.envs.core import registry
    from eurogym.measure.report.report import text_table
    from eurogym.play import solo_levels

    modes = dict.fromkeys(one.mode for one in solo_levels.scale(game))
    for mode in modes:
        rows = []
        for level in solo_levels.LEVELS:
            one = solo_levels.setting_of(game, level, mode)
            shares = [f"{100 * won / played:.0f} %" for won, played in one.games.values()]
            rows.append([str(level), one.words(), f"{one.rating:+d}", *shares])
        print(f"{registry.game(game).title} solo, {mode}: games won there\n")
        print(text_table(["level", "setting", "rating", *one.games], rows) + "\n")
    return bool(modes)


def _measure(args: argparse.Namespace) -> int:
    from eurogym.agents.framework import ladder
    from eurogym.common.prepare import make_ready
    from eurogym.envs.core import registry
    from eurogym.measure import ladder as measuring
    from eurogym.measure.games.blocks import Work

    if args.game is None:
        raise InputError("--measure needs a game")
    game = registry.game(args.game)
    names = args.agents or list(ladder.RUNGS)
    if "levels" in names:
        names = [name for name in names if name != "levels"] + list(ladder.LEVEL_RUNGS)
    if unknown := [name for name in names if name not in ladder.RIVALS and name != ladder.BASE]:
        raise InputError(f"--agents {unknown[0]} is not a rung of the ladder: {', '.join(ladder.RUNGS)}")
    path = Path(args.out) if args.out else ladder.path_of(game.name)
    if path is None:
        raise InputError(f"{game.name} has no folder of agents for its results; name a file (--out)")
    low, high = game.options_class.player_range()
    make_ready(game, names)
    measuring.measure(
        game.name,
        args.players or range(max(2, low), high + 1),
        names,
        args.deals or measuring.QUICK_DEALS,
        args.search_deals or measuring.SEARCH_DEALS,
        path=path,
        tell=lambda words: print(words, flush=True),
        work=Work(args.jobs),
    )
    print(f"written: {path}")
    return 0
