"""The kernels that write what a seat sees, as uint8 codes (D5, D6), into the fields of fields.py."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.duchy_map import MAP
from eurogym.envs.castles_of_burgundy.declare.enums import (
    BONUS,
    CARD_PLACE,
    COLOUR,
    KIND,
    POOL,
    SPECIES,
    STEP,
    D,
    M,
)
from eurogym.envs.castles_of_burgundy.declare.tables import HEX_DIE, ROUTE_BONUS, SELECTED_PLACE, TILE_CODE
from eurogym.envs.castles_of_burgundy.declare.tables import TILE_CODE_LENGTH as TILE
from eurogym.envs.castles_of_burgundy.encoding.fields import (
    COUNTED_KINDS,
    MOST_AREA_POINTS,
    NUM_MODIFIERS,
    OBSERVATION,
    SECTIONS,
    SPECIAL,
)
from eurogym.envs.castles_of_burgundy.rules.borders import links
from eurogym.envs.castles_of_burgundy.rules.chateauma import animals_of
from eurogym.envs.castles_of_burgundy.rules.duchy import mark_hexes, spaces_for
from eurogym.envs.castles_of_burgundy.rules.shields import kind_offered
from eurogym.envs.castles_of_burgundy.rules.supplies import BLACK, COLOURED
from eurogym.envs.castles_of_burgundy.rules.team_duchy import fits_hex, half_of, shown_half, team_of
from eurogym.envs.castles_of_burgundy.rules.vineyards import HALVES
from eurogym.envs.core.compile.bits import count_bits
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import copy_bytes
from eurogym.envs.core.declare.flow import top_arg
from eurogym.envs.core.declare.names import positions

O, S = OBSERVATION.places, OBSERVATION.seat_places  # noqa: E741 - short names read best in kernels
# places in the sections, global and of a seat, counted from state.fields_<name> and state.seat_fields_<name>
_WHERE = "eurogym.envs.castles_of_burgundy.fields"
_GLOBAL = {one.name: positions(f"{_WHERE}.{one.name}", one.fields) for one in SECTIONS}
_SEAT = {one.name: positions(f"{_WHERE}.{one.name}.seat", one.seat_fields) for one in SECTIONS}
E1_PLACES, E2_PLACES, E4_PLACES, E5_PLACES, E6_PLACES = (
    _GLOBAL[name] for name in ("e1", "e2", "e4", "e5", "e6")
)
E1_SEAT, E2_SEAT, E4_SEAT, E5_SEAT, E6_SEAT = (_SEAT[name] for name in ("e1", "e2", "e4", "e5", "e6"))
SPECIAL_SEAT = _SEAT["special"]
E8_PLACES, E8_SEAT = _GLOBAL["e8"], _SEAT["e8"]
SHIELD_PLACES, SHIELD_SEAT = _GLOBAL["shields"], _SEAT["shields"]
VINE_PLACES, VINE_SEAT = _GLOBAL["vineyards"], _SEAT["vineyards"]
TEAM_PLACES, TEAM_SEAT = _GLOBAL["team"], _SEAT["team"]
MORE_DOUBLES_SEAT = _SEAT["more_doubles"]
SPECIAL_KINDS = np.array(SPECIAL)
NUM_SPECIAL = len(SPECIAL)
PAIR_SIZE = HALVES * E.NUM_VINES


@kernel
def write_tile(out, start, kind):
    """Write the 24 codes of a tile; nothing for an empty place."""
    if kind >= 0:
        copy_bytes(out, start, TILE_CODE[kind], 0, TILE)


@kernel
def observe_table(state, seat, out):
    """Write the main board and the clock, what the pending decision is about, the fields of a mode."""
    out[O.phase + state.phase] = 1
    out[O.round + state.round_index] = 1
    if state.white > 0:
        out[O.white + state.white - 1] = 1
    out[O.table_seats + state.table_seats - 1] = 1
    out[O.bought] = state.bought
    out[O.hired] = state.hired
    for depot in range(E.NUM_DEPOTS):
        for slot in range(E.SLOTS_PER_DEPOT):
            write_tile(out, O.depot + (depot * E.SLOTS_PER_DEPOT + slot) * TILE, state.depot[depot, slot])
        copy_bytes(out, O.depot_goods + depot * E.NUM_GOODS, state.depot_goods[depot], 0, E.NUM_GOODS)
    for slot in range(E.NUM_BLACK_SLOTS):
        write_tile(out, O.black + slot * TILE, state.black[slot])
    for tile in range(state.goods_next, state.goods_shown):
        out[O.round_goods + (tile - state.goods_next) * E.NUM_GOODS + state.goods_order[tile]] = 1
    copy_bytes(out, O.goods_unseen, state.goods_unseen, 0, E.NUM_GOODS)
    copy_bytes(out, O.unseen, state.unseen[0], 0, E.NUM_KINDS)
    copy_bytes(out, O.unseen + E.NUM_KINDS, state.unseen[1], 0, E.NUM_KINDS)
    copy_bytes(out, O.bonus_left, state.bonus_left, 0, COLOUR.COUNT)
    observe_pending(state, out)
    if state.solo:
        observe_solo(state, out)
    elif state.automa:
        observe_automa(state, out)
    if state.extended:
        observe_modules(state, out)


@kernel
def observe_pending(state, out):
    """Parameters of the pending decision (D6)."""
    decision = state.decision
    if decision == D.SIDE:
        out[O.sheet + state.sheet[state.current_seat] // 2] = 1
    if state.num_pending == 0:
        return
    argument = top_arg(state)
    if decision == D.PICK:
        for colour in range(COLOUR.COUNT):
            out[O.pick_colours + colour] = (argument >> colour) & 1
    elif decision == D.DISCARD or decision == D.COLOUR_SPACE:
        write_tile(out, O.pending_tile, argument)
    elif decision == D.GOOD or decision == D.SHIP_ADJ:
        out[O.pending_depot + argument] = 1
    elif decision == D.EXCHANGE_GOOD:
        out[O.goods_to_give] = argument


@kernel
def observe_solo(state, out):
    """Target and pool of the solo mode."""
    out[O.target] = state.target
    copy_bytes(out, O.pool, state.pool, 0, POOL.COUNT)
    if state.pool[POOL.area] > 0:
        out[O.pool_area] = min(MOST_AREA_POINTS, state.pool_area[state.pool[POOL.area] - 1])
    if state.pool[POOL.effect] > 0:
        write_tile(out, O.pool_effect, state.pool_kind[state.pool[POOL.effect] - 1])
    out[O.solo_board + state.board[0] - E.FIRST_SOLO_BOARD] = 1


@kernel
def place_of_card(card):
    """Return where a territory card is shown: those with vineyards, 10 to 17, in the places of 2 to 9."""
    return card - 1 if card < E.NUM_CARDS else card - E.NUM_CARDS + 1


@kernel
def observe_automa(state, out):
    """Cards, reserve and duchy of the Châteauma."""
    out[O.level + state.chateauma] = 1
    for modifier in range(NUM_MODIFIERS):
        out[O.modifiers + modifier] = (state.modifiers >> modifier) & 1
    if state.white > 0:
        out[O.selected + SELECTED_PLACE[state.white]] = 1
    for place in range(CARD_PLACE.COUNT):
        out[O.card + place * (E.NUM_CARDS - 1) + place_of_card(state.card[place])] = 1
        for space in range(E.CARD_SPACES):
            write_tile(
                out, O.card_tile + (place * E.CARD_SPACES + space) * TILE, state.card_tile[place, space]
            )
        copy_bytes(out, O.card_joker + place * E.CARD_SPACES, state.card_joker[place], 0, E.CARD_SPACES)
    for card in range(state.deck_size):
        out[O.deck + place_of_card(state.deck[card])] = 1
    copy_bytes(out, O.reserve, state.reserve_size, 0, COLOUR.COUNT)
    for colour in range(COLOUR.COUNT):
        if state.reserve_size[colour] > 0:
            write_tile(
                out, O.reserve_top + colour * TILE, state.reserve[colour, state.reserve_size[colour] - 1]
            )
    out[O.jokers] = state.num_jokers
    copy_bytes(out, O.automa_covered, state.automa_covered, 0, COLOUR.COUNT)
    copy_bytes(out, O.automa_kinds, state.automa_kinds, 0, E.NUM_KINDS)
    for species in range(SPECIES.COUNT):
        out[O.automa_animals + species] = min(255, animals_of(state, species))


@kernel
def observe_seat(state, observer, seat, out, first):
    """Write one seat's block; it looks the same to everybody."""
    block = out[first : first + S.STOP]  # whose places are constants
    block[S.automated] = seat >= state.num_seats
    block[S.track + state.track[seat]] = 1
    for place in range(state.table_seats):
        if state.turn_order[place] == seat:
            block[S.order + place] = 1
        if state.white > 0 and state.round_order[place] == seat:
            block[S.turn_place + place] = 1
            block[S.has_played] = place < state.turn
    block[S.vp] = min(255, state.vp[seat])
    block[S.vp_above] = min(255, max(0, state.vp[seat] - 255))
    block[S.silver] = min(255, state.silver[seat])
    block[S.workers] = min(255, state.workers[seat])
    copy_bytes(block, S.goods, state.goods[seat], 0, E.NUM_GOODS)
    copy_bytes(block, S.sold, state.sold[seat], 0, E.NUM_GOODS)
    for position in range(E.NUM_STORAGE):
        write_tile(block, S.storage + position * TILE, state.storage[seat, position])
    for die in range(E.NUM_DICE):
        if state.dice[seat, die] > 0:
            block[S.dice + die * E.DIE_SIDES + state.dice[seat, die] - 1] = 1
    copy_bytes(block, S.used, state.used[seat], 0, E.NUM_DICE)
    for colour in range(COLOUR.COUNT):
        owned = state.bonus_owned[seat, colour]
        block[S.bonus + colour] = owned == BONUS.large
        block[S.bonus + COLOUR.COUNT + colour] = owned == BONUS.small
    copy_bytes(block, S.monasteries, state.owns[seat], 1, E.NUM_MONASTERIES)
    copy_bytes(block, S.kinds, state.placed_kinds[seat], 0, COUNTED_KINDS)
    half = shown_half(observer, seat) if state.team else seat
    copy_bytes(block, S.empty_colour, state.seat_map[half], 0, MAP.STOP)
    if state.extended:
        observe_modules_of_seat(state, observer, seat, out, first)


