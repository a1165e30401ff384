"""Where results may be written: asked before a long run, not after it; and held while it lasts. And whether we are in
a checkout."""

from __future__ import annotations

import atexit
import contextlib
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from eurogym.common.errors import InputError
from eurogym.envs.core.files import end_of, lock_file, locked


def without_places(word: str) -> str:
    """Return a word of a command, or the spec of an agent, with the last names alone of absolute paths."""
    parts = re.split("([=,])", word)
    return "".join(Path(part).name if os.path.isabs(part) else part for part in parts)


def check_folder(path: str | Path, flag: str) -> None:
    """Raises InputError unless files can be written into the folder `path`, which is made if need be.

    A folder that was made leaves again at the end of the process if nothing was written into it.
    """
    if not str(path).strip():
        raise InputError(f"{flag}: name a folder")
    path = Path(path)
    in_the_way = next((one for one in (path, *path.parents) if _exists(one, flag)), None)
    if in_the_way is not None and not in_the_way.is_dir():
        raise InputError(f"{flag}: {in_the_way} is a file, not a folder")
    made = [one.absolute() for one in (path, *path.parents) if not one.exists()]
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{flag}: the folder {path} does not exist and cannot be made ({reason(error)})"
        ) from None
    for one in reversed(made):
        atexit.register(_remove_if_empty, one)
    try:
        with tempfile.NamedTemporaryFile(dir=path, prefix=".eurogym"):
            pass
    except OSError as error:
        raise InputError(f"{flag}: nothing can be written into the folder {path} ({reason(error)})") from None


def _remove_if_empty(folder: Path) -> None:
    with contextlib.suppress(OSError):  # not empty, or not there
        folder.rmdir()


def check_file(path: str | Path, flag: str) -> None:
    """Raises InputError unless the file `path` can be written; its folder is made if need be."""
    if not str(path).strip():
        raise InputError(f"{flag}: name a file")
    path = Path(path)
    exists = _exists(path, flag)
    try:
        end_of(path)
    except OSError as error:  # a link of another user
        raise InputError(f"{flag}: {path} cannot be written: {reason(error)}") from None
    if exists and path.is_dir():
        raise InputError(f"{flag}: {path} is a folder; name a file")
    if exists and not os.access(path, os.W_OK):
        raise InputError(f"{flag}: the file {path} exists and is not writable")
    check_folder(path.parent, flag)


@contextlib.contextmanager
def held(path: Path, taken: str) -> Iterator[None]:
    """Holds the lock file `path` while the block runs. Raises InputError, which begins with `taken`, if another does.

    A process that dies holds nothing any more. Where the system cannot lock files nothing is held.
    """
    while True:
        lock = lock_file(path)
        if not locked(lock):
            holder = lock.read(40).strip()
            lock.close()
            raise InputError(taken + (f" ({holder})" if holder else ""))
        if _is_at(lock, path):  # else who held it before has just removed it
            break
        lock.close()
    with lock:
        lock.truncate(0)
        lock.write(f"process {os.getpid()}\n")
        lock.flush()
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                path.unlink()


def _is_at(file: IO, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), os.lstat(path))
    except FileNotFoundError:
        return False


def check_checkout(purpose: str) -> None:
    """Raises InputError unless we are in the folder of a checkout of eurogym, where its own files lie."""
    if not (Path("eurogym/__init__.py").is_file() and Path("envs/core").is_dir()):
        raise InputError(
            f"{purpose} in a checkout of eurogym, and {Path.cwd()} is not one: go to one, or name a folder "
            "with --folder"
        )


def reason(error: OSError) -> str:
    """Return what the system says about a file, in words."""
    return error.strerror or type(error).__name__


def _exists(path: Path, flag: str) -> bool:
    try:
        return path.exists()
    except OSError as error:  # a name that is too long, a folder that must not be read
        raise InputError(f"{flag}: {path.name[:60]} ({reason(error)})") from None
