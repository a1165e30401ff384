"""Which actions are legal: every one offered can be completed (chapter 18 of the rules)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.actions import LIMIT, PLACE, SLOTS, A, base_hand_action, hand_action
from eurogym.envs.villagers.declare.enums import CARD, EVENT, EVENT_AT, SIDE, SYMBOL, TIMING, D
from eurogym.envs.villagers.rules import solo
from eurogym.envs.villagers.rules.build import can_lay, can_unlock
from eurogym.envs.villagers.rules.developments import mask_developments
from eurogym.envs.villagers.rules.profiteers import mask_profiteers
from eurogym.envs.villagers.rules.road import all_stacks_empty, can_take_from_reserve
from eurogym.envs.villagers.rules.saints import mask_saints, mask_saints_in_draft
from eurogym.envs.villagers.rules.scoundrels import (
    can_play_scoundrel,
    mask_scoundrels,
    mask_scoundrels_in_draft,
)
from eurogym.envs.villagers.rules.village import can_place_on, is_root, visible_printed_gold


@kernel
def mark_legal(state, mask):
    """Mark the legal actions of the seat to move."""
    decision = state.decision
    if decision == D.DRAFT:
        mask_draft(state, mask)
    elif decision == D.COIN:
        mask_road(state, mask, A.coin)
        mask[A.coin_pass] = 1
    elif decision == D.BUILD:
        mask_build(state, mask)
    elif decision == D.GIVE_CARD or decision == D.ABDUCTION:
        mask_gifts(state, mask)
    elif decision == D.GIVE_PILE:
        mask_stacks(state, mask, A.pile)
        mask[A.pile_reserve] = all_stacks_empty(state)
    elif decision == D.PLACE:
        mask_place(state, mask)
    elif decision == D.UNLOCK:
        mask_unlock(state, mask)
    elif decision == D.SMUGGLE:
        for card in range(CARD.BASE):
            mask[A.own_villager + card] = visible_printed_gold(state, state.current_seat, card) > 0
    elif decision == D.SWAP_SEAT:
        for offset in range(state.table_seats):
            mask[A.village + offset] = has_swap_target(
                state, (state.current_seat + offset) % state.table_seats
            )
    elif decision == D.SWAP_TARGET:
        for role in range(T.NUM_ROLES):
            mask[A.their_villager + T.ROLE_CARD[role]] = is_swap_target(state, state.pending_seat, role)
    elif decision == D.SWAP_PILE:
        mask_swap_pile(state, mask)
    elif decision == D.FOUNDERS_SIDE:
        mask[A.founders_side + SIDE.gold] = 1
        mask[A.founders_side + SIDE.food] = 1
    elif decision >= D.first_profiteers:
        mask_module(state, mask)
    elif state.solo:
        mask_solo(state, mask)
    if state.solo:
        mask_jester(state, mask)


@kernel
def mask_road(state, mask, first):
    """Filled Road slots."""
    for slot in range(E.NUM_SLOTS):
        mask[first + slot] = state.road[slot] != E.NO_CARD


@kernel
def mask_stacks(state, mask, first):
    """Non-empty stacks."""
    for stack in range(E.NUM_STACKS):
        mask[first + stack] = state.stack_count[stack] > 0


@kernel
def mask_draft(state, mask):
    """B1, R3.4, R3.7: face-up villagers, stacks, and the Reserve once all stacks are empty."""
    mask_road(state, mask, A.draft_road)
    mask_stacks(state, mask, A.draft_stack)
    mask[A.draft_reserve] = all_stacks_empty(state) and can_take_from_reserve(state)
    if state.more_cards:
        if state.saints:
            mask_saints_in_draft(state, mask)
        if state.scoundrels:
            mask_scoundrels_in_draft(state, mask)


@kernel
def mask_build(state, mask):
    """B3: cards that can be played to the end, basics, the end of the turn."""
    seat = state.current_seat
    cards = 0
    for card in range(E.FIRST_HAND_CARD, CARD.BASE):
        if state.hand[seat, card] > 0:
            cards += 1
            mask[base_hand_action(A.play, card)] = can_play(state, seat, card)
    if state.more_cards:
        for index in range(T.NUM_MORE):
            card = T.MORE_CARDS[index]
            if state.hand[seat, card] > 0:
                cards += 1
                mask[hand_action(state, A.play, card)] = can_play_more(state, seat, card)
    if cards > 0 and state.exchanges_left > 0:
        for basic in range(E.NUM_BASICS):
            mask[A.take_basic + basic] = state.basics_left[CARD.lumberjack + basic] > 0
    mask[A.end_build] = 1


@kernel
def mask_gifts(state, mask):
    """B4a, S6: the cards in hand."""
    seat = state.current_seat
    for card in range(E.FIRST_HAND_CARD, CARD.BASE):
        mask[base_hand_action(A.give, card)] = state.hand[seat, card] > 0
    if state.more_cards:
        for index in range(T.NUM_MORE):
            if state.hand[seat, T.MORE_CARDS[index]] > 0:
                mask[hand_action(state, A.give, T.MORE_CARDS[index])] = 1


@kernel
def can_play_more(state, seat, card):
    """B3: may this hand card of an expansion be played now?"""
    if card == CARD.pigeoneer:
        return state.reserve_count > 0
    if T.DISCARDED[card]:  # those of the Draft Phase never
        return can_play_scoundrel(state, card)
    return state.build_left > 0 and can_lay(state, seat, card, state.build_left - 1)


@kernel
def can_play(state, seat, card):
    """B3: may this hand card be played now?"""
    if card == CARD.tinner:
        return True
    if card == CARD.smuggler:
        return can_use_smuggler(state, seat)
    if state.build_left == 0 or card == CARD.monk:
        return False
    if card == CARD.apprentice:
        for owner in range(state.table_seats):
            if has_swap_target(state, owner):
                return True
        return False
    return can_lay(state, seat, card, state.build_left - 1)


@kernel
def can_use_smuggler(state, seat):
    """R9.4, D9: the padlock can be opened and a Gold symbol is visible."""
    if state.smuggler_requires_gold and state.symbols[seat, SYMBOL.gold_symbol] == 0:
        return False
    return can_unlock(state, seat, T.PADLOCK[CARD.smuggler])


@kernel
def is_swap_target(state, owner, role):
    """R9.6, R9.9: may the Apprentice take a covered card of this role from that village?"""
    if state.covered[owner, role] == 0:
        return False
    seat = state.current_seat
    card = T.ROLE_CARD[role]
    if card == CARD.founders and owner != seat:
        return False
    spent = 1 if state.decision == D.BUILD else 0  # later the Apprentice's action is already paid
    return can_lay(state, seat, card, state.build_left - spent)


@kernel
def has_swap_target(state, owner):
    """B8a: does that village hold a legal target?"""
    for role in range(T.NUM_ROLES):
        if is_swap_target(state, owner, role):
            return True
    return False


@kernel
def mask_swap_pile(state, mask):
    """18.4 slots: the piles of the village that hold the covered card."""
    first = state.actions_slots + SLOTS.in_pile
    for node in range(state.num_nodes):
        if (
            state.node_seat[node] == state.pending_seat
            and state.node_card[node] == state.pending_card
            and state.node_children[node] > 0
        ):
            mask[first + state.node_pile[node]] = 1


@kernel
def mask_place(state, mask):
    """B5: places for the pending card, or for the Monk below it."""
    seat = state.current_seat
    card = state.pending_role
    role = T.ROLE_OF[card]
    if state.slots:
        first = state.actions_slots + SLOTS.in_pile
        capacity = 2 if role < T.NUM_ROOTS else 1
        for node in range(state.num_nodes):
            if (
                state.node_seat[node] == seat
                and state.node_role[node] == role
                and state.node_children[node] < capacity
            ):
                mask[first + state.node_pile[node]] = 1
    else:
        mask[A.place + PLACE.BESIDE] = state.half[seat, role] > 0
        mask[A.place + PLACE.BARE] = state.bare[seat, role] > 0
    monks = state.hand[seat, CARD.monk]
    if monks > 0 and state.build_left > 0:
        mask[A.place + PLACE.ON_MONK] = is_root(card) or can_place_on(
            state, seat, T.PREDECESSOR[card], monks - 1, state.build_left - 1
        )


@kernel
def mask_unlock(state, mask):
    """B6, R8.2-R8.4: the Tinner, own and foreign unlockers, the Bank."""
    seat = state.current_seat
    unlocker = T.PADLOCK[state.pending_card]
    anywhere = 0
    for offset in range(state.table_seats):
        owner = (seat + offset) % state.table_seats
        copies = state.village[owner, unlocker]
        anywhere += copies
        if offset == 0 or state.supply[seat] >= E.UNLOCK_COST:
            for copy in range(copies):
                mask[A.unlock + E.MAX_COPIES * offset + copy] = 1
    mask[A.unlock_free] = state.tinner_active
    mask[A.unlock_bank] = anywhere == 0 and state.supply[seat] >= solo.bank_unlock_cost(state)


@kernel
def mask_module(state, mask):
    """18.3: decisions of the expansions."""
    if state.decision < D.first_developments:
        mask_profiteers(state, mask)
    elif state.decision < D.first_saints:
        mask_developments(state, mask)
    elif state.decision < D.first_scoundrels:
        mask_saints(state, mask)
    else:
        mask_scoundrels(state, mask)


@kernel
def mask_solo(state, mask):
    """S1-S8: decisions of the solo mode."""
    decision = state.decision
    if decision == D.LIMIT_RATS or decision == D.LIMIT_ARSON:
        mask[A.limit + LIMIT.LOSS] = 1
        mask[A.limit + LIMIT.PAY] = 1
    elif decision == D.COUNTESS_TAKES:
        mask_road(state, mask, A.countess_takes)
    elif decision == D.EVENT:
        for event in range(EVENT.COUNT):
            mask[A.resolve + event] = (
                T.EVENT_TIMING[event] == TIMING.event_phase and state.event_place[event] == EVENT_AT.FACE_UP
            )
    elif decision == D.DEALT_EVENT:
        mask[A.resolve_dealt] = 1
    elif decision == D.OWN_TARGET:
        for card in range(CARD.BASE):
            mask[A.own_villager + card] = solo.is_own_target(state, state.pending_event, card)
    elif decision == D.OWN_COPY:
        for copy in range(E.MAX_COPIES):
            mask[A.copy + copy] = solo.is_own_copy_target(
                state, state.pending_event, state.pending_card, copy
            )
    elif decision == D.COUNTESS_TARGET:
        for card in range(CARD.BASE):
            mask[A.their_villager + card] = solo.is_countess_target(state, state.pending_event, card)
    elif decision == D.CONSCRIPTION:
        mask_stacks(state, mask, A.pile)
        mask[A.pile_reserve] = solo.can_conscript_from_reserve(state)


@kernel
def mask_jester(state, mask):
    """S3, D29: the Jester beside the draft, the build turn, the limits and the choice of events."""
    decision = state.decision
    if (
        decision == D.DRAFT
        or decision == D.BUILD
        or decision == D.LIMIT_RATS
        or decision == D.LIMIT_ARSON
        or decision == D.EVENT
        or decision == D.DEALT_EVENT
    ):
        for event in range(EVENT.COUNT):
            mask[A.jester + event] = solo.is_jester_target(state, event)
