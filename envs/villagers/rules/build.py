"""The Build Phase: placing, exchanging, unlocking, Special villagers (chapters 5 to 9 of the rules)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import ask
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.enums import CARD, EVENT, EVENT_AT, SIDE, STEP, SYMBOL, D
from eurogym.envs.villagers.declare.tables import COIN_INDEX, PADLOCK, PREDECESSOR, ROLE_OF
from eurogym.envs.villagers.rules import road, village
from eurogym.envs.villagers.rules.draft import close_square
from eurogym.envs.villagers.rules.solo import bank_unlock_cost, countess_gets, is_active


@kernel
def next_builder(state):
    """R5.1: in turn order each seat completes its build turn."""
    if state.turn == state.num_seats:
        state.step = STEP.END_OF_BUILD
        if state.profiteers and state.bronze_at_phase_end:
            state.turn = 0
            state.step = STEP.PHASE_BRONZE
        return
    seat = (state.start_player + state.turn) % state.num_seats
    state.turn += 1
    state.exchanges_left = E.MAX_EXCHANGES
    state.tinner_active = 0
    state.build_left = village.limit(village.build_symbols(state, seat))
    if state.solo and state.event_place[EVENT.arson] == EVENT_AT.FACE_UP:
        ask(state, seat, D.LIMIT_ARSON)
    elif state.profiteers:
        state.step = STEP.PAY_FREELANCERS
    else:
        ask(state, seat, D.BUILD)


@kernel
def builder_of_turn(state):
    """R5.1: the seat whose build turn it is, also when it is at its end."""
    return (state.start_player + state.turn - 1) % state.num_seats


@kernel
def ask_builder(state, decision):
    """A part of the build turn: the same seat goes on."""
    ask(state, state.current_seat, decision)


@kernel
def end_build_turn(state):
    """R5.2: the seat places no more."""
    state.build_left = 0
    state.exchanges_left = 0
    state.tinner_active = 0
    if state.scoundrels:
        state.step = STEP.TURN_THIEVES
    else:
        after_turn(state)


@kernel
def after_turn(state):
    """R14.7, R15.2: what comes after the Thieves of a build turn: its Bronze, then the next one."""
    if state.profiteers and not state.bronze_at_phase_end:
        state.step = STEP.TURN_BRONZE
    else:
        state.step = STEP.NEXT_BUILDER


@kernel
def end_build_phase(state):
    """R9.10, R9.11: Founders without Food turn; the start player marker passes to the left."""
    for seat in range(state.num_seats):
        if state.symbols[seat, SYMBOL.food] == 0 and village.visible_copies(state, seat, CARD.founders) > 0:
            village.turn_founders(state, seat, SIDE.food)
    state.start_player = (state.start_player + 1) % state.num_seats


# --- exchange for a basic villager (chapter 7) ---------------------------------------------------


@kernel
def choose_basic(state, basic):
    """R7.1: the basic villager to be taken; the card to give follows."""
    state.pending_basic = basic
    ask_builder(state, D.GIVE_CARD)


@kernel
def give_card(state, card):
    """R7.1: the card given; under serfdom it goes to the Countess village (R12.20)."""
    seat = state.current_seat
    state.pending_card = card
    if state.solo and is_active(state, EVENT.serfdom):
        state.event_place[EVENT.serfdom] = EVENT_AT.BEGUN
        road.play_from_hand(state, seat, card)
        countess_gets(state, card)
        take_basic(state)
    else:
        state.pending_known = road.return_from_hand(state, seat, card)
        ask_builder(state, D.GIVE_PILE)


@kernel
def give_to_stack(state, stack):
    """R7.1: the given card goes on a stack, unseen by others."""
    road.put_on_stack(state, stack, state.pending_card, state.pending_known)
    take_basic(state)


@kernel
def give_to_reserve(state):
    """R7.3: without stacks the given card goes on the Reserve, without a Reserve to the discard pile."""
    if state.reserve_count > 0:
        road.put_on_reserve(state, state.pending_card, state.pending_known)
    else:
        road.discard_card(state, state.pending_card)
    take_basic(state)


@kernel
def take_basic(state):
    """R7.1, R7.2: the basic villager starts a new pile."""
    basic = state.pending_basic
    state.basics_left[basic] -= 1
    state.exchanges_left -= 1
    village.add_card(state, state.current_seat, basic, ROLE_OF[basic], E.NO_NODE)
    back_to_build(state)


@kernel
def back_to_build(state):
    """R5.3: the action is complete, the build turn goes on."""
    state.pending_card = E.NO_CARD
    state.pending_role = E.NO_CARD
    state.pending_basic = E.NO_CARD
    state.pending_node = E.NO_NODE
    state.pending_monks = 0
    state.pending_known = 0
    state.pending_seat = 0
    if state.step == STEP.NEXT_DRAFT:  # a villager of the Benefactor (R13.2)
        close_square(state, state.current_seat)
    else:
        ask_builder(state, D.BUILD)


# --- placing (chapters 6 and 9) --------------------------------------------------------------------


@kernel
def play_card(state, card):
    """R5.3: play a card from hand."""
    seat = state.current_seat
    road.play_from_hand(state, seat, card)
    if card == CARD.tinner:
        state.tinner_active = 1
        road.discard_card(state, card)
        ask_builder(state, D.BUILD)
    elif card == CARD.smuggler:
        state.pending_card = card
        ask_builder(state, D.UNLOCK)
    elif card == CARD.apprentice:
        state.build_left -= 1
        ask_builder(state, D.SWAP_SEAT)
    else:
        state.build_left -= 1
        begin_placing(state, card)


@kernel
def begin_placing(state, card):
    """R6.1: find the place of a card: a new pile, or on its predecessor."""
    state.pending_card = card
    state.pending_monks = 0
    state.pending_node = E.NO_NODE
    if PREDECESSOR[card] == E.NO_CARD:
        pay_padlock(state)
    else:
        state.pending_role = PREDECESSOR[card]
        ask_builder(state, D.PLACE)


@kernel
def place_by_kind(state, children):
    """B5: on a predecessor that carries `children` cards, the one of 18.4."""
    state.pending_node = village.find_position(state, state.current_seat, state.pending_role, children, -1)
    pay_padlock(state)


@kernel
def place_in_pile(state, pile):
    """B5 with placement_mode slots: on the predecessor in the named pile."""
    state.pending_node = village.find_position(state, state.current_seat, state.pending_role, -1, pile)
    pay_padlock(state)


@kernel
def place_on_monk(state):
    """R9.5: a Monk takes the place of the predecessor, and needs a place itself unless it starts a pile."""
    road.play_from_hand(state, state.current_seat, CARD.monk)
    state.build_left -= 1
    state.pending_monks += 1
    if village.is_root(state.pending_role):
        pay_padlock(state)
    else:
        state.pending_role = PREDECESSOR[state.pending_role]
        ask_builder(state, D.PLACE)


@kernel
def pay_padlock(state):
    """R8.1: a card with a padlock must be unlocked, others lie at once."""
    if PADLOCK[state.pending_card] == E.NO_CARD:
        lay_cards(state)
    else:
        ask_builder(state, D.UNLOCK)


@kernel
def lay_cards(state):
    """R6.1, R9.5: the Monks, lowest first, then the card itself come to lie in the village."""
    seat = state.current_seat
    card = state.pending_card
    node = state.pending_node
    if state.pending_monks == 2:
        node = village.add_card(state, seat, CARD.monk, ROLE_OF[PREDECESSOR[PREDECESSOR[card]]], node)
    if state.pending_monks >= 1:
        node = village.add_card(state, seat, CARD.monk, ROLE_OF[PREDECESSOR[card]], node)
    village.add_card(state, seat, card, ROLE_OF[card], node)
    back_to_build(state)


# --- padlocks (chapter 8) ----------------------------------------------------------------------------


@kernel
def can_lay(state, seat, card, actions):
    """R6.1, R8.1, R9.5: is there a place for the card, Monks included, and can its padlock be opened?"""
    return village.can_place_on(
        state, seat, PREDECESSOR[card], state.hand[seat, CARD.monk], actions
    ) and can_unlock(state, seat, PADLOCK[card])


@kernel
def can_unlock(state, seat, unlocker):
    """R8.2-R8.4: is there a way to open a padlock of this unlocker?"""
    if unlocker == E.NO_CARD or state.tinner_active or state.village[seat, unlocker] > 0:
        return True
    for other in range(state.table_seats):
        if state.village[other, unlocker] > 0:
            return state.supply[seat] >= E.UNLOCK_COST
    return state.supply[seat] >= bank_unlock_cost(state)


@kernel
def unlock_at_villager(state, owner, copy):
    """R8.2: 2 coins on an unlocker, from the Bank if it is one's own, else from the own Supply."""
    if owner != state.current_seat:
        state.supply[state.current_seat] -= E.UNLOCK_COST
    state.coins[owner, COIN_INDEX[PADLOCK[state.pending_card]], copy] += E.UNLOCK_COST
    after_unlocking(state)


