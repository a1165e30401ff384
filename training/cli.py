"""The console command `eurogym`: one module per subcommand, imported only when it is called."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from training.arguments import Parser, UsageError

COMMANDS = {
    "demo": ("training.demo", "watch a trained policy play, then how hard the solo modes are"),
    "games": ("training.games", "the games, their options and agents"),
    "play": ("training.play", "play in the terminal against agents"),
    "train": ("training.train", "learn a policy for a game"),
    "evaluate": ("training.evaluate", "measure one agent against others"),
    "tournament": ("training.tournament", "agents against each other on the same deals"),
    "solo": ("training.solo", "win rates in the solo modes"),
    "bench": ("training.bench", "speed of the games, and of yardsticks"),
    "replay": ("training.replay", "re-execute and show a recorded game"),
    "playthrough": ("training.playthrough", "write or check the golden text games"),
    "docs": ("training.docs", "generate the observation and action tables"),
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
    parser = Parser(
        prog="eurogym",
        description="Euro board games for reinforcement learning.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, (module, words) in COMMANDS.items():
        if name == command:
            importlib.import_module(module).add_parser(subparsers)
        else:
            subparsers.add_parser(name, help=words)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run `eurogym`; returns the exit code. Wrong input ends in one line on stderr and exit code 2."""
    argv = list(sys.argv[1:] if argv is None else argv)
    command = next((word for word in argv if not word.startswith("-")), None)
    if command is not None and command not in COMMANDS:
        import difflib

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
        import importlib.metadata

        try:
            print(f"eurogym {importlib.metadata.version('eurogym')}")
        except importlib.metadata.PackageNotFoundError:
            print("eurogym (not installed)")
        return 0
    if command is None:
        build_parser().print_help()
        return 0
    return _run(command, args)


def _run(command: str, args: argparse.Namespace) -> int:
    """Carry out a command; what the user can set right is told in a line, anything else is a traceback.

    Every error meant for the user is an EurogymError: AgentError, CheckpointError, OptionError, InputError.
    """
    from envs.core.errors import EurogymError
    from training.report import MissingExtraError

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
