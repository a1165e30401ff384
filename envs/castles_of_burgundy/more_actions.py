"""The action ranges of the modules of the box, a section for each; they lie behind those of the base game."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.enums import KIND
from eurogym.envs.core.actions import ActionRange, ActionSection

# effects that a crane can have: the buildings of the base game, then the white castle (E2.4)
CRANE_EFFECTS = (*KIND.NAMES[: E.NUM_BUILDINGS], "white_castle")

_E1 = (ActionRange("retrieve", 1, "retrieve castle", "E1.3c: both dice and 5 points for a cleared castle"),)

_E2 = (
    ActionRange("trade", 1, "trade", "E2.3: monastery 28: 1 silver for 2 workers"),
    ActionRange(
        "effect",
        len(CRANE_EFFECTS),
        [f"effect {name}" for name in CRANE_EFFECTS],
        "E2.4: the building that the crane acts as",
    ),
)

_E6 = (ActionRange("buy_inn", 1, "buy inn", "E6.2: an inn instead of a black tile"),)

SECTIONS = (
    ActionSection("e1", _E1, lambda options: options.castle_connection),
    ActionSection("e2", _E2, lambda options: options.e2),
    ActionSection("e6", _E6, lambda options: options.e6),
)
