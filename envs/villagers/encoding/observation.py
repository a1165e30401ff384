"""What a seat sees, as uint8 codes (rules 18.6): the layout, declared field by field, and the kernel that writes it."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import copy_bytes
from eurogym.envs.core.declare.layout import Field, FieldSection, ObservationSpace
from eurogym.envs.core.declare.names import check_ceiling
from eurogym.envs.core.declare.things import bits, one
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import things as X
from eurogym.envs.villagers.declare.tables import LARGEST_STACK, NUM_ROLES, NUM_ROOTS, NUM_UNLOCKERS, SUIT_OF
from eurogym.envs.villagers.encoding.expansion_fields import (
    KNOWN_BITS,
    NUMBER_BITS,
    SECTIONS,
    observe_known_more,
    observe_more_cards,
    observe_more_of_seat,
    observe_number,
    observe_secrets,
    observe_unseen_more,
)
from eurogym.envs.villagers.rules.developments import metric
from eurogym.envs.villagers.rules.draft import draft_limit
from eurogym.envs.villagers.rules.profiteers import (
    FREELANCER_COINS,
    best_bronze,
    freelancer_copy,
    freelancer_owner,
)
from eurogym.envs.villagers.rules.saints import cards_looked_at
from eurogym.envs.villagers.rules.scoring import first_market_is_due
from eurogym.envs.villagers.rules.scoundrels import THIEF_COINS
from eurogym.envs.villagers.rules.village import coins_on_villagers, village_silver

# cards that the fields of the base section show; a module shows its cards in fields of its own
VILLAGE = E.CARD.BASE
HAND = VILLAGE - E.FIRST_HAND_CARD
check_ceiling("villagers: hand cards told in KNOWN_BITS digits", HAND, 2**KNOWN_BITS - 1)
HIGH_SUPPLY = 255

GLOBAL_FIELDS = (
    Field("round", (), 1 / 20, "all", "round, from 1"),
    Field("markets_held", (), 1 / 2, "all", "markets held so far", 2),
    Field("first_market_due", (), 1, "all", "stacks 1 and 2 are empty", 1),
    Field("build_left", (), 1 / 5, "all", "placements left in the running build turn", 5),
    Field("exchanges_left", (), 1 / 3, "all", "exchanges left in the running build turn", 3),
    Field("tinner_active", (), 1, "all", "a Tinner was played in the running build turn", 1),
    Field(
        "pending_card",
        one(X.VILLAGERS),
        1,
        "all; a card being returned: who knows it",
        "one-hot: card being placed or used",
        1,
    ),
    Field("pending_role", one(X.VILLAGERS), 1, "all", "one-hot: predecessor that is looked for", 1),
    Field("pending_monks", (), 1 / 2, "all", "Monks already put below the pending card", 2),
    Field("pending_basic", one(X.BASICS), 1, "all", "one-hot: basic villager being taken", 1),
    Field(
        "pending_seat",
        one(X.SEATS),
        1,
        "all",
        "one-hot: village of the Apprentice's target, seat relative to the observer",
        1,
    ),
    Field("road", (X.SLOTS, one(X.HAND)), 1, "all", "one-hot per slot: face-up card", 1),
    Field("road_coins", X.SLOTS, 1 / 4, "all", "coins per slot", kind="road", amount="coins"),
    Field("stack_size", X.STACKS, 1 / 10, "all", "cards per stack", LARGEST_STACK, kind="pile"),
    Field("reserve_size", (), 1 / 50, "all", "cards in the Reserve"),
    Field(
        "top_suit",
        (X.PILES, one(X.SUITS)),
        1,
        "all",
        "one-hot per stack and Reserve: back of its top card",
        1,
        kind="pile",
    ),
    Field(
        "top_known",
        (X.PILES, bits(X.NUMBERED, KNOWN_BITS)),
        1,
        "own seat",
        "per stack and Reserve: number + 1 of the top card in binary, lowest bit first, where this seat knows it",
        1,
        kind="pile",
    ),
    Field(
        "known_in_piles",
        X.HAND,
        1 / 2,
        "own seat",
        "per card: copies known to lie face-down in stacks or Reserve",
    ),
    Field("basics_left", X.BASICS, 1 / 10, "all", "basic villagers left", E.BASICS_EACH),
    Field("discard", X.HAND, 1 / 2, "all", "per card: copies on the discard pile"),
    Field("unseen", X.HAND, 1 / 2, "own seat", "per card: copies whose place this seat does not know"),
    Field("hand", X.HAND, 1 / 2, "own seat", "per card: copies in the own hand"),
)

SOLO_FIELDS = (
    Field("difficulty", E.LEVEL.COUNT, 1, "all", "one-hot: beginner, normal, hard", 1),
    Field(
        "event_face_up",
        X.EVENTS,
        1,
        "all",
        "event is face-up and has not begun",
        1,
        kind="event",
        amount="face_up",
    ),
    Field(
        "event_begun",
        X.EVENTS,
        1,
        "all",
        "lasting event in force that can no longer be stopped",
        1,
        kind="event",
        amount="begun",
    ),
    Field(
        "event_discarded",
        X.EVENTS,
        1,
        "all",
        "event lies in the discards of its deck",
        1,
        kind="event",
        amount="discarded",
    ),
    Field(
        "pending_event", one(X.EVENTS), 1, "all", "one-hot: event being resolved or dealt by mood_swing", 1
    ),
    Field("jester", (), 1, "all", "the Jester is unspent", 1),
    Field("draft_penalty", (), 1, "all", "rats lowered the drafting limit", 1),
)

SEAT_FIELDS = (
    Field("starts", (), 1, "all", "this seat is the start player", 1),
    Field("supply", (), 1 / 100, "all", "Gold, up to 255"),
    Field("supply_above", (), 1 / 100, "all", "Gold above 255"),
    Field("hand_size", (), 1 / 20, "all", "cards in hand"),
    Field("hand_suits", X.SUITS, 1 / 5, "all", "cards in hand by suit"),
    Field("hand_known", X.HAND, 1 / 2, "all", "per card: copies surely in hand by public knowledge"),
    Field("square", X.HAND, 1 / 2, "all", "per card: copies in the Village Square"),
    Field("drafted", (), 1 / 5, "all", "cards drafted this round", 5),
    Field("draft_limit", (), 1 / 5, "all", "drafting limit", 5),
    Field("village", X.VILLAGERS, 1 / 2, "all", "per card: copies in the village"),
    Field("covered", X.ROLES, 1 / 2, "all", "per carrier: covered copies", kind="village", amount="covered"),
    Field(
        "bare",
        X.ROLES,
        1 / 2,
        "all",
        "per role: places on a villager without a card",
        kind="village",
        amount="bare",
    ),
    Field("half", X.ROOTS, 1 / 2, "all", "per role: places beside one card", kind="village", amount="half"),
    Field("coins", (X.UNLOCKERS, X.COPIES), 1 / 10, "all", "coins per unlocker and copy"),
    Field("founders_food_side", (), 1, "all", "the Founders show Food", 1),
    Field("suit_symbols", X.SUITS, 1 / 10, "all", "suit symbols, covered ones too"),
    Field("food", (), 1 / 5, "all", "visible Food"),
    Field("builders", (), 1 / 5, "all", "visible Builders"),
    Field("gold_symbols", (), 1 / 10, "all", "visible Gold symbols"),
    Field("padlocks", (), 1 / 10, "all", "padlock symbols, covered ones too"),
    Field("visible_gold", (), 1 / 50, "all", "visible printed Gold, up to 255"),
    Field("silver", (), 1 / 50, "all", "Silver values as the village stands, up to 255"),
    Field("coins_total", (), 1 / 20, "all", "coins on villagers, up to 255"),
    Field("village_size", (), 1 / 40, "all", "cards in the village"),
)


OBSERVATION = ObservationSpace(
    "eurogym.envs.villagers.fields",
    E.D,
    FieldSection("base", GLOBAL_FIELDS, SEAT_FIELDS),
    FieldSection("solo", SOLO_FIELDS, when=lambda options: options.solo, fixed=True),
    *SECTIONS,
)
DEVELOPMENTS, DEVELOPMENTS_SEAT = OBSERVATION.offsets("developments")
SCOUNDRELS, SCOUNDRELS_SEAT = OBSERVATION.offsets("scoundrels")
HIGH_BITS = NUMBER_BITS - KNOWN_BITS
SAINTS, _ = OBSERVATION.offsets("saints")
PROFITEERS, PROFITEERS_SEAT = OBSERVATION.offsets("profiteers")
O, S = OBSERVATION.places, OBSERVATION.seat_places  # noqa: E741 - short names read best in kernels


@kernel
def subtract_row(out, start, row, first, n):
    """Subtract `row[first : first + n]` from `out[start : start + n]`; slices let the compiler do many at once."""
    part = out[start : start + n]
    source = row[first : first + n]
    for i in range(n):
        part[i] -= source[i]


@kernel
def clip(value, high):
    """Documented clip of quantities that rarely pass a byte."""
    return high if value > high else value


@kernel
def observe_table(state, seat, out):
    """Write all of the table but the seats."""
    observe_round(state, seat, out)
    observe_unseen(state, seat, out)
    observe_piles(state, seat, out)
    if state.solo:
        observe_events(state, out)
    if state.profiteers:
        observe_profiteers(state, seat, out)
    if state.developments:
        observe_developments(state, out)
    if state.saints:
        observe_saints(state, seat, out)
    if state.scoundrels:
        observe_scoundrels(state, seat, out)


@kernel
def observe_round(state, seat, out):
    """Write the course of the round, the pending action, the Road, and the own hand."""
    out[O.round] = state.round_number
    out[O.markets_held] = state.markets_held
    out[O.first_market_due] = first_market_is_due(state)
    out[O.build_left] = state.build_left
    out[O.exchanges_left] = state.exchanges_left
    out[O.tinner_active] = state.tinner_active
    pending = shown_pending_card(state, seat)
    if pending >= 0 and pending < VILLAGE:
        out[O.pending_card + pending] = 1
    if state.decision == E.D.PLACE:
        out[O.pending_role + state.pending_role] = 1
    out[O.pending_monks] = state.pending_monks
    if state.pending_basic >= 0:
        out[O.pending_basic + state.pending_basic - E.CARD.lumberjack] = 1
    if state.decision == E.D.SWAP_TARGET or state.decision == E.D.SWAP_PILE:
        out[O.pending_seat + (state.pending_seat - seat + state.table_seats) % state.table_seats] = 1
    for slot in range(E.NUM_SLOTS):
        if is_base_card(state.road[slot]):
            out[O.road + slot * HAND + state.road[slot] - E.FIRST_HAND_CARD] = 1
        out[O.road_coins + slot] = clip(state.road_coins[slot], 255)
    for basic in range(E.NUM_BASICS):
        out[O.basics_left + basic] = state.basics_left[E.CARD.lumberjack + basic]
    copy_bytes(out, O.discard, state.discard, E.FIRST_HAND_CARD, HAND)
    copy_bytes(out, O.hand, state.hand[seat], E.FIRST_HAND_CARD, HAND)


@kernel
def is_base_card(card):
    """Is it a hand card of the base set, which the fields of the base section name? NO_CARD is none."""
    return card >= E.FIRST_HAND_CARD and card < VILLAGE


@kernel
def shown_pending_card(state, seat):
    """Return the pending card, where the seat sees it: one given in an exchange is shown to nobody else (R7.1)."""
    if state.decision != E.D.GIVE_PILE or (state.pending_known >> seat) & 1:
        return state.pending_card
    return E.NO_CARD


@kernel
def observe_piles(state, seat, out):
    """R1.5: the sizes of the piles, the backs of the top cards, and the hidden cards that this seat knows."""
    for stack in range(E.NUM_STACKS):
        count = state.stack_count[stack]
        out[O.stack_size + stack] = count
        if count > state.stack_seen[stack]:
            card = state.stack[stack, count - 1]
            observe_top(state, out, stack, card, (state.stack_known[stack, count - 1] >> seat) & 1)
        # cards known were laid on top, their backs seen, but for those that the Prophet has seen
        for position in range(0 if state.looked_into else state.stack_seen[stack], count):
            if (state.stack_known[stack, position] >> seat) & 1:
                observe_known(state, out, state.stack[stack, position])
    count = state.reserve_count
    out[O.reserve_size] = count
    if count > state.reserve_seen:
        observe_top(
            state, out, E.NUM_STACKS, state.reserve[count - 1], (state.reserve_known[count - 1] >> seat) & 1
        )
    first = 0 if state.reserve_open or state.looked_into else state.reserve_seen
    for position in range(first, count):
        if state.reserve_open or (state.reserve_known[position] >> seat) & 1:
            observe_known(state, out, state.reserve[position])


@kernel
def observe_known(state, out, card):
    """Write a face-down card that the seat knows."""
    if not is_base_card(card):
        observe_known_more(state, out, card)
        return
    out[O.known_in_piles + card - E.FIRST_HAND_CARD] += 1
    out[O.unseen + card - E.FIRST_HAND_CARD] -= 1


@kernel
def observe_top(state, out, pile, card, known):
    """Write the back of a pile's top card, and its face where the seat knows it."""
    out[O.top_suit + pile * E.SUIT.COUNT + SUIT_OF[card]] = 1
    if known:
        observe_number(out, O.top_known + pile * KNOWN_BITS, card, 0, KNOWN_BITS)
        if state.scoundrels:
            first = state.fields_scoundrels + SCOUNDRELS.top_known_high + pile * HIGH_BITS
            observe_number(out, first, card, KNOWN_BITS, HIGH_BITS)


