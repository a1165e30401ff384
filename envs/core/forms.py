"""Files that anybody may have written: what they should hold is declared as a form, and checked before it is used.

A form says which JSON values are allowed, with their ranges and lengths. Reading with a form gives plain data that has
it, or raises :class:`~eurogym.envs.core.errors.FileError`, which names the file, the line, the place in the data, and
what is allowed there. Files are read whole, up to a limit, as UTF-8.
"""

from __future__ import annotations

import dataclasses
import io
import json
import math
import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import NoneType
from typing import Any, NoReturn, Protocol, get_args, get_origin, get_type_hints

from eurogym.envs.core.errors import FileError

MOST_BYTES = 64 << 20  # of a file
MOST_DEPTH = 60  # of lists and objects in each other; whoever walks through data calls itself for each
MOST_DIGITS = 300  # of a whole number: what can still become a float
LARGEST = 2**63 - 1
SHOWN = 60  # characters of a value in a message
SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class Wrong(ValueError):
    """What is wrong with a value; `place` is added to from the inside out."""

    def __init__(self, what: str):
        super().__init__(what)
        self.what, self.place = what, ""

    def inside(self, step: str | int) -> Wrong:
        """Return this error, seen from the list or object that holds the value at `step`."""
        joint = "." if self.place and self.place[0] != "[" else ""
        here = f"[{step}]" if isinstance(step, int) else _clipped(step)
        self.place = f"{here}{joint}{self.place}"
        return self

    def __str__(self) -> str:
        return f"{self.place}: {self.what}" if self.place else self.what


class Form(Protocol):
    """What a value may be."""

    def check(self, value: Any) -> None:
        """Raise Wrong unless the value has this form."""


# --- forms --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Whole:
    """A whole number from `low` to `high`; neither true nor 1.0 is one."""

    low: int = 0
    high: int = LARGEST

    def check(self, value: Any) -> None:
        if type(value) is not int or not self.low <= value <= self.high:
            _refuse(value, f"a whole number from {self.low} to {self.high}")


@dataclass(frozen=True)
class Number:
    """A finite number from `low` to `high`."""

    low: float = -1e300
    high: float = 1e300

    def check(self, value: Any) -> None:
        if type(value) not in (int, float) or not self.low <= value <= self.high:
            _refuse(value, f"a number from {self.low:g} to {self.high:g}")


@dataclass(frozen=True)
class Text:
    """A string of at most `most` characters, which a pattern matches as a whole."""

    most: int = 10_000
    pattern: str = ""
    about: str = ""  # what the pattern allows, in words

    def check(self, value: Any) -> None:
        if not isinstance(value, str) or len(value) > self.most:
            _refuse(value, f"a string of at most {self.most} characters")
        if self.pattern and not re.fullmatch(self.pattern, value):
            _refuse(value, self.about)


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def check(self, value: Any) -> None:
        if not isinstance(value, bool):
            _refuse(value, "true or false")


@dataclass(frozen=True)
class OneOf:
    """One of some values, which 1 and true, or 1 and 1.0, do not share."""

    values: tuple[Any, ...]

    def check(self, value: Any) -> None:
        if not any(type(value) is type(one) and value == one for one in self.values):
            _refuse(value, " or ".join(map(repr, self.values)) if len(self.values) < 9 else "known")


@dataclass(frozen=True)
class Maybe:
    """Null, or what a form allows."""

    form: Form

    def check(self, value: Any) -> None:
        if value is not None:
            self.form.check(value)


@dataclass(frozen=True)
class Anything:
    """Any JSON value."""

    def check(self, value: Any) -> None:
        pass


@dataclass(frozen=True)
class ListOf:
    """A list of `least` to `most` entries of one form."""

    form: Form
    least: int = 0
    most: int = 10_000_000

    def check(self, value: Any) -> None:
        if not isinstance(value, list) or not self.least <= len(value) <= self.most:
            size = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            _refuse(value, f"a list of {size} entries")
        for place, one in enumerate(value):
            try:
                self.form.check(one)
            except Wrong as wrong:
                raise wrong.inside(place) from None


