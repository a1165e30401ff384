"""Examination of records from outside: whether a game can be played on from them, and if not, why.

Every record is examined, wherever it comes from, so there is nothing that could be trusted by mistake. One compiled
call examines all of them, in some 3 to 10 microseconds each, before any is copied into a game.
"""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np

from eurogym.envs.core.compile.kernels import PURE
from eurogym.envs.core.declare.fields import (
    ENGINE_FAULTS,
    LAST,
    SIZES,
    Growth,
    bytes_of,
    growth_table,
    range_table,
    ranged,
)
from eurogym.envs.core.declare.game import Game, new_states
from eurogym.envs.core.declare.layout import ObservationLayout
from eurogym.envs.core.declare.operations import (
    ENTRY,
    NOTHING,
    OP_REFRESH,
    ROW,
    STAGE,
    STAGE_DERIVED,
    STAGE_FIXED,
    STAGE_GROWTH,
    STAGE_RANGES,
)
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.errors import StateError
from eurogym.envs.core.save.soundness import examine_of
from eurogym.envs.core.step.buffers import Buffers

_DRAWS = Growth(("stream_counter",), 100_000, 10_000)  # far more than shuffling everything would take
_SIGNED = tuple(np.dtype(f"i{size}") for size in SIZES)


class Examiner:
    """An examiner of the records of one game and option set.

    Args:
        game: the game.
        options: its options.
    """

    def __init__(self, game: Game, options: GameOptions):
        self.game, self.options, self._examine = game, options, examine_of(game)
        fields, dtype = game.state_fields, game.dtype
        self._fixed = game.fixed_values(options)
        self._ranged = ranged(fields)
        self._growths = (_DRAWS, *game.growth)
        self._derived = [field.name for field in fields if field.derived]
        self._found = np.zeros(3, dtype=np.int64)
        scratch = new_states(dtype, 2)
        np.asarray(scratch)[1:] = game.blank_state(options)
        self._scratch = scratch if PURE else np.asarray(scratch)
        self._sums = growth_table(self._growths, dtype)
        self._arguments = (
            self._scratch,
            np.asarray(scratch).view(np.uint8).reshape(2, -1).view(np.int8),
            bytes_of(dtype, self._fixed),
            range_table(fields, dtype, options),
            self._sums,
            bytes_of(dtype, self._derived),
            game.last_decision(options),
            self._found,
        )

    def refuse_unsound(self, records: np.ndarray, views: list[np.ndarray]) -> None:
        """Refuse records ``(n,)`` unless a game can be played on from each of them.

        Args:
            records: the records, as compiled code takes them.
            views: the same memory as integers of 1, 2, 4 and 8 bytes, ``(n, entries)``.

        Raises:
            StateError: a record is wrong; the message names the first wrong field, its value and what is allowed.
        """
        place = self._examine(records, *views, *self._arguments)
        if place < 0:
            return
        stage, row, entry = self._found[[STAGE, ROW, ENTRY]].tolist()
        record = np.asarray(records)[place]
        if stage == STAGE_FIXED:
            raise self._other_options(record, place)
        if stage == STAGE_RANGES:
            raise self._wrong_value(record, place, self._ranged[row], entry)
        if stage == STAGE_GROWTH:
            raise self._overgrown(record, place, int(self._sums[:row, LAST].sum()), entry)
        if stage == STAGE_DERIVED:
            raise self._other_sums(record, place)
        raise self.error(place, self.game.words_of_fault(row))

    def compile(self) -> None:
        """Compile the examination, or load it: a blank record is examined, which is none to play on from."""
        records = new_states(self.game.dtype, 1)
        bytes_of_them = np.asarray(records).view(np.uint8).reshape(1, -1)
        with contextlib.suppress(StateError):
            views = [bytes_of_them.view(kind) for kind in _SIGNED]
            self.refuse_unsound(records if PURE else np.asarray(records), views)

    def error(self, place: int, words: str) -> StateError:
        """Return the error for what is wrong with a record."""
        return StateError(f"{self.game.name}: record {place}: {words}")

    def _other_options(self, record: Any, place: int) -> StateError:
        """Return the error for a state in which fields that the options fix have other values."""
        name = next(name for name, value in self._fixed.items() if (record[name] != value).any())
        return StateError(
            f"{self.game.name}: the state is of another option set: {name} is {record[name].tolist()} in record "
            f"{place}, in this batch {np.asarray(self._fixed[name]).tolist()} (options {self.options.as_dict()})"
        )

    def _wrong_value(self, record: Any, place: int, field: Any, entry: int) -> StateError:
        low, high = field.limits(self.options)
        value, name = np.ravel(record[field.name])[entry], _named(field.name, field.shape, entry)
        return self.error(place, f"{name} is {value}; allowed: {low} to {high}")

    def _overgrown(self, record: Any, place: int, number: int, total: int) -> StateError:
        """Return the error for a state that has gathered more than is possible after its number of decisions."""
        growth, decisions = self._growths[number], int(record["num_decisions"])
        return self.error(
            place,
            f"{', '.join(growth.fields)} add up to {total}; allowed after {decisions} decisions (num_decisions): at "
            f"most {growth.start + growth.each * decisions}",
        )

    def _other_sums(self, record: Any, place: int) -> StateError:
        """Return the error for a state in which derived fields differ from what the game's kernels compute."""
        again = np.asarray(self._scratch)[0]
        name = next(name for name in self._derived if (record[name] != again[name]).any())
        entry = int(np.flatnonzero(np.ravel(record[name] != again[name]))[0])
        given, own = (np.ravel(one[name])[entry] for one in (record, again))
        what = _named(name, np.shape(record[name]), entry)
        return self.error(place, f"{what} is {given}; the rest of the state makes it {own}")


