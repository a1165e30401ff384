"""The tunable numbers of the Burgundy heuristic: names, values (points at the end of the game), meanings.

One column for each table of 2 to 4 players, one for games against the Châteauma, one for the solo mode, where the
unit is not a point but about a quarter of what a die fetches. A weight of 0 is switched off, and not tuned.
"""

from __future__ import annotations

import numpy as np

from eurogym.agents.framework.weights import weights
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR

# fmt: off
# name, value with 2, 3 and 4 players, value against the Châteauma, value in the solo mode, meaning
_TABLE = (
    ("DIE", 4.36, 4.36, 4.36, 3.83, 5.55, "what a die can fetch otherwise, above the one point of two workers"),
    ("DIE_FADE", 2.81, 2.81, 2.81, 3.07, 2.06, "turns left at which half of DIE counts"),
    ("WORKER", 0.97, 0.97, 0.97, 0.751, 1.56, "each of the first three workers, above half a point"),
    ("WORKER_MORE", 0.111, 0.111, 0.111, 0.0851, 0.0666, "each further worker up to eight, above half a point"),
    ("WORKER_FADE", 2.96, 2.96, 2.96, 2.24, 2.8, "turns left at which half of a worker's extra worth counts"),
    ("SILVER", 0.976, 0.976, 0.976, 1.31, 1.38, "each of the first four silver, above one point"),
    ("SILVER_MORE", 0.483, 0.483, 0.483, 0.224, 0.671, "each further silver up to ten, above one point"),
    ("SILVER_FADE", 3.3, 3.3, 3.3, 3.41, 2.42, "turns left at which half of a silver's extra worth counts"),
    ("PACE", 0.979, 0.979, 0.979, 1.01, 0.883, "turns that one more hex of an area takes"),
    ("CONVEX", 0.281, 0.281, 0.281, 0.321, 0.564, "how far the promise of an area lies with its last hexes"),
    ("AREA_BUILDING", 0.973, 0.973, 0.973, 0.923, 0.0209, "weight of the promise of towns"),
    ("AREA_LIVESTOCK", 0.829, 0.829, 0.829, 0.99, 0.232, "the same of pastures"),
    ("AREA_SHIP", 1.13, 1.13, 1.13, 1.12, 0.233, "the same of rivers"),
    ("AREA_MONASTERY", 0.937, 0.937, 0.937, 0.854, 0.19, "the same of monastery areas"),
    ("AREA_CASTLE", 0.951, 0.951, 0.951, 0.855, 0.15, "the same of castle areas"),
    ("AREA_MINE", 1.06, 1.06, 1.06, 1.09, 0.122, "the same of mine areas"),
    ("PACE_COLOUR", 1.06, 1.06, 1.06, 1.01, 0.847, "turns that one more hex of a colour takes"),
    ("CONVEX_COLOUR", 0.606, 0.606, 0.606, 0.61, 0.562, "how far its promise lies with the last hexes"),
    ("COLOUR", 1.27, 1.27, 1.27, 1.16, 1.13, "weight of the promise of bonus tiles"),
    ("OPEN", 0.2, 0.2, 0.2, 0.141, 0.186, "each hex that a placing opens, at the start of the game"),
    ("OPEN_AREA", 0.0981, 0.0981, 0.0981, 0.0662, 0.146, "share of the points per hex of an area opened by it"),
    ("WORKER_END", 0.5, 0.5, 0.5, 0.5, 0.0, "a worker at the end of the game"),
    ("SILVER_END", 1.0, 1.0, 1.0, 1.0, 0.0, "a silver at the end of the game"),
    ("SPACE_BUILDING", 0.0, 0.0, 0.0, 0.0, 6.99, "solo: a covered hex"),
    ("SPACE_LIVESTOCK", 0.0, 0.0, 0.0, 0.0, 8.54, "the same"),
    ("SPACE_SHIP", 0.0, 0.0, 0.0, 0.0, 7.51, "the same"),
    ("SPACE_MONASTERY", 0.0, 0.0, 0.0, 0.0, 8.0, "the same"),
    ("SPACE_CASTLE", 0.0, 0.0, 0.0, 0.0, 6.62, "the same"),
    ("SPACE_MINE", 0.0, 0.0, 0.0, 0.0, 10.6, "the same"),
    ("SOLO_POINT", 0.0, 0.0, 0.0, 0.0, 0.126, "solo: a point on the way to the target"),
    ("SOLO_COLOUR", 0.0, 0.0, 0.0, 0.0, 5.99, "solo: a completed colour"),
    ("SOLO_GOODS", 0.0, 0.0, 0.0, 0.0, 0.792, "solo: a goods tile"),
    ("SOLO_JOKER", 0.0, 0.0, 0.0, 0.0, 6.23, "solo: worth of a joker that is exchanged for"),
    ("SOLO_RESET", 0.0, 0.0, 0.0, 0.0, 1.26, "solo: worth of reaching the target at once"),
    ("HIT", 0.328, 0.328, 0.328, 0.375, 0.302, "chance per turn to place a tile on a single number without workers"),
    ("HIT_WORKER", 0.0206, 0.0206, 0.0206, 0.0377, 0.00392, "added per worker up to three"),
    ("HIT_NUMBER", 0.00154, 0.00154, 0.00154, -0.00766, 0.109, "added per further number that fits"),
    ("HIT_FREE", 0.08, 0.08, 0.08, 0.0667, 0.115, "added where a monastery changes the die for the tile"),
    ("FLEX", 0.138, 0.138, 0.138, 0.082, 0.0928, "points per further number that fits, for a stored tile"),
    ("WAIT", 1.57, 1.57, 1.57, 1.76, 1.68, "points lost while a tile waits for its number"),
    ("CLOSED", -0.0156, -0.0156, -0.0156, 0.0138, 0.0561, "a stored tile without an open hex, per hex it may get"),
    ("SAME_COLOUR", 0.3, 0.3, 0.3, 0.308, 0.503, "share left where others of its colour want the same hexes"),
    ("CROWD_2", 0.405, 0.405, 0.405, 0.425, 0.305, "cost of the second place in storage being taken"),
    ("CROWD_3", 2.2, 2.2, 2.2, 2.44, 2.66, "cost of the last place in storage being taken"),
    ("SALE_COST", 0.669, 0.669, 0.669, 0.782, 0.0, "share of a die that a later sale costs"),
    ("SALE_FADE", 1.9, 1.9, 1.9, 1.99, 0.0, "turns left at which half of all stacks will be sold"),
    ("NEW_GOODS", 0.14, 0.14, 0.14, 0.118, 0.0, "a stored type of goods, for the tiles to come"),
    ("TURN_ORDER", 0.676, 0.676, 0.676, 0.744, 0.0, "one space on the track at the start of the game"),
    ("SHIP_LATER", 2.36, 2.36, 2.36, 1.81, 1.09, "effect of a ship placed later"),
    ("SHIP_GOODS", 0.644, 0.644, 0.644, 0.682, 0.409, "share of the goods that lie ready, for a ship placed later"),
    ("CASTLE_LATER", 7.11, 7.11, 7.11, 5.79, 5.33, "effect of a castle placed later"),
    ("MARKET_LATER", 2.19, 2.19, 2.19, 2.56, 2.64, "effect of a market placed later"),
    ("CARPENTER_LATER", 3.46, 3.46, 3.46, 3.3, 3.8, "effect of a carpenter's workshop placed later"),
    ("CHURCH_LATER", 3.68, 3.68, 3.68, 3.18, 3.57, "effect of a church placed later"),
    ("WAREHOUSE_LATER", 3.2, 3.2, 3.2, 2.77, 1.31, "effect of a warehouse placed later"),
    ("TOWN_HALL_LATER", 3.9, 3.9, 3.9, 4.84, 3.88, "effect of a town hall placed later"),
    ("LIVESTOCK_NEXT", 0.244, 0.244, 0.244, 0.166, 0.138, "share of its animals that score again, per empty hex"),
    ("TOWNS", 3.92, 3.92, 3.92, 5.38, 2.97, "monastery 1 at the start of the game"),
    ("MINES_EXPECTED", 0.461, 0.461, 0.461, 0.474, 0.535, "mines still to come, for monastery 2"),
    ("SALES_RATE", 0.201, 0.201, 0.201, 0.159, 0.112, "sales per turn, for monasteries 3 and 4"),
    ("NEIGHBOUR", 0.83, 0.83, 0.83, 1.0, 0.723, "goods of a second depot, per ship to come"),
    ("HIRE", 0.0881, 0.0881, 0.0881, 0.114, 0.214, "monastery 6, per turn"),
    ("ANIMALS", 1.03, 1.03, 1.03, 0.981, 0.829, "monastery 7, per livestock tile to come"),
    ("TWO_STEPS", 2.76, 2.76, 2.76, 2.25, 3.4, "monastery 8 at the start of the game"),
    ("DIE_BUILDING", 3.47, 3.47, 3.47, 4.28, 2.82, "monastery 9 at the start of the game"),
    ("DIE_LIVESTOCK", 3.39, 3.39, 3.39, 3.63, 2.1, "monastery 10 at the start of the game"),
    ("DIE_OTHERS", 2.29, 2.29, 2.29, 2.42, 2.76, "monastery 11 at the start of the game"),
    ("DIE_TAKE", 4.17, 4.17, 4.17, 2.48, 5.4, "monastery 12 at the start of the game"),
    ("PAID_WORKERS", 2.05, 2.05, 2.05, 2.21, 2.87, "monastery 13 at the start of the game"),
    ("FOUR_WORKERS", 7.41, 7.41, 7.41, 7.89, 9.0, "monastery 14 at the start of the game"),
    ("SOLD_TYPES", 2.32, 2.32, 2.32, 2.32, 0.0, "types still to be sold from the start on, for monastery 15"),
    ("BUILDINGS", 1.01, 1.01, 1.01, 0.547, 0.0, "buildings of a type to come from the start on, for monasteries 16-23"),
    ("SPECIES", 2.98, 2.98, 2.98, 2.73, 0.0, "species to come from the start on, for monastery 24"),
    ("SOLD_TILES", 8.03, 8.03, 8.03, 9.12, 0.0, "tiles to be sold from the start on, for monastery 25"),
    ("BONUS_TILES", 1.82, 1.82, 1.82, 1.62, 0.0, "bonus tiles to come from the start on, for monastery 26"),
    ("HELD_SHARE", 0.458, 0.458, 0.458, 0.363, 0.0, "what a stored tile adds to the count of a scoring monastery"),
    ("BUY", 0.296, 0.296, 0.296, 0.198, 0.0383, "gain from which a black tile is bought"),
    ("START_OPEN", 0.909, 0.909, 0.909, 0.637, 0.983, "each different number next to the starting castle"),
    ("START_AREA", 0.607, 0.607, 0.607, 0.679, 0.639, "share of the promise per hex of the areas next to it"),
    ("MODULES", 1.0, 1.0, 1.0, 1.0, 1.0, "share of what the modules bring; 0: they are ignored"),
)
# of the modules: the same at every table, `eurogym learn tune` leaves them alone
_OF_MODULES = (
    ("BORDER", 0.7, "weight of the promise of lines between border posts"),
    ("BORDER_PACE", 1.2, "turns that one more hex of a line takes"),
    ("BORDER_CONVEX", 1.7, "how far the promise of a line lies with its last hexes"),
    ("WHITE_LATER", 0.7, "effect of a white castle placed later, in dice"),
    ("WHITE_CASTLES", 1.0, "white castles to come from the start on, for monastery 29"),
    ("VINE_OTHER", 1.0, "share of the points of vines without a bonus tile of their kind, at the start of the game"),
    ("VINE_GROWTH", 0.6, "what connected vines promise beyond their points, at the start of the game"),
    ("VINE_LEVEL", 15.0, "a vine bonus tile at the start of the game, beyond what it brings at once"),
    ("VINE_STORED", 5.0, "a stored double tile early in the game"),
    ("VINE_MARGIN", 0.5, "points by which planting must be better than the rest of the plan"),
    ("SHIELD_MARGIN", 1.0, "the same of taking a shield"),
    ("TRIBUTE", 1.3, "points that paying once for a shield costs"),
    ("SHIELD_EARLY", 15.0, "points lost by taking a shield at the start of the game, and not at its end"),
    ("SHIELD_TILES", 5.0, "what shields 14 and 15 do at the end of a phase; they may be taken early"),
)
# fmt: on
_TABLE += tuple((name, *[value] * 5, meaning) for name, value, meaning in _OF_MODULES)

W, _COLUMNS = weights("eurogym.agents.castles_of_burgundy.places", _TABLE)
NAMES = W.NAMES
TABLE2_WEIGHTS, TABLE3_WEIGHTS, TABLE4_WEIGHTS, CHATEAUMA_WEIGHTS, SOLO_WEIGHTS = _COLUMNS
WEIGHTS = np.array(_COLUMNS)  # a row for each table
# by the rules, or without meaning in the games that are tuned on; not numbers to be tuned
FIXED = ("WORKER_END", "SILVER_END", "MODULES", *(name for name, _, _ in _OF_MODULES))
IGNORING_WEIGHTS = WEIGHTS.copy()  # tiles of the modules are scrap, whatever is offered is declined
IGNORING_WEIGHTS[:, W.MODULES] = 0.0


def _by_colour(kind: str) -> np.ndarray:
    """Places of the six weights of a kind, by colour."""
    return np.array([getattr(W, f"{kind}_{colour.upper()}") for colour in COLOUR.NAMES])


AREA_OF = _by_colour("AREA")  # promise of an area
SPACE_OF = _by_colour("SPACE")  # solo: a covered hex
