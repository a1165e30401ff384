"""Keys of compiled code: a digest of what a function is made of.

That is the bytecode of the function and of all kernels that it reaches, and the values of the constants and tables that
they read. Comments, docstrings, formatting and everything that no kernel reads (texts, pictures) do not matter. A name
counts as read if it occurs anywhere in the code, even as the field of a state: a key may change unnecessarily, but it
never stays the same when it should change.
"""

from __future__ import annotations

import hashlib
import types
from collections.abc import Callable
from typing import Any

import numpy as np

LIBRARIES = ("numpy", "numba", "llvmlite", "math", "builtins")  # their versions are in the name of the cache
_PLAIN = (type(None), bool, int, float, complex, str, bytes)


def key_of(function: Callable) -> tuple[str, int]:
    """Return the key of a function (64 hex digits) and the bytes of code that it reaches, a measure of compile time."""
    reached = _Reached()
    reached.add_function(function)
    return reached.digest.hexdigest(), reached.size


class _Reached:
    """A walk through everything that a function reaches, in the order of its code, which is put into a digest."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        self.size = 0
        self._met: dict[Callable, int] = {}  # functions by the order in which they were met

    def _put(self, *parts: Any) -> None:
        self.digest.update(repr(parts).encode())

    def add_function(self, function: Callable) -> None:
        """Add a function with its code and what it reads by name."""
        if function in self._met:
            self._put("again", self._met[function])
            return
        self._met[function] = len(self._met)
        names: dict[str, None] = {}
        self._add_code(function.__code__, function.__doc__, names)
        closed = [cell.cell_contents for cell in function.__closure__ or ()]
        self._add((function.__defaults__, function.__kwdefaults__, closed), names)
        for name in names:
            if name in function.__globals__:
                self._put(name)
                self._add(function.__globals__[name], names)

    def _add_code(self, code: types.CodeType, doc: str | None, names: dict[str, None]) -> None:
        self.size += len(code.co_code)
        self._put(
            code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_argcount,
            code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags, code.co_exceptiontable,
        )  # fmt: skip
        names.update(dict.fromkeys(code.co_names))
        for number, constant in enumerate(code.co_consts):
            if isinstance(constant, types.CodeType):
                self._add_code(constant, None, names)
            elif number > 0 or doc is None or constant != doc:
                self._add(constant, names)

    def _add(self, value: Any, names: dict[str, None]) -> None:
        """Add a value that code may read; values of types that compiled code cannot read are left out."""
        if isinstance(value, _PLAIN):
            self._put(type(value).__name__, value)
        elif isinstance(value, np.generic):
            self._put(str(value.dtype), value.tobytes())
        elif isinstance(value, np.ndarray):
            self._put("array", value.dtype.descr, value.shape, value.strides)
            self.digest.update(np.ascontiguousarray(value).tobytes())
        elif isinstance(value, (tuple, list)):
            self._put(type(value).__name__, len(value))
            for one in value:
                self._add(one, names)
        elif isinstance(value, dict):
            self._put("dict", len(value))
            for key, one in value.items():
                self._add((key, one), names)
        elif isinstance(value, (set, frozenset)):
            self._put("set", sorted(map(repr, value)))
        elif isinstance(value, types.ModuleType):
            self._add_module(value, names)
        elif isinstance(getattr(value, "py_func", None), types.FunctionType):  # a kernel
            self._put("kernel")
            self.add_function(value.py_func)
        elif isinstance(getattr(value, "_defn", None), types.FunctionType):  # an intrinsic
            self._put("intrinsic")
            self.add_function(value._defn)
        elif isinstance(value, type):
            members = {name: one.value for name, one in getattr(value, "__members__", {}).items()}
            self._put("class", value.__module__, value.__qualname__, getattr(value, "_fields", ()), members)
        elif (type(value).__module__ or "").partition(".")[
            0
        ] in LIBRARIES:  # a type of numba, a ufunc, a dtype, print
            self._put(type(value).__qualname__, str(value))

    def _add_module(self, module: types.ModuleType, names: dict[str, None]) -> None:
        """Add the attributes of a module whose names occur in the code."""
        self._put("module", module.__name__)
        if module.__name__.partition(".")[0] not in LIBRARIES:
            for name in names:
                if name in vars(module):
                    self._put(name)
                    self._add(vars(module)[name], names)