@kernel
def observe_modules(state, out):
    """Write the fields of the table."""
    decision = state.decision
    if state.castle_connection:
        out[state.fields_e1 + E1_PLACES.castle_pile] = state.castle_pile
    if state.e2:
        first = np.int64(state.fields_e2)
        if decision == D.CRANE_EFFECT:
            out[first + E2_PLACES.e2_decision] = 1
        unseen = first + E2_PLACES.e2_unseen
        out[unseen] = state.unseen[COLOURED, KIND.monastery_27]
        out[unseen + 1] = state.unseen[COLOURED, KIND.monastery_28]
        out[unseen + 2] = state.unseen[BLACK, KIND.crane]
        out[unseen + 3] = state.unseen[BLACK, KIND.geese]
    if state.e4:
        out[state.fields_e4 + E4_PLACES.border_left] = state.border_left
        out[state.fields_e4 + E4_PLACES.border_cards] = min(3, state.border_cards)
    if state.e5:
        first = np.int64(state.fields_e5)
        if decision == D.WHITE_ACTION:
            out[first + E5_PLACES.e5_decision] = 1
        unseen = first + E5_PLACES.e5_unseen
        out[unseen] = state.unseen[COLOURED, KIND.monastery_29]
        out[unseen + 1] = state.unseen[COLOURED, KIND.white_castle]
        out[unseen + 2] = state.unseen[BLACK, KIND.white_castle]
    if state.e6:
        out[state.fields_e6 + E6_PLACES.inns] = state.inns
    if state.e8 and D.first_e8 <= decision < D.first_e8 + D.num_e8:
        out[state.fields_e8 + E8_PLACES.e8_decision + decision - D.first_e8] = 1
    if state.shields:
        observe_shields(state, out, np.int64(state.fields_shields))
    if state.vineyards:
        observe_vineyards(state, out, np.int64(state.fields_vineyards))
    if state.team:
        observe_team(state, out, np.int64(state.fields_team))
    if state.automa and (state.e2 or state.e5):
        for kind in range(KIND.joker + 1, KIND.inn):
            out[state.fields_automa_modules + kind - KIND.joker - 1] = state.automa_kinds[kind]


