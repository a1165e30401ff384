"""Named numbers of Village: colours, goods, action spaces, places of members, decisions, steps, streams.

The ids of spaces, colours, goods and places are those of the flat action layout of the rules page.
"""

from __future__ import annotations

MAX_SEATS = 5
NONE = -1
ROUND_LIMIT = 30

# --- influence cubes and plague ---
COLOURS = ("orange", "green", "brown", "pink", "plague")
ORANGE, GREEN, BROWN, PINK, PLAGUE = range(5)
NUM_INFLUENCE = 4
NUM_COLOURS = 5

# --- goods and what customers ask for ---
GOODS = ("scroll", "horse", "plough", "ox", "wagon")
SCROLL, HORSE, PLOUGH, OX, WAGON = range(5)
NUM_GOODS = 5
GRAIN = 5  # sixth entry of a customer's wishes
NUM_WISHES = 6

# --- action spaces ---
SPACES = ("market", "travel", "council_chamber", "grain_harvest", "family", "church", "crafts")
MARKET_SPACE, TRAVEL_SPACE, COUNCIL_SPACE, HARVEST_SPACE, FAMILY_SPACE, CHURCH_SPACE, CRAFTS_SPACE = range(7)
NUM_SPACES = 7

# --- generations and places of members ---
NUM_GENERATIONS = 4
PLACES = (
    "farm",
    "wainwright",
    "stables",
    "office",
    "smith",
    "council 1",
    "council 2",
    "council 3",
    "council 4",
    "C1",
    "C2",
    "C3",
    "C4",
    "C5",
    "C6",
    "church 1",
    "church 2",
    "church 3",
    "church 4",
    "black bag",
    "reserve",
    "chronicle farm",
    "chronicle crafts",
    "chronicle travel",
    "chronicle council_chamber",
    "chronicle church",
    "cemetery",
    "removed",
)
FARM, WAINWRIGHT, STABLES, OFFICE, SMITH = range(5)
COUNCIL = 5  # stages 1-4
CITY = 9  # C1-C6
CHURCH = 15  # stages 1-4
NUM_VISIBLE = 19
BLACK_BAG, RESERVE, CHRONICLE = 19, 20, 21
CEMETERY, REMOVED = 26, 27
NUM_PLACES = 28
NUM_STAGES = 4
NUM_CITIES = 6
NUM_EDGES = 9
NUM_ROADS = 14  # directed edges between cities
MAX_GRAIN = 5
STEPS_PER_LAP = 10

# --- chronicle ---
CATEGORIES = ("farm", "crafts", "travel", "council_chamber", "church")
NUM_CATEGORIES = 5

# --- market ---
NUM_CUSTOMERS = 24
MAX_SLOTS = 5
QUEUE_LENGTH = 5

# --- city rewards ---
REWARD_PRESTIGE, REWARD_CUBES, REWARD_COIN = range(3)

# --- decisions ---
DECISION_NAMES = (
    "COMPENSATION",
    "TURN",
    "TARGET",
    "HARVEST",
    "FAMILY",
    "CRAFTS",
    "MARKET",
    "TRAVEL",
    "TRAVEL_PAYMENT",
    "COUNCIL",
    "PRIVILEGE",
    "CUBE",
    "GOOD",
    "CHURCH",
    "DEATH",
    "PICK",
    "ADVANCE",
    "CARLA_CUBE",
)
(
    COMPENSATION,
    TURN,
    TARGET,
    HARVEST,
    FAMILY,
    CRAFTS,
    MARKET,
    TRAVEL,
    TRAVEL_PAYMENT,
    COUNCIL_DECISION,
    PRIVILEGE,
    CUBE,
    GOOD,
    CHURCH_DECISION,
    DEATH,
    PICK,
    ADVANCE,
    CARLA_CUBE,
) = range(18)
NUM_DECISIONS = len(DECISION_NAMES)

# --- steps: what flow.py does next ---
(
    STEP_ASK,  # a decision is pending
    STEP_COMPENSATION,
    STEP_START_ROUND,
    STEP_TURN,
    STEP_CUBES,  # cube picks left (rewards)
    STEP_MARKET,  # next move of the market day
    STEP_END_TURN,
    STEP_CARLA,
    STEP_CARLA_REACTION,
    STEP_NEXT,
    STEP_PICK,
    STEP_ADVANCE,
    STEP_END_ROUND,
) = range(13)

# --- what an action comes from ---
FROM_CUBE, FROM_WELL, FROM_NOTHING = range(3)  # NOTHING: the free action of a last turn (R15.3)

# --- Carla ---
TILE_HIDDEN, TILE_BLANK, TILE_QUILL = range(3)
NUM_TILES = 6
TILES_PER_SET = 3
MARKER_AT_COUNCIL, MARKER_HELD, MARKER_SPENT = range(3)

# --- random streams ---
STREAM_NAMES = {"customers": 0, "start_cube": 1, "fate": 2, "bag": 3, "mass": 4, "die": 5}
STREAM_CUSTOMERS, STREAM_START_CUBE, STREAM_FATE, STREAM_BAG, STREAM_MASS, STREAM_DIE = range(6)