@kernel
def unlock_at_bank(state):
    """R8.2: no village holds the unlocker, the Bank is paid; countess_bank begins with its first use (D29)."""
    state.supply[state.current_seat] -= bank_unlock_cost(state)
    if state.solo and is_active(state, EVENT.countess_bank):
        state.event_place[EVENT.countess_bank] = EVENT_AT.BEGUN
    after_unlocking(state)


@kernel
def after_unlocking(state):
    """R8.1: the unlocked card lies down, or the Smuggler picks a villager."""
    if state.pending_card != CARD.smuggler:
        lay_cards(state)
        return
    if village.highest_visible_gold(state, state.current_seat) > 0:
        ask_builder(state, D.SMUGGLE)
    else:
        finish_smuggler(state, 0)


# --- Special villagers (chapter 9) -------------------------------------------------------------------


@kernel
def smugglers_share(gold):
    """R9.4: half the printed Gold, rounded up."""
    return (gold + 1) // 2


@kernel
def finish_smuggler(state, gold):
    """R9.4: half the printed Gold, rounded up, from the Bank."""
    state.supply[state.current_seat] += smugglers_share(gold)
    road.discard_card(state, CARD.smuggler)
    back_to_build(state)


@kernel
def smuggle(state, card):
    """R9.4: the villager whose Gold is taken."""
    finish_smuggler(state, village.visible_printed_gold(state, state.current_seat, card))


