"""The Scoundrels: Barbarian, Courier, Flaker, Noble, Schemer, Thief, Sheriff (chapter 14 of the rules)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import ask
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.actions import SCOUNDRELS, A, hand_action
from eurogym.envs.villagers.declare.enums import CARD, SUIT, D
from eurogym.envs.villagers.declare.tables import COIN_INDEX, SUIT_OF
from eurogym.envs.villagers.rules import road
from eurogym.envs.villagers.rules.build import after_turn, builder_of_turn
from eurogym.envs.villagers.rules.secrets import add_secret, see_hand
from eurogym.envs.villagers.rules.village import find_visible, node_of_copy, remove_top_card, visible_copies

THIEF_TAKES = 3  # R14.7
THIEF_COINS = int(COIN_INDEX[CARD.thief])


# --- Draft Phase: Barbarian (R14.2), Courier (R14.3), Flaker (R14.4) -----------------------------------


@kernel
def barbarian_raids(state):
    """R14.2: the coins of the Road to the Supply, its villagers discarded, new ones from the Reserve."""
    for slot in range(E.NUM_SLOTS):
        state.supply[state.current_seat] += road.coins_of_slot(state, slot)
        if state.road[slot] != E.NO_CARD:
            road.discard_card(state, road.take_from_road(state, slot))
    road.refill_from_reserve(state)


@kernel
def courier_takes(state, slot):
    """R14.3: a face-up villager to hand with its coins; refilled from the leftmost stack, not counted in the limit."""
    seat = state.current_seat
    road.play_from_hand(state, seat, CARD.courier)
    road.discard_card(state, CARD.courier)
    state.supply[seat] += road.coins_of_slot(state, slot)
    road.take_to_hand(state, seat, road.take_from_road(state, slot))
    road.refill_from_stacks(state)


@kernel
def a_square_is_filled(state):
    """R14.4: does a card lie in any Village Square?"""
    cards = 0
    for seat in range(state.num_seats):
        cards += state.square_count[seat]
    return cards > 0


@kernel
def flaker_takes(state, owner, position):
    """R14.4: a villager of a Square to hand; the owner of the Square drafts again."""
    card = state.square[owner, position]
    last = state.square_count[owner] - 1
    for place in range(position, last):
        state.square[owner, place] = state.square[owner, place + 1]
    state.square[owner, last] = 0
    state.square_count[owner] = last
    state.drafted[owner] -= 1
    road.take_to_hand(state, state.current_seat, card)


# --- Build Phase: Noble (R14.5), Schemer (R14.6), Sheriff (R14.8), Thief (R14.7) -----------------------


@kernel
def noble_may_visit(state, victim):
    """R14.5: another hand that holds a card that is not Special, which the backs show."""
    return victim != state.current_seat and state.hand_size[victim] > state.hand_suits[victim, SUIT.special]


@kernel
def noble_visits(state, victim):
    """R14.5: the seat sees the hand and takes a card of it."""
    state.pending_seat = victim
    see_hand(state, state.current_seat, victim)
    ask(state, state.current_seat, D.NOBLE_CARD)


@kernel
def noble_takes(state, card):
    """R14.5: the card changes hands; others see its back alone, the two seats know which it is."""
    seat = state.current_seat
    victim = state.pending_seat
    known = road.return_from_hand(state, victim, card)
    if known == (1 << state.num_seats) - 1:
        road.take_to_hand(state, seat, card)
    else:
        road.count_hand(state, seat, card, 1)
        add_secret(state, seat, card, known)
    see_hand(state, seat, victim)  # it still knows what is left there
    state.pending_seat = 0
    ask(state, seat, D.BUILD)


@kernel
def is_scheme_target(state, owner, card):
    """R14.6, D12: a top villager, not Special, never Founders."""
    if card == CARD.founders or SUIT_OF[card] == SUIT.special:
        return False
    return visible_copies(state, owner, card) > 0


@kernel
def has_scheme_target(state, owner):
    """R14.6: does that village hold a target of the Schemer?"""
    for card in range(CARD.lumberjack, state.cards_stop):
        if is_scheme_target(state, owner, card):
            return True
    return False


@kernel
def schemer_visits(state, owner):
    """R14.6: the village is named, the villager follows."""
    state.pending_seat = owner
    ask(state, state.current_seat, D.SCHEMER_CARD)


@kernel
def schemer_takes(state, card):
    """R14.6, R9.8: the top villager to hand, its coins to its owner; a Monk or Apprentice uncovered goes home."""
    owner = state.pending_seat
    remove_top_card(state, find_visible(state, owner, card))
    road.take_to_hand(state, state.current_seat, card)
    node = uncovered_stand_in(state, owner)
    while node != E.NO_NODE:
        road.take_to_hand(state, owner, state.node_card[node])
        remove_top_card(state, node)
        node = uncovered_stand_in(state, owner)
    state.pending_seat = 0
    ask(state, state.current_seat, D.BUILD)


@kernel
def uncovered_stand_in(state, owner):
    """R9.8: a Monk or Apprentice that has become a top card, else NO_NODE."""
    for node in range(state.num_nodes):
        card = state.node_card[node]
        if (
            (card == CARD.monk or card == CARD.apprentice)
            and state.node_children[node] == 0
            and state.node_seat[node] == owner
        ):
            return node
    return E.NO_NODE


@kernel
def thieves_in_play(state):
    """R14.8: is there a Thief in any village?"""
    thieves = 0
    for seat in range(state.num_seats):
        thieves += state.village[seat, CARD.thief]
    return thieves > 0


@kernel
def sheriff_discards(state, owner, copy):
    """R14.8: any Thief is discarded, its coins go to the acting seat."""
    state.supply[state.current_seat] += state.coins[owner, THIEF_COINS, copy]
    state.coins[owner, THIEF_COINS, copy] = 0
    remove_top_card(state, node_of_copy(state, owner, CARD.thief, copy))
    road.discard_card(state, CARD.thief)
    ask(state, state.current_seat, D.BUILD)


@kernel
def can_be_robbed(state, seat):
    """R14.7: a Supply of at least 3."""
    return state.supply[seat] >= THIEF_TAKES


@kernel
def next_thief(state):
    """R14.7: at the end of the build turn each own Thief robs somebody, by order of placement, while anyone can be."""
    seat = builder_of_turn(state)
    if state.pending_number < state.village[seat, CARD.thief]:
        for victim in range(state.num_seats):
            if victim != seat and can_be_robbed(state, victim):
                ask(state, seat, D.THIEF)
                return
    state.pending_number = 0
    after_turn(state)


@kernel
def thief_robs(state, victim):
    """R14.7: 3 Gold from the victim's Supply on the Thief."""
    state.supply[victim] -= THIEF_TAKES
    state.coins[state.current_seat, THIEF_COINS, state.pending_number] += THIEF_TAKES
    state.pending_number += 1


