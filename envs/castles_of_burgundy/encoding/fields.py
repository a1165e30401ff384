"""The fields of an observation (D6): the base game's, then a section for each mode and each module of the box.

Nothing is hidden between seats, so observations of a table differ by perspective only.
"""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import things as X
from eurogym.envs.castles_of_burgundy.declare.actions import MORE_POSITIONS
from eurogym.envs.castles_of_burgundy.declare.duchy_map import MAP_FIELDS
from eurogym.envs.castles_of_burgundy.declare.enums import CARD_PLACE, KIND, D
from eurogym.envs.castles_of_burgundy.declare.tables import (
    CAPACITY,
    GOODS_PER_EXCHANGE,
    GOODS_PER_TYPE,
    SUPPLY,
    TOWN_TYPE,
)
from eurogym.envs.core.declare.layout import Field, FieldSection, ObservationSpace, decision_field
from eurogym.envs.core.declare.things import coded, one

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

SPECIAL_BUILDINGS = [kind for kind in range(KIND.joker, KIND.COUNT) if TOWN_TYPE[kind] >= 0]
SPECIAL = (*SPECIAL_BUILDINGS, KIND.inn)  # tiles whose hexes `places` of the base section does not count
E2_KINDS = (KIND.monastery_27, KIND.monastery_28, KIND.crane, KIND.geese)
PAIR = (X.HALVES, one(X.VINES))  # one-hot of the two vines of a double tile, in the order of its type

