"""The solo mode: the Countess, her events and the Jester (chapter 12 of the rules)."""

from __future__ import annotations

from envs.core.compile import kernel
from envs.core.random import shuffle
from envs.villagers import enums as E
from envs.villagers.road import (
    all_stacks_empty,
    can_take_from_reserve,
    discard_card,
    play_from_hand,
    take_from_reserve,
    take_from_stack,
    turn_over,
)
from envs.villagers.tables import (
    COIN_INDEX,
    EVENT_DECK,
    EVENT_TIMING,
    GOLD,
    KEYRING,
    NUM_SILVER,
    NUM_UNLOCKER_CARDS,
    ROLE_OF,
    SILVER_CARDS,
    SILVER_KIND,
    SUIT,
    UNLOCKER_CARD,
)
from envs.villagers.village import (
    add_card,
    max_coins,
    node_of_copy,
    remove_top_card,
    silver_value,
    village_silver,
    visible_copies,
)


@kernel
def countess_gets(state, card):
    """R12.4: a villager lies alone in the Countess village."""
    add_card(state, E.COUNTESS, card, ROLE_OF[card], E.NO_NODE)


@kernel
def pay_countess(state, gold):
    """R12.13, R12.22: the player pays her as far as the Supply reaches."""
    paid = min(gold, state.supply[0])
    state.supply[0] -= paid
    state.supply[E.COUNTESS] += paid


@kernel
def pay_bank(state, gold):
    """R12.13, D18: the player pays the Bank as far as the Supply reaches."""
    state.supply[0] -= min(gold, state.supply[0])


# --- event decks ---------------------------------------------------------------------------------


@kernel
def shuffle_event_deck(state, deck, from_place):
    """R12.2, R12.10: shuffle all events of a deck that are in `from_place` as its new draw pile."""
    count = 0
    for event in range(E.NUM_EVENTS):
        if EVENT_DECK[event] == deck and state.event_place[event] == from_place:
            state.event_deck[deck, count] = event
            state.event_place[event] = E.EVENT_IN_DECK
            count += 1
    shuffle(state, E.STREAM_SUMMER + deck, state.event_deck[deck], count)
    turn_over(state.event_deck[deck], count)
    state.event_deck_count[deck] = count


@kernel
def draw_event(state, deck):
    """R12.10: the top event of a deck, reshuffled from its discards when it is used up; NO_EVENT if all are face-up."""
    if state.event_deck_count[deck] == 0:
        shuffle_event_deck(state, deck, E.EVENT_DISCARDED)
        if state.event_deck_count[deck] == 0:
            return E.NO_EVENT
    state.event_deck_count[deck] -= 1
    return state.event_deck[deck, state.event_deck_count[deck]] + 0


@kernel
def deal_event(state, deck):
    """R12.8: reveal a new event; dark_mood is discarded and replaced by two others. Returns the last one revealed."""
    left = 1
    event = E.NO_EVENT
    while left > 0:
        left -= 1
        event = draw_event(state, deck)
        if event == E.NO_EVENT:
            return event
        if event == E.DARK_MOOD:
            state.event_place[event] = E.EVENT_DISCARDED
            left += 2
        else:
            state.event_place[event] = E.EVENT_FACE_UP
    return event


@kernel
def discard_event(state, event):
    """R12.7: an event goes to the discards of its deck."""
    state.event_place[event] = E.EVENT_DISCARDED


@kernel
def is_jester_target(state, event):
    """R12.15, D29: a face-up event that has not begun may be discarded by the unspent Jester."""
    return state.jester > 0 and state.event_place[event] == E.EVENT_FACE_UP


# --- lasting events: asked or applied during Draft and Build Phase ---------------------------------


@kernel
def answer_limit_event(state, event, pay):
    """R12.23, D27: take one fewer, or pay 3 to the Bank."""
    state.event_place[event] = E.EVENT_BEGUN
    if pay:
        pay_bank(state, E.EVENT_FEE)
        return 0
    return 1


@kernel
def is_active(state, event):
    """Is a lasting event in force: face-up, begun or not?"""
    return state.event_place[event] == E.EVENT_FACE_UP or state.event_place[event] == E.EVENT_BEGUN


@kernel
def bank_unlock_cost(state):
    """R8.2, R12.20 countess_bank: price of unlocking at the Bank."""
    if state.solo and is_active(state, E.COUNTESS_BANK):
        return E.COUNTESS_BANK_COST
    return E.UNLOCK_COST


