"""Report how hard the solo modes of a game are, for game designers.

Says how often people of each level of `eurogym play --level` win in each
setting, and which setting suits whom. Places all settings on one scale with
the agents that play them. Shows the report as text; --out writes it as a page
with pictures. Needs the extra `eval`.
"""

from __future__ import annotations

import argparse
import dataclasses
import re
from collections.abc import Sequence
from pathlib import Path

from eurogym import agents as agent_registry
from eurogym.agents.framework import ladder
from eurogym.cli.arguments import (
    add_game,
    add_quiet,
    add_seed,
    command_line,
    positive,
    print_written,
)
from eurogym.cli.working import add_jobs, working
from eurogym.common.errors import InputError
from eurogym.common.files import check_file
from eurogym.common.options import parse_vary
from eurogym.common.prepare import make_ready
from eurogym.common.settings import SoloMode
from eurogym.design.solo.page import solo_page
from eurogym.design.solo.scale import FEWEST_AGENTS
from eurogym.envs.core.errors import EurogymError
from eurogym.envs.core.extras import require
from eurogym.envs.core.files import write_text
from eurogym.measure.games.matches import check_agents
from eurogym.measure.solo_games import SoloGames, modes_of, play_games, read_agent, read_all

ENDINGS = (".jsonl", ".md", ".html")
PLAIN = re.compile(r" --(quiet|resume|jobs[ =]\d+)\b")  # results do not depend on it

EXAMPLES = """examples:
  eurogym solo report villagers
  eurogym solo report villagers --agents random greedy heuristic ppo mc:sims=20@100 mc@50 --games 500
  eurogym solo report castles_of_burgundy --mode châteauma --players 1 --agents random greedy heuristic ppo --out page
  eurogym solo report castles_of_burgundy --agents mc@5 --only chateauma=medium modifiers=,ABCD --out more
  eurogym solo report castles_of_burgundy --from page.jsonl more.jsonl --out both

AGENT@N plays N deals in every setting in place of --games: the first N of the
same deals. --only restricts the settings. --from takes games that were played
before, and --agents adds to them.

--out NAME writes NAME.jsonl (all games), NAME.md and NAME.html (one page with
its pictures inside). With games of one agent only, it writes just NAME.jsonl.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `solo report`."""
    add_game(parser)
    parser.add_argument(
        "--agents",
        nargs="+",
        default=[],
        metavar="AGENT[@N]",
        help="agents from weak to strong (default: those of the levels 1 to 8 of `eurogym play` that play the mode)",
    )
    parser.add_argument("--games", type=positive, default=200, help="number of deals for each setting")
    parser.add_argument(
        "--mode", nargs="+", help="solo modes to include, by a part of their names (default: all)"
    )
    parser.add_argument(
        "--players",
        type=positive,
        nargs="+",
        help="numbers of seats that the agent has (default: all that the modes allow)",
    )
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="NAME=V1,V2", help="include only settings with these values"
    )
    parser.add_argument(
        "--from", nargs="+", dest="records", metavar="FILE", help="files NAME.jsonl with games played before"
    )
    add_seed(parser)
    parser.add_argument("--out", help="beginning of the names of the files to write")
    add_jobs(parser)
    add_quiet(parser)


def asked_modes(
    game: str, names: Sequence[str] | None, players: Sequence[int] | None, only: Sequence[str]
) -> list[SoloMode]:
    """Return the modes of a game with the settings and seats asked for; those of which nothing is left are left out.

    Raises InputError where nothing at all is left.
    """
    wanted = {name: set(map(str, values)) for name, values in parse_vary(only, "--only").items()}
    modes = []
    for mode in modes_of(game, names):
        settings = tuple(
            one
            for one in mode.settings
            if all(name in one and str(one[name]) in values for name, values in wanted.items())
        )
        seats = tuple(count for count in mode.players if players is None or count in players)
        if settings and seats:
            modes.append(dataclasses.replace(mode, settings=settings, players=seats))
    if not modes:
        known = "; ".join(
            f"{mode.name}: {', '.join(mode.settings[0])}, {'/'.join(map(str, mode.players))} players"
            for mode in modes_of(game)
        )
        raise InputError(f"{game}: --mode, --players and --only leave no setting; there are {known}")
    return modes


def gather(args: argparse.Namespace, modes: Sequence[SoloMode]) -> SoloGames:
    """Return the games of `--from` and those of `--agents`, which are played."""
    names = args.agents or ([] if args.records else playing(args.game, modes))
    agents = [read_agent(text, args.games) for text in names]
    record = read_all(args.records) if args.records else None
    if record is not None and record.game != args.game:
        raise InputError(f"--from: these are games of {record.game}, not of {args.game}")
    if len(agents) == 1 and record is None and args.out is None:
        raise InputError(
            "a scale needs games of at least two agents, got 1; name more, or give --out to keep these for --from"
        )
    if agents:
        make_ready(args.game, [spec for spec, _ in agents])
        with working(args) as work:
            played = play_games(args.game, agents, modes, args.seed, args.quiet, work)
        played.commands = [PLAIN.sub("", command_line(args))]
        if record is None:
            return played
        record.add(played)
    assert record is not None, "agents were chosen"
    return record


def playing(game: str, modes: Sequence[SoloMode]) -> list[str]:
    """Return the agents of the levels for people that play these modes, weak to strong, but for those that search."""
    found = []
    for level, (agent, slips) in ladder.LEVELS.items():
        if agent.partition(":")[0] == "search" or agent not in agent_registry.available(game):
            continue
        spec = f"level:n={level}" if slips else agent
        try:
            for mode in modes:
                tables = [mode.settings[0] | {"num_players": count} for count in mode.players]
                check_agents(game, [agent_registry.make(spec, game=game)], tables[:1])
        except EurogymError:
            continue
        found.append(spec)
    return found


def main(args: argparse.Namespace) -> int:
    """Play what is asked for, fit the scale, show it and write the pages."""
    modes = asked_modes(args.game, args.mode, args.players, args.only)
    require("scipy", "eval", "a scale")
    if args.out is not None:
        require("matplotlib", "eval", "a page with pictures")
        for ending in ENDINGS:
            check_file(f"{args.out}{ending}", "--out")
    record = gather(args, modes)
    written = [] if args.out is None else [Path(f"{args.out}{ending}") for ending in ENDINGS]
    if written:  # before the scale is fitted: whatever comes of that, the games are kept
        record.write(written[0])
        print_written(written[:1])
        if len({one.agent for one in record.outcomes}) < FEWEST_AGENTS:
            print("no page: it needs games of two agents at least; --from puts these together with others")
            return 0
    page = solo_page(record, modes)
    print(page.text())
    if written:
        write_text(written[1], page.markdown(), named=True)
        write_text(written[2], page.html(), named=True)
        print_written(written[1:])
    return 0
