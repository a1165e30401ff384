"""What the modules add to the masks (RE 1 of the decisions page): free actions, and decisions of their own."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.actions import E1, E2, E6, E8, SHIELDS, TEAM, VINEYARDS, A
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, STEP, D
from eurogym.envs.castles_of_burgundy.declare.module_actions import CRANE_EFFECTS
from eurogym.envs.castles_of_burgundy.declare.module_tables import ROUTE_BONUS, SH, TAKE_COLOURS
from eurogym.envs.castles_of_burgundy.rules import shields, vineyards
from eurogym.envs.castles_of_burgundy.rules.duchy import spaces_for
from eurogym.envs.castles_of_burgundy.rules.offers import has_goods, has_placement, has_tile
from eurogym.envs.castles_of_burgundy.rules.points import has_shield
from eurogym.envs.castles_of_burgundy.rules.shields_legality import (
    mask_declining,
    mask_offers,
    mask_set_die,
    mask_shields,
)
from eurogym.envs.castles_of_burgundy.rules.team_legality import mask_decision_of_teams
from eurogym.envs.castles_of_burgundy.rules.trade import can_load_type, has_type_to_load
from eurogym.envs.castles_of_burgundy.rules.turn import can_buy, can_retrieve, can_trade
from eurogym.envs.castles_of_burgundy.rules.vineyards_legality import (
    mark_double,
    mark_hexes,
    mask_decision_of_vineyards,
    mask_shop,
)
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import top_arg

NUM_EFFECTS = len(CRANE_EFFECTS)


# --- free actions -------------------------------------------------------------------------------------------------


@kernel
def mask_more_free_actions(state, seat, mask):
    """E0.10: monastery 28, what can be bought instead of a black tile; shield 6, in the own turn only in MAIN."""
    if can_trade(state, seat):
        mask[state.actions_e2 + E2.trade] = 1
    if state.inns > 0 and can_buy(state, seat):
        mask[state.actions_e6 + E6.buy_inn] = 1
    if state.vineyards and can_buy(state, seat):
        mask_shop(state, mask)
    if (state.decision == D.MAIN or state.step != STEP.TURN) and shields.can_name(state, seat):
        mask_names(state, mask)


@kernel
def mask_names(state, mask):
    """E10.7 (6): every other seat can be named."""
    for relative in range(1, state.table_seats):
        mask[state.actions_shields + SHIELDS.name + relative - 1] = 1


@kernel
def has_more_free_action(state, seat):
    """Is one of them possible now, outside MAIN?"""
    if can_trade(state, seat):
        return True
    if can_buy(state, seat) and (state.inns > 0 or vineyards.has_shop_tile(state)):
        return True
    return state.step != STEP.TURN and shields.can_name(state, seat)


# --- what modules add to MAIN, EXTRA, WHITE_ACTION and DISCARD ----------------------------------------------------


@kernel
def mask_main_of_modules(state, seat, mask):
    """MAIN: what takes both dice; shield 16; ending the turn early (A-41)."""
    if state.castle_connection and can_retrieve(state, seat):
        mask[state.actions_e1 + E1.retrieve] = 1
    if state.shields:
        if shields.can_take_shields(state, seat):
            mask_shields(state, seat, mask, state.workers[seat])
        if state.shield[seat, SH.set_one_die] > 0 and not state.die_set:
            mask_set_die(state, seat, mask)
    mask_declining(state, seat, mask)


@kernel
def mask_extra_of_modules(state, seat, mask):
    """EXTRA: shield 11 in place of a castle's action; declining (A-41)."""
    if top_arg(state) > 0 and has_shield(state, seat, SH.castle_may_take_shield):
        mask_shields(state, seat, mask, -1)
    mask_declining(state, seat, mask)


@kernel
def mask_more_discards(state, seat, mask):
    """DISCARD: positions that hold nothing are no choice, those of shield 4 are."""
    for position in range(E.NUM_STORAGE):
        mask[A.discard + position] = is_discardable(state, seat, position)
    if state.team:
        mask[state.actions_team + TEAM.team_discard] = 1
        return
    for more in range(state.more_spaces[seat]):
        position = E.NUM_STORAGE + more
        mask[state.actions_shields + SHIELDS.more_discards + more] = is_discardable(state, seat, position)


@kernel
def is_discardable(state, seat, position):
    """Return a tile lies there; a double tile is named by its lower position (E0.11)."""
    return E.EMPTY < state.storage[seat, position] < E.FIRST_BLOCKED


# --- vineyards ----------------------------------------------------------------------------------------------------


# --- decisions ----------------------------------------------------------------------------------------------------


@kernel
def mask_decision_of_module(state, seat, mask):
    """A decision that only modules have."""
    decision = state.decision
    if decision == D.CRANE_EFFECT:
        for effect in range(NUM_EFFECTS):
            mask[state.actions_e2 + E2.effect + effect] = has_effect_of(state, seat, effect)
        mask[A.pass_] = 1
    elif decision == D.ROUTE_ORDER:
        for tile in range(E.NUM_ROUTE_TILES):
            mask[state.actions_e8 + E8.lay + tile] = (state.route_hand[seat] >> tile) & 1
    elif decision == D.ROUTE_FREE:
        mask[state.actions_e8 + E8.free_action] = 1
        mask[A.pass_] = 1
    elif decision <= D.NAME_PLAYER:
        mask_decision_of_shields(state, seat, mask)
    elif decision >= D.START_SPACE:
        mask_decision_of_teams(state, seat, mask)
    else:
        mask_decision_of_vineyards(state, mask)


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
        mask_more_free_actions(state, seat, mask)
        mask[A.pass_] = 1
    elif decision == D.SHIELD_SPACE:
        source = top_arg(state)
        if source >= shields.FROM_SHOP:
            code = E.FIRST_DOUBLE + state.double_shop[source - shields.FROM_SHOP] - 1
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
        mask_more_free_actions(state, seat, mask)
    else:  # NAME_PLAYER comes after the mines, where nothing is traded any more (E0.10)
        mask_names(state, mask)


@kernel
def has_effect_of(state, seat, effect):
    """E2.4: could this effect of a crane do something?"""
    if effect == KIND.market:
        return has_tile(state, TAKE_COLOURS[ROUTE_BONUS.ship_livestock])
    if effect == KIND.carpenter:
        return has_tile(state, 1 << COLOUR.building)
    if effect == KIND.church:
        return has_tile(state, TAKE_COLOURS[ROUTE_BONUS.others])
    if effect == KIND.warehouse:
        return has_goods(state, seat)
    if effect == KIND.town_hall:
        return has_placement(state, seat)
    return effect < E.NUM_BUILDINGS or state.e5 == 1


@kernel
def has_more_choice(state, seat, node):
    """D2: does a pending decision of a module hold an entry other than PASS?"""
    if node == D.SHIP_TYPE:
        return has_type_to_load(state, seat)
    if node == D.SHIELD_TILE:
        return shields.has_offer(state, seat, top_arg(state))
    if node == D.BLACK:
        return vineyards.has_black_or_shop_tile(state)
    if node == D.DBL:
        return vineyards.has_double(state)
    if node == D.VINE_TILE:
        return vineyards.has_vine_tile(state)
    return True
