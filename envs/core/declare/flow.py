"""The flow of a game from one decision to the next, which is the same for every game.

A game is a machine that runs until a seat has to decide. Each call of its kernel ``advance(state)`` does one thing: it
carries out the step that ``state.step`` names or the top of the stack of what is pending, or it calls :func:`ask`. The
engine calls it until a decision has been asked for or the game is over. Then the seat answers, the engine calls the
game's ``apply(state, action)`` for this answer, and the machine runs on. Rules therefore determine what comes next by
setting ``state.step``, by pushing what has to be settled first, or by asking at once.
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel


@kernel
def ask(state, seat, decision):
    """Ask a seat for a decision; nothing happens before its answer."""
    state.current_seat = seat
    state.decision = decision
    state.asked = 1


@kernel
def push(state, what, arg):
    """Push something that has to be settled first on the stack: a number defined by the game, with an argument."""
    state.pending[state.num_pending] = what
    state.pending_arg[state.num_pending] = arg
    state.num_pending += 1


@kernel
def pop(state):
    """Take the top off the stack; its place is cleared, so that equal positions have equal bytes."""
    state.num_pending -= 1
    state.pending[state.num_pending] = 0
    state.pending_arg[state.num_pending] = 0


@kernel
def top(state):
    """Return the top of the stack, which must not be empty."""
    return np.int64(state.pending[state.num_pending - 1])


@kernel
def top_arg(state):
    """Return the argument of the top of the stack, which must not be empty."""
    return np.int64(state.pending_arg[state.num_pending - 1])
