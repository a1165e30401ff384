"""What an observation shows of a duchy, hex by hex: rows of bytes that the state keeps and the observation copies.

``duchy.py`` alone writes them.
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import things as X
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND
from eurogym.envs.castles_of_burgundy.declare.tables import AREA_SIZE, HEX_COLOUR
from eurogym.envs.core.declare.layout import Field
from eurogym.envs.core.declare.names import positions
from eurogym.envs.core.declare.things import coded, one

HEXES = E.NUM_HEXES

MAP_FIELDS = (
    Field(
        "empty_colour",
        (X.HEXES, one(X.COLOURS)),
        1,
        "all",
        "one-hot per hex: printed colour while it is empty",
        1,
        kind="hex",
    ),
    Field(
        "tile",
        (X.HEXES, coded(X.TILES[: KIND.joker + 1])),
        1 / 50,
        "all",
        "kind + 1 of the tile per hex, 0 = empty",
        E.NUM_KINDS + 1,
        kind="hex",
    ),
    Field(
        "open", X.HEXES, 1, "all", "the hex is empty and next to a covered one", 1, kind="hex", amount="open"
    ),
    Field(
        "area_size", X.HEXES, 1 / 8, "all", "size of the area of an empty hex", 8, kind="hex", amount="area"
    ),
    Field(
        "area_left",
        X.HEXES,
        1 / 8,
        "all",
        "empty hexes of the area of an empty hex",
        8,
        kind="hex",
        amount="left",
    ),
    Field(
        "animals",
        (X.HEXES, X.ANIMALS),
        1 / 8,
        "all",
        "animals per species in the pasture of a hex",
        28,
    ),
    Field(
        "places",
        (E.NUM_PLACE_ROWS, X.VALUES),
        1 / 2,
        "all",
        "hexes that can be filled now, by what fits (8 building types, livestock, ship, monastery, castle, mine) "
        "and by number",
        12,
    ),
)
MAP = positions("eurogym.envs.castles_of_burgundy.map", MAP_FIELDS)


def _start_map(board: int) -> list[int]:
    """Return the map of a duchy without any tile."""
    codes = [0] * MAP.STOP
    for h in range(HEXES):
        codes[MAP.empty_colour + h * COLOUR.COUNT + HEX_COLOUR[board, h]] = 1
        codes[MAP.area_size + h] = codes[MAP.area_left + h] = int(AREA_SIZE[board, h])
    return codes


START_MAP = np.array([_start_map(board) for board in range(E.NUM_BOARDS)], dtype=np.int8)