SECTIONS = (
    FieldSection(
        "special",
        (),
        (
            Field(
                "special_tile",
                (X.HEXES, coded(X.MODULE_TILES)),
                1 / 7,
                "all",
                "tile of a module per hex: 1-3 monastery 27-29, 4 crane, 5 geese, 6 white castle, 7 inn; 0 = none",
                E.NUM_MORE_KINDS,
            ),
            Field(
                "special_places",
                (X.TILES[SPECIAL], X.VALUES),
                1 / 2,
                "all",
                "hexes that can be filled now, as `places`: crane, white castle, inn, by number",
                E.NUM_HEXES,
            ),
        ),
        when=lambda options: options.e2 or options.e5 or options.e6,
    ),
    FieldSection(
        "e1",
        (
            Field(
                "castle_pile", (), 1 / 4, "all", "cleared castles that can be bought back", E.NUM_DEPOTS * 5
            ),
        ),
        (
            Field(
                "connected",
                X.HEXES,
                1,
                "all",
                "the hex is connected with a castle (E1.3)",
                1,
                kind="hex",
                amount="connected",
            ),
        ),
        when=lambda options: options.castle_connection,
    ),
    FieldSection(
        "e2",
        (
            decision_field(D, "e2"),
            Field(
                "e2_unseen",
                X.TILES[E2_KINDS],
                1,
                "all",
                "nobody has seen yet: monastery 27, 28, crane, geese",
                1,
            ),
        ),
        (
            Field(
                "e2_placed",
                X.TILES[E2_KINDS],
                1,
                "all",
                "in the duchy (monasteries also copied): the same",
                1,
            ),
            Field("crane_for", (), 1, "all", "solo: the crane has counted for a monastery", 1),
        ),
        when=lambda options: options.e2,
    ),
    FieldSection(
        "e4",
        (
            Field("border_left", (), 1 / 2, "all", "border tiles left", E.BONUS_TILES),
            Field("border_cards", (), 1 / 3, "all", "Châteauma: cards with the symbol completed, up to 3", 3),
        ),
        (
            Field(
                "border_lines", 3, 1 / 5, "all", "covered hexes of the line between posts 0-1, 0-2, 1-2", 5
            ),
            Field("border_links", (), 1 / 2, "all", "links between posts: 1 two of them, 2 all", 2),
            Field("border_paid", (), 1, "all", "the points for two posts are paid", 1),
            Field("border_tile", E.BONUS_TILES, 1, "all", "one-hot: large, small border tile owned", 1),
        ),
        when=lambda options: options.e4,
    ),
    FieldSection(
        "e5",
        (
            decision_field(D, "e5"),
            Field("e5_unseen", 3, 1 / 4, "all", "unseen: monastery 29, white castles coloured, black", 6),
        ),
        (
            Field("monastery_29", (), 1, "all", "monastery 29 in the duchy, or copied", 1),
            Field("white_castles", (), 1 / 4, "all", "white castles in the duchy", 8),
        ),
        when=lambda options: options.e5,
    ),
    FieldSection(
        "e6",
        (Field("inns", (), 1 / 5, "all", "inns on their slot", E.NUM_INNS),),
        (
            Field(
                "inn_areas",
                X.HEXES,
                1,
                "all",
                "an inn lies in the area of the hex",
                1,
                kind="hex",
                amount="inn",
            ),
        ),
        when=lambda options: options.e6,
    ),
    FieldSection(
        "e8",
        (decision_field(D, "e8"),),
        (
            Field(
                "route_number",
                (E.MOST_ROUTE_SPACES, coded(X.GOODS)),
                1 / 6,
                "all",
                "goods type per space of the route",
                E.NUM_GOODS,
                kind="route",
            ),
            Field(
                "route_bonus",
                (E.MOST_ROUTE_SPACES, one(X.ROUTE_BONUSES)),
                1,
                "all",
                "one-hot per space: take ship or livestock, building, other; action, place, sell, workers, silver, VP",
                1,
                kind="route",
            ),
            Field(
                "route_goods",
                (E.MOST_ROUTE_SPACES, coded(X.LAID_GOODS)),
                1 / 6,
                "all",
                "type of the goods laid there",
                E.NUM_GOODS,
                kind="route",
            ),
            Field("route_filled", (), 1 / 15, "all", "spaces with goods", E.MOST_ROUTE_SPACES),
            Field("route_hand", X.ROUTE_TILES, 1, "all", "route tiles still to be laid", 1),
        ),
        when=lambda options: options.e8,
    ),
    FieldSection(
        "shields",
        (
            decision_field(D, "shields"),
            Field("depot_shield", (X.DEPOTS, X.SHIELDS), 1, "all", "shields on each depot by number", 1),
            Field(
                "pending_shield",
                one(X.SHIELDS),
                1,
                "all",
                "one-hot: shield to be placed, paid for, or that acts",
                1,
            ),
            Field("last_tile", X.TILE, 1, "all", "SHIELD_SPACE: the hex tile to be placed", 4),
            Field("die_set", (), 1, "all", "shield 16 is used in the running turn", 1),
            Field("shrinking", (), 1, "all", "DISCARD: shield 4 is lost", 1),
            Field("castle_action", (), 1, "all", "EXTRA: a castle's action, which shield 11 can replace", 1),
            Field(
                "phase_end",
                3,
                1,
                "all",
                "one-hot: shields 14 and 15, tribute, income at the end of a phase",
                1,
            ),
            Field("automa_shields", X.SHIELDS, 1, "all", "shields that the Châteauma has taken", 1),
        ),
        (
            Field("shields", X.SHIELDS, 1, "all", "shields owned by number", 1),
            Field(
                "shield_hex",
                (X.HEXES, coded(X.SHIELDS)),
                1 / 18,
                "all",
                "number of the shield per hex",
                E.NUM_SHIELDS,
                kind="hex",
            ),
            Field(
                "named",
                E.MAX_SEATS,
                1,
                "all",
                "one-hot: seat named with shield 6, relative to the observer",
                1,
            ),
            Field("more_spaces", (), 1 / 9, "all", "storage positions beyond the usual ones", MORE_POSITIONS),
            Field(
                "more_storage", (X.MORE_STORED, X.TILE), 1, "all", "tile per such position", 4, kind="storage"
            ),
        ),
        when=lambda options: options.shields,
    ),
    FieldSection(
        "vineyards",
        (
            decision_field(D, "vineyards"),
            Field(
                "double_depot",
                (X.SLOTS[: E.DOUBLE_DEPOT], *PAIR),
                1,
                "all",
                "double tile per position of the depot",
                1,
            ),
            Field(
                "double_shop",
                (X.SLOTS[: E.DOUBLE_SHOP], *PAIR),
                1,
                "all",
                "double tile per position of the shop",
                1,
            ),
            Field("doubles_unseen", X.DOUBLES, 1 / 3, "all", "double tiles in the bag by type", 3),
            Field(
                "vine_supply",
                X.VINES,
                1 / 4,
                "all",
                "vine bonus tiles left by kind",
                E.VINE_TILES_PER_KIND,
            ),
            Field("vine_kinds", X.VINES, 1, "all", "kinds of vine in play", 1),
            Field("pending_double", PAIR, 1, "all", "double tile that waits for room, or for a space", 1),
            Field("bonus_space", one(X.VINE_SPACES), 1, "all", "VINE_BONUS: one-hot: double space", 1),
            Field("bonus_done", X.HALVES, 1, "all", "VINE_BONUS: bonuses already carried out", 1),
            Field("automa_doubles", (), 1 / 10, "all", "double tiles of the Châteauma", E.ALL_DOUBLES),
        ),
        (
            Field(
                "vineyard",
                (E.NUM_VINE_HEXES, one(X.VINES)),
                1,
                "all",
                "one-hot: vine per hex of the vineyard",
                1,
            ),
            Field("vine_tiles", X.VINES, 1 / 2, "all", "vine bonus tiles by kind", E.VINE_TILES_PER_KIND),
            Field(
                "stored_double",
                (X.STORED, *PAIR),
                1,
                "all",
                "double tile by its lower storage position",
                1,
            ),
            Field("blocked_storage", X.STORED, 1, "all", "other position of a double tile", 1),
        ),
        when=lambda options: options.vineyards,
    ),
    FieldSection(
        "more_doubles",
        (),
        (
            Field(
                "more_stored_double",
                (X.MORE_STORED, *PAIR),
                1,
                "all",
                "the same beyond the usual positions",
                1,
                kind="stored_double",
            ),
            Field(
                "more_blocked",
                X.MORE_STORED,
                1,
                "all",
                "the same beyond the usual positions",
                1,
                kind="blocked_storage",
            ),
        ),
        when=lambda options: options.vineyards and options.shields,
    ),
    FieldSection(
        "team",
        (
            decision_field(D, "team"),
            Field("team_board", len(E.TEAM_BOARDS), 1, "all", "one-hot: duchy 31, 32", 1),
            Field("stored_tile", X.TILE, 1, "all", "STORE_DEST: the tile to be stored", 4),
        ),
        (
            Field("of_own_team", (), 1, "all", "the seat is of the observer's team", 1),
            Field(
                "shared_storage",
                X.TILE,
                1,
                "all",
                "tile on storage position 3, which is shared, as position 2 in `storage` is",
                4,
            ),
        ),
        when=lambda options: options.team,
    ),
    FieldSection(
        "automa_modules",
        (
            Field(
                "automa_special",
                X.TILES[KIND.joker + 1 : KIND.inn],
                1 / 2,
                "all",
                "face-up tiles of modules in its duchy: monasteries 27-29, crane, geese, white castles",
                8,
            ),
        ),
        when=lambda options: options.automa and (options.e2 or options.e5),
    ),
)

OBSERVATION = ObservationSpace(
    "eurogym.envs.castles_of_burgundy.fields",
    D,
    FieldSection("base", TABLE_FIELDS, SEAT_FIELDS),
    FieldSection("automa", AUTOMA_FIELDS, when=lambda options: options.automa, fixed=True),
    FieldSection("solo", SOLO_FIELDS, when=lambda options: options.solo, fixed=True),
    *SECTIONS,
)
