"""Worlds that a seat holds possible (D5): nobody knows the order of the supplies, of later goods, of the deck."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare.enums import SUPPLIES, R
from eurogym.envs.castles_of_burgundy.declare.tables import STACKED_GOODS
from eurogym.envs.castles_of_burgundy.rules.supplies import dealt_goods
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.random import next_below, reseed, shuffle


@kernel
def determinize(state, seat, seed):
    """Shuffle what nobody has seen and reseed all streams. All seats know the same, so `seat` makes no difference."""
    reseed(state, seed)
    for supply in range(SUPPLIES.COUNT):
        behind = state.hidden_tiles if supply == SUPPLIES.black else 0  # modifier A: face down in its duchy
        first = state.supply_next[supply]
        shuffle(state, R.supply, state.supply[supply, first:], state.supply_size[supply] + behind - first)
    shuffle_goods(state)
    shuffle(state, R.territory, state.deck, state.deck_size)
    if state.vineyards:
        shuffle(state, R.doubles, state.double_bag[state.bag_next :], state.bag_size - state.bag_next)


@kernel
def shuffle_goods(state):
    """The goods of later phases and those in the box; the players' first goods lie between them, and stay."""
    dealt = dealt_goods(state)
    count = state.goods_total - dealt - state.goods_shown
    for i in range(count - 1, 0, -1):
        j = next_below(state, R.goods, i + 1)
        here, there = hidden_goods(state, i, dealt), hidden_goods(state, j, dealt)
        held = state.goods_order[here]
        state.goods_order[here] = state.goods_order[there]
        state.goods_order[there] = held


@kernel
def hidden_goods(state, index, dealt):
    """Place in `goods_order` of the index-th goods tile that nobody has seen."""
    place = state.goods_shown + index
    return place if place < STACKED_GOODS else place + dealt
