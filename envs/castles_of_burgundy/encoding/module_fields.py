"""What a seat sees of the modules of the box: a section of fields for each, behind those of the base game.

A table shows the same to every seat; so these are codes of what lies open, like the base section's.
"""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import things as X
from eurogym.envs.castles_of_burgundy.declare.enums import KIND, D
from eurogym.envs.castles_of_burgundy.declare.tables import TOWN_TYPE
from eurogym.envs.core.declare.layout import Field, FieldSection, decision_field
from eurogym.envs.core.declare.things import coded, one

SPECIAL_BUILDINGS = [kind for kind in range(KIND.joker, KIND.COUNT) if TOWN_TYPE[kind] >= 0]
SPECIAL = (*SPECIAL_BUILDINGS, KIND.inn)  # tiles whose hexes `places` of the base section does not count
E2_KINDS = (KIND.monastery_27, KIND.monastery_28, KIND.crane, KIND.geese)
MORE_POSITIONS = E.MOST_STORAGE - E.NUM_STORAGE
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
