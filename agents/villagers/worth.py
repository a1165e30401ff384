"""What cards are worth: the common ground of the heuristic and of the evaluation of positions.

All kernels read only what the seat in question may know: villages, the Road, stack sizes, and its own hand.
Values are points of Gold at the end of the game. `markets` is the number of markets still to come for a card
placed now, `rounds` the expected number of Build Phases after this one, `w` the weights of weights.py.
"""

from __future__ import annotations

import numpy as np

from eurogym.agents.villagers.developments import development_gain
from eurogym.agents.villagers.profiteers import profiteer_gain
from eurogym.agents.villagers.special_worth import placed_worth, special_worth
from eurogym.agents.villagers.weights import W
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.enums import CARD, SILVER, SUIT, SYMBOL, D
from eurogym.envs.villagers.rules import village
from eurogym.envs.villagers.rules.scoring import first_market_is_due


def _lists(link):
    """Return rows of the cards whose `link` names the row's card, padded with -1."""
    rows = [[c for c in range(CARD.COUNT) if link[c] == card] for card in range(CARD.COUNT)]
    table = np.full((CARD.COUNT, max(map(len, rows)) + 1), -1, np.int64)
    for card, row in enumerate(rows):
        table[card, : len(row)] = row
    return table


SUCCESSORS = _lists(T.PREDECESSOR)
LOCKED_BY = _lists(T.PADLOCK)
SILVER_OF_SYMBOL = np.full(SYMBOL.COUNT, -1, np.int64)
for _card in T.SILVER_CARDS:
    if T.SILVER_KIND[_card] == SILVER.per_symbol:
        SILVER_OF_SYMBOL[T.SILVER_SYMBOL[_card]] = _card
WOOD_CARVER = int(next(c for c in T.SILVER_CARDS if T.SILVER_KIND[c] == SILVER.sum_visible_gold_of_suit))
AGENT = int(next(c for c in T.SILVER_CARDS if T.SILVER_KIND[c] == SILVER.max_coins_on_one_villager))


# --- how long the game will last -------------------------------------------------------------------


@kernel
def is_drafting(state):
    """Is this the Draft Phase?"""
    d = state.decision
    return d == D.DRAFT or d == D.COUNTESS_TAKES or d == D.LIMIT_RATS


@kernel
def cards_per_round(state, w):
    """Cards that leave the stacks in a round, less the cards returned."""
    total = 0.0
    for seat in range(state.num_seats):
        total += village.limit(state.symbols[seat, SYMBOL.food])
    if state.solo:
        total *= 2.0
    return max(1.5, total - w[W.RETURNS] * state.num_seats)


@kernel
def drafts_to_come(state):
    """Cards that will still leave the stacks in this Draft Phase."""
    if not is_drafting(state):
        return 0
    total = 0
    for seat in range(state.num_seats):
        total += max(0, village.limit(state.symbols[seat, SYMBOL.food]) - state.drafted[seat])
    return 2 * total if state.solo else total


@kernel
def cards_in_stacks(state):
    """Cards in the six stacks."""
    cards = 0
    for stack in range(E.NUM_STACKS):
        cards += state.stack_count[stack]
    return cards


@kernel
def rounds_after(state, w):
    """Expected number of Build Phases after the one of this round."""
    cards = cards_in_stacks(state) - drafts_to_come(state)
    if cards <= 0:
        return 0.0
    return cards / cards_per_round(state, w) + 0.5


@kernel
def markets_now(state):
    """Markets that a card placed in this round's Build Phase takes part in."""
    return 2.0 - state.markets_held


@kernel
def markets_later(state):
    """Markets that a card placed one round later takes part in, as the stacks stand."""
    if cards_in_stacks(state) == 0:
        return 0.0
    first = state.markets_held == 0 and first_market_is_due(state)
    return 2.0 - state.markets_held - (1.0 if first else 0.0)


# --- what one card brings ----------------------------------------------------------------------------


@kernel
def is_scrap(card, w):
    """Is it a card of an expansion, for a seat that plays as if there were none?"""
    return card >= CARD.BASE and w[W.EXPANSIONS] <= 0.0


