"""Villages: piles as trees of cards, what they show, and what a card may lie on (chapters 1, 6 and 10 of the rules)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.enums import CARD, DEV_SUIT, SILVER, SYMBOL

PILES = T.PILES_IN_BOX  # work_array takes a plain number
DETACHED = E.NO_NODE - 1  # parent of a node whose parent is being replaced


@kernel
def limit(symbols):
    """R3.2, R5.1: cards to draft with so much Food in sight, villagers to place with so many Builders."""
    return min(E.LIMIT_CAP, E.LIMIT_BASE + symbols)


@kernel
def draft_symbols(state, seat):
    """R3.2, R16.3: Food that raises the drafting limit: in sight in the village, and of a token held."""
    food = state.symbols[seat, SYMBOL.food]
    if state.developments and state.token[DEV_SUIT.technology] == seat:
        food += T.REWARD_FOOD[state.development[DEV_SUIT.technology]]
    return food


@kernel
def build_symbols(state, seat):
    """R5.2, R16.3: Builders that raise the build limit, likewise."""
    builders = state.symbols[seat, SYMBOL.builder]
    if state.developments and state.token[DEV_SUIT.technology] == seat:
        builders += T.REWARD_BUILDERS[state.development[DEV_SUIT.technology]]
    return builders


@kernel
def printed_gold(state, seat, card):
    """R1.4: printed Gold of a card in a village, the Founders by the side that lies up."""
    if card == CARD.founders:
        return np.int64(state.founders_gold[state.founders_food_side[seat]])
    return np.int64(state.card_gold[card])


@kernel
def printed_gold_symbols(state, seat, card):
    """R1.4: printed Gold symbols, likewise: one on what shows Gold."""
    return 1 if printed_gold(state, seat, card) > 0 else 0


@kernel
def printed_food(state, seat, card):
    """R1.4: printed Food, likewise."""
    if card == CARD.founders:
        return np.int64(state.founders_food[state.founders_food_side[seat]])
    return np.int64(state.card_food[card])


@kernel
def show_card(state, seat, card, sign):
    """R1.4: add (+1) or take away (-1) what a card shows only while visible."""
    gold = printed_gold(state, seat, card)
    state.symbols[seat, SYMBOL.food] += sign * printed_food(state, seat, card)
    state.symbols[seat, SYMBOL.builder] += sign * state.card_builders[card]
    state.symbols[seat, SYMBOL.gold_symbol] += sign * printed_gold_symbols(state, seat, card)
    state.visible_gold[seat] += sign * gold
    state.suit_gold[seat, T.SUIT_OF[card]] += sign * gold


@kernel
def show_countess(state, gold, gold_symbols):
    """R12.1: what the card of the Countess shows all the time."""
    state.visible_gold[E.COUNTESS] += gold
    state.symbols[E.COUNTESS, SYMBOL.gold_symbol] += gold_symbols


@kernel
def count_card(state, seat, card, sign):
    """R1.4: add (+1) or take away (-1) what a card counts for even when covered: itself, suit and padlock symbols."""
    state.village[seat, card] += sign
    state.village_size[seat] += sign
    state.symbols[seat, T.SUIT_OF[card]] += sign * state.card_suits[card]
    if T.PADLOCK[card] != E.NO_CARD:
        state.symbols[seat, SYMBOL.padlock] += sign


@kernel
def count_free_position(state, node, sign):
    """Add (+1) or take away (-1) a node from the free positions of its role."""
    role = state.node_role[node]
    if role < 0:
        return
    seat = state.node_seat[node]
    children = state.node_children[node]
    if children == 0:
        state.bare[seat, role] += sign
    elif children == 1 and role < T.NUM_ROOTS:
        state.half[seat, role] += sign


@kernel
def count_covered(state, node, sign):
    """Add (+1) or take away (-1) a covered card; Monks and Apprentices are not counted (R9.9)."""
    card = state.node_card[node]
    if card != CARD.monk and card != CARD.apprentice:
        state.covered[state.node_seat[node], state.node_role[node]] += sign


@kernel
def add_card(state, seat, card, role, parent):
    """R6.1: lay a card on `parent` (or as a new pile); `role` is what a Monk or Apprentice stands for, else its own."""
    node = state.num_nodes
    state.num_nodes += 1
    state.node_seat[node] = seat
    state.node_card[node] = card
    state.node_role[node] = role
    state.node_parent[node] = parent
    state.node_children[node] = 0
    if parent == E.NO_NODE:
        state.node_pile[node] = state.num_piles[seat]
        state.num_piles[seat] += 1
    else:
        state.node_pile[node] = state.node_pile[parent]
        count_free_position(state, parent, -1)
        if state.node_children[parent] == 0:
            show_card(state, seat, state.node_card[parent], -1)
            count_covered(state, parent, 1)
        state.node_children[parent] += 1
        count_free_position(state, parent, 1)
    count_card(state, seat, card, 1)
    show_card(state, seat, card, 1)
    count_free_position(state, node, 1)
    return node


@kernel
def copy_of_node(state, node):
    """Copy index of a node's card in its village: order of placement, covered copies counted (18.4)."""
    copy = 0
    for other in range(node):
        if (
            state.node_card[other] == state.node_card[node]
            and state.node_seat[other] == state.node_seat[node]
        ):
            copy += 1
    return copy