@kernel
def observe_events(state, out):
    """R12.2-R12.17: events and the Jester."""
    out[O.difficulty + state.difficulty] = 1
    for event in range(E.EVENT.COUNT):
        out[O.event_face_up + event] = state.event_place[event] == E.EVENT_AT.FACE_UP
        out[O.event_begun + event] = state.event_place[event] == E.EVENT_AT.BEGUN
        out[O.event_discarded + event] = state.event_place[event] == E.EVENT_AT.DISCARDED
    if state.pending_event >= 0:
        out[O.pending_event + state.pending_event] = 1
    out[O.jester] = state.jester
    out[O.draft_penalty] = state.draft_penalty


@kernel
def observe_seat(state, observer, seat, out, first):
    """Write what all see of one seat."""
    learner = seat < state.num_seats
    out[first + S.starts] = learner and seat == state.start_player
    supply = state.supply[seat]
    out[first + S.supply] = clip(supply, HIGH_SUPPLY)
    if supply > HIGH_SUPPLY:
        out[first + S.supply_above] = clip(supply - HIGH_SUPPLY, 255)
    out[first + S.hand_size] = state.hand_size[seat]
    copy_bytes(out, first + S.hand_suits, state.hand_suits[seat], 0, E.SUIT.COUNT)
    copy_bytes(out, first + S.hand_known, state.hand_known[seat], E.FIRST_HAND_CARD, HAND)
    for position in range(state.square_count[seat]):
        if is_base_card(state.square[seat, position]):
            out[first + S.square + state.square[seat, position] - E.FIRST_HAND_CARD] += 1
    if learner:
        out[first + S.drafted] = state.drafted[seat]
        out[first + S.draft_limit] = draft_limit(state, seat)
    copy_bytes(out, first + S.village, state.village[seat], 0, VILLAGE)
    copy_bytes(out, first + S.covered, state.covered[seat], 0, NUM_ROLES)
    copy_bytes(out, first + S.bare, state.bare[seat], 0, NUM_ROLES)
    copy_bytes(out, first + S.half, state.half[seat], 0, NUM_ROOTS)
    coins = out[first + S.coins : first + S.coins_stop]
    for index in range(NUM_UNLOCKERS):
        for copy in range(E.MAX_COPIES):
            coins[E.MAX_COPIES * index + copy] = clip(state.coins[seat, index, copy], 255)
    out[first + S.founders_food_side] = state.founders_food_side[seat]
    copy_bytes(out, first + S.suit_symbols, state.symbols[seat], 0, E.SUIT.COUNT)
    out[first + S.food] = state.symbols[seat, E.SYMBOL.food]
    out[first + S.builders] = state.symbols[seat, E.SYMBOL.builder]
    out[first + S.gold_symbols] = state.symbols[seat, E.SYMBOL.gold_symbol]
    out[first + S.padlocks] = state.symbols[seat, E.SYMBOL.padlock]
    out[first + S.visible_gold] = clip(state.visible_gold[seat], 255)
    out[first + S.silver] = clip(village_silver(state, seat), 255)
    out[first + S.coins_total] = clip(coins_on_villagers(state, seat), 255)
    out[first + S.village_size] = state.village_size[seat]
    if state.more_cards:
        observe_more_of_seat(state, seat, out, first)
    if state.profiteers:
        observe_profiteers_of_seat(state, seat, out, first + state.seat_fields_profiteers)
    if state.developments:
        observe_developments_of_seat(state, seat, out, first + state.seat_fields_developments)
    if state.scoundrels:
        thieves = first + state.seat_fields_scoundrels + SCOUNDRELS_SEAT.thief_coins
        for copy in range(E.MAX_COPIES):
            out[thieves + copy] = clip(state.coins[seat, THIEF_COINS, copy], 255)
    if state.num_secrets > 0:
        observe_secrets(state, observer, seat, out, first + state.seat_fields_secrets)


