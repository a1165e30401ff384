"""The heuristic's answers to the decisions of the expansions, by decision."""

from __future__ import annotations

from eurogym.agents.villagers import scoundrels
from eurogym.agents.villagers.building import basic_score, placing_score
from eurogym.agents.villagers.drafting import hidden_worth
from eurogym.agents.villagers.expansion_weights import EXPANSION_WEIGHTS, X
from eurogym.agents.villagers.profiteers import choose_bronze, choose_freelancer
from eurogym.agents.villagers.saints import (
    best_benefactor_play,
    choose_card_of_range,
    choose_pigeon,
    choose_prophet_stack,
)
from eurogym.agents.villagers.weights import W
from eurogym.agents.villagers.worth import markets_later, reach, rounds_after
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.actions import DEVELOPMENTS, PROFITEERS, SAINTS, SCOUNDRELS
from eurogym.envs.villagers.declare.enums import CARD, D

P = EXPANSION_WEIGHTS


@kernel
def choose_more(state, mask, w):
    """Return a decision of an expansion; -1 where no rule of thumb applies."""
    decision = state.decision
    if w[W.EXPANSIONS] <= 0.0 and (decision == D.FREELANCER or decision == D.COURIER):
        return decline(state)
    if decision == D.FREELANCER:
        return choose_freelancer(state, waiting_plays(state, w))
    if decision == D.BRONZE:
        return choose_bronze(state, mask)
    if decision == D.CHURCH:
        return choose_church(state, mask, w)
    if decision == D.TAVERN:
        return choose_tavern(state, mask, w)
    if decision == D.BENEFACTOR:
        action, _ = best_benefactor_play(state, mask, w, True)
        return action
    if decision == D.PROPHET_STACK:
        return choose_prophet_stack(state, w)
    if decision == D.PROPHET_CARD:
        return choose_card_of_range(state, mask, state.actions_saints + SAINTS.prophet_card, True, w)
    if decision == D.PROPHET_ORDER:
        return choose_card_of_range(state, mask, state.actions_saints + SAINTS.next_card, False, w)
    if decision == D.PIGEONEER_CARD:
        return choose_pigeon(state, w)
    if decision >= D.first_scoundrels:
        return choose_scoundrels(state, mask, w)
    return -1


@kernel
def decline(state):
    """No payment, no Courier."""
    if state.decision == D.FREELANCER:
        return state.actions_profiteers + PROFITEERS.freelancer + 1
    return state.actions_scoundrels + SCOUNDRELS.no_courier


@kernel
def choose_scoundrels(state, mask, w):
    """Return a decision of the Scoundrels."""
    decision = state.decision
    if decision == D.COURIER:
        return scoundrels.choose_courier(state, w)
    if decision == D.FLAKER:
        action, _ = scoundrels.best_of_squares(state, w)
        return action
    if decision == D.NOBLE_SEAT:
        return scoundrels.choose_noble_seat(state, mask)
    if decision == D.NOBLE_CARD:
        return scoundrels.choose_noble_card(state, mask, w)
    if decision == D.SCHEMER_SEAT:
        return scoundrels.choose_schemer_seat(state, mask, w)
    if decision == D.SCHEMER_CARD:
        return scoundrels.choose_schemer_card(state, w)
    if decision == D.SHERIFF:
        return scoundrels.choose_sheriff(state, mask)
    return scoundrels.choose_victim(state, mask)


@kernel
def choose_church(state, mask, w):
    """R16.3 church: the pile whose top card promises most."""
    first = state.actions_developments + DEVELOPMENTS.church
    seat = state.current_seat
    markets = markets_later(state)
    rounds = rounds_after(state, w)
    best = -1e18
    choice = -1
    for stack in range(E.NUM_STACKS):
        if mask[first + stack]:
            worth = hidden_worth(state, seat, stack, markets, rounds, w)
            if worth > best:
                best = worth
                choice = first + stack
    if mask[first + E.NUM_STACKS] and w[W.BLIND] * markets > best:
        choice = first + E.NUM_STACKS
    return choice


@kernel
def choose_tavern(state, mask, w):
    """R16.3 tavern: the basic villager that serves the hand best."""
    first = state.actions_developments + DEVELOPMENTS.tavern
    best = -1e18
    choice = -1
    for basic in range(E.NUM_BASICS):
        if mask[first + basic]:
            score = basic_score(state, state.current_seat, CARD.lumberjack + basic, w)
            if score > best:
                best = score
                choice = first + basic
    return choice


@kernel
def waiting_plays(state, w):
    """Cards in hand that are worth a build action now."""
    seat = state.current_seat
    waiting = 0
    for card in range(CARD.lumberjack, state.cards_stop):
        copies = state.hand[seat, card]
        if copies == 0 or reach(state, seat, card, w) < 0.9:
            continue
        if placing_score(state, seat, card, w) > P[X.PAY_FREELANCER]:
            waiting += copies
    return waiting
