"""SH: what shields add to the masks."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.actions import E6, SHIELDS, VINEYARDS, A
from eurogym.envs.castles_of_burgundy.declare.module_tables import SH
from eurogym.envs.castles_of_burgundy.rules import shields
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import top_arg


@kernel
def mask_shields(state, seat, mask, workers):
    """The shields on depots that so many workers reach with both dice (-1: all of them)."""
    for depot in range(E.NUM_DEPOTS):
        if workers < 0 or shields.shield_cost(state, seat, depot) <= workers:
            for position in range(E.SHIELDS_PER_DEPOT):
                if state.depot_shield[depot, position] > 0:
                    mask[state.actions_shields + SHIELDS.shield + depot * E.SHIELDS_PER_DEPOT + position] = 1


@kernel
def mask_set_die(state, seat, mask):
    """Shield 16: every unused die to another number."""
    for die in range(E.NUM_DICE):
        if not state.used[seat, die]:
            for value in range(1, E.DIE_SIDES + 1):
                if value != state.dice[seat, die]:
                    mask[state.actions_shields + SHIELDS.set_die + die * E.DIE_SIDES + value - 1] = 1


@kernel
def mask_declining(state, seat, mask):
    """A-41: nobody is forced to take workers while another seat owns shield 2."""
    if state.shields:
        for other in range(state.num_seats):
            if other != seat and state.shield[other, SH.worker_when_others_gain] > 0:
                mask[A.pass_] = 1


@kernel
def mask_offers(state, seat, mask):
    """SHIELD_TILE: tiles with a legal space."""
    if top_arg(state) == SH.phase_end_place_from_depot:
        for source in range(shields.FROM_BLACK):
            mask[A.take + source] = shields.can_place_offered(state, seat, source)
        return
    for slot in range(E.NUM_BLACK_SLOTS):
        mask[A.buy + slot] = shields.can_place_offered(state, seat, shields.FROM_BLACK + slot)
    if state.inns > 0 and shields.can_place_offered(state, seat, shields.FROM_INNS):
        mask[state.actions_e6 + E6.buy_inn] = 1
    for position in range(E.DOUBLE_SHOP):
        if shields.can_place_shop_tile(state, seat, position):
            mask[state.actions_vineyards + VINEYARDS.buy_double + position] = 1
