"""Worlds that a seat holds possible (rules 18.6): what it cannot know is dealt anew, what it knows stays."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.core.compile.random import next_below, reseed, shuffle
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.enums import CARD, DECK, EVENT_AT, SUIT, D, R
from eurogym.envs.villagers.declare.state import MAX_SECRETS
from eurogym.envs.villagers.declare.tables import DEAL
from eurogym.envs.villagers.rules.legality import has_swap_target, is_swap_target
from eurogym.envs.villagers.rules.saints import can_use_benefactor
from eurogym.envs.villagers.rules.secrets import drop_secret, secrets_known
from eurogym.envs.villagers.rules.solo import shuffle_event_deck
from eurogym.envs.villagers.rules.village import can_place_on

ANY = -1  # suit
LARGEST_DEAL = int(T.NUM_DEALT.max())
NUM_CARDS = CARD.COUNT  # work_array takes a plain number
MOST_MONKS = int(T.COPIES_IN_BOX[CARD.monk])


@kernel
def determinize(state, seat, seed):
    """Deal all cards that `seat` cannot know anew among their hidden places, uniformly among the worlds that agree
    with the backs seen, with the cards known to lie in hands, and with a placement under way; reseed all streams.
    """
    reseed(state, seed)
    hidden = work_array(NUM_CARDS)  # copies by card that have no place yet
    if state.reserve_open:  # known as a set: dealt on its own
        collect_reserve(state, seat, hidden)
        deal_reserve(state, seat, hidden)
    collect_hidden(state, seat, hidden)
    if not state.reserve_open:
        collect_reserve(state, seat, hidden)
    for deal in range(DEAL.COUNT):
        deal_anew(state, seat, hidden, deal)
    deal_by_suit(state, seat, hidden)
    if state.num_secrets > 0:
        name_secrets(state, seat)
    if not state.reserve_open:
        deal_reserve(state, seat, hidden)
    deal_freely(state, seat, hidden)
    if state.solo:
        shuffle_event_deck(state, DECK.summer, EVENT_AT.DECK)
        shuffle_event_deck(state, DECK.winter, EVENT_AT.DECK)


@kernel
def knows(mask, seat):
    """Is the seat's bit set?"""
    return (mask >> seat) & 1


@kernel
def collect_hidden(state, seat, hidden):
    """Count the cards in hidden stacks and hands into `hidden`; hands keep what is publicly known."""
    for stack in range(E.NUM_STACKS):
        for position in range(state.stack_count[stack]):
            if not knows(state.stack_known[stack, position], seat):
                hidden[state.stack[stack, position]] += 1
    for other in range(state.num_seats):
        if other != seat:
            for card in range(CARD.lumberjack, state.cards_stop):
                hidden[card] += state.hand[other, card] - known_of(state, seat, other, card)
    if hides_pending(state, seat):
        hidden[state.pending_card] += 1


@kernel
def known_of(state, seat, other, card):
    """Copies of a card that `seat` knows to be in another hand."""
    known = np.int64(state.hand_known[other, card])
    if state.num_secrets > 0:
        known += secrets_known(state, seat, other, card)
    return known


@kernel
def collect_reserve(state, seat, hidden):
    """Count the hidden cards of the Reserve into `hidden`."""
    for position in range(state.reserve_count):
        if not knows(state.reserve_known[position], seat):
            hidden[state.reserve[position]] += 1


@kernel
def hides_pending(state, seat):
    """Is another seat about to lay a card face-down that this one does not know (R7.1)?"""
    return state.decision == D.GIVE_PILE and not knows(state.pending_known, seat)


@kernel
def draw_hidden(state, hidden, suit):
    """Return a random card of the hidden ones, of a suit or of ANY."""
    total = 0
    for card in range(CARD.lumberjack, state.cards_stop):
        if suit == ANY or T.SUIT_OF[card] == suit:
            total += hidden[card]
    pick = next_below(state, R.deck, total)
    for card in range(CARD.lumberjack, state.cards_stop):
        if suit == ANY or T.SUIT_OF[card] == suit:
            pick -= hidden[card]
            if pick < 0:
                hidden[card] -= 1
                return card
    return E.NO_CARD


