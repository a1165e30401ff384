"""What a seat sees, as uint8 codes (D5, D6): the layout, declared field by field, and the kernel that writes it.

Nothing is hidden between seats, so observations of a table differ by perspective only.
"""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import things as X
from eurogym.envs.castles_of_burgundy.declare.duchy_map import MAP, MAP_FIELDS
from eurogym.envs.castles_of_burgundy.declare.enums import BONUS, CARD_PLACE, COLOUR, KIND, POOL, SPECIES, D
from eurogym.envs.castles_of_burgundy.declare.tables import (
    CAPACITY,
    GOODS_PER_EXCHANGE,
    GOODS_PER_TYPE,
    SELECTED_PLACE,
    SUPPLY,
    TILE_CODE,
)
from eurogym.envs.castles_of_burgundy.declare.tables import TILE_CODE_LENGTH as TILE
from eurogym.envs.castles_of_burgundy.encoding.module_fields import SECTIONS
from eurogym.envs.castles_of_burgundy.encoding.module_observation import (
    observe_modules,
    observe_modules_of_seat,
)
from eurogym.envs.castles_of_burgundy.rules.chateauma import animals_of
from eurogym.envs.castles_of_burgundy.rules.team_duchy import shown_half
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import copy_bytes
from eurogym.envs.core.declare.flow import top_arg
from eurogym.envs.core.declare.layout import Field, FieldSection, ObservationSpace
from eurogym.envs.core.declare.things import one

TILE_HELP = (
    "colour (6), building type (8), species (4) one-hot, animals, monastery number in 5 bits (joker: 31)"
)
SLOTS = (E.NUM_DEPOTS, E.SLOTS_PER_DEPOT)
COUNTED_KINDS = KIND.castle + 1
NUM_MODIFIERS = len(E.MODIFIERS)
MOST_OF_A_KIND = int(SUPPLY.max())
MOST_AREA_POINTS = 64
MOST_OF_A_COLOUR = 12  # hexes of a duchy

TABLE_FIELDS = (
    Field("phase", E.NUM_PHASES, 1, "all", "one-hot: phase A-E", 1),
    Field("round", E.ROUNDS_PER_PHASE, 1, "all", "one-hot: round of the phase", 1),
    Field("white", one(X.VALUES), 1, "all", "one-hot: white die", 1),
    Field("table_seats", E.MAX_SEATS, 1, "all", "one-hot: seats at the table, the Châteauma included", 1),
    Field("bought", (), 1, "all", "the running turn's purchase is made", 1),
    Field("hired", (), 1, "all", "monastery 6 is used in the running turn", 1),
    Field("depot", (X.DEPOTS, X.ON_DEPOT, X.TILE), 1, "all", f"tile per depot and slot: {TILE_HELP}", 4),
    Field("depot_goods", (X.DEPOTS, X.GOODS), 1 / 4, "all", "goods per depot and type", GOODS_PER_TYPE),
    Field("black", (X.SLOTS, X.TILE), 1, "all", "black depot: tile per slot, as above", 4),
    Field(
        "round_goods",
        (E.ROUNDS_PER_PHASE, one(X.GOODS)),
        1,
        "all",
        "one-hot: goods of the phase still to come, in order",
        1,
    ),
    Field("goods_unseen", X.GOODS, 1 / 7, "all", "goods nobody has seen yet, per type", GOODS_PER_TYPE),
    Field(
        "unseen",
        (2, X.BASE_TILES),
        1 / 5,
        "all",
        "tiles nobody has seen yet per kind: coloured, black-backed",
        MOST_OF_A_KIND,
    ),
    Field("bonus_left", X.COLOURS, 1 / 2, "all", "bonus tiles left per colour", E.BONUS_TILES),
    Field("pick_colours", X.COLOURS, 1, "all", "colours that PICK allows", 1),
    Field("pending_tile", X.TILE, 1, "all", "tile that waits for room or for a space", 4),
    Field("pending_depot", one(X.DEPOTS), 1, "all", "one-hot: depot that GOOD or SHIP_ADJ speaks of", 1),
    Field("goods_to_give", (), 1 / 5, "all", "EXCHANGE_GOOD: tiles still to be given", GOODS_PER_EXCHANGE),
    Field("sheet", E.NUM_SHEETS, 1, "all", "SIDE: one-hot: the sheet, duchies 1/2, 3/4, ...", 1),
)