@kernel
def observe_unseen(state, seat, out):
    """Copies of each card whose place the seat does not know: all in the game, less those in sight."""
    copy_bytes(out, O.unseen, state.copies, E.FIRST_HAND_CARD, HAND)
    subtract_row(out, O.unseen, state.hand[seat], E.FIRST_HAND_CARD, HAND)
    subtract_row(out, O.unseen, state.discard, E.FIRST_HAND_CARD, HAND)
    for other in range(state.table_seats):
        subtract_row(out, O.unseen, state.village[other], E.FIRST_HAND_CARD, HAND)
        if other != seat:
            subtract_row(out, O.unseen, state.hand_known[other], E.FIRST_HAND_CARD, HAND)
    for slot in range(E.NUM_SLOTS):
        if is_base_card(state.road[slot]):
            out[O.unseen + state.road[slot] - E.FIRST_HAND_CARD] -= 1
    for other in range(state.num_seats):
        for position in range(state.square_count[other]):
            if is_base_card(state.square[other, position]):
                out[O.unseen + state.square[other, position] - E.FIRST_HAND_CARD] -= 1
    card = card_in_transit(state, seat)
    if is_base_card(card):
        out[O.unseen + card - E.FIRST_HAND_CARD] -= 1
    out[O.unseen + E.CARD.monk - E.FIRST_HAND_CARD] -= state.pending_monks
    if state.more_cards:
        observe_more_cards(state, seat, out, card, shown_pending_card(state, seat))
    for index in range(state.num_secrets):
        if (state.secret_known[index] >> seat) & 1:
            observe_secret_unseen(state, out, state.secret_card[index])


