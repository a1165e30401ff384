"""The Road, its six stacks and the Reserve (R1.2, R3.5-R3.8, R4.2, R4.3, R12.12), and who knows which hidden card."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.random import shuffle
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.enums import CARD, SUIT, R
from eurogym.envs.villagers.declare.tables import DEAL, SUIT_OF
from eurogym.envs.villagers.rules.secrets import add_secret, forget_secret, seats_that_can_tell


@kernel
def all_stacks_empty(state):
    """R10.2: are all six stacks empty?"""
    for stack in range(E.NUM_STACKS):
        if state.stack_count[stack] > 0:
            return False
    return True


@kernel
def leftmost_stack(state):
    """Return the leftmost non-empty stack, -1 if there is none."""
    for stack in range(E.NUM_STACKS):
        if state.stack_count[stack] > 0:
            return stack
    return -1


@kernel
def take_from_stack(state, stack):
    """Take the top card of a non-empty stack; the back of the next one becomes public (R1.5)."""
    top = state.stack_count[stack] - 1
    card = state.stack[stack, top]
    state.stack_count[stack] = top
    state.stack_known[stack, top] = 0
    state.stack[stack, top] = 0
    if top > 0 and state.stack_seen[stack] > top - 1:
        state.stack_seen[stack] = top - 1
    if top == 0:
        state.stack_seen[stack] = 0
    return card


@kernel
def put_on_stack(state, stack, card, known):
    """R7.1: lay a card face-down on a stack; `known` has the bits of the seats that know which it is."""
    top = state.stack_count[stack]
    state.stack[stack, top] = card
    state.stack_known[stack, top] = known
    state.stack_count[stack] = top + 1


@kernel
def put_on_reserve(state, card, known):
    """R7.3: lay a card face-down on the Reserve; `known` has the bits of the seats that know which it is."""
    top = state.reserve_count
    state.reserve[top] = card
    state.reserve_known[top] = known
    state.reserve_count = top + 1


@kernel
def can_take_from_reserve(state):
    """R12.12: does the Reserve hold a card, or would it after the solo reshuffle of the discard pile?"""
    if state.reserve_count > 0:
        return True
    if state.solo and state.reshuffle_discard:
        for card in range(CARD.BASE):
            if state.discard[card] > 0:
                return True
    return False


@kernel
def reshuffle_discard(state):
    """R12.12: shuffle the discard pile, which all have seen, as the new Reserve."""
    count = 0
    for card in range(CARD.BASE):
        for _ in range(state.discard[card]):
            state.reserve[count] = card
            count += 1
        state.discard[card] = 0
    shuffle(state, R.reserve, state.reserve, count)
    turn_over(state.reserve, count)
    for position in range(len(state.reserve_known)):
        state.reserve_known[position] = 0
    state.reserve_count = count
    state.reserve_seen = count - 1
    state.reserve_open = 1


@kernel
def turn_over(cards, count):
    """Reverse the first `count` cards: a shuffle gives the top first, piles are kept bottom first."""
    for position in range(count // 2):
        card = cards[position]
        cards[position] = cards[count - 1 - position]
        cards[count - 1 - position] = card


@kernel
def take_from_reserve(state):
    """Take the top card of the Reserve, reshuffled first if need be; ask `can_take_from_reserve` before."""
    if state.reserve_count == 0:
        reshuffle_discard(state)
    top = state.reserve_count - 1
    card = state.reserve[top]
    state.reserve_count = top
    state.reserve_known[top] = 0
    state.reserve[top] = 0
    if top > 0 and state.reserve_seen > top - 1:
        state.reserve_seen = top - 1
    if top == 0:
        state.reserve_seen = 0
    return card


@kernel
def refill_from_stacks(state):
    """R3.5-R3.7: fill free slots from the left, from the leftmost non-empty stack, at last from the Reserve."""
    for slot in range(E.NUM_SLOTS):
        if state.road[slot] == E.NO_CARD:
            stack = leftmost_stack(state)
            if stack >= 0:
                state.road[slot] = take_from_stack(state, stack)
            elif can_take_from_reserve(state):
                state.road[slot] = take_from_reserve(state)


@kernel
def refill_from_reserve(state):
    """R4.2, R4.3, D25: fill free slots from the Reserve, then the leftmost stack, then as R12.12."""
    for slot in range(E.NUM_SLOTS):
        if state.road[slot] == E.NO_CARD:
            stack = leftmost_stack(state)
            if state.reserve_count > 0:
                state.road[slot] = take_from_reserve(state)
            elif stack >= 0:
                state.road[slot] = take_from_stack(state, stack)
            elif can_take_from_reserve(state):
                state.road[slot] = take_from_reserve(state)


@kernel
def take_from_road(state, slot):
    """Take the card of a filled slot and empty the slot; the coins are the caller's to move."""
    card = state.road[slot]
    state.road[slot] = E.NO_CARD
    return card


