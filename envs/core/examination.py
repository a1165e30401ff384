"""Examination of records from outside: whether a game can be played on from them, and if not, why."""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.envs.core.compile import PURE
from eurogym.envs.core.errors import StateError
from eurogym.envs.core.fields import SIZES, Growth, range_table, ranged
from eurogym.envs.core.game import Game, new_states
from eurogym.envs.core.operations import ENTRY, EXAMINE_DERIVED, EXAMINE_RANGES, EXAMINE_WHOLE, ROW
from eurogym.envs.core.options import GameOptions

_DRAWS = Growth(("stream_counter",), 100_000, 10_000)  # far more than shuffling everything would take
_SIGNED = tuple(np.dtype(f"i{size}") for size in SIZES)


class Examiner:
    """An examiner of the records of one game and option set.

    Args:
        game: the game.
        options: its options.
    """

    def __init__(self, game: Game, options: GameOptions):
        self.game, self.options = game, options
        self._fixed = game.fixed_values(options)
        self._ranged = ranged(game.state_fields)
        self._table = range_table(game.state_fields, game.dtype, options)
        self._derived = [field.name for field in game.state_fields if field.derived]

    def refuse_unsound(self, states: np.ndarray) -> None:
        """Refuse records ``(n,)`` unless a game can be played on from each of them.

        Raises:
            StateError: a record is wrong; the message names the first wrong field, its value and what is allowed.
        """
        if len(states) == 0:
            return
        self._refuse_other_options(states)
        records = new_states(self.game.dtype, len(states))
        np.asarray(records)[:] = states
        again = new_states(self.game.dtype, len(states))
        np.asarray(again)[:] = self.game.blank_state(self.options)
        found = np.zeros(2, dtype=np.int64)
        views = [np.asarray(records).view(kind).reshape(len(records), -1) for kind in _SIGNED]
        pair = (records, again) if PURE else (np.asarray(records), np.asarray(again))
        arguments = (*pair, *views, self._table, found)
        examine = self.game.soundness.examine
        place = examine(EXAMINE_RANGES, *arguments)
        if place >= 0:
            self._refuse_value(records[place], place, self._ranged[found[ROW]], int(found[ENTRY]))
        for growth in (_DRAWS, *self.game.growth):
            self._refuse_growth(np.asarray(records), growth)
        if self._derived:
            examine(EXAMINE_DERIVED, *arguments)
            self._refuse_other_sums(np.asarray(records), np.asarray(again))
        place = examine(EXAMINE_WHOLE, *arguments)
        if place >= 0:
            raise self._error(place, self.game.words_of_fault(int(found[ROW])))

    def _error(self, place: int, words: str) -> StateError:
        return StateError(f"{self.game.name}: record {place}: {words}")

    def _refuse_other_options(self, states: np.ndarray) -> None:
        """Refuse states in which fields that the options fix have other values."""
        for name, value in self._fixed.items():
            given, own = states[name], np.asarray(value)
            if (given != own).any():
                place = int(np.flatnonzero((given != own).reshape(len(states), -1).any(axis=1))[0])
                raise StateError(
                    f"{self.game.name}: the state is of another option set: {name} is {given[place].tolist()} in "
                    f"record {place}, in this batch {own.tolist()} (options {self.options.as_dict()})"
                )

    def _refuse_value(self, record: Any, place: int, field: Any, entry: int) -> None:
        value = np.ravel(record[field.name])[entry]
        low, high = field.limits(self.options)
        raise self._error(
            place, f"{_named(field.name, field.shape, entry)} is {value}; allowed: {low} to {high}"
        )

    def _refuse_growth(self, records: np.ndarray, growth: Growth) -> None:
        """Refuse states that have accumulated more than is possible after their number of decisions."""
        sums = sum(
            records[name].reshape(len(records), -1).sum(axis=1, dtype=np.int64) for name in growth.fields
        )
        most = growth.start + growth.each * records["num_decisions"].astype(np.int64)
        over = np.flatnonzero(sums > most)
        if len(over):
            place = int(over[0])
            raise self._error(
                place,
                f"{', '.join(growth.fields)} add up to {sums[place]}; allowed after {records['num_decisions'][place]} "
                f"decisions (num_decisions): at most {most[place]}",
            )

    def _refuse_other_sums(self, records: np.ndarray, again: np.ndarray) -> None:
        """Refuse states in which derived fields differ from what the game's kernels compute."""
        for name in self._derived:
            wrong = records[name] != again[name]
            if wrong.any():
                place = int(np.flatnonzero(wrong.reshape(len(records), -1).any(axis=1))[0])
                entry = int(np.flatnonzero(wrong[place].ravel())[0])
                given, own = (array[place][name].ravel()[entry] for array in (records, again))
                what = _named(name, wrong.shape[1:], entry)
                raise self._error(place, f"{what} is {given}; the rest of the state makes it {own}")


def _named(name: str, shape: tuple[int, ...], entry: int) -> str:
    """Return the name of an entry of a field, such as ``hand[1, 3]``."""
    if not shape:
        return name
    return f"{name}[{', '.join(str(int(place)) for place in np.unravel_index(entry, shape))}]"
