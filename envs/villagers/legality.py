"""Which actions are legal: every one offered can be completed (chapter 18 of the rules)."""

from __future__ import annotations

from envs.core.compile import kernel
from envs.villagers import enums as E
from envs.villagers.actions import (
    A_BASIC,
    A_COIN,
    A_COIN_PASS,
    A_COPY,
    A_COUNTESS,
    A_DRAFT_RESERVE,
    A_DRAFT_ROAD,
    A_DRAFT_STACK,
    A_END,
    A_GIVE,
    A_JESTER,
    A_LIMIT,
    A_OWN,
    A_PILE,
    A_PILE_RESERVE,
    A_PLACE,
    A_PLAY,
    A_RESOLVE,
    A_RESOLVE_DEALT,
    A_SIDE,
    A_THEIR,
    A_UNLOCK,
    A_UNLOCK_BANK,
    A_UNLOCK_FREE,
    A_VILLAGE,
    PLACE_BARE,
    PLACE_BESIDE,
    PLACE_ON_MONK,
    first_pile_action,
)
from envs.villagers.build import visible_printed_gold
from envs.villagers.road import all_stacks_empty, can_take_from_reserve
from envs.villagers.solo import (
    bank_unlock_cost,
    can_conscript_from_reserve,
    is_countess_target,
    is_jester_target,
    is_own_copy_target,
    is_own_target,
)
from envs.villagers.tables import EVENT_TIMING, PADLOCK, PREDECESSOR, ROLE_CARD, ROLE_OF
from envs.villagers.village import can_place_on, is_root


