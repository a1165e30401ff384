"""States from outside: the events of the solo mode, whose turn it is, and what a decision is about."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.enums import CARD, DECK, DRAFT_TURN, EVENT, EVENT_AT, STEP, TIMING, D
from eurogym.envs.villagers.declare.tables import (
    DARK_MOOD_DEALS,
    EVENT_DECK,
    EVENT_TIMING,
    EVENT_USED,
    JESTER_AVAILABLE,
    NEW_EVENTS,
    NUM_ROOTS,
    PADLOCK,
    PREDECESSOR,
    ROLE_OF,
)
from eurogym.envs.villagers.encoding.check_modules import (
    counts_well,
    fits_benefactor,
    fits_courier,
    fits_module,
    is_hand_card,
    is_in_game,
    looks_well,
    played_card,
    step_of_module,
)
from eurogym.envs.villagers.encoding.faults import F
from eurogym.envs.villagers.rules.build import builder_of_turn
from eurogym.envs.villagers.rules.draft import draft_limit
from eurogym.envs.villagers.rules.legality import can_unlock, is_swap_target
from eurogym.envs.villagers.rules.solo import is_active, is_own_target

MOST_FACE_UP = int(NEW_EVENTS.max()) + DARK_MOOD_DEALS  # R12.8; with so few a draw always finds another one


# --- events of the solo mode --------------------------------------------------------------------------------------


@kernel
def event_fault(state):
    """R12.2, R12.8, R12.10, R12.17: the events of the level, each in its place; the decks hold those that are there."""
    if state.jester > JESTER_AVAILABLE[state.difficulty]:
        return F.SOLO
    face_up = 0
    for event in range(EVENT.COUNT):
        if (state.event_place[event] == EVENT_AT.REMOVED) == EVENT_USED[state.difficulty, event]:
            return F.EVENTS
        face_up += is_active(state, event)
    if face_up > MOST_FACE_UP:
        return F.EVENTS
    for deck in range(DECK.COUNT):
        if not is_event_deck(state, deck):
            return F.EVENT_DECK
    return F.SOUND


@kernel
def is_event_deck(state, deck):
    """R12.2: the draw pile holds each event of the deck that is in it, once."""
    listed = 0
    for position in range(state.event_deck_count[deck]):
        listed |= 1 << state.event_deck[deck, position]
    count = 0
    for event in range(EVENT.COUNT):
        if EVENT_DECK[event] == deck and state.event_place[event] == EVENT_AT.DECK:
            if not (listed >> event) & 1:
                return False
            count += 1
    return count == state.event_deck_count[deck]


# --- whose turn it is ---------------------------------------------------------------------------------------------


@kernel
def end_fault(state):
    """R11.1: the game is over with the second market."""
    if not state.solo and (state.jester or state.draft_penalty):
        return F.SOLO
    if (state.markets_held == 2) != (state.done == 1):
        return F.DECISION
    return F.SOUND if (state.done == 1) == (state.decision == D.NONE) else F.DECISION


@kernel
def turn_fault(state):
    """R3.1: the step, the decision that it asks, the seat, and what is left of its turn."""
    if state.done:
        return F.SOUND
    if not is_in_game(state, state.decision) or not is_step(state, state.decision):
        return F.DECISION
    if not is_turn(state):
        return F.SEAT
    if state.step == STEP.PAY_FREELANCERS or (state.step == STEP.NEXT_BUILDER and state.decision != D.BRONZE):
        return F.SOUND
    left = state.build_left > 0 or state.exchanges_left > 0 or state.tinner_active
    return F.BUILD_LEFT if left else F.SOUND


@kernel
def is_step(state, decision):
    """Is the decision asked for in this step? A Benefactor's villager is placed in the Draft Phase (R13.2)."""
    if decision >= D.first_profiteers:
        return state.step == step_of_module(state, decision)
    if state.saints and state.step == STEP.NEXT_DRAFT and (decision == D.PLACE or decision == D.UNLOCK):
        return True
    return state.step == step_of(decision)


@kernel
def step_of(decision):
    """The step in which a decision is asked for."""
    if decision == D.DRAFT or decision == D.LIMIT_RATS or decision == D.COUNTESS_TAKES:
        return STEP.NEXT_DRAFT
    if decision == D.COIN:
        return STEP.ROAD_COINS
    if D.BUILD <= decision <= D.FOUNDERS_SIDE or decision == D.LIMIT_ARSON:
        return STEP.NEXT_BUILDER
    return STEP.NEXT_EVENT


@kernel
def is_turn(state):
    """R3.3, R4.3, R5.1, R16.2: does this seat draft, put a coin, build, or take a reward now?"""
    players, seat = state.num_seats, state.current_seat
    if state.step == STEP.NEXT_DRAFT:
        return is_draft_turn(state)
    if state.step == STEP.NEXT_EVENT:
        return seat == E.PLAYER
    if state.step == STEP.REWARDS:
        return True  # whose it is stands in the running number (counts_well)
    if state.turn < 1 or state.turn > players:
        return False
    if state.step == STEP.ROAD_COINS:
        return state.keep_coined and seat == (state.start_player + players - state.turn) % players
    return seat == builder_of_turn(state)


