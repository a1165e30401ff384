"""The heuristic with the Profiteers: Bronze, Freelancers, Wholesalers (chapter 15 of the rules)."""

from __future__ import annotations

from eurogym.agents.villagers.expansion_weights import EXPANSION_WEIGHTS, X
from eurogym.agents.villagers.weights import W
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.actions import PROFITEERS
from eurogym.envs.villagers.declare.enums import CARD
from eurogym.envs.villagers.rules.profiteers import best_bronze, bronze_value, freelancer_owner
from eurogym.envs.villagers.rules.village import full_sets

P = EXPANSION_WEIGHTS


@kernel
def is_bronze(card):
    """Does the card have a Bronze symbol?"""
    for index in range(T.NUM_BRONZE):
        if T.BRONZE_CARDS[index] == card:
            return True
    return False


@kernel
def set_symbol_worth(state, seat, suit, w):
    """Return what one more symbol of a suit is worth to the Wholesalers of a seat, placed or in hand."""
    copies = state.village[seat, CARD.wholesaler] + w[W.HAND_SILVER] * state.hand[seat, CARD.wholesaler]
    if copies <= 0.0:
        return 0.0
    for k in range(len(T.SET_OF_SUITS)):
        if T.SET_OF_SUITS[k] == suit:
            lacking = state.symbols[seat, suit] == full_sets(state, seat)
            return copies * (
                P[X.SET_SYMBOL] * state.card_silver[CARD.wholesaler] / len(T.SET_OF_SUITS) if lacking else 0.2
            )
    return 0.0


@kernel
def profiteer_gain(state, seat, card, markets, rounds, w):
    """Return what a card adds through the Profiteers once it is placed: its Bronze, sets for Wholesalers, a
    Freelancer.
    """
    worth = state.card_suits[card] * set_symbol_worth(state, seat, T.SUIT_OF[card], w)
    if card == CARD.freelancer:
        return worth + P[X.FREELANCER] * min(1.5, markets)
    if is_bronze(card):
        now = bronze_value(state, seat, card)
        more = now + P[X.BRONZE_GROWTH] * rounds - best_bronze(state, seat)
        worth += P[X.BRONZE_SHARE] * max(0.0, more) * (rounds + 1.0)
    return worth


@kernel
def choose_freelancer(state, waiting):
    """R15.4: pay where plays wait that the limit does not allow, or where the coin comes back in a market."""
    seat = state.current_seat
    first = state.actions_profiteers + PROFITEERS.freelancer
    markets = 2 - state.markets_held
    useful = waiting > state.build_left and state.build_left < 5
    if freelancer_owner(state, state.pending_number) == seat and markets > 1:
        useful = True
    return first if useful else first + 1


@kernel
def choose_bronze(state, mask):
    """R15.2: the Bronze symbol that pays most."""
    best = -1
    choice = -1
    for index in range(T.NUM_BRONZE):
        action = state.actions_profiteers + PROFITEERS.bronze + index
        if mask[action]:
            value = bronze_value(state, state.current_seat, T.BRONZE_CARDS[index])
            if value > best:
                best = value
                choice = action
    return choice
