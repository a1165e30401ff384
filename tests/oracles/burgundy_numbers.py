"""Numbers of The Castles of Burgundy for the oracle: those of the files and the rules, with what a user replaces.

READINGS of `data_overrides`
- A number of a tile is everybody's who has it, the Chateauma too; what C5 and C10 give it in place of workers and at
  the end is its own.
- E2.4: the crane counts for the monastery that scores most for a building.
- E10.7 (9), A-25: each further goods tile of a sale brings one silver.
- A gain of no workers is none (shield 2).
- Areas larger than those of the main board (E0.2) stand in the same table.
"""

import json
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "envs" / "castles_of_burgundy" / "data"
BOARD = json.loads((DATA / "main_board.json").read_text(encoding="utf-8"))
TILES = json.loads((DATA / "tiles.json").read_text(encoding="utf-8"))
BUILDING_MONASTERY_VP = 4
RULES = {  # R8.6, R11.1, R12
    "boarding_house": 4,
    "bank": 2,
    "watchtower": 4,
    "mine": 1,
    "monastery_2": 1,
    "monastery_3": 2,
    "monastery_4": 1,
    "monastery_7": 1,
    "monastery_13": 1,
    "monastery_14": 4,
    "monastery_15": 2,
    "monastery_24": 4,
    "monastery_25": 1,
    "monastery_26": 3,
}
END = {"silver": 1, "goods": 1, "workers_per_point": 2}  # R11.2


def printed():
    """The number of every tile that has one, by name."""
    numbers = dict(RULES)
    for entry in TILES["kinds"]:
        if "animals" in entry:
            numbers[entry["name"]] = entry["animals"]
        if "scores_building" in entry:
            numbers[entry["name"]] = BUILDING_MONASTERY_VP
    return numbers


class Numbers:
    """What counts in one game."""

    def __init__(self, overrides=None):
        new = {name: (overrides or {}).get(name, {}) for name in ("goods", "start", "end", "bonus_tiles")}
        overrides = overrides or {}
        self.tiles = printed()
        for name, row in overrides.get("tiles", {}).items():
            for number in row.values():
                self.tiles[name] = number
        self.areas = {**BOARD["area_size_vp"], **BOARD["area_size_vp_with_expansions"]}
        self.areas.update(overrides.get("areas", {}))
        self.phases = {**BOARD["phase_area_bonus"], **overrides.get("phases", {})}
        bonus = TILES["bonus_tiles"]["per_color"]
        self.bonus = {
            1: {**bonus["first"], **new["bonus_tiles"].get("large", {})},
            2: {**bonus["second"], **new["bonus_tiles"].get("small", {})},
        }
        self.sale = {**BOARD["goods_sale_vp_per_tile"], **new["goods"].get("points", {})}
        self.sale_silver = new["goods"].get("silver", 1)
        self.start_silver = new["start"].get("silver", BOARD["start_silver"])
        self.start_workers = list(BOARD["start_workers_by_turn_position"])
        for place, workers in new["start"].get("workers", {}).items():
            self.start_workers[int(place) - 1] = workers
        self.end = {**END, **new["end"]}


PRINTED = Numbers()
