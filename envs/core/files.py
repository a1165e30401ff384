"""Files that are replaced in one step, so that readers never find half of one, and JSON that every reader accepts."""

from __future__ import annotations

import contextlib
import errno
import json
import math
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PART = ".part"  # suffix of files while they are written


@contextlib.contextmanager
def replacing(path: str | os.PathLike) -> Iterator[Path]:
    """Give a path next to `path` to write to; on exit, the file written there replaces `path` in one step.

    After an error, or if the process dies meanwhile, `path` is unchanged; a process that dies may leave a file
    `.<name>.part`, which the next writer replaces. There may be only one writer at a time. The permissions of the file
    are kept. What is not a file, for example a pipe, is written to directly.
    """
    path = Path(os.path.realpath(path))  # for a link, the file that it points to is replaced
    there = path.exists()
    if there and not path.is_file():
        yield path
        return
    if there and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    part = path.with_name(f".{path.name}{PART}")
    try:
        yield part
        with open(part, "rb") as file:  # on disk before it gets the name: safe even if the machine crashes
            os.fsync(file.fileno())
        if there:
            shutil.copymode(path, part)
        os.replace(part, path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            part.unlink()
        if isinstance(error, OSError) and error.filename == str(part):
            error.filename = str(path)
        raise


def write_text(path: str | os.PathLike, text: str) -> None:
    """Write a text in UTF-8 with its line ends unchanged, replacing the file in one step."""
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8", newline="")


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
