"""What the modules add to the masks (RE 1 of the decisions page): free actions, and decisions of their own."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.actions import E1, E2, E6, A
from eurogym.envs.castles_of_burgundy.enums import COLOUR, KIND, D
from eurogym.envs.castles_of_burgundy.more_actions import CRANE_EFFECTS
from eurogym.envs.castles_of_burgundy.more_tables import ROUTE_BONUS, TAKE_COLOURS
from eurogym.envs.castles_of_burgundy.offers import has_goods, has_placement, has_tile
from eurogym.envs.castles_of_burgundy.turn import can_buy, can_retrieve, can_trade
from eurogym.envs.core.compile import kernel

NUM_EFFECTS = len(CRANE_EFFECTS)


# --- free actions -------------------------------------------------------------------------------------------------


@kernel
def mask_more_free_actions(state, seat, mask):
    """E0.10: monastery 28, and what can be bought instead of a black tile."""
    if can_trade(state, seat):
        mask[state.actions_e2 + E2.trade] = 1
    if state.inns > 0 and can_buy(state, seat):
        mask[state.actions_e6 + E6.buy_inn] = 1


@kernel
def has_more_free_action(state, seat):
    """Is one of them possible now?"""
    return can_trade(state, seat) or (state.inns > 0 and can_buy(state, seat))


@kernel
def mask_main_of_modules(state, seat, mask):
    """MAIN: what takes both dice."""
    if state.castle_connection and can_retrieve(state, seat):
        mask[state.actions_e1 + E1.retrieve] = 1


# --- decisions ----------------------------------------------------------------------------------------------------


@kernel
def mask_decision_of_module(state, seat, mask):
    """A decision that only modules have."""
    decision = state.decision
    if decision == D.CRANE_EFFECT:
        for effect in range(NUM_EFFECTS):
            mask[state.actions_e2 + E2.effect + effect] = has_effect_of(state, seat, effect)
        mask[A.pass_] = 1


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
    return True
