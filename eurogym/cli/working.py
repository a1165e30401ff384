"""What commands that take long share: their processes, and what an interrupted run leaves behind."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from eurogym.cli.arguments import add_option, add_quiet, add_seed, thread_count
from eurogym.common.errors import InputError
from eurogym.common.files import held
from eurogym.envs.core.compile.lean import elsewhere
from eurogym.envs.core.step.threads import usable_cores
from eurogym.measure.games.blocks import Work
from eurogym.measure.games.kept import ENDING, Kept


def process_of(*words: str) -> list[str]:
    """Return what starts a process of its own for a command of `eurogym`."""
    return elsewhere("eurogym.cli.main:alone", *words)


def execute(words: Sequence[str]) -> int:
    """Run a command in a separate process; pass an interrupt to it, and to the caller once it has saved and ended."""
    process = subprocess.Popen(process_of(*words))
    try:
        return process.wait()
    except KeyboardInterrupt:
        process.terminate()  # passed over where Ctrl-C has reached it by the terminal
        while process.poll() is None:
            with suppress(KeyboardInterrupt):
                process.wait()
        raise


def add_playing(
    parser: argparse.ArgumentParser, out: str, resume: bool = True, metavar: str | None = None
) -> None:
    """Add what all that measure by games take: --seed, --option, --out, --quiet and the flags of `add_jobs`."""
    add_seed(parser)
    add_option(parser)
    parser.add_argument("--out", metavar=metavar, help=out)
    add_jobs(parser, resume)
    add_quiet(parser)


def add_jobs(parser: argparse.ArgumentParser, resume: bool = True) -> None:
    """--jobs and --cluster; --resume where finished games are kept."""
    parser.add_argument(
        "--jobs",
        type=thread_count,
        metavar="N",
        help="number of processes that play games in parallel; results do not depend on it (default: all cores)",
    )
    add_cluster(parser)
    if resume:
        parser.add_argument(
            "--resume", action="store_true", help="continue an interrupted run with the same --out"
        )


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """--cluster."""
    parser.add_argument(
        "--cluster",
        default="",
        metavar="ADDRESS",
        help="play on a Ray cluster instead (needs the extra `dist`): auto, HOST:PORT or ray://HOST:PORT",
    )


def work_of(args: argparse.Namespace, kept: Kept | None = None) -> Work:
    """Return how the command plays its games, by the arguments of `add_jobs`."""
    return Work(args.jobs or usable_cores(), kept, cluster=args.cluster)


@contextmanager
def working(args: argparse.Namespace) -> Iterator[Work]:
    """How the command plays its games, as a context: finished blocks are kept beside `--out` until it is left well.

    Raises InputError where --resume has no --out to look beside.
    """
    if args.resume and args.out is None:
        raise InputError(
            "--resume needs the --out of the run to continue: finished games are kept next to it"
        )
    with ExitStack() as while_playing:
        kept = None
        if args.out is not None:
            path = Path(f"{args.out}{ENDING}")
            lock = held(path.with_name(f"{path.name}.lock"), f"another run is writing {args.out}")
            while_playing.enter_context(lock)
            kept = Kept(path, args.resume)
        try:
            yield work_of(args, kept)
        except KeyboardInterrupt:
            played = sum(last - first + 1 for _, first, last in kept.blocks) if kept else 0
            where = (
                f" in {kept.path}; --resume continues"
                if played
                else "; with --out they would be" * (not kept)
            )
            print(f"{args.called}: {played} finished games are kept{where}", file=sys.stderr)
            raise
        if kept:
            kept.drop()
