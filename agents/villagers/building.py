"""The heuristic's Build Phase: what to play, what to give for a basic villager, how to pay."""

from __future__ import annotations

from eurogym.agents.framework.legal import first_legal
from eurogym.agents.villagers.scoundrels import wants_special
from eurogym.agents.villagers.weights import W
from eurogym.agents.villagers.worth import (
    SUCCESSORS,
    card_gain,
    card_worth,
    cards_held,
    chain_gain,
    covering_cost,
    haste_cost,
    is_scrap,
    markets_later,
    markets_now,
    rounds_after,
    symbol_worth,
    unlocking_worth,
)
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.actions import A, base_hand_action, hand_action
from eurogym.envs.villagers.declare.enums import CARD, SIDE, SYMBOL, D
from eurogym.envs.villagers.rules import village
from eurogym.envs.villagers.rules.build import smugglers_share


@kernel
def placing_score(state, seat, card, w):
    """Score of placing a card now: its gain, weighed by what waiting a round would lose."""
    rounds = rounds_after(state, w)
    markets = markets_now(state)
    now = card_gain(state, seat, card, markets, rounds, w)
    now -= covering_cost(state, seat, card, markets, rounds, w)
    now -= haste_cost(state, seat, card, markets, w)
    further = chain_gain(
        state, seat, card, markets if state.build_left > 1 else markets_later(state), rounds, w
    )
    now += w[W.CHAIN] * further
    below = T.PREDECESSOR[card]
    if below != E.NO_CARD and not village.has_position(state, seat, below):
        now -= w[W.MONK_PLACED]
    if rounds <= 0.0:
        return now
    later_rounds = max(0.0, rounds - 1.0)
    later_markets = markets_later(state)
    later = card_gain(state, seat, card, later_markets, later_rounds, w)
    later -= covering_cost(state, seat, card, later_markets, later_rounds, w)
    later += w[W.CHAIN] * chain_gain(state, seat, card, later_markets, later_rounds, w)
    if now <= 0.0:
        return now
    return w[W.CALM] * now + w[W.URGENCY] * (now - later)


@kernel
def basic_score(state, seat, basic, w):
    """Score of an exchange: the card it serves next, less the card given."""
    role = T.ROLE_OF[basic]
    free = 2 * state.bare[seat, role] + state.half[seat, role]
    waiting = 0
    best = 0.0
    total = 0.0
    for k in range(SUCCESSORS.shape[1]):
        card = SUCCESSORS[basic, k]
        if card < 0:
            break
        copies = state.hand[seat, card]
        if copies > 0 and not is_scrap(card, w):
            score = placing_score(state, seat, card, w)
            if score > 0.0:
                waiting += copies
                total += copies * score
                best = max(best, score)
    rounds = rounds_after(state, w)
    served = 0.0
    if waiting > free and state.build_left > 0 and free < state.build_left:
        served = w[W.BASIC] * (best if free == 0 else total / waiting)
    symbols = symbol_worth(state, seat, T.SUIT_OF[basic], w)
    given = least_worth(state, seat, basic, w)
    if rounds <= 0.0:
        return served + symbols - given
    return served + w[W.CALM] * symbols - w[W.FODDER] * given


@kernel
def keeping_worth(state, seat, card, basic, w):
    """Worth of a hand card when one has to go; `basic` is the villager about to be taken (0: none)."""
    rounds = rounds_after(state, w)
    now = 0.0
    if is_scrap(card, w):
        return w[W.SCRAP] * min(1.0, rounds)
    if state.build_left > 0 or card == CARD.tinner or card == CARD.smuggler:
        below = T.PREDECESSOR[card]
        if below == basic or village.can_place_on(state, seat, below, 0, 0):
            now = card_gain(state, seat, card, markets_now(state), rounds, w)
            if below != basic:
                now -= covering_cost(state, seat, card, markets_now(state), rounds, w)
    if rounds <= 0.0:
        if card == CARD.monk or card == CARD.apprentice or card == CARD.tinner:
            return 0.5
        if card == CARD.smuggler:
            return 2.0
        return now
    later = card_worth(state, seat, card, markets_later(state), max(0.0, rounds - 1.0), w)
    return max(now, w[W.LATER_SHARE] * later)


@kernel
def least_worth(state, seat, basic, w):
    """Worth of the hand card that would be given for a basic villager; 0 when more are held than can be placed."""
    least = 1e9
    for card in range(CARD.lumberjack, state.cards_stop):
        if state.hand[seat, card] > 0:
            least = min(least, keeping_worth(state, seat, card, basic, w))
    if rounds_after(state, w) <= 0.0 and cards_held(state, seat) > state.build_left:
        return min(least, 0.0)
    return least


@kernel
def choose_build(state, mask, w):
    """B3: the action with the best score; the turn ends when none is worth it."""
    seat = state.current_seat
    best = 0.05
    choice = A.end_build
    locked_plays = 0
    for card in range(CARD.lumberjack, state.cards_stop):
        if state.hand[seat, card] == 0:
            continue
        action = hand_action(state, A.play, card)
        if not mask[action] or is_scrap(card, w):
            continue
        if card == CARD.tinner:
            continue
        if card >= CARD.BASE and T.DISCARDED[card]:
            if wants_special(state, card, w):
                return action
            continue
        if card == CARD.smuggler:
            gain = best_smuggling(state, seat) + unlocking_worth(state, seat, card, markets_now(state), w)
            if gain > 0.0 and (gain >= w[W.SMUGGLE_NOW] or rounds_after(state, w) <= 0.0):
                return action
            continue
        if card == CARD.apprentice:
            score = best_swap(state, seat, w) - w[W.APPRENTICE] * min(1.0, rounds_after(state, w))
        else:
            score = placing_score(state, seat, card, w)
            lock = T.PADLOCK[card]
            if lock != E.NO_CARD and state.village[seat, lock] == 0 and score > -2.0:
                locked_plays += 1
        if score > best:
            best = score
            choice = action
    tinner = base_hand_action(A.play, CARD.tinner)
    if mask[tinner] and not state.tinner_active and locked_plays > 0:
        return tinner
    for basic in range(E.NUM_BASICS):
        if mask[A.take_basic + basic]:
            score = basic_score(state, seat, CARD.lumberjack + basic, w)
            if score > best:
                best = score
                choice = A.take_basic + basic
    return choice


