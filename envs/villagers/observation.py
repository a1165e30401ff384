"""What a seat sees, as uint8 codes (rules 18.6): the layout, declared field by field, and the kernel that writes it."""

from __future__ import annotations

from functools import cache

from envs.core.compile import kernel
from envs.core.layout import Field, ObservationLayout, field_starts
from envs.core.memory import copy_bytes
from envs.villagers import enums as E
from envs.villagers.draft import draft_limit
from envs.villagers.scoring import first_market_is_due
from envs.villagers.tables import COPIES, SUIT
from envs.villagers.village import coins_on_villagers, village_silver

KNOWN_BITS = 6  # a hand card number + 1 in binary
HIGH_SUPPLY = 255
HAND, VILLAGE = E.NUM_HAND_CARDS, E.NUM_VILLAGE_CARDS

GLOBAL_FIELDS = (
    Field("decision", E.NUM_DECISIONS, 1, "all", "one-hot: the pending decision (enums.DECISION_NAMES)", 1),
    Field("round", (), 1 / 20, "all", "round, from 1"),
    Field("markets_held", (), 1 / 2, "all", "markets held so far", 2),
    Field("first_market_due", (), 1, "all", "stacks 1 and 2 are empty", 1),
    Field("build_left", (), 1 / 5, "all", "placements left in the running build turn", 5),
    Field("exchanges_left", (), 1 / 3, "all", "exchanges left in the running build turn", 3),
    Field("tinner_active", (), 1, "all", "a Tinner was played in the running build turn", 1),
    Field(
        "pending_card",
        VILLAGE,
        1,
        "all; a card being returned: who knows it",
        "one-hot: card being placed or used",
        1,
    ),
    Field("pending_role", VILLAGE, 1, "all", "one-hot: predecessor that is looked for", 1),
    Field("pending_monks", (), 1 / 2, "all", "Monks already put below the pending card", 2),
    Field("pending_basic", 3, 1, "all", "one-hot: basic villager being taken", 1),
    Field(
        "pending_seat",
        E.MAX_SEATS,
        1,
        "all",
        "one-hot: village of the Apprentice's target, seat relative to the observer",
        1,
    ),
    Field("road", (E.NUM_SLOTS, HAND), 1, "all", "one-hot per slot: face-up card", 1),
    Field("road_coins", E.NUM_SLOTS, 1 / 4, "all", "coins per slot"),
    Field("stack_size", E.NUM_STACKS, 1 / 10, "all", "cards per stack", E.STACK_CAPACITY),
    Field("reserve_size", (), 1 / 50, "all", "cards in the Reserve"),
    Field(
        "top_suit",
        (E.NUM_STACKS + 1, E.NUM_SUITS),
        1,
        "all",
        "one-hot per stack and Reserve: back of its top card",
        1,
    ),
    Field(
        "top_known",
        (E.NUM_STACKS + 1, KNOWN_BITS),
        1,
        "own seat",
        "per stack and Reserve: number + 1 of the top card in binary, lowest bit first, where this seat knows it",
        1,
    ),
    Field(
        "known_in_piles",
        HAND,
        1 / 2,
        "own seat",
        "per card: copies known to lie face-down in stacks or Reserve",
    ),
    Field("basics_left", 3, 1 / 10, "all", "basic villagers left", 10),
    Field("discard", HAND, 1 / 2, "all", "per card: copies on the discard pile"),
    Field("unseen", HAND, 1 / 2, "own seat", "per card: copies whose place this seat does not know"),
    Field("hand", HAND, 1 / 2, "own seat", "per card: copies in the own hand"),
)

SOLO_FIELDS = (
    Field("difficulty", 3, 1, "all", "one-hot: beginner, normal, hard", 1),
    Field("event_face_up", E.NUM_EVENTS, 1, "all", "event is face-up and has not begun", 1),
    Field("event_begun", E.NUM_EVENTS, 1, "all", "lasting event in force that can no longer be stopped", 1),
    Field("event_discarded", E.NUM_EVENTS, 1, "all", "event lies in the discards of its deck", 1),
    Field("pending_event", E.NUM_EVENTS, 1, "all", "one-hot: event being resolved or dealt by mood_swing", 1),
    Field("jester", (), 1, "all", "the Jester is unspent", 1),
    Field("draft_penalty", (), 1, "all", "rats lowered the drafting limit", 1),
)

