"""The state of one game of Village: one fixed-size record.

Seats are absolute; ``-1`` means "none". Cubes are counted by colour (enums.COLOURS), goods by kind, members by
generation (0-3) and place (enums.PLACES). Signed fields throughout: mixing unsigned and signed integers makes
floats in compiled code.
"""

from __future__ import annotations

from envs.core.compile import I8, I16
from envs.core.game import state_dtype
from envs.village import enums as E

S = E.MAX_SEATS
MAX_PLACES = 12 * E.NUM_SPACES  # cubes that a setup card can place

FIELDS = [
    # --- options, fixed for the game ---
    ("solo", I8),
    ("die_rule", I8),  # R18.4
    ("die_strict", I8),  # A15
    ("strict_lowest", I8),  # A1
    ("compensation", I8),  # R1.12
    # --- component tables of this game (components.LAYOUT), fixed too ---
    ("order", I8, (E.NUM_SPACES,)),
    ("cubes_on_space", I8, (E.NUM_SPACES,)),
    ("cubes_added", I8, (E.NUM_INFLUENCE,)),
    ("wishes", I8, (E.NUM_CUSTOMERS, E.NUM_WISHES)),
    ("points", I8, (E.NUM_CUSTOMERS,)),
    ("council_time", I8, (E.NUM_STAGES,)),
    ("church_cost", I8, (E.NUM_STAGES,)),
    ("rewards", I8, (E.NUM_CITIES,)),
    ("edge_cubes", I8, (E.NUM_EDGES, 2)),
    ("loop_spaces", I8),
    ("fate_space", I8, (E.NUM_TILES,)),  # a cube placed here flips the tile
    # --- where the game stands ---
    ("step", I8),  # STEP_...
    ("decision", I8),  # what current_seat is asked (STEP_ASK)
    ("round_number", I8),  # 0 before the first seeding
    ("first_player", I8),
    ("marker_holder", I8),  # of the next-first-player marker; solo: see marker
    ("active", I8),  # seat whose turn it is
    ("source", I8),  # FROM_...: what the action of the turn comes from
    ("action_space", I8),  # space of the cube taken, or target of well or free turn; -1 before it is chosen
    ("end_triggered", I8),
    ("last_turn", I8, (S,)),  # 1 = still has a last turn (R15.2)
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
    ("passed", I8, (S,)),  # out for this market day
    ("dying", I8),  # seat that a death is due for, -1
    ("resume", I8),  # step to go on with after DEATH
    ("mass_seat", I8),  # turn of the mass: seats asked so far
    ("pieces", I8),  # taken from the black bag in this mass
    # --- board ---
    ("space", I8, (E.NUM_SPACES, E.NUM_COLOURS)),
    ("supply", I8, (E.NUM_COLOURS,)),
    ("bag", I8, (E.NUM_COLOURS,)),
    ("num_slots", I8),
    ("slot", I8, (E.MAX_SLOTS,)),
    ("queue", I8, (E.QUEUE_LENGTH,)),
    ("stack", I8, (E.NUM_CUSTOMERS,)),  # next first
    ("stack_size", I8),
    ("scratch", I8, (MAX_PLACES,)),  # in use inside one kernel call, zero between calls
    ("chronicle_open", I8, (E.NUM_CATEGORIES,)),
    ("cemetery_open", I8),
    # --- seats ---
    ("cubes", I8, (S, E.NUM_INFLUENCE)),
    ("coins", I16, (S,)),
    ("goods", I16, (S, E.NUM_GOODS)),
    ("grain", I8, (S,)),
    ("time", I8, (S,)),  # 0-9
    ("death_due", I8, (S,)),  # at the end of the own turn
    ("prestige", I16, (S,)),
    ("disc", I8, (S, E.NUM_CITIES)),
    ("members", I8, (S, E.NUM_GENERATIONS, E.NUM_PLACES)),
    ("customer_points", I16, (S,)),
    ("customers", I8, (S,)),
    # --- solo: Carla ---
    ("marker", I8),  # MARKER_...: the next-first-player marker as a coin (R17.6)
    ("carla_takes", I8),  # 1 = she takes a cube after this turn (R19.7)
    ("cube_space", I8),  # space and colour of the human's cube
    ("cube_colour", I8),
    ("forced_space", I8),  # CARLA_CUBE: the space she takes from
    ("carla_space", I8),  # where her last cube came from
    ("loop_next", I8),  # next space of the loop
    ("carla_cubes", I8, (E.NUM_COLOURS,)),
    ("carla_last", I8),  # colour of the cube placed last
    ("tile", I8, (E.NUM_TILES,)),  # TILE_...
    ("quill", I8, (2,)),  # hidden: which tile of each set has the quill
    ("beside", I8, (2,)),  # her members of generation 1, 2 beside her board
    ("waiting", I8, (2,)),  # 3, 4
    ("carla_bag", I8, (E.NUM_GENERATIONS,)),
    ("carla_track", I8, (E.NUM_STAGES,)),  # generation 1-4, 0 = empty
    ("carla_dead", I8),
]

DTYPE = state_dtype(FIELDS)

OPTION_FIELDS = (
    "solo",
    "die_rule",
    "die_strict",
    "strict_lowest",
    "compensation",
    "order",
    "cubes_on_space",
    "cubes_added",
    "wishes",
    "points",
    "council_time",
    "church_cost",
    "rewards",
    "edge_cubes",
    "loop_spaces",
    "fate_space",
    "num_slots",
)
