"""Damaged files of every kind: each is refused in words that name the file, or read and used.

``python -m tests.files.fuzz [KIND ...] --tries N --seed S`` damages sound files of the kinds and reads them in a
process with a limit of memory, and prints how many of each were refused and read. It ends with 1 if one led to any
other error or took too long. The same seed gives the same files.
"""

import argparse
import contextlib
import io
import os
import random
import resource
import shutil
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from pathlib import Path

from eurogym.envs.core import registry
from eurogym.envs.core.errors import EurogymError
from tests.files.kinds import KINDS, Kind
from tests.files.spoiling import spoilt

PATIENCE = 20.0  # seconds for one file
MEMORY = 12 << 30  # addresses; much of it is only reserved


def trouble(kind: Kind, path: Path) -> str:
    """Read a damaged file: "refused", "read", or what went wrong."""
    begun = time.monotonic()
    try:
        with (
            contextlib.redirect_stderr(io.StringIO()),
            contextlib.redirect_stdout(io.StringIO()),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore")
            kind.read(path)
        found = "read"
    except EurogymError as error:
        shown = str(error).replace("\n", "").isprintable()
        found = "refused" if shown else f"control characters in {error!r:.200}"
    except OSError as error:
        found = "refused" if error.filename else f"{error!r} names no file"
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        *_, last = traceback.extract_tb(error.__traceback__)
        found = f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno}: {str(error)[:80]}"
    taken = time.monotonic() - begun
    return found if taken < PATIENCE else f"took {taken:.0f} s"


def fuzz(kind: Kind, folder: Path, tries: int, seed: int) -> tuple[Counter, dict[str, bytes]]:
    """What became of the files, counted, and the first file of each trouble."""
    whole = folder / "whole"
    whole.mkdir(parents=True)
    path = kind.make(whole).relative_to(whole)
    content = (whole / path).read_bytes()
    rng, counts, files = random.Random(seed), Counter(), {}
    for number in range(tries):
        place = folder / "spoilt"
        shutil.copytree(whole, place)
        damaged = spoilt(content, rng) if number else content
        (place / path).write_bytes(damaged)
        found = trouble(kind, place / path)
        if number == 0 and found != "read":
            found = f"a sound file: {found}"
        counts[found] += 1
        if found not in ("read", "refused"):
            files.setdefault(found, damaged)
        shutil.rmtree(place)
    return counts, files


def main() -> int:
    """Print what became of the files; 1 where one led to trouble."""
    parser = argparse.ArgumentParser(description="Read damaged files.")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of: {', '.join(KINDS)}")
    parser.add_argument("--tries", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    registry.declare("toy", 0, "tests.toy")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    wrong = 0
    for name in args.kinds or KINDS:
        kind, begun = KINDS[name], time.monotonic()
        tries = max(1, args.tries * kind.tries // 40)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            counts, files = fuzz(kind, Path(folder, "files"), tries, args.seed)
            os.chdir("/")
        print(
            f"{name:32s} {tries:6d} files  {counts.pop('refused', 0):6d} refused  {counts.pop('read', 0):6d} read  "
            f"{time.monotonic() - begun:5.1f} s",
            flush=True,
        )
        for what, count in counts.items():
            print(f"    {count} times {what}: {files[what][:200]!r}")
        wrong += sum(counts.values())
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
