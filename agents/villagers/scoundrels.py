"""The heuristic with the Scoundrels (chapter 14 of the rules)."""

from __future__ import annotations

from eurogym.agents.villagers.expansion_weights import EXPANSION_WEIGHTS, X
from eurogym.agents.villagers.weights import W
from eurogym.agents.villagers.worth import (
    card_worth,
    markets_later,
    markets_now,
    rounds_after,
    shown_worth_with,
)
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.actions import SCOUNDRELS, A, hand_action
from eurogym.envs.villagers.declare.enums import CARD
from eurogym.envs.villagers.rules.scoundrels import THIEF_COINS, is_scheme_target, named_seat
from eurogym.envs.villagers.rules.village import silver_value

P = EXPANSION_WEIGHTS


# --- Draft Phase -----------------------------------------------------------------------------------------


@kernel
def now_or_later(state, seat, card, w):
    """Worth of a card that comes to hand in this Draft Phase."""
    return card_worth(state, seat, card, markets_now(state), rounds_after(state, w), w)


@kernel
def best_of_squares(state, w):
    """R14.4: the card of another Square that is worth most (its action where it is asked for), and its worth."""
    seat = state.current_seat
    best = -1e9
    choice = -1
    for relative in range(state.num_seats):
        owner = named_seat(state, relative)
        for position in range(state.square_count[owner]):
            worth = now_or_later(state, seat, state.square[owner, position], w)
            if owner == seat:
                worth = P[X.FLAKER_OWN]  # the card is the seat's anyway: one more draft
            if worth > best:
                best = worth
                choice = state.actions_scoundrels + SCOUNDRELS.flaker + relative * E.LIMIT_CAP + position
    return choice, best


@kernel
def coins_on_road(state):
    """Coins on the Road."""
    coins = 0
    for slot in range(E.NUM_SLOTS):
        coins += state.road_coins[slot]
    return coins


@kernel
def choose_scoundrel_in_draft(state, mask, w):
    """R14.2, R14.4: a Scoundrel beside the draft; -1 for none."""
    seat = state.current_seat
    barbarian = hand_action(state, A.play, CARD.barbarian)
    if (
        state.hand[seat, CARD.barbarian] > 0
        and mask[barbarian]
        and coins_on_road(state) >= P[X.BARBARIAN_NOW]
    ):
        return barbarian
    flaker = hand_action(state, A.play, CARD.flaker)
    if state.hand[seat, CARD.flaker] > 0 and mask[flaker]:
        _, worth = best_of_squares(state, w)
        if worth > P[X.FLAKER_NOW] or rounds_after(state, w) < 1.0:
            return flaker
    return -1


@kernel
def choose_courier(state, w):
    """R14.3: the best villager of the Road, once it is worth the Courier."""
    seat = state.current_seat
    best = P[X.COURIER_NOW] if rounds_after(state, w) >= 1.0 else 0.0
    choice = state.actions_scoundrels + SCOUNDRELS.no_courier
    for slot in range(E.NUM_SLOTS):
        if state.road[slot] != E.NO_CARD:
            worth = now_or_later(state, seat, state.road[slot], w) + state.road_coins[slot]
            if worth > best:
                best = worth
                choice = state.actions_scoundrels + SCOUNDRELS.courier + slot
    return choice


# --- Build Phase -----------------------------------------------------------------------------------------


@kernel
def scheme_score(state, owner, card, w):
    """R14.6: worth of a top villager in hand, and what its owner loses; of an own one the loss is the seat's.

    Nobody knows what another owner holds.
    """
    seat = state.current_seat
    score = card_worth(state, seat, card, markets_now(state), rounds_after(state, w), w)
    hand_share = w[W.HAND_SILVER] if owner == seat else 0.0
    loss = shown_worth_with(state, owner, card, -1, markets_now(state), rounds_after(state, w), hand_share, w)
    loss += silver_value(state, owner, card)
    return score - loss if owner == seat else score + P[X.SCHEME_HARM] * loss / (state.num_seats - 1)


