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
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from eurogym.envs.core.compile.disk import Places, Store, distrust, packed, rebuilt
from eurogym.envs.core.compile.keys import key_of
from eurogym.envs.core.compile.lean import LEAN, as_part, compile_elsewhere, entries
from eurogym.envs.core.files import end_of, lock_file
from eurogym.envs.core.telling import tell


def _switch(name: str) -> bool:
    return os.environ.get(name, "0").strip().lower() not in ("", "0", "false", "no")


PURE: bool = _switch("NUMBA_DISABLE_JIT")
DEBUG: bool = _switch("EUROGYM_DEBUG")

# Types of state fields. NumPy computes with the width of the field and would overflow where compiled code uses wider
# integers, so all fields are wide in the uncompiled mode.
U8 = np.int64 if PURE else np.uint8
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

__all__ = [
    "DEBUG",
    "I8",
    "I16",
    "I32",
    "I64",
    "PURE",
    "U8",
    "U64",
    "cache_root",
    "entry",
    "expected_seconds",
    "is_compiled",
    "kernel",
    "load_template",
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


def entry(function: Callable) -> Callable:
    """Compile a function that is called from Python, and keep it on disk.

    Each entry contains a compiled copy of everything it calls, so few entries mean a short first start.

    Args:
        function: the function.
    """
    if PURE:
        return function
    dispatcher = numba.njit(**_FLAGS)(function)
    entries[function.__module__, function.__name__] = dispatcher
    if not LEAN:  # else the process that asked keeps it
        dispatcher._cache = Store(function.__name__, functools.partial(_places, function), _say)
        _compile_once(dispatcher, function.__module__)
    return dispatcher


def load_template(
    path: str | os.PathLike, module_name: str, bindings: Mapping[str, Any], again: Sequence[str] = ()
) -> types.ModuleType:
    """Execute a template source file as a separate module, with ``bindings`` among its globals.

    In this way, one source is compiled once per game: numba can keep functions on disk that call global dispatchers,
    but not closures over them.

    Args:
        path: the template's source file.
        module_name: name of the new module, ``"eurogym.envs.villagers._driver"``.
        bindings: names that the template uses without defining them, among them the game's kernels.
        again: ``("module:function", *arguments)``: a call that loads the same template in another process, so that
            its entries can be compiled there (:mod:`eurogym.envs.core.compile.lean`).

    Returns:
        The module; if it was loaded before, the same object.
    """
    loaded = sys.modules.get(module_name)
    if loaded is not None:
        return loaded
    path = os.fspath(path)
    module = types.ModuleType(module_name)
    module.__file__ = path
    module.__package__ = module_name.rpartition(".")[0]
    module.__dict__.update(bindings)
    module.__dict__["__again__"] = tuple(again)
    sys.modules[module_name] = module
    try:
        with open(path, encoding="utf-8") as source:
            exec(compile(source.read(), path, "exec"), module.__dict__)
    except BaseException:
        del sys.modules[module_name]
        raise
    return module


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


def _places(function: Callable) -> Places:
    """Return where an entry's code lies; what must not be read is reported."""
    versions = (sys.version, np.__version__, numba.__version__, DEBUG, key_of(function)[0])
    names = function.__module__, hashlib.sha256(repr(versions).encode()).hexdigest()[:20]
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


def is_compiled(module_name: str) -> bool:
    """Return whether there is compiled code of an imported module with entries on disk."""
    return any(one._cache.holds_code() for one in _entries_of(module_name))


def expected_seconds(module_name: str) -> int:
    """Return roughly how long the entries of an imported module take to compile on an idle machine."""
    return max(2, round(_SECONDS_PER_BYTE * sum(key_of(one.py_func)[1] for one in _entries_of(module_name))))


def _entries_of(module_name: str) -> list[Any]:
    return [one for (module, _), one in entries.items() if module == module_name]


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


def _compile_once(dispatcher: Any, module_name: str) -> None:
    """Make an entry compile in a separate process if possible, and only once if several processes want it.

    It reports on stderr when compiling begins and ends, and is silent if the code is found on disk.
    """
    compiler, store, context = dispatcher._compiler, dispatcher._cache, dispatcher.targetctx
    compile_now = compiler.compile
    package = module_name.rpartition(".")[0] or module_name
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
            _say(f"compiling {what} ({often}, about {expected_seconds(module_name)} s) ...")
            begin = time.perf_counter()
            if again := getattr(sys.modules[module_name], "__again__", ()):
                found, body, trouble = _handed_over(again, dispatcher, args, context)
                if found is None:
                    _say(f"compiling {what} in this process instead ({trouble}) ...")
            if found is None:
                found = compile_now(args, return_type)
                body = packed(found)
            if trouble := store.keep(args, context, body):
                _say(f"the compiled code could not be kept in {places.keep} ({trouble})")
            _say(f"... done in {time.perf_counter() - begin:.0f} s")
            return found

    compiler.compile = compile_aloud


def _handed_over(
    again: Sequence[str], dispatcher: Any, args: Any, context: Any
) -> tuple[Any, bytes | None, str]:
    """Return what another process has compiled, the same as bytes, and ""; or None, None and why there is nothing."""
    function = dispatcher.py_func
    body, trouble = compile_elsewhere(again, (function.__module__, function.__name__), function, args)
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
        import fcntl

        lock = lock_file(directory / f"{name}.lock") if directory is not None else None
    except (ImportError, OSError):
        lock = None
    if lock is None:
        yield
        return
    with lock:
        until = time.monotonic() + _LONGEST_WAIT
        while time.monotonic() < until:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                time.sleep(0.1)
        yield
