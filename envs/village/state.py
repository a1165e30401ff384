"""The state of one game of Village: one fixed-size record, of which these are the fields of the game's own.

Seats are absolute; ``-1`` means "none". Cubes are counted by colour (enums.COLOUR), goods by kind, members by
generation (0-3) and place (enums.PLACE). Signed fields throughout: mixing unsigned and signed integers makes
floats in compiled code. The header is the engine's; options and component tables lie behind it (options.py,
components.STATE_FIELDS). A death that is due is on the stack of pending matters (members.py).
"""

from __future__ import annotations

from envs.core.compile import I8, I16
from envs.village.enums import (
    CATEGORY,
    COLOUR,
    GOOD,
    MAX_SEATS,
    MAX_SLOTS,
    NUM_BESIDE,
    NUM_CHURCH_STAGES,
    NUM_CITIES,
    NUM_CUSTOMERS,
    NUM_GENERATIONS,
    NUM_INFLUENCE,
    NUM_SETS,
    NUM_TILES,
    NUM_WAITING,
    PLACE,
    QUEUE_LENGTH,
    SPACE,
)

FIELDS = [
    # --- where the game stands ---
    ("round_number", I8),  # 0 before the first seeding
    ("first_player", I8),
    ("marker_holder", I8),  # of the next-first-player marker; solo: see marker
    ("active", I8),  # seat whose turn it is
    ("source", I8),  # enums.SOURCE: what the action of the turn comes from
    ("action_space", I8),  # space of the cube taken, or target of well or free turn; -1 before it is chosen
    ("end_triggered", I8),
    ("last_turn", I8, (MAX_SEATS,)),  # 1 = still has a last turn (R15.2)
    ("final_mass", I8),
    # --- the action being completed ---
    ("edge", I8),  # travel: edge 0-8 that is paid for, -1
    ("traveller", I8),  # its generation
    ("from_place", I8),
    ("to_place", I8),
    ("privilege_stage", I8),  # highest privilege on offer, 0 = none
    ("cube_picks", I8),  # cubes of choice still to be picked
    ("market_open", I8),  # a market day is on
    ("initiator", I8),  # of the market day; -1 = Carla
    ("market_seat", I8),  # who moves next
    ("first_sale", I8),  # 1 = the initiator's first move is to come
    ("carla_serves", I8),  # she serves after the human's first move (R19.3)
    ("served", I8),  # customers served in this market day
    ("passed", I8, (MAX_SEATS,)),  # out for this market day
    ("mass_seat", I8),  # turn of the mass: seats asked so far
    ("pieces", I8),  # taken from the black bag in this mass
    # --- board ---
    ("space", I8, (SPACE.COUNT, COLOUR.COUNT)),
    ("supply", I8, (COLOUR.COUNT,)),
    ("bag", I8, (COLOUR.COUNT,)),
    ("slot", I8, (MAX_SLOTS,)),
    ("queue", I8, (QUEUE_LENGTH,)),
    ("stack", I8, (NUM_CUSTOMERS,)),  # next first
    ("stack_size", I8),
    ("chronicle_open", I8, (CATEGORY.COUNT,)),
    ("cemetery_open", I8),
    # --- seats ---
    ("cubes", I8, (MAX_SEATS, NUM_INFLUENCE)),
    ("coins", I16, (MAX_SEATS,)),
    ("goods", I16, (MAX_SEATS, GOOD.COUNT)),
    ("grain", I8, (MAX_SEATS,)),
    ("time", I8, (MAX_SEATS,)),  # 0-9
    ("death_due", I8, (MAX_SEATS,)),  # at the end of the own turn
    ("prestige", I16, (MAX_SEATS,)),
    ("disc", I8, (MAX_SEATS, NUM_CITIES)),
    ("members", I8, (MAX_SEATS, NUM_GENERATIONS, PLACE.STOP)),
    ("customer_points", I16, (MAX_SEATS,)),
    ("customers", I8, (MAX_SEATS,)),
    # --- solo: Carla ---
    ("marker", I8),  # enums.MARKER: the next-first-player marker as a coin (R17.6)
    ("carla_takes", I8),  # 1 = she takes a cube after this turn (R19.7)
    ("cube_space", I8),  # space and colour of the human's cube
    ("cube_colour", I8),
    ("forced_space", I8),  # CARLA_CUBE: the space she takes from
    ("carla_space", I8),  # where her last cube came from
    ("loop_next", I8),  # next space of the loop
    ("carla_cubes", I8, (COLOUR.COUNT,)),
    ("carla_last", I8),  # colour of the cube placed last
    ("tile", I8, (NUM_TILES,)),  # enums.TILE
    ("quill", I8, (NUM_SETS,)),  # hidden: which tile of each set has the quill
    ("beside", I8, (NUM_BESIDE,)),  # her members of generations 1 and 2 beside her board
    ("waiting", I8, (NUM_WAITING,)),  # of 3 and 4 on the church
    ("carla_bag", I8, (NUM_GENERATIONS,)),
    ("carla_track", I8, (NUM_CHURCH_STAGES,)),  # generation 1-4, 0 = empty
    ("carla_dead", I8),
]
