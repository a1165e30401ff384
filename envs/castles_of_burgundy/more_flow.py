"""What the answers of the modules do, and the steps that they add to the course of the game."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.actions import E1, E2, E6, A
from eurogym.envs.castles_of_burgundy.effects import resolve_building
from eurogym.envs.castles_of_burgundy.enums import D
from eurogym.envs.castles_of_burgundy.turn import buy_inn, retrieve_castle, trade
from eurogym.envs.core.compile import kernel
from eurogym.envs.core.flow import pop, push


@kernel
def apply_more(state, action):
    """What an answer does that a module adds. False: it is one of the base game's."""
    first = A.exchange_stop if state.solo else A.side_stop
    if action < first:
        return False
    if state.e2 and state.actions_e2 <= action < state.actions_e2 + E2.STOP:
        apply_e2(state, action - state.actions_e2)
    elif state.e6 and action == state.actions_e6 + E6.buy_inn:
        buy_inn(state)
    elif action == state.actions_e1 + E1.retrieve:
        retrieve_castle(state)
    return True


@kernel
def apply_e2(state, index):
    """E2.3, E2.4: monastery 28; the effect of a crane."""
    if index == E2.trade:
        trade(state)
        return
    effect = index - E2.effect
    pop(state)
    if effect < E.NUM_BUILDINGS:
        resolve_building(state, state.current_seat, effect)
    else:
        push(state, D.WHITE_ACTION, 0)
