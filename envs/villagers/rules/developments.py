"""The Developments: metrics, tokens and rewards (chapter 16 of the rules)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.random import next_below
from eurogym.envs.core.declare.flow import ask
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.actions import DEVELOPMENTS
from eurogym.envs.villagers.declare.enums import CARD, DEV_SUIT, METRIC, STEP, SUIT, D, R
from eurogym.envs.villagers.rules import road
from eurogym.envs.villagers.rules.village import add_card, best_silver, large_piles, villagers_with_coins


@kernel
def reveal_developments(state):
    """R16.1: one random card of each suit, with its token on it."""
    for suit in range(DEV_SUIT.COUNT):
        drawn = next_below(state, R.developments, T.NUM_DEVELOPMENTS[suit])
        state.development[suit] = T.FIRST_DEVELOPMENT[suit] + drawn
        state.token[suit] = E.NOBODY


@kernel
def metric(state, seat, development):
    """R16.5: what a seat brings to a Development."""
    kind = T.METRIC_KIND[development]
    if kind == METRIC.symbols:
        return state.symbols[seat, T.METRIC_SYMBOL[development]]
    if kind == METRIC.villagers_in_village:
        return state.village_size[seat]
    if kind == METRIC.special_villagers_in_hand:
        return state.hand_suits[seat, SUIT.special]
    if kind == METRIC.villagers_with_coins:
        return villagers_with_coins(state, seat)
    if kind == METRIC.highest_single_silver_value:
        return best_silver(state, seat)
    return large_piles(state, seat, T.LARGE_PILE)


@kernel
def winner_of(state, development):
    """R16.2, D13: the seat alone with the highest metric; NOBODY on a tie or with nothing."""
    best = 0
    winner = E.NOBODY
    for seat in range(state.num_seats):
        value = metric(state, seat, development)
        if value > best:
            best = value
            winner = seat
        elif value == best:
            winner = E.NOBODY
    return winner


@kernel
def judge(state):
    """R16.2: all winners are determined before any reward is taken."""
    for suit in range(DEV_SUIT.COUNT):
        state.token[suit] = winner_of(state, state.development[suit])
    state.pending_number = 0
    state.step = STEP.REWARDS


@kernel
def next_reward(state):
    """R16.2: in turn order winners take rewards, those of one seat in the order of the suits, Gold first."""
    number = state.pending_number
    if number == DEV_SUIT.COUNT * state.num_seats:
        state.pending_number = 0
        state.step = STEP.MARKETS
        return
    state.pending_number = number + 1
    seat = (state.start_player + number // DEV_SUIT.COUNT) % state.num_seats
    suit = number % DEV_SUIT.COUNT
    if state.token[suit] == seat:
        take_reward(state, seat, state.development[suit])


@kernel
def take_reward(state, seat, development):
    """R16.3: Gold from the Bank, then a card or a basic villager while there are any."""
    state.supply[seat] += T.REWARD_GOLD[development]
    if T.REWARD_CARDS[development] > 0 and (state.reserve_count > 0 or not road.all_stacks_empty(state)):
        ask(state, seat, D.CHURCH)
    elif T.REWARD_BASICS[development] > 0 and basics_are_left(state):
        ask(state, seat, D.TAVERN)


@kernel
def basics_are_left(state):
    """R16.2: can a basic villager be taken?"""
    left = 0
    for basic in range(CARD.lumberjack, E.FIRST_HAND_CARD):
        left += state.basics_left[basic]
    return left > 0


@kernel
def take_face_down(state, place):
    """R16.3 church: the top card of a stack or of the Reserve goes to hand, unseen by others."""
    seat = state.current_seat
    if place == E.NUM_STACKS:
        known = state.reserve_known[state.reserve_count - 1]
        road.take_unseen(state, seat, road.take_from_reserve(state), known)
    else:
        known = state.stack_known[place, state.stack_count[place] - 1]
        road.take_unseen(state, seat, road.take_from_stack(state, place), known)


# --- what the machine and the decisions call -------------------------------------------------------


@kernel
def advance_developments(state, step):
    """The steps of this expansion."""
    if step == STEP.JUDGE:
        judge(state)
    else:
        next_reward(state)


@kernel
def apply_developments(state, action):
    """What the answers to the decisions of this expansion do."""
    place = action - state.actions_developments
    if state.decision == D.CHURCH:
        take_face_down(state, place - DEVELOPMENTS.church)
        return
    basic = CARD.lumberjack + place - DEVELOPMENTS.tavern
    state.basics_left[basic] -= 1
    add_card(state, state.current_seat, basic, T.ROLE_OF[basic], E.NO_NODE)


@kernel
def mask_developments(state, mask):
    """18.3: the decisions of this expansion."""
    if state.decision == D.CHURCH:
        first = state.actions_developments + DEVELOPMENTS.church
        for stack in range(E.NUM_STACKS):
            mask[first + stack] = state.stack_count[stack] > 0
        mask[first + E.NUM_STACKS] = state.reserve_count > 0
        return
    for basic in range(E.NUM_BASICS):
        left = state.basics_left[CARD.lumberjack + basic]
        mask[state.actions_developments + DEVELOPMENTS.tavern + basic] = left > 0
