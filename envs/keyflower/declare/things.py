"""What actions and observations of Keyflower are about, by name (:mod:`eurogym.envs.core.declare.things`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.envs.core.declare.things import MOVER, at, axis, quantity
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare import tables as T
from eurogym.envs.keyflower.declare.components import cells, tile_ids
from eurogym.envs.keyflower.declare.enums import (
    COLOUR,
    KIND,
    LAND,
    PLACE,
    RESOURCE,
    SEASON,
    SKILL,
    SKILL_UNIT,
    UNIT,
    D,
)
from eurogym.envs.keyflower.declare.overrides import FIRST_SKILL_BIT, UNIT_BITS

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
PLACEMENT = {  # of the screen's colours, that one is named which follows another
    "for_tile": at("target", things=TILES),
    "colour": (at("colour", things=COLOURS), at("screen_colour", things=COLOURS, when=(D.SOURCE4B,))),
}
OFFERED = {
    ("tile", "second_tile", "third_tile")[place]: at("dealt", MOVER, column, things=TILES)
    for place, column in enumerate(("slot", "second_slot", "third_slot"))
}


def attributes(state: Any) -> dict[str, dict[str, np.ndarray]]:
    """Return numbers of components by vocabulary; those that options replace are in the state of every game."""

    def on(some: Any, numbers: np.ndarray) -> np.ndarray:
        found = np.zeros(len(TILES), np.int64)
        found[list(some)] = numbers
        return found

    tiles = {"winter_points": on(DEALT.entries, state["winter_vp"])}
    for face, side in enumerate(("", "back_")):
        tiles[f"{side}points"] = state["points"][:, face]
        tiles[f"{side}points_each"] = on(T.STORED, state["stored_vp"][:, face])
        for kind, name in enumerate(KIND.NAMES[1:], 1):
            tiles[f"{side}{name}"] = kind == T.EFFECT[:, face]
        for place, name in enumerate(RESOURCE.NAMES):
            tiles[f"{side}{name}"] = on(T.GAINING, state["gains"][:, face, place])
    costs = [(name, UNIT_BITS * place, UNIT_BITS) for place, name in enumerate(UNIT.NAMES)]
    costs += [(name, FIRST_SKILL_BIT + place, 1) for place, name in enumerate((*SKILL.NAMES, "any_skill"))]
    for name, first, bits in costs:
        tiles[f"cost_{name}"] = on(T.UPGRADABLE, state["costs"] >> first & (1 << bits) - 1)
    for season, name in enumerate(SEASON.NAMES[: SEASON.winter]):
        for what in ("workers", "skills"):
            tiles[f"{name}_{what}"] = on(BOATS.entries, state[f"cargo_{what}"][:, season])
    chain = {"points": state["chain_vp"][1:]}  # of so many boats
    return {"cell": {"q": T.CELL_Q, "r": T.CELL_R}, "tile": tiles, "chain": chain}