@kernel
def observe_secret_unseen(state, out, card):
    """Write a card of another hand that this seat knows of is not unseen."""
    if is_base_card(card):
        out[O.unseen + card - E.FIRST_HAND_CARD] -= 1
    else:
        observe_unseen_more(state, out, card)


@kernel
def card_in_transit(state, seat):
    """Return the card that has left a hand or a pile and lies nowhere yet, as far as `seat` sees it, or NO_CARD."""
    decision = state.decision
    if decision == E.D.SWAP_SEAT or decision == E.D.SWAP_TARGET or decision == E.D.SWAP_PILE:
        return E.CARD.apprentice
    if (
        decision == E.D.PLACE
        or decision == E.D.UNLOCK
        or decision == E.D.SMUGGLE
        or decision == E.D.FOUNDERS_SIDE
    ):
        return state.pending_card
    if decision == E.D.GIVE_PILE and (state.pending_known >> seat) & 1:
        return state.pending_card
    return E.NO_CARD


# --- what the expansions show beside cards -------------------------------------------------------------


@kernel
def relative(state, seat, other):
    """Another seat as `seat` counts it: 0 = itself, then clockwise."""
    return (other - seat + state.num_seats) % state.num_seats


@kernel
def observe_profiteers(state, seat, out):
    """R15.4: the Freelancer that may be paid."""
    first = np.int64(state.fields_profiteers)
    decision = state.decision - E.D.first_profiteers
    if decision >= 0 and decision < E.D.num_profiteers:
        out[first + PROFITEERS.profiteers_decision + decision] = 1
    if state.decision == E.D.FREELANCER:
        owner = relative(state, seat, freelancer_owner(state, state.pending_number))
        copy = freelancer_copy(state, state.pending_number)
        out[first + PROFITEERS.freelancer_asked + owner * E.MAX_COPIES + copy] = 1


