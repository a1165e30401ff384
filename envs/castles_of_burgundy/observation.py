"""What a seat sees, as uint8 codes (D5, D6): the layout, declared field by field, and the kernel that writes it.

Nothing is hidden between seats, so observations of a table differ by perspective only.
"""

from __future__ import annotations

from functools import cache

from envs.castles_of_burgundy import enums as E
from envs.castles_of_burgundy.chateauma import animals_of
from envs.castles_of_burgundy.nodes import top_arg
from envs.castles_of_burgundy.tables import TILE_CODE
from envs.castles_of_burgundy.tables import TILE_CODE_LENGTH as TILE
from envs.core.compile import kernel
from envs.core.layout import Field, ObservationLayout, field_starts
from envs.core.memory import copy_bytes

TILE_HELP = (
    "colour (6), building type (8), species (4) one-hot, animals, monastery number in 5 bits (joker: 31)"
)
SLOTS = (E.NUM_DEPOTS, E.SLOTS_PER_DEPOT)
NUM_SHEETS = E.NUM_DUCHIES // 2
COUNTED_KINDS = E.KIND_CASTLE + 1
HEXES = E.NUM_HEXES

GLOBAL_FIELDS = (
    Field("decision", E.NUM_DECISIONS, 1, "all", "one-hot: the pending decision (enums.DECISION_NAMES)", 1),
    Field("phase", E.NUM_PHASES, 1, "all", "one-hot: phase A-E", 1),
    Field("round", E.ROUNDS_PER_PHASE, 1, "all", "one-hot: round of the phase", 1),
    Field("white", 6, 1, "all", "one-hot: white die", 1),
    Field("table_seats", E.MAX_SEATS, 1, "all", "one-hot: seats at the table, the Châteauma included", 1),
    Field("bought", (), 1, "all", "the running turn's purchase is made", 1),
    Field("hired", (), 1, "all", "monastery 6 is used in the running turn", 1),
    Field("depot", (*SLOTS, TILE), 1, "all", f"tile per depot and slot: {TILE_HELP}", 4),
    Field("depot_goods", (E.NUM_DEPOTS, E.NUM_GOODS), 1 / 4, "all", "goods per depot and type", 7),
    Field("black", (E.NUM_BLACK_SLOTS, TILE), 1, "all", "black depot: tile per slot, as above", 4),
    Field(
        "round_goods", (5, E.NUM_GOODS), 1, "all", "one-hot: goods of the phase still to come, in order", 1
    ),
    Field("goods_unseen", E.NUM_GOODS, 1 / 7, "all", "goods nobody has seen yet, per type", 7),
    Field(
        "unseen",
        (2, E.NUM_KINDS),
        1 / 5,
        "all",
        "tiles nobody has seen yet per kind: coloured, black-backed",
        20,
    ),
    Field("bonus_left", E.NUM_COLOURS, 1 / 2, "all", "bonus tiles left per colour", 2),
    Field("pick_colours", E.NUM_COLOURS, 1, "all", "colours that PICK allows", 1),
    Field("pending_tile", TILE, 1, "all", "tile that waits for room or for a space", 4),
    Field("pending_depot", E.NUM_DEPOTS, 1, "all", "one-hot: depot that GOOD or SHIP_ADJ speaks of", 1),
    Field("goods_to_give", (), 1 / 5, "all", "EXCHANGE_GOOD: tiles still to be given", 5),
    Field("sheet", NUM_SHEETS, 1, "all", "SIDE: one-hot: the sheet, duchies 1/2, 3/4, ...", 1),
)

AUTOMA_FIELDS = (
    Field("level", 3, 1, "all", "one-hot: score level easy, medium, hard", 1),
    Field("modifiers", 4, 1, "all", "modifiers A, B, C, D", 1),
    Field("selected", 2, 1, "all", "one-hot: the card, left or right, that the white die selects", 1),
    Field("card", (2, E.NUM_CARDS - 1), 1, "all", "one-hot: territory card on the left and right", 1),
    Field(
        "card_tile", (2, E.CARD_SPACES, TILE), 1, "all", "tile per card space (face down: also card_joker)", 4
    ),
    Field("card_joker", (2, E.CARD_SPACES), 1, "all", "the tile lies face down", 1),
    Field("deck", E.NUM_CARDS - 1, 1, "all", "cards in the deck, whose order nobody knows", 1),
    Field("reserve", E.NUM_COLOURS, 1 / 5, "all", "tiles in reserve per colour", E.RESERVE_CAPACITY),
    Field("reserve_top", (E.NUM_COLOURS, TILE), 1, "all", "top tile of each reserve pile", 4),
    Field("jokers", (), 1 / 5, "all", "face-down tiles in reserve", E.JOKER_CAPACITY),
    Field("automa_covered", E.NUM_COLOURS, 1 / 12, "all", "covered spaces of its duchy per colour", 12),
    Field("automa_kinds", E.NUM_KINDS, 1 / 2, "all", "face-up tiles of its duchy per kind", 20),
    Field("automa_animals", E.NUM_SPECIES, 1 / 10, "all", "animals per species on its cards and duchy"),
)