SEAT_FIELDS = (
    Field("present", (), 1, "all", "1; 0 in padding", 1),
    Field("to_move", (), 1, "all", "this seat decides", 1),
    Field("starts", (), 1, "all", "this seat is the start player", 1),
    Field("supply", (), 1 / 100, "all", "Gold, up to 255"),
    Field("supply_above", (), 1 / 100, "all", "Gold above 255"),
    Field("hand_size", (), 1 / 20, "all", "cards in hand"),
    Field("hand_suits", E.NUM_SUITS, 1 / 5, "all", "cards in hand by suit"),
    Field("hand_known", HAND, 1 / 2, "all", "per card: copies surely in hand by public knowledge"),
    Field("square", HAND, 1 / 2, "all", "per card: copies in the Village Square"),
    Field("drafted", (), 1 / 5, "all", "cards drafted this round", 5),
    Field("draft_limit", (), 1 / 5, "all", "drafting limit", 5),
    Field("village", VILLAGE, 1 / 2, "all", "per card: copies in the village"),
    Field("covered", E.NUM_ROLES, 1 / 2, "all", "per carrier: covered copies"),
    Field("bare", E.NUM_ROLES, 1 / 2, "all", "per role: places on a villager without a card"),
    Field("half", E.NUM_ROOTS, 1 / 2, "all", "per role: places beside one card"),
    Field("coins", (E.NUM_UNLOCKERS, 2), 1 / 10, "all", "coins per unlocker and copy"),
    Field("founders_food_side", (), 1, "all", "the Founders show Food", 1),
    Field("suit_symbols", E.NUM_SUITS, 1 / 10, "all", "suit symbols, covered ones too"),
    Field("food", (), 1 / 5, "all", "visible Food"),
    Field("builders", (), 1 / 5, "all", "visible Builders"),
    Field("gold_symbols", (), 1 / 10, "all", "visible Gold symbols"),
    Field("padlocks", (), 1 / 10, "all", "padlock symbols, covered ones too"),
    Field("visible_gold", (), 1 / 50, "all", "visible printed Gold, up to 255"),
    Field("silver", (), 1 / 50, "all", "Silver values as the village stands, up to 255"),
    Field("coins_total", (), 1 / 20, "all", "coins on villagers, up to 255"),
    Field("village_size", (), 1 / 40, "all", "cards in the village"),
)


def layout(options) -> ObservationLayout:
    """The layout for given options."""
    blocks = options.pad_seats or (2 if options.is_solo else options.num_players)
    return _layout(options.is_solo, blocks)


@cache
def _layout(solo: bool, blocks: int) -> ObservationLayout:
    return ObservationLayout(GLOBAL_FIELDS + (SOLO_FIELDS if solo else ()), SEAT_FIELDS, blocks)


(
    O_DECISION,
    O_ROUND,
    O_MARKETS,
    O_MARKET_DUE,
    O_BUILD_LEFT,
    O_EXCHANGES,
    O_TINNER,
    O_PENDING_CARD,
    O_PENDING_ROLE,
    O_PENDING_MONKS,
    O_PENDING_BASIC,
    O_PENDING_SEAT,
    O_ROAD,
    O_ROAD_COINS,
    O_STACK_SIZE,
    O_RESERVE_SIZE,
    O_TOP_SUIT,
    O_TOP_KNOWN,
    O_KNOWN,
    O_BASICS,
    O_DISCARD,
    O_UNSEEN,
    O_HAND,
    NUM_GLOBAL,
) = field_starts(GLOBAL_FIELDS)
(
    O_DIFFICULTY,
    O_FACE_UP,
    O_BEGUN,
    O_DISCARDED,
    O_PENDING_EVENT,
    O_JESTER,
    O_PENALTY,
    NUM_GLOBAL_SOLO,
) = field_starts(SOLO_FIELDS, NUM_GLOBAL)
(
    S_PRESENT,
    S_TO_MOVE,
    S_STARTS,
    S_SUPPLY,
    S_SUPPLY_ABOVE,
    S_HAND_SIZE,
    S_HAND_SUITS,
    S_HAND_KNOWN,
    S_SQUARE,
    S_DRAFTED,
    S_DRAFT_LIMIT,
    S_VILLAGE,
    S_COVERED,
    S_BARE,
    S_HALF,
    S_COINS,
    S_FOOD_SIDE,
    S_SUIT_SYMBOLS,
    S_FOOD,
    S_BUILDERS,
    S_GOLD_SYMBOLS,
    S_PADLOCKS,
    S_VISIBLE_GOLD,
    S_SILVER,
    S_COINS_TOTAL,
    S_VILLAGE_SIZE,
    SEAT_SIZE,
) = field_starts(SEAT_FIELDS)


