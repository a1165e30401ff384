"""Named numbers of Keyflower: tiles, colours, resources, seasons, decisions, streams.

Tiles are the indices of ``data/components.json``, which has one row per tile of the game.
"""

from __future__ import annotations

MAX_SEATS = 6
NONE = -1

# --- tiles ---
NUM_TILES = 64
NUM_HOMES = 6
FIRST_OF_SEASON = (6, 18, 30, 42)
TILES_PER_SEASON = 12
FIRST_AUCTIONED = 6
NUM_AUCTIONED = 52  # villages tiles and turn-order tiles, 6-57
FIRST_TURN_ORDER = 54
NUM_TURN_ORDER = 4
FIRST_BOAT = 58
NUM_BOATS = 6
KEYFLOWER, SEA_BASTION, SEA_BREESE, FLIPPER, IANVINCIBLE, WHITE_WIND = range(58, 64)
FIRST_SUMMER_BOAT = 26  # four tiles, each with side a or b
NUM_SUMMER_BOATS = 4
TIMBER_YARD, STONE_YARD, BARN, BLACKSMITH = 30, 31, 33, 38
JEWELLER, CRAFTSMANS_GUILD, WATERMILL, MERCERS_GUILD, KEYTHEDRAL, WINDMILL = range(42, 48)
SCRIBES, SCHOLAR, VILLAGE_HALL, KEY_MARKET, KEY_GUILD, APOTHECARY = range(48, 54)

# --- places of a tile ---
AWAY, AUCTION, TO_PLACE, VILLAGE, SET_ASIDE = range(5)

# --- workers, skills, resources ---
COLOURS = ("blue", "red", "yellow", "green")
BLUE, RED, YELLOW, GREEN = range(4)
NUM_COLOURS = 4
SKILLS = ("anvil", "pick", "saw")
ANVIL, PICK, SAW = range(3)
NUM_SKILLS = 3
RESOURCES = ("wood", "stone", "iron", "gold")
WOOD, STONE, IRON, GOLD = range(4)
NUM_RESOURCES = 4
ANY = 4  # fifth entry of a cost
WORKERS_EACH = (40, 40, 40, 20)
SKILLS_EACH = 16
RESOURCES_EACH = (24, 24, 24, 48)
START_WORKERS = 8
ROOM_ON_TILE = 6
MAX_SCREEN = 20  # workers of one SCREEN action (14.2)

# --- seasons ---
SEASONS = ("spring", "summer", "autumn", "winter")
SPRING, SUMMER, AUTUMN, WINTER = range(4)
NUM_SEASONS = 4
TURN_LIMIT = 400  # turns of a season (14.2)

# --- effects of tiles (R6.6) ---
(
    EFFECT_NONE,
    EFFECT_RESOURCES,
    EFFECT_CHOICE,
    EFFECT_DRAW_WORKERS,
    EFFECT_DRAW_SKILLS,
    EFFECT_SKILL_RESOURCES,
    EFFECT_SKILL_WORKERS,
    EFFECT_SKILL_SKILLS,
    EFFECT_WORKER_GREEN,
    EFFECT_WORKER_WORKERS,
    EFFECT_TRANSPORT,
) = range(11)

# --- summer boats: 2 * number + side ---
ABILITIES = ("1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b")
BOAT_1A, BOAT_1B, BOAT_2A, BOAT_2B, BOAT_3A, BOAT_3B, BOAT_4A, BOAT_4B = range(8)
NUM_ABILITIES = 8

# --- geometry: hexes of radius 6 around the home tile ---
RADIUS = 6
NUM_CELLS = 127
NUM_SIDES = 6
ROAD, FIELD, WATER = 1, 2, 3
EDGES = ("", "road", "field", "water")
HOME_CELL = 63

# --- decisions ---
DECISION_NAMES = (
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
)
(
    MAIN,
    COLOUR,
    SOURCE,
    SOURCE4B,
    PAY_WORKER,
    PAY_SKILL,
    CHOOSE_RES,
    TRANSPORT_SRC,
    TRANSPORT_RES,
    TRANSPORT_DIR,
    UPGRADE,
    PAY_RES,
    BOAT,
    WINTER_SELECT,
    PLACE_TILE,
    PLACE_CELL,
    PLACE_ROT,
    FREE_UPGRADE,
) = range(18)
NUM_DECISIONS = len(DECISION_NAMES)

# --- steps: what flow.py does next ---
(
    STEP_ASK,  # a decision is pending
    STEP_START_SEASON,
    STEP_TURN,
    STEP_TRANSPORT,
    STEP_UPGRADE,
    STEP_PAY,  # the rest of an upgrade's cost
    STEP_END_SEASON,
    STEP_BOATS,
    STEP_PLACING,
    STEP_SELECT,
    STEP_FREE_UPGRADE,
    STEP_SEASON_OVER,
) = range(12)

# --- random streams ---
STREAM_NAMES = {"home": 0, "tiles": 1, "bag": 2, "skills": 3, "side": 4}
STREAM_HOME, STREAM_TILES, STREAM_BAG, STREAM_SKILLS, STREAM_SIDE = range(5)
