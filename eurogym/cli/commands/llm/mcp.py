"""Serve the games as tools for language models over the Model Context Protocol.

The server talks on standard input and output and is meant to be started by an
MCP client. Needs the extra `mcp`.
"""

from __future__ import annotations

import argparse

from eurogym.cli.arguments import positive
from eurogym.cli.models import add_legal
from eurogym.common.files import check_folder
from eurogym.doors.mcp_server import server
from eurogym.text.tables import MOST_TABLES, Tables

EXAMPLES = """examples:
  eurogym llm mcp                                      a client starts it: command `eurogym`, arguments `llm mcp`
  eurogym llm mcp --legal on_error --out transcripts   list legal actions only after a wrong answer; keep finished games
  eurogym replay transcripts/villagers-1f2e.jsonl

Tools: new_game, table, rules, legal_actions, play, explain, history. The games
end when this process ends.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `mcp`."""
    add_legal(parser)
    parser.add_argument("--tables", type=positive, default=MOST_TABLES, help="most games at a time")
    parser.add_argument("--out", metavar="FOLDER", help="keep the transcripts of finished games here")


def main(args: argparse.Namespace) -> int:
    """Serve until the client goes."""
    if args.out:
        check_folder(args.out, "--out")
    server(Tables(args.legal, args.tables, args.out)).run()
    return 0
