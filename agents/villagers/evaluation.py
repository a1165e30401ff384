"""The evaluation of a position for one seat, in points of Gold at the end of the game.

It reads only what the seat may know: villages, the Road, stack sizes, and its own hand.
"""

from __future__ import annotations

from eurogym.agents.villagers.weights import SOLO_WEIGHTS, TABLE_WEIGHTS, W
from eurogym.agents.villagers.worth import (
    card_gain,
    card_worth,
    cards_in_stacks,
    held,
    limit_steps,
    markets_later,
    markets_now,
    rounds_after,
)
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.enums import CARD, SYMBOL, D
from eurogym.envs.villagers.rules.village import village_income, village_silver

COUNTESS_CARD = 3.0  # points that the Countess may still gain per card left in the stacks
HELD_SHARE = 0.3  # of the worth of a card that is still in hand


@kernel
def evaluate(state, seat):
    """Return points a seat has in sight: Supply, the markets as the village stands, limits, and the cards held.

    The position may be in the middle of a build action; the card in play counts like a held one.
    """
    w = SOLO_WEIGHTS if state.solo else TABLE_WEIGHTS
    worth = state.supply[seat] * 1.0
    if state.done:
        return worth
    markets = markets_now(state)
    rounds = rounds_after(state, w)
    worth += markets * village_income(state, seat) + village_silver(state, seat)
    if seat >= state.num_seats:
        return worth + COUNTESS_CARD * cards_in_stacks(state)
    worth += limit_steps(0, state.symbols[seat, SYMBOL.food]) * w[W.FOOD] * rounds
    worth += limit_steps(0, state.symbols[seat, SYMBOL.builder]) * w[W.BUILDER] * rounds
    for card in range(CARD.lumberjack, state.cards_stop):
        copies = held(state, seat, card)
        if copies > 0:
            worth += HELD_SHARE * copies * card_worth(state, seat, card, markets_later(state), rounds, w)
    if state.current_seat == seat and state.decision >= D.GIVE_CARD and state.decision <= D.FOUNDERS_SIDE:
        card = state.pending_card
        if card >= E.FIRST_HAND_CARD and state.pending_basic <= 0:
            worth += card_gain(state, seat, card, markets, rounds, w)
    return worth
