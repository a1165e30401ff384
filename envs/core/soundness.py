"""The checks of records from outside, in compiled code: a template, executed once per game.

It is compiled when a state is loaded for the first time, so playing does not have to wait for it. Names bound by
:attr:`eurogym.envs.core.game.Game.soundness`: the game's kernels ``derive`` and ``check``, or ones that do nothing.
"""

# ruff: noqa: F821 - the game's kernels are bound from outside
import numpy as np

from eurogym.envs.core.compile import entry, kernel
from eurogym.envs.core.fields import COUNT, FIRST, HIGH, KIND, LOW
from eurogym.envs.core.fields import ENGINE_FAULTS as F
from eurogym.envs.core.operations import ENTRY, EXAMINE_DERIVED, EXAMINE_RANGES, ROW


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
def outside(octets, words, longs, quads, k, table, found):
    """Return whether an entry of record `k` is outside its range; write its row and entry into `found`."""
    for row in range(table.shape[0]):
        for i in range(table[row, COUNT]):
            value = value_at(octets, words, longs, quads, k, table[row, KIND], table[row, FIRST] + i)
            if value < table[row, LOW] or value > table[row, HIGH]:
                found[ROW] = row
                found[ENTRY] = i
                return True
    return False


@kernel
def machine_fault(state):
    """Return the number of a fault in the engine's own fields, which must be consistent whatever the game."""
    if state.asked + state.done != 1:
        return F.ASKED
    for place in range(state.num_pending, len(state.pending)):
        if state.pending[place] != 0 or state.pending_arg[place] != 0:
            return F.PENDING
    return F.SOUND


@kernel
def fault(state):
    """Return the number of the first fault of a record whose ranges hold: negative for the engine's, 0 for none."""
    code = machine_fault(state)
    if code != F.SOUND:
        return -code
    return check(state)


@entry
def examine(op, records, derived, octets, words, longs, quads, table, found):
    """Examine records without changing them.

    Args:
        op: EXAMINE_RANGES; EXAMINE_DERIVED, which writes what follows from other fields into `derived`; EXAMINE_WHOLE.
        records, derived: equal numbers of records of a game; those in `derived` are blank.
        octets, words, longs, quads: the records as integers of 1, 2, 4, 8 bytes, ``(n, entries)``.
        table: the ranges (:func:`eurogym.envs.core.fields.range_table`).
        found: int64 ``(2,)``; EXAMINE_RANGES: row of the table and entry; EXAMINE_WHOLE: number of the fault.

    Returns:
        The first record in which something is wrong, -1 if there is none.
    """
    for k in range(len(records)):
        if op == EXAMINE_RANGES:
            if outside(octets, words, longs, quads, k, table, found):
                return k
        elif op == EXAMINE_DERIVED:
            derive(records[k], derived[k])
        else:
            found[ROW] = fault(records[k])
            if found[ROW] != 0:
                return k
    return -1
