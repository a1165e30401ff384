"""The heuristic with the Saints (chapter 13 of the rules)."""

from __future__ import annotations

from eurogym.agents.villagers.building import swap_score
from eurogym.agents.villagers.drafting import draft_worth, hidden_worth, markets_drafting
from eurogym.agents.villagers.expansion_weights import EXPANSION_WEIGHTS, X
from eurogym.agents.villagers.worth import card_worth, markets_later, rounds_after
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.actions import SAINTS, A, hand_action
from eurogym.envs.villagers.declare.enums import CARD
from eurogym.envs.villagers.rules.saints import benefactor_may_play, cards_looked_at

P = EXPANSION_WEIGHTS


@kernel
def best_benefactor_play(state, mask, w, is_asked):
    """Return the villager that the Benefactor plays best: its action where it is asked for, and its score."""
    seat = state.current_seat
    best = -1e18
    choice = -1
    for card in range(CARD.lumberjack, state.cards_stop):
        if benefactor_may_play(state, seat, card):
            action = hand_action(state, A.play, card)
            score = swap_score(state, seat, card, w)
            if score > best and (mask[action] or not is_asked):
                best = score
                choice = action
    return choice, best


@kernel
def road_worths(state, w):
    """Worth of the best and of the second best villager on the Road, coins included."""
    seat = state.current_seat
    markets = markets_drafting(state, w)
    rounds = rounds_after(state, w)
    best = -1e9
    second = -1e9
    for slot in range(E.NUM_SLOTS):
        if state.road[slot] != E.NO_CARD:
            worth = draft_worth(state, seat, state.road[slot], markets, rounds, w) + state.road_coins[slot]
            if worth > best:
                second = best
                best = worth
            elif worth > second:
                second = worth
    return best, second


@kernel
def best_stack(state, w):
    """Return the stack that the Prophet finds most in, and what that is: more of a larger stack."""
    seat = state.current_seat
    markets = markets_drafting(state, w)
    rounds = rounds_after(state, w)
    best = -1e9
    choice = -1
    for stack in range(E.NUM_STACKS):
        if state.stack_count[stack] > 0:
            worth = hidden_worth(state, seat, stack, markets, rounds, w)
            worth += P[X.PROPHET_PER_CARD] * min(8, state.stack_count[stack])
            if worth > best:
                best = worth
                choice = stack
    return choice, best


@kernel
def choose_saint_in_draft(state, mask, w):
    """R13.2, R13.3, R13.5: a Saint beside the draft; -1 for none."""
    seat = state.current_seat
    benefactor = hand_action(state, A.play, CARD.benefactor)
    if state.hand[seat, CARD.benefactor] > 0 and mask[benefactor]:
        _, score = best_benefactor_play(state, mask, w, False)
        if score > P[X.BENEFACTOR_NOW]:
            return benefactor
    prophet = hand_action(state, A.play, CARD.prophet)
    if state.hand[seat, CARD.prophet] > 0 and mask[prophet]:
        _, found = best_stack(state, w)
        best, _ = road_worths(state, w)
        if found > best:
            return prophet
    pay = state.actions_saints + SAINTS.pay_recruiter
    if mask[pay]:
        _, second = road_worths(state, w)
        if second > P[X.RECRUIT_NOW]:
            return pay
    return -1


@kernel
def choose_prophet_stack(state, w):
    """R13.3: the stack that promises most."""
    stack, _ = best_stack(state, w)
    return state.actions_saints + SAINTS.prophet_stack + stack


@kernel
def choose_card_of_range(state, mask, first, best_first, w):
    """Return a card of a range of all hand cards: worth most to this seat, or least (what is put back on top)."""
    seat = state.current_seat
    markets = markets_drafting(state, w)
    rounds = rounds_after(state, w)
    best = -1e18
    choice = -1
    for card in range(CARD.lumberjack, CARD.COUNT):
        action = first + card - CARD.lumberjack
        if mask[action]:
            worth = card_worth(state, seat, card, markets, rounds, w)
            if not best_first:
                worth = -worth
            if worth > best:
                best = worth
                choice = action
    return choice


@kernel
def choose_pigeon(state, w):
    """R13.4: the card worth most."""
    seat = state.current_seat
    best = -1e18
    choice = -1
    for place in range(cards_looked_at(state)):
        card = state.reserve[state.reserve_count - 1 - place]
        worth = card_worth(state, seat, card, markets_later(state), rounds_after(state, w), w)
        if worth > best:
            best = worth
            choice = state.actions_saints + SAINTS.pigeoneer_card + state.looked[place] - 1
    return choice
