"""Goods: selling stacks, and what ships carry (R7, R8.5, S9.5)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import D, M
from eurogym.envs.castles_of_burgundy.declare.tables import SH
from eurogym.envs.castles_of_burgundy.rules.numbers import monastery_number
from eurogym.envs.castles_of_burgundy.rules.points import gain, gain_workers, has_shield
from eurogym.envs.castles_of_burgundy.rules.routes import lay_goods_on_route
from eurogym.envs.castles_of_burgundy.rules.team_duchy import partner_of, team_of
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import push


@kernel
def sale_points(state, tiles):
    """R7.2: points for a number of goods tiles sold."""
    return tiles * state.sale_vp


@kernel
def sell(state, seat, goods):
    """R7: the complete stack: silver, worker, then points."""
    number = np.int64(state.goods[seat, goods])
    points = own_sale_points(state, seat, number)
    state.sold[seat, goods] += number
    state.goods[seat, goods] = 0
    state.silver[seat] += sale_silver(state, seat, number)
    if state.owns[seat, M.SALE_WORKER]:
        gain_workers(state, seat, monastery_number(state, M.SALE_WORKER))
    gain(state, seat, points)
    if state.e8:
        lay_goods_on_route(state, seat, goods, number)


@kernel
def own_sale_points(state, seat, tiles):
    """R7.2: points that a player gets for selling so many goods; double with shield 12."""
    points = sale_points(state, tiles)
    return 2 * points if has_shield(state, seat, SH.double_goods_vp) else points


@kernel
def sale_silver(state, seat, tiles):
    """R7.2, monastery 3: silver for a sale; with shield 9 one for each tile instead of the first (A-25)."""
    silver = np.int64(state.sale_silver)
    if state.owns[seat, M.SALE_SILVER]:
        silver = monastery_number(state, M.SALE_SILVER)
    return silver + tiles - 1 if has_shield(state, seat, SH.silver_per_goods_sold) else silver


@kernel
def depot_has_goods(state, depot):
    """Does any goods tile lie on the depot?"""
    for goods in range(E.NUM_GOODS):
        if state.depot_goods[depot, goods] > 0:
            return True
    return False


@kernel
def free_goods_spaces(state, seat):
    """R8.5: types that still find a space; the solo mode has no limit (S9.2)."""
    if state.solo:
        return E.NUM_GOODS
    free = E.GOODS_TYPES_STORED
    for goods in range(E.NUM_GOODS):
        if state.goods[seat, goods] > 0:
            free -= 1
    return free


@kernel
def can_store_goods_of(state, seat, depot):
    """SHIP_ADJ: does the depot hold a goods tile that the seat could store?"""
    free = free_goods_spaces(state, seat)
    for goods in range(E.NUM_GOODS):
        if state.depot_goods[depot, goods] > 0 and (free > 0 or state.goods[seat, goods] > 0):
            return True
    return False


@kernel
def load_goods(state, seat, depot, goods):
    """All tiles of one type move from a depot to the seat."""
    state.goods[seat, goods] += state.depot_goods[depot, goods]
    state.depot_goods[depot, goods] = 0


@kernel
def load_ship(state, seat, depot):
    """R8.5: take every goods tile that can be stored; the player picks where new types compete (GOOD)."""
    new_types = 0
    for goods in range(E.NUM_GOODS):
        if state.depot_goods[depot, goods] > 0:
            if state.goods[seat, goods] > 0:
                load_goods(state, seat, depot, goods)
            else:
                new_types += 1
    free = free_goods_spaces(state, seat)
    if new_types <= free:
        for goods in range(E.NUM_GOODS):
            if state.depot_goods[depot, goods] > 0:
                load_goods(state, seat, depot, goods)
    elif free > 0:
        push(state, D.GOOD, depot)


@kernel
def can_load_type(state, seat, goods):
    """Shield 5: does a tile of a type that the seat can store lie on any depot?"""
    if state.goods[seat, goods] == 0 and free_goods_spaces(state, seat) == 0:
        return False
    for depot in range(E.NUM_DEPOTS):
        if state.depot_goods[depot, goods] > 0:
            return True
    return False


@kernel
def has_type_to_load(state, seat):
    """Shield 5: is there such a type?"""
    for goods in range(E.NUM_GOODS):
        if can_load_type(state, seat, goods):
            return True
    return False


@kernel
def load_type(state, seat, goods):
    """Shield 5: all tiles of a type from all depots."""
    for depot in range(E.NUM_DEPOTS):
        load_goods(state, seat, depot, goods)


@kernel
def sail_on(state, seat):
    """R8.5: the turn-order marker moves one space, on top of any markers there; on the last space it goes on top
    of the stack (Q-10).
    """
    if state.track[seat] < E.LAST_TRACK_SPACE:
        state.track[seat] += 1
    rise(state, seat)


@kernel
def goes_under(state, other, seat):
    """Does the marker of another seat lie behind or below one that arrives, or rises? With monastery 27 it stays on top
    (E2.2).
    """
    if state.track[other] == state.track[seat] and state.e2 and state.owns[other, M.ON_TOP]:
        return state.team == 1 and other == partner_of(seat)  # E8.6
    return state.track[other] <= state.track[seat]


@kernel
def rise(state, seat):
    """E2.2: the marker goes to the top of its stack."""
    place = 0
    while state.turn_order[place] != seat:
        place += 1
    while place > 0 and goes_under(state, state.turn_order[place - 1], seat):
        state.turn_order[place] = state.turn_order[place - 1]
        place -= 1
    state.turn_order[place] = seat


@kernel
def rise_together(state, seat):
    """E8.6, A-35: the markers of both members go above those of the other team in their stacks, in the order in which
    they stand.
    """
    for first in range(1, state.table_seats):
        place = first
        mover = np.int64(state.turn_order[place])
        if team_of(mover) != team_of(seat):
            continue
        while place > 0 and lies_under(state, state.turn_order[place - 1], mover):
            state.turn_order[place] = state.turn_order[place - 1]
            place -= 1
        state.turn_order[place] = mover


@kernel
def lies_under(state, other, seat):
    """Is this a marker of the other team in the same stack?"""
    return state.track[other] == state.track[seat] and team_of(other) != team_of(seat)


@kernel
def clear_goods(state):
    """S9.5: the goods of all depots leave the game (those of the chosen depots are already stored)."""
    for depot in range(E.NUM_DEPOTS):
        for goods in range(E.NUM_GOODS):
            state.depot_goods[depot, goods] = 0


@kernel
def goods_stored(state, seat):
    """Goods tiles in storage."""
    count = 0
    for goods in range(E.NUM_GOODS):
        count += state.goods[seat, goods]
    return count