@kernel
def node_of_copy(state, seat, card, copy):
    """Return the node of a copy of a card, NO_NODE if there are not that many."""
    for node in range(state.num_nodes):
        if state.node_card[node] == card and state.node_seat[node] == seat:
            if copy == 0:
                return node
            copy -= 1
    return E.NO_NODE


@kernel
def close_gap(state, gap):
    """Drop a node from the table; later ones move down, so that the order stays the order of placement."""
    last = state.num_nodes - 1
    for node in range(gap, last):
        state.node_seat[node] = state.node_seat[node + 1]
        state.node_card[node] = state.node_card[node + 1]
        state.node_role[node] = state.node_role[node + 1]
        state.node_parent[node] = state.node_parent[node + 1]
        state.node_children[node] = state.node_children[node + 1]
        state.node_pile[node] = state.node_pile[node + 1]
    state.num_nodes = last
    state.node_seat[last] = 0
    state.node_card[last] = 0
    state.node_role[last] = 0
    state.node_parent[last] = 0
    state.node_children[last] = 0
    state.node_pile[last] = 0
    for node in range(last):
        if state.node_parent[node] > gap:
            state.node_parent[node] -= 1


@kernel
def remove_top_card(state, node):
    """R12.13: take a visible card out of its village, its coins to that village's Supply; returns the coins."""
    seat = state.node_seat[node]
    card = state.node_card[node]
    parent = state.node_parent[node]
    coins = take_coins_of_copy(state, seat, card, copy_of_node(state, node))
    state.supply[seat] += coins
    count_free_position(state, node, -1)
    show_card(state, seat, card, -1)
    count_card(state, seat, card, -1)
    if parent != E.NO_NODE:
        count_free_position(state, parent, -1)
        state.node_children[parent] -= 1
        count_free_position(state, parent, 1)
        if state.node_children[parent] == 0:
            count_covered(state, parent, -1)
            show_card(state, seat, state.node_card[parent], 1)
    else:
        close_pile(state, seat, state.node_pile[node])
    close_gap(state, node)
    return coins


@kernel
def close_pile(state, seat, pile):
    """18.4: a pile is gone, the later ones move up."""
    for node in range(state.num_nodes):
        if state.node_seat[node] == seat and state.node_pile[node] > pile:
            state.node_pile[node] -= 1
    state.num_piles[seat] -= 1


@kernel
def replace_covered_card(state, node, card):
    """R9.6, R9.7: `card` (an Apprentice) takes a covered card's place and role; it counts as placed now."""
    seat = state.node_seat[node]
    count_covered(state, node, -1)
    count_card(state, seat, state.node_card[node], -1)
    role = state.node_role[node]
    parent = state.node_parent[node]
    children = state.node_children[node]
    pile = state.node_pile[node]
    new = state.num_nodes - 1  # where it lies once the gap is closed
    for child in range(state.num_nodes):
        if state.node_parent[child] == node:
            state.node_parent[child] = DETACHED
    close_gap(state, node)
    for child in range(new):
        if state.node_parent[child] == DETACHED:
            state.node_parent[child] = new
    if parent > node:
        parent -= 1
    state.num_nodes = new + 1
    state.node_seat[new] = seat
    state.node_card[new] = card
    state.node_role[new] = role
    state.node_parent[new] = parent
    state.node_children[new] = children
    state.node_pile[new] = pile
    count_card(state, seat, card, 1)


