"""The state of one game of The Castles of Burgundy behind the header and the fields of the options.

Numbers count from 0 (depots, slots, goods types, hexes, dice), dice show 1-6, ``-1`` means "none" or "empty".
Seats are absolute; the Châteauma is the last one. Sets of hexes are 37-bit masks. Signed fields throughout:
mixing unsigned and signed integers makes floats in compiled code.
"""

from __future__ import annotations

from envs.castles_of_burgundy import enums as E
from envs.castles_of_burgundy.duchy_map import MAP
from envs.castles_of_burgundy.enums import COLOUR, KIND, POOL, SUPPLIES
from envs.castles_of_burgundy.tables import ALL_GOODS, SUPPLY_CAPACITY
from envs.core.compile import I8, I16, I64

SEATS = E.MAX_SEATS

FIELDS = [
    # --- where the game stands ---
    ("phase", I8),  # 0-4
    ("round_index", I8),  # 0-4 within the phase
    ("turn", I8),  # next place of round_order (STEP.SIDES, STEP.CASTLES: seats asked so far)
    ("start_seat", I8),
    ("white", I8),  # 0 before the first roll
    ("round_order", I8, (SEATS,)),  # seats, fixed at the start of the round (R4.3)
    ("turn_order", I8, (SEATS,)),  # seats by the track now: furthest first, upper marker first
    ("track", I8, (SEATS,)),  # space of each marker
    ("dice", I8, (SEATS, E.NUM_DICE)),
    ("used", I8, (SEATS, E.NUM_DICE)),
    ("bought", I8),  # the running turn's purchase (R10.1)
    ("hired", I8),  # its use of monastery 6
    # --- main board ---
    ("depot", I8, (E.NUM_DEPOTS, E.SLOTS_PER_DEPOT)),  # kind
    ("depot_goods", I8, (E.NUM_DEPOTS, E.NUM_GOODS)),
    ("black", I8, (E.NUM_BLACK_SLOTS,)),
    ("bonus_left", I8, (COLOUR.COUNT,)),  # 2, 1, 0 tiles
    # --- what lies face down, and what nobody has seen of it yet: supplies.py alone deals and counts ---
    ("goods_order", I8, (ALL_GOODS,)),  # five stacks of five, then the players' three each, then the box
    ("goods_total", I8),  # tiles in goods_order: 42, or 36 with the Châteauma
    ("goods_shown", I8),  # of the stacks, turned up so far
    ("goods_next", I8),  # of the stacks, laid on depots so far
    ("goods_unseen", I8, (E.NUM_GOODS,)),
    ("supply", I8, (SUPPLIES.COUNT, SUPPLY_CAPACITY)),  # dealt from the front
    ("supply_size", I8, (SUPPLIES.COUNT,)),
    ("supply_next", I8, (SUPPLIES.COUNT,)),
    ("hidden_tiles", I8),  # modifier A: face-down tiles, kept behind the end of the black supply
    ("unseen", I8, (2, E.NUM_KINDS)),  # per kind: coloured, black-backed tiles
    # --- seats ---
    ("vp", I16, (SEATS,)),  # solo: the marker
    ("silver", I16, (SEATS,)),
    ("workers", I16, (SEATS,)),
    ("goods", I8, (SEATS, E.NUM_GOODS)),
    ("sold", I8, (SEATS, E.NUM_GOODS)),
    ("storage", I8, (SEATS, E.NUM_STORAGE)),
    ("sheet", I8, (SEATS,)),  # side_choice: lower board index of the sheet
    ("bonus_owned", I8, (SEATS, COLOUR.COUNT)),  # BONUS
    # --- duchies, and sums over each of them: duchy.py alone writes them ---
    ("board", I8, (SEATS,)),  # board index, -1 before the side is chosen
    ("tile", I8, (SEATS, E.NUM_HEXES)),  # kind
    ("covered", I64, (SEATS,)),
    ("open_hexes", I64, (SEATS,)),  # empty, next to a covered hex
    ("blocked", I64, (SEATS, E.NUM_BUILDINGS)),  # hexes of towns that hold the building (R8.2)
    ("owns", I8, (SEATS, E.NUM_MONASTERIES + 1)),  # monasteries in the duchy, by number
    ("placed_kinds", I8, (SEATS, KIND.COUNT)),  # tiles in the duchy by kind, the starting castle too
    ("seat_map", I8, (SEATS, MAP.STOP)),  # what the observation shows of the duchy (duchy_map.py)
    # --- the Châteauma (chateauma.py) ---
    ("card", I8, (2,)),  # card id on the left and right place, 0 = none
    ("card_tile", I8, (2, E.CARD_SPACES)),  # kind
    ("card_joker", I8, (2, E.CARD_SPACES)),  # 1 = it lies face down
    ("deck", I8, (E.NUM_CARDS,)),  # top first
    ("deck_size", I8),
    ("discarded", I8, (E.NUM_CARDS,)),  # 1 = the card lies in the discard pile
    ("reserve", I8, (COLOUR.COUNT, E.RESERVE_CAPACITY)),  # bottom first
    ("reserve_size", I8, (COLOUR.COUNT,)),
    ("joker", I8, (E.JOKER_CAPACITY,)),  # kinds, bottom first
    ("num_jokers", I8),
    ("automa_covered", I8, (COLOUR.COUNT,)),  # covered spaces of its duchy
    ("automa_kinds", I8, (E.NUM_KINDS,)),  # face-up tiles there
    # --- solo mode (solo.py) ---
    ("target", I8),
    ("pool", I8, (POOL.COUNT,)),  # pending items by kind
    ("pool_area", I8, (E.NUM_HEXES,)),  # points of each area item, the newest last
    ("pool_kind", I8, (E.NUM_HEXES,)),  # tile of each effect item, the newest last
    ("pool_hex", I8, (E.NUM_HEXES,)),
]