@kernel
def coins_of_slot(state, slot):
    """Take the coins off a Road slot."""
    coins = state.road_coins[slot]
    state.road_coins[slot] = 0
    return coins


@kernel
def road_is_empty(state):
    """Is no villager face-up on the Road?"""
    for slot in range(E.NUM_SLOTS):
        if state.road[slot] != E.NO_CARD:
            return False
    return True


@kernel
def discard_card(state, card):
    """Lay a villager on the face-up discard pile."""
    state.discard[card] += 1


@kernel
def update_road_discarding_coined(state):
    """R4.2: discard villagers with a coin, refill from the Reserve, put a coin on every face-up villager."""
    for slot in range(E.NUM_SLOTS):
        if state.road[slot] != E.NO_CARD and state.road_coins[slot] > 0:
            state.road_coins[slot] = 0
            discard_card(state, take_from_road(state, slot))
    refill_from_reserve(state)
    for slot in range(E.NUM_SLOTS):
        if state.road[slot] != E.NO_CARD:
            state.road_coins[slot] = 1


@kernel
def update_road_keeping_coined(state):
    """R4.3: discard villagers without a coin and refill; coins stay."""
    for slot in range(E.NUM_SLOTS):
        if state.road[slot] != E.NO_CARD and state.road_coins[slot] == 0:
            discard_card(state, take_from_road(state, slot))
    refill_from_reserve(state)


@kernel
def count_hand(state, seat, card, sign):
    """A card comes to (+1) or leaves (-1) a hand."""
    state.hand[seat, card] += sign
    state.hand_size[seat] += sign
    state.hand_suits[seat, SUIT_OF[card]] += sign


@kernel
def take_to_hand(state, seat, card):
    """A public card goes to a hand and stays known (rules 18.6)."""
    count_hand(state, seat, card, 1)
    state.hand_known[seat, card] += 1


@kernel
def show_in_hand(state, seat, card):
    """Print all learn that a hand holds a card: who alone knew it knows no more than they."""
    if state.hand_known[seat, card] == 0:
        state.hand_known[seat, card] = 1
        forget_secret(state, seat, card)


@kernel
def play_from_hand(state, seat, card):
    """A card leaves the hand face-up."""
    count_hand(state, seat, card, -1)
    if state.hand_known[seat, card] > 0:
        state.hand_known[seat, card] -= 1
    elif state.num_secrets > 0:
        forget_secret(state, seat, card)
    if card >= CARD.BASE:
        for deal in range(DEAL.COUNT):
            if state.dealt[deal, seat] == card:
                state.dealt[deal, seat] = 0


@kernel
def return_from_hand(state, seat, card):
    """R7.1: a card leaves the hand face-down: others see its suit, so any known card of the suit may be the one.

    Returns the bits of the seats that know the card: all of them where the hand held no other of the suit.
    """
    known = 1 << seat
    if state.hand_known[seat, card] == state.hand_suits[seat, SUIT_OF[card]]:
        known = (1 << state.num_seats) - 1
    elif state.num_secrets > 0:
        known |= seats_that_can_tell(state, seat, card, state.hand_suits[seat, SUIT_OF[card]])
    count_hand(state, seat, card, -1)
    if state.num_secrets > 0:
        forget_suit(state, seat, SUIT_OF[card])
    for other in range(CARD.BASE):
        if SUIT_OF[other] == SUIT_OF[card] and state.hand_known[seat, other] > 0:
            state.hand_known[seat, other] -= 1
    if state.more_cards:
        for other in range(CARD.BASE, CARD.COUNT):
            if SUIT_OF[other] == SUIT_OF[card] and state.hand_known[seat, other] > 0:
                state.hand_known[seat, other] -= 1
        if SUIT_OF[card] == SUIT.special:
            for deal in range(DEAL.COUNT):
                state.dealt[deal, seat] = 0  # it may have been the one
    return known


@kernel
def forget_suit(state, seat, suit):
    """A card of a suit may have left a hand: of what not all know, each card of the suit may be the one."""
    for card in range(CARD.lumberjack, state.cards_stop):
        if SUIT_OF[card] == suit and state.hand_known[seat, card] == 0:
            forget_secret(state, seat, card)


@kernel
def take_unseen(state, seat, card, known):
    """A face-down card goes to a hand (R13.4, R16.3): others see its suit; who knew the card (bits) knows it there."""
    count_hand(state, seat, card, 1)
    add_secret(state, seat, card, known)