@kernel
def observe(state, seat, out):
    """Write what `seat` sees into `out` (uint8 codes), every entry."""
    for entry in range(out.shape[0]):
        out[entry] = 0
    observe_table(state, seat, out)
    observe_unseen(state, seat, out)
    observe_piles(state, seat, out)
    first = NUM_GLOBAL
    if state.solo:
        observe_events(state, out)
        first = NUM_GLOBAL_SOLO
    for offset in range(state.table_seats):
        other = seat + offset
        if other >= state.table_seats:
            other -= state.table_seats
        observe_seat(state, other, out, first + offset * SEAT_SIZE)


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
    """The pending decision, the Road and the piles' sizes."""
    out[O_DECISION + state.decision] = 1
    out[O_ROUND] = state.round_number
    out[O_MARKETS] = state.markets_held
    out[O_MARKET_DUE] = first_market_is_due(state)
    out[O_BUILD_LEFT] = state.build_left
    out[O_EXCHANGES] = state.exchanges_left
    out[O_TINNER] = state.tinner_active
    # the card given in an exchange is shown to nobody else
    if state.pending_card >= 0 and (state.decision != E.GIVE_PILE or (state.pending_known >> seat) & 1):
        out[O_PENDING_CARD + state.pending_card] = 1
    if state.decision == E.PLACE:
        out[O_PENDING_ROLE + state.pending_role] = 1
    out[O_PENDING_MONKS] = state.pending_monks
    if state.pending_basic >= 0:
        out[O_PENDING_BASIC + state.pending_basic - E.LUMBERJACK] = 1
    if state.decision == E.SWAP_TARGET or state.decision == E.SWAP_PILE:
        out[O_PENDING_SEAT + (state.pending_seat - seat + state.table_seats) % state.table_seats] = 1
    for slot in range(E.NUM_SLOTS):
        if state.road[slot] != E.NO_CARD:
            out[O_ROAD + slot * HAND + state.road[slot] - E.FIRST_HAND_CARD] = 1
        out[O_ROAD_COINS + slot] = clip(state.road_coins[slot], 255)
        out[O_STACK_SIZE + slot] = state.stack_count[slot]
    out[O_RESERVE_SIZE] = state.reserve_count
    for basic in range(3):
        out[O_BASICS + basic] = state.basics_left[E.LUMBERJACK + basic]
    copy_bytes(out, O_DISCARD, state.discard, E.FIRST_HAND_CARD, HAND)
    copy_bytes(out, O_HAND, state.hand[seat], E.FIRST_HAND_CARD, HAND)


@kernel
def observe_piles(state, seat, out):
    """R1.5: the backs of the top cards; and the hidden cards that this seat knows."""
    for stack in range(E.NUM_STACKS):
        count = state.stack_count[stack]
        if count > 0:
            card = state.stack[stack, count - 1]
            observe_top(out, stack, card, (state.stack_known[stack, count - 1] >> seat) & 1)
        for position in range(
            state.stack_seen[stack], count
        ):  # cards known were laid on top, their backs seen
            if (state.stack_known[stack, position] >> seat) & 1:
                observe_known(out, state.stack[stack, position])
    count = state.reserve_count
    if count > 0:
        observe_top(out, E.NUM_STACKS, state.reserve[count - 1], (state.reserve_known[count - 1] >> seat) & 1)
    first = 0 if state.reserve_open else state.reserve_seen
    for position in range(first, count):
        if state.reserve_open or (state.reserve_known[position] >> seat) & 1:
            observe_known(out, state.reserve[position])


@kernel
def observe_known(out, card):
    """A face-down card that the seat knows."""
    out[O_KNOWN + card - E.FIRST_HAND_CARD] += 1
    out[O_UNSEEN + card - E.FIRST_HAND_CARD] -= 1


@kernel
def observe_top(out, pile, card, known):
    """The back of a pile's top card, and its face where the seat knows it."""
    out[O_TOP_SUIT + pile * E.NUM_SUITS + SUIT[card]] = 1
    if known:
        number = card - E.FIRST_HAND_CARD + 1
        for bit in range(KNOWN_BITS):
            out[O_TOP_KNOWN + pile * KNOWN_BITS + bit] = (number >> bit) & 1


@kernel
def observe_events(state, out):
    """R12.2-R12.17: events and the Jester."""
    out[O_DIFFICULTY + state.difficulty] = 1
    for event in range(E.NUM_EVENTS):
        out[O_FACE_UP + event] = state.event_place[event] == E.EVENT_FACE_UP
        out[O_BEGUN + event] = state.event_place[event] == E.EVENT_BEGUN
        out[O_DISCARDED + event] = state.event_place[event] == E.EVENT_DISCARDED
    if state.pending_event >= 0:
        out[O_PENDING_EVENT + state.pending_event] = 1
    out[O_JESTER] = state.jester
    out[O_PENALTY] = state.draft_penalty


