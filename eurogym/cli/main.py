"""The console command `eurogym`: one module per subcommand, imported only when it is called."""

from __future__ import annotations

import argparse
import contextlib
import difflib
import errno
import importlib
import signal
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from eurogym.cli import console
from eurogym.cli.arguments import Parser, UsageError

COMMANDS = {  # module of cli.commands -> its line in the list of commands
    "demo": "watch a trained policy play; see how hard the solo modes are",
    "games": "list the games, or the options and agents of one game",
    "agents": "show the measured ladder of a game's agents, from weak to strong",
    "compile": "compile games ahead of their first use",
    "play": "play against agents, in the terminal or in the browser",
    "train": "train a policy by reinforcement learning (PPO)",
    "reproduce": "train networks like those that ship, stage by stage",
    "label": "label positions with the action values of a search",
    "improve": "improve a policy with its own search, over several generations",
    "distil": "train a policy on the labels of a search",
    "value": "train a value network on games of fast agents or its own",
    "tune": "search for better weights for a game's heuristic",
    "compare": "test whether one agent is stronger than another",
    "exploit": "measure how exploitable an agent is, by a best response to it",
    "evaluate": "measure one agent against others",
    "tournament": "play several agents against each other on the same deals",
    "selfplay": "measure scores and game lengths with one agent in all seats",
    "solo": "measure win rates in the solo modes",
    "report": "measure the game itself: seats, length, course, components",
    "tune-game": "search for component values that give a game wanted properties",
    "benchmark": "eurogym-bench-v0: frozen tasks, submissions and a suite score",
    "speed": "measure decisions per second, of the games and of training",
    "replay": "re-execute a recorded game, and show or review it",
    "positions": "write decisions as tasks for language models, graded by search",
    "arena": "measure a language model against the agents of the ladder",
    "task": "write a coding task: a bot for a game, graded by playing it",
    "mcp": "serve the games as tools for language models over MCP",
    "new": "start a game of your own from a small working package",
    "check": "test a game and explain what is wrong",
}

EXAMPLES = """examples:
  eurogym demo                                          a one-minute tour
  eurogym games villagers                               the options and agents of one game
  eurogym play villagers --players 3 --opponents heuristic
  eurogym solo villagers --difficulty all --agents greedy heuristic
  eurogym tournament villagers --players 3 --agents greedy heuristic mc:sims=100
  eurogym COMMAND --help                                every command has its own examples
"""


@dataclass(frozen=True)
class Suite:
    """Commands under one name: the word that calls them, what they are, their package, a line for each, examples, and
    the second words that make a command of their own: `solo_report` is the module of `solo report`."""

    prog: str
    description: str
    package: str
    commands: Mapping[str, str]
    examples: str
    parts: Mapping[str, Sequence[str]] = field(default_factory=dict)


EUROGYM = Suite(
    prog="eurogym",
    description="Euro board games for reinforcement learning.",
    package="eurogym.cli.commands",
    commands=COMMANDS,
    examples=EXAMPLES,
    parts={"solo": ("report", "calibrate"), "benchmark": ("train", "run", "report", "verify")},
)