@kernel
def held(state, seat, card):
    """Copies of a card that a seat holds: in hand, or drafted this round."""
    count = state.hand[seat, card]
    for position in range(state.square_count[seat]):
        if state.square[seat, position] == card:
            count += 1
    return count


@kernel
def cards_held(state, seat):
    """Cards in hand."""
    count = 0
    for card in range(CARD.lumberjack, state.cards_stop):
        count += state.hand[seat, card]
    return count


@kernel
def on_road(state, card):
    """Does a copy lie on the Road?"""
    for slot in range(E.NUM_SLOTS):
        if state.road[slot] == card:
            return True
    return False


@kernel
def symbol_worth(state, seat, symbol, w):
    """Return what one more symbol adds to the Silver villagers of a seat, placed or in hand."""
    return symbol_worth_with(state, seat, symbol, w[W.HAND_SILVER])


@kernel
def symbol_worth_with(state, seat, symbol, hand_share):
    """Return what one more symbol adds to the Silver villagers of a seat.

    hand_share: what a Silver villager in hand counts of a placed one, 0 where the hand is not known.
    """
    card = SILVER_OF_SYMBOL[symbol]
    if card < 0:
        return 0.0
    copies = state.village[seat, card] + hand_share * state.hand[seat, card]
    return copies * state.card_silver[card] / T.SILVER_STEP[card]


@kernel
def limit_steps(have, more):
    """By how much `more` symbols raise a limit."""
    return village.limit(have + more) - village.limit(have)


@kernel
def food_worth(state, seat, w):
    """One more card per round: worth more where build actions wait for cards."""
    surplus = state.symbols[seat, SYMBOL.builder] - state.symbols[seat, SYMBOL.food]
    return max(0.0, w[W.FOOD] + w[W.FOOD_BALANCE] * surplus)


@kernel
def builder_worth(state, seat, w):
    """One more build action per round: worth more where cards wait in hand."""
    surplus = state.symbols[seat, SYMBOL.food] - state.symbols[seat, SYMBOL.builder]
    waiting = min(8, state.hand_size[seat]) - 4
    return max(0.0, w[W.BUILDER] + w[W.BUILDER_BALANCE] * surplus + w[W.BUILDER_HAND] * waiting)


@kernel
def shown_worth(state, seat, card, sign, markets, rounds, w):
    """Worth of what a card shows while visible: gained (sign 1) or lost by covering it (sign -1)."""
    return shown_worth_with(state, seat, card, sign, markets, rounds, w[W.HAND_SILVER], w)


@kernel
def shown_worth_with(state, seat, card, sign, markets, rounds, hand_share, w):
    """Return the worth of what a card shows, gained or lost (sign); hand_share: as for `symbol_worth_with`."""
    gold = village.printed_gold(state, seat, card)
    gold_symbols = village.printed_gold_symbols(state, seat, card)
    food = village.printed_food(state, seat, card)
    worth = markets * gold
    if food > 0:
        steps = sign * limit_steps(state.symbols[seat, SYMBOL.food], sign * food)
        worth += steps * food_worth(state, seat, w) * rounds
        worth += food * symbol_worth_with(state, seat, SYMBOL.food, hand_share)
    builders = np.int64(state.card_builders[card])
    if builders > 0:
        steps = sign * limit_steps(state.symbols[seat, SYMBOL.builder], sign * builders)
        worth += steps * builder_worth(state, seat, w) * rounds
        worth += builders * symbol_worth_with(state, seat, SYMBOL.builder, hand_share)
    if gold_symbols > 0:
        worth += gold_symbols * symbol_worth_with(state, seat, SYMBOL.gold_symbol, hand_share)
        if T.SUIT_OF[card] == SUIT.wood:
            worth += gold * (state.village[seat, WOOD_CARVER] + hand_share * state.hand[seat, WOOD_CARVER])
    return worth


