"""What the answers of the modules do, and the order of trade routes in the setup."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.actions import (
    E1,
    E2,
    E6,
    E8,
    NUM_SLOTS,
    SHIELDS,
    TEAM,
    VINEYARDS,
    A,
)
from eurogym.envs.castles_of_burgundy.declare.enums import KIND, STEP, D
from eurogym.envs.castles_of_burgundy.declare.module_actions import TEAM_PLACES
from eurogym.envs.castles_of_burgundy.rules import shields, turn, vineyards
from eurogym.envs.castles_of_burgundy.rules.depots import store, store_double, take_from_black
from eurogym.envs.castles_of_burgundy.rules.effects import resolve_building
from eurogym.envs.castles_of_burgundy.rules.routes import lay_route_tile
from eurogym.envs.castles_of_burgundy.rules.team_duchy import cover_in_team
from eurogym.envs.castles_of_burgundy.rules.team_legality import hex_of, position_of
from eurogym.envs.castles_of_burgundy.rules.trade import load_type
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import ask, pop, push, top_arg

MORE_POSITIONS = E.MOST_STORAGE - E.NUM_STORAGE
DOUBLE_PLACES = E.NUM_VINE_SPACES * vineyards.HALVES
PLACES_PER_DIE = MORE_POSITIONS * E.NUM_HEXES


@kernel
def go_on_with_routes(state):
    """E7.2: the seats from the first player on, each lays its whole row."""
    seat = (state.start_seat + state.turn - 1) % state.num_seats
    if state.turn > 0 and state.route_hand[seat] != 0:
        ask(state, seat, D.ROUTE_ORDER)
    elif state.turn == state.num_seats:
        state.turn = 0
        state.step = STEP.ROUND
    else:
        state.turn += 1
        ask(state, (seat + 1) % state.num_seats, D.ROUTE_ORDER)


@kernel
def apply_more(state, action):
    """Do what an answer does that a module adds, or whose decision it adds; return False for one of the base game."""
    decision = state.decision
    if action == A.pass_:
        if decision == D.MAIN:  # with dice unused
            state.used[state.current_seat, 0] = 1
            state.used[state.current_seat, 1] = 1
        return False
    if state.team and apply_team(state, action):
        return True
    if action >= (A.exchange_stop if state.solo else A.side_stop):
        apply_range(state, action)
        return True
    if decision == D.SHIELD_TILE:
        choose_last_tile(state, action)
    elif decision == D.SHIELD_SPACE:
        shields.place_offered(state, action - A.place)
    elif decision == D.BLACK:
        pop(state)
        store(state, state.current_seat, take_from_black(state, action - A.buy))
    elif decision == D.SHIP_TYPE:
        pop(state)
        load_type(state, state.current_seat, action - A.goods)
    else:
        return False
    return True


@kernel
def apply_team(state, action):
    """E8.2, E8.5, E8.6: the first castle, placements beyond those of the base game, where a tile is stored."""
    seat = state.current_seat
    index = action - state.actions_team
    if index < 0:
        if state.decision == D.START_SPACE:
            cover_in_team(state, seat, action - A.place, np.int64(KIND.castle))
            return True
        return False
    if index < TEAM.team_places_stop:
        hexagon = hex_of(index % TEAM_PLACES)
        if state.decision == D.START_SPACE:
            cover_in_team(state, seat, hexagon, np.int64(KIND.castle))
        else:
            turn.place_stored(state, index // TEAM_PLACES, position_of(index % TEAM_PLACES), hexagon)
    elif index < TEAM.store_stop:
        state.storage[seat, index - TEAM.store] = top_arg(state)
        pop(state)
    else:
        turn.discard(state, E.NUM_STORAGE + index - TEAM.team_discard)
    return True


@kernel
def apply_range(state, action):
    """An action of a module, by its range."""
    if state.e2 and state.actions_e2 <= action < state.actions_e2 + E2.STOP:
        apply_e2(state, action - state.actions_e2)
    elif state.e6 and action == state.actions_e6 + E6.buy_inn:
        if state.decision == D.SHIELD_TILE:
            choose_source(state, shields.FROM_INNS)
        elif state.decision == D.BLACK:
            pop(state)
            turn.take_inn(state)
        else:
            turn.buy_inn(state)
    elif state.castle_connection and action == state.actions_e1 + E1.retrieve:
        turn.retrieve_castle(state)
    elif state.e8 and state.actions_e8 <= action < state.actions_e8 + E8.STOP:
        apply_e8(state, action - state.actions_e8)
    elif state.shields and state.actions_shields <= action < state.actions_shields + SHIELDS.STOP:
        apply_shields(state, action - state.actions_shields)
    elif state.vineyards and state.actions_vineyards <= action < state.actions_vineyards + VINEYARDS.STOP:
        apply_vineyards(state, action - state.actions_vineyards)
    elif state.vineyards:
        rest = action - state.actions_more_doubles
        place = rest % (MORE_POSITIONS * DOUBLE_PLACES)
        position = E.NUM_STORAGE + place // DOUBLE_PLACES
        apply_double(state, rest // (MORE_POSITIONS * DOUBLE_PLACES), position, place % DOUBLE_PLACES)


@kernel
def apply_e2(state, index):
    """E2.3, E2.4: monastery 28; the effect of a crane."""
    if index == E2.trade:
        turn.trade(state)
        return
    effect = index - E2.effect
    pop(state)
    if effect < E.NUM_BUILDINGS:
        resolve_building(state, state.current_seat, effect)
    else:
        push(state, D.WHITE_ACTION, 0)


@kernel
def apply_e8(state, index):
    """E7.2, E7.5: the next tile of a row; the action that a route gives."""
    if index == E8.free_action:
        pop(state)
        push(state, D.EXTRA, 0)
    else:
        lay_route_tile(state, state.current_seat, index - E8.lay)


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
def apply_vineyards(state, index):
    """E11: double tiles taken and placed, their bonuses."""
    if index < VINEYARDS.buy_double_stop:
        choose_shop_tile(state, index - VINEYARDS.buy_double)
    elif index < VINEYARDS.take_double_stop:
        rest = index - VINEYARDS.take_double
        if state.decision == D.DBL:
            vineyards.take_double_by_bonus(state, rest % E.DOUBLE_DEPOT)
        else:
            turn.take_double(state, rest // E.DOUBLE_DEPOT, rest % E.DOUBLE_DEPOT)
    elif index < VINEYARDS.place_double_stop:
        rest = index - VINEYARDS.place_double
        place = rest % (E.NUM_STORAGE * DOUBLE_PLACES)
        apply_double(
            state, rest // (E.NUM_STORAGE * DOUBLE_PLACES), place // DOUBLE_PLACES, place % DOUBLE_PLACES
        )
    elif index < VINEYARDS.bonus_stop:
        vineyards.carry_out_bonus(state, index - VINEYARDS.bonus)
    else:
        vineyards.take_vine_tile(state, index - VINEYARDS.vine)


@kernel
def apply_double(state, die, position, place):
    """E11.8: a stored double tile, or the one of shield 15, into the vineyard."""
    if state.decision == D.SHIELD_SPACE:
        shields.place_offered_double(state, place // vineyards.HALVES, place % vineyards.HALVES)
    else:
        turn.place_stored_double(state, die, position, place // vineyards.HALVES, place % vineyards.HALVES)


@kernel
def choose_shop_tile(state, position):
    """E11.9, E11.11: a double tile of the shop, bought, by a bonus, or by shield 15."""
    if state.decision == D.SHIELD_TILE:
        choose_source(state, shields.FROM_SHOP + position)
    elif state.decision == D.BLACK:
        pop(state)
        store_double(state, state.current_seat, vineyards.take_from_shop(state, position))
    else:
        turn.buy_double(state, position)


@kernel
def choose_source(state, source):
    """E10.8: the tile that shield 14 or 15 places; it stays where it lies until its space is chosen."""
    pop(state)
    push(state, D.SHIELD_SPACE, source)


@kernel
def choose_last_tile(state, action):
    """SHIELD_TILE: a tile of a numbered depot or of the black depot."""
    if action < A.take + NUM_SLOTS:
        choose_source(state, action - A.take)
    else:
        choose_source(state, shields.FROM_BLACK + action - A.buy)