@kernel
def observe_team(state, out, first):
    """E8: the decisions of the team game, its boards."""
    decision = state.decision
    if D.first_team <= decision < D.first_team + D.num_team:
        out[first + TEAM_PLACES.team_decision + decision - D.first_team] = 1
    out[first + TEAM_PLACES.team_board + state.team_advanced] = 1
    if decision == D.STORE_DEST and state.num_pending > 0:
        write_tile(out, first + TEAM_PLACES.stored_tile, top_arg(state))


@kernel
def observe_shields(state, out, first):
    """SH: shields on depots, and what the pending decision is about."""
    decision = state.decision
    if D.first_shields <= decision < D.first_shields + D.num_shields:
        out[first + SHIELD_PLACES.shields_decision + decision - D.first_shields] = 1
    for depot in range(E.NUM_DEPOTS):
        for position in range(E.SHIELDS_PER_DEPOT):
            number = state.depot_shield[depot, position]
            if number > 0:
                out[first + SHIELD_PLACES.depot_shield + depot * E.NUM_SHIELDS + number - 1] = 1
    if state.num_pending > 0:
        argument = top_arg(state)
        if decision == D.SHIELD_SPOT or decision == D.TRIBUTE or decision == D.SHIELD_TILE:
            out[first + SHIELD_PLACES.pending_shield + argument - 1] = 1
        elif decision == D.SHIELD_SPACE and argument < E.FROM_SHOP:
            write_tile(out, first + SHIELD_PLACES.last_tile, kind_offered(state, argument))
        out[first + SHIELD_PLACES.shrinking] = decision == D.DISCARD and argument == E.SHRINK
        out[first + SHIELD_PLACES.castle_action] = decision == D.EXTRA and argument == 1
    out[first + SHIELD_PLACES.die_set] = state.die_set
    if STEP.LAST_TILES <= state.step <= STEP.INCOME:
        out[first + SHIELD_PLACES.phase_end + state.step - STEP.LAST_TILES] = 1
    for place in range(E.MOST_AUTOMA_SHIELDS):
        if state.automa_shield[place] > 0:
            out[first + SHIELD_PLACES.automa_shields + state.automa_shield[place] - 1] = 1


