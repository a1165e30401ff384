"""Named numbers of The Castles of Burgundy: colours, tile kinds, decisions, steps, random streams, sizes.

Numbers in the state count from 0, dice show 1-6. Tile kinds are the ids of ``data/tiles.json``.
"""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare.components import kinds, more_kinds, table
from eurogym.envs.core.declare.names import check_ceiling, constants, sequence

MAX_SEATS = 4  # players at the table, the Châteauma included
NUM_PHASES = 5
ROUNDS_PER_PHASE = 5
NUM_HEXES = 37
DIE_SIDES = 6
NUM_DEPOTS = DIE_SIDES
SLOTS_PER_DEPOT = 4
NUM_BLACK_SLOTS = 8
NUM_GOODS = DIE_SIDES
NUM_STORAGE = 3  # R1.8
GOODS_TYPES_STORED = 3  # R8.5
NUM_DICE = 2
LAST_TRACK_SPACE = 6
NONE = -1

# in the order of the supplies (D4) and, but for the last two, of the Châteauma's reserve
COLOUR = sequence(
    "eurogym.envs.castles_of_burgundy.colours",
    ("building", "livestock", "ship", "monastery", "castle", "mine"),
)
ANY_COLOUR = COLOUR.COUNT  # of a joker
SUPPLIES = sequence("eurogym.envs.castles_of_burgundy.rules.supplies", (*COLOUR.NAMES, "black"))

# --- tile kinds: those of the base game, the solo mode's face-down tile, those of the modules ---
KIND = sequence(
    "eurogym.envs.castles_of_burgundy.kinds",
    (*(kind["name"] for kind in kinds()), "joker"),
    modules=tuple(kind["name"] for kind in more_kinds()),
)
EMPTY = -1
NUM_KINDS = KIND.joker  # of the base game
NUM_MORE_KINDS = KIND.num_modules
# what a storage position can hold besides: double tiles by type, and the other position of one (E0.11)
NUM_DOUBLES = len(table("vineyards")["double_tiles"])
MOST_STORAGE = 12  # A-20, and positions of every seat in the state
FIRST_DOUBLE = KIND.COUNT
FIRST_BLOCKED = FIRST_DOUBLE + NUM_DOUBLES
NUM_CODES = FIRST_BLOCKED + MOST_STORAGE
NO_COLOUR = COLOUR.COUNT + 1  # of what never lies in a duchy
SPECIES = sequence("eurogym.envs.castles_of_burgundy.species", ("cow", "sheep", "pig", "chicken"))
SIZES_PER_SPECIES = 3  # 2, 3 and 4 animals


def _numbers_of(colour: str) -> tuple[int, int]:
    """First kind of a colour, and how many there are; they lie together, as comparisons of kinds expect."""
    numbers = [number for number, kind in enumerate(kinds()) if kind["color"] == colour]
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        raise ValueError(f"tiles.json: the kinds of colour {colour} are not consecutive")
    return numbers[0], len(numbers)


FIRST_BUILDING, NUM_BUILDINGS = _numbers_of("building")
FIRST_LIVESTOCK, NUM_LIVESTOCK = _numbers_of("livestock")
FIRST_MONASTERY, NUM_MONASTERIES = _numbers_of("monastery")  # kind of monastery 1
if (
    (FIRST_BUILDING, FIRST_LIVESTOCK) != (0, NUM_BUILDINGS)
    or NUM_LIVESTOCK != SPECIES.COUNT * SIZES_PER_SPECIES
    or KIND.NAMES[FIRST_LIVESTOCK + NUM_LIVESTOCK : FIRST_MONASTERY] != ("mine", "ship", "castle")
    or [kind["number"] for kind in kinds()[FIRST_MONASTERY:]] != list(range(1, NUM_MONASTERIES + 1))
):
    raise ValueError(
        "tiles.json: the order of kinds must be buildings, livestock, mine, ship, castle, monasteries by number"
    )

MORE_MONASTERIES = max(kind.get("number", 0) for kind in more_kinds())  # the highest number, modules included
TOWN_TYPES = NUM_BUILDINGS + sum(kind["color"] == "building" for kind in more_kinds())

