"""The heuristic against the Countess: events, targets, and the Jester."""

from __future__ import annotations

from agents.villagers import weights as W
from agents.villagers.building import best_smuggling, placing_score
from agents.villagers.drafting import countess_gain
from agents.villagers.evaluation import cards_held, markets_now, rounds_after, shown_worth
from envs.core.compile import kernel
from envs.villagers import enums as E
from envs.villagers.actions import A_COPY, A_JESTER, A_LIMIT, A_OWN, A_RESOLVE, A_RESOLVE_DEALT, A_THEIR
from envs.villagers.solo import is_countess_target, is_own_target, largest_suit, suits_in_hand
from envs.villagers.tables import COIN_INDEX, KEYRING, SILVER_KIND
from envs.villagers.village import silver_value, village_silver


@kernel
def target_cost(state, event, card, w):
    """What naming an own villager costs, in points of difference to the Countess."""
    if event == E.SPY_NETWORK:
        return silver_value(state, 0, card) * 1.0
    coins = 0
    index = COIN_INDEX[card]
    if index >= 0:
        first = state.coins[0, index, 0]
        second = state.coins[0, index, 1]
        coins = first if second == 0 or (first > 0 and first < second) else second
    if event == E.PROTECTION_MONEY:
        return 2.0 * coins
    cost = shown_worth(state, 0, card, -1, markets_now(state), rounds_after(state, w), w)
    if SILVER_KIND[card] != E.SILVER_NONE:
        cost += silver_value(state, 0, card)
    cost += coins * (markets_now(state) - 1.0) + 0.3 * KEYRING[card] * rounds_after(state, w)
    if event == E.BETRAYER:
        cost += countess_gain(state, card, w)
    return cost


@kernel
def cheapest_target(state, event, w):
    """The least cost of an event that names an own villager; 0 when it has no target."""
    best = 1e18
    for card in range(E.NUM_VILLAGE_CARDS):
        if is_own_target(state, event, card):
            best = min(best, target_cost(state, event, card, w))
    return best if best < 1e17 else 0.0


@kernel
def countess_target_gain(state, event, card):
    """What the Countess gains when a card of hers is named."""
    if event == E.BRIBES:
        return KEYRING[card] * markets_now(state)
    return silver_value(state, E.COUNTESS, card) * 1.0


@kernel
def cheapest_countess_target(state, event):
    """The least gain of an event that names a villager of the Countess."""
    best = 1e18
    for card in range(E.NUM_VILLAGE_CARDS):
        if is_countess_target(state, event, card):
            best = min(best, countess_target_gain(state, event, card))
    return best if best < 1e17 else 0.0


@kernel
def event_cost(state, event, w):
    """Harm of a face-up event if it resolves now, in points of difference to the Countess."""
    paying = 2.0 if state.supply[0] > 0 else 0.0
    if event == E.BETRAYER or event == E.ARREST or event == E.PROTECTION_MONEY or event == E.SPY_NETWORK:
        return cheapest_target(state, event, w)
    if event == E.BRIBES or event == E.TRADE_NETWORK:
        return cheapest_countess_target(state, event)
    if event == E.BLACK_MARKET:
        return float(village_silver(state, E.COUNTESS) - village_silver(state, 0))
    if event == E.CUSTOMS:
        return paying * min(state.supply[0], largest_suit(state, 0))
    if event == E.GUILD_CONSPIRACY:
        keys = 0
        for card in range(E.FIRST_HAND_CARD, E.NUM_VILLAGE_CARDS):
            if KEYRING[card] > 0:
                keys += state.village[E.COUNTESS, card]
        return 2.0 * keys * markets_now(state)
    if event == E.LAND_CLAIM:
        basics = state.village[0, E.LUMBERJACK] + state.village[0, E.HAYER] + state.village[0, E.MINER]
        return paying * min(state.supply[0], 2 * basics)
    if event == E.SINISTER_BANQUET:
        return 2.0 * state.symbols[E.COUNTESS, E.SYMBOL_FOOD]
    if event == E.TEMPORARY_EMPLOYMENT:
        return 2.0 * suits_in_hand(state, 0)
    if event == E.VALUE_ADDED_TAX:
        return paying * min(state.supply[0], state.symbols[0, E.SYMBOL_GOLD])
    if event == E.BLACKMAIL:
        return 2.0 * best_smuggling(state, 0)
    if event == E.TRIBUTE:
        return paying * min(state.supply[0], cards_held(state, 0))
    if event == E.CONSCRIPTION_EVENT:
        return 3.0 * markets_now(state)
    if event == E.MOOD_SWING:
        return 5.0
    if event == E.ABDUCTION_EVENT:
        return 1.0
    return 0.0


@kernel
def choose_event(state, mask, w):
    """S4, S3: spend the Jester on a harmful event, else resolve the events in their printed order."""
    threshold = w[W.JESTER]
    if state.event_place[E.IT_WAS_YOU] == E.EVENT_FACE_UP or rounds_after(state, w) <= 0.0:
        threshold = 0.5
    choice = -1
    worst = threshold
    for event in range(E.NUM_EVENTS):
        if mask[A_JESTER + event]:
            cost = event_cost(state, event, w)
            if cost > worst and (state.decision == E.EVENT or event == state.pending_event):
                worst = cost
                choice = A_JESTER + event
    if choice >= 0:
        return choice
    if state.decision == E.DEALT_EVENT:
        return A_RESOLVE_DEALT
    for event in range(E.NUM_EVENTS):
        if mask[A_RESOLVE + event]:
            return A_RESOLVE + event
    return -1


@kernel
def choose_limit(state, mask, w):
    """S1: pay against rats never, against arson when a good card would stay in hand, or when the Supply is empty."""
    if state.supply[0] == 0:
        return A_LIMIT + 1
    if state.decision == E.LIMIT_ARSON:
        good = 0
        for card in range(E.FIRST_HAND_CARD, E.NUM_VILLAGE_CARDS):
            if state.hand[0, card] > 0 and placing_score(state, 0, card, w) > 4.0:
                good += state.hand[0, card]
        if good >= state.build_left:
            return A_LIMIT + 1
    return A_LIMIT


@kernel
def choose_own_villager(state, mask, w):
    """S5: the own villager that costs least."""
    best = 1e18
    choice = -1
    for card in range(E.NUM_VILLAGE_CARDS):
        if mask[A_OWN + card]:
            cost = target_cost(state, state.pending_event, card, w)
            if cost < best:
                best = cost
                choice = A_OWN + card
    return choice


@kernel
def choose_copy(state, mask):
    """S5: the copy with fewer coins."""
    if not mask[A_COPY + 1]:
        return A_COPY
    if not mask[A_COPY]:
        return A_COPY + 1
    index = COIN_INDEX[state.pending_card]
    if index >= 0 and state.coins[0, index, 1] < state.coins[0, index, 0]:
        return A_COPY + 1
    return A_COPY


@kernel
def choose_her_villager(state, mask):
    """S7: the villager of the Countess that gains her least."""
    best = 1e18
    choice = -1
    for card in range(E.NUM_VILLAGE_CARDS):
        if mask[A_THEIR + card]:
            gain = countess_target_gain(state, state.pending_event, card)
            if gain < best:
                best = gain
                choice = A_THEIR + card
    return choice
