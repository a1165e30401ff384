"""What lies face down: tiles by supply, goods, and how many of each nobody has seen (R1.1, R1.5, R2, R3, C1).

Only these kernels deal from the supplies and the goods, and only they count what is unseen.
"""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, SUPPLIES, R
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.random import shuffle

COLOURED, BLACK = 0, 1  # rows of `unseen`


@kernel
def backs_of(supply):
    """Row of `unseen` for the tiles of a supply."""
    return BLACK if supply == SUPPLIES.black else COLOURED


@kernel
def has_kind(state, kind):
    """E2.1, E5.1, E6.1: is the module of a kind of tile in play? Tiles of the base game always are."""
    if kind <= KIND.joker:
        return kind < KIND.joker
    if kind == KIND.inn:
        return state.e6 == 1
    return (state.e5 if kind == KIND.white_castle or kind == KIND.monastery_29 else state.e2) == 1


@kernel
def starting_castles(state):
    """R2.9, E8.1: castles that lie in duchies from the start: one for each seat at the table, or each team."""
    return E.NUM_TEAMS if state.team else state.table_seats


@kernel
def dealt_goods(state):
    """R2.6, E8.2: goods dealt to seats, or to teams, before the game."""
    return T.START_GOODS * (E.NUM_TEAMS if state.team else state.num_seats)


@kernel
def copies_in_supply(state, supply, kind):
    """R2.2, R2.9, C1.6: tiles of a kind in a supply before any is dealt; the starting castles are taken out."""
    if kind > KIND.joker and not has_kind(state, kind):
        return 0
    copies = T.SUPPLY[supply, kind]
    if supply == COLOUR.castle and kind == KIND.castle:
        copies -= starting_castles(state)
    return copies


@kernel
def shuffle_supplies(state):
    """R2.2, R2.9, C1.6: seven supplies; the starting castles are taken out before."""
    kinds = KIND.COUNT if state.extended else KIND.joker  # those of modules come last
    for supply in range(SUPPLIES.COUNT):
        size = 0
        for kind in range(kinds):
            copies = copies_in_supply(state, supply, kind)
            state.unseen[backs_of(supply), kind] += copies
            for _ in range(copies):
                state.supply[supply, size] = kind
                size += 1
        shuffle(state, R.supply, state.supply[supply], size)
        state.supply_size[supply] = size


@kernel
def hide_tiles(state):
    """C12.2 A: the first black tiles lie face down in its duchy; they are kept behind the end of the supply."""
    pile = state.supply[SUPPLIES.black]
    size = state.supply_size[SUPPLIES.black]
    for _ in range(T.NUM_HIDDEN_A):
        first = pile[0]
        for place in range(size - 1):
            pile[place] = pile[place + 1]
        pile[size - 1] = first
    state.hidden_tiles = T.NUM_HIDDEN_A
    state.supply_size[SUPPLIES.black] = size - T.NUM_HIDDEN_A


@kernel
def deal_tile(state, supply):
    """R3.5: the next tile of a supply, face up, or EMPTY."""
    place = state.supply_next[supply]
    if place >= state.supply_size[supply]:
        return E.EMPTY
    kind = state.supply[supply, place]
    state.supply_next[supply] = place + 1
    state.unseen[backs_of(supply), kind] -= 1
    return kind


@kernel
def deal_goods(state):
    """R2.3, R2.6, C1.2: shuffle the goods; the players' three come after the five stacks; C1.7: one each for the
    Châteauma.
    """
    per_type = T.GOODS_PER_TYPE - state.automa
    state.goods_total = per_type * E.NUM_GOODS
    for tile in range(state.goods_total):
        state.goods_order[tile] = tile // per_type
    shuffle(state, R.goods, state.goods_order, state.goods_total)
    for goods in range(E.NUM_GOODS):
        state.goods_unseen[goods] = per_type
        if state.automa:
            state.goods[state.num_seats, goods] = 1
    tile = T.STACKED_GOODS
    for seat in range(dealt_goods(state) // T.START_GOODS):
        for _ in range(T.START_GOODS):
            goods = state.goods_order[tile]
            state.goods[seat, goods] += 1
            if state.team:
                state.goods[seat + E.NUM_TEAMS, goods] += 1
            state.goods_unseen[goods] -= 1
            tile += 1


@kernel
def show_goods(state):
    """R3.4: the goods of the phase are turned up."""
    for _ in range(E.ROUNDS_PER_PHASE):
        state.goods_unseen[state.goods_order[state.goods_shown]] -= 1
        state.goods_shown += 1


@kernel
def next_goods(state):
    """R4.2: type of the goods tile that comes next of those turned up."""
    goods = state.goods_order[state.goods_next]
    state.goods_next += 1
    return goods
