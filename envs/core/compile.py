"""The kernel decorators, where compiled code lies, and the debug switches.

Rules are plain functions over one state record. ``@kernel`` marks those that other kernels call, ``@entry``
the few that Python calls; numba compiles both, and keeps compiled entries on disk. Environment variables:

``NUMBA_DISABLE_JIT=1``
    nothing is compiled (:data:`PURE`): for debugging, coverage and differential tests.
``EUROGYM_DEBUG=1``
    compiled code checks array bounds (:data:`DEBUG`).
``EUROGYM_CACHE_DIR=path``
    where compiled code is kept; by default the cache directory of the user.
``EUROGYM_TRUSTED_CACHE=path``
    such a directory of another user, which is only read. Loading compiled code runs it, so only who is named is
    trusted.

Where an entry lies there is named by what its code is made of: :mod:`eurogym.envs.core.keys`.
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

# Types of state fields. NumPy computes with the width of the field and would overflow where compiled code
# widens, so the uncompiled mode makes every field wide.
U8 = np.int64 if PURE else np.uint8
I8 = np.int64 if PURE else np.int8
I16 = np.int64 if PURE else np.int16
I32 = np.int64 if PURE else np.int32
I64 = np.int64
U64 = np.uint64

_UNUSED_DAYS = 30
_LONGEST_WAIT = 600  # seconds for another process to compile
_SECONDS_PER_BYTE = 0.00025  # of bytecode that an entry reaches, to compile; on a quiet machine
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
    """Compile a rule function that other kernels call. It is kept on disk inside its callers' entries.

    Kernels do not allocate: without numba's memory management, array views cost no reference counting (atomic
    operations that made a call of the driver five times as long).
    """
    if PURE:
        return function
    if LEAN:
        return as_part(numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_FLAGS)(function))
    return numba.njit(**_FLAGS)(function)


def entry(function: Callable) -> Callable:
    """Compile a function that is called from Python, and keep it on disk.

    Each entry contains a compiled copy of all that it calls, so few entries mean a short first start.

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
    """Execute a template source file as a module of its own, with ``bindings`` among its globals.

    This is how one source is compiled once per game: numba keeps functions that call global dispatchers on disk, but
    not closures over them.

    Args:
        path: the template's source file.
        module_name: name of the new module, ``"eurogym.envs.villagers._driver"``.
        bindings: names that the template uses without defining them, among them the game's kernels.
        again: ``("module:function", *arguments)``: a call that loads this very template in another process, so that
            its entries can be compiled there (:mod:`eurogym.envs.core.lean`).

    Returns:
        The module; the same one when it was loaded before.
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
    """Directory of compiled code: ``EUROGYM_CACHE_DIR`` or ``eurogym`` in the user's cache directory."""
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
    """Directory of compiled code that is read beside that of :func:`cache_root`: ``EUROGYM_TRUSTED_CACHE``."""
    chosen = os.environ.get("EUROGYM_TRUSTED_CACHE")
    return Path(chosen).expanduser() if chosen else None


def _places(function: Callable) -> tuple[Path | None, Path | None]:
    """Where an entry's code is kept, and where else it is read; None for nowhere."""
    versions = (sys.version, np.__version__, numba.__version__, DEBUG, key_of(function)[0])
    key = hashlib.sha256(repr(versions).encode()).hexdigest()[:20]
    own: Path | None = None
    trusted: Path | None = None
    with contextlib.suppress(OSError, RuntimeError):  # also: nobody knows where home is
        directory = cache_root() / function.__module__ / key
        if not directory.is_dir():
            directory.mkdir(parents=True)
            _forget_old(directory.parent)
        own = directory if os.access(directory, os.W_OK) else None
    if (root := trusted_root()) is not None:
        trusted = root / function.__module__ / key
    return own, trusted


def _forget_old(family: Path) -> None:
    """Remove compiled code of earlier sources that nobody has written for a month."""
    limit = time.time() - _UNUSED_DAYS * 86400
    for directory in family.iterdir():
        with contextlib.suppress(OSError):
            if directory.is_dir() and directory.stat().st_mtime < limit:
                shutil.rmtree(directory, ignore_errors=True)


def is_compiled(module_name: str) -> bool:
    """Whether compiled code of a module with entries, which is imported, lies on disk."""
    return any(one._cache.holds_code() for one in _entries_of(module_name))


def expected_seconds(module_name: str) -> int:
    """How long the entries of a module, which is imported, take to compile on a quiet machine, about."""
    return max(2, round(_SECONDS_PER_BYTE * sum(key_of(one.py_func)[1] for one in _entries_of(module_name))))


def _entries_of(module_name: str) -> list[Any]:
    return [one for (module, _), one in entries.items() if module == module_name]


# --- compiling once, and telling the user -------------------------------------------------------------------


def _compile_once(dispatcher: Any, module_name: str) -> None:
    """Compile an entry in a process of its own where that can be, only once however many processes want it, and say
    on stderr when it begins and ends; silent when the code is found on disk."""
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
                    say(f"compiling {what} in the normal way ({trouble or 'it was not kept'}) ...")
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
    """Say once why nothing is read or kept where compiled code should lie, and what helps."""
    try:
        root = cache_root()
        place = next(path for path in (root, *root.parents) if path.exists())
        stranger = hasattr(os, "getuid") and place.stat().st_uid != os.getuid()
        why = f"{place} {'belongs to another user' if stranger else 'cannot be written to'}"
    except (OSError, RuntimeError):
        root, why = Path("PATH"), "nobody knows where the home directory is"
    text = f"compiled code is not kept, {why}; EUROGYM_CACHE_DIR names another place"
    if root.is_dir() and trusted_root() is None:
        text += f", EUROGYM_TRUSTED_CACHE={root} uses what lies there, if you trust its owner"
    print(f"eurogym: {text} (docs/faq.md)", file=sys.stderr, flush=True)


@contextlib.contextmanager
def _only_one(directory: Path | None, name: str) -> Iterator[None]:
    """Hold the lock of an entry, once no other process does.

    A process that dies leaves no lock behind. Without a directory, or where files cannot be locked, nothing is held.
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