SOLO_FIELDS = (
    Field("target", (), 1 / 50, "all", "points that bring the next free action", 100),
    Field("pool", E.NUM_POOL, 1, "all", "pending items: area, phase, colour, effect, reset", 37),
    Field("pool_area", (), 1 / 20, "all", "points of the newest area item", 64),
    Field("pool_effect", TILE, 1, "all", "tile of the newest effect item", 4),
    Field("solo_board", 2, 1, "all", "one-hot: board 33, 34", 1),
)

SEAT_FIELDS = (
    Field("present", (), 1, "all", "1; 0 in padding", 1),
    Field("to_move", (), 1, "all", "this seat decides", 1),
    Field("automated", (), 1, "all", "this is the Châteauma", 1),
    Field("track", E.LAST_TRACK_SPACE + 1, 1, "all", "one-hot: space of the turn-order marker", 1),
    Field("order", E.MAX_SEATS, 1, "all", "one-hot: place in the turn order now", 1),
    Field("turn_place", E.MAX_SEATS, 1, "all", "one-hot: place in the order of the running round", 1),
    Field("has_played", (), 1, "all", "the turn of this round is over or running", 1),
    Field("vp", (), 1 / 100, "all", "victory points up to 255 (solo: the marker)"),
    Field("vp_above", (), 1 / 100, "all", "victory points above 255"),
    Field("silver", (), 1 / 10, "all", "silver, up to 255"),
    Field("workers", (), 1 / 10, "all", "workers, up to 255"),
    Field("goods", E.NUM_GOODS, 1 / 4, "all", "goods stored per type", 7),
    Field("sold", E.NUM_GOODS, 1 / 7, "all", "goods sold per type", 7),
    Field("storage", (E.NUM_STORAGE, TILE), 1, "all", f"tile per storage position: {TILE_HELP}", 4),
    Field("dice", (E.NUM_DICE, 6), 1, "all", "one-hot per die", 1),
    Field("used", E.NUM_DICE, 1, "all", "the die is used", 1),
    Field("bonus", (2, E.NUM_COLOURS), 1, "all", "large, small bonus tile owned per colour", 1),
    Field("monasteries", E.NUM_MONASTERIES, 1, "all", "monasteries in the duchy by number", 1),
    Field("kinds", COUNTED_KINDS, 1 / 4, "all", "tiles in the duchy per kind, monasteries left out", 12),
    Field(
        "empty_colour",
        (HEXES, E.NUM_COLOURS),
        1,
        "all",
        "one-hot per hex: printed colour while it is empty",
        1,
    ),
    Field("tile", HEXES, 1 / 50, "all", "kind + 1 of the tile per hex, 0 = empty", E.NUM_KINDS + 1),
    Field("open", HEXES, 1, "all", "the hex is empty and next to a covered one", 1),
    Field("area_size", HEXES, 1 / 8, "all", "size of the area of an empty hex", 8),
    Field("area_left", HEXES, 1 / 8, "all", "empty hexes of the area of an empty hex", 8),
    Field("animals", (HEXES, E.NUM_SPECIES), 1 / 8, "all", "animals per species in the pasture of a hex", 28),
    Field(
        "places",
        (E.NUM_PLACE_ROWS, 6),
        1 / 2,
        "all",
        "hexes that can be filled now, by what fits (8 building types, livestock, ship, monastery, castle, mine) "
        "and by number",
        12,
    ),
)


def layout(options) -> ObservationLayout:
    """The layout for given options."""
    return _layout(options.is_solo, options.chateauma is not None, options.pad_seats or options.table_seats)


@cache
def _layout(solo: bool, automa: bool, blocks: int) -> ObservationLayout:
    extra = (SOLO_FIELDS if solo else ()) + (AUTOMA_FIELDS if automa else ())
    return ObservationLayout(GLOBAL_FIELDS + extra, SEAT_FIELDS, blocks)