@kernel
def silver_worth(state, seat, card, rounds, w):
    """Worth of a Silver villager: its value when placed now and some growth."""
    kind = T.SILVER_KIND[card]
    if kind == SILVER.none:
        return 0.0
    worth = village.silver_value(state, seat, card) * 1.0
    step = state.card_silver[card] / T.SILVER_STEP[card]
    if kind == SILVER.per_symbol:
        if T.SILVER_SYMBOL[card] == T.SUIT_OF[card]:
            worth += state.card_suits[card] * step
        if T.SILVER_SYMBOL[card] == SYMBOL.padlock and T.PADLOCK[card] != E.NO_CARD:
            worth += step
        worth += w[W.SILVER_GROWTH] * step * rounds
    elif kind == SILVER.max_coins_on_one_villager:
        worth += w[W.AGENT_GROWTH] * rounds
    else:
        worth += w[W.SILVER_GROWTH] * rounds
    return worth


@kernel
def unlocking_worth(state, seat, card, markets, w):
    """Return what opening a card's padlock brings (own unlocker) or costs."""
    lock = T.PADLOCK[card]
    if lock == E.NO_CARD:
        return 0.0
    if state.village[seat, lock] > 0:
        return 2.0 * markets
    if state.tinner_active and state.current_seat == seat:
        return 0.0
    cost = price_elsewhere(state, lock, markets, w)
    if held(state, seat, lock) > 0:
        return cost + w[W.LOCK_HELD] * (2.0 * markets - cost)
    return cost


@kernel
def price_elsewhere(state, lock, markets, w):
    """Return what a padlock costs without an own unlocker: 2 Gold, and what coins on a foreign one bring its owner."""
    for other in range(state.table_seats):
        if state.village[other, lock] > 0:
            return -2.0 - w[W.LOCK_OTHER] * 2.0 * markets / (state.table_seats - 1)
    return -2.0


@kernel
def haste_cost(state, seat, card, markets, w):
    """Return what is given away by opening a padlock now while the own unlocker is still in hand."""
    lock = T.PADLOCK[card]
    if (
        lock == E.NO_CARD
        or state.village[seat, lock] > 0
        or state.tinner_active
        or held(state, seat, lock) == 0
    ):
        return 0.0
    return w[W.LOCK_HELD] * (2.0 * markets - price_elsewhere(state, lock, markets, w))


@kernel
def unlocker_worth(state, seat, card, markets, rounds, w):
    """Return what an unlocker earns: own padlock cards in hand, and payments of others."""
    if T.KEYRING[card] == 0 or state.village[seat, card] > 0:
        return 0.0
    waiting = 0
    for k in range(LOCKED_BY.shape[1]):
        locked = LOCKED_BY[card, k]
        if locked < 0:
            break
        waiting += held(state, seat, locked)
    worth = w[W.KEY_HELD] * waiting * (2.0 + 2.0 * markets)
    others = state.num_seats - 1
    if others > 0:
        worth += w[W.KEY_OTHERS] * T.KEYRING[card] * rounds * others * markets * 2.0 / (others + 1)
    else:
        worth += w[W.KEY_OTHERS] * T.KEYRING[card] * rounds * markets
    return worth


@kernel
def card_gain(state, seat, card, markets, rounds, w):
    """Worth of a card once placed, whatever it covers: shown values, symbols, Silver, padlock and unlocking."""
    worth = shown_worth(state, seat, card, 1, markets, rounds, w)
    worth += state.card_suits[card] * symbol_worth(state, seat, T.SUIT_OF[card], w)
    if T.PADLOCK[card] != E.NO_CARD:
        worth += symbol_worth(state, seat, SYMBOL.padlock, w)
        worth += unlocking_worth(state, seat, card, markets, w)
    if markets > 0.0:
        worth += silver_worth(state, seat, card, rounds, w)
    worth += unlocker_worth(state, seat, card, markets, rounds, w)
    if state.profiteers:
        worth += w[W.EXPANSIONS] * profiteer_gain(state, seat, card, markets, rounds, w)
    if card >= CARD.first_saints:
        worth += w[W.EXPANSIONS] * placed_worth(state, seat, card, markets, rounds, w)
    if state.developments:
        worth += w[W.EXPANSIONS] * development_gain(state, seat, card, rounds)
    return worth


@kernel
def covering_cost(state, seat, card, markets, rounds, w):
    """Return what is lost by covering the predecessor of a card; nothing where a half-covered one is free."""
    below = T.PREDECESSOR[card]
    if below == E.NO_CARD or state.half[seat, T.ROLE_OF[below]] > 0:
        return 0.0
    return shown_worth(state, seat, below, -1, markets, rounds, w)