@kernel
def take_coins_of_copy(state, seat, card, copy):
    """Take the coins off a copy that leaves the village; the copy index closes up (18.4)."""
    index = T.COIN_INDEX[card]
    if index < 0:
        return 0
    coins = state.coins[seat, index, copy]
    if copy == 0:
        state.coins[seat, index, 0] = state.coins[seat, index, 1]
    state.coins[seat, index, 1] = 0
    return coins


@kernel
def visible_copies(state, seat, card):
    """Return how many copies of a card are visible in a village (R1.3)."""
    role = T.ROLE_OF[card]
    if role < 0:
        return state.village[seat, card]
    return state.village[seat, card] - state.covered[seat, role]


@kernel
def visible_printed_gold(state, seat, card):
    """R9.4, R10.6: printed Gold of a card if a copy is visible in the village, else 0."""
    return printed_gold(state, seat, card) if visible_copies(state, seat, card) > 0 else 0


@kernel
def highest_visible_gold(state, seat):
    """R9.4, R12.21 blackmail: highest printed Gold that is visible in a village."""
    best = 0
    for card in range(CARD.BASE):
        best = max(best, visible_printed_gold(state, seat, card))
    return best


@kernel
def has_position(state, seat, card):
    """R6.1: is there a free position on a `card` or on what stands for it?"""
    role = T.ROLE_OF[card]
    return state.bare[seat, role] + state.half[seat, role] > 0


@kernel
def is_root(card):
    """Does the card start a pile? (R6.1; for cards that carry others)"""
    return T.PREDECESSOR[card] == E.NO_CARD


@kernel
def can_place_on(state, seat, predecessor, monks, actions):
    """R6.1, R9.5: can a card with this predecessor be placed, with that many Monks and build actions to spare?"""
    if predecessor == E.NO_CARD or has_position(state, seat, predecessor):
        return True
    while monks > 0 and actions > 0:
        monks -= 1
        actions -= 1
        predecessor = T.PREDECESSOR[predecessor]
        if predecessor == E.NO_CARD or has_position(state, seat, predecessor):
            return True
    return False


@kernel
def find_position(state, seat, card, children, pile):
    """18.4: the node in the role of `card` with that many children (-1: any free position) and pile rank (-1: any).

    Real villagers come before Monks and Apprentices, then the lowest pile, then the one placed first.
    """
    role = T.ROLE_OF[card]
    capacity = 2 if role < T.NUM_ROOTS else 1
    best = E.NO_NODE
    best_key = 0
    for node in range(state.num_nodes):
        if (
            state.node_seat[node] != seat
            or state.node_role[node] != role
            or state.node_children[node] >= capacity
        ):
            continue
        if children >= 0 and state.node_children[node] != children:
            continue
        if pile >= 0 and state.node_pile[node] != pile:
            continue
        key = state.node_pile[node] + (0 if state.node_card[node] == card else 1000)
        if best == E.NO_NODE or key < best_key:
            best = node
            best_key = key
    return best


@kernel
def find_covered(state, seat, card, pile):
    """18.4: the covered `card` in the pile of lowest number (or of rank `pile` >= 0), the one placed first."""
    best = E.NO_NODE
    for node in range(state.num_nodes):
        if state.node_seat[node] != seat or state.node_card[node] != card or state.node_children[node] == 0:
            continue
        if pile >= 0 and state.node_pile[node] != pile:
            continue
        if best == E.NO_NODE or state.node_pile[node] < state.node_pile[best]:
            best = node
    return best