@kernel
def legal_actions(state, mask):
    """Write 1 for every legal action of the seat to move, 0 elsewhere; returns how many are legal."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    decision = state.decision
    if decision == E.DRAFT:
        mask_draft(state, mask)
    elif decision == E.COIN:
        mask_road(state, mask, A_COIN)
        mask[A_COIN_PASS] = 1
    elif decision == E.BUILD:
        mask_build(state, mask)
    elif decision == E.GIVE_CARD or decision == E.ABDUCTION:
        for card in range(E.NUM_HAND_CARDS):
            mask[A_GIVE + card] = state.hand[state.current_seat, E.FIRST_HAND_CARD + card] > 0
    elif decision == E.GIVE_PILE:
        mask_stacks(state, mask, A_PILE)
        mask[A_PILE_RESERVE] = all_stacks_empty(state)
    elif decision == E.PLACE:
        mask_place(state, mask)
    elif decision == E.UNLOCK:
        mask_unlock(state, mask)
    elif decision == E.SMUGGLE:
        for card in range(E.NUM_VILLAGE_CARDS):
            mask[A_OWN + card] = visible_printed_gold(state, state.current_seat, card) > 0
    elif decision == E.SWAP_SEAT:
        for offset in range(state.table_seats):
            mask[A_VILLAGE + offset] = has_swap_target(
                state, (state.current_seat + offset) % state.table_seats
            )
    elif decision == E.SWAP_TARGET:
        for role in range(E.NUM_ROLES):
            mask[A_THEIR + ROLE_CARD[role]] = is_swap_target(state, state.pending_seat, role)
    elif decision == E.SWAP_PILE:
        mask_swap_pile(state, mask)
    elif decision == E.FOUNDERS_SIDE:
        mask[A_SIDE] = 1
        mask[A_SIDE + 1] = 1
    elif state.solo:
        mask_solo(state, mask)
    if state.solo:
        mask_jester(state, mask)
    count = 0
    for action in range(mask.shape[0]):
        count += mask[action]
    return count


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
    mask_road(state, mask, A_DRAFT_ROAD)
    mask_stacks(state, mask, A_DRAFT_STACK)
    mask[A_DRAFT_RESERVE] = all_stacks_empty(state) and can_take_from_reserve(state)


@kernel
def mask_build(state, mask):
    """B3: cards that can be played to the end, basics, the end of the turn."""
    seat = state.current_seat
    cards = 0
    for index in range(E.NUM_HAND_CARDS):
        card = E.FIRST_HAND_CARD + index
        if state.hand[seat, card] > 0:
            cards += 1
            mask[A_PLAY + index] = can_play(state, seat, card)
    if cards > 0 and state.exchanges_left > 0:
        for basic in range(3):
            mask[A_BASIC + basic] = state.basics_left[E.LUMBERJACK + basic] > 0
    mask[A_END] = 1


@kernel
def can_play(state, seat, card):
    """B3: may this hand card be played now?"""
    if card == E.TINNER:
        return True
    if card == E.SMUGGLER:
        return can_use_smuggler(state, seat)
    if state.build_left == 0 or card == E.MONK:
        return False
    if card == E.APPRENTICE:
        for owner in range(state.table_seats):
            if has_swap_target(state, owner):
                return True
        return False
    return can_lay(state, seat, card, state.build_left - 1)


@kernel
def can_lay(state, seat, card, actions):
    """R6.1, R8.1, R9.5: is there a place for the card, Monks included, and can its padlock be opened?"""
    return can_place_on(state, seat, PREDECESSOR[card], state.hand[seat, E.MONK], actions) and can_unlock(
        state, seat, PADLOCK[card]
    )


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
def can_use_smuggler(state, seat):
    """R9.4, D9: the padlock can be opened and a Gold symbol is visible."""
    if state.smuggler_requires_gold and state.symbols[seat, E.SYMBOL_GOLD] == 0:
        return False
    return can_unlock(state, seat, PADLOCK[E.SMUGGLER])


@kernel
def is_swap_target(state, owner, role):
    """R9.6, R9.9: may the Apprentice take a covered card of this role from that village?"""
    if state.covered[owner, role] == 0:
        return False
    seat = state.current_seat
    card = ROLE_CARD[role]
    if card == E.FOUNDERS and owner != seat:
        return False
    spent = 1 if state.decision == E.BUILD else 0  # later the Apprentice's action is already paid
    return can_lay(state, seat, card, state.build_left - spent)


@kernel
def has_swap_target(state, owner):
    """B8a: does that village hold a legal target?"""
    for role in range(E.NUM_ROLES):
        if is_swap_target(state, owner, role):
            return True
    return False


@kernel
def mask_swap_pile(state, mask):
    """18.4 slots: the piles of the village that hold the covered card."""
    first = first_pile_action(state)
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
    role = ROLE_OF[card]
    if state.slots:
        first = first_pile_action(state)
        capacity = 2 if role < E.NUM_ROOTS else 1
        for node in range(state.num_nodes):
            if (
                state.node_seat[node] == seat
                and state.node_role[node] == role
                and state.node_children[node] < capacity
            ):
                mask[first + state.node_pile[node]] = 1
    else:
        mask[A_PLACE + PLACE_BESIDE] = state.half[seat, role] > 0
        mask[A_PLACE + PLACE_BARE] = state.bare[seat, role] > 0
    monks = state.hand[seat, E.MONK]
    if monks > 0 and state.build_left > 0:
        mask[A_PLACE + PLACE_ON_MONK] = is_root(card) or can_place_on(
            state, seat, PREDECESSOR[card], monks - 1, state.build_left - 1
        )


@kernel
def mask_unlock(state, mask):
    """B6, R8.2-R8.4: the Tinner, own and foreign unlockers, the Bank."""
    seat = state.current_seat
    unlocker = PADLOCK[state.pending_card]
    anywhere = 0
    for offset in range(state.table_seats):
        owner = (seat + offset) % state.table_seats
        copies = state.village[owner, unlocker]
        anywhere += copies
        if offset == 0 or state.supply[seat] >= E.UNLOCK_COST:
            for copy in range(copies):
                mask[A_UNLOCK + 2 * offset + copy] = 1
    mask[A_UNLOCK_FREE] = state.tinner_active
    mask[A_UNLOCK_BANK] = anywhere == 0 and state.supply[seat] >= bank_unlock_cost(state)


@kernel
def mask_solo(state, mask):
    """S1-S8: decisions of the solo mode."""
    decision = state.decision
    if decision == E.LIMIT_RATS or decision == E.LIMIT_ARSON:
        mask[A_LIMIT] = 1
        mask[A_LIMIT + 1] = 1
    elif decision == E.COUNTESS_TAKES:
        mask_road(state, mask, A_COUNTESS)
    elif decision == E.EVENT:
        for event in range(E.NUM_EVENTS):
            mask[A_RESOLVE + event] = (
                EVENT_TIMING[event] == E.TIMING_EVENT_PHASE and state.event_place[event] == E.EVENT_FACE_UP
            )
    elif decision == E.DEALT_EVENT:
        mask[A_RESOLVE_DEALT] = 1
    elif decision == E.OWN_TARGET:
        for card in range(E.NUM_VILLAGE_CARDS):
            mask[A_OWN + card] = is_own_target(state, state.pending_event, card)
    elif decision == E.OWN_COPY:
        for copy in range(2):
            mask[A_COPY + copy] = is_own_copy_target(state, state.pending_event, state.pending_card, copy)
    elif decision == E.COUNTESS_TARGET:
        for card in range(E.NUM_VILLAGE_CARDS):
            mask[A_THEIR + card] = is_countess_target(state, state.pending_event, card)
    elif decision == E.CONSCRIPTION:
        mask_stacks(state, mask, A_PILE)
        mask[A_PILE_RESERVE] = can_conscript_from_reserve(state)


@kernel
def mask_jester(state, mask):
    """S3, D29: the Jester beside the draft, the build turn, the limits and the choice of events."""
    decision = state.decision
    if (
        decision == E.DRAFT
        or decision == E.BUILD
        or decision == E.LIMIT_RATS
        or decision == E.LIMIT_ARSON
        or decision == E.EVENT
        or decision == E.DEALT_EVENT
    ):
        for event in range(E.NUM_EVENTS):
            mask[A_JESTER + event] = is_jester_target(state, event)
