"""Which actions are legal (masks of D3 and of E10)."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.actions import (
    CRANE_EFFECTS,
    E1,
    E2,
    E6,
    E8,
    MORE_POSITIONS,
    NUM_PLACES,
    NUM_SLOTS,
    SHIELDS,
    TEAM,
    A,
)
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, POOL, STEP, D, M
from eurogym.envs.castles_of_burgundy.declare.tables import ROUTE_BONUS, SH, TAKE_COLOURS
from eurogym.envs.castles_of_burgundy.rules import shields, vineyards
from eurogym.envs.castles_of_burgundy.rules.depots import has_black_tile
from eurogym.envs.castles_of_burgundy.rules.duchy import mark_hexes, spaces_for
from eurogym.envs.castles_of_burgundy.rules.offers import has_goods, has_placement, has_tile
from eurogym.envs.castles_of_burgundy.rules.points import has_shield
from eurogym.envs.castles_of_burgundy.rules.shields_decisions import (
    mask_decision_of_shields,
    mask_declining,
    mask_names,
    mask_set_die,
    mask_shields,
)
from eurogym.envs.castles_of_burgundy.rules.solo import can_exchange, can_place_black
from eurogym.envs.castles_of_burgundy.rules.team_decisions import mask_decision_of_teams, mask_team_places
from eurogym.envs.castles_of_burgundy.rules.trade import (
    can_store_goods_of,
    depot_has_goods,
    free_goods_spaces,
    has_type_to_load,
)
from eurogym.envs.castles_of_burgundy.rules.turn import (
    can_buy,
    can_hire,
    can_retrieve,
    can_trade,
    free_step_for,
    value_of,
)
from eurogym.envs.castles_of_burgundy.rules.vineyards_decisions import (
    mask_decision_of_vineyards,
    mask_doubles,
    mask_shop,
)
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import top_arg

ALL_COLOURS = (1 << COLOUR.COUNT) - 1
NUM_EFFECTS = len(CRANE_EFFECTS)


@kernel
def mark_legal(state, mask):
    """Write 1 for every legal action of the seat to move."""
    decision = state.decision
    seat = state.current_seat
    if decision == D.MAIN:
        for die in range(E.NUM_DICE):
            if not state.used[seat, die]:
                mask_die(state, seat, die, mask)
        mask_free_actions(state, seat, mask)
        mask[A.pass_] = state.used[seat, 0] and state.used[seat, 1]
        if state.extended:
            mask_main_of_modules(state, seat, mask)
    elif decision == D.EXTRA:
        mask_takes(state, mask, 0, T.ALL_NUMBERS, ALL_COLOURS)
        mask_places(state, seat, mask, 0, T.ALL_NUMBERS, T.ALL_NUMBERS)
        mask_sales(state, seat, mask, 0, T.ALL_NUMBERS)
        mask[A.workers] = 1
        if state.vineyards:
            mask_doubles(state, seat, mask, 0, T.ALL_NUMBERS)
        mask_free_actions(state, seat, mask)
        if state.extended:
            mask_extra_of_modules(state, seat, mask)
    elif decision == D.TOWNHALL:
        mask_places(state, seat, mask, 0, T.ALL_NUMBERS, T.ALL_NUMBERS)
        mask_free_actions(state, seat, mask)
        mask[A.pass_] = 1
    elif decision == D.PICK:
        mask_takes(state, mask, 0, T.ALL_NUMBERS, top_arg(state))
        mask[A.pass_] = 1
    elif decision == D.SALE:
        mask_sales(state, seat, mask, 0, T.ALL_NUMBERS)
        mask[A.pass_] = 1
    elif decision == D.SIDE or decision == D.START_CASTLE:
        mask_setup(state, seat, mask)
    elif decision == D.DISCARD:
        mask_discards(state, seat, mask)
    elif decision == D.WHITE_ACTION:
        mask_die(state, seat, 0, mask)
        mask_free_actions(state, seat, mask)
        mask_declining(state, seat, mask)
    elif decision >= D.BASE:
        mask_decision_of_module(state, seat, mask)
    elif state.solo and decision >= D.SOLO_ORDER:
        mask_solo(state, mask)
    else:
        mask_goods(state, seat, mask)


@kernel
def mask_die(state, seat, die, mask):
    """MAIN: what an unused die can do, workers and monasteries 8-12 counted (R12.1); WHITE_ACTION: the white one."""
    value = value_of(state, seat, die)
    workers = min(T.MOST_WORKERS, state.workers[seat])
    two_steps = state.owns[seat, M.TWO_STEPS]
    plain = T.REACH[value, 0, two_steps, workers]
    changed = T.REACH[value, 1, two_steps, workers]
    mask_takes(state, mask, die, changed if state.owns[seat, M.DIE_TAKE] else plain, ALL_COLOURS)
    mask_places(state, seat, mask, die, plain, changed)
    mask_sales(state, seat, mask, die, plain)
    mask[A.workers + die] = 1
    if state.vineyards:
        mask_doubles(state, seat, mask, die, plain)


@kernel
def mask_takes(state, mask, die, numbers, colours):
    """TAKE from the depots of a set of numbers, tiles of a set of colours."""
    for depot in range(E.NUM_DEPOTS):
        if numbers >> depot & 1:
            for slot in range(E.SLOTS_PER_DEPOT):
                kind = state.depot[depot, slot]
                if kind != E.EMPTY and colours >> T.COLOUR_OF[kind] & 1:
                    mask[A.take + die * NUM_SLOTS + depot * E.SLOTS_PER_DEPOT + slot] = 1


@kernel
def mask_places(state, seat, mask, die, plain, changed):
    """PLACE on hexes of a set of numbers; `changed` where a monastery changes the die for the tile."""
    if state.team:
        mask_team_places(state, seat, mask, die, plain, changed)
        return
    board = state.board[seat]
    for position in range(E.NUM_STORAGE):
        kind = state.storage[seat, position]
        if kind != E.EMPTY:
            numbers = changed if free_step_for(state, seat, kind) else plain
            mark_hexes(
                mask,
                A.place + die * NUM_PLACES + position * E.NUM_HEXES,
                spaces_for(state, seat, kind) & T.NUMBER_HEXES[board, numbers],
            )
    if state.shields and state.more_spaces[seat] > 0:
        mask_more_places(state, seat, mask, die, plain, changed)


@kernel
def mask_more_places(state, seat, mask, die, plain, changed):
    """Mark the hexes for tiles in the storage positions that shield 4 adds."""
    first = state.actions_shields + SHIELDS.more_places + die * MORE_POSITIONS * E.NUM_HEXES
    for more in range(state.more_spaces[seat]):
        kind = state.storage[seat, E.NUM_STORAGE + more]
        if kind != E.EMPTY:
            numbers = changed if free_step_for(state, seat, kind) else plain
            hexes = spaces_for(state, seat, kind) & T.NUMBER_HEXES[state.board[seat], numbers]
            mark_hexes(mask, first + more * E.NUM_HEXES, hexes)


@kernel
def mask_sales(state, seat, mask, die, numbers):
    """SELL goods of a set of numbers."""
    for goods in range(E.NUM_GOODS):
        if numbers >> goods & 1 and state.goods[seat, goods] > 0:
            mask[A.sell + die * E.NUM_GOODS + goods] = 1


@kernel
def mask_free_actions(state, seat, mask):
    """R5.3: the purchase from the black depot, and monastery 6."""
    if can_buy(state, seat):
        for slot in range(E.NUM_BLACK_SLOTS):
            mask[A.buy + slot] = state.black[slot] != E.EMPTY
    if can_hire(state, seat):
        for depot in range(E.NUM_DEPOTS):
            for slot in range(E.SLOTS_PER_DEPOT):
                kind = state.depot[depot, slot]
                if kind != E.EMPTY and T.COLOUR_OF[kind] == COLOUR.building:
                    mask[A.hire + depot * E.SLOTS_PER_DEPOT + slot] = 1
    if state.extended:
        mask_more_free_actions(state, seat, mask)


@kernel
def mask_setup(state, seat, mask):
    """R2.5, R2.9: the side of the sheet; a castle hex for the starting castle."""
    if state.decision == D.SIDE:
        mask[A.side] = 1
        mask[A.side + 1] = 1
    else:
        mark_hexes(mask, A.place, T.COLOUR_HEXES[state.board[seat], COLOUR.castle])


@kernel
def mask_goods(state, seat, mask):
    """SHIP_DEPOT, SHIP_ADJ, GOOD."""
    decision = state.decision
    if decision == D.SHIP_DEPOT:
        for depot in range(E.NUM_DEPOTS):
            mask[A.depot + depot] = 1
    elif decision == D.SHIP_ADJ:
        for step in (1, E.NUM_DEPOTS - 1):
            depot = (top_arg(state) + step) % E.NUM_DEPOTS
            mask[A.depot + depot] = can_store_goods_of(state, seat, depot)
        mask[A.pass_] = 1
    elif decision == D.GOOD:
        depot = top_arg(state)
        for goods in range(E.NUM_GOODS):
            mask[A.goods + goods] = state.depot_goods[depot, goods] > 0 and state.goods[seat, goods] == 0


@kernel
def mask_solo(state, mask):
    """E10."""
    decision = state.decision
    if decision == D.SOLO_ORDER:
        for item in range(POOL.COUNT):
            mask[A.resolve + item] = state.pool[item] > 0
    elif decision == D.BUY_VP:
        mask[A.buy_point] = 1
        mask[A.pass_] = 1
    elif decision == D.EXCHANGE:
        mask[A.exchange] = 1
        mask[A.pass_] = 1
    elif decision == D.EXCHANGE_GOOD:
        for goods in range(E.NUM_GOODS):
            mask[A.goods + goods] = state.goods[0, goods] > 0
    elif decision == D.EXCHANGE_TILE:
        for slot in range(E.NUM_BLACK_SLOTS):
            mask[A.buy + slot] = state.black[slot] != E.EMPTY
    elif decision == D.COLOUR_TILE:
        for slot in range(E.NUM_BLACK_SLOTS):
            mask[A.buy + slot] = can_place_black(state, slot)
    elif decision == D.COLOUR_SPACE:
        mark_hexes(mask, A.place, spaces_for(state, state.current_seat, top_arg(state)))


@kernel
def has_choice(state, node):
    """D2: does a pending node hold an entry other than PASS? If not, it is not offered."""
    seat = state.current_seat
    if node == D.TOWNHALL:
        return has_free_action(state, seat) or has_placement(state, seat)
    if node == D.PICK:
        return has_tile(state, top_arg(state))
    if node == D.SALE:
        return has_goods(state, seat)
    if node == D.SHIP_DEPOT:
        for depot in range(E.NUM_DEPOTS):
            if depot_has_goods(state, depot):
                return True
        return False
    if node == D.SHIP_ADJ:
        return can_store_goods_of(state, seat, (top_arg(state) + 1) % E.NUM_DEPOTS) or can_store_goods_of(
            state, seat, (top_arg(state) + E.NUM_DEPOTS - 1) % E.NUM_DEPOTS
        )
    if node == D.GOOD:
        return free_goods_spaces(state, seat) > 0
    if node == D.BUY_VP:
        return state.silver[0] > 0
    if node == D.EXCHANGE:
        return can_exchange(state)
    if node == D.COLOUR_TILE:
        for slot in range(E.NUM_BLACK_SLOTS):
            if can_place_black(state, slot):
                return True
        return False
    if node >= D.BASE:
        return has_more_choice(state, seat, node)
    return True


@kernel
def has_free_action(state, seat):
    """Is a purchase or monastery 6 possible now?"""
    if can_buy(state, seat) and has_black_tile(state):
        return True
    if can_hire(state, seat) and has_tile(state, 1 << COLOUR.building):
        return True
    return state.extended == 1 and has_more_free_action(state, seat)


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
def has_more_free_action(state, seat):
    """Is one of them possible now, outside MAIN?"""
    if can_trade(state, seat):
        return True
    if can_buy(state, seat) and (state.inns > 0 or vineyards.has_shop_tile(state)):
        return True
    return state.step != STEP.TURN and shields.can_name(state, seat)


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
def mask_discards(state, seat, mask):
    """DISCARD: the positions that hold something, those of a team and of shield 4 too."""
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
        if decision == D.SHIELD_TILE or decision == D.TRIBUTE:
            mask_more_free_actions(state, seat, mask)
    elif decision >= D.START_SPACE:
        mask_decision_of_teams(state, seat, mask)
    else:
        mask_decision_of_vineyards(state, mask)


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
