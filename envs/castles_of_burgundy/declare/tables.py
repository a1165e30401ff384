"""Values of tiles, boards, cards and modules of the box as numpy constants for the kernels. Sets of hexes are masks."""

from __future__ import annotations

import numpy as np

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.boards import boards
from eurogym.envs.castles_of_burgundy.declare.components import kinds, more_kinds, table
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR
from eurogym.envs.core.declare.names import bits_for, check_ceiling, sequence

_MAIN = table("main_board")
_TILES = table("tiles")
_AUTOMA = table("chateauma")
_ROUTES = table("trade_routes")
_SHIELDS = table("shields")
_VINES = table("vineyards")
_JOKER = {"name": "joker", "color": "any", "supply": {}, "expansion": None}
_KINDS = (*kinds(), _JOKER, *more_kinds())  # position = kind


def _bits(hexes) -> int:
    return sum(1 << hexagon for hexagon in hexes)


# --- tiles, by kind; by what lies in storage where double tiles do (they have no colour, fit nowhere) ---
_NOT_HEXES = E.NUM_CODES - E.KIND.COUNT
COLOUR_OF = np.array(
    [E.ANY_COLOUR if kind["color"] == "any" else E.COLOUR.NAMES.index(kind["color"]) for kind in _KINDS]
    + [E.NO_COLOUR] * _NOT_HEXES
)
ANIMALS = np.array([kind.get("animals", 0) for kind in _KINDS] + [0] * _NOT_HEXES)
# of the four species that count together; geese count by themselves (E2.5)
SPECIES_OF = np.array(
    [
        E.SPECIES.NAMES.index(kind["species"]) if kind.get("species") in E.SPECIES.NAMES else -1
        for kind in _KINDS
    ]
    + [-1] * _NOT_HEXES
)
SUPPLY = np.array(
    [[kind["supply"].get(back, 0) for kind in _KINDS] for back in E.SUPPLIES.NAMES], dtype=np.int64
)
# the module that a kind of tile belongs to, as a position in MODULES, -1 for the base game (and the joker)
_SETS = {None: -1, "expansion_2": "e2", "expansion_5_white_castles": "e5", "expansion_6_inns": "e6"}
MODULE_OF = np.array(
    [-1 if kind["expansion"] is None else E.MODULES.index(_SETS[kind["expansion"]]) for kind in _KINDS]
)
MONASTERY_OF = np.array([kind.get("number", 0) for kind in _KINDS] + [0] * _NOT_HEXES)  # its number, 0 = none
# type of a building: the kinds of the base game, then those of modules; -1 = none
_MORE_BUILDINGS = [kind["name"] for kind in more_kinds() if kind["color"] == "building"]
TOWN_TYPE = np.array(
    [
        n
        if n < E.NUM_BUILDINGS
        else E.NUM_BUILDINGS + _MORE_BUILDINGS.index(kind["name"])
        if kind["name"] in _MORE_BUILDINGS
        else -1
        for n, kind in enumerate(_KINDS)
    ]
    + [-1] * _NOT_HEXES
)
SUPPLY_CAPACITY = int(SUPPLY.sum(axis=1).max())
_MONASTERIES = {kind["number"]: kind for kind in _KINDS if "number" in kind}
# monasteries 16-23 and 29: the building that each scores
SCORED_BUILDING = np.array(
    [
        next(
            (n for n, kind in enumerate(_KINDS) if kind["name"] == _MONASTERIES[m].get("scores_building")), -1
        )
        for m in range(1, E.MORE_MONASTERIES + 1)
    ]
)
# R12: monasteries whose points a solo player gets at once (S9.7)
SCORES_AT_END = np.array(
    [
        int(E.M.SOLD_TYPES <= m <= E.M.BONUS_TILES or m == E.M.WHITE_CASTLES)
        for m in range(E.MORE_MONASTERIES + 1)
    ]
)
# codes that describe a tile: colour, building type, species, animals, monastery number in binary
JOKER_NUMBER = 31  # a joker has no colour, and all bits of a number
NUMBER_BITS = bits_for(JOKER_NUMBER)
TILE_CODE_LENGTH = E.COLOUR.COUNT + E.NUM_BUILDINGS + E.SPECIES.COUNT + 1 + NUMBER_BITS
check_ceiling("Burgundy: monasteries, by the bits of their number", E.MORE_MONASTERIES, JOKER_NUMBER - 1)
# tiles of modules that have the number of a monastery to be told apart by: buildings, and the inn
_SPECIAL_NUMBER = {"joker": JOKER_NUMBER, "inn": 1, "crane": 1, "white_castle": 2}


