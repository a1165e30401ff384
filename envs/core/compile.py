"""The kernel decorators, the key of the compile cache, and the debug switches.

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

numba itself notices only changes of the file that defines a function, not of what the function calls. So the
cache directory of an entry is named by a hash of everything its code can depend on: the sources and data
tables of the core and of its package, and the versions of Python, numpy and numba.
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
from typing import Any

import numpy as np

from eurogym.envs.core.disk import from_disk, keep_sums, read_also, to_disk
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

_ENVS = Path(__file__).resolve().parents[1]
_UNUSED_DAYS = 30
_LONGEST_WAIT = 600  # seconds for another process to compile

if PURE:
    prange = range
else:
    import numba
    from numba import prange

__all__ = [
    "DEBUG",
    "I16",
    "I32",
    "I64",
    "I8",
    "PURE",
    "U64",
    "U8",
    "cache_root",
    "content_hash",
    "entry",
    "expected_seconds",
    "is_compiled",
    "kernel",
    "load_template",
    "prange",
    "trusted_root",
]


def kernel(function: Callable) -> Callable:
    """Compile a rule function that other kernels call. It is kept on disk inside its callers' entries.

    Kernels do not allocate: without numba's memory management, array views cost no reference counting (atomic
    operations that made a call of the driver five times as long).
    """
    if PURE:
        return function
    content_hash(function.__module__)  # taken early, when the sources are those that are being imported
    flags = {"nogil": True, "error_model": "numpy", "boundscheck": DEBUG, "_nrt": False}
    if LEAN:
        return as_part(numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **flags)(function))
    return numba.njit(**flags)(function)


def entry(function: Callable | None = None, *, parallel: bool = False) -> Callable:
    """Compile a function that is called from Python, and keep it on disk.

    Each entry contains a compiled copy of all that it calls, so few entries mean a short first start.

    Args:
        function: the function; its module name says which sources its cache depends on.
        parallel: let ``prange`` loops run on several threads.
    """
    if function is None:
        return functools.partial(entry, parallel=parallel)
    if PURE:
        return function
    flags = {
        "nogil": True,
        "error_model": "numpy",
        "boundscheck": DEBUG,
        "parallel": parallel,
        "_nrt": parallel,
    }
    family = function.__module__ + (".parallel" if parallel else "")  # both kinds may stem from one function
    with _cache_directory(function.__module__, family) as directory:
        try:
            dispatcher = numba.njit(cache=directory is not None, **flags)(function)
        except (OSError, RuntimeError):  # the place looks writable and is not
            dispatcher, directory = numba.njit(**flags)(function), None
    if directory is not None:
        keep_sums(dispatcher)
    trusted = _directory_of(trusted_root(), family, function.__module__)
    if trusted is not None:
        read_also(dispatcher, trusted)
    if LEAN:
        entries[function.__module__, function.__name__, parallel] = dispatcher
    else:
        _compile_once(dispatcher, function.__module__, directory)
    return dispatcher


def load_template(
    path: str | os.PathLike, module_name: str, bindings: Mapping[str, Any], again: Sequence[str] = ()
) -> types.ModuleType:
    """Execute a template source file as a module of its own, with ``bindings`` among its globals.

    This is how one source is compiled once per game: numba keeps functions that call global dispatchers on disk, but
    not closures over them.

    Args:
        path: the template's source file.
        module_name: name of the new module. It begins with the package that it belongs to
            (``"eurogym.envs.villagers._driver"``), which decides the cache directory of its entries.
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
    module.__again__ = tuple(again)
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


def _directory_of(root: Path | None, family: str, module_name: str) -> Path | None:
    """Where the compiled code of a module lies below a root, None where there is none."""
    directory = root / family / content_hash(module_name) if root is not None else None
    return directory if directory is not None and directory.is_dir() else None


def content_hash(module_name: str) -> str:
    """Hash of everything that the compiled code of a module can depend on (20 hex digits)."""
    return _content_hash(_sorted_roots(module_name))


@functools.cache
def _sorted_roots(module_name: str) -> tuple[Path, ...]:
    return tuple(sorted(_source_roots(module_name)))


def _source_roots(module_name: str) -> set[Path]:
    """Directories whose files decide what an entry of this module does."""
    package, *rest = module_name.removeprefix("eurogym.").split(".")
    if package == "envs":
        return {_ENVS / "core"} | ({_ENVS / rest[0]} if rest else set())
    if package == "agents" and rest[0] != "framework":  # of one game: `agents.villagers._search`
        game = rest[0].removeprefix("_")
        return {_ENVS / "core", _ENVS / game, _ENVS.parent / "agents" / "framework"} | {
            path for path in [_ENVS.parent / "agents" / rest[0]] if path.is_dir()
        }
    if package in ("agents", "training"):  # tools may call kernels of any game
        return {path for name in ("envs", "agents", package) if (path := _ENVS.parent / name).is_dir()}
    parent = sys.modules.get(module_name.rpartition(".")[0])
    file = getattr(sys.modules.get(module_name), "__file__", "") or ""
    own = getattr(parent, "__path__", None) or [
        file
    ]  # of a script, the file alone: who knows what lies beside it
    known = _ENVS / "core" if package == "tests" else _ENVS
    return {known} | {Path(path).resolve() for path in own if path}


