"""The heuristic's Draft Phase: which card to take, which to give the Countess, where to put a coin."""

from __future__ import annotations

from eurogym.agents.villagers.bias import DRAFT_BIAS
from eurogym.agents.villagers.weights import W
from eurogym.agents.villagers.worth import card_worth, markets_now, rounds_after, symbol_worth
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.actions import A
from eurogym.envs.villagers.declare.enums import SYMBOL
from eurogym.envs.villagers.declare.tables import KEYRING, SUIT_OF
from eurogym.envs.villagers.rules.village import silver_value


@kernel
def markets_drafting(state, w):
    """Markets a card drafted now will see, less the risk of placing it too late."""
    return markets_now(state) * w[W.LATE_GOLD]


@kernel
def draft_worth(state, seat, card, markets, rounds, w):
    """Worth of drafting a card: what the evaluation says, corrected by what look-ahead has shown."""
    worth = card_worth(state, seat, card, markets, rounds, w)
    if state.solo:
        return worth
    return worth + w[W.BIAS] * DRAFT_BIAS[min(1, state.markets_held), card]


@kernel
def hidden_worth(state, seat, stack, markets, rounds, w):
    """Worth of the top card of a stack: what it is, if this seat laid it there; else by its back (R1.5, R7.1)."""
    top = state.stack_count[stack] - 1
    known = state.stack_known[stack, top]
    if (known >> seat) & 1:
        return card_worth(state, seat, state.stack[stack, top], markets, rounds, w)
    back = SUIT_OF[state.stack[stack, top]]
    worth = w[W.BLIND] * markets + w[W.BLIND_GRAINS + back]
    return worth - w[W.RETURNED] if known != 0 else worth


@kernel
def choose_draft(state, mask, w):
    """B1: the Road card worth most, its coins included, or a face-down card when nothing good lies there."""
    seat = state.current_seat
    markets = markets_drafting(state, w)
    rounds = rounds_after(state, w)
    best = -1e18
    choice = -1
    step = w[W.STACK_EARLY] if state.markets_held == 0 else w[W.STACK_LATE]
    for stack in range(E.NUM_STACKS):
        if mask[A.draft_stack + stack]:
            worth = hidden_worth(state, seat, stack, markets, rounds, w) + step * stack
            if worth > best:
                best = worth
                choice = A.draft_stack + stack
    if choice < 0 and mask[A.draft_reserve]:
        best = w[W.BLIND] * markets
        if state.reserve_count > 0:
            best += w[W.BLIND_GRAINS + SUIT_OF[state.reserve[state.reserve_count - 1]]]
        choice = A.draft_reserve
    for slot in range(E.NUM_SLOTS):
        if mask[A.draft_road + slot]:
            worth = draft_worth(state, seat, state.road[slot], markets, rounds, w) + state.road_coins[slot]
            if worth > best:
                best = worth
                choice = A.draft_road + slot
    return choice


@kernel
def choose_coin(state, mask, w):
    """B2: keep the card worth most; with others at the table the start player of this round keeps the second best."""
    seat = state.current_seat
    markets = markets_drafting(state, w)
    rounds = max(0.0, rounds_after(state, w) - 1.0)
    first = A.coin_pass
    second = A.coin_pass
    first_worth = -1e18
    second_worth = -1e18
    for slot in range(E.NUM_SLOTS):
        if mask[A.coin + slot]:
            worth = card_worth(state, seat, state.road[slot], markets, rounds, w) + state.road_coins[slot]
            if worth > first_worth:
                second_worth = first_worth
                second = first
                first_worth = worth
                first = A.coin + slot
            elif worth > second_worth:
                second_worth = worth
                second = A.coin + slot
    if state.num_seats > 1 and seat == state.start_player:
        return second
    return first


@kernel
def countess_gain(state, card, w):
    """Return what the Countess gets from a card: Gold in the markets to come, Silver, symbols for her Silver."""
    gain = markets_now(state) * state.card_gold[card]
    if state.village[E.COUNTESS, card] < 2:
        gain += silver_value(state, E.COUNTESS, card) * 1.0
    gain += state.card_suits[card] * symbol_worth(state, E.COUNTESS, SUIT_OF[card], w)
    if state.card_gold[card] > 0:
        gain += symbol_worth(state, E.COUNTESS, SYMBOL.gold_symbol, w)
    gain += 0.3 * state.card_food[card] + 0.15 * KEYRING[card]
    return gain


@kernel
def choose_for_countess(state, mask, w):
    """S2: the card that helps her least and is missed least."""
    markets = markets_drafting(state, w)
    rounds = rounds_after(state, w)
    best = 1e18
    choice = -1
    for slot in range(E.NUM_SLOTS):
        if mask[A.countess_takes + slot]:
            card = state.road[slot]
            harm = countess_gain(state, card, w) + state.road_coins[slot]
            harm += w[W.COUNTESS_OWN] * (
                card_worth(state, E.PLAYER, card, markets, rounds, w) + state.road_coins[slot]
            )
            if harm < best:
                best = harm
                choice = A.countess_takes + slot
    return choice
