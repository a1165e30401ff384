"""States from outside: what must add up in them beyond the ranges of their fields (state.py).

:func:`derive` lays every duchy out anew and counts what nobody has seen. :func:`check` asks for the rest, topic by
topic; each topic is asked when those before it were right, so that it may read what they are about. The stack of
pending matters and the pool of the solo mode have a file of their own (check_pending.py).
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import (
    BONUS,
    CARD_PLACE,
    COLOUR,
    KIND,
    MODIFIER,
    STEP,
    SUPPLIES,
    D,
)
from eurogym.envs.castles_of_burgundy.declare.tables import (
    CAPACITY,
    CARD_SIZE,
    COLOUR_HEXES,
    COLOUR_OF,
    GOODS_PER_TYPE,
    HEX_COLOUR,
    NUM_HIDDEN_A,
    STACKED_GOODS,
)
from eurogym.envs.castles_of_burgundy.encoding.check_modules import inns_come, is_phase_end, module_fault
from eurogym.envs.castles_of_burgundy.encoding.check_pending import F, is_storable, pending_fault
from eurogym.envs.castles_of_burgundy.encoding.determinize import hidden_goods
from eurogym.envs.castles_of_burgundy.rules.chateauma import first_free, is_in_deck, space_colour
from eurogym.envs.castles_of_burgundy.rules.depots import slot_colour
from eurogym.envs.castles_of_burgundy.rules.duchy import copy_monasteries, count_places, cover, lay_out
from eurogym.envs.castles_of_burgundy.rules.supplies import (
    backs_of,
    copies_in_supply,
    dealt_goods,
    has_kind,
    starting_castles,
)
from eurogym.envs.castles_of_burgundy.rules.team_duchy import (
    cover_in_team,
    empty_of_colour,
    lay_out_team,
    tile_at,
)
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.core.declare.flow import top_arg

NUM_KINDS, NUM_GOODS, NUM_CARDS = KIND.COUNT, E.NUM_GOODS, E.MORE_CARDS  # work_array takes plain numbers
ALL_HEXES = (1 << E.NUM_HEXES) - 1


# --- what follows from other fields -------------------------------------------------------------------------------


@kernel
def derive(state, again):
    """Sizes of supplies, what nobody has seen, and the sums over duchies."""
    for supply in range(SUPPLIES.COUNT):
        for kind in range(NUM_KINDS):
            again.supply_size[supply] += copies_in_supply(state, supply, kind)
    if state.modifiers & MODIFIER.A:
        again.hidden_tiles = NUM_HIDDEN_A
        again.supply_size[SUPPLIES.black] -= NUM_HIDDEN_A
    for supply in range(SUPPLIES.COUNT):
        for place in range(state.supply_next[supply], last_tile(again, supply)):
            again.unseen[backs_of(supply), state.supply[supply, place]] += 1
    again.goods_total = (GOODS_PER_TYPE - state.automa) * NUM_GOODS
    dealt = dealt_goods(state)
    for index in range(again.goods_total - dealt - state.goods_shown):
        again.goods_unseen[state.goods_order[hidden_goods(state, index, dealt)]] += 1
    if state.team:
        derive_team_duchies(state, again)
        return
    for seat in range(state.num_seats):
        if state.board[seat] != E.NONE:
            lay_out(again, seat, state.board[seat])
            for hexagon in range(E.NUM_HEXES):
                if state.tile[seat, hexagon] != E.EMPTY:
                    cover(again, seat, hexagon, state.tile[seat, hexagon])
    for seat in range(state.num_seats):
        if state.named[seat] > 0 and state.board[seat] != E.NONE:
            copy_monasteries(state, again, seat)
            count_places(again, seat)


@kernel
def derive_team_duchies(state, again):
    """E8.2: the same of both halves of the duchies of two teams."""
    for team in range(E.NUM_TEAMS):
        lay_out_team(again, team)
        for hexagon in range(E.TEAM_HEXES):
            kind = np.int64(tile_at(state, team, hexagon))
            if kind != E.EMPTY:
                cover_in_team(again, team, hexagon, kind)


@kernel
def last_tile(state, supply):
    """Place behind the last tile of a supply, those that modifier A hides included."""
    return state.supply_size[supply] + (state.hidden_tiles if supply == SUPPLIES.black else 0)


# --- what must add up ---------------------------------------------------------------------------------------------


@kernel
def check(state):
    """The first topic in which something is wrong."""
    fault = clock_fault(state)
    if fault == F.SOUND:
        fault = board_fault(state)
    if fault == F.SOUND:
        fault = duchy_fault(state)
    if fault == F.SOUND:
        fault = seat_fault(state)
    if fault == F.SOUND and state.automa:
        fault = automa_fault(state)
    if fault == F.SOUND:
        fault = pending_fault(state)
    if fault == F.SOUND:
        fault = tile_fault(state)
    return fault


@kernel
def is_set_up(state):
    """D7: are sides and starting castles chosen, the first dice rolled?"""
    return state.white > 0


# --- the clock ----------------------------------------------------------------------------------------------------


@kernel
def clock_fault(state):
    """R3, R4: phase, round, step and turn; the goods laid until now; the orders of seats."""
    if not are_orders(state):
        return F.ORDER
    if state.done:
        last = state.phase == E.NUM_PHASES - 1 and state.round_index == E.ROUNDS_PER_PHASE - 1
        won = state.solo and state.covered[0] == ALL_HEXES
        if not (is_set_up(state) and (won or (last and state.step == STEP.ROUND))):
            return F.STEP
    elif not is_step(state):
        return F.STEP
    shown, laid = 0, 0
    if is_set_up(state):
        shown = E.ROUNDS_PER_PHASE * (state.phase + 1)
        laid = E.ROUNDS_PER_PHASE * state.phase + state.round_index + 1
    elif state.phase > 0 or state.round_index > 0:
        return F.STEP
    if state.goods_shown != shown or state.goods_next != laid:
        return F.GOODS_LAID
    return F.SOUND


@kernel
def are_orders(state):
    """R2.7, R4.3: every seat has one place in the turn order, by the track, and one in the order of the round."""
    now, in_round = 0, 0
    for place in range(state.table_seats):
        now |= 1 << state.turn_order[place]
        in_round |= 1 << state.round_order[place]
        if place > 0 and state.track[state.turn_order[place - 1]] < state.track[state.turn_order[place]]:
            return False
    everybody = (1 << state.table_seats) - 1
    return now == everybody and (in_round == everybody or not is_set_up(state))


@kernel
def is_step(state):
    """D2, D7: the step, its decision and the seat whose turn it is; seats set up so far."""
    turn, seat = state.turn, state.current_seat
    if turn == 0:
        return False
    if is_set_up(state):
        in_turn = turn <= state.table_seats and state.round_order[turn - 1] == seat
        return (
            in_turn
            and (state.step == STEP.TURN or is_phase_end(state))
            and state.decision != D.SIDE
            and state.decision != D.START_CASTLE
            and state.decision != D.START_SPACE
        )
    if turn > state.num_seats or seat != (state.start_seat + turn - 1) % state.num_seats:
        return False
    if state.team:
        choosing = state.step == STEP.CASTLES and state.decision == D.START_SPACE
        return state.team_advanced and choosing and turn <= E.NUM_TEAMS
    if state.step == STEP.SIDES:
        return state.side_choice and state.decision == D.SIDE
    if state.step == STEP.ROUTES:
        return state.route_chosen == 1 and state.decision == D.ROUTE_ORDER
    return state.step == STEP.CASTLES and state.decision == D.START_CASTLE


# --- main board ---------------------------------------------------------------------------------------------------


@kernel
def board_fault(state):
    """R2.2, R2.3, R3: the supplies hold what they began with, tiles lie on slots of their colour, goods add up."""
    found = work_array(NUM_KINDS)
    for supply in range(SUPPLIES.COUNT):
        if state.supply_next[supply] > state.supply_size[supply]:
            return F.SUPPLY_NEXT
        for kind in range(NUM_KINDS):
            found[kind] = 0
        for place in range(last_tile(state, supply)):
            found[state.supply[supply, place]] += 1
        for kind in range(NUM_KINDS):
            if found[kind] != copies_in_supply(state, supply, kind):
                return F.SUPPLY
    if not are_depots(state):
        return F.DEPOT
    return goods_fault(state)


@kernel
def are_depots(state):
    """R3.2, R3.3: tiles lie on slots of their colour, black ones on as many as there are; none before phase 1."""
    for depot in range(E.NUM_DEPOTS):
        for slot in range(E.SLOTS_PER_DEPOT):
            kind = state.depot[depot, slot]
            if kind != E.EMPTY and not (
                is_set_up(state)
                and has_kind(state, kind)
                and COLOUR_OF[kind] == slot_colour(state, depot, slot)
            ):
                return False
    for slot in range(E.NUM_BLACK_SLOTS):
        kind = state.black[slot]
        if kind != E.EMPTY and not (is_set_up(state) and is_black(state, kind) and slot < state.black_slots):
            return False
    return True


@kernel
def is_black(state, kind):
    """R3.3: can a tile of this kind come from the black supply?"""
    return has_kind(state, kind) and kind != KIND.inn


@kernel
def goods_fault(state):
    """R2.3, R2.6, C1.2, C1.7: equally many of each type; those laid and dealt are not more than that."""
    left = work_array(NUM_GOODS)
    for tile in range(state.goods_total):
        left[state.goods_order[tile]] += 1
    for goods in range(NUM_GOODS):
        if left[goods] != GOODS_PER_TYPE - state.automa:
            return F.GOODS_ORDER
        left[goods] = state.automa
    for tile in range(state.goods_next):
        left[state.goods_order[tile]] += 1
    for tile in range(STACKED_GOODS, STACKED_GOODS + dealt_goods(state)):
        left[state.goods_order[tile]] += 1
    for goods in range(NUM_GOODS):
        for depot in range(E.NUM_DEPOTS):
            left[goods] -= state.depot_goods[depot, goods]
        for seat in range(E.NUM_TEAMS if state.team else E.MAX_SEATS):
            left[goods] -= state.goods[seat, goods] + state.sold[seat, goods]
        if left[goods] < 0 or (left[goods] > 0 and not (state.automa or state.solo)):
            return F.GOODS
    return F.SOUND


# --- duchies ------------------------------------------------------------------------------------------------------


@kernel
def duchy_fault(state):
    """R2.5, R2.9, R8.1, S9.1: boards of the game, tiles on hexes of their colour, castles of those who have begun."""
    if state.team:
        return team_duchy_fault(state)
    for seat in range(E.MAX_SEATS):
        board = state.board[seat]
        if not is_board(state, seat):
            return F.BOARD
        for hexagon in range(E.NUM_HEXES):
            kind = state.tile[seat, hexagon]
            if kind != E.EMPTY and (board == E.NONE or not takes(state, board, hexagon, kind)):
                return F.TILE
    for turn in range(state.num_seats):
        seat = (state.start_seat + turn) % state.num_seats
        began = is_set_up(state) or state.step == STEP.ROUTES
        began = began or (state.step == STEP.CASTLES and turn < state.turn - 1)
        if (state.covered[seat] != 0) != began:
            return F.CASTLE
    return F.SOUND


@kernel
def team_duchy_fault(state):
    """E8.2: the same of two teams, whose second halves have a hex less."""
    for seat in range(E.MAX_SEATS):
        if state.board[seat] != E.FIRST_TEAM_BOARD + state.team_advanced or state.sheet[seat] != 0:
            return F.BOARD
        for hexagon in range(E.NUM_HEXES):
            kind = state.tile[seat, hexagon]
            if kind == E.EMPTY:
                continue
            whole = hexagon + E.NUM_HEXES * (seat >= E.NUM_TEAMS)
            if whole >= E.TEAM_HEXES or not takes_in_team(state, whole, kind):
                return F.TILE
    for turn in range(E.NUM_TEAMS):
        team = (state.start_seat + turn) % E.NUM_TEAMS
        began = is_set_up(state) or turn < state.turn - 1
        if (state.placed_kinds[team, KIND.castle] > 0) != began:
            return F.CASTLE
    return F.SOUND


@kernel
def takes_in_team(state, hexagon, kind):
    """R8.1: does a hex of a team's duchy take this tile?"""
    if kind == KIND.inn:
        return state.e6 == 1
    return has_kind(state, kind) and COLOUR_OF[kind] == state.team_colour[hexagon]


