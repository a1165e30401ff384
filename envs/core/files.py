"""Files that are replaced whole, so that whoever reads one never finds half of it; and JSON that every reader takes."""

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

PART = ".part"  # what the names of files end in while they are written


@contextlib.contextmanager
def replacing(path: str | os.PathLike) -> Iterator[Path]:
    """Gives a path beside `path` to write to; on leaving, what lies there takes the place of `path` in one step.

    After an error, or when the process dies meanwhile, `path` is as it was; of a death a file `.<name>.part` may stay,
    which the next writer replaces. One writer at a time. Who may use the file stays as it was; what is no file,
    say a pipe, is written to directly.
    """
    path = Path(os.path.realpath(path))  # of a link, what it points to is replaced
    there = path.exists()
    if there and not path.is_file():
        yield path
        return
    if there and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    part = path.with_name(f".{path.name}{PART}")
    try:
        yield part
        with open(part, "rb") as file:  # on the disk before it has the name: a crash of the machine, too
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
    """Writes a text in UTF-8, with line ends as they stand in it, replacing the file in one step."""
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8", newline="")


def json_text(data: Any, **arguments: Any) -> str:
    """Data as JSON that every reader takes: numbers that are not finite become null.

    arguments: of `json.dumps`. Raises TypeError for what JSON does not have.
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
