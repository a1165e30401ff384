"""The heuristic against the Countess: events, targets, and the Jester."""

from __future__ import annotations

from eurogym.agents.villagers.building import best_smuggling, placing_score
from eurogym.agents.villagers.drafting import countess_gain
from eurogym.agents.villagers.weights import W
from eurogym.agents.villagers.worth import markets_now, rounds_after, shown_worth
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.actions import LIMIT, A
from eurogym.envs.villagers.declare.enums import CARD, EVENT, EVENT_AT, SILVER, D
from eurogym.envs.villagers.declare.tables import COIN_INDEX, CONSPIRACY_COINS, KEYRING, SILVER_KIND
from eurogym.envs.villagers.rules.solo import countess_due, countess_gift, is_countess_target, is_own_target
from eurogym.envs.villagers.rules.village import silver_value, village_silver


@kernel
def target_cost(state, event, card, w):
    """Return what naming an own villager costs, in points of difference to the Countess."""
    if event == EVENT.spy_network:
        return silver_value(state, E.PLAYER, card) * 1.0
    coins = 0
    index = COIN_INDEX[card]
    if index >= 0:
        first = state.coins[E.PLAYER, index, 0]
        second = state.coins[E.PLAYER, index, 1]
        coins = first if second == 0 or (first > 0 and first < second) else second
    if event == EVENT.protection_money:
        return 2.0 * coins
    cost = shown_worth(state, E.PLAYER, card, -1, markets_now(state), rounds_after(state, w), w)
    if SILVER_KIND[card] != SILVER.none:
        cost += silver_value(state, E.PLAYER, card)
    cost += coins * (markets_now(state) - 1.0) + 0.3 * KEYRING[card] * rounds_after(state, w)
    if event == EVENT.betrayer:
        cost += countess_gain(state, card, w)
    return cost


@kernel
def cheapest_target(state, event, w):
    """Return the least cost of an event that names an own villager; 0 when it has no target."""
    best = 1e18
    for card in range(CARD.BASE):
        if is_own_target(state, event, card):
            best = min(best, target_cost(state, event, card, w))
    return best if best < 1e17 else 0.0


@kernel
def countess_target_gain(state, event, card):
    """Return what the Countess gains when a card of hers is named."""
    if event == EVENT.bribes:
        return KEYRING[card] * markets_now(state)
    return silver_value(state, E.COUNTESS, card) * 1.0


@kernel
def cheapest_countess_target(state, event):
    """Return the least gain of an event that names a villager of the Countess."""
    best = 1e18
    for card in range(CARD.BASE):
        if is_countess_target(state, event, card):
            best = min(best, countess_target_gain(state, event, card))
    return best if best < 1e17 else 0.0


@kernel
def event_cost(state, event, w):
    """Harm of a face-up event if it resolves now, in points of difference to the Countess."""
    paying = 2.0 if state.supply[E.PLAYER] > 0 else 0.0
    if (
        event == EVENT.betrayer
        or event == EVENT.arrest
        or event == EVENT.protection_money
        or event == EVENT.spy_network
    ):
        return cheapest_target(state, event, w)
    if event == EVENT.bribes or event == EVENT.trade_network:
        return cheapest_countess_target(state, event)
    if event == EVENT.black_market:
        return float(village_silver(state, E.COUNTESS) - village_silver(state, E.PLAYER))
    if event == EVENT.guild_conspiracy:
        keys = 0
        for card in range(E.FIRST_HAND_CARD, CARD.BASE):
            if KEYRING[card] > 0:
                keys += state.village[E.COUNTESS, card]
        return 1.0 * CONSPIRACY_COINS * keys * markets_now(state)
    if event == EVENT.blackmail:
        return 2.0 * best_smuggling(state, E.PLAYER)
    if event == EVENT.conscription:
        return 3.0 * markets_now(state)
    if event == EVENT.mood_swing:
        return 5.0
    if event == EVENT.abduction:
        return 1.0
    due = min(state.supply[E.PLAYER], countess_due(state, event))
    return paying * due + countess_gift(state, event)


@kernel
def choose_event(state, mask, w):
    """S4, S3: spend the Jester on a harmful event, else resolve the events in their printed order."""
    threshold = w[W.JESTER]
    if state.event_place[EVENT.it_was_you] == EVENT_AT.FACE_UP or rounds_after(state, w) <= 0.0:
        threshold = 0.5
    choice = -1
    worst = threshold
    for event in range(EVENT.COUNT):
        if mask[A.jester + event]:
            cost = event_cost(state, event, w)
            if cost > worst and (state.decision == D.EVENT or event == state.pending_event):
                worst = cost
                choice = A.jester + event
    if choice >= 0:
        return choice
    if state.decision == D.DEALT_EVENT:
        return A.resolve_dealt
    for event in range(EVENT.COUNT):
        if mask[A.resolve + event]:
            return A.resolve + event
    return -1


@kernel
def choose_limit(state, w):
    """S1: pay against rats never, against arson when a good card would stay in hand, or when the Supply is empty."""
    if state.supply[E.PLAYER] == 0:
        return A.limit + LIMIT.PAY
    if state.decision == D.LIMIT_ARSON:
        good = 0
        for card in range(E.FIRST_HAND_CARD, CARD.BASE):
            if state.hand[E.PLAYER, card] > 0 and placing_score(state, E.PLAYER, card, w) > 4.0:
                good += state.hand[E.PLAYER, card]
        if good >= state.build_left:
            return A.limit + LIMIT.PAY
    return A.limit + LIMIT.LOSS


@kernel
def choose_own_villager(state, mask, w):
    """S5: the own villager that costs least."""
    best = 1e18
    choice = -1
    for card in range(CARD.BASE):
        if mask[A.own_villager + card]:
            cost = target_cost(state, state.pending_event, card, w)
            if cost < best:
                best = cost
                choice = A.own_villager + card
    return choice


@kernel
def choose_copy(state, mask):
    """S5: the copy with fewer coins."""
    if not mask[A.copy + 1]:
        return A.copy
    if not mask[A.copy]:
        return A.copy + 1
    index = COIN_INDEX[state.pending_card]
    if index >= 0 and state.coins[E.PLAYER, index, 1] < state.coins[E.PLAYER, index, 0]:
        return A.copy + 1
    return A.copy


@kernel
def choose_her_villager(state, mask):
    """S7: the villager of the Countess that gains her least."""
    best = 1e18
    choice = -1
    for card in range(CARD.BASE):
        if mask[A.their_villager + card]:
            gain = countess_target_gain(state, state.pending_event, card)
            if gain < best:
                best = gain
                choice = A.their_villager + card
    return choice
