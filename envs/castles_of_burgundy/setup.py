"""Setup (R2, C1, S9.1), up to the first decision."""

from __future__ import annotations

import numpy as np

from envs.castles_of_burgundy import enums as E
from envs.castles_of_burgundy.chateauma import draw_card, put, space_colour
from envs.castles_of_burgundy.depots import deal_tile
from envs.castles_of_burgundy.duchy import lay_out
from envs.castles_of_burgundy.options import POOLS, BurgundyOptions
from envs.castles_of_burgundy.tables import (
    BLACK_SLOTS,
    CARD_SIZE,
    GOODS_PER_TYPE,
    NUM_HIDDEN_A,
    PRECOVERED_A,
    PRECOVERED_B,
    START_GOODS,
    START_SILVER,
    START_WORKERS,
    SUPPLY,
)
from envs.core.compile import kernel
from envs.core.random import next_below, shuffle

NUM_PLAYERS = BurgundyOptions.index("num_players")
DUCHIES = BurgundyOptions.index("duchies")
DUCHY_POOL = BurgundyOptions.index("duchy_pool")
SIDE_CHOICE = BurgundyOptions.index("side_choice")
BLACK_DEPOT_SPACES = BurgundyOptions.index("black_depot_spaces")
CHATEAUMA = BurgundyOptions.index("chateauma")
MODIFIERS = BurgundyOptions.index("modifiers")
EMPTY_SALE_VP = BurgundyOptions.index("empty_sale_vp")
CARD_8 = BurgundyOptions.index("card8_third_space")
CARD_8_CASTLE = BurgundyOptions.code("card8_third_space", "castle")
SOLO_BOARD = BurgundyOptions.index("solo_board")
SOLO_TARGET = BurgundyOptions.index("solo_target")
AREA_GAINS = BurgundyOptions.index("solo_area_gains")
ONE_GAIN = BurgundyOptions.code("solo_area_gains", "one")
SOLO_ORDER = BurgundyOptions.index("solo_order")
FIXED_ORDER = BurgundyOptions.code("solo_order", "fixed")
POOL_RANGES = np.array(list(POOLS.values()))  # first and last duchy number
COPIES_OF_SHEET = 4


@kernel
def set_up(state, options):
    """R2: everything before the choice of sides and the starting castles, in the order of draws of D4."""
    read_options(state, options)
    clear_table(state)
    deal_duchies(state, options)
    deal_goods(state)
    seat_players(state)
    shuffle_supplies(state)
    if state.automa:
        set_up_automa(state)
    state.step = E.STEP_SIDES if state.side_choice else E.STEP_CASTLES


@kernel
def read_options(state, options):
    """Keep in the state what the rules ask of the options."""
    state.automa = options[CHATEAUMA] >= 0
    state.solo = options[NUM_PLAYERS] == 1 and not state.automa
    state.level = max(0, options[CHATEAUMA])
    state.modifiers = options[MODIFIERS]
    state.empty_sale_vp = options[EMPTY_SALE_VP]
    state.card8_castle = options[CARD_8] == CARD_8_CASTLE
    state.side_choice = options[SIDE_CHOICE]
    state.black_slots = options[BLACK_DEPOT_SPACES]
    if state.black_slots == 0:
        state.black_slots = BLACK_SLOTS[state.table_seats]
    state.one_area_gain = options[AREA_GAINS] == ONE_GAIN
    state.fixed_order = options[SOLO_ORDER] == FIXED_ORDER
    state.target = options[SOLO_TARGET] if state.solo else 0


@kernel
def clear_table(state):
    """Empty places hold EMPTY, of seats that nobody has too."""
    for depot in range(E.NUM_DEPOTS):
        for slot in range(E.SLOTS_PER_DEPOT):
            state.depot[depot, slot] = E.EMPTY
    for slot in range(E.NUM_BLACK_SLOTS):
        state.black[slot] = E.EMPTY
    for seat in range(E.MAX_SEATS):
        state.board[seat] = E.NONE
        for position in range(E.NUM_STORAGE):
            state.storage[seat, position] = E.EMPTY
        for hexagon in range(E.NUM_HEXES):
            state.tile[seat, hexagon] = E.EMPTY
    for place in range(2):
        for space in range(E.CARD_SPACES):
            state.card_tile[place, space] = E.EMPTY
    for colour in range(E.NUM_COLOURS):
        state.bonus_left[colour] = 2


@kernel
def deal_duchies(state, options):
    """R2.5, S9.1: numbers as chosen, or drawn from the pool, or sheets dealt without replacement."""
    if state.solo:
        lay_out(state, 0, E.BOARD_33 + options[SOLO_BOARD] - 33)
        return
    first = POOL_RANGES[options[DUCHY_POOL], 0]
    count = POOL_RANGES[options[DUCHY_POOL], 1] - first + 1
    if state.side_choice:
        pile = state.seat_map[0]  # room for the moment: the maps are drawn when the sides are chosen
        sheets = count // 2 * COPIES_OF_SHEET
        for sheet in range(sheets):
            pile[sheet] = sheet // COPIES_OF_SHEET
        shuffle(state, E.STREAM_DUCHY, pile, sheets)
        for seat in range(state.num_seats):
            state.sheet[seat] = first - 1 + 2 * pile[seat]
        for sheet in range(sheets):
            pile[sheet] = 0
        return
    for seat in range(state.num_seats):
        number = options[DUCHIES + seat]
        if number == 0:
            number = first + next_below(state, E.STREAM_DUCHY, count)
        lay_out(state, seat, number - 1)


