"""What there is to take, sell and place, whatever the dice show."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.tables import COLOUR_OF
from eurogym.envs.castles_of_burgundy.rules.duchy import spaces_for
from eurogym.envs.castles_of_burgundy.rules.team_duchy import fits_somewhere
from eurogym.envs.core.compile.kernels import kernel


@kernel
def has_goods(state, seat):
    """Is any goods tile stored?"""
    for goods in range(E.NUM_GOODS):
        if state.goods[seat, goods] > 0:
            return True
    return False


@kernel
def has_tile(state, colours):
    """Does a tile of a set of colours lie on a numbered depot?"""
    for depot in range(E.NUM_DEPOTS):
        for slot in range(E.SLOTS_PER_DEPOT):
            kind = state.depot[depot, slot]
            if kind != E.EMPTY and colours >> COLOUR_OF[kind] & 1:
                return True
    return False


@kernel
def has_placement(state, seat):
    """Can a stored tile be placed on some hex, whatever its number?"""
    for position in range(E.NUM_STORAGE + state.more_spaces[seat]):
        kind = state.storage[seat, position]
        if kind == E.EMPTY:
            continue
        if fits_somewhere(state, seat, kind) if state.team else spaces_for(state, seat, kind) != 0:
            return True
    return False
