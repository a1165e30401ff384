"""Legal actions as rows of integers: the kind of each, and the things that it concerns, as they lie in the state.

What an action concerns in every state stands in a table; the rest is read from the bytes of the state where the
declaration says (:class:`~eurogym.envs.core.declare.things.At`). So one compiled function serves all games.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from eurogym.envs.core.compile.bits import WORD, in_use, lowest_bit
from eurogym.envs.core.compile.kernels import entry, kernel
from eurogym.envs.core.declare.things import MOVER, SEATS, At, Columns, Given, index_columns

PUBLIC, SECRET = (
    -2,
    -1,
)  # who sees a column of an action: all; only the seat that acts; or that in one decision (>= 0)
# what is read from a state: places in a row of numbers
(COLUMN, PLACE, WIDTH, SEAT_STEP, APART, INNER, INNER_STEP, INNER_MOST, LESS, LOOKUP, LOOKUP_SIZE) = range(11)
_MOST = 32767  # in a row


@kernel
def read_number(memory, first, width):
    """Return the signed number of `width` bytes at a byte of the states, which it is aligned to."""
    if width == 1:
        return np.int64(memory[0][first])
    if width == 2:
        return np.int64(memory[1][first >> 1])
    if width == 4:
        return np.int64(memory[2][first >> 2])
    return memory[3][first >> 3]


@kernel
def read_place(memory, first, mover, seats, reads, number, lookup, more):
    """Return what one of `reads` says of the state that begins at byte `first`; -1 for nothing.

    `more` is added to the place, in bytes.
    """
    place = first + reads[number, PLACE] + more
    if reads[number, SEAT_STEP] > 0:
        seat = mover + reads[number, APART]
        place += reads[number, SEAT_STEP] * (seat - seats if seat >= seats else seat)
    value = read_number(memory, place, reads[number, WIDTH]) - reads[number, LESS]
    if reads[number, LOOKUP] < 0:
        return value
    if value < 0 or value >= reads[number, LOOKUP_SIZE]:
        return np.int64(-1)
    return np.int64(lookup[reads[number, LOOKUP] + value])


@entry
def read_actions(memory, size, header, games, masks, fixed, first_read, reads, lookup, starts, actions, rows):
    """Write a row for every legal action, or for one action of each game; return the number of rows.

    Args:
        memory: the states as int8, int16, int32 and int64, four flat views of the same bytes.
        size: bytes of a state.
        header: int64 ``(2,)``, places of the seat to move and of the number of seats, a byte each.
        games: int64 ``(n,)``.
        masks: uint8 ``(N, A)``; without columns, ``actions`` names an action of each game.
        fixed: int16 ``(A, C)``, what is known of each action without a state.
        first_read: int32 ``(A + 1,)``, the reads of each action: from there to the next.
        reads: int32 ``(R, 11)``, see `COLUMN` and the names after it.
        lookup: int16, tables that reads use.
        starts: int64 ``(n + 1,)``, is written: where the rows of each game begin.
        actions: int32 ``(k,)``, is written unless it is given.
        rows: int16 ``(k, C)``, is written.
    """
    used = 0
    for k in range(len(games)):
        starts[k] = used
        first = games[k] * size
        mover, seats = memory[0][first + header[0]], memory[0][first + header[1]]
        begin, chosen = 0, masks.shape[1] == 0
        while chosen or begin < masks.shape[1]:
            legal = np.int64(1) if chosen else in_use(masks[games[k]], begin)
            while legal != 0:
                action = actions[used] if chosen else begin + lowest_bit(legal)
                legal &= legal - 1
                actions[used] = action
                for column in range(fixed.shape[1]):
                    rows[used, column] = fixed[action, column]
                for number in range(first_read[action], first_read[action + 1]):
                    value, more = np.int64(0), np.int64(0)
                    inner = reads[number, INNER]
                    if inner >= 0:
                        value = read_place(memory, first, mover, seats, reads, inner, lookup, 0)
                        more = value * reads[number, INNER_STEP]
                    if value >= 0 and value < reads[number, INNER_MOST]:
                        value = read_place(memory, first, mover, seats, reads, number, lookup, more)
                        rows[used, reads[number, COLUMN]] = min(max(value, 0), _MOST)
                used += 1
            if chosen:
                break
            begin += WORD
    starts[len(games)] = used
    return used


class ActionRows:
    """How the actions of a catalog are told as rows.

    Attributes:
        columns: the columns of the game's rows, the same for all its option sets.
        secret: int16 ``(A, C)``, who sees each column: ``PUBLIC``, ``SECRET``, or the decision in which it is secret.
    """

    def __init__(self, columns: Columns, ranges: Iterable[Any], dtype: np.dtype):
        self.columns, self._dtype = columns, dtype
        self._reads: list[list[int]] = []
        self._lookup: list[int] = [0]
        inner: list[list[int]] = []
        begins, fixed, secret = [0], [], []
        for declared in ranges:
            about = {column: one.numbers for column, one in declared.about.items() if isinstance(one, Given)}
            there = {column: one for column, one in declared.about.items() if isinstance(one, At)}
            for i, told in enumerate(index_columns(declared.shape)):
                told |= {column: numbers[i] for column, numbers in about.items()}
                row, hidden = (
                    np.zeros(len(columns.names), np.int16),
                    np.full(len(columns.names), PUBLIC, np.int16),
                )
                row[0] = columns.kinds.index(declared.kind)
                for column, number in told.items():
                    row[columns.place[column]] = number
                for column, decision in declared.secret.items():
                    hidden[columns.place[column]] = SECRET if decision is None else decision
                fixed.append(row)
                secret.append(hidden)
                for column, one in there.items():
                    if (read := self._read(one, told, inner)) is not None:
                        self._reads.append([columns.place[column], *read])
                begins.append(len(self._reads))
        for read in self._reads:
            read[INNER] += (read[INNER] >= 0) * len(self._reads)
        assert dtype.fields is not None
        header = np.array([dtype.fields[name][1] for name in ("current_seat", "table_seats")], np.int64)
        reads = np.array([*self._reads, *inner], np.int32).reshape(-1, LOOKUP_SIZE + 1)
        self.secret = np.array(secret)
        self._tables = (
            header,
            np.array(fixed),
            np.array(begins, np.int32),
            reads,
            np.array(self._lookup, np.int16),
        )

    def _read(self, one: At, told: dict[str, int], inner: list[list[int]] | None) -> list[int] | None:
        """Return the numbers of a read, without the column; None where the action names no place."""
        assert self._dtype.fields is not None
        kind, place = self._dtype.fields[one.field][:2]
        step, seat_step, apart, within, inner_step, inner_most = kind.itemsize, 0, 0, -1, 0, 1
        for index, length in zip(one.index, kind.shape, strict=True):
            step //= length
            if isinstance(index, At):
                if inner is None or within >= 0:
                    raise ValueError(
                        f"state field {one.field}: one index at most may be read, and that from numbers"
                    )
                if (first := self._read(index, told, None)) is None:
                    return None
                within, inner_step, inner_most = len(inner), step, length
                inner.append([0, *first])
            elif index in (MOVER, SEATS.column):
                apart = told[SEATS.column] - 1 if index != MOVER else 0
                seat_step = step
            else:
                number = index if isinstance(index, int) else told[index] - 1
                if not 0 <= number < length:
                    return None
                place += number * step
        begin, table = -1, self._table(one, told)
        if table is not None:
            begin = len(self._lookup)
            self._lookup += table
        width = math.prod(kind.shape) and kind.base.itemsize
        return [
            place,
            width,
            seat_step,
            apart,
            within,
            inner_step,
            inner_most,
            one.less,
            begin,
            len(table or ()),
        ]

    def _table(self, one: At, told: dict[str, int]) -> list[int] | None:
        """Return the numbers that values are looked up in, if they are."""
        values = one.things.values if one.things is not None else None
        if one.then is None:
            return None if values is None else list(values)
        then = np.asarray(one.then)
        if one.by:
            then = then[:, told[one.by] - 1] if told[one.by] <= then.shape[1] else np.full(len(then), -1)
        if values is None:
            return [int(value) for value in then]
        return [values[value] if 0 <= value < len(values) else -1 for value in then]

    def fill(
        self, states: np.ndarray, games: np.ndarray, masks: np.ndarray, actions: np.ndarray
    ) -> tuple[Any, ...]:
        """Return starts int64 ``(n + 1,)``, actions int32 ``(k,)`` and rows int16 ``(k, C)``.

        Args:
            states: uint8 ``(N, bytes)``.
            games: int64 ``(n,)``.
            masks: uint8 ``(N, A)``, or without columns: one action of each game is told.
            actions: int32 ``(k,)``, that one, or as many as are legal, to be written.
        """
        memory = tuple(states.reshape(-1).view(kind) for kind in (np.int8, np.int16, np.int32, np.int64))
        starts = np.zeros(len(games) + 1, np.int64)
        rows = np.empty((len(actions), len(self.columns.names)), np.int16)
        header, *tables = self._tables
        arguments = memory, states.shape[1], header, games, masks, *tables, starts, actions, rows
        read_actions(*arguments)
        return starts, actions, rows
