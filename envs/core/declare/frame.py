"""The part of the kernels that all games share: a template around a game's own kernels, executed once per game.

Names bound by :attr:`eurogym.envs.core.declare.game.Game.kernels`: the game's ``set_up, advance, answer`` (its
``apply``), ``mark_legal, observe_table, observe_seat``, and the places that the engine writes itself.
"""

# ruff: noqa: F821 - the game's kernels are bound from outside
import numpy as np

from eurogym.envs.core.compile.bits import WORD, count_bits, in_use
from eurogym.envs.core.compile.kernels import kernel


@kernel
def run_on(state):
    """Advance the game until somebody has to decide or the game is over."""
    while not (state.asked or state.done):
        advance(state)


@kernel
def new_game(state, options, seed):
    """Set up the table and go to the first decision. The header and the options' fields are already in the state."""
    set_up(state, options, seed)
    run_on(state)


@kernel
def apply(state, action):
    """Take one legal action for the seat to move and go on to the next decision."""
    state.asked = 0
    answer(state, action)
    run_on(state)


@kernel
def legal_actions(state, mask):
    """Write 1 for every legal action of the seat to move and 0 elsewhere; return how many are legal."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    mark_legal(state, mask)
    count = 0
    for start in range(0, mask.shape[0], WORD):
        count += count_bits(in_use(mask, start))
    return count


@kernel
def observe(state, seat, out):
    """Write what ``seat`` sees into every entry of ``out`` (uint8 codes): own seat first, then in turn order."""
    for entry in range(out.shape[0]):
        out[entry] = 0
    if state.decision < BASE_DECISIONS:
        out[state.decision] = 1
    observe_table(state, seat, out)
    first = np.int64(state.block_start)
    for offset in range(state.table_seats):
        other = seat + offset
        if other >= state.table_seats:
            other -= state.table_seats
        out[first + PRESENT] = 1
        out[first + TO_MOVE] = other == state.current_seat and not state.done
        observe_seat(state, seat, other, out, first)
        first += state.block_size