@dataclass(frozen=True)
class Row:
    """A list with an entry for each of some forms."""

    forms: tuple[Form, ...]

    def check(self, value: Any) -> None:
        ListOf(Anything(), len(self.forms), len(self.forms)).check(value)
        for place, (form, one) in enumerate(zip(self.forms, value, strict=True)):
            try:
                form.check(one)
            except Wrong as wrong:
                raise wrong.inside(place) from None


@dataclass(frozen=True)
class MapOf:
    """An object whose names are free, and whose values have one form."""

    form: Form = field(default_factory=Anything)
    most: int = 10_000

    def check(self, value: Any) -> None:
        if not isinstance(value, dict) or len(value) > self.most:
            _refuse(value, f"an object of at most {self.most} names")
        for name, one in value.items():
            try:
                self.form.check(one)
            except Wrong as wrong:
                raise wrong.inside(name) from None


@dataclass(frozen=True)
class Record:
    """An object with these names; `more` may be there too, and others only if `open`."""

    names: Mapping[str, Form]
    more: Mapping[str, Form] = field(default_factory=dict)
    open: bool = False

    def check(self, value: Any) -> None:
        if not isinstance(value, dict):
            _refuse(value, f"an object with {', '.join(self.names)}")
        for name in self.names:
            if name not in value:
                raise Wrong(f"{name} is missing")
        for name, one in value.items():
            form = self.names.get(name) or self.more.get(name)
            if form is None:
                if self.open:
                    continue
                raise Wrong(f"unknown {_clipped(repr(name))}; known: {', '.join((*self.names, *self.more))}")
            try:
                form.check(one)
            except Wrong as wrong:
                raise wrong.inside(name) from None


@dataclass(frozen=True)
class EitherOf:
    """What one of several records allows: the first of whose names the value has all, otherwise the last."""

    records: tuple[Record, ...]

    def check(self, value: Any) -> None:
        known = value if isinstance(value, dict) else {}
        fitting = (one for one in self.records if one.names.keys() <= known.keys())
        next(fitting, self.records[-1]).check(value)


def form_of(kind: type, **replaced: Form) -> Record:
    """Return the form of what `dataclasses.asdict` makes of a dataclass, by its annotations.

    Fields with a default may be missing. `replaced` are forms that say more than an annotation can.
    """
    hints = get_type_hints(kind)
    names: dict[str, Form] = {}
    more: dict[str, Form] = {}
    for one in dataclasses.fields(kind):
        without = one.default is one.default_factory is dataclasses.MISSING
        (names if without else more)[one.name] = replaced.get(one.name) or _form(hints[one.name])
    return Record(names, more)


def _form(hint: Any) -> Form:
    """Return the form of the values that an annotation allows."""
    simple: dict[Any, Form] = {
        int: Whole(-LARGEST),
        float: Number(),
        str: Text(),
        bool: Flag(),
        Any: Anything(),
    }
    if hint in simple:
        return simple[hint]
    inner = [one for one in get_args(hint) if one not in (Ellipsis, NoneType)]
    if get_origin(hint) in (list, tuple):
        return ListOf(_form(inner[0]))
    if get_origin(hint) in (dict, Mapping):
        return MapOf(_form(inner[-1]))
    if NoneType in get_args(hint) and len(inner) == 1:
        return Maybe(_form(inner[0]))
    raise TypeError(f"{hint} has no form; declare one")


def _refuse(value: Any, allowed: str) -> NoReturn:
    raise Wrong(f"{shown(value)} is not {allowed}")


def shown(value: Any) -> str:
    """Return a value as text for a message: cut if it is long, without control characters."""
    if isinstance(value, str):
        value = value[: 2 * SHOWN]
    elif isinstance(value, (list, dict)) and len(value) > SHOWN:
        return f"a {type(value).__name__} of {len(value)} entries"
    return _clipped(repr(value))


def _clipped(text: str) -> str:
    text = text if text.isprintable() else repr(text)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


# --- reading ------------------------------------------------------------------------------------------------


def read_bytes(path: str | os.PathLike, most: int = MOST_BYTES) -> bytes:
    """Return the content of a file.

    Raises:
        FileError: it is not an ordinary file, for example a pipe that might never end, or has more than `most` bytes.
        OSError: it cannot be opened; the error names the file.
    """
    path = Path(path)
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise FileError("it is not a file", path)
        with open(path, "rb") as file:
            content = file.read(most + 1)
    except ValueError as error:  # a name that contains NUL
        raise error if isinstance(error, FileError) else FileError(str(error), _clipped(str(path))) from None
    if len(content) > most:
        raise FileError(f"it has more than {most} bytes", path)
    return content


