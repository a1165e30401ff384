"""Things by name and number: what dimensions of fields and ranges of actions count, and what a row of integers says.

A row tells of one thing: an entity that a seat sees, or an action. Its first column is the kind. A column with a
vocabulary holds the number of a name there, and 0 where it says nothing; the other columns hold quantities. A thing has
the same number wherever it lies: a card in a hand, on the table, and in the action that plays it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

KIND = "kind"  # the first column of every row
AMOUNT = "amount"  # the column of a code that is a quantity
NUMBER = "number"  # the column of a dimension that names no things: its places, counted from 1
MOVER = "mover"  # in an `At`: the seat to move
LARGEST = 32767  # in a row
NUM_DECISIONS = 128  # at most, as a state keeps the decision in a byte


@dataclass(frozen=True)
class Axis:
    """Named things that a dimension of a field, or of a range of actions, counts.

    Attributes:
        column: name of the column and of its vocabulary.
        names: the whole vocabulary.
        entries: which of its names the dimension counts, in order, as places in ``names``.
    """

    column: str
    names: tuple[str, ...]
    entries: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, chosen: slice | Iterable[int]) -> Axis:
        """Return the dimension that counts only some of these things, by their places in this one."""
        some = self.entries[chosen] if isinstance(chosen, slice) else [self.entries[one] for one in chosen]
        return replace(self, entries=tuple(some))

    @property
    def values(self) -> tuple[int, ...]:
        """The numbers in the column, in order."""
        return tuple(entry + 1 for entry in self.entries)


def axis(column: str, names: Sequence[str] | int, first: int = 1) -> Axis:
    """Return a dimension of all things with these names, or of so many with numbers from ``first`` on."""
    if isinstance(names, int):
        names = [str(first + place) for place in range(names)]
    return Axis(column, tuple(names), tuple(range(len(names))))


SEATS = axis("seat", ("own seat", "next seat", *(f"seat {apart} after" for apart in range(2, 8))))


@dataclass(frozen=True)
class Part:
    """Entries at the end of a field that together say one number.

    The number follows from the sum of the codes, each times the weight of its entry.

    Attributes:
        column: where the number goes.
        weights: one for each entry.
        names: the vocabulary; none for a quantity, whose number is the sum.
        codes: number -> its codes.
        sums: number -> its sum, all fields of the column that tell of the same thing together; empty where they are the
            same.
        alone: it is a single entry, which takes no dimension.
    """

    column: str
    weights: tuple[int, ...] = (1,)
    names: tuple[str, ...] = ()
    codes: tuple[tuple[int, tuple[int, ...]], ...] = ()
    sums: tuple[tuple[int, int], ...] = ()
    alone: bool = False

    def __len__(self) -> int:
        return len(self.weights)


def _part(things: Axis, weights: Iterable[Any], codes: Any, sums: Iterable[Any]) -> Part:
    rows = [tuple(map(int, row)) for row in np.asarray(codes)]
    totals = [(value, int(total)) for value, total in zip(things.values, sums, strict=True)]
    kept = tuple(totals) if any(value != total for value, total in totals) else ()
    pairs = tuple(zip(things.values, rows, strict=True))
    return Part(things.column, tuple(map(int, weights)), things.names, pairs, kept)


def quantity(column: str) -> Part:
    """Return a quantity in a column of its own."""
    return Part(column)


def one(things: Axis) -> Part:
    """Encode one of several things, one-hot."""
    return _part(things, things.values, np.eye(len(things), dtype=np.uint8), things.values)


def coded(things: Axis) -> Part:
    """Encode one of several things, by its place from 1 in a single entry."""
    places = 1 + np.arange(len(things))
    return replace(_part(things, (1,), places[:, None], places), alone=True)


def bits(things: Axis, number: int, low: int = 0) -> Part:
    """Encode one of several things, by its place from 1 in binary: ``number`` digits from digit ``low`` on, lowest
    first.
    """
    places, digits = 1 + np.arange(len(things)), low + np.arange(number)
    return _part(things, 1 << digits, places[:, None] >> digits & 1, places)


def pattern(things: Axis, codes: Any) -> Part:
    """Encode one of several things, each with its own row of ``codes`` ``(things, n)``; zeros say nothing.

    Raises:
        ValueError: two things have the same codes.
    """
    codes = np.asarray(codes, dtype=np.int64)
    for seed in range(1000):
        weights = np.random.default_rng(seed).integers(1, 16 * codes.shape[1], codes.shape[1])
        sums = codes @ weights
        if len({0, *sums.tolist()}) == len(sums) + 1 and sums.max() <= LARGEST:
            return _part(things, weights, codes, sums)
    raise ValueError(f"things of column {things.column!r} have the same codes")


def split(shape: Any) -> tuple[tuple[Axis | int, ...], tuple[Part, ...]]:
    """Return the dimensions of a shape, and what the entries of the last one say if they are parts of one thing.

    A shape is a dimension or a tuple of these. A dimension is a number, an :class:`Axis`, or, as the last one, a
    :class:`Part` or a tuple of them.
    """
    dims = shape if isinstance(shape, tuple) else (shape,)
    if dims and isinstance(dims[-1], Part | tuple):
        return dims[:-1], (dims[-1],) if isinstance(dims[-1], Part) else dims[-1]
    return dims, ()


def lengths(shape: Any) -> tuple[int, ...]:
    """Return a shape as numbers."""
    keys, parts = split(shape)
    last = [] if not parts or parts[0].alone else [sum(map(len, parts))]
    return (*(key if isinstance(key, int) else len(key) for key in keys), *last)


def columns_of(shape: Any) -> list[Axis | Part]:
    """Return an object with ``column`` and ``names`` for every column that a shape fills."""
    keys, parts = split(shape)
    several = ["" if place == 0 else f"_{place + 1}" for place in range(len(keys))]
    named = [
        key if isinstance(key, Axis) else quantity(NUMBER + end)
        for key, end in zip(keys, several, strict=True)
    ]
    return [*named, *parts]


def index_columns(shape: Any) -> list[dict[str, int]]:
    """Return for every index of the dimensions of a shape that are no parts: column -> number."""
    keys = split(shape)[0]
    columns = [one.column for one in columns_of(keys)]
    numbers = [key.values if isinstance(key, Axis) else range(1, key + 1) for key in keys]
    places = np.ndindex(*map(len, numbers))
    return [
        dict(zip(columns, (known[i] for known, i in zip(numbers, index, strict=True)), strict=True))
        for index in places
    ]


class Columns:
    """The columns of rows of one sort.

    Attributes:
        names: their names, ``kind`` first.
        kinds: what a row can be, "" first, as kinds count from 1.
        vocabularies: column -> names, "" first; columns of quantities are not in it.
        place: column -> place.
    """

    def __init__(self, where: str, kinds: Iterable[str], filled: Iterable[Any]):
        self.kinds = ("", *dict.fromkeys(kinds))
        self.vocabularies: dict[str, tuple[str, ...]] = {KIND: self.kinds}
        known: dict[str, tuple[str, ...]] = {}
        for one in filled:
            if known.setdefault(one.column, one.names) != one.names:
                raise ValueError(f"{where}: two vocabularies for the column {one.column!r}")
        self.vocabularies |= {column: ("", *names) for column, names in known.items() if names}
        self.names = (KIND, *known)
        self.place = {column: place for place, column in enumerate(self.names)}

    def words(self, row: Sequence[int]) -> dict[str, str | int]:
        """Return a row in words: column -> name or quantity, without what says nothing."""
        cells = zip(self.names, map(int, row), strict=True)
        return {
            column: self.vocabularies[column][value] if column in self.vocabularies else value
            for column, value in cells
            if value
        }


# --- what an action concerns --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Given:
    """What the actions of a range concern in every state: for each of them a place among ``things``, -1 for nothing.

    Without things, the places are quantities.
    """

    things: Axis | None
    places: Sequence[int]

    @property
    def numbers(self) -> list[int]:
        """The numbers in the column."""
        if self.things is None:
            return list(map(int, self.places))
        return [0 if place < 0 else self.things.values[place] for place in self.places]


@dataclass(frozen=True)
class At:
    """What lies in the state where an action points: ``At("road", ("slot",))`` is ``state.road[slot]``.

    Of several for a column the last one that finds something counts.

    Attributes:
        field: a state field.
        index: for each of its dimensions a number, the name of a column of the action (counted from 0; of ``seat``
            the seat so many places after the one to move), :data:`MOVER`, or another At. With fewer than there are
            dimensions, the last one counts all that are left.
        things: what the field counts; a number below 0, or above the last, is nothing. None: it holds a quantity.
        less: is subtracted from what lies there; of the name of a column, its number in the action.
        then: a table ``(V,)`` in which the value is looked up, or ``(V, n)`` with the name of a column in ``by``.
        by: see ``then``.
        when: the decisions in which it is read; none: in all.
        clears: nothing is found there, and what was found before does not count.
    """

    field: str
    index: tuple[Any, ...] = ()
    things: Axis | None = None
    less: int | str = 0
    then: Any = None
    by: str = ""
    when: tuple[int, ...] = ()
    clears: bool = False


def at(field: str, *index: Any, **others: Any) -> At:
    """Return an :class:`At`."""
    return At(field, index, **others)


PENDING = at("pending_arg", at("num_pending", less=1))  # what the decision is about


def always(place: int, things: Axis | None = None, **others: Any) -> At:
    """Return an :class:`At` that finds this in every state."""
    return At("decision", (), things, then=(place,) * NUM_DECISIONS, **others)


def nothing(when: Iterable[int]) -> At:
    """Return an :class:`At` that clears the column in these decisions."""
    return At("decision", when=tuple(when), clears=True)
