"""Re-execute a recorded game, checking every line, and show it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from eurogym.envs.core.replay import Replay
from eurogym.play.replay_page import replay_page
from eurogym.play.words import describe_options, score_lines
from eurogym.training.commands.arguments import positive, print_written
from eurogym.training.errors import InputError
from eurogym.training.files import check_file

EXAMPLES = """examples:
  eurogym replay game.jsonl                 every decision in words, then the scores
  eurogym replay game.jsonl --table         with the table before every decision
  eurogym replay game.jsonl --table --seat 1    as one seat saw it
  eurogym replay game.jsonl --html game.html    as a web page: pictures, words and scores, without network
  eurogym replay game.jsonl --html game.html --with-values ppo    with an agent's opinion and chances to win
  eurogym replay game.jsonl --check         only check that the file is reproduced
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `replay`."""
    parser.add_argument("file", help="replay file written by `eurogym play`, `eurogym demo` or the library")
    parser.add_argument("--table", action="store_true", help="show the table before every decision")
    parser.add_argument("--seat", type=positive, help="show only what this seat sees (1 is the first)")
    parser.add_argument("--html", type=Path, help="write the game as one web page to this file")
    parser.add_argument(
        "--with-values",
        metavar="AGENT",
        help="on the page: what an agent thinks of every decision, and everybody's chances to win over time",
    )
    parser.add_argument("--check", action="store_true", help="show nothing but the result of the check")


def run(args: argparse.Namespace) -> int:
    """Re-execute the file; returns 2 with a line on stderr when it cannot be reproduced."""
    try:
        replay = Replay.load(args.file)
    except OSError as error:
        print(f"eurogym replay: {args.file}: {error.strerror}", file=sys.stderr)
        return 2
    game, options = replay.game, replay.options
    if args.seat is not None and not 1 <= args.seat <= options.num_players:
        raise InputError(f"--seat {args.seat} is not at this table of {options.num_players}")
    observer = None if args.seat is None else args.seat - 1
    if args.with_values and args.html is None:
        raise InputError("--with-values is for the page: give --html FILE as well")
    if args.html is not None:
        check_file(args.html, "--html")
        page = replay_page(replay, observer, args.with_values or "")
        args.html.write_text(page, encoding="utf-8", newline="\n")
        print_written([args.html])
        return 0
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
    return 0
