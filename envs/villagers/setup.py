"""Setup (chapter 2; solo: R12.1, R12.2, R12.17)."""

from __future__ import annotations

from envs.core.compile import kernel
from envs.core.random import next_below, shuffle
from envs.villagers import enums as E
from envs.villagers.enums import CARD, DECK, EVENT, EVENT_AT, STEP, R
from envs.villagers.road import count_hand, turn_over
from envs.villagers.solo import deal_event, shuffle_event_deck
from envs.villagers.tables import (
    COPIES,
    COUNTESS_GOLD,
    COUNTESS_GOLD_SYMBOLS,
    COUNTESS_START_GOLD,
    EVENT_USED,
    EVENTS_AT_START,
    JESTER_AVAILABLE,
    ROLE_OF,
    STACK_SIZE,
    STARTING_ROAD,
)
from envs.villagers.village import add_card, show_countess


@kernel
def set_up(state, options, seed):
    """R2.1-R2.8, R12.1, R12.2: the table at the start of the first Draft Phase."""
    for seat in range(state.table_seats):
        set_up_seat(state, seat)
    if not state.solo:
        state.start_player = next_below(state, R.start, state.num_seats)
    for slot in range(E.NUM_SLOTS):
        state.road[slot] = STARTING_ROAD[slot]
    for basic in range(CARD.lumberjack, E.FIRST_HAND_CARD):
        state.basics_left[basic] = E.BASICS_EACH
    deal_deck(state)
    state.pending_card = E.NO_CARD
    state.pending_role = E.NO_CARD
    state.pending_basic = E.NO_CARD
    state.pending_node = E.NO_NODE
    state.pending_event = E.NO_EVENT
    if state.solo:
        set_up_countess(state)
    state.step = STEP.START_ROUND


@kernel
def set_up_seat(state, seat):
    """R2.3: Founders with the Gold side up and 8 Gold; the Countess has neither (R12.1)."""
    if state.solo and seat == E.COUNTESS:
        return
    add_card(state, seat, CARD.founders, ROLE_OF[CARD.founders], E.NO_NODE)
    state.supply[seat] = E.STARTING_GOLD


@kernel
def deal_deck(state):
    """R2.5-R2.8, rules 18.6: six stacks, the hands, the Reserve, from one shuffled deck laid out in the Reserve."""
    players = state.num_seats
    count = 0
    for card in range(E.FIRST_HAND_CARD, E.CARDS_STOP):
        copies = COPIES[players, card]
        for slot in range(E.NUM_SLOTS):
            if STARTING_ROAD[slot] == card:
                copies -= 1
        for _ in range(copies):
            state.reserve[count] = card
            count += 1
    shuffle(state, R.deck, state.reserve, count)
    turn_over(state.reserve, count)
    for stack in range(E.NUM_STACKS):
        height = STACK_SIZE[players]
        for position in range(height):
            count -= 1
            state.stack[stack, height - 1 - position] = state.reserve[count]
            state.reserve[count] = 0
        state.stack_count[stack] = height
        state.stack_seen[stack] = height - 1
    for seat in range(players):
        for _ in range(E.STARTING_HAND):
            count -= 1
            count_hand(state, seat, state.reserve[count], 1)
            state.reserve[count] = 0
    state.reserve_count = count
    state.reserve_seen = count - 1


@kernel
def set_up_countess(state):
    """R12.1, R12.2, R12.17: the Countess, her events and the Jester."""
    level = state.difficulty
    state.supply[E.COUNTESS] = COUNTESS_START_GOLD[level]
    show_countess(state, COUNTESS_GOLD[level], COUNTESS_GOLD_SYMBOLS[level])
    state.jester = JESTER_AVAILABLE[level]
    for event in range(EVENT.COUNT):
        if EVENT_USED[level, event] == 0:
            state.event_place[event] = EVENT_AT.REMOVED
    shuffle_event_deck(state, DECK.summer, EVENT_AT.DECK)
    shuffle_event_deck(state, DECK.winter, EVENT_AT.DECK)
    for _ in range(EVENTS_AT_START[level]):
        deal_event(state, DECK.summer)