(
    O_DECISION,
    O_PHASE,
    O_ROUND,
    O_WHITE,
    O_TABLE,
    O_BOUGHT,
    O_HIRED,
    O_DEPOT,
    O_DEPOT_GOODS,
    O_BLACK,
    O_ROUND_GOODS,
    O_GOODS_UNSEEN,
    O_UNSEEN,
    O_BONUS_LEFT,
    O_PICK,
    O_PENDING_TILE,
    O_PENDING_DEPOT,
    O_TO_GIVE,
    O_SHEET,
    NUM_GLOBAL,
) = field_starts(GLOBAL_FIELDS)
(
    O_LEVEL,
    O_MODIFIERS,
    O_SELECTED,
    O_CARD,
    O_CARD_TILE,
    O_CARD_JOKER,
    O_DECK,
    O_RESERVE,
    O_RESERVE_TOP,
    O_JOKERS,
    O_AUTOMA_COVERED,
    O_AUTOMA_KINDS,
    O_AUTOMA_ANIMALS,
    NUM_GLOBAL_AUTOMA,
) = field_starts(AUTOMA_FIELDS, NUM_GLOBAL)
(
    O_TARGET,
    O_POOL,
    O_POOL_AREA,
    O_POOL_EFFECT,
    O_SOLO_BOARD,
    NUM_GLOBAL_SOLO,
) = field_starts(SOLO_FIELDS, NUM_GLOBAL)
(
    S_PRESENT,
    S_TO_MOVE,
    S_AUTOMATED,
    S_TRACK,
    S_ORDER,
    S_TURN_PLACE,
    S_PLAYED,
    S_VP,
    S_VP_ABOVE,
    S_SILVER,
    S_WORKERS,
    S_GOODS,
    S_SOLD,
    S_STORAGE,
    S_DICE,
    S_USED,
    S_BONUS,
    S_MONASTERIES,
    S_KINDS,
    S_MAP,
    *_,
    SEAT_SIZE,
) = field_starts(SEAT_FIELDS)
assert (
    SEAT_SIZE - S_MAP == E.MAP_LENGTH
)  # the rest of a block is the seat's map, in the order of enums.MAP_...


@kernel
def observe(state, seat, out):
    """Write what `seat` sees into `out` (uint8 codes), every entry."""
    for entry in range(out.shape[0]):
        out[entry] = 0
    observe_table(state, out)
    observe_pending(state, out)
    first = NUM_GLOBAL
    if state.solo:
        observe_solo(state, out)
        first = NUM_GLOBAL_SOLO
    elif state.automa:
        observe_automa(state, out)
        first = NUM_GLOBAL_AUTOMA
    for offset in range(state.table_seats):
        other = seat + offset
        if other >= state.table_seats:
            other -= state.table_seats
        observe_seat(state, other, out, first + offset * SEAT_SIZE)


@kernel
def write_tile(out, start, kind):
    """The 24 codes of a tile; nothing for an empty place."""
    if kind >= 0:
        copy_bytes(out, start, TILE_CODE[kind], 0, TILE)


@kernel
def observe_table(state, out):
    """The main board and the clock."""
    out[O_DECISION + state.decision] = 1
    out[O_PHASE + state.phase] = 1
    out[O_ROUND + state.round_index] = 1
    if state.white > 0:
        out[O_WHITE + state.white - 1] = 1
    out[O_TABLE + state.table_seats - 1] = 1
    out[O_BOUGHT] = state.bought
    out[O_HIRED] = state.hired
    for depot in range(E.NUM_DEPOTS):
        for slot in range(E.SLOTS_PER_DEPOT):
            write_tile(out, O_DEPOT + (depot * E.SLOTS_PER_DEPOT + slot) * TILE, state.depot[depot, slot])
        copy_bytes(out, O_DEPOT_GOODS + depot * E.NUM_GOODS, state.depot_goods[depot], 0, E.NUM_GOODS)
    for slot in range(E.NUM_BLACK_SLOTS):
        write_tile(out, O_BLACK + slot * TILE, state.black[slot])
    for tile in range(state.goods_next, state.goods_shown):
        out[O_ROUND_GOODS + (tile - state.goods_next) * E.NUM_GOODS + state.goods_order[tile]] = 1
    copy_bytes(out, O_GOODS_UNSEEN, state.goods_unseen, 0, E.NUM_GOODS)
    copy_bytes(out, O_UNSEEN, state.unseen[0], 0, E.NUM_KINDS)
    copy_bytes(out, O_UNSEEN + E.NUM_KINDS, state.unseen[1], 0, E.NUM_KINDS)
    copy_bytes(out, O_BONUS_LEFT, state.bonus_left, 0, E.NUM_COLOURS)


