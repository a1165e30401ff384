"""The kernel decorators, the cache of compiled code, and the debug switches.

Rules are plain functions over one state record. ``@kernel`` marks those that other kernels call, and ``@entry`` the few
that Python calls; numba compiles both, and compiled entries are kept on disk. Environment variables:

``NUMBA_DISABLE_JIT=1``
    nothing is compiled (:data:`PURE`): for debugging, coverage and differential tests.
``EUROGYM_DEBUG=1``
    compiled code checks array bounds (:data:`DEBUG`).
``EUROGYM_CACHE_DIR=path``
    where compiled code is kept; by default the cache directory of the user.
``EUROGYM_TRUSTED_CACHE=path``
    such a directory of another user, which is only read. Loading compiled code runs it, so only directories of this
    user, of root and this one are trusted, and only if nobody but their owner may write to them.

The place of an entry in the cache depends on what its code is made of: :mod:`eurogym.envs.core.compile.keys`.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from eurogym.envs.core.compile.disk import Places, Store, distrust, packed, rebuilt
from eurogym.envs.core.compile.keys import key_of
from eurogym.envs.core.compile.lean import LEAN, as_part, compile_elsewhere, numbered
from eurogym.envs.core.files import end_of, lock_file, locked
from eurogym.envs.core.telling import tell


def _switch(name: str) -> bool:
    return os.environ.get(name, "0").strip().lower() not in ("", "0", "false", "no")


PURE: bool = _switch("NUMBA_DISABLE_JIT")
DEBUG: bool = _switch("EUROGYM_DEBUG")

# Types of state fields. NumPy computes with the width of the field and would overflow where compiled code uses wider
# integers, so all fields are wide in the uncompiled mode.
I8 = np.int64 if PURE else np.int8
I16 = np.int64 if PURE else np.int16
I32 = np.int64 if PURE else np.int32
I64 = np.int64
U64 = np.uint64

_UNUSED_DAYS = 30
_LONGEST_WAIT = 600  # seconds for another process to compile
_SECONDS_PER_BYTE = 0.00025  # compile time per byte of bytecode that an entry reaches, on an idle machine
_said: set[str] = set()  # what is told once
_FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": DEBUG, "_nrt": False}

if not PURE:
    import numba
    from numba.core.compiler_lock import global_compiler_lock

    if hasattr(os, "register_at_fork"):  # a child would wait for ever for a thread that it does not have
        os.register_at_fork(
            before=global_compiler_lock.acquire,
            after_in_parent=global_compiler_lock.release,
            after_in_child=global_compiler_lock.release,
        )

__all__ = [
    "DEBUG",
    "I8",
    "I16",
    "I32",
    "I64",
    "PURE",
    "U64",
    "Unit",
    "cache_root",
    "entry",
    "expected_seconds",
    "is_compiled",
    "kernel",
    "trusted_root",
    "why_not_kept",
]


F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a rule function that other kernels call; on disk, it is a part of the entries that reach it.

    Kernels must not allocate memory. Without numba's memory management, array views need no reference counting, whose
    atomic operations made a call of the driver take five times as long.
    """
    if PURE:
        return function
    if LEAN:
        return as_part(numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_FLAGS)(function))
    return numba.njit(**_FLAGS)(function)


class Unit(NamedTuple):
    """Code that is compiled once for each game: what a factory takes, to which the game's kernels are arguments.

    The functions that a factory defines are closures over these kernels, so its source is there once, and compiled for
    every game by itself.

    Attributes:
        name: of the folder in the cache, ``"eurogym.envs.villagers.driver"``; the user is told its package.
        again: ``("module:function", package, *arguments)``: what returns the entry for the game of a package, so that
            another process can compile it (:mod:`eurogym.envs.core.compile.lean`).
    """

    name: str
    again: tuple[str, ...] = ()

    def entry(self, function: F) -> F:
        """Compile the entry of this unit (:func:`entry`)."""
        return _entry(function, self)


