"""The turn of the Châteauma (C3-C9): it never decides, so its turn is one transition."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.rules import chateauma_modules, depots
from eurogym.envs.castles_of_burgundy.rules.numbers import bonus_tile_points, number_of
from eurogym.envs.castles_of_burgundy.rules.points import take_bonus_tile
from eurogym.envs.castles_of_burgundy.rules.trade import sail_on, sale_points
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.core.compile.random import next_below, shuffle
from eurogym.envs.core.declare.names import sequence

# what the Châteauma remembers during its turn: the selected place, and the spaces covered, in order, for the symbols
TURN = sequence("eurogym.envs.castles_of_burgundy.automa_turn", ("selected", "num_placed", "placed"))
TURN_LENGTH = TURN.placed + E.MAX_PLACED


@kernel
def take_automa_turn(state):
    """C3.2: choose and place a tile, symbols, full cards, bonus tiles, purchase."""
    turn = work_array(TURN_LENGTH)
    turn[TURN.selected] = T.SELECTED_PLACE[state.white]
    die = 1 + next_below(state, E.R.automa, E.DIE_SIDES)
    choose(state, turn, die, turn[TURN.selected])
    resolve_symbols(state, turn)
    complete_cards(state, turn)
    claim_bonus_tiles(state)
    purchase(state)
    if state.shields:
        chateauma_modules.renew_copies(state)


@kernel
def space_colour(state, place, space):
    """Colour of a space of the card on a place, or NONE behind the card's last space."""
    card = state.card[place]
    if (card in (T.UNSURE_CARD, T.UNSURE_COPY)) and space == T.UNSURE_SPACE and state.card8_castle:
        return E.COLOUR.castle
    return T.CARD_COLOUR[card, space]


@kernel
def is_free(state, place, space):
    """Is this a space of the card, and empty?"""
    return space < T.CARD_SIZE[state.card[place]] and state.card_tile[place, space] == E.EMPTY


@kernel
def first_free(state, place):
    """First empty space of a card in reading order, or NONE (no card, or full)."""
    for space in range(E.CARD_SPACES):
        if is_free(state, place, space):
            return space
    return E.NONE


# --- C4: choosing and placing ----------------------------------------------------------------------------------


@kernel
def choose(state, turn, start, place):
    """C4 CHOOSE, with all that follows from the tile (C5).

    Effects are nested only at the end of each other, so they run in a loop.
    """
    kind = put_one(state, turn, start, place)
    if kind == E.EMPTY and not put_joker(state, turn, place):
        fall_back(state)
    while kind != E.EMPTY:
        kind = effect(state, turn, kind)


@kernel
def put_one(state, turn, start, place):
    """C4: a tile from the depots, clockwise, or from the reserve goes on a card; the tile, or EMPTY."""
    for step in range(E.NUM_DEPOTS):
        depot = (start - 1 + step) % E.NUM_DEPOTS
        for space in range(E.CARD_SPACES):
            if is_free(state, place, space):
                slot = depots.first_slot_of(state, depot, space_colour(state, place, space))
                if slot != E.NONE:
                    return put(state, turn, place, space, depots.take_from_depot(state, depot, slot), 0)
    for space in range(E.CARD_SPACES):
        if is_free(state, place, space):
            colour = space_colour(state, place, space)
            if state.reserve_size[colour] > 0:
                return put(state, turn, place, space, pop_reserve(state, colour), 0)
    return E.EMPTY


@kernel
def put(state, turn, place, space, kind, face_down):
    """C4 PUT: cover a space and remember it for the symbols."""
    lay(state, place, space, kind, face_down)
    turn[TURN.placed + turn[TURN.num_placed]] = place * E.CARD_SPACES + space
    turn[TURN.num_placed] += 1
    return kind


@kernel
def lay(state, place, space, kind, face_down):
    """A tile lies on a space of a card."""
    state.card_tile[place, space] = kind
    state.card_joker[place, space] = face_down


