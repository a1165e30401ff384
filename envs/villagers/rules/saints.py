"""The Saints: Benefactor, Prophet, Pigeoneer, Recruiter (chapter 13 of the rules; the Nun: village.py)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import ask
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.actions import SAINTS, A, hand_action, hand_card
from eurogym.envs.villagers.declare.enums import CARD, DRAFT_TURN, SUIT, D
from eurogym.envs.villagers.declare.tables import SUIT_OF
from eurogym.envs.villagers.rules.build import begin_placing, can_lay
from eurogym.envs.villagers.rules.draft import draft_limit, finish_draft, put_in_square
from eurogym.envs.villagers.rules.road import all_stacks_empty, play_from_hand, take_unseen

RECRUITER_PRICE = 1  # R13.5
LOOK = E.PIGEONEER_LOOKS


# --- Benefactor (R13.2) ---------------------------------------------------------------------------


@kernel
def benefactor_may_play(state, seat, card):
    """R13.2: a villager from hand, not a Special one, that can be placed without a Monk and unlocked."""
    if state.hand[seat, card] == 0 or SUIT_OF[card] == SUIT.special:
        return False
    return can_lay(state, seat, card, 0)


@kernel
def can_use_benefactor(state, seat):
    """R13.2: is there a villager to play?"""
    for card in range(CARD.lumberjack, state.cards_stop):
        if benefactor_may_play(state, seat, card):
            return True
    return False


@kernel
def benefactor_plays(state, card):
    """R13.2: the villager is placed by the normal rules; `back_to_build` leads back to the draft."""
    play_from_hand(state, state.current_seat, card)
    begin_placing(state, card)


# --- Recruiter (R13.5) ------------------------------------------------------------------------------


@kernel
def can_pay_recruiter(state, seat):
    """R13.5: its owner, once per turn, before drafting, with two drafts left and a Gold."""
    return (
        state.draft_turn == DRAFT_TURN.OPEN
        and state.village[seat, CARD.recruiter] > 0
        and state.supply[seat] >= RECRUITER_PRICE
        and draft_limit(state, seat) - state.drafted[seat] >= 2
    )


@kernel
def pay_recruiter(state):
    """R13.5: 1 Gold to the Bank for two drafts in this turn."""
    state.supply[state.current_seat] -= RECRUITER_PRICE
    state.draft_turn = DRAFT_TURN.PAID


# --- Prophet (R13.3) --------------------------------------------------------------------------------


@kernel
def prophet_looks(state, stack):
    """R13.3: the seat sees all cards of a stack."""
    for position in range(state.stack_count[stack]):
        state.stack_known[stack, position] |= 1 << state.current_seat
    state.looked_into = 1
    state.pending_pile = stack
    ask(state, state.current_seat, D.PROPHET_CARD)


@kernel
def prophet_drafts(state, card):
    """R13.3: any card of the stack is drafted, face-up into the Square; the others come back in any order."""
    stack = state.pending_pile
    position = find_from_top(state, stack, card, 0)
    last = state.stack_count[stack] - 1
    for place in range(position, last):
        state.stack[stack, place] = state.stack[stack, place + 1]
    state.stack[stack, last] = 0
    state.stack_known[stack, last] = 0
    state.stack_count[stack] = last
    state.stack_seen[stack] = last  # no back is seen while they are being put back
    for place in range(last):  # where the others have seen a card, it need not lie any more
        state.stack_known[stack, place] = 1 << state.current_seat
    put_in_square(state, state.current_seat, card)
    state.pending_number = 0
    prophet_goes_on(state)


@kernel
def find_from_top(state, stack, card, placed):
    """Return the highest position of a card in a stack below those that are placed already."""
    position = state.stack_count[stack] - 1 - placed
    while state.stack[stack, position] != card:
        position -= 1
    return position


@kernel
def prophet_goes_on(state):
    """R13.3: ask for the next card from the top while two or more are left, then the turn goes on."""
    stack = state.pending_pile
    if not state.keep_order and state.stack_count[stack] - state.pending_number >= 2:
        ask(state, state.current_seat, D.PROPHET_ORDER)
        return
    state.stack_seen[stack] = max(state.stack_count[stack] - 1, 0)
    state.pending_pile = 0
    state.pending_number = 0
    finish_draft(state)


@kernel
def prophet_puts_back(state, card):
    """R13.3: the next card from the top."""
    stack = state.pending_pile
    target = state.stack_count[stack] - 1 - state.pending_number
    position = find_from_top(state, stack, card, state.pending_number)
    state.stack[stack, position] = state.stack[stack, target]
    state.stack[stack, target] = card
    state.pending_number += 1
    prophet_goes_on(state)


# --- Pigeoneer (R13.4) ------------------------------------------------------------------------------


@kernel
def pigeoneer_looks(state):
    """R13.4: the seat sees the top cards of the Reserve; `looked` numbers them from the top."""
    looks = min(LOOK, state.reserve_count)
    state.looked_into = 1
    for number in range(looks):
        state.reserve_known[state.reserve_count - 1 - number] |= 1 << state.current_seat
        state.looked[number] = number + 1
    ask(state, state.current_seat, D.PIGEONEER_CARD)


@kernel
def cards_looked_at(state):
    """Return how many cards are being looked at or put back."""
    cards = 0
    while cards < LOOK and state.looked[cards] > 0:
        cards += 1
    return cards


@kernel
def pigeoneer_takes(state, number):
    """R13.4: one of them goes to hand unseen by others, the others come back in any order."""
    seat = state.current_seat
    position = state.reserve_count - number
    card = state.reserve[position]
    last = state.reserve_count - 1
    left = cards_looked_at(state) - 1
    for place in range(position, last):
        state.reserve[place] = state.reserve[place + 1]
    for place in range(number - 1, left):
        state.looked[place] = state.looked[place + 1]
    state.looked[left] = 0
    state.reserve[last] = 0
    state.reserve_known[last] = 0
    state.reserve_count = last
    state.reserve_seen = last  # no back is seen while they are being put back
    for place in range(last - left, last):
        state.reserve_known[place] = 1 << seat
    take_unseen(state, seat, card, 0)
    state.pending_number = 0
    pigeoneer_goes_on(state)


@kernel
def pigeoneer_goes_on(state):
    """R13.4: ask for the next card from the top while two or more are left, then the build turn goes on."""
    left = cards_looked_at(state)
    if not state.keep_order and left - state.pending_number >= 2:
        ask(state, state.current_seat, D.PIGEONEER_ORDER)
        return
    for place in range(left):
        state.looked[place] = 0
    state.reserve_seen = max(state.reserve_count - 1, 0)
    state.pending_number = 0
    ask(state, state.current_seat, D.BUILD)


@kernel
def pigeoneer_puts_back(state, number):
    """R13.4: the next card from the top, named by where it lay when it was looked at."""
    target = state.pending_number
    place = target
    while state.looked[place] != number:
        place += 1
    top = state.reserve_count - 1
    card = state.reserve[top - place]
    state.reserve[top - place] = state.reserve[top - target]
    state.reserve[top - target] = card
    state.looked[place] = state.looked[target]
    state.looked[target] = number
    state.pending_number += 1
    pigeoneer_goes_on(state)


# --- what the machine and the decisions call -------------------------------------------------------


@kernel
def apply_saints(state, action):
    """What the answers to the decisions of this expansion do."""
    decision = state.decision
    place = action - state.actions_saints
    if decision == D.BENEFACTOR:
        benefactor_plays(state, hand_card(state, A.play, action))
    elif decision == D.PROPHET_STACK:
        prophet_looks(state, place - SAINTS.prophet_stack)
    elif decision == D.PROPHET_CARD:
        prophet_drafts(state, place - SAINTS.prophet_card + CARD.lumberjack)
    elif decision == D.PROPHET_ORDER:
        prophet_puts_back(state, place - SAINTS.next_card + CARD.lumberjack)
    elif decision == D.PIGEONEER_CARD:
        pigeoneer_takes(state, place - SAINTS.pigeoneer_card + 1)
    else:
        pigeoneer_puts_back(state, place - SAINTS.next_number + 1)


@kernel
def mask_saints(state, mask):
    """18.3: the decisions of this expansion."""
    decision = state.decision
    seat = state.current_seat
    first = state.actions_saints
    if decision == D.BENEFACTOR:
        for card in range(CARD.lumberjack, state.cards_stop):
            if benefactor_may_play(state, seat, card):
                mask[hand_action(state, A.play, card)] = 1
    elif decision == D.PROPHET_STACK:
        for stack in range(E.NUM_STACKS):
            mask[first + SAINTS.prophet_stack + stack] = state.stack_count[stack] > 0
    elif decision == D.PROPHET_CARD or decision == D.PROPHET_ORDER:
        first += SAINTS.prophet_card if decision == D.PROPHET_CARD else SAINTS.next_card
        stack = state.pending_pile
        placed = 0 if decision == D.PROPHET_CARD else state.pending_number
        for position in range(state.stack_count[stack] - placed):
            mask[first + state.stack[stack, position] - CARD.lumberjack] = 1
    else:
        first += SAINTS.pigeoneer_card if decision == D.PIGEONEER_CARD else SAINTS.next_number
        placed = 0 if decision == D.PIGEONEER_CARD else state.pending_number
        for place in range(placed, cards_looked_at(state)):
            mask[first + state.looked[place] - 1] = 1


@kernel
def mask_saints_in_draft(state, mask):
    """18.3: Saints beside the draft."""
    seat = state.current_seat
    if state.hand[seat, CARD.benefactor] > 0:
        mask[hand_action(state, A.play, CARD.benefactor)] = can_use_benefactor(state, seat)
    if state.hand[seat, CARD.prophet] > 0:
        mask[hand_action(state, A.play, CARD.prophet)] = not all_stacks_empty(state)
    mask[state.actions_saints + SAINTS.pay_recruiter] = can_pay_recruiter(state, seat)


@kernel
def play_saint_in_draft(state, card):
    """R13.2, R13.3: a Saint of the Draft Phase has been played and discarded."""
    if card == CARD.benefactor:
        ask(state, state.current_seat, D.BENEFACTOR)
    else:
        ask(state, state.current_seat, D.PROPHET_STACK)
