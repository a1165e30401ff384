"""Setup (R2, C1, S9.1), up to the first decision."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.enums import CARD_PLACE, COLOUR, KIND, MODIFIER, STEP, R
from eurogym.envs.castles_of_burgundy.declare.options import BurgundyOptions
from eurogym.envs.castles_of_burgundy.rules.chateauma import draw_card, is_in_deck, lay, space_colour
from eurogym.envs.castles_of_burgundy.rules.duchy import clear_duchies, lay_out
from eurogym.envs.castles_of_burgundy.rules.routes import deal_routes
from eurogym.envs.castles_of_burgundy.rules.shields import deal_shields
from eurogym.envs.castles_of_burgundy.rules.supplies import (
    deal_goods,
    deal_tile,
    hide_tiles,
    shuffle_supplies,
)
from eurogym.envs.castles_of_burgundy.rules.team import deal_team_duchies, place_first_castles, seat_teams
from eurogym.envs.castles_of_burgundy.rules.vineyards import set_up_vineyards
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.core.compile.random import next_below, shuffle

DUCHIES = BurgundyOptions.index("duchies")  # one number per seat, 0 = drawn
COPIES_OF_SHEET = 4
ALL_SHEETS = E.NUM_SHEETS * COPIES_OF_SHEET


@kernel
def set_up(state, options, seed):
    """R2: everything before the choice of sides and the starting castles, in the order of draws of D4."""
    clear_table(state)
    deal_duchies(state, options)
    deal_goods(state)
    seat_players(state)
    shuffle_supplies(state)
    if state.e8:
        deal_routes(state)
    if state.shields:
        deal_shields(state)
    if state.vineyards:
        set_up_vineyards(state)
    if state.team:
        place_first_castles(state)
    if state.automa:
        set_up_automa(state)
    if state.solo:
        state.target = state.solo_target
    if state.e4:
        state.border_left = E.BONUS_TILES
    state.step = STEP.SIDES if state.side_choice else STEP.CASTLES


@kernel
def clear_table(state):
    """Empty places hold EMPTY, of seats that nobody has too."""
    clear_duchies(state)
    for depot in range(E.NUM_DEPOTS):
        for slot in range(E.SLOTS_PER_DEPOT):
            state.depot[depot, slot] = E.EMPTY
    for slot in range(E.NUM_BLACK_SLOTS):
        state.black[slot] = E.EMPTY
    for seat in range(E.MAX_SEATS):
        for position in range(E.MOST_STORAGE):
            state.storage[seat, position] = E.EMPTY
    for place in range(CARD_PLACE.COUNT):
        for space in range(E.CARD_SPACES):
            state.card_tile[place, space] = E.EMPTY
    for colour in range(COLOUR.COUNT):
        state.bonus_left[colour] = E.BONUS_TILES


@kernel
def deal_duchies(state, options):
    """R2.5, S9.1: numbers as chosen, or drawn from the pool, or sheets dealt without replacement."""
    if state.solo:
        lay_out(state, 0, state.solo_board_index)
    elif state.team:
        deal_team_duchies(state)
    elif state.side_choice:
        deal_sheets(state)
    else:
        for seat in range(state.num_seats):
            number = options[DUCHIES + seat]
            if number == 0:
                number = state.pool_first + next_below(state, R.duchy, state.pool_size)
            lay_out(state, seat, number - 1)


@kernel
def deal_sheets(state):
    """R2.5: double-sided sheets of the pool; the maps are drawn when the sides are chosen."""
    pile = work_array(ALL_SHEETS)
    sheets = state.pool_size // 2 * COPIES_OF_SHEET
    for sheet in range(sheets):
        pile[sheet] = sheet // COPIES_OF_SHEET
    shuffle(state, R.duchy, pile, sheets)
    for seat in range(state.num_seats):
        state.sheet[seat] = state.pool_first - 1 + 2 * pile[seat]


@kernel
def seat_players(state):
    """R2.7, R2.8, C1.8, S9.1: start seat, turn order, silver and workers."""
    if state.team:
        seat_teams(state)
        return
    if not state.solo:
        state.start_seat = next_below(state, R.start, state.num_seats)
    first = 1 if state.automa and state.modifiers & MODIFIER.C else 0
    for turn in range(state.num_seats):
        seat = (state.start_seat + turn) % state.num_seats
        state.turn_order[first + turn] = seat
        state.workers[seat] = state.start_workers[first + turn]
    if state.automa:
        state.turn_order[0 if first else state.num_seats] = state.num_seats
    if state.solo:
        state.workers[0] = T.SOLO_WORKERS
    for seat in range(state.table_seats):
        state.silver[seat] = state.start_silver


@kernel
def set_up_automa(state):
    """C1.5, C1.6, C12.2: territory deck, its castle, modifiers A and B."""
    deal_cards(state)
    for space in range(E.CARD_SPACES):
        if space_colour(state, CARD_PLACE.left, space) == COLOUR.castle:
            lay(state, CARD_PLACE.left, space, KIND.castle, 0)
            break
    if state.modifiers & MODIFIER.A:
        hide_tiles(state)
        for colour in range(COLOUR.COUNT):
            state.automa_covered[colour] += T.PRECOVERED_A[colour]
    if state.modifiers & MODIFIER.B:
        for colour in range(COLOUR.COUNT):
            for _ in range(T.PRECOVERED_B[colour]):
                state.automa_covered[colour] += 1
                state.automa_kinds[deal_tile(state, colour)] += 1


@kernel
def deal_cards(state):
    """C1.5: the first card with a castle space lies left, the top of the others, shuffled again, right."""
    for card in range(1, E.MORE_CARDS):
        state.discarded[card] = is_in_deck(state, card)
    left = 0
    while left == 0:
        card = draw_card(state)
        state.card[CARD_PLACE.left] = card
        for space in range(T.CARD_SIZE[card]):
            if space_colour(state, CARD_PLACE.left, space) == COLOUR.castle:
                left = card
    state.deck_size = 0
    for card in range(1, E.MORE_CARDS):
        state.deck[card - 1] = 0
        state.discarded[card] = is_in_deck(state, card) and card != left
    state.card[CARD_PLACE.right] = draw_card(state)
