"""The turn of the Châteauma (C3-C9): it never decides, so its turn is one transition."""

from __future__ import annotations

from envs.castles_of_burgundy import enums as E
from envs.castles_of_burgundy.depots import first_slot_of, has_black_tile, take_from_black, take_from_depot
from envs.castles_of_burgundy.points import take_bonus_tile
from envs.castles_of_burgundy.tables import (
    ANIMALS,
    BONUS_VP,
    CAPACITY,
    CARD_COLOUR,
    CARD_SELL,
    CARD_SIZE,
    CARD_VP,
    COLOUR_OF,
    EXTRA_TURN,
    RESERVE_ORDER,
    SALE_VP,
    SPECIES_OF,
    UNSURE_CARD,
    UNSURE_SPACE,
)
from envs.castles_of_burgundy.trade import sail_on
from envs.core.compile import kernel
from envs.core.random import next_below, shuffle


@kernel
def take_automa_turn(state):
    """C3.2: choose and place a tile, symbols, full cards, bonus tiles, purchase."""
    forget_placed(state)
    state.selected = E.LEFT if state.white <= 4 else E.RIGHT
    die = 1 + next_below(state, E.STREAM_AUTOMA, 6)
    choose(state, die, state.selected, True)
    resolve_symbols(state)
    complete_cards(state)
    claim_bonus_tiles(state)
    purchase(state)
    forget_placed(state)


@kernel
def forget_placed(state):
    """Blank the list of spaces covered this turn."""
    for place in range(state.num_placed):
        state.placed_card[place] = 0
        state.placed_space[place] = 0
    state.num_placed = 0


@kernel
def space_colour(state, place, space):
    """Colour of a space of the card on a place, or NONE behind the card's last space."""
    card = state.card[place]
    if card == UNSURE_CARD and space == UNSURE_SPACE and state.card8_castle:
        return E.CASTLE
    return CARD_COLOUR[card, space]


@kernel
def is_free(state, place, space):
    """Is this a space of the card, and empty?"""
    return space < CARD_SIZE[state.card[place]] and state.card_tile[place, space] == E.EMPTY


@kernel
def first_free(state, place):
    """First empty space of a card in reading order, or NONE (no card, or full)."""
    for space in range(E.CARD_SPACES):
        if is_free(state, place, space):
            return space
    return E.NONE


# --- C4: choosing and placing ----------------------------------------------------------------------------------


@kernel
def choose(state, start, place, full):
    """C4 CHOOSE, with all that follows from the tile (C5). Returns whether a tile or joker was placed.

    Effects are nested only at the end of each other, so they run in a loop.
    """
    kind = put_one(state, start, place)
    if kind == E.EMPTY:
        if put_joker(state, place):
            return True
        if full:
            fall_back(state)
        return False
    while kind != E.EMPTY:
        kind = effect(state, kind)
    return True


@kernel
def put_one(state, start, place):
    """C4: a tile from the depots, clockwise, or from the reserve goes on a card; the tile, or EMPTY."""
    for step in range(E.NUM_DEPOTS):
        depot = (start - 1 + step) % E.NUM_DEPOTS
        for space in range(E.CARD_SPACES):
            if is_free(state, place, space):
                slot = first_slot_of(state, depot, space_colour(state, place, space))
                if slot != E.NONE:
                    return put(state, place, space, take_from_depot(state, depot, slot), 0)
    for space in range(E.CARD_SPACES):
        if is_free(state, place, space):
            colour = space_colour(state, place, space)
            if state.reserve_size[colour] > 0:
                return put(state, place, space, pop_reserve(state, colour), 0)
    return E.EMPTY


@kernel
def put(state, place, space, kind, face_down):
    """C4 PUT: cover a space and remember it for the symbols."""
    state.card_tile[place, space] = kind
    state.card_joker[place, space] = face_down
    state.placed_card[state.num_placed] = place
    state.placed_space[state.num_placed] = space
    state.num_placed += 1
    return kind


@kernel
def put_joker(state, place):
    """C4: the last joker goes face down on the first empty space; False where there is none."""
    if state.num_jokers == 0:
        return False
    state.num_jokers -= 1
    put(state, place, first_free(state, place), state.joker[state.num_jokers] + 0, 1)
    state.joker[state.num_jokers] = 0
    return True


@kernel
def fall_back(state):
    """C4: nothing fits: a black tile becomes a joker in the reserve, or 2 silver."""
    for slot in range(E.NUM_BLACK_SLOTS):
        if state.black[slot] != E.EMPTY:
            state.joker[state.num_jokers] = take_from_black(state, slot)
            state.num_jokers += 1
            return
    state.silver[state.num_seats] += 2


@kernel
def pop_reserve(state, colour):
    """The top tile of a reserve pile."""
    state.reserve_size[colour] -= 1
    kind = state.reserve[colour, state.reserve_size[colour]] + 0
    state.reserve[colour, state.reserve_size[colour]] = 0
    return kind


@kernel
def push_reserve(state, kind):
    """A tile goes on top of the reserve pile of its colour."""
    colour = COLOUR_OF[kind]
    state.reserve[colour, state.reserve_size[colour]] = kind
    state.reserve_size[colour] += 1


