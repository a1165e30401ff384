"""Values of the modules of the box as numpy constants for the kernels. Sets of hexes are 37-bit masks."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.components import table
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR
from eurogym.envs.core.declare.names import check_ceiling, sequence

_DUCHIES = table("duchies")
_ROUTES = table("trade_routes")
_SHIELDS = table("shields")
_VINES = table("vineyards")


def _bits(hexes) -> int:
    return sum(1 << hexagon for hexagon in hexes)


# --- numbers of the rules that stand on no board ---
TRADE_SILVER, TRADE_WORKERS = 1, 2  # monastery 28
CASTLE_PRICE = 5  # points, E1.3c
FIRST_CONNECTED, LAST_CONNECTED = 11, 18  # duchies with the optional rule of E1

# --- E4: border posts ---
_POSTS = _DUCHIES["border_posts"]
BORDER_LINES = np.array([_bits(line["hexes"]) for line in _POSTS["straight_lines"]], dtype=np.int64)
BORDER_POSTS = np.array([_bits(post["touches"]) for post in _POSTS["posts"]], dtype=np.int64)
NUM_POSTS = len(BORDER_POSTS)

# --- E8: trade routes ---
ROUTE_BONUS = sequence(
    "eurogym.envs.castles_of_burgundy.route_bonuses",
    ("ship_livestock", "building", "others", "action", "place", "sell", "workers", "silver", "vp"),
)
_PLAIN = {
    "action_any_die": ROUTE_BONUS.action,
    "place_any": ROUTE_BONUS.place,
    "sell_any": ROUTE_BONUS.sell,
    "workers": ROUTE_BONUS.workers,
    "silver": ROUTE_BONUS.silver,
    "vp": ROUTE_BONUS.vp,
}
_TAKES = {
    frozenset(("ship", "livestock")): ROUTE_BONUS.ship_livestock,
    frozenset(("building",)): ROUTE_BONUS.building,
    frozenset(("castle", "mine", "monastery")): ROUTE_BONUS.others,
}


def _route_bonus(bonus: dict) -> int:
    return _TAKES[frozenset(bonus["colors"])] if bonus["type"] == "take" else _PLAIN[bonus["type"]]


ROUTE_NUMBER = np.array([[space["number"] for space in tile["spaces"]] for tile in _ROUTES["tiles"]])
ROUTE_KIND = np.array(
    [[_route_bonus(space["bonus"]) for space in tile["spaces"]] for tile in _ROUTES["tiles"]]
)
ROUTE_TILES = np.array([0, 0] + [_ROUTES["tiles_per_player"][side] for side in ("2", "3", "4")])
check_ceiling("Burgundy: trade route tiles of a seat", int(ROUTE_TILES.max()), E.MOST_ROUTE_TILES)
BONUS_WORKERS, BONUS_SILVER, BONUS_VP_POINTS = 4, 2, 4  # E7.5, E11.9
# colours that a bonus of taking a tile allows, as bits, by bonus
TAKE_COLOURS = np.array(
    [
        1 << COLOUR.ship | 1 << COLOUR.livestock,
        1 << COLOUR.building,
        1 << COLOUR.castle | 1 << COLOUR.mine | 1 << COLOUR.monastery,
    ]
)

# --- SH: shields, by number from 1 ---
SHIELD_VP = np.array([0] + [shield["end_vp"] for shield in _SHIELDS["shields"]])
SHIELDS_OF_DEPOT = np.array(
    [[0] * E.NUM_DEPOTS] * 2 + [_SHIELDS["placed_per_depot"][side] for side in ("2", "3", "4")]
)
SH = sequence(
    "eurogym.envs.castles_of_burgundy.rules.shields",
    ("none", *(shield["key"] for shield in _SHIELDS["shields"])),
)

# --- VY: vineyards ---
_SPACES = _VINES["board"]["spaces"]
_TYPES = [
    tuple(_VINES["colors"].index(colour) for colour in tile["colors"]) for tile in _VINES["double_tiles"]
]
VINES_OF = np.array(_TYPES)  # kinds of vine of a type of double tile
DOUBLE_COPIES = np.array([tile["count"] for tile in _VINES["double_tiles"]])
VINE_LEVEL = np.array([space["level"] for space in _SPACES])
NUM_LEVELS = int(VINE_LEVEL.max()) + 1
LEVEL_SPACES = np.array(
    [_bits(n for n, space in enumerate(_SPACES) if space["level"] == level) for level in range(NUM_LEVELS)]
)
VINE_NEIGHBOURS = np.array([_bits(space["adjacent"]) for space in _SPACES])
VINE_BONUS = sequence(
    "eurogym.envs.castles_of_burgundy.vine_bonuses",
    (*ROUTE_BONUS.NAMES, "black", "double"),
)
VINE_LETTERS = {  # of the data file
    "M": VINE_BONUS.ship_livestock,
    "C": VINE_BONUS.building,
    "K": VINE_BONUS.others,
    "A": VINE_BONUS.action,
    "P": VINE_BONUS.place,
    "G": VINE_BONUS.sell,
    "W": VINE_BONUS.workers,
    "S": VINE_BONUS.silver,
    "V": VINE_BONUS.vp,
    "B": VINE_BONUS.black,
    "D": VINE_BONUS.double,
}
_HEXES = [tuple(place) for space in _SPACES for place in space["hexes"]]
_STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
# the hexes of a vineyard (two of each space) that touch each hex, as bits
VINE_HEX_NEIGHBOURS = np.array(
    [
        _bits(_HEXES.index(spot) for dx, dy in _STEPS if (spot := (x + dx, y + dy)) in _HEXES)
        for x, y in _HEXES
    ]
)
_SIDES = ("2", "2", "2", "3", "4")
SHOP_SIZE = np.array([_VINES["store_spaces"][side] for side in _SIDES])
_DEPOT = [_VINES["depot"][side]["slots"] for side in _SIDES]
DEPOT_SIZE = np.array([len(slots) for slots in _DEPOT])
# position of the double depot that a die value takes from (E11.6), by seats at the table and value
DEPOT_POSITION = np.array(
    [
        [next((n for n, slot in enumerate(slots) if v in slot), 0) for v in range(E.DIE_SIDES + 1)]
        for slots in _DEPOT
    ]
)
REMOVED_VINES = np.array([0, 0, _VINES["removal_option"]["2"], _VINES["removal_option"]["3"], 0])
VINE_VP = np.array(
    [0] + [_VINES["connected_vines_vp"][str(n + 1)] for n in range(len(_VINES["connected_vines_vp"]))]
)
check_ceiling("Burgundy: vines that can be connected", E.NUM_VINE_SPACES + 1, len(VINE_VP) - 1)

# --- the Châteauma with modules ---
_AUTOMA = table("chateauma")
AUTOMA_SHIELD_VP = np.array([0] + [_AUTOMA["shield_vp"][n] for n in ("1", "2", "3", "4+")])
AUTOMA_DOUBLE_VP = np.array(
    [0] + [_AUTOMA["double_tile_vp"][str(n + 1)] for n in range(len(_AUTOMA["double_tile_vp"]))]
)