@kernel
def choose_swap_village(state, seat):
    """R9.6: the village of the Apprentice's target."""
    state.pending_seat = seat
    ask_builder(state, D.SWAP_TARGET)


@kernel
def choose_swap_target(state, card):
    """R9.6: the covered villager; which copy is a fixed rule (18.4) or, with slots, the next decision."""
    if state.slots:
        state.pending_card = card
        ask_builder(state, D.SWAP_PILE)
    else:
        swap(state, village.find_covered(state, state.pending_seat, card, -1))


@kernel
def choose_swap_pile(state, pile):
    """18.4: the pile that holds the Apprentice's target."""
    swap(state, village.find_covered(state, state.pending_seat, state.pending_card, pile))


@kernel
def swap(state, node):
    """R9.6: the Apprentice takes the target's place first, then the target is placed by the normal rules."""
    card = state.node_card[node]
    village.replace_covered_card(state, node, CARD.apprentice)
    if card == CARD.founders:
        state.pending_card = card
        ask_builder(state, D.FOUNDERS_SIDE)
    else:
        begin_placing(state, card)


@kernel
def choose_founders_side(state, food_side):
    """R9.6: own Founders come to lie with the side of choice up."""
    state.founders_food_side[state.current_seat] = food_side
    begin_placing(state, CARD.founders)
