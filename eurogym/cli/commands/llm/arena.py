"""Measure a language model in games against agents, or at single positions.

The model is reached at an address that speaks OpenAI's chat interface and
plays in words. Writes the results, with all answers, and a transcript of every
game to the folder --out. With --agent, an agent plays in words in place of the
model.
"""

from __future__ import annotations

import argparse

from eurogym import agents
from eurogym.cli.arguments import add_game, add_option, add_seed, positive, whole_number
from eurogym.cli.models import KEY, add_model, add_settings, answers, row_text, summary_text
from eurogym.common.errors import InputError
from eurogym.common.files import check_folder
from eurogym.common.options import game_options
from eurogym.common.prepare import make_ready
from eurogym.text.arena import Arena, Plan
from eurogym.text.bench import frozen_positions
from eurogym.text.positions import read_positions
from eurogym.text.table import RETRIES

EXAMPLES = f"""examples:
  eurogym llm arena villagers --url http://localhost:8000/v1 --model my-model --positions 200 --out arena/positions
  eurogym llm arena villagers --url http://localhost:8000/v1 --model my-model --out arena/my-model
  eurogym llm arena village --url http://localhost:8000/v1 --model my-model --against random --deals 2 --out arena/b
  eurogym llm arena keyflower ... --legal none --last 20       no list of legal actions; the last 20 decisions of a game
  eurogym llm arena keyflower ... --illegal fallback           play at random where the model finds no legal action
  eurogym llm arena villagers ... --limit 2000000              stop at this many tokens; continue with a higher limit
  eurogym llm arena villagers --agent ppo --against heuristic --out arena/ppo     an agent in place of a model

The model plays every deal once in every seat, with one opponent in all other
seats, for each opponent in turn. Requests go to --url and nowhere else, also
if the server redirects them. If the server wants a key, it is read from the
environment variable {KEY}.

Progression is 0 for random play and 100 for the heuristic in games, measured
on many deals of the same table; at positions 100 is the best action. The rules
are sent with every decision: a game takes a model 150,000 to 700,000 tokens
with the short rules, 350,000 to 1.3 million with the full ones.

--positions asks for one decision each, and a question about the same position.
A number means positions of the benchmark, a file those of `eurogym llm
positions`.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arena`."""
    add_game(parser)
    add_model(parser)
    parser.add_argument(
        "--against",
        nargs="+",
        default=[],
        metavar="AGENT",
        help="opponents, one after another (default: random greedy, and heuristic if the game has one)",
    )
    parser.add_argument(
        "--positions", metavar="N", help="ask for single decisions: N of the benchmark, or a file"
    )
    parser.add_argument("--players", type=positive, default=2, help="seats at the table (default 2)")
    add_option(parser)
    parser.add_argument(
        "--deals", type=positive, default=5, help="deals, each played in every seat (default 5)"
    )
    add_seed(parser)
    add_settings(parser, {"rules": "full", "retries": RETRIES, "illegal": None})
    parser.add_argument(
        "--last",
        type=whole_number(0),
        default=0,
        help="play only the model's last LAST decisions of each game (default: whole games)",
    )
    parser.add_argument(
        "--out",
        required=True,
        metavar="FOLDER",
        help="folder for results and transcripts; a run in it is continued",
    )


def main(args: argparse.Namespace) -> int:
    """Play what is missing, and show the results."""
    options = game_options(args.game, args.option, {"num_players": "use --players"})
    check_folder(args.out, "--out")
    ask = answers(args, args.game)
    rows = []
    if args.positions:
        if args.against or args.last or args.chat:
            raise InputError("--positions are single decisions; leave out --against, --last and --chat")
        if args.players != 2 or options:
            raise InputError(
                "--positions have the options that they were made with; leave out --players and --option"
            )
        rows = frozen_positions(args.game, int(args.positions)) if args.positions.isdecimal() else None
        rows = read_positions(args.positions, args.game) if rows is None else rows
    usual = ["random", "greedy", *(["heuristic"] if agents.has_heuristic(args.game) else [])]
    plan = Plan(
        args.agent or args.model,
        args.game,
        () if rows else tuple(dict.fromkeys(args.against or usual)),
        args.deals,
        options | {"num_players": args.players},
        args.seed,
        args.rules,
        args.legal,
        args.retries,
        args.last,
        "agent" if args.agent else "model",
        args.temperature,
        args.answer_tokens,
        args.illegal or ("fallback" if rows else "forfeit"),
        args.chat,
        args.attempts,
        len(rows),
        args.maps,
    )
    if args.players < 2 and len(plan.against) > 1:
        raise InputError("in solo play there are no opponents; give only one --against")
    known = (*plan.against, "random", agents.heuristic_name(args.game), *filter(None, [args.agent]))
    make_ready(args.game, [agents.make(spec, game=args.game) for spec in known])
    arena = Arena(plan, args.out, ask, args.limit, rows, args.parallel)
    whole = arena.run(lambda row: print(row_text(row), flush=True))
    print(summary_text(arena.summary(), args.prices))
    if not whole:
        print(f"stopped: {arena.tokens} tokens, the limit is {args.limit}; with a higher one it goes on")
    return 0