# --- Event Phase -----------------------------------------------------------------------------------


@kernel
def begin_events(state):
    """R12.7, D29: events of the Draft and Build Phase have acted and are only discarded."""
    for event in range(E.NUM_EVENTS):
        timing = EVENT_TIMING[event]
        if (timing == E.TIMING_DRAFT_PHASE or timing == E.TIMING_BUILD_PHASE) and is_active(state, event):
            discard_event(state, event)
    state.step = E.STEP_NEXT_EVENT


@kernel
def next_event(state):
    """R12.7: the player picks the next event; after the last one it_was_you is discarded (D17)."""
    state.current_seat = 0
    state.pending_event = E.NO_EVENT
    for event in range(E.NUM_EVENTS):
        if EVENT_TIMING[event] == E.TIMING_EVENT_PHASE and state.event_place[event] == E.EVENT_FACE_UP:
            state.decision = E.EVENT
            state.step = E.STEP_DECIDE
            return
    if state.event_place[E.IT_WAS_YOU] == E.EVENT_FACE_UP:
        discard_event(state, E.IT_WAS_YOU)
        state.jester = 0
    state.step = E.STEP_COUNTESS_VILLAGER


@kernel
def resolve_event(state, event):
    """R12.20, R12.21: an event takes effect; one that needs a choice leaves a decision pending."""
    discard_event(state, event)
    state.step = E.STEP_NEXT_EVENT
    if event == E.MOOD_SWING:
        resolve_mood_swing(state)
    else:
        take_effect(state, event)


@kernel
def resolve_mood_swing(state):
    """R12.20, D16, D29: a new event of the same deck resolves at once, unless the Jester may still stop it."""
    event = E.MOOD_SWING
    while (
        event == E.MOOD_SWING
    ):  # again only after a reshuffle; at most five events are face-up, so others are left
        discard_event(state, event)
        event = deal_event(state, EVENT_DECK[E.MOOD_SWING])
        if event == E.NO_EVENT:
            return
        if EVENT_TIMING[event] != E.TIMING_EVENT_PHASE:
            discard_event(state, event)
            return
        if state.jester > 0:
            state.pending_event = event
            state.decision = E.DEALT_EVENT
            state.step = E.STEP_DECIDE
            return
    discard_event(state, event)
    take_effect(state, event)


@kernel
def play_jester(state, event):
    """R12.15, D29: discard a face-up event; then the interrupted decision is asked again, if it still exists."""
    state.jester = 0
    discard_event(state, event)
    if state.decision == E.LIMIT_RATS and event == E.RATS:
        state.step = E.STEP_NEXT_DRAFT
    elif state.decision == E.LIMIT_ARSON and event == E.ARSON:
        state.decision = E.BUILD
    elif state.decision == E.EVENT:
        state.step = E.STEP_NEXT_EVENT
    elif state.decision == E.DEALT_EVENT:
        if event == state.pending_event:
            state.step = E.STEP_NEXT_EVENT
        else:
            resolve_event(state, state.pending_event)


@kernel
def take_effect(state, event):
    """R12.20, R12.21, R12.22: effects in the order of the components; those without a target do nothing (D28)."""
    if event == E.BLACK_MARKET:
        state.supply[0] += village_silver(state, 0)
        state.supply[E.COUNTESS] += village_silver(state, E.COUNTESS)
    elif event == E.CUSTOMS:
        pay_countess(state, largest_suit(state, 0))
    elif event == E.GUILD_CONSPIRACY:
        conspire(state)
    elif event == E.LAND_CLAIM:
        basics = state.village[0, E.LUMBERJACK] + state.village[0, E.HAYER] + state.village[0, E.MINER]
        pay_countess(state, 2 * basics)
    elif event == E.SINISTER_BANQUET:
        state.supply[E.COUNTESS] += 2 * state.symbols[E.COUNTESS, E.SYMBOL_FOOD]
    elif event == E.TEMPORARY_EMPLOYMENT:
        state.supply[E.COUNTESS] += 2 * suits_in_hand(state, 0)
    elif event == E.VALUE_ADDED_TAX:
        pay_countess(state, state.symbols[0, E.SYMBOL_GOLD] + 0)
    elif event == E.BLACKMAIL:
        state.supply[E.COUNTESS] += highest_visible_gold(state, 0)
    elif event == E.TRIBUTE:
        pay_countess(state, state.hand_size[0] + 0)
    else:
        ask_for_target(state, event)


