"""Play against agents, in the terminal or in the browser.

Every game is saved as a replay file, from which an unfinished game can be
continued and a finished one shown and reviewed. Opponents are agents by name,
by level (1 to 10) or bots of your own; the default is the heuristic.
"""

from __future__ import annotations

import argparse
import secrets
import shlex
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eurogym import agents as agent_registry
from eurogym.agents.framework.bots.level import about
from eurogym.agents.framework.ladder import LEVELS
from eurogym.cli.arguments import add_game, add_option, positive, seed_number
from eurogym.common.errors import InputError
from eurogym.common.files import check_file
from eurogym.common.options import DIFFICULTY, game_options
from eurogym.common.prepare import make_ready
from eurogym.envs.core import registry
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.faces.replay import Replay
from eurogym.play import record, solo_levels
from eurogym.play.colour import SETTINGS, Painter, wanted
from eurogym.play.review import SEARCH, review, told
from eurogym.play.room import Room
from eurogym.play.session import Leave, Session
from eurogym.play.table import MAPS, Table
from eurogym.play.web import addresses, serve
from eurogym.play.words import called, describe_options, score_lines

EXAMPLES = """examples:
  eurogym play villagers --players 3 --opponents heuristic
  eurogym play villagers --players 2 --opponents mc:ms=200 --seat 1 --seed 7
  eurogym play villagers --players 1 --difficulty hard        the solo mode
  eurogym play villagers --players 3 --opponents greedy ppo   one name per other seat
  eurogym play villagers --players 3 --level 4                opponents from 1 (random) to 10
  eurogym play villagers --players 1 --level 4                a solo setting of the same difficulty
  eurogym play castles_of_burgundy --players 1 --option chateauma=medium --option duchies=4

Type the number of an action, or the beginnings of its words as long as they
are unambiguous (`bank 5`), or one of these keys:
  ?  explain the decision, the symbols and the keys       h  let an agent suggest a move (`h ppo`: that agent)
  u  take back your last choice                           t  show the table again
  l  show what has happened so far                        q  save and leave
  r  list the rules (`r WORD`: those with that word)      ? NAME  what a card, tile or place does
You can take a choice back as long as only you have decided since, nothing was
drawn at random, and nothing hidden from you was revealed. With --confirm,
choices that cannot be taken back must be confirmed.

Opponents may be bots of your own: --opponents my_bot.py:MyBot.

In the browser (--web, on this machine only), several people can sit at one
table, each at an address of their own:
  eurogym play keyflower --players 4 --web --seat 1 3

To continue an unfinished game from its replay, in the terminal or the browser:
  eurogym play villagers --resume villagers-7.jsonl --opponents heuristic

--tutorial helps with a first game: in up to ten lessons it says what to choose
where it matters, what that does and what follows from it. At the end you can
have your decisions reviewed, as `eurogym replay FILE --review` does later.

Your results against levels are recorded in a file of your own
(EUROGYM_RESULTS, or else in your data folder). After three games the level
that fits you is suggested. `eurogym games agents villagers --levels` shows how
strong each level is.

A bot of your own can play in your place, so that you can review its game:
  eurogym play villagers --by my_bot.py:MyBot --opponents heuristic --save bot.jsonl
  eurogym replay bot.jsonl --review --seat 1
"""
SECRET_BITS = (
    63  # of the seed where people share a table: a short one is found by trying which deals fit one's hand
)
OPEN_SECRET = (
    "Whoever knows the seed of this deal can compute every hidden card, and a short seed can be found by trying.\n"
    "For a deal that nobody knows, begin a game without --seed."
)
PLAYERS = 2  # where neither --players nor --resume says it
MOST_PACE = 60
TAKEN = {"num_players": "use --players", DIFFICULTY: "use --difficulty"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `play`."""
    add_game(parser)
    parser.add_argument(
        "--players",
        type=positive,
        help="number of players, yourself included; 1 is the solo mode, or you against an "
        "automated opponent, which is never counted (default 2)",
    )
    parser.add_argument("--difficulty", help="level of the solo mode")
    parser.add_argument(
        "--opponents",
        nargs="+",
        default=None,
        metavar="AGENT",
        help="one agent for all other seats, or one for each (default: the heuristic)",
    )
    parser.add_argument(
        "--level",
        type=positive,
        choices=range(1, len(LEVELS) + 1),
        metavar="N",
        help="how strong the others play, from 1 to 10, in place of --opponents; in solo play: how hard the mode is",
    )
    parser.add_argument(
        "--mode",
        metavar="NAME",
        help="with --level in solo play: which solo mode, by a part of its name (chateauma)",
    )
    parser.add_argument(
        "--seat",
        type=positive,
        nargs="+",
        default=[1],
        help="your seat, 1 being the first (default 1); with --web, the seats of all people",
    )
    parser.add_argument("--seed", type=seed_number, help="seed of the deal (default: a fresh one)")
    add_option(parser)
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="continue an unfinished game; its replay file determines the table and the deal",
    )
    parser.add_argument(
        "--confirm",
        action="store_true",
        help="in the terminal: ask again before a choice that cannot be taken back",
    )
    parser.add_argument(
        "--maps",
        choices=MAPS,
        default=MAPS[0],
        help="in the terminal: draw maps (default), or list their hexes with the neighbours, for screen readers",
    )
    parser.add_argument(
        "--colour",
        choices=SETTINGS,
        default="auto",
        help="in the terminal: use colour; auto: if the terminal supports it (default)",
    )
    parser.add_argument(
        "--tutorial", action="store_true", help="in the terminal: up to ten lessons at your first decisions"
    )
    parser.add_argument(
        "--pace",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="in the terminal: show the others' choices one by one, this many seconds apart (default: all at once)",
    )
    parser.add_argument(
        "--by",
        metavar="AGENT",
        help="let an agent play in your place without asking you, to review its game afterwards",
    )
    parser.add_argument("--web", action="store_true", help="play in the browser")
    parser.add_argument(
        "--port", type=port_number, default=0, help="port of the page in the browser (default: a free one)"
    )
    parser.add_argument(
        "--save",
        help="replay file to write, which must be new (default: <game>-<seed>.jsonl, in the browser <game>.jsonl, "
        "numbered if there is one, or the file of --resume)",
    )


@dataclass(frozen=True)
class Asked:
    """What is played: game, options and deal.

    played: actions so far, of a game that goes on; setting: of the solo mode, where --level chose it; chosen: the
    options that were named beside it.
    """

    game: Any
    options: Any
    seed: int
    played: Sequence[int] = ()
    setting: solo_levels.SoloSetting | None = None
    chosen: Collection[str] = ()


def main(args: argparse.Namespace) -> int:
    """Seat the player and the opponents, play, and save the replay."""
    asked = asked_for(args)
    people = people_at(args, asked.options.num_players)
    seated = agents_at(args, asked, people)
    path = file_of(args, asked.seed)
    if args.web and len(people) > 1 and (args.resume or args.seed is not None):
        print(OPEN_SECRET)
    check_file(path, "--save")
    introduce(args, asked, people, seated)
    table = table_for(args, asked, seated)
    try:
        if args.web:
            room = Room(table, people, seated, path, asked.played)
            try:
                play_in_browser(room, args.port)
            finally:
                room.leave()
                if room.fault:
                    print(room.fault, file=sys.stderr)
        else:
            play_in_terminal(args, asked, table, people, seated)
    except (Leave, KeyboardInterrupt):
        print("\nstopped", file=sys.stderr)
    finally:  # also where an opponent fails
        table.replay().save(path)
    if table.over and args.level and not args.by and len(people) == 1:
        keep(result_of(args.level, asked, table, people[0]))
    if table.over:
        if args.web:
            print(f"the deal was seed {asked.seed}")
        print(f"replay: {path}   (eurogym replay {shlex.quote(str(path))}; --review: the worst decisions)")
    else:
        print(f"the game is saved in {path}; to continue it:\n  {how_to_resume(args, path)}")
    return 0


def asked_for(args: argparse.Namespace) -> Asked:
    """What the arguments say, or the file of --resume. Raises InputError or OptionError where they do not fit."""
    game = registry.game(args.game)
    left = left_unfinished(args) if args.resume else None
    alone = (args.players or (left.options.num_players if left else PLAYERS)) == 1
    by_level = args.level and alone
    if args.mode and not by_level:
        raise InputError("--mode needs --level and --players 1")
    if left is not None:
        setting = None
        if by_level:
            settled = solo_levels.settled(left.options, game.name)
            setting = solo_levels.setting_of(game.name, args.level, args.mode or "", settled)
        return Asked(game, left.options, left.seed, [decision.action for decision in left.decisions], setting)
    values = game_options(args.game, args.option, TAKEN) | {"num_players": args.players or PLAYERS}
    if args.difficulty:
        values[DIFFICULTY] = args.difficulty
    setting, chosen = None, {}
    if by_level:
        if args.difficulty:
            raise InputError("--level chooses the difficulty; leave out --difficulty")
        chosen = {name: value for name, value in values.items() if name != "num_players"}
        setting = solo_levels.setting_of(game.name, args.level, args.mode or "", chosen)
        values |= setting.setting
    options = game.options_class.from_kwargs(**values)
    seed = secrets.randbits(SECRET_BITS if args.web else 31) if args.seed is None else args.seed
    return Asked(game, options, seed, setting=setting, chosen=chosen)


def people_at(args: argparse.Namespace, players: int) -> list[int]:
    """The seats of people, from 0. Raises InputError or OptionError for what cannot be asked of them."""
    for seat in args.seat:
        if not 1 <= seat <= players:
            raise OptionError(f"--seat {seat}: this table has only seats 1 to {players}")
    if len(args.seat) > 1 and not args.web:
        raise OptionError("--seat: several people can share a table only in the browser; add --web")
    if args.by and args.tutorial:
        raise InputError("--tutorial helps a person at the table; it cannot be used with --by")
    if not 0 <= args.pace <= MOST_PACE:
        raise InputError(f"--pace {args.pace:g} is not between 0 and {MOST_PACE} seconds")
    if args.web and (args.by or args.tutorial):
        raise OptionError("--by and --tutorial are for the terminal; leave --web out")
    return sorted({seat - 1 for seat in args.seat})


def agents_at(args: argparse.Namespace, asked: Asked, people: Sequence[int]) -> dict[int, Any]:
    """The agents by seat: opponents, and the one of --by. Raises InputError or OptionError where they do not fit."""
    others = [seat for seat in range(asked.options.num_players) if seat not in people]
    if args.level and args.opponents:
        raise InputError("--level and --opponents cannot be used together")
    if args.opponents and not others:
        raise InputError("--opponents: there is no other player at this table")
    if args.level and not others and not asked.setting:
        raise InputError("--level: there is no other player at this table")
    level = [f"level:n={args.level}"] if args.level else None
    specs = level or args.opponents or [agent_registry.heuristic_name(asked.game)]
    if len(specs) not in (1, len(others)) and others:
        raise OptionError(
            f"--opponents: {len(specs)} agents for {len(others)} other seats; name one, or one for each"
        )
    seated = {}
    named = {other: specs[k % len(specs)] for k, other in enumerate(others)}
    for seat, spec in (named | ({people[0]: args.by} if args.by else {})).items():
        seated[seat] = agent_registry.make(spec, game=asked.game)
        seated[seat].reset(derive_seed(asked.seed, "opponent", seat))
        if level and seat in others:
            seated[seat].name = f"level {args.level}"
    return seated


def introduce(
    args: argparse.Namespace, asked: Asked, people: Sequence[int], seated: Mapping[int, Any]
) -> None:
    """Say what is played, and against whom; in the browser not which deal it is, since a player may read it here."""
    deal = "" if args.web else f", seed {asked.seed}"
    print(f"{asked.game.title}, {describe_options(asked.options)}{deal}")
    if asked.setting is not None:
        print(f"  {solo_levels.told(args.level, asked.setting, asked.chosen)}")
    for seat in sorted(seated):
        plays = f" ({about(args.level)})" if args.level and seat not in people else ""
        print(
            f"  {asked.game.name_of_seat(asked.options, seat)}: {called(asked.game, seated[seat].name)}{plays}"
        )


def table_for(args: argparse.Namespace, asked: Asked, seated: Mapping[int, Any]) -> Table:
    """The table, with all compiled that will be asked of it."""
    game, setting = asked.game, asked.setting
    players = [*seated.values(), agent_registry.make(agent_registry.heuristic_name(game), game=game)]
    make_ready(game, players, more=["search"] if args.web else [])
    table = Table(game, asked.options, asked.seed, "" if setting is None else setting.goal, maps=args.maps)
    table.prepare(players)
    return table


def play_in_terminal(
    args: argparse.Namespace, asked: Asked, table: Table, people: Sequence[int], seated: dict[int, Any]
) -> None:
    """Play to the end, show the scores, and review the decisions where that is wanted."""
    game, options, setting = asked.game, asked.options, asked.setting
    paint = Painter(game, options) if wanted(args.colour, sys.stdout) else None
    session = Session(
        table,
        people[0],
        seated,
        confirm=args.confirm,
        paint=paint,
        tutorial=args.tutorial,
        pace=args.pace,
    )
    session.catch_up(asked.played)
    session.run()
    names = [called(game, seated[k].name) if k in seated else "you" for k in range(options.num_players)]
    print("\nThe end\n" + score_lines(game, options, table.replay().scores, names))
    if setting is not None:
        print(f"level {args.level}: {'won' if solo_levels.won(table.batch, 1, setting) else 'lost'}")
    if not args.by and session.wants("Review your decisions? [y/N] "):
        make_ready(game, [SEARCH])
        print("\n".join(told(table.replay(), review(table.replay(), people))))


def result_of(level: int, asked: Asked, table: Table, seat: int) -> record.Result:
    """What a finished game against a level counts for the person at a seat."""
    name, players, setting = asked.game.name, asked.options.num_players, asked.setting
    if setting is None:
        return record.Result(name, players, level, float(1 + table.batch.final_placements[0, seat]) / 2)
    return record.Result(name, 1, level, float(solo_levels.won(table.batch, 1, setting)), setting.mode)


def keep(result: record.Result) -> None:
    """Count a game among the person's results, and say which level fits."""
    try:
        record.keep(result)
    except OSError as error:
        print(f"your result was not recorded: {record.path()}: {error.strerror}", file=sys.stderr)
    if words := record.proposal(result.game, result.num_players, result.mode):
        print(words)


def file_of(args: argparse.Namespace, seed: int) -> Path:
    """Where the game is kept. Raises InputError for a file of --save that holds something already."""
    if args.save or args.resume:
        path = Path(args.save or args.resume)
        goes_on = args.resume and path.resolve() == Path(args.resume).resolve()
        if not goes_on and path.is_file() and path.stat().st_size:
            raise InputError(
                f"--save {path}: this file already exists; name another, or continue its game (--resume)"
            )
        return path
    name = args.game if args.web else f"{args.game}-{seed}"
    number, path = 1, Path(f"{name}.jsonl")
    while path.exists():  # an earlier game
        number += 1
        path = path.with_name(f"{name}-{number}.jsonl")
    return path


def how_to_resume(args: argparse.Namespace, path: Path) -> str:
    """The command that goes on with a game left in the middle, at the same table."""
    words = ["eurogym", "play", args.game, "--resume", str(path)]
    words += ["--seat", *map(str, args.seat)] if args.seat != [1] else []
    words += ["--opponents", *args.opponents] if args.opponents else []
    words += ["--level", str(args.level)] if args.level else []
    words += ["--mode", args.mode] if args.mode else []
    words += ["--by", args.by] if args.by else []
    words += [f"--{name}" for name in ("confirm", "tutorial", "web") if getattr(args, name)]
    return shlex.join(words)


def left_unfinished(args: argparse.Namespace) -> Replay:
    """The game of --resume. Raises InputError where it is over, of another game, or the table is told twice."""
    told = {
        "--players": args.players,
        "--option": args.option,
        "--difficulty": args.difficulty,
        "--seed": args.seed is not None,
    }
    for name, value in told.items():
        if value:
            raise InputError(f"--resume takes {name} from the file; leave it out")
    try:
        left = Replay.load(args.resume)
    except OSError as error:
        raise InputError(f"--resume {args.resume}: {error.strerror}") from None
    if left.game.name != args.game:
        raise InputError(f"--resume {args.resume} is a game of {left.game.name}, not of {args.game}")
    left.execute()
    if left.finished:
        raise InputError(f"--resume {args.resume}: this game is over; eurogym replay shows it")
    return left


def play_in_browser(room: Room, port: int) -> None:
    """Serve the table until the process is interrupted, and say where each person finds it."""
    keys = addresses(room.people)

    def ready(address: str) -> None:
        for key, seat in keys.items():
            print(f"  {room.table.game.name_of_seat(room.table.options, seat)}: {address}/{key}")
        print("Open the address in a browser on this machine; Ctrl-C ends.", flush=True)

    serve(room, keys, port, ready)


def port_number(text: str) -> int:
    """A port, 0 for a free one."""
    value = int(text)
    if not 0 <= value < 65536:
        raise ValueError(text)
    return value