@kernel
def put_joker(state, turn, place):
    """C4: the last joker goes face down on the first empty space; False where there is none."""
    if state.num_jokers == 0:
        return False
    state.num_jokers -= 1
    put(state, turn, place, first_free(state, place), np.int64(state.joker[state.num_jokers]), 1)
    state.joker[state.num_jokers] = 0
    return True


@kernel
def fall_back(state):
    """C4: nothing fits: a black tile becomes a joker in the reserve, or 2 silver."""
    for slot in range(E.NUM_BLACK_SLOTS):
        if state.black[slot] != E.EMPTY:
            state.joker[state.num_jokers] = depots.take_from_black(state, slot)
            state.num_jokers += 1
            return
    state.silver[state.num_seats] += 2


@kernel
def pop_reserve(state, colour):
    """Return the top tile of a reserve pile."""
    state.reserve_size[colour] -= 1
    kind = np.int64(state.reserve[colour, state.reserve_size[colour]])
    state.reserve[colour, state.reserve_size[colour]] = 0
    return kind


@kernel
def push_reserve(state, kind):
    """A tile goes on top of the reserve pile of its colour."""
    colour = T.COLOUR_OF[kind]
    state.reserve[colour, state.reserve_size[colour]] = kind
    state.reserve_size[colour] += 1


# --- C5: effects ---------------------------------------------------------------------------------------------------


@kernel
def effect(state, turn, kind):
    """C5 EFFECT of a tile just placed. Returns the tile that it placed in turn, or EMPTY."""
    seat = state.num_seats
    if kind == E.KIND.castle or kind == E.KIND.crane:
        return bonus_choose(state, turn)
    if kind == E.KIND.town_hall:
        return use_town_hall(state, turn)
    if kind == E.KIND.bank:
        state.silver[seat] += number_of(state, kind)
    elif kind == E.KIND.boarding_house:
        state.vp[seat] += 2
    elif kind == E.KIND.watchtower:
        state.vp[seat] += number_of(state, kind)
    elif kind == E.KIND.warehouse:
        automa_sells(state)
    elif kind == E.KIND.carpenter:
        reserve_one(state, E.COLOUR.building)
    elif kind == E.KIND.church:
        if not reserve_one(state, E.COLOUR.castle) and not reserve_one(state, E.COLOUR.mine):
            reserve_one(state, E.COLOUR.monastery)
    elif kind == E.KIND.market:
        if not reserve_one(state, E.COLOUR.ship):
            reserve_one(state, E.COLOUR.livestock)
    elif E.FIRST_LIVESTOCK <= kind < E.KIND.mine:
        state.vp[seat] += automa_herd(state, T.SPECIES_OF[kind], state.tile_number)
        if state.e2:
            state.vp[seat] += chateauma_modules.geese_points(state)
    elif kind == E.KIND.ship:
        automa_sails(state)
    elif kind == E.KIND.geese:
        most = 0
        for species in range(E.SPECIES.COUNT):
            most = max(most, automa_herd(state, species, state.tile_number))
        state.vp[seat] += number_of(state, kind) + most
    elif kind == E.KIND.white_castle:
        tile = chateauma_modules.use_white_castle(state)
        if tile != E.EMPTY:
            push_reserve(state, tile)
    return E.EMPTY


@kernel
def bonus_choose(state, turn):
    """C5 BONUS_CHOOSE: place another tile from the white die on, on the selected card, else on the other, else sell."""
    place = turn[TURN.selected]
    if first_free(state, place) != E.NONE:
        kind = put_one(state, turn, state.white, place)
        if kind == E.EMPTY and not put_joker(state, turn, place):
            fall_back(state)
        return kind
    place = 1 - place
    if first_free(state, place) != E.NONE:
        kind = put_one(state, turn, state.white, place)
        if kind != E.EMPTY or put_joker(state, turn, place):
            return kind
    automa_sells(state)
    return E.EMPTY


@kernel
def reserve_one(state, colour):
    """C5 TAKE: the first tile of a colour, depots clockwise from the white die, goes to the reserve."""
    for step in range(E.NUM_DEPOTS):
        depot = (state.white - 1 + step) % E.NUM_DEPOTS
        slot = depots.first_slot_of(state, depot, colour)
        if slot != E.NONE:
            push_reserve(state, depots.take_from_depot(state, depot, slot))
            return True
    return False