def as_text(content: bytes, path: str | os.PathLike = "", line: int = 0) -> str:
    """Return bytes as text without a byte-order mark; raise FileError unless they are UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"it is not UTF-8 text: {error.reason} in byte {error.start}", path, line) from None


def read_text(path: str | os.PathLike, most: int = MOST_BYTES) -> str:
    """Return the text of a file; raise errors as :func:`read_bytes` and :func:`as_text` do."""
    return as_text(read_bytes(path, most), path)


def parse(text: str, form: Form, path: str | os.PathLike = "", line: int = 0, about: str = "") -> Any:
    """Return the JSON value of a text; raise FileError, with path and line, unless it has this form.

    `about` says in words what the file should be.
    """
    wanted = f"it is not {about}: " if about else ""
    try:
        value = json.loads(
            text,
            parse_constant=_no_number,
            parse_int=_whole,
            parse_float=_finite,
            object_pairs_hook=_once,
        )
        _check_depth(text, value)
        form.check(value)
    except RecursionError:
        raise FileError(wanted + _TOO_DEEP, path, line) from None
    except Wrong as wrong:
        raise FileError(f"{wanted}{wrong}", path, line) from None
    except ValueError as error:
        raise FileError(f"{wanted}it is not JSON: {error}", path, line) from None
    return value


def read_json(path: str | os.PathLike, form: Form, about: str = "") -> Any:
    """Return the JSON value in a file; raise errors as :func:`read_text` and :func:`parse` do."""
    return parse(read_text(path), form, path, about=about)


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text that are not blank, with their numbers from 1; only line feeds and returns end them."""
    for number, line in enumerate(io.StringIO(text, newline=None), 1):
        if line.strip():
            yield number, line


def read_json_lines(
    path: str | os.PathLike,
    form: Form,
    first: Form | None = None,
    growing: bool = False,
    about: str = "",
) -> list[Any]:
    """Return the JSON values in the lines of a file, the first of which has the form `first` if that is given.

    A `growing` file is one that lines are added to: what no line break ends was being written and is left out.

    Raise FileError for an empty file with a `first`, and errors as :func:`read_json` does.
    """
    content = read_bytes(path)
    if growing:
        content = content[: content.rfind(b"\n") + 1]
    lines = list(numbered(as_text(content, path)))
    if first is not None and not lines:
        raise FileError(f"it is not {about}: it is empty" if about else "it is empty", path)
    forms = [form if first is None or place else first for place in range(len(lines))]
    return [parse(line, one, path, number, about) for one, (number, line) in zip(forms, lines, strict=True)]


_TOO_DEEP = f"it has lists or objects more than {MOST_DEPTH} deep in each other"


def _no_number(constant: str) -> NoReturn:
    raise Wrong(f"it contains {constant}, which JSON does not have")


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise Wrong(f"it contains a number of {len(digits)} digits")
    return int(digits)


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise Wrong(f"it contains a number that is too large: {_clipped(digits)}")
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise Wrong(f"it has the name {shown(next(one for one in names if names.count(one) > 1))} twice")
    return found


def _check_depth(text: str, value: Any) -> None:
    """Raise Wrong for data that is too deep, or has halves of characters that cannot be written as UTF-8."""
    halves = SURROGATE.search(text) is not None
    if not halves and text.count("[") + text.count("{") <= MOST_DEPTH:
        return
    level = [value]
    for depth in range(MOST_DEPTH + 1):
        if depth == MOST_DEPTH and any(isinstance(one, (dict, list)) for one in level):
            raise Wrong(_TOO_DEEP)
        inner: list[Any] = []
        for one in level:
            if isinstance(one, dict):
                inner += one.values()
                inner += one if halves else ()
            elif isinstance(one, list):
                inner += one
            elif halves and isinstance(one, str) and not _writable(one):
                raise Wrong(f"it contains the half of a character: {shown(one)}")
        level = inner


def _writable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
