"""States from outside: what must add up in them beyond the ranges of their fields (state.py).

:func:`derive` counts anew what follows from hands and villages. :func:`check` asks for the rest, topic by topic; each
topic is asked when those before it were right, so that it may read what they are about. What lies on the table is
asked here, whose turn it is and what for in check_turn.py, what the expansions add in check_modules.py.
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.enums import CARD, STEP, D
from eurogym.envs.villagers.declare.tables import (
    COIN_CARDS,
    COUNTESS_GOLD,
    COUNTESS_GOLD_SYMBOLS,
    NUM_COIN_CARDS,
    NUM_ROOTS,
    PREDECESSOR,
    ROLE_CARD,
    ROLE_OF,
    STACK_SIZE,
)
from eurogym.envs.villagers.encoding.check_modules import developments_fault, is_hand_card, knowledge_fault
from eurogym.envs.villagers.encoding.check_turn import end_fault, event_fault, fits_decision, turn_fault
from eurogym.envs.villagers.encoding.expansion_fields import copies_in_play, is_in_play
from eurogym.envs.villagers.encoding.faults import F
from eurogym.envs.villagers.encoding.observation import card_in_transit
from eurogym.envs.villagers.rules.road import count_hand
from eurogym.envs.villagers.rules.village import (
    count_card,
    count_covered,
    count_free_position,
    show_card,
    show_countess,
)

NUM_CARDS = CARD.COUNT  # work_array takes a plain number


# --- what follows from other fields -------------------------------------------------------------------------------


@kernel
def derive(state, again):
    """Sizes and backs of hands, and the sums over villages, from the cards that lie there."""
    for seat in range(E.MAX_SEATS):
        again.founders_food_side[seat] = state.founders_food_side[seat]
        for card in range(NUM_CARDS):
            count_hand(again, seat, card, state.hand[seat, card])
    if state.solo:
        show_countess(again, COUNTESS_GOLD[state.difficulty], COUNTESS_GOLD_SYMBOLS[state.difficulty])
    for node in range(state.num_nodes):
        lay_again(state, again, node)


@kernel
def lay_again(state, again, node):
    """A card lies in a village as it does in the state, with the cards on it."""
    seat, card = state.node_seat[node], state.node_card[node]
    again.node_seat[node] = seat
    again.node_card[node] = card
    again.node_role[node] = state.node_role[node]
    again.node_children[node] = state.node_children[node]
    count_card(again, seat, card, 1)
    count_free_position(again, node, 1)
    if state.node_children[node] == 0:
        show_card(again, seat, card, 1)
    elif state.node_role[node] != E.NO_ROLE:
        count_covered(again, node, 1)
    if state.node_parent[node] == E.NO_NODE:
        again.num_piles[seat] += 1


# --- what must add up ---------------------------------------------------------------------------------------------


@kernel
def check(state):
    """The first topic in which something is wrong."""
    fault = pile_fault(state)
    if fault == F.SOUND:
        fault = table_fault(state)
    if fault == F.SOUND:
        fault = village_fault(state)
    if fault == F.SOUND and state.solo:
        fault = event_fault(state)
    if fault == F.SOUND and state.developments:
        fault = developments_fault(state)
    if fault == F.SOUND:
        fault = end_fault(state)
    if fault == F.SOUND:
        fault = turn_fault(state)
    if fault == F.SOUND and not state.done:
        fault = fits_decision(state)
    if fault == F.SOUND and not cards_are_conserved(state):
        fault = F.CARDS
    if fault == F.SOUND:
        fault = knowledge_fault(state)
    return fault


# --- piles, Road, hands -------------------------------------------------------------------------------------------


@kernel
def highest_seen(count, puts_back):
    """The back of the top card is public, but while a Prophet or Pigeoneer puts cards back (R13.3, R13.4)."""
    return np.int64(count) if puts_back else np.int64(max(count - 1, 0))


@kernel
def pile_fault(state):
    """R1.5, R2.6, R7.1: stacks no higher than exchanges make them, of hand cards, known to seats at the table."""
    everybody = (1 << state.num_seats) - 1
    exchanged = 0
    puts_back = state.decision == D.PROPHET_ORDER
    for basic in range(CARD.lumberjack, E.FIRST_HAND_CARD):
        exchanged += E.BASICS_EACH - state.basics_left[basic]
    for stack in range(E.NUM_STACKS):
        count = state.stack_count[stack]
        if count > STACK_SIZE[state.num_seats] + exchanged:
            return F.STACK
        if state.stack_seen[stack] > highest_seen(count, puts_back and state.pending_pile == stack):
            return F.SEEN
        for position in range(count):
            if not is_hand_card(state, state.stack[stack, position]):
                return F.STACK
            if state.stack_known[stack, position] > everybody:
                return F.KNOWN
    if state.reserve_seen > highest_seen(state.reserve_count, state.decision == D.PIGEONEER_ORDER):
        return F.SEEN
    for position in range(state.reserve_count):
        if not is_hand_card(state, state.reserve[position]):
            return F.RESERVE
        if state.reserve_known[position] > everybody:
            return F.KNOWN
    if state.reserve_open and not (state.solo and state.reshuffle_discard):
        return F.OPEN
    return F.KNOWN if state.pending_known > everybody else F.SOUND


@kernel
def table_fault(state):
    """R1.2, R3.9: the Road, the discard pile, hands and Squares hold hand cards."""
    for slot in range(E.NUM_SLOTS):
        card = state.road[slot]
        if card == E.NO_CARD:
            if state.road_coins[slot] != 0:
                return F.ROAD
        elif not is_hand_card(state, card):
            return F.ROAD
    for card in range(E.FIRST_HAND_CARD):
        if state.discard[card] != 0 and not is_hand_card(state, card):
            return F.DISCARD
    for seat in range(E.MAX_SEATS):
        for card in range(NUM_CARDS):
            held = state.hand[seat, card]
            if state.hand_known[seat, card] > held:
                return F.HAND
            if held > 0 and (seat >= state.num_seats or not is_hand_card(state, card)):
                return F.HAND
        if not is_square(state, seat):
            return F.SQUARE
    return F.SOUND


@kernel
def is_square(state, seat):
    """R3.4, R3.9: the Square holds the cards drafted this round until they go to hand, and none after the draft.

    A seat at its limit has taken them to hand, and a Benefactor may have raised the limit since (R13.2).
    """
    count = state.square_count[seat]
    if count == 0:
        return True
    if seat >= state.num_seats or state.step != STEP.NEXT_DRAFT:
        return False
    if count > state.drafted[seat] or (count < state.drafted[seat] and not state.saints):
        return False
    for position in range(count):
        if not is_hand_card(state, state.square[seat, position]):
            return False
    return True


@kernel
def copies_of(state, card):
    """Copies of a card in this game, those that went back to the box included."""
    if card < CARD.BASE:
        return np.int64(state.copies[card])
    return copies_in_play(state, card) if is_in_play(state, card) else np.int64(0)


@kernel
def cards_are_conserved(state):
    """R1.6: every card of the game is somewhere, and no other."""
    found = work_array(NUM_CARDS)
    for stack in range(E.NUM_STACKS):
        for position in range(state.stack_count[stack]):
            found[state.stack[stack, position]] += 1
    for position in range(state.reserve_count):
        found[state.reserve[position]] += 1
    for slot in range(E.NUM_SLOTS):
        if state.road[slot] != E.NO_CARD:
            found[state.road[slot]] += 1
    for seat in range(state.num_seats):
        for position in range(state.square_count[seat]):
            found[state.square[seat, position]] += 1
    if not state.done:
        card = card_in_transit(state, state.current_seat)
        if card != E.NO_CARD:
            found[card] += 1
        found[CARD.monk] += state.pending_monks
    for card in range(NUM_CARDS):
        total = found[card] + state.discard[card] + state.boxed[card]
        if card < E.FIRST_HAND_CARD:
            total += state.basics_left[card]
        for seat in range(state.table_seats):
            total += state.hand[seat, card] + state.village[seat, card]
        if total != copies_of(state, card):
            return False
    return True


# --- villages -----------------------------------------------------------------------------------------------------


@kernel
def is_countess(state, seat):
    """R12.4: her cards lie each alone and stand for nothing."""
    return state.solo and seat == E.COUNTESS


@kernel
def stands_for(state, node):
    """The card whose place a card takes (R9.5, R9.6): its own, or that of a Monk's or an Apprentice's role."""
    role = state.node_role[node]
    return state.node_card[node] if role == E.NO_ROLE else ROLE_CARD[role]


@kernel
def village_fault(state):
    """Chapter 6: every card lies where it may, ranks and counts are right, coins lie on cards."""
    for node in range(state.num_nodes):
        if not has_role(state, node):
            return F.NODE_ROLE
        if not lies_well(state, node):
            return F.NODE_PARENT
    for node in range(state.num_nodes):
        if not carries_well(state, node):
            return F.NODE_CHILDREN
        if not has_rank(state, node):
            return F.NODE_PILE
    for seat in range(state.table_seats):
        if state.village[seat, CARD.founders] > 1:
            return F.FOUNDERS
    return F.SOUND if coins_lie_on_cards(state) else F.COINS


@kernel
def has_role(state, node):
    """R9.5, R9.6: a Monk or an Apprentice has some role, every other card its own."""
    card, role = state.node_card[node], state.node_role[node]
    if (card == CARD.monk or card == CARD.apprentice) and not is_countess(state, state.node_seat[node]):
        return role != E.NO_ROLE
    return role == ROLE_OF[card]


@kernel
def lies_well(state, node):
    """R6.1: on its predecessor, in the same pile; at the bottom without one. Her cards lie alone (R12.4)."""
    parent, seat = state.node_parent[node], state.node_seat[node]
    predecessor = PREDECESSOR[stands_for(state, node)]
    if parent == E.NO_NODE:
        return predecessor == E.NO_CARD or is_countess(state, seat)
    if parent >= state.num_nodes or state.node_seat[parent] != seat or is_countess(state, seat):
        return False
    return state.node_role[parent] != E.NO_ROLE and ROLE_CARD[state.node_role[parent]] == predecessor


@kernel
def carries_well(state, node):
    """R6.2, R9.8: as many cards lie on it as it says, no more than its role carries; never none on a stand-in."""
    found = 0
    for other in range(state.num_nodes):
        found += state.node_parent[other] == node
    role = state.node_role[node]
    room = 0
    if role != E.NO_ROLE:
        room = 2 if role < NUM_ROOTS else 1
        if found == 0 and ROLE_CARD[role] != state.node_card[node]:  # a Monk or an Apprentice
            return False
    return found == state.node_children[node] and found <= room


@kernel
def has_rank(state, node):
    """18.4: the pile of the card below, or one that no other pile of the village has."""
    seat, pile, parent = state.node_seat[node], state.node_pile[node], state.node_parent[node]
    if parent != E.NO_NODE:
        return state.node_pile[parent] == pile
    for other in range(node):
        if (
            state.node_parent[other] == E.NO_NODE
            and state.node_seat[other] == seat
            and state.node_pile[other] == pile
        ):
            return False
    return pile < state.num_piles[seat]


@kernel
def coins_lie_on_cards(state):
    """R8.5: no coins on copies of a card that are not in the village."""
    for seat in range(E.MAX_SEATS):
        for index in range(NUM_COIN_CARDS):
            copies = state.village[seat, COIN_CARDS[index]] if seat < state.table_seats else 0
            for copy in range(copies, E.MAX_COPIES):
                if state.coins[seat, index, copy] != 0:
                    return False
    return True