@kernel
def is_board(state, seat):
    """R2.5, S9.1: a learner's board, one of its sheet's sides, once the side is chosen; nobody else has one."""
    board, sheet = state.board[seat], state.sheet[seat]
    if seat >= state.num_seats:
        return board == E.NONE and sheet == 0
    if state.solo:
        return board == state.solo_board_index and sheet == 0
    if not state.side_choice:
        return E.NONE < board < E.FIRST_SOLO_BOARD and sheet == 0
    turn = (seat + state.num_seats - state.start_seat) % state.num_seats
    if not is_set_up(state) and state.step == STEP.SIDES and turn >= state.turn - 1:
        return board == E.NONE and sheet % 2 == 0
    return sheet % 2 == 0 and sheet <= board <= sheet + 1


@kernel
def takes(state, board, hexagon, kind):
    """R8.1, S9.5: does a hex take this tile? A joker goes anywhere, and there are some in the solo mode only."""
    if kind == KIND.joker:
        return state.solo == 1
    if kind == KIND.inn:
        return state.e6 == 1
    return has_kind(state, kind) and COLOUR_OF[kind] == HEX_COLOUR[board, hexagon]


# --- seats --------------------------------------------------------------------------------------------------------


@kernel
def seat_fault(state):
    """R4.1, R1.8, R8.5, R9.2, S9.9: dice, storage, goods, bonus tiles, the marker of the solo mode."""
    for seat in range(E.MAX_SEATS):
        learner = seat < state.num_seats
        for die in range(E.NUM_DICE):
            if (state.dice[seat, die] > 0) != (learner and is_set_up(state)):
                return F.DICE
        for position in range(E.MOST_STORAGE):
            kind = state.storage[seat, position]
            there = learner and position < E.NUM_STORAGE + state.more_spaces[seat]
            if kind != E.EMPTY and not (there and (kind >= KIND.COUNT or is_storable(state, kind))):
                return F.STORAGE
        types = 0
        for goods in range(NUM_GOODS):
            types += state.goods[seat, goods] > 0
        if learner and not state.solo and types > E.GOODS_TYPES_STORED:
            return F.GOODS
    if state.solo and state.vp[0] >= state.target and not state.done:
        return F.TARGET
    for colour in range(COLOUR.COUNT):
        if not are_bonus_tiles(state, colour):
            return F.BONUS
    return module_fault(state) if state.extended else F.SOUND