# --- boards: the position in boards.board_numbers() ---
NUM_DUCHIES = len(table("duchies")["duchies"])
NUM_SHEETS = NUM_DUCHIES // 2  # double-sided
SOLO_BOARDS = tuple(board["id"] for board in table("duchies")["solo_boards"])  # printed numbers
FIRST_SOLO_BOARD = NUM_DUCHIES
NUM_BOARDS = NUM_DUCHIES + len(SOLO_BOARDS)
# boards of two halves; the kernels know of each what the state holds, hex by hex (team_board.py)
TEAM_BOARDS = tuple(int(board["id"]) for board in table("duchies")["team_boards"])  # beginner, advanced
FIRST_TEAM_BOARD = NUM_BOARDS

D = sequence(
    "eurogym.envs.castles_of_burgundy.decisions",
    (
        "SIDE",
        "START_CASTLE",
        "MAIN",
        "EXTRA",
        "TOWNHALL",
        "PICK",
        "SALE",
        "SHIP_DEPOT",
        "SHIP_ADJ",
        "GOOD",
        "DISCARD",
        "SOLO_ORDER",
        "BUY_VP",
        "EXCHANGE",
        "EXCHANGE_GOOD",
        "EXCHANGE_TILE",
        "COLOUR_TILE",
        "COLOUR_SPACE",
    ),
    e2=("CRANE_EFFECT",),
    e5=("WHITE_ACTION",),
    e8=("ROUTE_ORDER", "ROUTE_FREE"),
    shields=("SHIELD_SPOT", "SHIP_TYPE", "SHIELD_TILE", "SHIELD_SPACE", "TRIBUTE", "NAME_PLAYER"),
    vineyards=("VINE_BONUS", "BLACK", "DBL", "VINE_TILE"),
    team=("START_SPACE", "STORE_DEST"),
)
# argument of SHIELD_SPACE: on which depot the tile lies, on the black one, a hidden inn, in the shop of double tiles
FROM_BLACK = NUM_DEPOTS * SLOTS_PER_DEPOT
FROM_INNS = FROM_BLACK + NUM_BLACK_SLOTS
FROM_SHOP = FROM_INNS + 1
# what lies on the stack of what is pending (rules D2): decisions to be offered, and work that nobody decides (S9.5)
PENDING = sequence("eurogym.envs.castles_of_burgundy.pending", D.NAMES, work=("CLEAR_GOODS", "ROUTE"))
# what happens when nothing pends
STEP = sequence(
    "eurogym.envs.castles_of_burgundy.steps",
    ("SIDES", "CASTLES", "ROUND", "NEXT_TURN", "TURN"),
    e8=("ROUTES",),
    shields=("LAST_TILES", "TRIBUTES", "INCOME"),
)
# random streams (D4)
R = sequence(
    "eurogym.envs.castles_of_burgundy.streams",
    ("duchy", "goods", "start", "supply", "dice", "white", "automa", "territory"),
    e8=("routes",),
    shields=("shields",),
    vineyards=("vine_kinds", "vine_tiles", "doubles"),
)

# --- solo mode ---
POOL = sequence(
    "eurogym.envs.castles_of_burgundy.pool", ("area", "phase", "colour", "effect", "reset")
)  # S9.10
LOWEST_TARGET = 5

# bonus tiles of the colours (R9.2)
BONUS = sequence("eurogym.envs.castles_of_burgundy.bonus_tiles", ("none", "large", "small", "missed"))
BONUS_TILES = 2  # per colour, and for the border posts (E4.1)

