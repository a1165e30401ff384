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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from eurogym.cli import console
from eurogym.cli.arguments import Formatter, Parser, UsageError


@dataclass(frozen=True)
class Command:
    """A first word: its line in the help, and the second words that go with it, each with a line of its own.

    `alone`: it is also a command without a second word.
    """

    help: str
    parts: Mapping[str, str] = field(default_factory=dict)
    alone: bool = True


@dataclass(frozen=True)
class Suite:
    """Commands under one name, in groups with a heading each; `former`: words of before, and what to type now.

    The module of a command is that of its words in the package `package`.
    """

    prog: str
    description: str
    package: str
    groups: Mapping[str, Mapping[str, Command]]
    examples: str
    former: Mapping[str, str] = field(default_factory=dict)

    @property
    def commands(self) -> dict[str, Command]:
        """The commands by their first words."""
        return {name: command for group in self.groups.values() for name, command in group.items()}


EUROGYM = Suite(
    prog="eurogym",
    description="Euro board games for reinforcement learning.",
    package="eurogym.cli.commands",
    groups={
        "play": {
            "demo": Command("watch a trained policy play; see how hard the solo modes are"),
            "play": Command("play against agents, in the terminal or in the browser"),
            "replay": Command("re-execute a recorded game, and show or review it"),
            "games": Command(
                "the games that are installed, or the options and agents of one",
                {
                    "agents": "show the measured ladder of a game's agents, from weak to strong",
                    "speed": "measure decisions per second, of the games and of training",
                    "compile": "compile games ahead of their first use",
                    "new": "start a game of your own from a small working package",
                    "check": "test a game and explain what is wrong",
                },
            ),
        },
        "train and measure": {
            "train": Command("train a policy by reinforcement learning (PPO)"),
            "compare": Command(
                "test whether one agent is stronger than another",
                {
                    "evaluate": "measure one agent against others",
                    "exploit": "measure how exploitable an agent is, by a best response to it",
                },
            ),
            "tournament": Command("play several agents against each other on the same deals"),
            "solo": Command(
                "measure win rates in the solo modes",
                {
                    "report": "place all solo settings of a game on one scale of difficulty",
                    "calibrate": "find what gives an agent a wanted win rate",
                },
            ),
        },
        "by subject": {
            "learn": Command(
                "learn from search, outcomes and labels; stage by stage",
                {
                    "improve": "improve a policy with its own search, over several generations",
                    "label": "label positions with the action values of a search",
                    "distil": "train a policy on the labels of a search",
                    "value": "train a value network on games of fast agents or its own",
                    "record": "write games of agents as a data set in Minari's format",
                    "tune": "search for better weights for a game's heuristic",
                    "reproduce": "train networks like those that ship, stage by stage",
                },
                alone=False,
            ),
            "design": Command(
                "study the game itself",
                {
                    "report": "measure the game itself: seats, length, course, components",
                    "balance": "search for component values that give a game wanted properties",
                    "selfplay": "measure scores and game lengths with one agent in all seats",
                },
                alone=False,
            ),
            "benchmark": Command(
                "eurogym-bench-v0: frozen tasks, submissions and a suite score",
                {
                    "train": "train an agent for each task",
                    "run": "play the tasks and write a submission",
                    "report": "compare submissions",
                    "verify": "check a submission, and play games of it again",
                },
            ),
            "llm": Command(
                "language models: games, positions, a benchmark, coding tasks, tools",
                {
                    "arena": "measure a language model in games or at positions",
                    "run": "play the tasks of eurogym-bench-llm-v0 and write a submission",
                    "report": "make a leaderboard from submissions",
                    "verify": "check a submission by playing its answers again",
                    "positions": "write decisions as tasks for language models, graded by search",
                    "task": "write a coding task: a bot for a game, graded by playing it",
                    "mcp": "serve the games as tools for language models over MCP",
                },
                alone=False,
            ),
        },
    },
    examples="""examples:
  eurogym demo                                          a one-minute tour
  eurogym games villagers                               the options and agents of one game
  eurogym play villagers --players 3 --opponents heuristic
  eurogym train villagers --minutes 10
  eurogym tournament villagers --players 3 --agents greedy heuristic mc:sims=100
  eurogym COMMAND --help                                every command has its own examples
""",
    former={
        **{word: f"games {word}" for word in ("agents", "speed", "compile", "new", "check")},
        **{word: f"compare {word}" for word in ("evaluate", "exploit")},
        **{word: f"learn {word}" for word in ("improve", "label", "distil", "value", "tune", "reproduce")},
        **{word: f"llm {word}" for word in ("arena", "positions", "task", "mcp")},
        **{
            "bench": "games speed",
            "report": "design report",
            "tune-game": "design balance",
            "selfplay": "design selfplay",
        },
    },
)


