"""The action space of Keyflower: the flat layout of section 14.1, 421 actions."""

from __future__ import annotations

from eurogym.envs.core.actions import ActionRange, ActionSection, ActionSpace
from eurogym.envs.keyflower import enums as E
from eurogym.envs.keyflower.components import cells, tile_ids, upgradable_tiles, usable_tiles
from eurogym.envs.keyflower.enums import COLOUR, RESOURCE, SKILL

NUM_OFFERS = (1 << E.HAND_SIZE) - 1  # non-empty sets of slots

_IDS = tile_ids()
_AUCTIONED = _IDS[E.FIRST_AUCTIONED : E.FIRST_AUCTIONED + E.NUM_AUCTIONED]
_USABLE = [_IDS[tile] for tile in usable_tiles()]
_UPGRADABLE = [_IDS[tile] for tile in upgradable_tiles()]
_BOATS = _IDS[E.FIRST_BOAT : E.FIRST_BOAT + E.NUM_BOATS]
_CELLS = cells()


def offered_slots(number: int) -> list[int]:
    """Slots of the hand that the offer of this number names."""
    return [slot for slot in range(E.HAND_SIZE) if (number + 1) >> slot & 1]


ACTIONS = ActionSpace(
    "eurogym.envs.keyflower.actions",
    ActionSection(
        "base",
        (
            ActionRange("pass", 1, "pass", "R3.3"),
            ActionRange(
                "bid", E.NUM_AUCTIONED, lambda i: f"bid {_AUCTIONED[i]}", "R5: workers beside a tile"
            ),
            ActionRange("use", len(_USABLE), lambda i: f"use {_USABLE[i]}", "R6: workers on a tile"),
            ActionRange(
                "colour", COLOUR.COUNT, lambda i: f"colour {COLOUR.NAMES[i]}", "R4.3; Tavern: worker paid"
            ),
            ActionRange(
                "group",
                E.NUM_AUCTIONED,
                lambda i: f"take group from {_AUCTIONED[i]}",
                "R4.1: own losing group",
            ),
            ActionRange(
                "screen",
                E.MAX_SCREEN + 1,
                lambda i: f"{i} from the screen",
                "R4.1: workers of the screen; ends the placement",
            ),
            ActionRange("skill", SKILL.COUNT, lambda i: f"skill {SKILL.NAMES[i]}", "skill tile paid"),
            ActionRange(
                "resource",
                RESOURCE.COUNT,
                lambda i: f"resource {RESOURCE.NAMES[i]}",
                "resource chosen, transported, or paid",
            ),
            ActionRange(
                "tile",
                E.NUM_TILES,
                lambda i: f"tile {_IDS[i]}",
                "R7.2: from this tile; R9.7: tile to place",
            ),
            ActionRange("direction", E.NUM_SIDES, lambda i: f"direction {i}", "R7.2: side of the cell"),
            ActionRange("rotate", E.NUM_SIDES, lambda i: f"rotate {i}", "R8.1: clockwise steps"),
            ActionRange("stop", 1, "stop", "R7.1: no more steps, no more upgrades"),
            ActionRange("upgrade", len(_UPGRADABLE), lambda i: f"upgrade {_UPGRADABLE[i]}", "R7.3"),
            ActionRange("boat", E.NUM_BOATS, lambda i: f"board {_BOATS[i]}", "R9.5: boat chosen"),
            ActionRange(
                "offer",
                NUM_OFFERS,
                lambda i: "offer " + " ".join(map(str, offered_slots(i))),
                "R3.2d: slots of the dealt winter tiles",
            ),
            ActionRange(
                "cell", E.NUM_CELLS, lambda i: "cell {} {}".format(*_CELLS[i]), "R8: where the tile goes"
            ),
        ),
    ),
)
A = ACTIONS.ids
