"""Re-execute a recorded game, checking every line, and show or review it.

Prints every decision in words and the scores, writes the game as a web page,
or reviews how many points each decision lost.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from eurogym import agents
from eurogym.cli.arguments import add_seed, positive, print_written, whole_number
from eurogym.common.errors import InputError
from eurogym.common.files import check_file
from eurogym.common.prepare import make_ready
from eurogym.envs.core.faces.replay import Replay, replay_text
from eurogym.envs.core.files import write_text
from eurogym.play.judge import WORLDS
from eurogym.play.replay_page import replay_page
from eurogym.play.review import SEARCH, Verdict, review, review_lines
from eurogym.play.words import describe_options, score_lines
from eurogym.text.transcript import Transcript

MOST_WORLDS = 4096
TRANSCRIPT = '{"transcript"'  # how a transcript begins

EXAMPLES = """examples:
  eurogym replay game.jsonl                 every decision in words, then the scores
  eurogym replay game.jsonl --table         with the table before every decision
  eurogym replay game.jsonl --table --seat 1    as one seat saw it
  eurogym replay game.jsonl --html game.html    as a web page: pictures, words and scores; works offline
  eurogym replay game.jsonl --html game.html --with-values ppo    with an agent's opinions and the chances of winning
  eurogym replay game.jsonl --review --seat 1   the points that were lost, and the three worst decisions
  eurogym replay game.jsonl --review --html game.html    the same on the page, beside the pictures
  eurogym replay a.jsonl b.jsonl --review --seat 2    of several games, such as those of a bot (`eurogym play --by`)
  eurogym replay game.jsonl --check         only check that the recording is reproduced

At every decision, a review compares what was played with what a search and the
game's heuristic would have done. It tries them in the same imagined worlds,
with the same luck, and the heuristic plays on in all seats. A difference of
more than two standard errors counts as lost. --worlds sets the effort: four
times as many worlds halve the errors. The same --seed gives the same review.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `replay`."""
    parser.add_argument(
        "file",
        nargs="+",
        help="replay file written by `eurogym play`, `eurogym demo` or the library, or a transcript of a game in "
        "words; several files only with --review",
    )
    parser.add_argument("--table", action="store_true", help="show the table before every decision")
    parser.add_argument(
        "--seat",
        type=positive,
        help="show only what this seat sees, or review only its decisions (1 is the first)",
    )
    parser.add_argument("--html", type=Path, help="write the game as one web page to this file")
    parser.add_argument(
        "--with-values",
        metavar="AGENT",
        help="on the page: an agent's opinion of every decision, and everybody's chances of winning over time",
    )
    parser.add_argument(
        "--review",
        action="store_true",
        help="show how many points were lost, and better choices at the worst decisions; with --html, at every one",
    )
    parser.add_argument(
        "--worlds",
        type=whole_number(2, MOST_WORLDS),
        help=f"for a review: imagined worlds per decision (default {WORLDS})",
    )
    parser.add_argument(
        "--with",
        dest="search",
        metavar="AGENT",
        help=f"for a review: agent that suggests better actions, beside the heuristic (default {SEARCH})",
    )
    add_seed(parser, words="seed of the imagined worlds of a review")
    parser.add_argument("--check", action="store_true", help="show only the result of the check")


def main(args: argparse.Namespace) -> int:
    """Re-execute the files, and show what is asked for."""
    if args.check and (args.table or args.html or args.review):
        raise InputError(
            "--check shows only the result of the check; it cannot be used with options that show more"
        )
    if not args.review and (args.worlds or args.search):
        raise InputError("--worlds and --with belong to a review: give --review as well")
    args.worlds, args.search = args.worlds or WORLDS, args.search or SEARCH
    if len(args.file) > 1 and (not args.review or args.html):
        raise InputError("several files can be given only with --review and without --html")
    replays = [read(file) for file in args.file]
    replay, options = replays[0], replays[0].options
    if args.seat is not None and any(args.seat > one.options.num_players for one in replays):
        raise InputError(f"--seat {args.seat}: this table has only seats 1 to {options.num_players}")
    observer = None if args.seat is None else args.seat - 1
    if args.with_values and args.html is None:
        raise InputError("--with-values is for the page: give --html FILE as well")
    if args.html is not None:
        check_file(args.html, "--html")
        if any(Path(file).resolve() == Path(args.html).resolve() for file in args.file):
            raise InputError(f"--html {args.html}: the page would overwrite the recording")
    if args.review:
        return reviewed(args, replays, observer)
    if args.html is not None:
        write_page(args, replay, observer)
        return 0
    show(args, replay, observer)
    return 0


def read(file: str) -> Replay:
    """Return the game of a file: a replay, or a transcript of a game that was played in words."""
    text = replay_text(file)
    return Transcript.loads(text).replay() if text.startswith(TRANSCRIPT) else Replay.loads(text)


def reviewed(args: argparse.Namespace, replays: list[Replay], observer: int | None) -> int:
    """Print the review of every game, or write it on its page."""
    for file, replay in zip(args.file, replays, strict=True):
        make_ready(replay.game, [args.search, agents.heuristic_name(replay.game)])
        seats = () if observer is None else (observer,)
        verdicts = review(replay, seats, args.worlds, args.search, args.seed)
        name = f"{file}: " if len(replays) > 1 else ""
        print(f"{name}{replay.game.title}, {describe_options(replay.options)}, seed {replay.seed}")
        print("\n".join(review_lines(replay, verdicts)))
        if args.html is not None:
            write_page(args, replay, observer, verdicts)
    return 0


def write_page(
    args: argparse.Namespace, replay: Replay, observer: int | None, verdicts: Sequence[Verdict] = ()
) -> None:
    """Write the game as a web page."""
    page = replay_page(replay, observer, args.with_values or "", verdicts)
    write_text(args.html, page, named=True)
    print_written([args.html])


def show(args: argparse.Namespace, replay: Replay, observer: int | None) -> None:
    """Print every decision in words, then the scores."""
    game, options = replay.game, replay.options
    print(f"{game.title}, {describe_options(options)}, seed {replay.seed}")
    number = 0
    for batch, decision in replay.positions():
        if args.check:
            continue
        if args.table:
            print(f"\n{game.to_text(batch.state(0), options, observer)}")
        if decision is not None:
            number += 1
            text = game.explain_action(batch.state(0), options, decision.action, observer)
            print(f"{number:>4}  {game.name_of_seat(options, decision.seat)}: {text}")
    print(
        f"{len(replay.decisions)} decisions, reproduced; {'finished' if replay.finished else 'not finished'}"
    )
    print(score_lines(game, options, replay.scores))
