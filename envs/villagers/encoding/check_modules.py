"""States from outside: what the expansions add to what must fit (chapters 13 to 16 of the rules)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.enums import CARD, DEV_SUIT, DRAFT_TURN, STEP, SUIT, D
from eurogym.envs.villagers.declare.tables import (
    DEAL,
    FIRST_DEALT,
    FIRST_DEVELOPMENT,
    IS_DEALT,
    NUM_DEALT,
    NUM_DEVELOPMENTS,
    REWARD_BASICS,
    REWARD_CARDS,
    SUIT_OF,
)
from eurogym.envs.villagers.encoding.faults import F
from eurogym.envs.villagers.rules.profiteers import FREELANCER_PRICE, freelancer_owner
from eurogym.envs.villagers.rules.road import road_is_empty
from eurogym.envs.villagers.rules.saints import LOOK, cards_looked_at
from eurogym.envs.villagers.rules.secrets import secrets_known


@kernel
def is_hand_card(state, card):
    """Can the card be in a hand in this game? A basic villager comes there by the Schemer alone (R14.6)."""
    lowest = CARD.lumberjack if state.scoundrels else E.FIRST_HAND_CARD
    return lowest <= card < state.cards_stop


# --- Developments, Saints and Scoundrels dealt, secrets -----------------------------------------------------------


@kernel
def developments_fault(state):
    """R16.1: on the table lies one card of each suit."""
    for suit in range(DEV_SUIT.COUNT):
        number = state.development[suit] - FIRST_DEVELOPMENT[suit]
        if number < 0 or number >= NUM_DEVELOPMENTS[suit]:
            return F.DEVELOPMENT
    return F.SOUND


@kernel
def knowledge_fault(state):
    """R13.1, R14.1, rules 18.6: who holds what was dealt, what lies in the box, what some know of a hand."""
    for card in range(CARD.COUNT):
        if state.boxed[card] > 0 and not IS_DEALT[card]:
            return F.BOXED
    for deal in range(DEAL.COUNT):
        if not is_boxed_well(state, deal):
            return F.BOXED
        for seat in range(E.MAX_SEATS):
            if not holds_dealt(state, deal, seat):
                return F.DEALT
    return F.SOUND if are_secrets(state) else F.SECRETS


@kernel
def is_boxed_well(state, deal):
    """R13.1, R14.1: in the box lie those of a deal that no seat was dealt."""
    boxed = 0
    for card in range(FIRST_DEALT[deal], FIRST_DEALT[deal] + NUM_DEALT[deal]):
        boxed += state.boxed[card]
    if not (state.saints if deal == DEAL.saints else state.scoundrels):
        return boxed == 0
    cards = NUM_DEALT[deal]
    if deal == DEAL.scoundrels and not state.courier:
        cards -= 1
    return boxed == cards - state.num_seats


@kernel
def holds_dealt(state, deal, seat):
    """R13.1, R14.1: the card that a seat surely still holds is one of the deal, and in its hand."""
    card = state.dealt[deal, seat]
    if card == 0:
        return True
    return FIRST_DEALT[deal] <= card < FIRST_DEALT[deal] + NUM_DEALT[deal] and state.hand[seat, card] > 0


@kernel
def are_secrets(state):
    """Rules 18.6: secrets are of cards in that hand, known to others, and no seat knows of more than are held."""
    if state.num_secrets > 0 and not state.secrets:
        return False
    for index in range(state.num_secrets):
        seat, card, known = state.secret_seat[index], state.secret_card[index], state.secret_known[index]
        if known == 0 or known >= 1 << state.num_seats or (known >> seat) & 1:
            return False
        for observer in range(state.num_seats):
            public = state.hand_known[seat, card]
            if public + secrets_known(state, observer, seat, card) > state.hand[seat, card]:
                return False
    return True


# --- which decision, in which step --------------------------------------------------------------------------------


@kernel
def is_in_game(state, decision):
    """Does any rule of this game ask that?"""
    if decision < D.first_profiteers:
        return state.solo or decision < D.LIMIT_RATS
    if decision < D.first_developments:
        return state.profiteers and (decision != D.BRONZE or state.bronze_chosen)
    if decision < D.first_saints:
        return state.developments
    if decision < D.first_scoundrels:
        order = decision == D.PROPHET_ORDER or decision == D.PIGEONEER_ORDER
        return state.saints and not (order and state.keep_order)
    return state.scoundrels and (decision != D.COURIER or state.courier)


@kernel
def step_of_module(state, decision):
    """18.3: the step in which a decision of an expansion is asked for."""
    if decision == D.FREELANCER:
        return STEP.PAY_FREELANCERS
    if decision == D.BRONZE:  # at the end of a turn the next step is set already
        return STEP.PHASE_BRONZE if state.bronze_at_phase_end else STEP.NEXT_BUILDER
    if decision == D.CHURCH or decision == D.TAVERN:
        return STEP.REWARDS
    if decision == D.THIEF:
        return STEP.TURN_THIEVES
    drafting = decision <= D.PROPHET_ORDER or decision == D.COURIER or decision == D.FLAKER
    return STEP.NEXT_DRAFT if drafting else STEP.NEXT_BUILDER


@kernel
def fits_courier(state):
    """R14.3, 18.3: another seat that has shown that it holds the Courier, before the drafter does anything."""
    seat = state.current_seat
    return (
        seat != state.drafter
        and state.draft_turn == DRAFT_TURN.OPEN
        and state.hand[seat, CARD.courier] > 0
        and state.hand_known[seat, CARD.courier] > 0
        and not road_is_empty(state)
    )


# --- what the decisions are about ---------------------------------------------------------------------------------


@kernel
def played_card(decision):
    """18.3: the card that lies on the discard pile when this part of its effect is asked; NO_CARD for none."""
    if decision == D.BENEFACTOR:
        return CARD.benefactor
    if decision == D.PROPHET_STACK or decision == D.PROPHET_CARD or decision == D.PROPHET_ORDER:
        return CARD.prophet
    if decision == D.PIGEONEER_CARD or decision == D.PIGEONEER_ORDER:
        return CARD.pigeoneer
    if decision == D.FLAKER:
        return CARD.flaker
    if decision == D.NOBLE_SEAT or decision == D.NOBLE_CARD:
        return CARD.noble
    if decision == D.SCHEMER_SEAT or decision == D.SCHEMER_CARD:
        return CARD.schemer
    return CARD.sheriff if decision == D.SHERIFF else E.NO_CARD


@kernel
def fits_benefactor(state):
    """R13.2: a villager of the Benefactor, which has been discarded: not a Special one, and no Monk below it."""
    return (
        state.discard[CARD.benefactor] > 0
        and state.pending_monks == 0
        and SUIT_OF[state.pending_card] != SUIT.special
    )


@kernel
def fits_module(state):
    """R14.5, R14.6: the seat that is visited."""
    if state.decision == D.NOBLE_CARD:
        return state.pending_seat < state.num_seats and state.pending_seat != state.current_seat
    if state.decision == D.SCHEMER_CARD:
        return state.pending_seat < state.num_seats
    return True


@kernel
def counts_well(state):
    """18.3: how far a running list has come: Freelancers, Thieves, rewards, cards put back; else it has not begun."""
    decision, seat, number = state.decision, state.current_seat, state.pending_number
    if decision == D.FREELANCER:
        return state.supply[seat] >= FREELANCER_PRICE and freelancer_owner(state, number) >= 0
    if decision == D.THIEF:
        return number < state.village[seat, CARD.thief]
    if decision == D.CHURCH or decision == D.TAVERN:
        return is_rewarded(state)
    if decision == D.PROPHET_ORDER:
        return state.stack_count[state.pending_pile] - number >= 2
    if decision == D.PIGEONEER_ORDER:
        return cards_looked_at(state) - number >= 2
    return number == 0


@kernel
def is_rewarded(state):
    """R16.2, R16.3: the winner whose turn it is takes the reward of this Development."""
    number = state.pending_number - 1  # it counts the rewards that have been asked
    if number < 0 or number >= DEV_SUIT.COUNT * state.num_seats:
        return False
    seat, suit = (state.start_player + number // DEV_SUIT.COUNT) % state.num_seats, number % DEV_SUIT.COUNT
    rewards = REWARD_CARDS if state.decision == D.CHURCH else REWARD_BASICS
    return seat == state.current_seat == state.token[suit] and rewards[state.development[suit]] > 0


@kernel
def looks_well(state):
    """R13.3, R13.4: the cards that a Prophet or Pigeoneer looks at, which it knows; else nothing is looked at."""
    if state.decision == D.PROPHET_CARD or state.decision == D.PROPHET_ORDER:
        return sees_stack(state, state.pending_pile) and is_looked_at(state, 0, 0)
    if state.pending_pile != 0:
        return False
    if state.decision == D.PIGEONEER_CARD:
        cards = min(LOOK, state.reserve_count)
        return sees_reserve(state, cards) and is_looked_at(state, cards, cards)
    if state.decision == D.PIGEONEER_ORDER:  # one of the cards has been taken
        cards = min(LOOK - 1, state.reserve_count)
        return sees_reserve(state, cards) and is_looked_at(state, cards, cards + 1)
    return is_looked_at(state, 0, 0)


@kernel
def sees_stack(state, stack):
    """R13.3: does the seat know all cards of the stack?"""
    for position in range(state.stack_count[stack]):
        if not (state.stack_known[stack, position] >> state.current_seat) & 1:
            return False
    return True


@kernel
def sees_reserve(state, cards):
    """R13.4: does the seat know so many top cards of the Reserve?"""
    for position in range(state.reserve_count - cards, state.reserve_count):
        if not (state.reserve_known[position] >> state.current_seat) & 1:
            return False
    return True


@kernel
def is_looked_at(state, cards, highest):
    """R13.4: so many cards are looked at, each numbered by where it lay among the `highest` first seen."""
    seen = 0
    for place in range(LOOK):
        number = state.looked[place]
        if place >= cards:
            if number != 0:
                return False
            continue
        if number < 1 or number > highest or (seen >> number) & 1:
            return False
        if state.decision == D.PIGEONEER_CARD and number != place + 1:
            return False
        seen |= 1 << number
    return True