@kernel
def choose_gift(state, mask, w):
    """B4a, S6: the hand card that will be missed least."""
    seat = state.current_seat
    basic = state.pending_basic if state.decision == D.GIVE_CARD else 0
    best = 1e18
    choice = -1
    for card in range(CARD.lumberjack, state.cards_stop):
        if state.hand[seat, card] == 0:
            continue
        action = hand_action(state, A.give, card)
        if mask[action]:
            worth = keeping_worth(state, seat, card, basic, w)
            if worth < best:
                best = worth
                choice = action
    return choice


@kernel
def choose_pile(state, mask, w):
    """B4b, S8: the stack nearest to the one that the weights name, before and after the First Market."""
    target = w[W.PILE_EARLY] if state.markets_held == 0 else w[W.PILE_LATE]
    best = 1e9
    choice = A.pile_reserve
    for stack in range(E.NUM_STACKS):
        if mask[A.pile + stack] and abs(stack - target) < best:
            best = abs(stack - target)
            choice = A.pile + stack
    return choice


@kernel
def choose_place(mask):
    """B5: beside another card if possible, else on an uncovered one; a Monk only where nothing else is left."""
    place = first_legal(mask, A.place, A.place_stop)
    if place >= 0:
        return place
    return first_legal(mask, 0, mask.shape[0])


@kernel
def choose_unlock(state, mask):
    """B6: the own unlocker with most coins, else free, else the poorest other, else the Bank."""
    seat = state.current_seat
    index = T.COIN_INDEX[T.PADLOCK[state.pending_card]]
    if mask[A.unlock]:
        second = mask[A.unlock + 1] and state.coins[seat, index, 1] > state.coins[seat, index, 0]
        return A.unlock + 1 if second else A.unlock
    if mask[A.unlock_free]:
        return A.unlock_free
    choice = -1
    poorest = 1 << 40
    for offset in range(1, state.table_seats):
        action = A.unlock + E.MAX_COPIES * offset
        if mask[action]:
            other = (seat + offset) % state.table_seats
            wealth = state.supply[other] + 2 * state.visible_gold[other]
            if wealth < poorest:
                poorest = wealth
                choice = action
    return choice if choice >= 0 else A.unlock_bank


@kernel
def best_smuggling(state, seat):
    """R9.4: what the Smuggler would bring now."""
    return smugglers_share(village.highest_visible_gold(state, seat))


@kernel
def choose_smuggling(state, mask):
    """B7: the villager with most Gold."""
    best = -1
    choice = -1
    for card in range(CARD.BASE):
        if mask[A.own_villager + card]:
            gold = village.visible_printed_gold(state, state.current_seat, card)
            if gold > best:
                best = gold
                choice = A.own_villager + card
    return choice


@kernel
def swap_gain(state, seat, owner, w):
    """Return the best gain by an Apprentice in one village."""
    best = -1e9
    for role in range(T.NUM_ROLES):
        card = T.ROLE_CARD[role]
        if state.covered[owner, role] == 0 or (card == CARD.founders and owner != seat):
            continue
        if village.can_place_on(state, seat, T.PREDECESSOR[card], 0, 0):
            best = max(best, swap_score(state, seat, card, w))
    return best


@kernel
def swap_score(state, seat, card, w):
    """Score of one target of the Apprentice."""
    rounds = rounds_after(state, w)
    score = card_gain(state, seat, card, markets_now(state), rounds, w)
    score -= covering_cost(state, seat, card, markets_now(state), rounds, w)
    return score + w[W.CHAIN] * chain_gain(state, seat, card, markets_now(state), rounds, w)


@kernel
def best_swap(state, seat, w):
    """Return the best gain by an Apprentice in any village."""
    best = -1e9
    for owner in range(state.table_seats):
        best = max(best, swap_gain(state, seat, owner, w))
    return best


@kernel
def choose_swap(state, mask, w):
    """B8a, B8b: the village, then the villager with the best gain."""
    seat = state.current_seat
    best = -1e18
    choice = -1
    if state.decision == D.SWAP_SEAT:
        for offset in range(state.table_seats):
            if mask[A.village + offset]:
                score = swap_gain(state, seat, (seat + offset) % state.table_seats, w)
                if score > best:
                    best = score
                    choice = A.village + offset
        return choice
    for role in range(T.NUM_ROLES):
        action = A.their_villager + T.ROLE_CARD[role]
        if mask[action]:
            score = swap_score(state, seat, T.ROLE_CARD[role], w)
            if score > best:
                best = score
                choice = action
    return choice


@kernel
def choose_side(state):
    """B8c: Food when none is visible, else Gold."""
    no_food = state.symbols[state.current_seat, SYMBOL.food] == 0
    return A.founders_side + (SIDE.food if no_food else SIDE.gold)
