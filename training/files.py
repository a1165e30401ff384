"""Where results may be written: asked before a long run, not after it. And whether we are in a checkout."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from eurogym.training.errors import InputError


def check_folder(path: str | Path, flag: str) -> None:
    """Raises InputError unless files can be written into the folder `path`, which is made if need be."""
    path = Path(path)
    in_the_way = next((one for one in (path, *path.parents) if _exists(one, flag)), None)
    if in_the_way is not None and not in_the_way.is_dir():
        raise InputError(f"{flag}: {in_the_way} is a file, not a folder")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{flag}: the folder {path} does not exist and cannot be made ({reason(error)})"
        ) from None
    try:
        with tempfile.NamedTemporaryFile(dir=path, prefix=".eurogym"):
            pass
    except OSError as error:
        raise InputError(f"{flag}: nothing can be written into the folder {path} ({reason(error)})") from None


def check_file(path: str | Path, flag: str) -> None:
    """Raises InputError unless the file `path` can be written; its folder is made if need be."""
    if not str(path).strip():
        raise InputError(f"{flag}: name a file")
    path = Path(path)
    exists = _exists(path, flag)
    if exists and path.is_dir():
        raise InputError(f"{flag}: {path} is a folder; name a file")
    if exists and not os.access(path, os.W_OK):
        raise InputError(f"{flag}: the file {path} is there and must not be written")
    check_folder(path.parent, flag)


def check_checkout(purpose: str) -> None:
    """Raises InputError unless we are in the folder of a checkout of eurogym, where its own files lie."""
    if not (Path("eurogym/__init__.py").is_file() and Path("envs/core").is_dir()):
        raise InputError(
            f"{purpose} in a checkout of eurogym, and {Path.cwd()} is none: go to one, or name a folder with --folder"
        )


def reason(error: OSError) -> str:
    """What the system says about a file, in words."""
    return error.strerror or type(error).__name__


def _exists(path: Path, flag: str) -> bool:
    try:
        return path.exists()
    except OSError as error:  # a name that is too long, a folder that must not be read
        raise InputError(f"{flag}: {path.name[:60]} ({reason(error)})") from None
