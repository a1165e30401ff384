"""What actions and observations of Burgundy are about, by name (:mod:`eurogym.envs.core.declare.things`)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, POOL, SPECIES, D
from eurogym.envs.castles_of_burgundy.declare.tables import ROUTE_BONUS, VINES_OF
from eurogym.envs.core.declare.things import MOVER, PENDING, At, always, at, axis, nothing, pattern

DICE, VALUES = axis("die", E.NUM_DICE), axis("value", E.DIE_SIDES)
DEPOTS, SLOTS = axis("depot", E.NUM_DEPOTS), axis("slot", E.NUM_BLACK_SLOTS, 0)
ON_DEPOT = SLOTS[: E.SLOTS_PER_DEPOT]
STORAGE = axis("storage", E.MOST_STORAGE, 0)
STORED, MORE_STORED = STORAGE[: E.NUM_STORAGE], STORAGE[E.NUM_STORAGE :]
ALL_HEXES = axis("hex", E.TEAM_HEXES, 0)
HEXES = ALL_HEXES[: E.NUM_HEXES]
COLOURS, GOODS, ANIMALS = (
    axis("colour", COLOUR.NAMES),
    axis("goods", E.NUM_GOODS),
    axis("species", SPECIES.NAMES),
)
TILES = axis("tile", KIND.NAMES)
BASE_TILES, MODULE_TILES = TILES[: E.NUM_KINDS], TILES[KIND.joker + 1 :]
MONASTERIES = TILES[E.FIRST_MONASTERY : E.FIRST_MONASTERY + E.NUM_MONASTERIES]
TILE = pattern(TILES, T.TILE_CODE[: KIND.COUNT])
ITEMS, SIDES = axis("item", POOL.NAMES), axis("side", ("lower", "higher"))
# modules
ROUTE_TILES, ROUTE_BONUSES = axis("route_tile", E.NUM_ROUTE_TILES, 0), axis("route_bonus", ROUTE_BONUS.NAMES)
LAID_GOODS = axis("laid_goods", E.NUM_GOODS)
SHIELDS, POSITIONS = axis("shield", E.NUM_SHIELDS), axis("position", E.SHIELDS_PER_DEPOT, 0)
DOUBLES, VINES, HALVES = axis("double", E.NUM_DOUBLES), axis("vine", E.NUM_VINES), axis("half", 2)
VINE_SPACES = axis("vine_space", E.NUM_VINE_SPACES, 0)

# --- what actions find in the state ---
OTHERS = tuple(d for d in range(D.COUNT) if d != D.MAIN)  # decisions that use no die
VALUE = (
    at("dice", MOVER, "die", things=VALUES, less=1),
    nothing(OTHERS),
    at("white", things=VALUES, less=1, when=(D.WHITE_ACTION,)),
)
WITH_DIE = {"die": nothing(OTHERS), "value": VALUE}
FROM_STORAGE = {"tile": at("storage", MOVER, "storage", things=TILES)}
ON_HEX = {  # printed there
    "hex_value": (
        at("board", MOVER, things=VALUES, then=T.HEX_DIE - 1, by="hex"),
        at("team_die", "hex", things=VALUES, less=1),
    )
}
CASTLE, COLOUR_TILE, OFFERED = (D.START_CASTLE, D.START_SPACE), (D.COLOUR_SPACE,), (D.SHIELD_SPACE,)
NOT_STORED = CASTLE + COLOUR_TILE + OFFERED  # where a tile comes from elsewhere than the storage
PLACED = (
    WITH_DIE
    | {
        "storage": nothing(NOT_STORED),
        "tile": (
            FROM_STORAGE["tile"],
            nothing(NOT_STORED),
            always(KIND.castle, TILES, when=CASTLE),
            replace(PENDING, things=TILES, when=COLOUR_TILE),
            at("depot", PENDING, things=TILES, when=OFFERED),
            at("black", replace(PENDING, less=E.FROM_BLACK), things=TILES, when=OFFERED),
            replace(PENDING, things=TILES, then=(-1,) * E.FROM_INNS + (KIND.inn,), when=OFFERED),
        ),
    }
    | ON_HEX
)


def double(field: str, *index: Any, less: int = 1, **others: Any) -> dict[str, At]:
    """Return the vines of a double tile that lies there; ``less`` is the code of the first one."""
    return {
        column: at(field, *index, less=less, things=VINES, then=VINES_OF[:, half], **others)
        for half, column in enumerate(("vine", "second_vine"))
    }


_STORED = double("storage", MOVER, "storage", less=E.FIRST_DOUBLE)
_OFFERED = double("double_shop", replace(PENDING, less=E.FROM_SHOP), when=OFFERED)
PLACED_DOUBLE = WITH_DIE | {
    "storage": nothing(OFFERED),
    **{column: (one, nothing(OFFERED), _OFFERED[column]) for column, one in _STORED.items()},
}


def attributes(state: Any) -> dict[str, dict[str, np.ndarray]]:
    """Return numbers of components by vocabulary; those that options replace are in the state of every game."""
    kinds = slice(None, KIND.COUNT)
    return {
        "tile": {
            "colour": np.where(T.COLOUR_OF[kinds] < COLOUR.COUNT, T.COLOUR_OF[kinds] + 1, 0),
            "species": T.SPECIES_OF[kinds] + 1,
            "animals": T.ANIMALS[kinds],
            "monastery": T.MONASTERY_OF[kinds],
            "number": state["tile_number"],
        },
        "double": {"vine": VINES_OF[:, 0] + 1, "second_vine": VINES_OF[:, 1] + 1},
    }