@kernel
def ask_for_target(state, event):
    """Leave the choice of an event pending when there is a legal one (D28)."""
    state.pending_event = event
    if event == E.BRIBES or event == E.TRADE_NETWORK:
        for card in range(E.NUM_VILLAGE_CARDS):
            if is_countess_target(state, event, card):
                state.decision = E.COUNTESS_TARGET
                state.step = E.STEP_DECIDE
                return
    elif event == E.ABDUCTION_EVENT:
        if state.hand_size[0] > 0:
            state.decision = E.ABDUCTION
            state.step = E.STEP_DECIDE
    elif event == E.CONSCRIPTION_EVENT:
        if not all_stacks_empty(state) or can_take_from_reserve(state):
            state.decision = E.CONSCRIPTION
            state.step = E.STEP_DECIDE
    else:
        for card in range(E.NUM_VILLAGE_CARDS):
            if is_own_target(state, event, card):
                state.decision = E.OWN_TARGET
                state.step = E.STEP_DECIDE
                return


@kernel
def largest_suit(state, seat):
    """D15: villagers of the suit of which the village holds most."""
    best = 0
    for suit in range(E.NUM_SUITS):
        villagers = 0
        for card in range(E.NUM_VILLAGE_CARDS):
            if SUIT[card] == suit:
                villagers += state.village[seat, card]
        best = max(best, villagers)
    return best


@kernel
def suits_in_hand(state, seat):
    """R12.20 temporary_employment: different suits in a hand."""
    suits = 0
    for suit in range(E.NUM_SUITS):
        suits += state.hand_suits[seat, suit] > 0
    return suits


@kernel
def highest_visible_gold(state, seat):
    """R12.21 blackmail: highest printed Gold that is visible in a village (R10.6 for the Founders)."""
    best = 0
    for card in range(E.NUM_VILLAGE_CARDS):
        if visible_copies(state, seat, card) > 0:
            gold = GOLD[card]
            if card == E.FOUNDERS and not state.founders_food_side[seat]:
                gold = E.FOUNDERS_GOLD
            best = max(best, gold)
    return best


@kernel
def conspire(state):
    """R12.20 guild_conspiracy: 2 coins on every keyring villager of the Countess."""
    for index in range(NUM_UNLOCKER_CARDS):
        for copy in range(state.village[E.COUNTESS, UNLOCKER_CARD[index]]):
            state.coins[E.COUNTESS, index, copy] += 2


# --- targets ---------------------------------------------------------------------------------------


@kernel
def coins_on_best_copy(state, seat, card):
    """The larger coin value on the two copies of a card."""
    index = COIN_INDEX[card]
    if index < 0:
        return 0
    return max(state.coins[seat, index, 0], state.coins[seat, index, 1]) + 0


@kernel
def best_silver(state, seat):
    """The highest value of one visible Silver symbol in a village."""
    best = 0
    for index in range(NUM_SILVER):
        if state.village[seat, SILVER_CARDS[index]] > 0:
            best = max(best, silver_value(state, seat, SILVER_CARDS[index]))
    return best


@kernel
def is_own_target(state, event, card):
    """S5: may the player name this card of the own village? (R12.20, R12.21, D14)"""
    if event == E.BETRAYER or event == E.ARREST:
        return card >= E.FIRST_HAND_CARD and visible_copies(state, 0, card) > 0
    if event == E.PROTECTION_MONEY:
        coins = coins_on_best_copy(state, 0, card)
        return coins > 0 and (not state.countess_best or coins == max_coins(state, 0))
    if event == E.SPY_NETWORK:
        if state.village[0, card] == 0 or SILVER_KIND[card] == E.SILVER_NONE:
            return False
        return not state.countess_best or silver_value(state, 0, card) == best_silver(state, 0)
    return False


@kernel
def is_own_copy_target(state, event, card, copy):
    """S5: may the player name this copy?"""
    if copy >= state.village[0, card]:
        return False
    if event == E.PROTECTION_MONEY:
        coins = state.coins[0, COIN_INDEX[card], copy]
        return coins > 0 and (not state.countess_best or coins == max_coins(state, 0))
    return state.node_children[node_of_copy(state, 0, card, copy)] == 0