@kernel
def observe_seat(state, seat, out, first):
    """What all see of one seat."""
    learner = seat < state.num_seats
    out[first + S_PRESENT] = 1
    out[first + S_TO_MOVE] = seat == state.current_seat and not state.done
    out[first + S_STARTS] = learner and seat == state.start_player
    supply = state.supply[seat]
    out[first + S_SUPPLY] = clip(supply, HIGH_SUPPLY)
    if supply > HIGH_SUPPLY:
        out[first + S_SUPPLY_ABOVE] = clip(supply - HIGH_SUPPLY, 255)
    out[first + S_HAND_SIZE] = state.hand_size[seat]
    copy_bytes(out, first + S_HAND_SUITS, state.hand_suits[seat], 0, E.NUM_SUITS)
    copy_bytes(out, first + S_HAND_KNOWN, state.hand_known[seat], E.FIRST_HAND_CARD, HAND)
    for position in range(state.square_count[seat]):
        out[first + S_SQUARE + state.square[seat, position] - E.FIRST_HAND_CARD] += 1
    if learner:
        out[first + S_DRAFTED] = state.drafted[seat]
        out[first + S_DRAFT_LIMIT] = draft_limit(state, seat)
    copy_bytes(out, first + S_VILLAGE, state.village[seat], 0, VILLAGE)
    copy_bytes(out, first + S_COVERED, state.covered[seat], 0, E.NUM_ROLES)
    copy_bytes(out, first + S_BARE, state.bare[seat], 0, E.NUM_ROLES)
    copy_bytes(out, first + S_HALF, state.half[seat], 0, E.NUM_ROOTS)
    coins = out[first + S_COINS : first + S_COINS + 2 * E.NUM_UNLOCKERS]
    for index in range(E.NUM_UNLOCKERS):
        for copy in range(2):
            coins[2 * index + copy] = clip(state.coins[seat, index, copy], 255)
    out[first + S_FOOD_SIDE] = state.founders_food_side[seat]
    copy_bytes(out, first + S_SUIT_SYMBOLS, state.symbols[seat], 0, E.NUM_SUITS)
    out[first + S_FOOD] = state.symbols[seat, E.SYMBOL_FOOD]
    out[first + S_BUILDERS] = state.symbols[seat, E.SYMBOL_BUILDER]
    out[first + S_GOLD_SYMBOLS] = state.symbols[seat, E.SYMBOL_GOLD]
    out[first + S_PADLOCKS] = state.symbols[seat, E.SYMBOL_PADLOCK]
    out[first + S_VISIBLE_GOLD] = clip(state.visible_gold[seat], 255)
    out[first + S_SILVER] = clip(village_silver(state, seat), 255)
    out[first + S_COINS_TOTAL] = clip(coins_on_villagers(state, seat), 255)
    out[first + S_VILLAGE_SIZE] = state.village_size[seat]


@kernel
def observe_unseen(state, seat, out):
    """Copies of each card whose place the seat does not know: all in the game, less those in sight."""
    copy_bytes(out, O_UNSEEN, COPIES[state.num_seats], E.FIRST_HAND_CARD, HAND)
    subtract_row(out, O_UNSEEN, state.hand[seat], E.FIRST_HAND_CARD, HAND)
    subtract_row(out, O_UNSEEN, state.discard, E.FIRST_HAND_CARD, HAND)
    for other in range(state.table_seats):
        subtract_row(out, O_UNSEEN, state.village[other], E.FIRST_HAND_CARD, HAND)
        if other != seat:
            subtract_row(out, O_UNSEEN, state.hand_known[other], E.FIRST_HAND_CARD, HAND)
    for slot in range(E.NUM_SLOTS):
        if state.road[slot] != E.NO_CARD:
            out[O_UNSEEN + state.road[slot] - E.FIRST_HAND_CARD] -= 1
    for other in range(state.num_seats):
        for position in range(state.square_count[other]):
            out[O_UNSEEN + state.square[other, position] - E.FIRST_HAND_CARD] -= 1
    card = card_in_transit(state, seat)
    if card >= E.FIRST_HAND_CARD:
        out[O_UNSEEN + card - E.FIRST_HAND_CARD] -= 1
    out[O_UNSEEN + E.MONK - E.FIRST_HAND_CARD] -= state.pending_monks


@kernel
def card_in_transit(state, seat):
    """The card that has left a hand or a pile and lies nowhere yet, as far as `seat` sees it, or NO_CARD."""
    decision = state.decision
    if decision == E.SWAP_SEAT or decision == E.SWAP_TARGET or decision == E.SWAP_PILE:
        return E.APPRENTICE
    if decision == E.PLACE or decision == E.UNLOCK or decision == E.SMUGGLE or decision == E.FOUNDERS_SIDE:
        return state.pending_card + 0
    if decision == E.GIVE_PILE and (state.pending_known >> seat) & 1:
        return state.pending_card + 0
    return E.NO_CARD