@kernel
def are_bonus_tiles(state, colour):
    """R9.2, C8: those not left have an owner each, the large one first, who has completed the colour."""
    large, small = 0, 0
    for seat in range(E.NUM_TEAMS if state.team else E.MAX_SEATS):
        owned = state.bonus_owned[seat, colour]
        large += owned == BONUS.large
        small += owned == BONUS.small
        if owned != BONUS.none and (seat >= state.table_seats or not has_completed(state, seat, colour)):
            return False
        if owned == BONUS.missed and not (state.automa and seat == state.num_seats):
            return False
    left = state.bonus_left[colour]
    return large == (left < E.BONUS_TILES) and small == (left == 0) and not (state.solo and large)


@kernel
def has_completed(state, seat, colour):
    """R9.2, C8: are all hexes of the colour covered?"""
    if state.automa and seat == state.num_seats:
        return state.automa_covered[colour] >= CAPACITY[colour]
    if state.team:
        return empty_of_colour(state, seat, colour) == 0
    return state.board[seat] != E.NONE and COLOUR_HEXES[state.board[seat], colour] & ~state.covered[seat] == 0


# --- the Châteauma ------------------------------------------------------------------------------------------------


@kernel
def automa_fault(state):
    """C1.5, C7: each card in one place, two laid out with room; reserve piles by colour, the duchy not overfull."""
    if not are_cards(state):
        return F.CARDS
    for place in range(CARD_PLACE.COUNT):
        if state.card[place] == 0 or first_free(state, place) == E.NONE:
            return F.CARDS
        for space in range(E.CARD_SPACES):
            if not is_card_tile(state, place, space):
                return F.CARD_TILE
    for colour in range(COLOUR.COUNT):
        for place in range(state.reserve_size[colour]):
            if COLOUR_OF[state.reserve[colour, place]] != colour:
                return F.RESERVE
    for place in range(state.num_jokers):
        if not is_black(state, state.joker[place]):
            return F.BLACK
    for colour in range(COLOUR.COUNT):
        if state.automa_covered[colour] > CAPACITY[colour]:
            return F.AUTOMA_COVERED
    return F.SOUND