@kernel
def best_scheme(state, owner, w):
    """R14.6: the best target in one village and its score."""
    best = -1e9
    choice = -1
    for card in range(CARD.lumberjack, state.cards_stop):
        if is_scheme_target(state, owner, card):
            score = scheme_score(state, owner, card, w)
            if score > best:
                best = score
                choice = card
    return choice, best


@kernel
def thief_score(state, owner, copy):
    """R14.8: what discarding a Thief brings: its coins; an own one scores them itself."""
    coins = state.coins[owner, THIEF_COINS, copy]
    return coins * 1.0 - 6.0 * markets_now(state) if owner == state.current_seat else coins + 3.0


@kernel
def wants_special(state, card, w):
    """R9.1: is it time to play a card of an expansion that is discarded for its effect?"""
    last = rounds_after(state, w) <= 0.0
    if card == CARD.schemer:
        for owner in range(state.num_seats):
            _, score = best_scheme(state, owner, w)
            if score > P[X.SCHEME_NOW] or (last and score > 1.0):
                return True
        return False
    if card == CARD.sheriff:
        for owner in range(state.num_seats):
            for copy in range(state.village[owner, CARD.thief]):
                if thief_score(state, owner, copy) > 0.0:
                    return True
        return False
    return True


@kernel
def choose_noble_seat(state, mask):
    """R14.5: the largest hand."""
    best = -1
    choice = -1
    for relative in range(1, state.num_seats):
        action = state.actions_scoundrels + SCOUNDRELS.noble_seat + relative - 1
        if mask[action] and state.hand_size[named_seat(state, relative)] > best:
            best = state.hand_size[named_seat(state, relative)]
            choice = action
    return choice


@kernel
def choose_noble_card(state, mask, w):
    """R14.5: the card worth most."""
    seat = state.current_seat
    best = -1e18
    choice = -1
    for card in range(CARD.lumberjack, state.cards_stop):
        action = state.actions_scoundrels + SCOUNDRELS.noble_card + card - CARD.lumberjack
        if mask[action]:
            worth = card_worth(state, seat, card, markets_later(state), rounds_after(state, w), w)
            if worth > best:
                best = worth
                choice = action
    return choice


@kernel
def choose_schemer_seat(state, mask, w):
    """R14.6: the village with the best target."""
    best = -1e18
    choice = -1
    for relative in range(state.num_seats):
        action = state.actions_scoundrels + SCOUNDRELS.schemer_seat + relative
        if mask[action]:
            _, score = best_scheme(state, named_seat(state, relative), w)
            if score > best:
                best = score
                choice = action
    return choice


@kernel
def choose_schemer_card(state, w):
    """R14.6: its best target."""
    card, _ = best_scheme(state, state.pending_seat, w)
    return state.actions_scoundrels + SCOUNDRELS.schemer_card + card - CARD.lumberjack


@kernel
def choose_sheriff(state, mask):
    """R14.8: the Thief whose discarding brings most."""
    best = -1e18
    choice = -1
    for relative in range(state.num_seats):
        for copy in range(E.MAX_COPIES):
            action = state.actions_scoundrels + SCOUNDRELS.sheriff + relative * E.MAX_COPIES + copy
            if mask[action]:
                score = thief_score(state, named_seat(state, relative), copy)
                if score > best:
                    best = score
                    choice = action
    return choice


@kernel
def choose_victim(state, mask):
    """R14.7: who stands best."""
    best = -1
    choice = -1
    for relative in range(1, state.num_seats):
        action = state.actions_scoundrels + SCOUNDRELS.thief + relative - 1
        seat = named_seat(state, relative)
        wealth = state.supply[seat] + 2 * state.visible_gold[seat]
        if mask[action] and wealth > best:
            best = wealth
            choice = action
    return choice
