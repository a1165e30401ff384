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
    such a directory of another user, which is only read. Loading compiled code runs it, so only a directory named here
    is trusted.

The place of an entry in the cache depends on what its code is made of: :mod:`eurogym.envs.core.keys`.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import shutil
import sys
import time
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from eurogym.envs.core.disk import Store
from eurogym.envs.core.keys import key_of
from eurogym.envs.core.lean import LEAN, as_part, compile_elsewhere, entries


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
    dispatcher._cache = Store(function.__name__, functools.partial(_places, function))
    entries[function.__module__, function.__name__] = dispatcher
    if not LEAN:
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
            its entries can be compiled there (:mod:`eurogym.envs.core.lean`).

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


def _places(function: Callable) -> tuple[Path | None, Path | None]:
    """Return where an entry's code is kept, and where else it is read; None: nowhere."""
    versions = (sys.version, np.__version__, numba.__version__, DEBUG, key_of(function)[0])
    key = hashlib.sha256(repr(versions).encode()).hexdigest()[:20]
    own: Path | None = None
    trusted: Path | None = None
    with contextlib.suppress(OSError, RuntimeError):  # RuntimeError: there is no home directory
        directory = cache_root() / function.__module__ / key
        if not directory.is_dir():
            directory.mkdir(parents=True)
            _forget_old(directory.parent)
        own = directory if os.access(directory, os.W_OK) else None
    if (root := trusted_root()) is not None:
        trusted = root / function.__module__ / key
    return own, trusted


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


def _compile_once(dispatcher: Any, module_name: str) -> None:
    """Make an entry compile in a separate process if possible, and only once if several processes want it.

    It reports on stderr when compiling begins and ends, and is silent if the code is found on disk.
    """
    compiler, store = dispatcher._compiler, dispatcher._cache
    compile_now = compiler.compile
    package = module_name.rpartition(".")[0] or module_name
    what = package.removeprefix("eurogym.").removeprefix("envs.")

    def say(text: str) -> None:
        print(f"eurogym: {text}", file=sys.stderr, flush=True)

    def compile_aloud(args: Any, return_type: Any) -> Any:
        directory = store.places[0]
        with _only_one(directory, store.name):
            # another process may have compiled it meanwhile
            found = store.find(args, dispatcher.targetctx, say)
            if found is not None:
                return found
            if directory is None:
                _say_why_not_kept()
            say(f"compiling {what} (once, about {expected_seconds(module_name)} s) ...")
            begin = time.perf_counter()
            again = getattr(sys.modules[module_name], "__again__", ())
            if directory is not None and again:
                trouble = compile_elsewhere(again, (module_name, store.name), args)
                found = store.find(args, dispatcher.targetctx, say)
                if found is None:
                    say(
                        f"compiling {what} in this process instead ({trouble or 'the compiled code was not kept'}) ..."
                    )
            if found is None:
                found = compile_now(args, return_type)
                trouble = store.keep(args, found)
                if trouble:
                    say(f"the compiled code could not be kept in {directory} ({trouble})")
            say(f"... done in {time.perf_counter() - begin:.0f} s")
            return found

    compiler.compile = compile_aloud


@functools.cache
def _say_why_not_kept() -> None:
    """Report once why compiled code is neither read nor kept, and what helps."""
    try:
        root = cache_root()
        place = next(path for path in (root, *root.parents) if path.exists())
        stranger = hasattr(os, "getuid") and place.stat().st_uid != os.getuid()
        why = f"{place} {'belongs to another user' if stranger else 'cannot be written to'}"
    except (OSError, RuntimeError):
        root, why = Path("PATH"), "the home directory is unknown"
    text = f"compiled code is not cached: {why}; set EUROGYM_CACHE_DIR to another folder"
    if root.is_dir() and trusted_root() is None:
        text += f", or EUROGYM_TRUSTED_CACHE={root} to read what is there, if you trust its owner"
    print(f"eurogym: {text} (docs/faq.md)", file=sys.stderr, flush=True)


@contextlib.contextmanager
def _only_one(directory: Path | None, name: str) -> Iterator[None]:
    """Hold the lock of an entry, as soon as no other process does.

    A process that dies leaves no lock behind. Without a directory, or if files cannot be locked, no lock is held.
    """
    try:
        import fcntl

        lock = open(directory / f"{name}.lock", "w") if directory is not None else None  # noqa: SIM115
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
