"""Write decisions from games as a data set for language models, graded by search.

Each row holds what the seat to move reads, and the value of every legal action
estimated by search. A card beside the file says how the data were made.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from eurogym import agents
from eurogym.cli.arguments import (
    add_game,
    add_option,
    add_seed,
    command_line,
    positive,
    print_written,
    whole_number,
)
from eurogym.common.errors import InputError
from eurogym.common.files import check_file
from eurogym.common.options import game_options
from eurogym.common.prepare import make_ready
from eurogym.envs.core import registry
from eurogym.envs.core.extras import require
from eurogym.envs.core.files import replacing, write_text
from eurogym.play.judge import WORLDS
from eurogym.text.positions import CERTAIN, MATTERS, PLAYERS, positions, questions

EXAMPLES = """examples:
  eurogym llm positions villagers --n 1000 --out villagers.jsonl
  eurogym llm positions keyflower --players 3 --n 1000 --worlds 256 --out keyflower.parquet
  eurogym llm positions village --n 100 --questions --out village.jsonl     also village.questions.jsonl

A line holds the text that the seat reads and the same content as data. For
every legal action it gives the value with its standard error, and the regret:
how many points the action gives away. Parquet files need the extra `data`.
"""
NESTED = ("options", "decisions", "table", "actions")  # columns that a table holds as JSON

CARD = """# Positions of {title}

{count} decisions of {title}, made by `{command}` with eurogym, {game} version {version}.

- Each position is from another game. The agents of its seats are drawn from {players}, the position from the decisions
  in which an action is at least {matters:g} points and more than {certain:g} standard errors behind the best.
- `text` is what the seat to move reads, `table` the same as data; neither holds what it cannot know.
- `actions`: every legal action. It is tried in {worlds} imagined worlds that the seat holds possible, the same ones for
  all actions, and {player} plays on in all seats. `value` is the mean of the points ahead of the best rival at the
  end (in solo play: of the points), `error` its standard error.
- `regret` is what the action brings less than the best, `regret_error` the standard error of that difference. The best
  is the best of this sample: where errors are large beside regrets, a few actions share its place. `optimism` is what
  this adds to the regrets of a position: the best by half of the worlds is compared with itself in the other half.
- Values are those of such play, not of perfect play.
- The position is that of the deal `seed` after the actions `decisions`.
{questions}"""
QUESTIONS = """- Questions with exact answers stand in `{file}`: `legal`, `score`, `knows`, and `best`, asked only
  where the best action is ahead of every other by more than two standard errors.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `positions`."""
    add_game(parser)
    parser.add_argument("--n", type=positive, default=1000, help="number of positions (default 1000)")
    parser.add_argument("--players", type=positive, default=2, help="seats at the table (default 2)")
    add_option(parser)
    parser.add_argument(
        "--worlds",
        type=whole_number(2, 4096),
        default=WORLDS,
        help=f"imagined worlds per position: the error falls with the square root of this (default {WORLDS})",
    )
    parser.add_argument(
        "--questions", action="store_true", help="also write questions that have exact answers"
    )
    add_seed(parser, words="seed of deals, chance and imagined worlds")
    parser.add_argument(
        "--out",
        required=True,
        metavar="FILE",
        help="file to write, as JSON lines or, if named NAME.parquet, as Parquet",
    )


def main(args: argparse.Namespace) -> int:
    """Make the positions, the questions and the card."""
    game = registry.game(args.game)
    values = game_options(args.game, args.option, {"num_players": "use --players"})
    options = game.options_class.from_kwargs(**values | {"num_players": args.players})
    path = Path(args.out)
    if path.suffix not in (".jsonl", ".parquet"):
        raise InputError(f"--out: {path.name} must end in .jsonl or .parquet")
    check_file(path, "--out")
    if path.suffix == ".parquet":
        require("pyarrow", "data", "a file of Parquet")
    make_ready(args.game, [agents.heuristic_name(game)])
    rows = list(positions(args.game, options, args.n, args.seed, args.worlds))
    written = [write_rows(path, rows, NESTED)]
    asked = ""
    if args.questions:
        beside = path.with_name(f"{path.stem}.questions{path.suffix}")
        written.append(write_rows(beside, [one for row in rows for one in questions(row, args.seed)]))
        asked = QUESTIONS.format(file=beside.name)
    card = path.with_name(f"{path.stem}.md")
    facts = {"title": game.title, "game": game.name, "version": game.version, "count": len(rows)}
    player = "the heuristic of the game" if agents.has_heuristic(game) else f"`{agents.heuristic_name(game)}`"
    filled = CARD.format(
        player=player,
        command=command_line(args),
        players=", ".join(f"`{name}`" for name in PLAYERS),
        matters=MATTERS,
        certain=CERTAIN,
        worlds=args.worlds,
        questions=asked,
        **facts,
    )
    write_text(card, filled, named=True)
    print_written([*written, card])
    return 0


def write_rows(path: Path, rows: list[dict[str, Any]], nested: tuple[str, ...] = ()) -> Path:
    """Write rows as JSON lines or, by the name, as Parquet, which holds nested columns as JSON."""
    if path.suffix != ".parquet":
        write_text(path, "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows), named=True)
        return path
    arrow, parquet = (require(name, "data", "a file of Parquet") for name in ("pyarrow", "pyarrow.parquet"))
    flat = [row | {name: json.dumps(row[name]) for name in nested} for row in rows]
    with replacing(path, named=True) as file:
        parquet.write_table(arrow.Table.from_pylist(flat), file)
    return path
