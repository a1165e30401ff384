"""The Profiteers: Bronze and Freelancers (chapter 15 of the rules)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import ask
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.actions import PROFITEERS
from eurogym.envs.villagers.declare.enums import CARD, STEP, SYMBOL, D
from eurogym.envs.villagers.rules.build import builder_of_turn
from eurogym.envs.villagers.rules.village import best_silver, large_piles, villagers_with_coins

FREELANCER_PRICE = 1  # R15.4
FREELANCER_COINS = int(T.COIN_INDEX[CARD.freelancer])


# --- Bronze (R15.2, R15.3) -----------------------------------------------------------------------


@kernel
def bronze_value(state, seat, card):
    """R15.3: what the Bronze symbol of a card would pay in a village as it stands."""
    if card == CARD.alchemist:
        return best_silver(state, seat) // 2
    if card == CARD.arkwright:
        return T.ARKWRIGHT_GOLD * villagers_with_coins(state, seat)
    if card == CARD.captain:
        return state.symbols[seat, SYMBOL.gold_symbol]
    return T.CARTER_GOLD * large_piles(state, seat, T.CARTER_CARDS)


@kernel
def has_bronze(state, seat):
    """R15.2: does the village hold a Bronze villager? (They are never covered.)"""
    for index in range(T.NUM_BRONZE):
        if state.village[seat, T.BRONZE_CARDS[index]] > 0:
            return True
    return False


@kernel
def best_bronze(state, seat):
    """R15.2: the best Bronze symbol of a village; 0 without one."""
    best = 0
    for index in range(T.NUM_BRONZE):
        if state.village[seat, T.BRONZE_CARDS[index]] > 0:
            best = max(best, bronze_value(state, seat, T.BRONZE_CARDS[index]))
    return best


@kernel
def score_bronze(state, seat):
    """R15.2: exactly one visible Bronze symbol pays: the best, or the one that the player names."""
    if not state.bronze_chosen:
        state.supply[seat] += best_bronze(state, seat)
    elif has_bronze(state, seat):
        ask(state, seat, D.BRONZE)


# --- Freelancers (R15.4) -------------------------------------------------------------------------


@kernel
def freelancer_owner(state, number):
    """18.3: the village of the n-th Freelancer, the own one first, then clockwise; -1 if there are not so many."""
    seat = builder_of_turn(state)
    for offset in range(state.num_seats):
        owner = (seat + offset) % state.num_seats
        if number < state.village[owner, CARD.freelancer]:
            return owner
        number -= state.village[owner, CARD.freelancer]
    return -1


@kernel
def freelancer_copy(state, number):
    """18.3: which copy of its owner the n-th Freelancer is, by order of placement."""
    seat = builder_of_turn(state)
    offset = 0
    while number >= state.village[(seat + offset) % state.num_seats, CARD.freelancer]:
        number -= state.village[(seat + offset) % state.num_seats, CARD.freelancer]
        offset += 1
    return number


@kernel
def ask_freelancers(state):
    """R15.4: at the start of the build turn each Freelancer may be paid once; then the turn begins."""
    seat = builder_of_turn(state)
    if state.supply[seat] >= FREELANCER_PRICE and freelancer_owner(state, state.pending_number) >= 0:
        ask(state, seat, D.FREELANCER)
        return
    state.pending_number = 0
    state.step = STEP.NEXT_BUILDER
    ask(state, seat, D.BUILD)


@kernel
def pay_freelancer(state):
    """R15.4: 1 Gold on the Freelancer, one more build action within the cap."""
    number = state.pending_number
    state.supply[state.current_seat] -= FREELANCER_PRICE
    owner = freelancer_owner(state, number)
    state.coins[owner, FREELANCER_COINS, freelancer_copy(state, number)] += FREELANCER_PRICE
    state.build_left = min(E.LIMIT_CAP, state.build_left + 1)


# --- what the machine and the decisions call -------------------------------------------------------


@kernel
def advance_profiteers(state, step):
    """The steps of this expansion."""
    if step == STEP.PAY_FREELANCERS:
        ask_freelancers(state)
    elif step == STEP.TURN_BRONZE:
        state.step = STEP.NEXT_BUILDER
        score_bronze(state, builder_of_turn(state))
    elif state.turn == state.num_seats:
        state.step = STEP.END_OF_BUILD
    else:
        state.turn += 1
        score_bronze(state, builder_of_turn(state))


@kernel
def apply_profiteers(state, action):
    """What the answers to the decisions of this expansion do."""
    place = action - state.actions_profiteers
    if state.decision == D.BRONZE:
        card = T.BRONZE_CARDS[place - PROFITEERS.bronze]
        state.supply[state.current_seat] += bronze_value(state, state.current_seat, card)
        return
    if place == PROFITEERS.freelancer:
        pay_freelancer(state)
    state.pending_number += 1


@kernel
def mask_profiteers(state, mask):
    """18.3: the decisions of this expansion."""
    if state.decision == D.FREELANCER:
        for answer in range(2):
            mask[state.actions_profiteers + PROFITEERS.freelancer + answer] = 1
        return
    for index in range(T.NUM_BRONZE):
        held = state.village[state.current_seat, T.BRONZE_CARDS[index]]
        mask[state.actions_profiteers + PROFITEERS.bronze + index] = held > 0