@kernel
def are_cards(state):
    """C1.5, Q-8: every card lies on a place, in the deck or in the discard pile."""
    found = work_array(NUM_CARDS)
    for place in range(CARD_PLACE.COUNT):
        found[state.card[place]] += 1
    for position in range(state.deck_size):
        found[state.deck[position]] += 1
    for card in range(1, NUM_CARDS):
        if found[card] + state.discarded[card] != is_in_deck(state, card):
            return False
    return True


@kernel
def is_card_tile(state, place, space):
    """C4: a face-up tile has the colour of its space; nothing lies behind the card's last space."""
    kind = state.card_tile[place, space]
    if kind == E.EMPTY:
        return state.card_joker[place, space] == 0
    if space >= CARD_SIZE[state.card[place]] or not is_black(state, kind):
        return False
    return state.card_joker[place, space] == 1 or COLOUR_OF[kind] == space_colour(state, place, space)


# --- tiles --------------------------------------------------------------------------------------------------------


@kernel
def tile_fault(state):
    """R1.1: tiles that lie open have been dealt, black ones and face-down ones from the black supply."""
    left = work_array(NUM_KINDS)
    jokers = count_dealt(state, left, SUPPLIES.black)
    for slot in range(E.NUM_BLACK_SLOTS):
        jokers -= take_out(left, state.black[slot])
    if state.automa:
        for place in range(state.num_jokers):
            take_out(left, state.joker[place])
    for kind in range(NUM_KINDS):
        if left[kind] < 0:
            return F.BLACK
    for supply in range(COLOUR.COUNT):
        count_dealt(state, left, supply)
    left[KIND.castle] += starting_castles(state) - state.castle_pile
    left[KIND.inn] += inns_come(state) - state.inns
    for depot in range(E.NUM_DEPOTS):
        for slot in range(E.SLOTS_PER_DEPOT):
            take_out(left, state.depot[depot, slot])
    for seat in range(state.num_seats):
        jokers -= take_out_of_seat(state, left, seat)
    if state.automa:
        take_out_of_automa(state, left)
    waits = state.decision == D.DISCARD or state.decision == D.COLOUR_SPACE or state.decision == D.STORE_DEST
    if not state.done and waits:
        take_out(left, max(E.EMPTY, top_arg(state)))
    for kind in range(NUM_KINDS):
        if left[kind] < 0:
            return F.TILES
    return F.BLACK if jokers < 0 else F.SOUND


