"""The state of one game of Keyflower: one fixed-size record.

Tiles are the indices of components.json, auctioned tiles are also counted from 0 ("rank": index less 6). Workers
are counted by colour, resources and skills by kind. ``-1`` means "none". Signed fields throughout: mixing unsigned
and signed integers makes floats in compiled code.
"""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import I8, I16, I64
from eurogym.envs.core.declare.fields import StateField, last_seat
from eurogym.envs.core.declare.names import check_ceiling
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.overrides import MOST_UNITS
from eurogym.envs.keyflower.declare.tables import ALLOWANCE, TRANSPORT

S, T, A = E.MAX_SEATS, E.NUM_TILES, E.NUM_AUCTIONED
LARGEST_I8 = 127
MOST_WORKERS, MOST_RESOURCES = max(E.WORKERS_EACH), max(E.RESOURCES_EACH)
MOST_STEPS = 2 * int(max(TRANSPORT.max(), ALLOWANCE.max()))  # doubled by boat 2b
HALVES = 2  # words for a set of cells, 64 each
check_ceiling("cells of a village as bits", E.NUM_CELLS, 64 * HALVES)
check_ceiling("cells and tiles in a byte", max(E.NUM_CELLS, E.NUM_TILES), LARGEST_I8)
check_ceiling(
    "workers of a screen in a byte", max(sum(E.WORKERS_EACH[: E.COLOUR.green]), *E.WORKERS_EACH), LARGEST_I8
)
check_ceiling("resources and skill tiles in a byte", max(*E.RESOURCES_EACH, E.SKILLS_EACH), LARGEST_I8)