# --- C5: effects ---------------------------------------------------------------------------------------------------


@kernel
def effect(state, kind):
    """C5 EFFECT of a tile just placed. Returns the tile that it placed in turn, or EMPTY."""
    seat = state.num_seats
    if kind == E.KIND_CASTLE:
        return bonus_choose(state)
    if kind == E.TOWN_HALL:
        return use_town_hall(state)
    if kind == E.BANK:
        state.silver[seat] += 2
    elif kind == E.BOARDING_HOUSE:
        state.vp[seat] += 2
    elif kind == E.WATCHTOWER:
        state.vp[seat] += 4
    elif kind == E.WAREHOUSE:
        automa_sells(state)
    elif kind == E.CARPENTER:
        reserve_one(state, E.BUILDING)
    elif kind == E.CHURCH:
        if not reserve_one(state, E.CASTLE) and not reserve_one(state, E.MINE):
            reserve_one(state, E.MONASTERY)
    elif kind == E.MARKET:
        if not reserve_one(state, E.SHIP):
            reserve_one(state, E.LIVESTOCK)
    elif E.FIRST_LIVESTOCK <= kind < E.KIND_MINE:
        state.vp[seat] += animals_of(state, SPECIES_OF[kind])
    elif kind == E.KIND_SHIP:
        automa_sails(state)
    return E.EMPTY


@kernel
def bonus_choose(state):
    """C5 BONUS_CHOOSE: place another tile from the white die on, on the selected card, else on the other, else sell."""
    place = state.selected
    if first_free(state, place) != E.NONE:
        kind = put_one(state, state.white, place)
        if kind == E.EMPTY and not put_joker(state, place):
            fall_back(state)
        return kind
    place = 1 - place
    if first_free(state, place) != E.NONE:
        kind = put_one(state, state.white, place)
        if kind != E.EMPTY or put_joker(state, place):
            return kind
    automa_sells(state)
    return E.EMPTY


@kernel
def reserve_one(state, colour):
    """C5 TAKE: the first tile of a colour, depots clockwise from the white die, goes to the reserve."""
    for step in range(E.NUM_DEPOTS):
        depot = (state.white - 1 + step) % E.NUM_DEPOTS
        slot = first_slot_of(state, depot, colour)
        if slot != E.NONE:
            push_reserve(state, take_from_depot(state, depot, slot))
            return True
    return False


@kernel
def use_town_hall(state):
    """C5 TOWN_HALL: a reserve tile of the colour with most tiles there goes on a card, the selected one first."""
    for turn in range(2):
        place = state.selected if turn == 0 else 1 - state.selected
        best = E.NONE
        best_space = E.NONE
        for rank in range(E.NUM_COLOURS):
            colour = RESERVE_ORDER[rank]
            if state.reserve_size[colour] > 0 and (
                best == E.NONE or state.reserve_size[colour] > state.reserve_size[best]
            ):
                space = first_free_of(state, place, colour)
                if space != E.NONE:
                    best = colour
                    best_space = space
        if best != E.NONE:
            return put(state, place, best_space, pop_reserve(state, best), 0)
    return E.EMPTY


@kernel
def first_free_of(state, place, colour):
    """First empty space of a colour on a card, or NONE."""
    for space in range(E.CARD_SPACES):
        if is_free(state, place, space) and space_colour(state, place, space) == colour:
            return space
    return E.NONE


@kernel
def animals_of(state, species):
    """C5: animals of a species on all face-up tiles on cards and in the duchy."""
    total = 0
    for kind in range(E.FIRST_LIVESTOCK, E.KIND_MINE):
        if SPECIES_OF[kind] == species:
            total += ANIMALS[kind] * state.automa_kinds[kind]
    for place in range(2):
        for space in range(E.CARD_SPACES):
            kind = state.card_tile[place, space]
            if kind != E.EMPTY and not state.card_joker[place, space] and SPECIES_OF[kind] == species:
                total += ANIMALS[kind]
    return total


@kernel
def automa_sails(state):
    """C5 SHIP: all goods of the fullest depot, clockwise from the white die; the marker moves."""
    seat = state.num_seats
    best = E.NONE
    most = 0
    for step in range(E.NUM_DEPOTS):
        depot = (state.white - 1 + step) % E.NUM_DEPOTS
        count = 0
        for goods in range(E.NUM_GOODS):
            count += state.depot_goods[depot, goods]
        if count > most:
            most = count
            best = depot
    if best != E.NONE:
        for goods in range(E.NUM_GOODS):
            state.goods[seat, goods] += state.depot_goods[best, goods]
            state.depot_goods[best, goods] = 0
    sail_on(state, seat)


@kernel
def automa_sells(state):
    """C5 SELL: the type with most tiles; without goods nothing (or 2 points, Q-3)."""
    seat = state.num_seats
    best = 0
    for goods in range(E.NUM_GOODS):
        if state.goods[seat, goods] > state.goods[seat, best]:
            best = goods
    if state.goods[seat, best] == 0:
        state.vp[seat] += state.empty_sale_vp
        return
    state.silver[seat] += 1
    state.vp[seat] += state.goods[seat, best] * SALE_VP[state.table_seats]
    state.goods[seat, best] = 0