@kernel
def chain_gain(state, seat, card, markets, rounds, w):
    """Return the best gain of a held card that can lie on `card` once it is placed, less what it covers."""
    best = 0.0
    for k in range(SUCCESSORS.shape[1]):
        above = SUCCESSORS[card, k]
        if above < 0:
            break
        if held(state, seat, above) == 0 or is_scrap(above, w):
            continue
        gain = card_gain(state, seat, above, markets, rounds, w)
        gain -= shown_worth(state, seat, card, 1, markets, rounds, w)
        for j in range(SUCCESSORS.shape[1]):
            top = SUCCESSORS[above, j]
            if top < 0:
                break
            if held(state, seat, top) > 0 and not is_scrap(top, w):
                further = card_gain(state, seat, top, markets, rounds, w)
                further -= shown_worth(state, seat, above, 1, markets, rounds, w)
                gain = max(gain, gain + w[W.CHAIN] * further)
        best = max(best, gain)
    return best


@kernel
def reach(state, seat, card, w):
    """Chance to place a card, by what is there of its chain; the cost of a basic villager is `basic_cost`."""
    chance = 1.0
    below = T.PREDECESSOR[card]
    while below != E.NO_CARD:
        if below == CARD.founders:
            role = T.ROLE_OF[CARD.founders]
            free = 2 * state.bare[seat, role] + state.half[seat, role]
            wanted = 0
            for k in range(SUCCESSORS.shape[1]):
                other = SUCCESSORS[CARD.founders, k]
                if other < 0:
                    break
                if other != card:
                    wanted += held(state, seat, other)
            if free == 0:
                return 0.0
            return chance if wanted < free else chance * w[W.CROWDED]
        if village.has_position(state, seat, below) or below < E.FIRST_HAND_CARD:
            return chance
        if held(state, seat, below) > 0:
            chance *= w[W.CHAIN_HELD]
        elif on_road(state, below):
            chance *= w[W.CHAIN_ROAD]
        else:
            chance *= w[W.CHAIN_MISSING]
        below = T.PREDECESSOR[below]
    return chance


@kernel
def basic_cost(state, seat, card, w):
    """Return the exchange a card needs before it can be placed, if its chain starts with a basic villager not there."""
    below = T.PREDECESSOR[card]
    while below != E.NO_CARD:
        if village.has_position(state, seat, below):
            return 0.0
        if below < E.FIRST_HAND_CARD:
            return w[W.EXCHANGE]
        below = T.PREDECESSOR[below]
    return 0.0


@kernel
def card_worth(state, seat, card, markets, rounds, w):
    """Worth of holding a card: its gain if it can be placed, the chain it opens, at least its use as payment."""
    if card == CARD.monk:
        return w[W.MONK] * min(1.0, markets)
    if card == CARD.apprentice:
        return w[W.APPRENTICE] * min(1.0, markets)
    if card == CARD.tinner:
        return w[W.TINNER] * min(1.0, markets)
    if card == CARD.smuggler:
        return w[W.SMUGGLER] * min(1.0, markets)
    if is_scrap(card, w):
        return w[W.SCRAP] * min(1.0, rounds)
    if card >= CARD.BASE and T.DISCARDED[card]:
        return special_worth(card) * min(1.0, markets)
    chance = reach(state, seat, card, w)
    gain = card_gain(state, seat, card, markets, rounds, w)
    below = T.PREDECESSOR[card]
    if below != E.NO_CARD and (below == CARD.founders or village.has_position(state, seat, below)):
        gain -= covering_cost(state, seat, card, markets, rounds, w)
    elif below >= E.FIRST_HAND_CARD:
        gain -= shown_worth(state, seat, below, 1, markets, rounds, w)
    gain -= basic_cost(state, seat, card, w)
    gain += w[W.CHAIN] * chain_gain(state, seat, card, markets, rounds, w)
    for k in range(SUCCESSORS.shape[1]):
        above = SUCCESSORS[card, k]
        if above < 0:
            break
        if rounds > 0.0:
            gain += w[W.CHAIN_HOPE] * state.card_gold[above] * markets
    return max(w[W.SCRAP] * min(1.0, rounds), chance * gain)
