"""What actions and observations of Keyflower are about, by name (:mod:`eurogym.envs.core.declare.things`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.envs.core.declare.things import MOVER, at, axis, quantity
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare import tables as T
from eurogym.envs.keyflower.declare.components import cells, tile_ids
from eurogym.envs.keyflower.declare.enums import COLOUR, LAND, PLACE, RESOURCE, SKILL, SKILL_UNIT, UNIT
from eurogym.envs.keyflower.declare.overrides import UNIT_BITS

TILES = axis("tile", tile_ids())
AUCTIONED = TILES[E.FIRST_AUCTIONED : E.FIRST_AUCTIONED + E.NUM_AUCTIONED]
BOATS = TILES[E.FIRST_BOAT : E.FIRST_BOAT + E.NUM_BOATS]
SUMMER_BOATS = TILES[E.FIRST_SUMMER_BOAT : E.FIRST_SUMMER_BOAT + E.NUM_SUMMER_BOATS]
DEALT = TILES[E.FIRST_OF_SEASON[-1] : E.FIRST_OF_SEASON[-1] + E.TILES_PER_SEASON]
PLACES = axis("place", PLACE.NAMES)[PLACE.AUCTION :]  # nothing is said of tiles that are away
COLOURS = axis("colour", COLOUR.NAMES)
UNITS, SKILL_UNITS = axis("resource", UNIT.NAMES), axis("skill", SKILL_UNIT.NAMES)
RESOURCES, SKILLS = UNITS[: RESOURCE.COUNT], SKILL_UNITS[: SKILL.COUNT]
CELLS = axis("cell", ["{},{}".format(*cell) for cell in cells()])
SIDES, LANDS = axis("side", E.NUM_SIDES, 0), axis("land", LAND.NAMES[1:])
SHOWN = tuple(map(quantity, ("filled", *LANDS.names)))  # of a cell
WORKERS, OFFERS = axis("workers", E.MAX_SCREEN + 1, 0), axis("offer", (1 << E.HAND_SIZE) - 1)
SLOTS = axis("slot", E.HAND_SIZE, 0)

# --- what actions find in the state ---
COLOUR_OF_TILE = {"colour": at("tile_colour", "tile", less=1, things=COLOURS)}
SOURCE, PLACING = {"tile": at("source_tile", things=TILES)}, {"tile": at("placing", things=TILES)}
OFFERED = {
    ("tile", "second_tile", "third_tile")[place]: at("dealt", MOVER, column, things=TILES)
    for place, column in enumerate(("slot", "second_slot", "third_slot"))
}


def attributes(state: Any) -> dict[str, dict[str, np.ndarray]]:
    """Return numbers of components by vocabulary; those that options replace are in the state of every game."""
    q, r = np.array(cells()).T
    tiles = {f"{side}points": state["points"][:, face] for face, side in enumerate(("", "back_"))}
    tiles |= {f"{side}effect": T.EFFECT[:, face] for face, side in enumerate(("", "back_"))}
    for place, name in enumerate(RESOURCE.NAMES):
        for face, side in enumerate(("", "back_")):
            tiles[f"{side}{name}"] = np.zeros(len(TILES), np.int64)
            tiles[f"{side}{name}"][T.GAINING] = state["gains"][:, face, place]
    for place, name in enumerate(UNIT.NAMES):
        tiles[f"cost_{name}"] = np.zeros(len(TILES), np.int64)
        tiles[f"cost_{name}"][T.UPGRADABLE] = state["costs"] >> UNIT_BITS * place & (1 << UNIT_BITS) - 1
    return {"cell": {"q": q, "r": r}, "tile": tiles}
