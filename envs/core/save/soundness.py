"""The checks of records from outside, in compiled code: made once per game.

They are compiled when a state is loaded for the first time, so playing does not have to wait for them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from eurogym.envs.core.compile.kernels import Unit, kernel
from eurogym.envs.core.declare.fields import COUNT, EACH, FIRST, HIGH, KIND, LAST, LOW, START
from eurogym.envs.core.declare.fields import ENGINE_FAULTS as F
from eurogym.envs.core.declare.operations import (
    ENTRY,
    ROW,
    STAGE,
    STAGE_DERIVED,
    STAGE_FIXED,
    STAGE_GROWTH,
    STAGE_RANGES,
    STAGES,
)


@functools.cache
def examine_of(game: Any) -> Callable[..., int]:
    """Return the checks of records of a game: `examine` of :func:`soundness`, made and not yet compiled."""
    unit = Unit(f"{game.package}.soundness", (f"{__name__}:examine_of", game.package))
    return soundness(unit, game.derive or derive_nothing, game.check or find_nothing)


@kernel
def derive_nothing(state, again):
    """Do nothing: for games without derived fields."""


@kernel
def find_nothing(state):
    """Find no fault: for games without their own check."""
    return 0


@kernel
def value_at(octets, words, longs, quads, k, kind, place):
    """Return one entry of record `k`, of 1, 2, 4 or 8 bytes by its kind."""
    if kind == 0:
        return np.int64(octets[k, place])
    if kind == 1:
        return np.int64(words[k, place])
    if kind == 2:
        return np.int64(longs[k, place])
    return np.int64(quads[k, place])


@kernel
def any_outside(values, k, first, count, low, high):
    """Return whether an entry of record `k` is outside a range; without a way out, which compiles to vector code."""
    wrong = False
    for i in range(first, first + count):
        wrong |= (values[k, i] < low) | (values[k, i] > high)
    return wrong


@kernel
def outside(octets, words, longs, quads, k, table, found):
    """Return whether an entry of record `k` is outside its range; write its row and entry into `found`."""
    for row in range(table.shape[0]):
        kind, first, count = table[row, KIND], table[row, FIRST], table[row, COUNT]
        low, high = table[row, LOW], table[row, HIGH]
        if kind == 0:
            wrong = any_outside(octets, k, first, count, low, high)
        elif kind == 1:
            wrong = any_outside(words, k, first, count, low, high)
        elif kind == 2:
            wrong = any_outside(longs, k, first, count, low, high)
        else:
            wrong = any_outside(quads, k, first, count, low, high)
        if wrong:
            found[ROW] = row
            for i in range(count):
                value = value_at(octets, words, longs, quads, k, kind, first + i)
                if value < low or value > high:
                    found[ENTRY] = i
                    return True
    return False


@kernel
def overgrown(octets, words, longs, quads, k, sums, num_decisions, found):
    """Return whether record `k` has gathered more than its decisions allow; write the last field's row and the sum."""
    total = np.int64(0)
    for row in range(sums.shape[0]):
        for i in range(sums[row, COUNT]):
            total += value_at(octets, words, longs, quads, k, sums[row, KIND], sums[row, FIRST] + i)
        if sums[row, LAST]:
            if total > sums[row, START] + sums[row, EACH] * num_decisions:
                found[ROW] = row
                found[ENTRY] = total
                return True
            total = np.int64(0)
    return False


@kernel
def differs(octets, k, other, row, places):
    """Return whether record `k` differs from a row of other records in one of these bytes."""
    for i in range(len(places)):
        if octets[k, places[i]] != other[row, places[i]]:
            return True
    return False


@kernel
def machine_fault(state, limit):
    """Return the number of a fault in the engine's own fields, which must be consistent whatever the game."""
    if state.asked + state.done != 1:
        return F.ASKED
    if state.done == 0 and state.num_decisions >= limit:
        return F.ENDLESS
    for place in range(state.num_pending, len(state.pending)):
        if state.pending[place] != 0 or state.pending_arg[place] != 0:
            return F.PENDING
    return F.SOUND


def soundness(unit: Unit, derive: Callable, check: Callable) -> Callable[..., int]:
    """Return the entry `examine` of a game with these kernels."""

    @kernel
    def fault(state, limit):
        """Return the number of the first fault of a record whose ranges hold: negative for the engine's, 0 for none."""
        code = machine_fault(state, limit)
        if code != F.SOUND:
            return -code
        return check(state)

    @kernel
    def fails(
        stage,
        k,
        records,
        octets,
        words,
        longs,
        quads,
        scratch,
        scratch_octets,
        fixed,
        ranges,
        sums,
        derived,
        limit,
        found,
    ):
        """Return whether record `k` fails one stage of the examination."""
        if stage == STAGE_FIXED:
            return differs(octets, k, scratch_octets, 1, fixed)
        if stage == STAGE_RANGES:
            return outside(octets, words, longs, quads, k, ranges, found)
        if stage == STAGE_GROWTH:
            return overgrown(octets, words, longs, quads, k, sums, np.int64(records[k].num_decisions), found)
        if stage == STAGE_DERIVED:
            if len(derived) == 0:
                return False
            scratch[0] = scratch[1]
            derive(records[k], scratch[0])
            return differs(octets, k, scratch_octets, 0, derived)
        found[ROW] = fault(records[k], limit)
        return found[ROW] != 0

    @unit.entry
    def examine(
        records,
        octets,
        words,
        longs,
        quads,
        scratch,
        scratch_octets,
        fixed,
        ranges,
        sums,
        derived,
        limit,
        found,
    ):
        """Examine records without changing them, in stages, each of which may rely on those before.

        Args:
            records: records of a game.
            octets, words, longs, quads: the records as integers of 1, 2, 4, 8 bytes, ``(n, entries)``.
            scratch, scratch_octets: two records, the second blank, and their bytes. What follows from other fields is
                written into the first.
            fixed, derived: the places of the bytes that the options fix, and of those that follow from others.
            ranges, sums: tables of :func:`eurogym.envs.core.declare.fields.range_table` and ``growth_table``.
            limit: the number of decisions after which a game is cut off.
            found: int64 ``(3,)``; the stage, and the row and the entry in question, or the number of the fault.

        Returns:
            The first record that fails the first stage that one fails, -1 if there is none.
        """
        for stage in range(STAGES):
            found[STAGE] = stage
            for k in range(len(records)):
                if fails(
                    stage, k, records, octets, words, longs, quads, scratch, scratch_octets, fixed, ranges, sums,
                    derived, limit, found,
                ):  # fmt: skip
                    return k
        return -1

    return examine