@kernel
def observe_vineyards(state, out, first):
    """VY: depot, shop, bag and supply, and what the pending decision is about."""
    decision = state.decision
    if D.first_vineyards <= decision < D.first_vineyards + D.num_vineyards:
        out[first + VINE_PLACES.vineyards_decision + decision - D.first_vineyards] = 1
    for position in range(E.DOUBLE_DEPOT):
        write_double(
            out, first + VINE_PLACES.double_depot + position * PAIR_SIZE, state.double_depot[position] - 1
        )
    for position in range(E.DOUBLE_SHOP):
        write_double(
            out, first + VINE_PLACES.double_shop + position * PAIR_SIZE, state.double_shop[position] - 1
        )
    for place in range(state.bag_next, state.bag_size):
        out[first + VINE_PLACES.doubles_unseen + state.double_bag[place]] += 1
    for kind in range(E.NUM_VINES):
        out[first + VINE_PLACES.vine_supply + kind] = state.vine_supply[kind]
        out[first + VINE_PLACES.vine_kinds + kind] = (state.vine_kinds >> kind) & 1
    if state.num_pending > 0:
        argument = top_arg(state)
        if decision == D.DISCARD and argument >= E.FIRST_DOUBLE:
            write_double(out, first + VINE_PLACES.pending_double, argument - E.FIRST_DOUBLE)
        elif decision == D.SHIELD_SPACE and argument >= E.FROM_SHOP:
            write_double(
                out, first + VINE_PLACES.pending_double, state.double_shop[argument - E.FROM_SHOP] - 1
            )
        elif decision == D.VINE_BONUS:
            out[first + VINE_PLACES.bonus_space + (argument >> HALVES)] = 1
            out[first + VINE_PLACES.bonus_done] = argument & 1
            out[first + VINE_PLACES.bonus_done + 1] = (argument >> 1) & 1
    out[first + VINE_PLACES.automa_doubles] = state.automa_doubles