@kernel
def deal_goods(state):
    """R2.3, R2.6, C1.2: shuffle the goods; the players' three come after the five stacks; C1.7: one each for the
    Châteauma.
    """
    per_type = GOODS_PER_TYPE - state.automa
    state.goods_total = per_type * E.NUM_GOODS
    for tile in range(state.goods_total):
        state.goods_order[tile] = tile // per_type
    shuffle(state, E.STREAM_GOODS, state.goods_order, state.goods_total)
    for goods in range(E.NUM_GOODS):
        state.goods_unseen[goods] = per_type
        if state.automa:
            state.goods[state.num_seats, goods] = 1
    tile = E.NUM_PHASES * E.ROUNDS_PER_PHASE
    for seat in range(state.num_seats):
        for _ in range(START_GOODS):
            state.goods[seat, state.goods_order[tile]] += 1
            state.goods_unseen[state.goods_order[tile]] -= 1
            tile += 1


@kernel
def seat_players(state):
    """R2.7, R2.8, C1.8, S9.1: start seat, turn order, silver and workers."""
    if not state.solo:
        state.start_seat = next_below(state, E.STREAM_START, state.num_seats)
    first = 1 if state.automa and state.modifiers & E.MODIFIER_C else 0
    for turn in range(state.num_seats):
        seat = (state.start_seat + turn) % state.num_seats
        state.turn_order[first + turn] = seat
        state.workers[seat] = START_WORKERS[first + turn]
    if state.automa:
        state.turn_order[0 if first else state.num_seats] = state.num_seats
    if state.solo:
        state.workers[0] = 2
    for seat in range(state.table_seats):
        state.silver[seat] = START_SILVER


@kernel
def shuffle_supplies(state):
    """R2.2, R2.9, C1.6: seven supplies; the starting castles are taken out before."""
    for supply in range(E.NUM_SUPPLIES):
        size = 0
        for kind in range(E.NUM_KINDS):
            copies = SUPPLY[supply, kind]
            if supply == E.CASTLE:
                copies -= state.table_seats * (kind == E.KIND_CASTLE)
            state.unseen[1 if supply == E.SUPPLY_BLACK else 0, kind] += copies
            for _ in range(copies):
                state.supply[supply, size] = kind
                size += 1
        shuffle(state, E.STREAM_SUPPLY, state.supply[supply], size)
        state.supply_size[supply] = size


@kernel
def set_up_automa(state):
    """C1.5, C1.6, C12.2: territory deck, its castle, modifiers A and B."""
    deal_cards(state)
    for space in range(E.CARD_SPACES):
        if space_colour(state, E.LEFT, space) == E.CASTLE:
            put(state, E.LEFT, space, E.KIND_CASTLE, 0)
            break
    state.placed_card[0] = 0
    state.placed_space[0] = 0
    state.num_placed = 0
    if state.modifiers & E.MODIFIER_A:
        hide_tiles(state)
        for colour in range(E.NUM_COLOURS):
            state.automa_covered[colour] += PRECOVERED_A[colour]
    if state.modifiers & E.MODIFIER_B:
        for colour in range(E.NUM_COLOURS):
            for _ in range(PRECOVERED_B[colour]):
                state.automa_covered[colour] += 1
                state.automa_kinds[deal_tile(state, colour)] += 1


@kernel
def deal_cards(state):
    """C1.5: the first card with a castle space lies left, the top of the others, shuffled again, right."""
    for card in range(1, E.NUM_CARDS):
        state.discarded[card] = 1
    left = 0
    while left == 0:
        card = draw_card(state)
        state.card[E.LEFT] = card
        for space in range(CARD_SIZE[card]):
            if space_colour(state, E.LEFT, space) == E.CASTLE:
                left = card
    state.deck_size = 0
    for card in range(1, E.NUM_CARDS):
        state.deck[card - 1] = 0
        state.discarded[card] = card != left
    state.card[E.RIGHT] = draw_card(state)


@kernel
def hide_tiles(state):
    """C12.2 A: the first black tiles lie face down in its duchy; they are kept behind the end of the supply."""
    pile = state.supply[E.SUPPLY_BLACK]
    size = state.supply_size[E.SUPPLY_BLACK]
    for _ in range(NUM_HIDDEN_A):
        first = pile[0] + 0
        for place in range(size - 1):
            pile[place] = pile[place + 1]
        pile[size - 1] = first
    state.hidden_tiles = NUM_HIDDEN_A
    state.supply_size[E.SUPPLY_BLACK] = size - NUM_HIDDEN_A