@kernel
def find_visible(state, seat, card):
    """18.3: the visible `card` in the pile of lowest number, the one placed first."""
    best = E.NO_NODE
    for node in range(state.num_nodes):
        if state.node_seat[node] != seat or state.node_card[node] != card or state.node_children[node] > 0:
            continue
        if best == E.NO_NODE or state.node_pile[node] < state.node_pile[best]:
            best = node
    return best


@kernel
def max_coins(state, seat):
    """R10.5 agent: the largest coin value on one villager."""
    best = 0
    for index in range(T.NUM_COIN_CARDS):
        for copy in range(E.MAX_COPIES):
            if state.coins[seat, index, copy] > best:
                best = state.coins[seat, index, copy]
    return best


@kernel
def coins_on_villagers(state, seat):
    """R8.5: value of the coins on all villagers of a village."""
    total = 0
    for index in range(T.NUM_COIN_CARDS):
        total += state.coins[seat, index, 0] + state.coins[seat, index, 1]
    return total


@kernel
def silver_value(state, seat, card):
    """R10.5: the Silver of one copy of a card in a village as it stands; 0 for cards without Silver."""
    kind = T.SILVER_KIND[card]
    if kind == SILVER.per_symbol:
        return state.symbols[seat, T.SILVER_SYMBOL[card]] // T.SILVER_STEP[card] * state.card_silver[card]
    if kind == SILVER.sum_visible_gold_of_suit:
        return state.suit_gold[seat, T.SILVER_SYMBOL[card]]
    if kind == SILVER.max_coins_on_one_villager:
        return max_coins(state, seat)
    if kind == SILVER.per_set:
        return full_sets(state, seat) * state.card_silver[card]
    return 0


@kernel
def full_sets(state, seat):
    """R15.4 wholesaler: sets of one symbol each of the suits it names."""
    sets = state.symbols[seat, T.SET_OF_SUITS[0]]
    for k in range(1, len(T.SET_OF_SUITS)):
        sets = min(sets, state.symbols[seat, T.SET_OF_SUITS[k]])
    return sets


@kernel
def best_silver(state, seat):
    """Return the highest value of one visible Silver symbol in a village; 0 without one."""
    best = 0
    for index in range(T.NUM_SILVER):
        if state.village[seat, T.SILVER_CARDS[index]] > 0:
            best = max(best, silver_value(state, seat, T.SILVER_CARDS[index]))
    return best


@kernel
def villagers_with_coins(state, seat):
    """R15.3, R16.5: villagers of a village with coins on them."""
    villagers = 0
    for index in range(T.NUM_COIN_CARDS):
        for copy in range(E.MAX_COPIES):
            villagers += state.coins[seat, index, copy] > 0
    return villagers


@kernel
def large_piles(state, seat, cards):
    """R15.3, R16.5: piles of at least so many cards."""
    sizes = work_array(PILES)
    found = 0
    for node in range(state.num_nodes):
        if state.node_seat[node] == seat:
            sizes[state.node_pile[node]] += 1
            found += sizes[state.node_pile[node]] == cards
    return found


@kernel
def village_silver(state, seat):
    """R10.2: sum of all visible Silver values (Silver villagers are never covered)."""
    total = 0
    for index in range(T.NUM_SILVER):
        card = T.SILVER_CARDS[index]
        copies = state.village[seat, card]
        if copies > 0:
            total += copies * silver_value(state, seat, card)
    if state.saints and state.village[seat, CARD.nun] > 0:
        total += nun_value(state, seat)
    return total


@kernel
def nun_value(state, seat):
    """R13.6: the most valuable Silver villager of which the village holds exactly one copy."""
    best = 0
    for index in range(T.NUM_SILVER):
        card = T.SILVER_CARDS[index]
        if state.village[seat, card] == 1:
            best = max(best, silver_value(state, seat, card))
    return best


@kernel
def village_income(state, seat):
    """R10.1: visible printed Gold plus the coins on own villagers."""
    return state.visible_gold[seat] + coins_on_villagers(state, seat)


@kernel
def turn_founders(state, seat, food_side):
    """R9.10: show the given side of uncovered Founders."""
    show_card(state, seat, CARD.founders, -1)
    state.founders_food_side[seat] = food_side
    show_card(state, seat, CARD.founders, 1)
