"""The solo mode: the Countess, her events and the Jester (chapter 12 of the rules)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.random import shuffle
from eurogym.envs.core.declare.flow import ask
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.rules import road, village


@kernel
def countess_gets(state, card):
    """R12.4: a villager lies alone in the Countess village."""
    village.add_card(state, E.COUNTESS, card, T.ROLE_OF[card], E.NO_NODE)


@kernel
def pay_countess(state, gold):
    """R12.13, R12.22: the player pays her as far as the Supply reaches."""
    paid = min(gold, state.supply[E.PLAYER])
    state.supply[E.PLAYER] -= paid
    state.supply[E.COUNTESS] += paid


@kernel
def pay_bank(state, gold):
    """R12.13, D18: the player pays the Bank as far as the Supply reaches."""
    state.supply[E.PLAYER] -= min(gold, state.supply[E.PLAYER])


# --- event decks ---------------------------------------------------------------------------------


@kernel
def shuffle_event_deck(state, deck, from_place):
    """R12.2, R12.10: shuffle all events of a deck that are in `from_place` as its new draw pile."""
    count = 0
    for event in range(E.EVENT.COUNT):
        if T.EVENT_DECK[event] == deck and state.event_place[event] == from_place:
            state.event_deck[deck, count] = event
            state.event_place[event] = E.EVENT_AT.DECK
            count += 1
    shuffle(state, E.R.summer + deck, state.event_deck[deck], count)
    road.turn_over(state.event_deck[deck], count)
    state.event_deck_count[deck] = count


@kernel
def draw_event(state, deck):
    """R12.10: the top event of a deck, reshuffled from its discards when it is used up; NO_EVENT if all are face-up."""
    if state.event_deck_count[deck] == 0:
        shuffle_event_deck(state, deck, E.EVENT_AT.DISCARDED)
        if state.event_deck_count[deck] == 0:
            return E.NO_EVENT
    state.event_deck_count[deck] -= 1
    return state.event_deck[deck, state.event_deck_count[deck]]


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
        if event == E.EVENT.dark_mood:
            state.event_place[event] = E.EVENT_AT.DISCARDED
            left += T.DARK_MOOD_DEALS
        else:
            state.event_place[event] = E.EVENT_AT.FACE_UP
    return event


@kernel
def discard_event(state, event):
    """R12.7: an event goes to the discards of its deck."""
    state.event_place[event] = E.EVENT_AT.DISCARDED


@kernel
def is_jester_target(state, event):
    """R12.15, D29: a face-up event that has not begun may be discarded by the unspent Jester."""
    return state.jester > 0 and state.event_place[event] == E.EVENT_AT.FACE_UP


# --- lasting events: asked or applied during Draft and Build Phase ---------------------------------


@kernel
def answer_limit_event(state, event, pay):
    """R12.23, D27: take one fewer, or pay 3 to the Bank."""
    state.event_place[event] = E.EVENT_AT.BEGUN
    if pay:
        pay_bank(state, T.EVENT_FEE)
        return 0
    return 1


@kernel
def is_active(state, event):
    """Is a lasting event in force: face-up, begun or not?"""
    return state.event_place[event] == E.EVENT_AT.FACE_UP or state.event_place[event] == E.EVENT_AT.BEGUN


@kernel
def bank_unlock_cost(state):
    """R8.2, R12.20 countess_bank: price of unlocking at the Bank."""
    if state.solo and is_active(state, E.EVENT.countess_bank):
        return T.COUNTESS_BANK_COST
    return E.UNLOCK_COST


# --- Event Phase -----------------------------------------------------------------------------------


@kernel
def begin_events(state):
    """R12.7, D29: events of the Draft and Build Phase have acted and are only discarded."""
    for event in range(E.EVENT.COUNT):
        timing = T.EVENT_TIMING[event]
        if (timing == E.TIMING.draft_phase or timing == E.TIMING.build_phase) and is_active(state, event):
            discard_event(state, event)
    state.step = E.STEP.NEXT_EVENT


@kernel
def ask_player(state, decision):
    """The player decides, in the Event Phase."""
    ask(state, E.PLAYER, decision)


@kernel
def next_event(state):
    """R12.7: the player picks the next event; after the last one it_was_you is discarded (D17)."""
    state.pending_event = E.NO_EVENT
    for event in range(E.EVENT.COUNT):
        if T.EVENT_TIMING[event] == E.TIMING.event_phase and state.event_place[event] == E.EVENT_AT.FACE_UP:
            ask_player(state, E.D.EVENT)
            return
    if state.event_place[E.EVENT.it_was_you] == E.EVENT_AT.FACE_UP:
        discard_event(state, E.EVENT.it_was_you)
        state.jester = 0
    state.step = E.STEP.COUNTESS_VILLAGER


@kernel
def resolve_event(state, event):
    """R12.20, R12.21: an event takes effect; one that needs a choice asks for it."""
    discard_event(state, event)
    if event == E.EVENT.mood_swing:
        resolve_mood_swing(state)
    else:
        take_effect(state, event)


@kernel
def resolve_mood_swing(state):
    """R12.20, D16, D29: a new event of the same deck resolves at once, unless the Jester may still stop it."""
    event = E.EVENT.mood_swing
    # again only after a reshuffle; at most five events are face-up, so others are left
    while event == E.EVENT.mood_swing:
        discard_event(state, event)
        event = deal_event(state, T.EVENT_DECK[E.EVENT.mood_swing])
        if event == E.NO_EVENT:
            return
        if T.EVENT_TIMING[event] != E.TIMING.event_phase:
            discard_event(state, event)
            return
        if state.jester > 0:
            state.pending_event = event
            ask_player(state, E.D.DEALT_EVENT)
            return
    discard_event(state, event)
    take_effect(state, event)


@kernel
def play_jester(state, event):
    """R12.15, D29: discard a face-up event; then the interrupted decision is asked again, if it still exists."""
    state.jester = 0
    discard_event(state, event)
    decision = state.decision
    if decision == E.D.LIMIT_ARSON and event == E.EVENT.arson:
        ask_player(state, E.D.BUILD)
    elif decision == E.D.DEALT_EVENT:
        if event != state.pending_event:
            resolve_event(state, state.pending_event)
    elif decision != E.D.EVENT and (decision != E.D.LIMIT_RATS or event != E.EVENT.rats):
        ask_player(state, decision)


@kernel
def countess_due(state, event):
    """R12.20, R12.21: what the player has to pay her by an event; 0 for events of another kind."""
    things = 0
    if event == E.EVENT.customs:
        things = largest_suit(state, E.PLAYER)
    elif event == E.EVENT.land_claim:
        for basic in range(E.CARD.lumberjack, E.FIRST_HAND_CARD):
            things += state.village[E.PLAYER, basic]
    elif event == E.EVENT.value_added_tax:
        things = state.symbols[E.PLAYER, E.SYMBOL.gold_symbol]
    elif event == E.EVENT.tribute:
        things = state.hand_size[E.PLAYER]
    return T.EVENT_GOLD_EACH[event] * things


@kernel
def countess_gift(state, event):
    """R12.20, R12.21: what the Bank gives her by an event without a choice; 0 for events of another kind."""
    if event == E.EVENT.sinister_banquet:
        return T.EVENT_GOLD_EACH[event] * state.symbols[E.COUNTESS, E.SYMBOL.food]
    if event == E.EVENT.temporary_employment:
        return T.EVENT_GOLD_EACH[event] * suits_in_hand(state, E.PLAYER)
    if event == E.EVENT.blackmail:
        return village.highest_visible_gold(state, E.PLAYER)
    return 0


@kernel
def take_effect(state, event):
    """R12.20, R12.21, R12.22: what an event does; those without a target do nothing (D28)."""
    if event == E.EVENT.black_market:
        state.supply[E.PLAYER] += village.village_silver(state, E.PLAYER)
        state.supply[E.COUNTESS] += village.village_silver(state, E.COUNTESS)
    elif event == E.EVENT.guild_conspiracy:
        conspire(state)
    elif T.EVENT_GOLD_EACH[event] > 0 or event == E.EVENT.blackmail:
        pay_countess(state, countess_due(state, event))
        state.supply[E.COUNTESS] += countess_gift(state, event)
    else:
        ask_for_target(state, event)


@kernel
def ask_for_target(state, event):
    """Ask for the choice of an event when there is a legal one (D28)."""
    state.pending_event = event
    if event == E.EVENT.bribes or event == E.EVENT.trade_network:
        for card in range(E.CARD.BASE):
            if is_countess_target(state, event, card):
                ask_player(state, E.D.COUNTESS_TARGET)
                return
    elif event == E.EVENT.abduction:
        if state.hand_size[E.PLAYER] > 0:
            ask_player(state, E.D.ABDUCTION)
    elif event == E.EVENT.conscription:
        if not road.all_stacks_empty(state) or road.can_take_from_reserve(state):
            ask_player(state, E.D.CONSCRIPTION)
    else:
        for card in range(E.CARD.BASE):
            if is_own_target(state, event, card):
                ask_player(state, E.D.OWN_TARGET)
                return


@kernel
def largest_suit(state, seat):
    """D15: villagers of the suit of which the village holds most."""
    best = 0
    for suit in range(E.SUIT.COUNT):
        villagers = 0
        for card in range(E.CARD.BASE):
            if T.SUIT_OF[card] == suit:
                villagers += state.village[seat, card]
        best = max(best, villagers)
    return best


@kernel
def suits_in_hand(state, seat):
    """R12.20 temporary_employment: different suits in a hand."""
    suits = 0
    for suit in range(E.SUIT.COUNT):
        suits += state.hand_suits[seat, suit] > 0
    return suits


@kernel
def conspire(state):
    """R12.20 guild_conspiracy: 2 coins on every keyring villager of the Countess."""
    for index in range(T.NUM_UNLOCKERS):
        for copy in range(state.village[E.COUNTESS, T.UNLOCKER_CARD[index]]):
            state.coins[E.COUNTESS, index, copy] += T.CONSPIRACY_COINS


# --- targets ---------------------------------------------------------------------------------------


@kernel
def coins_on_best_copy(state, seat, card):
    """Return the larger coin value on the two copies of a card."""
    index = T.COIN_INDEX[card]
    if index < 0:
        return 0
    return max(state.coins[seat, index, 0], state.coins[seat, index, 1])


@kernel
def is_own_target(state, event, card):
    """S5: may the player name this card of the own village? (R12.20, R12.21, D14)"""
    if event == E.EVENT.betrayer or event == E.EVENT.arrest:
        return card >= E.FIRST_HAND_CARD and village.visible_copies(state, E.PLAYER, card) > 0
    if event == E.EVENT.protection_money:
        coins = coins_on_best_copy(state, E.PLAYER, card)
        return coins > 0 and (not state.countess_best or coins == village.max_coins(state, E.PLAYER))
    if event == E.EVENT.spy_network:
        if state.village[E.PLAYER, card] == 0 or T.SILVER_KIND[card] == E.SILVER.none:
            return False
        return not state.countess_best or village.silver_value(state, E.PLAYER, card) == village.best_silver(
            state, E.PLAYER
        )
    return False


@kernel
def is_own_copy_target(state, event, card, copy):
    """S5: may the player name this copy?"""
    if copy >= state.village[E.PLAYER, card]:
        return False
    if event == E.EVENT.protection_money:
        coins = state.coins[E.PLAYER, T.COIN_INDEX[card], copy]
        return coins > 0 and (not state.countess_best or coins == village.max_coins(state, E.PLAYER))
    return state.node_children[village.node_of_copy(state, E.PLAYER, card, copy)] == 0


@kernel
def is_countess_target(state, event, card):
    """S7: may the player name this card of the Countess village? (R12.20, R12.21, D14)"""
    if state.village[E.COUNTESS, card] == 0:
        return False
    if event == E.EVENT.bribes:
        if T.KEYRING[card] == 0:
            return False
        if state.countess_best:
            for index in range(T.NUM_UNLOCKERS):
                other = T.UNLOCKER_CARD[index]
                if state.village[E.COUNTESS, other] > 0 and T.KEYRING[other] > T.KEYRING[card]:
                    return False
        return True
    if T.SILVER_KIND[card] == E.SILVER.none:
        return False
    return not state.countess_best or village.silver_value(state, E.COUNTESS, card) == village.best_silver(
        state, E.COUNTESS
    )


@kernel
def choose_own_target(state, card):
    """S5: the card is named; a copy is asked for when two are legal and they may differ."""
    event = state.pending_event
    state.pending_card = card
    if event == E.EVENT.spy_network:
        state.supply[E.COUNTESS] += village.silver_value(state, E.PLAYER, card)
        return
    first = is_own_copy_target(state, event, card, 0)
    second = is_own_copy_target(state, event, card, 1)
    if first and second:
        ask_player(state, E.D.OWN_COPY)
    elif first:
        choose_own_copy(state, 0)
    else:
        choose_own_copy(state, 1)


@kernel
def choose_own_copy(state, copy):
    """R12.20 betrayer, R12.21 arrest and protection_money: the effect on one copy of the named card."""
    card = state.pending_card
    if state.pending_event == E.EVENT.protection_money:
        pay_countess(state, state.coins[E.PLAYER, T.COIN_INDEX[card], copy])
        return
    village.remove_top_card(state, village.node_of_copy(state, E.PLAYER, card, copy))
    if state.pending_event == E.EVENT.betrayer:
        countess_gets(state, card)
    else:
        road.discard_card(state, card)


@kernel
def choose_countess_target(state, card):
    """R12.20 bribes (S7: of two copies the one with fewer coins, or more), R12.21 trade_network."""
    if state.pending_event == E.EVENT.trade_network:
        state.supply[E.COUNTESS] += village.silver_value(state, E.COUNTESS, card)
        return
    index = T.COIN_INDEX[card]
    copy = 0
    if state.village[E.COUNTESS, card] > 1:
        first = state.coins[E.COUNTESS, index, 0]
        second = state.coins[E.COUNTESS, index, 1]
        if (second > first and state.countess_best) or (second < first and not state.countess_best):
            copy = 1
    state.coins[E.COUNTESS, index, copy] += T.KEYRING[card]


@kernel
def abduct(state, card):
    """R12.21 abduction: discard a hand card."""
    road.play_from_hand(state, E.PLAYER, card)
    road.discard_card(state, card)


@kernel
def conscript_from_stack(state, stack):
    """R12.21 conscription: the Countess takes the top card of a stack."""
    countess_gets(state, road.take_from_stack(state, stack))


@kernel
def can_conscript_from_reserve(state):
    """S8: the Reserve, also when it is empty, all stacks are and the discard pile refills it (D25)."""
    return state.reserve_count > 0 or (road.all_stacks_empty(state) and road.can_take_from_reserve(state))


@kernel
def conscript_from_reserve(state):
    """R12.21 conscription: the Countess takes the top card of the Reserve."""
    countess_gets(state, road.take_from_reserve(state))


@kernel
def new_events_for(value):
    """R12.8: how many events are dealt after the Countess has taken a villager of this value."""
    row = 0
    while value < T.NEW_EVENTS_FROM[row]:
        row += 1
    return T.NEW_EVENTS[row]


@kernel
def countess_villager(state):
    """R12.8, R12.9, R12.17: the Countess takes a card of the Reserve and new events are dealt."""
    state.step = E.STEP.MARKETS
    if road.all_stacks_empty(state):
        return  # the Second Market is triggered
    new_events = 0
    if road.can_take_from_reserve(state):
        card = road.take_from_reserve(state)
        countess_gets(state, card)
        value = state.card_gold[card] + village.silver_value(state, E.COUNTESS, card)
        new_events = new_events_for(value)
    if state.difficulty == E.LEVEL.beginner:
        new_events = T.NEW_EVENTS_BEGINNER
    deck = E.DECK.summer if state.markets_held == 0 else E.DECK.winter
    for _ in range(new_events):
        deal_event(state, deck)
