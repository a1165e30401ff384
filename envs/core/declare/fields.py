"""Fields of a state record: each declares its type and the values that it may hold.

This is the only place that says what a record from outside may hold: `soundness.py` checks the ranges in compiled code
when a state is loaded. Conditions between fields (the number of components, counts that match lists) are checked by a
game's kernel ``check``, whose results are named by :func:`faults`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from eurogym.envs.core.declare.names import constants

Bound = int | Callable[[Any], int]  # options -> bound where the options decide
SIZES = (1, 2, 4, 8)  # bytes of an entry, by the kind of a row of the table
KIND, FIRST, COUNT, LOW, HIGH = range(5)  # columns of the table of ranges
START, EACH, LAST = range(COUNT + 1, COUNT + 4)  # columns of the table of growth, after the first three


def last_seat(options: Any) -> int:
    """Return the highest seat that takes decisions."""
    return options.num_players - 1


def last_table_seat(options: Any) -> int:
    """Return the highest seat at the table, automated opponents included."""
    return options.table_seats - 1


@dataclass(frozen=True)
class StateField:
    """One field of the state record. Exactly one of ``high``, ``whole``, ``fixed`` and ``derived`` is given.

    Attributes:
        name: name in the record; not that of a numpy method (``round``, ``sort``, ``fill``, ``item``, ``copy``,
            ``size``), because the uncompiled mode reads fields as attributes.
        dtype: a type of :mod:`eurogym.envs.core.compile.kernels` (``I8``, ``I16``, ...).
        shape: shape of an array, ``()`` for a single number.
        low, high: smallest and largest value of every entry: a number, or a function of the options. For an index this
            is what it indexes: ``low=-1, high=CARD.COUNT - 1`` is a card or none, ``high=last_seat`` a seat.
        whole: every value of the type is allowed.
        fixed: the options fix it; no other value is allowed.
        derived: it follows from other fields; the game's kernel ``derive`` says what it must be.
    """

    name: str
    dtype: Any
    shape: tuple[int, ...] = ()
    low: Bound = 0
    high: Bound | None = None
    whole: bool = False
    fixed: bool = False
    derived: bool = False

    def __post_init__(self) -> None:
        if (self.high is not None) + self.whole + self.fixed + self.derived != 1:
            raise ValueError(
                f"state field {self.name}: give its range by exactly one of: low and high, whole, fixed, derived"
            )
        if np.dtype(self.dtype).kind != "i" and not (self.whole or self.fixed):
            raise ValueError(f"state field {self.name}: fields with a range must be signed integers")

    @property
    def entry(self) -> tuple:
        """The field as :class:`numpy.dtype` expects it."""
        return (self.name, self.dtype, self.shape) if self.shape else (self.name, self.dtype)

    def limits(self, options: Any) -> tuple[int, int]:
        """Return the smallest and the largest value with these options."""
        low, high = (bound(options) if callable(bound) else bound for bound in (self.low, self.high))
        assert low is not None and high is not None  # of a field that has a range
        return int(low), int(high)


@dataclass(frozen=True)
class Growth:
    """A bound on what games accumulate: the sum of some fields is at most ``start + each * num_decisions``.

    It holds throughout a game if a decision adds at most `each`, whereas a game at a fixed bound could exceed it.

    Attributes:
        fields: names of fields; if things move from one field to another, both belong to the same bound.
        start: the most that a game may begin with.
        each: the most that a decision may add.
    """

    fields: tuple[str, ...]
    start: int
    each: int


def checked_fields(where: str, fields: Iterable[Any]) -> tuple[StateField, ...]:
    """Return the fields; raise an error if one is no :class:`StateField` or has the name of a numpy attribute."""
    fields = tuple(fields)
    plain = [str(field) for field in fields if not isinstance(field, StateField)]
    if plain:
        raise TypeError(f"{where}: expected a StateField with its range, got {', '.join(plain)}")
    clash = [field.name for field in fields if hasattr(np.recarray, field.name)]
    if clash:
        raise ValueError(f"{where}: state fields named like numpy attributes: {', '.join(clash)}")
    return fields


def ranged(fields: Iterable[StateField]) -> list[StateField]:
    """Return the fields that have a row in :func:`range_table`, in its order."""
    return [field for field in fields if field.high is not None]


def range_table(fields: Iterable[StateField], dtype: np.dtype, options: Any) -> np.ndarray:
    """Return the ranges as int64 ``(number of ranged fields, 5)``.

    The columns are the kind of entry (its position in SIZES), the position of the first entry in the record (counted in
    entries of that size), the number of entries, and the smallest and the largest value.

    Raises:
        ValueError: a range is empty or exceeds that of the type.
    """
    rows = []
    for field in ranged(fields):
        kind, (low, high) = np.dtype(field.dtype), field.limits(options)
        if not np.iinfo(kind).min <= low <= high <= np.iinfo(kind).max:
            raise ValueError(f"state field {field.name}: {low} to {high} is not a range of {kind}")
        rows.append([*_entries(dtype, field.name), low, high])
    return np.array(rows, dtype=np.int64).reshape(-1, 5)


def growth_table(bounds: Iterable[Growth], dtype: np.dtype) -> np.ndarray:
    """Return bounds on growth as int64 ``(number of their fields, 6)``; the fields of a bound follow one another.

    The first three columns are those of :func:`range_table`, then come the start of the bound, what each decision may
    add, and whether the field is the last of its bound.
    """
    rows = [
        [*_entries(dtype, name), bound.start, bound.each, name == bound.fields[-1]]
        for bound in bounds
        for name in bound.fields
    ]
    return np.array(rows, dtype=np.int64).reshape(-1, 6)


def _entries(dtype: np.dtype, name: str) -> tuple[int, int, int]:
    """Return the first three columns of a table for a field."""
    assert dtype.fields is not None
    kind, offset, size = *dtype.fields[name][:2], dtype[name].itemsize
    item = kind.base.itemsize
    return SIZES.index(item), offset // item, size // item


def bytes_of(dtype: np.dtype, names: Iterable[str]) -> np.ndarray:
    """Return the places of the bytes of fields in a record, int64 ``(n,)``."""
    assert dtype.fields is not None
    spans = [dtype.fields[name][1] + np.arange(dtype[name].itemsize) for name in names]
    return np.concatenate([np.zeros(0, dtype=np.int64), *spans])


def faults(where: str, words: Mapping[str, str]) -> ModuleType:
    """Number what a kernel ``check`` may find wrong: 1, 2, ...

    Args:
        where: name of the module object.
        words: name -> the fields in question and what is wrong with them, for the error message.

    Returns:
        A module object with every name as an attribute, ``SOUND`` = 0 (nothing is wrong) and ``WORDS`` (by number).
    """
    values: dict[str, Any] = {name: number for number, name in enumerate(("SOUND", *words))}
    return constants(where, values | {"WORDS": ("", *words.values())})


ENGINE_FAULTS = faults(
    "eurogym.envs.core.faults",
    {
        "ENDLESS": "num_decisions: a game that goes on has taken fewer, else it is cut off",
        "ASKED": "asked, done: a game must either wait for an answer or be over",
        "PENDING": "pending, pending_arg: entries beyond the end of the stack (num_pending) must be empty",
        "NO_WAY_ON": "decision: no action is legal",
    },
)
