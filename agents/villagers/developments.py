"""The heuristic with the Developments: what a card does for their metrics (chapter 16 of the rules)."""

from __future__ import annotations

import numpy as np

from eurogym.agents.villagers.expansion_weights import EXPANSION_WEIGHTS, X
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.enums import DEV_SUIT, METRIC, SUIT, SYMBOL
from eurogym.envs.villagers.rules.developments import metric
from eurogym.envs.villagers.rules.village import silver_value

P = EXPANSION_WEIGHTS


@kernel
def metric_step(state, seat, card, development):
    """By how much placing a card raises a metric, as far as it can be told from the card alone."""
    kind = T.METRIC_KIND[development]
    if kind == METRIC.villagers_in_village:
        return 1
    if kind == METRIC.special_villagers_in_hand:
        return -1 if T.SUIT_OF[card] == SUIT.special else 0
    if kind == METRIC.highest_single_silver_value:
        return max(0, silver_value(state, seat, card) - metric(state, seat, development))
    if kind == METRIC.production_chains_with_2_or_more_cards:
        below = T.PREDECESSOR[card]
        return (
            1
            if below != E.NO_CARD
            and T.ROLE_OF[below] < T.NUM_ROOTS
            and state.half[seat, T.ROLE_OF[below]] == 0
            else 0
        )
    if kind != METRIC.symbols:
        return 0
    symbol = T.METRIC_SYMBOL[development]
    if symbol == SYMBOL.padlock:
        return 1 if T.PADLOCK[card] != E.NO_CARD else 0
    if symbol == SYMBOL.food:
        return np.int64(state.card_food[card])
    if symbol == SYMBOL.gold_symbol:
        return 1 if state.card_gold[card] > 0 else 0
    return np.int64(state.card_suits[card]) if symbol == T.SUIT_OF[card] else 0


@kernel
def reward_worth(development):
    """Return what winning a Development once is worth."""
    worth = T.REWARD_GOLD[development] * 1.0
    worth += P[X.HELD_SYMBOL] * (T.REWARD_BUILDERS[development] + T.REWARD_FOOD[development])
    return (
        worth
        + P[X.CHURCH_CARD] * T.REWARD_CARDS[development]
        + P[X.TAVERN_BASIC] * T.REWARD_BASICS[development]
    )


@kernel
def development_gain(state, seat, card, rounds):
    """Return what a card placed now is worth through the Developments that it wins, keeps, or takes from others by a
    tie.
    """
    worth = 0.0
    for suit in range(DEV_SUIT.COUNT):
        development = state.development[suit]
        step = metric_step(state, seat, card, development)
        if step == 0:
            continue
        own = metric(state, seat, development)
        best = 0
        for other in range(state.num_seats):
            if other != seat:
                best = max(best, metric(state, other, development))
        share = 0.1 * step  # ahead or far behind: it may matter later
        if own <= best and own + step > best:
            share = 1.0
        elif own < best and own + step == best:
            share = 0.4
        elif own > best and own + step <= best:
            share = -1.0
        worth += share * reward_worth(development)
    return P[X.METRIC_SHARE] * worth * min(P[X.METRIC_ROUNDS], rounds + 1.0)