@kernel
def use_town_hall(state, turn):
    """C5 TOWN_HALL: a reserve tile of the colour with most tiles there goes on a card, the selected one first."""
    for attempt in range(E.CARD_PLACE.COUNT):
        place = turn[TURN.selected] if attempt == 0 else 1 - turn[TURN.selected]
        best = E.NONE
        best_space = E.NONE
        for rank in range(E.COLOUR.COUNT):
            colour = T.RESERVE_ORDER[rank]
            if state.reserve_size[colour] > 0 and (
                best == E.NONE or state.reserve_size[colour] > state.reserve_size[best]
            ):
                space = first_free_of(state, place, colour)
                if space != E.NONE:
                    best = colour
                    best_space = space
        if best != E.NONE:
            return put(state, turn, place, best_space, pop_reserve(state, best), 0)
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
    """Animals of a species on all face-up tiles on cards and in the duchy."""
    return automa_herd(state, species, T.ANIMALS)


@kernel
def automa_herd(state, species, worth):
    """C5: worth of all face-up tiles of a species on cards and in the duchy; `worth` is that of a tile, by kind."""
    total = 0
    for kind in range(E.FIRST_LIVESTOCK, E.KIND.mine):
        if T.SPECIES_OF[kind] == species:
            total += worth[kind] * state.automa_kinds[kind]
    for place in range(E.CARD_PLACE.COUNT):
        for space in range(E.CARD_SPACES):
            kind = state.card_tile[place, space]
            if kind != E.EMPTY and not state.card_joker[place, space] and T.SPECIES_OF[kind] == species:
                total += worth[kind]
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
    state.silver[seat] += state.sale_silver
    state.vp[seat] += sale_points(state, state.goods[seat, best]) + state.e8  # C11.3
    state.goods[seat, best] = 0


# --- C6-C9: the end of its turn --------------------------------------------------------------------------------------


@kernel
def resolve_symbols(state, turn):
    """C6: a sale for each covered sell symbol, a double tile for each of its symbols (C11.6), in order of covering."""
    for number in range(turn[TURN.num_placed]):
        place, space = divmod(turn[TURN.placed + number], E.CARD_SPACES)
        if T.CARD_SELL[state.card[place], space]:
            automa_sells(state)
        if T.CARD_DOUBLE[state.card[place], space]:
            chateauma_modules.take_automa_double(state)


@kernel
def complete_cards(state, turn):
    """C7: full cards score and move to the duchy; with modifier D extra turns follow; then new cards come."""
    extra = 1
    while extra > 0:
        extra = 0
        for place in range(E.CARD_PLACE.COUNT):
            if state.card[place] != 0 and first_free(state, place) == E.NONE:
                extra += settle_card(state, place)
        for _ in range(extra):
            take_extra_turn(state, turn)
    if state.card[E.CARD_PLACE.left] == 0 and state.card[E.CARD_PLACE.right] != 0:
        move_right_card(state)
    for place in range(E.CARD_PLACE.COUNT):
        if state.card[place] == 0:
            state.card[place] = draw_card(state)


@kernel
def settle_card(state, place):
    """C7: a full card scores, its tiles go to the duchy, and it is discarded. Returns the extra turns won (D)."""
    card = state.card[place]
    state.vp[state.num_seats] += T.CARD_VP[state.chateauma, card]
    if state.extended:
        chateauma_modules.settle_symbols(state, card)
    extra = 0
    for space in range(T.CARD_SIZE[card]):
        kind = state.card_tile[place, space]
        colour = T.COLOUR_OF[kind]
        state.automa_kinds[kind] += 1
        if state.automa_covered[colour] < T.CAPACITY[colour]:
            state.automa_covered[colour] += 1
            if state.modifiers & E.MODIFIER.D:
                extra += T.EXTRA_TURN[colour, state.automa_covered[colour]]
        state.card_tile[place, space] = E.EMPTY
        state.card_joker[place, space] = 0
    state.card[place] = 0
    state.discarded[card] = 1
    return extra


