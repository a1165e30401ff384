"""Fields of a state record: each declares its type and the values that it may hold.

The ranges are tested on every state of random games (`eurogym games check`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

Bound = int | Callable[[Any], int]  # options -> bound where the options decide


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
        derived: it follows from other fields.
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
        """Return the smallest and the largest value with these options.

        Raises:
            ValueError: the range is empty or exceeds that of the type.
        """
        low, high = (bound(options) if callable(bound) else bound for bound in (self.low, self.high))
        assert low is not None and high is not None  # of a field that has a range
        kind = np.iinfo(self.dtype)
        if not kind.min <= low <= high <= kind.max:
            raise ValueError(f"state field {self.name}: {low} to {high} is not a range of {kind.dtype}")
        return int(low), int(high)


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
    """Return the fields that have a range."""
    return [field for field in fields if field.high is not None]


def bytes_of(dtype: np.dtype, names: Iterable[str]) -> np.ndarray:
    """Return the places of the bytes of fields in a record, int64 ``(n,)``."""
    assert dtype.fields is not None
    spans = [dtype.fields[name][1] + np.arange(dtype[name].itemsize) for name in names]
    return np.concatenate([np.zeros(0, dtype=np.int64), *spans])
