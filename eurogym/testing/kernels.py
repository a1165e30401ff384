"""Tests of kernels by reading their source, with file and line, before anything is compiled.

Kernels must name existing fields, and those that only read the state must not write to it.
"""

from __future__ import annotations

import ast
import difflib
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from eurogym.agents.framework.base import game_kernels
from eurogym.envs.core.compile.kernels import PURE
from eurogym.testing.tables import table_of
from eurogym.testing.trial import LOOKING

KERNELS = (
    "set_up", "advance", "apply", "mark_legal", "observe_table", "observe_seat", "scores", "determinize",
)  # fmt: skip
_OF_RECORDS = {"dtype", "shape", "view"}  # attributes of a state that are not fields


@dataclass(frozen=True)
class Wrong:
    """A mistake in a kernel: the file, the line and the message."""

    file: str
    line: int
    words: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.words}"


def kernel_test(game: Any) -> None:
    """Check the source of a game's kernels for wrong names, forbidden writes and missing decorators.

    Every state field and every declared constant that a kernel names must exist. Kernels that only read the state
    (``mark_legal``, observations, ``scores`` and those of a heuristic) must not write to it. All must be marked with
    ``@kernel``.

    Raises:
        AssertionError: there are mistakes; the message has file, line and name of each.
    """
    found = wrong_names(table_of(game).game)
    if found:
        raise AssertionError("\n".join(map(str, found)))


def wrong_names(game: Any) -> list[Wrong]:
    """Return the names in kernels that do not exist and the writes that are not allowed, by file and line."""
    reader = _Reader(set(game.dtype.names))
    for name in KERNELS:
        kernel = getattr(game, name)
        if kernel is not None:
            reader.read(kernel, {0}, name in LOOKING)
    own = game_kernels(game)
    for kernel in (own.choose, own.evaluate, *own.variants.values()):
        if kernel is not None:
            reader.read(kernel, {0}, True)
    reader.read_rows(game.scores)
    return sorted(reader.found, key=lambda one: (one.file, one.line))


class _Reader:
    """A reader of kernels and of the kernels that they call with their state."""

    def __init__(self, fields: set[str]) -> None:
        self.fields = fields
        self.found: list[Wrong] = []
        self._read: set[tuple[Callable, frozenset[int], bool]] = set()

    def read(self, kernel: Any, states: set[int], looks: bool = False) -> None:
        """Read a kernel whose parameters at these places are states; with ``looks``, it may not write to them."""
        function = getattr(kernel, "py_func", kernel)
        key = (function, frozenset(states), looks)
        if key in self._read or not inspect.isfunction(function):
            return
        self._read.add(key)
        try:
            lines, first = inspect.getsourcelines(function)
            tree = ast.parse(textwrap.dedent("".join(lines)))
        except (OSError, SyntaxError, TypeError):
            return
        names = {name for place, name in enumerate(inspect.signature(function).parameters) if place in states}
        file = str(Path(inspect.getsourcefile(function) or "?"))
        written = _written(tree, names) if looks else ()
        plain = kernel is function and not PURE
        unmarked = [(tree.body[0], "this is a plain function; put @kernel above it")] if plain else ()
        for node, words in (*unmarked, *self._wrong(tree, function, names), *written):
            one = Wrong(file, first + node.lineno - 1, f"kernel {function.__name__}: {words}")
            if one not in self.found:
                self.found.append(one)
        for called, places in _calls(tree, function, names):
            self.read(called, places, looks)

    def read_rows(self, scores: Any) -> None:
        """Read a kernel ``scores``, which must write the score and the tie-break of a seat separately."""
        function = getattr(scores, "py_func", scores)
        own = function.__globals__.get("own_scores", function)  # of a game from declarations
        function = getattr(own, "py_func", own)
        try:
            lines, first = inspect.getsourcelines(function)
            tree = ast.parse(textwrap.dedent("".join(lines)))
        except (OSError, SyntaxError, TypeError):
            return
        out = list(inspect.signature(function).parameters)[1]
        for node in ast.walk(tree):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            for target in targets:
                row = isinstance(target, ast.Subscript) and not isinstance(
                    target.slice, (ast.Tuple, ast.Slice)
                )
                if row and isinstance(target.value, ast.Name) and target.value.id == out:
                    words = (
                        f"{ast.unparse(target)} = ... writes both columns; {out}[seat, 0] is the score and "
                        f"{out}[seat, 1] the tie-break"
                    )
                    file = str(Path(inspect.getsourcefile(function) or "?"))
                    line = first + target.lineno - 1
                    self.found.append(Wrong(file, line, f"kernel {function.__name__}: {words}"))

    def _wrong(self, tree: ast.AST, function: Any, states: set[str]) -> Iterator[tuple[ast.expr, str]]:
        for node in ast.walk(tree):
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                texts = [one for one in sides if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                if texts and any(_root(one)[0] in states for one in sides):
                    words = (
                        "is constant: the state has numbers, for an option with choices their index, from 0"
                    )
                    yield node, f"{ast.unparse(node)} {words}"
            if not isinstance(node, ast.Attribute):
                continue
            name, owner = node.attr, _named(node.value, function)
            if isinstance(node.value, ast.Name) and node.value.id in states:
                if name not in self.fields | _OF_RECORDS:
                    yield node, f"the state has no field {name!r}{_close(name, self.fields)}"
            elif isinstance(owner, ModuleType) and not hasattr(owner, name):
                yield node, f"{ast.unparse(node.value)} has no {name!r}{_close(name, vars(owner))}"


def _named(node: ast.AST, function: Any) -> Any:
    """Return what a name of a function stands for, or a name in a module; None for anything else."""
    if isinstance(node, ast.Name):
        return function.__globals__.get(node.id)
    owner = _named(node.value, function) if isinstance(node, ast.Attribute) else None
    return getattr(owner, node.attr, None) if isinstance(owner, ModuleType) else None


def _close(name: str, known: Any) -> str:
    close = difflib.get_close_matches(name, [one for one in known if not one.startswith("_")], n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def _calls(tree: ast.AST, function: Any, states: set[str]) -> Iterator[tuple[Any, set[int]]]:
    """Yield kernels that are called with a state, and the places of the states among their arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            places = {
                place
                for place, given in enumerate(node.args)
                if isinstance(given, ast.Name) and given.id in states
            }
            called = _named(node.func, function)
            if places and called is not None:
                yield called, places


def _written(tree: ast.AST, states: set[str]) -> Iterator[tuple[ast.expr, str]]:
    """Yield the places where a state is written to, also through a variable that holds one of its arrays."""
    targets, arrays = [], set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            targets += node.targets
            if _root(node.value)[0] in states and not isinstance(node.value, ast.Name):
                arrays |= {one.id for one in node.targets if isinstance(one, ast.Name)}
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
            targets.append(node.target)
    while targets:
        target = targets.pop()
        if isinstance(target, (ast.Tuple, ast.List)):
            targets += target.elts
            continue
        name, field = _root(target)
        if name in states and field:
            yield target, f"writes state.{field}, but may only read the state"
        elif name in arrays and isinstance(target, ast.Subscript):
            yield (
                target,
                f"writes {ast.unparse(target)}, which is part of the state, but may only read the state",
            )


def _root(node: ast.AST) -> tuple[str, str]:
    """Return the name that an expression of attributes and indices begins with, and its first attribute, or ""."""
    field = ""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Attribute):
            field = node.attr
        node = node.value
    return (node.id, field) if isinstance(node, ast.Name) else ("", "")