@kernel
def is_draft_turn(state):
    """R3.3, R13.5, R14.3: below its limit the drafter decides, the Courier's holder before it."""
    decision, turn = state.decision, state.draft_turn
    if decision == D.LIMIT_RATS:
        return state.current_seat == state.drafter
    if turn == DRAFT_TURN.NONE or (turn != DRAFT_TURN.OPEN and not state.saints):
        return False
    drafted = decision == D.COUNTESS_TAKES or decision == D.PROPHET_ORDER  # the card is in the Square
    if not drafted and state.drafted[state.drafter] >= draft_limit(state, state.drafter):
        return False
    return fits_courier(state) if decision == D.COURIER else state.current_seat == state.drafter


# --- what is asked ------------------------------------------------------------------------------------------------


@kernel
def fits_decision(state):
    """The fault in what the decision is about: the card played for it, running numbers, the pending fields."""
    card = played_card(state.decision)
    if card != E.NO_CARD and state.discard[card] == 0:
        return F.PLAYED
    if not looks_well(state):
        return F.LOOK
    return F.SOUND if counts_well(state) and fits_pending(state) else F.PENDING


@kernel
def fits_pending(state):
    """Do the pending fields hold what the decision is about, and can it be completed?"""
    decision = state.decision
    if state.pending_card >= state.cards_stop or state.pending_role >= state.cards_stop:
        return False
    if state.pending_basic != E.NO_CARD and state.pending_basic < CARD.lumberjack:
        return False
    if state.pending_monks > 0 and decision != D.PLACE and decision != D.UNLOCK:
        return False
    if decision == D.GIVE_CARD or decision == D.GIVE_PILE:
        return fits_exchange(state)
    if decision == D.PLACE or decision == D.UNLOCK:
        return fits_placement(state)
    if decision == D.SMUGGLE:
        return state.pending_card == CARD.smuggler
    if decision == D.SWAP_TARGET:
        return state.pending_seat < state.table_seats
    if decision == D.SWAP_PILE:
        return fits_swap(state)
    if decision == D.FOUNDERS_SIDE:
        return state.pending_card == CARD.founders
    if decision >= D.first_profiteers:
        return fits_module(state)
    return fits_event(state)


@kernel
def fits_exchange(state):
    """R7.1: a basic villager that is left, an exchange that is left, and a card that its giver knows."""
    if state.pending_basic == E.NO_CARD or state.basics_left[state.pending_basic] == 0:
        return False
    if state.exchanges_left == 0:
        return False
    if state.decision == D.GIVE_CARD:
        return True
    return is_hand_card(state, state.pending_card) and (state.pending_known >> state.current_seat) & 1


@kernel
def fits_placement(state):
    """R6.1, R8.1, R9.5: the lowest new card (Monks lie below) has its place or looks for it; padlocks can be opened."""
    card, seat = state.pending_card, state.current_seat
    if card == E.NO_CARD or (state.decision == D.UNLOCK and PADLOCK[card] == E.NO_CARD):
        return False
    if state.step == STEP.NEXT_DRAFT and not fits_benefactor(state):
        return False
    lowest = card
    for _ in range(state.pending_monks):
        lowest = PREDECESSOR[lowest]
        if lowest == E.NO_CARD:
            return False
    predecessor = PREDECESSOR[lowest]
    if state.decision == D.PLACE:
        known = predecessor != E.NO_CARD and state.pending_role == predecessor
        return known and state.pending_node == E.NO_NODE and can_unlock(state, seat, PADLOCK[card])
    node = state.pending_node
    if predecessor == E.NO_CARD:
        return node == E.NO_NODE
    if node == E.NO_NODE or node >= state.num_nodes or state.node_seat[node] != seat:
        return False
    role = ROLE_OF[predecessor]
    return state.node_role[node] == role and state.node_children[node] < (2 if role < NUM_ROOTS else 1)


@kernel
def fits_swap(state):
    """R9.6: a covered card of that village that the Apprentice may take."""
    if not state.slots or state.pending_seat >= state.table_seats or state.pending_card == E.NO_CARD:
        return False
    role = ROLE_OF[state.pending_card]
    return role != E.NO_ROLE and is_swap_target(state, state.pending_seat, role)


@kernel
def fits_event(state):
    """R12.20, R12.21: the event that the decision belongs to."""
    decision, event = state.decision, state.pending_event
    if decision == D.DEALT_EVENT:
        return (
            event != E.NO_EVENT
            and EVENT_TIMING[event] == TIMING.event_phase
            and state.event_place[event] == EVENT_AT.FACE_UP
        )
    if decision == D.OWN_COPY:
        return state.pending_card != E.NO_CARD and is_own_target(state, event, state.pending_card)
    if decision == D.COUNTESS_TARGET:
        return event == EVENT.bribes or event == EVENT.trade_network
    return True
