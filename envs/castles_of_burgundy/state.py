"""The state of one game of The Castles of Burgundy: one fixed-size record.

Numbers count from 0 (depots, slots, goods types, hexes, dice), dice show 1-6, ``-1`` means "none" or "empty".
Seats are absolute; the Châteauma is the last one. Sets of hexes are 37-bit masks. Signed fields throughout:
mixing unsigned and signed integers makes floats in compiled code.
"""

from __future__ import annotations

from envs.castles_of_burgundy import enums as E
from envs.core.compile import I8, I16, I64
from envs.core.game import state_dtype

S = E.MAX_SEATS

FIELDS = [
    # --- options, fixed for the game ---
    ("solo", I8),  # 1 = the 25-round solo mode
    ("automa", I8),  # 1 = the Châteauma has the last seat
    ("level", I8),  # 0-2: its score level
    ("modifiers", I8),  # bits MODIFIER_...
    ("empty_sale_vp", I8),  # 0 or 2
    ("card8_castle", I8),  # C13.1
    ("side_choice", I8),
    ("black_slots", I8),  # 1-8
    ("one_area_gain", I8),
    ("fixed_order", I8),  # S9.10
    # --- where the game stands ---
    ("step", I8),  # STEP_...: what flow.py does when no node is pending
    ("decision", I8),  # what current_seat is asked
    ("phase", I8),  # 0-4
    ("round_index", I8),  # 0-4 within the phase
    ("turn", I8),  # next place of round_order (STEP_SIDES, STEP_CASTLES: seats asked so far)
    ("begun", I8),  # 1 = the first round has begun
    ("start_seat", I8),
    ("white", I8),  # 0 before the first roll
    ("round_order", I8, (S,)),  # seats, fixed at the start of the round (R4.3)
    ("turn_order", I8, (S,)),  # seats by the track now: furthest first, upper marker first
    ("track", I8, (S,)),  # space of each marker
    ("dice", I8, (S, E.NUM_DICE)),
    ("used", I8, (S, E.NUM_DICE)),
    ("bought", I8),  # the running turn's purchase (R10.1)
    ("hired", I8),  # its use of monastery 6
    # --- pending decisions, the last is on top (D2) ---
    ("num_nodes", I8),
    ("node", I8, (E.MAX_NODES,)),  # a decision, or CLEAR_GOODS
    (
        "node_arg",
        I8,
        (E.MAX_NODES,),
    ),  # PICK: bits of colours; GOOD, SHIP_ADJ: depot; DISCARD, COLOUR_SPACE: kind
    # --- main board ---
    ("depot", I8, (E.NUM_DEPOTS, E.SLOTS_PER_DEPOT)),  # kind
    ("depot_goods", I8, (E.NUM_DEPOTS, E.NUM_GOODS)),
    ("black", I8, (E.NUM_BLACK_SLOTS,)),
    ("goods_order", I8, (42,)),  # five stacks of five, then the players' three each, then the box
    ("goods_total", I8),  # tiles in goods_order: 42, or 36 with the Châteauma
    ("goods_shown", I8),  # of the stacks, turned up so far
    ("goods_next", I8),  # of the stacks, laid on depots so far
    ("supply", I8, (E.NUM_SUPPLIES, E.SUPPLY_CAPACITY)),  # dealt from the front; seven supplies
    ("supply_size", I8, (E.NUM_SUPPLIES,)),
    ("supply_next", I8, (E.NUM_SUPPLIES,)),
    ("hidden_tiles", I8),  # modifier A: face-down tiles, kept behind the end of the black supply
    ("unseen", I8, (2, E.NUM_KINDS)),  # per kind: coloured, black-backed tiles that nobody has seen yet
    ("goods_unseen", I8, (E.NUM_GOODS,)),
    ("bonus_left", I8, (E.NUM_COLOURS,)),  # 2, 1, 0 tiles
    # --- seats ---
    ("vp", I16, (S,)),  # solo: the marker
    ("silver", I16, (S,)),
    ("workers", I16, (S,)),
    ("goods", I8, (S, E.NUM_GOODS)),
    ("sold", I8, (S, E.NUM_GOODS)),
    ("storage", I8, (S, E.NUM_STORAGE)),
    ("sheet", I8, (S,)),  # side_choice: lower board index of the sheet
    ("board", I8, (S,)),  # board index, -1 before the side is chosen
    ("bonus_owned", I8, (S, E.NUM_COLOURS)),  # BONUS_...
    ("tile", I8, (S, E.NUM_HEXES)),
    # --- sums over each duchy, kept up to date by duchy.py ---
    ("covered", I64, (S,)),
    ("open_hexes", I64, (S,)),  # empty, next to a covered hex
    ("blocked", I64, (S, E.NUM_BUILDINGS)),  # hexes of towns that hold the building (R8.2)
    ("owns", I8, (S, E.NUM_MONASTERIES + 1)),  # monasteries in the duchy, by number
    ("placed_kinds", I8, (S, E.NUM_KINDS + 1)),  # tiles in the duchy by kind, the starting castle too
    ("seat_map", I8, (S, E.MAP_LENGTH)),  # MAP_...: what the observation shows of the duchy
    # --- the Châteauma (chateauma.py) ---
    ("card", I8, (2,)),  # card id on the left and right place, 0 = none
    ("card_tile", I8, (2, E.CARD_SPACES)),  # kind
    ("card_joker", I8, (2, E.CARD_SPACES)),  # 1 = it lies face down
    ("deck", I8, (E.NUM_CARDS,)),  # top first
    ("deck_size", I8),
    ("discarded", I8, (E.NUM_CARDS,)),  # 1 = the card lies in the discard pile
    ("reserve", I8, (E.NUM_COLOURS, E.RESERVE_CAPACITY)),  # bottom first
    ("reserve_size", I8, (E.NUM_COLOURS,)),
    ("joker", I8, (E.JOKER_CAPACITY,)),  # kinds, bottom first
    ("num_jokers", I8),
    ("automa_covered", I8, (E.NUM_COLOURS,)),  # covered spaces of its duchy
    ("automa_kinds", I8, (E.NUM_KINDS,)),  # face-up tiles there
    ("selected", I8),  # LEFT or RIGHT
    ("num_placed", I8),  # spaces covered this turn, for the symbols
    ("placed_card", I8, (E.MAX_PLACED,)),
    ("placed_space", I8, (E.MAX_PLACED,)),
    # --- solo mode (solo.py) ---
    ("target", I8),
    ("pool", I8, (E.NUM_POOL,)),  # pending items by kind
    ("pool_area", I8, (E.NUM_HEXES,)),  # points of each AREA item, the newest last
    ("pool_kind", I8, (E.NUM_HEXES,)),  # tile of each EFFECT item, the newest last
    ("pool_hex", I8, (E.NUM_HEXES,)),
]

DTYPE = state_dtype(FIELDS)

OPTION_FIELDS = (
    "solo",
    "automa",
    "level",
    "modifiers",
    "empty_sale_vp",
    "card8_castle",
    "side_choice",
    "black_slots",
    "one_area_gain",
    "fixed_order",
)