@kernel
def is_countess_target(state, event, card):
    """S7: may the player name this card of the Countess village? (R12.20, R12.21, D14)"""
    if state.village[E.COUNTESS, card] == 0:
        return False
    if event == E.BRIBES:
        if KEYRING[card] == 0:
            return False
        if state.countess_best:
            for index in range(NUM_UNLOCKER_CARDS):
                other = UNLOCKER_CARD[index]
                if state.village[E.COUNTESS, other] > 0 and KEYRING[other] > KEYRING[card]:
                    return False
        return True
    if SILVER_KIND[card] == E.SILVER_NONE:
        return False
    return not state.countess_best or silver_value(state, E.COUNTESS, card) == best_silver(state, E.COUNTESS)


@kernel
def choose_own_target(state, card):
    """S5: the card is named; a copy is asked for when two are legal and they may differ."""
    event = state.pending_event
    state.pending_card = card
    state.step = E.STEP_NEXT_EVENT
    if event == E.SPY_NETWORK:
        state.supply[E.COUNTESS] += silver_value(state, 0, card)
        return
    first = is_own_copy_target(state, event, card, 0)
    second = is_own_copy_target(state, event, card, 1)
    if first and second:
        state.decision = E.OWN_COPY
        state.step = E.STEP_DECIDE
    elif first:
        choose_own_copy(state, 0)
    else:
        choose_own_copy(state, 1)


@kernel
def choose_own_copy(state, copy):
    """R12.20 betrayer, R12.21 arrest and protection_money: the effect on one copy of the named card."""
    card = state.pending_card
    state.step = E.STEP_NEXT_EVENT
    if state.pending_event == E.PROTECTION_MONEY:
        pay_countess(state, state.coins[0, COIN_INDEX[card], copy] + 0)
        return
    remove_top_card(state, node_of_copy(state, 0, card, copy))
    if state.pending_event == E.BETRAYER:
        countess_gets(state, card)
    else:
        discard_card(state, card)


@kernel
def choose_countess_target(state, card):
    """R12.20 bribes (S7: of two copies the one with fewer coins, or more), R12.21 trade_network."""
    state.step = E.STEP_NEXT_EVENT
    if state.pending_event == E.TRADE_NETWORK:
        state.supply[E.COUNTESS] += silver_value(state, E.COUNTESS, card)
        return
    index = COIN_INDEX[card]
    copy = 0
    if state.village[E.COUNTESS, card] > 1:
        first = state.coins[E.COUNTESS, index, 0]
        second = state.coins[E.COUNTESS, index, 1]
        if (second > first and state.countess_best) or (second < first and not state.countess_best):
            copy = 1
    state.coins[E.COUNTESS, index, copy] += KEYRING[card]


@kernel
def abduct(state, card):
    """R12.21 abduction: discard a hand card."""
    play_from_hand(state, 0, card)
    discard_card(state, card)
    state.step = E.STEP_NEXT_EVENT


@kernel
def conscript_from_stack(state, stack):
    """R12.21 conscription: the Countess takes the top card of a stack."""
    countess_gets(state, take_from_stack(state, stack))
    state.step = E.STEP_NEXT_EVENT


@kernel
def can_conscript_from_reserve(state):
    """S8: the Reserve, also when it is empty, all stacks are and the discard pile refills it (D25)."""
    return state.reserve_count > 0 or (all_stacks_empty(state) and can_take_from_reserve(state))


@kernel
def conscript_from_reserve(state):
    """R12.21 conscription: the Countess takes the top card of the Reserve."""
    countess_gets(state, take_from_reserve(state))
    state.step = E.STEP_NEXT_EVENT


@kernel
def countess_villager(state):
    """R12.8, R12.9, R12.17: the Countess takes a card of the Reserve and new events are dealt."""
    state.step = E.STEP_MARKETS
    if all_stacks_empty(state):
        return  # the Second Market is triggered
    new_events = 0
    if can_take_from_reserve(state):
        card = take_from_reserve(state)
        countess_gets(state, card)
        value = GOLD[card] + silver_value(state, E.COUNTESS, card)
        new_events = 1 if value >= 10 else 2 if value >= 1 else 3
    if state.difficulty == E.BEGINNER:
        new_events = 1
    deck = E.SUMMER if state.markets_held == 0 else E.WINTER
    for _ in range(new_events):
        deal_event(state, deck)
