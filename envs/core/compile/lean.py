"""Compiling an entry in a separate process, in a fifth of the time; the process that needs it loads the result.

numba optimises every function as a separate library, and again inside each caller up to the entry. For the rules of a
game, with over 200 kernels, that was two thirds of the first start (Villagers: 75 s of processor time, 13 s this way).
Here code is only generated for kernels, once for integers of all widths; the entry links every kernel once and is
optimised as a whole. The result is as fast, but kernels compiled like this cannot be called by themselves. This is why
a separate process is used, which also releases the memory that compiling takes (Villagers: 680 MB, 260 MB this way).
Entries of one game share most kernels, so if several are needed, they are compiled in one process (Villagers, four
parts: 125 s of processor time separately, 82 s together).

This changes two methods of numba during the life of that process. If it fails, with a numba that works differently
inside, the caller compiles in the normal way and says so.
"""

from __future__ import annotations

import base64
import contextlib
import ctypes
import gc
import hashlib
import importlib
import itertools
import json
import os
import pickle
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from typing import Any

from eurogym.envs.core.compile.disk import packed
from eurogym.envs.core.compile.keys import key_of

LEAN_VARIABLE = "EUROGYM_COMPILING"  # set in the process that compiles for another one
LEAN: bool = LEAN_VARIABLE in os.environ
_kernels_in_work = 0
_compiler: ContextVar[subprocess.Popen | None] = ContextVar("_compiler", default=None)


@contextlib.contextmanager
def one_compiler() -> Iterator[None]:
    """Let entries that this thread compiles inside the block share a process and the code of their kernels."""
    if not sys.executable:
        yield
        return
    process = subprocess.Popen(
        elsewhere("eurogym.envs.core.compile.lean:main"),
        env=os.environ | {LEAN_VARIABLE: "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        errors="replace",
    )
    token = _compiler.set(process)
    try:
        yield
    finally:
        _compiler.reset(token)
        process.kill()
        process.communicate()


def compile_elsewhere(again: Sequence[str], key: str, signature: Any) -> tuple[bytes | None, str]:
    """Compile one signature of an entry in a separate process.

    Args:
        again: ``("module:function", package, *arguments)``, what returns the entry for the game of a package.
        key: the key of what is wanted (:func:`eurogym.envs.core.compile.keys.key_of`); sources may have been edited
            since this process imported them.
        signature: numba types of its arguments.

    Returns:
        The compiled code (:func:`eurogym.envs.core.compile.disk.packed`) and "", or None and the last line of the
        error.
    """
    if not sys.executable:
        return None, "sys.executable does not name a Python that could be started"
    process = _compiler.get()
    if process is None:
        with one_compiler():
            return compile_elsewhere(again, key, signature)
    assert process.stdout is not None
    job = base64.b64encode(pickle.dumps((tuple(again), key, tuple(signature)))).decode()
    answer = ""
    with contextlib.suppress(OSError, ValueError):  # the process has died
        print(job, file=process.stdin, flush=True)
        answer = process.stdout.readline()
    if not answer:
        return None, f"ended with status {process.wait()}"
    code, trouble = json.loads(answer)
    return (None if trouble else base64.b64decode(code)), trouble


def elsewhere(function: str, *words: str) -> list[str]:
    """Return the command that calls a function (``"module:function"``) with these words in a separate process.

    It finds the same sources as this process, whatever the current directory is and contains: compiled code is kept by
    the place of its sources.
    """
    module, _, name = function.partition(":")
    code = (
        "import importlib, json, sys; sys.path[:] = json.loads(sys.argv[1]); "
        "getattr(importlib.import_module(sys.argv[2]), sys.argv[3])(*sys.argv[4:])"
    )
    paths = json.dumps([os.path.abspath(path) for path in sys.path])
    return [sys.executable, "-P", "-c", code, paths, module, name, *words]


def main() -> None:
    """Run the other process: read a job per line from standard input, and answer each with a line on stdout."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # anything else that is printed must not be taken for an answer
    lean_numba()
    gc.set_threshold(100_000, 20, 100)  # compiling makes little garbage; this saves a twentieth of its time
    for job in sys.stdin:
        code: bytes | None = None
        try:
            again, key, signature = pickle.loads(base64.b64decode(job))
            (maker, package, *arguments) = again
            where, _, name = maker.partition(":")
            game = importlib.import_module(package).GAME
            entry = getattr(importlib.import_module(where), name)(game, *arguments)
            if key_of(entry.py_func)[0] != key:
                raise RuntimeError("its source has changed since it was imported")
            with numbered(key, signature):
                entry.compile(signature)
            code = packed(entry.overloads[signature])
            trouble = "" if code else "it contains addresses of that process"
        except Exception:
            trouble = traceback.format_exc().strip().splitlines()[-1]
        print(json.dumps((base64.b64encode(code or b"").decode(), trouble)), file=answers, flush=True)


@contextlib.contextmanager
def numbered(key: str, signature: Any) -> Iterator[None]:
    """Let numba number the functions that it compiles from a place that depends on what is compiled.

    The numbers are a part of the names in compiled code, where types of records are numbers as well, and the linker
    takes two functions of one name to be the same. Otherwise a kernel that several games use could be taken from the
    code of another game, which was compiled in another process.
    """
    identity: Any = importlib.import_module("numba.core.bytecode").FunctionIdentity
    place = hashlib.sha256(repr((key, signature)).encode()).hexdigest()[:12]
    before, identity._unique_ids = identity._unique_ids, itertools.count(int(place, 16))
    try:
        yield
    finally:
        identity._unique_ids = before


def lean_numba() -> None:
    """Make numba only generate code for kernels, and optimise only entries, from now on in this process."""
    from numba.core import codegen

    finalize = codegen.CPUCodeLibrary.finalize

    def finalize_entry(library: Any) -> None:
        """Leave kernels as they are; let an entry link everything that it can reach once."""
        if _kernels_in_work:
            library._raise_if_finalized()
            library._finalized = True
            return
        reached, ahead = {}, list(library._linking_libraries)
        while ahead:
            one = ahead.pop(0)
            if id(one) not in reached:
                reached[id(one)] = one
                ahead += getattr(one, "_linking_libraries", [])
        library._linking_libraries = list(reached.values())
        finalize(library)

    def set_env(self: Any, env_name: str, env: Any) -> None:
        """Do what numba does for code that was handed to the machine; kernels were not."""
        address = self._engine.get_global_value_address(env_name)
        if address:
            (ctypes.c_void_p * 1).from_address(address)[0] = ctypes.c_void_p(id(env))

    codegen.CPUCodeLibrary.finalize = finalize_entry
    codegen.JITCPUCodegen.set_env = set_env


def _wide(kind: Any) -> Any:
    """Return the type of an argument without the width and the value of an integer."""
    types: Any = importlib.import_module("numba.core.types")
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.bitwidth < 64 else kind


def as_part(dispatcher: Any) -> Any:
    """Make a kernel compile only as a part of entries, and once for integers of all widths and values.

    State fields have several widths. Otherwise every width, and every literal number in a call, would make another
    kernel: half as many again as there are.
    """
    compiler = dispatcher._compiler
    compile_now: Callable = compiler.compile
    template: Callable = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(_wide, args)), kws)

    def compile_part(args: Any, return_type: Any) -> Any:
        global _kernels_in_work
        _kernels_in_work += 1
        try:
            return compile_now(args, return_type)
        finally:
            _kernels_in_work -= 1

    compiler.compile = compile_part
    return dispatcher