@kernel
def count_dealt(state, left, supply):
    """Count the tiles that a supply has dealt, by kind; returns how many."""
    for place in range(state.supply_next[supply]):
        left[state.supply[supply, place]] += 1
    return state.supply_next[supply]


@kernel
def take_out(left, kind):
    """A tile found; a joker and an empty place are none of any kind. Returns 1 for a tile."""
    if kind == E.EMPTY or kind == KIND.joker or kind >= NUM_KINDS:
        return 0
    left[kind] -= 1
    return 1


@kernel
def take_out_of_seat(state, left, seat):
    """Tiles of a learner, the starting castle to come included; returns its jokers."""
    whole = state.team == 1 and seat >= E.NUM_TEAMS  # what a team shares is counted with its first member
    for kind in range(NUM_KINDS):
        if kind != KIND.joker and not whole:
            left[kind] -= state.placed_kinds[seat, kind]
    jokers = state.placed_kinds[seat, KIND.joker]
    if state.placed_kinds[seat, KIND.castle] == 0 and not whole:
        left[KIND.castle] -= 1
    for position in range(E.PRIVATE_STORAGE if whole else E.MOST_STORAGE):
        take_out(left, state.storage[seat, position])
        jokers += state.storage[seat, position] == KIND.joker
    return jokers


@kernel
def take_out_of_automa(state, left):
    """Tiles of the Châteauma: on cards, in its duchy, in reserve."""
    for kind in range(NUM_KINDS):
        left[kind] -= state.automa_kinds[kind]
    for place in range(CARD_PLACE.COUNT):
        for space in range(E.CARD_SPACES):
            take_out(left, state.card_tile[place, space])
    for colour in range(COLOUR.COUNT):
        for place in range(state.reserve_size[colour]):
            take_out(left, state.reserve[colour, place])