@kernel
def observe_profiteers_of_seat(state, seat, out, first):
    """R15.3, R15.4: coins on Freelancers, and what Bronze pays."""
    for copy in range(E.MAX_COPIES):
        out[first + PROFITEERS_SEAT.freelancer_coins + copy] = clip(
            state.coins[seat, FREELANCER_COINS, copy], 255
        )
    out[first + PROFITEERS_SEAT.bronze] = clip(best_bronze(state, seat), 255)


@kernel
def observe_developments(state, out):
    """R16.1: the Developments on the table."""
    first = np.int64(state.fields_developments)
    decision = state.decision - E.D.first_developments
    if decision >= 0 and decision < E.D.num_developments:
        out[first + DEVELOPMENTS.developments_decision + decision] = 1
    for suit in range(E.DEV_SUIT.COUNT):
        out[first + DEVELOPMENTS.development + state.development[suit]] = 1


@kernel
def observe_developments_of_seat(state, seat, out, first):
    """R16.2, R16.5: tokens and metrics."""
    for suit in range(E.DEV_SUIT.COUNT):
        out[first + DEVELOPMENTS_SEAT.token + suit] = state.token[suit] == seat
        out[first + DEVELOPMENTS_SEAT.metric + suit] = clip(metric(state, seat, state.development[suit]), 255)


