"""Worlds that a seat holds possible (rules 18.6): what it cannot know is dealt anew, what it knows stays."""

from __future__ import annotations

from envs.core.compile import kernel
from envs.core.random import next_below, reseed
from envs.villagers import enums as E
from envs.villagers.solo import shuffle_event_deck
from envs.villagers.tables import SUIT
from envs.villagers.village import can_place_on


@kernel
def determinize(state, seat, seed):
    """Deal all cards that `seat` cannot know anew among their hidden places, uniformly among the worlds that agree
    with the backs seen, with the cards known to lie in hands, and with a placement under way; reseed all streams.
    """
    reseed(state, seed)
    if state.reserve_open:  # known as a set: dealt on its own
        collect_reserve(state, seat)
        deal_reserve(state, seat)
    collect_hidden(state, seat)
    if not state.reserve_open:
        collect_reserve(state, seat)
    deal_by_suit(state, seat)
    if not state.reserve_open:
        deal_reserve(state, seat)
    deal_freely(state, seat)
    if state.solo:
        shuffle_event_deck(state, E.SUMMER, E.EVENT_IN_DECK)
        shuffle_event_deck(state, E.WINTER, E.EVENT_IN_DECK)


@kernel
def knows(mask, seat):
    """Is the seat's bit set?"""
    return (mask >> seat) & 1


@kernel
def collect_hidden(state, seat):
    """Count the cards in hidden stacks and hands into `scratch`; hands keep what is publicly known."""
    for stack in range(E.NUM_STACKS):
        for position in range(state.stack_count[stack]):
            if not knows(state.stack_known[stack, position], seat):
                state.scratch[state.stack[stack, position]] += 1
    for other in range(state.num_seats):
        if other != seat:
            for card in range(E.FIRST_HAND_CARD, E.NUM_VILLAGE_CARDS):
                hidden = state.hand[other, card] - state.hand_known[other, card]
                state.scratch[card] += hidden
    if hides_pending(state, seat):
        state.scratch[state.pending_card] += 1


@kernel
def collect_reserve(state, seat):
    """Count the hidden cards of the Reserve into `scratch`."""
    for position in range(state.reserve_count):
        if not knows(state.reserve_known[position], seat):
            state.scratch[state.reserve[position]] += 1


@kernel
def hides_pending(state, seat):
    """Is another seat about to lay a card face-down that this one does not know (R7.1)?"""
    return state.decision == E.GIVE_PILE and not knows(state.pending_known, seat)


@kernel
def draw_hidden(state, suit):
    """A random card of the hidden ones, of a suit or (suit -1) of all."""
    total = 0
    for card in range(E.FIRST_HAND_CARD, E.NUM_VILLAGE_CARDS):
        if suit < 0 or SUIT[card] == suit:
            total += state.scratch[card]
    pick = next_below(state, E.STREAM_DECK, total)
    for card in range(E.FIRST_HAND_CARD, E.NUM_VILLAGE_CARDS):
        if suit < 0 or SUIT[card] == suit:
            pick -= state.scratch[card]
            if pick < 0:
                state.scratch[card] -= 1
                return card
    return E.NO_CARD


@kernel
def deal_by_suit(state, seat):
    """Hidden places whose back is public: the other hands, and cards of stacks that have lain on top."""
    if hides_pending(state, seat):
        state.pending_card = draw_hidden(state, SUIT[state.pending_card])
    for other in range(state.num_seats):
        if other != seat:
            deal_hand(state, other)
    for stack in range(E.NUM_STACKS):
        for position in range(state.stack_seen[stack], state.stack_count[stack]):
            if not knows(state.stack_known[stack, position], seat):
                state.stack[stack, position] = draw_hidden(state, SUIT[state.stack[stack, position]])


@kernel
def deal_reserve(state, seat):
    """The hidden cards of the Reserve: first those whose back has been public."""
    for position in range(state.reserve_seen, state.reserve_count):
        if not knows(state.reserve_known[position], seat):
            state.reserve[position] = draw_hidden(state, SUIT[state.reserve[position]])
    for position in range(min(state.reserve_seen, state.reserve_count)):
        if not knows(state.reserve_known[position], seat):
            state.reserve[position] = draw_hidden(state, -1)


@kernel
def deal_hand(state, seat):
    """Another seat's hand: the known cards, and as many others of each suit as its backs show."""
    for card in range(E.FIRST_HAND_CARD, E.NUM_VILLAGE_CARDS):
        state.hand[seat, card] = state.hand_known[seat, card]
    for suit in range(E.NUM_SUITS):
        missing = state.hand_suits[seat, suit] + 0
        for card in range(E.FIRST_HAND_CARD, E.NUM_VILLAGE_CARDS):
            if SUIT[card] == suit:
                missing -= state.hand_known[seat, card]
        others = 0  # Monks that go elsewhere
        if suit == SUIT[E.MONK]:
            least = monks_shown(state, seat) - state.hand_known[seat, E.MONK]
            if least > 0:
                monks = draw_monks(state, least, missing)
                state.hand[seat, E.MONK] += monks
                missing -= monks
                others = state.scratch[E.MONK] - monks
                state.scratch[E.MONK] = 0
        for _ in range(missing):
            state.hand[seat, draw_hidden(state, suit)] += 1
        state.scratch[E.MONK] += others


@kernel
def monks_shown(state, seat):
    """Monks that a seat must hold, since it is placing a card that has no other place in its village (R9.5)."""
    if state.decision != E.PLACE or state.current_seat != seat:
        return 0
    monks = 0
    while not can_place_on(state, seat, state.pending_role, monks, monks):
        monks += 1
    return monks


@kernel
def draw_monks(state, least, places):
    """How many of so many hidden cards of their suit are Monks, given that at least `least` are."""
    total = 0
    for card in range(E.FIRST_HAND_CARD, E.NUM_VILLAGE_CARDS):
        if SUIT[card] == SUIT[E.MONK]:
            total += state.scratch[card]
    monks = -1
    while monks < least:
        monks = 0
        for place in range(places):
            monks += next_below(state, E.STREAM_DECK, total - place) < state.scratch[E.MONK] - monks
    return monks


@kernel
def deal_freely(state, seat):
    """Hidden cards of stacks of which nothing is known."""
    for stack in range(E.NUM_STACKS):
        for position in range(min(state.stack_seen[stack], state.stack_count[stack])):
            if not knows(state.stack_known[stack, position], seat):
                state.stack[stack, position] = draw_hidden(state, -1)
