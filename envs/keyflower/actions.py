"""The action space of Keyflower: the flat layout of section 14.1, 421 actions."""

from __future__ import annotations

from functools import cache

from envs.core.actions import ActionCatalog, ActionRange
from envs.keyflower import enums as E
from envs.keyflower.components import cells, tile_ids, upgradable_tiles, usable_tiles
from envs.keyflower.tables import NUM_UPGRADABLE, NUM_USABLE

# --- first id of each range ---
A_PASS = 0
A_BID = 1
A_USE = A_BID + E.NUM_AUCTIONED
A_COLOUR = A_USE + NUM_USABLE
A_GROUP = A_COLOUR + E.NUM_COLOURS
A_SCREEN = A_GROUP + E.NUM_AUCTIONED
A_SKILL = A_SCREEN + E.MAX_SCREEN + 1
A_RESOURCE = A_SKILL + E.NUM_SKILLS
A_TILE = A_RESOURCE + E.NUM_RESOURCES
A_DIRECTION = A_TILE + E.NUM_TILES
A_ROTATE = A_DIRECTION + E.NUM_SIDES
A_STOP = A_ROTATE + E.NUM_SIDES
A_UPGRADE = A_STOP + 1
A_BOAT = A_UPGRADE + NUM_UPGRADABLE
A_OFFER = A_BOAT + E.NUM_BOATS
NUM_OFFERS = 7
A_CELL = A_OFFER + NUM_OFFERS
NUM_ACTIONS = A_CELL + E.NUM_CELLS


def catalog(options) -> ActionCatalog:
    """The catalog; the same for all options."""
    return _catalog()


def _offer(i: int) -> str:
    return "offer " + " ".join(str(slot) for slot in range(3) if (i + 1) >> slot & 1)


@cache
def _catalog() -> ActionCatalog:
    ids = tile_ids()
    auctioned = ids[E.FIRST_AUCTIONED : E.FIRST_AUCTIONED + E.NUM_AUCTIONED]
    use, upgrade = usable_tiles(), upgradable_tiles()
    places = cells()
    return ActionCatalog(
        [
            ActionRange("pass", 1, "pass", "R3.3"),
            ActionRange("bid", E.NUM_AUCTIONED, lambda i: f"bid {auctioned[i]}", "R5: workers beside a tile"),
            ActionRange("use", NUM_USABLE, lambda i: f"use {ids[use[i]]}", "R6: workers on a tile"),
            ActionRange(
                "colour", E.NUM_COLOURS, lambda i: f"colour {E.COLOURS[i]}", "R4.3; Tavern: worker paid"
            ),
            ActionRange(
                "group",
                E.NUM_AUCTIONED,
                lambda i: f"take group from {auctioned[i]}",
                "R4.1: own losing group",
            ),
            ActionRange(
                "screen",
                E.MAX_SCREEN + 1,
                lambda i: f"{i} from the screen",
                "R4.1: workers of the screen; ends the placement",
            ),
            ActionRange("skill", E.NUM_SKILLS, lambda i: f"skill {E.SKILLS[i]}", "skill tile paid"),
            ActionRange(
                "resource",
                E.NUM_RESOURCES,
                lambda i: f"resource {E.RESOURCES[i]}",
                "resource chosen, transported, or paid",
            ),
            ActionRange(
                "tile", E.NUM_TILES, lambda i: f"tile {ids[i]}", "R7.2: from this tile; R9.7: tile to place"
            ),
            ActionRange("direction", E.NUM_SIDES, lambda i: f"direction {i}", "R7.2: side of the cell"),
            ActionRange("rotate", E.NUM_SIDES, lambda i: f"rotate {i}", "R8.1: clockwise steps"),
            ActionRange("stop", 1, "stop", "R7.1: no more steps, no more upgrades"),
            ActionRange("upgrade", NUM_UPGRADABLE, lambda i: f"upgrade {ids[upgrade[i]]}", "R7.3"),
            ActionRange("boat", E.NUM_BOATS, lambda i: f"board {ids[E.FIRST_BOAT + i]}", "R9.5: boat chosen"),
            ActionRange("offer", NUM_OFFERS, _offer, "R3.2d: slots of the dealt winter tiles"),
            ActionRange(
                "cell", E.NUM_CELLS, lambda i: "cell {} {}".format(*places[i]), "R8: where the tile goes"
            ),
        ]
    )
