"""What a seat sees as rows of integers, one for each thing: the codes of an observation, read by their declaration.

A row is made of codes alone, and all codes can be made of the rows again. So the rows tell what the observation tells:
nothing more, nothing less.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from eurogym.envs.core.compile.bits import WORD, bit, in_use, lowest_bit
from eurogym.envs.core.compile.kernels import entry
from eurogym.envs.core.compile.memory import copy_bytes
from eurogym.envs.core.declare.things import KIND, SEATS, Columns, Part, index_columns, quantity, split


@entry
def read_entities(
    codes, thing_of, column_of, weight_of, template, sum_of, numbers, met, order, starts, rows, same
):
    """Write a row for each thing that observations tell of; return the number of rows.

    Args:
        codes: uint8 ``(n, F)``.
        thing_of, column_of, weight_of: int32 ``(F,)``, the thing that an entry tells of, the column, and its weight.
        template: uint8 ``(T, 2 * C)``, the bytes of what a row says of each thing beforehand.
        sum_of: int32 ``(T, 2)``, the column of a thing that holds a sum, and where the numbers of sums begin; or -1.
        numbers: int16, the numbers of sums.
        met, order: int64 ``(T,)``, scratch; ``met`` is all -1.
        starts: int64 ``(n + 1,)``, is written: where the rows of each observation begin.
        rows: int16 ``(k, C)``, is written; k is at least the number of codes that are not 0.
        same: the same memory, uint8.
    """
    used, size = 0, template.shape[1]
    for n in range(len(codes)):
        first = used
        starts[n] = first
        for start in range(0, codes.shape[1], WORD):
            nonzero = in_use(codes[n], start)
            while nonzero != 0:
                place = start + lowest_bit(nonzero)
                nonzero ^= bit(place - start)
                thing = thing_of[place]
                if met[thing] < first:
                    met[thing] = used
                    order[used - first] = thing
                    copy_bytes(same, used * size, template, thing * size, size)
                    used += 1
                rows[met[thing], column_of[place]] += weight_of[place] * codes[n, place]
        for at in range(first, used):
            column = sum_of[order[at - first], 0]
            if column >= 0:
                rows[at, column] = numbers[sum_of[order[at - first], 1] + rows[at, column]]
    starts[len(codes)] = used
    return used


def _agree(one: Part, other: Part) -> bool:
    """Return whether two parts of a column can both tell the same number, so that their sum tells neither."""
    values = [{value for value, _ in part.codes} for part in (one, other)]
    return one.sums != other.sums or (not one.sums and (not one.names or bool(values[0] & values[1])))


class Entities:
    """How observations of a layout are read as rows, one for each thing.

    Attributes:
        columns: the columns of the game's rows (:class:`~eurogym.envs.core.declare.things.Columns`), the same for all
            its option sets.
        scale: column of quantities -> kind -> value of one step, as of an observation's entries.
    """

    def __init__(self, columns: Columns, fields: Iterable[tuple[int, Any]]):
        """Take the game's columns, and the fields in order, each with its seat block from 0, or -1."""
        self.columns = columns
        self.scale: dict[str, dict[str, float]] = {}
        self._things: dict[tuple[int, ...], int] = {}  # by what a row says beforehand
        self._keys: dict[int, tuple[int, ...]] = {}  # kind -> columns that tell things of a kind apart
        self._parts: list[list[tuple[int, int, Part]]] = []  # of each thing: first entry, column, part
        entries: list[tuple[int, int, int]] = []
        for block, field in fields:
            for row, entered in self._read(block, field):
                thing = self._things.setdefault(row, len(self._things))
                if thing == len(self._parts):
                    self._parts.append([])
                for part in entered:
                    column = columns.place[part.column]
                    if any(at == column and _agree(part, other) for _, at, other in self._parts[thing]):
                        raise ValueError(f"field {field.name}: another one tells the same of {field.kind!r}")
                    self._parts[thing].append((len(entries), column, part))
                    entries += [(thing, column, weight) for weight in part.weights]
        self._size, self._template = len(entries), np.array(list(self._things), np.int16)
        numbers: list[int] = [0]
        begins: dict[Any, int] = {}
        sum_of = np.full((len(self._things), 2), -1, np.int32)
        for thing, parts in enumerate(self._parts):
            found = {(column, part.sums) for _, column, part in parts if part.sums}
            for column, sums in found:
                if sums not in begins:
                    begins[sums] = len(numbers)
                    value_of = {total: value for value, total in sums}
                    numbers += [value_of.get(total, 0) for total in range(1 + max(value_of))]
                sum_of[thing] = column, begins[sums]
            if len(found) > 1:
                raise ValueError(f"{columns.words(self._template[thing])}: two sums in one row")
        of_entries = np.array(entries, np.int32).reshape(-1, 3).T.copy()
        self._tables: Any = (*of_entries, self._template.view(np.uint8), sum_of, np.array(numbers, np.int16))

    def _read(self, block: int, field: Any) -> Iterator[tuple[tuple[int, ...], tuple[Part, ...]]]:
        """Yield what rows say beforehand of each thing of a field, and the parts that its entries are."""
        parts = split(field.shape)[1] or (quantity(field.amount),)
        for part in parts:
            if not part.names:
                self.scale.setdefault(part.column, {})[field.kind] = field.scale
        for index in index_columns(field.shape):
            row = [0] * len(self.columns.names)
            said = {KIND: self.columns.kinds.index(field.kind), **index}
            if block >= 0:
                said[SEATS.column] = SEATS.values[block]
            for column, value in said.items():
                row[self.columns.place[column]] = value
            keys = tuple(place for place, value in enumerate(row) if value)
            if self._keys.setdefault(said[KIND], keys) != keys or {*said} & {part.column for part in parts}:
                raise ValueError(
                    f"field {field.name}: things of kind {field.kind!r} are distinguished in two ways"
                )
            yield tuple(row), parts

    def rows(self, codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return what observations tell: int64 ``(n + 1,)``, where the rows of each begin, and int16 ``(k, C)``.

        Args:
            codes: uint8 ``(n, F)``.

        Raises:
            ValueError: these are no codes of this layout.
        """
        codes = np.ascontiguousarray(codes)
        if codes.dtype != np.uint8 or codes.shape != (len(codes), self._size):
            raise ValueError(
                f"codes uint8 of shape (n, {self._size}) are needed, not {codes.dtype} of shape {codes.shape}"
            )
        rows = np.empty((np.count_nonzero(codes), len(self.columns.names)), np.int16)
        starts, order = np.zeros(len(codes) + 1, np.int64), np.zeros(len(self._template), np.int64)
        arguments = codes, *self._tables, np.full_like(order, -1), order, starts, rows, rows.view(np.uint8)
        return starts, rows[: read_entities(*arguments)]

    def codes(self, starts: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Return the observations that these rows were read from, uint8 ``(n, F)``: the slow way back."""
        codes = np.zeros((len(starts) - 1, self._size), np.uint8)
        for n, row in zip(np.repeat(np.arange(len(codes)), np.diff(starts)), rows, strict=True):
            keys = self._keys[int(row[0])]
            thing = self._things[tuple(int(value) if place in keys else 0 for place, value in enumerate(row))]
            for first, column, part in self._parts[thing]:
                value = int(row[column])
                codes[n, first : first + len(part)] = dict(part.codes).get(value, 0) if part.names else value
        return codes
