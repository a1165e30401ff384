"""Weights of the heuristic that are tuned together, and the games played for them (plain data for `eurogym learn
tune`)."""

from __future__ import annotations

from typing import Any

from eurogym.agents.framework.bots.tuning import Setting


def _tables(*players: int) -> tuple[dict[str, Any], ...]:
    return tuple(
        {"num_players": number, "duchies": duchies} for number in players for duchies in (1, "random")
    )


_CHATEAUMA = (
    ("easy", "", 1),
    ("medium", "", 1),
    ("medium", "AB", "random"),
    ("hard", "", 1),
    ("hard", "", "random"),
    ("easy", "ABCD", 1),
)

SETTINGS = {
    "table": Setting("TABLE3", _tables(2, 3, 4)),
    "table2": Setting("TABLE2", _tables(2)),
    "table3": Setting("TABLE3", _tables(3)),
    "table4": Setting("TABLE4", _tables(4)),
    "chateauma": Setting(
        "CHATEAUMA",
        tuple(
            {"num_players": 1, "chateauma": level, "modifiers": letters, "duchies": duchies}
            for level, letters, duchies in _CHATEAUMA
        ),
    ),
    "solo": Setting("SOLO", tuple({"num_players": 1, "solo_board": board} for board in (33, 34))),
}
