"""Compiling an entry in a process of its own, in a fifth of the time; the process that asked loads the result.

numba optimises every function as a library of its own, and again inside each caller up to the entry: for the rules of a
game, over 200 kernels, that was two thirds of the first start (Villagers: 75 s of processor time, 13 s this way).
Here code is only generated for kernels, once for integers of all widths; the entry links every kernel once and is
optimised as a whole. What comes out runs as fast, but kernels compiled like that cannot be called by themselves: hence
the process of its own, which also leaves the memory that compiling takes (Villagers: 680 MB, 260 MB this way) behind.
Entries of one game have most kernels in common, so whoever wants several of them has them compiled in one process
(Villagers, four parts: 125 s of processor time apart, 82 s together).

This changes two methods of numba for the life of that process. Where it fails, with a numba that works differently
inside, the caller compiles in the normal way and says so.
"""

from __future__ import annotations

import base64
import contextlib
import ctypes
import gc
import importlib
import json
import os
import pickle
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from typing import Any

LEAN_VARIABLE = "EUROGYM_COMPILING"  # set in the process that compiles for another one
LEAN: bool = LEAN_VARIABLE in os.environ
entries: dict[tuple[str, str], Any] = {}  # module, function -> entry (only here)
_kernels_in_work = 0
_compiler: ContextVar[subprocess.Popen | None] = ContextVar("_compiler", default=None)


@contextlib.contextmanager
def one_compiler() -> Iterator[None]:
    """Entries that are compiled meanwhile, by this thread, share a process and the code of their kernels."""
    process = subprocess.Popen(
        elsewhere("eurogym.envs.core.lean:main"),
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


def compile_elsewhere(again: Sequence[str], key: tuple[str, str], signature: Any) -> str:
    """Compile one signature of an entry in a process of its own, which keeps it on disk.

    Args:
        again: ``("module:function", *arguments)``, what makes the module of the entry in another process.
        key: which of :data:`entries`.
        signature: numba types of its arguments.

    Returns:
        "" where it worked, else the last line of what went wrong.
    """
    process = _compiler.get()
    if process is None:
        with one_compiler():
            return compile_elsewhere(again, key, signature)
    assert process.stdout is not None
    job = base64.b64encode(pickle.dumps((tuple(again), key, tuple(signature)))).decode()
    answer = ""
    with contextlib.suppress(OSError, ValueError):  # it has died
        print(job, file=process.stdin, flush=True)
        answer = process.stdout.readline()
    return json.loads(answer) if answer else f"ended with status {process.wait()}"


def elsewhere(function: str, *words: str) -> list[str]:
    """The command that calls a function (``"module:function"``) with these words in a process of its own.

    It finds the same sources as this one does, wherever it was started and whatever lies there: compiled code is kept
    by the place of its sources.
    """
    module, _, name = function.partition(":")
    code = (
        "import importlib, json, sys; sys.path[:] = json.loads(sys.argv[1]); "
        "getattr(importlib.import_module(sys.argv[2]), sys.argv[3])(*sys.argv[4:])"
    )
    paths = json.dumps([os.path.abspath(path) for path in sys.path])
    return [sys.executable, "-P", "-c", code, paths, module, name, *words]


def main() -> None:
    """What the other process does: a job a line by standard input, a line for each by what was standard output."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever else is printed is no answer
    lean_numba()
    gc.set_threshold(100_000, 20, 100)  # little of what compiling makes is garbage: a twentieth of its time
    for job in sys.stdin:
        trouble = ""
        try:
            again, key, signature = pickle.loads(base64.b64decode(job))
            where, _, maker = again[0].partition(":")
            getattr(importlib.import_module(where), maker)(*again[1:])
            entries[key].compile(signature)
        except Exception:
            trouble = traceback.format_exc().strip().splitlines()[-1]
        print(json.dumps(trouble), file=answers, flush=True)


def lean_numba() -> None:
    """Make numba generate code for kernels and optimise entries alone, from here on in this process."""
    from numba.core import codegen

    finalize = codegen.CPUCodeLibrary.finalize

    def finalize_entry(library: Any) -> None:
        """Kernels are done as they are; an entry takes in all that it can reach, each once."""
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
        """As numba does, for what was handed to the machine; kernels were not."""
        address = self._engine.get_global_value_address(env_name)
        if address:
            (ctypes.c_void_p * 1).from_address(address)[0] = ctypes.c_void_p(id(env))

    codegen.CPUCodeLibrary.finalize = finalize_entry
    codegen.JITCPUCodegen.set_env = set_env


def _wide(kind: Any) -> Any:
    """The type of an argument without the width and the value of an integer."""
    types: Any = importlib.import_module("numba.core.types")
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.bitwidth < 64 else kind


def as_part(dispatcher: Any) -> Any:
    """A kernel that is compiled as a part of entries only, and once for integers of all widths and values.

    State fields are of several widths, and every width, and every number written out in a call, would be a kernel of
    its own: half as many again as there are.
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
