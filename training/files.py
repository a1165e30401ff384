"""Where results may be written: asked before a long run, not after it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from training.errors import InputError


def check_folder(path: str | Path, flag: str) -> None:
    """Raises InputError unless files can be written into the folder `path`, which is made if need be."""
    path = Path(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path, prefix=".eurogym"):
            pass
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(f"{flag}: nothing can be written into the folder {path} ({reason})") from None


def check_file(path: str | Path, flag: str) -> None:
    """Raises InputError unless the file `path` can be written; its folder is made if need be."""
    path = Path(path)
    if path.is_dir():
        raise InputError(f"{flag}: {path} is a folder; name a file")
    check_folder(path.parent, flag)
