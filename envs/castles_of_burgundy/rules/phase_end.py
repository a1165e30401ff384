"""The end of a phase with shields (E0.7), step by step, and what every phase ends with."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import PHASE_END, STEP, D
from eurogym.envs.castles_of_burgundy.rules import shields
from eurogym.envs.castles_of_burgundy.rules.scoring import pay_mines
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import push


@kernel
def end_phase(state):
    """R4.1: a new phase begins; after five phases the game is over."""
    state.step = STEP.ROUND
    if state.phase == E.NUM_PHASES - 1:
        state.done = 1
        return
    state.phase += 1
    state.round_index = 0


@kernel
def go_on_with_phase_end(state):
    """E0.7: shields 14 and 15, tribute, mines, a name for shield 6 before final scoring."""
    if state.step == STEP.LAST_TILES:
        if state.phase_end == PHASE_END.TILES * state.table_seats:
            shields.begin_phase_end(state, STEP.TRIBUTES)
        else:
            shields.next_last_tile(state)
    elif state.step == STEP.TRIBUTES:
        if state.phase_end < state.table_seats:
            shields.next_tribute(state)
        else:
            shields.begin_phase_end(state, STEP.INCOME)
            pay_mines(state)
            name_before_scoring(state)
    else:
        state.phase_end = 0
        end_phase(state)


@kernel
def name_before_scoring(state):
    """E10.7 (6): an owner that has named nobody names one before final scoring."""
    if state.phase == E.NUM_PHASES - 1:
        place_in_order = shields.owner_without_name(state)
        if place_in_order != E.NONE:
            shields.next_seat_of_phase_end(state, place_in_order)
            push(state, D.NAME_PLAYER, 0)