@kernel
def observe_saints(state, seat, out):
    """R13.3-R13.5: the Recruiter's turn, and what is being looked at."""
    first = np.int64(state.fields_saints)
    decision = state.decision - E.D.first_saints
    if decision >= 0 and decision < E.D.num_saints:
        out[first + SAINTS.saints_decision + decision] = 1
    if state.draft_turn >= E.DRAFT_TURN.PAID:
        out[first + SAINTS.recruiter_paid + state.draft_turn - E.DRAFT_TURN.PAID] = 1
    if state.decision == E.D.PROPHET_CARD or state.decision == E.D.PROPHET_ORDER:
        out[first + SAINTS.looked_stack + state.pending_pile] = 1
    if state.current_seat == seat and (
        state.decision == E.D.PIGEONEER_CARD or state.decision == E.D.PIGEONEER_ORDER
    ):
        for place in range(state.pending_number, cards_looked_at(state)):
            card = state.reserve[state.reserve_count - 1 - place]
            number = state.looked[place] - 1
            observe_number(out, first + SAINTS.looked_cards + number * NUMBER_BITS, card, 0, NUMBER_BITS)


@kernel
def observe_scoundrels(state, seat, out):
    """R14.3, R14.5, R14.6: the seat that is visited, or that drafts after the Courier."""
    first = np.int64(state.fields_scoundrels)
    decision = state.decision - E.D.first_scoundrels
    if decision >= 0:
        out[first + SCOUNDRELS.scoundrels_decision + decision] = 1
    if state.decision == E.D.NOBLE_CARD or state.decision == E.D.SCHEMER_CARD:
        out[first + SCOUNDRELS.visited_seat + relative(state, seat, state.pending_seat)] = 1
    elif state.decision == E.D.COURIER:
        out[first + SCOUNDRELS.visited_seat + relative(state, seat, state.drafter)] = 1
