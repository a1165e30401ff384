"""What brought the points of a game."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare.actions import NUM_PLACES
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, NUM_HEXES
from eurogym.envs.castles_of_burgundy.declare.tables import HEX_COLOUR


def source_of(state, options, move) -> str:
    """Return what an action's points on the track are called: the colour of the hex that it covers, or goods sold."""
    if move.range == "place":
        colour = COLOUR.NAMES[
            int(HEX_COLOUR[int(state["board"][move.seat]), move.index % NUM_PLACES % NUM_HEXES])
        ]
        return f"placing: {colour}"
    return "goods sold" if move.range in ("sell", "goods") else "other actions"
