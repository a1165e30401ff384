"""Worlds that a seat holds possible (D5): nobody knows the order of the supplies, of later goods, of the deck."""

from __future__ import annotations

from envs.castles_of_burgundy import enums as E
from envs.core.compile import kernel
from envs.core.random import next_below, reseed, shuffle

STACKED_GOODS = E.NUM_PHASES * E.ROUNDS_PER_PHASE
DEALT_GOODS = 3


@kernel
def determinize(state, seat, seed):
    """Shuffle what nobody has seen and reseed all streams. All seats know the same, so `seat` makes no difference."""
    reseed(state, seed)
    for supply in range(E.NUM_SUPPLIES):
        behind = state.hidden_tiles if supply == E.SUPPLY_BLACK else 0  # modifier A: face down in its duchy
        first = state.supply_next[supply]
        shuffle(
            state, E.STREAM_SUPPLY, state.supply[supply, first:], state.supply_size[supply] + behind - first
        )
    shuffle_goods(state)
    shuffle(state, E.STREAM_TERRITORY, state.deck, state.deck_size)


@kernel
def shuffle_goods(state):
    """The goods of later phases and those in the box; the players' first goods lie between them, and stay."""
    dealt = DEALT_GOODS * state.num_seats
    count = state.goods_total - dealt - state.goods_shown
    for i in range(count - 1, 0, -1):
        j = next_below(state, E.STREAM_GOODS, i + 1)
        here, there = hidden_goods(state, i, dealt), hidden_goods(state, j, dealt)
        held = state.goods_order[here]
        state.goods_order[here] = state.goods_order[there]
        state.goods_order[there] = held


@kernel
def hidden_goods(state, index, dealt):
    """Place in `goods_order` of the index-th goods tile that nobody has seen."""
    place = state.goods_shown + index
    return place if place < STACKED_GOODS else place + dealt
