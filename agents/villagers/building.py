"""The heuristic's Build Phase: what to play, what to give for a basic villager, how to pay."""

from __future__ import annotations

from agents.framework.legal import first_legal
from agents.villagers import weights as W
from agents.villagers.evaluation import (
    SUCCESSORS,
    card_gain,
    card_worth,
    cards_held,
    chain_gain,
    covering_cost,
    haste_cost,
    markets_later,
    markets_now,
    rounds_after,
    symbol_worth,
    unlocking_worth,
)
from envs.core.compile import kernel
from envs.villagers import enums as E
from envs.villagers.actions import (
    A_BASIC,
    A_END,
    A_GIVE,
    A_OWN,
    A_PILE,
    A_PILE_RESERVE,
    A_PLACE,
    A_PLAY,
    A_SIDE,
    A_THEIR,
    A_UNLOCK,
    A_UNLOCK_BANK,
    A_UNLOCK_FREE,
    A_VILLAGE,
)
from envs.villagers.build import visible_printed_gold
from envs.villagers.tables import COIN_INDEX, PADLOCK, PREDECESSOR, ROLE_CARD, ROLE_OF
from envs.villagers.village import can_place_on, has_position


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
    below = PREDECESSOR[card]
    if below != E.NO_CARD and not has_position(state, seat, below):
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
    role = ROLE_OF[basic]
    free = 2 * state.bare[seat, role] + state.half[seat, role]
    waiting = 0
    best = 0.0
    total = 0.0
    for k in range(SUCCESSORS.shape[1]):
        card = SUCCESSORS[basic, k]
        if card < 0:
            break
        copies = state.hand[seat, card]
        if copies > 0:
            score = placing_score(state, seat, card, w)
            if score > 0.0:
                waiting += copies
                total += copies * score
                best = max(best, score)
    rounds = rounds_after(state, w)
    served = 0.0
    if waiting > free and state.build_left > 0 and free < state.build_left:
        served = w[W.BASIC] * (best if free == 0 else total / waiting)
    symbols = symbol_worth(state, seat, suit_of_basic(basic), w)
    given = least_worth(state, seat, basic, w)
    if rounds <= 0.0:
        return served + symbols - given
    return served + w[W.CALM] * symbols - w[W.FODDER] * given


@kernel
def suit_of_basic(basic):
    """The suit of a basic villager."""
    if basic == E.LUMBERJACK:
        return E.WOOD
    if basic == E.HAYER:
        return E.HAY
    return E.ORE


@kernel
def keeping_worth(state, seat, card, basic, w):
    """Worth of a hand card when one has to go; `basic` is the villager about to be taken (0: none)."""
    rounds = rounds_after(state, w)
    now = 0.0
    if state.build_left > 0 or card >= E.TINNER:
        below = PREDECESSOR[card]
        if below == basic or can_place_on(state, seat, below, 0, 0):
            now = card_gain(state, seat, card, markets_now(state), rounds, w)
            if below != basic:
                now -= covering_cost(state, seat, card, markets_now(state), rounds, w)
    if rounds <= 0.0:
        if card == E.MONK or card == E.APPRENTICE or card == E.TINNER:
            return 0.5
        if card == E.SMUGGLER:
            return 2.0
        return now
    later = card_worth(state, seat, card, markets_later(state), max(0.0, rounds - 1.0), w)
    return max(now, w[W.LATER_SHARE] * later)


@kernel
def least_worth(state, seat, basic, w):
    """Worth of the hand card that would be given for a basic villager; 0 when more are held than can be placed."""
    least = 1e9
    for card in range(E.FIRST_HAND_CARD, E.NUM_VILLAGE_CARDS):
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
    choice = A_END
    locked_plays = 0
    for index in range(E.NUM_HAND_CARDS):
        if not mask[A_PLAY + index]:
            continue
        card = E.FIRST_HAND_CARD + index
        if card == E.TINNER:
            continue
        if card == E.SMUGGLER:
            gain = best_smuggling(state, seat) + unlocking_worth(state, seat, card, markets_now(state), w)
            if gain > 0.0 and (gain >= w[W.SMUGGLE_NOW] or rounds_after(state, w) <= 0.0):
                return A_PLAY + index
            continue
        if card == E.APPRENTICE:
            score = best_swap(state, seat, w) - w[W.APPRENTICE] * min(1.0, rounds_after(state, w))
        else:
            score = placing_score(state, seat, card, w)
            lock = PADLOCK[card]
            if lock != E.NO_CARD and state.village[seat, lock] == 0 and score > -2.0:
                locked_plays += 1
        if score > best:
            best = score
            choice = A_PLAY + index
    tinner = A_PLAY + E.TINNER - E.FIRST_HAND_CARD
    if mask[tinner] and not state.tinner_active and locked_plays > 0:
        return tinner
    for basic in range(3):
        if mask[A_BASIC + basic]:
            score = basic_score(state, seat, E.LUMBERJACK + basic, w)
            if score > best:
                best = score
                choice = A_BASIC + basic
    return choice


