"""Files that are replaced in one step, so that readers never find half of one, and JSON that every reader accepts.

Everything that the project writes goes through this module. A path that somebody names (`named`) may be a link, which
is followed if it belongs to this user or to root. A name that the project gives inside a folder is never followed where
it is a link, for the folder may come from somebody else: a file takes the place of the link, and locks, files that are
appended to and folders are refused.
"""

from __future__ import annotations

import contextlib
import errno
import json
import math
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, BinaryIO

PART = ".part"  # suffix of files while they are written
_FAR = 1 << 30  # a place that no file here has
MOST_LINKS = 40  # that a named path may lead through
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | _NO_LINKS


@contextlib.contextmanager
def replacing(path: str | os.PathLike, named: bool = False, private: bool = False) -> Iterator[BinaryIO]:
    """Give a binary file to write to; on exit, it replaces `path` in one step.

    After an error, or if the process dies meanwhile, `path` is unchanged; a process that dies may leave a file
    `.<name>.part`, which the next writer replaces. There may be only one writer at a time. The permissions of the file
    are kept; a new one that is `private` is for its owner alone. With `named`, a link is followed (see above), and what
    is not a file, for example a pipe, is written to directly.

    Raises:
        OSError: the file cannot be written; `filename` is that of `path`.
    """
    path = end_of(path) if named else Path(path)
    before = _status(path)
    if named and before is not None and not _is_file(before):
        with open(path, "wb") as stream:
            yield stream
        return
    if before is not None and _is_file(before) and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    part = path.with_name(f".{path.name}{PART}")
    try:
        with contextlib.suppress(FileNotFoundError):
            part.unlink()
        mode = 0o600 if private or before is not None else 0o666
        with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | _FLAGS, mode), "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())  # on disk before it gets the name: safe even if the machine crashes
            if not os.path.samestat(os.fstat(file.fileno()), os.lstat(part)):
                raise OSError(errno.EBUSY, "another process is writing the same file", str(path))
        if before is not None and _is_file(before):
            os.chmod(part, before.st_mode & 0o777)
        os.replace(part, path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            part.unlink()
        if isinstance(error, OSError) and error.filename == str(part):
            error.filename = str(path)
        raise


def write_text(path: str | os.PathLike, text: str, named: bool = False, private: bool = False) -> None:
    """Write a text in UTF-8 with its line ends unchanged, replacing the file in one step; see `replacing`."""
    with replacing(path, named, private) as file:
        file.write(text.encode())


def copy_file(source: str | os.PathLike, path: str | os.PathLike) -> None:
    """Replace a file by a copy of another one in one step."""
    with open(source, "rb") as content, replacing(path) as file:
        shutil.copyfileobj(content, file)


def appending(path: str | os.PathLike, named: bool = False) -> BinaryIO:
    """Open a file to which bytes are appended, which is made if need be.

    Raises:
        OSError: it cannot be opened, is a link that is not followed (see above), has other names (hard links), or is
            no file.
    """
    return _opened(end_of(path) if named else path, os.O_WRONLY | os.O_APPEND, "ab")


def lock_file(path: str | os.PathLike) -> IO[str]:
    """Open a file to lock it, which is made if need be; its content stays. Raises OSError as `appending` does."""
    return _opened(path, os.O_RDWR, "r+", encoding="utf-8", errors="replace")


def locked(file: IO) -> bool:
    """Lock an open file, unless another process or another part of this one holds it; return whether.

    Where the system cannot lock files nothing is held, and it is as if nobody else did.
    """
    try:
        import fcntl
    except ImportError:
        import msvcrt  # Windows, where what is locked cannot be read

        os.lseek(file.fileno(), _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        finally:
            os.lseek(file.fileno(), 0, os.SEEK_SET)
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def make_folder(path: str | os.PathLike) -> None:
    """Make a folder inside another one, if need be; raises OSError if there is a link or a file of this name."""
    os.makedirs(path, exist_ok=True)
    if os.path.islink(path):
        raise _refused(path)


def end_of(path: str | os.PathLike) -> Path:
    """Return the file that a named path leads to; raises PermissionError for a link of another user."""
    path = Path(path)
    for _ in range(MOST_LINKS):
        status = _status(path)
        if status is None or not stat.S_ISLNK(status.st_mode):
            return path
        if not is_own(status):
            raise PermissionError(errno.EACCES, "it is a link that belongs to another user", str(path))
        if path.exists() and not (
            path.is_file() or path.is_dir()
        ):  # a pipe behind /dev/stdout has no other name
            return path
        path = path.parent / os.readlink(path)
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))


def is_own(status: os.stat_result, *others: int) -> bool:
    """Return whether what has this status belongs to this user, to root or to one of `others` (user ids)."""
    return not hasattr(os, "geteuid") or status.st_uid in (os.geteuid(), 0, *others)


def _status(path: Path) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):  # what follows says so
        return None


def _is_file(status: os.stat_result) -> bool:
    return stat.S_ISREG(status.st_mode)


def _opened(path: str | os.PathLike, flags: int, mode: str, **text: Any) -> Any:
    """Open the file itself, never another one that a link leads to; a pipe is not waited for."""
    try:
        handle = os.open(path, flags | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | _FLAGS, 0o666)
    except OSError as error:
        if os.path.islink(path):
            raise _refused(path) from error
        raise
    status = os.fstat(handle)
    if _is_file(status) and status.st_nlink <= 1:
        return os.fdopen(handle, mode, **text)
    os.close(handle)
    linked = "it has another name elsewhere (a hard link); put a copy in its place"
    raise OSError(errno.EINVAL, linked if _is_file(status) else "it is not a file", str(path))


def _refused(path: str | os.PathLike) -> OSError:
    return OSError(errno.ELOOP, "it is a link, and links inside a folder are not followed", str(path))


def json_text(data: Any, **arguments: Any) -> str:
    """Return data as JSON that every reader accepts: numbers that are not finite become null.

    `arguments` are those of `json.dumps`. Raise TypeError for types that JSON does not have.
    """
    return json.dumps(_finite(data, arguments.pop("default", None)), allow_nan=False, **arguments)


def _finite(data: Any, default: Any) -> Any:
    if isinstance(data, dict):
        return {name: _finite(value, default) for name, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_finite(value, default) for value in data]
    if isinstance(data, float):
        return data if math.isfinite(data) else None
    if data is None or isinstance(data, (str, int)):
        return data
    if default is None:
        raise TypeError(f"cannot write {type(data).__name__} as JSON")
    return _finite(default(data), default)