@kernel
def observe_pending(state, out):
    """Parameters of the pending decision (D6)."""
    decision = state.decision
    if decision == E.SIDE:
        out[O_SHEET + state.sheet[state.current_seat] // 2] = 1
    if state.num_nodes == 0:
        return
    argument = top_arg(state)
    if decision == E.PICK:
        for colour in range(E.NUM_COLOURS):
            out[O_PICK + colour] = (argument >> colour) & 1
    elif decision == E.DISCARD or decision == E.COLOUR_SPACE:
        write_tile(out, O_PENDING_TILE, argument)
    elif decision == E.GOOD or decision == E.SHIP_ADJ:
        out[O_PENDING_DEPOT + argument] = 1
    elif decision == E.EXCHANGE_GOOD:
        out[O_TO_GIVE] = argument


@kernel
def observe_solo(state, out):
    """Target and pool of the solo mode."""
    out[O_TARGET] = state.target
    copy_bytes(out, O_POOL, state.pool, 0, E.NUM_POOL)
    if state.pool[E.POOL_AREA] > 0:
        out[O_POOL_AREA] = state.pool_area[state.pool[E.POOL_AREA] - 1]
    if state.pool[E.POOL_EFFECT] > 0:
        write_tile(out, O_POOL_EFFECT, state.pool_kind[state.pool[E.POOL_EFFECT] - 1])
    out[O_SOLO_BOARD + state.board[0] - E.BOARD_33] = 1


@kernel
def observe_automa(state, out):
    """Cards, reserve and duchy of the Châteauma."""
    out[O_LEVEL + state.level] = 1
    for modifier in range(4):
        out[O_MODIFIERS + modifier] = (state.modifiers >> modifier) & 1
    if state.white > 0:
        out[O_SELECTED + (E.LEFT if state.white <= 4 else E.RIGHT)] = 1
    for place in range(2):
        out[O_CARD + place * (E.NUM_CARDS - 1) + state.card[place] - 1] = 1
        for space in range(E.CARD_SPACES):
            write_tile(
                out, O_CARD_TILE + (place * E.CARD_SPACES + space) * TILE, state.card_tile[place, space]
            )
        copy_bytes(out, O_CARD_JOKER + place * E.CARD_SPACES, state.card_joker[place], 0, E.CARD_SPACES)
    for card in range(state.deck_size):
        out[O_DECK + state.deck[card] - 1] = 1
    copy_bytes(out, O_RESERVE, state.reserve_size, 0, E.NUM_COLOURS)
    for colour in range(E.NUM_COLOURS):
        if state.reserve_size[colour] > 0:
            write_tile(
                out, O_RESERVE_TOP + colour * TILE, state.reserve[colour, state.reserve_size[colour] - 1]
            )
    out[O_JOKERS] = state.num_jokers
    copy_bytes(out, O_AUTOMA_COVERED, state.automa_covered, 0, E.NUM_COLOURS)
    copy_bytes(out, O_AUTOMA_KINDS, state.automa_kinds, 0, E.NUM_KINDS)
    for species in range(E.NUM_SPECIES):
        out[O_AUTOMA_ANIMALS + species] = min(255, animals_of(state, species))


@kernel
def observe_seat(state, seat, out, first):
    """One seat's block."""
    out[first + S_PRESENT] = 1
    out[first + S_TO_MOVE] = seat == state.current_seat and not state.done
    out[first + S_AUTOMATED] = seat >= state.num_seats
    out[first + S_TRACK + state.track[seat]] = 1
    for place in range(state.table_seats):
        if state.turn_order[place] == seat:
            out[first + S_ORDER + place] = 1
        if state.white > 0 and state.round_order[place] == seat:
            out[first + S_TURN_PLACE + place] = 1
            out[first + S_PLAYED] = place < state.turn
    out[first + S_VP] = min(255, state.vp[seat])
    out[first + S_VP_ABOVE] = min(255, max(0, state.vp[seat] - 255))
    out[first + S_SILVER] = min(255, state.silver[seat])
    out[first + S_WORKERS] = min(255, state.workers[seat])
    copy_bytes(out, first + S_GOODS, state.goods[seat], 0, E.NUM_GOODS)
    copy_bytes(out, first + S_SOLD, state.sold[seat], 0, E.NUM_GOODS)
    for position in range(E.NUM_STORAGE):
        write_tile(out, first + S_STORAGE + position * TILE, state.storage[seat, position])
    for die in range(E.NUM_DICE):
        if state.dice[seat, die] > 0:
            out[first + S_DICE + die * 6 + state.dice[seat, die] - 1] = 1
    copy_bytes(out, first + S_USED, state.used[seat], 0, E.NUM_DICE)
    for colour in range(E.NUM_COLOURS):
        owned = state.bonus_owned[seat, colour]
        out[first + S_BONUS + colour] = owned == E.BONUS_LARGE
        out[first + S_BONUS + E.NUM_COLOURS + colour] = owned == E.BONUS_SMALL
    copy_bytes(out, first + S_MONASTERIES, state.owns[seat], 1, E.NUM_MONASTERIES)
    copy_bytes(out, first + S_KINDS, state.placed_kinds[seat], 0, COUNTED_KINDS)
    copy_bytes(out, first + S_MAP, state.seat_map[seat], 0, E.MAP_LENGTH)
