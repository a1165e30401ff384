"""Named numbers of Village: colours, goods, action spaces, places of members, decisions, steps, streams.

The ids of spaces, colours, goods and places are those of the flat action layout of the rules page.
"""

from __future__ import annotations

from dataclasses import dataclass

from eurogym.envs.core.declare.names import positions, sequence

MAX_SEATS = 5
NONE = -1
ROUND_LIMIT = 30

# --- influence cubes and plague ---
COLOUR = sequence("eurogym.envs.village.colours", ("orange", "green", "brown", "pink", "plague"))
NUM_INFLUENCE = COLOUR.plague  # all colours before it
INFLUENCE = COLOUR.NAMES[:NUM_INFLUENCE]

# --- goods, and what customers ask for ---
GOOD = sequence("eurogym.envs.village.goods", ("scroll", "horse", "plough", "ox", "wagon"))
WISH = sequence("eurogym.envs.village.wishes", (*GOOD.NAMES, "grain"))
MAX_GRAIN = 5

# --- action spaces ---
SPACE = sequence(
    "eurogym.envs.village.spaces",
    ("market", "travel", "council_chamber", "grain_harvest", "family", "church", "crafts"),
)

# --- generations and places of members ---
NUM_GENERATIONS = 4
NUM_COUNCIL_STAGES = 4
NUM_CHURCH_STAGES = 4
NUM_CITIES = 6
CATEGORY = sequence(
    "eurogym.envs.village.categories", ("farm", "crafts", "travel", "council_chamber", "church")
)  # of the chronicle


@dataclass(frozen=True)
class Row:
    """Neighbouring places of one kind, each with its name."""

    name: str
    places: tuple[str, ...]

    @property
    def size(self) -> int:
        """Number of places."""
        return len(self.places)


_BUILDINGS = ("wainwright", "stables", "office", "smith")
ROWS = (
    Row("farm", ("farm",)),
    *(Row(name, (name,)) for name in _BUILDINGS),
    Row("council", tuple(f"council {stage + 1}" for stage in range(NUM_COUNCIL_STAGES))),
    Row("city", tuple(f"C{city + 1}" for city in range(NUM_CITIES))),
    Row("church", tuple(f"church {stage + 1}" for stage in range(NUM_CHURCH_STAGES))),
    Row("black_bag", ("black bag",)),
    Row("reserve", ("reserve",)),
    Row("chronicle", tuple(f"chronicle {name}" for name in CATEGORY.NAMES)),
    Row("cemetery", ("cemetery",)),
    Row("removed", ("removed",)),
)
PLACE = positions("eurogym.envs.village.places", ROWS)  # the first place of each row
PLACE_NAMES = tuple(place for row in ROWS for place in row.places)
NUM_VISIBLE = PLACE.black_bag  # places on the board, all before it
CITY_NAMES = PLACE_NAMES[PLACE.city : PLACE.city_stop]

# --- time, travel ---
STEPS_PER_LAP = 10
NUM_SENDS = 2  # cities next to the village
NUM_EDGES = 9  # of the travel map, those from the village first
NUM_ROADS = 2 * (NUM_EDGES - NUM_SENDS)  # edges between cities, both ways
REWARD = sequence("eurogym.envs.village.rewards", ("prestige", "cubes", "coin"))  # of cities

# --- crafts: goods in the order of the action layout, and ways to one ---
CRAFT = sequence("eurogym.envs.village.crafts", ("wagon", "horse", "ox", "scroll", "plough"))
TRAINED, TRAINING, PAYING = 0, 1, 1 + NUM_GENERATIONS  # first way of each kind

# --- market ---
NUM_CUSTOMERS = 24
MAX_SLOTS = 5
QUEUE_LENGTH = 5
FEE = sequence("eurogym.envs.village.fees", ("free", "green", "coin"))

PRIVILEGE = sequence(
    "eurogym.envs.village.privileges", ("marker", "cubes", "good", "prestige")
)  # of council stages 1-4

# --- ways to pay ---
NUM_COIN_MASKS = 4  # coins in place of two cubes: bit 0 the first, bit 1 the second
COUNCIL_PAYMENT = sequence(
    "eurogym.envs.village.council_payments", ("scroll", "two_green", "green_coin", "two_coins")
)
CHURCH_PAYMENT = sequence("eurogym.envs.village.church_payments", ("brown", "coin", "time"))
WELL_CUBES = 3

D = sequence(
    "eurogym.envs.village.decisions",
    (
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
    ),
)

STEP = sequence(
    "eurogym.envs.village.steps",
    (
        "COMPENSATION",
        "START_ROUND",
        "TURN",
        "CUBES",  # cube picks left (rewards)
        "MARKET",  # next move of the market day
        "END_TURN",
        "CARLA",
        "CARLA_REACTION",
        "NEXT",
        "PICK",
        "ADVANCE",
        "END_ROUND",
    ),
)
PENDING = sequence("eurogym.envs.village.pending", ("DEATH",))  # of the seat in its argument

# --- what an action comes from (the free last turn: R15.3) ---
SOURCE = sequence("eurogym.envs.village.sources", ("cube", "well", "free_last_turn"))

# --- Carla ---
NUM_BESIDE = 2  # generations of hers beside her board
NUM_WAITING = NUM_GENERATIONS - NUM_BESIDE  # those on the church
TILE = sequence("eurogym.envs.village.tiles", ("hidden", "blank", "quill"))
TILE_SETS = ("top", "bottom")
TILES_PER_SET = 3
NUM_SETS = len(TILE_SETS)
NUM_TILES = NUM_SETS * TILES_PER_SET
MARKER = sequence("eurogym.envs.village.marker", ("council_chamber", "held", "spent"))

R = sequence("eurogym.envs.village.streams", ("customers", "start_cube", "fate", "bag", "mass", "die"))