@kernel
def write_double(out, start, double):
    """Write the vines of a double tile; nothing for -1."""
    if double >= 0:
        for half in range(HALVES):
            out[start + half * E.NUM_VINES + T.VINES_OF[double, half]] = 1


@kernel
def observe_modules_of_seat(state, observer, seat, out, first):
    """Write the fields of a seat whose block begins at `first`."""
    if seat >= state.num_seats:
        if state.e4:
            observe_border(state, seat, out, first + state.seat_fields_e4)
        return
    half = np.int64(seat)  # whose duchy is shown
    if state.team:
        half = shown_half(observer, seat)
        observe_member(state, observer, seat, out, first + state.seat_fields_team)
    if state.e2 or state.e5 or state.e6:
        observe_special(state, half, out, first + state.seat_fields_special)
    if state.castle_connection:
        mark_hexes(out, first + state.seat_fields_e1 + E1_SEAT.connected, state.connected[seat])
    if state.e2:
        block = first + state.seat_fields_e2
        placed = block + E2_SEAT.e2_placed
        out[placed] = state.owns[seat, M.ON_TOP]
        out[placed + 1] = state.owns[seat, M.TRADE]
        out[placed + 2] = state.placed_kinds[seat, KIND.crane]
        out[placed + 3] = state.placed_kinds[seat, KIND.geese]
        out[block + E2_SEAT.crane_for] = state.crane_for > 0
    if state.e4:
        observe_border(state, seat, out, first + state.seat_fields_e4)
    if state.e5:
        block = first + state.seat_fields_e5
        out[block + E5_SEAT.monastery_29] = state.owns[seat, M.WHITE_CASTLES]
        out[block + E5_SEAT.white_castles] = state.placed_kinds[seat, KIND.white_castle]
    if state.e6:
        mark_hexes(out, first + state.seat_fields_e6 + E6_SEAT.inn_areas, state.inn_areas[half])
    if state.e8:
        observe_route(state, seat, out, first + state.seat_fields_e8)
    if state.shields:
        observe_shields_of_seat(state, observer, seat, out, first + state.seat_fields_shields)
    if state.vineyards:
        observe_vineyard(state, seat, out, first + state.seat_fields_vineyards)
        if state.shields:
            block = first + state.seat_fields_more_doubles
            observe_stored_doubles(
                state,
                seat,
                out,
                block + MORE_DOUBLES_SEAT.more_stored_double,
                block + MORE_DOUBLES_SEAT.more_blocked,
                E.NUM_STORAGE,
                E.MOST_STORAGE,
            )


@kernel
def observe_member(state, observer, seat, out, first):
    """E8.5: a seat's team, the second shared position."""
    out[first + TEAM_SEAT.of_own_team] = team_of(seat) == team_of(observer)
    write_tile(out, first + TEAM_SEAT.shared_storage, state.storage[seat, E.TEAM_STORAGE - 1])


@kernel
def observe_route(state, seat, out, first):
    """E8: the row of a seat and the goods on it."""
    for place in range(E.MOST_ROUTE_TILES):
        tile = state.route[seat, place] - 1
        if tile >= 0:
            for third in range(E.SPACES_PER_ROUTE_TILE):
                space = place * E.SPACES_PER_ROUTE_TILE + third
                out[first + E8_SEAT.route_number + space] = T.ROUTE_NUMBER[tile, third]
                out[first + E8_SEAT.route_bonus + space * ROUTE_BONUS.COUNT + T.ROUTE_KIND[tile, third]] = 1
    for space in range(E.MOST_ROUTE_SPACES):
        out[first + E8_SEAT.route_goods + space] = state.route_goods[seat, space]
    out[first + E8_SEAT.route_filled] = state.route_filled[seat]
    for tile in range(E.NUM_ROUTE_TILES):
        out[first + E8_SEAT.route_hand + tile] = (state.route_hand[seat] >> tile) & 1


