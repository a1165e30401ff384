"""Setup (chapter 2; solo: R12.1, R12.2, R12.17)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.core.compile.random import next_below, shuffle
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.enums import CARD, DECK, EVENT, EVENT_AT, STEP, R
from eurogym.envs.villagers.declare.tables import DEAL, MODULE
from eurogym.envs.villagers.rules.developments import reveal_developments
from eurogym.envs.villagers.rules.road import count_hand, turn_over
from eurogym.envs.villagers.rules.solo import deal_event, shuffle_event_deck
from eurogym.envs.villagers.rules.village import add_card, show_countess

LARGEST_DEAL = int(T.NUM_DEALT.max())  # work_array takes a plain number


@kernel
def set_up(state, options, seed):
    """R2.1-R2.8, R12.1, R12.2: the table at the start of the first Draft Phase."""
    for seat in range(state.table_seats):
        set_up_seat(state, seat)
    if not state.solo:
        state.start_player = next_below(state, R.start, state.num_seats)
    for slot in range(E.NUM_SLOTS):
        state.road[slot] = T.STARTING_ROAD[slot]
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
    if state.saints:
        deal_one_each(state, DEAL.saints, R.saints)
    if state.scoundrels:
        deal_one_each(state, DEAL.scoundrels, R.scoundrels)
    if state.developments:
        reveal_developments(state)
    state.step = STEP.START_ROUND


@kernel
def set_up_seat(state, seat):
    """R2.3: Founders with the Gold side up and 8 Gold, or what replaces them; the Countess has neither (R12.1)."""
    if state.solo and seat == E.COUNTESS:
        return
    add_card(state, seat, CARD.founders, T.ROLE_OF[CARD.founders], E.NO_NODE)
    state.supply[seat] = state.starting_gold


@kernel
def copies_in_deck(state, card):
    """R2.5, R14.1, R15.1: copies of a card in the game, if its set is shuffled into the villagers."""
    module = T.MODULE_OF[card]
    if (
        module == MODULE.base
        or (module == MODULE.profiteers and state.profiteers)
        or (module == MODULE.scoundrels and state.scoundrels and not T.IS_DEALT[card])  # Thieves, Sheriffs
    ):
        return np.int64(state.copies[card])
    return np.int64(0)


@kernel
def deal_one_each(state, deal, stream):
    """R13.1, R14.1: each seat gets one of these cards face-down, the others go back to the box unseen."""
    cards = work_array(LARGEST_DEAL)
    count = 0
    for card in range(T.FIRST_DEALT[deal], T.FIRST_DEALT[deal] + T.NUM_DEALT[deal]):
        if card == CARD.courier and not state.courier:
            continue
        cards[count] = card
        count += 1
    shuffle(state, stream, cards, count)
    for item in range(count):
        if item < state.num_seats:
            count_hand(state, item, cards[item], 1)
            state.dealt[deal, item] = cards[item]
        else:
            state.boxed[cards[item]] += 1


@kernel
def deal_deck(state):
    """R2.5-R2.8, rules 18.6: six stacks, the hands, the Reserve, from one shuffled deck laid out in the Reserve."""
    players = state.num_seats
    count = 0
    for card in range(E.FIRST_HAND_CARD, state.cards_stop):
        copies = copies_in_deck(state, card)
        for slot in range(E.NUM_SLOTS):
            if T.STARTING_ROAD[slot] == card:
                copies -= 1
        for _ in range(copies):
            state.reserve[count] = card
            count += 1
    shuffle(state, R.deck, state.reserve, count)
    turn_over(state.reserve, count)
    for stack in range(E.NUM_STACKS):
        height = T.STACK_SIZE[players]
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
    state.supply[E.COUNTESS] = T.COUNTESS_START_GOLD[level]
    show_countess(state, T.COUNTESS_GOLD[level], T.COUNTESS_GOLD_SYMBOLS[level])
    state.jester = T.JESTER_AVAILABLE[level]
    for event in range(EVENT.COUNT):
        if T.EVENT_USED[level, event] == 0:
            state.event_place[event] = EVENT_AT.REMOVED
    shuffle_event_deck(state, DECK.summer, EVENT_AT.DECK)
    shuffle_event_deck(state, DECK.winter, EVENT_AT.DECK)
    for _ in range(T.EVENTS_AT_START[level]):
        deal_event(state, DECK.summer)
