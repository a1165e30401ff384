"""The solo mode (S9, E10): the pool of pending effects, the exchange, colour tiles, the removal of tiles."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import KIND, POOL, D
from eurogym.envs.castles_of_burgundy.declare.tables import GOODS_PER_EXCHANGE
from eurogym.envs.castles_of_burgundy.rules import depots
from eurogym.envs.castles_of_burgundy.rules.duchy import spaces_for
from eurogym.envs.castles_of_burgundy.rules.effects import resolve_effect
from eurogym.envs.castles_of_burgundy.rules.numbers import phase_points
from eurogym.envs.castles_of_burgundy.rules.points import gain
from eurogym.envs.castles_of_burgundy.rules.trade import goods_stored
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import pop, push, top_arg


@kernel
def remove_tile(state):
    """S9.3: the first tile of the white die's depot, or of the next one clockwise that has any, leaves the game."""
    for step in range(E.NUM_DEPOTS):
        depot = (state.white - 1 + step) % E.NUM_DEPOTS
        for slot in range(E.SLOTS_PER_DEPOT):
            if state.depot[depot, slot] != E.EMPTY:
                depots.take_from_depot(state, depot, slot)
                return


@kernel
def pool_kinds(state):
    """Return how many kinds of items are pending."""
    kinds = 0
    for item in range(POOL.COUNT):
        if state.pool[item] > 0:
            kinds += 1
    return kinds


@kernel
def next_in_fixed_order(state):
    """S9.10: the pending kind that comes first in the order effect, area, phase, colour, reset."""
    if state.pool[POOL.effect] > 0:
        return POOL.effect
    item = POOL.area
    while state.pool[item] == 0:
        item += 1
    return item


@kernel
def resolve_item(state, item):
    """S9.10: carry out the newest item of a kind."""
    state.pool[item] -= 1
    place = state.pool[item]
    if item == POOL.area:
        points = state.pool_area[place]
        state.pool_area[place] = 0
        gain(state, state.current_seat, points)
    elif item == POOL.phase:
        gain(state, state.current_seat, phase_points(state, state.phase))
    elif item == POOL.colour:
        push(state, D.COLOUR_TILE, 0)
    elif item == POOL.effect:
        kind = np.int64(state.pool_kind[place])
        hexagon = np.int64(state.pool_hex[place])
        state.pool_kind[place] = 0
        state.pool_hex[place] = 0
        resolve_effect(state, state.current_seat, hexagon, kind)
    else:
        push(state, D.EXTRA, 0)


@kernel
def can_place_black(state, slot):
    """S9.8: does the duchy have a legal space for this tile of the black depot?"""
    return state.black[slot] != E.EMPTY and spaces_for(state, state.current_seat, state.black[slot]) != 0


@kernel
def can_exchange(state):
    """S9.5: at least five goods, and a tile in the black depot."""
    return goods_stored(state, state.current_seat) >= GOODS_PER_EXCHANGE and depots.has_black_tile(state)


@kernel
def begin_exchange(state):
    """S9.5: room is made where storage is full, five goods are given one by one, then a black tile is chosen."""
    pop(state)
    push(state, D.EXCHANGE_TILE, 0)
    push(state, D.EXCHANGE_GOOD, GOODS_PER_EXCHANGE)
    if not depots.has_room(state, state.current_seat):
        push(state, D.DISCARD, E.EMPTY)


@kernel
def give_goods(state, goods):
    """S9.5: a goods tile leaves the game; it is not sold."""
    state.goods[0, goods] -= 1
    left = top_arg(state) - 1
    pop(state)
    if left > 0:
        push(state, D.EXCHANGE_GOOD, left)


@kernel
def take_joker(state, slot):
    """S9.5: a black tile goes face down into storage, whatever it was."""
    pop(state)
    depots.take_from_black(state, slot)
    depots.store(state, state.current_seat, KIND.joker)


@kernel
def choose_colour_tile(state, slot):
    """S9.8: the tile that goes from the black depot directly into the duchy."""
    pop(state)
    push(state, D.COLOUR_SPACE, depots.take_from_black(state, slot))
