"""What the cards of Saints and Scoundrels are worth, in hand and placed."""

from __future__ import annotations

from eurogym.agents.villagers.expansion_weights import EXPANSION_WEIGHTS, X
from eurogym.agents.villagers.weights import W
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.villagers.declare.enums import CARD
from eurogym.envs.villagers.declare.tables import NUM_SILVER, SILVER_CARDS
from eurogym.envs.villagers.rules.village import silver_value

P = EXPANSION_WEIGHTS


@kernel
def special_worth(card):
    """Worth of holding a card that is discarded for its effect."""
    if card == CARD.benefactor:
        return P[X.BENEFACTOR]
    if card == CARD.prophet:
        return P[X.PROPHET]
    if card == CARD.pigeoneer:
        return P[X.PIGEONEER]
    if card == CARD.barbarian:
        return P[X.BARBARIAN]
    if card == CARD.courier:
        return P[X.COURIER]
    if card == CARD.flaker:
        return P[X.FLAKER]
    if card == CARD.noble:
        return P[X.NOBLE]
    if card == CARD.schemer:
        return P[X.SCHEMER]
    return P[X.SHERIFF]


@kernel
def nun_worth(state, seat, rounds, w):
    """R13.6: the best Silver of which the village holds one copy, or will from the hand, with some growth."""
    best = 0.0
    for index in range(NUM_SILVER):
        card = SILVER_CARDS[index]
        placed = state.village[seat, card]
        if placed == 1:
            best = max(best, silver_value(state, seat, card) + P[X.NUN_GROWTH] * rounds)
        elif placed == 0 and state.hand[seat, card] > 0:
            best = max(best, w[W.HAND_SILVER] * silver_value(state, seat, card))
    return best


@kernel
def placed_worth(state, seat, card, markets, rounds, w):
    """Return what a Special villager adds once it is placed."""
    if card == CARD.nun:
        return nun_worth(state, seat, rounds, w)
    if card == CARD.recruiter:
        return P[X.RECRUITER] * rounds
    if card == CARD.thief:
        return P[X.THIEF] * (rounds + 1.0) * min(2.0, markets)
    return 0.0