def build_parser(
    command: str | None = None, part: str | None = None, suite: Suite = EUROGYM
) -> argparse.ArgumentParser:
    """The parser with the arguments of one command, or of a part of it; the other commands are listed by name only."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = Parser(
        prog=suite.prog, description=suite.description, epilog=suite.examples, formatter_class=raw
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, words in suite.commands.items():
        if name != command:
            subparsers.add_parser(name, help=words)
            continue
        within, last = subparsers, name
        if part is not None:
            within, last = subparsers.add_parser(name, help=words).add_subparsers(dest="part"), part
        module = importlib.import_module(
            f"{suite.package}.{name.replace('-', '_')}{f'_{part}' if part else ''}"
        )
        chosen = within.add_parser(
            last, help=words, description=module.__doc__, epilog=module.EXAMPLES, formatter_class=raw
        )
        module.add_arguments(chosen)
        chosen.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None, suite: Suite = EUROGYM) -> int:
    """Run `eurogym`, or another suite of commands; returns the exit code.

    Wrong input ends in one line on stderr and exit code 2.

    Where the reader of the output has gone (`eurogym games | head -1`) the command ends without a word; but a run
    whose results have not been written by then (`--out`) says so. Ctrl-C ends a command with exit code 130, SIGTERM
    does the same with 143.
    """
    console.prepare()
    with _interrupts() as came:
        try:
            code = _main(argv, suite)
        except SystemExit:  # of --help
            _finish(0)
            raise
        except BrokenPipeError:
            console.drop_output()
            return 0
        except KeyboardInterrupt:  # while the command was being loaded
            code = 130
        code = _finish(code)
    return 143 if came[:1] == [signal.SIGTERM] else code


def alone(*words: str) -> None:
    """`eurogym` with these words in a process that was started for it (`eurogym.envs.core.compile.lean.elsewhere`)."""
    sys.exit(main(words))


@contextlib.contextmanager
def _interrupts() -> Iterator[list[int]]:
    """SIGTERM (of Slurm, `docker stop`, `timeout`) raises KeyboardInterrupt, as Ctrl-C does; yields those that came.

    Only as the first one: `timeout` sends two, and `reproduce` passes on to a stage what the terminal may have told it
    already. The second would end what the first has made the command save.
    """
    came: list[int] = []

    def interrupt(number: int, _: object) -> None:
        came.append(number)
        if number == signal.SIGINT or len(came) == 1:
            raise KeyboardInterrupt

    usual = {signal.SIGTERM: signal.SIG_DFL, signal.SIGINT: signal.default_int_handler}
    main_thread = threading.current_thread() is threading.main_thread()
    if not main_thread or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield came  # the caller has its own way
        return
    heard = [number for number, handler in usual.items() if signal.getsignal(number) is handler]
    for number in heard:  # SIGINT is left alone where the shell has switched it off
        signal.signal(number, interrupt)
    try:
        yield came
    finally:
        for number in heard:
            signal.signal(number, usual[number])


def _finish(code: int) -> int:
    """Write the rest of the output; returns the exit code, 2 where it cannot be written."""
    try:
        console.flush()
    except BrokenPipeError:
        console.drop_output()
    except OSError as error:
        console.drop_output()
        print(f"eurogym: the output cannot be written ({error.strerror})", file=sys.stderr)
        return 2
    return code


def _main(argv: Sequence[str] | None, suite: Suite) -> int:
    argv = list(sys.argv[1:] if argv is None else argv)
    command = next((word for word in argv if not word.startswith("-")), None)
    if command is not None and command not in suite.commands:
        close = difflib.get_close_matches(command, suite.commands, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else "."
        print(
            f"{suite.prog}: no command {command!r}{hint} There are: {', '.join(suite.commands)}",
            file=sys.stderr,
        )
        return 2
    second = argv[argv.index(command) + 1 :][:1] if command is not None else []
    part = second[0] if second and second[0] in suite.parts.get(command, ()) else None
    try:
        args, left = build_parser(command, part, suite).parse_known_args(argv)
        if left:
            called = " ".join(filter(None, (suite.prog, command, part)))
            raise UsageError(f"{called}: unrecognized arguments: {' '.join(left)} (see {called} --help)")
    except UsageError as error:
        print(error, file=sys.stderr)
        return 2
    args.words = argv
    if args.version:
        print(f"eurogym {_version()}")
        return 0
    if command is None:
        build_parser(suite=suite).print_help()
        return 0
    return _run(f"{suite.prog} {command}{f' {part}' if part else ''}", args)


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
    from eurogym.common.errors import MissingExtraError
    from eurogym.envs.core.errors import EurogymError
    from eurogym.envs.core.printable import printable

    def refuse(words: str) -> int:
        print(printable(f"{command}: {' '.join(words.split())}"), file=sys.stderr)
        return 2

    try:
        return int(args.run(args) or 0)
    except (EurogymError, MissingExtraError) as error:
        return refuse(str(error))
    except MemoryError:
        return refuse("this needs more memory than is available; ask for less at once")
    except KeyboardInterrupt:
        print(f"{command}: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        if not getattr(args, "out", None):
            raise
        console.drop_output()
        return refuse("the output is no longer read; stopped, perhaps before the results were written")
    except OSError as error:
        if error.filename is None and error.errno != errno.ENOSPC:
            raise
        if error.errno == errno.ENOSPC:
            console.drop_output()
        return refuse(f"{error.filename or 'the output'}: {error.strerror}")


if __name__ == "__main__":
    sys.exit(main())
