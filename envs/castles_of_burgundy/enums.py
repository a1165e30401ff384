"""Named numbers of The Castles of Burgundy: colours, tile kinds, boards, decisions, steps, random streams.

Numbers in the state count from 0, dice show 1-6. Tile kinds are the ids of ``data/tiles.json``.
"""

from __future__ import annotations

MAX_SEATS = 4  # players at the table, the Châteauma included
NUM_PHASES = 5
ROUNDS_PER_PHASE = 5
NUM_HEXES = 37
NUM_DEPOTS = 6
SLOTS_PER_DEPOT = 4
NUM_BLACK_SLOTS = 8
NUM_GOODS = 6
NUM_STORAGE = 3  # R1.8
GOODS_TYPES_STORED = 3  # R8.5
NUM_DICE = 2
LAST_TRACK_SPACE = 6
NONE = -1

# --- colours, in the order of the supplies (D4) and of the Châteauma's reserve but for the last two ---
COLOURS = ("building", "livestock", "ship", "monastery", "castle", "mine")
BUILDING, LIVESTOCK, SHIP, MONASTERY, CASTLE, MINE = range(6)
NUM_COLOURS = 6
SUPPLY_BLACK = 6
NUM_SUPPLIES = 7
SUPPLY_CAPACITY = 40
ANY_COLOUR = 6  # of a joker

# --- tile kinds ---
MARKET, CARPENTER, CHURCH, WAREHOUSE, BOARDING_HOUSE, BANK, TOWN_HALL, WATCHTOWER = range(8)
NUM_BUILDINGS = 8
FIRST_LIVESTOCK = 8
SPECIES = ("cow", "sheep", "pig", "chicken")
NUM_SPECIES = 4
SIZES_PER_SPECIES = 3  # 2, 3 and 4 animals
KIND_MINE, KIND_SHIP, KIND_CASTLE = 20, 21, 22
FIRST_MONASTERY = 23  # kind of monastery 1
NUM_MONASTERIES = 26
NUM_KINDS = 49
JOKER = 49  # the solo mode's face-down tile
EMPTY = -1

# --- boards: the position in components.board_numbers() ---
NUM_DUCHIES = 30
BOARD_33, BOARD_34 = 30, 31
NUM_BOARDS = 32

# --- decisions ---
DECISION_NAMES = (
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
)
(
    SIDE,
    START_CASTLE,
    MAIN,
    EXTRA,
    TOWNHALL,
    PICK,
    SALE,
    SHIP_DEPOT,
    SHIP_ADJ,
    GOOD,
    DISCARD,
    SOLO_ORDER,
    BUY_VP,
    EXCHANGE,
    EXCHANGE_GOOD,
    EXCHANGE_TILE,
    COLOUR_TILE,
    COLOUR_SPACE,
) = range(18)
NUM_DECISIONS = len(DECISION_NAMES)
CLEAR_GOODS = NUM_DECISIONS  # S9.5: on the stack of nodes, but no decision
MAX_NODES = 12

# --- steps of the flow when the stack of nodes is empty ---
STEP_SIDES, STEP_CASTLES, STEP_ROUND, STEP_NEXT_TURN, STEP_TURN = range(5)

# --- pool of the solo mode (S9.10), in the order of the actions ---
POOL_NAMES = ("area", "phase", "colour", "effect", "reset")
POOL_AREA, POOL_PHASE, POOL_COLOUR, POOL_EFFECT, POOL_RESET = range(5)
NUM_POOL = 5
LOWEST_TARGET = 5

# --- bonus tiles of the colours (R9.2) ---
BONUS_NONE, BONUS_LARGE, BONUS_SMALL, BONUS_MISSED = range(4)

# --- the Châteauma ---
LEVELS = ("easy", "medium", "hard")
MODIFIERS = "ABCD"
MODIFIER_A, MODIFIER_B, MODIFIER_C, MODIFIER_D = 1, 2, 4, 8  # bits
LEFT, RIGHT = 0, 1
NUM_CARDS = 10  # card ids 1-9
CARD_SPACES = 5
RESERVE_CAPACITY = 56
JOKER_CAPACITY = 40
MAX_PLACED = 16

# --- random streams (D4) ---
STREAM_NAMES = {
    "duchy": 0,
    "goods": 1,
    "start": 2,
    "supply": 3,
    "dice": 4,
    "white": 5,
    "automa": 6,
    "territory": 7,
}
(
    STREAM_DUCHY,
    STREAM_GOODS,
    STREAM_START,
    STREAM_SUPPLY,
    STREAM_DICE,
    STREAM_WHITE,
    STREAM_AUTOMA,
    STREAM_TERRITORY,
) = range(8)

# --- numbers of monasteries with a standing effect (R12) ---
M_TOWNS, M_MINE_WORKERS, M_SALE_SILVER, M_SALE_WORKER, M_SHIP_NEIGHBOUR, M_HIRE = 1, 2, 3, 4, 5, 6
M_LIVESTOCK, M_TWO_STEPS, M_DIE_BUILDING, M_DIE_SHIP_LIVESTOCK, M_DIE_OTHERS, M_DIE_TAKE = 7, 8, 9, 10, 11, 12
M_WORKERS_SILVER, M_WORKERS_FOUR, M_SOLD_TYPES, M_FIRST_BUILDING, M_SPECIES = 13, 14, 15, 16, 24
M_SOLD_TILES, M_BONUS_TILES = 25, 26

# --- the seat's own map in the state: rows of bytes that the observation copies whole ---
MAP_COLOUR = 0  # 37 x 6: printed colour of empty hexes
MAP_KIND = MAP_COLOUR + NUM_HEXES * NUM_COLOURS  # 37: kind + 1 of the tile, 0 = empty
MAP_OPEN = MAP_KIND + NUM_HEXES  # 37: empty and next to a covered hex
MAP_SIZE = MAP_OPEN + NUM_HEXES  # 37: size of the area of an empty hex
MAP_LEFT = MAP_SIZE + NUM_HEXES  # 37: its empty hexes
MAP_ANIMALS = MAP_LEFT + NUM_HEXES  # 37 x 4: animals of each species in the pasture of a hex
MAP_PLACES = MAP_ANIMALS + NUM_HEXES * NUM_SPECIES  # 13 x 6: open hexes by what fits and by number
NUM_PLACE_ROWS = (
    NUM_BUILDINGS + NUM_COLOURS - 1
)  # rows of MAP_PLACES: 8 building types, then the other colours
MAP_LENGTH = MAP_PLACES + NUM_PLACE_ROWS * 6
