"""The course of a round (R3.1): from one decision to the next, and what each action does."""

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
from envs.villagers.build import (
    after_unlocking,
    choose_basic,
    choose_founders_side,
    choose_swap_pile,
    choose_swap_target,
    choose_swap_village,
    end_build_phase,
    end_build_turn,
    give_card,
    give_to_reserve,
    give_to_stack,
    next_builder,
    place_by_kind,
    place_in_pile,
    place_on_monk,
    play_card,
    smuggle,
    unlock_at_bank,
    unlock_at_villager,
)
from envs.villagers.draft import (
    begin_draft,
    countess_takes,
    draft_from_reserve,
    draft_from_road,
    draft_from_stack,
    next_coin,
    next_drafter,
    put_coin,
    update_road,
)
from envs.villagers.scoring import hold_markets
from envs.villagers.setup import set_up
from envs.villagers.solo import (
    abduct,
    answer_limit_event,
    begin_events,
    choose_countess_target,
    choose_own_copy,
    choose_own_target,
    conscript_from_reserve,
    conscript_from_stack,
    countess_villager,
    next_event,
    play_jester,
    resolve_event,
)


@kernel
def proceed(state):
    """R3.1: carry out the steps of the round until somebody has to decide or the game is over."""
    while state.step != E.STEP_DECIDE:
        step = state.step
        if step == E.STEP_START_ROUND:
            begin_draft(state)
        elif step == E.STEP_NEXT_DRAFT:
            next_drafter(state)
        elif step == E.STEP_ROAD_COINS:
            next_coin(state)
        elif step == E.STEP_ROAD_UPDATE:
            update_road(state)
        elif step == E.STEP_NEXT_BUILDER:
            next_builder(state)
        elif step == E.STEP_END_OF_BUILD:
            end_build_phase(state)
            if state.solo:
                begin_events(state)
            else:
                state.step = E.STEP_MARKETS
        elif step == E.STEP_NEXT_EVENT:
            next_event(state)
        elif step == E.STEP_COUNTESS_VILLAGER:
            countess_villager(state)
        else:
            hold_markets(state)


@kernel
def new_game(state, options, seed):
    """Chapter 2: set the table and go to the first decision; the seed is already in the state's header."""
    set_up(state, options)
    proceed(state)


@kernel
def apply(state, action):
    """Take one legal action for the seat to move and go on to the next decision."""
    decision = state.decision
    if state.solo and A_JESTER <= action < A_RESOLVE:
        play_jester(state, action - A_JESTER)
    elif decision == E.DRAFT:
        apply_draft(state, action)
    elif decision == E.COIN:
        if action == A_COIN_PASS:
            state.step = E.STEP_ROAD_COINS
        else:
            put_coin(state, action - A_COIN)
    elif decision == E.COUNTESS_TAKES:
        countess_takes(state, action - A_COUNTESS)
    elif decision >= E.BUILD and decision <= E.FOUNDERS_SIDE:
        apply_build(state, action)
    else:
        apply_event(state, action)
    proceed(state)


@kernel
def apply_draft(state, action):
    """B1: take a card of the Road, a stack or the Reserve."""
    if action < A_DRAFT_STACK:
        draft_from_road(state, action - A_DRAFT_ROAD)
    elif action < A_DRAFT_RESERVE:
        draft_from_stack(state, action - A_DRAFT_STACK)
    else:
        draft_from_reserve(state)


@kernel
def apply_build(state, action):
    """B3-B8: an action of the build turn or one of its parts."""
    decision = state.decision
    if decision == E.BUILD:
        if action == A_END:
            end_build_turn(state)
        elif action >= A_BASIC:
            choose_basic(state, E.LUMBERJACK + action - A_BASIC)
        else:
            play_card(state, E.FIRST_HAND_CARD + action - A_PLAY)
    elif decision == E.GIVE_CARD:
        give_card(state, E.FIRST_HAND_CARD + action - A_GIVE)
    elif decision == E.GIVE_PILE:
        if action == A_PILE_RESERVE:
            give_to_reserve(state)
        else:
            give_to_stack(state, action - A_PILE)
    elif decision == E.PLACE:
        if action == A_PLACE + PLACE_ON_MONK:
            place_on_monk(state)
        elif action == A_PLACE + PLACE_BESIDE:
            place_by_kind(state, 1)
        elif action == A_PLACE + PLACE_BARE:
            place_by_kind(state, 0)
        else:
            place_in_pile(state, action - first_pile_action(state))
    elif decision == E.UNLOCK:
        if action == A_UNLOCK_FREE:
            after_unlocking(state)
        elif action == A_UNLOCK_BANK:
            unlock_at_bank(state)
        else:
            seat = (state.current_seat + (action - A_UNLOCK) // 2) % state.table_seats
            unlock_at_villager(state, seat, (action - A_UNLOCK) % 2)
    elif decision == E.SMUGGLE:
        smuggle(state, action - A_OWN)
    elif decision == E.SWAP_SEAT:
        choose_swap_village(state, (state.current_seat + action - A_VILLAGE) % state.table_seats)
    elif decision == E.SWAP_TARGET:
        choose_swap_target(state, action - A_THEIR)
    elif decision == E.SWAP_PILE:
        choose_swap_pile(state, action - first_pile_action(state))
    else:
        choose_founders_side(state, action - A_SIDE)


@kernel
def apply_event(state, action):
    """S1, S4-S8: decisions about events."""
    decision = state.decision
    if decision == E.LIMIT_RATS:
        state.draft_penalty = answer_limit_event(state, E.RATS, action - A_LIMIT)
        state.step = E.STEP_NEXT_DRAFT
    elif decision == E.LIMIT_ARSON:
        state.build_left -= answer_limit_event(state, E.ARSON, action - A_LIMIT)
        state.decision = E.BUILD
    elif decision == E.EVENT:
        resolve_event(state, action - A_RESOLVE)
    elif decision == E.DEALT_EVENT:
        resolve_event(state, state.pending_event)
    elif decision == E.OWN_TARGET:
        choose_own_target(state, action - A_OWN)
    elif decision == E.OWN_COPY:
        choose_own_copy(state, action - A_COPY)
    elif decision == E.ABDUCTION:
        abduct(state, E.FIRST_HAND_CARD + action - A_GIVE)
    elif decision == E.COUNTESS_TARGET:
        choose_countess_target(state, action - A_THEIR)
    elif action == A_PILE_RESERVE:
        conscript_from_reserve(state)
    else:
        conscript_from_stack(state, action - A_PILE)