@functools.cache
def _content_hash(roots: tuple[Path, ...]) -> str:
    digest = hashlib.sha256()
    versions = (sys.version, np.__version__, "" if PURE else numba.__version__, DEBUG)
    digest.update(repr(versions).encode())
    for root in roots:
        for path in _files(root):
            digest.update(str(path.relative_to(root)).encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:20]


def _files(root: Path) -> list[Path]:
    if root.is_file():
        return [root]
    return sorted(
        path
        for path in root.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".pyc", ".tmp")
    )


@contextlib.contextmanager
def _cache_directory(module_name: str, family_name: str) -> Iterator[Path | None]:
    """Point numba's cache at this module's directory. Yields it, None where it cannot be written to."""
    try:
        family = cache_root() / family_name
        directory = family / content_hash(module_name)
        if not directory.is_dir():
            directory.mkdir(parents=True)
            _forget_old(family)
        writable = os.access(directory, os.W_OK)
    except (OSError, RuntimeError):  # also: nobody knows where home is
        directory, writable = Path(os.devnull), False
    previous = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = os.fspath(directory)
    try:
        yield directory if writable else None
    finally:
        numba.config.CACHE_DIR = previous


def _forget_old(family: Path) -> None:
    """Remove compiled code of earlier sources that nobody has written for a month."""
    limit = time.time() - _UNUSED_DAYS * 86400
    for directory in family.iterdir():
        with contextlib.suppress(OSError):
            if directory.is_dir() and directory.stat().st_mtime < limit:
                shutil.rmtree(directory, ignore_errors=True)


def is_compiled(module_name: str, parallel: bool = False) -> bool:
    """Whether compiled code of a module with entries (``"eurogym.envs.villagers._driver"``) lies on disk."""
    family = module_name + (".parallel" if parallel else "")
    for find_root in (trusted_root, cache_root):
        with contextlib.suppress(OSError, RuntimeError):  # of cache_root: nobody knows where home is
            directory = _directory_of(find_root(), family, module_name)
            if directory is not None and any(directory.glob("*/*.nbc")):
                return True
    return False


def expected_seconds(module_name: str, parallel: bool = False) -> int:
    """How long a module's entries take to compile: a guess from the length of the files with kernels.

    Measured on a quiet machine: 5 ms per line of the module's own package, 6 for policies of agents, which compile it
    whole; in a search of the agents 4 ms more per line of the rules; for several threads half as much again.
    """
    package, *rest = module_name.removeprefix("eurogym.").split(".")
    own, rules = _source_roots(module_name) - {_ENVS / "core", _ENVS}, set()
    if package == "agents" and rest[0] == "framework":  # what knows no game is small
        return 2
    if package == "agents":
        own = {root for root in own if root.parent.name == "agents" and root.name != "framework"}
        rules = {_ENVS / rest[0].removeprefix("_")}
    if module_name.endswith("._policy"):
        return max(2, round(0.006 * _kernel_lines(own)))
    seconds = 0.005 * _kernel_lines(own) + 0.004 * _kernel_lines(rules)
    return max(2, round(seconds * (1.5 if parallel else 1.0)))


# --- compiling once, and telling the user -------------------------------------------------------------------


def _compile_once(dispatcher: Any, module_name: str, directory: Path | None) -> None:
    """Compile an entry in a process of its own where that can be, only once however many processes want it, and say
    on stderr when it begins and ends; silent when the code is found on disk."""
    compiler = dispatcher._compiler
    compile_now = compiler.compile
    package = module_name.rpartition(".")[0] or module_name
    parallel = bool(dispatcher.targetoptions.get("parallel"))
    what = package.removeprefix("eurogym.").removeprefix("envs.") + (
        " for several threads" if parallel else ""
    )

    def say(text: str) -> None:
        print(f"eurogym: {text}", file=sys.stderr, flush=True)

    def compile_aloud(args: Any, return_type: Any) -> Any:
        keep = directory is not None
        if _content_hash.__wrapped__(_sorted_roots(module_name)) != content_hash(module_name):
            dispatcher._cache.disable()  # a source was edited since it was imported: keep nothing
            keep = False
        with _only_one(directory if keep else None, dispatcher.__name__):
            # another process may have compiled it meanwhile
            found = from_disk(dispatcher, args, say) if keep else None
            if found is not None:
                return found
            if directory is None:
                _say_why_not_kept()
            say(f"compiling {what} (once, about {expected_seconds(module_name, parallel)} s) ...")
            begin = time.perf_counter()
            again = getattr(sys.modules[module_name], "__again__", ())
            if keep and again:
                key = module_name, dispatcher.__name__, parallel
                trouble = compile_elsewhere(again, key, args)
                found = from_disk(dispatcher, args, say)
                if found is None:
                    say(f"compiling {what} in the normal way ({trouble or 'it was not kept'}) ...")
            result = found if found is not None else compile_now(args, return_type)
            if keep and found is None:
                trouble = to_disk(dispatcher, args, result)
                if trouble:
                    say(f"the compiled code could not be kept in {directory} ({trouble})")
            say(f"... done in {time.perf_counter() - begin:.0f} s")
            return result

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
    print(f"eurogym: {text} (docs/processes.md)", file=sys.stderr, flush=True)


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


def _kernel_lines(roots: set[Path]) -> int:
    """Lines of the Python files below these directories that define kernels or entries."""
    texts = [path.read_bytes() for root in roots for path in _files(root) if path.suffix == ".py"]
    return sum(text.count(b"\n") for text in texts if b"@kernel" in text or b"@entry" in text)
