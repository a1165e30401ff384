"""SH: decisions that shields bring, what they add to others, and what the answers do."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.actions import (
    E6,
    MORE_POSITIONS,
    NUM_SLOTS,
    SHIELDS,
    VINEYARDS,
    A,
)
from eurogym.envs.castles_of_burgundy.declare.enums import KIND, D
from eurogym.envs.castles_of_burgundy.declare.tables import SH
from eurogym.envs.castles_of_burgundy.rules import shields, turn, vineyards
from eurogym.envs.castles_of_burgundy.rules.duchy import mark_hexes, spaces_for
from eurogym.envs.castles_of_burgundy.rules.trade import can_load_type
from eurogym.envs.castles_of_burgundy.rules.vineyards_decisions import mark_double
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import pop, top_arg

PLACES_PER_DIE = MORE_POSITIONS * E.NUM_HEXES


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
        for source in range(E.FROM_BLACK):
            mask[A.take + source] = shields.can_place_offered(state, seat, source)
        return
    for slot in range(E.NUM_BLACK_SLOTS):
        mask[A.buy + slot] = shields.can_place_offered(state, seat, E.FROM_BLACK + slot)
    if state.inns > 0 and shields.can_place_offered(state, seat, E.FROM_INNS):
        mask[state.actions_e6 + E6.buy_inn] = 1
    for position in range(E.DOUBLE_SHOP):
        if shields.can_place_shop_tile(state, seat, position):
            mask[state.actions_vineyards + VINEYARDS.buy_double + position] = 1


@kernel
def mask_names(state, mask):
    """E10.7 (6): every other seat can be named."""
    for relative in range(1, state.table_seats):
        mask[state.actions_shields + SHIELDS.name + relative - 1] = 1


@kernel
def mask_decision_of_shields(state, seat, mask):
    """E10."""
    decision = state.decision
    if decision == D.SHIELD_SPOT:
        for hexagon in range(E.NUM_HEXES):
            castle = state.tile[seat, hexagon] == KIND.castle
            mask[state.actions_shields + SHIELDS.spot + hexagon] = castle
    elif decision == D.SHIP_TYPE:
        for goods in range(E.NUM_GOODS):
            mask[A.goods + goods] = can_load_type(state, seat, goods)
        mask[A.pass_] = 1
    elif decision == D.SHIELD_TILE:
        mask_offers(state, seat, mask)
        mask[A.pass_] = 1
    elif decision == D.SHIELD_SPACE:
        source = top_arg(state)
        if source >= E.FROM_SHOP:
            code = E.FIRST_DOUBLE + state.double_shop[source - E.FROM_SHOP] - 1
            first = state.actions_vineyards + VINEYARDS.place_double
            mark_double(code, vineyards.open_vine_spaces(state, seat), mask, first)
        else:
            mark_hexes(mask, A.place, spaces_for(state, seat, shields.kind_offered(state, source)))
    elif decision == D.TRIBUTE:
        number = top_arg(state)
        first = state.actions_shields + number - 1
        mask[first + SHIELDS.pay_silver] = state.silver[seat] > 0
        mask[first + SHIELDS.pay_worker] = shields.can_pay_worker(state, seat)
        mask[first + SHIELDS.give_up] = 1
    else:  # NAME_PLAYER comes after the mines, where nothing is traded any more (E0.10)
        mask_names(state, mask)


@kernel
def apply_shields(state, index):
    """E10: shields taken, placed, paid for, and what they do."""
    seat = state.current_seat
    if index < SHIELDS.shield_stop:
        shields.take_shield(state, index // E.SHIELDS_PER_DEPOT, index % E.SHIELDS_PER_DEPOT)
    elif index < SHIELDS.spot_stop:
        shields.place_shield(state, index - SHIELDS.spot)
    elif index < SHIELDS.set_die_stop:
        turn.set_die(
            state, (index - SHIELDS.set_die) // E.DIE_SIDES, (index - SHIELDS.set_die) % E.DIE_SIDES + 1
        )
    elif index < SHIELDS.name_stop:
        shields.name_player(state, index - SHIELDS.name + 1)
    elif index < SHIELDS.pay_silver_stop:
        pop(state)
        state.silver[seat] -= 1
    elif index < SHIELDS.pay_worker_stop:
        pop(state)
        state.workers[seat] -= 1
    elif index < SHIELDS.give_up_stop:
        pop(state)
        shields.lose_shield(state, seat, index - SHIELDS.give_up + 1)
    elif index < SHIELDS.more_places_stop:
        rest = index - SHIELDS.more_places
        place = rest % PLACES_PER_DIE
        position = E.NUM_STORAGE + place // E.NUM_HEXES
        turn.place_stored(state, rest // PLACES_PER_DIE, position, place % E.NUM_HEXES)
    else:
        turn.discard(state, E.NUM_STORAGE + index - SHIELDS.more_discards)


@kernel
def choose_last_tile(state, action):
    """SHIELD_TILE: a tile of a numbered depot or of the black depot."""
    if action < A.take + NUM_SLOTS:
        shields.choose_source(state, action - A.take)
    else:
        shields.choose_source(state, E.FROM_BLACK + action - A.buy)