def entry(function: F) -> F:
    """Compile a function that is called from Python, and keep it on disk.

    Each entry contains a compiled copy of everything it calls, so few entries mean a short first start. Those that
    belong to one game are made by :meth:`Unit.entry`.
    """
    return _entry(function, Unit(function.__module__))


def _entry(function: Any, unit: Unit) -> Any:
    if PURE:
        return function
    dispatcher = numba.njit(**_FLAGS)(function)
    if not LEAN:  # else the process that asked keeps it
        dispatcher._cache = Store(function.__name__, functools.partial(_places, function, unit.name), _say)
        _compile_once(dispatcher, unit)
    return dispatcher


# --- cache directory ----------------------------------------------------------------------------------------


def cache_root() -> Path:
    """Return the directory of compiled code: ``EUROGYM_CACHE_DIR`` or ``eurogym`` in the user's cache directory."""
    chosen = os.environ.get("EUROGYM_CACHE_DIR")
    if chosen:
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "eurogym"


def trusted_root() -> Path | None:
    """Return the further directory from which compiled code is read, ``EUROGYM_TRUSTED_CACHE``, or None."""
    chosen = os.environ.get("EUROGYM_TRUSTED_CACHE")
    return Path(chosen).expanduser() if chosen else None


def why_not_kept() -> str:
    """Return why compiled code is not kept on this machine, or ""."""
    return _own_folder()[1]


def _places(function: Callable, unit: str) -> Places:
    """Return where an entry's code lies; what must not be read is reported."""
    versions = (sys.version, np.__version__, numba.__version__, DEBUG, key_of(function)[0])
    names = unit, hashlib.sha256(repr(versions).encode()).hexdigest()[:20]
    own, why = _own_folder(*names)
    read: list[tuple[Path, tuple[int, ...]]] = []
    if own is not None:
        read.append((own, ()))
    if (root := trusted_root()) is not None:
        with contextlib.suppress(OSError):  # there is nothing of this entry
            owner = os.stat(root).st_uid
            folder, doubt = _checked(Path(os.path.realpath(root)), names, owner)
            if doubt:
                _say_once("EUROGYM_TRUSTED_CACHE", f"compiled code in {root} is not read: {doubt}")
            else:
                read.append((folder, (owner,)))
    return Places("/".join(names), None if why else own, tuple(read), why)


def _own_folder(*names: str) -> tuple[Path | None, str]:
    """Return a folder in the cache, made if need be, or None if it must not be read; and why nothing is kept there."""
    try:
        root = end_of(cache_root())
        root.parent.mkdir(parents=True, exist_ok=True)
        folder, doubt = _checked(root, names, make=True)
    except RuntimeError:
        return None, "the home directory is unknown"
    except OSError as error:
        reason = "it is a file" if isinstance(error, FileExistsError) else error.strerror
        return None, f"{str(error.filename or cache_root())[:200]} cannot be used: {reason}"
    if doubt:
        return None, doubt
    return folder, "" if os.access(folder, os.W_OK) else f"{folder} cannot be written to"


def _checked(root: Path, names: Sequence[str], *owners: int, make: bool = False) -> tuple[Path, str]:
    """Return a folder below a root, and why something on the way there must not be read; raise OSError without one."""
    folder = root
    for name in ("", *names):
        folder = folder / name
        if make and not os.path.lexists(folder):
            with contextlib.suppress(FileExistsError):  # another process was first
                folder.mkdir(mode=0o755)
                if folder.parent.parent == root:
                    _forget_old(folder.parent)
        mode = os.lstat(folder).st_mode
        if not stat.S_ISDIR(mode) and not stat.S_ISLNK(mode):
            return folder, f"{folder} is not a folder"
        if doubt := distrust(folder, *owners):
            return folder, doubt
    return folder, ""