AUTOMA_FIELDS = (
    Field("level", len(E.LEVELS), 1, "all", "one-hot: score level easy, medium, hard", 1),
    Field("modifiers", NUM_MODIFIERS, 1, "all", "modifiers A, B, C, D", 1),
    Field(
        "selected",
        CARD_PLACE.COUNT,
        1,
        "all",
        "one-hot: the card, left or right, that the white die selects",
        1,
    ),
    Field(
        "card",
        (CARD_PLACE.COUNT, E.NUM_CARDS - 1),
        1,
        "all",
        "one-hot: territory card on the left and right",
        1,
    ),
    Field(
        "card_tile",
        (CARD_PLACE.COUNT, E.CARD_SPACES, X.TILE),
        1,
        "all",
        "tile per card space (face down: also card_joker)",
        4,
    ),
    Field(
        "card_joker",
        (CARD_PLACE.COUNT, E.CARD_SPACES),
        1,
        "all",
        "the tile lies face down",
        1,
        kind="card_tile",
        amount="face_down",
    ),
    Field("deck", E.NUM_CARDS - 1, 1, "all", "cards in the deck, whose order nobody knows", 1),
    Field("reserve", X.COLOURS, 1 / 5, "all", "tiles in reserve per colour", E.RESERVE_CAPACITY),
    Field("reserve_top", (X.COLOURS, X.TILE), 1, "all", "top tile of each reserve pile", 4, kind="reserve"),
    Field("jokers", (), 1 / 5, "all", "face-down tiles in reserve", E.JOKER_CAPACITY),
    Field(
        "automa_covered",
        X.COLOURS,
        1 / 12,
        "all",
        "covered spaces of its duchy per colour",
        int(CAPACITY.max()),
    ),
    Field("automa_kinds", X.BASE_TILES, 1 / 2, "all", "face-up tiles of its duchy per kind", MOST_OF_A_KIND),
    Field("automa_animals", X.ANIMALS, 1 / 10, "all", "animals per species on its cards and duchy"),
)

SOLO_FIELDS = (
    Field("target", (), 1 / 50, "all", "points that bring the next free action", 100),
    Field("pool", X.ITEMS, 1, "all", "pending items: area, phase, colour, effect, reset", E.NUM_HEXES),
    Field("pool_area", (), 1 / 20, "all", "points of the newest area item", MOST_AREA_POINTS),
    Field("pool_effect", X.TILE, 1, "all", "tile of the newest effect item", 4),
    Field("solo_board", len(E.SOLO_BOARDS), 1, "all", "one-hot: board 33, 34", 1),
)

SEAT_FIELDS = (
    Field("automated", (), 1, "all", "this is the Châteauma", 1),
    Field("track", E.LAST_TRACK_SPACE + 1, 1, "all", "one-hot: space of the turn-order marker", 1),
    Field("order", E.MAX_SEATS, 1, "all", "one-hot: place in the turn order now", 1),
    Field("turn_place", E.MAX_SEATS, 1, "all", "one-hot: place in the order of the running round", 1),
    Field("has_played", (), 1, "all", "the turn of this round is over or running", 1),
    Field("vp", (), 1 / 100, "all", "victory points up to 255 (solo: the marker)"),
    Field("vp_above", (), 1 / 100, "all", "victory points above 255"),
    Field("silver", (), 1 / 10, "all", "silver, up to 255"),
    Field("workers", (), 1 / 10, "all", "workers, up to 255"),
    Field("goods", X.GOODS, 1 / 4, "all", "goods stored per type", GOODS_PER_TYPE),
    Field("sold", X.GOODS, 1 / 7, "all", "goods sold per type", GOODS_PER_TYPE),
    Field("storage", (X.STORED, X.TILE), 1, "all", f"tile per storage position: {TILE_HELP}", 4),
    Field("dice", (X.DICE, one(X.VALUES)), 1, "all", "one-hot per die", 1),
    Field("used", X.DICE, 1, "all", "the die is used", 1, kind="dice", amount="used"),
    Field("bonus", (2, X.COLOURS), 1, "all", "large, small bonus tile owned per colour", 1),
    Field("monasteries", X.MONASTERIES, 1, "all", "monasteries in the duchy by number", 1),
    Field(
        "kinds",
        X.TILES[:COUNTED_KINDS],
        1 / 4,
        "all",
        "tiles in the duchy per kind, monasteries left out",
        MOST_OF_A_COLOUR,
    ),
    *MAP_FIELDS,
)

OBSERVATION = ObservationSpace(
    "eurogym.envs.castles_of_burgundy.fields",
    D,
    FieldSection("base", TABLE_FIELDS, SEAT_FIELDS),
    FieldSection("automa", AUTOMA_FIELDS, when=lambda options: options.automa, fixed=True),
    FieldSection("solo", SOLO_FIELDS, when=lambda options: options.solo, fixed=True),
    *SECTIONS,
)
O, S = OBSERVATION.places, OBSERVATION.seat_places  # noqa: E741 - short names read best in kernels


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
