"""Measure a language model against agents of the ladder.

The model is reached at an address that speaks OpenAI's chat interface and
plays in words. Writes the results and a transcript of every game to the folder
--out. With --agent, an agent plays in words in place of the model.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Mapping
from typing import Any

from eurogym import agents
from eurogym.cli.arguments import add_game, add_option, add_seed, positive, whole_number
from eurogym.common.errors import InputError
from eurogym.common.files import check_folder
from eurogym.common.options import game_options
from eurogym.common.prepare import make_ready
from eurogym.measure.report.report import interval_text
from eurogym.text.arena import CUT_OFF, Arena, Ask, Plan, by_agent, by_model
from eurogym.text.chat import ANSWER_TOKENS, SECONDS, Model
from eurogym.text.rule_text import LENGTHS
from eurogym.text.table import LEGAL, MOST_RETRIES, RETRIES

KEY = "EUROGYM_API_KEY"
EXAMPLES = f"""examples:
  eurogym llm arena villagers --url http://localhost:8000/v1 --model my-model --out arena/my-model
  eurogym llm arena village --url http://localhost:8000/v1 --model my-model --against random --deals 2 --out arena/b
  eurogym llm arena keyflower ... --legal none --last 20       no list of legal actions; the last 20 decisions of a game
  eurogym llm arena villagers ... --limit 2000000              stop at this many tokens; continue with a higher limit
  eurogym llm arena villagers --agent ppo --against heuristic --out arena/ppo     an agent in place of a model

The model plays every deal once in every seat, with one opponent in all other
seats, for each opponent in turn. Requests go to --url and nowhere else, also
if the server redirects them. If the server wants a key, it is read from the
environment variable {KEY}.

Progression is 0 for random play and 100 for the heuristic on the same deals.
The rules are sent with every decision: a game takes a model 150,000 to 700,000
tokens with the short rules, 350,000 to 1.3 million with the full ones.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `arena`."""
    add_game(parser)
    parser.add_argument("--url", help="address of the model's server, without the ending /chat/completions")
    parser.add_argument("--model", help="name of the model on that server")
    parser.add_argument("--agent", help="an agent that plays in words, in place of a model")
    parser.add_argument(
        "--against",
        nargs="+",
        default=[],
        metavar="AGENT",
        help="opponents, one after another (default: random greedy, and heuristic if the game has one)",
    )
    parser.add_argument("--players", type=positive, default=2, help="seats at the table (default 2)")
    add_option(parser)
    parser.add_argument(
        "--deals", type=positive, default=5, help="deals, each played in every seat (default 5)"
    )
    add_seed(parser)
    parser.add_argument(
        "--rules",
        choices=LENGTHS,
        default="full",
        help="length of the rules that the model is given (default full)",
    )
    parser.add_argument(
        "--legal",
        choices=LEGAL,
        default="list",
        help="when the legal actions are listed (default list: always)",
    )
    parser.add_argument(
        "--retries",
        type=whole_number(0, MOST_RETRIES),
        default=RETRIES,
        help=f"wrong answers allowed per decision before the game is forfeited (default {RETRIES})",
    )
    parser.add_argument(
        "--last",
        type=whole_number(0),
        default=0,
        help="play only the model's last LAST decisions of each game (default: whole games)",
    )
    parser.add_argument(
        "--limit",
        type=positive,
        metavar="TOKENS",
        help="stop after this many tokens in all games together (default: no limit)",
    )
    parser.add_argument(
        "--answer-tokens",
        type=positive,
        default=ANSWER_TOKENS,
        help=f"most tokens of an answer, thinking included (default {ANSWER_TOKENS})",
    )
    parser.add_argument(
        "--temperature", type=float, help="sampling temperature of the model (default: the server's)"
    )
    parser.add_argument(
        "--timeout",
        type=positive,
        default=int(SECONDS),
        metavar="SECONDS",
        help=f"time until a whole answer must be there, before it is asked for again (default {SECONDS:.0f})",
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
    ask = _answers(args)
    usual = ["random", "greedy", *(["heuristic"] if agents.has_heuristic(args.game) else [])]
    plan = Plan(
        args.agent or args.model,
        args.game,
        tuple(dict.fromkeys(args.against or usual)),
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
    )
    if args.players < 2 and len(plan.against) > 1:
        raise InputError("in solo play there are no opponents; give only one --against")
    known = (*plan.against, "random", agents.heuristic_name(args.game), *filter(None, [args.agent]))
    seated = [agents.make(spec, game=args.game) for spec in known]
    make_ready(args.game, seated)
    arena = Arena(plan, args.out, ask, args.limit)
    whole = arena.run(lambda row: print(game_text(row), flush=True))
    print(summary_text(arena.summary()))
    if not whole:
        print(f"stopped: {arena.tokens} tokens, the limit is {args.limit}; with a higher one it goes on")
    return 0


def _answers(args: argparse.Namespace) -> Ask:
    """What answers at the table; raises InputError where it is not said, or said twice."""
    if bool(args.agent) == bool(args.url and args.model) or bool(args.url) != bool(args.model):
        raise InputError("say who plays: --url and --model, or --agent")
    if args.agent:
        return by_agent(agents.make(args.agent, game=args.game))
    key = os.environ.get(KEY, "")
    model = Model(args.url, args.model, key, args.answer_tokens, args.temperature, args.timeout)
    return by_model(model)


def game_text(row: dict[str, Any]) -> str:
    """A line for a finished game."""
    lost = ", forfeited" if row["forfeited"] else ""
    faults = f" ({faults_text(row['faults'])})" if row["faults"] else ""
    return (
        f"against {row['opponent']}, deal {row['deal'] + 1}, player {row['seat'] + 1}: {row['score']} points, "
        f"{row['margin']:+.0f}{lost}; {row['illegal'] + row['unparsable']} answers refused{faults}, "
        f"{row['prompt_tokens'] + row['answer_tokens']} tokens"
    )


def summary_text(rows: list[dict[str, Any]]) -> str:
    """The results as a table."""
    names = ("outcome", "margin", "progression", "forfeits", "refused", "tokens")
    widths = (22, 24, 24, 9, 9, 11)
    head = f"{'against':<16}{'games':>6}" + "".join(
        f"{name:>{width}}" for name, width in zip(names, widths, strict=True)
    )
    lines = ["", head]
    for row in rows:
        tokens = f"{row['prompt_tokens'] + row['answer_tokens']}{'' if row['counted'] else '?'}"
        lines.append(
            f"{row['opponent'][:15]:<16}{row['games']:>6}{interval_text(row['outcome']):>22}"
            f"{interval_text(row['margin'], 1):>24}{interval_text(row['progression'], 1):>24}"
            f"{row['forfeits']:>9}{100 * row['refused']:>7.1f} %{tokens:>11}"
        )
    if any(not row["counted"] for row in rows):
        lines.append("?: estimated, the server does not count tokens")
    faults = sum((Counter(row["faults"]) for row in rows), Counter())
    if faults:
        lines.append(f"faults: {faults_text(faults)}")
    if faults[CUT_OFF]:
        lines.append("cut off: the answer ended at its limit of tokens; --answer-tokens sets it")
    return "\n".join(lines)


def faults_text(faults: Mapping[str, int]) -> str:
    """Faults by kind: what was wrong with requests that were sent again, and with answers that were refused."""
    return ", ".join(f"{count} {kind}" for kind, count in faults.items())