def _tile_code(kind: int) -> list[int]:
    colour = [int(COLOUR_OF[kind] == c) for c in range(E.COLOUR.COUNT)]
    building = [int(kind == b) for b in range(E.NUM_BUILDINGS)]
    species = [int(SPECIES_OF[kind] == s) for s in range(E.SPECIES.COUNT)]
    number = _SPECIAL_NUMBER.get(E.KIND.NAMES[kind], int(MONASTERY_OF[kind]))
    return [
        *colour,
        *building,
        *species,
        int(ANIMALS[kind]),
        *(number >> bit & 1 for bit in range(NUMBER_BITS)),
    ]


# nothing of double tiles: they have fields of their own
TILE_CODE = np.zeros((E.NUM_CODES, TILE_CODE_LENGTH), dtype=np.int8)
TILE_CODE[: E.KIND.COUNT] = [_tile_code(kind) for kind in range(E.KIND.COUNT)]

# --- boards ---
_BOARDS = boards()
HEX_COLOUR = np.array([board["colours"] for board in _BOARDS], dtype=np.int64)
HEX_DIE = np.array([board["dice"] for board in _BOARDS], dtype=np.int64)
NEIGHBOURS = np.array([[_bits(row) for row in board["neighbours"]] for board in _BOARDS], dtype=np.int64)
AREA = np.array([[_bits(row) for row in board["area"]] for board in _BOARDS], dtype=np.int64)
AREA_SIZE = np.array([[len(row) for row in board["area"]] for board in _BOARDS], dtype=np.int64)
COLOUR_HEXES = np.array(
    [
        [_bits(np.flatnonzero(row == colour).tolist()) for colour in range(E.COLOUR.COUNT)]
        + [_bits(range(E.NUM_HEXES)), 0]
        for row in HEX_COLOUR
    ],
    dtype=np.int64,
)
ALL_NUMBERS = (1 << E.DIE_SIDES) - 1
# hexes whose number is in a set of die values (bit v - 1 for value v)
NUMBER_HEXES = np.array(
    [
        [
            _bits(h for h in range(E.NUM_HEXES) if values >> (row[h] - 1) & 1)
            for values in range(ALL_NUMBERS + 1)
        ]
        for row in HEX_DIE.tolist()
    ],
    dtype=np.int64,
)

# --- main board, by number of seats at the table (rows 0 and 1: the solo mode uses the two-player side) ---
_SIDES = ("2", "2", "2", "3", "4")


def _slots(side: str) -> list[list[int]]:
    depots = []
    for depot in range(1, E.NUM_DEPOTS + 1):
        colours = [E.COLOUR.NAMES.index(colour) for colour in _MAIN["depots"][side][str(depot)]]
        check_ceiling(f"Burgundy: slots of depot {depot}, side {side}", len(colours), E.SLOTS_PER_DEPOT)
        depots.append(colours + [E.NONE] * (E.SLOTS_PER_DEPOT - len(colours)))
    return depots