@kernel
def deal_by_suit(state, seat, hidden):
    """Hidden places whose back is public: the other hands, and cards of stacks that have lain on top."""
    if hides_pending(state, seat):
        state.pending_card = draw_hidden(state, hidden, T.SUIT_OF[state.pending_card])
    shown = seat_that_has_shown(state)  # first, so that no other hand takes what it must hold
    if shown >= 0 and shown != seat:
        deal_hand(state, seat, shown, hidden)
        while state.decision == D.BENEFACTOR and not can_use_benefactor(state, shown):
            take_hand_back(state, seat, shown, hidden)
            deal_hand(state, seat, shown, hidden)
    for other in range(state.num_seats):
        if other != seat and other != shown:
            deal_hand(state, seat, other, hidden)
    for stack in range(E.NUM_STACKS):
        for position in range(state.stack_seen[stack], state.stack_count[stack]):
            if not knows(state.stack_known[stack, position], seat):
                state.stack[stack, position] = draw_hidden(
                    state, hidden, T.SUIT_OF[state.stack[stack, position]]
                )


@kernel
def seat_that_has_shown(state):
    """Return the seat of which the pending decision shows more than the backs of its hand, -1 for none (R9.5, R9.6,
    R13.2).
    """
    seat = state.current_seat
    return seat if state.decision == D.BENEFACTOR or monks_shown(state, seat) > 0 else -1


@kernel
def deal_reserve(state, seat, hidden):
    """The hidden cards of the Reserve: first those whose back has been public."""
    for position in range(state.reserve_seen, state.reserve_count):
        if not knows(state.reserve_known[position], seat):
            state.reserve[position] = draw_hidden(state, hidden, T.SUIT_OF[state.reserve[position]])
    for position in range(min(state.reserve_seen, state.reserve_count)):
        if not knows(state.reserve_known[position], seat):
            state.reserve[position] = draw_hidden(state, hidden, ANY)


@kernel
def deal_hand(state, viewer, seat, hidden):
    """Another seat's hand: the cards that the viewer knows, and as many others of each suit as its backs show."""
    for card in range(CARD.lumberjack, state.cards_stop):
        state.hand[seat, card] = known_of(state, viewer, seat, card)
    for suit in range(SUIT.COUNT):
        missing = state.hand_suits[seat, suit]
        for card in range(CARD.lumberjack, state.cards_stop):
            if T.SUIT_OF[card] == suit:
                missing -= known_of(state, viewer, seat, card)
        if suit == SUIT.special:
            for deal in range(DEAL.COUNT):
                if holds_hidden_deal(state, viewer, seat, deal):
                    state.hand[seat, state.dealt[deal, seat]] += 1
                    missing -= 1
        others = 0  # Monks that go elsewhere
        if suit == T.SUIT_OF[CARD.monk]:
            least = monks_shown(state, seat) - known_of(state, viewer, seat, CARD.monk)
            if least > 0:
                monks = draw_monks(state, hidden, least, missing)
                state.hand[seat, CARD.monk] += monks
                missing -= monks
                others = hidden[CARD.monk] - monks
                hidden[CARD.monk] = 0
        for _ in range(missing):
            state.hand[seat, draw_hidden(state, hidden, suit)] += 1
        hidden[CARD.monk] += others


@kernel
def name_secrets(state, viewer):
    """What other seats alone know of a hand that was dealt anew: as many cards of the same backs that lie there now.

    A secret that several of them share is theirs together while the hand allows it, else the first one's.
    """
    suits = work_array(MAX_SECRETS)
    for index in range(state.num_secrets):
        suits[index] = ANY
        if state.secret_seat[index] != viewer and not knows(state.secret_known[index], viewer):
            suits[index] = T.SUIT_OF[state.secret_card[index]]
            state.secret_card[index] = CARD.founders  # in no hand: nothing is known until it is named
    for index in range(state.num_secrets):
        if suits[index] != ANY:
            name_secret(state, index, suits[index])
    for index in range(state.num_secrets - 1, -1, -1):
        if state.secret_card[index] == CARD.founders:
            drop_secret(state, index)


@kernel
def name_secret(state, index, suit):
    """A random card of this suit in the hand of which the seats that share the secret do not know yet."""
    known = state.secret_known[index]
    copies = copies_unknown(state, index, suit, known, ANY)
    if copies == 0:
        known = known & -known
        copies = copies_unknown(state, index, suit, known, ANY)
        state.secret_known[index] = known
    if copies == 0:
        return
    pick = next_below(state, R.deck, copies)
    for card in range(CARD.lumberjack, state.cards_stop):
        pick -= copies_unknown(state, index, suit, known, card)
        if pick < 0:
            state.secret_card[index] = card
            return