@kernel
def can_play_scoundrel(state, card):
    """R14.5, R14.6, R14.8: has a card of the Build Phase that is discarded a target?"""
    if card == CARD.sheriff:
        return thieves_in_play(state)
    for seat in range(state.num_seats):
        if card == CARD.noble and noble_may_visit(state, seat):
            return True
        if card == CARD.schemer and has_scheme_target(state, seat):
            return True
    return False


# --- what the machine and the decisions call -----------------------------------------------------------


@kernel
def named_seat(state, relative):
    """Return the seat that is so many places clockwise from the acting one."""
    return (state.current_seat + relative) % state.num_seats


@kernel
def apply_scoundrels(state, action):
    """What the answers to the decisions of this expansion do."""
    decision = state.decision
    place = action - state.actions_scoundrels
    if decision == D.COURIER:
        if place != SCOUNDRELS.no_courier:
            courier_takes(state, place - SCOUNDRELS.courier)
    elif decision == D.FLAKER:
        place -= SCOUNDRELS.flaker
        flaker_takes(state, named_seat(state, place // E.LIMIT_CAP), place % E.LIMIT_CAP)
    elif decision == D.NOBLE_SEAT:
        noble_visits(state, named_seat(state, place - SCOUNDRELS.noble_seat + 1))
    elif decision == D.NOBLE_CARD:
        noble_takes(state, place - SCOUNDRELS.noble_card + CARD.lumberjack)
    elif decision == D.SCHEMER_SEAT:
        schemer_visits(state, named_seat(state, place - SCOUNDRELS.schemer_seat))
    elif decision == D.SCHEMER_CARD:
        schemer_takes(state, place - SCOUNDRELS.schemer_card + CARD.lumberjack)
    elif decision == D.SHERIFF:
        place -= SCOUNDRELS.sheriff
        sheriff_discards(state, named_seat(state, place // E.MAX_COPIES), place % E.MAX_COPIES)
    else:
        thief_robs(state, named_seat(state, place - SCOUNDRELS.thief + 1))


@kernel
def play_scoundrel_in_draft(state, card):
    """R14.2, R14.4: a Scoundrel of the Draft Phase has been played and discarded."""
    if card == CARD.barbarian:
        barbarian_raids(state)
    else:
        ask(state, state.current_seat, D.FLAKER)


@kernel
def play_scoundrel(state, card):
    """R14.5, R14.6, R14.8: a Scoundrel of the Build Phase has been played and discarded: whom does it visit?"""
    if card == CARD.noble:
        ask(state, state.current_seat, D.NOBLE_SEAT)
    elif card == CARD.schemer:
        ask(state, state.current_seat, D.SCHEMER_SEAT)
    elif card == CARD.sheriff:
        ask(state, state.current_seat, D.SHERIFF)


@kernel
def mask_scoundrels_in_draft(state, mask):
    """18.3: Scoundrels beside the draft."""
    seat = state.current_seat
    if state.hand[seat, CARD.barbarian] > 0:
        mask[hand_action(state, A.play, CARD.barbarian)] = 1
    if state.hand[seat, CARD.flaker] > 0:
        mask[hand_action(state, A.play, CARD.flaker)] = a_square_is_filled(state)


@kernel
def mask_scoundrels(state, mask):
    """18.3: the decisions of this expansion."""
    decision = state.decision
    first = state.actions_scoundrels
    if decision == D.COURIER:
        for slot in range(E.NUM_SLOTS):
            mask[first + SCOUNDRELS.courier + slot] = state.road[slot] != E.NO_CARD
        mask[first + SCOUNDRELS.no_courier] = 1
    elif decision == D.NOBLE_CARD:
        for card in range(CARD.lumberjack, state.cards_stop):
            if SUIT_OF[card] != SUIT.special:
                held = state.hand[state.pending_seat, card] > 0
                mask[first + SCOUNDRELS.noble_card + card - CARD.lumberjack] = held
    elif decision == D.SCHEMER_CARD:
        for card in range(CARD.lumberjack, state.cards_stop):
            target = is_scheme_target(state, state.pending_seat, card)
            mask[first + SCOUNDRELS.schemer_card + card - CARD.lumberjack] = target
    else:
        for relative in range(state.num_seats):
            mask_seat(state, mask, relative)


@kernel
def mask_seat(state, mask, relative):
    """18.3: what decisions that name a seat offer for one, counted from the acting one."""
    decision = state.decision
    first = state.actions_scoundrels
    seat = named_seat(state, relative)
    if decision == D.FLAKER:
        for position in range(state.square_count[seat]):
            mask[first + SCOUNDRELS.flaker + relative * E.LIMIT_CAP + position] = 1
    elif decision == D.SCHEMER_SEAT:
        mask[first + SCOUNDRELS.schemer_seat + relative] = has_scheme_target(state, seat)
    elif decision == D.SHERIFF:
        for copy in range(state.village[seat, CARD.thief]):
            mask[first + SCOUNDRELS.sheriff + relative * E.MAX_COPIES + copy] = 1
    elif relative > 0 and decision == D.NOBLE_SEAT:
        mask[first + SCOUNDRELS.noble_seat + relative - 1] = noble_may_visit(state, seat)
    elif relative > 0 and decision == D.THIEF:
        mask[first + SCOUNDRELS.thief + relative - 1] = can_be_robbed(state, seat)