def _forget_old(family: Path) -> None:
    """Remove compiled code of earlier sources that was last written more than a month ago."""
    limit = time.time() - _UNUSED_DAYS * 86400
    for directory in family.iterdir():
        with contextlib.suppress(OSError):
            if directory.is_dir() and directory.stat().st_mtime < limit:
                shutil.rmtree(directory, ignore_errors=True)


def is_compiled(entry: Any) -> bool:
    """Return whether there is code of an entry on disk."""
    return entry._cache.holds_code()


def expected_seconds(entry: Any) -> int:
    """Return roughly how long an entry takes to compile on an idle machine."""
    return max(2, round(_SECONDS_PER_BYTE * key_of(entry.py_func)[1]))


# --- compiling once, and telling the user -------------------------------------------------------------------


def _say(text: str) -> None:
    tell(f"eurogym: {text}")


def _say_once(about: str, text: str) -> None:
    if about not in _said:
        _said.add(about)
        _say(text)


def _say_why_not_kept(why: str) -> None:
    """Report once why compiled code is not kept, and what helps."""
    text = f"compiled code is not cached: {why}; set EUROGYM_CACHE_DIR to another folder"
    root = cache_root() if "home" not in why else None
    if root is not None and why.startswith(f"{root} belongs to another user") and trusted_root() is None:
        text += f", or EUROGYM_TRUSTED_CACHE={root} to read what is there, if you trust its owner"
    _say_once("EUROGYM_CACHE_DIR", f"{text} (docs/faq.md)")


def _compile_once(dispatcher: Any, unit: Unit) -> None:
    """Make an entry compile in a separate process if possible, and only once if several processes want it.

    It reports on stderr when compiling begins and ends, and is silent if the code is found on disk.
    """
    compiler, store, context = dispatcher._compiler, dispatcher._cache, dispatcher.targetctx
    compile_now = compiler.compile
    package = unit.name.rpartition(".")[0] or unit.name
    what = package.removeprefix("eurogym.").removeprefix("envs.")

    def compile_aloud(args: Any, return_type: Any) -> Any:
        places = store.places
        with _only_one(places.keep, store.name):
            # another process may have compiled it meanwhile
            found = store.find(args, context, locked=True)
            if found is not None:
                return found
            often = "once"
            if places.why:
                _say_why_not_kept(places.why)
                often = "at every start"
            _say(f"compiling {what} ({often}, about {expected_seconds(dispatcher)} s) ...")
            begin = time.perf_counter()
            key = key_of(dispatcher.py_func)[0]
            if unit.again:
                found, body, trouble = _handed_over(unit.again, key, args, context)
                if found is None:
                    _say(f"compiling {what} in this process instead ({trouble}) ...")
            if found is None:
                with numbered(key, args):
                    found = compile_now(args, return_type)
                body = packed(found)
            if trouble := store.keep(args, context, body):
                _say(f"the compiled code could not be kept in {places.keep} ({trouble})")
            _say(f"... done in {time.perf_counter() - begin:.0f} s")
            return found

    compiler.compile = compile_aloud


def _handed_over(again: Sequence[str], key: str, args: Any, context: Any) -> tuple[Any, bytes | None, str]:
    """Return what another process has compiled, the same as bytes, and ""; or None, None and why there is nothing."""
    body, trouble = compile_elsewhere(again, key, args)
    if body is None:
        return None, None, trouble
    try:
        return rebuilt(context, body), body, ""
    except Exception as error:  # of a numba that works differently inside
        return None, None, f"{type(error).__name__}: {error}"


@contextlib.contextmanager
def _only_one(directory: Path | None, name: str) -> Iterator[None]:
    """Hold the lock of an entry, as soon as no other process does.

    A process that dies leaves no lock behind. Without a directory, or if files cannot be locked, no lock is held.
    """
    try:
        lock = lock_file(directory / f"{name}.lock") if directory is not None else None
    except OSError:
        lock = None
    if lock is None:
        yield
        return
    with lock:
        until = time.monotonic() + _LONGEST_WAIT
        while not locked(lock) and time.monotonic() < until:
            time.sleep(0.1)
        yield
