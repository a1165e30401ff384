"""Asking: how a game comes from one decision to the next. Every game does it this way.

A game is a machine that runs until a seat has to decide. Its kernel ``advance(state)`` does one thing: it carries out
the step that ``state.step`` names, or what lies on top of the stack of pending matters, or calls :func:`ask`. The
engine calls it until a decision has been asked for or the game is over. Then the seat answers, the engine calls the
game's ``apply(state, action)`` for that answer alone, and the machine runs on. So rules say what comes next by setting
``state.step``, by pushing what has to be settled first, or by asking at once.
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile import kernel


@kernel
def ask(state, seat, decision):
    """A seat has to decide; nothing happens before its answer."""
    state.current_seat = seat
    state.decision = decision
    state.asked = 1


@kernel
def push(state, what, arg):
    """Put something that has to be settled first on the stack: a number of the game's own, with an argument."""
    state.pending[state.num_pending] = what
    state.pending_arg[state.num_pending] = arg
    state.num_pending += 1


@kernel
def pop(state):
    """Take the top off the stack; its place is blanked, so that equal positions are equal bytes."""
    state.num_pending -= 1
    state.pending[state.num_pending] = 0
    state.pending_arg[state.num_pending] = 0


@kernel
def top(state):
    """What lies on top of the stack, which is not empty."""
    return np.int64(state.pending[state.num_pending - 1])


@kernel
def top_arg(state):
    """Argument of what lies on top of the stack, which is not empty."""
    return np.int64(state.pending_arg[state.num_pending - 1])
