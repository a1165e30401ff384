"""The course of a round (R3.1): from one decision to the next, and what each action does."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import ask
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.actions import (
    FIRST_MODULE_ACTION,
    LIMIT,
    PLACE,
    SAINTS,
    SLOTS,
    A,
    base_hand_card,
    hand_card,
)
from eurogym.envs.villagers.declare.enums import CARD, EVENT, STEP, D
from eurogym.envs.villagers.declare.tables import DISCARDED
from eurogym.envs.villagers.rules import build, draft, solo
from eurogym.envs.villagers.rules.developments import advance_developments, apply_developments
from eurogym.envs.villagers.rules.profiteers import advance_profiteers, apply_profiteers
from eurogym.envs.villagers.rules.road import discard_card, play_from_hand
from eurogym.envs.villagers.rules.saints import (
    apply_saints,
    pay_recruiter,
    pigeoneer_looks,
    play_saint_in_draft,
)
from eurogym.envs.villagers.rules.scoring import hold_markets
from eurogym.envs.villagers.rules.scoundrels import (
    apply_scoundrels,
    next_thief,
    play_scoundrel,
    play_scoundrel_in_draft,
)


@kernel
def advance(state):
    """R3.1: one step of the round. What it asks leaves `state.step` as it is, so it goes on after the answer."""
    step = state.step
    if step == STEP.START_ROUND:
        draft.begin_draft(state)
    elif step == STEP.NEXT_DRAFT:
        draft.next_drafter(state)
    elif step == STEP.ROAD_COINS:
        draft.next_coin(state)
    elif step == STEP.ROAD_UPDATE:
        draft.update_road(state)
    elif step == STEP.NEXT_BUILDER:
        build.next_builder(state)
    elif step == STEP.END_OF_BUILD:
        build.end_build_phase(state)
        if state.solo:
            solo.begin_events(state)
        else:
            state.step = STEP.JUDGE if state.developments else STEP.MARKETS
    elif step == STEP.NEXT_EVENT:
        solo.next_event(state)
    elif step == STEP.COUNTESS_VILLAGER:
        solo.countess_villager(state)
    elif step == STEP.MARKETS:
        hold_markets(state)
    elif step < STEP.first_developments:
        advance_profiteers(state, step)
    elif step < STEP.first_scoundrels:
        advance_developments(state, step)
    else:
        next_thief(state)


@kernel
def apply(state, action):
    """What the answer to the pending decision does; a part of a longer action asks for the next one."""
    decision = state.decision
    if state.solo and A.jester <= action < A.jester_stop:
        solo.play_jester(state, action - A.jester)
    elif decision == D.DRAFT:
        apply_draft(state, action)
    elif decision == D.COIN:
        if action != A.coin_pass:
            draft.put_coin(state, action - A.coin)
    elif decision == D.COUNTESS_TAKES:
        draft.countess_takes(state, action - A.countess_takes)
    elif decision >= D.BUILD and decision <= D.FOUNDERS_SIDE:
        apply_build(state, action)
    elif decision >= D.first_profiteers:
        apply_module(state, action)
    else:
        apply_event(state, action)


@kernel
def apply_module(state, action):
    """18.3: decisions of the expansions."""
    if state.decision < D.first_developments:
        apply_profiteers(state, action)
    elif state.decision < D.first_saints:
        apply_developments(state, action)
    elif state.decision < D.first_scoundrels:
        apply_saints(state, action)
    else:
        apply_scoundrels(state, action)


@kernel
def play_in_draft(state, action):
    """18.3: cards of the Draft Phase, and the Recruiter, beside the draft, which is asked again unless it was taken."""
    if state.saints and action == state.actions_saints + SAINTS.pay_recruiter:
        pay_recruiter(state)
        return
    card = hand_card(state, A.play, action)
    play_from_hand(state, state.current_seat, card)
    discard_card(state, card)
    if card < CARD.first_scoundrels:
        play_saint_in_draft(state, card)
    else:
        play_scoundrel_in_draft(state, card)


@kernel
def play_more(state, card):
    """B3: a card of an expansion is placed, or discarded for its effect."""
    if DISCARDED[card]:
        play_from_hand(state, state.current_seat, card)
        discard_card(state, card)
    else:
        build.play_card(state, card)
    if card == CARD.pigeoneer:
        pigeoneer_looks(state)
    elif card >= CARD.first_scoundrels:
        play_scoundrel(state, card)


@kernel
def apply_draft(state, action):
    """B1: take a card of the Road, a stack or the Reserve."""
    if action >= FIRST_MODULE_ACTION:
        play_in_draft(state, action)
    elif action < A.draft_stack:
        draft.draft_from_road(state, action - A.draft_road)
    elif action < A.draft_reserve:
        draft.draft_from_stack(state, action - A.draft_stack)
    else:
        draft.draft_from_reserve(state)


@kernel
def apply_build(state, action):
    """B3-B8: an action of the build turn or one of its parts."""
    decision = state.decision
    if decision == D.BUILD:
        if action >= FIRST_MODULE_ACTION:
            play_more(state, hand_card(state, A.play, action))
        elif action == A.end_build:
            build.end_build_turn(state)
        elif action >= A.take_basic:
            build.choose_basic(state, CARD.lumberjack + action - A.take_basic)
        else:
            build.play_card(state, base_hand_card(A.play, action))
    elif decision == D.GIVE_CARD:
        build.give_card(state, hand_card(state, A.give, action))
    elif decision == D.GIVE_PILE:
        if action == A.pile_reserve:
            build.give_to_reserve(state)
        else:
            build.give_to_stack(state, action - A.pile)
    elif decision == D.PLACE:
        if action == A.place + PLACE.ON_MONK:
            build.place_on_monk(state)
        elif action == A.place + PLACE.BESIDE:
            build.place_by_kind(state, 1)
        elif action == A.place + PLACE.BARE:
            build.place_by_kind(state, 0)
        else:
            build.place_in_pile(state, action - state.actions_slots - SLOTS.in_pile)
    elif decision == D.UNLOCK:
        if action == A.unlock_free:
            build.after_unlocking(state)
        elif action == A.unlock_bank:
            build.unlock_at_bank(state)
        else:
            place = action - A.unlock
            seat = (state.current_seat + place // E.MAX_COPIES) % state.table_seats
            build.unlock_at_villager(state, seat, place % E.MAX_COPIES)
    elif decision == D.SMUGGLE:
        build.smuggle(state, action - A.own_villager)
    elif decision == D.SWAP_SEAT:
        build.choose_swap_village(state, (state.current_seat + action - A.village) % state.table_seats)
    elif decision == D.SWAP_TARGET:
        build.choose_swap_target(state, action - A.their_villager)
    elif decision == D.SWAP_PILE:
        build.choose_swap_pile(state, action - state.actions_slots - SLOTS.in_pile)
    else:
        build.choose_founders_side(state, action - A.founders_side)


@kernel
def apply_event(state, action):
    """S1, S4-S8: decisions about events."""
    decision = state.decision
    if decision == D.LIMIT_RATS:
        state.draft_penalty = solo.answer_limit_event(state, EVENT.rats, action == A.limit + LIMIT.PAY)
    elif decision == D.LIMIT_ARSON:
        state.build_left -= solo.answer_limit_event(state, EVENT.arson, action == A.limit + LIMIT.PAY)
        ask(state, E.PLAYER, D.BUILD)
    elif decision == D.EVENT:
        solo.resolve_event(state, action - A.resolve)
    elif decision == D.DEALT_EVENT:
        solo.resolve_event(state, state.pending_event)
    elif decision == D.OWN_TARGET:
        solo.choose_own_target(state, action - A.own_villager)
    elif decision == D.OWN_COPY:
        solo.choose_own_copy(state, action - A.copy)
    elif decision == D.ABDUCTION:
        solo.abduct(state, hand_card(state, A.give, action))
    elif decision == D.COUNTESS_TARGET:
        solo.choose_countess_target(state, action - A.their_villager)
    elif action == A.pile_reserve:
        solo.conscript_from_reserve(state)
    else:
        solo.conscript_from_stack(state, action - A.pile)
