"""VY: double tiles, vineyards, the bonuses of their hexes, and what connected vines score."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.enums import D, M, R
from eurogym.envs.castles_of_burgundy.declare.tables import COST, VINE_BONUS
from eurogym.envs.castles_of_burgundy.rules.depots import has_black_tile, store_double
from eurogym.envs.castles_of_burgundy.rules.routes import give_bonus
from eurogym.envs.core.compile.bits import count_bits
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.core.compile.random import shuffle
from eurogym.envs.core.declare.flow import pop, push, top_arg

NUM_VINES, NUM_HEXES = E.NUM_VINES, E.NUM_VINE_HEXES
ALL_BONUSES = 3  # both bits: both bonuses of a double tile are carried out
HALVES = 2


# --- setup and phases ---------------------------------------------------------------------------------------------


@kernel
def set_up_vineyards(state):
    """E11.3, E11.4: kinds of vine in play, a bonus tile for every seat, the bag."""
    kinds = work_array(NUM_VINES)
    for kind in range(NUM_VINES):
        kinds[kind] = kind
    removed = 0
    if state.limit_vines:
        shuffle(state, R.vine_kinds, kinds, NUM_VINES)
        removed = T.REMOVED_VINES[state.table_seats]
    for place in range(removed, NUM_VINES):
        state.vine_kinds |= 1 << kinds[place]
    count = 0
    for kind in range(NUM_VINES):
        if state.vine_kinds >> kind & 1:
            state.vine_supply[kind] = E.VINE_TILES_PER_KIND
            kinds[count] = kind
            count += 1
    shuffle(state, R.vine_tiles, kinds, count)
    for seat in range(state.num_seats):
        state.vine_supply[kinds[seat]] -= 1
        state.vine_tiles[seat, kinds[seat]] += 1
    size = 0
    for double in range(E.NUM_DOUBLES):
        for _ in range(copies_of(state, double)):
            state.double_bag[size] = double
            size += 1
    shuffle(state, R.doubles, state.double_bag, size)
    state.bag_size = size


@kernel
def copies_of(state, double):
    """E11.2, E11.4: double tiles of a type in this game."""
    first, second = T.VINES_OF[double, 0], T.VINES_OF[double, 1]
    both = state.vine_kinds >> first & 1 and state.vine_kinds >> second & 1
    return T.DOUBLE_COPIES[double] if both else 0


@kernel
def fill_shop_and_depot(state):
    """E11.5: the shop, then the depot, from left to right."""
    for position in range(E.DOUBLE_SHOP):
        state.double_shop[position] = draw_double(state) if position < T.SHOP_SIZE[state.table_seats] else 0
    for position in range(E.DOUBLE_DEPOT):
        state.double_depot[position] = draw_double(state) if position < T.DEPOT_SIZE[state.table_seats] else 0


@kernel
def draw_double(state):
    """Type + 1 of the next double tile of the bag, 0 when it is empty."""
    if state.bag_next >= state.bag_size:
        return 0
    double = state.double_bag[state.bag_next] + 1
    state.bag_next += 1
    return double


# --- taking -------------------------------------------------------------------------------------------------------


@kernel
def cost_to_take_double(state, seat, value, position):
    """E11.7: workers that a position of the double depot costs with a die of this value."""
    best = E.DIE_SIDES
    for number in range(1, E.DIE_SIDES + 1):
        if T.DEPOT_POSITION[state.table_seats, number] == position:
            best = min(best, COST[value, number, 0, state.owns[seat, M.TWO_STEPS]])
    return best


@kernel
def take_from_double_depot(state, position):
    """Return the type of the double tile of a position, which stays empty."""
    double = np.int64(state.double_depot[position]) - 1
    state.double_depot[position] = 0
    return double


@kernel
def take_from_shop(state, position):
    """Return the type of the double tile of a position of the shop, which stays empty."""
    double = np.int64(state.double_shop[position]) - 1
    state.double_shop[position] = 0
    return double


@kernel
def has_shop_tile(state):
    """Does a double tile lie in the shop?"""
    for position in range(E.DOUBLE_SHOP):
        if state.double_shop[position] > 0:
            return True
    return False


@kernel
def has_double(state):
    """Does a double tile lie in the depot?"""
    for position in range(E.DOUBLE_DEPOT):
        if state.double_depot[position] > 0:
            return True
    return False


@kernel
def has_black_or_shop_tile(state):
    """BLACK: is there anything to take?"""
    return has_black_tile(state) or state.inns > 0 or has_shop_tile(state)


# --- placing ------------------------------------------------------------------------------------------------------


@kernel
def vine_spaces(state, seat):
    """Covered double spaces, as bits."""
    found = 0
    for space in range(E.NUM_VINE_SPACES):
        if state.vineyard[seat, HALVES * space] > 0:
            found |= 1 << space
    return found


@kernel
def open_vine_spaces(state, seat):
    """E11.8: empty double spaces that a tile may go on, as bits: the lowest level first, then next to a covered one."""
    covered = vine_spaces(state, seat)
    if covered == 0:
        return T.LEVEL_SPACES[0]
    found = 0
    for space in range(E.NUM_VINE_SPACES):
        if covered >> space & 1:
            found |= T.VINE_NEIGHBOURS[space]
    return found & ~covered


@kernel
def vine_spaces_of(state, values):
    """Double spaces whose number is in a set of die values."""
    found = 0
    for space in range(E.NUM_VINE_SPACES):
        if values >> (state.vine_die[space] - 1) & 1:
            found |= 1 << space
    return found


@kernel
def orientations(double):
    """E11.8: ways to lay a double tile; one with the same vines twice has a single one."""
    return 1 if T.VINES_OF[double, 0] == T.VINES_OF[double, 1] else HALVES


@kernel
def place_double(state, seat, double, space, turned):
    """E11.8-E11.10: the tile covers a double space; its bonuses come first, then the tile for a full level."""
    state.vineyard[seat, HALVES * space] = T.VINES_OF[double, turned] + 1
    state.vineyard[seat, HALVES * space + 1] = T.VINES_OF[double, 1 - turned] + 1
    if T.LEVEL_SPACES[T.VINE_LEVEL[space]] & ~vine_spaces(state, seat) == 0:
        push(state, D.VINE_TILE, 0)
    push(state, D.VINE_BONUS, space << HALVES)


@kernel
def carry_out_bonus(state, which):
    """E11.9: one of the two bonuses; the other waits."""
    seat = state.current_seat
    space = top_arg(state) >> HALVES
    done = top_arg(state) & ALL_BONUSES | 1 << which
    pop(state)
    if done != ALL_BONUSES:
        push(state, D.VINE_BONUS, space << HALVES | done)
    bonus = state.vine_bonus[space, which]
    if bonus == VINE_BONUS.action:
        push(state, D.EXTRA, 0)
    elif bonus == VINE_BONUS.black:
        push(state, D.BLACK, 0)
    elif bonus == VINE_BONUS.double:
        push(state, D.DBL, 0)
    else:
        give_bonus(state, seat, bonus)


@kernel
def take_vine_tile(state, kind):
    """E11.10: a vine bonus tile of the supply."""
    pop(state)
    state.vine_supply[kind] -= 1
    state.vine_tiles[state.current_seat, kind] += 1


@kernel
def has_vine_tile(state):
    """Is any vine bonus tile left?"""
    for kind in range(NUM_VINES):
        if state.vine_supply[kind] > 0:
            return True
    return False


@kernel
def take_double_by_bonus(state, position):
    """DBL: a double tile of the depot for nothing."""
    pop(state)
    store_double(state, state.current_seat, take_from_double_depot(state, position))


# --- scoring ------------------------------------------------------------------------------------------------------


@kernel
def vine_points(state, seat):
    """E11.12: for every bonus tile of a kind one of the largest groups of its vines, each once."""
    points = 0
    for kind in range(NUM_VINES):
        if state.vine_tiles[seat, kind] > 0:
            points += group_points(state, seat, kind, state.vine_tiles[seat, kind])
    return points


@kernel
def group_points(state, seat, kind, tiles):
    """Return points of the largest groups of a kind of vine, as many as there are tiles."""
    sizes = work_array(NUM_HEXES)  # how many groups are of each size, from 1
    left = 0
    for hexagon in range(NUM_HEXES):
        if state.vineyard[seat, hexagon] == kind + 1:
            left |= 1 << hexagon
    while left != 0:
        group = left & -left
        before = 0
        while group != before:
            before = group
            for hexagon in range(NUM_HEXES):
                if group >> hexagon & 1:
                    group |= T.VINE_HEX_NEIGHBOURS[hexagon] & left
        sizes[count_bits(group) - 1] += 1
        left &= ~group
    points = 0
    for size in range(len(T.VINE_VP) - 1, 0, -1):
        counted = min(tiles, sizes[size - 1])
        points += counted * T.VINE_VP[size]
        tiles -= counted
    return points
