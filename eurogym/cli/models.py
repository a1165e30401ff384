"""Arguments of commands that ask a language model, or an agent in its place."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from eurogym import agents
from eurogym.cli.arguments import positive, whole_number
from eurogym.common.errors import InputError
from eurogym.measure.report.report import text_table
from eurogym.play.table import MAPS
from eurogym.text.arena import CUT_OFF, Ask, by_agent, by_model
from eurogym.text.chat import ANSWER_TOKENS, SECONDS, Model
from eurogym.text.figures import cells, money
from eurogym.text.rule_text import LENGTHS
from eurogym.text.table import LEGAL, MOST_RETRIES, WRONG
from eurogym.text.yardsticks import NO_SCALE

KEY = "EUROGYM_API_KEY"


def add_model(parser: argparse.ArgumentParser) -> None:
    """Arguments that say who answers, and how requests are sent."""
    parser.add_argument("--url", help="address of the model's server, without the ending /chat/completions")
    parser.add_argument("--model", help="name of the model on that server")
    parser.add_argument("--agent", help="an agent that plays in words, in place of a model")
    parser.add_argument(
        "--temperature", type=float, help="sampling temperature of the model (default: the server's)"
    )
    parser.add_argument(
        "--answer-tokens",
        type=positive,
        default=ANSWER_TOKENS,
        help=f"most tokens of an answer, thinking included (default {ANSWER_TOKENS})",
    )
    parser.add_argument(
        "--timeout",
        type=positive,
        default=int(SECONDS),
        metavar="SECONDS",
        help=f"time until a whole answer must be there, before it is asked for again (default {SECONDS:.0f})",
    )
    parser.add_argument(
        "--parallel",
        type=positive,
        default=1,
        help="requests at a time; results do not depend on it (default 1)",
    )
    parser.add_argument(
        "--limit",
        type=positive,
        metavar="TOKENS",
        help="stop after this many tokens in everything together (default: no limit)",
    )
    add_prices(parser)


def add_settings(parser: argparse.ArgumentParser, usual: Mapping[str, Any]) -> None:
    """Add how a model is asked, with the `usual` values as defaults."""
    parser.add_argument(
        "--rules",
        choices=LENGTHS,
        default=usual["rules"],
        help="length of the rules that the model is given",
    )
    add_legal(parser)
    parser.add_argument(
        "--retries",
        type=whole_number(0, MOST_RETRIES),
        default=usual["retries"],
        help="wrong answers allowed per decision",
    )
    parser.add_argument(
        "--illegal",
        choices=tuple(WRONG),
        default=usual["illegal"],
        help="after the last retry: lose the game, or play a legal action at random and count it (default "
        f"{usual['illegal'] or 'forfeit; at positions fallback'})",
    )
    parser.add_argument(
        "--maps",
        choices=MAPS,
        default=MAPS[0],
        help="draw the maps of games, or list their hexes with the neighbours, which is shorter",
    )
    parser.add_argument(
        "--chat", action="store_true", help="make a game one conversation, with the rules once"
    )
    parser.add_argument("--attempts", type=positive, default=1, help="how often everything is played")


def add_legal(parser: argparse.ArgumentParser) -> None:
    """Add when legal actions are listed."""
    parser.add_argument(
        "--legal",
        choices=LEGAL,
        default="list",
        help="when the legal actions are listed (default list: always)",
    )


def add_prices(parser: argparse.ArgumentParser) -> None:
    """Add what tokens cost."""
    parser.add_argument(
        "--prices",
        type=float,
        nargs="+",
        metavar="PRICE",
        help="price of a million tokens of prompts, of answers and, if it differs, of cached prompts",
    )


def check_prices(prices: Sequence[float] | None) -> None:
    """Raise InputError unless prices, where given, are two or three and none is below 0."""
    if prices is not None and not (2 <= len(prices) <= 3 and min(prices) >= 0):
        raise InputError("--prices: give two or three prices: of prompts, of answers, of cached prompts")


def answers(args: argparse.Namespace, game: str) -> Ask:
    """Return what answers at a table; raise InputError where it is not said, or said twice."""
    if bool(args.agent) == bool(args.url and args.model) or bool(args.url) != bool(args.model):
        raise InputError("say who plays: --url and --model, or --agent")
    check_prices(args.prices)
    if args.agent:
        return by_agent(agents.make(args.agent, game=game))
    key = os.environ.get(KEY, "")
    return by_model(Model(args.url, args.model, key, args.answer_tokens, args.temperature, args.timeout))


def row_text(row: Mapping[str, Any]) -> str:
    """Return a line for a finished game, position or question."""
    wrong = faults_text(Counter(row["errors"]) + Counter(row["faults"]))
    tokens = f"; {wrong + '; ' if wrong else ''}{row['prompt_tokens'] + row['answer_tokens']} tokens"
    if row["kind"] == "position":
        return f"position {row['deal'] + 1}: {row['outcome']}, {row['regret']:.1f} points given away{tokens}"
    if row["kind"] == "question":
        return (
            f"question {row['deal'] + 1}, {row['question']}: {'right' if row['right'] else 'wrong'}{tokens}"
        )
    lost = ", forfeited" if row["forfeited"] else ""
    lost += f", {row['fallbacks']} decisions at random" if row["fallbacks"] else ""
    where = f"against {row['opponent']}, deal {row['deal'] + 1}, player {row['seat'] + 1}"
    return f"{where}: {row['score']} points, {row['margin']:+.0f}{lost}{tokens}"


def summary_text(rows: Sequence[Mapping[str, Any]], prices: Sequence[float] | None = None) -> str:
    """Return the figures of an arena as tables."""
    if not rows:
        return "nothing is finished"
    shown = [cells(row) for row in rows]
    if "positions" in rows[0]:
        width = max(map(len, shown[0]))
        lines = ["", *(f"{name.ljust(width)}  {text}" for name, text in shown[0].items()), ""]
    else:
        table = [[row["opponent"], *one.values()] for row, one in zip(rows, shown, strict=True)]
        lines = ["", text_table(["against", *shown[0]], table), ""]
        if not all(row["scale"] for row in rows):
            lines.append(f"progression: none where {NO_SCALE}")
    tokens = ", ".join(
        f"{sum(row[name] for row in rows):,} {words}"
        for name, words in (
            ("prompt_tokens", "of prompts"),
            ("cached_tokens", "cached"),
            ("answer_tokens", "of answers"),
        )
    )
    estimated = "" if all(row["counted"] for row in rows) else ", estimated: the server does not count them"
    lines.append(f"tokens: {tokens}{estimated}")
    if prices:
        lines.append(f"money: {sum(money(row, prices) for row in rows):.4f}")
    seconds = sum(row["seconds"] * row["answers"] for row in rows) / max(
        1, sum(row["answers"] for row in rows)
    )
    lines.append(f"seconds of an answer: {seconds:.1f}, at most {max(row['slowest'] for row in rows):.1f}")
    for name, words in (("errors", "wrong answers"), ("faults", "failed requests")):
        counts: Counter[str] = sum((Counter(row[name]) for row in rows), Counter())
        if counts:
            lines.append(f"{words}: {faults_text(counts)}")
        if counts[CUT_OFF]:
            lines.append("cut off: the answer ended at its limit of tokens; --answer-tokens sets it")
    return "\n".join(lines)


def faults_text(faults: Mapping[str, int]) -> str:
    """Return faults by kind: requests that were sent again, and answers that were wrong."""
    return ", ".join(f"{count} {kind}" for kind, count in faults.items())