@kernel
def copies_unknown(state, index, suit, known, chosen):
    """Copies of a chosen card (or ANY) of a suit in the hand of a secret that none of the seats `known` knows of."""
    seat = state.secret_seat[index]
    total = np.int64(0)
    for card in range(CARD.lumberjack, state.cards_stop):
        if T.SUIT_OF[card] != suit or state.hand[seat, card] == 0 or (chosen != ANY and card != chosen):
            continue
        most = np.int64(0)
        for observer in range(state.num_seats):
            if knows(known, observer):
                most = max(most, secrets_known(state, observer, seat, card))
        total += max(0, state.hand[seat, card] - state.hand_known[seat, card] - most)
    return total


@kernel
def take_hand_back(state, viewer, seat, hidden):
    """The cards dealt to another hand are hidden ones again."""
    for card in range(CARD.lumberjack, state.cards_stop):
        hidden[card] += state.hand[seat, card] - known_of(state, viewer, seat, card)
    for deal in range(DEAL.COUNT):
        if holds_hidden_deal(state, viewer, seat, deal):
            hidden[state.dealt[deal, seat]] -= 1


@kernel
def holds_hidden_deal(state, viewer, seat, deal):
    """Does a seat surely hold the Saint or Scoundrel dealt to it, and the viewer does not know which it is?"""
    card = state.dealt[deal, seat]
    return card > 0 and known_of(state, viewer, seat, card) == 0


@kernel
def deal_anew(state, viewer, hidden, deal):
    """R13.1, R14.1: Saints (or Scoundrels) of unknown place: one for each other seat that surely still holds its own,
    some in the box, the others anywhere among the hidden cards.
    """
    pool = work_array(LARGEST_DEAL)
    count = 0
    in_box = 0
    for card in range(T.FIRST_DEALT[deal], T.FIRST_DEALT[deal] + T.NUM_DEALT[deal]):
        if hidden[card] + state.boxed[card] > 0:
            pool[count] = card
            count += 1
            in_box += state.boxed[card]
            hidden[card] = 0
            state.boxed[card] = 0
    shuffle(state, R.saints, pool, count)
    for seat in range(state.num_seats):
        if seat != viewer and holds_hidden_deal(state, viewer, seat, deal):
            count -= 1
            state.dealt[deal, seat] = pool[count]
    for item in range(count):
        if item < in_box:
            state.boxed[pool[item]] = 1
        else:
            hidden[pool[item]] = 1


@kernel
def monks_shown(state, seat):
    """Monks that a seat must hold, since it is placing a card that has no other place in its village (R9.5), or its
    Apprentice looks for a card that has none (R9.6).
    """
    decision = state.decision
    if state.current_seat != seat:
        return 0
    monks = 0
    if decision == D.PLACE:
        while not can_place_on(state, seat, state.pending_role, monks, monks):
            monks += 1
    elif decision == D.SWAP_SEAT or decision == D.SWAP_TARGET or decision == D.SWAP_PILE:
        held = state.hand[seat, CARD.monk]
        state.hand[seat, CARD.monk] = 0
        while monks < MOST_MONKS and not offers_swap(state):
            monks += 1
            state.hand[seat, CARD.monk] = monks
        state.hand[seat, CARD.monk] = held
    return monks


@kernel
def offers_swap(state):
    """R9.6: is there a card for the Apprentice, as far as it is named?"""
    if state.decision == D.SWAP_TARGET:
        return has_swap_target(state, state.pending_seat)
    if state.decision == D.SWAP_PILE:
        return is_swap_target(state, state.pending_seat, T.ROLE_OF[state.pending_card])
    for owner in range(state.table_seats):
        if has_swap_target(state, owner):
            return True
    return False


@kernel
def draw_monks(state, hidden, least, places):
    """Return how many of so many hidden cards of their suit are Monks, given that at least `least` are."""
    total = 0
    for card in range(CARD.lumberjack, state.cards_stop):
        if T.SUIT_OF[card] == T.SUIT_OF[CARD.monk]:
            total += hidden[card]
    monks = -1
    while monks < least:
        monks = 0
        for place in range(places):
            monks += next_below(state, R.deck, total - place) < hidden[CARD.monk] - monks
    return monks


@kernel
def deal_freely(state, seat, hidden):
    """Hidden cards of stacks of which nothing is known."""
    for stack in range(E.NUM_STACKS):
        for position in range(min(state.stack_seen[stack], state.stack_count[stack])):
            if not knows(state.stack_known[stack, position], seat):
                state.stack[stack, position] = draw_hidden(state, hidden, ANY)
