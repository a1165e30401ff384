"""The Draft Phase and the road update that follows it (chapters 3 and 4; solo: R12.3-R12.5)."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.flow import ask
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.enums import CARD, DRAFT_TURN, EVENT, EVENT_AT, STEP, D
from eurogym.envs.villagers.rules import road
from eurogym.envs.villagers.rules.solo import countess_gets
from eurogym.envs.villagers.rules.village import draft_symbols, limit


@kernel
def draft_limit(state, seat):
    """R3.2, R12.23: cards a seat drafts this round."""
    return limit(draft_symbols(state, seat)) - state.draft_penalty


@kernel
def begin_draft(state):
    """R3.1: a new round begins; rats ask first (R12.23)."""
    state.round_number = min(state.round_number + 1, E.MOST_ROUNDS)  # more only from a state from outside
    state.draft_penalty = 0
    state.draft_turn = DRAFT_TURN.NONE
    state.drafter = state.start_player
    for seat in range(state.num_seats):
        state.drafted[seat] = 0
    state.step = STEP.NEXT_DRAFT
    if state.solo and state.event_place[EVENT.rats] == EVENT_AT.FACE_UP:
        ask(state, E.PLAYER, D.LIMIT_RATS)


@kernel
def nothing_to_draft(state):
    """R3.8: no face-up villager, no stack, no Reserve."""
    return (
        road.road_is_empty(state) and road.all_stacks_empty(state) and not road.can_take_from_reserve(state)
    )


@kernel
def next_drafter(state):
    """R3.3: the next seat below its limit drafts, from `drafter` clockwise; none, or nothing left: the phase ends."""
    if not nothing_to_draft(state):
        for offset in range(state.num_seats):
            seat = (state.drafter + offset) % state.num_seats
            if state.drafted[seat] < draft_limit(state, seat):
                state.drafter = seat
                if offset > 0:
                    state.draft_turn = (
                        DRAFT_TURN.NONE
                    )  # the seat that drafted has come to its limit by a card
                if state.draft_turn == DRAFT_TURN.NONE:
                    state.draft_turn = DRAFT_TURN.OPEN
                    if state.courier and offer_courier(state, seat):
                        return
                ask(state, seat, D.DRAFT)
                return
    end_draft(state)


@kernel
def offer_courier(state, drafter):
    """R14.3, 18.3: before another seat drafts, the holder of the Courier is asked, which tells all that it holds it."""
    if road.road_is_empty(state):
        return False
    for seat in range(state.num_seats):
        if seat != drafter and state.hand[seat, CARD.courier] > 0:
            road.show_in_hand(state, seat, CARD.courier)
            ask(state, seat, D.COURIER)
            return True
    return False


@kernel
def end_draft(state):
    """R3.8, R4.1: Squares left over go to hand; then the Road is updated."""
    for seat in range(state.num_seats):
        take_square_to_hand(state, seat)
    state.turn = 0
    state.step = STEP.ROAD_COINS if state.keep_coined else STEP.ROAD_UPDATE


@kernel
def take_square_to_hand(state, seat):
    """R3.9: the cards of the Village Square go to hand."""
    for position in range(state.square_count[seat]):
        road.take_to_hand(state, seat, state.square[seat, position])
        state.square[seat, position] = 0
    state.square_count[seat] = 0


@kernel
def draft_from_road(state, slot):
    """R3.4a, R3.5: draft a face-up villager with its coins."""
    seat = state.current_seat
    state.supply[seat] += road.coins_of_slot(state, slot)
    lay_in_square(state, seat, road.take_from_road(state, slot))


@kernel
def draft_from_stack(state, stack):
    """R3.4b: draft the top card of a stack, turned face-up."""
    lay_in_square(state, state.current_seat, road.take_from_stack(state, stack))


@kernel
def draft_from_reserve(state):
    """R3.7: draft the top card of the Reserve once all stacks are empty."""
    lay_in_square(state, state.current_seat, road.take_from_reserve(state))


@kernel
def lay_in_square(state, seat, card):
    """R3.4: a draft is taken. Solo: the Countess takes a card before the refill (R12.3)."""
    put_in_square(state, seat, card)
    if state.solo and not road.road_is_empty(state):
        ask(state, seat, D.COUNTESS_TAKES)
    else:
        finish_draft(state)


@kernel
def put_in_square(state, seat, card):
    """R3.4, R3.9: a drafted card lies face-up in the Village Square, which goes to hand at the limit."""
    state.square[seat, state.square_count[seat]] = card
    state.square_count[seat] += 1
    state.drafted[seat] += 1
    close_square(state, seat)


@kernel
def close_square(state, seat):
    """R3.9, R13.2: a seat at its limit, which may have fallen, takes its Square to hand."""
    if state.drafted[seat] >= draft_limit(state, seat):
        take_square_to_hand(state, seat)


@kernel
def countess_takes(state, slot):
    """R12.3, R12.4: a face-up villager of the player's choice goes to the Countess, its coins to her Supply."""
    state.supply[E.COUNTESS] += road.coins_of_slot(state, slot)
    countess_gets(state, road.take_from_road(state, slot))
    finish_draft(state)


@kernel
def finish_draft(state):
    """R3.3, R3.5: refill the free slots; the turn passes, unless the Recruiter gives a second draft (R13.5)."""
    road.refill_from_stacks(state)
    seat = state.current_seat
    if state.draft_turn == DRAFT_TURN.PAID and state.drafted[seat] < draft_limit(state, seat):
        state.draft_turn = DRAFT_TURN.SECOND
        return
    state.draft_turn = DRAFT_TURN.NONE
    state.drafter = (seat + 1) % state.num_seats


@kernel
def next_coin(state):
    """R4.3: in reverse turn order each seat may put a coin on a face-up villager."""
    if state.turn == state.num_seats:
        state.step = STEP.ROAD_UPDATE
        return
    last_first = state.num_seats - 1 - state.turn
    state.turn += 1
    ask(state, (state.start_player + last_first) % state.num_seats, D.COIN)


@kernel
def put_coin(state, slot):
    """R4.3: one coin from the Bank on a face-up villager."""
    state.road_coins[slot] += 1


@kernel
def update_road(state):
    """R4.1: the Road is updated once, before building."""
    if state.keep_coined:
        road.update_road_keeping_coined(state)
    else:
        road.update_road_discarding_coined(state)
    state.turn = 0
    state.step = STEP.NEXT_BUILDER
