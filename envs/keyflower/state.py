"""The state of one game of Keyflower: one fixed-size record.

Tiles are the indices of components.json, auctioned tiles are also counted from 0 ("rank": index less 6). Workers
are counted by colour, resources and skills by kind. ``-1`` means "none". Signed fields throughout: mixing unsigned
and signed integers makes floats in compiled code.
"""

from __future__ import annotations

from envs.core.compile import I8, I16, I64
from envs.core.names import check_ceiling
from envs.keyflower import enums as E
from envs.keyflower.enums import ABILITY, COLOUR, RESOURCE, SEASON, SKILL, SKILL_UNIT, UNIT

S, T, A = E.MAX_SEATS, E.NUM_TILES, E.NUM_AUCTIONED
HALVES = 2  # words for a set of cells, 64 each
check_ceiling("cells of a village as bits", E.NUM_CELLS, 64 * HALVES)
check_ceiling("cells and tiles in a byte", max(E.NUM_CELLS, E.NUM_TILES), 127)
check_ceiling("workers of a screen in a byte", max(sum(E.WORKERS_EACH[: COLOUR.green]), *E.WORKERS_EACH), 127)
check_ceiling("resources and skill tiles in a byte", max(*E.RESOURCES_EACH, E.SKILLS_EACH), 127)

FIELDS = [
    # --- where the game stands ---
    ("season", I8),
    ("purple", I8),  # seat of the start player
    ("purple_won", I8),  # 1 = won by a bid at the last end of a season
    ("active", I8),  # whose turn it is
    ("served", I8),  # seats, or turn-order tiles and seats, served in this step
    ("passes", I8),  # one after another
    ("turns", I16),  # MAIN decisions of this season
    # --- sets of tiles (envs.core.bits), kept by tiles.py ---
    ("in_auction", I64),
    ("in_villages", I64),
    ("village", I64, (S,)),  # in the seat's village
    ("to_place", I64, (S,)),  # waiting to be placed by the seat
    # --- sets of tiles, kept by standing.py ---
    ("led", I64),  # with any group beside
    ("leads", I64, (S,)),  # where the seat's group leads
    ("beside", I64, (S,)),  # where the seat has a group
    ("occupied", I64),  # used this season
    ("full", I64),  # no room for a further use
    ("coloured", I64, (COLOUR.COUNT,)),  # of this colour (R4.3)
    # --- the placement being made ---
    ("target", I8),  # tile, -1
    ("is_use", I8),  # 1 = workers go on the tile, 0 = beside it
    ("colour", I8),  # -1 before it is chosen
    ("last_rank", I8),  # rank of the group taken last, -1
    ("screen_colour", I8),  # SOURCE4B: colour of the screen asked for, -1 = groups may still be taken
    ("need", I16),  # workers that the placement must have at least
    ("room", I16),  # at most
    ("taken_groups", I16, (COLOUR.COUNT,)),  # workers of own losing groups taken so far
    ("taken_screen", I16, (COLOUR.COUNT,)),  # workers of the screen taken so far (SOURCE4B)
    # --- the effect being carried out ---
    ("capacity", I8),  # transport steps left
    ("allowance", I8),  # upgrades left
    ("source_tile", I8),  # TRANSPORT_RES, TRANSPORT_DIR
    ("resource", I8),  # TRANSPORT_DIR
    ("upgrading", I8),  # tile whose cost is being paid, -1
    ("units_left", I8, (UNIT.COUNT,)),  # of its cost
    ("skills_left", I8, (SKILL_UNIT.COUNT,)),
    # --- end of season ---
    ("order_winner", I8, (E.NUM_TURN_ORDER,)),  # winners of the turn-order tiles, -1
    ("has_boat", I8, (S,)),
    ("placing", I8),  # tile being placed, -1
    ("cell", I8),  # PLACE_ROT: cell chosen, -1
    # --- workers, skills, supplies ---
    ("screen", I8, (S, COLOUR.COUNT)),  # hidden
    ("screen_known", I8, (S, COLOUR.COUNT)),  # of these, surely there by public knowledge
    ("screen_plain", I8, (S,)),  # of the others, surely not green: drawn while the bag held no green worker
    ("skills", I8, (S, SKILL.COUNT)),  # hidden
    ("skills_known", I8, (S, SKILL.COUNT)),
    ("bag", I8, (COLOUR.COUNT,)),  # hidden but for its size
    ("green_supply", I8),
    ("pile", I8, (SKILL.COUNT,)),  # hidden but for its size
    ("supply", I8, (RESOURCE.COUNT,)),
    ("boat_workers", I8, (E.NUM_BOATS, COLOUR.COUNT)),
    ("boat_skills", I8, (E.NUM_BOATS, SKILL.COUNT)),
    ("boat_open", I8, (E.NUM_BOATS,)),  # 1 = in play and not yet chosen this season
    ("ability", I8, (S, ABILITY.COUNT)),  # summer boats in force
    ("dealt", I8, (S, E.HAND_SIZE)),  # winter tiles before the choice, ascending, -1
    ("offer", I8, (S,)),  # winter: bits of the slots chosen, hidden until all have chosen
    # --- tiles ---
    ("auction", I8, (A,)),  # 1 = in the auction (kept by tiles.py, as observed)
    ("place", I8, (T,)),  # AWAY, AUCTION, TO_PLACE, VILLAGE, SET_ASIDE
    ("upgraded", I8, (T,)),
    ("stock", I8, (T, RESOURCE.COUNT)),  # resources on the tile
    ("on_tile", I8, (T, COLOUR.COUNT)),  # workers on the tile
    ("last_use", I8, (T,)),  # size of the last use this season
    ("colour_shown", I8, (T, COLOUR.COUNT)),  # one-hot tile_colour (kept by standing.py, as observed)
    ("tile_q", I8, (T,)),  # in a village: q + 7 and r + 7 of its cell (kept by tiles.py, as observed)
    ("tile_r", I8, (T,)),
    ("turned", I8, (T,)),  # in a village: 1 + rotation (kept by tiles.py, as observed)
    ("side", I8, (E.NUM_SUMMER_BOATS,)),  # 0 = a, 1 = b
    ("owned", I8, (S, T)),  # 1 = the seat has the tile (to place, in the village, or set aside)
    ("bids", I8, (S, A, COLOUR.COUNT)),  # bid groups, each of one colour
    ("leader", I8, (A,)),  # seat of the winning group, -1
    ("tile_colour", I8, (T,)),  # colour + 1 of R4.3, 0 = none
    ("uses", I8, (T,)),
    ("deck", I8, (SEASON.winter, E.TILES_PER_SEASON)),  # of spring, summer, autumn, shuffled at the start
    # --- villages ---
    ("home", I8, (S,)),  # the home tile
    ("tile_cell", I8, (T,)),
    ("rotation", I8, (T,)),
    ("road_sides", I8, (T,)),  # bits of the sides across which a road leads (kept by tiles.py)
    ("land_sides", I8, (T,)),  # bits of the sides with a neighbour, neither showing water (kept by tiles.py)
    ("open_cells", I64, (S, HALVES)),  # the empty cells next to the village (kept by tiles.py)
    ("grid", I8, (S, E.NUM_CELLS)),  # tile + 1, 0 = empty
]
