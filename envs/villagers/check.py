"""States from outside: what must add up in them beyond the ranges of their fields (state.py).

:func:`derive` counts anew what follows from hands and villages. :func:`check` asks for the rest, topic by topic; each
topic is asked when those before it were right, so that it may read what they are about. With expansions the cards must
add up as well, and what a decision of the base game is about; whose turn it is, is asked without expansions alone.
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile import kernel
from eurogym.envs.core.fields import faults
from eurogym.envs.core.memory import work_array
from eurogym.envs.villagers import enums as E
from eurogym.envs.villagers.draft import draft_limit
from eurogym.envs.villagers.enums import CARD, DECK, EVENT, EVENT_AT, STEP, TIMING, D
from eurogym.envs.villagers.legality import can_unlock, is_swap_target
from eurogym.envs.villagers.more_fields import copies_in_play, is_in_play
from eurogym.envs.villagers.observation import card_in_transit
from eurogym.envs.villagers.road import count_hand
from eurogym.envs.villagers.solo import is_active, is_own_target
from eurogym.envs.villagers.tables import (
    COIN_CARDS,
    COPIES,
    COUNTESS_GOLD,
    COUNTESS_GOLD_SYMBOLS,
    DARK_MOOD_DEALS,
    EVENT_DECK,
    EVENT_TIMING,
    EVENT_USED,
    JESTER_AVAILABLE,
    NEW_EVENTS,
    NUM_COIN_CARDS,
    NUM_ROOTS,
    PADLOCK,
    PREDECESSOR,
    ROLE_CARD,
    ROLE_OF,
    STACK_SIZE,
)
from eurogym.envs.villagers.village import (
    count_card,
    count_covered,
    count_free_position,
    show_card,
    show_countess,
)

F = faults(
    "eurogym.envs.villagers.faults",
    {
        "STACK": "stack, stack_count, basics_left: no hand cards, or more than can lie in a stack",
        "RESERVE": "reserve, reserve_count: no hand cards",
        "SEEN": "stack_seen, reserve_seen: not a place of the pile",
        "KNOWN": "stack_known, reserve_known, pending_known: known to seats that are not there",
        "OPEN": "reserve_open: the Reserve lies open only where the discard pile was reshuffled (R12.12)",
        "ROAD": "road, road_coins: no hand card, or coins on an empty place",
        "DISCARD": "discard: Founders and basic villagers are never discarded",
        "HAND": "hand, hand_known: no hand cards, more known than held, or cards of a seat that has no hand",
        "SQUARE": "square, square_count, drafted: not what was drafted in this round",
        "NODE_ROLE": "node_card, node_role: a card does not stand for this role",
        "NODE_PARENT": "node_parent, node_seat: the card does not belong on the one that it lies on",
        "NODE_CHILDREN": "node_children, node_parent: not the number of cards that lie on the card",
        "NODE_PILE": "node_pile: not a rank of its own for each pile of a village",
        "FOUNDERS": "node_card, node_seat: two Founders in one village",
        "COINS": "coins: on a card that is not in the village",
        "PENDING": "pending_card, pending_role, pending_monks, pending_node, pending_basic, pending_seat,"
        " pending_event: not what this decision is about",
        "CARDS": "hand, discard, road, stack, reserve, square, node_card, basics_left, pending_card: not the cards of"
        " this game",
        "DECISION": "decision, step, done, markets_held: this step of the round does not ask that",
        "SEAT": "current_seat, start_player, turn, drafter, drafted: it is not this seat's turn",
        "SOLO": "jester, draft_penalty: not in this game",
        "EVENTS": "event_place: not the events of this level, or more face-up than are ever dealt",
        "EVENT_DECK": "event_deck, event_deck_count, event_place: not the events of the deck",
    },
)
NUM_CARDS = CARD.COUNT  # work_array takes a plain number
MOST_FACE_UP = int(NEW_EVENTS.max()) + DARK_MOOD_DEALS  # R12.8; with so few a draw always finds another one


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
    if fault == F.SOUND:
        fault = end_fault(state)
    if fault == F.SOUND and not has_expansions(state):
        fault = turn_fault(state)
    if fault == F.SOUND and not (state.done or fits_decision(state)):
        fault = F.PENDING
    if fault == F.SOUND and not cards_are_conserved(state):
        fault = F.CARDS
    return fault


@kernel
def has_expansions(state):
    """Is any expansion in play?"""
    return state.more_cards or state.developments


@kernel
def is_hand_card(state, card):
    """Can the card be in a hand in this game? A basic villager comes there by the Schemer alone (R14.6)."""
    lowest = CARD.lumberjack if state.scoundrels else E.FIRST_HAND_CARD
    return lowest <= card < state.cards_stop


@kernel
def highest_seen(state, count):
    """The back of the top card is public, but while a Prophet or Pigeoneer puts cards back (R13.3, R13.4)."""
    return np.int64(count) if state.saints else np.int64(max(count - 1, 0))


# --- piles, Road, hands -------------------------------------------------------------------------------------------


@kernel
def pile_fault(state):
    """R1.5, R2.6, R7.1: stacks no higher than exchanges make them, of hand cards, known to seats at the table."""
    everybody = (1 << state.num_seats) - 1
    exchanged = 0
    for basic in range(CARD.lumberjack, E.FIRST_HAND_CARD):
        exchanged += E.BASICS_EACH - state.basics_left[basic]
    for stack in range(E.NUM_STACKS):
        count = state.stack_count[stack]
        if count > STACK_SIZE[state.num_seats] + exchanged:
            return F.STACK
        if state.stack_seen[stack] > highest_seen(state, count):
            return F.SEEN
        for position in range(count):
            if not is_hand_card(state, state.stack[stack, position]):
                return F.STACK
            if state.stack_known[stack, position] > everybody:
                return F.KNOWN
    if state.reserve_seen > highest_seen(state, state.reserve_count):
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
    """R3.4, R3.9: the Square holds the cards drafted this round until they go to hand, and none after the draft."""
    count = state.square_count[seat]
    if count == 0:
        return True
    if seat >= state.num_seats:
        return False
    if not has_expansions(state) and (count != state.drafted[seat] or state.step != STEP.NEXT_DRAFT):
        return False
    for position in range(count):
        if not is_hand_card(state, state.square[seat, position]):
            return False
    return True


@kernel
def copies_of(state, card):
    """Copies of a card in this game, those that went back to the box included."""
    if card < CARD.BASE:
        return np.int64(COPIES[state.num_seats, card])
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
    """R6.2: as many cards lie on it as it says, and no more than its role carries."""
    found = 0
    for other in range(state.num_nodes):
        found += state.node_parent[other] == node
    role = state.node_role[node]
    room = 0
    if role != E.NO_ROLE:
        room = 2 if role < NUM_ROOTS else 1
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


# --- events of the solo mode --------------------------------------------------------------------------------------


@kernel
def event_fault(state):
    """R12.2, R12.8, R12.10, R12.17: the events of the level, each in its place; the decks hold those that are there."""
    if state.jester > JESTER_AVAILABLE[state.difficulty]:
        return F.SOLO
    face_up = 0
    for event in range(EVENT.COUNT):
        if (state.event_place[event] == EVENT_AT.REMOVED) == EVENT_USED[state.difficulty, event]:
            return F.EVENTS
        face_up += is_active(state, event)
    if face_up > MOST_FACE_UP:
        return F.EVENTS
    for deck in range(DECK.COUNT):
        if not is_event_deck(state, deck):
            return F.EVENT_DECK
    return F.SOUND


@kernel
def is_event_deck(state, deck):
    """R12.2: the draw pile holds each event of the deck that is in it, once."""
    listed = 0
    for position in range(state.event_deck_count[deck]):
        listed |= 1 << state.event_deck[deck, position]
    count = 0
    for event in range(EVENT.COUNT):
        if EVENT_DECK[event] == deck and state.event_place[event] == EVENT_AT.DECK:
            if not (listed >> event) & 1:
                return False
            count += 1
    return count == state.event_deck_count[deck]


# --- whose turn it is, and what is asked --------------------------------------------------------------------------


@kernel
def end_fault(state):
    """R11.1: the game is over with the second market."""
    if not state.solo and (state.jester or state.draft_penalty):
        return F.SOLO
    if (state.markets_held == 2) != (state.done == 1):
        return F.DECISION
    return F.SOUND if (state.done == 1) == (state.decision == D.NONE) else F.DECISION


@kernel
def turn_fault(state):
    """R3.1: the step, the decision that it asks, and the seat."""
    if state.done:
        return F.SOUND
    if state.step != step_of(state.decision):
        return F.DECISION
    if not state.solo and state.decision >= D.LIMIT_RATS:
        return F.DECISION
    return F.SOUND if is_turn(state) else F.SEAT


@kernel
def step_of(decision):
    """The step in which a decision is asked for."""
    if decision == D.DRAFT or decision == D.LIMIT_RATS or decision == D.COUNTESS_TAKES:
        return STEP.NEXT_DRAFT
    if decision == D.COIN:
        return STEP.ROAD_COINS
    if D.BUILD <= decision <= D.FOUNDERS_SIDE or decision == D.LIMIT_ARSON:
        return STEP.NEXT_BUILDER
    return STEP.NEXT_EVENT


@kernel
def is_turn(state):
    """R3.3, R4.3, R5.1: does this seat draft, put a coin or build now?"""
    players, seat = state.num_seats, state.current_seat
    if state.step == STEP.NEXT_DRAFT:
        if state.decision == D.DRAFT and state.drafted[seat] >= draft_limit(state, seat):
            return False
        return seat == state.drafter
    if state.step == STEP.NEXT_EVENT:
        return seat == E.PLAYER
    if state.turn < 1 or state.turn > players:
        return False
    if state.step == STEP.ROAD_COINS:
        return state.keep_coined and seat == (state.start_player + players - state.turn) % players
    return seat == (state.start_player + state.turn - 1) % players


@kernel
def fits_decision(state):
    """Do the pending fields hold what the decision is about, and can it be completed?"""
    decision = state.decision
    if state.pending_card >= state.cards_stop or state.pending_role >= state.cards_stop:
        return False
    if state.pending_basic != E.NO_CARD and state.pending_basic < CARD.lumberjack:
        return False
    if state.pending_monks > 0 and decision != D.PLACE and decision != D.UNLOCK:
        return False
    if decision == D.GIVE_CARD or decision == D.GIVE_PILE:
        return fits_exchange(state)
    if decision == D.PLACE or decision == D.UNLOCK:
        return fits_placement(state)
    if decision == D.SMUGGLE:
        return state.pending_card == CARD.smuggler
    if decision == D.SWAP_TARGET:
        return state.pending_seat < state.table_seats
    if decision == D.SWAP_PILE:
        return fits_swap(state)
    if decision == D.FOUNDERS_SIDE:
        return state.pending_card == CARD.founders
    return fits_event(state)


@kernel
def fits_exchange(state):
    """R7.1: a basic villager that is left, an exchange that is left, and a card that its giver knows."""
    if state.pending_basic == E.NO_CARD or state.basics_left[state.pending_basic] == 0:
        return False
    if state.exchanges_left == 0:
        return False
    if state.decision == D.GIVE_CARD:
        return True
    return is_hand_card(state, state.pending_card) and (state.pending_known >> state.current_seat) & 1


@kernel
def fits_placement(state):
    """R6.1, R8.1, R9.5: the lowest new card (Monks lie below) has its place or looks for it; padlocks can be opened."""
    card, seat = state.pending_card, state.current_seat
    if card == E.NO_CARD or (state.decision == D.UNLOCK and PADLOCK[card] == E.NO_CARD):
        return False
    lowest = card
    for _ in range(state.pending_monks):
        lowest = PREDECESSOR[lowest]
        if lowest == E.NO_CARD:
            return False
    predecessor = PREDECESSOR[lowest]
    if state.decision == D.PLACE:
        known = predecessor != E.NO_CARD and state.pending_role == predecessor
        return known and state.pending_node == E.NO_NODE and can_unlock(state, seat, PADLOCK[card])
    node = state.pending_node
    if predecessor == E.NO_CARD:
        return node == E.NO_NODE
    if node == E.NO_NODE or node >= state.num_nodes or state.node_seat[node] != seat:
        return False
    role = ROLE_OF[predecessor]
    return state.node_role[node] == role and state.node_children[node] < (2 if role < NUM_ROOTS else 1)


@kernel
def fits_swap(state):
    """R9.6: a covered card of that village that the Apprentice may take."""
    if not state.slots or state.pending_seat >= state.table_seats or state.pending_card == E.NO_CARD:
        return False
    role = ROLE_OF[state.pending_card]
    return role != E.NO_ROLE and is_swap_target(state, state.pending_seat, role)


@kernel
def fits_event(state):
    """R12.20, R12.21: the event that the decision belongs to."""
    decision, event = state.decision, state.pending_event
    if decision == D.DEALT_EVENT:
        return (
            event != E.NO_EVENT
            and EVENT_TIMING[event] == TIMING.event_phase
            and state.event_place[event] == EVENT_AT.FACE_UP
        )
    if decision == D.OWN_COPY:
        return state.pending_card != E.NO_CARD and is_own_target(state, event, state.pending_card)
    if decision == D.COUNTESS_TARGET:
        return event == EVENT.bribes or event == EVENT.trade_network
    return True
