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
from collections.abc import Mapping
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
from eurogym.play import solo_levels
from eurogym.play.colour import SETTINGS, Painter, wanted
from eurogym.play.house import House, Sitting
from eurogym.play.opening import (
    SECRET_BITS,
    Wish,
    free_path,
    keep_result,
    left_unfinished,
    seat_agents,
    table_for,
    wished,
)
from eurogym.play.review import SEARCH, review, review_lines
from eurogym.play.session import Leave, Session
from eurogym.play.table import MAPS, Table
from eurogym.play.web import serve
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
OPEN_SECRET = (
    "Whoever knows the seed of this deal can compute every hidden card, and a short seed can be found by trying.\n"
    "For a deal that nobody knows, begin a game without --seed."
)
PLAYERS = 2  # where neither --players nor --resume says it
MOST_PACE = 60
TAKEN = {"num_players": "use --players", DIFFICULTY: "use --difficulty"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `play`."""
    add_game(parser, needed=False)
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
        help="ask again before a choice that cannot be taken back (the page does so unless you clear its box)",
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
        "--tutorial",
        action="store_true",
        help="what the game is about, and up to ten lessons at your first decisions",
    )
    parser.add_argument(
        "--pace",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="show the others' choices one by one, this many seconds apart (default: in the terminal all at once)",
    )
    parser.add_argument(
        "--by",
        metavar="AGENT",
        help="let an agent play in your place without asking you, to review its game afterwards",
    )
    parser.add_argument(
        "--web",
        action="store_true",
        help="play in the browser; without a game: a lobby where tables are opened",
    )
    parser.add_argument(
        "--port", type=port_number, default=0, help="port of the page in the browser (default: a free one)"
    )
    parser.add_argument(
        "--save",
        help="replay file to write, which must be new (default: <game>-<seed>.jsonl, in the browser <game>.jsonl, "
        "numbered if there is one, or the file of --resume)",
    )


def main(args: argparse.Namespace) -> int:
    """Seat the player and the opponents, play, and save the replay."""
    if args.game is None:
        return lobby(args)
    asked = wish_of(args)
    seated = seat_agents(asked)
    if args.by:
        person = asked.people[0]
        seated[person] = agent_registry.make(args.by, game=asked.game)
        seated[person].reset(derive_seed(asked.seed, "opponent", person))
    path = file_of(args, asked.seed)
    if args.web and len(asked.people) > 1 and (args.resume or args.seed is not None):
        print(OPEN_SECRET)
    check_file(path, "--save")
    introduce(args, asked, seated)
    if args.web:
        return in_the_browser(args, asked, path)
    table = table_for(asked, seated, maps=args.maps)
    try:
        play_in_terminal(args, asked, table, seated)
    except (Leave, KeyboardInterrupt):
        print("\nstopped", file=sys.stderr)
    finally:  # also where an opponent fails
        table.replay().save(path)
    if table.over and not args.by:
        for line in keep_result(asked, table):
            print(line)
    tell_file(args, table.over, path)
    return 0


def in_the_browser(args: argparse.Namespace, asked: Wish, path: Path) -> int:
    """Serve one table, and the ones that follow from it, until the process is interrupted."""
    house = house_of(args)
    sitting = house.open_table(asked, path)
    try:
        serve_house(house, args.port, sitting)
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
    finally:
        house.close()
        if sitting.room.fault:
            print(sitting.room.fault, file=sys.stderr)
        sitting.room.table.replay().save(path)
    if sitting.room.table.over:
        print(f"the deal was seed {asked.seed}")
    tell_file(args, sitting.room.table.over, path)
    return 0


def lobby(args: argparse.Namespace) -> int:
    """Serve a page on which tables are opened, until the process is interrupted."""
    if not args.web:
        raise InputError(
            "name a game (`eurogym games` lists them), or add --web for the lobby in the browser"
        )
    flags = ("players", "difficulty", "opponents", "level", "mode", "seed", "option", "resume", "save", "by")
    for name in flags:
        if getattr(args, name):
            raise InputError(f"--{name} belongs to a game: name one, or choose in the lobby")
    house = house_of(args, lobby=True)
    try:
        serve_house(house, args.port)
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
    finally:
        house.close()
    return 0


def house_of(args: argparse.Namespace, lobby: bool = False) -> House:
    """Return the house of a server, with what the command line says for its pages."""
    settings = {"tutorial": args.tutorial}
    if args.pace:
        settings["pace"] = str(min((350, 900, 2000), key=lambda one: abs(one - 1000 * args.pace)))
    if args.confirm:
        settings["careful"] = "yes"
    return House(Path.cwd(), lobby, settings)


def tell_file(args: argparse.Namespace, over: bool, path: Path) -> None:
    """Say where the game is, and what can be done with it."""
    if over:
        print(f"replay: {path}   (eurogym replay {shlex.quote(str(path))}; --review: the worst decisions)")
    else:
        print(f"the game is saved in {path}; to continue it:\n  {how_to_resume(args, path)}")


def wish_of(args: argparse.Namespace) -> Wish:
    """Return what the arguments say, or the file of --resume. Raises InputError or OptionError where they do not
    fit.
    """
    game = registry.game(args.game)
    if len(args.seat) > 1 and not args.web:
        raise OptionError("--seat: several people can share a table only in the browser; add --web")
    if args.by and args.tutorial:
        raise InputError("--tutorial helps a person at the table; it cannot be used with --by")
    if args.by and args.web:
        raise OptionError("--by is for the terminal; leave --web out")
    if not 0 <= args.pace <= MOST_PACE:
        raise InputError(f"--pace {args.pace:g} is not between 0 and {MOST_PACE} seconds")
    left, values, seed = None, {}, 0
    if args.resume:
        given = {
            "--players": args.players,
            "--option": args.option,
            "--difficulty": args.difficulty,
            "--seed": args.seed is not None,
        }
        for name, value in given.items():
            if value:
                raise InputError(f"--resume takes {name} from the file; leave it out")
        left = left_unfinished(args.resume, args.game)
    else:
        values = game_options(args.game, args.option, TAKEN) | {"num_players": args.players or PLAYERS}
        if args.difficulty:
            values[DIFFICULTY] = args.difficulty
        seed = secrets.randbits(SECRET_BITS if args.web else 31) if args.seed is None else args.seed
    people = [seat - 1 for seat in args.seat]
    return wished(game, values, people, seed, args.level or 0, args.opponents or (), args.mode or "", left)


def introduce(args: argparse.Namespace, asked: Wish, seated: Mapping[int, Any]) -> None:
    """Say what is played, and against whom; in the browser not which deal it is, since a player may read it here."""
    deal = "" if args.web else f", seed {asked.seed}"
    print(f"{asked.game.title}, {describe_options(asked.options)}{deal}")
    if asked.setting is not None:
        print(f"  {solo_levels.sentence(asked.level, asked.setting, asked.chosen)}")
    for seat in sorted(seated):
        plays = f" ({about(asked.level)})" if asked.level and seat not in asked.people else ""
        print(
            f"  {asked.game.name_of_seat(asked.options, seat)}: {called(asked.game, seated[seat].name)}{plays}"
        )


def play_in_terminal(args: argparse.Namespace, asked: Wish, table: Table, seated: dict[int, Any]) -> None:
    """Play to the end, show the scores, and review the decisions where that is wanted."""
    game, options = asked.game, asked.options
    paint = Painter(game, options) if wanted(args.colour, sys.stdout) else None
    session = Session(
        table,
        asked.people[0],
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
    if not args.by and session.wants("Review your decisions? [y/N] "):
        make_ready(game, [SEARCH])
        print("\n".join(review_lines(table.replay(), review(table.replay(), asked.people))))


def file_of(args: argparse.Namespace, seed: int) -> Path:
    """Return where the game is kept. Raises InputError for a file of --save that holds something already."""
    if args.save or args.resume:
        path = Path(args.save or args.resume)
        goes_on = args.resume and path.resolve() == Path(args.resume).resolve()
        if not goes_on and path.is_file() and path.stat().st_size:
            raise InputError(
                f"--save {path}: this file already exists; name another, or continue its game (--resume)"
            )
        return path
    return free_path(Path(), args.game if args.web else f"{args.game}-{seed}")


def how_to_resume(args: argparse.Namespace, path: Path) -> str:
    """Return the command that goes on with a game left in the middle, at the same table; the file knows who sat
    there.
    """
    words = ["eurogym", "play", args.game, "--resume", str(path)]
    words += ["--seat", *map(str, args.seat)] if args.seat != [1] else []
    words += ["--mode", args.mode, "--level", str(args.level)] if args.mode else []
    words += ["--level", str(args.level)] if args.level and args.players == 1 and not args.mode else []
    words += ["--by", args.by] if args.by else []
    words += [f"--{name}" for name in ("confirm", "tutorial", "web") if getattr(args, name)]
    return shlex.join(words)


def serve_house(house: House, port: int, sitting: Sitting | None = None) -> None:
    """Serve until the process is interrupted, and say where each person finds the table, or where the lobby is."""

    def ready(address: str) -> None:
        if sitting is not None:
            game, options = sitting.wish.game, sitting.wish.options
            for seat, key in sitting.keys.items():
                print(f"  {game.name_of_seat(options, seat)}: {address}/{key}")
        else:
            print(f"  lobby: {address}/{house.host}")
        print("Open the address in a browser on this machine; Ctrl-C ends.", flush=True)

    serve(house, port, ready)


def port_number(text: str) -> int:
    """Return a port, 0 for a free one."""
    value = int(text)
    if not 0 <= value < 65536:
        raise ValueError(text)
    return value