@kernel
def choose_gift(state, mask, w):
    """B4a, S6: the hand card that will be missed least."""
    seat = state.current_seat
    basic = state.pending_basic if state.decision == E.GIVE_CARD else 0
    best = 1e18
    choice = -1
    for index in range(E.NUM_HAND_CARDS):
        if mask[A_GIVE + index]:
            worth = keeping_worth(state, seat, E.FIRST_HAND_CARD + index, basic, w)
            if worth < best:
                best = worth
                choice = A_GIVE + index
    return choice


@kernel
def choose_pile(state, mask, w):
    """B4b, S8: the stack nearest to the one that the weights name, before and after the First Market."""
    target = w[W.PILE_EARLY] if state.markets_held == 0 else w[W.PILE_LATE]
    best = 1e9
    choice = A_PILE_RESERVE
    for stack in range(E.NUM_STACKS):
        if mask[A_PILE + stack] and abs(stack - target) < best:
            best = abs(stack - target)
            choice = A_PILE + stack
    return choice


@kernel
def choose_place(mask):
    """B5: beside another card if possible, else on an uncovered one; a Monk only where nothing else is left."""
    place = first_legal(mask, A_PLACE, A_PLACE + 3)
    if place >= 0:
        return place
    return first_legal(mask, 0, mask.shape[0])


@kernel
def choose_unlock(state, mask):
    """B6: the own unlocker with most coins, else free, else the poorest other, else the Bank."""
    seat = state.current_seat
    index = COIN_INDEX[PADLOCK[state.pending_card]]
    if mask[A_UNLOCK]:
        second = mask[A_UNLOCK + 1] and state.coins[seat, index, 1] > state.coins[seat, index, 0]
        return A_UNLOCK + 1 if second else A_UNLOCK
    if mask[A_UNLOCK_FREE]:
        return A_UNLOCK_FREE
    choice = -1
    poorest = 1 << 40
    for offset in range(1, state.table_seats):
        if mask[A_UNLOCK + 2 * offset]:
            other = (seat + offset) % state.table_seats
            wealth = state.supply[other] + 2 * state.visible_gold[other]
            if wealth < poorest:
                poorest = wealth
                choice = A_UNLOCK + 2 * offset
    return choice if choice >= 0 else A_UNLOCK_BANK


@kernel
def best_smuggling(state, seat):
    """R9.4: what the Smuggler would bring now."""
    best = 0
    for card in range(E.NUM_VILLAGE_CARDS):
        best = max(best, visible_printed_gold(state, seat, card))
    return (best + 1) // 2


@kernel
def choose_smuggling(state, mask):
    """B7: the villager with most Gold."""
    best = -1
    choice = -1
    for card in range(E.NUM_VILLAGE_CARDS):
        if mask[A_OWN + card]:
            gold = visible_printed_gold(state, state.current_seat, card)
            if gold > best:
                best = gold
                choice = A_OWN + card
    return choice


@kernel
def swap_gain(state, seat, owner, w):
    """The best gain by an Apprentice in one village."""
    best = -1e9
    for role in range(E.NUM_ROLES):
        card = ROLE_CARD[role]
        if state.covered[owner, role] == 0 or (card == E.FOUNDERS and owner != seat):
            continue
        if can_place_on(state, seat, PREDECESSOR[card], 0, 0):
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
    """The best gain by an Apprentice in any village."""
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
    if state.decision == E.SWAP_SEAT:
        for offset in range(state.table_seats):
            if mask[A_VILLAGE + offset]:
                score = swap_gain(state, seat, (seat + offset) % state.table_seats, w)
                if score > best:
                    best = score
                    choice = A_VILLAGE + offset
        return choice
    for role in range(E.NUM_ROLES):
        action = A_THEIR + ROLE_CARD[role]
        if mask[action]:
            score = swap_score(state, seat, ROLE_CARD[role], w)
            if score > best:
                best = score
                choice = action
    return choice


@kernel
def choose_side(state):
    """B8c: Food when none is visible, else Gold."""
    return A_SIDE + 1 if state.symbols[state.current_seat, E.SYMBOL_FOOD] == 0 else A_SIDE
