"""E8: trade routes: laying their tiles and sold goods, and the bonuses that they win."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.actions import E8
from eurogym.envs.castles_of_burgundy.declare.enums import PENDING, STEP, D, R
from eurogym.envs.castles_of_burgundy.declare.tables import ROUTE_BONUS
from eurogym.envs.castles_of_burgundy.rules.points import gain, gain_workers
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.core.compile.random import shuffle
from eurogym.envs.core.declare.flow import ask, pop, push, top_arg

ALL_TILES = E.NUM_ROUTE_TILES
BASE = 16  # of the two places in an argument of PENDING.ROUTE


@kernel
def deal_routes(state):
    """E7.1, E7.2: route tiles for every seat, in the order of the deal, or to be laid as the seat likes."""
    tiles = work_array(ALL_TILES)
    for tile in range(ALL_TILES):
        tiles[tile] = tile
    shuffle(state, R.routes, tiles, ALL_TILES)
    each = T.ROUTE_TILES[state.table_seats]
    for seat in range(state.num_seats):
        for place in range(each):
            tile = tiles[seat * each + place]
            if state.route_chosen:
                state.route_hand[seat] |= 1 << tile
            else:
                state.route[seat, place] = tile + 1


@kernel
def lay_route_tile(state, seat, tile):
    """E7.2: the next tile of the row."""
    state.route_hand[seat] &= ~(1 << tile)
    place = 0
    while state.route[seat, place] != 0:
        place += 1
    state.route[seat, place] = tile + 1


@kernel
def free_route_spaces(state, seat):
    """Spaces of the row that hold no goods yet."""
    return T.ROUTE_TILES[state.table_seats] * E.SPACES_PER_ROUTE_TILE - state.route_filled[seat]


@kernel
def lay_goods_on_route(state, seat, goods, number):
    """E7.3, E7.6: sold tiles on the next free spaces; what they win is settled when all lie."""
    first = np.int64(state.route_filled[seat])
    laid = min(number, free_route_spaces(state, seat))
    for space in range(first, first + laid):
        state.route_goods[seat, space] = goods + 1
    state.route_filled[seat] = first + laid
    if laid > 0:
        push(state, PENDING.ROUTE, first * BASE + first + laid)


@kernel
def settle_route(state):
    """E7.6: the leftmost bonus won that is not settled yet; those behind it wait."""
    seat = state.current_seat
    first, last = divmod(top_arg(state), BASE)
    pop(state)
    for space in range(first, last):
        tile = state.route[seat, space // E.SPACES_PER_ROUTE_TILE] - 1
        place = space % E.SPACES_PER_ROUTE_TILE
        if T.ROUTE_NUMBER[tile, place] == state.route_goods[seat, space]:
            if space + 1 < last:
                push(state, PENDING.ROUTE, (space + 1) * BASE + last)
            if T.ROUTE_KIND[tile, place] == ROUTE_BONUS.action:
                push(state, D.ROUTE_FREE, 0)
            else:
                give_bonus(state, seat, T.ROUTE_KIND[tile, place])
            return


@kernel
def give_bonus(state, seat, bonus):
    """E7.5, E11.9: a bonus of a route or a vineyard; a free action is asked for elsewhere."""
    if bonus < ROUTE_BONUS.action:
        push(state, D.PICK, T.TAKE_COLOURS[bonus])
    elif bonus == ROUTE_BONUS.place:
        push(state, D.TOWNHALL, 0)
    elif bonus == ROUTE_BONUS.sell:
        push(state, D.SALE, 0)
    elif bonus == ROUTE_BONUS.workers:
        gain_workers(state, seat, T.BONUS_WORKERS)
    elif bonus == ROUTE_BONUS.silver:
        state.silver[seat] += T.BONUS_SILVER
    elif bonus == ROUTE_BONUS.vp:
        gain(state, seat, T.BONUS_VP_POINTS)


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
def apply_e8(state, index):
    """E7.2, E7.5: the next tile of a row; the action that a route gives."""
    if index == E8.free_action:
        pop(state)
        push(state, D.EXTRA, 0)
    else:
        lay_route_tile(state, state.current_seat, index - E8.lay)
