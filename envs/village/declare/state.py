"""The state of one game of Village: one fixed-size record, of which these are the fields of the game's own.

Seats are absolute; ``-1`` means "none". Cubes are counted by colour (enums.COLOUR), goods by kind, members by
generation (0-3) and place (enums.PLACE). Signed fields throughout: mixing unsigned and signed integers makes
floats in compiled code. The header is the engine's; options and component tables lie behind it (options.py,
components.STATE_FIELDS). A death that is due is on the stack of what is pending (members.py).
"""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import I8, I16
from eurogym.envs.core.declare.fields import StateField, last_seat
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare import tables as T
from eurogym.envs.village.declare.components import (
    MOST_CEMETERY_SPACES,
    MOST_CHRONICLE_SPACES,
    MOST_LOOP_SPACES,
)
from eurogym.envs.village.declare.enums import CATEGORY, COLOUR, GOOD, MARKER, PLACE, SOURCE, SPACE, TILE

MOST = 32767  # coins, goods of a kind, points

FIELDS = [
    # --- where the game stands ---
    StateField("round_number", I8, high=E.ROUND_LIMIT),  # 0 before the first seeding
    StateField("first_player", I8, high=last_seat),
    StateField(
        "marker_holder", I8, low=E.NONE, high=last_seat
    ),  # of the next-first-player marker; solo: see marker
    StateField("active", I8, high=last_seat),  # seat whose turn it is
    StateField("source", I8, high=SOURCE.COUNT - 1),  # enums.SOURCE: what the action of the turn comes from
    # space of the cube taken, or target of well or free turn; -1 before it is chosen
    StateField("action_space", I8, low=E.NONE, high=SPACE.COUNT - 1),
    StateField("end_triggered", I8, high=1),
    StateField("last_turn", I8, (E.MAX_SEATS,), high=1),  # 1 = still has a last turn (R15.2)
    StateField("final_mass", I8, high=1),
    # --- the action being completed ---
    StateField("edge", I8, low=E.NONE, high=E.NUM_EDGES - 1),  # travel: edge 0-8 that is paid for, -1
    StateField("traveller", I8, high=E.NUM_GENERATIONS - 1),  # its generation
    StateField("from_place", I8, high=PLACE.STOP - 1),
    StateField("to_place", I8, high=PLACE.STOP - 1),
    StateField("privilege_stage", I8, high=E.NUM_COUNCIL_STAGES),  # highest privilege on offer, 0 = none
    StateField(
        "cube_picks", I8, high=max(T.PRIVILEGE_CUBES, T.CITY_CUBES)
    ),  # cubes of choice still to be picked
    StateField("market_open", I8, high=1),  # a market day is on
    StateField("initiator", I8, low=E.NONE, high=last_seat),  # of the market day; -1 = Carla
    StateField("market_seat", I8, high=last_seat),  # who moves next
    StateField("first_sale", I8, high=1),  # 1 = the initiator's first move is to come
    StateField("carla_serves", I8, high=1),  # she serves after the human's first move (R19.3)
    StateField("served", I8, high=E.NUM_CUSTOMERS),  # customers served in this market day
    StateField("passed", I8, (E.MAX_SEATS,), high=1),  # out for this market day
    StateField("mass_seat", I8, high=last_seat),  # turn of the mass: seats asked so far
    StateField("pieces", I8, high=T.PIECES_PER_MASS),  # taken from the black bag in this mass
    # --- board ---
    StateField("space", I8, (SPACE.COUNT, COLOUR.COUNT), high=T.MOST_CUBES),
    StateField("supply", I8, (COLOUR.COUNT,), high=T.MOST_CUBES),
    StateField("bag", I8, (COLOUR.COUNT,), high=T.MOST_CUBES),
    StateField("slot", I8, (E.MAX_SLOTS,), low=E.NONE, high=E.NUM_CUSTOMERS - 1),
    StateField("queue", I8, (E.QUEUE_LENGTH,), low=E.NONE, high=E.NUM_CUSTOMERS - 1),
    StateField("stack", I8, (E.NUM_CUSTOMERS,), high=E.NUM_CUSTOMERS - 1),  # next first
    StateField("stack_size", I8, high=E.NUM_CUSTOMERS),
    StateField("chronicle_open", I8, (CATEGORY.COUNT,), high=MOST_CHRONICLE_SPACES),
    StateField("cemetery_open", I8, high=MOST_CEMETERY_SPACES),
    # --- seats ---
    StateField("cubes", I8, (E.MAX_SEATS, E.NUM_INFLUENCE), high=T.MOST_CUBES),
    StateField("coins", I16, (E.MAX_SEATS,), high=MOST),
    StateField("goods", I16, (E.MAX_SEATS, GOOD.COUNT), high=MOST),
    StateField("grain", I8, (E.MAX_SEATS,), high=E.MAX_GRAIN),
    StateField("time", I8, (E.MAX_SEATS,), high=E.STEPS_PER_LAP - 1),  # 0-9
    StateField("death_due", I8, (E.MAX_SEATS,), high=1),  # at the end of the own turn
    StateField("prestige", I16, (E.MAX_SEATS,), high=MOST),
    StateField("disc", I8, (E.MAX_SEATS, E.NUM_CITIES), high=1),
    StateField("members", I8, (E.MAX_SEATS, E.NUM_GENERATIONS, PLACE.STOP), high=T.ALIKE),
    StateField("customer_points", I16, (E.MAX_SEATS,), high=MOST),
    StateField("customers", I8, (E.MAX_SEATS,), high=E.NUM_CUSTOMERS),
    # --- solo: Carla ---
    StateField(
        "marker", I8, high=MARKER.COUNT - 1
    ),  # enums.MARKER: the next-first-player marker as a coin (R17.6)
    StateField("carla_takes", I8, high=1),  # 1 = she takes a cube after this turn (R19.7)
    StateField("cube_space", I8, low=E.NONE, high=SPACE.COUNT - 1),  # space and colour of the human's cube
    StateField("cube_colour", I8, low=E.NONE, high=COLOUR.COUNT - 1),
    StateField("forced_space", I8, low=E.NONE, high=SPACE.COUNT - 1),  # CARLA_CUBE: the space she takes from
    StateField("carla_space", I8, low=E.NONE, high=SPACE.COUNT - 1),  # where her last cube came from
    StateField("loop_next", I8, high=MOST_LOOP_SPACES - 1),  # next space of the loop
    StateField("carla_cubes", I8, (COLOUR.COUNT,), high=T.MOST_CUBES),
    StateField("carla_last", I8, low=E.NONE, high=COLOUR.COUNT - 1),  # colour of the cube placed last
    StateField("tile", I8, (E.NUM_TILES,), high=TILE.COUNT - 1),  # enums.TILE
    StateField(
        "quill", I8, (E.NUM_SETS,), high=E.TILES_PER_SET - 1
    ),  # hidden: which tile of each set has the quill
    # her members of generations 1 and 2 beside her board
    StateField("beside", I8, (E.NUM_BESIDE,), high=T.ALIKE),
    StateField("waiting", I8, (E.NUM_WAITING,), high=T.ALIKE),  # of 3 and 4 on the church
    StateField("carla_bag", I8, (E.NUM_GENERATIONS,), high=T.ALIKE),
    StateField(
        "carla_track", I8, (E.NUM_CHURCH_STAGES,), high=E.NUM_GENERATIONS
    ),  # generation 1-4, 0 = empty
    StateField("carla_dead", I8, high=T.MEMBERS),
]
