"""What a seat sees of the modules of the box: a section of fields for each, behind those of the base game.

A table shows the same to every seat; so these are codes of what lies open, like the base section's.
"""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.enums import KIND, D
from eurogym.envs.castles_of_burgundy.tables import TOWN_TYPE
from eurogym.envs.core.layout import Field, FieldSection

SPECIAL_BUILDINGS = [kind for kind in range(KIND.joker, KIND.COUNT) if TOWN_TYPE[kind] >= 0]
SPECIAL = (*SPECIAL_BUILDINGS, KIND.inn)  # tiles whose hexes `places` of the base section does not count
E2_KINDS = (KIND.monastery_27, KIND.monastery_28, KIND.crane, KIND.geese)


def decision_field(module: str) -> Field:
    """One-hot: which of the module's decisions is pending."""
    first, count = getattr(D, f"first_{module}"), getattr(D, f"num_{module}")
    asked = ", ".join(D.NAMES[first : first + count])
    return Field(f"{module}_decision", count, 1, "all", f"one-hot: the pending decision: {asked}", 1)


SECTIONS = (
    FieldSection(
        "special",
        (),
        (
            Field(
                "special_tile",
                E.NUM_HEXES,
                1 / 7,
                "all",
                "tile of a module per hex: 1-3 monastery 27-29, 4 crane, 5 geese, 6 white castle, 7 inn; 0 = none",
                E.NUM_MORE_KINDS,
            ),
            Field(
                "special_places",
                (len(SPECIAL), E.DIE_SIDES),
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
        (Field("connected", E.NUM_HEXES, 1, "all", "the hex is connected with a castle (E1.3)", 1),),
        when=lambda options: options.castle_connection,
    ),
    FieldSection(
        "e2",
        (
            decision_field("e2"),
            Field(
                "e2_unseen", len(E2_KINDS), 1, "all", "nobody has seen yet: monastery 27, 28, crane, geese", 1
            ),
        ),
        (
            Field(
                "e2_placed", len(E2_KINDS), 1, "all", "in the duchy (monasteries also copied): the same", 1
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
            decision_field("e5"),
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
        (Field("inn_areas", E.NUM_HEXES, 1, "all", "an inn lies in the area of the hex", 1),),
        when=lambda options: options.e6,
    ),
)