FIELDS = [
    # --- where the game stands ---
    StateField("season", I8, high=E.SEASON.COUNT - 1),
    StateField("purple", I8, high=last_seat),  # seat of the start player
    StateField("purple_won", I8, high=1),  # 1 = won by a bid at the last end of a season (A10)
    StateField("active", I8, high=last_seat),  # whose turn it is
    StateField(
        "served", I8, high=E.NUM_TURN_ORDER + S
    ),  # seats, or turn-order tiles and seats, served in this step
    StateField("passes", I8, high=S),  # one after another
    StateField("turns", I16, high=E.TURN_LIMIT),  # MAIN decisions of this season
    # --- sets of tiles (envs.core.compile.bits), kept by tiles.py ---
    StateField("in_auction", I64, derived=True),
    StateField("in_villages", I64, derived=True),
    StateField("village", I64, (S,), derived=True),  # in the seat's village
    StateField("to_place", I64, (S,), derived=True),  # waiting to be placed by the seat
    # --- sets of tiles, kept by standing.py ---
    StateField("led", I64, derived=True),  # with any group beside
    StateField("leads", I64, (S,), derived=True),  # where the seat's group leads
    StateField("beside", I64, (S,), derived=True),  # where the seat has a group
    StateField("occupied", I64, derived=True),  # used this season
    StateField("full", I64, derived=True),  # no room for a further use
    StateField("coloured", I64, (E.COLOUR.COUNT,), derived=True),  # of this colour (R4.3)
    # --- the placement being made ---
    StateField("target", I8, low=E.NONE, high=T - 1),  # tile, -1
    StateField("is_use", I8, high=1),  # 1 = workers go on the tile, 0 = beside it
    StateField("colour", I8, low=E.NONE, high=E.COLOUR.COUNT - 1),  # -1 before it is chosen
    StateField("last_rank", I8, low=E.NONE, high=A - 1),  # rank of the group taken last, -1
    # SOURCE4B: colour of the screen asked for, -1 = groups may still be taken
    StateField("screen_colour", I8, low=E.NONE, high=E.COLOUR.COUNT - 1),
    StateField("need", I16, high=E.NO_LIMIT),  # workers that the placement must have at least
    StateField("room", I16, high=E.NO_LIMIT),  # at most
    StateField(
        "taken_groups", I16, (E.COLOUR.COUNT,), high=MOST_WORKERS
    ),  # workers of own losing groups taken so far
    # workers of the screen taken so far (SOURCE4B)
    StateField("taken_screen", I16, (E.COLOUR.COUNT,), high=MOST_WORKERS),
    # --- the effect being carried out ---
    StateField("capacity", I8, high=MOST_STEPS),  # transport steps left
    StateField("allowance", I8, high=MOST_STEPS),  # upgrades left
    StateField("source_tile", I8, low=E.NONE, high=T - 1),  # TRANSPORT_RES, TRANSPORT_DIR
    StateField("resource", I8, low=E.NONE, high=E.RESOURCE.COUNT - 1),  # TRANSPORT_DIR
    StateField("upgrading", I8, low=E.NONE, high=T - 1),  # tile whose cost is being paid, -1
    StateField("units_left", I8, (E.UNIT.COUNT,), high=MOST_UNITS),  # of its cost
    StateField("skills_left", I8, (E.SKILL_UNIT.COUNT,), high=MOST_UNITS),
    # --- end of season ---
    StateField(
        "order_winner", I8, (E.NUM_TURN_ORDER,), low=E.NONE, high=last_seat
    ),  # winners of the turn-order tiles, -1
    StateField("has_boat", I8, (S,), high=1),
    StateField("placing", I8, low=E.NONE, high=T - 1),  # tile being placed, -1
    StateField("cell", I8, low=E.NONE, high=E.NUM_CELLS - 1),  # PLACE_ROT: cell chosen, -1
    # --- workers, skills, supplies ---
    StateField("screen", I8, (S, E.COLOUR.COUNT), high=MOST_WORKERS),  # hidden
    # of these, surely there by public knowledge
    StateField("screen_known", I8, (S, E.COLOUR.COUNT), high=MOST_WORKERS),
    # of the others, surely not green: drawn while the bag held no green worker
    StateField("screen_plain", I8, (S,), high=LARGEST_I8),
    StateField("skills", I8, (S, E.SKILL.COUNT), high=E.SKILLS_EACH),  # hidden
    StateField("skills_known", I8, (S, E.SKILL.COUNT), high=E.SKILLS_EACH),
    StateField("bag", I8, (E.COLOUR.COUNT,), high=MOST_WORKERS),  # hidden but for its size
    StateField("green_supply", I8, high=E.WORKERS_EACH[E.COLOUR.green]),
    StateField("pile", I8, (E.SKILL.COUNT,), high=E.SKILLS_EACH),  # hidden but for its size
    StateField("supply", I8, (E.RESOURCE.COUNT,), high=MOST_RESOURCES),
    StateField("boat_workers", I8, (E.NUM_BOATS, E.COLOUR.COUNT), high=MOST_WORKERS),
    StateField("boat_skills", I8, (E.NUM_BOATS, E.SKILL.COUNT), high=E.SKILLS_EACH),
    StateField("boat_open", I8, (E.NUM_BOATS,), high=1),  # 1 = in play and not yet chosen this season
    StateField("ability", I8, (S, E.ABILITY.COUNT), derived=True),  # summer boats in force
    StateField(
        "dealt", I8, (S, E.HAND_SIZE), low=E.NONE, high=T - 1
    ),  # winter tiles before the choice, ascending, -1
    # winter: bits of the slots chosen, hidden until all have chosen
    StateField("offer", I8, (S,), high=(1 << E.HAND_SIZE) - 1),
    # --- tiles ---
    StateField("auction", I8, (A,), derived=True),  # 1 = in the auction (kept by tiles.py, as observed)
    StateField("place", I8, (T,), high=E.PLACE.COUNT - 1),  # AWAY, AUCTION, TO_PLACE, VILLAGE, SET_ASIDE
    StateField("upgraded", I8, (T,), high=1),
    StateField("stock", I8, (T, E.RESOURCE.COUNT), high=MOST_RESOURCES),  # resources on the tile
    StateField("on_tile", I8, (T, E.COLOUR.COUNT), high=E.ROOM_ON_TILE),  # workers on the tile
    StateField("last_use", I8, (T,), high=E.ROOM_ON_TILE),  # size of the last use this season
    # one-hot tile_colour (kept by standing.py, as observed)
    StateField("colour_shown", I8, (T, E.COLOUR.COUNT), derived=True),
    # in a village: q + 7 and r + 7 of its cell (kept by tiles.py, as observed)
    StateField("tile_q", I8, (T,), derived=True),
    StateField("tile_r", I8, (T,), derived=True),
    StateField(
        "turned", I8, (T,), derived=True
    ),  # in a village: 1 + rotation (kept by tiles.py, as observed)
    StateField("side", I8, (E.NUM_SUMMER_BOATS,), high=1),  # 0 = a, 1 = b
    # 1 = the seat has the tile (to place, in the village, or set aside)
    StateField("owned", I8, (S, T), high=1),
    StateField("bids", I8, (S, A, E.COLOUR.COUNT), high=MOST_WORKERS),  # bid groups, each of one colour
    StateField("leader", I8, (A,), derived=True),  # seat of the winning group, -1
    StateField("tile_colour", I8, (T,), high=E.COLOUR.COUNT),  # colour + 1 of R4.3, 0 = none
    StateField("uses", I8, (T,), high=E.ROOM_ON_TILE),
    # of spring, summer, autumn, shuffled at the start
    StateField("deck", I8, (E.SEASON.winter, E.TILES_PER_SEASON), high=T - 1),
    # --- villages ---
    StateField("home", I8, (S,), low=E.NONE, high=E.NUM_HOMES - 1),  # the home tile
    StateField("tile_cell", I8, (T,), low=E.NONE, high=E.NUM_CELLS - 1),
    StateField("rotation", I8, (T,), high=E.NUM_SIDES - 1),
    # bits of the sides across which a road leads (kept by tiles.py)
    StateField("road_sides", I8, (T,), derived=True),
    # bits of the sides with a neighbour, neither showing water (kept by tiles.py)
    StateField("land_sides", I8, (T,), derived=True),
    # the empty cells next to the village (kept by tiles.py)
    StateField("open_cells", I64, (S, HALVES), derived=True),
    StateField("grid", I8, (S, E.NUM_CELLS), derived=True),  # tile + 1, 0 = empty
]
