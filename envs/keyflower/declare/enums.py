"""Named numbers of Keyflower. Tiles are the indices of ``data/components.json``, which has one row per tile."""

from __future__ import annotations

from eurogym.envs.core.declare.names import constants, sequence
from eurogym.envs.keyflower.declare.components import RADIUS, cells, components, tile_ids

_TOTALS = components()["totals"]

NONE = -1
MAX_SEATS = 6

# --- workers, skills, resources ---
COLOUR = sequence("eurogym.envs.keyflower.colours", ("blue", "red", "yellow", "green"))
SKILL = sequence("eurogym.envs.keyflower.skills", ("anvil", "pick", "saw"))
RESOURCE = sequence("eurogym.envs.keyflower.resources", ("wood", "stone", "iron", "gold"))
UNIT = sequence("eurogym.envs.keyflower.units", (*RESOURCE.NAMES, "any"))  # of what an upgrade costs
SKILL_UNIT = sequence("eurogym.envs.keyflower.skill_units", (*SKILL.NAMES, "any"))
WORKERS_EACH = tuple(_TOTALS["workers"][name] for name in COLOUR.NAMES)
SKILLS_EACH = _TOTALS["skills"][SKILL.NAMES[0]]
RESOURCES_EACH = tuple(_TOTALS["resources"][name] for name in RESOURCE.NAMES)
START_WORKERS = 8
ROOM_ON_TILE = 6
NO_LIMIT = 1000  # room for a bid: more workers than there are
MAX_SCREEN = 20  # workers of one SCREEN action (14.2)

# --- seasons ---
SEASON = sequence("eurogym.envs.keyflower.seasons", ("spring", "summer", "autumn", "winter"))
TURN_LIMIT = 400  # turns of a season (14.2)

# --- tiles ---
TILE = constants(
    "eurogym.envs.keyflower.tile_numbers", {name: number for number, name in enumerate(tile_ids())}
)
NUM_TILES = len(tile_ids())
NUM_HOMES = 6
FIRST_OF_SEASON = (TILE.keywood, TILE.store, TILE.timber_yard, TILE.jeweller)
TILES_PER_SEASON = 12
FIRST_AUCTIONED = TILE.keywood
NUM_AUCTIONED = 52  # village tiles and turn-order tiles; counted from 0 they are "ranks"
FIRST_TURN_ORDER = TILE.turn_order_1
NUM_TURN_ORDER = 4
FIRST_BOAT = TILE.keyflower
NUM_BOATS = 6
FIRST_SUMMER_BOAT = TILE.summer_boat_1  # each with side a or b
NUM_SUMMER_BOATS = 4
HAND_SIZE = 3  # winter tiles dealt to a seat at most

PLACE = sequence("eurogym.envs.keyflower.places", ("AWAY", "AUCTION", "TO_PLACE", "VILLAGE", "SET_ASIDE"))

# what tiles do (R6.6), by the names of components.json
KIND = sequence(
    "eurogym.envs.keyflower.kinds",
    (
        "none",
        "gain_resources",
        "gain_resource_choice",
        "draw_workers",
        "draw_skills",
        "skill_for_resources",
        "skill_for_workers",
        "skill_for_skills",
        "worker_for_green",
        "worker_for_workers",
        "transport_upgrade",
    ),
)

# summer boats: 2 * number + side
ABILITIES = tuple(f"{number}{side}" for number in range(1, NUM_SUMMER_BOATS + 1) for side in "ab")
ABILITY = sequence("eurogym.envs.keyflower.abilities", [f"boat_{name}" for name in ABILITIES])

# --- geometry: hexes around the home tile ---
NUM_CELLS = 1 + 3 * RADIUS * (RADIUS + 1)
HOME_CELL = cells().index((0, 0))
NUM_SIDES = 6
LAND = sequence("eurogym.envs.keyflower.lands", ("nothing", "road", "field", "water"))  # what a side shows

D = sequence(
    "eurogym.envs.keyflower.decisions",
    (
        "MAIN",
        "COLOUR",
        "SOURCE",
        "SOURCE4B",
        "PAY_WORKER",
        "PAY_SKILL",
        "CHOOSE_RES",
        "TRANSPORT_SRC",
        "TRANSPORT_RES",
        "TRANSPORT_DIR",
        "UPGRADE",
        "PAY_RES",
        "BOAT",
        "WINTER_SELECT",
        "PLACE_TILE",
        "PLACE_CELL",
        "PLACE_ROT",
        "FREE_UPGRADE",
    ),
)

STEP = sequence(
    "eurogym.envs.keyflower.steps",
    (
        "START_SEASON",
        "TURN",
        "TRANSPORT",
        "UPGRADE",
        "PAY",  # the rest of an upgrade's cost
        "END_SEASON",
        "BOATS",
        "PLACING",
        "SELECT",
        "FREE_UPGRADE",
        "SEASON_OVER",
    ),
)

R = sequence("eurogym.envs.keyflower.streams", ("home", "tiles", "bag", "skills", "side"))