class Arrivals:
    """A place for records from outside, with all arrays that belong to a game, until they are known to be sound.

    Args:
        examiner: examiner of these records.
        count: number of records.
        layout, settings, num_actions, floats, num_threads: as for :class:`~eurogym.envs.core.step.buffers.Buffers`.
    """

    def __init__(
        self,
        examiner: Examiner,
        count: int,
        layout: ObservationLayout,
        settings: np.ndarray,
        num_actions: int,
        floats: bool,
        num_threads: int,
    ):
        self._examiner = examiner
        game, options = examiner.game, examiner.options
        self._held = held = Buffers(
            game, options, layout, settings.copy(), count, num_actions, floats, False, num_threads
        )
        self._views = [held.state_bytes.view(kind) for kind in _SIGNED]
        self._num_legal = held.reports["num_legal"]
        self._no_padding = np.zeros(game.dtype.itemsize, dtype=np.uint8)
        self._no_padding[bytes_of(game.dtype, game.dtype.names or ())] = 0xFF

    def examined(self, states: np.ndarray, target: Buffers, games: Any) -> list[np.ndarray]:
        """Return the rows (:attr:`~eurogym.envs.core.step.buffers.Buffers.rows`) that the games of a batch get.

        Args:
            states: records ``(n,)`` of the game's type.
            target: the arrays of the batch.
            games: index or indices of the games to replace.

        Raises:
            StateError: a record is wrong.
        """
        held = self._held
        given = np.ascontiguousarray(states).view(np.uint8).reshape(held.state_bytes.shape)
        np.bitwise_and(
            given, self._no_padding, out=held.state_bytes
        )  # numpy leaves anything in the padding of copies
        self._examiner.refuse_unsound(held.states, self._views)
        held.settings[:] = target.settings
        held.report_bytes[:] = target.report_bytes[games]
        held.run(OP_REFRESH, 0, 0, NOTHING, NOTHING, NOTHING, held.every_game, *held.table)
        if not self._num_legal.all():
            lost = np.flatnonzero((self._num_legal == 0) & (held.states["done"] == 0))
            if len(lost):
                raise self._examiner.error(int(lost[0]), ENGINE_FAULTS.WORDS[ENGINE_FAULTS.NO_WAY_ON])
        return held.rows


def _named(name: str, shape: tuple[int, ...], entry: int) -> str:
    """Return the name of an entry of a field, such as ``hand[1, 3]``."""
    if not shape:
        return name
    return f"{name}[{', '.join(str(int(place)) for place in np.unravel_index(entry, shape))}]"