@kernel
def take_extra_turn(state, turn):
    """C7 (modifier D): one more tile from the white die on, on the remaining card; a sale where it has no room."""
    turn[TURN.num_placed] = 0
    for place in range(E.CARD_PLACE.COUNT):
        if first_free(state, place) != E.NONE:
            turn[TURN.selected] = place
            choose(state, turn, state.white, place)
            resolve_symbols(state, turn)
            return
    automa_sells(state)


@kernel
def move_right_card(state):
    """C7: the right card moves to the left place."""
    state.card[E.CARD_PLACE.left] = state.card[E.CARD_PLACE.right]
    state.card[E.CARD_PLACE.right] = 0
    for space in range(E.CARD_SPACES):
        state.card_tile[E.CARD_PLACE.left, space] = state.card_tile[E.CARD_PLACE.right, space]
        state.card_joker[E.CARD_PLACE.left, space] = state.card_joker[E.CARD_PLACE.right, space]
        state.card_tile[E.CARD_PLACE.right, space] = E.EMPTY
        state.card_joker[E.CARD_PLACE.right, space] = 0


@kernel
def is_in_deck(state, card):
    """C1.5, C11.6: does a territory card take part? With vineyards those from 10 on stand for 2 to 9."""
    return card == 1 or (card >= E.NUM_CARDS) == (state.vineyards == 1)


@kernel
def draw_card(state):
    """C7, Q-8: the top card of the deck; an empty deck is made of the discard pile first."""
    if state.deck_size == 0:
        for card in range(1, E.MORE_CARDS):
            if state.discarded[card]:
                state.deck[state.deck_size] = card
                state.deck_size += 1
                state.discarded[card] = 0
        shuffle(state, E.R.territory, state.deck, state.deck_size)
    card = state.deck[0]
    state.deck_size -= 1
    for place in range(state.deck_size):
        state.deck[place] = state.deck[place + 1]
    state.deck[state.deck_size] = 0
    return card


@kernel
def claim_bonus_tiles(state):
    """C8: bonus tiles of colours whose spaces are all covered, each claimed once."""
    seat = state.num_seats
    for rank in range(E.COLOUR.COUNT):
        colour = T.RESERVE_ORDER[rank]
        if (
            state.automa_covered[colour] >= T.CAPACITY[colour]
            and state.bonus_owned[seat, colour] == E.BONUS.none
        ):
            owned = take_bonus_tile(state, seat, colour)
            if owned == E.BONUS.none:
                state.bonus_owned[seat, colour] = E.BONUS.missed
            state.vp[seat] += bonus_tile_points(state, owned)


@kernel
def purchase(state):
    """C9: it buys the black tile of the colour that it has fewest of in reserve; C11.6: one of the shop before."""
    seat = state.num_seats
    if state.silver[seat] < T.BLACK_PRICE:
        return
    if state.vineyards:
        position = chateauma_modules.position_in_shop(state)
        if position != E.NONE:
            state.silver[seat] -= T.BLACK_PRICE
            chateauma_modules.take_automa_shop_tile(state, position)
            return
    if not depots.has_black_tile(state):
        return
    best = E.NONE
    for rank in range(E.COLOUR.COUNT):
        colour = T.RESERVE_ORDER[rank]
        if first_black_of(state, colour) != E.NONE and (
            best == E.NONE or state.reserve_size[colour] < state.reserve_size[best]
        ):
            best = colour
    state.silver[seat] -= T.BLACK_PRICE
    push_reserve(state, depots.take_from_black(state, first_black_of(state, best)))


@kernel
def first_black_of(state, colour):
    """First slot of the black depot with a tile of the colour, or NONE."""
    for slot in range(E.NUM_BLACK_SLOTS):
        if state.black[slot] != E.EMPTY and T.COLOUR_OF[state.black[slot]] == colour:
            return slot
    return E.NONE