# --- C6-C9: the end of its turn --------------------------------------------------------------------------------------


@kernel
def resolve_symbols(state):
    """C6: a sale for each covered sell symbol, in order of covering."""
    for turn in range(state.num_placed):
        if CARD_SELL[state.card[state.placed_card[turn]], state.placed_space[turn]]:
            automa_sells(state)


@kernel
def complete_cards(state):
    """C7: full cards score and move to the duchy; with modifier D extra turns follow; then new cards come."""
    extra = 1
    while extra > 0:
        extra = 0
        for place in range(2):
            if state.card[place] != 0 and first_free(state, place) == E.NONE:
                extra += settle_card(state, place)
        for _ in range(extra):
            take_extra_turn(state)
    if state.card[E.LEFT] == 0 and state.card[E.RIGHT] != 0:
        move_right_card(state)
    for place in range(2):
        if state.card[place] == 0:
            state.card[place] = draw_card(state)


@kernel
def settle_card(state, place):
    """C7: a full card scores, its tiles go to the duchy, and it is discarded. Returns the extra turns won (D)."""
    card = state.card[place]
    state.vp[state.num_seats] += CARD_VP[state.level, card]
    extra = 0
    for space in range(CARD_SIZE[card]):
        kind = state.card_tile[place, space]
        colour = COLOUR_OF[kind]
        state.automa_kinds[kind] += 1
        if state.automa_covered[colour] < CAPACITY[colour]:
            state.automa_covered[colour] += 1
            if state.modifiers & E.MODIFIER_D:
                extra += EXTRA_TURN[colour, state.automa_covered[colour]]
        state.card_tile[place, space] = E.EMPTY
        state.card_joker[place, space] = 0
    state.card[place] = 0
    state.discarded[card] = 1
    return extra


@kernel
def take_extra_turn(state):
    """C7 (modifier D): one more tile from the white die on, on the remaining card; a sale where it has no room."""
    forget_placed(state)
    for place in range(2):
        if first_free(state, place) != E.NONE:
            state.selected = place
            choose(state, state.white, place, True)
            resolve_symbols(state)
            return
    automa_sells(state)


@kernel
def move_right_card(state):
    """C7: the right card moves to the left place."""
    state.card[E.LEFT] = state.card[E.RIGHT]
    state.card[E.RIGHT] = 0
    for space in range(E.CARD_SPACES):
        state.card_tile[E.LEFT, space] = state.card_tile[E.RIGHT, space]
        state.card_joker[E.LEFT, space] = state.card_joker[E.RIGHT, space]
        state.card_tile[E.RIGHT, space] = E.EMPTY
        state.card_joker[E.RIGHT, space] = 0


@kernel
def draw_card(state):
    """C7, Q-8: the top card of the deck; an empty deck is made of the discard pile first."""
    if state.deck_size == 0:
        for card in range(1, E.NUM_CARDS):
            if state.discarded[card]:
                state.deck[state.deck_size] = card
                state.deck_size += 1
                state.discarded[card] = 0
        shuffle(state, E.STREAM_TERRITORY, state.deck, state.deck_size)
    card = state.deck[0] + 0
    state.deck_size -= 1
    for place in range(state.deck_size):
        state.deck[place] = state.deck[place + 1]
    state.deck[state.deck_size] = 0
    return card


@kernel
def claim_bonus_tiles(state):
    """C8: bonus tiles of colours whose spaces are all covered, each claimed once."""
    seat = state.num_seats
    for rank in range(E.NUM_COLOURS):
        colour = RESERVE_ORDER[rank]
        if (
            state.automa_covered[colour] >= CAPACITY[colour]
            and state.bonus_owned[seat, colour] == E.BONUS_NONE
        ):
            owned = take_bonus_tile(state, seat, colour)
            if owned == E.BONUS_NONE:
                state.bonus_owned[seat, colour] = E.BONUS_MISSED
            state.vp[seat] += BONUS_VP[state.table_seats, owned]


@kernel
def purchase(state):
    """C9: for 2 silver the black tile of the colour that it has fewest of in reserve."""
    seat = state.num_seats
    if state.silver[seat] < 2 or not has_black_tile(state):
        return
    best = E.NONE
    for rank in range(E.NUM_COLOURS):
        colour = RESERVE_ORDER[rank]
        if first_black_of(state, colour) != E.NONE and (
            best == E.NONE or state.reserve_size[colour] < state.reserve_size[best]
        ):
            best = colour
    state.silver[seat] -= 2
    push_reserve(state, take_from_black(state, first_black_of(state, best)))


@kernel
def first_black_of(state, colour):
    """First slot of the black depot with a tile of the colour, or NONE."""
    for slot in range(E.NUM_BLACK_SLOTS):
        if state.black[slot] != E.EMPTY and COLOUR_OF[state.black[slot]] == colour:
            return slot
    return E.NONE
