"""What may come into play with each module of The Castles of Burgundy: the keys of `BurgundyOracle.resolved`.

`resolved` counts how often a key came up in a game. Keys that begin with "automa" come up only beside the
Chateauma.
"""

from .burgundy_pieces import COLOURS
from .burgundy_routes import SHORT
from .burgundy_turn import BUILDINGS
from .burgundy_vineyards import BONUS_NAMES, KINDS_OF_VINES, LEVELS

SHIELD_ABILITIES = {
    1: "one pasture", 2: "a worker", 3: "a worker paid", 4: "a fourth key space", 5: "a type", 6: "somebody named",
    7: "a bonus tile", 8: "mines", 9: "silver of a sale", 10: "final", 11: "a shield", 12: "points of a sale",
    13: "final", 14: "a tile placed", 15: "a tile placed", 16: "a die", 17: "an area", 18: "no neighbour",
}  # fmt: skip

MODULE_EFFECTS = {
    "e1": ("castle retrieved", "placed beside a castle", "placed through a chain"),
    "e2": (
        *(f"placed {name}" for name in ("monastery_27", "monastery_28", "crane", "geese")),
        "monastery 27: on top",
        "trade",
        *(f"crane: {name}" for name in (*BUILDINGS, "white_castle")),
        "crane counted",
        "geese: another species",
        "geese: scored again",
        "automa: crane",
        "automa: geese",
    ),
    "e4": (
        *(f"border: {what}" for what in ("two posts", "large tile", "small tile", "no tile left")),
        "automa: second border card",
        "automa: third border card",
    ),
    "e5": (
        "placed white_castle",
        "placed monastery_29",
        *(f"white castle: {what}" for what in ("take", "place", "sell", "workers", "double tile")),
        "final: monastery 29",
        "automa: white castle",
    ),
    "e6": ("inn taken", *(f"placed inn on {colour}" for colour in COLOURS), "area with an inn"),
    "e8": (
        *(f"route: {bonus}" for bonus in SHORT.values()),
        "good on the route without a bonus",
        "good to the pile",
        "automa: sale with trade routes",
    ),
    "team": ("stored privately", "stored for both", "placed from a shared space", "marker on the last space"),
    "shields": (
        *(f"shield {n} {what}" for n in range(1, 19) for what in ("taken", "replaced", "given up")),
        *(f"shield {n}: {what}" for n, what in SHIELD_ABILITIES.items()),
        "automa: shield",
    ),
    "vineyards": (
        "double tile taken",
        "double tile from the shop",
        *(f"double tile on level {level}" for level in LEVELS),
        *(f"vineyard: {bonus}" for bonus in BONUS_NAMES.values()),
        *(f"vine bonus tile {kind}" for kind in KINDS_OF_VINES),
        "final: vines",
        "automa: double tile taken",
        "automa: double tile bought",
    ),
}
