"""Values of tiles, boards and cards as numpy constants for the kernels. Sets of hexes are 37-bit masks."""

from __future__ import annotations

import numpy as np

from envs.castles_of_burgundy import enums as E
from envs.castles_of_burgundy.components import boards, kinds, table

_MAIN = table("main_board")
_TILES = table("tiles")
_AUTOMA = table("chateauma")
_KINDS = kinds()


def _bits(hexes) -> int:
    return sum(1 << hexagon for hexagon in hexes)


# --- tiles, by kind (the joker last) ---
COLOUR_OF = np.array([E.COLOURS.index(kind["color"]) for kind in _KINDS] + [E.ANY_COLOUR])
ANIMALS = np.array([kind.get("animals", 0) for kind in _KINDS] + [0])
SPECIES_OF = np.array(
    [E.SPECIES.index(kind["species"]) if "species" in kind else -1 for kind in _KINDS] + [-1]
)
_SUPPLY_KEYS = (*E.COLOURS, "black")
SUPPLY = np.array([[kind["supply"].get(key, 0) for kind in _KINDS] for key in _SUPPLY_KEYS], dtype=np.int64)
# monasteries 16-23: the building that each scores
SCORED_BUILDING = np.array(
    [
        next(
            (
                n
                for n, kind in enumerate(_KINDS)
                if kind["name"] == _KINDS[E.FIRST_MONASTERY + m - 1].get("scores_building")
            ),
            -1,
        )
        for m in range(1, E.NUM_MONASTERIES + 1)
    ]
)
# R12: monasteries whose points a solo player gets at once (S9.7)
SCORES_AT_END = np.array([int(E.M_SOLD_TYPES <= m <= E.M_BONUS_TILES) for m in range(E.NUM_MONASTERIES + 1)])
# 24 codes that describe a tile: colour, building type, species, animals, monastery number in binary
TILE_CODE_LENGTH = 24
JOKER_NUMBER = 31  # a joker has no colour, and all bits of a number


def _tile_code(kind: int) -> list[int]:
    colour = [int(COLOUR_OF[kind] == c) for c in range(E.NUM_COLOURS)]
    building = [int(kind == b) for b in range(E.NUM_BUILDINGS)]
    species = [int(SPECIES_OF[kind] == s) for s in range(E.NUM_SPECIES)]
    number = JOKER_NUMBER if kind == E.JOKER else max(0, kind - E.FIRST_MONASTERY + 1)
    return [*colour, *building, *species, int(ANIMALS[kind]), *(number >> bit & 1 for bit in range(5))]


TILE_CODE = np.array([_tile_code(kind) for kind in range(E.NUM_KINDS + 1)], dtype=np.int8)

# --- boards ---
_BOARDS = boards()
HEX_COLOUR = np.array([board["colours"] for board in _BOARDS], dtype=np.int64)
HEX_DIE = np.array([board["dice"] for board in _BOARDS], dtype=np.int64)
NEIGHBOURS = np.array([[_bits(row) for row in board["neighbours"]] for board in _BOARDS], dtype=np.int64)
AREA = np.array([[_bits(row) for row in board["area"]] for board in _BOARDS], dtype=np.int64)
AREA_SIZE = np.array([[len(row) for row in board["area"]] for board in _BOARDS], dtype=np.int64)
COLOUR_HEXES = np.array(
    [
        [_bits(np.flatnonzero(row == colour).tolist()) for colour in range(E.NUM_COLOURS)]
        + [_bits(range(E.NUM_HEXES))]
        for row in HEX_COLOUR
    ],
    dtype=np.int64,
)
# hexes whose number is in a set of die values (bit v - 1 for value v)
NUMBER_HEXES = np.array(
    [
        [_bits(h for h in range(E.NUM_HEXES) if values >> (row[h] - 1) & 1) for values in range(64)]
        for row in HEX_DIE.tolist()
    ],
    dtype=np.int64,
)


def _start_map(board: int) -> list[int]:
    """The seat's map (enums.MAP_...) of a duchy without any tile."""
    codes = [0] * E.MAP_LENGTH
    for h in range(E.NUM_HEXES):
        codes[E.MAP_COLOUR + h * E.NUM_COLOURS + HEX_COLOUR[board, h]] = 1
        codes[E.MAP_SIZE + h] = codes[E.MAP_LEFT + h] = int(AREA_SIZE[board, h])
    return codes


START_MAP = np.array([_start_map(board) for board in range(E.NUM_BOARDS)], dtype=np.int8)

# --- main board, by number of seats at the table (rows 0 and 1: the solo mode uses the two-player side) ---
_SIDES = ("2", "2", "2", "3", "4")


