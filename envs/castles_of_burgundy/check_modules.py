"""States from outside: what must add up in the fields of the modules."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.check_pending import F
from eurogym.envs.castles_of_burgundy.enums import BONUS
from eurogym.envs.core.compile import kernel


@kernel
def module_fault(state):
    """Topic by topic: inns, border posts."""
    if state.inns > inns_come(state):
        return F.INNS
    if not are_border_tiles(state):
        return F.BORDER
    return F.SOUND


@kernel
def inns_come(state):
    """E6.1: inns that have come into the game until now."""
    return state.phase + 1 if state.e6 and state.white > 0 else 0


@kernel
def are_border_tiles(state):
    """E4.5: those not left have an owner each, the large one first."""
    large, small = 0, 0
    for seat in range(E.MAX_SEATS):
        owned = state.border_owned[seat]
        large += owned == BONUS.large
        small += owned == BONUS.small
        if owned != BONUS.none and seat >= state.table_seats:
            return False
    left = state.border_left
    if not state.e4:
        return large == 0 and small == 0 and left == 0
    return large == (left < E.BONUS_TILES) and small == (left == 0)
