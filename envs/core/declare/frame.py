"""The part of the kernels that all games share, around a game's own kernels."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from eurogym.envs.core.compile.bits import WORD, count_bits, in_use
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.layout import PRESENT, TO_MOVE


class Kernels(NamedTuple):
    """The six kernels that play a game, for use in other compiled code.

    They are ``new_game(state, options, seed)``, ``legal_actions(state, mask) -> count``, ``apply(state, action)``,
    ``observe(state, seat, out)``, ``scores(state, out)`` and ``determinize(state, seat, seed)``.
    """

    new_game: Any
    legal_actions: Any
    apply: Any
    observe: Any
    scores: Any
    determinize: Any


def frame(game: Any) -> Kernels:
    """Return the kernels of a game (:class:`eurogym.envs.core.declare.game.Game`), made and not yet compiled."""
    set_up, advance, answer, mark_legal = game.set_up, game.advance, game.apply, game.mark_legal
    observe_table, observe_seat = game.observe_table, game.observe_seat
    base_decisions = game.decisions.BASE
    present, to_move = (getattr(game.observation.seat_places, name) for name in (PRESENT, TO_MOVE))

    @kernel
    def run_on(state):
        """Advance the game until somebody has to decide or the game is over."""
        while not (state.asked or state.done):
            advance(state)

    @kernel
    def new_game(state, options, seed):
        """Set up the table and go to the first decision. The header and the options' fields are already there."""
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
        if state.decision < base_decisions:
            out[state.decision] = 1
        observe_table(state, seat, out)
        first = np.int64(state.block_start)
        for offset in range(state.table_seats):
            other = seat + offset
            if other >= state.table_seats:
                other -= state.table_seats
            out[first + present] = 1
            out[first + to_move] = other == state.current_seat and not state.done
            observe_seat(state, seat, other, out, first)
            first += state.block_size

    return Kernels(new_game, legal_actions, apply, observe, game.scores, game.determinize)