@kernel
def observe_shields_of_seat(state, observer, seat, out, first):
    """SH: shields of a seat, whom it has named, the positions of shield 4."""
    for number in range(1, E.NUM_SHIELDS + 1):
        place = state.shield[seat, number]
        if place > 0:
            out[first + SHIELD_SEAT.shields + number - 1] = 1
            out[first + SHIELD_SEAT.shield_hex + place - 1] = number
    if state.named[seat] > 0:
        relative = (state.named[seat] - 1 + state.table_seats - observer) % state.table_seats
        out[first + SHIELD_SEAT.named + relative] = 1
    out[first + SHIELD_SEAT.more_spaces] = state.more_spaces[seat]
    for more in range(state.more_spaces[seat]):
        start = first + SHIELD_SEAT.more_storage + more * TILE
        write_tile(out, start, state.storage[seat, E.NUM_STORAGE + more])


@kernel
def observe_vineyard(state, seat, out, first):
    """VY: the vineyard of a seat, its bonus tiles, its stored double tiles."""
    for hexagon in range(E.NUM_VINE_HEXES):
        kind = state.vineyard[seat, hexagon] - 1
        if kind >= 0:
            out[first + VINE_SEAT.vineyard + hexagon * E.NUM_VINES + kind] = 1
    for kind in range(E.NUM_VINES):
        out[first + VINE_SEAT.vine_tiles + kind] = state.vine_tiles[seat, kind]
    observe_stored_doubles(
        state, seat, out, first + VINE_SEAT.stored_double, first + VINE_SEAT.blocked_storage, 0, E.NUM_STORAGE
    )


@kernel
def observe_stored_doubles(state, seat, out, doubles, blocked, first, stop):
    """Write the double tiles on storage positions `first` to `stop`."""
    for position in range(first, stop):
        code = state.storage[seat, position]
        if code >= E.FIRST_BLOCKED:
            out[blocked + position - first] = 1
        elif code >= E.FIRST_DOUBLE:
            write_double(out, doubles + (position - first) * PAIR_SIZE, code - E.FIRST_DOUBLE)


@kernel
def observe_special(state, seat, out, first):
    """Tiles of modules in the duchy, and where such tiles can go."""
    for hexagon in range(E.NUM_HEXES):
        kind = state.tile[seat, hexagon]
        if kind > KIND.joker:
            out[first + SPECIAL_SEAT.special_tile + hexagon] = kind - KIND.joker
    if state.board[seat] == E.NONE:
        return
    if state.team:
        observe_special_places_of_team(state, seat, out, first)
        return
    for row in range(NUM_SPECIAL):
        hexes = spaces_for(state, seat, SPECIAL_KINDS[row])
        for hexagon in range(E.NUM_HEXES):
            if hexes >> hexagon & 1:
                number = HEX_DIE[state.board[seat], hexagon] - 1
                out[first + SPECIAL_SEAT.special_places + row * E.DIE_SIDES + number] += 1


@kernel
def observe_special_places_of_team(state, half, out, first):
    """Write the spaces for special tiles in the half of a team's duchy that a record holds."""
    for hexagon in range(E.TEAM_HEXES):
        if half_of(half, hexagon) == half:
            for row in range(NUM_SPECIAL):
                place = row * E.DIE_SIDES + state.team_die[hexagon] - 1
                out[first + SPECIAL_SEAT.special_places + place] += fits_hex(
                    state, half, hexagon, SPECIAL_KINDS[row]
                )


@kernel
def observe_border(state, seat, out, first):
    """E4: lines, links and tiles of a seat."""
    if seat < state.num_seats:
        for line in range(T.NUM_POSTS):
            out[first + E4_SEAT.border_lines + line] = count_bits(T.BORDER_LINES[line] & state.covered[seat])
        if state.board[seat] != E.NONE:
            out[first + E4_SEAT.border_links] = links(state, seat)
    out[first + E4_SEAT.border_paid] = state.border_paid[seat]
    out[first + E4_SEAT.border_tile] = state.border_owned[seat] == BONUS.large
    out[first + E4_SEAT.border_tile + 1] = state.border_owned[seat] == BONUS.small
