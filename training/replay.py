"""`eurogym replay`: re-execute a recorded game and show it."""

from __future__ import annotations

import argparse
from typing import Any

from training.arguments import InputError, positive

EXAMPLES = """examples:
  eurogym replay game.jsonl                 every decision in words, then the scores
  eurogym replay game.jsonl --table         with the table before every decision
  eurogym replay game.jsonl --table --seat 1    as one seat saw it
  eurogym replay game.jsonl --check         only check that the file is reproduced
"""


def add_parser(subparsers: Any) -> None:
    """Add `replay` to the subcommands."""
    parser = subparsers.add_parser(
        "replay",
        help="re-execute and show a recorded game",
        description="Re-execute a recorded game, checking every line, and show it.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", help="replay file written by `eurogym play`, `eurogym demo` or the library")
    parser.add_argument("--table", action="store_true", help="show the table before every decision")
    parser.add_argument("--seat", type=positive, help="show only what this seat sees (1 is the first)")
    parser.add_argument("--check", action="store_true", help="show nothing but the result of the check")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Re-execute the file; returns 2 with a line on stderr when it cannot be reproduced."""
    import sys

    from envs.core.replay import Replay

    try:
        replay = Replay.load(args.file)
    except OSError as error:
        print(f"eurogym replay: {args.file}: {error.strerror}", file=sys.stderr)
        return 2
    game, options = replay.game, replay.options
    if args.seat is not None and not 1 <= args.seat <= options.num_players:
        raise InputError(f"--seat {args.seat} is not at this table of {options.num_players}")
    observer = None if args.seat is None else args.seat - 1
    print(f"{game.title}, {describe_options(options)}, seed {replay.seed}")
    number = 0
    for batch, decision in replay.positions():
        if args.check:
            continue
        if args.table:
            print(f"\n{game.to_text(batch.state(0), options, observer)}")
        if decision is not None:
            number += 1
            text = game.explain_action(batch.state(0), options, decision.text, observer)
            print(f"{number:>4}  {game.name_of_seat(options, decision.seat)}: {text}")
    print(
        f"{len(replay.decisions)} decisions, reproduced; {'finished' if replay.finished else 'not finished'}"
    )
    print(score_lines(game, options, replay.scores))
    return 0


def describe_options(options: Any) -> str:
    """The options that differ from their defaults, and the number of players."""
    defaults = {row["name"]: row["default"] for row in options.describe()}
    parts = [f"{options.num_players} players" if options.num_players > 1 else "solo"]
    for name, value in options.as_dict().items():
        if name != "num_players" and (
            value != defaults[name] or (name == "difficulty" and options.num_players == 1)
        ):
            parts.append(f"{name}={value}")
    return ", ".join(parts)


def score_lines(game: Any, options: Any, scores: Any, names: Any = None) -> str:
    """The scores of all seats, best first; `names` adds who sat there."""
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    lines = []
    for seat in order:
        who = f" ({names[seat]})" if names is not None and seat < len(names) else ""
        lines.append(f"  {scores[seat]:>4}  {game.name_of_seat(options, seat)}{who}")
    return "\n".join(lines)
