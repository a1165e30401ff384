"""Legal actions as rows of integers: the kind of each, and the things that it concerns, as they lie in the state.

What an action concerns in every state stands in a table; the rest is read from the bytes of the state where the
declaration says (:class:`~eurogym.envs.core.declare.things.At`). So one compiled function serves all games.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from eurogym.envs.core.compile.bits import WORD, bit, in_use, lowest_bit
from eurogym.envs.core.compile.kernels import entry
from eurogym.envs.core.compile.memory import copy_bytes
from eurogym.envs.core.declare.names import check_ceiling
from eurogym.envs.core.declare.things import (
    LARGEST,
    MOVER,
    NUM_DECISIONS,
    SEATS,
    At,
    Columns,
    Given,
    index_columns,
)

# Who sees a column of an action: all, or only the seat that acts; a decision (>= 0): that is so in this one.
PUBLIC, SECRET = -2, -1
# What is read from a state, as places in a row of numbers. A read with NEXT_STEP says where the one after it reads: so
# many bytes further on for every one of its value, if that is below NEXT_MOST. The others are written into COLUMN.
COLUMN, PLACE, WIDTH, SEAT_STEP, APART, LESS = range(6)
LOOKUP, LOOKUP_SIZE, NEXT_STEP, NEXT_MOST, NUM_NUMBERS = range(6, 11)
HEADER = ("current_seat", "table_seats", "decision")
ROW = 24  # columns that rows have room for, so that a copy has a known length
ROW_BYTES = 2 * ROW


@entry
def read_actions(
    memory, size, header, games, masks, fixed, spans, set_of, reads, lookup, starts, actions, rows, same
):
    """Write a row for every legal action, or for one action of each game.

    Args:
        memory: the states as int8, int16, int32 and int64, four flat views of the same bytes.
        size: bytes of a state.
        header: int64 ``(3,)``, places of the seat to move, the number of seats and the decision, a byte each.
        games: int64 ``(n,)``.
        masks: uint8 ``(N, A)``; without columns, ``actions`` names an action of each game.
        fixed: uint8 ``(S * A * ROW_BYTES,)``, rows of the actions, as far as no state is needed, for each set of
            decisions in which they concern the same.
        spans: int32 ``(S * A, 2)``, the first read of each action, and where its reads end.
        set_of: int32 ``(NUM_DECISIONS,)``, where in these the actions of a decision begin.
        reads: int32 ``(R, NUM_NUMBERS)``.
        lookup: int16, tables that reads use.
        starts: int64 ``(n + 1,)``, is written: where the rows of each game begin.
        actions: int32 ``(k,)``, is written unless it is given.
        rows: int16 ``(k, ROW)``, is written.
        same: the same memory, uint8 ``(k * ROW_BYTES,)``.
    """
    used = 0
    given = masks.shape[1] == 0
    for k in range(len(games)):
        starts[k] = used
        game = games[k]
        first = game * size
        mover, seats = np.int64(memory[0][first + header[0]]), np.int64(memory[0][first + header[1]])
        these = np.int64(set_of[memory[0][first + header[2]]])
        begin = 0
        while given or begin < masks.shape[1]:
            legal = np.int64(1) if given else in_use(masks[game], begin)
            while legal != 0:
                found = lowest_bit(legal)
                legal ^= bit(found)
                action = np.int64(actions[used]) if given else begin + found
                actions[used] = action
                one = these + action
                copy_bytes(same, used * ROW_BYTES, fixed, one * ROW_BYTES, ROW_BYTES)
                more = np.int64(0)
                for number in range(spans[one, 0], spans[one, 1]):
                    place = first + reads[number, PLACE] + more
                    if reads[number, SEAT_STEP] > 0:
                        seat = mover + reads[number, APART]
                        place += reads[number, SEAT_STEP] * (seat - seats if seat >= seats else seat)
                    width = reads[number, WIDTH]
                    if more < 0:
                        value = np.int64(-1)
                    elif width == 1:
                        value = np.int64(memory[0][place])
                    elif width == 2:
                        value = np.int64(memory[1][place >> 1])
                    elif width == 4:
                        value = np.int64(memory[2][place >> 2])
                    else:
                        value = memory[3][place >> 3]
                    value -= reads[number, LESS]
                    if reads[number, LOOKUP] >= 0:
                        inside = value >= 0 and value < reads[number, LOOKUP_SIZE]
                        value = np.int64(lookup[reads[number, LOOKUP] + value]) if inside else np.int64(-1)
                    more = np.int64(0)
                    if reads[number, NEXT_STEP] > 0:
                        inside = value >= 0 and value < reads[number, NEXT_MOST]
                        more = value * reads[number, NEXT_STEP] if inside else np.int64(-1)
                    elif value >= 0:
                        rows[used, reads[number, COLUMN]] = min(value, LARGEST)
                used += 1
            if given:
                break
            begin += WORD
    starts[len(games)] = used


class ActionRows:
    """How the actions of a catalog are written as rows.

    Attributes:
        columns: the columns of the game's rows, the same for all its option sets.
        secret: int16 ``(A, C)``, who sees each column: ``PUBLIC``, ``SECRET``, or the decision in which it is secret.
    """

    def __init__(self, columns: Columns, ranges: Iterable[Any], dtype: np.dtype):
        check_ceiling("columns of a row of an action", len(columns.names), ROW)
        self.columns, self._dtype = columns, dtype
        self._reads: list[list[int]] = []
        self._lookup: list[int] = [0]
        self._begins: dict[tuple[int, ...], int] = {}  # tables in it
        ranges = list(ranges)
        reads = [
            [(column, one) for column, one in declared.concerned if isinstance(one, At)]
            for declared in ranges
        ]
        whens = list({one.when for some in reads for _, one in some if one.when})
        alike = [tuple(decision in when for when in whens) for decision in range(NUM_DECISIONS)]
        sets = list(dict.fromkeys(alike))
        fixed: list[list[np.ndarray]] = [[] for _ in sets]
        spans: list[list[tuple[int, int]]] = [[] for _ in sets]
        secret = []
        for declared, some in zip(ranges, reads, strict=True):
            about = {column: one.numbers for column, one in declared.concerned if isinstance(one, Given)}
            changes = any(one.when for _, one in some)
            for i, known in enumerate(index_columns(declared.shape)):
                known |= {column: numbers[i] for column, numbers in about.items()}
                row, hidden = np.zeros(ROW, np.int16), np.full(ROW, PUBLIC, np.int16)
                row[0] = columns.kinds.index(declared.kind)
                for column, number in known.items():
                    row[columns.place[column]] = number
                for column, decision in declared.secret.items():
                    hidden[columns.place[column]] = SECRET if decision is None else decision
                secret.append(hidden)
                for number, these in enumerate(sets):
                    if changes or not number:
                        filled, span = self._filled(row, some, known, alike.index(these))
                    fixed[number].append(filled)
                    spans[number].append(span)
        assert dtype.fields is not None
        header = np.array([dtype.fields[name][1] for name in HEADER], np.int64)
        self.secret = np.array(secret)
        self._tables: Any = (
            header,
            np.array(fixed, np.int16).reshape(-1).view(np.uint8),
            np.array(spans, np.int32).reshape(-1, 2),
            np.array([sets.index(one) * len(secret) for one in alike], np.int32),
            np.array(self._reads, np.int32).reshape(-1, NUM_NUMBERS),
            np.array(self._lookup, np.int16),
        )

    def _filled(
        self, row: np.ndarray, reads: Iterable[tuple[str, At]], known: dict[str, int], decision: int
    ) -> tuple[np.ndarray, tuple[int, int]]:
        """Return a row in a decision, as far as no state is needed, and where the reads that fill it begin and end."""
        row, place = row.copy(), self.columns.place
        kept: list[tuple[str, At]] = []
        for column, one in reads:
            if one.clears and decision in one.when:
                row[place[column]] = 0
                kept = [read for read in kept if read[0] != column]
            elif not one.when or decision in one.when:
                kept.append((column, one))
        begin = len(self._reads)
        for column, one in kept:
            self._reads += self._reads_of(one, place[column], known)
        return row, (begin, len(self._reads))

    def _reads_of(self, one: At, column: int, known: dict[str, int]) -> list[list[int]]:
        """Return the numbers of a read and of those that say where; nothing where the action names no place."""
        assert self._dtype.fields is not None
        kind, place = self._dtype.fields[one.field][:2]
        step, seat_step, apart = kind.itemsize, 0, 0
        before: list[list[int]] = []
        shape = kind.shape
        if len(one.index) < len(shape):
            shape = (*shape[: len(one.index) - 1], int(np.prod(shape[len(one.index) - 1 :])))
        for index, length in zip(one.index, shape, strict=True):
            step //= length
            if isinstance(index, At):
                if before or not (before := self._reads_of(index, 0, known)):
                    raise ValueError(
                        f"state field {one.field}: one index at most may be read, from a known place"
                    )
                before[-1][NEXT_STEP], before[-1][NEXT_MOST] = step, length
            elif index in (MOVER, SEATS.column):
                apart = known[SEATS.column] - 1 if index != MOVER else 0
                seat_step = step
            else:
                number = index if isinstance(index, int) else known[index] - 1
                if not 0 <= number < length:
                    return []
                place += number * step
        table = self._table(one, known)
        if table and table not in self._begins:
            self._begins[table] = len(self._lookup)
            self._lookup += table
        begin, width = self._begins.get(table, -1), kind.base.itemsize
        less = known[one.less] if isinstance(one.less, str) else one.less
        return [*before, [column, place, width, seat_step, apart, less, begin, len(table), 0, 0]]

    def _table(self, one: At, known: dict[str, int]) -> tuple[int, ...]:
        """Return the numbers that values are looked up in; none: they are numbers themselves."""
        values = one.things.values if one.things is not None else ()
        if one.then is None:
            return values
        then = np.asarray(one.then)
        if one.by:
            inside = 0 < known[one.by] <= then.shape[1]
            then = then[:, known[one.by] - 1] if inside else np.full(len(then), -1)
        if not values:
            return tuple(then.tolist())
        return tuple(values[value] if 0 <= value < len(values) else -1 for value in then.tolist())

    def seen(self, rows: np.ndarray, actions: np.ndarray, decisions: np.ndarray, others: Any) -> np.ndarray:
        """Return rows ``(k, C)`` of actions taken in these decisions, 0 in columns that others do not see.

        Args:
            rows: int16 ``(k, C)``.
            actions, decisions: ``(k,)``.
            others: bool ``(k,)`` or a single one, who sees them: another seat than the one that acts.
        """
        secret = self.secret[actions, : rows.shape[1]]
        hidden = (secret == SECRET) | ((secret != PUBLIC) & (secret == decisions[:, None]))
        return np.where(hidden & np.reshape(others, (-1, 1)), 0, rows)

    def fill(
        self, states: np.ndarray, games: np.ndarray, masks: np.ndarray, actions: np.ndarray
    ) -> tuple[Any, ...]:
        """Return starts int64 ``(n + 1,)``, actions int32 ``(k,)`` and rows int16 ``(k, C)``.

        Args:
            states: uint8 ``(N, bytes)``.
            games: int64 ``(n,)``.
            masks: uint8 ``(N, A)``, or without columns: one action of each game.
            actions: int32 ``(k,)``, that one, or as many as are legal, to be written.
        """
        memory = tuple(states.reshape(-1).view(kind) for kind in (np.int8, np.int16, np.int32, np.int64))
        starts = np.zeros(len(games) + 1, np.int64)
        rows = np.empty((len(actions), ROW), np.int16)
        header, *tables = self._tables
        written = starts, actions, rows, rows.reshape(-1).view(np.uint8)
        arguments = memory, states.shape[1], header, games, masks, *tables, *written
        read_actions(*arguments)
        return starts, actions, rows[:, : len(self.columns.names)]
