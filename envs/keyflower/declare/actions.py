"""The action space of Keyflower: the flat layout of section 14.1, 421 actions."""

from __future__ import annotations

from eurogym.envs.core.declare.actions import ActionRange, ActionSection, ActionSpace
from eurogym.envs.core.declare.things import Given, at
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare import things as X
from eurogym.envs.keyflower.declare.components import cells, tile_ids, upgradable_tiles, usable_tiles
from eurogym.envs.keyflower.declare.enums import COLOUR, RESOURCE, SKILL, D

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


def _slot(place: int) -> Given:
    """Return the slots that offers name in this place."""
    named = [[*offered_slots(number), *[-1] * E.HAND_SIZE][place] for number in range(NUM_OFFERS)]
    return Given(X.SLOTS, named)


_SLOTS = {column: _slot(place) for place, column in enumerate(("slot", "second_slot", "third_slot"))}

ACTIONS = ActionSpace(
    "eurogym.envs.keyflower.declare.actions",
    ActionSection(
        "base",
        (
            ActionRange(
                "pass", 1, "pass", "pass; when all pass one after another, the season ends", rules="R3.3"
            ),
            ActionRange(
                "bid",
                X.AUCTIONED,
                lambda i: f"bid {_AUCTIONED[i]}",
                "workers beside a tile",
                rules="R5",
                about=X.COLOUR_OF_TILE,
            ),
            ActionRange(
                "use",
                X.TILES[usable_tiles()],
                lambda i: f"use {_USABLE[i]}",
                "workers on a tile",
                rules="R6",
                about=X.COLOUR_OF_TILE,
            ),
            ActionRange(
                "colour",
                X.COLOURS,
                lambda i: f"colour {COLOUR.NAMES[i]}",
                "colour of a worker",
                rules="R4.3",
                about={"for_tile": at("target", things=X.TILES, when=(D.COLOUR,))},
            ),
            ActionRange(
                "group",
                X.AUCTIONED,
                lambda i: f"take group from {_AUCTIONED[i]}",
                "own losing group",
                rules="R4.1",
                about=X.PLACEMENT,
            ),
            ActionRange(
                "screen",
                X.WORKERS,
                lambda i: f"{i} from the screen",
                "workers of the screen; ends the placement",
                rules="R4.1",
                about=X.PLACEMENT,
                secret=dict.fromkeys(("workers", "colour"), D.SOURCE4B),
            ),
            ActionRange("skill", X.SKILLS, lambda i: f"skill {SKILL.NAMES[i]}", "skill tile that is paid"),
            ActionRange(
                "resource",
                X.RESOURCES,
                lambda i: f"resource {RESOURCE.NAMES[i]}",
                "resource that is chosen, carried, or paid",
                about=X.SOURCE | {"for_tile": at("upgrading", things=X.TILES)},
            ),
            ActionRange(
                "tile",
                X.TILES,
                lambda i: f"tile {_IDS[i]}",
                "tile that is carried from, or that is placed",
                rules="R7.2, R9.7",
            ),
            ActionRange(
                "direction",
                X.SIDES,
                lambda i: f"direction {i}",
                "side that is carried over",
                rules="R7.2",
                about=X.SOURCE,
            ),
            ActionRange(
                "rotate",
                X.SIDES,
                lambda i: f"rotate {i}",
                "turn the tile by steps, clockwise",
                rules="R8.1",
                about=X.PLACING | {"cell": at("cell", things=X.CELLS)},
            ),
            ActionRange("stop", 1, "stop", "no more steps or upgrades", rules="R7.1"),
            ActionRange(
                "upgrade",
                X.TILES[upgradable_tiles()],
                lambda i: f"upgrade {_UPGRADABLE[i]}",
                "upgrade a tile of the own village",
                rules="R7.3",
            ),
            ActionRange(
                "boat", X.BOATS, lambda i: f"board {_BOATS[i]}", "boat that comes home", rules="R9.5"
            ),
            ActionRange(
                "offer",
                X.OFFERS,
                lambda i: "offer " + " ".join(map(str, offered_slots(i))),
                "winter tiles that are put into the auction, by their slots",
                rules="R3.2d",
                about=_SLOTS | X.OFFERED,
                secret=dict.fromkeys(("offer", *_SLOTS, *X.OFFERED)),
            ),
            ActionRange(
                "cell",
                X.CELLS,
                lambda i: "cell {} {}".format(*_CELLS[i]),
                "where the tile goes",
                rules="R8",
                about=X.PLACING,
            ),
        ),
    ),
)
A = ACTIONS.ids