def build_parser(
    command: str | None = None, part: str | None = None, suite: Suite = EUROGYM
) -> argparse.ArgumentParser:
    """Return the parser with the arguments of one command, or of a part of it; the other commands are listed by name
    only.
    """
    parser = Parser(
        prog=suite.prog,
        usage=f"{suite.prog} COMMAND ...",
        description=suite.description,
        epilog=overview(suite),
        formatter_class=Formatter,
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    words = parser.add_subparsers(dest="command", metavar="COMMAND", prog=suite.prog, help=argparse.SUPPRESS)
    if command is None:
        return parser
    known = suite.commands[command]
    module = importlib.import_module(".".join(filter(None, (suite.package, command, part))).replace("-", "_"))
    about = {"description": _literal(module.__doc__ or ""), "formatter_class": Formatter}
    if known.parts:
        about["epilog"] = "\n".join((f"commands of {command}:", *_lines(known.parts, f"{command} ")))
    if part is None:
        chosen = words.add_parser(command, **about)
        if not known.alone:
            chosen.usage = f"{suite.prog} {command} COMMAND ..."
            chosen.set_defaults(run=lambda _: chosen.print_help())
            return parser
        chosen.epilog = "\n\n".join(filter(None, (_literal(module.EXAMPLES.rstrip()), chosen.epilog)))
    else:
        second = words.add_parser(command).add_subparsers(dest="part")
        chosen = second.add_parser(part, **about | {"epilog": _literal(module.EXAMPLES)})
    module.add_arguments(chosen)
    chosen.set_defaults(run=module.main)
    return parser


def parsed(words: Sequence[str], suite: Suite = EUROGYM) -> argparse.Namespace:
    """Return the arguments of a command line, whose first words name the command; raise UsageError if it is wrong."""
    command, part = _command(words, suite)
    args, left = build_parser(command, part, suite).parse_known_args(words)
    args.words, args.called = list(words), " ".join(filter(None, (suite.prog, command, part)))
    if left:
        raise UsageError(
            f"{args.called}: unrecognized arguments: {' '.join(left)} (see {args.called} --help)"
        )
    return args


def _command(words: Sequence[str], suite: Suite) -> tuple[str | None, str | None]:
    """Return the command that words name, and the part of it."""
    command = next((word for word in words if not word.startswith("-")), None)
    known = suite.commands.get(command or "")
    second = words[words.index(command) + 1 :][:1] if known else []
    return command, second[0] if second and second[0] in known.parts else None


def overview(suite: Suite) -> str:
    """Return the commands in their groups, with their second words, and examples."""
    wide = max(map(len, suite.commands)) + 2
    parts: list[str] = []
    for title, commands in suite.groups.items():
        parts.append(f"{title}:")
        for name, one in commands.items():
            parts.append(f"  {name:<{wide}}{one.help}")
            parts += [f"  {'':<{wide}}{name} {', '.join(one.parts)}"] if one.parts else []
        parts.append("")
    return "\n".join([*parts, suite.examples])


def _literal(text: str) -> str:
    """Text of a help in which per cent signs are only that, also below `python -OO`."""
    return text.replace("%", "%%")


def _lines(words: Mapping[str, str], before: str = "") -> list[str]:
    wide = max(map(len, words)) + len(before)
    return [f"  {before + name:<{wide}}  {help}" for name, help in words.items()]


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
    """`eurogym` with these words in a process that was started for it (`eurogym.cli.working.process_of`)."""
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
    command, part = _command(argv, suite)
    if command is not None and command not in suite.commands:
        print(f"{suite.prog}: {_unknown(command, suite)}", file=sys.stderr)
        return 2
    known = suite.commands[command] if command is not None else None
    second = argv[argv.index(command) + 1 :][:1] if command is not None else []
    former = bool(second) and suite.former.get(second[0], "").startswith(f"{command} ")
    if known and (former or not known.alone) and part is None and second and not second[0].startswith("-"):
        print(f"{suite.prog} {command}: {_unknown(second[0], suite, known.parts)}", file=sys.stderr)
        return 2
    try:
        args = parsed(argv, suite)
    except UsageError as error:
        print(error, file=sys.stderr)
        return 2
    if args.version:
        print(f"eurogym {_version()}")
        return 0
    if command is None:
        build_parser(suite=suite).print_help()
        return 0
    return _run(args.called, args)


def _unknown(word: str, suite: Suite, parts: Iterable[str] = ()) -> str:
    """Return what to say about a word that is no command, or none of the `parts` of one."""
    if word in suite.former:
        return f"`{word}` is called `{suite.prog} {suite.former[word]}`"
    known = list(parts or suite.commands)
    close = difflib.get_close_matches(word, [*known, *suite.former], n=1)
    hint = f"; did you mean {close[0] if close[0] in known else suite.former[close[0]]!r}?" if close else "."
    return f"no command {word!r}{hint} There are: {', '.join(known)}"


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