SLOT_COLOUR = np.array([_slots(side) for side in _SIDES])
_VARIABLE = _MAIN["three_player_3BD"]
VARIABLE_DEPOT, VARIABLE_SLOT = _VARIABLE["depot"] - 1, _VARIABLE["slot"]
BLACK_SLOTS = np.array([_MAIN["black_depot_spaces"][side] for side in _SIDES])
check_ceiling("Burgundy: spaces of the black depot", int(BLACK_SLOTS.max()), E.NUM_BLACK_SLOTS)
SALE_VP = np.array([_MAIN["goods_sale_vp_per_tile"][side] for side in _SIDES])
_BONUS = _TILES["bonus_tiles"]["per_color"]
BONUS_VP = np.zeros((len(_SIDES), E.BONUS.COUNT), dtype=np.int64)
BONUS_VP[:, E.BONUS.large] = [_BONUS["first"][side] for side in _SIDES]
BONUS_VP[:, E.BONUS.small] = [_BONUS["second"][side] for side in _SIDES]
_AREA_VP = [0] + [_MAIN["area_size_vp"][str(size + 1)] for size in range(len(_MAIN["area_size_vp"]))]
check_ceiling("Burgundy: hexes of an area, by the table of points", int(AREA_SIZE.max()), len(_AREA_VP) - 1)
LARGEST_AREA = len(_AREA_VP) - 1  # whose points are printed
MORE_SIZE = 2  # an inn and shield 17 make an area larger by one each
AREA_VP = np.array(_AREA_VP + [n * (n + 1) // 2 for n in range(len(_AREA_VP), len(_AREA_VP) + MORE_SIZE)])
PHASE_VP = np.array([_MAIN["phase_area_bonus"][phase] for phase in _MAIN["phases"]])
START_WORKERS = np.array(_MAIN["start_workers_by_turn_position"])
START_SILVER = _MAIN["start_silver"]
START_GOODS = _MAIN["start_goods"]
GOODS_PER_TYPE = _TILES["goods"]["tiles_per_type"]
ALL_GOODS = E.NUM_GOODS * GOODS_PER_TYPE
STACKED_GOODS = E.NUM_PHASES * E.ROUNDS_PER_PHASE
check_ceiling("Burgundy: goods stacked and dealt", STACKED_GOODS + START_GOODS * E.MAX_SEATS, ALL_GOODS)

# --- numbers of the rules that stand on no board ---
SOLO_WORKERS = 2  # S9.1
DIE_WORKERS, MORE_WORKERS = 2, 4  # R13, with monastery 14
DIE_SILVER = 1  # with monastery 13
SALE_SILVER, MORE_SILVER = 1, 2  # R7.2, with monastery 3
SALE_WORKERS = 1  # with monastery 4
MINE_SILVER, MINE_WORKERS = 1, 1  # R11.1, with monastery 2
HERD_VP = 1  # of each tile that scores, with monastery 7
WORKERS_PER_POINT = 2  # R11.2
BLACK_PRICE = 2  # silver, R10.1
HIRE_PRICE = 2  # workers, monastery 6
BANK_SILVER, BOARDING_WORKERS, WATCHTOWER_VP = 2, 4, 4  # R8.6
POINT_PRICE = 1  # silver, S9.9
TARGET_STEP = 5  # S9.9
GOODS_PER_EXCHANGE = 5  # S9.5
# points of the monasteries 15-26 for each thing that they count, by number (R12)
MONASTERY_VP = np.zeros(E.MORE_MONASTERIES + 1, dtype=np.int64)
MONASTERY_VP[E.M.FIRST_BUILDING : E.M.FIRST_BUILDING + E.NUM_BUILDINGS] = 4
MONASTERY_VP[E.M.WHITE_CASTLES] = 4
MONASTERY_VP[[E.M.SOLD_TYPES, E.M.SPECIES, E.M.SOLD_TILES, E.M.BONUS_TILES]] = 2, 4, 1, 3
# the kind of tile of each, 0 where there is none
MONASTERY_KIND = np.zeros(E.MORE_MONASTERIES + 1, dtype=np.int64)
for _kind in np.flatnonzero(MONASTERY_OF):
    MONASTERY_KIND[MONASTERY_OF[_kind]] = _kind

# --- worker costs (R12.1) ---


def _distance(a: int, b: int) -> int:
    return min(abs(a - b), E.DIE_SIDES - abs(a - b))


def _cost(die: int, wanted: int, free: int, step: int) -> int:
    return -(-max(0, _distance(die, wanted) - free) // (2 if step else 1))


_DICE = range(1, E.DIE_SIDES + 1)
# COST[die, wanted, free change 0/1, monastery 8 0/1]
COST = np.zeros((E.DIE_SIDES + 1, E.DIE_SIDES + 1, 2, 2), dtype=np.int64)
for _die in _DICE:
    for _wanted in _DICE:
        COST[_die, _wanted] = [[_cost(_die, _wanted, free, step) for step in (0, 1)] for free in (0, 1)]
MOST_WORKERS = int(COST.max())  # that any change of a die takes
# REACH[die, free, monastery 8, workers up to MOST_WORKERS]: bit v - 1 for every value v that can be paid
REACH = np.zeros((E.DIE_SIDES + 1, 2, 2, MOST_WORKERS + 1), dtype=np.int64)
for _workers in range(MOST_WORKERS + 1):
    for _wanted in _DICE:
        REACH[1:, :, :, _workers] |= (COST[1:, _wanted] <= _workers) << (_wanted - 1)

# --- the Châteauma ---
_CARDS = {card["id"]: card for card in (*_AUTOMA["cards_base"], *_AUTOMA["cards_vineyard"])}
check_ceiling("Burgundy: numbers of territory cards", max(_CARDS) + 1, E.MORE_CARDS)
check_ceiling(
    "Burgundy: spaces of a territory card",
    max(len(card["spaces"]) for card in _CARDS.values()),
    E.CARD_SPACES,
)
CARD_SIZE = np.array([len(_CARDS[n]["spaces"]) if n in _CARDS else 0 for n in range(E.MORE_CARDS)])


def _spaces(card: int, value) -> list[int]:
    spaces = _CARDS[card]["spaces"] if card in _CARDS else []
    return [value(space) for space in spaces] + [E.NONE] * (E.CARD_SPACES - len(spaces))


CARD_COLOUR = np.array(
    [_spaces(n, lambda space: E.COLOUR.NAMES.index(space["color"])) for n in range(E.MORE_CARDS)]
)
CARD_SELL = np.array([_spaces(n, lambda space: int(space.get("sell", False))) for n in range(E.MORE_CARDS)])
CARD_VP = np.array(
    [[_CARDS[n]["vp"][level] if n in _CARDS else 0 for n in range(E.MORE_CARDS)] for level in E.LEVELS]
)
CARD_DOUBLE = np.array(
    [_spaces(n, lambda space: int(space.get("double_tile", False))) for n in range(E.MORE_CARDS)]
)
CARD_BORDER = np.array([int(n in _CARDS and _CARDS[n]["border_post_symbol"]) for n in range(E.MORE_CARDS)])
CARD_SHIELD = np.array([int(n in _CARDS and _CARDS[n]["shield_symbol"]) for n in range(E.MORE_CARDS)])
# the place whose card a white die selects (C3)
SELECTED_PLACE = np.array(
    [
        E.CARD_PLACE.right if value in _AUTOMA["slots"]["right"] else E.CARD_PLACE.left
        for value in range(E.DIE_SIDES + 1)
    ]
)
UNSURE_CARD, UNSURE_SPACE = 8, 2  # C13.1: livestock, or castle
UNSURE_COPY = 16  # its copy among the cards with vineyards
RESERVE_ORDER = np.array([E.COLOUR.NAMES.index(name) for name in _AUTOMA["reserve_order"] if name != "wild"])
_BOARD_35, _BOARD_36 = table("duchies")["chateauma_boards"]
CAPACITY = np.array([_BOARD_35["capacity"][colour] for colour in E.COLOUR.NAMES])
PRECOVERED_A = np.array([_BOARD_36["A_prefilled_face_down"].get(colour, 0) for colour in E.COLOUR.NAMES])
PRECOVERED_B = np.array([_BOARD_36["B_prefilled_face_up"].get(colour, 0) for colour in E.COLOUR.NAMES])
NUM_HIDDEN_A = int(PRECOVERED_A.sum())
# EXTRA_TURN[colour, n]: the n-th space of the colour (from 1) has an extra-turn symbol
EXTRA_TURN = np.array(
    [
        [int(n in _BOARD_36["D_extra_turn_ordinals"].get(colour, ())) for n in range(max(CAPACITY) + 1)]
        for colour in E.COLOUR.NAMES
    ]
)
_END = _AUTOMA["end_vp"]
END_MONASTERY, END_RESERVE, END_ON_CARD = (
    _END["monastery_face_up"],
    _END["reserve_tile"],
    _END["tile_on_incomplete_card"],
)
_BLACK = SUPPLY[E.SUPPLIES.black]
check_ceiling("Burgundy: black tiles, face down with the Châteauma", int(_BLACK.sum()), E.JOKER_CAPACITY)
for _colour, _name in enumerate(E.COLOUR.NAMES):
    _tiles = int(SUPPLY[:, COLOUR_OF[: E.KIND.COUNT] == _colour].sum())
    check_ceiling(f"Burgundy: {_name} tiles in the Châteauma's reserve", _tiles, E.RESERVE_CAPACITY)

# --- numbers of the rules that stand on no board ---
TRADE_SILVER, TRADE_WORKERS = 1, 2  # monastery 28
CASTLE_PRICE = 5  # points, E1.3c
FIRST_CONNECTED, LAST_CONNECTED = 11, 18  # duchies with the optional rule of E1

# --- E4: border posts ---
_POSTS = table("duchies")["border_posts"]
BORDER_LINES = np.array([_bits(line["hexes"]) for line in _POSTS["straight_lines"]], dtype=np.int64)
BORDER_POSTS = np.array([_bits(post["touches"]) for post in _POSTS["posts"]], dtype=np.int64)
NUM_POSTS = len(BORDER_POSTS)

# --- E8: trade routes ---
ROUTE_BONUS = sequence(
    "eurogym.envs.castles_of_burgundy.route_bonuses",
    ("ship_livestock", "building", "others", "action", "place", "sell", "workers", "silver", "vp"),
)
_PLAIN = {
    "action_any_die": ROUTE_BONUS.action,
    "place_any": ROUTE_BONUS.place,
    "sell_any": ROUTE_BONUS.sell,
    "workers": ROUTE_BONUS.workers,
    "silver": ROUTE_BONUS.silver,
    "vp": ROUTE_BONUS.vp,
}
_TAKES = {
    frozenset(("ship", "livestock")): ROUTE_BONUS.ship_livestock,
    frozenset(("building",)): ROUTE_BONUS.building,
    frozenset(("castle", "mine", "monastery")): ROUTE_BONUS.others,
}


def _route_bonus(bonus: dict) -> int:
    return _TAKES[frozenset(bonus["colors"])] if bonus["type"] == "take" else _PLAIN[bonus["type"]]


ROUTE_NUMBER = np.array([[space["number"] for space in tile["spaces"]] for tile in _ROUTES["tiles"]])
ROUTE_KIND = np.array(
    [[_route_bonus(space["bonus"]) for space in tile["spaces"]] for tile in _ROUTES["tiles"]]
)
ROUTE_TILES = np.array([0, 0] + [_ROUTES["tiles_per_player"][side] for side in ("2", "3", "4")])
check_ceiling("Burgundy: trade route tiles of a seat", int(ROUTE_TILES.max()), E.MOST_ROUTE_TILES)
BONUS_WORKERS, BONUS_SILVER, BONUS_VP_POINTS = 4, 2, 4  # E7.5, E11.9
# colours that a bonus of taking a tile allows, as bits, by bonus
TAKE_COLOURS = np.array(
    [
        1 << COLOUR.ship | 1 << COLOUR.livestock,
        1 << COLOUR.building,
        1 << COLOUR.castle | 1 << COLOUR.mine | 1 << COLOUR.monastery,
    ]
)

# --- SH: shields, by number from 1 ---
SHIELD_VP = np.array([0] + [shield["end_vp"] for shield in _SHIELDS["shields"]])
SHIELDS_OF_DEPOT = np.array(
    [[0] * E.NUM_DEPOTS] * 2 + [_SHIELDS["placed_per_depot"][side] for side in ("2", "3", "4")]
)
SH = sequence(
    "eurogym.envs.castles_of_burgundy.rules.shields",
    ("none", *(shield["key"] for shield in _SHIELDS["shields"])),
)

# --- VY: vineyards ---
_SPACES = _VINES["board"]["spaces"]
_TYPES = [
    tuple(_VINES["colors"].index(colour) for colour in tile["colors"]) for tile in _VINES["double_tiles"]
]
VINES_OF = np.array(_TYPES)  # kinds of vine of a type of double tile
DOUBLE_COPIES = np.array([tile["count"] for tile in _VINES["double_tiles"]])
VINE_LEVEL = np.array([space["level"] for space in _SPACES])
NUM_LEVELS = int(VINE_LEVEL.max()) + 1
LEVEL_SPACES = np.array(
    [_bits(n for n, space in enumerate(_SPACES) if space["level"] == level) for level in range(NUM_LEVELS)]
)
VINE_NEIGHBOURS = np.array([_bits(space["adjacent"]) for space in _SPACES])
VINE_BONUS = sequence(
    "eurogym.envs.castles_of_burgundy.vine_bonuses",
    (*ROUTE_BONUS.NAMES, "black", "double"),
)
VINE_LETTERS = {  # of the data file
    "M": VINE_BONUS.ship_livestock,
    "C": VINE_BONUS.building,
    "K": VINE_BONUS.others,
    "A": VINE_BONUS.action,
    "P": VINE_BONUS.place,
    "G": VINE_BONUS.sell,
    "W": VINE_BONUS.workers,
    "S": VINE_BONUS.silver,
    "V": VINE_BONUS.vp,
    "B": VINE_BONUS.black,
    "D": VINE_BONUS.double,
}
_HEXES = [tuple(place) for space in _SPACES for place in space["hexes"]]
_STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
# the hexes of a vineyard (two of each space) that touch each hex, as bits
VINE_HEX_NEIGHBOURS = np.array(
    [
        _bits(_HEXES.index(spot) for dx, dy in _STEPS if (spot := (x + dx, y + dy)) in _HEXES)
        for x, y in _HEXES
    ]
)
SHOP_SIZE = np.array([_VINES["store_spaces"][side] for side in _SIDES])
_DEPOT = [_VINES["depot"][side]["slots"] for side in _SIDES]
DEPOT_SIZE = np.array([len(slots) for slots in _DEPOT])
# position of the double depot that a die value takes from (E11.6), by seats at the table and value
DEPOT_POSITION = np.array(
    [
        [next((n for n, slot in enumerate(slots) if v in slot), 0) for v in range(E.DIE_SIDES + 1)]
        for slots in _DEPOT
    ]
)
REMOVED_VINES = np.array([0, 0, _VINES["removal_option"]["2"], _VINES["removal_option"]["3"], 0])
VINE_VP = np.array(
    [0] + [_VINES["connected_vines_vp"][str(n + 1)] for n in range(len(_VINES["connected_vines_vp"]))]
)
check_ceiling("Burgundy: vines that can be connected", E.NUM_VINE_SPACES + 1, len(VINE_VP) - 1)

# --- the Châteauma with modules ---
AUTOMA_SHIELD_VP = np.array([0] + [_AUTOMA["shield_vp"][n] for n in ("1", "2", "3", "4+")])
AUTOMA_DOUBLE_VP = np.array(
    [0] + [_AUTOMA["double_tile_vp"][str(n + 1)] for n in range(len(_AUTOMA["double_tile_vp"]))]
)