def _slots(side: str) -> list[list[int]]:
    depots = []
    for depot in range(1, E.NUM_DEPOTS + 1):
        colours = [E.COLOURS.index(colour) for colour in _MAIN["depots"][side][str(depot)]]
        depots.append(colours + [E.NONE] * (E.SLOTS_PER_DEPOT - len(colours)))
    return depots


SLOT_COLOUR = np.array([_slots(side) for side in _SIDES])
_VARIABLE = _MAIN["three_player_3BD"]
VARIABLE_DEPOT, VARIABLE_SLOT = _VARIABLE["depot"] - 1, _VARIABLE["slot"]
BLACK_SLOTS = np.array([_MAIN["black_depot_spaces"][side] for side in _SIDES])
SALE_VP = np.array([_MAIN["goods_sale_vp_per_tile"][side] for side in _SIDES])
_BONUS = _TILES["bonus_tiles"]["per_color"]
BONUS_VP = np.array(
    [[0, _BONUS["first"][side], _BONUS["second"][side], 0] for side in _SIDES]
)  # by BONUS_NONE, _LARGE, _SMALL, _MISSED
AREA_VP = np.array([0] + [_MAIN["area_size_vp"][str(size)] for size in range(1, 9)])
PHASE_VP = np.array([_MAIN["phase_area_bonus"][phase] for phase in _MAIN["phases"]])
START_WORKERS = np.array(_MAIN["start_workers_by_turn_position"])
START_SILVER = _MAIN["start_silver"]
START_GOODS = _MAIN["start_goods"]
GOODS_PER_TYPE = _TILES["goods"]["tiles_per_type"]

# --- worker costs (R12.1) ---


def _distance(a: int, b: int) -> int:
    return min(abs(a - b), 6 - abs(a - b))


def _cost(die: int, wanted: int, free: int, step: int) -> int:
    return -(-max(0, _distance(die, wanted) - free) // (2 if step else 1))


# COST[die, wanted, free change 0/1, monastery 8 0/1]
COST = np.array(
    [
        [[[_cost(die, wanted, free, step) for step in (0, 1)] for free in (0, 1)] for wanted in range(7)]
        for die in range(7)
    ]
)
# REACH[die, free, monastery 8, workers up to 3]: bit v - 1 for every value v that can be paid
REACH = np.array(
    [
        [
            [
                [sum(1 << (v - 1) for v in range(1, 7) if COST[die, v, free, step] <= w) for w in range(4)]
                for step in (0, 1)
            ]
            for free in (0, 1)
        ]
        for die in range(7)
    ]
)
ALL_NUMBERS = 63

# --- the Châteauma ---
_CARDS = {card["id"]: card for card in _AUTOMA["cards_base"]}
CARD_SIZE = np.array([len(_CARDS[n]["spaces"]) if n in _CARDS else 0 for n in range(E.NUM_CARDS)])


def _spaces(card: int, value) -> list[int]:
    spaces = _CARDS[card]["spaces"] if card in _CARDS else []
    return [value(space) for space in spaces] + [E.NONE] * (E.CARD_SPACES - len(spaces))


CARD_COLOUR = np.array(
    [_spaces(n, lambda space: E.COLOURS.index(space["color"])) for n in range(E.NUM_CARDS)]
)
CARD_SELL = np.array([_spaces(n, lambda space: int(space.get("sell", False))) for n in range(E.NUM_CARDS)])
CARD_VP = np.array(
    [[_CARDS[n]["vp"][level] if n in _CARDS else 0 for n in range(E.NUM_CARDS)] for level in E.LEVELS]
)
UNSURE_CARD, UNSURE_SPACE = 8, 2  # C13.1: livestock, or castle
RESERVE_ORDER = np.array([E.COLOURS.index(name) for name in _AUTOMA["reserve_order"] if name != "wild"])
_BOARD_35, _BOARD_36 = table("duchies")["chateauma_boards"]
CAPACITY = np.array([_BOARD_35["capacity"][colour] for colour in E.COLOURS])
PRECOVERED_A = np.array([_BOARD_36["A_prefilled_face_down"].get(colour, 0) for colour in E.COLOURS])
PRECOVERED_B = np.array([_BOARD_36["B_prefilled_face_up"].get(colour, 0) for colour in E.COLOURS])
NUM_HIDDEN_A = int(PRECOVERED_A.sum())
# EXTRA_TURN[colour, n]: the n-th space of the colour (from 1) has an extra-turn symbol
EXTRA_TURN = np.array(
    [
        [int(n in _BOARD_36["D_extra_turn_ordinals"].get(colour, ())) for n in range(max(CAPACITY) + 1)]
        for colour in E.COLOURS
    ]
)
_END = _AUTOMA["end_vp"]
END_MONASTERY, END_RESERVE, END_ON_CARD = (
    _END["monastery_face_up"],
    _END["reserve_tile"],
    _END["tile_on_incomplete_card"],
)
