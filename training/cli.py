"""The console command `eurogym`: one module per subcommand, imported only when it is called."""

from __future__ import annotations

import argparse
import difflib
import importlib
import sys
from collections.abc import Sequence

from training.commands.arguments import Parser, UsageError

COMMANDS = {  # module of training.commands -> its line in the list of commands
    "demo": "watch a trained policy play, then how hard the solo modes are",
    "games": "the games, their options and agents",
    "play": "play in the terminal against agents",
    "train": "learn a policy for a game",
    "tune": "search better weights for the heuristic of a game",
    "evaluate": "measure one agent against others",
    "tournament": "agents against each other on the same deals",
    "selfplay": "mean scores of tables full of one agent",
    "solo": "win rates in the solo modes",
    "bench": "speed of the games, and of yardsticks",
    "replay": "re-execute and show a recorded game",
    "playthrough": "write or check the golden text games",
    "docs": "generate the tables of options, observations and actions",
}

EXAMPLES = """examples:
  eurogym demo                                          two minutes that show what is there
  eurogym games villagers                               options and agents of a game
  eurogym play villagers --players 3 --opponents villagers
  eurogym solo villagers --difficulty all --agents greedy villagers
  eurogym tournament villagers --players 3 --agents greedy villagers mc:sims=100
  eurogym COMMAND --help                                every command has its own examples
"""


def build_parser(command: str | None = None) -> argparse.ArgumentParser:
    """The parser with the arguments of one command; the other commands are listed by name only."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = Parser(
        prog="eurogym",
        description="Euro board games for reinforcement learning.",
        epilog=EXAMPLES,
        formatter_class=raw,
    )
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, words in COMMANDS.items():
        if name != command:
            subparsers.add_parser(name, help=words)
            continue
        module = importlib.import_module(f"training.commands.{name}")
        chosen = subparsers.add_parser(
            name, help=words, description=module.__doc__, epilog=module.EXAMPLES, formatter_class=raw
        )
        module.add_arguments(chosen)
        chosen.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run `eurogym`; returns the exit code. Wrong input ends in one line on stderr and exit code 2."""
    argv = list(sys.argv[1:] if argv is None else argv)
    command = next((word for word in argv if not word.startswith("-")), None)
    if command is not None and command not in COMMANDS:
        close = difflib.get_close_matches(command, COMMANDS, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else "."
        print(f"eurogym: no command {command!r}{hint} There are: {', '.join(COMMANDS)}", file=sys.stderr)
        return 2
    try:
        args = build_parser(command).parse_args(argv)
    except UsageError as error:
        print(error, file=sys.stderr)
        return 2
    args.words = argv
    if args.version:
        print(f"eurogym {_version()}")
        return 0
    if command is None:
        build_parser().print_help()
        return 0
    return _run(command, args)


def _version() -> str:
    import importlib.metadata

    try:
        return importlib.metadata.version("eurogym")
    except importlib.metadata.PackageNotFoundError:
        return "(not installed)"


def _run(command: str, args: argparse.Namespace) -> int:
    """Carry out a command; what the user can set right is told in a line, anything else is a traceback.

    Every error meant for the user is an EurogymError (AgentError, CheckpointError, OptionError, InputError) or a
    MissingExtraError.
    """
    from envs.core.errors import EurogymError
    from training.errors import MissingExtraError

    try:
        return int(args.run(args) or 0)
    except (EurogymError, MissingExtraError) as error:
        print(f"eurogym {command}: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"eurogym {command}: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        return 0


if __name__ == "__main__":
    sys.exit(main())
