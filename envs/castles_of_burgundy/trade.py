"""Goods: selling stacks, and what ships carry (R7, R8.5, S9.5)."""

from __future__ import annotations

from envs.castles_of_burgundy import enums as E
from envs.castles_of_burgundy.nodes import push
from envs.castles_of_burgundy.points import gain
from envs.castles_of_burgundy.tables import SALE_VP
from envs.core.compile import kernel


@kernel
def sell(state, seat, goods):
    """R7: the complete stack: silver, worker, then points."""
    count = state.goods[seat, goods] + 0
    state.goods[seat, goods] = 0
    state.sold[seat, goods] += count
    state.silver[seat] += 2 if state.owns[seat, E.M_SALE_SILVER] else 1
    state.workers[seat] += state.owns[seat, E.M_SALE_WORKER]
    gain(state, seat, count * SALE_VP[state.table_seats])


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
        push(state, E.GOOD, depot)


@kernel
def sail_on(state, seat):
    """R8.5: the turn-order marker moves one space, on top of any markers there; on the last space it goes on top
    of the stack (Q-10).
    """
    if state.track[seat] < E.LAST_TRACK_SPACE:
        state.track[seat] += 1
    place = 0
    while state.turn_order[place] != seat:
        place += 1
    while place > 0 and state.track[state.turn_order[place - 1]] <= state.track[seat]:
        state.turn_order[place] = state.turn_order[place - 1]
        place -= 1
    state.turn_order[place] = seat


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