# --- modules of the box ---
MODULES = ("e2", "e4", "e5", "e6", "e8", "team", "shields", "vineyards")
NUM_INNS = NUM_PHASES  # E6.1
# E8
NUM_ROUTE_TILES = len(table("trade_routes")["tiles"])
SPACES_PER_ROUTE_TILE = 3
MOST_ROUTE_TILES = 5
MOST_ROUTE_SPACES = MOST_ROUTE_TILES * SPACES_PER_ROUTE_TILE
# SH
NUM_SHIELDS = len(table("shields")["shields"])
SHIELDS_PER_DEPOT = 2
PHASE_END = constants(
    "eurogym.envs.castles_of_burgundy.rules.phase_end", {"TILES": 2}
)  # shields 14 and 15 of a seat
SHRINK = -2  # argument of DISCARD when shield 4 is lost: until the other tiles fit
# VY
NUM_VINES = len(table("vineyards")["colors"])
NUM_VINE_SPACES = len(table("vineyards")["board"]["spaces"])
NUM_VINE_HEXES = 2 * NUM_VINE_SPACES
ALL_DOUBLES = sum(tile["count"] for tile in table("vineyards")["double_tiles"])
DOUBLE_DEPOT, DOUBLE_SHOP = DIE_SIDES, 3  # positions, with four seats
VINE_TILES_PER_KIND = 4

# E9
NUM_TEAMS = 2
TEAM_HEXES = len(table("duchies")["team_boards"][0]["hexes"])  # the first NUM_HEXES are the first half
PRIVATE_STORAGE, TEAM_STORAGE = 2, 4  # positions of a player alone, those shared with the partner included

# --- the Châteauma ---
LEVELS = ("easy", "medium", "hard")
MODIFIERS = "ABCD"
MODIFIER = constants(
    "eurogym.envs.castles_of_burgundy.modifiers", {letter: 1 << bit for bit, letter in enumerate(MODIFIERS)}
)
CARD_PLACE = sequence("eurogym.envs.castles_of_burgundy.card_places", ("left", "right"))
NUM_CARDS = 10  # card ids 1-9
MOST_AUTOMA_SHIELDS = 12
MORE_CARDS = 18  # with vineyards card ids 1, 10-17 (C11.6)
CARD_SPACES = 5
MAX_PLACED = CARD_PLACE.COUNT * CARD_SPACES  # spaces covered in a turn
RESERVE_CAPACITY = 66  # tiles of one colour
JOKER_CAPACITY = 44

# numbers of monasteries that the rules speak of (R12)
M = constants(
    "eurogym.envs.castles_of_burgundy.monasteries",
    {
        "TOWNS": 1,
        "MINE_WORKERS": 2,
        "SALE_SILVER": 3,
        "SALE_WORKER": 4,
        "SHIP_NEIGHBOUR": 5,
        "HIRE": 6,
        "LIVESTOCK": 7,
        "TWO_STEPS": 8,
        "DIE_BUILDING": 9,
        "DIE_SHIP_LIVESTOCK": 10,
        "DIE_OTHERS": 11,
        "DIE_TAKE": 12,
        "WORKERS_SILVER": 13,
        "WORKERS_FOUR": 14,
        "SOLD_TYPES": 15,
        "FIRST_BUILDING": 16,  # one for each building, to 23
        "SPECIES": 24,
        "SOLD_TILES": 25,
        "BONUS_TILES": 26,
        "ON_TOP": 27,
        "TRADE": 28,
        "WHITE_CASTLES": 29,
    },
)

# rows of the open hexes that an observation counts: the building types, then the other colours
NUM_PLACE_ROWS = NUM_BUILDINGS + COLOUR.COUNT - 1

check_ceiling("Burgundy: hexes of a duchy, as bits of a set", NUM_HEXES, 63)
check_ceiling("Burgundy: hexes of the second half of a team board", TEAM_HEXES - NUM_HEXES, NUM_HEXES)
check_ceiling("Burgundy: what lies in storage, in a byte of the state with one for empty", NUM_CODES, 127)
check_ceiling("Burgundy: kinds of pending decisions, in a byte of the state", PENDING.COUNT, 127)
check_ceiling("Burgundy: colours, as bits of a pending argument", COLOUR.COUNT, 15)
check_ceiling("Burgundy: boards, in a byte of the state", FIRST_TEAM_BOARD + len(TEAM_BOARDS), 127)
check_ceiling("Burgundy: modifiers, as bits of a byte", len(MODIFIERS), 7)
