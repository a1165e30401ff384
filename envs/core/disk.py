"""Compiled code on disk, with a sum that says whether it is whole.

numba reads what lies there without looking: a file that is cut off or scribbled on ends in an error of pickle at every
start, one with a changed byte in a crash. So a third file beside those of an entry holds their sums; where it does not
agree, what lies there is thrown away and compiled again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any


def keep_sums(dispatcher: Any) -> None:
    """Make an entry's cache write the sums of its files, and load nothing that is not whole."""
    cache = dispatcher._cache
    load, save = cache.load_overload, cache.save_overload
    cache.is_kept = False  # what numba is about to save lies there already

    def load_overload(signature: Any, context: Any) -> Any:
        if not _is_whole(cache):
            return (
                None  # nothing there, or somebody is writing it just now: whoever holds the lock sees to it
            )
        try:
            return load(signature, context)
        except Exception:  # whatever pickle and LLVM make of it
            _sums_file(cache).unlink(missing_ok=True)
            return None

    def save_overload(signature: Any, compiled: Any) -> None:
        if not cache.is_kept:
            save(signature, compiled)
            _write_sums(cache)
        cache.is_kept = False

    cache.load_overload, cache.save_overload = load_overload, save_overload


def read_also(dispatcher: Any, directory: Path) -> None:
    """Let an entry load what its own cache does not have from a directory of another one, which is only read."""
    from numba.core import caching, config

    class Locator(caching.FunctionCache._impl_class._locator_classes[0]):  # that of CACHE_DIR
        def ensure_cache_path(self) -> None:
            """Others see whether it can be written to; here it need not be."""

    class Implementation(caching.FunctionCache._impl_class):
        _locator_classes = (Locator,)

    class Reader(caching.FunctionCache):
        _impl_class = Implementation

    previous, config.CACHE_DIR = config.CACHE_DIR, os.fspath(directory)
    try:
        reader = Reader(dispatcher.py_func)
    finally:
        config.CACHE_DIR = previous
    own = dispatcher._cache.load_overload

    def load_overload(signature: Any, context: Any) -> Any:
        found = own(signature, context)
        if found is None and _is_whole(reader):
            with contextlib.suppress(Exception):  # whatever pickle and LLVM make of it
                found = reader.load_overload(signature, context)
        return found

    dispatcher._cache.load_overload = load_overload


def from_disk(dispatcher: Any, signature: Any, say: Callable[[str], None]) -> Any:
    """The compiled code of a signature as another process has left it, or None. The caller holds the entry's lock."""
    if not _is_whole(dispatcher._cache) and _files(dispatcher._cache):
        say(f"compiled code in {_index(dispatcher._cache).parent} is damaged and thrown away")
        for path in _files(dispatcher._cache):
            with contextlib.suppress(OSError):
                path.unlink()
    found = dispatcher._cache.load_overload(signature, dispatcher.targetctx)
    dispatcher._cache.is_kept = found is not None
    return found


def to_disk(dispatcher: Any, signature: Any, compiled: Any) -> str:
    """Keep compiled code. Returns "" or why that could not be."""
    try:
        dispatcher._cache.save_overload(signature, compiled)
    except OSError as error:
        return error.strerror or type(error).__name__
    finally:
        dispatcher._cache.is_kept = True
    return ""


def _index(cache: Any) -> Path:
    return Path(cache._cache_file._index_path)


def _files(cache: Any) -> list[Path]:
    """What numba has written for an entry: its index, and code per signature."""
    index = _index(cache)
    return sorted(index.parent.glob(f"{index.stem}.*nb[ic]")) if index.parent.is_dir() else []


def _sums_file(cache: Any) -> Path:
    return _index(cache).with_suffix(".sums")


def _sums(cache: Any) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in _files(cache)}


def _is_whole(cache: Any) -> bool:
    """Whether code lies there, and all of it as it was written."""
    try:
        return json.loads(_sums_file(cache).read_text(encoding="ascii")) == _sums(cache)
    except (OSError, ValueError):
        return False


def _write_sums(cache: Any) -> None:
    target = _sums_file(cache)
    handle, name = tempfile.mkstemp(dir=target.parent, suffix=".tmp")
    with open(handle, "w", encoding="ascii") as file:
        json.dump(_sums(cache), file)
    os.replace(name, target)
